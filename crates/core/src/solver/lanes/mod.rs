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
mod baseline;
mod branch;
mod cpu;
mod dispatch;
mod masks;
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
mod neon;
mod nine;
mod node;
mod outcome;
mod portable;
mod progress;
mod quads;
mod queue;
mod scheduler;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
mod single;
mod slot;
mod sweep;
#[cfg(test)]
mod tests;
mod vector;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use backend::{Backend, NoBackend};
pub use dispatch::Lanes;
pub use outcome::{LaneCounters, LaneInput, LaneOutcome, Occupancy};
pub use single::LaneSolver;
