//! Compares `electroyou` with an independent replica of the program in its article, and checks its
//! traces.

use std::{fs, path::Path};
use sudomill::{
    grid::{Order3, Puzzle},
    solver::{Counters, Event, Limits, Reason, Solver, Status, strategy::ElectroYou},
};

/// The number of passes after which the article's program stops.
const MOST_PASSES: u64 = 10_000;

/// The program of the article, exactly as printed.
#[derive(Default)]
struct Text {
    passes: u64,
    calls: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    Solved,
    NoSolution,
    OutOfPasses,
}

impl Text {
    /// Searches for the first solution, and leaves it in the grid.
    fn solve(&mut self, grid: &mut [u8; 81]) -> Ended {
        loop {
            let open: Vec<(usize, u16)> = (0..81)
                .filter(|&cell| grid[cell] == 0)
                .map(|cell| (cell, candidates(grid, cell)))
                .collect();
            if open.is_empty() {
                return Ended::Solved;
            }
            self.passes += 1;
            if self.passes > MOST_PASSES {
                return Ended::OutOfPasses;
            }
            if open.iter().any(|&(_, free)| free == 0) {
                return Ended::NoSolution;
            }
            if let Some(&(cell, free)) = open.iter().find(|(_, free)| free.count_ones() == 1) {
                grid[cell] = free.trailing_zeros() as u8;
                continue;
            }
            let &(cell, free) = open.iter().min_by_key(|(_, free)| free.count_ones()).unwrap();
            return self.force(grid, cell, free);
        }
    }

    fn force(&mut self, grid: &mut [u8; 81], cell: usize, free: u16) -> Ended {
        for value in (1..=9).filter(|value| free >> value & 1 == 1) {
            self.calls += 1;
            let mut child = *grid;
            child[cell] = value;
            match self.solve(&mut child) {
                Ended::NoSolution => {}
                end => {
                    *grid = child;
                    return end;
                }
            }
        }
        Ended::NoSolution
    }
}

/// Returns the values that row, column and box allow in a cell, as a bit mask.
fn candidates(grid: &[u8; 81], cell: usize) -> u16 {
    let (row, column) = (cell / 9, cell % 9);
    let mut seen = 1;
    for i in 0..9 {
        let in_box = (row / 3 * 3 + i / 3) * 9 + column / 3 * 3 + i % 3;
        for other in [row * 9 + i, i * 9 + column, in_box] {
            seen |= 1 << grid[other];
        }
    }
    !seen & 0b11_1111_1110
}

fn puzzles(set: &str) -> Vec<Puzzle> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../datasets/{set}.txt"));
    fs::read_to_string(path).unwrap().lines().map(|line| line.parse().unwrap()).collect()
}

fn electroyou(max_passes: u64) -> Box<dyn Solver<Order3>> {
    Box::new(ElectroYou { max_passes })
}

fn own(solver: &dyn Solver<Order3>, counters: &Counters, name: &str) -> u64 {
    solver.counter(counters, name).unwrap()
}

/// Compares calls, passes and outcome. Returns the number of puzzles that the replica solves.
fn compare_with_text(puzzles: &[Puzzle]) -> usize {
    let solver = electroyou(MOST_PASSES);
    let limits = Limits::default().with_solutions(1);
    let solved = puzzles.iter().filter(|puzzle| {
        let (mut text, mut grid) = (Text::default(), [0; 81]);
        grid.copy_from_slice(puzzle.values());
        let end = text.solve(&mut grid);
        let outcome = solver.solve(puzzle, &limits);
        let status = match end {
            Ended::Solved => Status::Solved,
            Ended::NoSolution => Status::None,
            Ended::OutOfPasses => Status::GaveUp,
        };
        assert_eq!(outcome.status, status, "{puzzle}");
        let counted = ["calls", "passes"].map(|name| own(&*solver, &outcome.counters, name));
        assert_eq!(counted, [text.calls, text.passes], "{puzzle}");
        let found = outcome.solution.as_ref().map(|solution| solution.values());
        assert_eq!(found, (end == Ended::Solved).then_some(&grid[..]), "{puzzle}");
        end == Ended::Solved
    });
    solved.count()
}

#[test]
fn minimal_set_as_in_article() {
    // The others need more than the article's 10,000 passes.
    assert_eq!(compare_with_text(&puzzles("minimal")), 9_988);
}

#[test]
fn other_sets_as_in_article() {
    for (set, solved) in [("easy", 200), ("hard", 199), ("multiple", 199), ("unsolvable", 0)] {
        assert_eq!(compare_with_text(&puzzles(set)[..200]), solved, "{set}");
    }
}

/// The grid of a search, reconstructed from its events.
struct Replay {
    grid: [u8; 81],
    entered: Vec<usize>,
}

impl Replay {
    fn follow(&mut self, event: Event) {
        match event {
            Event::Clue(cell, digit) => self.grid[cell.index()] = digit.value(),
            Event::NakedSingle(cell, digit) | Event::Guess(cell, digit) => {
                self.grid[cell.index()] = digit.value();
                self.entered.push(cell.index());
            }
            Event::Undo(guess, _) => loop {
                let cell = self.entered.pop().expect("the guess was entered");
                self.grid[cell] = 0;
                if cell == guess.index() {
                    break;
                }
            },
            _ => {}
        }
    }

    /// Returns the first open cell without a candidate, row-major.
    fn contradiction(&self) -> Option<usize> {
        (0..81).find(|&cell| self.grid[cell] == 0 && candidates(&self.grid, cell) == 0)
    }
}

#[test]
fn contradictory_grid() {
    let limits = Limits::default();
    let (mut entered, mut dead_ends) = (0, 0);
    for puzzle in puzzles("minimal")[..50].iter().chain(&puzzles("unsolvable")) {
        let mut replay = Replay { grid: [0; 81], entered: Vec::new() };
        let mut watch = |event: Event, _: &Counters| {
            match event {
                Event::NakedSingle(..) | Event::Guess(..) => {
                    entered += 1;
                    assert_eq!(replay.contradiction(), None, "{event:?}, {puzzle}");
                }
                Event::Contradiction(Reason::NoCandidate(cell)) => {
                    dead_ends += 1;
                    assert_eq!(replay.contradiction(), Some(cell.index()), "{puzzle}");
                }
                _ => {}
            }
            replay.follow(event);
        };
        electroyou(500).trace(puzzle, &limits, &mut watch);
    }
    assert!(entered > 10_000 && dead_ends > 1_000, "{entered}, {dead_ends}");
}
