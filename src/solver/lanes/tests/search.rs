//! Compares whole searches with the reference: outcomes and all counters.

use super::{
    Random, on_every_layout,
    puzzles::{Line, limits, puzzles},
    reference, rounds,
};
use crate::solver::{
    Limits,
    lanes::{
        LaneOutcome,
        layout::LaneLayout,
        scheduler::{LaneInput, Scheduler, Traffic},
    },
};
use std::sync::LazyLock;

on_every_layout!(
    plain: !cfg!(miri);
    search_for_one, search_for_two, search_for_many, search_with_few_guesses
);

/// Lines, and their outcomes by index.
struct Lines {
    lines: Vec<Line>,
    next: usize,
    outcomes: Vec<Option<LaneOutcome>>,
}

impl Traffic for Lines {
    fn next(&mut self) -> Option<(u64, LaneInput<'_>)> {
        self.next += 1;
        Some((self.next as u64 - 1, LaneInput::Clues(self.lines.get(self.next - 1)?)))
    }

    fn end(&mut self, id: u64, outcome: &LaneOutcome) {
        assert_eq!(self.outcomes[id as usize].replace(*outcome), None, "{id} ended twice");
    }
}

/// The puzzles, the same for all layouts.
static PUZZLES: LazyLock<Vec<Line>> = LazyLock::new(|| puzzles(&mut Random::new(71)));

/// Solves all puzzles side by side, and compares each outcome with the reference's.
fn check<L: LaneLayout>(proof: L::Proof, expected: &[LaneOutcome], limits: &Limits) {
    let lines = PUZZLES.clone();
    let outcomes = vec![None; lines.len()];
    let mut traffic = Lines { lines, next: 0, outcomes };
    let mut scheduler = Scheduler::<L>::new(proof, *limits);
    L::run(proof, &mut scheduler, &mut traffic, true);
    for ((outcome, expected), line) in traffic.outcomes.iter().zip(expected).zip(&*PUZZLES) {
        let (mut outcome, line) = (outcome.expect("every puzzle ends"), line.escape_ascii());
        if outcome.solutions == 0 {
            // `first` is meaningless then.
            outcome.first = expected.first;
        }
        assert_eq!(outcome, *expected, "{line} {limits:?}");
    }
}

/// The outcomes of the reference.
fn expected(limits: &Limits) -> Vec<LaneOutcome> {
    PUZZLES.iter().map(|line| reference::solve(line, limits)).collect()
}

mod generic {
    use super::*;

    pub fn search_for_one<L: LaneLayout>(proof: L::Proof) {
        static EXPECTED: LazyLock<Vec<LaneOutcome>> = LazyLock::new(|| expected(&limits(1)));
        check::<L>(proof, &EXPECTED, &limits(1));
    }

    pub fn search_for_two<L: LaneLayout>(proof: L::Proof) {
        static EXPECTED: LazyLock<Vec<LaneOutcome>> = LazyLock::new(|| expected(&limits(2)));
        check::<L>(proof, &EXPECTED, &limits(2));
    }

    pub fn search_for_many<L: LaneLayout>(proof: L::Proof) {
        let limits = limits(rounds(1000, 3) as u64);
        static EXPECTED: LazyLock<Vec<LaneOutcome>> =
            LazyLock::new(|| expected(&super::limits(rounds(1000, 3) as u64)));
        check::<L>(proof, &EXPECTED, &limits);
    }

    pub fn search_with_few_guesses<L: LaneLayout>(proof: L::Proof) {
        for max_guesses in [0, 1, 2, 7, 40].into_iter().step_by(rounds(1, 2)) {
            let limits = Limits { max_guesses, ..limits(50) };
            check::<L>(proof, &expected(&limits), &limits);
        }
    }
}
