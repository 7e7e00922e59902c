//! Puzzles put to the lanes, each with the question that it answers.
//!
//! ```text
//! push ──► batch ──► lanes ──► batches that are done ──► answers
//!                    ╰─ the rest of the batches before: the lanes stay full, so answers come a batch late
//! ```

use crate::cells::Cells;
use std::{collections::VecDeque, mem, sync::atomic::AtomicBool};
use sudomill_lanes::{Backend, Lanes};
use sudomill_puzzle::{
    RunError,
    grid::{Candidates, Size},
    solving::{Batch, Limits},
};
use sudomill_solvers::threads::check_stop;

/// Solves puzzles in batches, each up to a number of solutions. `Q` says what a puzzle is solved for.
pub struct Queries<'a, Q> {
    lanes: Lanes<'static>,
    /// The batch that is being filled, and its questions.
    batch: Batch,
    questions: Vec<Q>,
    /// The questions of the batches in the lanes.
    pending: VecDeque<Vec<Q>>,
    /// Batches to fill next.
    spare: Vec<Batch>,
    stop: Option<&'a AtomicBool>,
}

/// What was found out about a puzzle.
pub struct Answer<'b> {
    /// The number of solutions, up to the limit.
    pub solutions: u64,
    /// The symbols of the first solution, if there is one.
    pub first: Option<&'b [u8]>,
}

impl<'a, Q> Queries<'a, Q> {
    /// Searches end after this number of solutions, and all of them once `stop` is set.
    pub fn new(solutions: u64, stop: Option<&'a AtomicBool>) -> Self {
        let limits = Limits::default().with_solutions(solutions);
        Self {
            lanes: Lanes::new(Backend::best(), limits),
            batch: Batch::new(Size::Nine),
            questions: Vec::new(),
            pending: VecDeque::new(),
            spare: Vec::new(),
            stop,
        }
    }

    /// Returns the number of puzzles that the batch still takes.
    pub fn room(&self) -> usize {
        Batch::ROWS - self.batch.len()
    }

    /// Adds a puzzle.
    pub fn push(&mut self, question: Q, cells: &Cells) {
        self.questions.push(question);
        self.batch.push_symbols(&cells.map(|value| value + b'0'));
    }

    /// Adds a puzzle in which the clue of a cell must be another digit.
    pub fn push_without(&mut self, question: Q, cells: &Cells, cell: usize) {
        let candidates = |(at, &value): (usize, &u8)| {
            let clue = Candidates::from_bits(1 << value >> 1);
            let all = Candidates::from_bits(0x1ff);
            match (value, at == cell) {
                (0, _) => all,
                (_, true) => all - clue,
                (_, false) => clue,
            }
        };
        self.questions.push(question);
        self.batch.push_candidates(cells.iter().enumerate().map(candidates));
    }

    /// Starts the puzzles that were added or, if there are none, waits for all that are in the lanes. Passes
    /// on the answers that are there. Returns false once there are no questions any more.
    pub fn solve(&mut self, mut take: impl FnMut(Q, Answer)) -> Result<bool, RunError> {
        check_stop(self.stop)?;
        let mut goes_on = !self.batch.is_empty();
        if goes_on {
            self.pending.push_back(mem::take(&mut self.questions));
            let next = self.spare.pop().unwrap_or_else(|| Batch::new(Size::Nine));
            self.lanes.take(mem::replace(&mut self.batch, next));
        } else {
            self.lanes.finish();
        }
        while let Some(mut done) = self.lanes.next_done() {
            goes_on = true;
            let questions = self.pending.pop_front().unwrap_or_default();
            for (row, question) in questions.into_iter().enumerate() {
                let solutions = done.results()[row].solutions;
                take(question, Answer { solutions, first: done.solution(row) });
            }
            done.clear();
            self.spare.push(done);
        }
        Ok(goes_on)
    }
}
