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
//! tested for redundant clues (or, in dense puzzles, additions before that), in the
//! [lanes](sudomill_lanes) as well.

#![deny(missing_docs, unnameable_types, unsafe_code)]

pub mod cells;
mod family;
pub mod placements;
mod queries;
mod redundancy;
mod search;

pub use cells::{Cells, canonical_cells, remove_clues};
pub use search::{Found, Search};

use std::{collections::BTreeSet, sync::atomic::AtomicBool};
use sudomill_puzzle::{RunError, grid::Puzzle};
use sudomill_solvers::threads::check_stop;

/// Returns the puzzles that come of these by removing `remove` clues and adding 1 to `add` others, have one
/// solution and are minimal: in their canonical form, sorted, once each. Those of these puzzles that are
/// minimal are among them if `remove` is between 1 and `add`. A puzzle with an empty grid, or given by
/// candidates, has none. Ends once `stop` is set.
///
/// ```
/// # mod sudomill { pub use sudomill_puzzle::grid; pub mod symmetry { pub use sudomill_symmetry::*; } }
/// # use sudomill_vicinity::vicinity;
/// use sudomill::{grid::Puzzle, symmetry::canonical};
/// let puzzle: Puzzle =
///     "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
/// let around = vicinity(&[puzzle], 1, 1, None)?;
/// assert_eq!(around.len(), 2);
/// assert!(around.contains(&canonical(&puzzle).unwrap().puzzle));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`RunError::Interrupted`]
pub fn vicinity(
    puzzles: &[Puzzle],
    remove: usize,
    add: usize,
    stop: Option<&AtomicBool>,
) -> Result<Vec<Puzzle>, RunError> {
    let mut subs = BTreeSet::new();
    for puzzle in puzzles.iter().filter(|puzzle| !puzzle.has_candidates()) {
        check_stop(stop)?;
        remove_clues(puzzle.cells(), remove, 0, &mut |it| subs.extend(canonical_cells(it)));
    }
    let subs: Vec<Cells> = subs.into_iter().collect();
    let mut all = BTreeSet::new();
    Search::new(false, stop)
        .add_clues(&subs, add, &mut |_, cells| all.extend(canonical_cells(cells)))?;
    Ok(all.iter().filter_map(|cells| Puzzle::new(cells).ok()).collect())
}
