//! The format of an input, by name.

use super::{layout::Layout, table::RowFormat};
use std::fmt;

/// How the records of an input are written. `Display` writes the name that `sudomill inspect` shows,
/// which is also the one in JSON.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver, verify}, sudomill_input::*}; pub mod input { pub use sudomill_input::*; } }
/// use sudomill::input::{self, InputFormat};
/// let source = input::read_from("memory", r#"{"board": "1...4.....2....3"}"#.as_bytes())?;
/// assert_eq!(source.detected().format, InputFormat::JsonLines);
/// assert_eq!(InputFormat::JsonLines.to_string(), "json-lines");
/// # Ok::<(), sudomill::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum InputFormat {
    /// A puzzle per line, which may be followed by other text.
    Lines,
    /// Columns divided by a separator.
    Delimited,
    /// Columns divided by a separator, one cell in each.
    Cells,
    /// A JSON object per line.
    JsonLines,
    /// A row of a grid per line.
    Grids,
    /// Arrays of numbers: a puzzle or a row of one per line.
    Numbers,
}

impl InputFormat {
    /// The format of an input with this layout.
    pub(super) fn of(layout: &Layout) -> Self {
        match &layout.table.format {
            RowFormat::Lines => Self::Lines,
            RowFormat::Delimited(_) if layout.table.cells.is_some() => Self::Cells,
            RowFormat::Delimited(_) => Self::Delimited,
            RowFormat::JsonLines => Self::JsonLines,
            RowFormat::Grids(rows) if rows.are_numbers() => Self::Numbers,
            RowFormat::Grids(_) => Self::Grids,
        }
    }
}

impl fmt::Display for InputFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Lines => "lines",
            Self::Delimited => "delimited",
            Self::Cells => "cells",
            Self::JsonLines => "json-lines",
            Self::Grids => "grids",
            Self::Numbers => "numbers",
        })
    }
}
