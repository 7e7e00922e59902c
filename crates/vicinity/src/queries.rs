//! Puzzles put to the lanes, a batch at a time.

use crate::Cells;
use sudomill_lanes::{Backend, Lanes};
use sudomill_puzzle::{
    grid::{Candidates, Size},
    solving::{Batch, Limits},
};

/// Solves puzzles in batches, each up to a number of solutions.
pub struct Queries {
    lanes: Lanes<'static>,
    batch: Batch,
}

impl Queries {
    /// Searches end after this number of solutions.
    pub fn new(solutions: u64) -> Self {
        let limits = Limits::default().with_solutions(solutions);
        Self { lanes: Lanes::new(Backend::best(), limits), batch: Batch::new(Size::Nine) }
    }

    /// Starts a batch.
    pub fn clear(&mut self) {
        self.batch.clear();
    }

    /// Returns the number of puzzles that the batch still takes.
    pub fn room(&self) -> usize {
        Batch::ROWS - self.batch.len()
    }

    /// Adds a puzzle.
    pub fn push(&mut self, cells: &Cells) {
        self.batch.push_symbols(&cells.map(|value| value + b'0'));
    }

    /// Adds a puzzle in which the clue of a cell must be another digit.
    pub fn push_without(&mut self, cells: &Cells, cell: usize) {
        let candidates = |(at, &value): (usize, &u8)| {
            let clue = Candidates::from_bits(1 << value >> 1);
            let all = Candidates::from_bits(0x1ff);
            match (value, at == cell) {
                (0, _) => all,
                (_, true) => all - clue,
                (_, false) => clue,
            }
        };
        self.batch.push_candidates(cells.iter().enumerate().map(candidates));
    }

    /// Solves the batch.
    pub fn solve(&mut self) {
        self.lanes.take(std::mem::take(&mut self.batch));
        self.lanes.finish();
        self.batch = self.lanes.next_done().unwrap_or_else(|| Batch::new(Size::Nine));
    }

    /// Returns the number of solutions of each puzzle of the solved batch, up to the limit.
    pub fn counts(&self) -> impl Iterator<Item = u64> {
        self.batch.results().iter().map(|result| result.solutions)
    }

    /// Returns the symbols of a puzzle's first solution, if it has one.
    pub fn first(&self, row: usize) -> Option<&[u8]> {
        self.batch.solution(row)
    }
}
