//! Random full grids: a random generator comes in, a full grid goes out. Called
//! once for every attempt at a puzzle.
//!
//! The grid is the first one that a depth-first search of the empty grid comes
//! upon: always the open cell with the fewest candidates (MRV), its digits in
//! random order. Every full grid can come up, since every order of the digits
//! can. They are not equally likely: the search picks evenly among digits, not
//! among the grids behind each digit, so a grid is the likelier, the fewer others
//! begin as it does. For test data the difference does not matter, and to even it
//! out one would have to count the grids behind every digit.

use crate::{
    grid::{Candidates, Cell, Digit, Order, Puzzle},
    solver::{
        search::{Entry, Expansion, Problem, depth_first},
        strategy::Guess,
    },
};
use rand::{Rng, seq::SliceRandom};
use std::ops::ControlFlow;

/// A random full grid.
pub(super) fn grid<O: Order>(rng: &mut impl Rng) -> Puzzle<O> {
    let mut empty: Open<O> =
        Open { values: O::per_cell(0), candidates: O::per_cell(Candidates::all::<O>()) };
    let mut filling = Filling { rng, full: O::per_cell(0) };
    // Grids exist, and the search leaves none out, so it ends with one.
    let _ = depth_first(&mut filling, &mut empty);
    Puzzle::from_cells(filling.full).expect("candidates repeat no digit")
}

/// The search for one full grid.
struct Filling<'r, O: Order, R> {
    rng: &'r mut R,
    full: O::PerCell<u8>,
}

/// A grid that is partly filled.
#[derive(Clone, Copy)]
struct Open<O: Order> {
    /// 0 while a cell is open.
    values: O::PerCell<u8>,
    /// Of an open cell, the digits that no peer holds.
    candidates: O::PerCell<Candidates>,
}

impl<O: Order> Open<O> {
    fn enter(&mut self, guess: Guess) {
        self.values.as_mut()[guess.cell.index()] = guess.digit.value();
        for peer in guess.cell.peers::<O>() {
            self.candidates.as_mut()[peer.index()] -= guess.digit.into();
        }
    }

    /// The open cell with the fewest candidates, the first of several.
    fn fewest(&self) -> Option<(Cell, Candidates)> {
        let cells = Cell::all::<O>().zip(self.candidates.as_ref());
        let open = cells.filter(|(cell, _)| self.values.as_ref()[cell.index()] == 0);
        open.map(|(cell, &digits)| (cell, digits)).min_by_key(|(_, digits)| digits.len())
    }
}

impl<O: Order, R: Rng> Problem for Filling<'_, O, R> {
    type State = Open<O>;
    type Choice = Guess;
    type Choices = std::vec::IntoIter<Guess>;

    fn expand(&mut self, open: &mut Open<O>) -> Expansion<Self::Choices> {
        let Some((cell, digits)) = open.fewest() else {
            return Expansion::Goal;
        };
        let guess = |digit: Digit| Guess { cell, digit };
        let mut guesses: Vec<Guess> = digits.iter().map(guess).collect();
        guesses.shuffle(self.rng);
        Expansion::Branch(guesses.into_iter())
    }

    fn enter(&mut self, open: &Open<O>, guess: Guess) -> Entry<Open<O>> {
        let mut child = *open;
        child.enter(guess);
        Entry::Child(child)
    }

    fn goal(&mut self, open: &Open<O>) -> ControlFlow<()> {
        self.full = open.values;
        ControlFlow::Break(())
    }
}
