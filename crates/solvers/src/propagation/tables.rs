//! Masks of units that were given as data, and the deductions from them.
//!
//! ```text
//!  Units ──► peers of a cell             naked singles
//!            masks of regions, …         hidden singles; rows, columns and boxes need no masks
//!            pairs of units that share   locked candidates
//!            at least two cells
//! ```

use super::{CandidateGrid, Geometry, Peers, hidden_singles::HiddenSingles, locked};
use sudomill_puzzle::{
    grid::{Candidates, Cell, CellSet, Order, Unit, Units},
    solving::Removal,
};

/// What the propagations ask about units that were given as data, made once.
#[derive(Debug)]
pub struct Tables<O: Order> {
    peers: Vec<CellSet<O>>,
    /// The units with as many cells as digits: the rows, the columns, and others.
    units: Vec<Unit>,
    /// False if regions replace the boxes.
    has_boxes: bool,
    /// The cells of those that are neither rows, columns nor boxes.
    masks: Vec<CellSet<O>>,
    /// The cells in the most units, then those in at least one fewer, and so on, but all.
    in_most: Vec<CellSet<O>>,
    /// Those of regions and extra units, also with each other. Lines and boxes find theirs by themselves.
    crossings: Vec<Crossing<O>>,
}

/// Two units that share at least two cells, of which at least one has as many cells as digits.
#[derive(Clone, Copy, Debug)]
struct Crossing<O: Order> {
    /// A line, if one of the two is.
    first: Side<O>,
    second: Side<O>,
    shared: CellSet<O>,
}

/// A unit of a crossing.
#[derive(Clone, Copy, Debug)]
struct Side<O: Order> {
    unit: Unit,
    /// The cells that the other unit does not have.
    rest: CellSet<O>,
    /// True if the unit has as many cells as digits: then a digit that has no place in the rest is in the
    /// crossing.
    is_whole: bool,
}

impl<O: Order> Tables<O> {
    /// The tables of these units.
    #[must_use]
    pub fn new(units: Units) -> Self {
        let all: Vec<Unit> = units.all(O::SIZE).collect();
        let mut peers = vec![CellSet::EMPTY; O::CELLS];
        for unit in &all {
            for cell in unit.cells::<O>() {
                peers[cell.index()] |= CellSet::unit(*unit) - CellSet::of(*cell);
            }
        }
        let standard = if units.have_regions() { 2 } else { 3 } * O::SIDE;
        // As `locked/mrv` has them: by line, then by box.
        let pairs = all.iter().enumerate().flat_map(|(i, first)| {
            all[(i + 1).max(standard)..].iter().map(move |second| (*first, *second))
        });
        let count =
            |cell: Cell| all.iter().filter(|unit| unit.cells::<O>().contains(&cell)).count();
        let counts: Vec<usize> = Cell::all::<O>().map(count).collect();
        let in_at_least =
            |least| Cell::all::<O>().filter(|cell| counts[cell.index()] >= least).collect();
        let numbers =
            1 + counts.iter().min().unwrap_or(&0)..=counts.iter().copied().max().unwrap_or(0);
        let is_whole = |unit: &Unit| unit.cells::<O>().len() == O::SIDE;
        let whole: Vec<Unit> = all.iter().copied().filter(is_whole).collect();
        Self {
            peers,
            masks: whole[standard..].iter().map(|unit| CellSet::unit(*unit)).collect(),
            units: whole,
            in_most: numbers.rev().map(in_at_least).collect(),
            has_boxes: !units.have_regions(),
            crossings: pairs.filter_map(|(first, second)| Crossing::of(first, second)).collect(),
        }
    }
}

impl<O: Order> Tables<O> {
    /// The units with as many cells as digits.
    pub fn whole_units(&self) -> &[Unit] {
        &self.units
    }

    /// Those of some cells that are in the most units.
    #[inline]
    pub fn in_most_units(&self, cells: CellSet<O>) -> CellSet<O> {
        let mut found = self.in_most.iter().map(|most| cells & *most);
        found.find(|found| !found.is_empty()).unwrap_or(cells)
    }
}

impl<O: Order> Crossing<O> {
    /// The crossing of two units; `None` if no digit can be locked in it.
    fn of(first: Unit, second: Unit) -> Option<Self> {
        let shared = CellSet::unit(first) & CellSet::unit(second);
        let [first, second] = [first, second].map(|unit| Side {
            unit,
            rest: CellSet::unit(unit) - shared,
            is_whole: unit.cells::<O>().len() == O::SIDE,
        });
        (shared.len() >= 2 && (first.is_whole || second.is_whole)).then_some(Self {
            first,
            second,
            shared,
        })
    }

    /// Removes digits whose places in one unit are all in the crossing from the rest of the other.
    fn remove_locked(
        &self,
        digits: Candidates,
        grid: &mut CandidateGrid<O>,
        report: &mut dyn FnMut(Removal),
    ) {
        // Those that are locked in the second unit, and in the first.
        let mut locked = [Candidates::NONE; 2];
        for digit in digits {
            let places = grid.places(digit);
            let is_in = |side: &Side<O>| !(places & side.rest).is_empty();
            let [is_in_first, is_in_second] = [is_in(&self.first), is_in(&self.second)];
            if is_in_first != is_in_second && !(places & self.shared).is_empty() {
                locked[usize::from(is_in_second)] |= digit.into();
            }
        }
        let sides = [[&self.second, &self.first], [&self.first, &self.second]];
        for (digits, [locked_in, from]) in locked.into_iter().zip(sides) {
            for digit in digits.iter().filter(|_| locked_in.is_whole) {
                report(locked::removal(digit, locked_in.unit, from.unit));
                grid.remove(digit, from.rest);
            }
        }
    }
}

impl<O: Order> Peers<O> for Tables<O> {
    #[inline(always)]
    fn peers(&self, cell: Cell) -> CellSet<O> {
        self.peers[cell.index()]
    }
}

impl<O: Order> Geometry<O> for Tables<O> {
    #[inline]
    fn units(&self) -> impl Iterator<Item = Unit> {
        self.units.iter().copied()
    }

    #[inline]
    fn units_of(&self, cell: Cell) -> impl Iterator<Item = Unit> {
        self.units().filter(move |unit| CellSet::<O>::unit(*unit).contains(cell))
    }

    #[inline(always)]
    fn hidden_singles(&self, grid: &CandidateGrid<O>) -> HiddenSingles<O> {
        HiddenSingles::in_masks(grid, self.has_boxes, &self.masks)
    }

    /// Applies each crossing both ways, in the order of the table.
    fn remove_locked(&self, grid: &mut CandidateGrid<O>, report: &mut dyn FnMut(Removal)) {
        let mut changed = grid.dirty_digits;
        for digit in changed {
            if (grid.places(digit) & grid.open_cells()).is_empty() {
                changed -= digit.into();
            }
        }
        match self.has_boxes {
            true => grid.remove_locked(report),
            false => grid.dirty_digits = Candidates::NONE,
        }
        let digits = changed | grid.dirty_digits;
        for crossing in &self.crossings {
            if !(crossing.shared & grid.open_cells()).is_empty() {
                crossing.remove_locked(digits, grid, report);
            }
        }
    }
}
