//! A lot of consecutive rows, and the slices of the results that it fills.

use super::{Problem, Texts, puzzle};
use crate::{
    engine::{Finished, Lot},
    grid::{Alphabet, Order, Puzzle},
    input::{Line, Notation, candidate_bits, parse_line_as},
    solver::{Counters, Status, lanes::LaneInput},
};

/// Rows per lot: few enough that their texts are still in the cache when they are solved.
pub(super) const LOT: usize = 1 << 10;

/// A lot of a column, with its slice of every result vector.
pub(super) struct Rows<'a> {
    pub texts: &'a dyn Texts,
    pub notation: Notation,
    /// The index of the lot's first row in the column.
    pub first: usize,
    pub symbols: &'a mut [u8],
    pub statuses: &'a mut [Status],
    pub solutions: &'a mut [u64],
    pub guesses: &'a mut [u64],
    pub solve_ns: &'a mut [u64],
    /// Empty unless [`Options::counters`](super::Options::counters) is set.
    pub counters: &'a mut [Counters],
    /// The symbols of each row's puzzle; `None` if the row is not a puzzle.
    pub puzzles: Vec<Option<&'a [u8]>>,
    /// The next row to give to the engine, from 0 within the lot.
    pub next: usize,
    /// The buffer behind the last [`LaneInput::Candidates`].
    pub candidates: [u16; 81],
    /// The rows that are not puzzles, by index in the column, with their problems.
    pub bad: Vec<(usize, Problem)>,
}

impl<'a> Rows<'a> {
    /// Finds the puzzles before the engine's clock starts. `buffer` is reused for `puzzles`.
    pub fn read<O: Order>(&mut self, mut buffer: Vec<Option<&'a [u8]>>, takes_candidates: bool) {
        buffer.clear();
        self.puzzles = buffer;
        for row in 0..self.statuses.len() {
            let texts: &'a dyn Texts = self.texts;
            let found = find::<O>(texts.text(self.first + row), self.notation);
            let found = found.and_then(|text| match text.len() > O::CELLS && !takes_candidates {
                true => Err(Problem::Candidates),
                false => Ok(text),
            });
            let found = found.map_err(|problem| self.bad.push((self.first + row, problem)));
            self.puzzles.push(found.ok());
        }
    }

    /// Returns the next row with a puzzle, and its symbols.
    #[inline(always)]
    fn next_text(&mut self) -> Option<(u32, &'a [u8])> {
        loop {
            let (row, text) = (self.next, *self.puzzles.get(self.next)?);
            self.next += 1;
            if let Some(text) = text {
                return Some((row as u32, text));
            }
        }
    }

    /// Returns the counters of a row with the clue count, which an engine may leave out.
    #[cold]
    fn counted<O: Order>(&self, row: usize, counters: Counters) -> Counters {
        let read = puzzle::<O>(self.texts.text(self.first + row), self.notation);
        let clues = |puzzle: Puzzle<O>| Counters { clues: puzzle.clue_count() as u64, ..counters };
        read.map_or(counters, |(_, puzzle)| clues(puzzle))
    }

    /// Returns true, and records the problem, if the clues of a row repeat a digit.
    fn mark_duplicate_digit<O: Order>(&mut self, row: usize) -> bool {
        let row = self.first + row;
        let problem = puzzle::<O>(self.texts.text(row), self.notation).err();
        self.bad.extend(problem.map(|problem| (row, problem)));
        self.bad.last().is_some_and(|(bad, _)| *bad == row)
    }
}

/// Finds the symbols of a row's puzzle. Its clues may repeat a digit.
fn find<O: Order>(text: Option<&[u8]>, notation: Notation) -> Result<&[u8], Problem> {
    match text {
        Some(text) if notation.has_symbols::<O>(text) => Ok(text),
        _ => puzzle::<O>(text, notation).map(|(text, _)| text),
    }
}

impl<O: Order> Lot<O> for Rows<'_> {
    fn alphabet(&self) -> Alphabet {
        self.notation.alphabet
    }

    fn next(&mut self) -> Option<(u32, Puzzle<O>)> {
        loop {
            let (row, text) = self.next_text()?;
            match parse_line_as(text, self.notation) {
                Line::Puzzle(_, puzzle) => return Some((row, puzzle)),
                _ => self.mark_duplicate_digit::<O>(row as usize),
            };
        }
    }

    #[inline(always)]
    fn next_input(&mut self) -> Option<(u32, LaneInput<'_>)> {
        let (row, text) = self.next_text()?;
        if let Some(text) = text.first_chunk() {
            self.candidates = candidate_bits(text);
            return Some((row, LaneInput::Candidates(&self.candidates)));
        }
        Some((row, LaneInput::Clues(text.first_chunk()?)))
    }

    #[inline(always)]
    fn end(&mut self, row: u32, finished: &Finished) -> bool {
        let row = row as usize;
        if let Some(first) = finished.first {
            self.symbols[row * O::CELLS..][..O::CELLS].copy_from_slice(first);
        } else if self.mark_duplicate_digit::<O>(row) {
            return false;
        }
        self.statuses[row] = finished.status;
        self.solutions[row] = finished.solutions;
        self.guesses[row] = finished.counters.guesses;
        if !self.counters.is_empty() {
            self.counters[row] = self.counted::<O>(row, finished.counters);
        }
        true
    }

    fn time(&mut self, row: u32, solve_ns: u64) {
        self.solve_ns[row as usize] = solve_ns;
    }
}
