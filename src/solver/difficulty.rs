//! How hard a puzzle is: the weakest techniques that settle it.

use super::{
    Limits, Outcome, Solver,
    branching::Mrv,
    propagation::{CandidateGrid, Propagation},
    run::Run,
    strategy::Rules,
    value_order::ValueOrder,
};
use crate::grid::{Order, Puzzle};
use std::fmt;

/// The weakest techniques that settle a puzzle without a guess: that solve it, or show that
/// it has no solution. A puzzle with several solutions always needs a search.
///
/// ```
/// use sudomill::{grid::{Order3, Puzzle}, solver::Difficulty};
/// let puzzle: Puzzle<Order3> =
///     "013085006000031000007600000006900003170000025300006900000002400000870000900560310".parse()?;
/// assert_eq!(Difficulty::of(&puzzle), Difficulty::Search);
/// # Ok::<(), sudomill::input::BadLine>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
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
    /// None of these: a search has to guess, or stronger techniques are needed.
    Search,
}

/// The propagation that each difficulty below [`Difficulty::Search`] stands for.
const TECHNIQUES: [(Difficulty, Propagation); 4] = [
    (Difficulty::Easy, Propagation::Naked),
    (Difficulty::Singles, Propagation::Singles),
    (Difficulty::Locked, Propagation::Locked),
    (Difficulty::Pairs, Propagation::Pairs),
];

/// The strategy that measures a search: its guesses grade the puzzles of
/// [`Difficulty::Search`].
const SEARCH: Rules<Mrv> = Rules::new(Propagation::Pairs, Mrv, ValueOrder::Ascending);

impl Difficulty {
    /// All difficulties, the least first.
    pub const ALL: [Self; 5] = [Self::Easy, Self::Singles, Self::Locked, Self::Pairs, Self::Search];

    /// The name of the strategy whose guesses [`Difficulty::search`] counts.
    pub const STRATEGY: &'static str = "pairs/mrv";

    /// The difficulty of a puzzle.
    #[must_use]
    pub fn of<O: Order>(puzzle: &Puzzle<O>) -> Self {
        let limits = Limits::default();
        let mut run = Run::new(puzzle, &limits, ());
        let mut grid = CandidateGrid::new(puzzle);
        // Each propagation goes on where a weaker one ended.
        let mut settles = |propagation: Propagation| {
            propagation.apply(&mut grid, &mut run).is_err() || grid.open() == 0
        };
        let weakest = TECHNIQUES.into_iter().find(|&(_, propagation)| settles(propagation));
        weakest.map_or(Self::Search, |(difficulty, _)| difficulty)
    }

    /// Solves a puzzle by [`Difficulty::STRATEGY`]: its guesses say how much of a search
    /// [`Difficulty::Search`] is. There are none for the other difficulties.
    #[must_use]
    pub fn search<O: Order>(puzzle: &Puzzle<O>, limits: &Limits) -> Outcome<O> {
        SEARCH.solve(puzzle, limits)
    }

    /// Its name: `easy`, `singles`, `locked`, `pairs` or `search`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Singles => "singles",
            Self::Locked => "locked",
            Self::Pairs => "pairs",
            Self::Search => "search",
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
        let path = format!("{}/datasets/{set}.txt", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        text.lines().take(100).map(|line| line.parse().unwrap()).collect()
    }

    /// The weakest of the four strategies that guess nothing.
    fn by_strategies(puzzle: &Puzzle<Order3>) -> Difficulty {
        let settles = |name: &str| {
            let limits = Limits { max_guesses: 0, ..Limits::default() };
            let solver = registry::find(name).unwrap().solver::<Order3>();
            solver.solve(puzzle, &limits).status != Status::GaveUp
        };
        let names = ["naked/mrv", "mrv", "locked/mrv", "pairs/mrv"];
        let weakest = names.into_iter().position(settles);
        Difficulty::ALL[weakest.unwrap_or(4)]
    }

    #[test]
    fn same_as_strategies_without_a_guess() {
        let mut seen = Vec::new();
        for set in ["easy", "minimal", "hard", "multiple", "unsolvable"] {
            for puzzle in shipped(set) {
                let difficulty = Difficulty::of(&puzzle);
                assert_eq!(difficulty, by_strategies(&puzzle), "{puzzle}");
                let guesses = Difficulty::search(&puzzle, &Limits::default()).counters.guesses;
                assert_eq!(guesses > 0, difficulty == Difficulty::Search, "{puzzle}");
                seen.push(difficulty);
            }
        }
        assert!(Difficulty::ALL.iter().all(|difficulty| seen.contains(difficulty)));
    }

    #[test]
    fn strategy_is_the_one_named() {
        let named = registry::find(Difficulty::STRATEGY).unwrap().solver::<Order3>();
        for puzzle in shipped("hard") {
            let limits = Limits::default();
            let counters = Difficulty::search(&puzzle, &limits).counters;
            assert_eq!(counters, named.solve(&puzzle, &limits).counters);
        }
    }

    #[test]
    fn several_solutions_need_a_search() {
        let empty = Puzzle::<Order3>::new(&[0; 81]).unwrap();
        assert_eq!(Difficulty::of(&empty), Difficulty::Search);
    }
}
