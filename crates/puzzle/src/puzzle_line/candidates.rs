//! Text of a puzzle given by candidates: one symbol per digit of each cell, either that digit or a
//! blank.

use super::symbols::{SymbolTables, symbol_values};
use crate::grid::{Alphabet, Cell, CellSet, Digit, Order, Size};

/// The text of a 9×9 puzzle in which every digit of every cell is a candidate.
pub const ALL: [u8; 729] = {
    let mut all = [0; 729];
    let mut place = 0;
    while place < 729 {
        all[place] = b'1' + (place % 9) as u8;
        place += 1;
    }
    all
};

/// The digit that a position in the text stands for.
pub fn digit_of(place: usize, side: usize) -> Option<Digit> {
    Digit::new((place % side) as u8 + 1)
}

/// The first position that holds neither its digit nor a blank.
pub fn misfit(text: &[u8], size: Size, alphabet: Alphabet) -> Option<usize> {
    let values = symbol_values(size, alphabet);
    // The digits repeat; a division at each symbol would take longer than the rest.
    let digits = (1..=size.side() as u8).cycle();
    let fits = |(&byte, digit): (&u8, u8)| [0, digit].contains(&values[usize::from(byte)]);
    text.iter().zip(digits).position(|symbol| !fits(symbol))
}

/// Returns true if a text is a puzzle given by candidates. For 9×9, first tries a test without a
/// table, which the compiler vectorizes.
#[inline]
pub fn is_candidates<O: Order>(text: &[u8], alphabet: Alphabet) -> bool {
    let unusual = |seen: u8, (&byte, &digit): (&u8, &u8)| {
        let is_usual = (byte == digit) | (byte == b'.') | (byte == b'0');
        seen | u8::from(!is_usual)
    };
    text.len() == O::CELLS * O::SIDE
        && (O::SIDE == 9 && text.iter().zip(&ALL).fold(0, unusual) == 0
            || misfit(text, O::SIZE, alphabet).is_none())
}

/// For each digit, the cells that have it as a candidate; `None` if the text is not such a puzzle.
pub fn places<O: Order>(text: &[u8], alphabet: Alphabet) -> Option<O::PerDigit<CellSet<O>>> {
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
