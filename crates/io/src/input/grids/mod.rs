//! Reads files of grids, in which each puzzle takes as many lines as it has rows.
//!
//! [`row`] classifies lines ([`drawn`] in drawings and grids of candidates, [`numbers`] in arrays),
//! [`text`] determines where grids begin and end and where the file may be cut. [`unfold`]
//! writes each grid as one line of symbols, so that the rest of the program reads grids as it reads
//! lines.

mod drawn;
mod numbers;
mod row;
mod text;
mod unfold;

pub(super) use drawn::{drawn, has_several};
pub(super) use numbers::{
    NumberRows, SYMBOLS as NUMBER_SYMBOLS, survey as survey_numbers, value as number,
};
pub(super) use row::{RowFormat, cells, characters};
pub(super) use text::{GridText, Grids};
pub(super) use unfold::{LineKind, UnfoldedGrids};

/// The kind of a line. Any line other than a row or a ruler ends a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::input) enum RowKind {
    /// A valid row.
    Row,
    /// A malformed row: mostly symbols.
    FaultyRow,
    /// Mostly symbols, but so short that it is a row only inside a grid.
    Fragment,
    /// A row of empty fields. It separates two grids if the file has such separators, and is a
    /// damaged row otherwise.
    EmptyRow,
    /// A ruler: `---+---+---`, `+===+`, `│   │   │`, `*-----------*`.
    Ruler,
    /// Only white space.
    Blank,
    /// Begins with `#`.
    Comment,
    /// Any other text.
    Name,
    /// Mostly symbols, but more than two rows of them, or longer than
    /// [`MAX_LINE`](crate::input::MAX_LINE): a malformed puzzle by itself.
    FaultyPuzzle,
}
