//! A digit, the content of a filled cell.

use super::Order;
use std::fmt;

/// A digit from 1 to the side of the grid.
///
/// ```
/// # use sudomill_puzzle as sudomill;
/// use sudomill::grid::Digit;
/// let five = Digit::new(5).unwrap();
/// assert_eq!((five.value(), five.to_string()), (5, "5".to_string()));
/// assert_eq!(Digit::new(0), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digit(u8);

impl Digit {
    /// The largest digit of any supported grid (25×25).
    pub const MAX: u8 = 25;

    /// The digit with this value; `None` outside 1 to 25.
    #[must_use]
    #[inline]
    pub const fn new(value: u8) -> Option<Self> {
        match value {
            1..=Self::MAX => Some(Self(value)),
            _ => None,
        }
    }

    /// All digits of a grid, ascending.
    #[inline]
    pub fn all<O: Order>() -> impl Iterator<Item = Self> {
        (1..O::SIDE as u8 + 1).map(Self)
    }

    /// The value, 1 to 25.
    #[inline]
    #[must_use]
    pub const fn value(self) -> u8 {
        self.0
    }

    /// The 0-based index: the value less one.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
