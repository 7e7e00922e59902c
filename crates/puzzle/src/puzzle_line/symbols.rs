//! Defines the meaning of every byte in a puzzle line.

use crate::{
    for_size,
    grid::{self, Alphabet, Order, Order3, Size},
};
use std::borrow::Cow;

pub use crate::grid::BLANKS;

/// The separators between the fields of a line.
pub const SEPARATORS: &[u8] = b",;:\t |";

/// The value of a byte that is not a symbol.
pub const NONE: u8 = u8::MAX;

/// True for every byte of [`BLANKS`].
const IS_BLANK: [bool; 256] = table(BLANKS);

const fn values(side: usize, alphabet: Alphabet) -> [u8; 256] {
    let mut table = [NONE; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match alphabet.digit(byte as u8) {
            Some(digit) if digit.value() as usize <= side => digit.value(),
            _ if IS_BLANK[byte] => 0,
            _ => NONE,
        };
        byte += 1;
    }
    table
}

fn custom_values(symbols: &grid::Symbols) -> SymbolValues {
    let mut values = symbols.values();
    for (byte, value) in values.iter_mut().enumerate().filter(|(_, value)| **value == 0) {
        *value = if IS_BLANK[byte] { 0 } else { NONE };
    }
    values
}

/// The value of each byte: 0 for an empty cell, [`NONE`] if it is not a symbol.
pub type SymbolValues = [u8; 256];

/// The values of an alphabet: a static table, or one made for a custom alphabet.
pub type AlphabetValues = Cow<'static, SymbolValues>;

/// The symbol tables of an [`Order`].
pub struct SymbolTables<O>(std::marker::PhantomData<O>);

impl<O: Order> SymbolTables<O> {
    const FROM_ONE: SymbolValues = values(O::SIDE, Alphabet::FromOne);
    const FROM_ZERO: SymbolValues = values(O::SIDE, Alphabet::FromZero);

    /// Returns the table of an alphabet. Up to 9×9, the first two alphabets share one.
    #[inline(always)]
    pub fn of(alphabet: Alphabet) -> AlphabetValues {
        match alphabet {
            Alphabet::Custom(symbols) => Cow::Owned(custom_values(&symbols)),
            Alphabet::FromZero if O::SIDE > 9 => Cow::Borrowed(&Self::FROM_ZERO),
            _ => Cow::Borrowed(&Self::FROM_ONE),
        }
    }
}

/// Returns the table of a size and an alphabet.
pub fn symbol_values(size: Size, alphabet: Alphabet) -> AlphabetValues {
    for_size!(size, O => SymbolTables::<O>::of(alphabet))
}

/// Returns true if a text is as long as a puzzle of this size, in its symbols.
pub fn is_grid(text: &[u8], size: Size, alphabet: Alphabet) -> bool {
    if text.len() != size.cells() {
        return false;
    }
    let values = symbol_values(size, alphabet);
    text.iter().all(|&byte| values[usize::from(byte)] != NONE)
}

/// Returns true if a text is as long as a puzzle of this size, and consists of digits and blanks,
/// which are its empty cells.
pub fn has_blank_cells(text: &[u8], size: Size) -> bool {
    if text.len() != size.cells() {
        return false;
    }
    let values = symbol_values(size, Alphabet::FromOne);
    // Another symbol of empty cells would leave open what the blanks are. But a zero may be a digit of
    // a larger grid.
    let is_digit = |byte: u8| {
        let value = values[usize::from(byte)];
        value != NONE && value > 0 || byte == b'0' && size > Size::Nine
    };
    // In `1 2 3 …` and `1234 3412 …` blanks divide cells or rows, of which some are missing.
    let are_divided = |len: usize| {
        text.iter().enumerate().all(|(at, &byte)| (byte == b' ') == (at % (len + 1) == len))
    };
    text.contains(&b' ')
        && text.iter().all(|&byte| byte == b' ' || is_digit(byte))
        && text.iter().any(|&byte| byte != b' ')
        && ![1, size.side()].into_iter().any(are_divided)
}

/// Returns true if a byte is a symbol of 9×9.
pub fn is_symbol(byte: u8) -> bool {
    SymbolTables::<Order3>::FROM_ONE[usize::from(byte)] != NONE
}

/// Returns true if a byte is a separator.
#[inline]
pub fn is_separator(byte: u8) -> bool {
    const TABLE: [bool; 256] = table(SEPARATORS);
    TABLE[usize::from(byte)]
}

/// Returns a table that maps each byte to true if it is in `set`.
pub const fn table(set: &[u8]) -> [bool; 256] {
    let mut table = [false; 256];
    let mut i = 0;
    while i < set.len() {
        table[set[i] as usize] = true;
        i += 1;
    }
    table
}

/// The text up to its first separator.
pub fn first_word(text: &[u8]) -> &[u8] {
    let end = text.iter().position(|&byte| is_separator(byte));
    &text[..end.unwrap_or(text.len())]
}

/// Returns true if every byte is a symbol. Up to 9×9, first tries a test without a table, which the
/// compiler vectorizes.
#[inline]
pub fn is_all_symbols<O: Order>(text: &[u8], alphabet: Alphabet) -> bool {
    let top = O::SIDE as u8;
    let and_usual =
        |usual: bool, &byte: &u8| usual & ((byte.wrapping_sub(b'0') <= top) | (byte == b'.'));
    if const { O::SIDE <= 9 } && alphabet.custom().is_none() && text.iter().fold(true, and_usual) {
        return true;
    }
    let values = SymbolTables::<O>::of(alphabet);
    text.iter().all(|&byte| values[usize::from(byte)] != NONE)
}

/// Returns true if a text consists of digits and dots. Not inlined: among other code, it would not
/// be compiled to vector instructions.
#[inline(never)]
pub fn is_usual(text: &[u8]) -> bool {
    let (blocks, rest) = text.as_chunks();
    let mut end = [b'.'; 16];
    end[..rest.len()].copy_from_slice(rest);
    let mut last = [0; 16];
    let mut slashes = [u8::MAX; 16];
    for block in blocks.iter().chain([&end]) {
        for i in 0..16 {
            // From the dot on: `.` is 0, `/` is 1, the digits are 2 to 11.
            last[i] = last[i].max(block[i].wrapping_sub(b'.'));
            slashes[i] = slashes[i].min(block[i] ^ b'/');
        }
    }
    (0..16).fold(true, |usual, i| usual & (last[i] <= 11) & (slashes[i] != 0))
}
