//! A common trait for all solvers: the timed work, and the answers for the check outside the timed
//! rounds.
//!
//! Puzzles are converted to each solver's own type before the clock starts.

mod library;
mod msolve;
mod one;
mod sudoku;
mod sudomill;

pub use self::{
    library::{Named, Solve as Library},
    one::{lanes_alone, library_call},
    sudomill::{on_each_backend, strategy},
};

use ::sudomill::grid::Puzzle;
use anyhow::{Context, Result};
use std::ops::Range;

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
pub trait Contender: Sync {
    /// The name in the table.
    fn name(&self) -> &str;

    /// The timed work of one thread: solves the puzzles of every block. The loop over the puzzles
    /// of a block is inside, so there is only one dynamic call per block.
    fn solve(&self, blocks: &mut dyn Iterator<Item = Range<usize>>);

    /// Returns the answers to a block, for the check; `None` if another variant of the same solver
    /// is checked instead.
    fn answers(&self, block: Range<usize>) -> Option<Vec<Answer>>;
}

/// Returns the other crates, each with the call that the limit requires: any solution, the unique
/// solution, or the number of solutions. They do not support puzzles given as candidates.
pub fn peers(puzzles: &[Puzzle], limit: u64) -> Result<Vec<Box<dyn Contender>>> {
    let limit = usize::try_from(limit).context("the limit is too large for this machine")?;
    if puzzles.iter().any(Puzzle::has_candidates) {
        return Ok(Vec::new());
    }
    Ok(vec![
        Box::new(sudoku::Solve::new(puzzles, limit)?),
        Box::new(msolve::Solve::new(puzzles, limit)),
        Box::new(msolve::SolveFromCells::new(puzzles, limit)),
    ])
}

/// Returns the call of a peer that counts up to two solutions and returns no grid, for sets with
/// several solutions.
pub fn counting_peer(puzzles: &[Puzzle]) -> Result<Box<dyn Contender>> {
    Ok(Box::new(sudoku::Count::new(puzzles)?))
}

fn cells(puzzle: &Puzzle) -> Cells {
    std::array::from_fn(|i| puzzle.values()[i])
}
