//! The first sweeps of a batch of fresh puzzles, with a bit per candidate and puzzle: 729 registers
//! of 256 bits. A puzzle takes less time there than in a lane, if few need a guess.
//!
//! ```text
//! batch of 256 lines ──► bits ⇄ sweep ──► solved, dead ─────────────► results
//!                                   └───► stuck, or few go on ──► nodes ──► lanes
//! ```
//!
//! The rules are those of the lanes, so outcomes and counters do not depend on where a puzzle was
//! swept. README.md in the folder above has layout, costs, and what was tried.

#[cfg(target_arch = "x86_64")]
pub mod puzzles;
#[cfg(target_arch = "x86_64")]
pub mod sweep;
#[cfg(target_arch = "x86_64")]
pub mod transpose;
#[cfg(target_arch = "x86_64")]
pub mod wave;
#[cfg(target_arch = "x86_64")]
mod ymm;

use super::queue::Queue;
use sudomill_puzzle::solving::Limits;

/// Sweeps the batch that was pushed last, before its puzzles enter lanes.
pub type RunWave = dyn FnMut(&mut Queue, &Limits) + Send;
