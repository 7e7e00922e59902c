//! A family: puzzles that differ in one clue, and the solutions that they share.

use crate::{
    Cells,
    placements::{Placement, Placements, Seen},
};
use std::collections::HashSet;

/// The largest number of solutions that a family makes use of; further ones would only save searches. This
/// many take 9 MB.
const MOST: usize = 1 << 16;

/// A puzzle to which one clue is to be added in every way.
pub struct Row {
    pub cells: Cells,
    /// The clue that tells the row from the others of its family: a solution has it if and only if it is one
    /// of the row.
    own: Placement,
    /// Additions that are still to be tried.
    todo: Placements,
    /// Additions that leave several solutions, as far as they have been tried.
    pub open: Placements,
    /// Additions that leave one solution.
    pub unique: Vec<Unique>,
    /// What the solutions of the row have that are known.
    seen: Seen,
}

/// An addition that leaves one solution.
pub struct Unique {
    pub addition: Placement,
    pub solution: Placements,
}

impl Row {
    /// A puzzle, and the additions to try among these.
    fn new(cells: Cells, own: Placement, allowed: &Placements) -> Self {
        let mut open = *allowed;
        clues(&cells).for_each(|clue| open.exclude(clue));
        let (unique, seen) = (Vec::new(), Seen::default());
        Self { cells, own, todo: open, open, unique, seen }
    }
}

/// The clues of a puzzle.
pub fn clues(cells: &Cells) -> impl Iterator<Item = Placement> + '_ {
    let clue = |(cell, &value): (usize, &u8)| {
        Some(Placement { cell, digit: usize::from(value).checked_sub(1)? })
    };
    cells.iter().enumerate().filter_map(clue)
}

/// The puzzle with one clue more.
pub fn with(cells: &Cells, clue: Placement) -> Cells {
    let mut more = *cells;
    more[clue.cell] = clue.digit as u8 + 1;
    more
}

/// Puzzles that differ in one clue. A solution that is found for one of them helps all that have it.
pub struct Family {
    /// The number of the puzzle that the family comes from.
    pub from: usize,
    pub rows: Vec<Row>,
    /// The number of clues that the rows may be given.
    pub left: usize,
    /// True if no clue has been added yet.
    pub is_root: bool,
    /// The cells to fill, one after the other; empty unless a pattern is kept.
    pub cells_left: Vec<usize>,
    /// For each placement the number of the row that it tells from the others.
    numbers: Box<[u16; Placement::COUNT]>,
    /// The placements that tell rows from others, of rows with something to try.
    unsettled: Placements,
    /// The hashes of the solutions. Two with the same hash count as one, which costs searches, no more.
    known: HashSet<u64>,
    /// The solutions; empty unless there are families to come.
    solutions: Vec<Placements>,
}

impl Family {
    /// The family of a puzzle alone, which may be given up to `left` clues among these; `None` for an empty
    /// grid, and if there are none to give.
    pub fn root(from: usize, cells: Cells, allowed: &Placements, left: usize) -> Option<Self> {
        // All solutions have each clue of the puzzle.
        let own = clues(&cells).next().filter(|_| left > 0)?;
        let root = Self::new(from, vec![Row::new(cells, own, allowed)], left, Vec::new());
        Some(Self { is_root: true, ..root })
    }

    /// Makes one addition to each of these cells, in this order.
    pub fn with_cells_left(self, cells_left: Vec<usize>) -> Self {
        Self { cells_left, ..self }
    }

    fn new(from: usize, rows: Vec<Row>, left: usize, cells_left: Vec<usize>) -> Self {
        let mut numbers = Box::new([0; Placement::COUNT]);
        let mut unsettled = Placements::default();
        for (number, row) in rows.iter().enumerate() {
            numbers[row.own.index()] = number as u16;
            unsettled.insert(row.own);
        }
        let (known, solutions) = (HashSet::new(), Vec::new());
        Self { from, rows, left, is_root: false, cells_left, numbers, unsettled, known, solutions }
    }

    /// Adds a solution of some of the rows.
    pub fn add(&mut self, solution: &Placements) {
        if self.known.len() >= MOST || !self.known.insert(solution.hash()) {
            return;
        }
        for own in solution.and(&self.unsettled).iter() {
            self.rows[usize::from(self.numbers[own.index()])].seen.add(solution);
        }
        if self.left > 1 {
            self.solutions.push(*solution);
        }
    }

    /// Takes up to `most` additions to a row that are still to be tried.
    pub fn take(&mut self, row: usize, most: usize) -> Vec<Placement> {
        let Row { own, todo, seen, .. } = &mut self.rows[row];
        *todo = todo.without(&seen.twice);
        if todo.is_empty() {
            self.unsettled.remove(*own);
        }
        todo.take(most)
    }

    /// The cells of the clues that may be redundant in a row with an addition that leaves one solution. Without
    /// the addition, or the one before, there are several, as both were open; unless a pattern is kept, where
    /// not all additions are tried.
    pub fn untested(&self, row: usize, addition: Placement) -> Vec<usize> {
        let Row { cells, own, .. } = &self.rows[row];
        let are_open = !self.is_root && self.cells_left.is_empty();
        let rest = clues(cells).filter(|clue| !are_open || clue != own);
        rest.chain((!are_open).then_some(addition)).map(|clue| clue.cell).collect()
    }

    /// The family of a row with one open addition each.
    pub fn children(&self, row: usize) -> Self {
        let Row { cells, own, open, .. } = &self.rows[row];
        // Sets of additions: each follows those before it, in their order or in that of the cells.
        let (now, mut later) = match self.cells_left.first() {
            None => (*open, *open),
            Some(&cell) => {
                let here = Placements::of_cell(cell);
                (open.and(&here), open.without(&here))
            }
        };
        let cells_left = self.cells_left.get(1..).unwrap_or_default().to_vec();
        let child = |addition| {
            later.remove(addition);
            Row::new(with(cells, addition), addition, &later)
        };
        let rows = now.iter().map(child).collect();
        let mut family = Self::new(self.from, rows, self.left - 1, cells_left);
        for solution in self.solutions.iter().filter(|it| it.contains(*own)) {
            family.add(solution);
        }
        family
    }
}
