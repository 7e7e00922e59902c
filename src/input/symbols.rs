//! Which byte stands for what in a puzzle line.

use crate::grid::Order;

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

const fn values(side: usize) -> [u8; 256] {
    let mut table = [NONE; 256];
    let mut byte = 0;
    while byte < 256 {
        if contains(BLANKS, byte as u8) {
            table[byte] = 0;
        } else if byte > b'0' as usize && byte <= b'0' as usize + side {
            table[byte] = byte as u8 - b'0';
        }
        byte += 1;
    }
    table
}

/// The symbols of an order: the value of every byte, 0 for an empty cell.
pub(super) struct Symbols<O>(std::marker::PhantomData<O>);

impl<O: Order> Symbols<O> {
    pub const VALUES: [u8; 256] = values(O::SIDE);
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

/// Whether every byte is a symbol. Without a table, so that many bytes are
/// compared at once.
#[inline]
pub(super) fn is_all_symbols<O: Order>(text: &[u8]) -> bool {
    let top = O::SIDE as u8;
    let and_usual =
        |usual: bool, &byte: &u8| usual & ((byte.wrapping_sub(b'0') <= top) | (byte == b'.'));
    text.iter().fold(true, and_usual)
        || text.iter().all(|&byte| Symbols::<O>::VALUES[usize::from(byte)] != NONE)
}
