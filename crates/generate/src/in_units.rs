//! Puzzles with regions or extra units.

use super::{Kind, Recipe, clues, places::Places};
use chacha20::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use std::sync::atomic::AtomicBool;
use sudomill_puzzle::{
    RunError, for_size,
    grid::{Cell, Order, Puzzle, Size},
    solving::{Limits, Status},
};
use sudomill_solvers::{
    Solver,
    registry::{self, REGIONS},
};

/// The guesses after which a search for a full grid is abandoned. Of those that find one in 9×9, hardly any
/// takes a tenth of them.
const GUESSES: u64 = 10_000;

/// The solver for grids with the units of a recipe: `regions`.
fn solver<O: Order>(recipe: &Recipe) -> Box<dyn Solver<O>> {
    let strategy = registry::find(REGIONS).expect("a strategy that is registered");
    strategy.in_units(recipe.units).expect("a strategy for all units").solver()
}

/// Refuses what is known only with rows, columns and boxes, and units that no grid has.
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
    let limits = Limits::default().with_solutions(1).with_max_guesses(GUESSES * 100);
    let status = for_size!(size, O => {
        solver::<O>(recipe).solve(&Puzzle::from_valid_values(&[0; O::CELLS]), &limits).status
    });
    match status {
        Status::None => Err(RunError::recipe("no full grid has these units")),
        _ => Ok(()),
    }
}

/// Makes a puzzle from one random full grid; `None` if the search for one failed. It is an error if `stop`
/// ended a search.
pub(super) fn attempt<O: Order>(
    recipe: &Recipe,
    places: &Places<O>,
    rng: &mut ChaCha8Rng,
    stop: &AtomicBool,
) -> Result<Option<Puzzle<O>>, RunError> {
    let solver = solver::<O>(recipe);
    let limits = Limits::default().with_stop(stop);
    let Some(grid) = full(&*solver, recipe, rng, &limits) else { return Ok(None) };
    let kept = match recipe.kind {
        Kind::Solved => return Ok(Some(grid)),
        Kind::Unique => recipe.clues_to_keep(O::SIZE),
        _ => 0,
    };
    let has_other = |cells: &[u8]| {
        let outcome = solver.solve(&Puzzle::from_valid_values(cells), &limits).decided()?;
        Some(outcome.status != Status::Unique)
    };
    clues::unique_by(grid, kept, places, rng, &|cells, _, _| has_other(cells))
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
    let limits = limits.with_solutions(1).with_max_guesses(GUESSES);
    let outcome = solver.solve(&Puzzle::from_valid_values(&values), &limits);
    Some(Puzzle::from_valid_values(outcome.solution?.values()))
}
