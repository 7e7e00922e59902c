//! Which symbol stands for which digit: digits first, then letters.

use super::Digit;

/// The symbols of the digits. Up to 9×9 both are the same but for what `0` may
/// mean; 16×16 and 25×25 are written in either.
///
/// | | 1 | 9 | 10 | 16 | 25 |
/// | --- | --- | --- | --- | --- | --- |
/// | `FromOne` | `1` | `9` | `A` | `G` | `P` |
/// | `FromZero` | `0` | `8` | `9` | `F` | `O` |
///
/// ```
/// use sudomill::grid::{Alphabet, Digit};
/// let ten = Digit::new(10).unwrap();
/// assert_eq!(Alphabet::FromOne.symbol(ten), 'A');
/// assert_eq!(Alphabet::FromZero.symbol(ten), '9');
/// assert_eq!(Alphabet::FromOne.digit(b'a'), Some(ten));
/// assert_eq!(Alphabet::FromOne.digit(b'0'), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Alphabet {
    /// 1 to 9, then A to P: `0` is free to stand for an empty cell.
    #[default]
    FromOne,
    /// 0 to 9, then A to O: `0` is the first digit.
    FromZero,
}

impl Alphabet {
    const SYMBOLS: &'static [u8; 36] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

    /// Where in [`Self::SYMBOLS`] the digit 1 stands.
    const fn first(self) -> u8 {
        match self {
            Self::FromOne => 1,
            Self::FromZero => 0,
        }
    }

    /// The symbol of a digit, letters in upper case.
    pub const fn symbol(self, digit: Digit) -> char {
        Self::SYMBOLS[(digit.value() - 1 + self.first()) as usize] as char
    }

    /// The symbols of a grid's digits, for people: `1-9`, `1-9 A-G`, `0-9 A-F`.
    pub fn range(self, side: usize) -> String {
        let last = u8::try_from(side).ok().and_then(Digit::new).map(|digit| self.symbol(digit));
        let first = char::from(Self::SYMBOLS[usize::from(self.first())]);
        match last.unwrap_or('Z') {
            letter @ 'A'..='Z' => format!("{first}-9 A-{letter}"),
            digit => format!("{first}-{digit}"),
        }
    }

    /// The digit of a symbol, letters in either case; `None` for any other byte
    /// and for digits beyond 25×25.
    pub const fn digit(self, symbol: u8) -> Option<Digit> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_range_of_a_grid_names_its_first_and_last_symbols() {
        let ranges = |alphabet: Alphabet| [4, 9, 16, 25].map(|side| alphabet.range(side));
        assert_eq!(ranges(Alphabet::FromOne), ["1-4", "1-9", "1-9 A-G", "1-9 A-P"]);
        assert_eq!(ranges(Alphabet::FromZero)[2..], ["0-9 A-F", "0-9 A-O"]);
    }

    #[test]
    fn every_symbol_reads_back_as_its_digit() {
        for alphabet in [Alphabet::FromOne, Alphabet::FromZero] {
            for digit in (1..=Digit::MAX).filter_map(Digit::new) {
                let symbol = alphabet.symbol(digit);
                assert_eq!(alphabet.digit(symbol as u8), Some(digit));
                assert_eq!(alphabet.digit(symbol.to_ascii_lowercase() as u8), Some(digit));
            }
            let symbols = (0..=u8::MAX).filter(|&byte| alphabet.digit(byte).is_some());
            // Each letter twice: 25 digits of which 16 or 15 are letters.
            let letters = if alphabet == Alphabet::FromOne { 16 } else { 15 };
            assert_eq!(symbols.count(), 25 + letters);
        }
    }
}
