//! Lines, puzzles and answers of a [`Size`] that is known only at run time.
//!
//! Everything below a call here is generic over the [`Order`], and is compiled in this crate, once
//! for each order. A crate that reads and writes puzzles as text needs no type parameter.

use crate::{
    error::BadLine,
    for_size,
    grid::{Alphabet, Candidates, Order, Puzzle, PuzzleError, Size, Units, puzzle_text},
    puzzle_line::{
        Line, Notation, Skip,
        parse::{self, parse_line_as, parse_line_in},
    },
    solving::{Batch, Status},
    verify::{self, TextFault},
};
use std::ops::Range;

/// A parsed line: like [`Line`], without the values of the cells.
#[derive(Clone, Debug, PartialEq)]
pub enum Parsed<'a> {
    /// The text of a puzzle.
    Puzzle(&'a [u8]),
    /// A malformed puzzle.
    Bad(BadLine),
    /// A line to skip.
    Skip(Skip),
}

impl<'a, O: Order> From<Line<'a, O>> for Parsed<'a> {
    fn from(line: Line<'a, O>) -> Self {
        match line {
            Line::Puzzle(text, _) => Self::Puzzle(text),
            Line::Bad(bad) => Self::Bad(bad),
            Line::Skip(skip) => Self::Skip(skip),
        }
    }
}

/// Parses a line that begins with a puzzle.
pub fn parse_line(line: &[u8], size: Size, notation: Notation) -> Parsed<'_> {
    for_size!(size, O => parse_line_as::<O>(line, notation).into())
}

/// Parses a line that may be given by clues or by candidates.
pub fn parse_any(line: &[u8], size: Size, alphabet: Alphabet) -> Parsed<'_> {
    for_size!(size, O => parse_line_in::<O>(line, alphabet).into())
}

/// Parses a field of a line.
pub fn parse_field(line: &[u8], field: Range<usize>, size: Size, notation: Notation) -> Parsed<'_> {
    for_size!(size, O => parse::parse_field::<O>(line, field, notation).into())
}

/// Returns true if a text has the length and the symbols of a puzzle.
pub fn has_symbols(text: &[u8], size: Size, notation: Notation) -> bool {
    for_size!(size, O => notation.has_symbols::<O>(text))
}

/// Checks an answer as [`verify::check_text`] does. On failure, returns what is wrong with it.
///
/// # Errors
/// The line is not a puzzle.
pub fn check<'a>(
    line: &'a [u8],
    answer: &[u8],
    size: Size,
    notation: Notation,
) -> Result<Option<TextFault>, Parsed<'a>> {
    for_size!(size, O => match parse_line_as::<O>(line, notation) {
        // The fast check gives no reason; the slow one finds the first fault.
        Line::Puzzle(text, _)
            if notation.units.are_standard()
                && verify::is_right(size, text, answer, notation.alphabet) =>
        {
            Ok(None)
        }
        Line::Puzzle(_, puzzle) => {
            Ok(verify::check_text_in(notation.units, &puzzle, answer, notation.alphabet).err())
        }
        other => Err(other.into()),
    })
}

/// A puzzle of any size.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AnyPuzzle {
    /// The size of the grid.
    pub size: Size,
    /// The alphabet of the puzzle's text.
    pub alphabet: Alphabet,
    /// The clues, row-major, 0 for an empty cell. No digit occurs twice in a unit, unless the
    /// puzzle is given by candidates.
    pub values: Vec<u8>,
    /// The candidates of every cell if the puzzle is given by candidates; empty otherwise. Those of a
    /// cell with a clue do not count.
    pub candidates: Vec<Candidates>,
    /// The units, in none of which a clue repeats a digit.
    pub units: Units,
}

impl AnyPuzzle {
    /// A puzzle with these clues, and these candidates if it is given by candidates. Neither is
    /// checked here, but by every method that returns an error.
    #[must_use]
    pub fn new(
        size: Size,
        alphabet: Alphabet,
        values: Vec<u8>,
        candidates: Vec<Candidates>,
    ) -> Self {
        Self { size, alphabet, values, candidates, units: Units::STANDARD }
    }

    /// The puzzle in a grid with these units.
    #[must_use]
    pub fn in_units(self, units: Units) -> Self {
        Self { units, ..self }
    }

    /// Returns the puzzle with its size as a type.
    ///
    /// # Errors
    /// The values or the candidates are not a puzzle of size `O`.
    pub fn puzzle<O: Order>(&self) -> Result<Puzzle<O>, PuzzleError> {
        match self.candidates.is_empty() {
            true => Puzzle::new_in(self.units, &self.values),
            false => Puzzle::with_candidates(&self.values, &self.candidates),
        }
    }

    /// The puzzle in one line, as [`Puzzle::text`] writes it.
    #[must_use]
    pub fn text(&self, alphabet: Alphabet) -> String {
        let candidates = (!self.candidates.is_empty()).then_some(&self.candidates[..]);
        puzzle_text(&self.values, candidates, alphabet)
    }
}

impl<O: Order> From<&Puzzle<O>> for AnyPuzzle {
    fn from(puzzle: &Puzzle<O>) -> Self {
        let all = puzzle.has_candidates().then(|| puzzle.all_candidates().as_ref().to_vec());
        let values = puzzle.values().to_vec();
        Self::new(O::SIZE, Alphabet::default(), values, all.unwrap_or_default())
    }
}

/// Reads the puzzle of a line; `None` if it has none.
pub fn puzzle_of_line(line: &[u8], size: Size, notation: Notation) -> Option<AnyPuzzle> {
    for_size!(size, O => {
        let puzzle = parse_line_as::<O>(line, notation).puzzle()?;
        let Notation { alphabet, units, .. } = notation;
        Some(AnyPuzzle { alphabet, units, ..AnyPuzzle::from(&puzzle) })
    })
}

/// Reads the puzzle of a row; `None` if it holds none, or if its clues repeat a digit.
pub fn puzzle_of_row(batch: &Batch, row: usize) -> Option<AnyPuzzle> {
    batch.results().get(row).filter(|result| result.status != Status::Invalid)?;
    let puzzle = for_size!(batch.size(), O => batch.puzzle::<O>(row).as_ref().map(AnyPuzzle::from));
    Some(puzzle?.in_units(batch.units()))
}
