//! The sizes of grids: [`Size`] at run time, [`Order`] at compile time.

pub mod every;
#[cfg(feature = "serde")]
pub mod json;
pub mod order;

pub use order::{Boxes, Element, Order, Order2, Order3, Order4, Order5};

use crate::{error::one_of, every_size};
use std::{cmp::Ordering, fmt, str::FromStr};

macro_rules! sizes {
    (
        $($name:ident $rows:literal $columns:literal $fewest_clues:literal $words:tt),*;
        $($tall:ident $tall_rows:literal $tall_columns:literal $tall_fewest_clues:literal $tall_words:tt),*;
    ) => {
        /// The size of a grid. [`for_size!`](crate::for_size) maps it to the [`Order`] type that
        /// the solvers are compiled for.
        ///
        /// ```
        /// # use sudomill_puzzle as sudomill;
        /// use sudomill::grid::Size;
        /// let size: Size = "16x16".parse()?;
        /// assert_eq!((size.order(), size.side(), size.cells()), (Some(4), 16, 256));
        /// assert_eq!(size.to_string(), "16×16");
        /// assert_eq!(Size::from_order(3), Some(Size::Nine));
        /// assert_eq!(Size::from_boxes(2, 3), Some(Size::Six));
        /// assert_eq!(Size::from_boxes(3, 2), Some(Size::SixTall));
        /// assert_eq!((Size::from_side(6), Size::from_side(7)), (Some(Size::Six), None));
        /// # Ok::<(), sudomill::grid::UnknownSize>(())
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Size {
            $(
                #[doc = concat!("Boxes of ", $rows, " rows × ", $columns, " columns.")]
                $name,
            )*
            $(
                #[doc = concat!("Boxes of ", $tall_rows, " rows × ", $tall_columns, " columns.")]
                $tall,
            )*
        }

        impl Size {
            /// The sizes that a file or a side names, ascending: of the boxes with so many cells, those
            /// that are square or wider than high.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The sizes with boxes higher than wide, ascending. Only [`Self::from_boxes`] and
            /// [`Self::from_order_text`] return them: a puzzle does not show which boxes it has.
            pub const TALL: &'static [Self] = &[$(Self::$tall),*];

            /// The rows of a box, and of a band.
            #[must_use]
            #[inline]
            pub const fn box_rows(self) -> usize {
                match self {
                    $(Self::$name => $rows,)*
                    $(Self::$tall => $tall_rows,)*
                }
            }

            /// The columns of a box, and of a stack.
            #[must_use]
            #[inline]
            pub const fn box_columns(self) -> usize {
                match self {
                    $(Self::$name => $columns,)*
                    $(Self::$tall => $tall_columns,)*
                }
            }
        }
    };
}

every_size! { [sizes] }

impl Size {
    /// Every size: [`Self::ALL`], then [`Self::TALL`].
    pub fn every() -> impl Iterator<Item = Self> {
        Self::ALL.iter().chain(Self::TALL).copied()
    }

    /// The side of a box: 2 to 5; `None` unless boxes are square.
    #[must_use]
    pub const fn order(self) -> Option<usize> {
        if self.box_rows() == self.box_columns() { Some(self.box_rows()) } else { None }
    }

    /// The number of bands: as many as a box has columns.
    #[must_use]
    pub const fn bands(self) -> usize {
        self.box_columns()
    }

    /// The number of stacks, and of boxes in a band: as many as a box has rows.
    #[must_use]
    pub const fn stacks(self) -> usize {
        self.box_rows()
    }

    /// The side of the grid, which is also the number of digits: 4 to 25.
    #[must_use]
    #[inline]
    pub const fn side(self) -> usize {
        self.box_rows() * self.box_columns()
    }

    /// The number of cells: 16 to 625.
    #[must_use]
    #[inline]
    pub const fn cells(self) -> usize {
        self.side() * self.side()
    }

    /// True if units and peers are listed when they are first asked for. A page would load the lists of
    /// the large sizes before its first puzzle; elsewhere, and for the others, they are constants.
    const fn lists_at_first_use(self) -> bool {
        cfg!(target_family = "wasm") && self.side() > Self::Nine.side()
    }

    /// The number of peers of a cell.
    const fn peers(self) -> usize {
        3 * self.side() - self.box_rows() - self.box_columns() - 1
    }

    /// The size with square boxes of this side; `None` outside 2 to 5.
    #[must_use]
    pub fn from_order(order: usize) -> Option<Self> {
        Self::from_boxes(order, order)
    }

    /// The size with boxes of so many rows and columns.
    #[must_use]
    pub fn from_boxes(rows: usize, columns: usize) -> Option<Self> {
        Self::every().find(|size| size.box_rows() == rows && size.box_columns() == columns)
    }

    /// The other size with boxes of as many cells: as many rows as these have columns. `None` if boxes
    /// are square.
    #[must_use]
    pub fn turned(self) -> Option<Self> {
        Self::from_boxes(self.box_columns(), self.box_rows()).filter(|turned| *turned != self)
    }

    /// The size with rows of this length; its boxes are square or wider than high.
    #[must_use]
    pub fn from_side(side: usize) -> Option<Self> {
        Self::ALL.iter().copied().find(|size| size.side() == side)
    }

    /// The size with so many cells; its boxes are square or wider than high.
    #[must_use]
    pub fn from_cells(cells: usize) -> Option<Self> {
        Self::ALL.iter().copied().find(|size| size.cells() == cells)
    }

    /// The boxes as the option `--order` takes them: `3` for 9×9, `2x3` for 6×6.
    #[must_use]
    pub fn order_text(self) -> String {
        match self.order() {
            Some(order) => order.to_string(),
            None => format!("{}x{}", self.box_rows(), self.box_columns()),
        }
    }

    /// The size that [`Self::order_text`] names.
    #[must_use]
    pub fn from_order_text(text: &str) -> Option<Self> {
        let (rows, columns) = text.split_once(['x', '×']).unwrap_or((text, text));
        Self::from_boxes(rows.parse().ok()?, columns.parse().ok()?)
    }

    /// Something of every size in [`Self::ALL`], for messages: `4×4, 6×6, … or 25×25`.
    #[doc(hidden)]
    #[must_use]
    pub fn list<T: fmt::Display>(of: impl Fn(Self) -> T) -> String {
        one_of(Self::ALL.iter().map(|&size| of(size)))
    }
}

impl Ord for Size {
    /// By the number of cells.
    fn cmp(&self, other: &Self) -> Ordering {
        (self.side(), self.box_rows()).cmp(&(other.side(), other.box_rows()))
    }
}

impl PartialOrd for Size {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Default for Size {
    /// 9×9.
    fn default() -> Self {
        Self::Nine
    }
}

impl fmt::Display for Size {
    /// Writes `9×9`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{side}×{side}", side = self.side())
    }
}

impl FromStr for Size {
    type Err = UnknownSize;

    /// Reads `9×9`, `9x9` or `9`.
    fn from_str(text: &str) -> Result<Self, UnknownSize> {
        let side = |text: &str| text.parse().ok().and_then(Self::from_side);
        let size = match text.split_once(['×', 'x']) {
            Some((rows, columns)) => side(rows).filter(|_| rows == columns),
            None => side(text),
        };
        size.ok_or_else(|| UnknownSize(text.to_owned()))
    }
}

/// The error for a text that is not the name of a size.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found {0}; expected {sizes}", sizes = Size::list(|size| size))]
pub struct UnknownSize(String);
