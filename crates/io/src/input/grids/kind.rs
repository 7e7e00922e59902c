//! Defines the kinds of lines in a file of grids.

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
