//! The lane kernel: many 9×9 puzzles side by side in the registers of one thread, one branch-free
//! sweep over all of them, lanes refilled as puzzles end. README.md in this folder explains it with
//! drawings.
//!
//! ```text
//! puzzles → scheduler: node → lanes ⇄ kernel: sweep → solved │ dead │ stuck
//!                    ↑                                      ↓       ↓       ↓
//!                  refill  ←────────────────────────────── end    stack ← branch
//! ```
//!
//! [`Lanes`] solves many puzzles on one thread; [`LaneSolver`] solves one at a time.

mod backend;
mod branch;
mod narrow;
mod nine;
mod node;
mod progress;
mod quads;
mod queue;
mod scheduler;
#[cfg(test)]
mod tests;
mod vector;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use backend::{Backend, NoBackend};
pub use nine::LaneSolver;
pub(crate) use progress::LaneInput;
use progress::LaneOutcome;
pub use progress::Occupancy;
pub use queue::Lanes;
