//! The game: positions from the view of the player to move.

use std::{iter::Rev, ops::Range, str::FromStr};
use sudomill_problems::search::{Entry, Expansion, SearchProblem, Valued};

/// The rows, columns and diagonals as bit sets of cells; cell 0 is at the top left.
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
const FULL: u16 = 0o777;

/// The cells of the player to move and of the other player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    pub mine: u16,
    pub theirs: u16,
}

impl Position {
    /// Returns true if the last move won.
    pub fn is_lost(self) -> bool {
        LINES.iter().any(|line| self.theirs & line == *line)
    }

    pub fn is_over(self) -> bool {
        self.is_lost() || self.mine | self.theirs == FULL
    }

    pub fn is_free(self, cell: usize) -> bool {
        (self.mine | self.theirs) >> cell & 1 == 0
    }

    /// Returns the position after a move, from the view of the other player.
    pub fn after(self, cell: usize) -> Self {
        Self { mine: self.theirs, theirs: self.mine | 1 << cell }
    }

    pub fn moves_made(self) -> u32 {
        (self.mine | self.theirs).count_ones()
    }
}

impl FromStr for Position {
    type Err = String;

    /// Parses cells row by row: X, O, or a dot. X moved first.
    fn from_str(text: &str) -> Result<Self, String> {
        let cells = |sign: char| {
            let signs = text.chars().map(|cell| u16::from(cell.to_ascii_uppercase() == sign));
            signs.zip(0..9).fold(0, |cells, (is_sign, cell)| cells | is_sign << cell)
        };
        let is_sign = |cell: char| "XOxo.".contains(cell);
        if text.chars().count() != 9 || !text.chars().all(is_sign) {
            return Err("expected nine of X, O and a dot".to_owned());
        }
        let (x, o) = (cells('X'), cells('O'));
        let position = match x.count_ones().checked_sub(o.count_ones()) {
            Some(0) => Self { mine: x, theirs: o },
            Some(1) => Self { mine: o, theirs: x },
            _ => return Err("expected as many X as O, or one X more".to_owned()),
        };
        match (Self { mine: position.theirs, theirs: position.mine }).is_lost() {
            true => Err("the player to move has won already".to_owned()),
            false => Ok(position),
        }
    }
}

/// Tic-tac-toe: +1 for a win, 0 for a draw, -1 for a loss.
#[derive(Default)]
pub struct TicTacToe {
    /// The number of positions whose value was computed from their moves. Finished games are not
    /// counted, because their value is on the board. Without a memo, a position that is reached in
    /// several ways is counted each time.
    pub evaluations: u64,
}

impl SearchProblem for TicTacToe {
    type State = Position;
    type Choice = usize;
    type Choices = Rev<Range<usize>>;

    /// Tries the cells from the last to the first, as in the lecture.
    fn expand(&mut self, position: &mut Position) -> Expansion<Self::Choices> {
        if position.is_over() {
            return Expansion::Goal;
        }
        self.evaluations += 1;
        Expansion::Branch((0..9).rev())
    }

    fn enter(&mut self, position: &Position, cell: usize) -> Entry<Position> {
        match position.is_free(cell) {
            true => Entry::Child(position.after(cell)),
            false => Entry::Refused,
        }
    }
}

impl Valued for TicTacToe {
    type Value = i8;

    fn value(&self, end: &Position) -> i8 {
        -i8::from(end.is_lost())
    }

    /// Nothing is better than a win, so the search stops at one.
    fn bound(&self, _: &Position) -> Option<i8> {
        Some(1)
    }
}
