//! Turns bytes into puzzles. Never imports a solver.
//!
//! - `source`: mapped or read files, standard input and compressed data, in chunks.
//! - `layout`: format detection from the first bytes: lines or grids, size, alphabet, header.
//! - `table`: finds the column that holds the puzzle.
//! - `lines`: splits text into lines, and finds the puzzle in each.
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

#[cfg(feature = "report")]
pub(crate) use crate::puzzle_line::position::column;
#[cfg(feature = "files")]
pub(crate) use crate::puzzle_line::position::place;
pub(crate) use crate::puzzle_line::{
    Notation, candidates::candidate_bits, line_end::count as line_ends, parse_line_as,
    symbols::is_usual,
};
pub use crate::{
    error::{BadLine, NoColumn, Problem},
    puzzle_line::{BLANKS, Line, MAX_LINE, SEPARATORS, Skip, parse_line, parse_line_in},
};
pub use answers::Answers;
pub(crate) use answers::{Answer, AnswerRow, Slice, describe};
#[cfg(feature = "files")]
pub(crate) use chunk::ChunkPlace;
pub(crate) use chunk::Cursor;
pub use chunk::{Chunk, ChunkLines};
pub use detected::{Detected, SampleRow};
pub use layout::{Layout, Shape, find_column};
pub use lines::Lines;
#[cfg(feature = "report")]
pub(crate) use lines::without_bom;
pub use options::Open;
#[cfg(feature = "files")]
#[doc(hidden)] // For the Python package.
pub use rows::{Row, Rows};
pub use single::{AnyPuzzle, read_puzzle, read_puzzle_in};
#[cfg(feature = "files")]
#[doc(hidden)] // For the program, which resumes runs.
pub use source::Position;
#[cfg(feature = "files")]
pub(crate) use source::read_file;
#[cfg(feature = "bench")]
pub(crate) use source::unpacked;
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
