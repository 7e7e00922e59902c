//! BYTES → PUZZLES. Never imports a solver.
//!
//! [`open`] finds out what an input is (mapped file, stream, compressed, its
//! [`Layout`]); [`Source::next_chunk`] cuts it into newline-aligned chunks;
//! [`Chunk::lines`] walks one and [`parse_line`] reads a line. Where puzzles are
//! grids, chunks end where no grid is open, and a chunk's grids are made lines of
//! before they are read. What skipping and cutting decide depends on the bytes
//! alone, never on where a chunk ends.

mod alphabet;
mod answers;
mod chunk;
mod flat;
mod foreign;
mod given;
mod grids;
mod layout;
mod lines;
mod mapped;
mod parse;
mod rows;
mod shape;
mod shard;
mod source;
mod symbols;
mod table;
mod zeros;

pub use crate::error::{BadLine, NoColumn, Problem};
pub use answers::Answers;
pub(crate) use answers::{Answer, Entry, Slice, worded};
pub use chunk::{Chunk, ChunkLines};
pub use given::{Given, read_given};
pub use layout::{Layout, Skip, find_column};
pub use lines::{Lines, MAX_LINE};
pub use parse::{Line, parse_line, parse_line_in};
pub use shape::Shape;
pub use shard::Shard;
pub use source::{Open, Source, open, read_from};
pub(crate) use symbols::is_all_symbols;
pub use symbols::{BLANKS, SEPARATORS};
pub use table::{Column, Role, Table, column_named};

#[cfg(test)]
mod tests;
