//! Defines the known column names.

use std::{convert::Infallible, fmt, str::FromStr};
use sudomill_core::NoColumn;

/// The content of a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// Puzzles: grids with empty cells.
    #[default]
    Puzzles,
    /// Solutions: full grids.
    Solutions,
}

impl Role {
    /// The other role.
    pub(super) const fn other(self) -> Self {
        match self {
            Self::Puzzles => Self::Solutions,
            Self::Solutions => Self::Puzzles,
        }
    }

    /// The known names of columns with this role, the most likely first.
    const fn names(self) -> &'static [&'static str] {
        match self {
            Self::Puzzles => &[
                "puzzle", "puzzles", "quiz", "quizzes", "question", "sudoku", "board", "grid",
                "unsolved", "clues",
            ],
            Self::Solutions => &["solution", "solutions", "answer", "answers", "solved", "result"],
        }
    }
}

/// Finds the columns with a known name for that role, from 0, the most likely first. Ignores case,
/// and quotes and spaces around names.
///
/// ```
/// # mod sudomill { pub use {sudomill_core::*, sudomill_io::*}; }
/// use sudomill::input::{column_named, Role};
/// let names = ["id", "Answer", "\"Question\""];
/// assert_eq!(column_named(&names, Role::Puzzles).next(), Some(2));
/// assert_eq!(column_named(&names, Role::Solutions).next(), Some(1));
/// ```
pub fn column_named<S: AsRef<str>>(names: &[S], role: Role) -> impl Iterator<Item = usize> + '_ {
    let is = |name: &S, known: &str| {
        let name = name.as_ref().trim_matches(|c: char| c == '"' || c.is_whitespace());
        name.eq_ignore_ascii_case(known)
    };
    let named = move |known| (0..names.len()).filter(move |&index| is(&names[index], known));
    role.names().iter().copied().flat_map(named)
}

/// A column given by name or by number, which counts from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column(String);

impl Column {
    /// Returns the index of the column, from 0, among columns with these names. Without names, only
    /// a number can match.
    pub(super) fn index(&self, names: &[String]) -> Option<usize> {
        let exact = names.iter().position(|name| *name == self.0);
        let similar = || names.iter().position(|name| name.eq_ignore_ascii_case(&self.0));
        let is_there = |index: &usize| names.is_empty() || *index < names.len();
        exact.or_else(similar).or_else(|| self.number().filter(is_there))
    }

    /// Returns true if this may be a column number.
    pub(super) fn is_number(&self) -> bool {
        self.number().is_some()
    }

    /// The error of asking for a column in a file of grids, which has none.
    pub(in crate::input) fn of_grids(&self) -> NoColumn {
        NoColumn::new(self, &[], 0)
    }

    fn number(&self) -> Option<usize> {
        self.0.parse::<usize>().ok()?.checked_sub(1)
    }
}

impl FromStr for Column {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self(text.to_owned()))
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn column_by_name_or_number() {
        let names = ["id", "Puzzle", "1"].map(str::to_owned);
        let index = |column: &str| column.parse::<Column>().unwrap().index(&names);
        assert_eq!(
            ["id", "puzzle", "1", "2", "3", "4", "0", "x"].map(index),
            [Some(0), Some(1), Some(2), Some(1), Some(2), None, None, None]
        );
        assert_eq!("7".parse::<Column>().unwrap().index(&[]), Some(6));
    }

    #[test]
    fn ranks_known_names() {
        let first = |names: &[&str]| column_named(names, Role::Puzzles).next();
        assert_eq!(first(&["clues", "puzzle"]), Some(1));
        assert_eq!(first(&["id", " \"QUIZZES\" "]), Some(1));
        assert_eq!(first(&["id", "puzzle_id"]), None);
    }
}
