//! Makes random full grids. Called once per attempt at a puzzle.
//!
//! The grid is the first one that a depth-first search of the empty grid finds. The search always
//! picks the open cell with the fewest candidates (MRV) and tries its digits in random order. Every
//! full grid is possible, because every order of the digits is. The grids are not equally likely:
//! the search chooses evenly among digits, not among the grids that each digit leads to, so grids
//! with fewer siblings are more likely. For test data the difference does not matter; removing it
//! would require counting the grids that each digit leads to.
//!
//! On grids larger than 9×9, a search that takes too long is abandoned and restarted, so grids with
//! fewer dead ends on the way are more likely, too. No grid is impossible: if its own digits are
//! drawn first everywhere, they lead straight to it.

use chacha20::ChaCha8Rng;
use rand::seq::SliceRandom;
use std::ops::ControlFlow;
use sudomill_puzzle::grid::{Candidates, Cell, Order, Puzzle};
use sudomill_solvers::{
    search::{Entry, Expansion, SearchProblem},
    search_grid,
    strategy::Guess,
};

/// A random full grid.
pub(super) fn grid<O: Order>(rng: &mut ChaCha8Rng) -> Puzzle<O> {
    // Full grids exist and every search may find one, so the loop ends.
    loop {
        if let Some(full) = search::<O>(rng) {
            return Puzzle::from_valid_values(full.as_ref());
        }
    }
}

/// Runs one search, which ends with a grid or after the maximum number of tries.
fn search<O: Order>(rng: &mut ChaCha8Rng) -> Option<O::PerCell<u8>> {
    let all = Candidates::all::<O>();
    let empty: Open<O> = Open {
        values: O::per_cell(0),
        candidates: O::per_cell(all),
        counts: O::per_cell(all.len() as u8),
    };
    let mut filling = Filling { rng, full: None, tries: tries::<O>() };
    search_grid::<O, _>(&mut filling, empty);
    filling.full
}

/// The number of values that a search may try before it is restarted. Nine in ten searches for a
/// 16×16 grid and one in three for a 25×25 grid need no more. After bad first choices a search
/// would not end in practice. 9×9 needs no limit.
fn tries<O: Order>() -> usize {
    if O::SIDE <= 9 { usize::MAX } else { 4 * O::CELLS }
}

/// The search for one full grid.
struct Filling<'r, O: Order> {
    rng: &'r mut ChaCha8Rng,
    full: Option<O::PerCell<u8>>,
    /// The number of values that the search may still try.
    tries: usize,
}

/// A partly filled grid.
#[derive(Clone, Copy)]
struct Open<O: Order> {
    /// 0 while a cell is open.
    values: O::PerCell<u8>,
    /// For an open cell, the digits that no peer has; else none.
    candidates: O::PerCell<Candidates>,
    /// For an open cell, the number of its candidates; else [`FULL`].
    counts: O::PerCell<u8>,
}

/// The count of a cell with a value, above that of any open cell.
const FULL: u8 = u8::MAX;

impl<O: Order> Open<O> {
    fn enter(&mut self, guess: Guess) {
        self.values.as_mut()[guess.cell.index()] = guess.digit.value();
        self.counts.as_mut()[guess.cell.index()] = FULL;
        self.candidates.as_mut()[guess.cell.index()] = Candidates::NONE;
        for peer in guess.cell.peers::<O>() {
            let candidates = &mut self.candidates.as_mut()[peer.index()];
            let count = &mut self.counts.as_mut()[peer.index()];
            *count -= u8::from(candidates.contains(guess.digit));
            *candidates -= guess.digit.into();
        }
    }
}

/// The open cell with the fewest candidates; ties go to the first.
#[inline(always)]
fn fewest(counts: &[u8]) -> Option<Cell> {
    let least = counts.iter().copied().min().filter(|&least| least != FULL)?;
    counts.iter().position(|&count| count == least).map(Cell::new)
}

/// Digits for a cell, in random order.
fn shuffled(cell: Cell, digits: Candidates, rng: &mut ChaCha8Rng) -> Vec<Guess> {
    let mut guesses: Vec<Guess> = digits.iter().map(|digit| Guess { cell, digit }).collect();
    guesses.shuffle(rng);
    guesses
}

impl<O: Order> SearchProblem for Filling<'_, O> {
    type State = Open<O>;
    type Choice = Guess;
    type Choices = std::vec::IntoIter<Guess>;

    fn expand(&mut self, open: &mut Open<O>) -> Expansion<Self::Choices> {
        let Some(cell) = fewest(open.counts.as_ref()) else {
            return Expansion::Goal;
        };
        let digits = open.candidates.as_ref()[cell.index()];
        Expansion::Branch(shuffled(cell, digits, self.rng).into_iter())
    }

    fn enter(&mut self, open: &Open<O>, guess: Guess) -> Entry<Open<O>> {
        let Some(tries) = self.tries.checked_sub(1) else { return Entry::Stop };
        self.tries = tries;
        let mut child = *open;
        child.enter(guess);
        Entry::Child(child)
    }

    fn goal(&mut self, open: &Open<O>) -> ControlFlow<()> {
        self.full = Some(open.values);
        ControlFlow::Break(())
    }
}
