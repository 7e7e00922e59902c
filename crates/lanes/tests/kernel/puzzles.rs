//! Pseudorandom states and puzzles to test with, the same in every run.

use super::{
    reference::{self, Cells},
    rounds,
};
use sudomill_puzzle::solving::Limits;

pub use super::lines::{HARD, Line, Random};

impl Random {
    pub fn word(&mut self) -> u16 {
        (self.next() >> 40) as u16
    }

    fn digits(&mut self) -> u16 {
        self.word() & 511
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
