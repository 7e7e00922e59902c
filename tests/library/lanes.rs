//! The lane kernel against `mrv` and `verify`, on every backend of this CPU.

use sudomill::{
    grid::{Cell, Order3, Puzzle, Size},
    solver::{
        Batch, Counters, Limits, RowResult, Solver, Status,
        lanes::{Backend, LaneSolver, Lanes},
        registry,
    },
    verify,
};

type Line = [u8; 81];

const EMPTY: Line = [b'.'; 81];

/// Puzzles that need a lot of search: with 17 clues, and among the hardest known.
const HARD: [&Line; 4] = [
    b"000000010400000000020000000000050407008000300001090000300400200050100000000806000",
    b"000000012000035000000600070700000300000400800100000000000120000080000040050000600",
    b"800000000003600000070090200050007000000045700000100030001000068008500010090000400",
    b"100007090030020008009600500005300900010080002600004000300000010040000007007000300",
];

/// A xorshift generator, so that every run has the same lines.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    /// Returns a solved grid: the cyclic one with rows, columns and digits shuffled within the
    /// rules.
    fn grid(&mut self) -> Line {
        let rows = self.within_bands();
        let columns = self.within_bands();
        let digits = self.permutation::<9>();
        std::array::from_fn(|cell| {
            let (row, column) = (rows[cell / 9], columns[cell % 9]);
            b'1' + digits[(row * 3 + row / 3 + column) % 9] as u8
        })
    }

    fn permutation<const N: usize>(&mut self) -> [usize; N] {
        let mut items: [usize; N] = std::array::from_fn(|i| i);
        for i in (1..N).rev() {
            items.swap(i, self.below(i + 1));
        }
        items
    }

    fn within_bands(&mut self) -> [usize; 9] {
        let bands = self.permutation::<3>();
        let inside: [[usize; 3]; 3] = std::array::from_fn(|_| self.permutation::<3>());
        std::array::from_fn(|i| 3 * bands[i / 3] + inside[i / 3][i % 3])
    }

    /// Returns a solved grid of which `clues` random cells are kept.
    fn puzzle(&mut self, clues: usize) -> Line {
        let grid = self.grid();
        let mut line = EMPTY;
        for &cell in &self.permutation::<81>()[..clues] {
            line[cell] = grid[cell];
        }
        line
    }

    /// Like [`Self::puzzle`], with one clue changed: most have no solution, some repeat a digit.
    fn spoiled(&mut self, clues: usize) -> Line {
        let mut line = self.puzzle(clues);
        let given: Vec<usize> = (0..81).filter(|&cell| line[cell] != b'.').collect();
        line[given[self.below(given.len())]] = b'1' + self.below(9) as u8;
        line
    }
}

/// Returns puzzles of every kind: full, unique, hard, with several solutions, with none. Under
/// Miri, which is about a thousand times slower, only a few.
fn zoo() -> Vec<Line> {
    let mut random = Random(0x5EED);
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
        lines.extend((0..each).map(|_| random.puzzle(clues)));
        lines.extend((0..each).map(|_| random.spoiled(clues)));
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

fn limits(solutions: u64) -> Limits<'static> {
    Limits::default().with_solutions(solutions)
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
    let (lines, mrv) = (zoo(), registry::find("mrv").unwrap().solver());
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
    let mut random = Random(0xD0B1E);
    let mut lines = Vec::new();
    for first in Cell::all::<Order3>().step_by(if cfg!(miri) { 40 } else { 1 }) {
        for &second in first.peers::<Order3>() {
            for clues in [0, 17, 30, 60, 81] {
                let mut line = random.puzzle(clues);
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
    let all: &[u64] = if cfg!(miri) { &[2] } else { &[1, 2, 50] };
    for &limit in all {
        let expected = solve(Backend::PORTABLE, &lines, limits(limit));
        for backend in Backend::available() {
            assert_eq!(solve(backend, &lines, limits(limit)), expected);
        }
    }
}

#[test]
fn same_under_guess_limits() {
    let lines = zoo();
    for max_guesses in [0, 1, 3, 10, 100] {
        let capped = limits(1000).with_max_guesses(max_guesses);
        let expected = solve(Backend::PORTABLE, &lines, capped);
        assert!(expected.iter().any(|it| it.0.status == Status::GaveUp), "{max_guesses}");
        assert!(expected.iter().all(|it| it.0.counters.guesses <= max_guesses));
        for backend in Backend::available() {
            assert_eq!(solve(backend, &lines, capped), expected);
        }
    }
}

#[test]
fn neighbours_change_nothing() {
    let (lines, mut random) = (zoo(), Random(0xBEE));
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
        let (result, first) = solve(backend, &[EMPTY], limits(100_000))[0];
        assert_eq!((result.solutions, result.status), (100_000, Status::Multiple));
        assert_solves(&EMPTY, &first.unwrap());
    }
}

#[test]
fn blank_symbols() {
    for backend in Backend::available() {
        let mut random = Random(7);
        for blank in *b".0-_*?xX" {
            let line = random.puzzle(30);
            let other = line.map(|byte| if byte == b'.' { blank } else { byte });
            let outcomes = solve(backend, &[line, other], limits(2));
            assert_eq!(outcomes[0], outcomes[1]);
        }
    }
}

#[test]
fn guess_limit() {
    for backend in Backend::available() {
        let capped = limits(1_000_000).with_max_guesses(10);
        let result = solve(backend, &[EMPTY], capped)[0].0;
        assert_eq!((result.status, result.counters.guesses), (Status::GaveUp, 10));
        let stop = std::sync::atomic::AtomicBool::new(true);
        let stopped = limits(2).with_stop(&stop);
        assert_eq!(solve(backend, &[EMPTY], stopped)[0].0.status, Status::GaveUp);
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
