//! The marks of a text picture: colors or letters.

use super::{Mark, Picture};
use crate::grid::Origin;

/// The style of the marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// A letter after the digit: `c` clue, `g` guess, `i` implied, `s` single.
    Letters,
    /// ANSI colors: clue blue, guess cyan, implied green, single red; candidates are faint.
    Ansi,
}

impl Ink {
    /// A digit with its mark: two characters wide.
    pub(super) fn marked(self, symbol: char, mark: Mark) -> String {
        match (self, mark) {
            (Self::Ansi, _) => self.colour(&symbol.to_string(), mark) + " ",
            (Self::Letters, Mark::Dead) => format!("{symbol} "),
            (Self::Letters, _) => format!("{symbol}{}", mark.letter()),
        }
    }

    /// A candidate: two characters wide.
    pub(super) fn candidate(self, symbol: char) -> String {
        match self {
            Self::Letters => format!("{symbol} "),
            Self::Ansi => format!("\x1b[2m{symbol}\x1b[0m "),
        }
    }

    /// Explains the marks of a picture in one line.
    pub(super) fn legend(self, picture: &Picture) -> String {
        let entry = |mark: Mark| match self {
            Self::Letters => format!("{} {}", mark.letter(), mark.meaning()),
            Self::Ansi if mark == Mark::Dead => self.colour("× no candidate left", mark),
            Self::Ansi => self.colour(mark.meaning(), mark),
        };
        picture.marks().map(entry).collect::<Vec<_>>().join("   ")
    }

    fn colour(self, text: &str, mark: Mark) -> String {
        // Bright blue, because dark blue is hard to read on black.
        let code = match mark {
            Mark::Value(Origin::Clue) => "1;94",
            Mark::Value(Origin::Guess) => "1;36",
            Mark::Value(Origin::Implied) => "32",
            Mark::Single | Mark::Dead => "1;31",
        };
        format!("\x1b[{code}m{text}\x1b[0m")
    }
}
