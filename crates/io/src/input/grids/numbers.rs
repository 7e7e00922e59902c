//! Parses rows of numbers, as programs print arrays: `5,3,0`, `[5, 3, 0],`, `a = [5 3 0;`,
//! `{5,3,0},`, `5.000000000000000000e+00 3.000000000000000000e+00`.

use super::RowKind;
use crate::input::lines::{
    MAX_LINE, is_missing,
    position::column,
    symbols::{BLANKS, table},
};
use std::ops::Range;
use sudomill_core::{
    error::{BadLine, Problem},
    grid::Size,
};

/// The symbols for the values 0 to 25.
pub(in crate::input) const SYMBOLS: &[u8; 26] = b"0123456789ABCDEFGHIJKLMNOP";

/// The format of rows of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::input) struct NumberRows {
    /// Numbers per row; those of a whole puzzle if a grid has one row.
    pub width: usize,
    /// Rows per grid.
    pub height: usize,
    /// The largest valid number.
    pub largest: u8,
    /// True if a row of empty fields separates two grids, as in a spreadsheet.
    pub separated: bool,
}

impl NumberRows {
    /// Classifies a line that is not blank, a comment or too long. Appends one symbol per number.
    pub fn kind(&self, line: &[u8], cells: &mut Vec<u8>) -> RowKind {
        let before = cells.len();
        if self.digits(line, cells) {
            return RowKind::Row;
        }
        cells.truncate(before);
        if self.height == 1 && self.is_plain(line) {
            cells.extend(line.trim_ascii());
            return RowKind::Row;
        }
        if let Some(fields) = with_empty_fields(line, |count| count == self.width) {
            return self.fields_kind(&fields, line, cells);
        }
        let (mut all, mut good) = (0, 0);
        let are_values = self.are_values(line);
        for place in places(line) {
            let value = self.value(&line[place.clone()]);
            cells.push(value.map_or(line[place.start], |value| SYMBOLS[usize::from(value)]));
            (all, good) = (all + 1, good + usize::from(value.is_some()));
        }
        match good {
            _ if are_values && good < self.width => self.faulty(),
            0 if line.iter().any(u8::is_ascii_alphanumeric) => RowKind::Name,
            // A row whose values were deleted, with or without a comma at its end.
            0 if line.iter().filter(|&&byte| byte == b',').count() + 1 >= self.width => {
                self.empty()
            }
            0 => RowKind::Ruler,
            _ if good == all && all == self.width => RowKind::Row,
            _ if good * 4 < all * 3 => RowKind::Name,
            _ if all > self.width * 2 => RowKind::FaultyPuzzle,
            _ => self.faulty(),
        }
    }

    /// Returns true if a line holds one value per cell of a row, whether valid, missing or another
    /// number: `nan`, `-1`.
    pub fn are_values(&self, line: &[u8]) -> bool {
        // The letter O may be a zero.
        let is_value = |word: &&[u8]| {
            is_missing(word) || !word[0].is_ascii_alphabetic() || matches!(word, [b'O' | b'o'])
        };
        let words = || line.split(|&byte| SEPARATES[usize::from(byte)]).filter(|it| !it.is_empty());
        match with_empty_fields(line, |count| count == self.width) {
            Some(fields) => fields.iter().all(is_value),
            None if words().nth(1).is_some() && words().all(is_missing) => {
                line.iter().any(u8::is_ascii_alphabetic)
            }
            None => words().count() == self.width && words().all(|word| is_value(&word)),
        }
    }

    fn empty(&self) -> RowKind {
        if self.height == 1 { RowKind::FaultyPuzzle } else { RowKind::EmptyRow }
    }

    pub fn faulty(&self) -> RowKind {
        if self.height == 1 { RowKind::FaultyPuzzle } else { RowKind::FaultyRow }
    }

    /// Returns true if a line is the symbols of a puzzle, with nothing between them.
    pub fn is_plain(&self, line: &[u8]) -> bool {
        let value = |&byte: &u8| self.value(std::slice::from_ref(&byte)).is_some();
        let line = line.trim_ascii();
        line.len() == self.width && line.iter().all(value)
    }

    /// Classifies a row with empty fields, which stand for empty cells.
    fn fields_kind(&self, fields: &[&[u8]], line: &[u8], cells: &mut Vec<u8>) -> RowKind {
        let value = |field: &&[u8]| match field {
            [] => Some(0),
            field => self.value(field),
        };
        let values: Option<Vec<u8>> = fields.iter().map(value).collect();
        match values {
            _ if fields.iter().all(|field| field.is_empty()) => self.empty(),
            Some(values) => {
                cells.extend(values.into_iter().map(|value| SYMBOLS[usize::from(value)]));
                RowKind::Row
            }
            None => {
                cells.extend(&line[..line.len().min(self.width)]);
                self.faulty()
            }
        }
    }

    /// The offset of a cell in a row.
    pub fn place(&self, line: &[u8], cell: usize) -> Option<usize> {
        let start = |part: &[u8]| part.as_ptr().addr() - line.as_ptr().addr();
        if self.is_plain(line) {
            return Some(start(line.trim_ascii_start()) + cell);
        }
        match with_empty_fields(line, |count| count == self.width) {
            Some(fields) => fields.get(cell).map(|field| start(field)),
            None => places(line).nth(cell).map(|place| place.start),
        }
    }

    /// Handles the common case: single digits between separators. Appends them, and returns true if
    /// they are a row; if not, some may have been appended.
    fn digits(&self, line: &[u8], cells: &mut Vec<u8>) -> bool {
        let is_sign = |byte: &u8| b" \t\r,;[](){}".contains(byte);
        let Some(first) = line.iter().position(|byte| !is_sign(byte)) else { return false };
        let last = line.iter().rposition(|byte| !is_sign(byte)).unwrap_or(first);
        let (digits, largest) = (&line[first..=last], b'0' + self.largest.min(9));
        let (before, mut is_good) = (cells.len(), true);
        if digits.len() == 2 * self.width - 1 {
            // One separator after each digit: process many at a time.
            let (pairs, end) = digits.as_chunks::<2>();
            cells.resize(before + self.width, end[0]);
            for (cell, &[digit, sign]) in cells[before..].iter_mut().zip(pairs) {
                *cell = digit;
                is_good &= (sign == b',') | (sign == b' ') | (sign == b'\t');
            }
        } else {
            let mut after_digit = false;
            for &byte in digits {
                let is_digit = byte.is_ascii_digit();
                if is_digit {
                    cells.push(byte);
                }
                is_good &= if is_digit { !after_digit } else { SEPARATES[usize::from(byte)] };
                after_digit = is_digit;
            }
        }
        let cells = &cells[before..];
        is_good &= cells.iter().fold(true, |good, &byte| good & (b'0' <= byte) & (byte <= largest));
        is_good && cells.len() == self.width
    }

    /// Locates the error in a row: a number that is not valid, or the wrong number of them.
    pub fn fault(&self, line: &[u8], line_offset: u64) -> BadLine {
        if line.len() > MAX_LINE {
            return BadLine::new((line_offset, 1), Problem::Oversized { limit: MAX_LINE });
        }
        let is_wrong = |place: &Range<usize>| self.value(&line[place.clone()]).is_none();
        let all: Vec<_> = places(line).collect();
        let (at, problem) = match all.iter().take(self.width).find(|place| is_wrong(place)) {
            Some(place) => {
                let found = String::from_utf8_lossy(&line[place.clone()]).into_owned();
                (place.start, Problem::Number { found, largest: self.largest })
            }
            None => {
                let end = all.get(self.width).map_or(line.trim_ascii_end().len(), |it| it.start);
                (end, Problem::Numbers { found: all.len(), expected: self.width })
            }
        };
        BadLine::new((line_offset, column(line, at)), problem)
    }

    fn value(&self, number: &[u8]) -> Option<u8> {
        value(number).filter(|&value| value <= self.largest)
    }
}

/// The value of a number, possibly written as a float, or of an empty cell.
pub(in crate::input) fn value(number: &[u8]) -> Option<u8> {
    match number {
        [digit @ b'0'..=b'9'] => Some(digit - b'0'),
        [blank] if BLANKS.contains(blank) => Some(0),
        _ if !number[0].is_ascii_digit() => None,
        _ => {
            let value: f64 = std::str::from_utf8(number).ok()?.parse().ok()?;
            // Values that do not fit a byte, such as 1e300, saturate and no longer compare equal.
            (f64::from(value as u8) == value).then_some(value as u8)
        }
    }
}

/// Bytes that separate numbers. Quotes: `[["5","3",".",…`
const SEPARATORS: &[u8] = b" \t\r,;[](){}|\"'";

/// Maps each byte to true if it is one of [`SEPARATORS`].
const SEPARATES: [bool; 256] = table(SEPARATORS);

/// The positions of the numbers in a line.
pub(in crate::input) fn places(line: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    let is_separator = |&byte: &u8| SEPARATES[usize::from(byte)];
    let mut at = start(line);
    std::iter::from_fn(move || {
        at += line.get(at..)?.iter().position(|byte| !is_separator(byte))?;
        let len = line[at..].iter().position(is_separator).unwrap_or(line.len() - at);
        let (from, number) = (at, &line[at..at + len]);
        at += len;
        // `], dtype=np.uint8)`
        let is_end = len > 1 && number[0].is_ascii_alphabetic() && line[..from].contains(&b']');
        (!is_end).then_some(from..at)
    })
}

/// The offset at which numbers begin: after `a =` or `np.array(`.
fn start(line: &[u8]) -> usize {
    let is_named = line.trim_ascii_start().first().is_some_and(u8::is_ascii_alphabetic);
    let equals = memchr::memchr(b'=', line).filter(|_| is_named);
    let from = equals.map_or(0, |at| at + 1);
    let rest = line[from..].trim_ascii_start();
    let is_word = matches!(rest, [first, second, ..]
        if first.is_ascii_alphabetic() && (second.is_ascii_alphanumeric() || b"._(".contains(second)));
    match is_word {
        true => {
            let bracket = line[from..].iter().position(|byte| b"[{".contains(byte));
            bracket.map_or(line.len(), |at| from + at)
        }
        false => from,
    }
}

/// Splits a row of a spreadsheet with empty fields; `None` if no field is empty or the row has
/// another width.
fn with_empty_fields(line: &[u8], is_width: impl Fn(usize) -> bool) -> Option<Vec<&[u8]>> {
    let line = line.trim_ascii_end();
    let count = |separator: u8| line.iter().filter(|&&byte| byte == separator).count() + 1;
    let separator = *b",;\t".iter().find(|&&separator| is_width(count(separator)))?;
    let fields: Vec<_> = line.split(|&byte| byte == separator).map(<[u8]>::trim_ascii).collect();
    fields.iter().any(|field| field.is_empty()).then_some(fields)
}

/// Surveys a line of numbers: how many there are, the largest, and true if they are separated by
/// commas, semicolons or brackets, as in an array.
pub(in crate::input) fn survey(line: &[u8]) -> Option<(usize, u8, bool)> {
    let is_size = |count: usize| {
        Size::ALL.iter().any(|size| count == size.cells() && count > 16 || count == size.side())
    };
    let fields = with_empty_fields(line, is_size);
    let is_row = |fields: &Vec<&[u8]>| fields.iter().any(|field| !field.is_empty());
    if let Some(fields) = fields.filter(is_row) {
        let value = |field: &&[u8]| if field.is_empty() { Some(0) } else { value(field) };
        let values: Vec<u8> = fields.iter().map(value).collect::<Option<_>>()?;
        return Some((values.len(), values.into_iter().max()?, true));
    }
    let (mut count, mut largest) = (0, 0);
    for place in places(line) {
        largest = largest.max(value(&line[place])?);
        count += 1;
    }
    Some((count, largest, line.iter().any(|byte| b",;[{(".contains(byte))))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: NumberRows = NumberRows { width: 4, height: 4, largest: 4, separated: false };

    fn read(line: &str) -> (RowKind, String) {
        let mut cells = Vec::new();
        let kind = ROWS.kind(line.as_bytes(), &mut cells);
        (kind, String::from_utf8(cells).unwrap())
    }

    #[test]
    fn rows_of_arrays() {
        for line in [
            "1,0,0,4",
            " [1, 0, 0, 4],",
            "a = [1 0 0 4;",
            "int a[4][4] = {{1,0,0,4},",
            "x = np.array([[1, 0, 0, 4],",
            "{{1, 0, 0, 4},",
            "1.000000000000000000e+00 0.0 0 4.",
            "1;.;x;4",
            "(1 _ ? 4)",
            "1, 0, 0, 4,",
            "[\"1\",\"0\",\".\",\"4\"],",
        ] {
            assert_eq!(read(line).0, RowKind::Row, "{line}");
            assert_eq!(read(line).1.replace(['.', 'x', '_', '?'], "0"), "1004", "{line}");
        }
        for line in ["]]", "};", "], ["] {
            assert_eq!(read(line).0, RowKind::Ruler, "{line}");
        }
        for line in ["int a[4][4] = {", "], dtype=uint8)", "grid"] {
            assert_eq!(read(line).0, RowKind::Name, "{line}");
        }
    }

    #[test]
    fn faults() {
        for (line, message) in [
            ("1, 0, 5, 4", "7: found \"5\"; expected a number from 0 to 4"),
            ("[1,0,-1,4]", "6: found \"-1\"; expected a number from 0 to 4"),
            ("1 0.5 0 4", "3: found \"0.5\"; expected a number from 0 to 4"),
            ("1,1e300,0,4", "3: found \"1e300\"; expected a number from 0 to 4"),
            ("1,0,4", "6: found 3 numbers; expected 4"),
            ("1,0,0,4,2", "9: found 5 numbers; expected 4"),
        ] {
            assert_eq!(read(line).0, RowKind::FaultyRow, "{line}");
            assert_eq!(ROWS.fault(line.as_bytes(), 0).to_string(), message, "{line}");
        }
    }
}
