//! The requested columns of results, by the names of the command line.

use crate::call::value_error;
use pyo3::prelude::*;
use sudomill::{
    grid::Order3,
    solver::{Counters, registry::Strategy},
};

/// The columns that do not depend on the strategy. Further columns are counters.
const NAMED: [&str; 8] = [
    "solution",
    "status",
    "solutions",
    "solve_ns",
    "message",
    "difficulty",
    "difficulty_guesses",
    "agrees",
];

/// The default columns. Without times, so that the same input has the same results.
const USUAL: [&str; 5] = ["solution", "status", "solutions", "guesses", "message"];

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
        let known = || NAMED.map(|name| (name, None)).into_iter().chain(counters.iter().copied());
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
        if let Some(at) = (1..found.len()).find(|&at| found[..at].contains(&found[at])) {
            return Err(value_error(format!("columns: found {:?} twice", found[at].0)));
        }
        let agrees = found.iter().any(|(name, _)| *name == "agrees");
        let problem = "columns: agrees compares with given solutions; pass them as solutions=";
        match (agrees, given) {
            (true, false) => Err(value_error(problem)),
            (false, true) => Err(value_error(
                "solutions: they are compared in the column agrees; add it to columns",
            )),
            _ => Ok(Self(found)),
        }
    }

    /// Returns true if puzzles must be graded.
    pub fn is_graded(&self) -> bool {
        self.0.iter().any(|(name, _)| name.starts_with("difficulty"))
    }

    /// Returns true if any counter other than the guesses, which are always counted, is requested.
    pub fn has_counters(&self) -> bool {
        self.0.iter().any(|(name, at)| *name != "guesses" && at.is_some())
    }
}
