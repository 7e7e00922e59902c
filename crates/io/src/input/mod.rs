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

pub use answers::Answers;
pub(crate) use answers::{AnswerRow, describe};
pub(crate) use chunk::Cursor;
pub use chunk::{Chunk, ChunkLines};
pub use detected::{Detected, SampleRow};
pub use layout::{Layout, Shape, find_column};
pub use lines::Lines;
pub use options::Open;
pub use single::{AnyPuzzle, read_puzzle, read_puzzle_in};
#[cfg(feature = "files")]
pub(crate) use source::{ChunkPlace, read_file};
pub use source::{
    Encoding, FileSpan, InvalidShard, Puzzles, Shard, Source, UnknownEncoding, open, read_as,
    read_from,
};
pub(crate) use sudomill_core::puzzle_line::{
    Notation, candidates::candidate_bits, line_end::count as line_ends, parse_line_as,
    position::place, symbols::is_usual,
};
pub use sudomill_core::{
    BadLine, NoColumn, Problem,
    puzzle_line::{BLANKS, Line, MAX_LINE, SEPARATORS, Skip, parse_line, parse_line_in},
};
#[cfg(feature = "files")]
pub(crate) use table::whole;
pub use table::{Column, Role, Table, column_named};

// For the other crates of sudomill, and the Python package.
#[doc(hidden)]
pub use lines::without_bom;
#[cfg(feature = "files")]
#[doc(hidden)]
pub use {
    answers::{Answer, Slice},
    rows::{Row, Rows},
    source::{Position, unpacked},
    sudomill_core::puzzle_line::position::column,
    table::csv_fields,
};

#[cfg(all(test, feature = "files"))]
mod tests;
