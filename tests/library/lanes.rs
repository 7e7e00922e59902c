//! The lane kernel against `mrv` and `verify`, on every backend of this CPU.

#[path = "../../crates/core/src/solver/lanes/tests/lines.rs"]
mod lines;

use super::common::{find, limits};
use lines::{HARD, Line, Random};
use sudomill::{
    grid::{Cell, Order3, Puzzle, Size},
    solver::{
        Batch, Counters, Limits, RowResult, Solver, Status,
        lanes::{Backend, LaneSolver, Lanes},
    },
    verify,
};

const EMPTY: Line = [b'.'; 81];

/// Returns a solved grid of which `clues` random cells are kept.
fn random_puzzle(random: &mut Random, clues: usize) -> Line {
    let grid = random.solved();
    random.kept(&grid, clues)
}

/// Like [`random_puzzle`], with one clue changed: most have no solution, some repeat a digit.
fn spoiled(random: &mut Random, clues: usize) -> Line {
    let mut line = random_puzzle(random, clues);
    let given: Vec<usize> = (0..81).filter(|&cell| line[cell] != b'.').collect();
    line[given[random.below(given.len())]] = b'1' + random.below(9) as u8;
    line
}

/// Returns puzzles of every kind: full, unique, hard, with several solutions, with none. Under
/// Miri, which is about a thousand times slower, only a few.
fn zoo() -> Vec<Line> {
    let mut random = Random::new(0x5EED);
    let mut lines = Vec::new();
    let (kinds, each) = match cfg!(miri) {
        false => (&[81, 80, 60, 40, 30, 26, 24, 22, 20][..], 30),
        true => (&[80, 40, 33][..], 1),
    };
    if !cfg!(miri) {
        lines.push(EMPTY);
        lines.extend(HARD);
    }
    for &clues in kinds {
        lines.extend((0..each).map(|_| random_puzzle(&mut random, clues)));
        lines.extend((0..each).map(|_| spoiled(&mut random, clues)));
    }
    lines
}

/// The result of a line, and its first solution.
type Outcome = (RowResult, Option<Line>);

/// Solves lines in batches of this many rows.
fn solve_by(rows: usize, lanes: &mut Lanes, lines: &[Line]) -> Vec<Outcome> {
    for lines in lines.chunks(rows) {
        let mut batch = Batch::new(Size::Nine);
        lines.iter().for_each(|line| batch.push_symbols(line));
        lanes.take(batch);
    }
    lanes.finish();
    let mut outcomes = Vec::new();
    while let Some(batch) = lanes.next_done() {
        let first = |row| Some(batch.solution(row)?.try_into().expect("81 symbols"));
        outcomes.extend((0..batch.len()).map(|row| (batch.results()[row], first(row))));
    }
    assert_eq!(outcomes.len(), lines.len());
    outcomes
}

fn solve(backend: Backend, lines: &[Line], limits: Limits) -> Vec<Outcome> {
    solve_by(lines.len(), &mut Lanes::new(backend, limits), lines)
}

/// Parses a line; `None` if its clues repeat a digit.
fn puzzle(line: &Line) -> Option<Puzzle> {
    let values = line.map(|byte| if byte == b'.' { 0 } else { byte - b'0' });
    Puzzle::new(&values).ok()
}

fn assert_solves(line: &Line, solution: &Line) {
    let values = solution.map(|digit| digit - b'0');
    assert_eq!(verify::check(&puzzle(line).expect("a puzzle"), &values), Ok(()));
}

#[test]
fn counts_as_mrv() {
    let (lines, mrv) = (zoo(), find("mrv").solver());
    for limit in [1, 2, 1000] {
        for backend in Backend::available() {
            for (line, (result, first)) in lines.iter().zip(solve(backend, &lines, limits(limit))) {
                let expected = puzzle(line).map(|puzzle| mrv.solve(&puzzle, &limits(limit)));
                let status = expected.map_or(Status::Invalid, |outcome| outcome.status);
                let count = expected.map_or(0, |outcome| outcome.solutions);
                let text = line.escape_ascii();
                assert_eq!(result.solutions, count, "{} {text}", backend.name());
                assert_eq!(result.status, status, "{} {text}", backend.name());
                assert_eq!(first.is_some(), count > 0);
                first.iter().for_each(|first| assert_solves(line, first));
            }
        }
    }
}

/// A repeated digit in any two cells of a unit, whatever the other clues are.
#[test]
fn repeated_digits_are_found() {
    let mut random = Random::new(0xD0B1E);
    let mut lines = Vec::new();
    for first in Cell::all::<Order3>().step_by(if cfg!(miri) { 40 } else { 1 }) {
        for &second in first.peers::<Order3>() {
            for clues in [0, 17, 30, 60, 81] {
                let mut line = random_puzzle(&mut random, clues);
                let digit = b'1' + random.below(9) as u8;
                [first, second].iter().for_each(|cell| line[cell.index()] = digit);
                lines.push(line);
            }
        }
    }
    for backend in Backend::available() {
        for (line, (result, _)) in lines.iter().zip(solve(backend, &lines, limits(2))) {
            assert_eq!(result.status, Status::Invalid, "{}", line.escape_ascii());
        }
    }
}

#[test]
fn same_for_every_backend() {
    let lines = zoo();
    let same = |limits: Limits| {
        let expected = solve(Backend::PORTABLE, &lines, limits);
        for backend in Backend::available() {
            assert_eq!(solve(backend, &lines, limits), expected, "{}", backend.name());
        }
        expected
    };
    let all: &[u64] = if cfg!(miri) { &[2] } else { &[1, 2, 50] };
    all.iter().for_each(|&limit| drop(same(limits(limit))));
    for max_guesses in [0, 1, 3, 10, 100].into_iter().take(if cfg!(miri) { 0 } else { 5 }) {
        let found = same(limits(1000).with_max_guesses(max_guesses));
        assert!(found.iter().any(|it| it.0.status == Status::GaveUp), "{max_guesses}");
        assert!(found.iter().all(|it| it.0.counters.guesses <= max_guesses));
    }
}

#[test]
fn neighbours_change_nothing() {
    let (lines, mut random) = (zoo(), Random::new(0xBEE));
    for backend in Backend::available() {
        for subject in (0..lines.len()).step_by(17) {
            let alone = solve(backend, &lines[subject..=subject], limits(2));
            for place in 0..40 {
                let mut crowd: Vec<Line> =
                    (0..64).map(|_| lines[random.below(lines.len())]).collect();
                crowd[place] = lines[subject];
                assert_eq!(solve(backend, &crowd, limits(2))[place..=place], alone);
            }
        }
    }
}

#[test]
fn any_batch_size() {
    let mut lines = zoo();
    // The sweeps of puzzles whose clues repeat a digit are not counted.
    lines.retain(|line| puzzle(line).is_some());
    for backend in Backend::available() {
        let expected = solve(backend, &lines, limits(2));
        let mut lanes = Lanes::new(backend, limits(2));
        assert_eq!(solve_by(7, &mut lanes, &lines), expected);
        let occupancy = lanes.occupancy();
        assert!(occupancy.busy <= occupancy.total);
        assert_eq!(occupancy.busy, expected.iter().map(|it| it.0.counters.steps).sum::<u64>());
    }
}

#[test]
fn empty_grid() {
    for backend in Backend::available() {
        let of = |limits: Limits| solve(backend, &[EMPTY], limits)[0];
        let (result, first) = of(limits(100_000));
        assert_eq!((result.solutions, result.status), (100_000, Status::Multiple));
        assert_solves(&EMPTY, &first.unwrap());
        let result = of(limits(1_000_000).with_max_guesses(10)).0;
        assert_eq!((result.status, result.counters.guesses), (Status::GaveUp, 10));
        let stop = std::sync::atomic::AtomicBool::new(true);
        let stopped = of(limits(2).with_stop(&stop)).0;
        assert_eq!(stopped.status, Status::GaveUp);
    }
}

#[test]
fn blank_symbols() {
    for backend in Backend::available() {
        let mut random = Random::new(7);
        for blank in *b".0-_*?xX" {
            let line = random_puzzle(&mut random, 30);
            let other = line.map(|byte| if byte == b'.' { blank } else { byte });
            let outcomes = solve(backend, &[line, other], limits(2));
            assert_eq!(outcomes[0], outcomes[1]);
        }
    }
}

#[test]
fn exhausted_search_undoes_guesses() {
    for backend in Backend::available() {
        let results = solve(backend, &zoo()[1..400], limits(1 << 12)).into_iter().map(|it| it.0);
        for RowResult { counters, .. } in results.filter(|it| it.solutions < 1 << 12) {
            assert_eq!(counters.guesses, counters.backtracks);
        }
    }
}

#[test]
fn single_puzzle() {
    for line in zoo().iter().filter(|line| puzzle(line).is_some()) {
        let solver = LaneSolver::new(Backend::best());
        let outcome = solver.solve(&puzzle(line).unwrap(), &limits(2));
        let (expected, _) = solve(Backend::PORTABLE, &[*line], limits(2))[0];
        assert_eq!(outcome.solutions, expected.solutions);
        let clues = outcome.counters.clues;
        assert_eq!(outcome.counters, Counters { clues, ..expected.counters });
    }
}

/// A thread's next puzzle reuses the lanes of its previous one, under other limits.
#[test]
fn single_puzzle_after_another() {
    let hard = puzzle(HARD[2]).unwrap();
    for backend in Backend::available() {
        let solver = LaneSolver::new(backend);
        let of = |limits: Limits| {
            let outcome = solver.solve(&hard, &limits);
            (outcome.status, outcome.solutions, outcome.solution, outcome.counters)
        };
        let fresh = std::thread::scope(|s| s.spawn(|| of(limits(2))).join().unwrap());
        let capped = limits(2).with_max_guesses(3);
        assert_eq!(of(capped).0, Status::GaveUp);
        assert_eq!(of(limits(2)), fresh);
        let stop = std::sync::atomic::AtomicBool::new(true);
        assert_eq!(of(limits(2).with_stop(&stop)).0, Status::GaveUp);
        assert_eq!(of(limits(1)).0, Status::Solved);
        assert_eq!(of(limits(2)), fresh);
    }
}
