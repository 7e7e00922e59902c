//! A family: puzzles that differ in one clue, and the solutions that they share.

use crate::{
    cells::{Cells, clues, with},
    placements::{Placement, Placements, Seen},
    redundancy::Trial,
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

/// Puzzles that differ in one clue. A solution that is found for one of them helps all that have it.
pub struct Family {
    /// The number of the root that the family comes from.
    pub from: usize,
    pub rows: Vec<Row>,
    /// The clues that may be added to the root.
    pub allowed: Placements,
    /// The number of clues that the rows may be given.
    pub left: usize,
    /// True if no clue has been added yet.
    pub is_root: bool,
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
    /// The family of a root alone, to which up to `most` of the allowed clues are to be added; `None` for an
    /// empty grid, and if there is nothing to add.
    pub fn of_root(from: usize, cells: &Cells, allowed: Placements, most: usize) -> Option<Self> {
        // All solutions have each clue of the puzzle.
        let own = clues(cells).next().filter(|_| most > 0)?;
        let rows = vec![Row::new(*cells, own, &allowed)];
        Some(Self::new(from, rows, allowed, most))
    }

    fn new(from: usize, rows: Vec<Row>, allowed: Placements, left: usize) -> Self {
        let mut numbers = Box::new([0; Placement::COUNT]);
        let mut unsettled = Placements::default();
        for (number, row) in rows.iter().enumerate() {
            numbers[row.own.index()] = number as u16;
            unsettled.insert(row.own);
        }
        let (known, solutions) = (HashSet::new(), Vec::new());
        Self { from, rows, allowed, left, is_root: true, numbers, unsettled, known, solutions }
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

    /// Returns true if all cells of a pattern are to be filled.
    fn fills(&self) -> bool {
        self.allowed != Placements::ALL
    }

    /// Returns true if each addition is to be tried. Of cells to fill, a solution has only one addition each: it
    /// saves no search between the first cell and the last.
    pub fn is_settled(&self) -> bool {
        self.is_root || self.left == 1 || !self.fills()
    }

    /// The test of a row with an addition for redundant clues. If the additions before were tried, there are
    /// several solutions without this one, or the one before, as both were open.
    pub fn trial(&self, row: &Row, addition: Placement) -> Trial {
        let cells = with(&row.cells, addition);
        let are_open = !self.is_root && !self.fills();
        let is_tested = |it: &Placement| !are_open || (*it != addition && *it != row.own);
        let untested = clues(&cells).filter(is_tested).fold(0, |all, it| all | 1 << it.cell);
        Trial { from: self.from, cells, addition: None, untested }
    }

    /// The families of the rows with one open addition each.
    pub fn children(&self) -> impl Iterator<Item = Self> {
        let rows = self.rows.iter().filter(|row| self.left > 1 && !row.open.is_empty());
        rows.map(|row| {
            // Sets of additions: each follows those before it.
            let mut later = row.open;
            let mut now = row.open;
            // One cell after the other.
            if self.fills() {
                let first = now.iter().map(|it| it.cell).min();
                now = now.and(&first.map_or(Placements::ALL, Placements::of_cell));
            }
            let child = |addition| {
                later.remove(addition);
                Row::new(with(&row.cells, addition), addition, &later)
            };
            let rows = now.iter().map(child).collect();
            let family = Self::new(self.from, rows, self.allowed, self.left - 1);
            let mut family = Self { is_root: false, ..family };
            let solutions = self.solutions.iter().filter(|it| it.contains(row.own));
            solutions.for_each(|solution| family.add(solution));
            family
        })
    }
}
