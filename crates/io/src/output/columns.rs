//! The formats of results, and the columns of those that have any. To add a format, add a variant
//! to [`Format`], and its writer to `Format::writer`; to add a column, add its name and its value to
//! [`NAMED`].

use super::{Row, rows::one_of};
use crate::input;
use std::{borrow::Cow, fmt, str::FromStr};

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

/// Gets the value of a column from a row.
#[derive(Clone, Copy)]
pub(super) enum Value {
    Number(fn(&Row) -> Option<u64>),
    /// Symbols or a name, which need no quotes unless the row is bad.
    Plain(for<'r> fn(&Row<'r>) -> Option<&'r [u8]>),
    Text(for<'r> fn(&Row<'r>) -> Option<Cow<'r, str>>),
    /// The counter with this index: the common ones come first, then those of the strategy.
    Counter(usize),
    /// An object of all counters in JSON; in CSV the plan has one column each instead.
    Counters,
}

use Value::{Counters, Number, Plain, Text};

/// The columns that do not depend on the strategy.
pub(super) const NAMED: [(&str, Value); 18] = [
    // The name of the input.
    ("file", Text(|row| Some((&*row.rows.chunk.name).into()))),
    ("line", Number(|row| Some(row.line()))),
    ("puzzle", Plain(|row| Some(row.text()))),
    // The number of a solution among all solutions of its puzzle.
    ("index", Number(|row| Some(row.index))),
    ("status", Plain(|row| Some(row.status.name().as_bytes()))),
    ("message", Text(|row| row.message().map(Cow::Owned))),
    ("solutions", Number(|row| Some(row.solutions))),
    ("solution", Plain(|row| row.solution)),
    ("solve_ns", Number(|row| (!row.is_bad()).then(|| row.solve_ns()))),
    ("difficulty", Text(|row| row.extra(|it| Some(it.grade?.difficulty.name().into())))),
    // The guesses of the search that graded the puzzle, unless it gave up.
    ("difficulty_guesses", Number(|row| row.extra(|it| it.grade?.guesses))),
    // Whether the solution in the input is right.
    ("agrees", Text(|row| row.extra(|it| it.agrees.map(yes)))),
    // Whether the puzzle has one solution and needs every clue, and the clues that it does not need.
    ("minimal", Text(|row| row.extra(|it| Some(yes(it.redundant? == 0))))),
    ("redundant", Number(|row| row.extra(|it| it.redundant))),
    ("canonical", Text(|row| row.extra(|it| Some((&*it.form.as_ref()?.0).into())))),
    ("canonical_solution", Text(|row| row.extra(|it| Some(it.solution_form.as_deref()?.into())))),
    ("automorphisms", Number(|row| row.extra(|it| Some(it.form.as_ref()?.1)))),
    ("counters", Counters),
];

fn yes(is_true: bool) -> Cow<'static, str> {
    if is_true { "yes" } else { "no" }.into()
}
