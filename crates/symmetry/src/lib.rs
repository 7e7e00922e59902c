//! The symmetries of the puzzles of [sudomill](https://docs.rs/sudomill), which solves Sudoku puzzles by
//! the million. Use that crate: it re-exports this one.
//!
//! Equivalent puzzles: the transformations of a grid, and the canonical form.
//!
//! ```text
//!            relabel the digits      9!    ┐
//!  puzzle ── permute the bands, the        │
//!            stacks, the rows of a band    ├─► an equivalent puzzle      canonical form: the
//!            and the columns of a stack    │   9! × 6⁸ × 2 =             smallest of them all
//!                                6⁸        │   1,218,998,108,160
//!            transpose           2         ┘
//! ```
//!
//! [`canonical`] returns the form, and counts the *automorphisms* of a puzzle: the transformations
//! that lead to the puzzle itself. A [`Transformation`] makes another puzzle of a puzzle.
//!
//! The group and its order are in E. Russell and F. Jarvis, "Mathematics of Sudoku II" (2006). The
//! smallest grid of a class as its representative, "minlex form", is the custom of the New Sudoku
//! Players' Forum; the searches here are our own.

#![deny(missing_docs, unnameable_types, unsafe_code)]

mod full;
mod minlex;
mod transformation;

pub use transformation::{AnyTransformation, Transformation};

use sudomill_puzzle::{
    any::AnyPuzzle,
    grid::{Alphabet, Puzzle},
};

/// The canonical form of a puzzle; see [`canonical`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Canonical {
    /// The form.
    pub puzzle: Puzzle,
    /// The number of transformations that lead from the puzzle to itself, from 1 to
    /// 1,218,998,108,160, which an empty grid has.
    pub automorphisms: u64,
}

/// Returns the canonical form of a puzzle: of all equivalent ones, the one whose cells, read row by
/// row with 0 for an empty cell, are lexicographically smallest. `None` if the puzzle is given by
/// candidates.
///
/// Two puzzles have the same form if and only if they are equivalent. Takes a few microseconds; at
/// worst, for a contrived puzzle such as one full row in an empty grid, a millisecond.
///
/// ```
/// # mod sudomill { pub use sudomill_puzzle::*; pub mod symmetry { pub use sudomill_symmetry::*; } }
/// use sudomill::{grid::Puzzle, symmetry::canonical};
/// let puzzle: Puzzle =
///     "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
/// let canonical = canonical(&puzzle).unwrap();
/// assert_eq!(
///     canonical.puzzle.to_string(),
///     "........1.....1.23..4.5..........5.....6..74.38............2.....7...6...1...8...",
/// );
/// assert_eq!(canonical.automorphisms, 1);
/// # Ok::<(), sudomill::BadLine>(())
/// ```
#[must_use]
pub fn canonical(puzzle: &Puzzle) -> Option<Canonical> {
    if puzzle.has_candidates() {
        return None;
    }
    let mut sides = [[[0; 9]; 9]; 2];
    for (cell, &value) in puzzle.cells().iter().enumerate() {
        (sides[0][cell / 9][cell % 9], sides[1][cell % 9][cell / 9]) = (value, value);
    }
    let (form, automorphisms) = match puzzle.cells().contains(&0) {
        true => minlex::minlex(&sides),
        false => full::minlex(&sides),
    };
    Some(Canonical { puzzle: Puzzle::from_valid_values(&form), automorphisms })
}

/// [`canonical`] for a puzzle whose size is known only at run time; `None` unless it is a 9×9 puzzle given
/// by clues.
#[must_use]
pub fn canonical_any(puzzle: &AnyPuzzle) -> Option<Canonical> {
    canonical(&puzzle.puzzle().ok()?)
}

/// What puzzles have in common that are equal or, with `exact` unset, equivalent: the values of the
/// puzzle or of its canonical form, the text of a puzzle given by candidates. `None` if there is no
/// canonical form.
#[must_use]
pub fn key(puzzle: &AnyPuzzle, exact: bool) -> Option<Vec<u8>> {
    match (exact, puzzle.candidates.is_empty()) {
        (false, _) => Some(canonical_any(puzzle)?.puzzle.values().to_vec()),
        (true, true) => Some(puzzle.values.clone()),
        (true, false) => Some(puzzle.text(Alphabet::default()).into_bytes()),
    }
}
