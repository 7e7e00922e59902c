//! The permutation tables of this backend.

use crate::solver::lanes::node::position;

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
bytes!(
    LOW[half; 2],
    "The low byte of every word, eight words in reverse: of the first two thirds of a node, and of the last.",
    |i| {
        let word = i ^ 7;
        if half == 1 { 2 * (word % 32) } else { 2 * word }
    }
);
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
    LINE[row; 3],
    "For a third of a node, where a cell's byte is: in the line from byte 0, or in the line from byte 17.",
    |i| {
        let word = i / 2;
        let byte = (9 * (3 * (word / 9) + row) + word % 9) % 81;
        if byte < 64 { byte } else { 64 + byte - 17 }
    }
);
bytes!(
    DIGITS[half; 2],
    "For the bytes of a line, where the digits of the thirds are: the first in even bytes, the second in odd ones, the last in the even ones of the next register.",
    |i| {
        let cell = (64 * half + i) % 81;
        let at = position(cell / 9, cell % 9);
        match at / 32 {
            0 => 2 * at,
            1 => 2 * (at % 32) + 1,
            _ => 64 + 2 * (at % 32),
        }
    }
);
