//! The lane kernel: many 9×9 puzzles side by side in the registers of one
//! thread, one branch-free sweep over all of them, lanes refilled as puzzles
//! end. README.md in this folder draws and explains it.
//!
//! ```text
//! ASCII lines → scheduler: node → lanes ⇄ kernel: sweep → solved │ dead │ stuck
//!                    ↑                                      ↓       ↓       ↓
//!                  refill  ←────────────────────────────── end    stack ← branch
//! ```
//!
//! [`Lanes`] are those of one thread, full of puzzles; [`LaneSolver`] solves one at a time.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod backend;
mod branch;
mod dispatch;
mod kernel;
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
mod neon;
mod node;
mod outcome;
mod portable;
mod scheduler;
mod single;
#[cfg(test)]
mod tests;
mod vector;

pub use backend::{Backend, NoBackend};
pub use dispatch::Lanes;
pub use outcome::{LaneCounters, LaneOutcome, Occupancy};
pub use scheduler::Traffic;
pub use single::LaneSolver;
