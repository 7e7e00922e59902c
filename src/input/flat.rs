//! A piece of a file of grids → a line of symbols for each, so that all that
//! reads puzzles finds them as it finds those of a file of lines; pure.

use super::{
    BadLine, Lines, MAX_LINE, Problem, Skip,
    grids::{Step, Stretch, Walk},
    parse::column,
    rows::{Kind, cells},
};
use std::ops::Range;

/// The lines of a stretch: each is a grid's first row, or passed over.
#[derive(Debug, Default)]
pub(super) struct Flat {
    /// The symbols of the grids, one grid behind the other.
    pub text: Vec<u8>,
    pub items: Vec<Item>,
    grids: Vec<Grid>,
    /// The newlines of the stretch.
    pub newlines: u64,
}

/// A line.
#[derive(Debug)]
pub(super) struct Item {
    /// The newlines before it in the stretch.
    pub newlines: u64,
    pub what: What,
}

/// What a line stands for.
#[derive(Clone, Copy, Debug)]
pub(super) enum What {
    /// The grid of that number begins.
    Grid(usize),
    /// Nothing of its own.
    Skip(Skip),
}

/// Where a grid is, and what is wrong with it.
#[derive(Debug)]
struct Grid {
    /// The place of its symbols; of a bad one of all that could be cells.
    text: Range<usize>,
    /// The offset of its first row in the stretch.
    start: usize,
    bad: Option<BadLine>,
}

impl Flat {
    /// Reads a stretch.
    pub fn read(stretch: &Stretch) -> Self {
        let mut reader = Reader { stretch, flat: Self::default(), ends: None, scrap: None };
        let mut lines = Lines::new(&stretch.bytes[stretch.from..]);
        if stretch.inside_line {
            lines.next();
        }
        let mut walk = Walk::new(stretch);
        loop {
            let newlines = lines.newlines();
            let Some((at, line)) = lines.next() else { break };
            let (at, before) = (at + stretch.from, reader.flat.text.len());
            let step = walk.line(at, line, &mut reader.flat.text);
            reader.line(&step, Row { line, at, newlines }, before);
        }
        walk.end().into_iter().for_each(|rows| reader.end(rows));
        reader.end_scrap();
        reader.flat.newlines = lines.newlines();
        reader.flat
    }

    /// The symbols of a grid, by its number, and what is wrong with it.
    pub fn grid(&self, number: usize) -> (&[u8], Option<&BadLine>) {
        let grid = &self.grids[number];
        (&self.text[grid.text.clone()], grid.bad.as_ref())
    }

    /// Where a cell of a grid with all its rows stands in the stretch: how far
    /// below the first row, and in which column.
    pub fn place(&self, number: usize, cell: usize, stretch: &Stretch) -> Option<(u64, usize)> {
        let (mut row, place) = (cell / stretch.rows.side, cell % stretch.rows.side);
        let mut lines = Lines::new(&stretch.bytes[self.grids[number].start..]);
        loop {
            let below = lines.newlines();
            let (_, line) = lines.next()?;
            if stretch.rows.kind(line, &mut Vec::new()) != Kind::Row {
                continue;
            }
            if row == 0 {
                return Some((below, column(line, cells(line).nth(place)?.0)));
            }
            row -= 1;
        }
    }
}

/// A line while it is read: its offset in the stretch, and the newlines before.
#[derive(Clone, Copy)]
struct Row<'a> {
    line: &'a [u8],
    at: usize,
    newlines: u64,
}

struct Reader<'a> {
    stretch: &'a Stretch<'a>,
    flat: Flat,
    /// The first and the last row of the grid that is being read.
    ends: Option<[Row<'a>; 2]>,
    /// A line that may be a name: its item, itself, and where its symbols begin.
    scrap: Option<(usize, Row<'a>, usize)>,
}

impl<'a> Reader<'a> {
    /// Takes a line; what could be its cells stands in the text from `before`.
    fn line(&mut self, step: &Step, row: Row<'a>, before: usize) {
        step.ends.into_iter().for_each(|rows| self.end(rows));
        match step.kind {
            Kind::Ruler => {}
            // It is the name of the grid that begins here.
            Kind::Row => self.scrap = None,
            _ => self.end_scrap(),
        }
        let skip = match step.kind {
            Kind::Row | Kind::Broken => None,
            Kind::Alone => return self.alone(row, before),
            Kind::Scrap => {
                self.scrap = Some((self.flat.items.len(), row, before));
                return self.item(row, What::Skip(Skip::Name));
            }
            Kind::Ruler => Some(Skip::Ruler),
            Kind::Blank => Some(Skip::Blank),
            Kind::Comment => Some(Skip::Comment),
            Kind::Name => match self.stretch.preamble {
                Some((at, skip)) if at == row.at => Some(skip),
                _ => Some(Skip::Name),
            },
        };
        match skip {
            None => self.row(step, row, before),
            Some(skip) => {
                self.flat.text.truncate(before);
                self.item(row, What::Skip(skip));
            }
        }
        if step.overflows {
            let bad = BadLine {
                line_offset: 0,
                column: 1,
                problem: Problem::OversizedGrid { limit: MAX_LINE },
            };
            self.ends = None;
            self.fail(bad);
        }
    }

    fn row(&mut self, step: &Step, row: Row<'a>, before: usize) {
        let first = match self.ends {
            Some([first, _]) => {
                self.item(row, What::Skip(Skip::Row));
                first
            }
            None => {
                self.grid(row, before, None);
                row
            }
        };
        self.ends = Some([first, row]).filter(|_| !step.completes);
        let end = self.flat.text.len();
        self.flat.grids.last_mut().expect("a grid was begun").text.end = end;
        if step.kind == Kind::Broken {
            let below = row.newlines - first.newlines;
            self.fail(self.stretch.rows.fault(row.line, below));
        }
    }

    /// Ends the grid that is being read: it has only so many rows.
    fn end(&mut self, found: usize) {
        let Some([first, last]) = self.ends.take() else { return };
        self.fail(BadLine {
            line_offset: last.newlines - first.newlines,
            column: column(last.line, last.line.trim_ascii_end().len()),
            problem: Problem::ShortGrid { found, expected: self.stretch.rows.side },
        });
    }

    /// Takes note of what is wrong with the last grid, if it is the first such.
    fn fail(&mut self, bad: BadLine) {
        if let Some(grid) = self.flat.grids.last_mut() {
            grid.bad.get_or_insert(bad);
        }
    }

    /// A line that could be a row, and names no grid, is what is left of one.
    fn end_scrap(&mut self) {
        let Some((item, row, start)) = self.scrap.take() else { return };
        self.flat.items[item].what = What::Grid(self.flat.grids.len());
        let end = start + cells(row.line).count();
        let bad = Some(self.stretch.rows.fault(row.line, 0));
        self.flat.grids.push(Grid { text: start..end, start: row.at, bad });
    }

    /// A line that is far too long stands for a grid of its own.
    fn alone(&mut self, row: Row, before: usize) {
        self.flat.text.truncate(before);
        self.flat.text.extend(&row.line[..row.line.len().min(MAX_LINE)]);
        let bad = self.stretch.rows.fault(row.line, 0);
        self.grid(row, before, Some(bad));
    }

    fn grid(&mut self, row: Row, before: usize, bad: Option<BadLine>) {
        self.item(row, What::Grid(self.flat.grids.len()));
        let text = before..self.flat.text.len();
        self.flat.grids.push(Grid { text, start: row.at, bad });
    }

    fn item(&mut self, row: Row, what: What) {
        self.flat.items.push(Item { newlines: row.newlines, what });
    }
}
