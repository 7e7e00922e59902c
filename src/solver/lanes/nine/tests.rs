//! Compares whole searches with the reference, on every CPU level: outcomes and all counters.

use crate::solver::{
    Limits,
    lanes::{
        Backend, LaneInput,
        nine::solve,
        tests::{Random, limits, puzzles, reference, rounds},
    },
};

fn check(limits: &Limits) {
    for line in puzzles(&mut Random::new(71)) {
        let expected = reference::solve(&line, limits);
        let cells =
            line.map(
                |byte| if byte.is_ascii_digit() && byte != b'0' { 1 << (byte - b'1') } else { 511 },
            );
        for backend in Backend::available() {
            for given in [LaneInput::Clues(&line), LaneInput::Candidates(&cells)] {
                let mut outcome = solve(backend, given, limits);
                if outcome.solutions == 0 {
                    // `first` is meaningless then.
                    outcome.first = expected.first;
                }
                assert_eq!(outcome, expected, "{backend:?} {} {limits:?}", line.escape_ascii());
            }
        }
    }
}

#[test]
fn search_for_one() {
    check(&limits(1));
}

#[test]
fn search_for_two() {
    check(&limits(2));
}

#[test]
fn search_for_many() {
    check(&limits(rounds(1000, 3) as u64));
}

#[test]
fn search_with_few_guesses() {
    for max_guesses in [0, 1, 2, 7, 40].into_iter().step_by(rounds(1, 2)) {
        check(&Limits { max_guesses, ..limits(50) });
    }
}
