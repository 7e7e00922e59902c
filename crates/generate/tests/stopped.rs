//! Attempts that are stopped.

use chacha20::ChaCha8Rng;
use rand::SeedableRng;
use std::sync::atomic::AtomicBool;
use sudomill_generate::{Kind, Recipe, attempt, effort::Effort, places::Places};
use sudomill_puzzle::{
    RunError,
    grid::{Order, Order3, Order4, Puzzle},
};

/// The attempt with this seed, until `stop` is set.
fn attempt_of<O: Order>(kind: Kind, seed: u64, stop: bool) -> Result<Option<Puzzle<O>>, RunError> {
    let (recipe, mut rng) = (Recipe::new(kind, seed), ChaCha8Rng::seed_from_u64(seed));
    let places = Places::of(None, &[]);
    attempt(&recipe, &places, &mut rng, &AtomicBool::new(stop), &mut Effort::default())
}

/// A search that was stopped is neither a puzzle nor an attempt in vain.
#[test]
fn stopped_attempt_is_an_error() {
    let mut interrupted = Vec::new();
    for &kind in Kind::ALL {
        for seed in 0..5 {
            match attempt_of::<Order3>(kind, seed, true) {
                Err(RunError::Interrupted) => interrupted.push(kind),
                // It needed no guess.
                stopped => {
                    let whole = attempt_of::<Order3>(kind, seed, false);
                    assert_eq!(stopped.unwrap(), whole.unwrap(), "{kind} {seed}");
                }
            }
        }
    }
    // The others need no guess, or hardly any.
    let rare = [Kind::Solved, Kind::Easy, Kind::Unique];
    for kind in Kind::ALL.iter().filter(|kind| !rare.contains(kind)) {
        assert!(interrupted.contains(kind), "{kind}");
    }
    assert!(matches!(attempt_of::<Order4>(Kind::Minimal, 0, true), Err(RunError::Interrupted)));
}
