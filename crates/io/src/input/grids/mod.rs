//! Grids: a puzzle takes several lines, one row of cells in each. Also arrays of numbers, of which
//! a line may hold a whole puzzle.
//!
//! A grid ends with its last row, or at any other line but a ruler; the text can be cut there. It also
//! ends above a row with a name, and where its array ends: a row that was lost must not be completed
//! from the next puzzle.
//!
//! `row` finds the cells in a line, `around` what else it holds, `rows` says what the line is, and this
//! module what it does to the grid that is open: it reads grids, and cuts the text between two of them.
//! `glance` rules out most lines that are no rows.

mod around;
mod glance;
mod row;
mod rows;

pub(in crate::input) use around::in_quotes;
pub(in crate::input) use glance::Glance;
pub(in crate::input) use row::{is_minus_one, value};
pub(in crate::input) use rows::{Kind, RowStyle, Rows};

use super::lines::{
    self, Cut, Lines, MAX_LINE, Notation, OnSkip, Piece, Preamble, Record, Skip, examine,
    line_end::{last_line_end, without_line_end},
    position::column,
};
use around::Around;
use row::{box_width, characters};
use sudomill_core::{
    by_size::{Parsed, parse_line},
    error::{BadLine, Problem},
};

/// Follows the grids of a text, line by line.
#[derive(Clone, Copy, Debug, Default)]
struct Tracker<'t> {
    open: Option<OpenGrid<'t>>,
}

/// A grid that is not complete.
#[derive(Clone, Copy, Debug, Default)]
struct OpenGrid<'t> {
    start: usize,
    rows: usize,
    /// True if it is a [`Kind::Part`], which is a name if the next line is a row.
    is_part: bool,
    /// True below `[State]` or `[Solution]` in an `.sdk` file, where a grid repeats a puzzle with
    /// more cells filled in.
    is_state: bool,
    /// The number of bands above the last blank line between two of them.
    bands: usize,
    /// True if a ruler stands below the last row.
    is_ruled: bool,
    /// What stands around the last row.
    around: Around<'t>,
    /// The number of brackets that close between its first two rows, and so between all of them.
    closed: usize,
    /// True if each row has a name, and the names count them.
    has_named_rows: bool,
}

/// What a line does.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    /// An incomplete grid ends above the line.
    ends: bool,
    /// The part above the line is a name.
    names: bool,
    /// The line is the last row of its grid.
    completes: bool,
    /// The line is a row of a grid that is no puzzle.
    is_state: bool,
    /// The grid has become longer than [`MAX_LINE`], and ends here.
    overflows: bool,
}

impl<'t> OpenGrid<'t> {
    /// Adds a row.
    fn add(&mut self, row: Around<'t>) {
        if self.rows == 1 {
            self.closed = self.around.closed_until(&row);
            self.has_named_rows = row.is_named();
        }
        self.rows += 1;
        self.is_ruled = false;
        self.around = row;
    }

    /// Returns true if a row belongs to the next grid, though this one lacks rows.
    fn ends_above(&self, rows: &Rows, row: &Around) -> bool {
        if self.rows == 0 {
            return false;
        }
        let is_band = self.rows.is_multiple_of(rows.band());
        // Where blanks are cells, a line of blanks between rows would be a row. The rulers
        // between the bands show that there is none.
        if matches!(rows.style, RowStyle::Blanks { .. }) && self.is_ruled != is_band {
            return true;
        }
        let closed = self.around.closed_until(row);
        let is_array_left = match self.rows {
            // Of numbers below each other, brackets enclose as many as a row has.
            rows_above if rows.width() == 1 => {
                closed > usize::from(rows_above.is_multiple_of(rows.size.side()))
            }
            1 => self.around.closes_more(row),
            _ => closed != self.closed,
        };
        let has_other_name = match self.rows {
            1 => {
                row.is_named()
                    && !(self.around.may_count(rows.height()) && self.around.counts_on(row))
            }
            _ if self.has_named_rows => !self.around.counts_on(row),
            _ => row.is_named(),
        };
        is_array_left || has_other_name || !self.around.is_as_deep(row)
    }
}

impl<'t> Tracker<'t> {
    fn line(&mut self, rows: &Rows, kind: Kind, at: usize, line: &'t [u8]) -> Step {
        let is_state = self.open.is_some_and(|open| open.is_state);
        let is_row = matches!(kind, Kind::Row | Kind::Bad) || kind == Kind::Part && is_state;
        let new = OpenGrid { start: at, ..OpenGrid::default() };
        if kind == Kind::Blank
            && rows.has_gaps
            && let Some(open) = &mut self.open
            && open.rows > open.bands * rows.band()
            && open.rows.is_multiple_of(rows.band())
        {
            open.bands = open.rows / rows.band();
            open.is_ruled = true;
        } else if !is_row && kind != Kind::Ruler {
            let ends = self.open.take().is_some_and(|open| !open.is_state);
            let name = line.trim_ascii();
            if [&b"[State]"[..], b"[Solution]"].iter().any(|it| name.eq_ignore_ascii_case(it)) {
                self.open = Some(OpenGrid { is_state: true, ..new });
            } else if kind == Kind::Part {
                self.open = Some(OpenGrid { is_part: true, ..new });
            }
            return Step { ends, ..Step::default() };
        }
        let mut step = Step { is_state: is_state && is_row, ..Step::default() };
        if is_row {
            if self.open.is_some_and(|open| open.is_part) {
                self.open = None;
                (step.names, step.ends) = (kind == Kind::Row, kind != Kind::Row);
            }
            let around = rows.around(kind, line);
            if !is_state && self.open.is_some_and(|open| open.ends_above(rows, &around)) {
                self.open = None;
                step.ends = true;
            }
            let open = self.open.get_or_insert(new);
            open.add(around);
            step.completes = open.rows == rows.height();
            self.open = self.open.filter(|_| !step.completes);
        } else if let Some(open) = &mut self.open {
            open.is_ruled = true;
        }
        if self.open.is_some_and(|open| at + line.len() - open.start > MAX_LINE) {
            (self.open, step.overflows) = (None, !is_state);
        }
        step
    }
}

/// The number of lines to examine backward from the target for one that ends any grid.
const BACK: usize = 100;

impl Rows {
    /// These rows as the first grid of a text has them: with dashes for empty cells, with boxes of some
    /// width, and with blank lines between its bands. False if this is assumed, because the text is too short.
    pub fn as_in(self, text: &[u8]) -> (Self, bool) {
        let rows = Self { has_gaps: true, ..self };
        let (mut tracker, mut cells) = (Tracker::default(), Vec::new());
        let (mut count, mut has_gaps) = (0, None);
        for (at, line) in Lines::new(text) {
            examine();
            cells.clear();
            let (open, kind) = (tracker.open, rows.kind(line, &mut cells));
            if rows.style == (RowStyle::Symbols { dashes: false }) && cells.contains(&b'-') {
                // Lines of dashes alone are rows, too.
                return Self { style: RowStyle::Symbols { dashes: true }, ..self }.as_in(text);
            }
            if rows.style == (RowStyle::Blanks { box_width: 0 }) && kind == Kind::Row {
                let box_width = box_width(line).unwrap_or_default();
                return Self { style: RowStyle::Blanks { box_width }, ..self }.as_in(text);
            }
            let step = tracker.line(&rows, kind, at, line);
            count += usize::from(kind == Kind::Row);
            has_gaps = has_gaps.or(match open {
                Some(open) if step.completes => Some(open.bands + 1 == rows.size.bands()),
                // A grid that ends too early shows only that its bands are not apart.
                Some(open) if step.ends && open.rows > 0 && open.bands == 0 => Some(false),
                _ => None,
            });
            if let Some(has_gaps) = has_gaps.filter(|_| count >= rows.height()) {
                return (Self { has_gaps, ..self }, true);
            }
        }
        (Self { has_gaps: has_gaps == Some(true), ..self }, false)
    }

    /// Cuts a piece of about `target` bytes off the front, where no grid is open: at the last such
    /// place within the target, or else at the first beyond it. `None` if more bytes are needed;
    /// `last` means that no more will come. For a share of the whole text, follows all lines from the
    /// front: a larger target never cuts before a smaller one.
    pub fn cut(
        &self,
        piece: &Piece,
        above: &Preamble,
        target: usize,
        last: bool,
        is_share: bool,
    ) -> Option<Cut> {
        let bytes = piece.bytes;
        if self.are_whole() || last && bytes.len() <= target {
            return lines::cut(bytes, target, last);
        }
        if !is_share && let Some(end) = self.last_end(bytes, target) {
            return Some(Cut::whole(end));
        }
        let (mut tracker, mut cells) = (Tracker::default(), Vec::new());
        // The last place to cut within the target, or the first beyond it.
        let (mut at, mut best) = (0, 0);
        while at < bytes.len() && (best == 0 || at < target) {
            match lines::cut(&bytes[at..], 1, last) {
                Some(cut) if !cut.inside_line => {
                    let from = if at == 0 { piece.mark() } else { at };
                    let line = without_line_end(&bytes[from..at + cut.len]);
                    if at > 0 || !piece.at.inside_line {
                        cells.clear();
                        let offset = piece.at.offset + from as u64;
                        let kind = self.kind_at(offset, above, line, &mut cells);
                        tracker.line(self, kind, at, line);
                    }
                    at += cut.len;
                    if tracker.open.is_none() && (at <= target || best == 0) {
                        best = at;
                    }
                }
                Some(cut) if at == 0 => return Some(cut),
                // End the piece before an oversized line.
                Some(_) if best == 0 => return Some(Cut::whole(at)),
                _ => break,
            }
        }
        match best {
            0 => last.then(|| Cut::whole(bytes.len())),
            _ => Some(Cut::whole(best)),
        }
    }

    /// The end of the last complete line within the target that ends any grid.
    fn last_end(&self, bytes: &[u8], target: usize) -> Option<usize> {
        let mut next = last_line_end(bytes, target.min(bytes.len()), false)?;
        for _ in 0..BACK {
            let line = without_line_end(&bytes[..next]);
            // The first line may be only the rest of a line.
            let start = memchr::memrchr2(b'\n', b'\r', line)? + 1;
            let line = &line[start..];
            let kind = self.kind(line, &mut Vec::new());
            let mut tracker = Tracker::default();
            tracker.line(self, Kind::Row, start, b"");
            let ends = tracker.line(self, kind, start, line).ends && tracker.open.is_none();
            if ends && !(self.has_gaps && kind == Kind::Blank) {
                return Some(next);
            }
            next = start;
        }
        None
    }

    /// Reads the next grid of a text that begins at this offset of its input: its record, with the
    /// symbols in `scratch`, and its error. Its clues may repeat a digit.
    pub fn next(
        &self,
        lines: &mut Lines,
        start: u64,
        preamble: &Preamble,
        scratch: &mut Vec<u8>,
        skipped: &mut OnSkip,
    ) -> Option<(Record, Option<BadLine>)> {
        let (begun, height, mut tracker) = (scratch.len(), self.height(), Tracker::default());
        let (mut grid, mut bad): (Option<Record>, Option<BadLine>) = (None, None);
        // The number of rows so far, and the last one.
        let (mut count, mut last) = (0, (0, &b""[..]));
        loop {
            let (above, before, written) = (lines.clone(), lines.newlines, scratch.len());
            let Some((at, line)) = lines.next() else { break };
            let offset = start + at as u64;
            let kind = self.kind_at(offset, preamble, line, scratch);
            let step = tracker.line(self, kind, at, line);
            if step.ends {
                // The line is read again, as one below the grid.
                *lines = above;
                scratch.truncate(written);
                break;
            }
            if step.names
                && let Some(name) = grid.take()
            {
                skipped(name.newlines.into(), Skip::Name);
                (bad, count) = (None, 0);
                scratch.drain(begun..written);
            }
            let below = before - grid.map_or(before, |grid| u64::from(grid.newlines));
            let is_row = matches!(kind, Kind::Row | Kind::Bad | Kind::Part | Kind::Whole);
            let is_row = is_row && !step.is_state;
            if !is_row {
                scratch.truncate(written);
                let is_above = offset < preamble.rows && self.are_whole();
                skipped(before, preamble.head_at(offset).unwrap_or(kind.skip(is_above)));
                if !step.overflows {
                    continue;
                }
            } else if let Some(grid) = &mut grid {
                skipped(before, Skip::Row);
                grid.end = lines.at as u32;
            } else {
                let len = line.trim_ascii_end().len().min(MAX_LINE) as u32;
                let (newlines, at, end) = (before as u32, at as u32, lines.at as u32);
                grid = Some(Record { newlines, at, len, start: at, end, fields: 0 });
            }
            if is_row && kind != Kind::Row {
                bad.get_or_insert_with(|| self.fault(line, below));
                scratch.extend(characters(line).map(|cell| line[cell.start]));
            }
            if kind == Kind::Whole {
                scratch.truncate(begun);
                return grid.map(|grid| (grid, bad));
            }
            count += usize::from(is_row);
            last = (below, line);
            if step.overflows {
                bad.get_or_insert(BadLine::new((0, 1), Problem::OversizedGrid { limit: MAX_LINE }));
            }
            if step.completes || step.overflows {
                break;
            }
        }
        let mut grid = grid?;
        if bad.is_none() {
            bad = self
                .ambiguous(&lines.bytes[grid.start as usize..grid.end as usize], &scratch[begun..]);
        }
        if count < height {
            let problem = Problem::ShortGrid { found: count, expected: height };
            let end = column(last.1, last.1.trim_ascii_end().len());
            bad.get_or_insert(BadLine::new((last.0, end), problem));
        }
        (grid.at, grid.len) = ((lines.bytes.len() + begun) as u32, (scratch.len() - begun) as u32);
        Some((grid, bad))
    }

    /// The error of a grid with this text, if both zeros and −1 stand for something in it.
    fn ambiguous(&self, text: &[u8], symbols: &[u8]) -> Option<BadLine> {
        let mut lines = Lines::new(text);
        while self.may_be_ambiguous(symbols) {
            let below = lines.newlines();
            let (_, line) = lines.next()?;
            if let Some(cell) = self.minus_one(line) {
                return Some(self.wrong_cell(line, cell, below));
            }
        }
        None
    }

    /// The error of the grid that begins with this text, if its clues repeat a digit.
    pub fn repeated(&self, text: &[u8], symbols: &[u8]) -> Option<BadLine> {
        let candidates = self.style == RowStyle::Candidates;
        let notation = Notation { alphabet: self.alphabet, candidates };
        match parse_line(symbols, self.size, notation) {
            Parsed::Bad(bad) => Some(BadLine::new(self.place(text, bad.column - 1), bad.problem)),
            _ => None,
        }
    }
}
