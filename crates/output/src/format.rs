//! The formats of results. To add one, add a variant to [`Format`]; the compiler names the places
//! that decide. One with columns is a [`Syntax`] in a file of its own.

use super::syntax::{Csv, JsonLines, Markdown, Syntax};
use std::{fmt, str::FromStr};
use sudomill_puzzle::error::one_of;

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
    /// `line,puzzle,status,message,solutions,solution`, with a header, or other
    /// [`Columns`](super::Columns).
    Csv,
    /// One object per line with the fields of `Csv` and the counters.
    Jsonl,
    /// The columns of `Csv` as a table of Markdown.
    Markdown,
    /// One line per solution within the limit.
    Solutions,
    /// Like `Solutions`, as `line,index,solution`, with a header.
    SolutionsCsv,
    /// Like `SolutionsCsv`, as one object per line.
    SolutionsJsonl,
}

impl Format {
    /// All formats.
    pub const ALL: &'static [Self] = &[
        Self::Solution,
        Self::Count,
        Self::Csv,
        Self::Jsonl,
        Self::Markdown,
        Self::Solutions,
        Self::SolutionsCsv,
        Self::SolutionsJsonl,
    ];

    /// The name, as `--format` takes it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Solution => "solution",
            Self::Count => "count",
            Self::Csv => "csv",
            Self::Jsonl => "jsonl",
            Self::Markdown => "markdown",
            Self::Solutions => "solutions",
            Self::SolutionsCsv => "solutions-csv",
            Self::SolutionsJsonl => "solutions-jsonl",
        }
    }

    /// Returns true if a puzzle has one line per solution.
    #[must_use]
    pub fn lists_all(self) -> bool {
        matches!(self, Self::Solutions | Self::SolutionsCsv | Self::SolutionsJsonl)
    }

    /// Returns true if the lines have columns, which [`Columns`](super::Columns) can choose.
    #[must_use]
    pub fn has_columns(self) -> bool {
        self.syntax().is_some()
    }

    /// The syntax of a format with columns.
    pub(super) fn syntax(self) -> Option<&'static dyn Syntax> {
        match self {
            Self::Solution | Self::Count | Self::Solutions => None,
            Self::Csv | Self::SolutionsCsv => Some(&Csv),
            Self::Jsonl | Self::SolutionsJsonl => Some(&JsonLines),
            Self::Markdown => Some(&Markdown),
        }
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::ALL.iter().find(|format| format.name() == name);
        found.copied().ok_or_else(|| {
            let names = one_of(Self::ALL.iter().map(|format| format.name()));
            format!("unknown format '{name}'; expected {names}")
        })
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
