//! The difficulty of a puzzle: the weakest techniques that settle it.

use super::{
    Limits, Observer, Solver,
    branching::Mrv,
    propagation::{CandidateGrid, Propagation},
    run::Run,
    strategy::Rules,
    value_order::ValueOrder,
};
use crate::grid::{Order, Puzzle};
use std::fmt;

/// The weakest techniques that settle a puzzle without a guess: they solve it, or prove that it has
/// no solution. A puzzle with several solutions always needs a search.
///
/// ```
/// # use sudomill_core as sudomill;
/// use sudomill::{grid::{Order3, Puzzle}, solver::Difficulty};
/// let puzzle: Puzzle<Order3> =
///     "013085006000031000007600000006900003170000025300006900000002400000870000900560310".parse()?;
/// assert_eq!(Difficulty::of(&puzzle), Difficulty::Singles);
/// # Ok::<(), sudomill::BadLine>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Difficulty {
    /// Naked singles.
    Easy,
    /// Naked and hidden singles.
    Singles,
    /// Singles and locked candidates.
    Locked,
    /// Singles, locked candidates, naked and hidden pairs.
    Pairs,
    /// None of these suffice: a search has to guess, or stronger techniques are needed.
    Search,
}

/// What is known of a difficulty that needs no search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Level {
    /// The name of the difficulty.
    pub name: &'static str,
    /// Applies the techniques.
    pub propagation: Propagation,
    /// The techniques in words: `singles and locked candidates`.
    pub techniques: &'static str,
    /// Those of them that the easier difficulties do not have: `locked candidates`.
    pub added: &'static str,
}

/// The strategy of [`Grade::STRATEGY`].
const SEARCH: Rules<Mrv> = Rules::new(Propagation::Pairs, Mrv, ValueOrder::Ascending);

/// The difficulty of a puzzle, with the guesses that a search makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Grade {
    /// The weakest techniques that settle the puzzle.
    pub difficulty: Difficulty,
    /// The guesses of the strategy [`Grade::STRATEGY`]; 0 unless a search is needed, `None` if it
    /// gave up.
    pub guesses: Option<u64>,
}

impl Grade {
    /// The name of the strategy whose guesses are counted.
    pub const STRATEGY: &'static str = "pairs/mrv";

    /// Grades a puzzle. The limits apply to the search that counts the guesses.
    #[must_use]
    pub fn of<O: Order>(puzzle: &Puzzle<O>, limits: &Limits) -> Self {
        let difficulty = Difficulty::of(puzzle);
        let guesses = match difficulty {
            Difficulty::Search => {
                SEARCH.solve(puzzle, limits).decided().map(|outcome| outcome.counters.guesses)
            }
            _ => Some(0),
        };
        Self { difficulty, guesses }
    }
}

impl Difficulty {
    /// All difficulties, the easiest first. Each has the techniques of the one before it, and more.
    pub const ALL: &'static [Self] =
        &[Self::Easy, Self::Singles, Self::Locked, Self::Pairs, Self::Search];

    /// The row of the difficulty in the table of techniques; `None` for a search.
    #[must_use]
    pub const fn level(self) -> Option<Level> {
        Some(match self {
            Self::Easy => Level {
                name: "easy",
                propagation: Propagation::Naked,
                techniques: "naked singles",
                added: "naked singles",
            },
            Self::Singles => Level {
                name: "singles",
                propagation: Propagation::Singles,
                techniques: "naked and hidden singles",
                added: "hidden singles",
            },
            Self::Locked => Level {
                name: "locked",
                propagation: Propagation::Locked,
                techniques: "singles and locked candidates",
                added: "locked candidates",
            },
            Self::Pairs => Level {
                name: "pairs",
                propagation: Propagation::Pairs,
                techniques: "singles, locked candidates and pairs",
                added: "pairs",
            },
            Self::Search => return None,
        })
    }

    /// The difficulty of a puzzle.
    #[must_use]
    pub fn of<O: Order>(puzzle: &Puzzle<O>) -> Self {
        let limits = Limits::default();
        let observer: &mut dyn Observer = &mut ();
        let mut run = Run::new(puzzle, &limits, observer);
        let mut grid = CandidateGrid::new(puzzle);
        // Each propagation continues where the weaker one left off.
        let settles = |difficulty: &Self| {
            difficulty.level().is_none_or(|level| {
                level.propagation.apply(&mut grid, &mut run).is_err() || grid.open() == 0
            })
        };
        Self::ALL.iter().copied().find(settles).unwrap_or(Self::Search)
    }

    /// The name, such as `easy` or `search`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.level() {
            Some(level) => level.name,
            None => "search",
        }
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        grid::Order3,
        solver::{Status, registry},
    };

    fn shipped(set: &str) -> Vec<Puzzle<Order3>> {
        let path = format!("{}/../../datasets/{set}.txt", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        text.lines().take(100).map(|line| line.parse().unwrap()).collect()
    }

    /// The difficulty of the weakest strategy that settles a puzzle without a guess.
    fn by_strategies(puzzle: &Puzzle<Order3>) -> Difficulty {
        let settles = |difficulty: &Difficulty| {
            let Some(level) = difficulty.level() else { return true };
            let limits = Limits::default().with_max_guesses(0);
            let name = format!("{}/mrv", level.propagation.part().name);
            let solver = registry::find(&name).unwrap().solver::<Order3>();
            solver.solve(puzzle, &limits).status != Status::GaveUp
        };
        Difficulty::ALL.iter().copied().find(settles).unwrap()
    }

    #[test]
    fn table_is_sound() {
        let names: Vec<_> = Difficulty::ALL.iter().map(|it| it.name()).collect();
        assert_eq!(names, ["easy", "singles", "locked", "pairs", "search"]);
        let levels = Difficulty::ALL.iter().copied().filter_map(Difficulty::level);
        let techniques = levels.map(|level| level.propagation.techniques().collect::<Vec<_>>());
        for two in techniques.collect::<Vec<_>>().windows(2) {
            assert!(two[0].iter().all(|technique| two[1].contains(technique)), "{two:?}");
        }
    }

    #[test]
    fn same_as_strategies_without_a_guess() {
        let mut seen = Vec::new();
        for set in ["easy", "minimal", "hard", "multiple", "unsolvable"] {
            for puzzle in shipped(set) {
                let difficulty = Difficulty::of(&puzzle);
                assert_eq!(difficulty, by_strategies(&puzzle), "{puzzle}");
                seen.push(difficulty);
            }
        }
        assert!(Difficulty::ALL.iter().all(|difficulty| seen.contains(difficulty)));
    }

    #[test]
    fn strategy_is_the_one_named() {
        let named = registry::find(Grade::STRATEGY).unwrap().solver::<Order3>();
        let limits = Limits::default();
        for puzzle in shipped("minimal").into_iter().chain(shipped("hard")) {
            let Grade { difficulty, guesses } = Grade::of(&puzzle, &limits);
            assert_eq!(guesses, Some(named.solve(&puzzle, &limits).counters.guesses));
            assert_eq!(guesses > Some(0), difficulty == Difficulty::Search);
        }
    }

    /// As few guesses as are allowed are not those that the search needs.
    #[test]
    fn search_that_gave_up_has_no_guesses() {
        for puzzle in shipped("minimal").into_iter().chain(shipped("hard")) {
            let whole = Grade::of(&puzzle, &Limits::default());
            for max_guesses in 0..10 {
                let limits = Limits::default().with_max_guesses(max_guesses);
                let guesses = whole.guesses.filter(|&guesses| guesses <= max_guesses);
                assert_eq!(Grade::of(&puzzle, &limits), Grade { guesses, ..whole });
            }
        }
    }

    #[test]
    fn several_solutions_need_a_search() {
        let empty = Puzzle::<Order3>::new(&[0; 81]).unwrap();
        assert_eq!(Difficulty::of(&empty), Difficulty::Search);
    }
}
