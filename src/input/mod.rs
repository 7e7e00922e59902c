//! BYTES → PUZZLES. Never imports a solver.
//!
//! [`open`] finds out what an input is (mapped file, stream, compressed, its
//! [`Layout`]); [`Source::next_chunk`] cuts it into newline-aligned chunks;
//! [`Chunk::lines`] walks one and [`parse_line`] reads a line. What skipping and
//! cutting decide depends on the bytes alone, never on where a chunk ends.

mod answers;
mod chunk;
mod given;
mod layout;
mod lines;
mod mapped;
mod parse;
mod source;
mod symbols;

pub use answers::Answers;
pub use chunk::{Chunk, ChunkLines};
pub use given::{Given, read_given};
pub use layout::{Layout, Skip};
pub use lines::{Lines, MAX_LINE};
pub use parse::{BadLine, Line, Problem, parse_line};
pub use source::{Source, open, read_from};
pub use symbols::{BLANKS, SEPARATORS};
