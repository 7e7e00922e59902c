//! What a line is to a grid.

/// The kind of a line. Any line except a row or a ruler ends a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::input) enum RowKind {
    /// A row.
    Row,
    /// A malformed row: mostly symbols.
    FaultyRow,
    /// Mostly symbols, but so short that it is a row only inside a grid.
    Fragment,
    /// A row of empty fields: it stands between two grids if the file has such rows there, and
    /// is otherwise a damaged row.
    EmptyRow,
    /// A ruler: `---+---+---`, `+===+`, `│   │   │`, `*-----------*`.
    Ruler,
    /// Nothing but white space.
    Blank,
    /// Begins with `#`.
    Comment,
    /// Any other text.
    Name,
    /// Mostly symbols, but more than two rows of them, or longer than
    /// [`MAX_LINE`](crate::input::MAX_LINE): a malformed puzzle of its own.
    FaultyPuzzle,
}
