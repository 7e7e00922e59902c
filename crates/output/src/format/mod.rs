//! The formats of results, in one table. To add one, add a row to it; one with columns is a
//! [`Syntax`] in a file of this folder.

mod csv;
mod json;
mod markdown;

pub use csv::Csv;
pub use json::JsonLines;
pub(super) use json::json_key;
pub use markdown::Markdown;

use super::{
    plan::{FormatStyle, NewWriter, Plan},
    syntax::Syntax,
    table::TableWriter,
    write::{CountWriter, SolutionWriter},
};
use std::{fmt, str::FromStr};
use sudomill_puzzle::error::one_of;

/// Defines [`Format`] from a table: variants, and the style of each.
macro_rules! formats {
    ($($(#[$about:meta])* $format:ident, $style:expr;)*) => {
        /// The content of a result line.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Format {
            $($(#[$about])* $format,)*
        }

        impl Format {
            /// All formats.
            pub const ALL: &'static [Self] = &[$(Self::$format,)*];
        }

        /// Returns how the rows of a format are written.
        pub fn style_of(format: Format) -> FormatStyle {
            match format {
                $(Format::$format => $style,)*
            }
        }
    };
}

formats! {
    /// The first solution found, or an empty line.
    #[default]
    Solution, line("solution", |_| Box::new(SolutionWriter));
    /// `puzzle:count:solution`, with the solution only if it is unique; `count+` if the search gave
    /// up.
    Count, line("count", |_| Box::new(CountWriter));
    /// `line,puzzle,status,message,solutions,solution`, with a header, or other
    /// [`Columns`](super::Columns).
    Csv, table("csv", &Csv);
    /// One object per line with the fields of `Csv` and the counters.
    Jsonl, table("jsonl", &JsonLines);
    /// The columns of `Csv` as a table of Markdown.
    Markdown, table("markdown", &Markdown);
    /// One line per solution within the limit.
    Solutions, all("solutions", Format::Solution);
    /// Like `Solutions`, as `line,index,solution`, with a header.
    SolutionsCsv, all("solutions-csv", Format::Csv);
    /// Like `SolutionsCsv`, as one object per line.
    SolutionsJsonl, all("solutions-jsonl", Format::Jsonl);
}

/// Rows without columns.
fn line(name: &'static str, new_writer: NewWriter) -> FormatStyle {
    FormatStyle { name, syntax: None, new_writer, lists_all: false }
}

/// Rows with columns, whose writer is compiled for the syntax.
fn table<S: Syntax + Default>(name: &'static str, syntax: &'static S) -> FormatStyle {
    let new_writer: NewWriter = |plan: &Plan| Box::new(TableWriter::new(plan, S::default()));
    FormatStyle { name, syntax: Some(syntax), new_writer, lists_all: false }
}

/// Rows like those of a format, one for each solution.
fn all(name: &'static str, format: Format) -> FormatStyle {
    FormatStyle { name, lists_all: true, ..style_of(format) }
}

impl Format {
    /// The name, as `--format` takes it.
    #[must_use]
    pub fn name(self) -> &'static str {
        style_of(self).name
    }

    /// Returns true if a puzzle has one line per solution.
    #[must_use]
    pub fn lists_all(self) -> bool {
        style_of(self).lists_all
    }

    /// Returns true if the lines have columns, which [`Columns`](super::Columns) can choose.
    #[must_use]
    pub fn has_columns(self) -> bool {
        style_of(self).syntax.is_some()
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
