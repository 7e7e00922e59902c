//! `random:SEED`: any open cell, with equal probability.

use super::{Bilocation, Branching, Target, View};
use chacha20::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use sudomill_puzzle::grid::Order;

/// The number of guesses after which the rule is no longer random.
///
/// With naked singles alone, random guesses on an empty grid did not finish within 20 million
/// guesses. No puzzle in the shipped 9×9 sets reaches this limit with this rule.
const DRAWS: u64 = 100_000;

/// Any open cell, with equal probability; measures the effect of chance. Each branching
/// uses its own random stream, numbered by the guesses so far, so that the choice depends
/// only on the seed, the puzzle and the path. After 100,000 guesses the rule acts as
/// [`Bilocation`], so that every search ends. Source: sudomill.
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
        let cell = view.open_cells().iter().nth(number as usize);
        Target::Cell(cell.expect("the number is below that of the open cells"))
    }
}
