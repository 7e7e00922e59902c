//! Which byte stands for what in a puzzle line.

use crate::{
    for_size,
    grid::{Alphabet, Order, Order3, Size},
};

/// The symbols of an empty cell.
pub const BLANKS: &[u8] = b".0-_*?xX";

/// What may follow a puzzle and stand between the fields of a line.
pub const SEPARATORS: &[u8] = b",;:\t |";

/// A byte that is no symbol.
pub(super) const NONE: u8 = u8::MAX;

const fn contains(set: &[u8], byte: u8) -> bool {
    let mut i = 0;
    while i < set.len() {
        if set[i] == byte {
            return true;
        }
        i += 1;
    }
    false
}

const fn values(side: usize, alphabet: Alphabet) -> [u8; 256] {
    let mut table = [NONE; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match alphabet.digit(byte as u8) {
            Some(digit) if digit.value() as usize <= side => digit.value(),
            _ if contains(BLANKS, byte as u8) => 0,
            _ => NONE,
        };
        byte += 1;
    }
    table
}

/// The value of every byte, 0 for an empty cell, [`NONE`] for what is no symbol.
pub(super) type Table = [u8; 256];

/// The symbols of an order.
pub(super) struct Symbols<O>(std::marker::PhantomData<O>);

impl<O: Order> Symbols<O> {
    const FROM_ONE: Table = values(O::SIDE, Alphabet::FromOne);
    const FROM_ZERO: Table = values(O::SIDE, Alphabet::FromZero);

    /// In an alphabet. Up to 9×9 there is but one, whichever is named: no branch.
    #[inline(always)]
    pub fn of(alphabet: Alphabet) -> &'static Table {
        match alphabet {
            Alphabet::FromZero if O::SIDE > 9 => &Self::FROM_ZERO,
            _ => &Self::FROM_ONE,
        }
    }
}

/// The symbols of a size.
pub(super) fn table(size: Size, alphabet: Alphabet) -> &'static Table {
    for_size!(size, O => Symbols::<O>::of(alphabet))
}

/// Whether a byte is a symbol of 9×9.
pub(super) fn is_symbol(byte: u8) -> bool {
    Symbols::<Order3>::of(Alphabet::FromOne)[usize::from(byte)] != NONE
}

/// Whether a byte may follow a puzzle.
#[inline]
pub(super) fn is_separator(byte: u8) -> bool {
    const TABLE: [bool; 256] = {
        let mut table = [false; 256];
        let mut i = 0;
        while i < SEPARATORS.len() {
            table[SEPARATORS[i] as usize] = true;
            i += 1;
        }
        table
    };
    TABLE[usize::from(byte)]
}

/// A text up to its first separator.
pub(super) fn first_word(text: &[u8]) -> &[u8] {
    let end = text.iter().position(|&byte| is_separator(byte));
    &text[..end.unwrap_or(text.len())]
}

/// Whether every byte is a symbol. Up to 9×9 first without a table, so that many
/// bytes are compared at once.
#[inline]
pub(crate) fn is_all_symbols<O: Order>(text: &[u8], alphabet: Alphabet) -> bool {
    let top = O::SIDE as u8;
    let and_usual =
        |usual: bool, &byte: &u8| usual & ((byte.wrapping_sub(b'0') <= top) | (byte == b'.'));
    O::SIDE <= 9 && text.iter().fold(true, and_usual)
        || text.iter().all(|&byte| Symbols::<O>::of(alphabet)[usize::from(byte)] != NONE)
}
