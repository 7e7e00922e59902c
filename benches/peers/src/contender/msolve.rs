//! The crate `msolve`. Its type holds candidates, and the clues are entered when it is
//! created.

use super::{Answer, Cells, Contender, cells};
use ::sudomill::grid::Puzzle;
use msolve::Sudoku;
use std::{hint::black_box, ops::Range};

/// Puzzles in the crate's type: the time to enter the clues is not measured.
pub struct Solve {
    puzzles: Vec<Sudoku>,
    limit: usize,
}

/// Puzzles as bare cells, the starting point of the other solvers, too.
pub struct SolveFromCells {
    puzzles: Vec<Cells>,
    limit: usize,
}

fn solve(puzzle: Sudoku, limit: usize) {
    match limit {
        1 => _ = black_box(puzzle.solve_one()),
        2 => _ = black_box(puzzle.solve_unique()),
        n => _ = black_box(puzzle.count_solutions(n)),
    }
}

impl Solve {
    pub fn new(puzzles: &[Puzzle], limit: usize) -> Self {
        let puzzles = puzzles.iter().map(|puzzle| Sudoku::from(cells(puzzle))).collect();
        Self { puzzles, limit }
    }

    fn answer(&self, puzzle: Sudoku) -> Answer {
        let grid = match self.limit {
            1 => puzzle.solve_one(),
            _ => puzzle.solve_unique(),
        };
        let solutions = Some(puzzle.count_solutions(self.limit) as u64);
        Answer { solutions, grid: grid.map(|grid| grid.to_array()) }
    }
}

impl Contender for Solve {
    fn name(&self) -> &str {
        "msolve"
    }

    fn solve(&self, blocks: &mut dyn Iterator<Item = Range<usize>>) {
        for block in blocks {
            self.puzzles[block].iter().for_each(|p| solve(black_box(*p), self.limit));
        }
    }

    fn answers(&self, block: Range<usize>) -> Option<Vec<Answer>> {
        Some(self.puzzles[block].iter().map(|&puzzle| self.answer(puzzle)).collect())
    }
}

impl SolveFromCells {
    pub fn new(puzzles: &[Puzzle], limit: usize) -> Self {
        Self { puzzles: puzzles.iter().map(cells).collect(), limit }
    }
}

impl Contender for SolveFromCells {
    fn name(&self) -> &str {
        "msolve (from cells)"
    }

    fn solve(&self, blocks: &mut dyn Iterator<Item = Range<usize>>) {
        for block in blocks {
            for cells in &self.puzzles[block] {
                solve(Sudoku::from(*black_box(cells)), self.limit);
            }
        }
    }

    fn answers(&self, _: Range<usize>) -> Option<Vec<Answer>> {
        None
    }
}
