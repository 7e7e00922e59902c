//! BYTES → PUZZLES. Never imports a solver.
//!
//! [`open`] finds out what an input is (mapped file, stream, compressed, its
//! [`Layout`]); [`Source::next_chunk`] cuts it into newline-aligned chunks;
//! [`Lines`] walks a chunk and [`parse_line`] reads a line. What skipping and
//! cutting decide depends on the bytes alone, never on where a chunk ends.

mod layout;
mod lines;
mod mapped;
mod parse;
mod source;
mod symbols;

pub(crate) use layout::without_bom;
pub use layout::{Layout, Skip};
pub use lines::{Lines, MAX_LINE};
pub use parse::{BadLine, Line, parse_line};
pub use source::{Chunk, Source, open, read_from};
pub use symbols::{BLANKS, SEPARATORS};
