//! The state that all propagations share: the candidates of every cell.

use super::Queue;
use crate::{
    grid::{Candidates, Cell, Digit, Order, Puzzle, Solution},
    solver::Reason,
};

/// The candidates of every cell. A filled cell has one candidate, its digit.
#[derive(Clone, Copy, Debug)]
pub struct CandidateGrid<O: Order> {
    pub(super) candidates: O::PerCell<Candidates>,
    /// 0 while a cell is open.
    pub(super) values: O::PerCell<u8>,
    pub(super) open: usize,
    /// The units that changed since they were searched for hidden singles.
    pub(super) changed: u128,
}

impl<O: Order> CandidateGrid<O> {
    /// The grid with the clues entered. Their digits are removed from their peers;
    /// nothing else is propagated.
    pub fn new(puzzle: &Puzzle<O>) -> Self {
        let mut grid = Self {
            candidates: O::per_cell(Candidates::all::<O>()),
            values: O::per_cell(0),
            open: O::CELLS,
            changed: (1 << O::UNITS) - 1,
        };
        for (cell, digit) in puzzle.clues() {
            grid.enter(cell, digit);
        }
        grid
    }

    /// The candidates of a cell; for a filled cell its digit.
    #[inline]
    pub fn candidates(&self, cell: Cell) -> Candidates {
        self.candidates.as_ref()[cell.index()]
    }

    /// Whether the cell is empty.
    #[inline]
    pub fn is_open(&self, cell: Cell) -> bool {
        self.values.as_ref()[cell.index()] == 0
    }

    /// The number of open cells.
    #[inline]
    pub fn open(&self) -> usize {
        self.open
    }

    /// The open cells, row-major, with their candidates.
    #[inline]
    pub fn open_cells(&self) -> impl DoubleEndedIterator<Item = (Cell, Candidates)> {
        let cells = self.values.as_ref().iter().zip(self.candidates.as_ref()).enumerate();
        cells.filter(|(_, (value, _))| **value == 0).map(|(i, (_, &mask))| (Cell::new(i), mask))
    }

    /// The solution, once no cell is open.
    pub fn solution(&self) -> Solution<O> {
        Solution::from_cells(self.values)
    }

    /// A copy with a guess entered in an open cell.
    #[inline]
    pub fn with_guess(&self, cell: Cell, digit: Digit) -> Self {
        let mut child = *self;
        child.mark(cell, digit);
        child.enter(cell, digit);
        child
    }

    /// Fills an open cell without changing its peers.
    #[inline]
    fn fill(&mut self, cell: Cell, digit: Digit) {
        self.values.as_mut()[cell.index()] = digit.value();
        self.candidates.as_mut()[cell.index()] = digit.into();
        self.open -= 1;
        self.changed |= O::memberships(cell);
    }

    /// Fills a cell and removes its digit from the peers. The caller has marked the
    /// peers' units as changed.
    fn enter(&mut self, cell: Cell, digit: Digit) {
        self.fill(cell, digit);
        let candidates = self.candidates.as_mut();
        for peer in cell.peers::<O>() {
            candidates[peer.index()] -= digit.into();
        }
    }

    /// Marks the units that change when a cell is filled.
    fn mark(&mut self, cell: Cell, digit: Digit) {
        let candidates = self.candidates.as_ref();
        let loses = |peer: &&Cell| candidates[peer.index()].contains(digit);
        for &peer in cell.peers::<O>().iter().filter(loses) {
            self.changed |= O::memberships(peer);
        }
    }

    /// Like [`Self::enter`], and queues the peers that are left with one candidate.
    #[inline]
    pub(super) fn propagate(
        &mut self,
        cell: Cell,
        digit: Digit,
        queue: &mut Queue<O>,
    ) -> Result<(), Reason> {
        self.fill(cell, digit);
        let candidates = self.candidates.as_mut();
        for &peer in cell.peers::<O>() {
            let mask = &mut candidates[peer.index()];
            if !mask.contains(digit) {
                continue;
            }
            *mask -= digit.into();
            self.changed |= O::memberships(peer);
            match mask.bits() {
                0 => return Err(Reason::NoCandidate(peer)),
                bits if bits.is_power_of_two() => queue.push(peer),
                _ => {}
            }
        }
        Ok(())
    }

    /// Removes digits from an open cell and queues it if one candidate is left. `false`
    /// if it had none of the digits.
    pub(super) fn remove(
        &mut self,
        cell: Cell,
        digits: Candidates,
        queue: &mut Queue<O>,
    ) -> Result<bool, Reason> {
        let mask = &mut self.candidates.as_mut()[cell.index()];
        if (*mask & digits).is_empty() {
            return Ok(false);
        }
        *mask -= digits;
        self.changed |= O::memberships(cell);
        match mask.bits() {
            0 => return Err(Reason::NoCandidate(cell)),
            bits if bits.is_power_of_two() => queue.push(cell),
            _ => {}
        }
        Ok(true)
    }
}
