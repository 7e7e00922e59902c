//! Follows a text line by line to find where grids begin and end, and where it may be cut.
//!
//! A grid has as many rows as a row has cells, possibly with rulers between them. Any other line,
//! even a blank one, ends the grid, complete or not. The text can be cut after such a line,
//! whatever came before.

use super::{
    RowKind, UnfoldedGrids,
    row::{RowFormat, is_array_syntax},
};
use crate::input::{
    format::{Format, Piece},
    layout::{Detection, Layout, Start},
    lines::{
        self, Cut, Lines, MAX_LINE, Preamble, Skip,
        line_end::{last_line_end, line_end, may_continue, without_line_end},
        position::column,
        without_bom,
    },
};

/// Grids with one row per line.
pub(in crate::input) struct Grids {
    name: &'static str,
    are_numbers: bool,
}

impl Grids {
    /// Rows of symbols: drawn, with rulers, or given by candidates.
    pub const OF_SYMBOLS: Self = Self { name: "grids", are_numbers: false };

    /// Arrays of numbers, with one row or a whole puzzle per line.
    pub const OF_NUMBERS: Self = Self { name: "numbers", are_numbers: true };
}

impl Format for Grids {
    fn name(&self) -> &'static str {
        self.name
    }

    fn detect(&self, start: &Start) -> Option<Detection> {
        start.grids(self.are_numbers)
    }

    fn cut(&self, layout: &Layout, piece: &Piece, target: usize, last: bool) -> Option<Cut> {
        GridText::of(layout, piece)?.cut(target, last)
    }

    fn cut_whole(&self, layout: &Layout, piece: &Piece, target: usize) -> Option<Cut> {
        GridText::of(layout, piece)?.cut_forward(target, true)
    }

    fn unfold(&self, layout: &Layout, piece: &Piece) -> Option<UnfoldedGrids> {
        Some(UnfoldedGrids::read(&GridText::of(layout, piece)?))
    }

    fn place(&self, it: &Layout, piece: &Piece, at: usize, cell: usize) -> Option<(u64, usize)> {
        GridText::of(it, piece)?.place(at, cell)
    }
}

/// A piece of a file of grids that begins where no grid is open.
#[derive(Clone, Copy, Debug)]
pub(in crate::input) struct GridText<'a> {
    pub bytes: &'a [u8],
    pub rows: RowFormat,
    /// The start of the first line, after any byte-order mark.
    pub from: usize,
    /// True if the piece begins with the rest of an earlier line.
    pub inside_line: bool,
    /// The offset of the header or count, which is never a row.
    pub preamble: Option<(usize, Skip)>,
    /// The offset of the first record; earlier lines are never records.
    first: usize,
}

impl<'a> GridText<'a> {
    /// Creates the piece of a text with these rows.
    pub fn new(rows: RowFormat, preamble: Option<Preamble>, piece: &Piece<'a>) -> Self {
        let Piece { bytes, start, inside_line, .. } = *piece;
        let mark = without_bom(bytes).1;
        let place = |at: u64| usize::try_from(at.checked_sub(start)?).ok();
        Self {
            bytes,
            rows,
            from: if start == 0 { mark } else { 0 },
            inside_line,
            preamble: preamble
                .and_then(|preamble| preamble.head)
                .and_then(|(_, last, skip)| Some((place(last)?, skip))),
            first: preamble.and_then(|preamble| place(preamble.rows)).unwrap_or(0),
        }
    }

    fn of(layout: &Layout, piece: &Piece<'a>) -> Option<Self> {
        Some(Self::new(layout.rows?, layout.preamble, piece))
    }

    /// Locates a cell of a complete grid that begins at `start`: the number of lines below the
    /// grid's first row, and the column.
    fn place(&self, start: usize, cell: usize) -> Option<(u64, usize)> {
        let (mut row, place) = (cell / self.rows.side, cell % self.rows.side);
        let mut lines = Lines::new(&self.bytes[start..]);
        loop {
            let below = lines.newlines();
            let (_, line) = lines.next()?;
            if self.rows.kind(line, &mut Vec::new()) != RowKind::Row {
                continue;
            }
            if row == 0 {
                return Some((below, column(line, self.rows.place(line, place)?)));
            }
            row -= 1;
        }
    }
}

/// Follows the grids of a piece, line by line.
pub(in crate::input) struct GridTracker<'a> {
    piece: &'a GridText<'a>,
    open: Option<OpenGrid>,
    /// True if the last line is a fragment, until the next line decides whether it is a name.
    has_fragment: bool,
}

/// An incomplete grid: its start, and the number of its rows so far.
#[derive(Clone, Copy)]
struct OpenGrid {
    start: usize,
    rows: usize,
    /// True for a grid below `[State]`, which repeats the previous puzzle with more cells filled in
    /// and is not a puzzle itself.
    is_state: bool,
}

/// Returns true if a line begins the section of an `.sdk` file that repeats the puzzle with the
/// cells filled in so far.
pub(super) fn is_state(line: &[u8]) -> bool {
    line.trim_ascii().eq_ignore_ascii_case(b"[State]")
}

/// The effect of one line.
pub(in crate::input) struct Step {
    /// The kind of line. A [`RowKind::Fragment`] is a name if the next line other than a ruler is a
    /// row, and a damaged grid otherwise.
    pub kind: RowKind,
    /// The number of rows in the incomplete grid that ends before this line.
    pub ends: Option<usize>,
    /// True if this is the last row of its grid.
    pub completes: bool,
    /// True if this is a row below `[State]`.
    pub is_state: bool,
    /// True if the grid ends here because it exceeds [`MAX_LINE`] bytes.
    pub overflows: bool,
}

impl<'a> GridTracker<'a> {
    pub fn new(piece: &'a GridText<'a>) -> Self {
        Self { piece, open: None, has_fragment: false }
    }

    /// Ends the text; returns the number of rows in an incomplete grid.
    pub fn end(self) -> Option<usize> {
        self.open.filter(|open| !open.is_state).map(|open| open.rows)
    }

    /// Returns true if a line at this offset precedes the first record, in a text with one record
    /// per line.
    pub fn is_above(&self, at: usize) -> bool {
        self.piece.rows.is_whole() && at < self.piece.first
    }

    /// Returns true if no grid is open after the last line.
    pub fn is_between_grids(&self) -> bool {
        self.open.is_none() && !self.has_fragment
    }

    /// Processes the next line, which begins at `at`. Appends the bytes that could be cells, for a
    /// line of any kind.
    pub fn line(&mut self, at: usize, line: &[u8], cells: &mut Vec<u8>) -> Step {
        let kind = match self.piece.preamble {
            Some((place, _)) if place == at => RowKind::Name,
            _ => self.piece.rows.kind(line, cells),
        };
        let kind = match kind {
            RowKind::EmptyRow if self.open.is_none() && self.piece.rows.is_separated() => {
                RowKind::Ruler
            }
            RowKind::EmptyRow => RowKind::FaultyRow,
            kind => kind,
        };
        // Every line after the first record is a record, unless it is part of an array's syntax.
        let kind = match kind {
            RowKind::Name | RowKind::Ruler
                if self.piece.rows.is_whole()
                    && at >= self.piece.first
                    && !is_array_syntax(line) =>
            {
                RowKind::FaultyPuzzle
            }
            kind => kind,
        };
        // After many rows, a fragment is a damaged row. After few rows, it may be the name of the
        // next grid, because the current one may be just a surplus row.
        let is_part = |open: OpenGrid| open.rows * 4 > self.piece.rows.height;
        let kind = match (kind, self.open) {
            (RowKind::Fragment, Some(open)) if is_part(open) => RowKind::FaultyRow,
            (RowKind::Fragment, _) if !self.piece.rows.is_short(line) => RowKind::Name,
            _ => kind,
        };
        let in_state = self.open.is_some_and(|open| open.is_state);
        let kind = match kind {
            RowKind::Fragment if in_state => RowKind::FaultyRow,
            _ => kind,
        };
        self.has_fragment =
            kind == RowKind::Fragment || self.has_fragment && kind == RowKind::Ruler;
        let is_row = matches!(kind, RowKind::Row | RowKind::FaultyRow);
        let ends = match is_row || kind == RowKind::Ruler {
            true => None,
            false => self.open.take().filter(|open| !open.is_state).map(|open| open.rows),
        };
        if kind == RowKind::Name && is_state(line) {
            self.open = Some(OpenGrid { start: at, rows: 0, is_state: true });
        }
        let completes = is_row && self.row(at);
        let is_long = |open: &mut OpenGrid| at + line.len() - open.start > MAX_LINE;
        let overflows = self.open.take_if(is_long).is_some();
        let is_state = in_state && is_row;
        Step { kind, ends, completes, is_state, overflows: overflows && !in_state }
    }

    /// Counts a row; returns true if it is the last of its grid.
    fn row(&mut self, at: usize) -> bool {
        let open = self.open.get_or_insert(OpenGrid { start: at, rows: 0, is_state: false });
        open.rows += 1;
        let is_last = open.rows == self.piece.rows.height;
        if is_last {
            self.open = None;
        }
        is_last
    }
}

/// The number of lines to examine backward from the target for one that ends any grid, before
/// falling back to following all lines from the start.
const BACK: usize = 100;

impl GridText<'_> {
    /// Cuts a piece of about `target` bytes off the front, at a place where no grid is open: the
    /// last one within the target, or else the first one beyond it. Returns `None` if more bytes
    /// are needed; `last` means that no more will come.
    pub fn cut(&self, target: usize, last: bool) -> Option<Cut> {
        if self.rows.height == 1 {
            return lines::cut(self.bytes, target, last);
        }
        if last && self.bytes.len() <= target {
            return whole(self.bytes.len());
        }
        match self.last_start(target) {
            Some(len) => whole(len),
            None => self.cut_forward(target, last),
        }
    }

    /// Returns the end of the last complete line within the target that ends any grid.
    fn last_start(&self, target: usize) -> Option<usize> {
        let within = &self.bytes[..target.min(self.bytes.len())];
        let (mut next, mut cells) = (last_line_end(self.bytes, within.len(), false)?, Vec::new());
        for _ in 0..BACK {
            let line = without_line_end(&within[..next]);
            // The first line may be only the rest of a line.
            let start = memchr::memrchr2(b'\n', b'\r', line)? + 1;
            cells.clear();
            let kind = self.rows.kind(&line[start..], &mut cells);
            if matches!(
                kind,
                RowKind::Blank | RowKind::Comment | RowKind::Name | RowKind::FaultyPuzzle
            ) && !is_state(&line[start..])
            {
                return Some(next);
            }
            next = start;
        }
        None
    }

    /// Like [`Self::cut`], but follows all lines from the front. A larger target never cuts before
    /// a smaller one.
    pub fn cut_forward(&self, target: usize, last: bool) -> Option<Cut> {
        if self.rows.height == 1 {
            return lines::cut(self.bytes, target, last);
        }
        let (mut tracker, mut cells) = (GridTracker::new(self), Vec::new());
        let mut at = if self.inside_line { 0 } else { self.from };
        // The last place to cut within the target, or the first beyond it.
        let mut best = 0;
        while best == 0 || at < target {
            let (end, next) = match self.line_end(at, best, target, last) {
                Ok(ends) => ends,
                Err(cut) => return cut,
            };
            let is_rest = at == 0 && self.inside_line;
            if !is_rest && end - at <= MAX_LINE {
                cells.clear();
                tracker.line(at, &self.bytes[at..end], &mut cells);
            }
            at = next;
            if tracker.is_between_grids() && (at <= target || best == 0) {
                best = at;
            }
        }
        whole(best)
    }

    /// Returns the end of the line at `at` and the start of the next one; or, if the line is not
    /// entirely in the piece, the cut.
    fn line_end(
        &self,
        at: usize,
        best: usize,
        target: usize,
        last: bool,
    ) -> Result<(usize, usize), Option<Cut>> {
        // A line end takes up to two bytes.
        let window = &self.bytes[..self.bytes.len().min(at + MAX_LINE + 2)];
        let is_long = window.len() - at > MAX_LINE || at == 0 && self.inside_line;
        let is_decided = |next: usize| last || next < self.bytes.len() || !may_continue(window);
        match line_end(window, at) {
            Some((end, next)) if is_decided(next) => Ok((end, next)),
            _ if is_long && at == 0 => self.cut_long_line(target, last),
            // End the piece before an oversized line.
            _ if is_long && best == 0 => Err(whole(at)),
            _ if best > 0 => Err(whole(best)),
            _ => Err(if last { whole(self.bytes.len()) } else { None }),
        }
    }

    /// Returns the end of the oversized line at the front, or a cut inside it.
    fn cut_long_line(&self, target: usize, last: bool) -> Result<(usize, usize), Option<Cut>> {
        let bound = target.max(MAX_LINE + 1);
        let found = line_end(&self.bytes[..self.bytes.len().min(bound + 1)], 0);
        match found.filter(|&(_, next)| next < self.bytes.len() || last) {
            Some(ends) if ends.1 <= bound => Ok(ends),
            _ => Err(lines::cut(self.bytes, target, last)),
        }
    }
}

fn whole(len: usize) -> Option<Cut> {
    Some(Cut::whole(len))
}
