//! One puzzle outside the lanes: the candidates of its cells side by side.
//!
//! ASCII line or candidates → [`Node`] → lane when a puzzle begins; lane → [`Node`] → stack when it
//! branches; stack → lane when it backtracks to the alternative.

use crate::grid::{Cell, Order3};

/// All nine digits; bit `d - 1` is digit `d`.
pub(super) const ALL_DIGITS: u16 = 511;

/// The number of words in a node: 81 cells and 15 spare ones.
pub(super) const WORDS: usize = 96;

/// The words of a node that are cells; bit `p` is word `p`.
pub(super) const CELLS: u128 = 0x07FF_FFFF | 0x07FF_FFFF << 32 | 0x07FF_FFFF << 64;

/// The index of a cell's word in a node: three times 27 cells and five spare words. A third holds
/// one row of every band, and fits one 512-bit register.
///
/// ```text
/// word  0 ..=  8   row 1      32 ..= 40   row 2      64 ..= 72   row 3
///       9 ..= 17   row 4      41 ..= 49   row 5      73 ..= 81   row 6
///      18 ..= 26   row 7      50 ..= 58   row 8      82 ..= 90   row 9
///      27 ..= 31   spare      59 ..= 63   spare      91 ..= 95   spare
/// ```
pub(super) const fn position(row: usize, column: usize) -> usize {
    32 * (row % 3) + 9 * (row / 3) + column
}

/// The row and the column of a position: the inverse of [`position`]. It must be a cell.
pub(super) const fn cell_at(position: usize) -> (usize, usize) {
    let (third, word) = (position / 32 % 3, position % 32);
    (third + 3 * (word / 9), word % 9)
}

/// Copies the bytes of the cells from the order of a node to row-major order.
#[inline(always)]
pub(super) fn row_major(bytes: &[u8; WORDS], cells: &mut [u8; 81]) {
    for (row, cells) in cells.as_chunks_mut::<9>().0.iter_mut().enumerate() {
        cells.copy_from_slice(&bytes[position(row, 0)..][..9]);
    }
}

/// Splits the words of a node into thirds.
#[cfg(any(test, target_arch = "x86_64"))]
#[inline(always)]
pub(super) fn thirds(words: &[u16; WORDS]) -> [&[u16; 32]; 3] {
    let [a, b, c] = words.as_chunks::<32>().0 else { unreachable!("96 words") };
    [a, b, c]
}

/// A set of positions, one bit each; iterates in ascending order.
#[derive(Clone, Copy)]
pub(super) struct Positions(pub u128);

impl Iterator for Positions {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let at = (self.0 != 0).then_some(self.0.trailing_zeros() as usize);
        self.0 &= self.0.wrapping_sub(1);
        at
    }
}

/// The position of every cell, row-major.
pub(super) const POSITIONS: [u8; 81] = {
    let mut positions = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        positions[cell] = position(cell / 9, cell % 9) as u8;
        cell += 1;
    }
    positions
};

/// The cells of every unit: rows, columns, boxes; bit `p` is position `p`.
const UNITS: [u128; 27] = {
    let mut units = [0; 27];
    let mut cell = 0;
    while cell < 81 {
        let (at, bit) = (Cell::new(cell), 1 << POSITIONS[cell]);
        units[at.row::<Order3>()] |= bit;
        units[9 + at.column::<Order3>()] |= bit;
        units[18 + at.box_::<Order3>()] |= bit;
        cell += 1;
    }
    units
};

/// The peers of every position; bit `p` is position `p`. Spare words have none. Padded to 128
/// entries, so that a 7-bit index needs no bounds check.
pub(super) static PEERS: [u128; 128] = {
    let mut peers = [0; 128];
    let mut unit = 0;
    while unit < 27 {
        let mut at = 0;
        while at < WORDS {
            if UNITS[unit] >> at & 1 == 1 {
                peers[at] |= UNITS[unit] & !(1 << at);
            }
            at += 1;
        }
        unit += 1;
    }
    peers
};

/// The peers of every position as masks of words: word `p` has all bits set if `p` is a peer, else
/// none.
static PEER_WORDS: [[u16; WORDS]; WORDS] = {
    let mut words = [[0; WORDS]; WORDS];
    let mut at = 0;
    while at < WORDS * WORDS {
        if PEERS[at / WORDS] >> (at % WORDS) & 1 == 1 {
            words[at / WORDS][at % WORDS] = u16::MAX;
        }
        at += 1;
    }
    words
};

/// Candidates in the order of [`position`], 192 bytes: a whole number of registers of any width.
/// Spare words hold metadata about the path to the node, or are meaningless.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Node {
    pub words: [u16; WORDS],
}

/// The spare word with the number of guesses on the path to the node.
const PATH: usize = 27;
/// The spare word with the position of the latest decision on the path to the node.
const DECIDED: usize = 28;

impl Node {
    pub const EMPTY: Self = Self { words: [0; WORDS] };

    /// Parses a line: a clue's digit, or all nine digits for a byte other than `1` to `9`.
    #[inline(always)]
    pub fn parse(line: &[u8; 81]) -> Self {
        let mut words = [0; 81];
        for (word, byte) in words.iter_mut().zip(line) {
            let digit = byte.wrapping_sub(b'1');
            *word = if digit < 9 { 1 << digit } else { ALL_DIGITS };
        }
        Self::of(&words)
    }

    /// Creates a node from the candidates of the cells, row-major.
    #[inline(always)]
    pub fn of(cells: &[u16; 81]) -> Self {
        let mut node = Self::EMPTY;
        for (row, cells) in cells.as_chunks::<9>().0.iter().enumerate() {
            let words = &mut node.words[position(row, 0)..][..9];
            words.iter_mut().zip(cells).for_each(|(word, cell)| *word = cell & ALL_DIGITS);
        }
        node
    }

    /// Returns true if every column of a settled grid has all digits. Writes the digits, in ASCII,
    /// to `digits`.
    #[cfg(any(test, target_arch = "x86_64"))]
    pub fn solution(&self, digits: Option<&mut [u8; 81]>) -> bool {
        for (digit, &at) in digits.into_iter().flatten().zip(&POSITIONS) {
            *digit = b'1' + self.words[usize::from(at)].trailing_zeros() as u8;
        }
        let column = |c: usize| (0..9).fold(0, |all, row| all | self.words[position(row, c)]);
        (0..9).all(|c| column(c) == ALL_DIGITS)
    }

    /// Removes a digit from an open cell. If one digit is left there, removes that from the peers
    /// immediately, which saves part of the next sweep.
    #[inline(always)]
    pub fn exclude(&mut self, at: usize, digit: u16) {
        let left = self.words[at] & !digit;
        let last = if left & left.wrapping_sub(1) == 0 { left } else { 0 };
        for (word, peer) in self.words.iter_mut().zip(&PEER_WORDS[at]) {
            *word &= !(last & peer);
        }
        self.words[at] = left;
    }

    /// The number of guesses on the path to this node, and the position of the latest decision.
    #[inline(always)]
    pub fn path_meta(&self) -> (u16, u16) {
        (self.words[PATH], self.words[DECIDED])
    }

    /// Sets the values that [`Node::path_meta`] returns, in spare words.
    #[inline(always)]
    pub fn set_path_meta(&mut self, guesses: u16, decided: u16) {
        self.words[PATH] = guesses;
        self.words[DECIDED] = decided;
    }
}
