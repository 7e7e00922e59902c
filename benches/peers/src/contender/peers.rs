//! The crates `sudoku`, whose type holds the bare cells, and `msolve`, whose type holds candidates:
//! the clues are entered when it is created. Each with the call that the limit requires: any
//! solution, the unique solution, or the number of solutions.

use super::{Answer, Cells, Contender, Each};
use anyhow::{Context, Result};
use msolve::Sudoku as Candidates;
use std::array;
use sudoku::Sudoku;
use sudomill::grid::Puzzle;

/// Returns both crates. They do not support puzzles given as candidates.
pub fn peers(puzzles: &[Puzzle], limit: u32) -> Result<Vec<Box<dyn Contender>>> {
    if puzzles.iter().any(Puzzle::has_candidates) {
        return Ok(Vec::new());
    }
    let (bare, limit) = (bare(puzzles)?, limit as usize);
    let entered = puzzles.iter().map(|puzzle| Candidates::from(cells(puzzle))).collect();
    // One type per call, so that the call is not chosen for every puzzle.
    Ok(match limit {
        1 => vec![
            of_sudoku(bare, limit, |it| it.some_solution()),
            of_msolve(entered, limit, |it| it.solve_one()),
        ],
        2 => vec![
            of_sudoku(bare, limit, |it| it.solution()),
            of_msolve(entered, limit, |it| it.solve_unique()),
        ],
        _ => vec![
            of_sudoku(bare, limit, move |it| it.solutions_count_up_to(limit)),
            of_msolve(entered, limit, move |it| it.count_solutions(limit)),
        ],
    })
}

/// Returns the call of `sudoku` that counts up to two solutions and returns no grid, for sets with
/// several solutions.
pub fn counting_peer(puzzles: &[Puzzle]) -> Result<Box<dyn Contender>> {
    Ok(Box::new(Each {
        name: "sudoku (count to 2)",
        puzzles: bare(puzzles)?,
        solve: |it: &Sudoku| it.solutions_count_up_to(2),
        answer: None::<fn(&Sudoku) -> Answer>,
    }))
}

fn of_sudoku<R: 'static>(
    puzzles: Vec<Sudoku>,
    limit: usize,
    solve: impl Fn(&Sudoku) -> R + 'static,
) -> Box<dyn Contender> {
    let answer = move |it: &Sudoku| {
        let grid = if limit == 1 { it.some_solution() } else { it.solution() };
        let solutions = Some(it.solutions_count_up_to(limit) as u64);
        Answer { solutions, grid: grid.map(Sudoku::to_bytes) }
    };
    Box::new(Each { name: "sudoku", puzzles, solve, answer: Some(answer) })
}

fn of_msolve<R: 'static>(
    puzzles: Vec<Candidates>,
    limit: usize,
    solve: impl Fn(&Candidates) -> R + 'static,
) -> Box<dyn Contender> {
    let answer = move |it: &Candidates| {
        let grid = if limit == 1 { it.solve_one() } else { it.solve_unique() };
        let solutions = Some(it.count_solutions(limit) as u64);
        Answer { solutions, grid: grid.map(|grid| grid.to_array()) }
    };
    Box::new(Each { name: "msolve", puzzles, solve, answer: Some(answer) })
}

fn bare(puzzles: &[Puzzle]) -> Result<Vec<Sudoku>> {
    let each = puzzles.iter().map(|puzzle| Sudoku::from_bytes(cells(puzzle)));
    each.collect::<Result<_, _>>().context("the crate sudoku refuses a puzzle")
}

fn cells(puzzle: &Puzzle) -> Cells {
    array::from_fn(|i| puzzle.values()[i])
}
