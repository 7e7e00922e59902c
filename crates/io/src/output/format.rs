//! The output formats. To add one, write a [`RowWriter`](super::RowWriter) in a file of `write/`,
//! with a [`FormatSpec`] beside it, and add a line to the list of formats below.

use super::{
    plan::FormatSpec,
    write::{csv, json, plain},
};
use std::{fmt, str::FromStr};

macro_rules! formats {
    ($($(#[$attribute:meta])* $variant:ident = $spec:path,)*) => {
        /// The content of a result line.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Format {
            $($(#[$attribute])* $variant,)*
        }

        impl Format {
            /// All formats, by name.
            pub const ALL: [(&'static str, Self); [$($spec.name),*].len()] =
                [$(($spec.name, Self::$variant)),*];

            pub(crate) fn spec(self) -> &'static FormatSpec {
                match self {
                    $(Self::$variant => &$spec,)*
                }
            }
        }
    };
}

formats! {
    /// The first solution found, or an empty line.
    #[default]
    Solution = plain::SOLUTION,
    /// `puzzle:count:solution`, with the solution only if it is unique; `count+` if the
    /// search gave up.
    Count = plain::COUNT,
    /// `line,puzzle,status,message,solutions,solution`, with a header, or other
    /// [`Columns`](super::Columns).
    Csv = csv::CSV,
    /// One object per line with the fields of `Csv` and the counters.
    Jsonl = json::JSONL,
    /// One line per solution within the limit.
    Solutions = plain::SOLUTIONS,
    /// Like `Solutions`, as `line,index,solution`, with a header.
    SolutionsCsv = csv::SOLUTIONS_CSV,
    /// Like `SolutionsCsv`, as one object per line.
    SolutionsJsonl = json::SOLUTIONS_JSONL,
}

impl Format {
    /// Returns true if a puzzle has one line per solution.
    #[must_use]
    pub fn lists_all(self) -> bool {
        self.spec().lists_all
    }

    /// Returns true if the lines have columns, which [`Columns`](super::Columns) can choose.
    #[must_use]
    pub fn has_columns(self) -> bool {
        !self.spec().columns.is_empty()
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
#[error("unknown format '{0}'; expected {names}", names = names())]
pub struct UnknownFormat(String);

/// Lists the names of all formats, as in a sentence.
fn names() -> String {
    let [others @ .., last] = Format::ALL.map(|(name, _)| name);
    format!("{} or {last}", others.join(", "))
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.spec().name)
    }
}
