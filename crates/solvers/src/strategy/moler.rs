//! `moler`: naked singles in column order, then the first empty cell.

use super::{Branch, Guess, Heuristic, Run};
use crate::search::{Entry, Expansion};
use sudomill_puzzle::{
    grid::{Candidates, Cell, Digit, Order},
    solving::{Counter, Event, Observer, Reason},
};

const SINGLETONS: usize = 0;
const REFRESHES: usize = 1;
const COUNTERS: &[Counter] = &[
    Counter::new("singletons", "naked singles entered"),
    Counter::new("refreshes", "screen refreshes of the article's program, two for each step"),
];

/// Enters naked singles one at a time, always the first in column-major order, and recomputes the
/// candidates after each. A cell without candidates is a dead end. When no single is left, tries
/// the candidates of the first empty cell in column-major order, ascending. Source: Cleve Moler,
/// "Solving Sudoku with MATLAB", 2009.
///
/// The article counts the screen refreshes of its program, divided by two: one on entry, one before
/// and one after each singleton, one after the singleton loop, one before and one after each guess,
/// and one when a failed guess is undone. A *step* of the article is ⌊refreshes / 2⌋.
#[derive(Clone, Copy, Debug, Default)]
pub struct Moler;

/// The result of the article's `candidates()`: the first singleton and the first cell
/// without a candidate, both in column-major order.
fn look<O: Order>(values: &[u8]) -> (Option<(Cell, Digit)>, Option<Cell>) {
    let mut singleton = None;
    for cell in Cell::all_by_column::<O>() {
        if values[cell.index()] != 0 {
            continue;
        }
        let free = Candidates::left_for::<O>(values, cell);
        if free.is_empty() {
            return (singleton, Some(cell));
        }
        singleton = singleton.or(free.single().map(|digit| (cell, digit)));
    }
    (singleton, None)
}

fn refresh<O: Order, Obs: Observer>(run: &mut Run<O, Obs>) {
    run.counters.own[REFRESHES] += 1;
    run.event(Event::Refresh);
}

solver!(Moler);

impl<O: Order> Heuristic<O> for Moler {
    grid_is_state!(COUNTERS);

    fn expand<Obs: Observer>(
        &self,
        grid: &mut Self::State,
        run: &mut Run<O, Obs>,
    ) -> Expansion<Branch> {
        refresh(run);
        let stuck = loop {
            match look::<O>(grid.as_ref()) {
                (Some((cell, digit)), None) => {
                    refresh(run);
                    grid.as_mut()[cell.index()] = digit.value();
                    run.counters.own[SINGLETONS] += 1;
                    run.imply(Event::NakedSingle(cell, digit));
                    refresh(run);
                }
                (_, dead) => break dead,
            }
        };
        refresh(run);
        if let Some(cell) = stuck {
            return run.dead_end(Reason::NoCandidate(cell));
        }
        let values = grid.as_ref();
        match Cell::all_by_column::<O>().find(|c| values[c.index()] == 0) {
            Some(cell) => {
                Expansion::Branch(Branch::ascending(cell, Candidates::left_for::<O>(values, cell)))
            }
            None => Expansion::Goal,
        }
    }

    fn enter<Obs: Observer>(
        &self,
        grid: &Self::State,
        guess: Guess,
        run: &mut Run<O, Obs>,
    ) -> Entry<Self::State> {
        refresh(run);
        if !run.guess(guess.cell, guess.digit) {
            return Entry::Stop;
        }
        refresh(run);
        Entry::Child(<Self as Heuristic<O>>::child(self, grid, guess))
    }

    fn leave<Obs: Observer>(&self, run: &mut Run<O, Obs>) {
        refresh(run);
    }
}
