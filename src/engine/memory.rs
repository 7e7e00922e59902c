//! A lot of parsed puzzles in memory.

use super::{Finished, Lot};
use crate::{
    grid::{Alphabet, Order, Puzzle},
    solver::lanes::{LaneInput, candidate_words},
};
use std::ops::Range;

/// Parsed puzzles, and a callback that receives the result of each.
///
/// ```
/// use sudomill::{engine::{self, Clock, Puzzles}, grid::{Order3, Puzzle}, solver::{Limits, registry}};
/// let puzzle =
///     "013085006000031000007600000006900003170000025300006900000002400000870000900560310";
/// let puzzles: [Puzzle; 2] = [puzzle.parse()?; 2];
/// let lines = Puzzles::lines(&puzzles);
/// let solver = registry::find("lanes")?.solver::<Order3>();
/// let (limits, mut solved) = (Limits::default(), 0);
/// let mut engine = engine::new(&*solver, &limits, Clock::Off);
/// engine.take(Puzzles::new(&puzzles, &lines, 0..2, |_, finished| {
///     solved += finished.solutions;
/// }));
/// engine.finish();
/// drop(engine);
/// assert_eq!(solved, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Puzzles<'p, O: Order, F> {
    puzzles: &'p [Puzzle<O>],
    lines: &'p [[u8; 81]],
    rows: Range<u32>,
    ended: F,
    /// The buffer behind the last [`LaneInput::Candidates`].
    candidates: [u16; 81],
    /// The solve time of every row, in nanoseconds; empty unless the [`Clock`](super::Clock)
    /// includes rows.
    pub solve_ns: Vec<u64>,
}

impl<'p, O: Order> Puzzles<'p, O, ()> {
    /// Returns the lines of 9×9 puzzles. Empty for other sizes, and if any puzzle was given by
    /// candidates.
    pub fn lines(puzzles: &[Puzzle<O>]) -> Vec<[u8; 81]> {
        if puzzles.iter().any(Puzzle::has_candidates) {
            return Vec::new();
        }
        let line = |puzzle: &Puzzle<O>| {
            let values: [u8; 81] = puzzle.values().try_into().ok()?;
            Some(values.map(|value| b'0' + value))
        };
        puzzles.iter().filter_map(line).collect()
    }
}

impl<'p, O: Order, F: FnMut(u32, &Finished)> Puzzles<'p, O, F> {
    /// Creates a lot of these rows; row numbers past the last puzzle wrap around to the first.
    /// `lines` are the puzzles' [`lines`](Self::lines).
    pub fn new(
        puzzles: &'p [Puzzle<O>],
        lines: &'p [[u8; 81]],
        rows: Range<u32>,
        ended: F,
    ) -> Self {
        Self { puzzles, lines, rows, ended, candidates: [0; 81], solve_ns: Vec::new() }
    }
}

impl<O: Order, F: FnMut(u32, &Finished)> Lot<O> for Puzzles<'_, O, F> {
    fn alphabet(&self) -> Alphabet {
        Alphabet::FromOne
    }

    #[inline]
    fn next(&mut self) -> Option<(u32, Puzzle<O>)> {
        let row = self.rows.next()?;
        Some((row, self.puzzles[row as usize % self.puzzles.len()]))
    }

    #[inline(always)]
    fn next_input(&mut self) -> Option<(u32, LaneInput<'_>)> {
        let row = self.rows.next()?;
        if self.lines.is_empty() {
            let puzzle = &self.puzzles[row as usize % self.puzzles.len()];
            self.candidates = candidate_words(puzzle);
            return Some((row, LaneInput::Candidates(&self.candidates)));
        }
        Some((row, LaneInput::Clues(&self.lines[row as usize % self.lines.len()])))
    }

    #[inline(always)]
    fn end(&mut self, row: u32, finished: &Finished) -> bool {
        (self.ended)(row, finished);
        true
    }

    fn time(&mut self, row: u32, solve_ns: u64) {
        if self.solve_ns.is_empty() {
            self.solve_ns.resize(self.rows.end as usize, 0);
        }
        self.solve_ns[row as usize] = solve_ns;
    }
}
