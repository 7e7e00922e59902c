//! The formats of result lines.

use std::{fmt, str::FromStr};

/// The content of a result line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// The first solution found, or an empty line.
    #[default]
    Solution,
    /// `puzzle:count:solution`, with the solution only if it is unique; `count+` if the
    /// search gave up.
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
        !matches!(self, Self::Solution | Self::Count | Self::Solutions)
    }

    /// Returns true if the columns are separated by commas.
    pub(crate) fn is_csv(self) -> bool {
        matches!(self, Self::Csv | Self::SolutionsCsv)
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        let found = Self::ALL.iter().find(|(known, _)| *known == name);
        found.map(|&(_, format)| format).ok_or_else(|| UnknownFormat(name.to_owned()))
    }
}

/// The error for an unknown format name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown format '{0}'; expected solution, count, csv, jsonl, solutions, solutions-csv or \
     solutions-jsonl"
)]
pub struct UnknownFormat(String);

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Self::ALL.iter().find(|(_, format)| format == self).map_or("", |(name, _)| name);
        f.write_str(name)
    }
}
