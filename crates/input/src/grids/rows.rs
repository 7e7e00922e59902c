//! The rows of grids: the style of their cells, and the symbols of a row.

use super::{
    super::{
        lines::{
            COMMENT, MAX_LINE,
            symbols::{NONE, SymbolValues, symbol_values},
        },
        list,
    },
    around::{Around, before_dot},
    glance::{Glance, Part},
    kind::Kind,
    row::{SYMBOLS, blanks, box_width, candidates, lists, name_end, symbols, value},
};
use std::{mem, ops::Range};
use sudomill_puzzle::{
    grid::{Alphabet, Size},
    puzzle_line::word::trimmed,
};

/// How the cells of a row are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowStyle {
    /// A symbol for each, with spaces and rulers anywhere.
    Symbols {
        /// True if a line of only dashes is a row of empty cells, not a ruler.
        dashes: bool,
    },
    /// A digit or a blank for each, in boxes between bars that are so wide in every row: 0 if not yet
    /// known.
    Blanks { box_width: usize },
    /// The candidates of each, with spaces or rulers between: `4 1679 12679 | 139 …`.
    Candidates,
    /// A number for each. A grid has this many rows: 1 if a line is a whole puzzle, and as many as
    /// it has cells if each line has one number.
    Numbers { height: usize },
}

/// The rows of a file of grids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rows {
    pub size: Size,
    pub style: RowStyle,
    pub alphabet: Alphabet,
    pub comment: u8,
    /// True if a blank line stands between the bands of a grid.
    pub has_gaps: bool,
    /// True if the rows are items of lists, below their keys.
    pub is_list: bool,
    pub(super) values: SymbolValues,
}

/// The number of cells in a line, and of those that are valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellCount {
    pub all: usize,
    pub good: usize,
}

impl Rows {
    pub fn new(size: Size, alphabet: Alphabet, style: RowStyle) -> Self {
        let values = *symbol_values(size, alphabet);
        Self { size, style, alphabet, comment: COMMENT, has_gaps: false, is_list: false, values }
    }

    /// The same rows in another alphabet.
    pub fn in_alphabet(self, alphabet: Alphabet) -> Self {
        Self { alphabet, values: *symbol_values(self.size, alphabet), ..self }
    }

    /// The number of rows of a grid.
    pub fn height(&self) -> usize {
        if let RowStyle::Numbers { height } = self.style { height } else { self.size.side() }
    }

    /// The number of rows in a band.
    pub fn band(&self) -> usize {
        self.height() / self.size.bands()
    }

    pub fn are_numbers(&self) -> bool {
        matches!(self.style, RowStyle::Numbers { .. })
    }

    /// The number of cells in a row.
    pub fn width(&self) -> usize {
        match self.style {
            RowStyle::Numbers { height } => self.size.cells() / height,
            // Without a division: this is asked for in every way to read every line.
            _ => self.size.side(),
        }
    }

    /// Returns true if each row is a whole puzzle. Then every line after the first record is a
    /// record.
    pub fn are_whole(&self) -> bool {
        self.height() == 1
    }

    pub(super) fn is_symbol(&self, byte: u8) -> bool {
        self.values[usize::from(byte)] != NONE
    }

    /// A glance at a line of these rows.
    pub fn glance<'t>(&self, line: &'t [u8]) -> Glance<'t> {
        let item = if self.is_list { list::item(line) } else { None };
        let place = item.unwrap_or(0..line.len());
        Glance::of_part(line, place.start, &line[place])
    }

    /// Returns true for a row.
    pub fn is_row(&self, glance: &Glance) -> bool {
        let line = glance.line;
        line.len() <= MAX_LINE
            && line.trim_ascii_start().first() != Some(&self.comment)
            && self.row(glance, &mut Vec::new()).is_ok()
    }

    /// Returns true for a row that shows this style. Nothing but blanks between bars may be a
    /// row or part of the drawing.
    pub fn is_shown_by(&self, glance: &Glance) -> bool {
        let has_digit = || glance.line.iter().any(u8::is_ascii_alphanumeric);
        self.is_row(glance) && (!matches!(self.style, RowStyle::Blanks { .. }) || has_digit())
    }

    /// Returns true for a row of symbols if a line of dashes is one of empty cells.
    pub fn is_dashed(&self, glance: &Glance) -> bool {
        Self { style: RowStyle::Symbols { dashes: true }, ..*self }.is_row(glance)
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
            for &byte in before_dot(glance.all.text, width) {
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
        // Less than half a row leaves the line what it is: text with a comment or a quote in it.
        if inner.len() * 2 <= width { all } else { inner }
    }

    /// The cells in a part of a line.
    fn cells_in(&self, part: &Part) -> Vec<Range<usize>> {
        let width = self.width();
        let text = part.text;
        let cells = match self.style {
            RowStyle::Symbols { .. } => symbols(text, width).collect(),
            RowStyle::Blanks { box_width: wanted } => {
                let is_as_wide = wanted == 0 || box_width(text) == Some(wanted);
                let cells = blanks(text, self.size).filter(|_| is_as_wide);
                cells.unwrap_or_else(|| symbols(text, width).collect())
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
                    false => part.words().numbers(width),
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

    /// What stands around the cells of a row, if that tells where its array ends.
    pub(super) fn around<'t>(&self, kind: Kind, line: &'t [u8]) -> Around<'t> {
        match self.style {
            RowStyle::Symbols { .. } if kind == Kind::Bad => Around::name(self.name(line)),
            RowStyle::Symbols { .. } if memchr::memchr2(b'"', b'\'', line).is_some() => {
                Around::of(line)
            }
            RowStyle::Numbers { height } if height > 1 => Around::of(line),
            _ => Around::default(),
        }
    }

    /// The name in front of a whole row of symbols, which makes it a bad one; empty without a name.
    fn name<'t>(&self, line: &'t [u8]) -> &'t [u8] {
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
        let end = [name_end(line), indent + word].into_iter().find(is_name);
        &line[..end.unwrap_or(0)]
    }

    /// Returns true if a row of numbers has an empty field, as tables have, too. The dot of LaTeX shows
    /// that it is no table.
    pub fn has_empty_field(&self, glance: &Glance) -> bool {
        let is_latex = glance.before_dot(self.width()).is_some();
        self.are_numbers() && !is_latex && self.cells(glance).iter().any(Range::is_empty)
    }

    /// Appends the symbols of a cell; returns false if it is not valid.
    #[inline]
    pub fn push(&self, cell: &[u8], out: &mut Vec<u8>) -> bool {
        match self.style {
            RowStyle::Symbols { .. } => {
                out.push(cell[0]);
                self.is_symbol(cell[0])
            }
            RowStyle::Blanks { .. } => {
                let value = self.values[usize::from(cell[0])];
                out.push(if cell[0] == b' ' { b'.' } else { cell[0] });
                // Another symbol of empty cells would leave open what the blanks are. But a 0 may be a digit.
                let is_zero = cell[0] == b'0' && self.size > Size::Nine;
                cell[0] == b' ' || value != NONE && value > 0 || is_zero
            }
            RowStyle::Candidates => {
                let digits = candidates(cell).ok();
                let has = |digit: u8| digits.is_some_and(|it| it.bits() >> digit & 1 == 1);
                out.extend((0..9).map(|digit| if has(digit) { b'1' + digit } else { b'.' }));
                digits.is_some()
            }
            RowStyle::Numbers { .. } => {
                let symbol = self.symbol_of_number(cell);
                out.push(symbol.unwrap_or(b'.'));
                symbol.is_some()
            }
        }
    }

    pub(super) fn symbol_of_number(&self, cell: &[u8]) -> Option<u8> {
        let symbol = match cell {
            &[byte] if self.is_symbol(byte) => byte,
            b"\"\"" | b"\" " => b'.',
            // A zero may be a digit, or an empty cell among others. What stands for an empty cell gets
            // another symbol, so that both are told apart.
            _ => match value(cell)? {
                0 if !cell.first().is_some_and(u8::is_ascii_digit) => b'.',
                value => *SYMBOLS.get(usize::from(value))?,
            },
        };
        self.is_symbol(symbol).then_some(symbol)
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
