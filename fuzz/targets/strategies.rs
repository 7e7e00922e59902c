//! Feeds: a 9×9 or 4×4 puzzle with any bytes as its cells.
//! Compares: every listed strategy, some composed ones, and every backend of the lanes, with each
//! other and with `verify`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sudomill::{
    grid::{Order, Order2, Order3},
    solver::registry::{Strategy, all_combinations},
};
use sudomill_fuzz::{
    Choices, puzzle,
    strategies::{assert_agree, lanes, listed},
};

fuzz_target!(|data: &[u8]| {
    let Some((mut choices, text)) = Choices::split(data) else { return };
    let solutions = 1 + choices.below(3) as u64;
    let composed: Vec<_> = all_combinations().collect();
    let some = (0..3).map(|_| choices.one_of(&composed));
    let all: Vec<_> = some.chain(listed()).chain(lanes()).collect();
    match text.len() > 16 {
        true => check::<Order3>(text, &all, solutions),
        false => check::<Order2>(text, &all, solutions),
    }
});

fn check<O: Order>(text: &[u8], strategies: &[Strategy], solutions: u64) {
    assert_agree(&puzzle::<O>(text), strategies, solutions);
}
