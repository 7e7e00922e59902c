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
mod dispatch;
mod layout;
#[cfg(any(test, target_arch = "x86_64"))]
mod layout27;
mod layout81;
mod masks;
mod memory;
mod nine;
mod node;
mod outcome;
mod progress;
mod scheduler;
mod single;
mod slot;
#[cfg(test)]
mod tests;

pub use backend::{Backend, NoBackend};
pub use dispatch::Lanes;
pub use outcome::{LaneCounters, LaneOutcome, Occupancy};
pub(crate) use scheduler::candidate_words;
pub use scheduler::{LaneInput, Traffic};
pub use single::LaneSolver;
