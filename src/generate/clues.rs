//! Chooses the clues: turns a full grid into a puzzle. Called once per attempt at a puzzle.

use crate::{
    grid::{Candidates, Cell, Digit, Order, Puzzle},
    solver::{
        Limits, Solver, Status,
        branching::{Mrv, MrvDegree},
        propagation::Propagation,
        strategy::Rules,
        value_order::ValueOrder,
    },
};
use rand::{
    Rng,
    seq::{IteratorRandom, SliceRandom},
};
use std::sync::atomic::AtomicBool;

/// A puzzle with this number of clues that naked singles solve. It has more clues if this grid,
/// with this order of removal, does not allow so few.
pub(super) fn easy<O: Order>(grid: Puzzle<O>, clues: usize, rng: &mut impl Rng) -> Puzzle<O> {
    thin_out(grid, clues, rng, naked_singles_finish)
}

/// A puzzle with exactly one solution and this number of clues. If this grid, with this order of
/// removal, does not allow so few, the puzzle has more clues and is minimal. If `stop` is set, the
/// result is meaningless.
pub(super) fn unique<O: Order>(
    grid: Puzzle<O>,
    clues: usize,
    rng: &mut impl Rng,
    stop: &AtomicBool,
) -> Puzzle<O> {
    let limits = Limits { stop: Some(stop), ..Limits::default() };
    thin_out(grid, clues, rng, |puzzle| {
        let outcome = match O::BOX {
            2 | 3 => Rules::MRV.solve(puzzle, &limits),
            _ => LARGE.solve(puzzle, &limits),
        };
        outcome.status == Status::Unique
    })
}

/// The solver for puzzles on which `mrv` needs many guesses, such as large grids: the same answers,
/// much faster.
pub(super) const LARGE: Rules<MrvDegree> =
    Rules::new(Propagation::Locked, MrvDegree, ValueOrder::Ascending);

/// The puzzle without one of its clues.
pub(super) fn less_one<O: Order>(puzzle: Puzzle<O>, rng: &mut impl Rng) -> Option<Puzzle<O>> {
    let (cell, _) = puzzle.clues().choose(rng)?;
    Some(with(&puzzle, cell, 0))
}

/// The puzzle with an additional clue that repeats no digit of its peers but differs from the
/// solution. If the solution was unique, the result has no solution.
pub(super) fn and_a_wrong_one<O: Order>(
    puzzle: Puzzle<O>,
    solution: &Puzzle<O>,
    rng: &mut impl Rng,
) -> Option<Puzzle<O>> {
    let open = Cell::all::<O>().filter(|&cell| puzzle.clue(cell).is_none());
    let wrong = open.flat_map(|cell| {
        let digits = candidates(&puzzle, cell).iter();
        digits.filter(move |&digit| solution.clue(cell) != Some(digit)).map(move |d| (cell, d))
    });
    let (cell, digit) = wrong.choose(rng)?;
    Some(with(&puzzle, cell, digit.value()))
}

/// Removes clues in random order, down to the given number, and keeps the clues without which the
/// puzzle would no longer be `good`.
///
/// One pass is enough if removing a clue never makes a puzzle better, which is true for both
/// `good`s: a clue that is needed once is needed in every smaller puzzle.
fn thin_out<O: Order>(
    mut puzzle: Puzzle<O>,
    clues: usize,
    rng: &mut impl Rng,
    good: impl Fn(&Puzzle<O>) -> bool,
) -> Puzzle<O> {
    let mut cells: Vec<Cell> = puzzle.clues().map(|(cell, _)| cell).collect();
    cells.shuffle(rng);
    let mut left = cells.len();
    for cell in cells {
        if left <= clues {
            break;
        }
        let fewer = with(&puzzle, cell, 0);
        // A cell with one candidate is a naked single: entering it restores the previous
        // puzzle, which is good.
        if candidates(&fewer, cell).len() == 1 || good(&fewer) {
            puzzle = fewer;
            left -= 1;
        }
    }
    puzzle
}

/// The puzzle with another value in a cell, 0 to empty it.
fn with<O: Order>(puzzle: &Puzzle<O>, cell: Cell, value: u8) -> Puzzle<O> {
    let mut cells = puzzle.cells();
    cells.as_mut()[cell.index()] = value;
    Puzzle::from_cells(cells).expect("the value is a candidate of the cell, or none")
}

/// The digits that no peer of the cell has as a clue.
fn candidates<O: Order>(puzzle: &Puzzle<O>, cell: Cell) -> Candidates {
    let given = cell.peers::<O>().iter().filter_map(|&peer| puzzle.clue(peer));
    given.fold(Candidates::all::<O>(), |free, digit: Digit| free - digit.into())
}

/// Returns true if naked singles alone solve the puzzle.
fn naked_singles_finish<O: Order>(puzzle: &Puzzle<O>) -> bool {
    const NAKED: Rules<Mrv> = Rules::new(Propagation::Naked, Mrv, ValueOrder::Ascending);
    let limits = Limits { solutions: 1, max_guesses: 0, ..Limits::default() };
    NAKED.solve(puzzle, &limits).status == Status::Solved
}

/// The number of guesses that `mrv` needs to prove that the solution is unique.
pub(super) fn guesses<O: Order>(puzzle: &Puzzle<O>, stop: &AtomicBool) -> u64 {
    let limits = Limits { stop: Some(stop), ..Limits::default() };
    Rules::MRV.solve(puzzle, &limits).counters.guesses
}
