//! Pseudorandom states and lines to test with, the same in every run.

use super::{
    reference::{self, Cells},
    rounds,
};
use crate::solver::Limits;

pub type Line = [u8; 81];

/// Puzzles that need long searches: with 17 clues, and among the hardest known.
const HARD: [&[u8; 81]; 6] = [
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

    pub fn word(&mut self) -> u16 {
        (self.next() >> 40) as u16
    }

    fn digits(&mut self) -> u16 {
        self.word() & 511
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }

    fn permutation<const N: usize>(&mut self) -> [usize; N] {
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

    /// The candidates of a solved grid, plus others, from few to all.
    pub fn around_solution(&mut self) -> Cells {
        let solved = self.solved();
        self.around(&solved)
    }

    fn around(&mut self, solved: &Line) -> Cells {
        let (some, sparse) = (1 + self.below(8), self.below(4));
        reference::parse(solved).map(|digit| {
            let thin = (0..sparse).fold(511, |words, _| words & self.digits());
            digit | if self.below(8) < some { thin } else { 0 }
        })
    }

    /// A state of any kind: random, dense or sparse; near a solution; near an invalid grid; in the
    /// middle of a search.
    pub fn state(&mut self) -> Cells {
        match self.below(rounds(8, 6)) {
            0 => [511; 81].map(|all| all & (self.word() | self.word())),
            1 => [0; 81].map(|_| self.digits() & self.digits() | 1 << self.below(9)),
            2 => [0; 81].map(|_| self.digits()),
            3 | 4 => self.around_solution(),
            5 => self.near_wrong_grid(),
            _ => self.in_search(),
        }
    }

    /// A state near a grid with two cells of a row swapped.
    fn near_wrong_grid(&mut self) -> Cells {
        let mut grid = self.solved();
        let (row, columns) = (self.below(9), self.permutation::<9>());
        grid.swap(9 * row + columns[0], 9 * row + columns[1]);
        self.around(&grid)
    }

    /// A state in the middle of a search: clues and a few guesses, followed by sweeps.
    fn in_search(&mut self) -> Cells {
        let solved = self.solved();
        let mut cells = reference::parse(&self.kept(&solved, 24));
        for _ in 0..self.below(4) {
            let cell = self.below(81);
            cells[cell] = 1 << self.below(9);
        }
        for _ in 0..self.below(5) {
            let swept = reference::sweep(&cells);
            if swept.dead {
                break;
            }
            cells = swept.cells;
        }
        cells
    }

    /// A state that a sweep does not change, or the last one before it is dead or settled.
    pub fn stuck(&mut self) -> Cells {
        let solved = self.solved();
        let clues = rounds(8, 22) + self.below(rounds(18, 4));
        let mut cells = reference::parse(&self.kept(&solved, clues));
        loop {
            let swept = reference::sweep(&cells);
            if swept.dead || swept.settled || swept.cells == cells {
                return cells;
            }
            cells = swept.cells;
        }
    }

    /// Some cells of a grid; the others are blank.
    fn kept(&mut self, grid: &Line, clues: usize) -> Line {
        let mut line = [b'.'; 81];
        self.permutation::<81>()[..clues].iter().for_each(|&cell| line[cell] = grid[cell]);
        line
    }

    /// A less regular solved grid: the first solution of a puzzle with few clues.
    fn any_solved(&mut self) -> Line {
        let solved = self.solved();
        let outcome = reference::solve(&self.kept(&solved, 12), &limits(1));
        assert_eq!(outcome.solutions, 1);
        outcome.first
    }

    /// A minimal puzzle with one solution.
    fn minimal(&mut self) -> Line {
        let mut line = self.any_solved();
        for cell in self.permutation::<81>() {
            let clue = std::mem::replace(&mut line[cell], b'.');
            if reference::solve(&line, &limits(2)).solutions != 1 {
                line[cell] = clue;
            }
        }
        line
    }
}

pub fn limits(solutions: u64) -> Limits<'static> {
    Limits::default().with_solutions(solutions)
}

/// Puzzles of every kind, in random order.
pub fn puzzles(random: &mut Random) -> Vec<Line> {
    let mut lines = vec![[b'.'; 81]; rounds(1, 0)];
    lines.extend(HARD.into_iter().take(rounds(HARD.len(), 0)));
    // From full grids, right and wrong, to few clues, with many solutions.
    let clues = [81, 80, 60, 40, 32, 28, 26, 24, 22];
    for clues in clues.into_iter().step_by(rounds(1, 5)) {
        for _ in 0..rounds(6, 1) {
            let grid = if cfg!(miri) { random.solved() } else { random.any_solved() };
            let line = random.kept(&grid, clues);
            let given: Vec<usize> = (0..81).filter(|&cell| line[cell] != b'.').collect();
            let mut spoiled = line;
            spoiled[given[random.below(clues)]] = b'1' + random.below(9) as u8;
            lines.extend([line, spoiled]);
        }
    }
    lines.extend((0..rounds(40, 0)).map(|_| random.minimal()));
    random.shuffle(&mut lines);
    lines
}
