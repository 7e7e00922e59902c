//! The game: cells, neighbours, and positions from the view of the player to move.

use sudomill_problems::search::{Entry, Expansion, SearchProblem, Valued};

/// The number of cells in each row; the hexagon has side 3.
const ROWS: [usize; 5] = [3, 4, 5, 4, 3];
pub const CELLS: usize = 19;
const FULL: u32 = (1 << CELLS) - 1;
const NEIGHBOURS: [u32; CELLS] = neighbours();

/// Returns the position of a cell relative to the center: half cells to the right, rows down.
pub const fn place(cell: usize) -> (i32, i32) {
    let (mut row, mut column) = (0, cell);
    while column >= ROWS[row] {
        column -= ROWS[row];
        row += 1;
    }
    (2 * column as i32 + 1 - ROWS[row] as i32, row as i32 - 2)
}

/// Returns the neighbors of every cell, as bit sets.
const fn neighbours() -> [u32; CELLS] {
    let mut table = [0; CELLS];
    let mut pair = 0;
    while pair < CELLS * CELLS {
        let (one, other) = (pair / CELLS, pair % CELLS);
        let ((x1, y1), (x2, y2)) = (place(one), place(other));
        let (right, down) = ((x1 - x2).abs(), (y1 - y2).abs());
        if right == 2 && down == 0 || right == 1 && down == 1 {
            table[one] |= 1 << other;
        }
        pair += 1;
    }
    table
}

/// Returns the name of a cell: `a` to `s`, row by row.
pub fn name(cell: usize) -> char {
    (b'a' + cell as u8) as char
}

/// Returns the cell with this name; a capital will do.
pub fn cell(name: char) -> Option<usize> {
    (0..CELLS).find(|&cell| self::name(cell) == name.to_ascii_lowercase())
}

/// A set of cells as bits; iterates over them in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cells(pub u32);

impl Cells {
    pub fn contains(self, cell: usize) -> bool {
        self.0 >> cell & 1 == 1
    }
}

impl Iterator for Cells {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let lowest = (self.0 != 0).then(|| self.0.trailing_zeros() as usize)?;
        self.0 &= self.0 - 1;
        Some(lowest)
    }
}

/// The stones of the player to move and of the other player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    pub mine: u32,
    pub theirs: u32,
}

impl Position {
    pub fn free(self) -> Cells {
        Cells(FULL & !(self.mine | self.theirs))
    }

    /// Returns the free cells that touch no stone of the player to move. While both players avoid
    /// touching their own stones, some cell is free, because at most seven stones of one color fit
    /// on the board that way.
    pub fn allowed(self) -> Cells {
        let touched = Cells(self.mine).fold(0, |cells, stone| cells | NEIGHBOURS[stone]);
        Cells(self.free().0 & !touched)
    }

    /// Returns the position after a move, from the view of the other player.
    pub fn after(self, cell: usize) -> Self {
        Self { mine: self.theirs, theirs: self.mine | 1 << cell }
    }

    /// Returns true if it is black's turn. Black moves first.
    pub fn black_moves(self) -> bool {
        self.mine.count_ones() == self.theirs.count_ones()
    }
}

/// Hexagon 19: a player who has to occupy a cell next to their own stone loses.
pub struct Hexagon;

impl SearchProblem for Hexagon {
    type State = Position;
    type Choice = usize;
    type Choices = Cells;

    fn expand(&mut self, position: &mut Position) -> Expansion<Cells> {
        match position.allowed() {
            Cells(0) => Expansion::Goal,
            cells => Expansion::Branch(cells),
        }
    }

    fn enter(&mut self, position: &Position, cell: usize) -> Entry<Position> {
        Entry::Child(position.after(cell))
    }
}

impl Valued for Hexagon {
    type Value = i8;

    /// A player without an allowed cell has lost.
    fn value(&self, _: &Position) -> i8 {
        -1
    }

    fn bound(&self, _: &Position) -> Option<i8> {
        Some(1)
    }
}
