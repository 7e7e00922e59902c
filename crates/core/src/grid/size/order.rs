//! The order: the side of a box, and the sizes that follow from it.

use super::Size;
use crate::grid::{
    Cell, Word,
    tables::{Sets, Tables},
};
use std::{fmt::Debug, hash::Hash};

/// The type of a value stored for each cell.
pub trait Element: Copy + Debug + Eq + Hash + Send + Sync + 'static {}
impl<T: Copy + Debug + Eq + Hash + Send + Sync + 'static> Element for T {}

/// The order of a grid, chosen at compile time: order 3 is 9×9.
///
/// All code is compiled separately for each order, with fixed array lengths, so larger
/// grids do not slow down 9×9.
///
/// ```
/// # use sudomill_core as sudomill;
/// use sudomill::grid::{Order, Order2, Order3};
/// assert_eq!((Order3::BOX, Order3::SIDE, Order3::CELLS, Order3::UNITS), (3, 9, 81, 27));
/// assert_eq!((Order2::BOX, Order2::SIDE, Order2::CELLS, Order2::UNITS), (2, 4, 16, 12));
/// ```
pub trait Order: Copy + Debug + Default + Eq + Hash + Send + Sync + 'static {
    /// The size of the grid as a value.
    const SIZE: Size;
    /// The side of a box.
    const BOX: usize = Self::SIZE.order();
    /// The side of the grid, which is also the number of digits and of cells in a unit.
    const SIDE: usize = Self::BOX * Self::BOX;
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

    /// An array with one entry per band.
    type PerBand<T: Element>: Element + AsRef<[T]> + AsMut<[T]>;

    /// An array with this value for every band.
    fn per_band<T: Element>(value: T) -> Self::PerBand<T>;

    /// An array with one entry per digit, padded to a multiple of four so that loops over it
    /// compile to vector instructions.
    type PerLane<T: Element>: Element + AsRef<[T]> + AsMut<[T]>;

    /// An array with this value for every lane.
    fn per_lane<T: Element>(value: T) -> Self::PerLane<T>;

    /// The integer type of the words of a [`CellSet`](crate::grid::CellSet).
    type Word: Word + From<Self::Band>;
    /// An integer type with at least one bit per cell of a band.
    type Band: Word;
    /// The width of [`Self::Band`] in bits.
    const BAND_BITS: usize;
    /// The number of bands in a word.
    const BANDS_PER_WORD: usize;

    /// The lowest band of a word.
    fn first_band(word: Self::Word) -> Self::Band;

    /// The array of words of a [`CellSet`](crate::grid::CellSet).
    type Words: Element + AsRef<[Self::Word]> + AsMut<[Self::Word]>;
    /// The empty set.
    const NO_CELLS: Self::Words;
    /// The set of the first cell of every row.
    const ROW_STARTS: Self::Words;

    /// The cells of a unit as a set.
    fn unit_set(index: usize) -> Self::Words;

    /// A cell as a set.
    fn cell_set(cell: Cell) -> Self::Words;

    /// The peers of a cell as a set.
    fn peer_set(cell: Cell) -> Self::Words;
}

macro_rules! order {
    ($(#[$doc:meta])* $name:ident, $size:ident, bands $bands:literal of $band:ident in $word:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $name;

        impl $name {
            const TABLES: &'static Tables<
                { Size::$size.cells() },
                { 3 * Size::$size.side() },
                { Size::$size.side() },
                { Size::$size.peers() },
            > = &Tables::new(Size::$size.order());

            const WORDS: usize = Size::$size.order().div_ceil($bands);
            const BAND_CELLS: usize = Size::$size.order() * Size::$size.side();

            const SETS: &'static Sets<
                [$word; Self::WORDS],
                { Size::$size.cells() },
                { 3 * Size::$size.side() },
            > = &{
                let mut sets = Sets {
                    row_starts: [0; Self::WORDS],
                    units: [[0; Self::WORDS]; 3 * Size::$size.side()],
                    cells: [[0; Self::WORDS]; Size::$size.cells()],
                    peers: [[0; Self::WORDS]; Size::$size.cells()],
                };
                let tables = Self::TABLES;
                let mut unit = 0;
                while unit < tables.units.len() {
                    sets.units[unit] = Self::set(&tables.units[unit]);
                    if unit < Size::$size.side() {
                        let (word, bit) = Self::place(tables.units[unit][0]);
                        sets.row_starts[word] |= bit;
                    }
                    unit += 1;
                }
                let mut cell = 0;
                while cell < tables.peers.len() {
                    sets.cells[cell] = Self::set(&[Cell::new(cell)]);
                    sets.peers[cell] = Self::set(&tables.peers[cell]);
                    cell += 1;
                }
                sets
            };

            /// The index of a cell's word, and its bit in that word.
            const fn place(cell: Cell) -> (usize, $word) {
                let (band, bit) = (cell.index() / Self::BAND_CELLS, cell.index() % Self::BAND_CELLS);
                let word = band / $bands;
                (word, 1 << ((band - word * $bands) * $band::BITS as usize + bit))
            }

            const fn set(cells: &[Cell]) -> [$word; Self::WORDS] {
                let mut set = [0; Self::WORDS];
                let mut i = 0;
                while i < cells.len() {
                    let (word, bit) = Self::place(cells[i]);
                    set[word] |= bit;
                    i += 1;
                }
                set
            }
        }

        impl Order for $name {
            const SIZE: Size = Size::$size;

            type PerCell<T: Element> = [T; Size::$size.cells()];

            #[inline]
            fn per_cell<T: Element>(value: T) -> Self::PerCell<T> {
                [value; Size::$size.cells()]
            }

            #[inline]
            fn unit(index: usize) -> &'static [Cell] {
                &Self::TABLES.units[index]
            }

            #[inline]
            fn peers(cell: Cell) -> &'static [Cell] {
                &Self::TABLES.peers[cell.index()]
            }

            type PerDigit<T: Element> = [T; Size::$size.side()];

            #[inline]
            fn per_digit<T: Element>(value: T) -> Self::PerDigit<T> {
                [value; Size::$size.side()]
            }

            type PerBand<T: Element> = [T; Size::$size.order()];

            #[inline(always)]
            fn per_band<T: Element>(value: T) -> Self::PerBand<T> {
                [value; Size::$size.order()]
            }

            type PerLane<T: Element> = [T; Size::$size.side().next_multiple_of(4)];

            #[inline(always)]
            fn per_lane<T: Element>(value: T) -> Self::PerLane<T> {
                [value; Size::$size.side().next_multiple_of(4)]
            }

            type Word = $word;
            type Band = $band;
            const BAND_BITS: usize = $band::BITS as usize;
            const BANDS_PER_WORD: usize = $bands;

            #[inline(always)]
            fn first_band(word: $word) -> $band {
                word as $band
            }

            type Words = [$word; $name::WORDS];
            const NO_CELLS: Self::Words = [0; Self::WORDS];
            const ROW_STARTS: Self::Words = Self::SETS.row_starts;

            #[inline(always)]
            fn unit_set(index: usize) -> Self::Words {
                Self::SETS.units[index]
            }

            #[inline(always)]
            fn cell_set(cell: Cell) -> Self::Words {
                Self::SETS.cells[cell.index()]
            }

            #[inline(always)]
            fn peer_set(cell: Cell) -> Self::Words {
                Self::SETS.peers[cell.index()]
            }
        }
    };
}

order!(
    /// 4×4 grids of 2×2 boxes ("Shidoku").
    Order2, Four, bands 2 of u16 in u32
);
order!(
    /// 9×9 grids of 3×3 boxes.
    Order3, Nine, bands 2 of u32 in u64
);
order!(
    /// 16×16 grids of 4×4 boxes.
    Order4, Sixteen, bands 1 of u64 in u64
);
order!(
    /// 25×25 grids of 5×5 boxes.
    Order5, TwentyFive, bands 1 of u128 in u128
);

/// Evaluates an expression with `$O` standing for the [`Order`] type of a
/// [`Size`](crate::grid::Size) that is only known at run time.
///
/// ```
/// # use sudomill_core as sudomill;
/// use sudomill::{for_size, grid::{Order, Size}};
/// let units = |size: Size| for_size!(size, O => O::UNITS);
/// assert_eq!(Size::ALL.map(units), [12, 27, 48, 75]);
/// ```
#[macro_export]
macro_rules! for_size {
    ($size:expr, $O:ident => $body:expr) => {
        match $size {
            $crate::grid::Size::Four => {
                type $O = $crate::grid::Order2;
                $body
            }
            $crate::grid::Size::Nine => {
                type $O = $crate::grid::Order3;
                $body
            }
            $crate::grid::Size::Sixteen => {
                type $O = $crate::grid::Order4;
                $body
            }
            $crate::grid::Size::TwentyFive => {
                type $O = $crate::grid::Order5;
                $body
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{CellSet, Unit};

    fn geometry_holds<O: Order>() {
        for cell in Cell::all::<O>() {
            let peers = cell.peers::<O>();
            assert!(peers.is_sorted() && !peers.contains(&cell));
            for other in Cell::all::<O>().filter(|&c| c != cell) {
                let together = Unit::all::<O>()
                    .any(|u| [cell, other].iter().all(|c| u.cells::<O>().contains(c)));
                assert_eq!(peers.contains(&other), together, "{cell:?} {other:?}");
            }
            assert!(Unit::Row(cell.row::<O>()).cells::<O>().contains(&cell));
            assert!(Unit::Column(cell.column::<O>()).cells::<O>().contains(&cell));
            assert!(Unit::Box(cell.box_::<O>()).cells::<O>().contains(&cell));
            for unit in 0..O::UNITS {
                let member = O::unit(unit).contains(&cell);
                assert_eq!(CellSet::<O>::unit(Unit::new::<O>(unit)).contains(cell), member);
            }
        }
        assert_eq!(Unit::all::<O>().count(), O::UNITS);
    }

    #[test]
    fn peers_share_a_unit() {
        geometry_holds::<Order2>();
        geometry_holds::<Order3>();
        geometry_holds::<Order4>();
        geometry_holds::<Order5>();
    }
}
