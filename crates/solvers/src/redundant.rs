//! Minimality: the clues that a puzzle does not need.

use crate::{LaneSolver, fixed::LARGE};
use sudomill_lanes::{Backend, LaneInput};
use sudomill_puzzle::{
    any::AnyPuzzle,
    for_size,
    grid::{Candidates, Cell, Digit, Order, Puzzle, PuzzleError, Size},
    solving::{Limits, Status},
};

/// The cells of the redundant clues of a puzzle with one solution: of those without which it would
/// still have only one. Each clue is removed on its own. A *minimal* puzzle has none.
///
/// `None` if the puzzle is given by candidates, or if a search gave up at one of the limits. For a
/// puzzle with several solutions, or with none, the cells mean nothing.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::*, sudomill_solvers::*}; pub mod solver { pub use {sudomill_puzzle::solving::*, sudomill_solvers::*}; } }
/// use sudomill::{grid::{Cell, Order2, Puzzle}, solver::{Limits, redundant_clues}};
/// let puzzle: Puzzle<Order2> = ".4.3.3........2.".parse()?;
/// assert_eq!(redundant_clues(&puzzle, &Limits::default()), Some(vec![]));
/// let puzzle: Puzzle<Order2> = "24.3.3........2.".parse()?;
/// assert_eq!(redundant_clues(&puzzle, &Limits::default()), Some(vec![Cell::new(0)]));
/// # Ok::<(), sudomill::BadLine>(())
/// ```
#[must_use]
pub fn redundant_clues<O: Order>(puzzle: &Puzzle<O>, limits: &Limits) -> Option<Vec<Cell>> {
    if puzzle.has_candidates() {
        return None;
    }
    let search = OtherSolution::new(*limits);
    let mut redundant = Vec::new();
    for (cell, digit) in puzzle.clues() {
        let mut cells = *puzzle.cells();
        cells.as_mut()[cell.index()] = 0;
        if !search.exists::<O>(cells.as_ref(), cell, digit)? {
            redundant.push(cell);
        }
    }
    Some(redundant)
}

/// [`redundant_clues`] for a puzzle whose size is known only at run time.
///
/// # Errors
/// As for [`AnyPuzzle::puzzle`].
pub fn redundant_clues_any(
    puzzle: &AnyPuzzle,
    limits: &Limits,
) -> Result<Option<Vec<Cell>>, PuzzleError> {
    for_size!(puzzle.size, O => Ok(redundant_clues(&puzzle.puzzle::<O>()?, limits)))
}

/// A search for a second solution, after a clue is removed from a puzzle with one solution.
pub struct OtherSolution<'a> {
    lanes: LaneSolver,
    limits: Limits<'a>,
}

impl<'a> OtherSolution<'a> {
    /// Creates a search with these limits.
    pub fn new(limits: Limits<'a>) -> Self {
        Self { lanes: LaneSolver::new(Backend::best()), limits }
    }

    /// Returns true if these clues have a solution with another digit than `digit` in `removed`,
    /// which is empty. Any other solution than that of the puzzle has one. `None` if the search
    /// gave up.
    #[inline]
    pub fn exists<O: Order>(&self, cells: &[u8], removed: Cell, digit: Digit) -> Option<bool> {
        // A cell with one candidate is a naked single: entering it restores the puzzle.
        if Candidates::left_for::<O>(cells, removed).single().is_some() {
            return Some(false);
        }
        if const { matches!(O::SIZE, Size::Nine) } {
            let values = cells.first_chunk().expect("81 cells");
            let limits = self.limits.with_solutions(1);
            let without = LaneInput::Without(values, removed, digit);
            return self.lanes.finds_solution(without, &limits);
        }
        let puzzle = Puzzle::<O>::new(cells).ok()?;
        let outcome = LARGE.solver().solve(&puzzle, &self.limits.with_solutions(2));
        Some(outcome.decided()?.status != Status::Unique)
    }
}
