//! Turns bytes into puzzles. Never imports a solver.
//!
//! - `source`: mapped or read files, standard input and compressed data, in chunks.
//! - `layout`: format detection from the first bytes: lines or grids, size, alphabet, header.
//! - `table`: finds the column that holds the puzzle.
//! - `lines`: parses one line to a puzzle or a located error.
//! - `grids`: unfolds grids of several lines to one line each.
//! - `chunk`: a piece of an input and the puzzles in it.
//! - `options`: options for opening an input.
//! - `rows`: delimited text with all its fields.
//! - `answers`: files of solutions. `single`: one puzzle from an argument.
//!
//! Which lines are skipped and where text is cut depend on the bytes alone, never on where a chunk
//! ends.

mod answers;
mod chunk;
mod detected;
mod grids;
mod layout;
mod lines;
mod options;
#[cfg(feature = "files")]
mod rows;
mod single;
mod source;
mod table;

pub use crate::error::{BadLine, NoColumn, Problem};
pub use answers::Answers;
pub(crate) use answers::{Answer, AnswerRow, Slice, describe};
pub(crate) use chunk::Cursor;
pub use chunk::{Chunk, ChunkLines};
pub use detected::{Detected, SampleRow};
pub use layout::{Layout, Shape, find_column};
pub(crate) use lines::candidates::candidate_bits;
pub(crate) use lines::line_end::count as line_ends;
#[cfg(feature = "files")]
pub(crate) use lines::position::place;
pub(crate) use lines::symbols::is_usual;
pub use lines::symbols::{BLANKS, SEPARATORS};
pub use lines::{Line, Lines, MAX_LINE, Skip, parse_line, parse_line_in};
pub(crate) use lines::{Notation, parse_line_as};
#[cfg(feature = "report")]
pub(crate) use lines::{position::column, without_bom};
pub use options::Open;
#[cfg(feature = "files")]
#[doc(hidden)] // For the Python package.
pub use rows::{Row, Rows};
pub use single::{AnyPuzzle, read_puzzle, read_puzzle_in};
#[cfg(feature = "files")]
#[doc(hidden)] // For the program, which resumes runs.
pub use source::Position;
#[cfg(feature = "bench")]
pub(crate) use source::unpacked;
#[cfg(feature = "files")]
pub(crate) use source::{ChunkPlace, read_file};
pub use source::{
    Encoding, FileSpan, InvalidShard, Puzzles, Shard, Source, UnknownEncoding, open, read_as,
    read_from,
};
#[cfg(feature = "report")]
pub(crate) use table::csv_fields;
#[cfg(feature = "files")]
pub(crate) use table::whole;
pub use table::{Column, Role, Table, column_named};

#[cfg(all(test, feature = "files"))]
mod tests;
