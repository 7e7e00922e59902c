//! A requested column that does not exist.

use std::fmt;

/// The error for a column that a file does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NoColumn {
    /// The requested column.
    pub wanted: String,
    /// The names of the columns; empty if the file has no header.
    pub names: Vec<String>,
    /// The number of columns.
    pub count: usize,
}

impl NoColumn {
    /// The error for a column of a file that has `count` columns with these names.
    #[doc(hidden)]
    pub fn new(wanted: impl fmt::Display, names: &[String], count: usize) -> Self {
        Self { wanted: wanted.to_string(), names: names.to_vec(), count }
    }
}

impl std::error::Error for NoColumn {}

impl fmt::Display for NoColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found no column {:?}", self.wanted)?;
        match (&self.names[..], self.count) {
            ([], 0) => write!(f, ": the file has grids, and no columns"),
            ([], 1) => write!(f, ": the file has one column, without a name"),
            ([], count) => {
                write!(f, ": the file names none of its columns; give a number, 1 to {count}")
            }
            (names, _) => write!(f, "; the columns are: {}", names.join(", ")),
        }
    }
}
