//! Lines that hold no puzzle.

use std::fmt;

/// The reason why a line is skipped. Skipped lines are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Skip {
    /// Only white space.
    Blank,
    /// A comment.
    Comment,
    /// The header, which names the columns.
    Header,
    /// A first line that is only a number, such as the number of puzzles.
    Count,
    /// In a file of grids: other text, such as a grid's name.
    Name,
    /// In a file of grids: a line between rows, such as `---+---+---`.
    Ruler,
    /// In a file of grids: a row after the first of its grid.
    Row,
    /// In delimited text: the continuation of a quoted field from the previous line.
    Continuation,
}

impl Skip {
    /// The name: `blank`, `comment`, …
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blank => "blank",
            Self::Comment => "comment",
            Self::Header => "header",
            Self::Count => "count",
            Self::Name => "name",
            Self::Ruler => "ruler",
            Self::Row => "row",
            Self::Continuation => "continuation",
        }
    }
}

impl fmt::Display for Skip {
    /// Includes the article: `a blank line`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Blank => "a blank line",
            Self::Comment => "a comment",
            Self::Header => "a header",
            Self::Count => "a count",
            Self::Name => "a name",
            Self::Ruler => "a ruler",
            Self::Row => "a further row of a grid",
            Self::Continuation => "a further line of a quoted field",
        })
    }
}
