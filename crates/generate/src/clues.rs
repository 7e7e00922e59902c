//! Chooses the clues, or the candidates: turns a full grid into a puzzle. Called once per attempt
//! at a puzzle.

use super::places::Places;
use chacha20::ChaCha8Rng;
use rand::{
    SeedableRng,
    seq::{IteratorRandom, SliceRandom},
};
use std::sync::atomic::AtomicBool;
use sudomill_puzzle::{
    RunError,
    any::AnyPuzzle,
    for_size,
    grid::{Candidates, Cell, CellSet, Digit, Order, Puzzle, PuzzleError},
    solving::{Limits, Outcome, Status},
};
use sudomill_solvers::{
    fixed::{LARGE, MRV, NAKED},
    redundant::OtherSolution,
};

/// A puzzle with this number of clues that naked singles solve. It has more clues if this grid,
/// with this order of removal, does not allow so few.
pub(super) fn easy<O: Order>(
    grid: Puzzle<O>,
    clues: usize,
    places: &Places<O>,
    rng: &mut ChaCha8Rng,
) -> Result<Option<Puzzle<O>>, RunError> {
    thin_out(grid, clues, places, rng, &|cells, removed, _| {
        // A cell with one candidate is a naked single.
        Ok(Candidates::left_for::<O>(cells, removed).single().is_some()
            || naked_singles_finish::<O>(&Puzzle::from_valid_values(cells)))
    })
}

/// A puzzle with exactly one solution and this number of clues. If this grid, with this order of
/// removal, does not allow so few, the puzzle has more clues and is minimal. It is an error if
/// a search gave up at one of the limits.
pub(super) fn unique<O: Order>(
    grid: Puzzle<O>,
    clues: usize,
    places: &Places<O>,
    rng: &mut ChaCha8Rng,
    limits: &Limits,
) -> Result<Option<Puzzle<O>>, RunError> {
    let search = OtherSolution::new(*limits);
    unique_by(grid, clues, places, rng, &|cells, removed, digit| {
        search.exists::<O>(cells, removed, digit)
    })
}

/// Searches for another solution, called as a [`Good`] is; `None` if the search gave up.
pub(super) type Exists<'a> = dyn Fn(&[u8], Cell, Digit) -> Option<bool> + 'a;

/// [`unique`], with this search for another solution.
pub(super) fn unique_by<O: Order>(
    grid: Puzzle<O>,
    clues: usize,
    places: &Places<O>,
    rng: &mut ChaCha8Rng,
    exists: &Exists,
) -> Result<Option<Puzzle<O>>, RunError> {
    thin_out(grid, clues, places, rng, &|cells, removed, digit| {
        let exists = exists(cells, removed, digit);
        exists.map(|exists| !exists).ok_or(RunError::Interrupted)
    })
}

/// A minimal puzzle within the clues of a puzzle with one solution: with the same solution, and several if
/// any clue is removed. The clues are tried in an order that is random but always the same.
///
/// `None` if the puzzle is given by candidates, or if a search gave up at one of the limits. For a puzzle
/// with several solutions, or with none, the result means nothing.
///
/// ```
/// # mod sudomill { pub use sudomill_puzzle::*; pub mod solver { pub use {sudomill_puzzle::solving::*, sudomill_solvers::*}; } pub mod generate { pub use sudomill_generate::*; } }
/// use sudomill::{generate::reduced, grid::{Order2, Puzzle}, solver::Limits};
/// let puzzle: Puzzle<Order2> = "24.3.3........2.".parse()?;
/// let reduced = reduced(&puzzle, &Limits::default()).unwrap();
/// assert_eq!(reduced.to_string(), ".4.3.3........2.");
/// # Ok::<(), sudomill::BadLine>(())
/// ```
#[must_use]
pub fn reduced<O: Order>(puzzle: &Puzzle<O>, limits: &Limits) -> Option<Puzzle<O>> {
    if puzzle.has_candidates() {
        return None;
    }
    let orbits = puzzle.clues().map(|(cell, _)| CellSet::of(cell)).collect();
    let places = Places { empty: CellSet::EMPTY, orbits };
    unique(*puzzle, 0, &places, &mut ChaCha8Rng::seed_from_u64(0), limits).ok()?
}

/// [`reduced`] for a puzzle whose size is known only at run time.
///
/// # Errors
/// As for [`AnyPuzzle::puzzle`].
pub fn reduced_any(puzzle: &AnyPuzzle, limits: &Limits) -> Result<Option<AnyPuzzle>, PuzzleError> {
    for_size!(puzzle.size, O => {
        Ok(reduced(&puzzle.puzzle::<O>()?, limits).as_ref().map(AnyPuzzle::from))
    })
}

/// The puzzle without one of its clues.
pub(super) fn less_one<O: Order>(puzzle: Puzzle<O>, rng: &mut ChaCha8Rng) -> Option<Puzzle<O>> {
    let (cell, _) = puzzle.clues().choose(rng)?;
    Some(with(&puzzle, cell, 0))
}

/// One of the values that the solution does not have.
fn wrong_one(
    values: &[(Cell, Digit)],
    solution: &[u8],
    rng: &mut ChaCha8Rng,
) -> Option<(Cell, Digit)> {
    let is_wrong = |(cell, digit): &&(Cell, Digit)| solution[cell.index()] != digit.value();
    values.iter().filter(is_wrong).choose(rng).copied()
}

/// The puzzle with an additional clue that repeats no digit of its peers but differs from the
/// solution. If the solution was unique, the result has no solution.
pub(super) fn and_a_wrong_one<O: Order>(
    puzzle: Puzzle<O>,
    solution: &Puzzle<O>,
    rng: &mut ChaCha8Rng,
) -> Option<Puzzle<O>> {
    let mut left = Vec::new();
    for cell in Cell::all::<O>() {
        if puzzle.clue(cell).is_none() {
            let digits = Candidates::left_for::<O>(puzzle.values(), cell);
            digits.iter().for_each(|digit| left.push((cell, digit)));
        }
    }
    let (cell, digit) = wrong_one(&left, solution.values(), rng)?;
    Some(with(&puzzle, cell, digit.value()))
}

/// Tells whether a puzzle is good enough without a clue.
type Good<'a> = dyn Fn(&[u8], Cell, Digit) -> Result<bool, RunError> + 'a;

/// Empties the cells that may have no clue; then removes the clues of orbits in random order, down to
/// the given number, and keeps those without which the puzzle would no longer be `good`, which is
/// called with the remaining clues, and with each cell that was emptied and its digit. `None` if it is
/// not good even with all clues that it may have.
///
/// One pass is enough if removing a clue never makes a puzzle better, which is true for both
/// `good`s: a clue that is needed once is needed in every smaller puzzle.
fn thin_out<O: Order>(
    puzzle: Puzzle<O>,
    clues: usize,
    places: &Places<O>,
    rng: &mut ChaCha8Rng,
    good: &Good,
) -> Result<Option<Puzzle<O>>, RunError> {
    let mut cells = puzzle.values().to_vec();
    let mut remove = |orbit: CellSet<O>| {
        orbit.iter().for_each(|cell| cells[cell.index()] = 0);
        let mut is_good = true;
        for (cell, digit) in orbit.iter().filter_map(|cell| Some((cell, puzzle.clue(cell)?))) {
            is_good = is_good && good(&cells, cell, digit)?;
        }
        if !is_good {
            orbit.iter().for_each(|cell| cells[cell.index()] = puzzle.values()[cell.index()]);
        }
        Ok(is_good)
    };
    if !remove(places.empty)? {
        return Ok(None);
    }
    let mut left = puzzle.clue_count() - places.empty.len();
    let mut orbits = places.orbits.clone();
    orbits.shuffle(rng);
    for orbit in orbits {
        if left >= clues + orbit.len() && remove(orbit)? {
            left -= orbit.len();
        }
    }
    Ok(Some(Puzzle::from_valid_values(&cells)))
}

/// The puzzle with another value in a cell, 0 to empty it.
fn with<O: Order>(of: &Puzzle<O>, cell: Cell, value: u8) -> Puzzle<O> {
    let mut cells = of.values().to_vec();
    cells[cell.index()] = value;
    Puzzle::from_valid_values(&cells)
}

/// Returns true if naked singles alone solve the puzzle.
fn naked_singles_finish<O: Order>(puzzle: &Puzzle<O>) -> bool {
    let limits = Limits::default().with_solutions(1).with_max_guesses(0);
    NAKED.solver().solve(puzzle, &limits).status == Status::Solved
}

/// The number of guesses that `mrv` needs to prove that the solution is unique. It is an error if
/// `stop` ended the search.
pub(super) fn guesses<O: Order>(puzzle: &Puzzle<O>, stop: &AtomicBool) -> Result<u64, RunError> {
    let limits = Limits::default().with_stop(stop);
    Ok(unstopped(MRV.solver().solve(puzzle, &limits))?.counters.guesses)
}

/// The outcome of a search that only the stop flag can end early.
fn unstopped<O: Order>(outcome: Outcome<O>) -> Result<Outcome<O>, RunError> {
    outcome.decided().ok_or(RunError::Interrupted)
}

/// A puzzle whose only solution is this grid, and which has several if any further candidate is
/// added. It is an error if `stop` ended a search.
///
/// Starts with only the candidates of the solution, tries to add the others in random order, and
/// keeps those that allow no second solution. One pass is enough: more candidates never mean fewer
/// solutions, so a candidate that allows a second solution also does so in every larger puzzle.
pub(super) fn maximal<O: Order>(
    grid: &Puzzle<O>,
    rng: &mut ChaCha8Rng,
    stop: &AtomicBool,
) -> Result<Puzzle<O>, RunError> {
    let limits = Limits::default().with_solutions(1).with_stop(stop);
    let mut kept = grid.all_candidates();
    let kept = kept.as_mut();
    let mut others: Vec<(Cell, Digit)> = Vec::new();
    for (cell, clue) in grid.clues() {
        for digit in Candidates::all::<O>() - clue.into() {
            others.push((cell, digit));
        }
    }
    others.shuffle(rng);
    for (cell, digit) in others {
        // A second solution would use the new candidate, so search with only that one in the cell.
        let before = std::mem::replace(&mut kept[cell.index()], digit.into());
        let second = unstopped(LARGE.solver().solve(&puzzle_of::<O>(kept), &limits))?;
        let is_second = second.status != Status::None;
        kept[cell.index()] = if is_second { before } else { before | digit.into() };
    }
    Ok(puzzle_of(kept))
}

fn puzzle_of<O: Order>(candidates: &[Candidates]) -> Puzzle<O> {
    Puzzle::from_candidates(candidates).expect("digits of the grid, in each of its cells")
}
