//! The search around puzzles of [sudomill](https://docs.rs/sudomill): what comes of a puzzle by removing
//! some clues and adding others. Collectors call it {-n+m}, or vicinity search. Use that crate: it
//! re-exports this one.
//!
//! ```text
//! puzzle ── remove n clues ──► sub-puzzles ── canonical, once each ──► Search ──► puzzles with one solution
//! ```
//!
//! [`Search`] adds clues to a sub-puzzle S in every way. It does not list the solutions of S, of which there
//! may be millions. It counts those of S with an addition up to 2, and remembers each that it sees, since an
//! addition that is in two of them needs no count:
//!
//! ```text
//!            count      0: impossible      1: a puzzle with one solution      2: open
//!   S + a ──────────►                         further clues are redundant        │
//!                                                                                ▼
//!                                       the family of S: rows S + a for each open a,
//!                                       each counted with every open b after a, and so on
//! ```
//!
//! A solution of S with a and b helps all rows whose addition it has. Puzzles with one solution are then
//! tested for redundant clues (or, in dense puzzles, additions before: see `pruning`), in the
//! [lanes](sudomill_lanes) as well.

#![deny(missing_docs, unnameable_types, unsafe_code)]

mod family;
mod placements;
mod pruning;
mod queries;
mod search;

pub use search::{Found, Search, SearchOptions};

use std::collections::BTreeSet;
use sudomill_puzzle::{RunError, grid::Puzzle};
use sudomill_symmetry::canonical;

/// The values of the cells of a puzzle, row-major, 0 for an empty cell.
pub type Cells = [u8; 81];

/// Returns the canonical form of a puzzle; `None` if clues repeat a digit.
#[must_use]
pub fn canonical_cells(cells: &Cells) -> Option<Cells> {
    canonical(&Puzzle::new(cells).ok()?)?.puzzle.values().try_into().ok()
}

/// Returns the canonical forms of a puzzle without one of its clues, for each clue.
pub fn sub_puzzles(cells: &Cells) -> impl Iterator<Item = Cells> {
    let all = family::clues(cells).map(|clue| search::without(cells, clue.cell));
    all.filter_map(|fewer| canonical_cells(&fewer))
}

/// Returns the puzzles that come of these by removing `remove` clues and adding 1 to `add` others, have one
/// solution and are minimal: in their canonical form, sorted, once each. Those of these puzzles that are
/// minimal are among them if `remove` is between 1 and `add`. A puzzle with an empty grid, or given by
/// candidates, has none.
///
/// ```
/// # mod sudomill { pub use sudomill_puzzle::grid; pub mod symmetry { pub use sudomill_symmetry::*; } }
/// # use sudomill_vicinity::vicinity;
/// use sudomill::{grid::Puzzle, symmetry::canonical};
/// let puzzle: Puzzle =
///     "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
/// let around = vicinity(&[puzzle], 1, 1)?;
/// assert_eq!(around.len(), 2);
/// assert!(around.contains(&canonical(&puzzle).unwrap().puzzle));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// None but those of threads.
pub fn vicinity(puzzles: &[Puzzle], remove: usize, add: usize) -> Result<Vec<Puzzle>, RunError> {
    let forms = puzzles.iter().filter_map(canonical);
    let mut subs: BTreeSet<Cells> =
        forms.filter_map(|form| form.puzzle.values().try_into().ok()).collect();
    for _ in 0..remove {
        subs = subs.iter().flat_map(sub_puzzles).collect();
    }
    let subs: Vec<Cells> = subs.into_iter().collect();
    let mut all = BTreeSet::new();
    let mut search = Search::new(SearchOptions::default().with_add(add));
    search.add_clues(&subs, &mut |_, cells| all.extend(canonical_cells(cells)))?;
    Ok(all.iter().filter_map(|cells| Puzzle::new(cells).ok()).collect())
}

#[cfg(test)]
mod tests;
