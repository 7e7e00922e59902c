//! Masks of units that were given as data, and the deductions from them.
//!
//! ```text
//!  Units ──► peers of a cell             naked singles
//!            masks of regions, …         hidden singles; rows and columns need no masks
//!            pairs of units that share   locked candidates
//!            at least two cells
//! ```

use super::{CandidateGrid, Geometry, Peers, hidden_singles::HiddenSingles, locked};
use sudomill_puzzle::{
    grid::{Cell, CellSet, Order, Unit, Units},
    solving::Removal,
};

/// What the propagations ask about units that were given as data, made once.
#[derive(Debug)]
pub struct Tables<O: Order> {
    peers: Vec<CellSet<O>>,
    /// The units with as many cells as digits: the rows, the columns, and others.
    units: Vec<Unit>,
    /// The cells of those that are neither rows nor columns.
    masks: Vec<CellSet<O>>,
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
        let set = |unit: Unit| CellSet::unit(unit);
        let mut peers = vec![CellSet::EMPTY; O::CELLS];
        for unit in &all {
            for cell in unit.cells::<O>() {
                peers[cell.index()] |= set(*unit) - CellSet::of(*cell);
            }
        }
        let is_whole = |unit: &Unit| unit.cells::<O>().len() == O::SIDE;
        let whole: Vec<Unit> = all.iter().copied().filter(is_whole).collect();
        let masks = whole[2 * O::SIDE..].iter().copied().map(set).collect();
        // As `locked/mrv` has them: by line, then by box.
        let mut crossings = Vec::new();
        for (i, &first) in all.iter().enumerate() {
            for &second in &all[(i + 1).max(2 * O::SIDE)..] {
                let shared = set(first) & set(second);
                let has_whole = is_whole(&first) || is_whole(&second);
                if shared.len() >= 2 && has_whole {
                    let side =
                        |unit| Side { unit, rest: set(unit) - shared, is_whole: is_whole(&unit) };
                    crossings.push(Crossing { first: side(first), second: side(second), shared });
                }
            }
        }
        Self { peers, units: whole, masks, crossings }
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
        HiddenSingles::in_masks(grid, &self.masks)
    }

    /// Applies each crossing both ways, in the order of the table: a digit whose places in one unit are all
    /// in the crossing is removed from the rest of the other.
    fn remove_locked(&self, grid: &mut CandidateGrid<O>, report: &mut dyn FnMut(Removal)) {
        let changed = std::mem::take(&mut grid.dirty_digits);
        for Crossing { first, second, shared } in &self.crossings {
            // Removing a digit may lock it in a later crossing.
            let digits = changed | grid.dirty_digits;
            for [locked_in, from] in [[second, first], [first, second]] {
                for digit in digits.iter().filter(|_| locked_in.is_whole) {
                    let places = grid.places(digit);
                    let is_locked = (places & locked_in.rest).is_empty()
                        && !(places & from.rest).is_empty()
                        && !(places & *shared).is_empty();
                    if is_locked {
                        report(locked::removal(digit, locked_in.unit, from.unit));
                        grid.remove(digit, from.rest);
                    }
                }
            }
        }
    }
}
