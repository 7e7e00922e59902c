//! Parses grids stored as values of JSON Lines: arrays of numbers or strings, for the whole grid or
//! for each row.
//!
//! `[5,3,0,…]`, `[[5,3,0,…],…]`, `["53..7....",…]`, `[["5","3",".",…],…]`

use super::{
    Table,
    strings::{self, Plain},
};
use crate::input::{
    format::Format,
    grids::{NUMBER_SYMBOLS, number},
    layout::{Detection, Start},
    lines::{
        MAX_LINE, Notation,
        position::{character, place},
        symbols::{NONE, Values, symbol_values},
    },
};
use std::ops::Range;
use sudomill_core::{
    by_size::{Parsed, parse_line},
    error::{BadLine, Problem},
    grid::{Alphabet, Size},
};

/// One JSON object per line.
pub(in crate::input) struct JsonLines;

impl Format for JsonLines {
    fn name(&self) -> &'static str {
        "json-lines"
    }

    fn detect(&self, start: &Start) -> Option<Detection> {
        start.records(Table::is_json)
    }
}

/// Returns true if a JSON value is an array.
pub(in crate::input) fn is_array(value: &[u8]) -> bool {
    value.first() == Some(&b'[')
}

/// Finds the size of the grid in an array: the one with as many cells, all of which are valid.
pub(in crate::input) fn size(array: &[u8]) -> Option<Size> {
    let mut cells = Vec::new();
    Size::ALL.into_iter().find(|&size| {
        cells.clear();
        symbols(array, size, &mut cells)
    })
}

/// Appends the symbols of the grid in an array. Returns true if it is a grid of that size; clues
/// may repeat a digit. If it is not, some symbols may have been appended.
pub(in crate::input) fn symbols(array: &[u8], size: Size, out: &mut Vec<u8>) -> bool {
    let (start, side) = (out.len(), size.side());
    let mut row = start;
    for part in Parts::of(array, size) {
        match part {
            Part::Cell(_, Some(symbol)) => out.push(symbol),
            Part::Cell(_, None) => return false,
            Part::RowEnd(_) if out.len() - row != side => return false,
            Part::RowEnd(_) => row = out.len(),
        }
    }
    out.len() - start == side * side
}

/// Appends the symbols to parse in place of a JSON value: those of a grid in an array, or a decoded
/// string. Returns false if the value is to be parsed as it is.
pub(in crate::input) fn value_symbols(value: &[u8], size: Size, out: &mut Vec<u8>) -> bool {
    match value {
        array if is_array(array) => symbols(array, size, out),
        [b'"', string @ .., b'"'] => match Plain::of(string, size) {
            Some(plain) => {
                out.extend(plain.text);
                true
            }
            None => false,
        },
        _ => false,
    }
}

/// Relocates the error of a line to its position in the file. `parsed` is the line that was parsed:
/// with strings for arrays, and escapes decoded.
pub(in crate::input) fn located(
    bad: BadLine,
    parsed: &[u8],
    line: &[u8],
    table: &Table,
    size: Size,
) -> BadLine {
    if let Some(columns) = table.cells.filter(|_| line.len() <= MAX_LINE) {
        return columns.fault(bad, parsed, line, table);
    }
    match table.field(line) {
        Ok(field) if line.len() > MAX_LINE || field.is_empty() => bad,
        Ok(field) if is_array(&line[field.clone()]) => fault(line, field, size),
        Ok(field) => strings::located(bad, parsed, line, field, size),
        Err(_) => bad,
    }
}

/// Locates the error in the array at this position of a line.
fn fault(line: &[u8], array: Range<usize>, size: Size) -> BadLine {
    let text = &line[array.clone()];
    let count = || Problem::Numbers { found: places(text, size).count(), expected: size.cells() };
    let (at, problem) = wrong_cell(text, size)
        .or_else(|| wrong_row(text, size))
        .or_else(|| repeated(text, size))
        .unwrap_or_else(|| (text.len() - 1, count()));
    BadLine::new(place(line, array.start + at), problem)
}

/// The first cell that is neither a digit nor empty, with the problem.
fn wrong_cell(array: &[u8], size: Size) -> Option<(usize, Problem)> {
    let is_wrong = |part| match part {
        Part::Cell(place, None) => Some(place),
        _ => None,
    };
    let place = Parts::of(array, size).find_map(is_wrong)?;
    let (at, found) = (place.start, &array[place]);
    let problem = match is_in_string(array, at) {
        true => Problem::Symbol {
            found: character(&array[at..]),
            side: size.side(),
            alphabet: Alphabet::FromOne,
        },
        false => Problem::Number {
            found: String::from_utf8_lossy(found).into_owned(),
            largest: size.side() as u8,
        },
    };
    Some((at, problem))
}

/// The first row that is too short or too long, with the problem.
fn wrong_row(array: &[u8], size: Size) -> Option<(usize, Problem)> {
    let mut cells = Vec::new();
    for part in Parts::of(array, size) {
        match part {
            Part::Cell(place, _) => cells.push(place.start),
            Part::RowEnd(_) if cells.len() == size.side() => cells.clear(),
            Part::RowEnd(end) => {
                let (found, expected) = (cells.len(), size.side());
                let at = cells.get(expected).copied().unwrap_or(end);
                let in_strings = cells.first().is_some_and(|&at| is_in_string(array, at));
                let problem = match (in_strings, found > expected) {
                    (true, false) => Problem::ShortRow { found, expected },
                    (true, true) => Problem::LongRow { found: character(&array[at..]), expected },
                    (false, _) => Problem::Numbers { found, expected },
                };
                return Some((at, problem));
            }
        }
    }
    None
}

/// The second of two equal clues in a unit of a whole grid, with the conflict.
fn repeated(array: &[u8], size: Size) -> Option<(usize, Problem)> {
    let mut text = Vec::new();
    if !symbols(array, size, &mut text) {
        return None;
    }
    match parse_line(&text, size, Notation::default()) {
        // The column is the number of the cell.
        Parsed::Bad(bad) => Some((places(array, size).nth(bad.column - 1)?.start, bad.problem)),
        _ => None,
    }
}

/// The place of each cell, without the quotes of a string.
pub(super) fn places(array: &[u8], size: Size) -> impl Iterator<Item = Range<usize>> + '_ {
    Parts::of(array, size).filter_map(|part| match part {
        Part::Cell(place, _) => Some(place),
        Part::RowEnd(_) => None,
    })
}

/// Returns true if an offset is inside a string of an array whose strings contain no escaped
/// quotes.
fn is_in_string(array: &[u8], at: usize) -> bool {
    array[at] == b'"' || memchr::memchr_iter(b'"', &array[..at]).count() % 2 == 1
}

/// A part of an array.
enum Part {
    /// A cell: its range, and its symbol if it is a digit or empty.
    Cell(Range<usize>, Option<u8>),
    /// The end of a nested array, or of a string of several cells.
    RowEnd(usize),
}

/// The parts of a valid JSON array.
struct Parts<'a> {
    text: &'a [u8],
    at: usize,
    depth: usize,
    /// The start of the current string, inside one.
    string: Option<usize>,
    side: usize,
    values: Values,
}

impl<'a> Parts<'a> {
    fn of(text: &'a [u8], size: Size) -> Self {
        let values = symbol_values(size, Alphabet::FromOne);
        Self { text, at: 0, depth: 0, string: None, side: size.side(), values }
    }

    /// Consumes a cell of `len` bytes.
    fn cell(&mut self, len: usize, symbol: Option<u8>) -> Option<Part> {
        let start = self.at;
        self.at += len;
        Some(Part::Cell(start..self.at, symbol))
    }

    /// Consumes a number or a word, up to the next punctuation.
    fn scalar(&mut self) -> Option<Part> {
        let rest = &self.text[self.at..];
        let is_end = |byte: &u8| b", \t\r\n]\"".contains(byte);
        let len = rest.iter().position(is_end).unwrap_or(rest.len()).max(1);
        let value = match &rest[..len] {
            b"null" => return self.cell(len, Some(EMPTY)),
            text => number(text).filter(|&value| usize::from(value) <= self.side),
        };
        self.cell(len, value.map(|value| NUMBER_SYMBOLS[usize::from(value)]))
    }

    /// Consumes the next byte of a string that begins at `start`; `None` at the end of a string of
    /// one cell.
    fn in_string(&mut self, start: usize) -> Option<Part> {
        let byte = self.text[self.at];
        if byte != b'"' {
            let symbol = Some(byte).filter(|_| self.values[usize::from(byte)] != NONE);
            return self.cell(1, symbol);
        }
        let end = self.at;
        (self.at, self.string) = (end + 1, None);
        (end - start > 1).then_some(Part::RowEnd(end))
    }
}

impl Iterator for Parts<'_> {
    type Item = Part;

    fn next(&mut self) -> Option<Part> {
        while let Some(&byte) = self.text.get(self.at) {
            if let Some(start) = self.string {
                match self.in_string(start) {
                    None => continue,
                    part => return part,
                }
            }
            match byte {
                b'[' => self.depth += 1,
                b']' => {
                    self.depth -= 1;
                    self.at += 1;
                    match self.depth {
                        0 => return None,
                        _ => return Some(Part::RowEnd(self.at - 1)),
                    }
                }
                b',' | b' ' | b'\t' | b'\r' | b'\n' => {}
                b'"' if self.text[self.at..].starts_with(b"\"\"") => {
                    return self.cell(2, Some(EMPTY));
                }
                b'"' if self.text[self.at..].starts_with(b"\" \"") => {
                    return self.cell(3, Some(EMPTY));
                }
                b'"' => self.string = Some(self.at + 1),
                _ => return self.scalar(),
            }
            self.at += 1;
        }
        None
    }
}

/// The symbol of a cell that is `null` or an empty string.
const EMPTY: u8 = b'.';

#[cfg(test)]
mod tests {
    use super::*;
    fn read(array: &str) -> Result<String, String> {
        let mut cells = Vec::new();
        match symbols(array.as_bytes(), Size::Four, &mut cells) {
            true => Ok(String::from_utf8(cells).unwrap()),
            false => Err(fault(array.as_bytes(), 0..array.len(), Size::Four).to_string()),
        }
    }

    #[test]
    fn forms_of_arrays() {
        for array in [
            "[1,0,0,0,4,0,0,0,0,0,2,0,0,0,0,3]",
            "[[1, 0, 0, 0], [4, 0, 0, 0], [0, 0, 2, 0], [0, 0, 0, 3]]",
            "[1.0,0,0,0,4e0,null,null,0,0,0,2,0,0,0,0,3]",
            r#"["1000","4000","0020","0003"]"#,
            r#"["1","0","0","0","4","","0"," ","0","0","2","0","0","0","0","3"]"#,
            r#"[["1","0","0","0"],["4","0","0","0"],["0","0","2","0"],["0","0","0","3"]]"#,
        ] {
            let read = read(array).map(|cells| cells.replace('.', "0"));
            assert_eq!(read.as_deref(), Ok("1000400000200003"), "{array}");
            assert_eq!(size(array.as_bytes()), Some(Size::Four), "{array}");
        }
    }

    #[test]
    fn faults_of_arrays() {
        for (array, message) in [
            ("[1,0,7]", "6: found \"7\"; expected a number from 0 to 4"),
            ("[1,true]", "4: found \"true\"; expected a number from 0 to 4"),
            ("[1,0,2]", "7: found 3 numbers; expected 16"),
            ("[[1,0,2],[0]]", "8: found 3 numbers; expected 4"),
            ("[[1,0,2,0,3],[0]]", "11: found 5 numbers; expected 4"),
            (r#"["10Z0","4000"]"#, "5: found 'Z'; expected 1-4 or one of . 0 - _ * ? x X"),
            (r#"["100","4000"]"#, "6: found the end of the row after 3 cells; expected 4"),
            (r#"["10002","4000"]"#, "7: found '2' after 4 cells; expected the end of the row"),
            (r#"[["1","0"]]"#, "10: found the end of the row after 2 cells; expected 4"),
            (r#"["1000","4000","0020"]"#, "22: found 12 numbers; expected 16"),
            ("[]", "2: found 0 numbers; expected 16"),
            ("[{\"a\":[1]}]", "2: found \"{\"; expected a number from 0 to 4"),
        ] {
            assert_eq!(read(array), Err(message.to_owned()), "{array}");
        }
        let twice = b"[[1,0,0,1],[4,0,0,0],[0,0,2,0],[0,0,0,3]]";
        let bad = fault(twice, 0..twice.len(), Size::Four);
        assert_eq!(bad.to_string(), "9: digit 1 twice in row 1 (r1c1 and r1c4)");
    }
}
