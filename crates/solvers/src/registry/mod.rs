//! NAME → SOLVER: the table of strategies for the command line, the benchmarks and the tests.
//!
//! A name is either that of a named strategy, see [`STRATEGIES`], or composed of parts:
//! `[PROPAGATION/]BRANCHING[/ORDER]`, in any order, such as `mrv`, `locked/mrv+degree`,
//! `random:7/descending`. The parts are [`Propagation::ALL`], [`BRANCHINGS`] and
//! [`ValueOrder::ALL`].

mod name;
mod sizes;
mod strategy;
mod table;

pub use name::{GRAMMAR, UnknownStrategy};
pub use sizes::{AnyBranching, AnySolver};
pub use strategy::{Composed, Strategy};
pub use sudomill_puzzle::error::{NeedsBoxes, NeedsClues};
pub use table::{
    BRANCHINGS, DEFAULT, LANES, Listed, MakeRule, Named, REGION_LANES, REGIONS, Rule, STRATEGIES,
    Tuning,
};

use super::{propagation::Propagation, value_order::ValueOrder};

/// Returns the strategy with this name.
///
/// # Errors
/// No strategy has this name; the message explains why and lists the valid names.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::*, sudomill_solvers::*}; pub mod solver { pub use {sudomill_puzzle::solving::*, sudomill_solvers::*}; } }
/// use sudomill::solver::registry;
/// assert_eq!(registry::find("moler").unwrap().name(), "moler");
/// assert_eq!(registry::find("descending/mrv+degree/locked").unwrap().name(),
///     "locked/mrv+degree/descending");
/// assert!(registry::find("magic").unwrap_err().to_string().contains("mrv, restarts"));
/// assert!(registry::find("naked/mrv/first").unwrap_err().to_string()
///     .contains("'mrv' and 'first' are both a branching"));
/// ```
pub fn find(name: &str) -> Result<Strategy, UnknownStrategy> {
    name.parse()
}

/// Every combination of parts, with seed 0 for rules that take one.
pub fn all_combinations() -> impl Iterator<Item = Strategy> {
    let mut all = Vec::new();
    for &propagation in Propagation::ALL {
        for rule in BRANCHINGS {
            let of = |&order| Composed { propagation, rule, seed: 0, order };
            all.extend(ValueOrder::ALL.iter().map(of));
        }
    }
    all.into_iter().map(Strategy::from)
}
