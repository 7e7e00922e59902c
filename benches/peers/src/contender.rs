//! Every solver behind one trait: the timed work, and the answers for the check outside the
//! clock.
//!
//! Puzzles are in each solver's own type before the clock starts.

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

/// What a solver says of a puzzle. All solvers are asked at the same limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// Solutions up to the limit; `None`: it gave up.
    pub solutions: Option<u64>,
    /// A solution, if the solver returns one. A peer that is asked for the only solution
    /// returns none if there are two.
    pub grid: Option<Cells>,
}

/// A solver with its puzzles.
pub trait Contender: Sync {
    /// Its name in the table.
    fn name(&self) -> &str;

    /// The timed work of one thread: solves the puzzles of every block. The loop over a
    /// block's puzzles is inside, so a dynamic call is made for each block only.
    fn solve(&self, blocks: &mut dyn Iterator<Item = Range<usize>>);

    /// The answers to a block, for the check; `None` if another variant of the same solver
    /// is checked.
    fn answers(&self, block: Range<usize>) -> Option<Vec<Answer>>;
}

/// The crates, each called for what the limit asks of sudomill: a solution, the only
/// solution, or the number of solutions. They take no puzzles that are given by candidates.
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

/// For sets with several solutions: the peer's call that counts up to two and returns no
/// grid.
pub fn counting_peer(puzzles: &[Puzzle]) -> Result<Box<dyn Contender>> {
    Ok(Box::new(sudoku::Count::new(puzzles)?))
}

fn cells(puzzle: &Puzzle) -> Cells {
    std::array::from_fn(|i| puzzle.values()[i])
}
