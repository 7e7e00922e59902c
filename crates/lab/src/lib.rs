//! The benchmarks and reports of [sudomill](https://docs.rs/sudomill), which solves Sudoku puzzles
//! by the million. They exist for the program, and may change with any version.
//!
//! ```text
//!  sets × strategies ── bench ──► measurements ──┬── compare ──► ratios to a baseline
//!                                                └── report ───► an HTML page
//! ```

#![deny(unsafe_code)]

pub mod bench;
#[cfg(feature = "report")]
pub mod report;
