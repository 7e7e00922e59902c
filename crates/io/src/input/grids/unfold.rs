//! Writes every grid of a piece as one line of symbols, so that grids can be read as lines.

use super::{
    RowKind,
    row::cells,
    text::{GridText, GridTracker, Step},
};
use crate::input::lines::{Lines, MAX_LINE, Skip, position::column};
use std::ops::Range;
use sudomill_core::error::{BadLine, Problem};

/// The lines of a piece. Each is the first row of a grid, or skipped.
#[derive(Debug, Default)]
pub(in crate::input) struct UnfoldedGrids {
    /// The symbols of the grids, one grid after the other.
    pub text: Vec<u8>,
    /// Every line of the piece.
    pub lines: Vec<GridLine>,
    grids: Vec<Grid>,
    /// Newlines in the piece.
    pub newlines: u64,
}

/// A line of the piece.
#[derive(Debug)]
pub(in crate::input) struct GridLine {
    /// Newlines in the piece before the line.
    pub newlines: u64,
    pub kind: LineKind,
}

/// The role of a line in the piece.
#[derive(Clone, Copy, Debug)]
pub(in crate::input) enum LineKind {
    /// The first row of the grid with this number.
    Grid(usize),
    /// Any other line.
    Skip(Skip),
}

/// One grid: its symbols, its position, and its error, if any.
#[derive(Debug)]
struct Grid {
    /// The range of its symbols in the text; for a faulty grid, of all bytes that could be cells.
    text: Range<usize>,
    /// The offset of the grid's first row in the piece.
    start: usize,
    bad: Option<BadLine>,
}

impl UnfoldedGrids {
    /// Unfolds all grids of a piece.
    pub fn read(piece: &GridText) -> Self {
        let mut reader = Reader { piece, unfolded: Self::default(), ends: None, fragment: None };
        let mut lines = Lines::new(&piece.bytes[piece.from..]);
        if piece.inside_line {
            lines.next();
        }
        let mut tracker = GridTracker::new(piece);
        loop {
            let newlines = lines.newlines();
            let Some((at, line)) = lines.next() else { break };
            let (at, before) = (at + piece.from, reader.unfolded.text.len());
            let step = tracker.line(at, line, &mut reader.unfolded.text);
            let name = if tracker.is_above(at) { Skip::Header } else { Skip::Name };
            reader.line(&step, Row { line, at, newlines }, before, name);
        }
        tracker.end().into_iter().for_each(|rows| reader.end(rows));
        reader.end_fragment();
        reader.unfolded.newlines = lines.newlines();
        reader.unfolded
    }

    /// Adds a row, whose symbols are at this range of the text, or why it is not a puzzle. The row
    /// begins at the offset `start` of the piece, after `newlines` newlines.
    pub fn push(&mut self, text: Range<usize>, start: usize, newlines: u64, bad: Option<BadLine>) {
        self.lines.push(GridLine { newlines, kind: LineKind::Grid(self.grids.len()) });
        self.grids.push(Grid { text, start, bad });
    }

    /// Adds a line at which no row begins.
    pub fn push_skipped(&mut self, newlines: u64, skip: Skip) {
        self.lines.push(GridLine { newlines, kind: LineKind::Skip(skip) });
    }

    /// The number of newlines before a line; after the last line, the total.
    pub fn newlines_before(&self, line: usize) -> u64 {
        self.lines.get(line).map_or(self.newlines, |line| line.newlines)
    }

    /// The symbols of the grid with this number, and its error, if any.
    pub fn grid(&self, number: usize) -> (&[u8], Option<&BadLine>) {
        let grid = &self.grids[number];
        (&self.text[grid.text.clone()], grid.bad.as_ref())
    }

    /// The number of the grid whose symbols include this offset in the text.
    pub fn number_at(&self, at: usize) -> Option<usize> {
        self.grids.iter().position(|grid| grid.bad.is_none() && grid.text.contains(&at))
    }

    /// The offset of a grid's first row in the piece.
    pub fn start(&self, number: usize) -> usize {
        self.grids[number].start
    }
}

/// A line, its offset in the piece, and the number of newlines before it.
#[derive(Clone, Copy)]
struct Row<'a> {
    line: &'a [u8],
    at: usize,
    newlines: u64,
}

struct Reader<'a> {
    piece: &'a GridText<'a>,
    unfolded: UnfoldedGrids,
    /// The first and last row so far of the grid being read.
    ends: Option<[Row<'a>; 2]>,
    /// A line that may be the name of the next grid: its index, the line, and the start of its
    /// symbols in the text.
    fragment: Option<(usize, Row<'a>, usize)>,
}

impl<'a> Reader<'a> {
    /// Adds a line. All bytes that could be cells are in the text from `before` on. A line of other
    /// text is skipped as `name`.
    fn line(&mut self, step: &Step, row: Row<'a>, before: usize, name: Skip) {
        if step.is_state {
            self.unfolded.text.truncate(before);
            return self.skip(row, Skip::Row);
        }
        step.ends.into_iter().for_each(|rows| self.end(rows));
        match step.kind {
            RowKind::Ruler => {}
            // The fragment turns out to be the name of the grid that begins here.
            RowKind::Row => self.fragment = None,
            _ => self.end_fragment(),
        }
        let skip = match step.kind {
            RowKind::Row | RowKind::FaultyRow => None,
            RowKind::FaultyPuzzle => return self.faulty_puzzle(row, before),
            RowKind::Fragment => {
                self.fragment = Some((self.unfolded.lines.len(), row, before));
                return self.skip(row, Skip::Name);
            }
            RowKind::Ruler | RowKind::EmptyRow => Some(Skip::Ruler),
            RowKind::Blank => Some(Skip::Blank),
            RowKind::Comment => Some(Skip::Comment),
            RowKind::Name => match self.piece.preamble {
                Some((at, skip)) if at == row.at => Some(skip),
                _ => Some(name),
            },
        };
        match skip {
            None => self.row(step, row, before),
            Some(skip) => {
                self.unfolded.text.truncate(before);
                self.skip(row, skip);
            }
        }
        if step.overflows {
            self.ends = None;
            self.fail(BadLine::new((0, 1), Problem::OversizedGrid { limit: MAX_LINE }));
        }
    }

    fn row(&mut self, step: &Step, row: Row<'a>, before: usize) {
        let first = match self.ends {
            Some([first, _]) => {
                self.skip(row, Skip::Row);
                first
            }
            None => {
                self.grid(row, before, None);
                row
            }
        };
        self.ends = Some([first, row]).filter(|_| !step.completes);
        let end = self.unfolded.text.len();
        self.unfolded.grids.last_mut().expect("a grid was begun").text.end = end;
        if step.kind == RowKind::FaultyRow {
            let below = row.newlines - first.newlines;
            self.fail(self.piece.rows.fault(row.line, below));
        }
    }

    /// Ends the grid being read, which has only `found` rows.
    fn end(&mut self, found: usize) {
        let Some([first, last]) = self.ends.take() else { return };
        let end = column(last.line, last.line.trim_ascii_end().len());
        let problem = Problem::ShortGrid { found, expected: self.piece.rows.height };
        self.fail(BadLine::new((last.newlines - first.newlines, end), problem));
    }

    /// Records an error of the last grid, unless it already has one.
    fn fail(&mut self, bad: BadLine) {
        if let Some(grid) = self.unfolded.grids.last_mut() {
            grid.bad.get_or_insert(bad);
        }
    }

    /// Turns a fragment that does not name a grid into a damaged grid.
    fn end_fragment(&mut self) {
        let Some((index, row, start)) = self.fragment.take() else { return };
        self.unfolded.lines[index].kind = LineKind::Grid(self.unfolded.grids.len());
        let end = start + cells(row.line).count();
        let bad = Some(self.piece.rows.fault(row.line, 0));
        self.unfolded.grids.push(Grid { text: start..end, start: row.at, bad });
    }

    /// Turns a line that is much too long into a faulty grid.
    fn faulty_puzzle(&mut self, row: Row, before: usize) {
        self.unfolded.text.truncate(before);
        self.unfolded.text.extend(&row.line[..row.line.len().min(MAX_LINE)]);
        let bad = self.piece.rows.fault(row.line, 0);
        self.grid(row, before, Some(bad));
    }

    fn grid(&mut self, row: Row, before: usize, bad: Option<BadLine>) {
        let text = before..self.unfolded.text.len();
        self.unfolded.push(text, row.at, row.newlines, bad);
    }

    fn skip(&mut self, row: Row, skip: Skip) {
        self.unfolded.push_skipped(row.newlines, skip);
    }
}
