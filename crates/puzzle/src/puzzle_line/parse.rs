//! Parses one line to a puzzle or a located error.

use super::{
    COMMENT, MAX_LINE, Skip,
    candidates::{digit_of, is_candidates, misfit, places},
    damaged::is_scientific,
    line_end,
    position::{bad_at, character},
    regions::is_regions,
    symbols::{
        BLANKS, NONE, SymbolTables, first_word, is_all_symbols, is_grid, is_separator,
        symbol_values,
    },
    word::words,
};
use crate::{
    error::{BadLine, Problem},
    grid::{Alphabet, Order, Puzzle, Size, Units},
};
use std::{ops::Range, str::FromStr};

/// The result of parsing one line.
#[derive(Clone, Debug, PartialEq)]
pub enum Line<'a, O: Order> {
    /// A puzzle, with the field that holds it.
    Puzzle(&'a [u8], Puzzle<O>),
    /// A malformed puzzle.
    Bad(BadLine),
    /// A line to skip: blank or a comment. Only `Chunk::lines` recognizes a header or a count, by
    /// its position in the file.
    Skip(Skip),
}

/// The notation of the puzzles in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Notation {
    /// The symbols of the digits.
    pub alphabet: Alphabet,
    /// True if puzzles are given by candidates: one symbol per digit of each cell.
    pub candidates: bool,
    /// The units in which no clue may repeat a digit.
    pub units: Units,
}

impl Notation {
    /// The number of symbols in a puzzle.
    #[inline(always)]
    pub fn symbols<O: Order>(self) -> usize {
        if self.candidates { O::CELLS * O::SIDE } else { O::CELLS }
    }

    /// Returns true if a text has the length and the symbols of a puzzle.
    #[inline]
    pub fn has_symbols<O: Order>(self, text: &[u8]) -> bool {
        match self.candidates {
            true => is_candidates::<O>(text, self.alphabet),
            false => text.len() == O::CELLS && is_all_symbols::<O>(text, self.alphabet),
        }
    }

    /// The notation of clues in this alphabet, in grids with the standard units.
    #[must_use]
    pub const fn of_clues(alphabet: Alphabet) -> Self {
        Self { alphabet, candidates: false, units: Units::STANDARD }
    }

    /// Guesses the notation of a single line by its length.
    fn of<O: Order>(line: &[u8], alphabet: Alphabet) -> Self {
        let text = first_word(line.trim_ascii_start());
        let candidates = text.len() > (O::CELLS + O::CELLS * O::SIDE) / 2;
        Self { candidates, ..Self::of_clues(alphabet) }
    }
}

impl<O: Order> Line<'_, O> {
    /// The puzzle, if the line holds one.
    pub fn puzzle(self) -> Option<Puzzle<O>> {
        if let Self::Puzzle(_, puzzle) = self { Some(puzzle) } else { None }
    }
}

/// Parses one line without its newline, in the default alphabet.
///
/// The puzzle is the first field of the line; anything may follow it. For a file whose puzzles are
/// in another column, use `Chunk::lines`. A puzzle is given by one symbol per cell, or by
/// candidates: one symbol per digit of each cell.
///
/// ```
/// # mod sudomill { pub use sudomill_puzzle::{*, puzzle_line as input}; }
/// use sudomill::{grid::Order2, input::{parse_line, Line, Skip}};
/// assert!(matches!(parse_line::<Order2>(b"1...4.....2....3,easy"), Line::Puzzle(..)));
/// assert_eq!(parse_line::<Order2>(b"  "), Line::Skip(Skip::Blank));
/// let Line::Bad(bad) = parse_line::<Order2>(b"1...4.Z...2....3") else { panic!() };
/// assert_eq!(bad.to_string(), "7: found 'Z'; expected 1-4 or one of . 0 - _ * ? x X");
/// ```
#[inline]
pub fn parse_line<O: Order>(line: &[u8]) -> Line<'_, O> {
    parse_line_in(line, Alphabet::default())
}

/// Like [`parse_line`], but in the given alphabet.
#[inline]
pub fn parse_line_in<O: Order>(line: &[u8], alphabet: Alphabet) -> Line<'_, O> {
    clues_at_start(line, Notation::of_clues(alphabet))
        .unwrap_or_else(|| parse_other(line, Notation::of::<O>(line, alphabet)))
}

/// Parses one line of a column whose puzzles are all in this notation: in a column of clues, a line
/// of candidates is malformed.
#[inline]
pub fn parse_line_as<O: Order>(line: &[u8], notation: Notation) -> Line<'_, O> {
    let common = match notation.candidates {
        true => None,
        false => clues_at_start(line, notation),
    };
    common.unwrap_or_else(|| parse_other(line, notation))
}

/// Parses the common case: a puzzle given by clues at the start of the line.
#[inline]
fn clues_at_start<O: Order>(line: &[u8], notation: Notation) -> Option<Line<'_, O>> {
    if line.len() <= MAX_LINE
        && let Some((text, rest)) = line.split_at_checked(O::CELLS)
        && (rest.first().is_none_or(|&byte| is_separator(byte)) || rest == b"\r")
        && let Some(cells) = cells::<O>(text, notation.alphabet)
    {
        return Some(puzzle(line, 0, text, cells, notation));
    }
    None
}

fn parse_other<O: Order>(line: &[u8], notation: Notation) -> Line<'_, O> {
    if let Some(bad) = oversized(line) {
        return Line::Bad(bad);
    }
    if let Some(skip) = skip(line) {
        return Line::Skip(skip);
    }
    // Only a blank line has no words.
    let field = words(line).next().unwrap_or_default();
    parse_field(line, field, notation)
}

/// Returns the error of a line that is too long to be parsed.
#[inline]
pub fn oversized(line: &[u8]) -> Option<BadLine> {
    if line.len() <= MAX_LINE {
        return None;
    }
    // Look no further: how much of the rest is in the chunk depends on the chunk's size.
    let problem = match memchr::memchr(b'\n', &line[..=MAX_LINE]) {
        Some(_) => Problem::OversizedRecord { limit: MAX_LINE },
        None => Problem::Oversized { limit: MAX_LINE },
    };
    Some(BadLine::new(0, 1, problem))
}

/// Returns why a line that stands alone is skipped; `None` if it should hold a puzzle.
fn skip(line: &[u8]) -> Option<Skip> {
    match line.trim_ascii_start().first() {
        None => Some(Skip::Blank),
        Some(&COMMENT) => Some(Skip::Comment),
        Some(_) => None,
    }
}

/// Parses a field of a line: a puzzle, possibly followed by other words.
pub fn parse_field<O: Order>(line: &[u8], field: Range<usize>, notation: Notation) -> Line<'_, O> {
    if let Some(text) = whole_field(line, field.clone(), notation.symbols::<O>()) {
        let alphabet = notation.alphabet;
        if notation.candidates {
            if let Some(places) = places::<O>(text, alphabet) {
                return Line::Puzzle(text, Puzzle::from_places(places));
            }
        } else if let Some(cells) = cells::<O>(text, alphabet) {
            return puzzle(line, field.start, text, cells, notation);
        }
    }
    Line::Bad(fault(line, field, notation, O::SIZE))
}

/// The text of this length at the start of a field that has no line end, if it is a word.
fn whole_field(line: &[u8], field: Range<usize>, len: usize) -> Option<&[u8]> {
    let text = &line[field];
    let is_ended = text.get(len).is_none_or(|&byte| is_separator(byte));
    let has_line_end = memchr::memchr2(b'\n', b'\r', text).is_some();
    text.get(..len).filter(|_| is_ended && !has_line_end)
}

/// Locates the error in a field that should be a puzzle.
fn fault(line: &[u8], field: Range<usize>, notation: Notation, size: Size) -> BadLine {
    let text = &line[field.clone()];
    if let Some(at) = memchr::memchr2(b'\n', b'\r', text) {
        return bad_at(line, field.start + at, Problem::LineEnd);
    }
    if !notation.candidates && has_blanks(line, text, size) {
        return bad_at(line, field.start, Problem::Blanks);
    }
    let locate = if notation.candidates { locate_candidates } else { locate };
    let (offset, problem) = locate(first_word(text), size, notation.alphabet);
    bad_at(line, field.start + offset, problem)
}

/// Returns true if a field, or the whole line if the field has no spaces, consists of digits and
/// spaces that may be empty cells: a quarter of them or more.
fn has_blanks(line: &[u8], field: &[u8], size: Size) -> bool {
    let text = if field.contains(&b' ') { field } else { line_end::without_line_end(line) };
    let blanks = text.iter().filter(|byte| **byte == b' ').count();
    (size.cells() / 2..=size.cells()).contains(&text.len())
        && text.iter().all(|byte| *byte == b' ' || byte.is_ascii_digit())
        && blanks * 4 >= text.len()
        && blanks < text.len()
}

fn puzzle<'a, O: Order>(
    line: &[u8],
    start: usize,
    text: &'a [u8],
    cells: O::PerCell<u8>,
    Notation { alphabet, units, .. }: Notation,
) -> Line<'a, O> {
    match Puzzle::from_cells_in(units, cells) {
        Ok(puzzle) => Line::Puzzle(text, puzzle),
        Err(_) if is_regions(cells.as_ref(), O::SIDE) => {
            Line::Bad(bad_at(line, start, Problem::Regions))
        }
        Err(conflict) => {
            let problem = Problem::Conflict { conflict, alphabet };
            Line::Bad(bad_at(line, start + conflict.cells[1].index(), problem))
        }
    }
}

/// Translates the text of a puzzle to cell values; `None` if a byte is not a symbol.
#[inline]
pub fn cells<O: Order>(text: &[u8], alphabet: Alphabet) -> Option<O::PerCell<u8>> {
    let values = SymbolTables::<O>::of(alphabet);
    let mut cells = O::per_cell(0);
    let mut seen = 0;
    for (cell, &byte) in cells.as_mut().iter_mut().zip(text) {
        *cell = values[usize::from(byte)];
        seen |= *cell;
    }
    // Values are below 32, so only a byte without a value sets the top bit.
    (seen & (NONE ^ (NONE >> 1)) == 0).then_some(cells)
}

/// Locates the error in a text that should be a puzzle.
fn locate(text: &[u8], size: Size, alphabet: Alphabet) -> (usize, Problem) {
    let values = symbol_values(size, alphabet);
    let cells = size.cells();
    let side = size.side();
    let wrong = text.iter().take(cells).position(|&b| values[usize::from(b)] == NONE);
    let found = text.len();
    match wrong {
        _ if is_scientific(text) => {
            (0, Problem::Scientific(String::from_utf8_lossy(text).into_owned()))
        }
        _ if is_other_size(text, size, alphabet) => (0, Problem::OtherSize { found, side }),
        _ if [&b"http"[..], b"https"].contains(&text) => (0, Problem::Link),
        _ if is_unread_size(found) && is_of_cells(text) => (0, Problem::NoSize(found)),
        Some(at) => {
            let found = character(&text[at..]);
            (at, Problem::Symbol { found, side, alphabet })
        }
        None if alphabet.custom().is_none() && has_lost_zeros(text, size) => {
            (found, Problem::LostZeros { found, expected: cells })
        }
        None if found < cells => (found, Problem::Short { found, expected: cells }),
        None => {
            let found = character(&text[cells..]);
            (cells, Problem::Long { found, expected: cells })
        }
    }
}

/// Returns true if a puzzle of a size that is not read has this number of cells: its side is
/// divided by that of its boxes.
fn is_unread_size(cells: usize) -> bool {
    let side = cells.isqrt();
    let has_boxes = (2..side).any(|divisor| side.is_multiple_of(divisor));
    side * side == cells
        && has_boxes
        && side <= Size::TwentyFive.side()
        && Size::from_side(side).is_none()
}

/// Returns true if each character may be a cell of some size.
fn is_of_cells(text: &[u8]) -> bool {
    text.iter().all(|byte| byte.is_ascii_alphanumeric() || BLANKS.contains(byte))
}

/// Returns true if a text is a puzzle of a usual size other than the file's. Symbols count if they
/// are valid for the text's size.
fn is_other_size(text: &[u8], size: Size, alphabet: Alphabet) -> bool {
    let is_other = |&other: &Size| {
        // A line of dashes is as long as a puzzle of some size.
        other != size && (other.order().is_some() || text.iter().any(u8::is_ascii_digit))
    };
    let mut others = Size::ALL.iter().copied().filter(is_other);
    alphabet.custom().is_none() && others.any(|size| is_grid(text, size, Alphabet::FromOne))
}

/// Locates the error in a text that should be a puzzle given by candidates.
fn locate_candidates(text: &[u8], size: Size, alphabet: Alphabet) -> (usize, Problem) {
    let found = text.len();
    let side = size.side();
    let expected = size.cells() * side;
    // Report a puzzle given by clues as too short, whatever its symbols.
    let misfit = match is_grid(text, size, alphabet) {
        true => None,
        false => misfit(&text[..found.min(expected)], size, alphabet),
    };
    match misfit {
        Some(at) => {
            let found = character(&text[at..]);
            let digit = digit_of(at, side);
            (at, Problem::Candidate { found, digit, side, alphabet })
        }
        None if found < expected => (found, Problem::ShortCandidates { found, expected }),
        None => {
            let found = character(&text[expected..]);
            (expected, Problem::LongCandidates { found, expected })
        }
    }
}

/// Returns true if a spreadsheet may have written a puzzle as a number and so dropped its leading
/// zeros: at most a third of the cells are missing, and the rest begins with a clue and contains a
/// zero.
pub fn has_lost_zeros(text: &[u8], size: Size) -> bool {
    let lost = size.cells().saturating_sub(text.len());
    (1..=size.cells() / 3).contains(&lost)
        && text.iter().all(u8::is_ascii_digit)
        && text[0] != b'0'
        && text.contains(&b'0')
}

impl<O: Order> FromStr for Puzzle<O> {
    type Err = BadLine;

    /// Parses a puzzle line in the default alphabet. A blank line or a comment is an error: a
    /// puzzle without cells.
    fn from_str(line: &str) -> Result<Self, BadLine> {
        match parse_line(line.as_bytes()) {
            Line::Puzzle(_, puzzle) => Ok(puzzle),
            Line::Bad(bad) => Err(bad),
            Line::Skip(_) => {
                Err(BadLine::new(0, 1, Problem::Short { found: 0, expected: O::CELLS }))
            }
        }
    }
}
