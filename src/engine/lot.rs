//! What an engine is given: rows, and a place for what becomes of them.

use crate::{
    grid::{Alphabet, Order, Puzzle},
    solver::{Counters, Status, lanes::Given},
};

/// Rows that are solved together.
///
/// An engine takes all puzzles of a lot, each once, through one of [`next`](Self::next)
/// and [`next_given`](Self::next_given).
pub trait Lot<O: Order> {
    /// The alphabet of the solutions that it is told.
    fn alphabet(&self) -> Alphabet;

    /// The next puzzle and its row.
    fn next(&mut self) -> Option<(u32, Puzzle<O>)>;

    /// The next 9×9 puzzle and its row, as the lanes take it. Its clues may repeat a digit.
    fn next_given(&mut self) -> Option<(u32, Given<'_>)>;

    /// What became of a row. Returns whether it held a puzzle: a row of
    /// [`next_given`](Self::next_given) whose clues repeat a digit ends without solution, and
    /// it is for the lot to find that out.
    fn end(&mut self, row: u32, finished: &Finished) -> bool;

    /// A row's time, after its end, if the [`Clock`](super::Clock) tells them.
    fn time(&mut self, _row: u32, _solve_ns: u64) {}
}

/// What became of a row.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Finished<'a> {
    /// What the puzzle turned out to be; never [`Status::Invalid`].
    pub status: Status,
    /// Solutions found, at most the limit.
    pub solutions: u64,
    /// The symbols of the first solution, if there is one.
    pub first: Option<&'a [u8]>,
    /// The work it took. The clues are not counted where the puzzle came as a line: that
    /// would cost more than the other counters together.
    pub counters: Counters,
}
