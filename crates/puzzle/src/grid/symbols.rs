//! Custom symbols for the digits.

use super::{Digit, Size};
use std::{fmt, str::FromStr};

/// Custom symbols for the digits of a grid, in order: ASCII letters and digits, as many as a row
/// has cells.
///
/// ```
/// # use sudomill_puzzle as sudomill;
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

    /// The symbol of a digit, which the grid has.
    pub const fn symbol(&self, digit: Digit) -> char {
        self.bytes[digit.value() as usize - 1] as char
    }

    /// The digit of a symbol. The other case of a letter is accepted if it is not itself a symbol.
    pub const fn digit(&self, symbol: u8) -> Option<Digit> {
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
    pub fn values(&self) -> [u8; 256] {
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
