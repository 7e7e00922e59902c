//! Deductions without guesses: one file for each technique. A [`Propagation`] selects the
//! techniques.

mod candidate_grid;
mod counts;
mod crossings;
mod hidden;
mod hidden_singles;
mod locked;
mod naked;
mod pairs;
mod tally;
#[cfg(test)]
mod tests;

pub(super) use candidate_grid::CandidateGrid;
use counts::Counts;

use super::{Counter, Observer, OwnCounter, Part, Reason, run::Run};
use crate::grid::Order;

/// The bands of the largest grid.
const BANDS: usize = 5;

/// The counter of each technique.
const NAKED: OwnCounter = OwnCounter::First;
const HIDDEN: OwnCounter = OwnCounter::Second;
const LOCKED: OwnCounter = OwnCounter::Third;
const PAIRS: OwnCounter = OwnCounter::Fourth;

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

/// How much is deduced after a guess before the next guess.
///
/// The order is fixed, so that counters are reproducible. First the naked singles of the
/// grid, row-major; then those that follow, until there are no more. Then the hidden singles
/// of all units, row-major, and the naked singles that follow, and so on. When no single is
/// left, the locked candidates of every band from the top and every stack from the left,
/// then the singles that follow, until nothing more is excluded. When no candidate is locked
/// either, the pairs of every unit (rows, columns, boxes), then all of the above.
///
/// A contradiction ends it, but not always at once: how many values are entered before a dead
/// end is seen depends on this order, the guesses do not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Propagation {
    /// Naked singles.
    Naked,
    /// Naked and hidden singles.
    #[default]
    Singles,
    /// Naked and hidden singles; when none is left, locked candidates.
    Locked,
    /// The same; when no candidate is locked, naked and hidden pairs.
    Pairs,
}

impl Propagation {
    /// All propagations, the weakest first.
    pub const ALL: [Self; 4] = [Self::Naked, Self::Singles, Self::Locked, Self::Pairs];

    /// Its name, what it does and where it comes from.
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

    /// The counters of the strategy's own that it increments.
    #[must_use]
    pub fn counters(self) -> &'static [Counter] {
        match self {
            Self::Naked => &COUNTERS[..=NAKED as usize],
            Self::Singles => &COUNTERS[..=HIDDEN as usize],
            Self::Locked => &COUNTERS[..=LOCKED as usize],
            Self::Pairs => &COUNTERS[..=PAIRS as usize],
        }
    }

    /// Applies all deductions to a state.
    ///
    /// # Errors
    /// The reason why the state has no solution.
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

    /// Removes candidates where no single is left; `false` if there are none to remove.
    fn exclude<O: Order, Obs: Observer>(
        self,
        grid: &mut CandidateGrid<O>,
        run: &mut Run<O, Obs>,
    ) -> bool {
        match self {
            Self::Naked | Self::Singles => false,
            Self::Locked => grid.remove_locked(run),
            Self::Pairs => grid.remove_locked(run) || grid.remove_pairs(run),
        }
    }
}
