//! The shared nouns: digits, cells, candidate sets, puzzles, solutions.
//!
//! Index conventions, here and nowhere else: cell 0 is the top left, cells
//! run row-major; digits are 1 ..= side; in messages for people the first cell
//! is `r1c1`. A *unit* is a row, a column or a box; two cells of one unit are
//! *peers*. All of it is generic over the [`Order`], the side of a box.
//!
//! This module imports nothing else of the crate.

mod alphabet;
mod candidates;
mod cell;
mod digit;
mod order;
mod origin;
mod puzzle;
mod size;
mod solution;
mod tables;
mod unit;

pub use alphabet::Alphabet;
pub use candidates::{Candidates, Digits};
pub use cell::Cell;
pub use digit::Digit;
pub(crate) use order::Element;
pub use order::{Order, Order2, Order3, Order4, Order5};
pub use origin::Origin;
pub use puzzle::{Conflict, Puzzle, PuzzleError};
pub use size::{Size, UnknownSize};
pub use solution::Solution;
pub use unit::Unit;
