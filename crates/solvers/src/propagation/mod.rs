//! Deductions without guesses. A [`Propagation`] selects the techniques, each in a file beside it.
//!
//! What a technique removes is an event of the search:
//!
//! ```
//! # mod sudomill { pub use {sudomill_puzzle::*, sudomill_solvers::*}; pub mod solver { pub use {sudomill_puzzle::solving::*, sudomill_solvers::*}; } }
//! use sudomill::{grid::Order3, solver::{registry, Counters, Event, Limits}};
//! let puzzle = "....631.59........1..5.7...3...85..1..9...7...2.7...8.............34..5.4.3..1..9";
//! let mut told = Vec::new();
//! let mut observer = |event: Event, _: &Counters| {
//!     if let Event::Removal(removal) = event {
//!         let cells = removal.cells().map(|cell| cell.name::<Order3>());
//!         told.push((removal.technique.name, cells.collect::<Vec<_>>()));
//!     }
//! };
//! let solver = registry::find("pairs/mrv")?.solver::<Order3>();
//! solver.trace(&puzzle.parse()?, &Limits::default(), &mut observer);
//! assert!(told.contains(&("naked pair", vec!["r4c2".to_owned(), "r4c3".to_owned()])));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod candidate_grid;
mod counts;
mod geometry;
mod hidden_singles;
mod locked;
mod pairs;
mod peers;
mod singles;
mod tables;

pub use candidate_grid::CandidateGrid;
use counts::CellCounts;
pub use geometry::{Geometry, Standard};
pub use peers::Peers;
pub use tables::Tables;

use super::{Part, run::Run};
use sudomill_puzzle::{
    grid::{Order, Order3},
    solving::{Counter, Counters, Difficulty, Observer, Reason, Removal, Technique},
};

/// The positions of the counters. Those of the stages follow.
const NAKED: usize = 0;
const HIDDEN: usize = 1;
const FIRST_STAGE: usize = 2;

const NAKED_SINGLES: Counter =
    Counter::new("naked_singles", "values entered as the last candidate of a cell");
const HIDDEN_SINGLES: Counter = Counter::new(
    "hidden_singles",
    "values entered in the only cell of a unit that is left for the digit",
);

/// What removes candidates when no single is left: a technique, or several that look at the grid
/// together. Each is a constant in a file beside this one.
#[derive(Debug)]
pub struct Stage<O: Order, G = Standard> {
    /// Counts the removals.
    pub counter: Counter,
    techniques: &'static [&'static Technique],
    /// Looks at the whole grid once; removes and reports what it finds, in an order that is fixed.
    apply: fn(&G, &mut CandidateGrid<O>, &mut dyn FnMut(Removal)),
}

/// The techniques that are applied between guesses: naked singles, and a set of others.
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

/// The row of a propagation in the table.
pub struct Row<O: Order, G: 'static = Standard> {
    part: Part,
    /// True if hidden singles are entered, too.
    pub enters_hidden_singles: bool,
    /// In the order in which they are tried: each only when those before it remove nothing.
    pub stages: &'static [Stage<O, G>],
    /// The difficulty of puzzles that need no more than this; `None` if there is none.
    pub graded: Option<Graded>,
}

/// The difficulty of the puzzles that a propagation settles and those of the easier difficulties do not.
pub struct Graded {
    /// The difficulty.
    pub difficulty: Difficulty,
    /// The techniques in words: `singles and locked candidates`.
    pub techniques: &'static str,
    /// Those of them that the easier difficulties do not have: `locked candidates`.
    pub added: &'static str,
}

impl Propagation {
    /// All propagations.
    pub const ALL: &'static [Self] = &[Self::Naked, Self::Singles, Self::Locked, Self::Pairs];

    /// The table of propagations.
    #[doc(hidden)]
    pub const fn row<O: Order, G: Geometry<O>>(self) -> Row<O, G> {
        match self {
            Self::Naked => Row {
                part: Part::new(
                    "naked",
                    "naked singles only: forward checking",
                    "Haralick and Elliott, \"Increasing tree search efficiency\", 1980",
                ),
                enters_hidden_singles: false,
                stages: &[],
                graded: Some(Graded {
                    difficulty: Difficulty::Easy,
                    techniques: "naked singles",
                    added: "naked singles",
                }),
            },
            Self::Singles => Row {
                part: Part::new(
                    "singles",
                    "naked and hidden singles",
                    "the Sudoku community's terms",
                ),
                enters_hidden_singles: true,
                stages: &[],
                graded: Some(Graded {
                    difficulty: Difficulty::Singles,
                    techniques: "naked and hidden singles",
                    added: "hidden singles",
                }),
            },
            Self::Locked => Row {
                part: Part::new(
                    "locked",
                    "singles; if there are none, locked candidates: pointing and claiming",
                    "the Sudoku community's terms",
                ),
                enters_hidden_singles: true,
                stages: const { &[Stage::LOCKED] },
                graded: Some(Graded {
                    difficulty: Difficulty::Locked,
                    techniques: "singles and locked candidates",
                    added: "locked candidates",
                }),
            },
            Self::Pairs => Row {
                part: Part::new(
                    "pairs",
                    "singles, locked candidates; if there are none, naked and hidden pairs",
                    "Sudopedia, \"Naked Pair\" and \"Hidden Pair\"",
                ),
                enters_hidden_singles: true,
                stages: const { &[Stage::LOCKED, Stage::PAIRS] },
                graded: Some(Graded {
                    difficulty: Difficulty::Pairs,
                    techniques: "singles, locked candidates and pairs",
                    added: "pairs",
                }),
            },
        }
    }

    /// The name, the summary and the source.
    #[must_use]
    pub const fn part(self) -> Part {
        self.row::<Order3, Standard>().part
    }

    /// The strategy-specific counters that this propagation increments.
    #[must_use]
    pub fn counters(self) -> &'static [Counter] {
        let Row { enters_hidden_singles, stages, .. } = self.row::<Order3, Standard>();
        let singles = if enters_hidden_singles { FIRST_STAGE } else { HIDDEN };
        &COUNTERS[self as usize][..singles + stages.len()]
    }

    /// The techniques that this propagation uses to remove candidates.
    pub fn techniques(self) -> impl Iterator<Item = &'static Technique> {
        self.row::<Order3, Standard>().stages.iter().flat_map(|stage| stage.techniques).copied()
    }

    /// Applies all deductions to a state.
    ///
    /// # Errors
    /// The reason that the state has no solution.
    #[doc(hidden)]
    pub fn apply<O: Order, G: Geometry<O>, Obs: Observer>(
        self,
        grid: &mut CandidateGrid<O>,
        units: &G,
        run: &mut Run<O, Obs>,
    ) -> Result<(), Reason> {
        let Row { enters_hidden_singles, stages, .. } = self.row::<O, G>();
        grid.enter_naked_singles(units, run)?;
        if !enters_hidden_singles {
            return Ok(());
        }
        grid.enter_all_hidden_singles(units, run)?;
        while !grid.open_cells().is_empty() && remove(stages, grid, units, run) {
            grid.enter_naked_singles(units, run)?;
            grid.enter_all_hidden_singles(units, run)?;
        }
        Ok(())
    }
}

/// Every technique that removes candidates, once.
pub fn techniques() -> Vec<&'static Technique> {
    let mut all: Vec<&Technique> = Vec::new();
    for technique in Propagation::ALL.iter().copied().flat_map(Propagation::techniques) {
        if !all.contains(&technique) {
            all.push(technique);
        }
    }
    all
}

/// The counters of every propagation, in the order of [`Propagation::ALL`]: those of the singles, then
/// one for each stage.
static COUNTERS: [[Counter; Counters::OWN]; Propagation::ALL.len()] = {
    let mut table = [[NAKED_SINGLES; Counters::OWN]; Propagation::ALL.len()];
    let mut row = 0;
    while row < table.len() {
        assert!(Propagation::ALL[row] as usize == row, "ALL is in the order of the variants");
        table[row][HIDDEN] = HIDDEN_SINGLES;
        let stages = Propagation::ALL[row].row::<Order3, Standard>().stages;
        let mut stage = 0;
        while stage < stages.len() {
            table[row][FIRST_STAGE + stage] = stages[stage].counter;
            stage += 1;
        }
        row += 1;
    }
    table
};

/// Applies the first stage that finds anything, once no single is left. Returns false if none does.
fn remove<O: Order, G: Geometry<O>, Obs: Observer>(
    stages: &[Stage<O, G>],
    grid: &mut CandidateGrid<O>,
    units: &G,
    run: &mut Run<O, Obs>,
) -> bool {
    stages.iter().enumerate().any(|(i, stage)| {
        let counter = FIRST_STAGE + i;
        let before = run.counters.own[counter];
        // Removals are rarer than singles, and reported through a pointer: their code does not
        // depend on the observer.
        (stage.apply)(units, grid, &mut |removal| run.remove(counter, removal));
        run.counters.own[counter] != before
    })
}
