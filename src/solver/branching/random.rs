//! `random:SEED`: any open cell, each as likely as any other.

use super::{Bilocation, Branching, Target, View};
use crate::grid::Order;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The guesses after which the draws end.
///
/// With naked singles alone, draws on an empty grid did not end in 20 million
/// guesses. No puzzle of the shipped 9×9 sets takes this rule so many.
const DRAWS: u64 = 100_000;

/// An open cell drawn evenly: what a rule is worth shows in its distance to this
/// one. Each branching draws from a stream of its own, numbered by the guesses
/// so far, so that the draw depends on the seed, the puzzle and the path alone.
/// After 100,000 guesses it goes on as [`Bilocation`] does, so that every search
/// ends. Source: sudomill.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random {
    /// The seed.
    pub seed: u64,
}

impl<O: Order> Branching<O> for Random {
    fn choose(&self, view: &View<O>) -> Target {
        if view.guesses() >= DRAWS {
            return Bilocation.choose(view);
        }
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(view.guesses());
        let number = rng.random_range(0..view.open() as u32);
        let cell = view.open_cells().nth(number as usize);
        Target::Cell(cell.expect("the number is below that of the open cells").0)
    }
}
