//! Custom symbols for the digits.

use super::{Digit, Size};
use std::{fmt, str::FromStr};

/// Custom symbols for the digits of a grid, in order: ASCII letters and digits, as many as a row
/// has cells.
///
/// ```
/// # use sudomill_core as sudomill;
/// use sudomill::grid::{Alphabet, Digit, Size, Symbols};
/// let symbols: Symbols = "ABCDEFGHI".parse()?;
/// assert_eq!(symbols.size(), Size::Nine);
/// let alphabet = Alphabet::Custom(symbols);
/// assert_eq!(alphabet.symbol(Digit::new(3).unwrap()), 'C');
/// assert_eq!(alphabet.digit(b'c'), Digit::new(3));
/// assert_eq!("ABCA".parse::<Symbols>().unwrap_err().to_string(), "found 'A' twice");
/// # Ok::<(), sudomill::grid::InvalidSymbols>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Symbols {
    /// Padded with question marks.
    bytes: [u8; Digit::MAX as usize],
    size: Size,
}

impl Symbols {
    /// The size of the grids with this number of digits.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The symbols, in order.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(self.bytes()).unwrap_or_default()
    }

    fn bytes(&self) -> &[u8] {
        &self.bytes[..self.size.side()]
    }

    pub(super) const fn symbol(&self, digit: Digit) -> char {
        self.bytes[digit.value() as usize - 1] as char
    }

    /// The digit of a symbol. The other case of a letter is accepted if it is not itself a symbol.
    pub(super) const fn digit(&self, symbol: u8) -> Option<Digit> {
        match self.place(symbol) {
            None if symbol.is_ascii_alphabetic() => self.place(symbol ^ 0x20),
            found => found,
        }
    }

    const fn place(&self, symbol: u8) -> Option<Digit> {
        let mut at = 0;
        while at < self.size.side() {
            if self.bytes[at] == symbol {
                return Digit::new(at as u8 + 1);
            }
            at += 1;
        }
        None
    }

    /// A table of the value of every byte, as by [`Self::digit`]; 0 for a byte that is not a
    /// symbol.
    pub(crate) fn values(&self) -> [u8; 256] {
        let mut values = [0; 256];
        let letters = (1..).zip(self.bytes()).filter(|(_, byte)| byte.is_ascii_alphabetic());
        letters.for_each(|(value, &byte)| values[usize::from(byte ^ 0x20)] = value);
        (1..).zip(self.bytes()).for_each(|(value, &byte)| values[usize::from(byte)] = value);
        values
    }
}

/// The reason that a text is not a list of symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidSymbols {
    /// No size of grid has this number of digits.
    #[error("found {found} symbols; expected {}: one for each digit", Size::list(Size::side))]
    Count {
        /// The number of symbols.
        found: usize,
    },
    /// A character cannot be a symbol.
    #[error("found {0:?}; expected letters A-Z a-z and digits 0-9")]
    Symbol(char),
    /// A symbol occurs twice.
    #[error("found {0:?} twice")]
    Twice(char),
}

impl FromStr for Symbols {
    type Err = InvalidSymbols;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Some(wrong) = text.chars().find(|symbol| !symbol.is_ascii_alphanumeric()) {
            return Err(InvalidSymbols::Symbol(wrong));
        }
        let twice = text.char_indices().find(|&(at, symbol)| text[..at].contains(symbol));
        if let Some((_, symbol)) = twice {
            return Err(InvalidSymbols::Twice(symbol));
        }
        let size =
            Size::from_side(text.len()).ok_or(InvalidSymbols::Count { found: text.len() })?;
        let mut bytes = [b'?'; Digit::MAX as usize];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        Ok(Self { bytes, size })
    }
}

impl fmt::Display for Symbols {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Symbols {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Symbols({:?})", self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symbols(text: &str) -> Symbols {
        text.parse().unwrap()
    }

    #[test]
    fn other_case_counts_unless_it_is_a_symbol() {
        let value = |text, byte| symbols(text).digit(byte).map(Digit::value);
        assert_eq!(value("ABCD", b'b'), Some(2));
        assert_eq!(value("aBbA", b'b'), Some(3));
        assert_eq!(value("aBbA", b'A'), Some(4));
        // Digits have no case: flipping bit 0x20 must not make one a symbol.
        assert_eq!(value("1234", 0x11), None);
        assert_eq!(value("1234", b'0'), None);
    }

    #[test]
    fn values_are_the_digits() {
        for text in ["ABCD", "aBbA", "012345678", "ABCDEFGHIJKLMNOPQRSTUVWXY"] {
            let values = symbols(text).values();
            for byte in 0..=u8::MAX {
                let digit = symbols(text).digit(byte).map_or(0, Digit::value);
                assert_eq!(values[usize::from(byte)], digit, "{text} {byte}");
            }
        }
    }

    #[test]
    fn refuses_bad_lists() {
        for (text, message) in [
            (
                "",
                "found 0 symbols; expected 4, 6, 8, 9, 10, 12, 15, 16, 20 or 25: one for each digit",
            ),
            (
                "ABCDE",
                "found 5 symbols; expected 4, 6, 8, 9, 10, 12, 15, 16, 20 or 25: one for each digit",
            ),
            ("AB.D", "found '.'; expected letters A-Z a-z and digits 0-9"),
            ("αβγδ", "found 'α'; expected letters A-Z a-z and digits 0-9"),
            ("ABCB", "found 'B' twice"),
        ] {
            assert_eq!(text.parse::<Symbols>().unwrap_err().to_string(), message);
        }
    }
}
