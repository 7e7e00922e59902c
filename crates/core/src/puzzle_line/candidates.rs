//! Text of a puzzle given by candidates: one symbol per digit of each cell, either that digit or a
//! blank.

use super::symbols::{SymbolTables, symbol_values};
use crate::grid::{Alphabet, Cell, CellSet, Digit, Order, Size};

/// The text of a 9×9 puzzle in which every digit of every cell is a candidate.
const ALL: [u8; 729] = {
    let mut all = [0; 729];
    let mut place = 0;
    while place < 729 {
        all[place] = b'1' + (place % 9) as u8;
        place += 1;
    }
    all
};

/// The digit that a position in the text stands for.
pub(super) fn digit_of(place: usize, side: usize) -> Option<Digit> {
    Digit::new((place % side) as u8 + 1)
}

/// The first position that holds neither its digit nor a blank.
pub(super) fn misfit(text: &[u8], size: Size, alphabet: Alphabet) -> Option<usize> {
    let values = symbol_values(size, alphabet);
    // The digits repeat; a division at each symbol would take longer than the rest.
    let digits = (1..=size.side() as u8).cycle();
    let fits = |(&byte, digit): (&u8, u8)| [0, digit].contains(&values[usize::from(byte)]);
    text.iter().zip(digits).position(|symbol| !fits(symbol))
}

/// Returns true if a text is a puzzle given by candidates. For 9×9, first tries a test without a
/// table, which the compiler vectorizes.
#[inline]
pub(crate) fn is_candidates<O: Order>(text: &[u8], alphabet: Alphabet) -> bool {
    let unusual = |seen: u8, (&byte, &digit): (&u8, &u8)| {
        let is_usual = (byte == digit) | (byte == b'.') | (byte == b'0');
        seen | u8::from(!is_usual)
    };
    text.len() == O::CELLS * O::SIDE
        && (O::SIDE == 9 && text.iter().zip(&ALL).fold(0, unusual) == 0
            || misfit(text, O::SIZE, alphabet).is_none())
}

/// For each digit, the cells that have it as a candidate; `None` if the text is not such a puzzle.
pub(super) fn places<O: Order>(text: &[u8], alphabet: Alphabet) -> Option<O::PerDigit<CellSet<O>>> {
    if !is_candidates::<O>(text, alphabet) {
        return None;
    }
    let values = SymbolTables::<O>::of(alphabet);
    let mut places = O::per_digit(CellSet::EMPTY);
    for (cell, symbols) in Cell::all::<O>().zip(text.chunks_exact(O::SIDE)) {
        for (places, &symbol) in places.as_mut().iter_mut().zip(symbols) {
            if values[usize::from(symbol)] != 0 {
                places.insert(cell);
            }
        }
    }
    Some(places)
}

/// The candidates of each cell of a 9×9 puzzle: bit `d - 1` for digit `d`.
#[inline]
pub fn candidate_bits(text: &[u8; 729]) -> [u16; 81] {
    const LOW: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    let mut cells = [0; 81];
    for (cell, [first @ .., ninth]) in cells.iter_mut().zip(text.as_chunks::<9>().0) {
        let symbols = u64::from_le_bytes(*first);
        let digits = u64::from_le_bytes(*b"12345678");
        // Set the highest bit of every byte that equals its digit, then gather these bits.
        let other = symbols ^ digits;
        let is_digit = !(((other & LOW) + LOW) | other | LOW) >> 7;
        let first = is_digit.wrapping_mul(0x0102_0408_1020_4080) >> 56;
        *cell = first as u16 | u16::from(*ninth == b'9') << 8;
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Candidates, Order2, Order3, Puzzle};
    use proptest::prelude::*;

    fn puzzle<O: Order>(text: &str) -> Puzzle<O> {
        Puzzle::from_places(places::<O>(text.as_bytes(), Alphabet::FromOne).unwrap())
    }

    proptest! {
        #[test]
        fn text_read_back(bits in prop::collection::vec(0u32..512, 81)) {
            let candidates: Vec<_> = bits.iter().map(|&bits| Candidates::from_bits(bits)).collect();
            let made = Puzzle::<Order3>::from_candidates(&candidates).unwrap();
            let text = made.to_string();
            prop_assert_eq!(puzzle::<Order3>(&text), made);
            prop_assert_eq!(puzzle::<Order3>(&text.replace('.', "0")), made);
            prop_assert_eq!(puzzle::<Order3>(&text.replace('.', "x")), made);
            prop_assert_eq!(text.parse(), Ok(made));
            let read = candidate_bits(text.as_bytes().try_into().unwrap());
            prop_assert!(read.iter().zip(&bits).all(|(&read, &bits)| u32::from(read) == bits));
            let clues = bits.iter().filter(|bits| bits.count_ones() == 1).count();
            prop_assert_eq!(made.clue_count(), clues);
        }

        #[test]
        fn any_byte(text in prop::collection::vec(any::<u8>(), 729)) {
            let cells = candidate_bits(text.as_slice().try_into().unwrap());
            for (place, &byte) in text.iter().enumerate() {
                let is_digit = byte == b'1' + (place % 9) as u8;
                prop_assert_eq!(cells[place / 9] >> (place % 9) & 1 == 1, is_digit);
            }
        }
    }

    #[test]
    fn other_sizes() {
        let text = format!("1.3.{}", "1234".repeat(15));
        let puzzle = puzzle::<Order2>(&text);
        assert_eq!(puzzle.candidates(Cell::new(0)).bits(), 0b0101);
        assert_eq!((puzzle.to_string(), puzzle.clue_count()), (text, 0));
    }

    #[test]
    fn finds_misfit() {
        let misfit = |place: usize, byte: u8| {
            let mut text = ALL;
            text[place] = byte;
            assert_eq!(is_candidates::<Order3>(&text, Alphabet::FromOne), byte == b'-');
            misfit(&text, Size::Nine, Alphabet::FromOne)
        };
        assert_eq!(misfit(3, b'5'), Some(3));
        assert_eq!(misfit(728, b'Z'), Some(728));
        assert_eq!(misfit(0, 0xFF), Some(0));
        assert_eq!(misfit(40, b'-'), None);
        assert!(!is_candidates::<Order3>(&ALL[..728], Alphabet::FromOne));
    }
}
