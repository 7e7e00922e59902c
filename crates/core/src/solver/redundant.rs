//! Minimality: the clues that a puzzle does not need.

use super::{
    Limits, Solver, Status,
    branching::MrvDegree,
    lanes::{Backend, LaneInput, LaneSolver},
    propagation::Propagation,
    strategy::Rules,
    value_order::ValueOrder,
};
use crate::grid::{Candidates, Cell, Digit, Order, Puzzle, Size};

/// The cells of the redundant clues of a puzzle with one solution: of those without which it would
/// still have only one. Each clue is removed on its own. A *minimal* puzzle has none.
///
/// `None` if the puzzle is given by candidates, or if a search gave up at one of the limits. For a
/// puzzle with several solutions, or with none, the cells mean nothing.
///
/// ```
/// # use sudomill_core as sudomill;
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

/// A search for a second solution, after a clue is removed from a puzzle with one solution.
pub(crate) struct OtherSolution<'a> {
    lanes: LaneSolver,
    limits: Limits<'a>,
}

impl<'a> OtherSolution<'a> {
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
        let outcome = LARGE.solve(&puzzle, &self.limits.with_solutions(2));
        Some(outcome.decided()?.status != Status::Unique)
    }
}

/// The solver for puzzles on which `mrv` needs many guesses, such as large grids: the same answers,
/// much faster.
pub(crate) const LARGE: Rules<MrvDegree> =
    Rules::new(Propagation::Locked, MrvDegree, ValueOrder::Ascending);
