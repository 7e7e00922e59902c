//! Puzzles whose cells stand apart: in a field (`5 3 . . 7 …`, `[5, 3, 0, …]`, one row per line in
//! quotes), in arrays and strings of JSON, or with one cell per column.

use super::{
    grids::{self, Kind, RowStyle, Rows, SYMBOLS, apart, value},
    lines::{
        Lines,
        position::character,
        symbols::{NONE, is_grid, symbol_values},
    },
};
use std::{borrow::Cow, ops::Range};
use sudomill_core::{
    error::Problem,
    grid::{Alphabet, Size},
};

/// The words of a text. In JSON, an empty string is one, for an empty cell.
fn words(text: &[u8]) -> Vec<Range<usize>> {
    let is_array = text.first() == Some(&b'[');
    let empty = memchr::memmem::find_iter(text, b"\"").filter(|&at| {
        let rest = &text[at..];
        is_array && (rest.starts_with(b"\"\"") || rest.starts_with(b"\" \""))
    });
    let mut words: Vec<_> = apart(text).chain(empty.map(|at| at..at + 2)).collect();
    words.sort_unstable_by_key(|word| word.start);
    words
}

/// The symbol of a cell: a number, a symbol, nothing.
fn symbol(word: &[u8], size: Size) -> Option<u8> {
    let values = symbol_values(size, Alphabet::FromOne);
    let number = match word {
        b"" | b"\"\"" | b"\" " | b"null" => Some(0),
        &[byte] if values[usize::from(byte)] != NONE => return Some(byte),
        word => value(word),
    };
    let number = number.filter(|&number| usize::from(number) <= size.side())?;
    Some(SYMBOLS[usize::from(number)])
}

/// Appends the symbols of a puzzle of this size whose cells stand apart, each a word, or several in
/// a word; in `places`, the offset of each. Returns false if the text is no such puzzle.
pub(in crate::input) fn read(
    text: &[u8],
    size: Size,
    out: &mut Vec<u8>,
    places: &mut Vec<usize>,
) -> bool {
    if text.len() <= size.cells() {
        return false;
    }
    let (start, words, cells) = (out.len(), words(text), size.cells());
    let values = symbol_values(size, Alphabet::FromOne);
    let joined = words.iter().map(Range::len).sum::<usize>() == cells && words.len() < cells;
    for word in &words {
        match joined {
            true => {
                let is_symbol = |byte: &&u8| values[usize::from(**byte)] != NONE;
                out.extend(text[word.clone()].iter().take_while(is_symbol));
                places.extend(word.clone());
            }
            false => {
                out.extend(symbol(&text[word.clone()], size));
                places.push(word.start);
            }
        }
    }
    let count = out.len() - start;
    let is_read = words.len() > 1 && count == cells && places.len() == cells;
    is_read && (joined || text[0] != b'[' || wrong_row(text, &words, size).is_none())
}

/// The end of the first nested array that has not as many values as a row, and their number.
fn wrong_row(text: &[u8], words: &[Range<usize>], size: Size) -> Option<(usize, usize)> {
    let (mut from, end) = (0, text.trim_ascii_end().len() - 1);
    memchr::memchr_iter(b']', &text[..end]).find_map(|at| {
        let count = words.iter().filter(|word| (from..at).contains(&word.start)).count();
        from = at;
        (count != size.side()).then_some((at, count))
    })
}

/// Locates the error in an array that [`read`] rejects.
pub(in crate::input) fn fault(text: &[u8], size: Size) -> (usize, Problem) {
    let (words, side) = (words(text), size.side());
    let values = symbol_values(size, Alphabet::FromOne);
    let is_row = |word: &Range<usize>| word.len() > 2 && text[word.start - 1] == b'"';
    let end = text.trim_ascii_end().len().saturating_sub(1);
    let wrong_symbol = |word: &Range<usize>| {
        word.clone().find(|&at| values[usize::from(text[at])] == NONE).map(|at| {
            let (found, alphabet) = (character(&text[at..]), Alphabet::FromOne);
            (at, Problem::Symbol { found, side, alphabet })
        })
    };
    if words.iter().any(is_row) {
        let wrong_length = |word: &Range<usize>| {
            let (found, at) = (word.len(), word.start + side);
            match found < side {
                true => Some((word.end, Problem::ShortRow { found, expected: side })),
                false => (found > side).then(|| {
                    (at, Problem::LongRow { found: character(&text[at..]), expected: side })
                }),
            }
        };
        let wrong = words.iter().find_map(wrong_symbol);
        let found = words.iter().map(Range::len).sum();
        return wrong
            .or_else(|| words.iter().find_map(wrong_length))
            .unwrap_or((end, Problem::Numbers { found, expected: size.cells() }));
    }
    let wrong = words.iter().find(|word| symbol(&text[(*word).clone()], size).is_none());
    match (wrong, wrong_row(text, &words, size)) {
        (Some(word), _) if text[word.start.saturating_sub(1)] == b'"' => wrong_symbol(word)
            .unwrap_or((word.start, Problem::Numbers { found: 0, expected: side })),
        (Some(word), _) => {
            let found = String::from_utf8_lossy(&text[word.clone()]).into_owned();
            (word.start, Problem::Number { found, largest: side as u8 })
        }
        (None, Some((at, found))) => (at, Problem::Numbers { found, expected: side }),
        (None, None) => (end, Problem::Numbers { found: words.len(), expected: size.cells() }),
    }
}

/// The text of a field without the signs of digits that a user placed: `..+5.3…`.
pub(in crate::input) fn without_signs(field: &[u8]) -> Cow<'_, [u8]> {
    match memchr::memchr(b'+', field) {
        Some(_) => field.iter().copied().filter(|&byte| byte != b'+').collect(),
        None => field.into(),
    }
}

/// The size of the puzzle in a text whose cells stand apart.
pub(in crate::input) fn size(text: &[u8]) -> Option<Size> {
    Size::ALL.into_iter().find(|&size| read(text, size, &mut Vec::new(), &mut Vec::new()))
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

/// The symbols of a decoded string, and the number of characters before each: its only line, or
/// the rows of a grid; or why there are none.
pub(in crate::input) fn rows_of(
    text: &str,
    size: Size,
) -> Result<(Vec<u8>, Vec<usize>), (usize, Problem)> {
    let (rows, mut symbols) = (Rows::new(size, Alphabet::FromOne, SYMBOL_ROWS), Vec::new());
    let is_blank = |line: &[u8]| line.trim_ascii().is_empty();
    let lines: Vec<_> = Lines::new(text.as_bytes()).filter(|line| !is_blank(line.1)).collect();
    let (mut count, chars) = (0, |at: usize| text[..at].chars().count());
    if let [(at, line)] = lines[..] {
        return Ok((line.to_vec(), (chars(at)..).take(line.len()).collect()));
    }
    let mut places = Vec::new();
    for &(at, line) in &lines {
        match rows.kind(line, &mut symbols) {
            Kind::Row if count == size.side() => {
                let found = character(line);
                return Err((chars(at), Problem::Long { found, expected: size.cells() }));
            }
            Kind::Row => {
                places.extend(grids::characters(line).map(|cell| chars(at + cell.start)));
                count += 1;
            }
            Kind::Ruler => {}
            Kind::Whole
                if let [(first, _), (next, _), ..] = lines[..]
                    && first == at =>
            {
                return Err((chars(next), Problem::SecondPuzzle));
            }
            _ => {
                let bad = rows.fault(line, 0);
                return Err((chars(at) + bad.column - 1, bad.problem));
            }
        }
    }
    if count < size.side() {
        let problem = Problem::ShortGrid { found: count, expected: size.side() };
        return Err((chars(text.trim_end().len()), problem));
    }
    Ok((symbols, places))
}

const SYMBOL_ROWS: RowStyle = RowStyle::Symbols { dashes: false };

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
pub(in crate::input) fn plain(field: &[u8], is_json: bool) -> Cow<'_, [u8]> {
    let mut symbols = Vec::new();
    let mut is_spread = |&size: &Size| {
        symbols.clear();
        read(field, size, &mut symbols, &mut Vec::new())
    };
    if is_json && let Some(text) = decoded(field) {
        let of_size = |size| rows_of(&text, size).ok().map(|(symbols, _)| (size, symbols));
        let mut all = Size::ALL.into_iter().filter_map(of_size);
        let grid = all.find(|(size, symbols)| is_grid(symbols, *size, Alphabet::FromOne));
        return grid.map_or(text.clone().into_bytes(), |grid| grid.1).into();
    }
    match Size::ALL.iter().find(|size| is_spread(size)) {
        Some(_) => symbols.into(),
        None => without_signs(field),
    }
}

/// Appends the symbols of a puzzle with these fields for its cells; `Err` with the number of the
/// wrong one. Fields that are all empty are no puzzle.
pub(in crate::input) fn of_columns<'a>(
    mut fields: impl Iterator<Item = &'a [u8]>,
    size: Size,
    out: &mut Vec<u8>,
) -> Result<(), (usize, Problem)> {
    let mut is_empty = true;
    for number in 0..size.cells() {
        let field = fields.next().unwrap_or_default();
        is_empty &= field.is_empty();
        let number_of = if field.is_empty() { Some(0) } else { grids::value(field) };
        match number_of.filter(|&value| usize::from(value) <= size.side()) {
            Some(value) => out.push(SYMBOLS[usize::from(value)]),
            None => {
                let found = String::from_utf8_lossy(field).into_owned();
                return Err((number, Problem::Number { found, largest: size.side() as u8 }));
            }
        }
    }
    match is_empty {
        true => Err((0, Problem::Numbers { found: 0, expected: size.cells() })),
        false => Ok(()),
    }
}
