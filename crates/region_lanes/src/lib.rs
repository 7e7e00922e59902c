//! The SIMD kernel of [sudomill](https://docs.rs/sudomill) for puzzles with regions and extra units: many
//! 9×9 puzzles with the same units side by side in the registers of one thread, one branch-free sweep over
//! all of them.
//!
//! Batches of puzzles go in, the same batches with their results come out, as with `sudomill_lanes`, whose
//! registers, nodes, queue and counters these are. Only a sweep knows the units, as lists of cells:
//!
//! ```text
//! units ──► tables ──────┐
//!                        ▼
//! puzzles → scheduler → columns: sweep → dead │ stuck
//!             ↑    ↑                      ↓      ↓
//!           refill └──── alternative ◄── stack ◄─┴─► choose ─► guess, or a solution
//! ```
//!
//! | file | takes | returns |
//! | --- | --- | --- |
//! | `tables.rs` | units | their cells, and the parts into which two kinds of units divide them |
//! | `columns.rs` | a puzzle, a guess | many puzzles in 81 registers, and their sweep |
//! | `scheduler.rs` | puzzles, verdicts of a sweep | full lanes, outcomes |
//!
//! # One sweep
//!
//! A word has a bit for each digit that is left in a cell, and a register has the same cell of 8, 16 or 32
//! puzzles. Rows and regions, for example, divide the cells into *parts*: the cells of one row in one
//! region. A mesh of such parts is narrowed in these steps, which are the same for columns and regions, and for
//! each extra unit and the regions, rows or columns that it crosses.
//!
//! 1. A part *holds* a digit if one of its cells has no other (naked single), or if the part is the only one
//!    in its row, or in its region, where the digit is left (locked candidates).
//! 2. The other parts of the row and of the region lose the digits that a part holds.
//!
//! At the end, a digit that is left in only one cell of a region is the only one there (hidden single).
//! A digit that is left in one cell of a row is held by a part, so the others of the region lose it: it is a
//! hidden single of the region, too.
//!
//! A puzzle is *dead* if two parts of a unit hold the same digit, if a digit is left in no part, or if a cell
//! is empty. It is *stuck* if the sweep changed nothing: then it is solved, or a cell is guessed.
//!
//! What depends on the puzzle alone, as all steps do, does not depend on its lane, its neighbors or the
//! width of a register. So outcomes and counters are the same on every backend.

#![deny(missing_docs, unnameable_types, unsafe_code)]

pub mod columns;
pub mod scheduler;
pub mod tables;

use scheduler::Scheduler;
use std::sync::Arc;
use sudomill_lanes::{Backend, Lanes, with_cpu};
use sudomill_puzzle::{
    grid::Units,
    solving::{Clock, Limits},
};
use tables::Tables;

/// Makes lanes for 9×9 puzzles with the same units.
///
/// ```
/// # mod sudomill { pub use sudomill_puzzle::*; pub mod solver { pub use sudomill_puzzle::solving::*; pub mod lanes { pub use sudomill_lanes::*; } } }
/// use sudomill::{
///     grid::{Extra, Size, Units},
///     solver::{Batch, Clock, Limits, lanes::Backend},
/// };
/// let units = Units::new(Size::Nine, None, &[Extra::Diagonals])?;
/// let mut batch = Batch::with_units(Size::Nine, units);
/// batch.push_symbols(
///     b".9.......7.86.........8....2.....4...4.............56851.93.......51.2....9..8...",
/// );
/// let regions = sudomill_region_lanes::RegionLanes::new(units, Backend::best());
/// let mut lanes = regions.lanes(Limits::default(), Clock::Off);
/// lanes.take(batch);
/// lanes.finish();
/// assert_eq!(lanes.next_done().unwrap().results()[0].solutions, 1);
/// # Ok::<(), sudomill::grid::UnitsError>(())
/// ```
#[derive(Clone, Debug)]
pub struct RegionLanes {
    backend: Backend,
    tables: Arc<Tables>,
}

impl RegionLanes {
    /// Makes the tables of the units. The units are those of 9×9 grids.
    #[must_use]
    pub fn new(units: Units, backend: Backend) -> Self {
        Self { backend, tables: Arc::new(Tables::new(units)) }
    }

    /// The backend.
    #[must_use]
    pub const fn backend(&self) -> Backend {
        self.backend
    }

    /// Creates empty lanes. A search stays in its lane, however many solutions it is to find.
    #[must_use]
    pub fn lanes<'a>(&self, limits: Limits<'a>, clock: Clock) -> Lanes<'a> {
        let tables = Arc::clone(&self.tables);
        with_cpu!(self.backend.0, cpu => {
            let mut scheduler = Scheduler::new(cpu, limits, tables);
            Lanes::of(Box::new(move |queue, drain| scheduler.run(queue, drain)), self.backend, limits, clock)
        })
    }
}
