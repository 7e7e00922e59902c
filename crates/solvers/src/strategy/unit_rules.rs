//! `UnitRules`: a strategy made of parts, for puzzles whose units are given as data.

use super::{Branch, Guess, Heuristic, Rules, Run};
use crate::{
    branching::Branching,
    propagation::{CandidateGrid, Tables},
    search::Expansion,
};
use sudomill_puzzle::{
    grid::{Order, Puzzle, Solution, Units},
    solving::{Counter, Observer},
};

/// [`Rules`] for puzzles with other units than rows, columns and boxes. With the standard boxes as regions,
/// all counters are those of the rules.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::*, sudomill_solvers::*}; pub mod solver { pub use {sudomill_puzzle::solving::*, sudomill_solvers::*}; } }
/// use sudomill::{
///     grid::{Drawing, Order2, Puzzle, Size, Units},
///     solver::{Limits, Solver, Status, strategy::{Rules, UnitRules}},
/// };
/// let regions = Drawing::new("AAABABBBCCCDCDDD".chars().map(Some).collect())?;
/// let units = Units::new(Size::Four, Some(&regions), &[])?;
/// let puzzle = Puzzle::<Order2>::new_in(units, &[1, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1])?;
/// let outcome = UnitRules::new(units, Rules::MRV).solve(&puzzle, &Limits::default());
/// assert_eq!(outcome.status, Status::Unique);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct UnitRules<O: Order, B> {
    tables: Tables<O>,
    rules: Rules<B>,
}

impl<O: Order, B> UnitRules<O, B> {
    /// A strategy made of these parts, for puzzles with these units.
    #[must_use]
    pub fn new(units: Units, rules: Rules<B>) -> Self {
        Self { tables: Tables::new(units), rules }
    }
}

solver!(UnitRules<O, B>, B; solver => solver);

impl<O: Order, B: Branching<O>> Heuristic<O> for UnitRules<O, B> {
    type State = CandidateGrid<O>;

    fn own_counters(&self) -> &'static [Counter] {
        self.rules.counters()
    }

    fn takes_candidates(&self) -> bool {
        true
    }

    fn root(&self, puzzle: &Puzzle<O>) -> Self::State {
        CandidateGrid::new(puzzle, &self.tables)
    }

    fn expand<Obs: Observer>(
        &self,
        grid: &mut CandidateGrid<O>,
        run: &mut Run<O, Obs>,
    ) -> Expansion<Branch> {
        self.rules.expand_in(&self.tables, Some(&self.tables), grid, run)
    }

    #[inline]
    fn child(&self, grid: &Self::State, guess: Guess) -> Self::State {
        grid.with_guess(guess.cell, guess.digit, &self.tables)
    }

    fn solution(&self, grid: &Self::State) -> Solution<O> {
        grid.solution()
    }
}
