//! Compares `electroyou` with an independent replica of the program in its article, and checks its
//! traces.

use super::common::{Replay, find, limits, shipped};
use sudomill::{
    grid::{Order3, Puzzle},
    solver::{Counters, Event, Reason, Solver, Status, registry::Tuning},
};
use sudomill_oracles::article::{MOST_PASSES, Text, candidates};

fn electroyou(max_passes: u64) -> Box<dyn Solver<Order3>> {
    find("electroyou").tuned(Tuning::DEFAULT.with_max_passes(max_passes)).solver()
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
