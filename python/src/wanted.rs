//! The requested columns of results, by the names of the command line.

use crate::call::value_error;
use pyo3::prelude::*;
use sudomill::{
    grid::Order3,
    solver::{Counters, registry::Strategy},
};

/// The default columns. Without times, so that the same input has the same results.
const USUAL: [&str; 5] = ["solution", "status", "solutions", "guesses", "message"];

/// The other columns that every strategy has. Further columns are counters.
const OTHERS: [&str; 13] = [
    "solve_ns",
    "difficulty",
    "difficulty_guesses",
    "rating",
    "rating_pearl",
    "rating_diamond",
    "hardest_technique",
    "agrees",
    "minimal",
    "redundant",
    "canonical",
    "canonical_key",
    "automorphisms",
];

/// The requested columns, in order: their names, and the index if one is a counter. The common
/// counters come first, then those of the strategy.
pub struct Wanted(pub Vec<(&'static str, Option<usize>)>);

impl Wanted {
    /// Looks up the columns with these names; `None` for the default columns, and `counters` for
    /// all counters. `agrees` requires that solutions are given; it is then part of the default
    /// columns.
    pub fn new(names: Option<Vec<String>>, strategy: &Strategy, given: bool) -> PyResult<Self> {
        let own = strategy.solver::<Order3>().own_counters();
        let counters = Counters::COMMON.iter().chain(own).enumerate();
        let counters: Vec<_> = counters.map(|(at, it)| (it.name, Some(at))).collect();
        let names = names.unwrap_or_else(|| {
            let agrees = given.then_some("agrees");
            USUAL.into_iter().chain(agrees).map(str::to_owned).collect()
        });
        let named = USUAL.into_iter().chain(OTHERS).map(|name| (name, None));
        let others = counters.iter().copied().filter(|it| !USUAL.contains(&it.0));
        let known = || named.clone().chain(others.clone());
        let mut found = Vec::new();
        for name in &names {
            if name == "counters" {
                found.extend(&counters);
                continue;
            }
            found.push(known().find(|known| known.0 == name).ok_or_else(|| {
                let known = known().map(|known| known.0).collect::<Vec<_>>().join(", ");
                value_error(format!("columns: found {name:?}; expected any of {known}, counters"))
            })?);
        }
        let is_known = |at: &usize| found[..*at].iter().any(|it| it.0 == found[*at].0);
        if let Some(at) = (1..found.len()).find(is_known) {
            return Err(value_error(format!("columns: found {:?} twice", found[at].0)));
        }
        let wanted = Self(found);
        let agrees = wanted.has_any(&["agrees"]);
        Err(value_error(match agrees {
            _ if agrees == given => return Ok(wanted),
            true => "columns: agrees compares with given solutions; pass them as solutions=",
            false => "solutions: they are compared in the column agrees; add it to columns",
        }))
    }

    /// Returns true if any of these columns is requested.
    pub fn has_any(&self, names: &[&str]) -> bool {
        self.0.iter().any(|(name, _)| names.contains(name))
    }

    /// Returns true if anything is requested that is not always kept, as the guesses are.
    pub fn has_details(&self) -> bool {
        self.0.iter().any(|&(name, at)| name == "solve_ns" || name != "guesses" && at.is_some())
    }
}
