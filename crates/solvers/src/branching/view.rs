//! The view of the grid that a branching rule gets.

use crate::propagation::{CandidateGrid, Peers, Standard, Tables};
use std::cell::OnceCell;
use sudomill_puzzle::grid::{Candidates, Cell, CellSet, Digit, Order, Unit};

/// A read-only view of the grid at a branching. For the cells of a unit, see
/// [`Unit`].
#[derive(Debug)]
pub struct View<'a, O: Order> {
    grid: &'a CandidateGrid<O>,
    guesses: u64,
    /// The units that were given as data, if any were.
    tables: Option<&'a Tables<O>>,
    /// Computed when a rule first asks for the candidates of a cell, because the grid stores them
    /// by digit.
    candidates: OnceCell<O::PerCell<Candidates>>,
}

impl<'a, O: Order> View<'a, O> {
    pub(crate) fn new(
        grid: &'a CandidateGrid<O>,
        tables: Option<&'a Tables<O>>,
        guesses: u64,
    ) -> Self {
        Self { grid, guesses, tables, candidates: OnceCell::new() }
    }

    /// The units that were given as data. The compiler drops what is for these where no strategy takes any.
    fn tables(&self) -> Option<&'a Tables<O>> {
        self.tables.filter(|_| !cfg!(no_units))
    }

    /// The candidates of a cell, at least one; for a filled cell, its digit.
    pub fn candidates(&self, cell: Cell) -> Candidates {
        let candidates = self.candidates.get_or_init(|| self.grid.all_candidates());
        candidates.as_ref()[cell.index()]
    }

    /// The number of open cells, at least 1.
    #[must_use]
    pub fn open(&self) -> usize {
        self.grid.open()
    }

    /// The open cells in row-major order, each with its candidates, of which there are at least
    /// two.
    #[must_use]
    pub fn open_with_candidates(&self) -> impl DoubleEndedIterator<Item = (Cell, Candidates)> {
        self.open_cells().into_iter().map(|cell| (cell, self.candidates(cell)))
    }

    /// The open cells as a set.
    pub fn open_cells(&self) -> CellSet<O> {
        self.grid.open_cells()
    }

    /// The open cells with the fewest candidates, and their number of candidates, at least two. With units
    /// given as data, only those of these cells that are in the most units.
    pub fn fewest_candidates(&self) -> (CellSet<O>, usize) {
        let (cells, number) = self.grid.fewest_candidates();
        (self.tables().map_or(cells, |tables| tables.in_most_units(cells)), number)
    }

    /// The first digit without a place in some unit, else the first hidden single: the number of
    /// places (0 or 1), the unit and the digit. Units come in their order, digits ascending.
    pub(super) fn hidden_single(&self) -> Option<(usize, Unit, Digit)> {
        match self.grid.may_have_hidden_singles() {
            true => match self.tables() {
                None => self.grid.hidden_single(&Standard),
                Some(tables) => self.grid.hidden_single(tables),
            },
            false => None,
        }
    }

    /// The units in which every digit has a place: the rows, the columns, then the boxes, or the regions and
    /// extra units of puzzles whose units are given as data.
    pub fn units(&self) -> impl Iterator<Item = Unit> {
        let given = self.tables().map(Tables::whole_units);
        (0..given.map_or(O::UNITS, <[Unit]>::len))
            .map(move |number| given.map_or_else(|| Unit::new::<O>(number), |units| units[number]))
    }

    /// The peers of a cell.
    #[inline]
    pub fn peers(&self, cell: Cell) -> CellSet<O> {
        match self.tables() {
            None => CellSet::peers(cell),
            Some(tables) => tables.peers(cell),
        }
    }

    /// The open cells that may hold the digit, as a set.
    pub fn places_of(&self, digit: Digit) -> CellSet<O> {
        self.grid.places(digit) & self.open_cells()
    }

    /// The open peers of a cell.
    pub fn open_peers(&self, cell: Cell) -> impl Iterator<Item = (Cell, Candidates)> {
        let peers = self.peers(cell) & self.open_cells();
        peers.into_iter().map(|peer| (peer, self.candidates(peer)))
    }

    /// The number of guesses made so far. It is different for each branching of a search, so it
    /// identifies the state.
    #[must_use]
    pub fn guesses(&self) -> u64 {
        self.guesses
    }
}
