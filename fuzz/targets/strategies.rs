//! Feeds: a puzzle up to 9×9 with any bytes as its cells.
//! Compares: every listed strategy, some composed ones, and every backend of the lanes, with each
//! other and with `verify`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sudomill::{
    grid::{Boxes, Order, Order2, Order3},
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
    match text.len() {
        ..=16 => check::<Order2>(text, &all, solutions),
        17..=36 => check::<Boxes<2, 3>>(text, &all, solutions),
        37..=64 => check::<Boxes<4, 2>>(text, &all, solutions),
        _ => check::<Order3>(text, &all, solutions),
    }
});

fn check<O: Order>(text: &[u8], strategies: &[Strategy], solutions: u64) {
    assert_agree(&puzzle::<O>(text), strategies, solutions);
}
