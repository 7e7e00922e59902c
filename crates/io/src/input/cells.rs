//! Puzzles whose cells stand apart: in a field (`5 3 . . 7 …`, `[5, 3, 0, …]`, one row per line in
//! quotes), in arrays and strings of JSON, or with one cell per column.

use super::{
    grids::{Glance, RowStyle, Rows, is_minus_one},
    guess::{Content, guess},
    lines::{
        Lines, Notation, Preamble,
        symbols::{has_blank_cells, is_grid},
    },
};
use crate::input::sizes::detected;
use std::{borrow::Cow, ops::Range};
use sudomill_core::{
    error::{BadLine, Problem},
    grid::{Alphabet, Size, Symbols},
};

/// A text as one array.
fn array(size: Size, alphabet: Alphabet) -> Rows {
    Rows::new(size, alphabet, RowStyle::Numbers { height: 1 })
}

/// A text as a grid with one row of symbols per line.
fn grid(size: Size, alphabet: Alphabet) -> Rows {
    Rows::new(size, alphabet, RowStyle::Symbols { dashes: false })
}

/// The sizes of puzzles in an alphabet.
fn sizes(alphabet: Alphabet) -> impl Iterator<Item = Size> {
    let size = alphabet.custom().map(Symbols::size);
    detected(size)
}

/// Appends the symbols of a puzzle of this size whose cells stand apart, each a word, or several in
/// a word; or whose empty cells are blanks. Returns false if the text is no such puzzle.
pub(in crate::input) fn read(
    text: &[u8],
    size: Size,
    alphabet: Alphabet,
    out: &mut Vec<u8>,
) -> bool {
    if has_blank_cells(text, size) {
        out.extend(text.iter().map(|&byte| if byte == b' ' { b'.' } else { byte }));
        return true;
    }
    if text.len() <= size.cells() {
        return false;
    }
    let rows = array(size, alphabet);
    let begun = out.len();
    let is_read = rows.read(text, out) == (size.cells(), size.cells())
        && (text[0] != b'[' || wrong_row(text, &rows.cells(text), size).is_none())
        && minus_one(text, &rows, &out[begun..]).is_none();
    out.truncate(if is_read { out.len() } else { begun });
    is_read
}

/// The offset of a symbol that [`read`] appends.
pub(in crate::input) fn place(text: &[u8], size: Size, alphabet: Alphabet, cell: usize) -> usize {
    if has_blank_cells(text, size) {
        return cell;
    }
    array(size, alphabet).cells(text).get(cell).map_or(text.len(), |cell| cell.start)
}

/// The first −1 in an array with zeros.
fn minus_one(text: &[u8], rows: &Rows, symbols: &[u8]) -> Option<Range<usize>> {
    if rows.may_be_ambiguous(symbols) { rows.minus_one(text) } else { None }
}

/// The end of the first nested array that has not as many values as a row, and their number.
fn wrong_row(text: &[u8], cells: &[Range<usize>], size: Size) -> Option<(usize, usize)> {
    let (mut from, end) = (0, text.trim_ascii_end().len() - 1);
    memchr::memchr_iter(b']', &text[..end]).find_map(|at| {
        let count = cells.iter().filter(|cell| (from..at).contains(&cell.start)).count();
        from = at;
        (count != size.side()).then_some((at, count))
    })
}

/// Locates the error in an array that [`read`] rejects.
pub(in crate::input) fn fault(text: &[u8], size: Size, alphabet: Alphabet) -> (usize, Problem) {
    let (array, grid) = (array(size, alphabet), grid(size, alphabet));
    let cells = array.cells(text);
    let is_string = |cell: &&Range<usize>| cell.len() > 2 && text[cell.start - 1] == b'"';
    let end = text.trim_ascii_end().len().saturating_sub(1);
    if cells.iter().any(|cell| is_string(&cell)) {
        // The strings are rows.
        let is_wrong = |cell: &&Range<usize>| !grid.is_row(&text[(*cell).clone()]);
        if let Some(row) = cells.iter().find(is_wrong) {
            let (at, problem) = grid.fault_at(&text[row.clone()]);
            return (row.start + at, problem);
        }
        let found = cells.iter().map(Range::len).sum();
        return (end, Problem::Numbers { found, expected: size.cells() });
    }
    let mut symbols = Vec::new();
    array.read(text, &mut symbols);
    if let Some(cell) = minus_one(text, &array, &symbols) {
        return (cell.start, array.wrong_number(&text[cell]));
    }
    match array.fault_at(text) {
        (at, Problem::Number { .. } | Problem::Symbol { .. }) if text[..at].ends_with(b"\"") => {
            let len = text[at..].iter().position(|&byte| byte == b'"').unwrap_or(0);
            let (inner, problem) = grid.fault_at(&text[at..at + len]);
            (at + inner, problem)
        }
        (at, problem @ (Problem::Number { .. } | Problem::Symbol { .. })) => (at, problem),
        (_, problem) => match wrong_row(text, &cells, size) {
            Some((at, found)) => (at, Problem::Numbers { found, expected: size.side() }),
            None => (end, problem),
        },
    }
}

/// The offsets of a field's bytes without the signs of digits that a user placed: `..+5.3…`.
pub(in crate::input) fn without_signs(field: &[u8]) -> impl Iterator<Item = usize> + Clone + '_ {
    let is_sign =
        |at: usize| field[at] == b'+' && field.get(at + 1).is_some_and(u8::is_ascii_digit);
    (0..field.len()).filter(move |&at| !is_sign(at))
}

/// A field without these signs.
pub(in crate::input) fn unsigned(field: &[u8]) -> Cow<'_, [u8]> {
    match field.contains(&b'+') {
        true => without_signs(field).map(|at| field[at]).collect(),
        false => field.into(),
    }
}

/// Appends the symbols of a puzzle of this size in a field of several lines, with rulers or names
/// among its rows. Returns false if the field is no such puzzle.
fn read_lines(field: &[u8], size: Size, alphabet: Alphabet, out: &mut Vec<u8>) -> bool {
    let begun = out.len();
    let is_read = memchr::memchr2(b'\n', b'\r', field.trim_ascii()).is_some()
        && std::str::from_utf8(field)
            .is_ok_and(|text| read_string(text, size, alphabet, out).is_ok())
        && is_grid(&out[begun..], size, alphabet);
    out.truncate(if is_read { out.len() } else { begun });
    is_read
}

/// Returns true if a text has the symbols of a puzzle of this size.
#[cfg(feature = "files")]
pub(in crate::input) fn is_grid_of(text: &[u8], size: Size) -> bool {
    is_grid(text, size, Alphabet::FromOne)
}

/// The size of the puzzle in a text whose cells stand apart, or whose rows stand on several lines: one
/// of these. Appends its symbols.
pub(in crate::input) fn size(
    text: &[u8],
    sizes: &[Size],
    alphabet: Alphabet,
    out: &mut Vec<u8>,
) -> Option<Size> {
    let mut of = |read: fn(&[u8], Size, Alphabet, &mut Vec<u8>) -> bool| {
        sizes.iter().copied().find(|&size| read(text, size, alphabet, out))
    };
    of(read_any).or_else(|| of(read_lines))
}

/// Like [`read`], but far faster for a text that is no puzzle.
fn read_any(text: &[u8], size: Size, alphabet: Alphabet, out: &mut Vec<u8>) -> bool {
    let may_be_row =
        || text.len() > size.cells() && array(size, alphabet).may_be_row(&Glance::of(text));
    (has_blank_cells(text, size) || may_be_row()) && read(text, size, alphabet, out)
}

/// Reads a field of several lines, of which one of the first two is a row of a grid: as
/// [`read_string`], but counts bytes. `None` if it is another text, whose quote may be a stray one.
pub(in crate::input) fn read_field(
    field: &[u8],
    size: Size,
    alphabet: Alphabet,
    out: &mut Vec<u8>,
) -> Option<Result<(), (usize, Problem)>> {
    let text = std::str::from_utf8(field).ok()?;
    let mut lines = Lines::new(field).filter(|line| !line.1.trim_ascii().is_empty());
    let rows = lines.by_ref().take(2).filter(|line| grid(size, alphabet).is_row(line.1)).count();
    let has_rows = rows > 0 && lines.next().is_some();
    has_rows.then(|| {
        let read = read_string(text, size, alphabet, out);
        read.map_err(|(number, it)| (byte_at(text, number), it))
    })
}

/// The offset of a symbol that [`read_field`] appends.
pub(in crate::input) fn place_in_field(
    field: &[u8],
    size: Size,
    alphabet: Alphabet,
    cell: usize,
) -> usize {
    let text = std::str::from_utf8(field).unwrap_or_default();
    byte_at(text, place_in_string(text, size, alphabet, cell))
}

/// The offset of the character with this number, from 0.
fn byte_at(text: &str, number: usize) -> usize {
    text.char_indices().nth(number).map_or(text.len(), |it| it.0)
}

/// A string of JSON, decoded.
#[cfg(feature = "files")]
pub(in crate::input) fn decoded(string: &[u8]) -> Option<String> {
    memchr::memchr(b'\\', string)?;
    serde_json::from_slice(&[b"\"", string, b"\""].concat()).ok()
}

#[cfg(not(feature = "files"))]
pub(in crate::input) fn decoded(_: &[u8]) -> Option<String> {
    None
}

/// Appends the symbols of a decoded string: its only line, or the rows of a grid.
///
/// # Errors
/// There is no puzzle, or another: the number of characters before the error.
pub(in crate::input) fn read_string(
    text: &str,
    size: Size,
    alphabet: Alphabet,
    out: &mut Vec<u8>,
) -> Result<(), (usize, Problem)> {
    let all = text.as_bytes();
    let is_blank = |line: &[u8]| line.trim_ascii().is_empty();
    let mut lines = Lines::new(all).filter(|line| !is_blank(line.1));
    if let (Some((_, line)), None) = (lines.next(), lines.next()) {
        // Other cells that stand apart in their string are not found again for a message.
        if !has_blank_cells(line, size) || !read(line, size, alphabet, out) {
            out.extend(line);
        }
        return Ok(());
    }
    let (mut lines, preamble, rows) =
        (Lines::new(all), Preamble::default(), drawn(text, size, alphabet));
    let mut next = |out: &mut Vec<u8>| rows.next(&mut lines, 0, &preamble, out, &mut |_, _| {});
    let Some((record, bad)) = next(out) else {
        return Err((0, Problem::ShortGrid { found: 0, expected: size.side() }));
    };
    let is_whole =
        bad.as_ref().is_some_and(|bad| matches!(bad.problem, Problem::PuzzleAmongGrids { .. }));
    let fault = |start, bad: BadLine| {
        Err((characters_before(text, start, (bad.line_offset, bad.column)), bad.problem))
    };
    if let Some(bad) = bad.filter(|_| !is_whole) {
        return fault(record.start, bad);
    }
    let Some((other, bad)) = next(&mut Vec::new()) else { return Ok(()) };
    let second = || BadLine::new((0, 1), Problem::SecondPuzzle);
    fault(other.start, bad.filter(|_| !is_whole).unwrap_or_else(second))
}

/// The rows of a grid in a string.
fn drawn(text: &str, size: Size, alphabet: Alphabet) -> Rows {
    let lines = || Lines::new(text.as_bytes()).map(|line| line.1);
    let rows = |style| Rows::new(size, alphabet, style);
    // As many rows as a grid has leave no line for a ruler, not even if they are all of dashes.
    let dashed = rows(RowStyle::Symbols { dashes: true });
    let mut filled = lines().filter(|line| !line.trim_ascii().is_empty());
    let are_rows = filled.by_ref().take(size.side()).filter(|line| dashed.is_row(line)).count();
    if are_rows == size.side() && filled.next().is_none() {
        return dashed;
    }
    let (symbols, blanks) = (grid(size, alphabet), rows(RowStyle::Blanks { box_width: 0 }));
    let has_blanks = lines().any(|line| blanks.is_shown_by(line) && !symbols.is_row(line));
    let rows = if has_blanks { blanks } else { symbols };
    rows.as_in(text.as_bytes()).0
}

/// The number of characters before a line and column, counted from an offset.
fn characters_before(text: &str, from: u32, (line, column): (u64, usize)) -> usize {
    let (above, rest) = text.split_at(from as usize);
    let line = Lines::new(rest.as_bytes()).nth(line as usize);
    let before = line.map_or(rest.len(), |line| line.0);
    above.chars().count() + rest[..before].chars().count() + column - 1
}

/// The number of characters before a symbol that [`read_string`] appends.
pub(in crate::input) fn place_in_string(
    text: &str,
    size: Size,
    alphabet: Alphabet,
    cell: usize,
) -> usize {
    match text.trim_end().contains(['\n', '\r']) {
        true => {
            characters_before(text, 0, drawn(text, size, alphabet).place(text.as_bytes(), cell))
        }
        false => cell,
    }
}

/// The offset in a string of the character with this number, from 0.
pub(in crate::input) fn character_at(string: &[u8], number: usize) -> usize {
    let mut at = 0;
    for _ in 0..number {
        at += match string.get(at..) {
            Some([b'\\', b'u', b'd' | b'D', b'8' | b'9' | b'a' | b'b' | b'A' | b'B', ..]) => 12,
            Some([b'\\', b'u', ..]) => 6,
            Some([b'\\', ..]) => 2,
            Some([_, rest @ ..]) => {
                1 + rest.iter().take_while(|&&byte| byte & 0xC0 == 0x80).count()
            }
            _ => 0,
        };
    }
    at.min(string.len())
}

/// The text of a puzzle in a field: its symbols, if its cells stand apart.
pub(in crate::input) fn plain(field: &[u8], is_json: bool, alphabet: Alphabet) -> Cow<'_, [u8]> {
    let mut symbols = Vec::new();
    if is_json && let Some(text) = decoded(field) {
        let is_grid_of = |size: Size| {
            symbols.clear();
            read_string(&text, size, alphabet, &mut symbols).is_ok()
                && is_grid(&symbols, size, alphabet)
        };
        return match sizes(alphabet).any(is_grid_of) {
            true => symbols.into(),
            false => text.into_bytes().into(),
        };
    }
    let mut is_read = |size| {
        read_any(field, size, alphabet, &mut symbols)
            || read_lines(field, size, alphabet, &mut symbols)
    };
    match sizes(alphabet).any(&mut is_read) {
        true => symbols.into(),
        false => unsigned(field),
    }
}

/// Judges a field, whose cells may stand apart.
pub(in crate::input) fn guess_field(
    field: &[u8],
    is_json: bool,
    size: Size,
    notation: Notation,
) -> Content {
    // No way of writing takes fewer bytes than symbols.
    if field.len() * 2 < size.cells() {
        return Content::Other;
    }
    let plain = match notation.candidates {
        true => field.into(),
        // Numbers count from 1.
        false if notation.alphabet == Alphabet::FromZero => {
            plain(field, is_json, Alphabet::FromOne)
        }
        false => plain(field, is_json, notation.alphabet),
    };
    guess(&plain, size, notation)
}

/// Appends the symbols of a puzzle with these fields of a line for its cells; `Err` with the number of
/// the wrong one. Fields that are all empty are no puzzle.
pub(in crate::input) fn of_columns(
    line: &[u8],
    fields: &[Range<usize>],
    size: Size,
    alphabet: Alphabet,
    out: &mut Vec<u8>,
) -> Result<(), (usize, Problem)> {
    let rows = array(size, alphabet);
    let begun = out.len();
    let mut is_empty = true;
    for number in 0..size.cells() {
        let field = fields.get(number).map_or(&b""[..], |field| &line[field.clone()]);
        is_empty &= field.is_empty();
        if !rows.push(field, out) {
            return Err((number, rows.wrong_number(field)));
        }
    }
    if rows.may_be_ambiguous(&out[begun..]) {
        let mut cells = fields.iter().take(size.cells()).map(|field| &line[field.clone()]);
        if let Some(number) = cells.position(is_minus_one) {
            return Err((number, rows.wrong_number(&line[fields[number].clone()])));
        }
    }
    match is_empty {
        true => Err((0, Problem::Numbers { found: 0, expected: size.cells() })),
        false => Ok(()),
    }
}
