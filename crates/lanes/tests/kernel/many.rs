//! Compares searches for thousands of solutions with one that is not divided.

use super::{reference, solve};
use rayon::ThreadPoolBuilder;
use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};
use sudomill_lanes::{
    backend::{Backend, Baseline},
    cpu::Cpu,
    narrow::Register128,
    progress::{Handover, LaneInput, LaneOutcome, Progress, Round, RowId},
    queue::{MANY, Queue},
};
use sudomill_puzzle::{grid::Candidates, solving::Limits};

/// Enough solutions for several parts behind the first, which ends after [`MANY`].
const SOLUTIONS: u64 = 6_900;
const PUZZLE: &[u8; 81] =
    b"..8...............4..8....7.8...4.9...6.1.7........38...4.79..2.6...1...2..3..6..";

/// Solves a puzzle, given by clues and by candidates, on every backend and several numbers of threads,
/// and compares the outcomes with that of a search that is not divided.
#[track_caller]
fn check(line: &[u8; 81], limits: &Limits) -> LaneOutcome {
    let mut progress = Progress::default();
    Backend::PORTABLE.0.search(&LaneInput::Clues(line), limits, &mut progress);
    let expected = progress.outcome;
    let cells = reference::parse(line).map(|bits| Candidates::from_bits(bits.into()));
    for threads in [1, 2, 7] {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        for backend in Backend::available() {
            for given in [LaneInput::Clues(line), LaneInput::Candidates(&cells)] {
                let outcome = pool.install(|| solve(backend, given, limits));
                assert_eq!(outcome, expected, "{threads} threads, {backend:?}, {limits:?}");
            }
        }
    }
    expected
}

#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn outcomes_of_one_lane() {
    let mut of_all = LaneOutcome::default();
    for solutions in [u64::MAX, SOLUTIONS + 1, SOLUTIONS, SOLUTIONS - 1, 4_097, 4_098, 4_353, 6_000]
    {
        let limits = Limits::default().with_solutions(solutions);
        let outcome = check(PUZZLE, &limits);
        assert_eq!(outcome.solutions, solutions.min(SOLUTIONS));
        if solutions == u64::MAX {
            of_all = outcome;
        }
    }
    let all = of_all.counters.guesses;
    for max_guesses in [0, 1, 9_000, 9_001, 12_000, all - 1, all, all + 1] {
        let limits = Limits::default().with_solutions(u64::MAX).with_max_guesses(max_guesses);
        assert_eq!(check(PUZZLE, &limits).gave_up, max_guesses < all);
    }
    check(&[b'.'; 81], &Limits::default().with_solutions(10_000));
    // No solution: a digit twice in a row.
    let mut none = [b'.'; 81];
    (none[0], none[8]) = (b'1', b'1');
    check(&none, &Limits::default().with_solutions(u64::MAX));
}

/// The numbers of solutions after which the alternatives end that a search has not tried when it has found
/// `first` solutions.
fn ends_of_parts(line: &[u8; 81], first: u64) -> Vec<u64> {
    let limits = Limits::default().with_solutions(u64::MAX);
    let search = |mut queue: Queue| {
        Backend::PORTABLE.0.lanes(limits, None)(&mut queue, true);
        queue.begun.pop().unwrap()
    };
    let node = Baseline::<Register128>::NEW.grid(LaneInput::Clues(line)).node();
    let mut queue = Queue::divided(first, None);
    queue.handovers.push(Handover { id: RowId::default(), sweeps: 0, node, branch: None });
    let begun = search(queue);
    let mut found = begun.progress.outcome.solutions;
    // The next one comes last.
    let parts = begun.rest.into_iter().rev().map(|alternative| {
        let round = Round::new((*begun.progress).clone(), vec![alternative]);
        found += search(Queue::divided(u64::MAX, Some(Arc::new(round)))).progress.found_in_part();
        found
    });
    parts.collect()
}

/// A limit is reached with the last solution of a part, or with the first of the next one that has any.
/// Searches are divided after 64 solutions, into large parts; later parts have few.
#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn limits_at_borders_of_parts() {
    let large = ends_of_parts(PUZZLE, 1 << 6);
    let small = ends_of_parts(PUZZLE, 5_000);
    assert_eq!((large.last(), small.last()), (Some(&SOLUTIONS), Some(&SOLUTIONS)));
    let ends: BTreeSet<u64> = large.into_iter().chain(small).collect();
    let divided: BTreeSet<u64> =
        ends.into_iter().filter(|&end| MANY < end && end < SOLUTIONS).collect();
    assert!(divided.len() >= 5, "{divided:?}");
    for end in divided {
        let limits = Limits::default().with_solutions(end + 1);
        assert_eq!(check(PUZZLE, &limits).solutions, end + 1);
        let limits = limits.with_solutions(end);
        let outcome = check(PUZZLE, &limits);
        assert_eq!(outcome.solutions, end);
        // One guess fewer than it takes to find all of them, and as many.
        let guesses = outcome.counters.guesses;
        for most in [guesses - 1, guesses] {
            assert_eq!(check(PUZZLE, &limits.with_max_guesses(most)).gave_up, most < guesses);
        }
    }
}

#[test]
fn counts_and_stops() {
    let (stop, found) = (AtomicBool::new(false), AtomicU64::new(0));
    let limits = Limits::default().with_solutions(u64::MAX).with_stop(&stop).with_found(&found);
    let of = |line| solve(Backend::best(), LaneInput::Clues(line), &limits);
    if !cfg!(miri) {
        assert_eq!(of(PUZZLE).solutions, SOLUTIONS);
        assert_eq!(found.load(Ordering::Relaxed), SOLUTIONS);
    }
    // The empty grid has more solutions than can be counted.
    std::thread::scope(|scope| {
        let search = scope.spawn(|| of(&[b'.'; 81]));
        while found.load(Ordering::Relaxed) < 30_000 && !cfg!(miri) {
            std::thread::yield_now();
        }
        stop.store(true, Ordering::Relaxed);
        assert!(search.join().unwrap().gave_up);
    });
}
