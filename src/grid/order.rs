//! The order: the side of a box, and everything that follows from it.

use super::{Cell, tables::Tables};
use std::fmt::Debug;

/// What can stand in an array with an entry a cell.
pub trait Element: Copy + Debug + PartialEq + Send + Sync + 'static {}
impl<T: Copy + Debug + PartialEq + Send + Sync + 'static> Element for T {}

/// The order of a grid, chosen at compile time: order 3 is 9×9.
///
/// Every size in the crate comes from here, so each order is compiled on its
/// own, with fixed array lengths: 9×9 pays nothing for the others.
///
/// ```
/// use sudomill::grid::{Order, Order2, Order3};
/// assert_eq!((Order3::BOX, Order3::SIDE, Order3::CELLS, Order3::UNITS), (3, 9, 81, 27));
/// assert_eq!((Order2::BOX, Order2::SIDE, Order2::CELLS, Order2::UNITS), (2, 4, 16, 12));
/// ```
pub trait Order: Copy + Debug + Default + Eq + Send + Sync + 'static {
    /// The side of a box.
    const BOX: usize;
    /// The side of the grid, the number of digits, the cells of a unit.
    const SIDE: usize = Self::BOX * Self::BOX;
    /// The number of cells.
    const CELLS: usize = Self::SIDE * Self::SIDE;
    /// The number of units: rows, columns and boxes.
    const UNITS: usize = 3 * Self::SIDE;

    /// An array with an entry a cell, row-major.
    type PerCell<T: Element>: Element + AsRef<[T]> + AsMut<[T]>;

    /// An array with that value in every cell.
    fn per_cell<T: Element>(value: T) -> Self::PerCell<T>;

    /// The cells of a unit: rows first, then columns, then boxes.
    fn unit(index: usize) -> &'static [Cell];

    /// The other cells of a cell's row, column and box, ascending.
    fn peers(cell: Cell) -> &'static [Cell];
}

macro_rules! order {
    ($(#[$doc:meta])* $name:ident, box $side:literal, peers $peers:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name;

        impl $name {
            const SIZE: usize = $side * $side;
            const TABLES: &'static Tables<
                { Self::SIZE * Self::SIZE },
                { 3 * Self::SIZE },
                { Self::SIZE },
                $peers,
            > = &Tables::new($side);
        }

        impl Order for $name {
            const BOX: usize = $side;

            type PerCell<T: Element> = [T; Self::SIZE * Self::SIZE];

            #[inline]
            fn per_cell<T: Element>(value: T) -> Self::PerCell<T> {
                [value; Self::SIZE * Self::SIZE]
            }

            #[inline]
            fn unit(index: usize) -> &'static [Cell] {
                &Self::TABLES.units[index]
            }

            #[inline]
            fn peers(cell: Cell) -> &'static [Cell] {
                &Self::TABLES.peers[cell.index()]
            }
        }
    };
}

order!(
    /// 4×4 grids of 2×2 boxes ("Shidoku").
    Order2, box 2, peers 7
);
order!(
    /// 9×9 grids of 3×3 boxes.
    Order3, box 3, peers 20
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Unit;

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
        }
        assert_eq!(Unit::all::<O>().count(), O::UNITS);
    }

    #[test]
    fn peers_are_the_cells_that_share_a_unit() {
        geometry_holds::<Order2>();
        geometry_holds::<Order3>();
    }
}
