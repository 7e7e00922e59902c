//! The boxes of a grid as a type, and the constants that follow from them.

use super::Size;
use crate::{
    every_size,
    grid::{
        Cell, Word,
        tables::{peer_cells, unit_cells},
    },
};
use std::{fmt::Debug, hash::Hash, sync::LazyLock};

/// The type of a value stored for each cell.
pub trait Element: Copy + Debug + Eq + Hash + Send + Sync + 'static {}
impl<T: Copy + Debug + Eq + Hash + Send + Sync + 'static> Element for T {}

/// The boxes of a grid, chosen at compile time: those of order 3 are 3×3, and the grid is 9×9.
///
/// All code is compiled separately for each shape of boxes, with fixed array lengths, so other
/// grids do not slow down 9×9. Only the [`Boxes`] of every [`Size`] implement the trait.
///
/// ```
/// # use sudomill_puzzle as sudomill;
/// use sudomill::grid::{Boxes, Order, Order3};
/// assert_eq!((Order3::BOX_ROWS, Order3::SIDE, Order3::CELLS, Order3::UNITS), (3, 9, 81, 27));
/// type Six = Boxes<2, 3>;
/// assert_eq!((Six::BOX_ROWS, Six::BOX_COLUMNS, Six::SIDE, Six::CELLS), (2, 3, 6, 36));
/// assert_eq!((Six::BANDS, Six::STACKS), (3, 2));
/// ```
pub trait Order:
    sealed::Sealed + Copy + Debug + Default + Eq + Hash + Send + Sync + 'static
{
    /// The size of the grid as a value.
    const SIZE: Size;
    /// The rows of a box, and of a band.
    const BOX_ROWS: usize = Self::SIZE.box_rows();
    /// The columns of a box, and of a stack.
    const BOX_COLUMNS: usize = Self::SIZE.box_columns();
    /// The number of bands.
    const BANDS: usize = Self::SIZE.bands();
    /// The number of stacks, and of boxes in a band.
    const STACKS: usize = Self::SIZE.stacks();
    /// The side of the grid, which is also the number of digits and of cells in a unit.
    const SIDE: usize = Self::SIZE.side();
    /// The number of cells.
    const CELLS: usize = Self::SIDE * Self::SIDE;
    /// The number of units: rows, columns and boxes.
    const UNITS: usize = 3 * Self::SIDE;

    /// An array with one entry per cell, row-major.
    type PerCell<T: Element>: Element + AsRef<[T]> + AsMut<[T]>;

    /// An array with this value for every cell.
    fn per_cell<T: Element>(value: T) -> Self::PerCell<T>;

    /// The cells of a unit: rows first, then columns, then boxes.
    fn unit(index: usize) -> &'static [Cell];

    /// The peers of a cell, ascending.
    fn peers(cell: Cell) -> &'static [Cell];

    /// An array with one entry per digit.
    type PerDigit<T: Element>: Element + AsRef<[T]> + AsMut<[T]>;

    /// An array with this value for every digit.
    fn per_digit<T: Element>(value: T) -> Self::PerDigit<T>;

    /// An array with one entry per digit, padded to a multiple of four so that loops over it
    /// compile to vector instructions.
    type PerLane<T: Element>: Element + AsRef<[T]> + AsMut<[T]>;

    /// An array with this value for every lane.
    fn per_lane<T: Element>(value: T) -> Self::PerLane<T>;

    /// The integer type of a band in a [`CellSet`](crate::grid::CellSet): at least one bit per cell.
    type Band: Word;
    /// The bands of a [`CellSet`](crate::grid::CellSet), padded to whole vector registers.
    type Bands: Element + AsRef<[Self::Band]> + AsMut<[Self::Band]>;
    /// The empty set.
    const NO_CELLS: Self::Bands;

    /// The cells of a unit as a set.
    fn unit_set(index: usize) -> Self::Bands;

    /// The peers of a cell as a set.
    fn peer_set(cell: Cell) -> Self::Bands;
}

mod sealed {
    /// Keeps other crates from implementing `Order`: every strategy is compiled for each order here.
    #[allow(unnameable_types)] // That is its purpose.
    pub trait Sealed {}
}

/// The boxes of a grid: so many rows and columns each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Boxes<const ROWS: usize, const COLUMNS: usize>;

/// 4×4 grids of 2×2 boxes ("Shidoku").
pub type Order2 = Boxes<2, 2>;
/// 9×9 grids of 3×3 boxes.
pub type Order3 = Boxes<3, 3>;
/// 16×16 grids of 4×4 boxes.
pub type Order4 = Boxes<4, 4>;
/// 25×25 grids of 5×5 boxes.
pub type Order5 = Boxes<5, 5>;

macro_rules! orders {
    ($($(
        $size:ident $rows:literal $columns:literal $fewest_clues:literal [$band:ident; $bands:literal]
    ),*;)*) => {
        $($(order!($size, Boxes<$rows, $columns>, [$band; $bands]);)*)*
    };
}

// The sets are statics: each crate that names a constant computes it again.
macro_rules! order {
    ($size:ident, $name:ty, [$band:ident; $bands:literal]) => {
        impl $name {
            const fn unit_cells() -> [[Cell; Size::$size.side()]; 3 * Size::$size.side()] {
                unit_cells(Size::$size)
            }

            const fn peer_cells() -> [[Cell; Size::$size.peers()]; Size::$size.cells()] {
                peer_cells(Size::$size)
            }

            const fn unit_sets() -> [[$band; $bands]; 3 * Size::$size.side()] {
                let (cells, side) = (Self::unit_cells(), Size::$size.side());
                let band_cells = Size::$size.box_rows() * side;
                let mut sets = [[0; $bands]; 3 * Size::$size.side()];
                let mut i = 0;
                while i < 3 * side * side {
                    let cell = cells[i / side][i % side].index();
                    sets[i / side][cell / band_cells] |= 1 << (cell % band_cells);
                    i += 1;
                }
                sets
            }

            /// The units of each cell, without itself: far fewer steps than from lists of peers, which the
            /// compiler would take one by one.
            const fn peer_sets() -> [[$band; $bands]; Size::$size.cells()] {
                let (units, side) = (Self::unit_sets(), Size::$size.side());
                let band_cells = Size::$size.box_rows() * side;
                let mut sets = [[0; $bands]; Size::$size.cells()];
                let mut i = 0;
                while i < side * side {
                    let cell = Cell::new(i);
                    let row = &units[cell.row::<Self>()];
                    let column = &units[side + cell.column::<Self>()];
                    let box_ = &units[2 * side + cell.box_::<Self>()];
                    let mut band = 0;
                    while band < $bands {
                        sets[i][band] = row[band] | column[band] | box_[band];
                        band += 1;
                    }
                    sets[i][i / band_cells] &= !(1 << (i % band_cells));
                    i += 1;
                }
                sets
            }
        }

        impl sealed::Sealed for $name {}

        impl Order for $name {
            const SIZE: Size = Size::$size;

            type PerCell<T: Element> = [T; Size::$size.cells()];

            #[inline]
            fn per_cell<T: Element>(value: T) -> Self::PerCell<T> {
                [value; Size::$size.cells()]
            }

            #[inline]
            fn unit(index: usize) -> &'static [Cell] {
                static CELLS: [[Cell; Size::$size.side()]; 3 * Size::$size.side()] =
                    <$name>::unit_cells();
                static LISTS: LazyLock<Box<[[Cell; Size::$size.side()]; 3 * Size::$size.side()]>> =
                    LazyLock::new(|| Box::new(<$name>::unit_cells()));
                if const { Size::$size.lists_at_first_use() } {
                    &LISTS[index]
                } else {
                    &CELLS[index]
                }
            }

            #[inline]
            fn peers(cell: Cell) -> &'static [Cell] {
                // Listed when first asked for: the lists of all sizes would be 100 KB of the program, and
                // few strategies use them.
                static LISTS: LazyLock<Box<[[Cell; Size::$size.peers()]; Size::$size.cells()]>> =
                    LazyLock::new(|| Box::new(<$name>::peer_cells()));
                &LISTS[cell.index()]
            }

            type PerDigit<T: Element> = [T; Size::$size.side()];

            #[inline]
            fn per_digit<T: Element>(value: T) -> Self::PerDigit<T> {
                [value; Size::$size.side()]
            }

            type PerLane<T: Element> = [T; Size::$size.side().next_multiple_of(4)];

            #[inline(always)]
            fn per_lane<T: Element>(value: T) -> Self::PerLane<T> {
                [value; Size::$size.side().next_multiple_of(4)]
            }

            type Band = $band;
            type Bands = [$band; $bands];
            const NO_CELLS: Self::Bands = [0; $bands];

            #[inline(always)]
            fn unit_set(index: usize) -> Self::Bands {
                static UNITS: [[$band; $bands]; 3 * Size::$size.side()] = <$name>::unit_sets();
                static SETS: LazyLock<Box<[[$band; $bands]; 3 * Size::$size.side()]>> =
                    LazyLock::new(|| Box::new(<$name>::unit_sets()));
                if const { Size::$size.lists_at_first_use() } { SETS[index] } else { UNITS[index] }
            }

            #[inline(always)]
            fn peer_set(cell: Cell) -> Self::Bands {
                static PEERS: [[$band; $bands]; Size::$size.cells()] = <$name>::peer_sets();
                static SETS: LazyLock<Box<[[$band; $bands]; Size::$size.cells()]>> =
                    LazyLock::new(|| Box::new(<$name>::peer_sets()));
                if const { Size::$size.lists_at_first_use() } {
                    SETS[cell.index()]
                } else {
                    PEERS[cell.index()]
                }
            }
        }
    };
}

every_size! { [orders] }

/// Evaluates an expression with `$O` standing for the [`Order`] type of a
/// [`Size`](crate::grid::Size) that is only known at run time.
///
/// ```
/// # use sudomill_puzzle as sudomill;
/// use sudomill::{for_size, grid::{Order, Size}};
/// let units = |size: Size| for_size!(size, O => O::UNITS);
/// assert_eq!([Size::Four, Size::Six, Size::Nine].map(units), [12, 18, 27]);
/// ```
#[macro_export]
macro_rules! for_size {
    ($size:expr, $O:ident => $body:expr) => {
        $crate::every_size! { [$crate::for_size] @with_sizes $size, $O => $body; }
    };
    // With the list of all sizes.
    (
        @with_sizes $size:expr, $O:ident => $body:expr;
        $($($name:ident $rows:literal $columns:literal $fewest_clues:literal $words:tt),*;)*
    ) => {
        match $size {
            $($($crate::grid::Size::$name => {
                type $O = $crate::grid::Boxes<$rows, $columns>;
                $body
            })*)*
        }
    };
}
