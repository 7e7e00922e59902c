//! The puzzle of a record: in one piece where it stands, or written anew from another notation.

use super::{
    escapes,
    fields::words,
    grids::{Fault, Glance, Places},
    guess::are_half,
    layout::Layout,
    lines::{
        MAX_LINE,
        line_end::without_line_end,
        symbols::{first_word, has_blank_cells},
    },
    prose,
    record::Record,
    text::{Sought, without_signs},
};
use std::ops::Range;
use sudomill_puzzle::{
    any::{AnyPuzzle, Parsed, has_symbols, parse_field, puzzle_of_line},
    error::{BadLine, Problem},
    puzzle_line::parse::{has_lost_zeros, oversized},
};

/// Reads the text of a puzzle in an input with this layout; `None` if it is not one.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver, verify}, sudomill_input::*}; pub mod input { pub use sudomill_input::*; } }
/// use sudomill::{grid::{Alphabet, Size}, input::{Layout, any_puzzle}};
/// let layout = Layout::lines(Size::Four, Alphabet::FromOne).unwrap();
/// let puzzle = any_puzzle(b"1...4.....2....3", &layout).unwrap();
/// assert_eq!(puzzle.values[4], 4);
/// assert_eq!(any_puzzle(b"1...", &layout), None);
/// ```
pub fn any_puzzle(text: &[u8], layout: &Layout) -> Option<AnyPuzzle> {
    puzzle_of_line(text, layout.size, layout.notation())
}

/// The puzzle of a record that is bad: what of the line to show, and its error.
pub struct BadPuzzle {
    pub shown: Range<usize>,
    pub bad: BadLine,
}

/// Parses the record in this range of a text. If `checks_clues` is not set, its clues may repeat a digit.
pub fn record(
    layout: &Layout,
    bytes: &[u8],
    range: Range<usize>,
    scratch: &mut Vec<u8>,
    checks_clues: bool,
) -> (Record, Option<BadLine>) {
    let line = &bytes[range.clone()];
    let begun = scratch.len();
    let mut record =
        Record { start: range.start as u32, end: range.end as u32, ..Record::default() };
    let found = match oversized(line) {
        // How much of an over-long record a chunk holds may vary.
        Some(bad) => {
            record.end = record.start;
            Err(BadPuzzle { shown: 0..line[..MAX_LINE].trim_ascii_end().len(), bad })
        }
        None => puzzle(layout, line, scratch, checks_clues),
    };
    let (text, bad) = match found {
        Ok(text) => (text, None),
        Err(BadPuzzle { shown, bad }) => {
            scratch.truncate(begun);
            (shown, Some(bad))
        }
    };
    let is_in_line = scratch.len() == begun;
    let at = if is_in_line { range.start + text.start } else { bytes.len() + begun };
    record.at = at as u32;
    record.len = if is_in_line { text.len() } else { scratch.len() - begun } as u32;
    (record, bad)
}

/// Finds the puzzle of a record: its range, unless it is written anew.
///
/// # Errors
/// The field holds no puzzle, or the record has no such field.
pub fn puzzle(
    layout: &Layout,
    line: &[u8],
    scratch: &mut Vec<u8>,
    checks_clues: bool,
) -> Result<Range<usize>, BadPuzzle> {
    let Layout { size, ref table, .. } = *layout;
    let notation = layout.notation();
    let begun = scratch.len();
    let is_sure = |text: &[u8]| !checks_clues && has_symbols(text, size, notation);
    let whole = 0..without_line_end(line).len();
    let range = table.field(line).map_err(|bad| BadPuzzle { shown: whole.clone(), bad })?;
    let text = &line[range.clone()];
    if table.cells.is_none() && is_sure(text) && table.misplaced(line, text).is_none() {
        return Ok(range);
    }
    let shown = if table.has_columns() { range.clone() } else { whole };
    let bad = |fault: Fault| BadPuzzle { shown: shown.clone(), bad: fault.in_record(line) };
    let field = Field { layout, line, range: range.clone() };
    if let Some(written) = field.write(scratch) {
        let places = written.map_err(bad)?;
        let symbols = &scratch[begun..];
        let word = words(symbols).next().unwrap_or_default();
        return match parse_field(symbols, word, size, notation) {
            Parsed::Bad(found) if !is_sure(symbols) => {
                Err(bad(Fault::new(places(found.column - 1), found.problem)))
            }
            _ => Ok(range),
        };
    }
    match parse_field(line, range, size, notation) {
        Parsed::Puzzle(puzzle) => match table.misplaced(line, text) {
            Some(found) => {
                let expected = table.expected_fields();
                let end = line.trim_ascii_end().len();
                Err(bad(Fault::new(end, Problem::Fields { found, expected })))
            }
            None => {
                let start = puzzle.as_ptr().addr() - line.as_ptr().addr();
                Ok(start..start + puzzle.len())
            }
        },
        Parsed::Bad(bad) => Err(BadPuzzle { shown, bad }),
        Parsed::Skip(_) => {
            let problem = Problem::Short { found: 0, expected: size.cells() };
            Err(bad(Fault::new(shown.start, problem)))
        }
    }
}

/// The field of a record that holds the puzzle.
struct Field<'a> {
    layout: &'a Layout,
    line: &'a [u8],
    range: Range<usize>,
}

impl<'a> Field<'a> {
    fn text(&self) -> &'a [u8] {
        &self.line[self.range.clone()]
    }

    /// Appends the symbols of the puzzle, and returns their places in the line; `None` if they are in one piece.
    ///
    /// The notations are tried in this order: a cell of a table says nothing by itself, and zeros are restored
    /// only on request; a sign or an escape can only be meant as one, and a word as long as a puzzle, but what
    /// stands around it may look like cells that stand apart.
    ///
    /// # Errors
    /// The field is in a notation, but no puzzle: the fault in the line.
    fn write(&self, out: &mut Vec<u8>) -> Option<Result<Places<'a>, Fault>> {
        if let Some(expected) = self.layout.table.cells {
            return Some(self.write_columns(expected, out));
        }
        let one_piece = self.write_with_zeros(out).or_else(|| self.write_without_signs(out));
        let read = match one_piece {
            Some(places) => Ok(places),
            None => self
                .write_decoded(out)
                .or_else(|| self.write_word(out))
                .or_else(|| self.write_apart(out))?,
        };
        let start = self.range.start;
        let in_line = |places: Places<'a>| -> Places<'a> { Box::new(move |at| start + places(at)) };
        Some(read.map(in_line).map_err(|fault| fault.behind(start)))
    }

    /// Appends a number with the zeros in front that it has lost; `None` if the field is none.
    fn write_with_zeros(&self, out: &mut Vec<u8>) -> Option<Places<'a>> {
        let Layout { size, candidates, restore_zeros, .. } = *self.layout;
        let text = self.text();
        (restore_zeros && !candidates && has_lost_zeros(text, size)).then(|| {
            let lost = size.cells() - text.len();
            out.resize(out.len() + lost, b'0');
            out.extend(text);
            Box::new(move |symbol: usize| symbol.saturating_sub(lost)) as Places
        })
    }

    /// Appends a word without the signs of the digits that a user placed, `..+5.3…`; `None` if it has no signs.
    fn write_without_signs(&self, out: &mut Vec<u8>) -> Option<Places<'a>> {
        let text = self.text();
        let word = first_word(text);
        // In a drawn grid a plus is a corner.
        let is_signed = are_half(word.len(), self.layout.size.cells())
            && memchr::memchr(b'+', word).is_some()
            && without_signs(word).count() < word.len();
        is_signed.then(|| {
            out.extend(without_signs(word).map(|at| word[at]));
            let place = move |symbol| without_signs(word).nth(symbol).unwrap_or(text.len());
            Box::new(place) as Places
        })
    }

    /// Appends the puzzle in a string of JSON with escapes, which may take several lines; `None` for another
    /// field.
    fn write_decoded(&self, out: &mut Vec<u8>) -> Option<Result<Places<'a>, Fault>> {
        let layout = self.layout;
        let string = self.text();
        let is_string = layout.table.is_json() && self.is_string();
        let text = if is_string { escapes::decoded(string)? } else { return None };
        let sought = self.sought();
        if let Err(fault) = read_decoded(sought, &text, out) {
            let at = escapes::offset_in(string, &text, fault.at);
            return Some(Err(Fault { at, ..fault }));
        }
        Some(Ok(Box::new(move |symbol| {
            let places = read_decoded(sought, &text, &mut Vec::new());
            escapes::offset_in(string, &text, places.map_or(0, |places| places(symbol)))
        })))
    }

    /// Appends the word that is the puzzle, in a column of texts of one line; `None` without one.
    fn write_word(&self, out: &mut Vec<u8>) -> Option<Result<Places<'a>, Fault>> {
        let Layout { size, alphabet, candidates, ref table, .. } = *self.layout;
        let text = self.text();
        let is_text = !table.is_json() || self.is_string();
        // Line ends may divide rows.
        if candidates || !is_text || !table.has_columns() || text.contains(&b'\n') {
            return None;
        }
        Some(prose::word(text, size, alphabet, table.role)?.map(|word| {
            out.extend(&text[word.clone()]);
            Box::new(move |symbol| word.start + symbol) as Places
        }))
    }

    /// Appends cells that stand apart, or whose empty ones are blanks, or the rows of a grid in several lines;
    /// `None` for another text.
    fn write_apart(&self, out: &mut Vec<u8>) -> Option<Result<Places<'a>, Fault>> {
        let Layout { size, candidates, ref table, .. } = *self.layout;
        let text = self.text();
        // Lists of candidates are in one piece. Without columns, words that stand apart are fields.
        if candidates || !table.has_columns() && !has_blank_cells(text, size) {
            return None;
        }
        let sought = self.sought();
        if let Some(read) = sought.read_apart(&Glance::of(text), out) {
            return Some(read);
        }
        // A string of JSON has line ends only as escapes. Other text may still be symbols in one piece.
        if table.is_json() {
            return text.starts_with(b"[").then(|| Err(sought.fault_in_array(text)));
        }
        sought.read_field(text, out)
    }

    /// The puzzle to look for.
    fn sought(&self) -> Sought {
        let Layout { size, alphabet, ref table, .. } = *self.layout;
        Sought { size, alphabet, role: Some(table.role) }
    }

    /// Returns true for a string of JSON.
    fn is_string(&self) -> bool {
        self.line[..self.range.start].ends_with(b"\"")
    }

    /// Appends the symbols of a puzzle with a cell in each column.
    fn write_columns(&self, expected: usize, out: &mut Vec<u8>) -> Result<Places<'a>, Fault> {
        let table = &self.layout.table;
        let columns: Vec<_> = table.format.fields(self.line).skip(table.index).collect();
        let found = table.index + columns.len();
        if found != expected {
            let end = self.line.trim_ascii_end().len();
            return Err(Fault::new(end, Problem::Fields { found, expected }));
        }
        self.sought().read_columns(self.line, &columns, out)?;
        match self.sought().lost_in_columns(self.line, &columns) {
            Some(lost) => Err(lost),
            None => Ok(Box::new(move |symbol: usize| columns[symbol].start)),
        }
    }
}

/// Appends the puzzle in a string without its escapes.
fn read_decoded<'t>(sought: Sought, text: &'t str, out: &mut Vec<u8>) -> Result<Places<'t>, Fault> {
    let apart = sought.read_apart(&Glance::of(text.as_bytes()), out);
    apart.unwrap_or_else(|| sought.read_lines(text, out))
}
