//! The names by which columns are known.

use crate::error::NoColumn;
use std::{convert::Infallible, fmt, str::FromStr};

/// What a column holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// Puzzles to be solved: grids with empty cells.
    #[default]
    Puzzles,
    /// Their solutions: full grids.
    Solutions,
}

impl Role {
    /// What stands beside it.
    pub(super) const fn other(self) -> Self {
        match self {
            Self::Puzzles => Self::Solutions,
            Self::Solutions => Self::Puzzles,
        }
    }

    /// The names of such columns, the likeliest first.
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

/// Which of these columns a file's header says to have that role: the numbers, from 0, of
/// those with a known name, the likeliest first. Case, quotes and spaces do not matter.
///
/// ```
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

/// A column that somebody names: by its name or by its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column(String);

impl Column {
    /// Its place among columns of these names, from 0; of files without names by its
    /// number, from 1.
    pub(super) fn index(&self, names: &[String]) -> Option<usize> {
        let exact = names.iter().position(|name| *name == self.0);
        let similar = || names.iter().position(|name| name.eq_ignore_ascii_case(&self.0));
        let is_there = |index: &usize| names.is_empty() || *index < names.len();
        exact.or_else(similar).or_else(|| self.number().filter(is_there))
    }

    /// That a file of grids has none.
    pub(in crate::input) fn of_grids(&self) -> NoColumn {
        NoColumn { wanted: self.0.clone(), names: Vec::new(), count: 0 }
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
    fn a_column_is_named_or_numbered() {
        let names = ["id", "Puzzle", "1"].map(str::to_owned);
        let index = |column: &str| column.parse::<Column>().unwrap().index(&names);
        assert_eq!(
            ["id", "puzzle", "1", "2", "3", "4", "0", "x"].map(index),
            [Some(0), Some(1), Some(2), Some(1), Some(2), None, None, None]
        );
        assert_eq!("7".parse::<Column>().unwrap().index(&[]), Some(6));
    }

    #[test]
    fn known_names_are_ranked() {
        let first = |names: &[&str]| column_named(names, Role::Puzzles).next();
        assert_eq!(first(&["clues", "puzzle"]), Some(1));
        assert_eq!(first(&["id", " \"QUIZZES\" "]), Some(1));
        assert_eq!(first(&["id", "puzzle_id"]), None);
    }
}
