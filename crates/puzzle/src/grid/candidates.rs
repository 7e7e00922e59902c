//! Sets of digits.

use super::{Cell, Digit, Order};
use std::ops::Not;

/// A set of digits: the candidates of a cell, the digits used in a unit.
///
/// Bit `d - 1` stands for digit `d`; 9×9 uses the low nine bits:
///
/// ```text
/// bit   8 7 6 5 4 3 2 1 0
/// digit 9 8 7 6 5 4 3 2 1
/// ```
///
/// Iterating yields the digits in ascending order.
///
/// ```
/// # use sudomill_puzzle as sudomill;
/// use sudomill::grid::{Candidates, Digit, Order3};
/// let two = Candidates::from(Digit::new(2).unwrap());
/// let others = Candidates::all::<Order3>() - two;
/// assert_eq!(others.len(), 8);
/// assert_eq!(others.iter().next().unwrap().value(), 1);
/// assert_eq!(two.single(), Digit::new(2));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[must_use]
pub struct Candidates(u32);

impl Candidates {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// All digits of a grid of this order.
    #[inline]
    pub const fn all<O: Order>() -> Self {
        Self((1 << O::SIDE) - 1)
    }

    /// The digits that no peer of the cell holds. `values` is row-major, 0 for an empty cell.
    ///
    /// ```
    /// # use sudomill_puzzle as sudomill;
    /// use sudomill::grid::{Candidates, Cell, Order2};
    /// let values = [1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0];
    /// let left = Candidates::left_for::<Order2>(&values, Cell::new(2));
    /// assert_eq!(left.single().map(|digit| digit.value()), Some(4));
    /// ```
    pub fn left_for<O: Order>(values: &[u8], cell: Cell) -> Self {
        // The length is for the compiler. Bit 0 is for empty cells.
        let values = &values[..O::CELLS];
        let peers = cell.peers::<O>().iter();
        let held = peers.fold(0, |held, peer| held | 1 << values[peer.index()]);
        Self::all::<O>() - Self(held >> 1)
    }

    /// The set with these bits; bit `d - 1` is digit `d`.
    #[inline]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// The bits; bit `d - 1` is digit `d`.
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The number of digits in the set.
    #[must_use]
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns true if the set is empty.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns true if the digit is in the set.
    #[must_use]
    #[inline]
    pub const fn contains(self, digit: Digit) -> bool {
        self.0 >> (digit.value() - 1) & 1 == 1
    }

    /// The only digit of the set; `None` if it has none or several.
    #[must_use]
    #[inline]
    pub const fn single(self) -> Option<Digit> {
        match self.0.is_power_of_two() {
            true => self.lowest(),
            false => None,
        }
    }

    /// The smallest digit of the set; `None` if it is empty.
    #[must_use]
    #[inline]
    pub const fn lowest(self) -> Option<Digit> {
        Digit::new(match self.0 {
            0 => 0,
            bits => bits.trailing_zeros() as u8 + 1,
        })
    }

    /// Combines the sets; the body of every operator.
    #[inline(always)]
    fn zip(mut self, other: Self, op: impl Fn(&mut u32, u32)) -> Self {
        op(&mut self.0, other.0);
        self
    }

    /// The digits, ascending.
    #[must_use]
    #[inline]
    pub fn iter(self) -> Digits {
        Digits(self)
    }
}

impl From<Digit> for Candidates {
    #[inline]
    fn from(digit: Digit) -> Self {
        Self(1 << (digit.value() - 1))
    }
}

operators!([] Candidates);

impl Not for Candidates {
    type Output = Self;
    /// The complement over all 32 bits: for masking, not for counting.
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl IntoIterator for Candidates {
    type Item = Digit;
    type IntoIter = Digits;
    #[inline]
    fn into_iter(self) -> Digits {
        self.iter()
    }
}

/// The digits of a [`Candidates`] set, ascending.
#[derive(Clone, Debug)]
pub struct Digits(Candidates);

impl Iterator for Digits {
    type Item = Digit;

    #[inline]
    fn next(&mut self) -> Option<Digit> {
        let digit = self.0.lowest()?;
        self.0.0 &= self.0.0 - 1;
        Some(digit)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Digits {}

impl std::iter::FusedIterator for Digits {}

impl DoubleEndedIterator for Digits {
    #[inline]
    fn next_back(&mut self) -> Option<Digit> {
        let digit = Digit::new(32 - self.0.0.leading_zeros() as u8)?;
        self.0 -= digit.into();
        Some(digit)
    }
}
