//! The permutation tables of `vbmi`.

use crate::solver::lanes::nine::register::PLACES;

/// Defines a table of 64 bytes, or an array of them.
macro_rules! bytes {
    (|$i:ident| $byte:expr) => {{
        let mut table = [0; 64];
        let mut $i = 0;
        while $i < 64 {
            table[$i] = ($byte) as u8;
            $i += 1;
        }
        table
    }};
    ($name:ident, $what:literal, |$i:ident| $byte:expr) => {
        #[doc = $what]
        pub(super) static $name: [u8; 64] = bytes!(|$i| $byte);
    };
    ($name:ident[$of:ident; $len:literal], $what:literal, |$i:ident| $byte:expr) => {
        #[doc = $what]
        pub(super) static $name: [[u8; 64]; $len] = {
            let mut tables = [[0; 64]; $len];
            let mut $of = 0;
            while $of < $len {
                tables[$of] = bytes!(|$i| $byte);
                $of += 1;
            }
            tables
        };
    };
}

bytes!(COUNTING, "The numbers from 0.", |i| i);
bytes!(UNIT, "The unit matrix of 8 × 8 bits, eight times.", |i| 1 << (i % 8));
bytes!(TRANSPOSE, "Rows of a matrix of 8 × 8 bytes as columns.", |i| 8 * (i % 8) + i / 8);
bytes!(LOW, "The low byte of every word of two quarters of a node, eight words in reverse.", |i| 2
    * (i ^ 7));
bytes!(SPREAD[from; 2], "The byte of a candidate in 16 bytes: of four candidates.", |i| {
    4 * from + i / 16
});
bytes!(
    KEYS,
    "For two candidates at a time, the position, and in the other register the deaths.",
    |i| {
        let candidate = i / 16 + 4 * (i / 8 % 2);
        if i % 8 == 0 { candidate } else { 64 + candidate }
    }
);
bytes!(
    DIGITS[half; 2],
    "For the bytes of a line, where the digits of the first eight registers of a grid are: of each two registers, the first in even bytes, the second in odd ones.",
    |i| {
        let place = PLACES[(64 * half + i) % 81] as usize;
        32 * (place / 32) + 2 * (place % 16) + place / 16 % 2
    }
);
bytes!(
    LAST_DIGITS[half; 2],
    "For the bytes of a line, where the digits of the last register of a grid are.",
    |i| 2 * (PLACES[(64 * half + i) % 81] % 16)
);

/// The bytes of a line that [`LAST_DIGITS`] provides.
pub(super) const IS_LAST: [u64; 2] = {
    let mut masks = [0; 2];
    let mut cell = 0;
    while cell < 81 {
        if PLACES[cell] / 16 == 8 {
            masks[cell / 64] |= 1 << (cell % 64);
        }
        cell += 1;
    }
    masks
};
