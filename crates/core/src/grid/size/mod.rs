//! The sizes of grids: [`Size`] at run time, [`Order`] at compile time.

mod order;

pub use order::{Element, Order, Order2, Order3, Order4, Order5};

use std::{fmt, str::FromStr};

/// The size of a grid. [`for_size!`](crate::for_size) maps it to the [`Order`] type that the
/// solvers are compiled for.
///
/// ```
/// # use sudomill_core as sudomill;
/// use sudomill::grid::Size;
/// let size: Size = "16x16".parse()?;
/// assert_eq!((size.order(), size.side(), size.cells()), (4, 16, 256));
/// assert_eq!(size.to_string(), "16×16");
/// assert_eq!(Size::from_order(3), Some(Size::Nine));
/// assert_eq!(Size::from_side(10), None);
/// # Ok::<(), sudomill::grid::UnknownSize>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Size {
    /// 4×4, boxes of 2×2.
    Four,
    /// 9×9, boxes of 3×3.
    #[default]
    Nine,
    /// 16×16, boxes of 4×4.
    Sixteen,
    /// 25×25, boxes of 5×5.
    TwentyFive,
}

impl Size {
    /// Every size, ascending.
    pub const ALL: [Self; 4] = [Self::Four, Self::Nine, Self::Sixteen, Self::TwentyFive];

    /// The side of a box: 2 to 5.
    #[must_use]
    pub const fn order(self) -> usize {
        match self {
            Self::Four => 2,
            Self::Nine => 3,
            Self::Sixteen => 4,
            Self::TwentyFive => 5,
        }
    }

    /// The side of the grid, which is also the number of digits: 4, 9, 16 or 25.
    #[must_use]
    pub const fn side(self) -> usize {
        self.order() * self.order()
    }

    /// The number of cells: 16, 81, 256 or 625.
    #[must_use]
    pub const fn cells(self) -> usize {
        self.side() * self.side()
    }

    /// The number of peers of a cell: 7, 20, 39 or 64.
    const fn peers(self) -> usize {
        3 * self.side() - 2 * self.order() - 1
    }

    /// The size with boxes of this side; `None` outside 2 to 5.
    #[must_use]
    pub fn from_order(order: usize) -> Option<Self> {
        Self::ALL.into_iter().find(|size| size.order() == order)
    }

    /// The size with rows of this length; `None` for any but 4, 9, 16 and 25.
    #[must_use]
    pub fn from_side(side: usize) -> Option<Self> {
        Self::ALL.into_iter().find(|size| size.side() == side)
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
#[error("found {0}; expected 4×4, 9×9, 16×16 or 25×25")]
pub struct UnknownSize(String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for size in Size::ALL {
            assert_eq!(size.to_string().parse(), Ok(size));
            assert_eq!(size.side().to_string().parse(), Ok(size));
            assert_eq!(Size::from_order(size.order()), Some(size));
        }
    }

    #[test]
    fn unknown_names_are_refused() {
        for name in ["", "3", "9x", "9x16", "x9", "+x9", "9×9×9"] {
            assert_eq!(name.parse::<Size>(), Err(UnknownSize(name.to_owned())));
        }
        let error = "10".parse::<Size>().unwrap_err().to_string();
        assert_eq!(error, "found 10; expected 4×4, 9×9, 16×16 or 25×25");
    }
}
