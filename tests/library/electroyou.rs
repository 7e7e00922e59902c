//! Compares `electroyou` with an independent replica of the program in its article, and checks its
//! traces.

use super::common::{Replay, limits, shipped};
use sudomill::{
    grid::{Order3, Puzzle},
    solver::{Counters, Event, Reason, Solver, Status, strategy::ElectroYou},
};

/// The number of passes after which the article's program stops.
const MOST_PASSES: u64 = 10_000;

/// The program of the article, exactly as printed.
#[derive(Default)]
struct Text {
    passes: u64,
    calls: u64,
}

impl Text {
    /// Searches for the first solution, and leaves it in the grid.
    fn solve(&mut self, grid: &mut [u8; 81]) -> Status {
        loop {
            let open: Vec<(usize, u16)> = (0..81)
                .filter(|&cell| grid[cell] == 0)
                .map(|cell| (cell, candidates(grid, cell)))
                .collect();
            if open.is_empty() {
                return Status::Solved;
            }
            self.passes += 1;
            if self.passes > MOST_PASSES {
                return Status::GaveUp;
            }
            if open.iter().any(|&(_, free)| free == 0) {
                return Status::None;
            }
            if let Some(&(cell, free)) = open.iter().find(|(_, free)| free.count_ones() == 1) {
                grid[cell] = free.trailing_zeros() as u8;
                continue;
            }
            let &(cell, free) = open.iter().min_by_key(|(_, free)| free.count_ones()).unwrap();
            return self.force(grid, cell, free);
        }
    }

    fn force(&mut self, grid: &mut [u8; 81], cell: usize, free: u16) -> Status {
        for value in (1..=9).filter(|value| free >> value & 1 == 1) {
            self.calls += 1;
            let mut child = *grid;
            child[cell] = value;
            match self.solve(&mut child) {
                Status::None => {}
                end => {
                    *grid = child;
                    return end;
                }
            }
        }
        Status::None
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

fn electroyou(max_passes: u64) -> Box<dyn Solver<Order3>> {
    Box::new(ElectroYou { max_passes })
}

/// Compares calls, passes and outcome. Returns the number of puzzles that the replica solves.
fn compare_with_text(puzzles: &[Puzzle]) -> usize {
    let solver = electroyou(MOST_PASSES);
    let solved = puzzles.iter().filter(|puzzle| {
        let (mut text, mut grid) = (Text::default(), [0; 81]);
        grid.copy_from_slice(puzzle.values());
        let end = text.solve(&mut grid);
        let outcome = solver.solve(puzzle, &limits(1));
        assert_eq!(outcome.status, end, "{puzzle}");
        let counted = ["calls", "passes"].map(|name| outcome.counter(name).unwrap());
        assert_eq!(counted, [text.calls, text.passes], "{puzzle}");
        let found = outcome.solution.as_ref().map(|solution| solution.values());
        assert_eq!(found, (end == Status::Solved).then_some(&grid[..]), "{puzzle}");
        end == Status::Solved
    });
    solved.count()
}

#[test]
fn minimal_set_as_in_article() {
    // The others need more than the article's 10,000 passes.
    assert_eq!(compare_with_text(&shipped("minimal", 6_000)[5_000..]), 996);
}

#[test]
#[ignore = "takes ten times as long as the test above; scripts/compare_article runs it"]
fn whole_minimal_set_as_in_article() {
    assert_eq!(compare_with_text(&shipped("minimal", 10_000)), 9_988);
}

#[test]
fn other_sets_as_in_article() {
    for (set, solved) in [("easy", 200), ("hard", 199), ("multiple", 199), ("unsolvable", 0)] {
        assert_eq!(compare_with_text(&shipped(set, 200)), solved, "{set}");
    }
}

#[test]
fn contradictory_grid() {
    /// The first open cell without a candidate, row-major.
    fn contradiction(replay: &Replay) -> Option<usize> {
        (0..81).find(|&cell| replay.grid[cell] == 0 && candidates(&replay.grid, cell) == 0)
    }
    let (mut entered, mut dead_ends) = (0, 0);
    for puzzle in shipped("minimal", 50).iter().chain(&shipped("unsolvable", 200)) {
        let mut replay = Replay::new();
        let mut watch = |event: Event, _: &Counters| {
            match event {
                Event::NakedSingle(..) | Event::Guess(..) => {
                    entered += 1;
                    assert_eq!(contradiction(&replay), None, "{event:?}, {puzzle}");
                }
                Event::Contradiction(Reason::NoCandidate(cell)) => {
                    dead_ends += 1;
                    assert_eq!(contradiction(&replay), Some(cell.index()), "{puzzle}");
                }
                _ => {}
            }
            replay.follow(event);
        };
        electroyou(500).trace(puzzle, &limits(2), &mut watch);
    }
    assert!(entered > 10_000 && dead_ends > 1_000, "{entered}, {dead_ends}");
}
