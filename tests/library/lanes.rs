//! The lane kernel in batches: on every backend of this CPU, a puzzle has the outcome that it has
//! alone, whatever its neighbors and the size of the batch, and as many solutions as with `mrv`.

#[path = "../../crates/lanes/tests/kernel/lines.rs"]
mod lines;

use super::{
    common::{find, limits, made},
    equivalence::{from_cells, solved_cells},
};
use lines::{HARD, Line, Random};
use sudomill::{
    generate::Kind,
    grid::{Cell, Order3, Puzzle, Size},
    solver::{
        Batch, Limits, RowResult, Solver, Status,
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

fn batch(lines: &[Line]) -> Batch {
    let mut batch = Batch::new(Size::Nine);
    lines.iter().for_each(|line| batch.push_symbols(line));
    batch
}

/// Returns puzzles of every kind: full, unique, hard, with several solutions, with none. Under
/// Miri, which is about a thousand times slower, only a few.
fn zoo() -> Batch {
    let mut random = Random::new(0x5EED);
    let (mut lines, kinds, each) = match cfg!(miri) {
        false => (vec![EMPTY], &[81, 80, 60, 40, 30, 26, 24, 22, 20][..], 30),
        true => (Vec::new(), &[80, 40, 33][..], 1),
    };
    lines.extend(HARD.iter().filter(|_| !cfg!(miri)).copied());
    for &clues in kinds {
        for _ in 0..each {
            let mut line = random_puzzle(&mut random, clues);
            lines.push(line);
            // With one clue changed, most have no solution, some repeat a digit.
            let given: Vec<usize> = (0..81).filter(|&cell| line[cell] != b'.').collect();
            line[given[random.below(given.len())]] = b'1' + random.below(9) as u8;
            lines.push(line);
        }
    }
    batch(&lines)
}

/// Puzzles given by candidates, with one or more solutions and with none, and some given by clues.
fn zoo_of_candidates() -> Batch {
    let mut batch = Batch::new(Size::Nine);
    for number in 0..40 {
        let (one, other) = (solved_cells(number), solved_cells(number + 40));
        batch.push_puzzle(&from_cells(&std::array::from_fn(|cell| one[cell] | other[cell])));
        batch.push_puzzle::<Order3>(&made(Kind::Minimal, 9, number));
        let dead = std::array::from_fn(|cell| if cell == 7 { 0 } else { one[cell] });
        batch.push_puzzle(&from_cells(&dead));
    }
    batch
}

/// The result of a row, and its first solution.
type Outcome = (RowResult, Option<Vec<u8>>);

/// Solves rows in batches of this size.
fn solve(size: usize, backend: Backend, rows: &Batch, limits: Limits) -> Vec<Outcome> {
    let mut lanes = Lanes::new(backend, limits);
    for first in (0..rows.len()).step_by(size) {
        let mut batch = Batch::new(Size::Nine);
        batch.push_rows(rows, first..rows.len().min(first + size));
        lanes.take(batch);
    }
    lanes.finish();
    let mut outcomes = Vec::new();
    while let Some(batch) = lanes.next_done() {
        let first = |row| batch.solution(row).map(<[u8]>::to_vec);
        outcomes.extend((0..batch.len()).map(|row| (batch.results()[row], first(row))));
    }
    assert_eq!(outcomes.len(), rows.len());
    let (occupancy, sweeps) = (lanes.occupancy(), outcomes.iter().map(|it| it.0.counters.steps));
    assert!(occupancy.busy <= occupancy.total);
    // The sweeps of puzzles whose clues repeat a digit, and beyond thousands of solutions, are not
    // counted.
    let is_counted = rows.len() > 1 && outcomes.iter().all(|it| it.0.status != Status::Invalid);
    assert!(!is_counted || occupancy.busy == sweeps.sum::<u64>());
    outcomes
}

#[test]
fn same_for_every_backend() {
    let rows = zoo();
    let few = [0, 1, 3, 10, 100].map(|most| limits(1000).with_max_guesses(most));
    let all = [2, 1, 50].map(limits).into_iter().chain(few);
    for limits in all.take(if cfg!(miri) { 1 } else { 8 }) {
        let expected = solve(rows.len(), Backend::PORTABLE, &rows, limits);
        for (backend, size) in Backend::available().flat_map(|it| [(it, 7), (it, rows.len())]) {
            let outcomes = solve(size, backend, &rows, limits);
            assert_eq!(outcomes, expected, "{} {limits:?}", backend.name());
        }
        let gives_up = expected.iter().any(|it| it.0.status == Status::GaveUp);
        assert_eq!(gives_up, limits.max_guesses < u64::MAX, "{limits:?}");
        for RowResult { status, solutions, counters, .. } in expected.iter().map(|it| it.0) {
            assert!(counters.guesses <= limits.max_guesses);
            // An exhausted search undoes its guesses.
            let is_exhausted = status != Status::GaveUp && solutions < limits.solutions.get();
            assert!(!is_exhausted || counters.guesses == counters.backtracks);
        }
    }
}

/// Every puzzle alone, and among others in random order.
#[test]
fn neighbours_change_nothing() {
    let (mrv, mut random) = (find("mrv").solver::<Order3>(), Random::new(0xBEE));
    let [clues, candidates] = [zoo(), zoo_of_candidates()];
    for (zoo, limit) in [(&clues, 1), (&clues, 2), (&clues, 1000), (&candidates, 9)] {
        let limits = limits(limit);
        let by_mrv: Vec<_> = (0..zoo.len())
            .map(|row| zoo.puzzle::<Order3>(row).map(|puzzle| mrv.solve(&puzzle, &limits)))
            .collect();
        for backend in Backend::available() {
            let (mut rows, mut order) =
                (Batch::new(Size::Nine), (0..zoo.len()).collect::<Vec<_>>());
            random.shuffle(&mut order);
            order.iter().for_each(|&row| rows.push_rows(zoo, row..row + 1));
            let solver = LaneSolver::new(backend);
            for (row, (result, first)) in solve(64, backend, &rows, limits).into_iter().enumerate()
            {
                let context = format!("{} on {}, limit {limit}", backend.name(), rows.text(row));
                let Some(puzzle) = rows.puzzle::<Order3>(row) else {
                    assert_eq!(
                        (result.status, result.solutions, first),
                        (Status::Invalid, 0, None)
                    );
                    continue;
                };
                let alone = solver.solve(&puzzle, &limits);
                let expected = by_mrv[order[row]].as_ref().expect("a puzzle");
                let expected = (expected.status, expected.solutions);
                assert_eq!((result.status, result.solutions), expected, "{context}");
                assert_eq!((alone.status, alone.solutions), expected, "{context}");
                let solution = alone.solution.map(|it| it.to_string().into_bytes());
                assert_eq!(first, solution, "{context}");
                let mut counters = result.counters;
                counters.clues = alone.counters.clues;
                assert_eq!(counters, alone.counters, "{context}");
                let found = alone.solution.map(|it| verify::check(&puzzle, it.values()));
                assert!(found.is_none_or(|found| found.is_ok()), "{context}");
            }
        }
    }
}

/// A repeated digit in any two cells of a unit, whatever the other clues are.
#[test]
fn repeated_digits_are_found() {
    let (mut random, mut rows) = (Random::new(0xD0B1E), Batch::new(Size::Nine));
    for first in Cell::all::<Order3>().step_by(if cfg!(miri) { 40 } else { 1 }) {
        for &second in first.peers::<Order3>() {
            for clues in [0, 17, 30, 60, 81] {
                let mut line = random_puzzle(&mut random, clues);
                let digit = b'1' + random.below(9) as u8;
                [first, second].iter().for_each(|cell| line[cell.index()] = digit);
                rows.push_symbols(&line);
            }
        }
    }
    for backend in Backend::available() {
        for (row, (result, _)) in solve(256, backend, &rows, limits(2)).into_iter().enumerate() {
            assert_eq!(result.status, Status::Invalid, "{}", rows.text(row));
        }
    }
}

#[test]
fn empty_grid() {
    for backend in Backend::available() {
        let of = |limits: Limits| solve(1, backend, &batch(&[EMPTY]), limits).remove(0);
        let (result, first) = of(limits(100_000));
        assert_eq!((result.solutions, result.status), (100_000, Status::Multiple));
        let values: Vec<u8> = first.unwrap().iter().map(|symbol| symbol - b'0').collect();
        assert_eq!(batch(&[EMPTY]).check(0, &values), Ok(()));
        let result = of(limits(1_000_000).with_max_guesses(10)).0;
        assert_eq!((result.status, result.counters.guesses), (Status::GaveUp, 10));
        assert_eq!(of(limits(2).with_stop(&true.into())).0.status, Status::GaveUp);
    }
}

#[test]
fn blank_symbols() {
    for backend in Backend::available() {
        let mut random = Random::new(7);
        for blank in *b".0-_*?xX" {
            let line = random_puzzle(&mut random, 30);
            let other = line.map(|byte| if byte == b'.' { blank } else { byte });
            let outcomes = solve(2, backend, &batch(&[line, other]), limits(2));
            assert_eq!(outcomes[0], outcomes[1]);
        }
    }
}

/// A thread's next puzzle reuses the lanes of its previous one, under other limits.
#[test]
fn single_puzzle_after_another() {
    let hard: Puzzle = batch(&[*HARD[2]]).puzzle(0).unwrap();
    for backend in Backend::available() {
        let solver = LaneSolver::new(backend);
        let of = |limits: Limits| solver.solve(&hard, &limits);
        let fresh = std::thread::scope(|s| s.spawn(|| of(limits(2))).join().unwrap());
        for (limits, status) in [
            (limits(2).with_max_guesses(3), Status::GaveUp),
            (limits(2).with_stop(&true.into()), Status::GaveUp),
            (limits(1), Status::Solved),
        ] {
            assert_eq!(of(limits).status, status);
            assert_eq!(of(self::limits(2)), fresh);
        }
    }
}
