//! The tables of named strategies and of branching rules, and the limits that only some have.

use super::{AnyBranching, AnySolver};
use crate::{
    Part,
    branching::{Bilocation, First, Mrv, MrvDegree, MrvLastBivalue, Random},
    strategy::{Backtracking, ElectroYou, GenerateAndTest, Moler, Restarts, Rules},
};

/// An entry of a table: a named strategy or a branching rule.
#[derive(Debug)]
pub struct Listed<Make: 'static> {
    /// The name, the summary and the source.
    pub part: Part,
    /// Creates it.
    pub(super) make: Make,
}

/// A named strategy. Created by `None` for the lane kernels, which support only one order, and for
/// [`REGIONS`], which is made for the units of the puzzles.
pub type Named = Listed<Option<fn(&Tuning) -> Box<dyn AnySolver>>>;

/// A branching rule.
pub type Rule = Listed<MakeRule>;

/// Creates a branching rule.
#[derive(Debug)]
#[non_exhaustive]
pub enum MakeRule {
    /// Without a seed.
    Plain(fn() -> Box<dyn AnyBranching>),
    /// From a seed after the name: `random:7`.
    Seeded(fn(u64) -> Box<dyn AnyBranching>),
}

impl Rule {
    /// True if the rule takes a seed after its name: `random:7`.
    #[must_use]
    pub fn is_seeded(&self) -> bool {
        matches!(self.make, MakeRule::Seeded(_))
    }

    /// The name with a placeholder for the seed: `mrv`, `random:SEED`.
    #[must_use]
    pub fn usage(&self) -> String {
        format!("{}{}", self.part.name, if self.is_seeded() { ":SEED" } else { "" })
    }
}

/// The name of the lane kernel, which solves many puzzles at once in batches.
pub const LANES: &str = "lanes";

/// The name of the strategy for puzzles with regions or extra units: `locked/mrv` with units as data.
pub const REGIONS: &str = "regions";

/// The name of the default strategy for such puzzles: many of them side by side in batches.
pub const REGION_LANES: &str = "region-lanes";

/// The name of the default strategy.
pub const DEFAULT: &str = LANES;

/// A table as a static, so that other crates refer to it instead of compiling it again.
macro_rules! table {
    ($(#[$doc:meta])* $table:ident: $entry:ty; $($name:expr, $summary:literal, $source:literal, $make:expr;)*) => {
        $(#[$doc])*
        pub static $table: &[$entry] =
            &[$(Listed { part: Part::new($name, $summary, $source), make: $make }),*];
    };
}

table! {
    /// Every named strategy, the fastest first.
    STRATEGIES: Named;
    LANES, "all rules over the whole grid at once, many 9×9 puzzles side by side; uses mrv on smaller and restarts on larger grids",
        "sudomill", None;
    REGION_LANES, "like lanes, with units as data; uses regions on other sizes than 9×9",
        "sudomill", None;
    "mrv", "naked and hidden singles, then a guess in the first cell with the fewest candidates",
        "sudomill", Some(|_| Box::new(Rules::MRV));
    "restarts", "like locked/mrv+degree; after 300, 375, 468, … guesses without a solution, starts again with pairs and other ties",
        "Gomes, Selman and Kautz, \"Boosting combinatorial search through randomization\", 1998",
        Some(|_| Box::new(Restarts));
    REGIONS, "like locked/mrv, with units as data: for jigsaws, diagonals and other extra units",
        "sudomill", None;
    "electroyou", "naked singles, then a guess in the first cell with the fewest candidates, both row by row",
        "ElectroYou, \"La ricorsione con MATLAB\"",
        Some(|tuning| Box::new(ElectroYou { max_passes: tuning.max_passes }));
    "moler", "naked singles, then a guess in the first empty cell, both column by column",
        "Cleve Moler, \"Solving Sudoku with MATLAB\", 2009", Some(|_| Box::new(Moler));
    "backtracking", "guesses only, row by row: in each empty cell every value its peers allow, 1 to 9",
        "GeeksforGeeks, \"Sudoku | Backtracking-7\"", Some(|_| Box::new(Backtracking::ASCENDING));
    "backtracking-descending", "guesses only, row by row: in each empty cell every value its peers allow, 9 to 1",
        "Cutugno and Lamberti, \"Risoluzione di problemi con gli algoritmi ricorsivi\", 2009-2010",
        Some(|_| Box::new(Backtracking::DESCENDING));
    "generate-and-test", "every filling of the empty cells, each tested; for 4×4 and nearly full grids",
        "GeeksforGeeks, \"Sudoku | Backtracking-7\", the naive algorithm",
        Some(|tuning| Box::new(GenerateAndTest { max_fillings: tuning.max_fillings }));
}

table! {
    /// Every branching rule.
    BRANCHINGS: Rule;
    "mrv", "the first open cell with the fewest candidates",
        "Bitner and Reingold, \"Backtrack programming techniques\", 1975",
        MakeRule::Plain(|| Box::new(Mrv));
    "mrv+degree", "like mrv, with ties broken by the most open peers",
        "Brélaz, \"New methods to color the vertices of a graph\", 1979",
        MakeRule::Plain(|| Box::new(MrvDegree));
    "mrv+last-bivalue", "the last cell with two candidates; if there is none, like mrv",
        "sudomill", MakeRule::Plain(|| Box::new(MrvLastBivalue));
    "bilocation", "the digit with the fewest places in a unit, if fewer than mrv's candidates; else mrv",
        "the Sudoku community's bilocation, or strong link", MakeRule::Plain(|| Box::new(Bilocation));
    "first", "the first open cell: the baseline", "plain backtracking", MakeRule::Plain(|| Box::new(First));
    "random", "any open cell, with equal probability; measures the effect of chance",
        "sudomill", MakeRule::Seeded(|seed| Box::new(Random { seed }));
}

/// The named strategy with this name.
pub(super) fn named(name: &str) -> Option<&'static Named> {
    STRATEGIES.iter().find(|entry| entry.part.name == name)
}

/// Strategy-specific limits. Other strategies ignore them.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::*, sudomill_solvers::*}; pub mod solver { pub use {sudomill_puzzle::solving::*, sudomill_solvers::*}; } }
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
