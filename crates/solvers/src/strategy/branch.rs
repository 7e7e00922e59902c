//! The alternatives of a branching, in the order in which they are tried.

use sudomill_puzzle::grid::{Candidates, Cell, Digit};

/// A value for a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guess {
    /// The cell.
    pub cell: Cell,
    /// The digit tried there.
    pub digit: Digit,
}

/// The maximum number of alternatives: digits of a cell or cells of a unit, on the largest grid.
const MOST: usize = Digit::MAX as usize;

/// The digits to try in one cell, or the cells to try one digit in.
///
/// Alternatives have numbers: the bit of a digit in [`Candidates`], or the position of a cell in
/// its unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    of: Of,
    untried: Untried,
}

/// The meaning of the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    Digits(Cell),
    Places(Digit, &'static [Cell]),
}

/// The numbers not yet tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Untried {
    Ascending(u32),
    Descending(u32),
    Listed { numbers: [u8; MOST], next: usize, end: usize },
}

impl Of {
    #[inline]
    fn guess(self, number: u32) -> Guess {
        match self {
            Of::Digits(cell) => {
                let digit = Candidates::from_bits(1 << number).lowest();
                Guess { cell, digit: digit.expect("every bit is a digit") }
            }
            Of::Places(digit, cells) => Guess { cell: cells[number as usize], digit },
        }
    }
}

impl Branch {
    /// Tries digits in a cell, in ascending order.
    #[must_use]
    #[inline]
    pub fn ascending(cell: Cell, digits: Candidates) -> Self {
        Self { of: Of::Digits(cell), untried: Untried::Ascending(digits.bits()) }
    }

    /// Tries digits in a cell, in descending order.
    #[must_use]
    #[inline]
    pub fn descending(cell: Cell, digits: Candidates) -> Self {
        Self { of: Of::Digits(cell), untried: Untried::Descending(digits.bits()) }
    }

    /// Tries the digit in each cell of the unit for which `may` is true, in order.
    #[inline]
    pub fn places(digit: Digit, cells: &'static [Cell], may: impl Fn(Cell) -> bool) -> Self {
        let mut bits = 0;
        for (i, &cell) in cells.iter().enumerate() {
            bits |= u32::from(may(cell)) << i;
        }
        Self { of: Of::Places(digit, cells), untried: Untried::Ascending(bits) }
    }

    /// Returns true if no alternative is left.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        match self.untried {
            Untried::Ascending(bits) | Untried::Descending(bits) => bits == 0,
            Untried::Listed { next, end, .. } => next == end,
        }
    }

    /// Reverses the order of the alternatives.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self.untried {
            Untried::Ascending(bits) => Self { untried: Untried::Descending(bits), ..self },
            Untried::Descending(bits) => Self { untried: Untried::Ascending(bits), ..self },
            Untried::Listed { mut numbers, next, end } => {
                numbers[next..end].reverse();
                Self { untried: Untried::Listed { numbers, next, end }, ..self }
            }
        }
    }

    /// Sorts the alternatives by a key, smallest first. The sort is stable. The key is found through a pointer,
    /// so that the sort is compiled once, not for each size.
    #[must_use]
    pub fn sorted_by_key(self, key: &mut dyn FnMut(Guess) -> usize) -> Self {
        let (mut numbers, mut keys) = ([0; MOST], [0; MOST]);
        let mut end = 0;
        // Insertion sort, since there are few items: the standard library has no stable sort that
        // does not allocate.
        for number in self.untried {
            let here = key(self.of.guess(number));
            let to = keys[..end].partition_point(|before| *before <= here);
            (numbers[end], keys[end]) = (number as u8, here);
            numbers[to..=end].rotate_right(1);
            keys[to..=end].rotate_right(1);
            end += 1;
        }
        Self { untried: Untried::Listed { numbers, next: 0, end }, ..self }
    }
}

impl Iterator for Untried {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        match self {
            Untried::Ascending(0) | Untried::Descending(0) => None,
            Untried::Ascending(bits) => {
                let number = bits.trailing_zeros();
                *bits &= *bits - 1;
                Some(number)
            }
            Untried::Descending(bits) => {
                let number = bits.ilog2();
                *bits ^= 1 << number;
                Some(number)
            }
            Untried::Listed { numbers, next, end } => {
                let number = numbers[..*end].get(*next)?;
                *next += 1;
                Some((*number).into())
            }
        }
    }
}

impl Iterator for Branch {
    type Item = Guess;

    #[inline]
    fn next(&mut self) -> Option<Guess> {
        self.untried.next().map(|number| self.of.guess(number))
    }
}
