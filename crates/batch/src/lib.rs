//! The runs of [sudomill](https://docs.rs/sudomill), which solves Sudoku puzzles by the million. Use that
//! crate: it re-exports this one.
//!
//! ```text
//! files   ──► input: chunks ──► rows ──► engine ──► output, in the order of the input ──► files
//! columns ─────────────────────► rows ──► engine ──► columns of results
//! ```
//!
//! Joins the readers, the engine and the writers: on every core, in order, in bounded memory. No other crate
//! sees all three.
//!
//! - [`memory`] solves puzzles in memory.
#![cfg_attr(feature = "files", doc = "- [`files`] solves, verifies, shuffles and compares files.")]
//! - [`extras`] finds what rows show beyond their results, for both.

#![deny(missing_docs, unsafe_code)]

pub mod extras;
#[cfg(feature = "files")]
pub mod files;
pub mod memory;
#[cfg(feature = "dedup")]
mod partitions;

pub use memory::solve_all;
