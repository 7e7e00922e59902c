//! The problem: fill a grid so that the sum of its main diagonal is as high as possible.

use std::marker::PhantomData;
use sudomill_problems::search::{Entry, Expansion, SearchProblem, Valued, best};
use sudomill_puzzle::grid::{Candidates, Cell, Order, Puzzle};
use sudomill_solvers::strategy::{Branch, Guess};

/// The search for the solution of a puzzle whose main diagonal has the highest sum.
pub struct Diagonal<O: Order> {
    /// The number of digits entered so far.
    pub guesses: u64,
    order: PhantomData<O>,
}

impl<O: Order> Diagonal<O> {
    pub fn new() -> Self {
        Self { guesses: 0, order: PhantomData }
    }

    /// Returns the highest sum and a solution with it; `None` if there is no solution.
    pub fn solve(&mut self, puzzle: &Puzzle<O>) -> Option<(u32, Vec<u8>)> {
        let found = best(self, Grid::new(puzzle)).continue_value().flatten();
        found.map(|(sum, grid)| (sum, grid.values.as_ref().to_vec()))
    }

    /// Chooses the cell to branch on: a cell with at most one candidate, otherwise a cell of the
    /// diagonal, because only the diagonal counts, otherwise a cell with the fewest candidates.
    fn next(grid: &Grid<O>) -> Option<Cell> {
        let open = Cell::all::<O>().filter(|&cell| grid.values.as_ref()[cell.index()] == 0);
        open.min_by_key(|cell| match grid.candidates(*cell).len() {
            choices @ 0..=1 => choices,
            _ if is_diagonal::<O>(*cell) => 2,
            choices => choices + 1,
        })
    }
}

/// A partly filled grid.
#[derive(Clone, Copy)]
pub struct Grid<O: Order> {
    /// The value of each cell; 0 while it is open.
    values: O::PerCell<u8>,
    /// The candidates of each cell; for a filled cell, its digit.
    candidates: O::PerCell<Candidates>,
}

impl<O: Order> Grid<O> {
    fn new(puzzle: &Puzzle<O>) -> Self {
        let all = Candidates::all::<O>();
        let mut grid = Self { values: O::per_cell(0), candidates: O::per_cell(all) };
        for (cell, digit) in puzzle.clues() {
            grid.fill(Guess { cell, digit });
        }
        grid
    }

    fn candidates(&self, cell: Cell) -> Candidates {
        self.candidates.as_ref()[cell.index()]
    }

    fn fill(&mut self, Guess { cell, digit }: Guess) {
        self.values.as_mut()[cell.index()] = digit.value();
        let candidates = self.candidates.as_mut();
        candidates[cell.index()] = digit.into();
        for peer in cell.peers::<O>() {
            candidates[peer.index()] -= digit.into();
        }
    }
}

impl<O: Order> SearchProblem for Diagonal<O> {
    type State = Grid<O>;
    type Choice = Guess;
    type Choices = Branch;

    /// Tries the greatest digit first: the sooner a high sum is found, the more states are pruned.
    fn expand(&mut self, grid: &mut Grid<O>) -> Expansion<Branch> {
        match Self::next(grid) {
            None => Expansion::Goal,
            Some(cell) => Expansion::Branch(Branch::descending(cell, grid.candidates(cell))),
        }
    }

    fn enter(&mut self, grid: &Grid<O>, guess: Guess) -> Entry<Grid<O>> {
        self.guesses += 1;
        let mut child = *grid;
        child.fill(guess);
        Entry::Child(child)
    }
}

impl<O: Order> Valued for Diagonal<O> {
    type Value = u32;

    fn value(&self, grid: &Grid<O>) -> u32 {
        diagonal_sum::<O>(grid.values.as_ref())
    }

    /// Returns the sum if every cell of the diagonal could have its greatest candidate.
    fn bound(&self, grid: &Grid<O>) -> Option<u32> {
        let cells = Cell::all::<O>().filter(|&cell| is_diagonal::<O>(cell));
        let greatest = cells.filter_map(|cell| grid.candidates(cell).iter().next_back());
        Some(greatest.map(|digit| u32::from(digit.value())).sum())
    }
}

/// Returns true if a cell is on the diagonal from the top left.
pub fn is_diagonal<O: Order>(cell: Cell) -> bool {
    cell.row::<O>() == cell.column::<O>()
}

/// Returns the sum of the values on the diagonal from the top left.
pub fn diagonal_sum<O: Order>(values: &[u8]) -> u32 {
    let cells = Cell::all::<O>().zip(values).filter(|(cell, _)| is_diagonal::<O>(*cell));
    cells.map(|(_, &value)| u32::from(value)).sum()
}
