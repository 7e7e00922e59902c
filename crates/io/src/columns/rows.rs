//! Consecutive rows of a column, and the slices of the results that they fill.

use super::{Problem, Texts, puzzle};
use crate::input::{Notation, candidate_bits};
use sudomill_core::{
    grid::{Alphabet, Candidates, Order},
    solver::{Batch, Counters, Status},
};

/// The rows of a batch, with their slice of every result vector.
pub(super) struct Rows<'a> {
    pub texts: &'a dyn Texts,
    /// The index of the first row in the column.
    pub first: usize,
    pub symbols: &'a mut [u8],
    pub statuses: &'a mut [Status],
    pub solutions: &'a mut [u64],
    pub guesses: &'a mut [u64],
    pub solve_ns: &'a mut [u64],
    /// Empty unless [`Options::counters`](super::Options::counters) is set.
    pub counters: &'a mut [Counters],
}

impl Rows<'_> {
    /// Adds the rows to an empty batch. A row without a puzzle becomes an invalid one.
    pub fn read<O: Order>(&self, notation: &InBatch, batch: &mut Batch, takes_candidates: bool) {
        for row in self.first..self.first + self.statuses.len() {
            match self.texts.text(row) {
                _ if notation.0.candidates && !takes_candidates => batch.push_invalid(),
                Some(text) if notation.0.has_symbols::<O>(text) => notation.push(batch, text),
                text => match puzzle::<O>(text, notation.0) {
                    Ok((_, puzzle)) => batch.push_puzzle(&puzzle),
                    Err(_) => batch.push_invalid(),
                },
            }
        }
    }

    /// Copies the results of the batch. Adds the invalid rows to `bad`, by index in the column.
    pub fn write<O: Order>(
        self,
        notation: Notation,
        batch: &mut Batch,
        bad: &mut Vec<(usize, Problem)>,
    ) {
        if notation.alphabet != Alphabet::FromOne {
            batch.translate_solutions(notation.alphabet);
        }
        let symbols = self.symbols.chunks_exact_mut(O::CELLS);
        for ((row, result), symbols) in batch.results().iter().enumerate().zip(symbols) {
            if result.status == Status::Invalid {
                let read = puzzle::<O>(self.texts.text(self.first + row), notation);
                bad.push((self.first + row, read.err().unwrap_or(Problem::Candidates)));
                continue;
            }
            if let Some(solution) = batch.solution(row) {
                symbols.copy_from_slice(solution);
            }
            self.statuses[row] = result.status;
            self.solutions[row] = result.solutions;
            self.guesses[row] = result.counters.guesses;
            self.solve_ns[row] = result.solve_ns;
            if let Some(counters) = self.counters.get_mut(row) {
                *counters = batch.counters(row);
            }
        }
    }
}

/// A notation, and what it takes to copy its puzzles to a batch.
pub(crate) struct InBatch(Notation, Option<Box<[u8; 256]>>);

impl InBatch {
    pub fn new(notation: Notation) -> Self {
        let is_usual = notation.alphabet == Alphabet::FromOne;
        Self(notation, (!is_usual).then(|| Box::new(notation.alphabet.to_usual())))
    }

    /// Adds the puzzle of a text that has the length and the symbols of one. Its clues may repeat
    /// a digit.
    #[inline]
    pub fn push(&self, batch: &mut Batch, text: &[u8]) {
        match &self.1 {
            None => self.push_usual(batch, text),
            Some(usual) => {
                let symbols: Vec<u8> = text.iter().map(|&byte| usual[usize::from(byte)]).collect();
                self.push_usual(batch, &symbols);
            }
        }
    }

    #[inline]
    fn push_usual(&self, batch: &mut Batch, text: &[u8]) {
        match text.first_chunk() {
            Some(text) if self.0.candidates => {
                let digits = |bits: u16| Candidates::from_bits(bits.into());
                batch.push_candidates(candidate_bits(text).into_iter().map(digits));
            }
            _ => batch.push_symbols(text),
        }
    }
}
