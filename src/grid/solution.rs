//! A filled grid, returned by solvers and checked by `verify`.

use super::{Alphabet, Cell, Digit, Order, Order3};
use std::{
    fmt,
    hash::{Hash, Hasher},
};

/// A grid with a digit in every cell.
///
/// It may break the rules: [`crate::verify`] checks it.
///
/// ```
/// use sudomill::{grid::{Order2, Puzzle}, solver::{registry, Limits}};
/// let puzzle: Puzzle<Order2> = "1...4.....2....3".parse()?;
/// let outcome = registry::find("mrv")?.solver::<Order2>().solve(&puzzle, &Limits::default());
/// assert_eq!(outcome.first.unwrap().to_string().len(), 16);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Solution<O: Order = Order3> {
    values: O::PerCell<u8>,
}

impl<O: Order> Solution<O> {
    /// The grid with these values, all of them digits of the grid.
    #[inline]
    pub(crate) fn from_cells(values: O::PerCell<u8>) -> Self {
        debug_assert!(values.as_ref().iter().all(|&v| (1..=O::SIDE).contains(&v.into())));
        Self { values }
    }

    /// The digits, row-major.
    #[must_use]
    #[inline]
    pub fn values(&self) -> &[u8] {
        self.values.as_ref()
    }

    /// The digit in a cell; `None` for a cell outside the grid.
    #[inline]
    #[must_use]
    pub fn get(&self, cell: Cell) -> Option<Digit> {
        Digit::new(*self.values().get(cell.index())?)
    }

    /// The grid in this alphabet: one symbol for each cell, row-major.
    #[must_use]
    pub fn text(&self, alphabet: Alphabet) -> String {
        self.values().iter().filter_map(|&v| Digit::new(v)).map(|d| alphabet.symbol(d)).collect()
    }

    /// Appends [`Self::text`].
    pub(crate) fn write_to(&self, out: &mut Vec<u8>, alphabet: Alphabet) {
        if O::SIDE <= 9 {
            out.extend(self.values().iter().map(|value| b'0' + value));
        } else {
            let digits = self.values().iter().filter_map(|&value| Digit::new(value));
            out.extend(digits.map(|digit| alphabet.symbol(digit) as u8));
        }
    }
}

impl<O: Order> PartialEq for Solution<O> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.values() == other.values()
    }
}

impl<O: Order> Eq for Solution<O> {}

impl<O: Order> Hash for Solution<O> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.values().hash(state);
    }
}

impl<O: Order> fmt::Display for Solution<O> {
    /// [`Self::text`] in the default alphabet.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Alphabet::default()))
    }
}
