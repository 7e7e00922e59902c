//! Rows, columns and boxes, and the position of a cell in them.

use super::{Cell, Order};
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
        format!("r{}c{}", self.row::<O>() + 1, self.column::<O>() + 1)
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

/// A row, a column or a box, counted from 0. `Display` counts from 1.
///
/// ```
/// # use sudomill_core as sudomill;
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
}

impl Unit {
    /// All units: the rows, then the columns, then the boxes.
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

    /// The index in [`Self::all`].
    #[must_use]
    pub fn number<O: Order>(self) -> usize {
        match self {
            Unit::Row(i) => i,
            Unit::Column(i) => O::SIDE + i,
            Unit::Box(i) => 2 * O::SIDE + i,
        }
    }

    /// The cells, ascending.
    #[must_use]
    pub fn cells<O: Order>(self) -> &'static [Cell] {
        O::unit(self.number::<O>())
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unit::Row(i) => write!(f, "row {}", i + 1),
            Unit::Column(i) => write!(f, "column {}", i + 1),
            Unit::Box(i) => write!(f, "box {}", i + 1),
        }
    }
}
