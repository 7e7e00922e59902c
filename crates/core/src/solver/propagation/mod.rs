//! Deductions without guesses. A [`Propagation`] selects the techniques, each in a file beside it.

mod candidate_grid;
mod counts;
mod hidden_singles;
mod locked;
mod pairs;
mod singles;
#[cfg(test)]
mod tests;

pub(super) use candidate_grid::CandidateGrid;
use counts::CellCounts;

use super::{Counter, Observer, Part, Reason, run::Run};
use crate::grid::Order;

/// The positions of the counters, one per technique.
const NAKED: usize = 0;
const HIDDEN: usize = 1;
const LOCKED: usize = 2;
const PAIRS: usize = 3;

const COUNTERS: &[Counter] = &[
    Counter::new("naked_singles", "values entered as the last candidate of a cell"),
    Counter::new(
        "hidden_singles",
        "values entered in the only cell of a unit that is left for the digit",
    ),
    Counter::new(
        "locked_candidates",
        "digits locked in a crossing and removed from the rest of a unit",
    ),
    Counter::new("pairs", "naked and hidden pairs that removed candidates"),
];

/// The techniques that are applied between guesses.
///
/// The order is fixed, so that counters are reproducible. First the naked singles of the grid,
/// row-major; then those that result, until there are no more. Then the hidden singles of all
/// units, row-major, and the naked singles that result, and so on. When no single is left, the
/// locked candidates of every band from the top and every stack from the left, then the singles
/// that result, until nothing more is excluded. When no candidate is locked either, the pairs of
/// every unit (rows, columns, boxes), then all of the above.
///
/// A contradiction ends the propagation, but not always immediately: the number of values entered
/// before a dead end is noticed depends on this order, the number of guesses does not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Propagation {
    /// Naked singles.
    Naked,
    /// Naked and hidden singles.
    #[default]
    Singles,
    /// Singles; when none is left, locked candidates.
    Locked,
    /// Singles, then locked candidates; when there are none, naked and hidden pairs.
    Pairs,
}

impl Propagation {
    /// All propagations, the weakest first.
    pub const ALL: [Self; 4] = [Self::Naked, Self::Singles, Self::Locked, Self::Pairs];

    /// The name, the summary and the source.
    #[must_use]
    pub const fn part(self) -> Part {
        match self {
            Self::Naked => Part::new(
                "naked",
                "naked singles only: forward checking",
                "Haralick and Elliott, \"Increasing tree search efficiency\", 1980",
            ),
            Self::Singles => {
                Part::new("singles", "naked and hidden singles", "the Sudoku community's terms")
            }
            Self::Locked => Part::new(
                "locked",
                "singles; if there are none, locked candidates: pointing and claiming",
                "the Sudoku community's terms",
            ),
            Self::Pairs => Part::new(
                "pairs",
                "singles, locked candidates; if there are none, naked and hidden pairs",
                "Sudopedia, \"Naked Pair\" and \"Hidden Pair\"",
            ),
        }
    }

    /// The strategy-specific counters that this propagation increments.
    #[must_use]
    pub fn counters(self) -> &'static [Counter] {
        // Each propagation has one technique more than the one before it.
        &COUNTERS[..=self as usize]
    }

    /// Applies all deductions to a state.
    ///
    /// # Errors
    /// The reason that the state has no solution.
    pub(super) fn apply<O: Order, Obs: Observer>(
        self,
        grid: &mut CandidateGrid<O>,
        run: &mut Run<O, Obs>,
    ) -> Result<(), Reason> {
        grid.enter_naked_singles(run)?;
        if self == Self::Naked {
            return Ok(());
        }
        grid.enter_all_hidden_singles(run)?;
        while !grid.open_cells().is_empty() && self.exclude(grid, run) {
            grid.enter_naked_singles(run)?;
            grid.enter_all_hidden_singles(run)?;
        }
        Ok(())
    }

    /// Removes candidates once no single is left. Returns false if nothing was removed.
    fn exclude<O: Order, Obs: Observer>(
        self,
        grid: &mut CandidateGrid<O>,
        run: &mut Run<O, Obs>,
    ) -> bool {
        let before = run.counters.own;
        // Removals are rarer than singles, and reported through a pointer: their code does not
        // depend on the observer.
        if self as usize >= LOCKED {
            grid.remove_locked(&mut |event| run.remove(LOCKED, event));
        }
        if self as usize >= PAIRS && run.counters.own == before {
            grid.remove_pairs(&mut |event| run.remove(PAIRS, event));
        }
        run.counters.own != before
    }
}
