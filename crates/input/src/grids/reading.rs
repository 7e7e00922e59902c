//! Finds the cells in a line of a grid, and reads them.

use super::{
    super::{lines::MAX_LINE, list::behind_dash},
    around::{Around, before_dot},
    glance::{Glance, Part},
    row::{blanks, collected, lists, symbols},
    rows::{CellCount, Dash, RowStyle, Rows},
    tokens::label_end,
};
use std::{mem, ops::Range};
use sudomill_puzzle::puzzle_line::word::trimmed;

impl Rows {
    /// A glance at a line of these rows.
    pub fn glance<'t>(&self, line: &'t [u8]) -> Glance<'t> {
        let glance = Glance::of(line);
        if self.are_terminated { glance.before_separator().unwrap_or(glance) } else { glance }
    }

    /// The text of a row of symbols, without the mark of an item.
    fn unmarked<'t>(&self, text: &'t [u8]) -> &'t [u8] {
        let is_item = self.style == RowStyle::Symbols { dash: Dash::Item };
        let item = if is_item { behind_dash(text) } else { None };
        item.map_or(text, |start| &text[start..])
    }

    /// Returns true for the text of a row of symbols with the mark of an item.
    pub(super) fn is_marked(&self, text: &[u8]) -> bool {
        self.unmarked(text).len() < text.len()
    }

    /// Returns true for a row.
    pub fn is_row(&self, glance: &Glance) -> bool {
        self.symbols(glance).is_some()
    }

    /// The symbols of a row; `None` for another line.
    pub fn symbols(&self, glance: &Glance) -> Option<Vec<u8>> {
        let line = glance.line;
        let mut symbols = Vec::new();
        let is_row = line.len() <= MAX_LINE
            && line.trim_ascii_start().first() != Some(&self.comment)
            && self.row(glance, &mut symbols).is_ok();
        is_row.then_some(symbols)
    }

    /// Returns true if this line shows the style if it is a row. Nothing but blanks between bars may be a
    /// row or part of the drawing, and an item has its mark.
    pub fn are_shown_by(&self, line: &[u8]) -> bool {
        match self.style {
            RowStyle::Blanks => line.iter().any(u8::is_ascii_alphanumeric),
            RowStyle::Symbols { dash: Dash::Item } => self.is_marked(line),
            _ => true,
        }
    }

    /// Appends the symbols of a row; for another line, returns what [`Self::read`] does.
    pub(super) fn row(&self, glance: &Glance, out: &mut Vec<u8>) -> Result<(), CellCount> {
        let start = out.len();
        let count = self.read(glance, out);
        if count.all == self.width() && count.good == count.all {
            // Dashes alone draw a ruler, unless the file writes empty cells so.
            let is_dashed = out[start..].iter().all(|&symbol| symbol == b'-');
            if !is_dashed || self.may_be_dashed(glance.line) {
                return Ok(());
            }
        }
        out.truncate(start);
        Err(count)
    }

    /// Appends the symbols of the cells in a line, and counts them.
    pub fn read(&self, glance: &Glance, out: &mut Vec<u8>) -> CellCount {
        let width = self.width();
        // Most rows have only blanks and bars between their symbols. Cells are found one by one only
        // in others: that takes three times as long.
        if let RowStyle::Symbols { .. } = self.style {
            let mut cells = [0; 32];
            let mut count = 0;
            for &byte in before_dot(self.unmarked(glance.all.text), width) {
                cells[count % 32] = byte;
                count += usize::from(!matches!(byte, b' ' | b'\t' | b'\r' | b'|'));
            }
            if count == width && cells[..width].iter().all(|byte| self.is_symbol(*byte)) {
                out.extend_from_slice(&cells[..width]);
                return CellCount { all: width, good: width };
            }
        }
        let mut count = CellCount { all: 0, good: 0 };
        for cell in self.cells(glance) {
            count.all += 1;
            count.good += usize::from(self.push(&glance.line[cell], out));
        }
        count
    }

    /// The cells in a line.
    pub fn cells(&self, glance: &Glance) -> Vec<Range<usize>> {
        let width = self.width();
        if let Some(row) = glance.before_dot(width) {
            return self.cells(&row);
        }
        let has_quotes = matches!(self.style, RowStyle::Symbols { .. });
        let quoted = if has_quotes { glance.quoted() } else { None };
        let all = self.cells_in(&glance.all);
        // In front of quotes, a name may be as long as a row: `easy = ["1423",`.
        if all.len() == width && quoted.is_none() {
            return all;
        }
        let Some(part) = quoted.or_else(|| glance.before_comment()) else { return all };
        let inner = self.cells_in(part);
        // A part of a row leaves the line what it is: text with a comment or a quote in it.
        if self.are_over_half(inner.len()) { inner } else { all }
    }

    /// The cells in a part of a line.
    fn cells_in(&self, part: &Part) -> Vec<Range<usize>> {
        let width = self.width();
        let text = part.text;
        let cells = match self.style {
            RowStyle::Symbols { .. } => {
                let row = self.unmarked(text);
                let start = text.len() - row.len();
                moved(collected(symbols(row, width), 2 * width), start)
            }
            RowStyle::Blanks => {
                blanks(text, self.size).unwrap_or_else(|| symbols(text, width).collect())
            }
            RowStyle::Candidates => lists(text).collect(),
            RowStyle::Numbers { .. } => {
                let all = trimmed(text, 0..text.len());
                // A whole puzzle may be one word, or have a word for each row.
                if self.are_whole() && all.len() == width {
                    return moved(bytes_of([all]), part.start);
                }
                let side = self.size.side();
                let has_slashes =
                    all.len() + 1 == width + side && text[all.clone()].contains(&b'/');
                let words = match self.are_whole() && has_slashes {
                    true => rows_between_slashes(text, all),
                    false => part.tokens().numbers(width),
                };
                let is_row = |word: &Range<usize>| {
                    word.len() == side && text[word.clone()].iter().all(|it| self.is_symbol(*it))
                };
                match self.are_whole() && words.len() == side && words.iter().all(is_row) {
                    true => bytes_of(words),
                    false => words,
                }
            }
        };
        moved(cells, part.start)
    }

    /// What stands around the cells of a row, damaged or not, if that tells where its array ends.
    pub(super) fn around<'t>(&self, is_bad: bool, glance: &Glance<'t>) -> Around<'t> {
        let tells = match self.style {
            RowStyle::Symbols { .. } if is_bad => return Around::label(self.label(glance.line)),
            RowStyle::Symbols { .. } => memchr::memchr2(b'"', b'\'', glance.line).is_some(),
            RowStyle::Numbers { height } => height > 1,
            RowStyle::Blanks | RowStyle::Candidates => false,
        };
        let part = || glance.before_comment().unwrap_or(&glance.all);
        if tells { part().tokens().around } else { Around::default() }
    }

    /// The name in front of a whole row of symbols, which makes it a bad one; empty without a name.
    fn label<'t>(&self, line: &'t [u8]) -> &'t [u8] {
        let width = self.width();
        let is_row = |text: &[u8]| {
            self.read(&self.glance(text), &mut Vec::new()) == CellCount { all: width, good: width }
        };
        let indent = line.len() - line.trim_ascii_start().len();
        let word = line[indent..].iter().position(|byte| b" \t".contains(byte)).unwrap_or(0);
        // A word of symbols alone is a part of a row that is too long.
        let is_name = |&end: &usize| {
            end > indent
                && !line[indent..end].iter().all(|byte| self.is_symbol(*byte))
                && is_row(&line[end..])
        };
        let end = [label_end(line), indent + word].into_iter().find(is_name);
        &line[..end.unwrap_or(0)]
    }

    /// Returns true if a row of numbers has an empty field, as tables have, too. The dot of LaTeX shows
    /// that it is no table.
    pub fn has_empty_field(&self, glance: &Glance) -> bool {
        let is_latex = glance.before_dot(self.width()).is_some();
        self.are_numbers() && !is_latex && self.cells(glance).iter().any(Range::is_empty)
    }
}

/// The rows of a puzzle in one word, `53..7..../6..195...`.
fn rows_between_slashes(text: &[u8], word: Range<usize>) -> Vec<Range<usize>> {
    let slashes = memchr::memchr_iter(b'/', &text[word.clone()]).map(|at| word.start + at);
    let mut start = word.start;
    let ends = slashes.chain([word.end]);
    ends.map(|end| mem::replace(&mut start, end + 1)..end).collect()
}

/// These ranges of a text, in one that has so many bytes in front of it.
fn moved(cells: Vec<Range<usize>>, by: usize) -> Vec<Range<usize>> {
    cells.into_iter().map(|cell| by + cell.start..by + cell.end).collect()
}

/// A cell for each byte of these words.
fn bytes_of(words: impl IntoIterator<Item = Range<usize>>) -> Vec<Range<usize>> {
    words.into_iter().flatten().map(|at| at..at + 1).collect()
}
