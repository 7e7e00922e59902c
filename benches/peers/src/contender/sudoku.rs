//! The crate `sudoku`. Its type holds the bare cells, like sudomill's.

use super::{Answer, Contender, cells};
use ::sudomill::grid::Puzzle;
use anyhow::{Context, Result};
use std::{hint::black_box, ops::Range};
use sudoku::Sudoku;

/// The crate's call for the limit.
pub struct Solve {
    puzzles: Vec<Sudoku>,
    limit: usize,
}

/// The crate's call that counts up to two solutions.
pub struct Count(Vec<Sudoku>);

fn convert(puzzles: &[Puzzle]) -> Result<Vec<Sudoku>> {
    let each = puzzles.iter().map(|puzzle| Sudoku::from_bytes(cells(puzzle)));
    each.collect::<Result<_, _>>().context("the crate sudoku refuses a puzzle")
}

impl Solve {
    pub fn new(puzzles: &[Puzzle], limit: usize) -> Result<Self> {
        Ok(Self { puzzles: convert(puzzles)?, limit })
    }

    fn answer(&self, puzzle: Sudoku) -> Answer {
        let grid = match self.limit {
            1 => puzzle.some_solution(),
            _ => puzzle.solution(),
        };
        let solutions = Some(puzzle.solutions_count_up_to(self.limit) as u64);
        Answer { solutions, grid: grid.map(Sudoku::to_bytes) }
    }
}

impl Contender for Solve {
    fn name(&self) -> &str {
        "sudoku"
    }

    fn solve(&self, blocks: &mut dyn Iterator<Item = Range<usize>>) {
        for block in blocks {
            // One loop per call, so that the call is not chosen for every puzzle.
            let puzzles = self.puzzles[block].iter().map(|&puzzle| black_box(puzzle));
            match self.limit {
                1 => puzzles.for_each(|p| _ = black_box(p.some_solution())),
                2 => puzzles.for_each(|p| _ = black_box(p.solution())),
                n => puzzles.for_each(|p| _ = black_box(p.solutions_count_up_to(n))),
            }
        }
    }

    fn answers(&self, block: Range<usize>) -> Option<Vec<Answer>> {
        Some(self.puzzles[block].iter().map(|&puzzle| self.answer(puzzle)).collect())
    }
}

impl Count {
    pub fn new(puzzles: &[Puzzle]) -> Result<Self> {
        convert(puzzles).map(Self)
    }
}

impl Contender for Count {
    fn name(&self) -> &str {
        "sudoku (count to 2)"
    }

    fn solve(&self, blocks: &mut dyn Iterator<Item = Range<usize>>) {
        for block in blocks {
            for &puzzle in &self.0[block] {
                black_box(black_box(puzzle).solutions_count_up_to(2));
            }
        }
    }

    fn answers(&self, _: Range<usize>) -> Option<Vec<Answer>> {
        None
    }
}
