//! How the puzzle of a record is written, if its symbols are not in one piece there.

use super::{
    cells, escapes,
    grids::Fault,
    layout::Layout,
    lines::symbols::{first_word, has_blank_cells},
    multiline, prose,
    table::Table,
};
use std::ops::Range;
use sudomill_puzzle::{error::Problem, puzzle_line::parse::has_lost_zeros};

/// A way to write a puzzle other than its symbols in one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldNotation {
    /// A cell in each column.
    CellColumns,
    /// Without the zeros at its start, which a spreadsheet removed.
    LostZeros,
    /// With a sign before each digit that a user placed: `..+5.3…`.
    Signed,
    /// A string of JSON with escapes, whose puzzle may take several lines.
    EscapedString,
    /// A word among others, in one line.
    AmongWords,
    /// Cells that stand apart, or whose empty ones are blanks; of JSON, any array.
    Apart,
    /// A grid of several lines.
    Lines,
}

impl FieldNotation {
    /// All of them, in the order in which they are tried: a cell of a table says nothing by itself, and
    /// zeros are restored only on request; a sign or an escape can only be meant as one, and a word as long as
    /// a puzzle, but what stands around it may look like cells that stand apart.
    const ALL: [Self; 7] = [
        Self::CellColumns,
        Self::LostZeros,
        Self::Signed,
        Self::EscapedString,
        Self::AmongWords,
        Self::Apart,
        Self::Lines,
    ];
}

/// The field of a record that holds the puzzle.
pub struct Field<'a> {
    pub layout: &'a Layout,
    pub line: &'a [u8],
    pub range: Range<usize>,
}

impl<'a> Field<'a> {
    fn text(&self) -> &'a [u8] {
        &self.line[self.range.clone()]
    }

    /// Appends the symbols of the puzzle; `None` if they are in one piece.
    ///
    /// # Errors
    /// The field is in this notation, but no puzzle: the fault in the line.
    pub fn write(&self, out: &mut Vec<u8>) -> Option<Result<FieldNotation, Fault>> {
        FieldNotation::ALL.into_iter().find_map(|notation| {
            let written = self.write_as(notation, out)?;
            Some(written.map(|()| notation))
        })
    }

    /// Appends the symbols of a puzzle in this notation; `None` if the field has another one.
    fn write_as(&self, notation: FieldNotation, out: &mut Vec<u8>) -> Option<Result<(), Fault>> {
        let Layout { size, alphabet, candidates, .. } = *self.layout;
        let Table { role, .. } = *self.layout.table;
        let is_json = self.layout.table.is_json();
        let text = self.text();
        let begun = out.len();
        let lost = |text: &[u8], symbols: &[u8]| {
            cells::lost_number(text, size, alphabet, symbols).map_or(Ok(()), Err)
        };
        let read = match notation {
            FieldNotation::CellColumns => {
                let expected = self.layout.table.cells?;
                return Some(self.write_columns(expected, out));
            }
            FieldNotation::LostZeros => self.write_with_zeros(out).map(Ok),
            FieldNotation::Signed => self.write_without_signs(out).map(Ok),
            FieldNotation::EscapedString => {
                let decoded = self.decoded()?;
                let in_string = |fault: Fault| Fault {
                    at: escapes::offset_in(text, &decoded, fault.at),
                    ..fault
                };
                let read = match cells::read(decoded.as_bytes(), size, alphabet, out) {
                    true => lost(decoded.as_bytes(), &out[begun..]),
                    false => multiline::read(&decoded, size, alphabet, Some(role), out),
                };
                Some(read.map_err(in_string))
            }
            FieldNotation::AmongWords => self.among_words().map(|word| {
                out.extend(&text[word?]);
                Ok(())
            }),
            // Lists of candidates are in one piece. Without columns, words that stand apart are fields.
            _ if candidates || !self.layout.table.has_columns() && !has_blank_cells(text, size) => {
                None
            }
            FieldNotation::Apart => match cells::read(text, size, alphabet, out) {
                true => Some(lost(text, &out[begun..])),
                // Other text may still be symbols in one piece.
                false if !(is_json && text.starts_with(b"[")) => None,
                false => Some(Err(cells::fault(text, size, alphabet))),
            },
            // A string of JSON has line ends only as escapes.
            FieldNotation::Lines if is_json => None,
            FieldNotation::Lines => multiline::read_field(text, size, alphabet, Some(role), out),
        };
        Some(read?.map_err(|fault| fault.behind(self.range.start)))
    }

    /// Appends a number with the zeros in front that it has lost; `None` if the field is none.
    fn write_with_zeros(&self, out: &mut Vec<u8>) -> Option<()> {
        let Layout { size, candidates, restore_zeros, .. } = *self.layout;
        let text = self.text();
        (restore_zeros && !candidates && has_lost_zeros(text, size)).then(|| {
            out.resize(out.len() + size.cells() - text.len(), b'0');
            out.extend(text);
        })
    }

    /// Appends a word without the signs of its given cells; `None` if it has no signs.
    fn write_without_signs(&self, out: &mut Vec<u8>) -> Option<()> {
        let word = first_word(self.text());
        // In a drawn grid a plus is a corner.
        let is_signed = word.len() > self.layout.size.cells() / 2
            && memchr::memchr(b'+', word).is_some()
            && cells::without_signs(word).count() < word.len();
        is_signed.then(|| out.extend(cells::without_signs(word).map(|at| word[at])))
    }

    /// The offset in the line of a symbol that [`Self::write`] appends.
    pub fn offset_of(&self, notation: FieldNotation, symbol: usize) -> usize {
        let Layout { size, alphabet, .. } = *self.layout;
        let role = self.layout.table.role;
        let text = self.text();
        let at = match notation {
            FieldNotation::CellColumns => return self.columns()[symbol].start,
            FieldNotation::LostZeros => symbol.saturating_sub(size.cells() - text.len()),
            FieldNotation::Signed => {
                cells::without_signs(first_word(text)).nth(symbol).unwrap_or(text.len())
            }
            FieldNotation::EscapedString => self.decoded().map_or(0, |decoded| {
                let bytes = decoded.as_bytes();
                let at = match cells::read(bytes, size, alphabet, &mut Vec::new()) {
                    true => cells::offset_of(bytes, size, alphabet, symbol),
                    false => multiline::offset_of(&decoded, size, alphabet, role, symbol),
                };
                escapes::offset_in(text, &decoded, at)
            }),
            FieldNotation::AmongWords => {
                self.among_words().and_then(Result::ok).map_or(0, |word| word.start + symbol)
            }
            FieldNotation::Apart => cells::offset_of(text, size, alphabet, symbol),
            FieldNotation::Lines => {
                let text = std::str::from_utf8(text).unwrap_or_default();
                multiline::offset_of(text, size, alphabet, role, symbol)
            }
        };
        self.range.start + at
    }

    /// The word that is the puzzle, in a column of texts of one line.
    fn among_words(&self) -> Option<Result<Range<usize>, Fault>> {
        let Layout { size, alphabet, candidates, ref table, .. } = *self.layout;
        let is_text = !table.is_json() || self.is_string();
        // Line ends may divide rows.
        let has_words = table.has_columns() && is_text && !self.text().contains(&b'\n');
        let is_possible = has_words && !candidates;
        is_possible.then(|| prose::word(self.text(), size, alphabet, table.role)).flatten()
    }

    /// Returns true for a string of JSON.
    fn is_string(&self) -> bool {
        self.line[..self.range.start].ends_with(b"\"")
    }

    fn decoded(&self) -> Option<String> {
        let is_string = self.layout.table.is_json() && self.is_string();
        if is_string { escapes::decoded(self.text()) } else { None }
    }

    /// The fields of the line from the first cell on.
    fn columns(&self) -> Vec<Range<usize>> {
        let table = &self.layout.table;
        table.format.fields(self.line).skip(table.index).collect()
    }

    fn write_columns(&self, expected: usize, out: &mut Vec<u8>) -> Result<(), Fault> {
        let columns = self.columns();
        let found = self.layout.table.index + columns.len();
        if found != expected {
            let end = self.line.trim_ascii_end().len();
            return Err(Fault::new(end, Problem::Fields { found, expected }));
        }
        let Layout { size, alphabet, .. } = *self.layout;
        cells::of_columns(self.line, &columns, size, alphabet, out)?;
        cells::lost_in_columns(self.line, &columns, size, alphabet).map_or(Ok(()), Err)
    }
}
