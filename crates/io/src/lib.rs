//! The readers and writers of [sudomill](https://docs.rs/sudomill), which solves Sudoku puzzles by
//! the million. Use that crate: it re-exports this one.
//!
//! # The way of a record
//!
//! ```text
//! bytes ──► Source ──► Chunk ──► Record ──► Batch ──► engine ──► rows ──► bytes
//!              │         │          │         │          │         │
//!           Layout    cut where   where    256 puzzles  of core  RowWriter,
//!           detected  no record   its                            in the order
//!           once      is open     puzzle is                      of the input
//! ```
//!
//! A `Source` maps or reads a file, and detects its `Layout` once, from the first lines: the format, the
//! size and symbols of the puzzles, and the column that holds them. It hands out `Chunk`s, each cut
//! where no record is open, so that nothing depends on their size. A worker reads the chunk record by
//! record: a `Record` says where the symbols of the puzzle are in the chunk's bytes or, if they had to
//! be written anew, in its scratch buffer; or what is wrong, with line and column. A batch of some
//! hundred puzzles is solved at once by the engine of sudomill-solvers, and each row is written in the
//! chosen format from the record and its outcome. Finished chunks leave in the order of the input, so
//! the n-th result belongs to the n-th record.
//!
//! - [`input`] detects the format of a file, and finds the puzzle of each record.
//! - [`memory`] solves puzzles in memory, on every core.
#![cfg_attr(feature = "files", doc = "- [`output`] renders results and writes files.")]
#![cfg_attr(feature = "files", doc = "- [`batch`] joins them: in order, in bounded memory.")]
//!
//! Items that are hidden from this documentation serve the other crates of sudomill, and may change
//! with any version.

#![deny(missing_docs, unnameable_types, unsafe_code)]

#[cfg(feature = "files")]
pub mod batch;
mod error;
mod extras;
// Without `files`, the items that only `batch` uses are dead code.
#[cfg_attr(not(feature = "files"), allow(dead_code, unused_imports))]
pub mod input;
pub mod memory;
#[cfg(feature = "files")]
pub mod output;
/// Without `files`, only the columns, which results in memory have, too.
#[cfg(not(feature = "files"))]
#[allow(dead_code)]
mod output {
    pub(crate) mod columns;
    pub(crate) mod rows;

    pub(crate) use columns::Column;
    pub(crate) use rows::{Extras, Row};
}
#[cfg(feature = "dedup")]
mod partitions;

/// For the other crates of sudomill.
#[doc(hidden)]
pub mod internal {
    pub use crate::error::io_error;
    pub use crate::input::{
        answer::Answer,
        answers::{AnswerRow, Slice},
        delimited::Delimited,
        missing::is_missing,
        puzzles::each_line,
        source::unpacked,
    };
    pub use crate::memory::{by_row::extras, in_batch::InBatch};
    pub use crate::output::{
        columns::{Column, Extra, choose},
        rows::Extras,
    };
    #[cfg(feature = "files")]
    pub use crate::{
        batch::{
            resume::{InputId, Journal, JournalEntry, Reached, ResumePoint},
            solve::{expect_header_of, plan, solve_chunk},
        },
        error::json_words,
        output::{
            columns::needs_rating,
            partial::{discard_unfinished, hidden, resolve},
            plan::Plan,
            target::Stdout,
            times::guess_class,
            timing::Timing,
        },
    };
    pub use sudomill_puzzle::{
        any::Parsed, error::one_of, puzzle_line::line_end::count as line_ends,
    };
    pub use sudomill_solvers::threads::{check_stop, pool};
}

pub use error::{Error, ErrorPosition, OptionsError};
pub use memory::solve_all;

/// Opens a file of puzzles; `-` is standard input. The format, the puzzle size and the puzzle
/// column are detected as by `sudomill solve`. The file may be compressed with gzip or, with the
/// feature `files`, Zstandard. It is read, not mapped; [`input::open`] takes options.
///
/// # Errors
/// The file cannot be read, or does not contain lines of text.
pub fn open(path: impl AsRef<std::path::Path>) -> Result<input::Source, Error> {
    input::open(path.as_ref(), &input::ReadOptions::default())
}
