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

    /// The units of a cell as bits, numbered as for [`Order::unit`].
    fn memberships(cell: Cell) -> u128;

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
            fn memberships(cell: Cell) -> u128 {
                Self::TABLES.memberships[cell.index()]
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
order!(
    /// 16×16 grids of 4×4 boxes.
    Order4, box 4, peers 39
);
order!(
    /// 25×25 grids of 5×5 boxes.
    Order5, box 5, peers 64
);

/// Evaluates an expression with `$O` standing for the [`Order`] type of a number
/// that is only known at run time; `None` for a number that is no order.
///
/// ```
/// use sudomill::{for_order, grid::Order};
/// let side = |order: usize| for_order!(order, O => O::SIDE);
/// assert_eq!([3, 5, 6].map(side), [Some(9), Some(25), None]);
/// ```
#[macro_export]
macro_rules! for_order {
    ($order:expr, $O:ident => $body:expr) => {
        match $order {
            2 => {
                type $O = $crate::grid::Order2;
                Some($body)
            }
            3 => {
                type $O = $crate::grid::Order3;
                Some($body)
            }
            4 => {
                type $O = $crate::grid::Order4;
                Some($body)
            }
            5 => {
                type $O = $crate::grid::Order5;
                Some($body)
            }
            _ => None,
        }
    };
}

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
            for unit in 0..O::UNITS {
                let member = O::unit(unit).contains(&cell);
                assert_eq!(O::memberships(cell) >> unit & 1 == 1, member);
            }
        }
        assert_eq!(Unit::all::<O>().count(), O::UNITS);
    }

    #[test]
    fn peers_are_the_cells_that_share_a_unit() {
        geometry_holds::<Order2>();
        geometry_holds::<Order3>();
        geometry_holds::<Order4>();
        geometry_holds::<Order5>();
    }
}
