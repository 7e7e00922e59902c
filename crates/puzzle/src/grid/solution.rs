//! A full grid, returned by solvers and checked by `verify`.

use super::{Alphabet, Cell, Digit, Order, Order3, puzzle::cells_of};
use std::{fmt, str::FromStr};

/// A grid with a digit in every cell.
///
/// It may break the rules: [`crate::verify`] checks it.
///
/// ```
/// # use sudomill_puzzle as sudomill;
/// use sudomill::grid::{Cell, Order2, Solution};
/// let solution: Solution<Order2> = "2413134242313124".parse()?;
/// assert_eq!(solution.get(Cell::new(1)).unwrap().value(), 4);
/// # Ok::<(), sudomill::grid::SolutionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Solution<O: Order = Order3> {
    values: O::PerCell<u8>,
}

impl<O: Order> Solution<O> {
    /// The grid with these digits, row-major.
    ///
    /// # Errors
    /// The wrong number of cells, or a value that is not a digit of the grid.
    pub fn new(values: &[u8]) -> Result<Self, SolutionError> {
        if values.len() != O::CELLS {
            return Err(SolutionError::Length { found: values.len(), expected: O::CELLS });
        }
        let is_digit = |&value: &u8| (1..=O::SIDE).contains(&value.into());
        if let Some(index) = values.iter().position(|value| !is_digit(value)) {
            return Err(SolutionError::NoDigit { cell: Cell::new(index) });
        }
        Ok(Self { values: cells_of::<O>(values) })
    }

    /// The grid with these values, all of them digits of the grid.
    #[inline]
    pub fn from_cells(values: O::PerCell<u8>) -> Self {
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

    /// The grid in this alphabet: one symbol per cell, row-major.
    #[must_use]
    pub fn text(&self, alphabet: Alphabet) -> String {
        self.values().iter().filter_map(|&v| Digit::new(v)).map(|d| alphabet.symbol(d)).collect()
    }
}

/// Appends one symbol per value, row-major.
#[inline]
pub fn write_symbols(values: &[u8], out: &mut Vec<u8>, alphabet: Alphabet) {
    if values.len() <= Order3::CELLS && alphabet.custom().is_none() {
        out.extend(values.iter().map(|value| b'0' + value));
    } else {
        let digits = values.iter().filter_map(|&value| Digit::new(value));
        out.extend(digits.map(|digit| alphabet.symbol(digit) as u8));
    }
}

impl<O: Order> fmt::Display for Solution<O> {
    /// [`Self::text`] in the default alphabet.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Alphabet::default()))
    }
}

impl<O: Order> FromStr for Solution<O> {
    type Err = SolutionError;

    /// Reads [`Self::text`] in the default alphabet.
    fn from_str(text: &str) -> Result<Self, SolutionError> {
        let digit = |symbol| Alphabet::default().digit(symbol).map_or(0, Digit::value);
        Self::new(&text.bytes().map(digit).collect::<Vec<_>>())
    }
}

/// The reason that an array of values or a text is not a full grid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolutionError {
    /// The wrong number of cells.
    #[error("found {found} cells; expected {expected}")]
    Length {
        /// The number of cells found.
        found: usize,
        /// The number of cells in the grid.
        expected: usize,
    },
    /// A cell does not hold a digit of the grid.
    #[error("found no digit of the grid in cell {}", cell.index())]
    NoDigit {
        /// The cell.
        cell: Cell,
    },
}
