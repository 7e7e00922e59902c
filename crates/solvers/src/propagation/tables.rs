//! Masks of units that were given as data, and the deductions from them.
//!
//! ```text
//!  Units ──► peers of a cell             naked singles
//!            masks of regions, …         hidden singles; rows, columns and boxes need no masks
//!            pairs of units that share   locked candidates
//!            at least two cells
//! ```

use super::{
    CandidateGrid, Geometry, Peers,
    counts::all_if_zero,
    hidden_singles::{BANDS, HiddenSingles},
    locked,
};
use sudomill_puzzle::{
    grid::{Candidates, Cell, CellSet, Order, Unit, Units, Word},
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
    crossings: Vec<Block<O>>,
}

/// The number of crossings in a block.
const LANES: usize = 16;

/// Up to sixteen crossings, with their cells side by side: the loops over the lanes compile to vector
/// instructions.
#[derive(Debug)]
struct Block<O: Order> {
    crossings: Vec<Crossing<O>>,
    /// For each band, the cells of the crossings, of the rests of their first units and of their second ones.
    bands: [[[O::Band; LANES]; 3]; BANDS],
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
        let crossings: Vec<_> =
            pairs.filter_map(|(first, second)| Crossing::of(first, second)).collect();
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
            crossings: crossings.chunks(LANES).map(Block::of).collect(),
        }
    }
}

impl<O: Order> Tables<O> {
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

    /// Removes digits whose places in one unit are all in the crossing from the rest of the other. Returns
    /// true if there are any.
    fn remove_locked(
        &self,
        digits: Candidates,
        grid: &mut CandidateGrid<O>,
        report: &mut dyn FnMut(Removal),
    ) -> bool {
        let mut removes = false;
        for [locked_in, from] in [[self.second, self.first], [self.first, self.second]] {
            for digit in digits.iter().filter(|_| locked_in.is_whole) {
                let places = grid.places(digit);
                let is_locked = (places & locked_in.rest).is_empty()
                    && !(places & from.rest).is_empty()
                    && !(places & self.shared).is_empty();
                if is_locked {
                    report(locked::removal(digit, locked_in.unit, from.unit));
                    grid.remove(digit, from.rest);
                    removes = true;
                }
            }
        }
        removes
    }
}

impl<O: Order> Block<O> {
    fn of(crossings: &[Crossing<O>]) -> Self {
        let mut bands = [[[O::Band::ZERO; LANES]; 3]; BANDS];
        for (lane, Crossing { first, second, shared }) in crossings.iter().enumerate() {
            for (part, cells) in [*shared, first.rest, second.rest].into_iter().enumerate() {
                for (number, band) in bands[..O::BANDS].iter_mut().enumerate() {
                    band[part][lane] = cells.band(number);
                }
            }
        }
        Self { crossings: crossings.to_vec(), bands }
    }

    /// Adds, for each crossing, a word that is not zero if these places of a digit may be locked there: if
    /// some are in the crossing, and in the rest of only one of its units.
    #[inline(always)]
    fn add_locked(&self, places: CellSet<O>, found: &mut [O::Band; LANES]) {
        for (lane, found) in found.iter_mut().enumerate() {
            let [mut shared, mut first, mut second] = [O::Band::ZERO; 3];
            for (number, band) in self.bands[..O::BANDS].iter().enumerate() {
                shared |= places.band(number) & band[0][lane];
                first |= places.band(number) & band[1][lane];
                second |= places.band(number) & band[2][lane];
            }
            *found |= shared & (all_if_zero(first) ^ all_if_zero(second));
        }
    }

    /// Applies each crossing both ways, in their order, for digits that changed or change.
    #[inline]
    fn remove_locked(
        &self,
        changed: Candidates,
        grid: &mut CandidateGrid<O>,
        report: &mut dyn FnMut(Removal),
    ) {
        let mut found = [O::Band::ZERO; LANES];
        let digits = changed | grid.dirty_digits;
        for digit in digits {
            self.add_locked(grid.places(digit), &mut found);
        }
        // Removing a digit may lock it in a later crossing.
        let mut removes = false;
        for (crossing, found) in self.crossings.iter().zip(found) {
            if removes || found != O::Band::ZERO {
                removes |= crossing.remove_locked(digits, grid, report);
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

    fn tables(&self) -> Option<&Tables<O>> {
        Some(self)
    }

    #[inline]
    fn cells(&self, unit: Unit) -> &'static [Cell] {
        unit.cells::<O>()
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
        for block in &self.crossings {
            block.remove_locked(changed, grid, report);
        }
    }
}
