//! Compares whole searches with the reference: outcomes and all counters.

use super::{
    Random, on_every_cpu,
    puzzles::{Line, limits, puzzles},
    reference, rounds, solve,
};
use std::sync::LazyLock;
use sudomill_lanes::{
    Backend, LaneInput,
    cpu::Cpu,
    progress::LaneOutcome,
    queue::{self, Queue},
    scheduler::Scheduler,
};
use sudomill_puzzle::{
    grid::{Candidates, Order3, Size},
    solving::{Batch, Clock, Limits, RowResult},
};

on_every_cpu!(search_for_one, search_for_two, search_for_many, search_with_few_guesses);

/// The puzzles, the same for all backends.
pub static PUZZLES: LazyLock<Vec<Line>> = LazyLock::new(|| puzzles(&mut Random::new(71)));

/// The outcomes of the reference.
type Expected = LazyLock<Vec<LaneOutcome>>;

static FOR_ONE: Expected = LazyLock::new(|| expected(&limits(1)));
static FOR_TWO: Expected = LazyLock::new(|| expected(&limits(2)));
static FOR_MANY: Expected = LazyLock::new(|| expected(&limits(MANY)));

/// A limit on solutions that most puzzles do not reach.
const MANY: u64 = rounds(1000, 3) as u64;

fn expected(limits: &Limits) -> Vec<LaneOutcome> {
    PUZZLES.iter().map(|line| reference::solve(line, limits)).collect()
}

/// The limits of the tests with few guesses.
fn few_guesses() -> impl Iterator<Item = Limits<'static>> {
    let all = [0, 1, 2, 7, 40].into_iter().step_by(rounds(1, 2));
    all.map(|max_guesses| limits(50).with_max_guesses(max_guesses))
}

/// Compares an outcome with the reference's.
fn compare(mut outcome: LaneOutcome, expected: &LaneOutcome, line: &Line, limits: &Limits) {
    if outcome.solutions == 0 {
        // `first` is meaningless then.
        outcome.first = expected.first;
    }
    assert_eq!(outcome, *expected, "{} {limits:?}", line.escape_ascii());
}

/// Solves all puzzles side by side, in short batches and in full ones, and compares each outcome
/// with the reference's.
fn check(cpu: impl Cpu, expected: &[LaneOutcome], limits: &Limits) {
    check_batches(Scheduler::new(cpu, *limits, None), expected, 10);
    // Under Miri, fewer than a full batch, but more than there are lanes.
    check_batches(Scheduler::new(cpu, *limits, None), expected, rounds(Batch::ROWS, 40));
}

/// Solves all puzzles in batches of this size, and again until the last batch is full.
pub fn check_batches(
    mut scheduler: Scheduler<impl Cpu>,
    expected: &[LaneOutcome],
    batch_size: usize,
) {
    let limits = scheduler.limits;
    let mut queue = Queue::new(Clock::Off, limits.solutions.get());
    let rows = PUZZLES.len().next_multiple_of(batch_size);
    let all: Vec<_> = PUZZLES.iter().zip(expected).cycle().take(rows).collect();
    for rows in all.chunks(batch_size) {
        let mut batch = Batch::new(Size::Nine);
        rows.iter().for_each(|(line, _)| batch.push_symbols(*line));
        queue.push(batch);
        scheduler.run(&mut queue, false);
    }
    scheduler.run(&mut queue, true);
    let mut all = all.into_iter();
    while let Some(batch) = queue.pop() {
        for (row, result) in batch.results().iter().enumerate() {
            let (line, expected) = all.next().unwrap();
            let first = (expected.solutions > 0).then_some(&expected.first[..]);
            assert_eq!(batch.solution(row), first, "{}", line.escape_ascii());
            let expected = match batch.puzzle::<Order3>(row) {
                None => RowResult::INVALID,
                Some(_) => RowResult::new(
                    expected.status(&limits),
                    expected.solutions,
                    expected.counters.with_clues(0),
                ),
            };
            assert_eq!(*result, expected, "{} {limits:?}", line.escape_ascii());
        }
    }
    assert!(all.next().is_none(), "every puzzle ends");
}

/// Solves the puzzles one at a time on every backend, given by clues and by candidates, and
/// compares each outcome with the reference's.
fn check_single(expected: &[LaneOutcome], limits: &Limits) {
    for (line, expected) in PUZZLES.iter().zip(expected) {
        let cells = reference::parse(line).map(|bits| Candidates::from_bits(bits.into()));
        for backend in Backend::available() {
            for given in [LaneInput::Clues(line), LaneInput::Candidates(&cells)] {
                compare(solve(backend, given, limits), expected, line, limits);
            }
        }
    }
}

#[test]
fn single_search_for_one() {
    check_single(&FOR_ONE, &limits(1));
}

#[test]
fn single_search_for_two() {
    check_single(&FOR_TWO, &limits(2));
}

#[test]
fn single_search_for_many() {
    check_single(&FOR_MANY, &limits(MANY));
}

#[test]
fn single_search_with_few_guesses() {
    few_guesses().for_each(|limits| check_single(&expected(&limits), &limits));
}

/// A search that is divided among threads.
#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn single_search_for_thousands() {
    let (empty, limits) = ([b'.'; 81], limits(queue::MANY + 400));
    let expected = reference::solve(&empty, &limits);
    for backend in Backend::available() {
        compare(solve(backend, LaneInput::Clues(&empty), &limits), &expected, &empty, &limits);
    }
}

mod generic {
    use super::*;

    pub fn search_for_one(cpu: impl Cpu) {
        check(cpu, &FOR_ONE, &limits(1));
    }

    pub fn search_for_two(cpu: impl Cpu) {
        check(cpu, &FOR_TWO, &limits(2));
    }

    pub fn search_for_many(cpu: impl Cpu) {
        check(cpu, &FOR_MANY, &limits(MANY));
    }

    pub fn search_with_few_guesses(cpu: impl Cpu) {
        few_guesses().for_each(|limits| check(cpu, &expected(&limits), &limits));
    }
}
