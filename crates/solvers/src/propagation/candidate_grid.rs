//! The search state of all propagations: the candidates of every cell.

use super::{CellCounts, Peers};
use sudomill_puzzle::grid::{
    Candidates, Cell, CellSet, Digit, Order, Puzzle, Solution, digits_at, digits_of_cells,
    for_each_cell,
};

/// The candidates of every cell. A filled cell has one candidate, its digit.
///
/// Candidates are stored by digit, as one set of cells each. A deduction about all peers of a cell,
/// or all units of a digit, then takes only a few word operations.
#[derive(Clone, Copy, Debug)]
#[allow(unnameable_types)] // A state of `Heuristic`, which only its strategies look into.
pub struct CandidateGrid<O: Order> {
    /// The cells that have each digit as a candidate.
    places: O::PerDigit<CellSet<O>>,
    open: CellSet<O>,
    /// Set when no hidden single is left.
    pub(super) hidden_done: bool,
    /// The digits whose places may have changed since the last search for locked candidates.
    pub(super) dirty_digits: Candidates,
}

impl<O: Order> CandidateGrid<O> {
    /// Creates a grid with the clues entered and their digits removed from their peers; nothing
    /// else is propagated. If the puzzle was given by candidates, open cells have no others.
    pub fn new(puzzle: &Puzzle<O>, units: &impl Peers<O>) -> Self {
        let mut clues = O::per_digit(CellSet::EMPTY);
        let mut seen = O::per_digit(CellSet::EMPTY);
        let mut open = CellSet::all();
        let places_given = puzzle.places_given();
        // With the iterator `clues`, `mrv` takes 2 % longer.
        for cell in Cell::all::<O>() {
            let Some(digit) = puzzle.clue(cell) else { continue };
            // Only puzzles given by candidates can repeat a digit. The second cell stays open and
            // ends up without candidates.
            if places_given.is_some() && seen.as_ref()[digit.index()].contains(cell) {
                continue;
            }
            clues.as_mut()[digit.index()].insert(cell);
            seen.as_mut()[digit.index()] |= units.peers(cell);
            open.take(cell);
        }
        let mut places = clues;
        for i in 0..O::SIDE {
            places.as_mut()[i] |= open - seen.as_ref()[i];
        }
        if let Some(given) = places_given {
            for i in 0..O::SIDE {
                places.as_mut()[i] &= given.as_ref()[i];
            }
        }
        let all = Candidates::all::<O>();
        Self { places, open, hidden_done: false, dirty_digits: all }
    }

    /// The candidates of a cell; for a filled cell, its digit.
    #[inline]
    pub fn candidates(&self, cell: Cell) -> Candidates {
        digits_at(self.places.as_ref(), cell)
    }

    /// The candidates of every cell; for a filled cell, its digit.
    pub fn all_candidates(&self) -> O::PerCell<Candidates> {
        digits_of_cells(self.places.as_ref())
    }

    /// Returns true if hidden singles may be left, because the propagation does not enter them.
    #[inline]
    pub fn may_have_hidden_singles(&self) -> bool {
        !self.hidden_done
    }

    /// The cells that have the digit as a candidate, including filled ones.
    #[inline]
    pub fn places(&self, digit: Digit) -> CellSet<O> {
        self.places.as_ref()[digit.index()]
    }

    /// The [`places`](Self::places) of every digit, ascending.
    #[inline]
    pub(super) fn all_places(&self) -> &[CellSet<O>] {
        self.places.as_ref()
    }

    /// Returns true if the cell is empty.
    #[inline]
    pub fn is_open(&self, cell: Cell) -> bool {
        self.open.contains(cell)
    }

    /// The number of open cells.
    #[inline]
    pub fn open(&self) -> usize {
        self.open.len()
    }

    /// The open cells.
    #[inline]
    pub fn open_cells(&self) -> CellSet<O> {
        self.open
    }

    /// The open cells with the fewest candidates, and their number of candidates.
    #[inline]
    pub fn fewest_candidates(&self) -> (CellSet<O>, usize) {
        CellCounts::of(self.places.as_ref()).smallest(self.open)
    }

    /// The solution, once no cell is open.
    pub fn solution(&self) -> Solution<O> {
        // Digits in binary need fewer sets of cells than one per digit.
        let mut bits = [CellSet::EMPTY; u8::BITS as usize];
        for digit in Digit::all::<O>() {
            for (i, bit) in bits.iter_mut().enumerate() {
                if digit.value() >> i & 1 == 1 {
                    *bit |= self.places(digit);
                }
            }
        }
        let used = (usize::BITS - O::SIDE.leading_zeros()) as usize;
        let mut values = O::per_cell(0);
        for_each_cell(&bits[..used], values.as_mut(), |value, i| *value |= 1 << i);
        Solution::from_cells(values)
    }

    /// A copy with a guess entered in an open cell.
    #[inline]
    pub fn with_guess(&self, cell: Cell, digit: Digit, units: &impl Peers<O>) -> Self {
        let mut child = *self;
        child.exclude_others(cell, digit);
        child.enter(cell, digit, units);
        child.hidden_done = false;
        child
    }

    /// Removes all but one candidate of an open cell.
    #[inline(always)]
    pub(super) fn exclude_others(&mut self, cell: Cell, digit: Digit) {
        let mut others = 0;
        for (i, places) in self.places.as_mut().iter_mut().enumerate() {
            others |= u32::from(places.take(cell)) << i;
        }
        self.places.as_mut()[digit.index()].insert(cell);
        self.dirty_digits |= Candidates::from_bits(others);
    }

    /// Fills an open cell with its only candidate and removes the digit from the peers.
    #[inline(always)]
    pub(super) fn enter(&mut self, cell: Cell, digit: Digit, units: &impl Peers<O>) {
        self.open.take(cell);
        self.remove(digit, units.peers(cell));
    }

    /// Removes a digit from the candidates of some cells.
    #[inline(always)]
    pub(super) fn remove(&mut self, digit: Digit, cells: CellSet<O>) {
        self.places.as_mut()[digit.index()] -= cells;
        self.dirty_digits |= digit.into();
    }

    /// The only candidate of a cell; `None` if it has none. The cell must not have several.
    #[inline(always)]
    pub(super) fn single(&self, cell: Cell) -> Option<Digit> {
        let (has, mut found) = (CellSet::has(cell), 0);
        for (i, places) in self.places.as_ref().iter().enumerate() {
            found = if has(places) { i as u8 + 1 } else { found };
        }
        Digit::new(found)
    }

    /// The open cells without candidates, and the open cells with exactly one.
    #[inline(always)]
    pub(super) fn none_or_one(&self) -> (CellSet<O>, CellSet<O>) {
        let (mut some, mut several) = (CellSet::EMPTY, CellSet::EMPTY);
        for &places in self.places.as_ref() {
            several |= some & places;
            some |= places;
        }
        (self.open - some, (self.open & some) - several)
    }

    /// Removes digits from the candidates of some cells.
    pub(super) fn remove_all(&mut self, digits: Candidates, cells: CellSet<O>) {
        for digit in digits {
            self.remove(digit, cells);
        }
    }
}
