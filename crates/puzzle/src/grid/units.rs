//! Units given as data: regions instead of boxes, and extra units.
//!
//! ```text
//!  AAAB          regions: four symbols, four cells each        a..b     extra units: `.` is in none
//!  ABBB   or     ───────────────────────────────────────►      .ab.
//!  CCCD                     Units::new                          .ba.
//!  CDDD                                                         b..a
//! ```

use super::{
    Candidates, Cell, Drawing, Extra, GivenUnit, Size, Unit, UnitsError, given_unit::GivenCells,
};
use std::{
    fmt,
    sync::{Mutex, PoisonError},
};

/// The units of all puzzles of a run: rows, columns, boxes or regions, and extra units.
///
/// The default has rows, columns and boxes alone. Others are made from [`Drawing`]s, once; equal ones are
/// the same value, which is kept for the life of the program: a list of the cells of each unit, and no more.
///
/// ```
/// # use sudomill_puzzle as sudomill;
/// use sudomill::grid::{Cell, Drawing, Extra, Size, Unit, Units};
/// let jigsaw = Drawing::new("AAABABBBCCCDCDDD".chars().map(Some).collect())?;
/// let units = Units::new(Size::Four, Some(&jigsaw), &[Extra::Diagonals])?;
/// let names: Vec<_> = units.of(Size::Four, Cell::new(0)).iter().map(Unit::to_string).collect();
/// assert_eq!(names, ["row 1", "column 1", "region A", "diagonal 1"]);
/// # Ok::<(), sudomill::grid::UnitsError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Units(Option<&'static Given>);

/// The units that are neither rows, columns nor boxes.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Given {
    size: Size,
    /// True if the first units are regions, which replace the boxes.
    has_regions: bool,
    units: Vec<GivenCells>,
}

impl fmt::Debug for Units {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.given().map(|unit| unit.to_string())).finish()
    }
}

impl Units {
    /// Rows, columns and boxes.
    pub const STANDARD: Self = Self(None);

    /// Rows, columns, these regions instead of the boxes, and these extra units.
    ///
    /// Regions are in the order of their first cells; extra units follow, those of a drawing in this order.
    ///
    /// # Errors
    /// A drawing is of another size, or no set of regions or extra units.
    pub fn new(size: Size, regions: Option<&Drawing>, extra: &[Extra]) -> Result<Self, UnitsError> {
        if cfg!(no_units) || (regions.is_none() && extra.is_empty()) {
            return Ok(Self::STANDARD);
        }
        let mut units = Vec::new();
        if let Some(drawing) = regions {
            units.extend(drawing.regions(size)?);
        }
        for extra in extra {
            units.extend(extra.units(size)?);
        }
        let first = if regions.is_some() { 2 } else { 3 } * size.side();
        for (number, unit) in (first..).zip(&mut units) {
            unit.number = number;
        }
        Ok(Self::kept(Given { size, has_regions: regions.is_some(), units }))
    }

    /// The value that is kept for these units.
    fn kept(given: Given) -> Self {
        static KEPT: Mutex<Vec<&'static Given>> = Mutex::new(Vec::new());
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.iter().find(|it| ***it == given).copied();
        Self(Some(found.unwrap_or_else(|| {
            let given: &'static Given = Box::leak(Box::new(given));
            kept.push(given);
            given
        })))
    }

    /// The units that are given as data. The page gives none: what is compiled for it alone knows that.
    const fn known(self) -> Option<&'static Given> {
        if cfg!(no_units) { None } else { self.0 }
    }

    /// Returns true if there are rows, columns and boxes alone.
    #[inline]
    #[must_use]
    pub const fn are_standard(self) -> bool {
        self.known().is_none()
    }

    /// Returns true if regions replace the boxes.
    #[must_use]
    pub fn have_regions(self) -> bool {
        self.known().is_some_and(|given| given.has_regions)
    }

    /// The size of the grids with these units; `None` for the standard ones, which every size has.
    #[must_use]
    pub fn size(self) -> Option<Size> {
        self.known().map(|given| given.size)
    }

    /// Returns true for grids with as many rows as the drawings.
    #[must_use]
    pub fn fit(self, size: Size) -> bool {
        self.size().is_none_or(|drawn| drawn.side() == size.side())
    }

    /// The regions, then the extra units.
    pub fn given(self) -> impl Iterator<Item = GivenUnit> {
        self.known().into_iter().flat_map(|given| given.units.iter().map(GivenUnit))
    }

    /// All units: the rows, the columns, the boxes or regions, and the extra units.
    pub fn all(self, size: Size) -> impl Iterator<Item = Unit> {
        let lines = if self.have_regions() { 2 } else { 3 } * size.side();
        size.all_units().take(lines).chain(self.given().map(Unit::Given))
    }

    /// The units of a cell, in their order.
    #[must_use]
    pub fn of(self, size: Size, cell: Cell) -> Vec<Unit> {
        let standard = if self.have_regions() { 2 } else { 3 };
        let given = self.given().filter(|unit| unit.cells().contains(&cell)).map(Unit::Given);
        size.units_of(cell).into_iter().take(standard).chain(given).collect()
    }

    /// The digits that no peer of a cell holds. `values` is row-major, 0 for an empty cell.
    pub fn candidates_left(self, size: Size, values: &[u8], cell: Cell) -> Candidates {
        if self.are_standard() {
            return size.candidates_left(values, cell);
        }
        let units = self.of(size, cell);
        let peers = units.iter().flat_map(|unit| size.cells_of(*unit)).filter(|it| **it != cell);
        let held = peers.fold(0_u32, |held, peer| held | 1 << values[peer.index()]);
        size.digits() - Candidates::from_bits(held >> 1)
    }
}
