//! The columns of results: their names and their values. To add a column, add a variant to
//! [`Column`], its name to [`NAMED`] and its value to [`Column::value`].

use super::Row;
use crate::input::BadLine;
use std::borrow::Cow;
use sudomill_core::solver::{Counter, Counters};

/// A column of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Column {
    /// The name of the input.
    File,
    Line,
    Puzzle,
    /// The number of a solution among all solutions of its puzzle.
    Index,
    Status,
    Message,
    Solutions,
    Solution,
    SolveNs,
    Difficulty,
    /// The guesses of the search that graded the puzzle, unless it gave up.
    DifficultyGuesses,
    /// `yes` if the solution in the input is right, `no` if it is wrong.
    Agrees,
    /// `yes` if the puzzle has one solution and needs every clue, `no` if it does not need one; no
    /// value if a search gave up, as for the next column.
    Minimal,
    /// The clues that a puzzle with one solution does not need.
    Redundant,
    Canonical,
    /// The canonical form of the solution.
    CanonicalSolution,
    Automorphisms,
    /// All counters: one column each in CSV, one object in JSON.
    Counters,
    /// The counter with this index: the common counters come first, then those of the strategy.
    Counter(usize),
}

/// The names of all columns that do not depend on the strategy.
const NAMED: [(&str, Column); 18] = [
    ("file", Column::File),
    ("line", Column::Line),
    ("puzzle", Column::Puzzle),
    ("index", Column::Index),
    ("status", Column::Status),
    ("message", Column::Message),
    ("solutions", Column::Solutions),
    ("solution", Column::Solution),
    ("solve_ns", Column::SolveNs),
    ("difficulty", Column::Difficulty),
    ("difficulty_guesses", Column::DifficultyGuesses),
    ("agrees", Column::Agrees),
    ("minimal", Column::Minimal),
    ("redundant", Column::Redundant),
    ("canonical", Column::Canonical),
    ("canonical_solution", Column::CanonicalSolution),
    ("automorphisms", Column::Automorphisms),
    ("counters", Column::Counters),
];

/// The value of a column in one row.
pub(super) enum Value<'a> {
    Null,
    Number(u64),
    /// Symbols and names, which need no quoting in CSV or JSON.
    Plain(&'a [u8]),
    Text(Cow<'a, str>),
    /// An object in JSON; empty for a bad row.
    Counters,
}

impl Column {
    /// Returns all columns by name, for a strategy whose own counters are `own`.
    pub fn all(own: &[Counter]) -> impl Iterator<Item = (&'static str, Self)> {
        let counters = Counters::COMMON.iter().chain(own).enumerate();
        let counters = counters.map(|(number, it)| (it.name, Self::Counter(number)));
        NAMED.into_iter().chain(counters)
    }

    #[inline(always)]
    pub(super) fn value<'a>(self, row: Row<'a>) -> Value<'a> {
        let name = |name: &'static str| Value::Plain(name.as_bytes());
        let yes = |is_true| name(if is_true { "yes" } else { "no" });
        let number = |number: Option<u64>| number.map_or(Value::Null, Value::Number);
        let plain = |text: Option<&'a [u8]>| text.map_or(Value::Null, Value::Plain);
        let extras = row.extras();
        match self {
            Self::File => Value::Text(row.rows.chunk.name().into()),
            Self::Line => Value::Number(row.line()),
            Self::Puzzle if row.is_bad() => Value::Text(String::from_utf8_lossy(row.text())),
            Self::Puzzle => Value::Plain(row.text()),
            Self::Index => Value::Number(row.index),
            Self::Status => name(row.status.name()),
            Self::Message => row.bad().map_or(Value::Null, |bad| message(row.line(), bad)),
            Self::Solutions => Value::Number(row.solutions),
            Self::Solution => plain(row.solution),
            Self::Difficulty => {
                extras.grade.map_or(Value::Null, |grade| name(grade.difficulty.name()))
            }
            Self::DifficultyGuesses => number(extras.grade.and_then(|grade| grade.guesses)),
            Self::Agrees => extras.agrees.map_or(Value::Null, yes),
            Self::Minimal => extras.redundant.map_or(Value::Null, |clues| yes(clues == 0)),
            Self::Redundant => number(extras.redundant),
            Self::Canonical => plain(extras.form.as_ref().map(|(form, _)| form.as_bytes())),
            Self::CanonicalSolution => plain(extras.solution_form.as_ref().map(String::as_bytes)),
            Self::Automorphisms => number(extras.form.as_ref().map(|(_, count)| *count)),
            Self::Counters => Value::Counters,
            Self::SolveNs | Self::Counter(_) if row.is_bad() => Value::Null,
            Self::SolveNs => Value::Number(row.solve_ns()),
            Self::Counter(number) => Value::Number(row.counter(number)),
        }
    }
}

/// Describes a bad line: the column and the problem, preceded by the line number if the problem is
/// in a lower row of a grid.
#[cold]
fn message(line: u64, bad: &BadLine) -> Value<'static> {
    let message = if bad.line_offset > 0 { bad.at(line) } else { bad.to_string() };
    Value::Text(message.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Problem;

    #[test]
    fn hint_names_lower_row() {
        let told = |below| {
            let bad = BadLine::new((below, 3), Problem::OversizedGrid { limit: 65_536 });
            match message(7, &bad) {
                Value::Text(text) => text.into_owned(),
                _ => String::new(),
            }
        };
        assert_eq!(told(0), "3: found a grid longer than 65536 bytes");
        assert_eq!(told(2), "9:3: found a grid longer than 65536 bytes");
    }
}
