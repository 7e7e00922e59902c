//! The requested columns of results, by the names of the command line.

use crate::call::value_error;
use pyo3::prelude::*;
use sudomill::{
    grid::Order3,
    solver::{Counters, registry::Strategy},
};

/// A column of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    Solution,
    Status,
    Solutions,
    SolveNs,
    Message,
    Difficulty,
    DifficultyGuesses,
    Agrees,
    /// The counter with this index: the common counters come first, then those of the strategy.
    Counter(usize),
}

/// The index of the guesses among the counters. They are always counted.
pub const GUESSES: usize = 1;

/// The columns that do not depend on the strategy.
const NAMED: [(&str, Column); 8] = [
    ("solution", Column::Solution),
    ("status", Column::Status),
    ("solutions", Column::Solutions),
    ("solve_ns", Column::SolveNs),
    ("message", Column::Message),
    ("difficulty", Column::Difficulty),
    ("difficulty_guesses", Column::DifficultyGuesses),
    ("agrees", Column::Agrees),
];

/// The default columns.
const USUAL: [&str; 6] = ["solution", "status", "solutions", "guesses", "solve_ns", "message"];

/// The requested columns, in order, with their names.
pub struct Wanted(Vec<(&'static str, Column)>);

impl Wanted {
    /// Looks up the columns with these names; `None` for the default columns, and `counters` for
    /// all counters. `agrees` requires that solutions are given; it is then part of the default
    /// columns.
    pub fn new(names: Option<Vec<String>>, strategy: Strategy, given: bool) -> PyResult<Self> {
        let counters = counters(strategy);
        let known = || NAMED.into_iter().chain(counters.iter().copied());
        let names = names.unwrap_or_else(|| {
            let agrees = given.then_some("agrees");
            USUAL.into_iter().chain(agrees).map(str::to_owned).collect()
        });
        let mut columns = Vec::new();
        for name in &names {
            if name == "counters" {
                columns.extend(counters.iter().copied());
                continue;
            }
            let found = known().find(|(known, _)| known == name).ok_or_else(|| {
                let known: Vec<_> = known().map(|(name, _)| name).collect();
                value_error(format!(
                    "columns: found {name:?}; expected any of {}, counters",
                    known.join(", ")
                ))
            })?;
            columns.push(found);
        }
        let wanted = Self(columns);
        if let Some((name, _)) = wanted
            .0
            .iter()
            .enumerate()
            .find_map(|(at, column)| wanted.0[..at].contains(column).then_some(column))
        {
            return Err(value_error(format!("columns: found {name:?} twice")));
        }
        match (wanted.has(Column::Agrees), given) {
            (true, false) => Err(value_error(
                "columns: agrees compares with given solutions; pass them as solutions=",
            )),
            (false, true) => Err(value_error(
                "solutions: they are compared in the column agrees; add it to columns",
            )),
            _ => Ok(wanted),
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = (&'static str, Column)> {
        self.0.iter().copied()
    }

    pub fn has(&self, column: Column) -> bool {
        self.iter().any(|(_, wanted)| wanted == column)
    }

    /// Returns true if puzzles must be graded.
    pub fn is_graded(&self) -> bool {
        self.has(Column::Difficulty) || self.has(Column::DifficultyGuesses)
    }

    /// Returns true if any counter other than the guesses is requested.
    pub fn has_counters(&self) -> bool {
        let is_counter = |column| matches!(column, Column::Counter(number) if number != GUESSES);
        self.iter().any(|(_, column)| is_counter(column))
    }
}

/// Returns the counters of a strategy: the common ones, then its own.
fn counters(strategy: Strategy) -> Vec<(&'static str, Column)> {
    let solver = strategy.solver::<Order3>();
    let own = solver.own_counters();
    let all = Counters::COMMON.iter().chain(own).enumerate();
    all.map(|(number, counter)| (counter.name, Column::Counter(number))).collect()
}
