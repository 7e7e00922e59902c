//! A common trait for all solvers: the timed work, and the answers for the check outside the timed
//! rounds.
//!
//! Puzzles are converted to each solver's own type before the clock starts.

mod library;
mod ours;
mod peers;

pub use self::{
    library::{Library, Named},
    ours::{on_each_backend, one_puzzle},
    peers::{counting_peer, peers},
};

use std::{hint::black_box, ops::Range};

/// The cells of a grid, row-major.
pub type Cells = [u8; 81];

/// A solver's answer to a puzzle. All solvers are called with the same limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// The number of solutions, up to the limit; `None` if the solver gave up.
    pub solutions: Option<u64>,
    /// A solution, if the solver returns one. A peer that is asked for a unique solution returns
    /// none if there are two.
    pub grid: Option<Cells>,
}

/// A solver with its puzzles.
pub trait Contender {
    /// The name in the tables.
    fn name(&self) -> &str;

    /// The timed work: solves these puzzles. The loop over them is inside, so there is only one
    /// dynamic call.
    fn solve(&self, puzzles: Range<usize>);

    /// Returns the answers to these puzzles, for the check; `None` if another variant of the same
    /// solver is checked instead.
    fn answers(&self, puzzles: Range<usize>) -> Option<Vec<Answer>>;
}

/// A function that solves one puzzle of type `P`.
struct Each<P, S, A> {
    name: &'static str,
    puzzles: Vec<P>,
    /// The timed call.
    solve: S,
    answer: Option<A>,
}

impl<P, R, S: Fn(&P) -> R, A: Fn(&P) -> Answer> Contender for Each<P, S, A> {
    fn name(&self) -> &str {
        self.name
    }

    fn solve(&self, puzzles: Range<usize>) {
        self.puzzles[puzzles]
            .iter()
            .for_each(|puzzle| _ = black_box((self.solve)(black_box(puzzle))));
    }

    fn answers(&self, puzzles: Range<usize>) -> Option<Vec<Answer>> {
        let answer = self.answer.as_ref()?;
        Some(self.puzzles[puzzles].iter().map(answer).collect())
    }
}
