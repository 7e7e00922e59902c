//! The readers and writers of [sudomill](https://docs.rs/sudomill), which solves Sudoku puzzles by
//! the million. Use that crate: it re-exports this one.
//!
//! ```text
//!           ┌──────── batch: each worker thread takes one chunk at a time ────────┐
//!  files ───┤ input ──► rows ──► engine of sudomill-core ──► output               ├──► files
//!  memory ──┤           rows ──► engine of sudomill-core ──► columns              ├──► memory
//!           └─────────────────────────────────────────────────────────────────────┘
//! ```
//!
//! - [`input`] detects the format of a file, and finds the puzzle of each record.
//! - [`columns`] solves puzzles in memory, on every core.
#![cfg_attr(feature = "files", doc = "- [`output`] renders results and writes files.")]
#![cfg_attr(feature = "files", doc = "- [`batch`] joins them: in order, in bounded memory.")]
//!
//! Items that are hidden from this documentation serve the other crates of sudomill, and may change
//! with any version.

#![deny(missing_docs, unsafe_code)]

#[cfg(feature = "files")]
pub mod batch;
pub mod columns;
// Without `files`, the items that only `batch` uses are dead code.
#[cfg_attr(not(feature = "files"), allow(dead_code, unused_imports))]
pub mod input;
#[cfg(feature = "files")]
pub mod output;

pub use columns::solve_all;

use sudomill_core::Error;

/// Opens a file of puzzles; `-` is standard input. The format, the puzzle size and the puzzle
/// column are detected as by `sudomill solve`. The file may be compressed with gzip or, with the
/// feature `files`, Zstandard.
///
/// # Errors
/// The file cannot be read, or does not contain lines of text.
pub fn open(path: impl AsRef<std::path::Path>) -> Result<input::Source, Error> {
    input::open(path.as_ref(), &input::Open::default())
}
