//! The symbols of the digits: 0 to 9, then letters; or custom symbols.

use super::{Digit, Symbols};

/// The symbols for an empty cell.
pub const BLANKS: &[u8] = b".0-_*?xX";

/// The symbols of the digits. Grids above 9×9 use either of the first two alphabets, smaller ones
/// only `FromOne`.
///
/// | | 1 | 9 | 10 | 16 | 25 |
/// | --- | --- | --- | --- | --- | --- |
/// | `FromOne` | `1` | `9` | `A` | `G` | `P` |
/// | `FromZero` | `0` | `8` | `9` | `F` | `O` |
///
/// ```
/// # use sudomill_puzzle as sudomill;
/// use sudomill::grid::{Alphabet, Digit};
/// let ten = Digit::new(10).unwrap();
/// assert_eq!(Alphabet::FromOne.symbol(ten), 'A');
/// assert_eq!(Alphabet::FromZero.symbol(ten), '9');
/// assert_eq!(Alphabet::FromOne.digit(b'a'), Some(ten));
/// assert_eq!(Alphabet::FromOne.digit(b'0'), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Alphabet {
    /// 1 to 9, then A to P: `0` can be an empty cell.
    #[default]
    FromOne,
    /// 0 to 9, then A to O: `0` is the first digit.
    FromZero,
    /// Custom symbols, for one size of grid. Of these, only 0 to 3 and 0 to 8 are ever detected.
    Custom(Symbols),
}

impl Alphabet {
    const SYMBOLS: &'static [u8; 36] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

    /// The index of digit 1 in [`Self::SYMBOLS`].
    const fn first(self) -> u8 {
        match self {
            Self::FromOne => 1,
            Self::FromZero | Self::Custom(_) => 0,
        }
    }

    /// The symbol of a digit, in upper case.
    #[must_use]
    pub const fn symbol(self, digit: Digit) -> char {
        match self {
            Self::Custom(symbols) => symbols.symbol(digit),
            _ => Self::SYMBOLS[(digit.value() - 1 + self.first()) as usize] as char,
        }
    }

    /// The custom symbols, if this is [`Self::Custom`].
    #[must_use]
    pub const fn custom(&self) -> Option<&Symbols> {
        match self {
            Self::Custom(symbols) => Some(symbols),
            _ => None,
        }
    }

    /// Returns a table that maps every byte of a text in [`Self::FromOne`] to this alphabet; other
    /// bytes map to themselves.
    #[must_use]
    pub fn translation(self) -> [u8; 256] {
        let mut bytes = std::array::from_fn(|byte| byte as u8);
        let digits = self.custom().map_or(Digit::MAX, |symbols| symbols.size().side() as u8);
        for digit in (1..=digits).filter_map(Digit::new) {
            bytes[Self::FromOne.symbol(digit) as usize] = self.symbol(digit) as u8;
        }
        bytes
    }

    /// Returns a table that maps every symbol of this alphabet to that of [`Self::FromOne`]; other
    /// bytes map to `.`.
    ///
    /// ```
    /// # use sudomill_puzzle as sudomill;
    /// use sudomill::grid::Alphabet;
    /// let table = Alphabet::FromZero.to_default();
    /// assert_eq!([b'0', b'F', b'-'].map(|byte| table[usize::from(byte)]), *b"1G.");
    /// ```
    #[must_use]
    pub fn to_default(self) -> [u8; 256] {
        let usual = |byte: usize| self.digit(byte as u8).map(|digit| Self::FromOne.symbol(digit));
        std::array::from_fn(|byte| usual(byte).map_or(b'.', |symbol| symbol as u8))
    }

    /// The range of symbols of a grid, for messages: `1-9`, `1-9 A-G`, `0-9 A-F`.
    pub fn range(self, side: usize) -> String {
        if let Self::Custom(symbols) = self {
            return symbols.to_string();
        }
        let last = u8::try_from(side).ok().and_then(Digit::new).map(|digit| self.symbol(digit));
        let first = char::from(Self::SYMBOLS[usize::from(self.first())]);
        match last.unwrap_or('Z') {
            'A' => format!("{first}-9 A"),
            letter @ 'A'..='Z' => format!("{first}-9 A-{letter}"),
            digit => format!("{first}-{digit}"),
        }
    }

    /// The digit of a symbol; `None` for any other byte and for symbols beyond 25×25. Case is
    /// ignored, unless both cases of a letter are custom symbols.
    #[must_use]
    pub const fn digit(self, symbol: u8) -> Option<Digit> {
        if let Self::Custom(symbols) = self {
            return symbols.digit(symbol);
        }
        let place = match symbol {
            b'0'..=b'9' => symbol - b'0',
            b'A'..=b'Z' => symbol - b'A' + 10,
            b'a'..=b'z' => symbol - b'a' + 10,
            _ => return None,
        };
        match place >= self.first() {
            true => Digit::new(place - self.first() + 1),
            false => None,
        }
    }
}
