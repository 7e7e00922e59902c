//! One puzzle on its own: the candidates of its cells side by side.
//!
//! ASCII line → [`Node`] → lane when a puzzle begins; lane → [`Node`] → stack
//! when it branches; lane → [`Node`] → ASCII digits when it is solved.

/// The nine digits of a cell, bit `d - 1` for digit `d`.
pub(super) const ALL_DIGITS: u16 = 511;

/// Candidates row-major, 192 bytes: a whole number of registers of any width.
///
/// ```text
/// word  0 ..= 80  the cells
///       81        guesses on the way to this node
///       82 ..= 95 0
/// ```
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Node {
    pub words: [u16; 96],
}

/// The word that holds the number of guesses on the way to the node.
const PATH: usize = 81;

impl Node {
    pub const EMPTY: Self = Self { words: [0; 96] };

    /// The candidates of a line's cells: the clue's digit, or all nine where
    /// the byte is none of `1` to `9`.
    #[inline(always)]
    pub fn parse(line: &[u8; 81]) -> Self {
        let mut node = Self::EMPTY;
        for (word, byte) in node.words.iter_mut().zip(line) {
            let digit = byte.wrapping_sub(b'1');
            *word = if digit < 9 { 1 << digit } else { ALL_DIGITS };
        }
        node
    }

    /// The digits of a solved grid, in ASCII.
    #[inline(always)]
    pub fn digits(&self) -> [u8; 81] {
        let mut digits = [b'1'; 81];
        for (digit, &word) in digits.iter_mut().zip(&self.words) {
            *digit += word.wrapping_sub(1).count_ones() as u8;
        }
        digits
    }

    /// Takes a digit out of an open cell. If one is left there, it goes from the
    /// row, which a sweep comes to last: its stacks then work with that, too.
    #[inline(always)]
    pub fn exclude(&mut self, cell: usize, digit: u16) {
        let left = self.words[cell] & !digit;
        let last = if left.is_power_of_two() { left } else { 0 };
        let row = cell / 9;
        for word in &mut self.words[9 * row..9 * row + 9] {
            *word &= !last;
        }
        self.words[cell] = left;
    }

    /// Guesses on the way to this node.
    #[inline(always)]
    pub fn path(&self) -> u16 {
        self.words[PATH]
    }

    /// Notes the number of guesses on the way to this node.
    #[inline(always)]
    pub fn set_path(&mut self, guesses: u16) {
        self.words[PATH] = guesses;
    }

    /// Whether a settled grid is a solution. Settled says that each digit has
    /// one cell in each box, and the sweep that each has one box in each row.
    /// No cell is empty, so none holds two. What is left to see is that each
    /// column holds nine digits.
    #[inline(always)]
    pub fn is_solution(&self) -> bool {
        let mut columns = [0; 16];
        for row in 0..9 {
            // Sixteen words are a register; the last seven are not looked at.
            for (column, word) in columns.iter_mut().zip(&self.words[9 * row..9 * row + 16]) {
                *column |= word;
            }
        }
        columns[..9].iter().fold(ALL_DIGITS, |all, column| all & column) == ALL_DIGITS
    }
}
