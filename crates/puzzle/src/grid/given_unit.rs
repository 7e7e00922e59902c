//! A unit that was given as data: a region or an extra unit.

use super::Cell;
use std::fmt;

/// A unit that was given as data, by reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GivenUnit(pub(super) &'static GivenCells);

/// The cells of a unit that was given as data.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(unnameable_types)] // What [`GivenUnit`] refers to.
pub struct GivenCells {
    /// The index in [`Units::all`](super::Units::all).
    pub(super) number: usize,
    name: String,
    is_region: bool,
    /// Ascending.
    cells: Vec<Cell>,
}

impl GivenUnit {
    /// The index in [`Units::all`](super::Units::all).
    #[must_use]
    pub fn number(self) -> usize {
        self.0.number
    }

    /// The cells, ascending.
    #[must_use]
    pub fn cells(self) -> &'static [Cell] {
        &self.0.cells
    }

    /// True for a region, false for an extra unit.
    #[must_use]
    pub fn is_region(self) -> bool {
        self.0.is_region
    }
}

impl fmt::Display for GivenUnit {
    /// Writes `region A`, `diagonal 1`, `window 4` or `extra unit a`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.name)
    }
}

impl GivenCells {
    pub(super) fn new(name: String, is_region: bool, cells: Vec<Cell>) -> Self {
        Self { number: 0, name, is_region, cells }
    }
}
