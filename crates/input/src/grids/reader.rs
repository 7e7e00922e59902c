//! Reads the grids of a text: the symbols of each, or what is wrong with it, and what the lines between
//! them are.

use super::{
    around::Around,
    fault::Fault,
    kind::{Kind, Seen},
    row::{characters, is_ruler},
    rows::Rows,
    tracker::{Step, Tracker},
};
use crate::{
    lines::{Lines, MAX_LINE, Preamble, Skip, line_end::without_line_end},
    record::{OnSkip, Record},
};
use std::cmp::Ordering;
use sudomill_puzzle::error::{BadLine, Problem};

/// Returns true for the names of the grids in an `.sdk` file that repeat a puzzle with more cells filled in.
fn is_state_name(line: &[u8]) -> bool {
    let name = line.trim_ascii();
    [&b"[State]"[..], b"[Solution]"].iter().any(|it| name.eq_ignore_ascii_case(it))
}

/// The grids of a text.
pub struct Grids<'t> {
    /// How their rows are written.
    pub rows: &'t Rows,
    /// The lines that are not read yet.
    pub lines: Lines<'t>,
    /// The offset of the text in its input.
    pub start: u64,
    /// The lines above the first grid of the input.
    pub preamble: &'t Preamble,
    /// The next line, if it is known to be no row.
    pub ahead: Option<LineAhead>,
}

/// What a line is that was looked at before it is read, as the one below each grid with a name is.
#[derive(Clone, Copy, Debug)]
pub struct LineAhead {
    at: usize,
    kind: Kind,
}

/// A line, and where it stands in the text.
#[derive(Clone, Copy)]
struct GridLine<'t> {
    text: &'t [u8],
    at: usize,
    newlines: u64,
}

/// A grid, as far as it is read.
struct PartOfGrid {
    record: Record,
    bad: Option<BadLine>,
    /// The number of rows of its first band that has another number of them than a band.
    bad_band: Option<usize>,
    rows: usize,
    /// The offset behind the text of the last row.
    end: usize,
}

impl PartOfGrid {
    fn new(first: GridLine) -> Self {
        let len = first.text.trim_ascii_end().len().min(MAX_LINE);
        let record = Record {
            newlines: first.newlines as u32,
            at: first.at as u32,
            len: len as u32,
            start: first.at as u32,
            ..Record::default()
        };
        Self { record, bad: None, bad_band: None, rows: 0, end: first.at }
    }

    /// Keeps the first fault, whose offset counts from the start of the grid's text.
    fn fail(&mut self, text: &[u8], fault: Fault) {
        self.bad.get_or_insert_with(|| fault.in_record(&text[self.record.start as usize..]));
    }
}

impl<'t> Grids<'t> {
    /// Reads the next grid: its record, with the symbols in `symbols`, and its error. Its clues may
    /// repeat a digit. The grids below names of states are passed over.
    pub fn next(
        &mut self,
        symbols: &mut Vec<u8>,
        skipped: &mut OnSkip,
    ) -> Option<(Record, Option<BadLine>)> {
        let begun = symbols.len();
        loop {
            let PartOfGrid { record, bad, .. } = self.next_or_state(symbols, skipped)?;
            if !self.is_state(record.start as usize) {
                return Some((record, bad));
            }
            symbols.truncate(begun);
            skipped(record.newlines.into(), Skip::Row);
        }
    }

    /// Returns true if the grid at this offset stands below the name of a state. A ruler may stand between them.
    fn is_state(&self, mut start: usize) -> bool {
        loop {
            let above = without_line_end(&self.lines.bytes[..start]);
            start = memchr::memrchr2(b'\n', b'\r', above).map_or(0, |end| end + 1);
            let line = &above[start..];
            // Asked first, since most grids have another line above them.
            if !is_ruler(line) || self.rows.kind(line, &mut Vec::new()) != Kind::Ruler {
                return is_state_name(line);
            }
        }
    }

    /// Reads the next grid, or state.
    fn next_or_state(&mut self, symbols: &mut Vec<u8>, skipped: &mut OnSkip) -> Option<PartOfGrid> {
        let begun = symbols.len();
        let mut tracker = Tracker::default();
        let mut grid: Option<PartOfGrid> = None;
        loop {
            let above = self.lines.clone();
            let written = symbols.len();
            let Some((at, text)) = self.lines.next() else { break };
            let line = GridLine { text, at, newlines: above.newlines };
            let seen = self.seen(at, text, symbols);
            let kind = seen.kind;
            let step = tracker.step(self.rows, seen, at, text);
            match step {
                Step::EndsAbove => {
                    // The line is read again, as one below the grid.
                    self.lines = above;
                    symbols.truncate(written);
                    break;
                }
                Step::NameAbove => {
                    if let Some(name) = grid.take() {
                        skipped(name.record.newlines.into(), Skip::Name);
                        symbols.drain(begun..written);
                    }
                }
                _ => {}
            }
            if let (Some(part), Some(open)) = (&mut grid, tracker.grid()) {
                part.bad_band = open.bad_band;
            }
            if step == Step::Other || step == Step::Overflow && !kind.is_row() {
                symbols.truncate(written);
                skipped(line.newlines, self.why_skipped(line, kind));
            } else {
                self.add(line, kind, &mut grid, symbols, skipped);
            }
            let may_end = || tracker.grid().is_some_and(|grid| grid.is_complete(self.rows));
            match step {
                Step::Whole => {
                    // The puzzle among the grids is shown as it is.
                    symbols.truncate(begun);
                    return grid;
                }
                Step::Overflow => {
                    let problem = Problem::OversizedGrid { limit: MAX_LINE };
                    grid.as_mut()?.fail(self.lines.bytes, Fault::new(0, problem));
                    break;
                }
                Step::LastRow | Step::NextGrid => break,
                _ if kind != Kind::Ruler && may_end() && self.ends_here(tracker) => break,
                _ => {}
            }
        }
        Some(self.finished(grid?, begun, symbols))
    }

    /// A grid that has ended, whose symbols begin at this place.
    fn finished(&self, mut grid: PartOfGrid, begun: usize, symbols: &[u8]) -> PartOfGrid {
        self.check(&mut grid, &symbols[begun..]);
        grid.record.at = (self.lines.bytes.len() + begun) as u32;
        grid.record.len = (symbols.len() - begun) as u32;
        grid
    }

    /// What the line at this offset is. Appends the symbols of a row.
    fn seen(&self, at: usize, text: &'t [u8], symbols: &mut Vec<u8>) -> Seen<'t> {
        match self.ahead {
            Some(ahead) if ahead.at == at => Seen { kind: ahead.kind, around: Around::default() },
            _ => self.rows.seen_at(self.start + at as u64, self.preamble, text, symbols),
        }
    }

    /// Returns true if the next grid begins below this line, at which the open one may be complete, or if another
    /// line that ends it stands there.
    fn ends_here(&mut self, mut tracker: Tracker<'t>) -> bool {
        let lines = self.lines.clone();
        let below = lines.at;
        let mut cells = Vec::new();
        for (at, text) in lines {
            cells.clear();
            let seen = self.seen(at, text, &mut cells);
            match tracker.step(self.rows, seen, at, text) {
                Step::NextGrid => return true,
                Step::EndsAbove if at == below => {
                    let kind = seen.kind;
                    self.ahead = (!kind.is_row()).then_some(LineAhead { at, kind });
                    return true;
                }
                Step::Row | Step::Other if tracker.grid().is_some() => {}
                _ => return false,
            }
        }
        false
    }

    fn why_skipped(&self, line: GridLine, kind: Kind) -> Skip {
        let offset = self.start + line.at as u64;
        kind.skip(offset < self.preamble.rows && self.rows.are_whole())
    }

    /// Adds a row, or the first one.
    fn add(
        &self,
        line: GridLine,
        kind: Kind,
        grid: &mut Option<PartOfGrid>,
        symbols: &mut Vec<u8>,
        skipped: &mut OnSkip,
    ) {
        if grid.is_some() {
            // Of the lines of a grid, only the first one counts as its record.
            skipped(line.newlines, Skip::Row);
        }
        let grid = grid.get_or_insert_with(|| PartOfGrid::new(line));
        grid.record.end = self.lines.at as u32;
        grid.rows += 1;
        grid.end = line.at + line.text.trim_ascii_end().len();
        if kind != Kind::Row {
            if grid.bad.is_none() {
                let above = line.at - grid.record.start as usize;
                grid.fail(self.lines.bytes, self.rows.fault(line.text).behind(above));
            }
            // The message shows the text that stands there, whatever it is.
            symbols.extend(characters(line.text).map(|cell| line.text[cell.start]));
        }
    }

    /// Looks for what is wrong with a grid of valid rows.
    fn check(&self, grid: &mut PartOfGrid, symbols: &[u8]) {
        if grid.bad.is_some() {
            return;
        }
        let start = grid.record.start as usize;
        let text = &self.lines.bytes[start..grid.record.end as usize];
        // A cell of the user's matters more to him than a row that is missing.
        if let Some(fault) = self.rows.lost_number(text, symbols) {
            grid.fail(self.lines.bytes, fault);
        } else if let Some(problem) = self.wrong_rows(grid) {
            grid.fail(self.lines.bytes, Fault::new(grid.end - start, problem));
        }
    }

    /// What is wrong with the number of rows of a grid, or of its bands.
    fn wrong_rows(&self, grid: &PartOfGrid) -> Option<Problem> {
        let (found, expected) = (grid.rows, self.rows.height());
        match found.cmp(&expected) {
            Ordering::Less => Some(Problem::ShortGrid { found, expected }),
            Ordering::Greater => Some(Problem::LongGrid { found, expected }),
            Ordering::Equal => {
                let expected = self.rows.band();
                grid.bad_band.map(|found| Problem::Band { found, expected })
            }
        }
    }
}
