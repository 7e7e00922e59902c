//! The requested columns of results, by the names of the command line.

use crate::call::value_error;
use pyo3::prelude::*;
use sudomill::{
    grid::Order3,
    solver::{Counters, registry::Strategy},
};
use sudomill_output::columns::{Column, InMemory, choose};

/// The default columns. Without times, so that the same input has the same results.
const USUAL: [&str; 5] = ["solution", "status", "solutions", "guesses", "message"];

/// The requested columns, in order, with their names.
pub struct Wanted(pub Vec<(&'static str, Column)>);

impl Wanted {
    /// Looks up the columns with these names; `None` for the default columns, and `counters` for
    /// all counters. `agrees` requires that solutions are given; it is then part of the default
    /// columns.
    pub fn new(names: Option<Vec<String>>, strategy: &Strategy, given: bool) -> PyResult<Self> {
        let own = strategy.solver::<Order3>().own_counters();
        let counters = Counters::COMMON.iter().chain(own).zip(0..);
        let named = Column::NAMED.iter().copied().filter(|it| it.1.in_memory().is_some());
        let counters = counters.map(|(it, at)| (it.name, Column::Counter(at)));
        let names = names.unwrap_or_else(|| {
            let agrees = given.then_some("agrees");
            USUAL.into_iter().chain(agrees).map(str::to_owned).collect()
        });
        let offered: Vec<_> = named.chain(counters).collect();
        let chosen = choose(names.iter().map(String::as_str), &offered, true);
        let wanted = Self(chosen.map_err(|error| value_error(format!("columns: {error}")))?);
        let agrees = wanted.has_any(&[Column::Agrees]);
        Err(value_error(match agrees {
            _ if agrees == given => return Ok(wanted),
            true => "columns: agrees compares with given solutions; pass them as solutions=",
            false => "solutions: they are compared in the column agrees; add it to columns",
        }))
    }

    /// The columns without their names.
    pub fn columns(&self) -> Vec<Column> {
        self.0.iter().map(|it| it.1).collect()
    }

    /// Returns true if any of these columns is requested.
    pub fn has_any(&self, columns: &[Column]) -> bool {
        self.0.iter().any(|it| columns.contains(&it.1))
    }

    /// Returns true if anything is requested that is not always kept, as the guesses are.
    pub fn has_details(&self) -> bool {
        let is_detail = |&(name, column): &(&str, Column)| match column.in_memory() {
            Some(InMemory::Counter(_)) => name != GUESSES,
            Some(InMemory::OfSearch(_)) => true,
            None
            | Some(
                InMemory::Status
                | InMemory::Message
                | InMemory::Solutions
                | InMemory::Solution
                | InMemory::AllCounters
                | InMemory::Extra(_),
            ) => false,
        };
        self.0.iter().any(is_detail)
    }
}

/// The counter that is always kept.
pub const GUESSES: &str = "guesses";
