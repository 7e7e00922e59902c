//! A grid of a search, and its captions.

use crate::cli::message::{count, number};
use sudomill::{
    grid::Order,
    picture::Picture,
    solver::{Counters, Outcome, Status},
};

/// The grid after a step.
pub struct Grid {
    pub step: u64,
    pub picture: Picture,
    /// The events of the step, in words.
    pub events: String,
    /// The number of open guesses.
    pub depth: usize,
    pub counters: Counters,
}

impl Grid {
    /// The strategy, the step, and its events.
    pub fn title(&self, strategy: &str) -> String {
        format!("{strategy}, step {}: {}", number(self.step), self.events)
    }

    /// The number of filled cells and of open guesses.
    pub fn filled(&self) -> String {
        let (filled, cells) = (self.picture.filled(), self.picture.squares().len());
        match self.depth {
            1 => format!("{filled} of {cells} cells filled, 1 guess stands"),
            depth => format!("{filled} of {cells} cells filled, {depth} guesses stand"),
        }
    }
}

/// How a search ended.
pub fn ending<O: Order>(outcome: &Outcome<O>) -> String {
    match outcome.status {
        Status::Solved => "solved".to_owned(),
        Status::Unique => "solved, and there is no other solution".to_owned(),
        Status::Multiple => count(outcome.solutions, "solution"),
        Status::None | Status::Invalid => "no solution".to_owned(),
        Status::GaveUp => format!("given up, {} found", count(outcome.solutions, "solution")),
    }
}
