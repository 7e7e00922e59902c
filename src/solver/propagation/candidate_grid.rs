//! The state that all propagations share: the candidates of every cell.

use super::{Counts, Queue};
use crate::{
    grid::{Candidates, Cell, CellSet, Digit, Order, Puzzle, Solution, Unit, Word},
    solver::Reason,
};

/// The candidates of every cell. A filled cell has one candidate, its digit.
///
/// They are stored by digit: one set of cells for each. Whatever a deduction does with all
/// peers of a cell, or all units of a digit, is then a few operations on words.
#[derive(Clone, Copy, Debug)]
pub struct CandidateGrid<O: Order> {
    /// The cells of which each digit is a candidate.
    places: O::PerDigit<CellSet<O>>,
    /// The number of candidates of every cell.
    counts: Counts<O>,
    filled: CellSet<O>,
    open: u32,
    /// The digits whose places changed since they were searched for hidden singles.
    pub(super) unsearched: Candidates,
    /// The digits that were entered since, even if their places stayed the same.
    pub(super) entered: Candidates,
    /// The digits whose places changed since they were searched for locked candidates.
    pub(super) unlocked: Candidates,
}

impl<O: Order> CandidateGrid<O> {
    /// The grid with the clues entered. Their digits are removed from their peers;
    /// nothing else is propagated.
    pub fn new(puzzle: &Puzzle<O>) -> Self {
        let mut clues = O::per_digit(CellSet::EMPTY);
        let mut seen = O::per_digit(CellSet::EMPTY);
        let mut filled = CellSet::EMPTY;
        let mut open = O::CELLS as u32;
        for (cell, digit) in puzzle.clues() {
            let here = CellSet::of(cell);
            clues.as_mut()[digit.index()] |= here;
            seen.as_mut()[digit.index()] |= CellSet::peers(cell);
            filled |= here;
            open -= 1;
        }
        let empty = CellSet::all() - filled;
        let mut places = clues;
        for (places, &seen) in places.as_mut().iter_mut().zip(seen.as_ref()) {
            *places |= empty - seen;
        }
        let counts = Counts::of(places.as_ref());
        let all = Candidates::all::<O>();
        Self { places, counts, filled, open, unsearched: all, entered: all, unlocked: all }
    }

    /// The candidates of a cell; for a filled cell its digit.
    #[inline]
    pub fn candidates(&self, cell: Cell) -> Candidates {
        let has = CellSet::has(cell);
        let places = self.places.as_ref().iter().enumerate();
        let bits = places.map(|(i, places)| u32::from(has(places)) << i);
        Candidates::from_bits(bits.fold(0, |all, bit| all | bit))
    }

    /// The candidates of every cell; for a filled cell its digit.
    pub fn all_candidates(&self) -> O::PerCell<Candidates> {
        let mut all = O::per_cell(Candidates::NONE);
        self.for_each_place(all.as_mut(), |mask, digit| *mask |= digit.into());
        all
    }

    /// Calls `add` with the item of each place of each digit.
    #[inline(always)]
    fn for_each_place<T: Copy>(&self, items: &mut [T], add: impl Fn(&mut T, Digit)) {
        let places = Candidates::all::<O>().iter().zip(self.places.as_ref());
        if O::BAND_BITS > u32::BITS as usize {
            for (digit, places) in places {
                places.iter().for_each(|cell| add(&mut items[cell.index()], digit));
            }
            return;
        }
        for (band, items) in items.chunks_exact_mut(O::BOX * O::SIDE).enumerate() {
            for (digit, places) in places.clone() {
                let places = places.band(band);
                for (bit, item) in items.iter_mut().enumerate() {
                    // Without a branch: vector instructions handle several cells at once.
                    let mut with = *item;
                    add(&mut with, digit);
                    let here = places & O::Band::ONE << bit != O::Band::ZERO;
                    *item = if here { with } else { *item };
                }
            }
        }
    }

    /// Whether hidden singles may be left: the propagation does not enter them.
    #[inline]
    pub fn may_have_hidden_singles(&self) -> bool {
        !self.unsearched.is_empty()
    }

    /// The cells of which the digit is a candidate, filled ones too.
    #[inline]
    pub fn places(&self, digit: Digit) -> CellSet<O> {
        self.places.as_ref()[digit.index()]
    }

    /// Whether the cell is empty.
    #[inline]
    pub fn is_open(&self, cell: Cell) -> bool {
        !self.filled.contains(cell)
    }

    /// The number of open cells.
    #[inline]
    pub fn open(&self) -> usize {
        self.open as usize
    }

    /// The open cells.
    #[inline]
    pub fn open_cells(&self) -> CellSet<O> {
        CellSet::all() - self.filled
    }

    /// The open cells with the fewest candidates, and the number of these.
    #[inline]
    pub fn fewest_candidates(&self) -> (CellSet<O>, usize) {
        self.counts.smallest(self.open_cells())
    }

    /// The cells with two candidates.
    pub(super) fn bivalue_cells(&self) -> CellSet<O> {
        self.counts.two(self.open_cells())
    }

    /// The solution, once no cell is open.
    pub fn solution(&self) -> Solution<O> {
        let mut values = O::per_cell(0);
        self.for_each_place(values.as_mut(), |value, digit| *value = digit.value());
        Solution::from_cells(values)
    }

    /// A copy with a guess entered in an open cell.
    #[inline]
    pub fn with_guess(&self, cell: Cell, digit: Digit) -> Self {
        let mut child = *self;
        child.exclude_others(cell, digit);
        let _ = child.enter(cell, digit);
        child
    }

    /// Removes all candidates of an open cell but one.
    #[inline(always)]
    fn exclude_others(&mut self, cell: Cell, digit: Digit) {
        let mut others = 0;
        for (i, places) in self.places.as_mut().iter_mut().enumerate() {
            others |= u32::from(places.take(cell)) << i;
        }
        self.places.as_mut()[digit.index()].insert(cell);
        self.counts.set_to_one(cell);
        self.touch(Candidates::from_bits(others));
    }

    /// Fills an open cell with its only candidate and removes the digit from the peers.
    /// Returns the peers that had it.
    #[inline(always)]
    fn enter(&mut self, cell: Cell, digit: Digit) -> CellSet<O> {
        self.filled.insert(cell);
        self.open -= 1;
        self.entered |= digit.into();
        self.remove(digit, CellSet::peers(cell))
    }

    /// Removes a digit from the candidates of some cells. Returns those that had it.
    #[inline(always)]
    pub(super) fn remove(&mut self, digit: Digit, cells: CellSet<O>) -> CellSet<O> {
        let places = &mut self.places.as_mut()[digit.index()];
        let lost = *places & cells;
        *places ^= lost;
        self.counts.decrement(lost);
        if !lost.is_empty() {
            self.touch(digit.into());
        }
        lost
    }

    #[inline(always)]
    fn touch(&mut self, digits: Candidates) {
        self.unsearched |= digits;
        self.unlocked |= digits;
    }

    /// Queues those of these cells that are left with one candidate.
    #[inline(always)]
    pub(super) fn queue_singles(
        &self,
        cells: CellSet<O>,
        queue: &mut Queue<O>,
    ) -> Result<(), Reason> {
        let none_left = self.counts.zero(cells);
        if !none_left.is_empty() {
            return Err(no_candidate(none_left));
        }
        self.counts.one(cells).iter().for_each(|cell| queue.push(cell));
        Ok(())
    }

    /// Queues the naked singles of the grid, row-major.
    #[inline]
    pub(super) fn find_naked_singles(&self, queue: &mut Queue<O>) -> Result<(), Reason> {
        self.queue_singles(self.open_cells(), queue)
    }

    /// The only candidate of a cell.
    #[inline(always)]
    pub(super) fn single(&self, cell: Cell) -> Option<Digit> {
        let has = CellSet::has(cell);
        let places = (1..).zip(self.places.as_ref());
        let find = |found, (value, places)| match has(places) {
            true => value,
            false => found,
        };
        Digit::new(places.fold(0, find))
    }

    /// Fills a cell with its only candidate, removes the digit from the peers, and queues
    /// those that are left with one candidate.
    #[inline(always)]
    pub(super) fn enter_naked(
        &mut self,
        cell: Cell,
        digit: Digit,
        queue: &mut Queue<O>,
    ) -> Result<(), Reason> {
        let lost = self.enter(cell, digit);
        self.queue_singles(lost, queue)
    }

    /// As [`Self::enter_naked`], for a cell that has other candidates.
    #[inline]
    pub(super) fn enter_hidden(
        &mut self,
        cell: Cell,
        digit: Digit,
        queue: &mut Queue<O>,
    ) -> Result<(), Reason> {
        self.exclude_others(cell, digit);
        self.enter_naked(cell, digit, queue)
    }

    /// Removes digits from the cells of one unit that are not in another, and queues the
    /// cells that are left with one candidate.
    pub(super) fn remove_outside(
        &mut self,
        digits: Candidates,
        kept: Unit,
        from: Unit,
        queue: &mut Queue<O>,
    ) -> Result<(), Reason> {
        let rest = CellSet::unit(from) - CellSet::unit(kept);
        let lost = digits.iter().fold(CellSet::EMPTY, |all, digit| all | self.remove(digit, rest));
        self.queue_singles(lost, queue)
    }
}

/// The first of these cells has no candidate.
#[cold]
fn no_candidate<O: Order>(cells: CellSet<O>) -> Reason {
    Reason::NoCandidate(cells.first().expect("a cell has no candidate"))
}
