//! Chooses candidates: turns a full grid into a puzzle given by candidates. Called once per attempt
//! at a puzzle.

use super::clues::Search;
use crate::{
    grid::{Candidates, Cell, Digit, Order, Puzzle},
    solver::{Limits, Status},
};
use rand::{Rng, seq::SliceRandom};
use std::sync::atomic::AtomicBool;

/// A puzzle whose only solution is this grid, and which has several if any further candidate is
/// added. If `stop` is set, the result is meaningless.
///
/// Starts with only the candidates of the solution, tries to add the others in random order, and
/// keeps those that allow no second solution. One pass is enough: more candidates never mean fewer
/// solutions, so a candidate that allows a second solution also does so in every larger puzzle.
pub(super) fn maximal<O: Order>(
    grid: &Puzzle<O>,
    rng: &mut impl Rng,
    stop: &AtomicBool,
) -> Puzzle<O> {
    let limits = Limits { solutions: 1, stop: Some(stop), ..Limits::default() };
    let mut kept: Vec<Candidates> = Cell::all::<O>().map(|cell| grid.candidates(cell)).collect();
    let mut others: Vec<(Cell, Digit)> = Cell::all::<O>()
        .flat_map(|cell| Digit::all::<O>().map(move |digit| (cell, digit)))
        .filter(|&(cell, digit)| grid.clue(cell) != Some(digit))
        .collect();
    others.shuffle(rng);
    for (cell, digit) in others {
        // A second solution would use the new candidate, so search with only that one in the cell.
        let before = std::mem::replace(&mut kept[cell.index()], digit.into());
        let is_second = Search::Large.of(&puzzle::<O>(&kept), &limits).0 != Status::None;
        kept[cell.index()] = if is_second { before } else { before | digit.into() };
    }
    puzzle(&kept)
}

fn puzzle<O: Order>(candidates: &[Candidates]) -> Puzzle<O> {
    Puzzle::from_candidates(candidates).expect("digits of the grid, in each of its cells")
}
