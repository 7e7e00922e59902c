//! Detects the alphabet of a puzzle.

use crate::input::lines::{parse::cells, symbols::Symbols};
use sudomill_core::grid::{Alphabet, Order, Puzzle};

/// Detects the alphabet of a puzzle; `None` if it could be either.
///
/// The last digit of the alphabet from one (G on 16×16, P on 25×25) does not exist in the one from
/// zero. Zeros that do not repeat in any row, column or box are digits, not empty cells. Up to 9×9
/// there is only one alphabet.
pub(super) fn detect_alphabet<O: Order>(text: &[u8]) -> Option<Alphabet> {
    if O::SIDE <= 9 {
        return Some(Alphabet::FromOne);
    }
    let values = Symbols::<O>::of(Alphabet::FromOne);
    if text.iter().any(|&byte| usize::from(values[usize::from(byte)]) == O::SIDE) {
        return is_puzzle::<O>(text).then_some(Alphabet::FromOne);
    }
    let from_zero = text.contains(&b'0').then(|| cells::<O>(text, Alphabet::FromZero)).flatten();
    from_zero.and_then(|cells| Puzzle::<O>::from_cells(cells).ok()).map(|_| Alphabet::FromZero)
}

/// Returns true if a text has the length and the symbols of a puzzle, in either alphabet. The
/// symbols from zero are a subset of those from one.
pub(super) fn is_puzzle<O: Order>(text: &[u8]) -> bool {
    text.len() == O::CELLS && cells::<O>(text, Alphabet::FromOne).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudomill_core::grid::{Order3, Order4, Order5};

    fn detected(start: &str) -> Option<Alphabet> {
        detect_alphabet::<Order4>(format!("{start:.<256}").as_bytes())
    }

    #[test]
    fn last_digit_means_from_one() {
        assert_eq!(detected("12G"), Some(Alphabet::FromOne));
        assert_eq!(detected("g.0.0"), Some(Alphabet::FromOne));
        assert_eq!(detect_alphabet::<Order5>(format!("{:.<625}", "G").as_bytes()), None);
        assert_eq!(
            detect_alphabet::<Order5>(format!("{:.<625}", "P").as_bytes()),
            Some(Alphabet::FromOne)
        );
        assert_eq!(detect_alphabet::<Order3>(&[b'0'; 81]), Some(Alphabet::FromOne));
    }

    #[test]
    fn unrepeated_zero_means_from_zero() {
        assert_eq!(detected("0F"), Some(Alphabet::FromZero));
        assert_eq!(detected("0x1"), Some(Alphabet::FromZero));
        assert_eq!(detected("0F0"), None);
        assert_eq!(detected("1F"), None);
        assert_eq!(detected("0Z"), None);
        assert_eq!(detected("GZ"), None);
    }

    #[test]
    fn full_grid_from_zero() {
        let value = |cell: usize| (cell / 16 * 4 + cell / 64 + cell % 16) % 16;
        let grid: Vec<u8> = (0..256).map(|cell| b"0123456789ABCDEF"[value(cell)]).collect();
        assert_eq!(detect_alphabet::<Order4>(&grid), Some(Alphabet::FromZero));
    }
}
