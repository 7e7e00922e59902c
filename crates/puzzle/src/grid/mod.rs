//! The shared types: digits, cells, candidate sets, puzzles and solutions.
//!
//! Conventions: cells are numbered row-major from 0 at the top left; digits are 1 to the side of
//! the grid; messages call the first cell `r1c1`. A *unit* is a row, a column or a box, or one that
//! was given as data; two cells of a unit are *peers*. All types are generic over the [`Order`], the shape of a box; a [`Size`]
//! is its run-time counterpart.
//!
//! This module uses no other module of the crate.

#[macro_use]
pub mod operators;

pub mod alphabet;
pub mod candidates;
pub mod cell;
pub mod cell_set;
pub mod digit;
pub mod drawing;
pub mod given_unit;
pub mod puzzle;
pub mod size;
pub mod solution;
pub mod symbols;
pub mod tables;
#[cfg(feature = "serde")]
pub mod text;
pub mod unit;
pub mod units;
pub mod word;

pub use alphabet::{Alphabet, BLANKS};
pub use candidates::{Candidates, Digits};
pub use cell::{Cell, Origin};
pub use cell_set::{CellSet, Cells, digits_at, digits_of_cells, for_each_cell};
pub use digit::Digit;
pub use drawing::{Drawing, Extra, UnitsError};
pub use given_unit::GivenUnit;
pub use puzzle::{Conflict, Puzzle, PuzzleError, puzzle_text};
pub use size::{Boxes, Element, Order, Order2, Order3, Order4, Order5, Size, UnknownSize};
pub use solution::{Solution, SolutionError, write_symbols};
pub use symbols::{InvalidSymbols, Symbols};
pub use unit::Unit;
pub use units::Units;
pub use word::{SetBits, Word};
