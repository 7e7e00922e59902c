//! One puzzle outside the registers: the candidates of its cells side by side.
//!
//! Lane → [`Node`] → stack when a puzzle branches; stack → lane when it backtracks to the
//! alternative. The kernel for a single puzzle makes nodes to choose where it branches.

use sudomill_puzzle::grid::{Cell, Order3};

/// All nine digits; bit `d - 1` is digit `d`.
pub const ALL_DIGITS: u16 = 511;

/// The number of words in a node: 27 groups of four, and 20 spare words.
pub const WORDS: usize = 128;

/// The word of every cell in a node, the cells row-major: the *position* of the cell.
///
/// ```text
/// word 12 r + 4 b + s = the cell in band b, stack s, and row i and column k of its box, r = 3 i + k
///
/// words   0 ..=   2   row 1, columns 1, 4, 7      3   spare: 0
///         4 ..=   6   row 4, columns 1, 4, 7      7   spare: 0
///         8 ..=  10   row 7, columns 1, 4, 7     11   spare: 0
///        12 ..=  14   row 1, columns 2, 5, 8     15   spare: 0
///        …
///       104 ..= 106   row 9, columns 3, 6, 9    107   spare: 0
///       108 ..= 127   spare
/// ```
///
/// So a group of four words is a group of a [`Quads`](super::quads::Quads), and twelve words are a
/// register of a [`Grid`](super::grid::Grid).
pub const NODE_WORD: [u8; 81] = {
    let mut words = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        let row = cell / 9;
        let column = cell % 9;
        words[cell] = (12 * (3 * (row % 3) + column % 3) + 4 * (row / 3) + column / 3) as u8;
        cell += 1;
    }
    words
};

/// The words of a node that are cells; bit `p` is word `p`.
pub const CELLS: u128 = {
    let mut cells = 0;
    let mut unit = 0;
    while unit < 9 {
        cells |= UNITS[unit];
        unit += 1;
    }
    cells
};

/// The groups of four words that hold the cells of a position's row.
#[inline(always)]
pub const fn groups_of_row(at: usize) -> [usize; 3] {
    let row_in_box = at / 36 % 3;
    let band = at / 4 % 3;
    let first = 9 * row_in_box + band;
    [first, first + 3, first + 6]
}

/// The cells of every unit: rows, columns, boxes; bit `p` is position `p`.
const UNITS: [u128; 27] = {
    let mut units = [0; 27];
    let mut cell = 0;
    while cell < 81 {
        let at = Cell::new(cell);
        let bit = 1 << NODE_WORD[cell];
        units[at.row::<Order3>()] |= bit;
        units[9 + at.column::<Order3>()] |= bit;
        units[18 + at.box_::<Order3>()] |= bit;
        cell += 1;
    }
    units
};

/// The peers of every position; bit `p` is position `p`. Spare words have none.
pub static PEERS: [u128; WORDS] = {
    let mut peers = [0; WORDS];
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

/// A cell and the digit to try there first; the alternative is the cell without that digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BranchCell {
    /// The cell's position in a node.
    pub at: u16,
    /// The digit as a bit: bit `d - 1` for digit `d`.
    pub digit: u16,
}

impl BranchCell {
    /// Branches on the lowest candidate of a cell with these digits.
    #[inline(always)]
    pub fn lowest(at: usize, digits: u16) -> Self {
        Self { at: at as u16, digit: digits & digits.wrapping_neg() }
    }
}

/// Candidates in the order of [`NODE_WORD`], 256 bytes: a whole number of registers of any width.
/// The words after the last cell hold metadata about the path to the node, or are meaningless.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct Node {
    /// A word per cell, and the spare words.
    pub words: [u16; WORDS],
}

/// The path from the puzzle to a node.
#[derive(Clone, Copy)]
pub struct Path {
    /// The number of guesses.
    pub guesses: u16,
    /// The position of the latest decision, guess or alternative.
    pub decided: u16,
}

/// The spare word of a node with [`Path::guesses`].
const GUESSES: usize = 108;
/// The spare word of a node with [`Path::decided`].
const DECIDED: usize = 109;

impl Node {
    /// No candidates.
    pub const EMPTY: Self = Self { words: [0; WORDS] };

    /// Removes a digit from an open cell. If one digit is left there, removes that from the cell's
    /// row immediately, because a sweep handles rows last.
    #[inline(always)]
    pub fn exclude(&mut self, BranchCell { at, digit }: BranchCell) {
        let at = usize::from(at) % WORDS;
        let left = self.words[at] & !digit;
        if left & left.wrapping_sub(1) == 0 {
            let groups = self.words.as_chunks_mut::<4>().0;
            for group in groups_of_row(at) {
                groups[group].iter_mut().for_each(|word| *word &= !left);
            }
        }
        self.words[at] = left;
    }

    /// The path to this node.
    #[inline(always)]
    pub fn path(&self) -> Path {
        Path { guesses: self.words[GUESSES], decided: self.words[DECIDED] }
    }

    /// Sets the path to this node, in spare words.
    #[inline(always)]
    pub fn set_path(&mut self, path: Path) {
        self.words[GUESSES] = path.guesses;
        self.words[DECIDED] = path.decided;
    }
}

/// The words with each of the nine digits; bit `p` is word `p`. Bits of spare words are meaningless.
///
/// Transposes bit matrices with a byte per row. Not inlined: it handles no registers, and is rarely needed.
#[inline(never)]
pub fn words_by_digit(words: &[u16; WORDS]) -> [u128; 9] {
    let mut low = [0; WORDS];
    let mut high = [0; WORDS];
    for (at, &word) in words.iter().enumerate() {
        low[at] = word as u8;
        // Spare words may have higher bits.
        high[at] = (word >> 8 & 1) as u8;
    }
    let mut digits = [[0; 16]; 8];
    for (i, eight) in low.as_chunks::<8>().0.iter().enumerate() {
        let columns = transposed(u64::from_le_bytes(*eight)).to_le_bytes();
        for (digit, column) in columns.into_iter().enumerate() {
            digits[digit][i] = column;
        }
    }
    let mut masks = [packed(&high); 9];
    for (mask, bytes) in masks.iter_mut().zip(&digits) {
        *mask = u128::from_le_bytes(*bytes);
    }
    masks
}

/// Packs bytes that are 0 or 1 into bits.
#[inline(always)]
fn packed(bytes: &[u8; WORDS]) -> u128 {
    let mut bits = [0; 16];
    for (bits, eight) in bits.iter_mut().zip(bytes.as_chunks::<8>().0) {
        // Moves byte i to bit 56 + i.
        let product = u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080);
        *bits = (product >> 56) as u8;
    }
    u128::from_le_bytes(bits)
}

/// Transposes a matrix of 8 × 8 bits with one byte per row: first single bits, then blocks of 2 ×
/// 2, then of 4 × 4 (H. S. Warren, Hacker's Delight, section 7-3).
#[inline(always)]
const fn transposed(mut rows: u64) -> u64 {
    let moved = (rows ^ rows >> 7) & 0x00AA_00AA_00AA_00AA;
    rows ^= moved ^ moved << 7;
    let moved = (rows ^ rows >> 14) & 0x0000_CCCC_0000_CCCC;
    rows ^= moved ^ moved << 14;
    let moved = (rows ^ rows >> 28) & 0x0000_0000_F0F0_F0F0;
    rows ^ moved ^ moved << 28
}
