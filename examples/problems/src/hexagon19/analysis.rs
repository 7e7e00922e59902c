//! Finds out who wins from a position, and by which moves.

use super::game::{Hexagon, Position, name};
use std::{collections::HashMap, fmt};
use sudomill_problems::search::choice_values;

/// The values of the positions found so far.
pub type Memo = HashMap<Position, i8>;

/// The allowed moves of a position: those that win and those that lose.
#[derive(Debug, PartialEq, Eq)]
pub struct Analysis {
    pub black_moves: bool,
    pub wins: Vec<usize>,
    pub loses: Vec<usize>,
}

impl Analysis {
    pub fn new(mut position: Position, memo: &mut Memo) -> Self {
        let values = choice_values(&mut Hexagon, &mut position, memo);
        let values = values.continue_value().expect("the search is never stopped");
        let valued = |value: i8| {
            let moves = values.iter().filter(|it| it.1 == value);
            moves.map(|it| it.0).collect()
        };
        Self { black_moves: position.black_moves(), wins: valued(1), loses: valued(-1) }
    }

    /// Returns a winning move if there is one, else any allowed move; `None` at the end.
    pub fn best(&self) -> Option<usize> {
        self.wins.iter().chain(&self.loses).next().copied()
    }
}

impl fmt::Display for Analysis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mover, other) = match self.black_moves {
            true => ("Black", "White"),
            false => ("White", "Black"),
        };
        if self.best().is_none() {
            return write!(
                f,
                "{mover} has no cell left that touches no {mover} stone: {other} wins."
            );
        }
        if self.wins.is_empty() {
            return write!(f, "{mover} moves. {other} wins, whatever the move.");
        }
        let names: Vec<String> = self.wins.iter().map(|&cell| name(cell).to_string()).collect();
        let names = names.join(", ");
        match self.loses.len() {
            0 => write!(f, "{mover} moves and wins by every move: {names}."),
            1 => write!(f, "{mover} moves and wins by {names}; the other move loses."),
            others => {
                write!(f, "{mover} moves and wins by {names}; the {others} other moves lose.")
            }
        }
    }
}
