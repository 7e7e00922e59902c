//! Rows, columns and boxes, and the position of a cell in them.

use super::{Candidates, Cell, GivenUnit, Order, Size};
use crate::for_size;
use std::fmt;

impl Cell {
    /// The cell in this row and column, both from 0.
    #[must_use]
    pub const fn at<O: Order>(row: usize, column: usize) -> Self {
        Self::new(row * O::SIDE + column)
    }

    /// The row, from 0.
    #[must_use]
    pub const fn row<O: Order>(self) -> usize {
        self.index() / O::SIDE
    }

    /// The column, from 0.
    #[must_use]
    pub const fn column<O: Order>(self) -> usize {
        self.index() % O::SIDE
    }

    /// The box, from 0, counted row-major.
    #[must_use]
    pub const fn box_<O: Order>(self) -> usize {
        self.row::<O>() / O::BOX_ROWS * O::STACKS + self.column::<O>() / O::BOX_COLUMNS
    }

    /// The row, the column and the box.
    #[must_use]
    pub fn units<O: Order>(self) -> [Unit; 3] {
        [Unit::Row(self.row::<O>()), Unit::Column(self.column::<O>()), Unit::Box(self.box_::<O>())]
    }

    /// The other cells of the row, column and box, ascending: 20 for 9×9.
    #[must_use]
    pub fn peers<O: Order>(self) -> &'static [Cell] {
        O::peers(self)
    }

    /// The name in messages: `r1c1` is the top left.
    #[must_use]
    pub fn name<O: Order>(self) -> String {
        O::SIZE.cell_name(self)
    }

    /// All cells, row-major.
    pub fn all<O: Order>() -> impl DoubleEndedIterator<Item = Cell> {
        (0..O::CELLS).map(Cell::new)
    }

    /// All cells, column-major: MATLAB's `X(:)`.
    pub fn all_by_column<O: Order>() -> impl Iterator<Item = Cell> {
        (0..O::CELLS).map(|i| Cell::at::<O>(i % O::SIDE, i / O::SIDE))
    }
}

/// A row, a column or a box, counted from 0, or a unit that was given as data. `Display` counts from 1.
///
/// ```
/// # use sudomill_puzzle as sudomill;
/// assert_eq!(sudomill::grid::Unit::Column(2).to_string(), "column 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// A row.
    Row(usize),
    /// A column.
    Column(usize),
    /// A box, counted row-major.
    Box(usize),
    /// A region or an extra unit, see [`Units`](super::Units).
    Given(GivenUnit),
}

impl Unit {
    /// All units without data: the rows, then the columns, then the boxes.
    pub fn all<O: Order>() -> impl Iterator<Item = Unit> {
        (0..O::UNITS).map(Unit::new::<O>)
    }

    /// The unit with this index in [`Self::all`].
    #[must_use]
    pub fn new<O: Order>(number: usize) -> Self {
        match number / O::SIDE {
            0 => Unit::Row(number),
            1 => Unit::Column(number - O::SIDE),
            _ => Unit::Box(number - 2 * O::SIDE),
        }
    }

    /// The index in [`Self::all`], or in [`Units::all`](super::Units::all) of a unit that was given as data.
    #[must_use]
    pub fn number<O: Order>(self) -> usize {
        match self {
            Unit::Row(i) => i,
            Unit::Column(i) => O::SIDE + i,
            Unit::Box(i) => 2 * O::SIDE + i,
            Unit::Given(unit) => unit.number(),
        }
    }

    /// The cells, ascending.
    #[must_use]
    pub fn cells<O: Order>(self) -> &'static [Cell] {
        match self {
            Unit::Given(unit) => unit.cells(),
            _ => O::unit(self.number::<O>()),
        }
    }
}

/// The geometry of a grid whose size is known only at run time.
///
/// ```
/// # use sudomill_puzzle as sudomill;
/// use sudomill::grid::{Cell, Size, Unit};
/// assert_eq!(Size::Six.units_of(Cell::new(9)), [Unit::Row(1), Unit::Column(3), Unit::Box(1)]);
/// assert_eq!(Size::Six.cells_of(Unit::Box(1))[3], Cell::new(9));
/// assert_eq!(Size::Six.cell_name(Cell::new(9)), "r2c4");
/// ```
impl Size {
    /// All cells, row-major.
    pub fn all_cells(self) -> impl DoubleEndedIterator<Item = Cell> + use<> {
        (0..self.cells()).map(Cell::new)
    }

    /// The name of a cell in messages: `r1c1` is the top left.
    #[must_use]
    pub fn cell_name(self, cell: Cell) -> String {
        format!("r{}c{}", cell.index() / self.side() + 1, cell.index() % self.side() + 1)
    }

    /// All units without data: the rows, then the columns, then the boxes.
    pub fn all_units(self) -> impl Iterator<Item = Unit> + use<> {
        (0..3 * self.side()).map(move |number| for_size!(self, O => Unit::new::<O>(number)))
    }

    /// The row, the column and the box of a cell.
    #[must_use]
    pub fn units_of(self, cell: Cell) -> [Unit; 3] {
        for_size!(self, O => cell.units::<O>())
    }

    /// The cells of a unit, ascending.
    #[must_use]
    pub fn cells_of(self, unit: Unit) -> &'static [Cell] {
        for_size!(self, O => unit.cells::<O>())
    }

    /// All digits.
    pub fn digits(self) -> Candidates {
        for_size!(self, O => Candidates::all::<O>())
    }

    /// The digits that no peer of a cell holds; see [`Candidates::left_for`].
    pub fn candidates_left(self, values: &[u8], cell: Cell) -> Candidates {
        for_size!(self, O => Candidates::left_for::<O>(values, cell))
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unit::Row(i) => write!(f, "row {}", i + 1),
            Unit::Column(i) => write!(f, "column {}", i + 1),
            Unit::Box(i) => write!(f, "box {}", i + 1),
            Unit::Given(unit) => unit.fmt(f),
        }
    }
}
