//! The formats of results, and the columns of those that have any. To add a format, add a variant
//! to [`Format`], and its writer to `Format::writer`; to add a column, add its name and its value to
//! [`NAMED`].

use super::{Row, rows::one_of, write::Values};
use crate::input;
use std::{fmt, str::FromStr};

/// The content of a result line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// The first solution found, or an empty line.
    #[default]
    Solution,
    /// `puzzle:count:solution`, with the solution only if it is unique; `count+` if the search gave
    /// up.
    Count,
    /// `line,puzzle,status,message,solutions,solution`, with a header, or other [`Columns`].
    Csv,
    /// One object per line with the fields of `Csv` and the counters.
    Jsonl,
    /// One line per solution within the limit.
    Solutions,
    /// Like `Solutions`, as `line,index,solution`, with a header.
    SolutionsCsv,
    /// Like `SolutionsCsv`, as one object per line.
    SolutionsJsonl,
}

impl Format {
    /// All formats, by name.
    pub const ALL: [(&'static str, Self); 7] = [
        ("solution", Self::Solution),
        ("count", Self::Count),
        ("csv", Self::Csv),
        ("jsonl", Self::Jsonl),
        ("solutions", Self::Solutions),
        ("solutions-csv", Self::SolutionsCsv),
        ("solutions-jsonl", Self::SolutionsJsonl),
    ];

    /// Returns true if a puzzle has one line per solution.
    #[must_use]
    pub fn lists_all(self) -> bool {
        matches!(self, Self::Solutions | Self::SolutionsCsv | Self::SolutionsJsonl)
    }

    /// Returns true if the lines have columns, which [`Columns`] can choose.
    #[must_use]
    pub fn has_columns(self) -> bool {
        !self.columns().is_empty()
    }

    /// Returns true if the lines have columns separated by commas, and a header.
    pub(super) fn is_csv(self) -> bool {
        matches!(self, Self::Csv | Self::SolutionsCsv)
    }

    /// The names of the default columns; empty if lines have no columns.
    pub(super) fn columns(self) -> &'static str {
        match self {
            Self::Csv => "file,line,puzzle,status,message,solutions,solution",
            Self::Jsonl => "file,line,puzzle,status,message,solutions,solution,counters",
            Self::SolutionsCsv | Self::SolutionsJsonl => "file,line,index,solution",
            Self::Solution | Self::Count | Self::Solutions => "",
        }
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, format)| *format);
        let names = || one_of(Self::ALL.into_iter().map(|(name, _)| name));
        found.ok_or_else(|| format!("unknown format '{name}'; expected {}", names()))
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::ALL[*self as usize].0)
    }
}

/// The columns of `csv`, `jsonl` and similar formats.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    /// The names of the result columns, in order; `counters` stands for all counters. `None` for
    /// the default columns of the format.
    pub names: Option<Vec<String>>,
    /// The columns of the input, which come before the result columns.
    pub keep: Keep,
}

/// The columns of the input that the results repeat.
#[derive(Clone, Debug, Default)]
pub enum Keep {
    /// None.
    #[default]
    Nothing,
    /// All columns. From JSON Lines to JSON Lines, every key of a line.
    All,
    /// The given columns, in this order.
    Named(Vec<input::Column>),
}

/// Writes the value of a column. The index is that of [`COUNTER`].
pub(super) type WriteValue = fn(&Row, usize, &mut Values);

/// Writes the counter with an index: the common counters come first, then those of the strategy.
pub(super) const COUNTER: WriteValue =
    |row, index, to| to.number((!row.is_bad()).then(|| row.counters()[index]));

/// The columns that do not depend on the strategy: their names and values.
pub(super) const NAMED: [(&str, WriteValue); 18] = [
    // The name of the input.
    ("file", |row, _, to| to.text(&*row.rows.chunk.name)),
    ("line", |row, _, to| to.number(row.line())),
    ("puzzle", |row, _, to| match row.is_bad() {
        true => to.text(&*String::from_utf8_lossy(row.text())),
        false => to.plain(row.text()),
    }),
    // The number of a solution among all solutions of its puzzle.
    ("index", |row, _, to| to.number(row.index)),
    ("status", |row, _, to| to.plain(row.status.name().as_bytes())),
    ("message", |row, _, to| to.text(row.message().as_deref())),
    ("solutions", |row, _, to| to.number(row.solutions)),
    ("solution", |row, _, to| to.plain(row.solution)),
    ("solve_ns", |row, _, to| to.number((!row.is_bad()).then(|| row.solve_ns()))),
    ("difficulty", |row, _, to| to.text(row.extra(|it| Some(it.grade?.difficulty.name())))),
    // The guesses of the search that graded the puzzle, unless it gave up.
    ("difficulty_guesses", |row, _, to| to.number(row.extra(|it| it.grade?.guesses))),
    // Whether the solution in the input is right.
    ("agrees", |row, _, to| to.text(row.extra(|it| it.agrees.map(yes)))),
    // Whether the puzzle has one solution and needs every clue, and the clues that it does not need.
    ("minimal", |row, _, to| to.text(row.extra(|it| Some(yes(it.redundant? == 0))))),
    ("redundant", |row, _, to| to.number(row.extra(|it| it.redundant))),
    ("canonical", |row, _, to| to.text(row.extra(|it| Some(&*it.form.as_ref()?.0)))),
    ("canonical_solution", |row, _, to| to.text(row.extra(|it| it.solution_form.as_deref()))),
    ("automorphisms", |row, _, to| to.number(row.extra(|it| Some(it.form.as_ref()?.1)))),
    // All counters: an object in JSON; in CSV the plan has one column each instead.
    ("counters", |row, _, to| to.counters(row)),
];

fn yes(is_true: bool) -> &'static str {
    if is_true { "yes" } else { "no" }
}
