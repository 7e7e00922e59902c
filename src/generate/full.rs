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
//!
//! On grids larger than 9×9 a search that gets lost is dropped and a new one begun,
//! so a grid is the likelier, too, the fewer dead ends lie beside the way to it. None
//! is left out: its own digits, drawn first everywhere, lead straight to it.

use crate::{
    grid::{Candidates, Cell, Digit, Order, Puzzle},
    solver::{
        search::{Entry, Expansion, OnHeap, Problem, depth_first},
        strategy::Guess,
    },
};
use rand::{Rng, seq::SliceRandom};
use std::ops::ControlFlow;

/// A random full grid.
pub(super) fn grid<O: Order>(rng: &mut impl Rng) -> Puzzle<O> {
    // Grids exist, and a search may come upon any of them, so one ends with a grid.
    loop {
        if let Some(full) = search::<O>(rng) {
            return Puzzle::from_cells(full).expect("candidates repeat no digit");
        }
    }
}

/// One search, until it has found a grid or tried as many values as it may.
fn search<O: Order>(rng: &mut impl Rng) -> Option<O::PerCell<u8>> {
    let empty: Open<O> =
        Open { values: O::per_cell(0), candidates: O::per_cell(Candidates::all::<O>()) };
    let mut filling = OnHeap(Filling { rng, full: None, tries: tries::<O>() });
    let _ = depth_first(&mut filling, &mut Box::new(empty));
    filling.0.full
}

/// The values that a search may try before another one begins. Nine in ten of the
/// searches for 16×16 and one in three of those for 25×25 need no more; where the
/// first choices were bad, a search would go on for ever. 9×9 knows no such choices.
fn tries<O: Order>() -> usize {
    match O::BOX {
        2 | 3 => usize::MAX,
        _ => 4 * O::CELLS,
    }
}

/// The search for one full grid.
struct Filling<'r, O: Order, R> {
    rng: &'r mut R,
    full: Option<O::PerCell<u8>>,
    /// The values that it may yet try.
    tries: usize,
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
