//! `electroyou`: naked singles, then the cell with the fewest candidates.

use super::{Branch, Guess, Heuristic, Run};
use crate::search::{Entry, Expansion};
use sudomill_puzzle::{
    grid::{Candidates, Cell, Digit, Order},
    solving::{Counter, Event, Observer, Reason},
};

const CALLS: usize = 0;
const PASSES: usize = 1;
const COUNTERS: &[Counter] = &[
    Counter::new("calls", "recursive calls, one for each guess (the article's ncall)"),
    Counter::new("passes", "passes over the grid at all levels (the article's passi)"),
];

/// Each pass looks at every open cell in row-major order and then takes one action. If a cell has
/// no candidate, the branch ends (the first such cell is the reason). Otherwise, the first naked
/// single is entered. If there is none, the candidates of the first cell with the fewest are tried
/// in ascending order, with one recursive call each. So no single is entered on a grid that already
/// has a contradiction. Source: ElectroYou, "La ricorsione con MATLAB".
///
/// When a pass would be the 10,001st, the article counts it, stops, and reports the unfinished grid
/// as solved. Here the same pass is counted, and the search gives up.
#[derive(Clone, Copy, Debug)]
pub struct ElectroYou {
    /// The maximum number of passes. A search that needs more counts one more and ends with
    /// [`Status::GaveUp`](sudomill_puzzle::solving::Status::GaveUp).
    pub max_passes: u64,
}

impl ElectroYou {
    /// The article's limit of 10,000 passes.
    pub const DEFAULT: Self = Self { max_passes: 10_000 };
}

/// The action of a pass.
enum Pass {
    Enter(Cell, Digit),
    Force(Cell, Candidates),
    GiveUp(Cell),
    Full,
}

/// Chooses the action by the first open cell with the fewest candidates: none is a contradiction,
/// one is a naked single.
fn look<O: Order>(values: &[u8]) -> Pass {
    let mut fewest: Option<(Cell, Candidates)> = None;
    for cell in Cell::all::<O>() {
        if values[cell.index()] != 0 {
            continue;
        }
        let free = Candidates::left_for::<O>(values, cell);
        if free.is_empty() {
            return Pass::GiveUp(cell);
        }
        if fewest.is_none_or(|(_, least)| free.len() < least.len()) {
            fewest = Some((cell, free));
        }
    }
    match fewest {
        None => Pass::Full,
        Some((cell, free)) => match free.single() {
            Some(digit) => Pass::Enter(cell, digit),
            None => Pass::Force(cell, free),
        },
    }
}

solver!(ElectroYou);

impl<O: Order> Heuristic<O> for ElectroYou {
    grid_is_state!(COUNTERS);

    fn expand<Obs: Observer>(
        &self,
        grid: &mut Self::State,
        run: &mut Run<O, Obs>,
    ) -> Expansion<Branch> {
        loop {
            let pass = look::<O>(grid.as_ref());
            if let Pass::Full = pass {
                return Expansion::Goal;
            }
            run.counters.own[PASSES] += 1;
            if run.counters.own[PASSES] > self.max_passes {
                return run.give_up();
            }
            match pass {
                Pass::Enter(cell, digit) => {
                    grid.as_mut()[cell.index()] = digit.value();
                    run.imply(Event::NakedSingle(cell, digit));
                }
                Pass::Force(cell, free) => return Expansion::Branch(Branch::ascending(cell, free)),
                Pass::GiveUp(cell) => return run.dead_end(Reason::NoCandidate(cell)),
                Pass::Full => return Expansion::Goal,
            }
        }
    }

    fn enter<Obs: Observer>(
        &self,
        grid: &Self::State,
        guess: Guess,
        run: &mut Run<O, Obs>,
    ) -> Entry<Self::State> {
        // As in the article, the call is counted before it is made.
        run.counters.own[CALLS] += 1;
        if !run.guess(guess.cell, guess.digit) {
            run.counters.own[CALLS] -= 1;
            return Entry::Stop;
        }
        Entry::Child(<Self as Heuristic<O>>::child(self, grid, guess))
    }
}
