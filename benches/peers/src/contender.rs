//! Every solver behind one trait: what the clock sees of it, and what the
//! check outside the clock asks of it.
//!
//! Puzzles are in each solver's own type before the clock starts. The loop over
//! them is inside [`Contender::solve`], so that the dynamic call is made once
//! a block of puzzles and not once a puzzle.

use anyhow::{Context, Result};
use std::{hint::black_box, ops::Range};
use sudomill::{
    grid::{Order3, Puzzle},
    solver::{Limits, Solver, Status, registry::Chosen},
};

/// The cells of a grid, row-major.
pub type Cells = [u8; 81];

/// What a solver says of a puzzle, asked at the same limit as the others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// Solutions up to the limit; `None`: it gave up.
    pub solutions: Option<u64>,
    /// A solution, if it hands one out: a peer asked for the only solution has
    /// none where there are two.
    pub grid: Option<Cells>,
}

/// A solver with its puzzles.
pub trait Contender: Sync {
    /// Its name in the table.
    fn name(&self) -> &str;
    /// The timed work: solves these puzzles.
    fn solve(&self, range: Range<usize>);
    /// How many of so many puzzles a thread should get at once, if that matters.
    fn block(&self, _puzzles: usize, _threads: usize) -> Option<usize> {
        None
    }
    /// The answer to one puzzle, for the check; `None` if it is one of the
    /// variants of a solver that is checked already.
    fn answer(&self, index: usize) -> Option<Answer>;
}

/// The other solvers, each called for what the limit asks of sudomill: a
/// solution, the only solution, or the number of solutions.
pub fn peers(puzzles: &[Puzzle], limit: u64) -> Result<Vec<Box<dyn Contender>>> {
    let limit = usize::try_from(limit).context("the limit is too large for this machine")?;
    let (by_sudoku, by_msolve) = (SudokuCrate::puzzles(puzzles)?, msolve_puzzles(puzzles));
    Ok(vec![
        Box::new(SudokuCrate { puzzles: by_sudoku, limit }),
        Box::new(Msolve { puzzles: by_msolve, limit }),
        Box::new(MsolveFromCells { puzzles: puzzles.iter().map(cells).collect(), limit }),
    ])
}

/// For sets with several solutions: the peer's call that counts up to two and
/// hands out no grid.
pub fn counting_peers(puzzles: &[Puzzle]) -> Option<Box<dyn Contender>> {
    let puzzles = SudokuCrate::puzzles(puzzles).ok()?;
    Some(Box::new(SudokuCount { puzzles }))
}

/// One of sudomill's strategies.
pub fn strategy<'a>(
    chosen: Chosen,
    puzzles: &'a [Puzzle],
    limits: Limits<'a>,
) -> Box<dyn Contender + 'a> {
    Box::new(Strategy { name: chosen.name(), solver: chosen.solver(), puzzles, limits })
}

fn cells(puzzle: &Puzzle) -> Cells {
    std::array::from_fn(|i| puzzle.values()[i])
}

/// The crate `sudoku`. Its type holds the bare cells, as sudomill's does.
struct SudokuCrate {
    puzzles: Vec<sudoku::Sudoku>,
    limit: usize,
}

impl SudokuCrate {
    fn puzzles(puzzles: &[Puzzle]) -> Result<Vec<sudoku::Sudoku>> {
        let each = puzzles.iter().map(|puzzle| sudoku::Sudoku::from_bytes(cells(puzzle)));
        each.collect::<Result<_, _>>().context("the crate sudoku refuses a puzzle")
    }
}

impl Contender for SudokuCrate {
    fn name(&self) -> &str {
        "sudoku"
    }

    fn solve(&self, range: Range<usize>) {
        // One loop a call: no choice is made inside the timed loop.
        let puzzles = &self.puzzles[range];
        match self.limit {
            1 => puzzles.iter().for_each(|p| _ = black_box(black_box(*p).some_solution())),
            2 => puzzles.iter().for_each(|p| _ = black_box(black_box(*p).solution())),
            n => puzzles.iter().for_each(|p| _ = black_box(black_box(*p).solutions_count_up_to(n))),
        }
    }

    fn answer(&self, index: usize) -> Option<Answer> {
        let puzzle = self.puzzles[index];
        let grid = match self.limit {
            1 => puzzle.some_solution(),
            _ => puzzle.solution(),
        };
        let solutions = Some(puzzle.solutions_count_up_to(self.limit) as u64);
        Some(Answer { solutions, grid: grid.map(sudoku::Sudoku::to_bytes) })
    }
}

/// The crate `sudoku`, counting up to two.
struct SudokuCount {
    puzzles: Vec<sudoku::Sudoku>,
}

impl Contender for SudokuCount {
    fn name(&self) -> &str {
        "sudoku (count to 2)"
    }

    fn solve(&self, range: Range<usize>) {
        for puzzle in &self.puzzles[range] {
            black_box(black_box(*puzzle).solutions_count_up_to(2));
        }
    }

    fn answer(&self, _: usize) -> Option<Answer> {
        None
    }
}

fn msolve_puzzles(puzzles: &[Puzzle]) -> Vec<msolve::Sudoku> {
    puzzles.iter().map(|puzzle| msolve::Sudoku::from(cells(puzzle))).collect()
}

fn msolve_solve(puzzle: msolve::Sudoku, limit: usize) {
    match limit {
        1 => _ = black_box(puzzle.solve_one()),
        2 => _ = black_box(puzzle.solve_unique()),
        n => _ = black_box(puzzle.count_solutions(n)),
    }
}

/// The crate `msolve`. Its type holds candidates, and the clues are entered when
/// it is made: the clock misses that part of the work.
struct Msolve {
    puzzles: Vec<msolve::Sudoku>,
    limit: usize,
}

impl Contender for Msolve {
    fn name(&self) -> &str {
        "msolve"
    }

    fn solve(&self, range: Range<usize>) {
        self.puzzles[range].iter().for_each(|p| msolve_solve(black_box(*p), self.limit));
    }

    fn answer(&self, index: usize) -> Option<Answer> {
        let puzzle = self.puzzles[index];
        let grid = match self.limit {
            1 => puzzle.solve_one(),
            _ => puzzle.solve_unique(),
        };
        let solutions = Some(puzzle.count_solutions(self.limit) as u64);
        Some(Answer { solutions, grid: grid.map(|grid| grid.to_array()) })
    }
}

/// The crate `msolve`, the making of its type included: from bare cells, as the
/// other solvers start.
struct MsolveFromCells {
    puzzles: Vec<Cells>,
    limit: usize,
}

impl Contender for MsolveFromCells {
    fn name(&self) -> &str {
        "msolve (from cells)"
    }

    fn solve(&self, range: Range<usize>) {
        for cells in &self.puzzles[range] {
            msolve_solve(msolve::Sudoku::from(*black_box(cells)), self.limit);
        }
    }

    fn answer(&self, _: usize) -> Option<Answer> {
        None
    }
}

/// One of sudomill's strategies.
struct Strategy<'a> {
    name: String,
    solver: Box<dyn Solver<Order3>>,
    puzzles: &'a [Puzzle],
    limits: Limits<'a>,
}

impl Contender for Strategy<'_> {
    fn name(&self) -> &str {
        &self.name
    }

    fn solve(&self, range: Range<usize>) {
        for puzzle in &self.puzzles[range] {
            black_box(self.solver.solve(black_box(puzzle), &self.limits));
        }
    }

    fn answer(&self, index: usize) -> Option<Answer> {
        let outcome = self.solver.solve(&self.puzzles[index], &self.limits);
        let solutions = (outcome.status != Status::GaveUp).then_some(outcome.solutions);
        let grid = outcome.first.map(|grid| std::array::from_fn(|i| grid.values()[i]));
        Some(Answer { solutions, grid })
    }
}
