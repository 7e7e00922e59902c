//! The output formats. To add one, add a variant to [`Format`], and a
//! [`RowWriter`](super::RowWriter) in a file of `write/`.

use super::{
    plan::Plan,
    write::{Count, Csv, Json, RowWriter, Solution},
};
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
    /// `line,puzzle,status,message,solutions,solution`, with a header, or other
    /// [`Columns`](super::Columns).
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

    /// Returns true if the lines have columns, which [`Columns`](super::Columns) can choose.
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

    /// Creates a writer of the results of an input with a name.
    pub(crate) fn writer(self) -> NewWriter {
        match self {
            Self::Solution | Self::Solutions => |_, _| Box::new(Solution),
            Self::Count => |_, _| Box::new(Count),
            Self::Csv | Self::SolutionsCsv => |plan, file| Box::new(Csv::new(plan, file)),
            Self::Jsonl | Self::SolutionsJsonl => |plan, file| Box::new(Json::new(plan, file)),
        }
    }
}

pub(crate) type NewWriter = for<'p> fn(&'p Plan, &str) -> Box<dyn RowWriter + 'p>;

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        let found = Self::ALL.iter().find(|(known, _)| *known == name);
        found.map(|&(_, format)| format).ok_or_else(|| UnknownFormat(name.to_owned()))
    }
}

/// The error for an unknown format name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown format '{0}'; expected {names}", names = names())]
pub struct UnknownFormat(String);

/// Lists the names of all formats, as in a sentence.
fn names() -> String {
    let [others @ .., last] = Format::ALL.map(|(name, _)| name);
    format!("{} or {last}", others.join(", "))
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::ALL[*self as usize].0)
    }
}
