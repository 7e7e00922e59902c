//! Pseudorandom lines, the same in every run. The tests of the library share this file.

pub type Line = [u8; 81];

/// Puzzles that need long searches: with 17 clues, and among the hardest known.
pub const HARD: [&Line; 6] = [
    b"000000010400000000020000000000050407008000300001090000300400200050100000000806000",
    b"000000012000035000000600070700000300000400800100000000000120000080000040050000600",
    b"800000000003600000070090200050007000000045700000100030001000068008500010090000400",
    b"100007090030020008009600500005300900010080002600004000300000010040000007007000300",
    b"000000039000001005003050800008090006070002000100400000009080050020000600400700000",
    b"000000010000002003000400000000000500401600000007100000050000200000080040030910000",
];

/// A random number generator: xorshift.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 32) as usize % bound
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }

    pub fn permutation<const N: usize>(&mut self) -> [usize; N] {
        let mut items = std::array::from_fn(|i| i);
        self.shuffle(&mut items);
        items
    }

    fn within_bands(&mut self) -> [usize; 9] {
        let bands = self.permutation::<3>();
        let inside: [[usize; 3]; 3] = std::array::from_fn(|_| self.permutation());
        std::array::from_fn(|i| 3 * bands[i / 3] + inside[i / 3][i % 3])
    }

    /// A solved grid: the cyclic one, with rows, columns and digits shuffled in ways that keep it
    /// valid.
    pub fn solved(&mut self) -> Line {
        let (rows, columns) = (self.within_bands(), self.within_bands());
        let digits = self.permutation::<9>();
        std::array::from_fn(|cell| {
            let (row, column) = (rows[cell / 9], columns[cell % 9]);
            b'1' + digits[(3 * row + row / 3 + column) % 9] as u8
        })
    }

    /// Some cells of a grid; the others are blank.
    pub fn kept(&mut self, grid: &Line, clues: usize) -> Line {
        let mut line = [b'.'; 81];
        self.permutation::<81>()[..clues].iter().for_each(|&cell| line[cell] = grid[cell]);
        line
    }
}
