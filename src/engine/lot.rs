//! The interface between an engine and its callers: rows to solve, and their results.

use crate::{
    grid::{Alphabet, Order, Puzzle},
    solver::{Counters, Status, lanes::LaneInput},
};

/// A batch of rows that are solved together.
///
/// An engine pulls every puzzle of a lot exactly once, with either [`next`](Self::next) or
/// [`next_input`](Self::next_input).
pub trait Lot<O: Order> {
    /// The alphabet in which [`end`](Self::end) receives solutions.
    fn alphabet(&self) -> Alphabet;

    /// Returns the next row and its puzzle.
    fn next(&mut self) -> Option<(u32, Puzzle<O>)>;

    /// Returns the next row and its 9×9 puzzle in the form that the lanes take. Clues may repeat a
    /// digit.
    fn next_input(&mut self) -> Option<(u32, LaneInput<'_>)>;

    /// Receives the result of a row. Returns true if the row held a puzzle. A row of
    /// [`next_input`](Self::next_input) whose clues repeat a digit ends without a solution;
    /// implementors must detect this.
    fn end(&mut self, row: u32, finished: &Finished) -> bool;

    /// Receives a row's solve time in nanoseconds, after its [`end`](Self::end), if the
    /// [`Clock`](super::Clock) includes rows.
    fn time(&mut self, _row: u32, _solve_ns: u64) {}
}

/// The result of a row.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Finished<'a> {
    /// The puzzle's status; never [`Status::Invalid`].
    pub status: Status,
    /// The number of solutions found, at most the limit.
    pub solutions: u64,
    /// The symbols of the first solution, if there is one.
    pub first: Option<&'a [u8]>,
    /// The work done. `clues` is 0 if the puzzle came from [`next_input`](Lot::next_input):
    /// counting them would cost more than all other counters together.
    pub counters: Counters,
}
