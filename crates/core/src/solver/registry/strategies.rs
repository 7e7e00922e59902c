//! The named strategies, and the limits that only some of them have.

use super::AnySolver;
use crate::solver::strategy::{Backtracking, ElectroYou, GenerateAndTest, Moler, Rules};

/// A named strategy.
#[derive(Debug)]
pub struct Listed {
    /// The name for `--strategy`.
    pub name: &'static str,
    /// A one-line summary.
    pub summary: &'static str,
    /// The source.
    pub source: &'static str,
    /// Creates the solver. `None` for the lane kernel, which supports only one order.
    pub(super) make: Option<Make>,
}

/// Creates the solver of a named strategy.
type Make = fn(&Tuning) -> Box<dyn AnySolver>;

macro_rules! entry {
    (|$tuning:pat_param| $solver:expr, $name:literal, $summary:literal, $source:literal) => {
        Listed {
            name: $name,
            summary: $summary,
            source: $source,
            make: Some(|$tuning| Box::new($solver)),
        }
    };
}

/// The name of the lane kernel, which solves many puzzles at once in batches.
pub const LANES: &str = "lanes";

/// The name of the default strategy.
pub const DEFAULT: &str = LANES;

/// Every named strategy, the fastest first.
pub const STRATEGIES: &[Listed] = &TABLE;

/// A static, so that other crates refer to the strategies instead of compiling them again.
static TABLE: [Listed; 7] = [
    Listed {
        name: LANES,
        summary: "all rules over the whole grid at once, many 9×9 puzzles side by side; uses mrv on 4×4 and locked/mrv+degree on larger grids",
        source: "sudomill",
        make: None,
    },
    entry!(
        |_| Rules::MRV,
        "mrv",
        "naked and hidden singles, then a guess in the first cell with the fewest candidates",
        "sudomill"
    ),
    entry!(
        |tuning| ElectroYou { max_passes: tuning.max_passes },
        "electroyou",
        "naked singles, then a guess in the first cell with the fewest candidates, both row by row",
        "ElectroYou, \"La ricorsione con MATLAB\""
    ),
    entry!(
        |_| Moler,
        "moler",
        "naked singles, then a guess in the first empty cell, both column by column",
        "Cleve Moler, \"Solving Sudoku with MATLAB\", 2009"
    ),
    entry!(
        |_| Backtracking::ASCENDING,
        "backtracking",
        "guesses only, row by row: in each empty cell every value its peers allow, 1 to 9",
        "GeeksforGeeks, \"Sudoku | Backtracking-7\""
    ),
    entry!(
        |_| Backtracking::DESCENDING,
        "backtracking-descending",
        "guesses only, row by row: in each empty cell every value its peers allow, 9 to 1",
        "Cutugno and Lamberti, \"Risoluzione di problemi con gli algoritmi ricorsivi\", 2009-2010"
    ),
    entry!(
        |tuning| GenerateAndTest { max_fillings: tuning.max_fillings },
        "generate-and-test",
        "every filling of the empty cells, each tested; for 4×4 and nearly full grids",
        "GeeksforGeeks, \"Sudoku | Backtracking-7\", the naive algorithm"
    ),
];

/// Strategy-specific limits. Other strategies ignore them.
///
/// ```
/// # use sudomill_core as sudomill;
/// use sudomill::{grid::Order3, solver::{Limits, Status, registry::{self, Tuning}}};
/// let tuning = Tuning::default().with_max_passes(52);
/// let solver = registry::find("electroyou")?.tuned(tuning).solver::<Order3>();
/// let line = "013085006000031000007600000006900003170000025300006900000002400000870000900560310";
/// assert_eq!(solver.solve(&line.parse()?, &Limits::default()).status, Status::GaveUp);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
#[non_exhaustive]
pub struct Tuning {
    /// The maximum number of passes of `electroyou`: [`ElectroYou::max_passes`].
    pub max_passes: u64,
    /// The maximum number of fillings of `generate-and-test`: [`GenerateAndTest::max_fillings`].
    pub max_fillings: u64,
}

impl Tuning {
    /// The defaults of the strategies.
    pub const DEFAULT: Self = Self {
        max_passes: ElectroYou::DEFAULT.max_passes,
        max_fillings: GenerateAndTest::DEFAULT.max_fillings,
    };

    /// Sets the maximum number of passes of `electroyou`.
    #[must_use]
    pub const fn with_max_passes(self, max_passes: u64) -> Self {
        Self { max_passes, ..self }
    }

    /// Sets the maximum number of fillings of `generate-and-test`.
    #[must_use]
    pub const fn with_max_fillings(self, max_fillings: u64) -> Self {
        Self { max_fillings, ..self }
    }
}

impl Default for Tuning {
    /// [`Self::DEFAULT`].
    fn default() -> Self {
        Self::DEFAULT
    }
}
