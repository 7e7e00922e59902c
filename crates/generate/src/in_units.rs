//! Puzzles with regions or extra units.

use super::{Kind, Recipe, clues, places::Places};
use chacha20::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use std::sync::atomic::AtomicBool;
use sudomill_puzzle::{
    RunError,
    grid::{Candidates, Cell, Digit, Order, Puzzle, Size},
    solving::{Limits, Status},
};
use sudomill_solvers::{
    Solver,
    registry::{self, REGIONS},
};

/// The guesses after which a search for a full grid is abandoned. Of those that find one in 9×9, hardly any
/// takes a tenth of them.
const GUESSES: u64 = 10_000;

/// Refuses what is known only with rows, columns and boxes.
pub(super) fn check(recipe: &Recipe, size: Size) -> Result<(), RunError> {
    if let Some(found) = recipe.units.size().filter(|_| !recipe.units.fit(size)) {
        return Err(RunError::recipe(format!("found units of {found}; expected {size}")));
    }
    let kind = recipe.kind;
    if !matches!(kind, Kind::Solved | Kind::Unique | Kind::Minimal) || recipe.rating.is_some() {
        let what = if recipe.rating.is_some() { "a rating" } else { kind.name() };
        return Err(RunError::recipe(format!(
            "{what} is known only with rows, columns and boxes; with other units, puzzles are solved, unique \
             or minimal, of any rating"
        )));
    }
    Ok(())
}

/// Makes a puzzle from one random full grid; `None` if the search for one failed. It is an error if `stop`
/// ended a search, or if the first search shows that no grid has these units.
pub(super) fn attempt<O: Order>(
    recipe: &Recipe,
    places: &Places<O>,
    rng: &mut ChaCha8Rng,
    stop: &AtomicBool,
    is_first: bool,
) -> Result<Option<Puzzle<O>>, RunError> {
    let regions = registry::find(REGIONS).expect("it is registered");
    let solver = regions.in_units(recipe.units).expect("it knows other units").solver::<O>();
    let limits = Limits::default().with_stop(stop).with_solutions(1);
    let Some(grid) = full(&*solver, recipe, rng, &limits) else {
        let empty = Puzzle::from_valid_values(O::per_cell(0).as_ref());
        let limits = limits.with_max_guesses(GUESSES * 100);
        return match is_first && solver.solve(&empty, &limits).status == Status::None {
            true => Err(RunError::recipe("no full grid has these units")),
            false => Ok(None),
        };
    };
    let kept = match recipe.kind {
        Kind::Solved => return Ok(Some(grid)),
        Kind::Unique => recipe.clues_to_keep(O::SIZE),
        _ => 0,
    };
    // Another solution has another digit in the cell that was emptied.
    clues::unique_by(grid, kept, places, rng, &|cells, removed, digit| {
        let others = recipe.units.candidates_left(O::SIZE, cells, removed) - digit.into();
        if others.is_empty() {
            return Some(false);
        }
        let mut candidates = O::per_cell(Candidates::all::<O>());
        for (candidates, clue) in candidates.as_mut().iter_mut().zip(cells) {
            *candidates = Digit::new(*clue).map_or(*candidates, Candidates::from);
        }
        candidates.as_mut()[removed.index()] = others;
        let puzzle = Puzzle::from_candidates(candidates.as_ref()).ok()?;
        Some(solver.solve(&puzzle, &limits).decided()?.status != Status::None)
    })
}

/// A random full grid: the first one with a random digit in as many random cells as there are digits.
fn full<O: Order>(
    solver: &dyn Solver<O>,
    recipe: &Recipe,
    rng: &mut ChaCha8Rng,
    limits: &Limits,
) -> Option<Puzzle<O>> {
    let mut values = vec![0; O::CELLS];
    let mut cells: Vec<_> = Cell::all::<O>().collect();
    cells.shuffle(rng);
    for &cell in &cells[..O::SIDE] {
        let left: Vec<_> = recipe.units.candidates_left(O::SIZE, &values, cell).iter().collect();
        values[cell.index()] = left.choose(rng)?.value();
    }
    let outcome =
        solver.solve(&Puzzle::from_valid_values(&values), &limits.with_max_guesses(GUESSES));
    Some(Puzzle::from_valid_values(outcome.solution?.values()))
}
