//! Name → solver: the command line, the benches and the tests read this table.

use super::{
    Solver,
    lanes::Lanes,
    strategy::{Backtracking, ElectroYou, GenerateAndTest, Moler, Mrv},
};
use crate::grid::{Order, Order2, Order3};

/// A strategy as it is listed and chosen.
#[derive(Debug)]
pub struct Entry {
    /// What `--strategy` takes.
    pub name: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    order2: fn() -> Box<dyn Solver<Order2>>,
    order3: fn() -> Box<dyn Solver<Order3>>,
}

impl Entry {
    /// The entry that solves grids of that order: `lanes` knows one size only.
    pub fn for_order(&'static self, order: usize) -> &'static Self {
        let is_mrv = |entry: &&'static Self| entry.name == "mrv";
        match order == Order3::BOX || self.name != LANES {
            true => self,
            false => STRATEGIES.iter().find(is_mrv).unwrap_or(self),
        }
    }

    /// The solver, for grids of that order.
    pub fn solver<O: Registered>(&self) -> Box<dyn Solver<O>> {
        O::solver(self)
    }
}

/// An order for which every strategy is compiled.
pub trait Registered: Order {
    /// The entry's solver for this order.
    fn solver(entry: &Entry) -> Box<dyn Solver<Self>>;
}

impl Registered for Order2 {
    fn solver(entry: &Entry) -> Box<dyn Solver<Self>> {
        (entry.order2)()
    }
}

impl Registered for Order3 {
    fn solver(entry: &Entry) -> Box<dyn Solver<Self>> {
        (entry.order3)()
    }
}

macro_rules! entry {
    ($solver:expr, $name:literal, $summary:literal, $source:literal) => {
        Entry {
            name: $name,
            summary: $summary,
            source: $source,
            order2: || Box::new($solver),
            order3: || Box::new($solver),
        }
    };
}

/// The name of the lane kernel, which the batch drives with many puzzles at once.
pub const LANES: &str = "lanes";

/// The strategy used where none is named.
pub const DEFAULT: &str = LANES;

/// Every strategy, the fastest first.
pub const STRATEGIES: &[Entry] = &[
    Entry {
        name: LANES,
        summary: "many 9×9 puzzles at once in SIMD lanes; on other sizes it is mrv",
        source: "sudomill",
        order2: || Box::new(Mrv),
        order3: || Box::new(Lanes::default()),
    },
    entry!(
        Mrv,
        "mrv",
        "naked and hidden singles, then the first cell with the fewest candidates",
        "sudomill"
    ),
    entry!(
        ElectroYou,
        "electroyou",
        "naked singles row-major, then the first cell with the fewest candidates",
        "ElectroYou, \"La ricorsione con MATLAB\""
    ),
    entry!(
        Moler,
        "moler",
        "naked singles column-major, then the first empty cell column-major",
        "Cleve Moler, \"Solving Sudoku with MATLAB\", 2009"
    ),
    entry!(
        Backtracking::ASCENDING,
        "backtracking",
        "first empty cell row-major, every value its peers allow, 1 to 9",
        "GeeksforGeeks, \"Sudoku | Backtracking-7\""
    ),
    entry!(
        Backtracking::DESCENDING,
        "backtracking-descending",
        "first empty cell row-major, every value its peers allow, 9 to 1",
        "Cutugno and Lamberti, \"Risoluzione di problemi con gli algoritmi ricorsivi\", 2009-2010"
    ),
    entry!(
        GenerateAndTest,
        "generate-and-test",
        "every filling of the empty cells, each tested; for 4×4 and nearly full grids",
        "GeeksforGeeks, \"Sudoku | Backtracking-7\", the naive algorithm"
    ),
];

/// The strategy of that name.
///
/// # Errors
/// No strategy has the name; the message lists those that exist.
///
/// ```
/// use sudomill::solver::registry;
/// assert_eq!(registry::find("moler").unwrap().name, "moler");
/// assert!(registry::find("magic").unwrap_err().to_string().contains("mrv, electroyou"));
/// ```
pub fn find(name: &str) -> Result<&'static Entry, UnknownStrategy> {
    let found = STRATEGIES.iter().find(|entry| entry.name == name);
    found.ok_or_else(|| UnknownStrategy { name: name.to_owned() })
}

/// No strategy has that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown strategy '{name}', expected one of {}", names())]
pub struct UnknownStrategy {
    name: String,
}

fn names() -> String {
    STRATEGIES.iter().map(|entry| entry.name).collect::<Vec<_>>().join(", ")
}
