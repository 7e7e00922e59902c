//! Puzzles whose cells stand apart: in a field (`5 3 . . 7 …`, `[5, 3, 0, …]`, one row per line in
//! quotes), in arrays and strings of JSON, or with one cell per column.

use super::{
    escapes::{decoded, is_array},
    grids::{CellCount, EmptyCells, Fault, Glance, Places, RowStyle, Rows},
    guess::{Content, are_half, guess},
    lines::{
        Notation,
        symbols::{has_blank_cells, is_grid},
    },
    multiline, prose,
};
use crate::sizes::detected;
use std::{borrow::Cow, ops::Range};
use sudomill_puzzle::{
    error::Problem,
    grid::{Alphabet, Size, Symbols},
};

/// A text as one array.
fn array(size: Size, alphabet: Alphabet) -> Rows {
    Rows::new(size, alphabet, RowStyle::Numbers { height: 1 })
}

/// The sizes of puzzles in an alphabet.
fn sizes(alphabet: Alphabet) -> impl Iterator<Item = Size> + Clone {
    let size = alphabet.custom().map(Symbols::size);
    detected(size)
}

/// Appends the symbols of a puzzle of this size whose cells stand apart, each a word, or several in
/// a word; or whose empty cells are blanks. Returns their places; `None` if the text is no such puzzle.
pub fn read<'t>(
    text: &'t [u8],
    size: Size,
    alphabet: Alphabet,
    out: &mut Vec<u8>,
) -> Option<Places<'t>> {
    read_glance(&Glance::of(text), size, alphabet, out)
}

/// The same of a text at which a glance was taken.
fn read_glance<'t>(
    glance: &Glance<'t>,
    size: Size,
    alphabet: Alphabet,
    out: &mut Vec<u8>,
) -> Option<Places<'t>> {
    let text = glance.line;
    if multiline::read_blanks(text, size, out) {
        return Some(Box::new(|symbol| symbol));
    }
    // Cells that stand apart take more bytes than symbols: most fields are ruled out here.
    if text.len() <= size.cells() {
        return None;
    }
    let rows = array(size, alphabet);
    let begun = out.len();
    // As many cells as a puzzle has may be in rows that are too short and too long.
    let has_whole_rows = || text[0] != b'[' || wrong_row(text, &rows.cells(glance), size).is_none();
    let all = size.cells();
    if rows.read(glance, out) != (CellCount { all, good: all }) || !has_whole_rows() {
        out.truncate(begun);
        return None;
    }
    Some(Box::new(move |symbol| {
        let cells = array(size, alphabet).cells(&Glance::of(text));
        cells.get(symbol).map_or(text.len(), |cell| cell.start)
    }))
}

/// The fault in an array of which the first nested one that is wrong has not as many values as a row.
fn wrong_row(text: &[u8], cells: &[Range<usize>], size: Size) -> Option<Fault> {
    let end = text.trim_ascii_end().len() - 1;
    let mut start = 0;
    memchr::memchr_iter(b']', &text[..end]).find_map(|close| {
        let found = cells.iter().filter(|cell| (start..close).contains(&cell.start)).count();
        let expected = size.side();
        start = close;
        (found != expected).then(|| Fault::new(close, Problem::Numbers { found, expected }))
    })
}

/// The fault in a text that [`read`] takes for a puzzle with these symbols, but that has lost a number.
pub fn lost_number(text: &[u8], size: Size, alphabet: Alphabet, symbols: &[u8]) -> Option<Fault> {
    array(size, alphabet).lost_number(text, symbols)
}

/// The fault in an array that [`read`] rejects.
pub fn fault(text: &[u8], size: Size, alphabet: Alphabet) -> Fault {
    let array = array(size, alphabet);
    let glance = Glance::of(text);
    let cells = array.cells(&glance);
    // A number has at most two digits.
    if cells.iter().any(|cell| cell.len() > 2 && text[cell.start - 1] == b'"') {
        return fault_in_strings(text, &cells, size, alphabet);
    }
    let fault = array.fault_in_row(&glance);
    if !matches!(fault.problem, Problem::Number { .. } | Problem::Symbol { .. }) {
        let end = text.trim_ascii_end().len().saturating_sub(1);
        let whole = Fault { at: end, ..fault };
        return wrong_row(text, &cells, size).unwrap_or(whole);
    }
    match text[..fault.at].ends_with(b"\"") {
        // Of a string of symbols, only one is wrong.
        true => {
            let len = text[fault.at..].iter().position(|&byte| byte == b'"').unwrap_or(0);
            let string = &text[fault.at..fault.at + len];
            Rows::of_symbols(size, alphabet).fault_in_row(&Glance::of(string)).behind(fault.at)
        }
        false => fault,
    }
}

/// The fault in an array of strings, each of which is a row.
fn fault_in_strings(text: &[u8], rows: &[Range<usize>], size: Size, alphabet: Alphabet) -> Fault {
    let grid = Rows::of_symbols(size, alphabet);
    match rows.iter().find(|row| !grid.is_row(&Glance::of(&text[(*row).clone()]))) {
        Some(row) => grid.fault_in_row(&Glance::of(&text[row.clone()])).behind(row.start),
        None => {
            let end = text.trim_ascii_end().len().saturating_sub(1);
            let found = rows.iter().map(Range::len).sum();
            Fault::new(end, Problem::Numbers { found, expected: size.cells() })
        }
    }
}

/// The offsets of a field's bytes without the signs of digits that a user placed: `..+5.3…`.
pub fn without_signs(field: &[u8]) -> impl Iterator<Item = usize> + Clone + '_ {
    let is_sign =
        |at: usize| field[at] == b'+' && field.get(at + 1).is_some_and(u8::is_ascii_digit);
    (0..field.len()).filter(move |&at| !is_sign(at))
}

/// A field without these signs.
pub fn unsigned(field: &[u8]) -> Cow<'_, [u8]> {
    match field.contains(&b'+') {
        true => without_signs(field).map(|at| field[at]).collect(),
        false => field.into(),
    }
}

/// Returns true if a text has the symbols of a puzzle of this size.
#[cfg(feature = "files")]
pub fn is_grid_of(text: &[u8], size: Size) -> bool {
    is_grid(text, size, Alphabet::FromOne)
}

/// The size of the puzzle in a text whose cells stand apart, or whose rows stand on several lines: one
/// of these. Appends its symbols.
pub fn size(
    text: &[u8],
    sizes: impl Iterator<Item = Size> + Clone,
    alphabet: Alphabet,
    out: &mut Vec<u8>,
) -> Option<Size> {
    let glance = Glance::of(text);
    // Far faster than to read a text that is no puzzle.
    let may_be_puzzle = |size: Size| {
        has_blank_cells(text, size)
            || text.len() > size.cells() && array(size, alphabet).may_be_row(&glance)
    };
    let is_apart =
        |size: &Size| may_be_puzzle(*size) && read_glance(&glance, *size, alphabet, out).is_some();
    // Lines are tried last: that takes the longest.
    sizes.clone().find(is_apart).or_else(|| {
        memchr::memchr2(b'\n', b'\r', text)?;
        let begun = out.len();
        let is_read = |size: &Size| {
            out.truncate(begun);
            matches!(multiline::read_field(text, *size, alphabet, None, out), Some(Ok(_)))
                && is_grid(&out[begun..], *size, alphabet)
        };
        let found = multiline::sizes(text, sizes, alphabet).into_iter().find(is_read);
        out.truncate(if found.is_some() { out.len() } else { begun });
        found
    })
}

/// The text of a puzzle in a field: its symbols, if its cells stand apart.
pub fn plain(field: &[u8], is_json: bool, alphabet: Alphabet) -> Cow<'_, [u8]> {
    let mut symbols = Vec::new();
    let decoded = if is_json { decoded(field) } else { None };
    let text = decoded.as_ref().map_or(field, |text| text.as_bytes());
    match (size(text, sizes(alphabet), alphabet, &mut symbols), decoded) {
        (Some(_), _) => symbols.into(),
        (None, Some(text)) => among_words(text.as_bytes(), alphabet).into_owned().into(),
        (None, None) if is_json && is_array(field) => field.into(),
        (None, None) => among_words(field, alphabet),
    }
}

/// The grid among the words of a text; the text without signs if there is none.
fn among_words(text: &[u8], alphabet: Alphabet) -> Cow<'_, [u8]> {
    match prose::word_of_any(text, sizes(alphabet), alphabet) {
        Some(word) => text[word].into(),
        None => unsigned(text),
    }
}

/// Judges a field, whose cells may stand apart.
pub fn guess_field(field: &[u8], is_json: bool, size: Size, notation: Notation) -> Content {
    // No way of writing takes fewer bytes than symbols.
    if !are_half(field.len(), size.cells()) {
        return Content::Other;
    }
    let plain = match notation.candidates {
        true => field.into(),
        false => plain(field, is_json, notation.alphabet),
    };
    guess(&plain, size, notation)
}

/// Appends the symbols of a puzzle with these fields of a line for its cells.
///
/// # Errors
/// A field is no cell, or all of them are empty: the fault in the line.
pub fn of_columns(
    line: &[u8],
    fields: &[Range<usize>],
    size: Size,
    alphabet: Alphabet,
    out: &mut Vec<u8>,
) -> Result<(), Fault> {
    let rows = array(size, alphabet);
    let cells = &fields[..fields.len().min(size.cells())];
    let wrong = cells.iter().find(|cell| !rows.push(&line[(*cell).clone()], out));
    if let Some(cell) = wrong {
        return Err(Fault::new(cell.start, rows.wrong_number(&line[cell.clone()])));
    }
    // So ends a file of a spreadsheet: with rows of separators.
    if cells.iter().all(Range::is_empty) {
        let start = cells.first().map_or(0, |first| first.start);
        let problem = Problem::Numbers { found: 0, expected: size.cells() };
        return Err(Fault::new(start, problem));
    }
    Ok(())
}

/// The fault in such fields if one of them has lost its number.
pub fn lost_in_columns(
    line: &[u8],
    fields: &[Range<usize>],
    size: Size,
    alphabet: Alphabet,
) -> Option<Fault> {
    let rows = array(size, alphabet);
    let mut empty = EmptyCells::default();
    let cells = fields.iter().take(size.cells());
    cells.for_each(|cell| empty.add(&rows, &line[cell.clone()], cell.clone()));
    let cell = empty.lost()?;
    Some(Fault::new(cell.start, rows.wrong_number(&line[cell])))
}
