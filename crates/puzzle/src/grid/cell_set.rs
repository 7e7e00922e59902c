//! Sets of cells.

use super::{Candidates, Cell, Order, Unit, Word};

/// A set of cells of a grid: the places of a digit, the open cells, the peers of a cell.
///
/// Each cell has one bit, row-major; each band has an integer, so that the compiler can handle
/// several bands in a vector register.
///
/// The operators `&`, `|`, `^` and `-` (difference) work on all cells at once.
///
/// ```
/// # use sudomill_puzzle as sudomill;
/// use sudomill::grid::{Cell, CellSet, Order3, Unit};
/// let row: CellSet<Order3> = CellSet::unit(Unit::Row(4));
/// let cell = Cell::at::<Order3>(4, 7);
/// assert!(row.contains(cell) && (row - CellSet::peers(cell)).iter().eq([cell]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub struct CellSet<O: Order> {
    bands: O::Bands,
}

impl<O: Order> CellSet<O> {
    /// The number of cells in a band.
    const BAND_CELLS: usize = O::BOX_ROWS * O::SIDE;

    /// The index of the band that holds a cell, and the cell's bit in it.
    #[inline(always)]
    fn place(cell: Cell) -> (usize, O::Band) {
        // The `min` lets the compiler omit the bounds check.
        let band = (cell.index() / Self::BAND_CELLS).min(O::BANDS - 1);
        (band, O::Band::ONE << (cell.index() - band * Self::BAND_CELLS))
    }

    /// The empty set.
    pub const EMPTY: Self = Self { bands: O::NO_CELLS };

    /// The set with only this cell.
    #[inline(always)]
    pub fn of(cell: Cell) -> Self {
        let mut set = Self::EMPTY;
        set.insert(cell);
        set
    }

    /// The set of all cells.
    #[inline(always)]
    pub fn all() -> Self {
        let unused = size_of::<O::Band>() * 8 - Self::BAND_CELLS;
        Self::from_bands(|_| !O::Band::ZERO >> unused)
    }

    /// The cells of a unit.
    #[inline(always)]
    pub fn unit(unit: Unit) -> Self {
        match unit {
            Unit::Given(unit) => unit.cells().iter().copied().collect(),
            _ => Self { bands: O::unit_set(unit.number::<O>()) },
        }
    }

    /// The peers of a cell.
    #[inline(always)]
    pub fn peers(cell: Cell) -> Self {
        Self { bands: O::peer_set(cell) }
    }

    /// Returns true if the set is empty.
    #[must_use]
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        let mut all = O::Band::ZERO;
        for &band in self.bands.as_ref() {
            all |= band;
        }
        all == O::Band::ZERO
    }

    /// Returns true if the cell is in the set.
    #[must_use]
    #[inline(always)]
    pub fn contains(self, cell: Cell) -> bool {
        Self::has(cell)(&self)
    }

    /// Returns a predicate that is true for sets with this cell. Cheaper than [`Self::contains`]
    /// for many sets.
    #[inline(always)]
    pub fn has(cell: Cell) -> impl Fn(&Self) -> bool {
        let (band, bit) = Self::place(cell);
        move |set| set.bands.as_ref()[band] & bit != O::Band::ZERO
    }

    /// Removes a cell. Returns true if it was in the set.
    #[inline(always)]
    pub fn take(&mut self, cell: Cell) -> bool {
        let (band, bit) = Self::place(cell);
        let band = &mut self.bands.as_mut()[band];
        let had = *band & bit != O::Band::ZERO;
        *band &= !bit;
        had
    }

    /// Adds a cell.
    #[inline(always)]
    pub fn insert(&mut self, cell: Cell) {
        let (band, bit) = Self::place(cell);
        self.bands.as_mut()[band] |= bit;
    }

    /// The number of cells.
    #[must_use]
    #[inline]
    pub fn len(self) -> usize {
        let mut len = 0;
        for band in self.bands.as_ref() {
            len += band.count();
        }
        len
    }

    /// The first cell in row-major order.
    #[must_use]
    #[inline]
    pub fn first(self) -> Option<Cell> {
        self.into_iter().next()
    }

    /// The last cell in row-major order.
    #[must_use]
    #[inline]
    pub fn last(self) -> Option<Cell> {
        for number in (0..O::BANDS).rev() {
            let band = self.band(number);
            if band != O::Band::ZERO {
                return Some(Cell::new(number * Self::BAND_CELLS + band.highest()));
            }
        }
        None
    }

    /// The cells, ascending.
    #[must_use]
    pub fn iter(self) -> Cells<O> {
        Cells(self)
    }

    /// The cells of a band; bit 0 is the first cell of the band.
    #[inline(always)]
    pub fn band(self, band: usize) -> O::Band {
        self.bands.as_ref()[band]
    }

    /// Builds a set from its bands; bit 0 is the first cell of a band.
    #[inline(always)]
    pub fn from_bands(band: impl Fn(usize) -> O::Band) -> Self {
        let mut set = Self::EMPTY;
        for number in 0..O::BANDS {
            set.bands.as_mut()[number] = band(number);
        }
        set
    }

    /// Combines the sets; the body of every operator.
    #[inline(always)]
    fn zip(mut self, other: Self, op: impl Fn(&mut O::Band, O::Band)) -> Self {
        for (band, &other) in self.bands.as_mut().iter_mut().zip(other.bands.as_ref()) {
            op(band, other);
        }
        self
    }
}

operators!([O: Order] CellSet<O>);

impl<O: Order> FromIterator<Cell> for CellSet<O> {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

impl<O: Order> IntoIterator for CellSet<O> {
    type Item = Cell;
    type IntoIter = Cells<O>;

    fn into_iter(self) -> Cells<O> {
        self.iter()
    }
}

/// The cells of a [`CellSet`], ascending.
#[derive(Clone, Debug)]
pub struct Cells<O: Order>(CellSet<O>);

impl<O: Order> Iterator for Cells<O> {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        for (number, band) in self.0.bands.as_mut().iter_mut().enumerate() {
            if *band != O::Band::ZERO {
                let bit = band.lowest();
                *band &= band.minus(O::Band::ONE);
                return Some(Cell::new(number * CellSet::<O>::BAND_CELLS + bit));
            }
        }
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len();
        (len, Some(len))
    }
}

impl<O: Order> ExactSizeIterator for Cells<O> {}

impl<O: Order> DoubleEndedIterator for Cells<O> {
    #[inline]
    fn next_back(&mut self) -> Option<Cell> {
        let last = self.0.last()?;
        self.0 -= CellSet::of(last);
        Some(last)
    }
}

/// The digits whose set has the cell; the first set is that of digit 1.
#[inline]
pub fn digits_at<O: Order>(places: &[CellSet<O>], cell: Cell) -> Candidates {
    let has = CellSet::has(cell);
    let mut bits = 0;
    for (i, places) in places.iter().enumerate() {
        bits |= u32::from(has(places)) << i;
    }
    Candidates::from_bits(bits)
}

/// The digits whose set has each cell.
pub fn digits_of_cells<O: Order>(places: &[CellSet<O>]) -> O::PerCell<Candidates> {
    let mut all = O::per_cell(Candidates::NONE);
    for_each_cell(places, all.as_mut(), |digits, i| *digits |= Candidates::from_bits(1 << i));
    all
}

/// For each cell of each set, calls `add` with the cell's item and the index of the set.
#[inline(always)]
pub fn for_each_cell<O: Order, T: Copy>(
    sets: &[CellSet<O>],
    items: &mut [T],
    add: impl Fn(&mut T, usize),
) {
    if const { size_of::<O::Band>() > size_of::<u32>() } {
        for (i, &set) in sets.iter().enumerate() {
            for cell in set {
                add(&mut items[cell.index()], i);
            }
        }
        return;
    }
    for (band, items) in items.chunks_exact_mut(O::BOX_ROWS * O::SIDE).enumerate() {
        for (i, set) in sets.iter().enumerate() {
            let cells = set.band(band);
            for (bit, item) in items.iter_mut().enumerate() {
                // Branchless, so that vector instructions handle several cells at once.
                let mut with = *item;
                add(&mut with, i);
                let here = cells & O::Band::ONE << bit != O::Band::ZERO;
                *item = if here { with } else { *item };
            }
        }
    }
}
