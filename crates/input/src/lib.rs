//! The readers of [sudomill](https://docs.rs/sudomill), which solves Sudoku puzzles by the million. Use that
//! crate: it re-exports this one.
//!
//! ```text
//! bytes ──► Source ──► Chunk ──► Record ──► the symbols of a puzzle, or what is wrong with them
//!              │         │          │
//!           Layout    cut where   where
//!           detected  no record   its
//!           once      is open     puzzle is
//! ```
//!
//! A [`Source`] maps or reads a file, and detects its [`Layout`] once, from the first lines: the format, the
//! size and symbols of the puzzles, and the column that holds them. It hands out [`Chunk`]s, each cut
//! where no record is open, so that nothing depends on their size. A [`Record`] says where the symbols of
//! its puzzle are in the chunk's bytes or, if they had to be written anew, in its scratch buffer; or what is
//! wrong, with line and column.
//!
//! ```
//! let source = sudomill_input::read_from("memory", "1...4.....2....3\n".as_bytes())?;
//! assert_eq!(source.layout().size, sudomill_puzzle::grid::Size::Four);
//! # Ok::<(), sudomill_input::Error>(())
//! ```
//!
//! # From a line to a puzzle
//!
//! Two lines to follow with a finger: `7,"5 3 . . 7 …",easy` goes down on the left, and `[5, 3, 0, 0, 7, …],  // one`
//! on the right. Beside each step is the module to read next.
//!
//! ```text
//!    the bytes of a chunk
//!      │
//!      ▼
//!    a line, or a record with line ends in quotes      lines, record
//!      ├──► blank, a comment, the header: skipped      layout, table
//!      │
//!      ├─── in a file of grids ──────────┐
//!      ▼                                 │
//!    the field that holds the puzzle     │             table, fields
//!      │                                 │
//!      ├─── symbols in one piece ────────┼──────────────────────────────┐
//!      ▼                                 │                              │
//!    how it is written otherwise         │             notation         │
//!      ├─── lost zeros, signs, ──────────┼──────────────────────────────┤
//!      │    a word among others          │             prose            │
//!      ├─── escapes: decoded, and one    │                              │
//!      │    of the next two              │             escapes          │
//!      ├─── rows on several lines ──────►│             text             │
//!      │                                 ▼                              │
//!      │        what a line is: a row, damaged                          │
//!      │        or not, a ruler, a name, …             grids::kind      │
//!      │                                 ▼                              │
//!      │        the grid that it belongs to,                            │
//!      │        and whether that ends here             grids::tracker   │
//!      │                                 │                              │
//!      └─── cells that stand apart, ────►│             text             │
//!           as one long row              ▼                              │
//!               the part that is a row: in quotes,                      │
//!               behind a dash, before a comment        grids::glance    │
//!                 │               │                                     │
//!                 │               └─ a word is a cell: labels, words    │
//!                 │                  and brackets      grids::tokens    │
//!                 └─ a character is a cell, or a       grids::row       │
//!                    place in a box, or a list                          │
//!                                 │                                     │
//!                                 ▼                                     │
//!               a symbol for each cell,                grids::rows      │
//!               or the first that is wrong             grids::fault     │
//!                                 │                                     │
//!                                 ▼                                     │
//!    a puzzle, if no digit is twice in a unit  ◄────────────────────────┘
//!      │                                               sudomill_puzzle
//!      ▼
//!    a Record, with the place of its symbols; or its Problem, with line and column
//! ```
//!
//! How a cell is written is asked in one place, `grids`, by a file of grids, a quoted field, a string and an array
//! of JSON, and an argument alike. Which way a line takes depends on the layout, which `detect` finds by the same
//! readers.
//!
//! # The rooms
//!
//! - `source`: mapped or read files, standard input and compressed data, in chunks.
//! - `detect`: the layout, from the first lines. `guess`: what a field may be.
//! - `layout`: the options of an input, and what is detected. `format`: its format by name.
//! - `table`: the format of the lines, and the field of each record that holds the puzzle or solution.
//! - `lines`: text as lines. `record`: the records of a text. `cut`: where it is cut into chunks.
//! - `sample`: the lines that detection looks at. `missing`: words for a value that is not there.
//! - `fields`: the fields of a record.
//! - `list`: items of lists, as in YAML.
//! - `grids`: grids of several lines, one row in each.
//! - `notation`: the puzzle of a record, and how it is written. `text`: cells that stand apart, and rows on several lines.
//!   `prose`: puzzles among words. `escapes`: strings of JSON with escapes.
//! - `chunk`: a piece of an input, and the puzzles in it. `plain`: ordinary lines, without parsing.
//! - `answer`: the solution in a line. `answer_format`: where it stands. `answer_lines`: which lines have one.
//! - `puzzles`: the puzzles of a source. `argument`: a text that is one puzzle. `inspect`: a source in words.
//! - `error`: what is wrong with an input as a whole, or ends a run at one of its lines.
//!
//! Which lines are skipped and where text is cut depend on the bytes alone, never on where a chunk
//! ends.

#![deny(missing_docs, unsafe_code)]

pub mod answer;
mod answer_format;
mod answer_lines;
mod argument;
mod chunk;
pub mod cut;
pub mod detect;
pub mod error;
pub mod escapes;
pub mod fields;
mod format;
pub mod grids;
mod guess;
mod inspect;
mod layout;
pub mod lines;
pub mod list;
pub mod missing;
mod notation;
mod plain;
mod prose;
pub mod puzzles;
mod record;
pub mod sample;
pub mod sizes;
pub mod source;
pub mod table;
mod text;

pub use answer::Answer;
pub use answer_format::AnswerFormat;
pub use answer_lines::answer_lines;
pub use argument::{read_drawing, read_puzzle, read_puzzle_as, read_puzzle_in};
pub use chunk::{Chunk, Cursor};
pub use cut::Position;
pub use error::{
    Error, ErrorPosition, InputError, InputErrorKind, Leftover, NoColumn, OptionsError,
};
pub use fields::{field_value, quoted, whole_values};
pub use format::InputFormat;
pub use inspect::{Detected, SampleRow};
pub use layout::{Layout, ReadOptions};
pub use lines::Lines;
pub use missing::is_missing;
pub use notation::any_puzzle;
pub use record::{Record, record_end};
pub use source::{FileSpan, Shard, Source, open, read_as, read_from};
pub use sudomill_bytes::{Decoder, Encoding, unpacked};
pub use sudomill_puzzle::puzzle_line::{
    Notation,
    candidates::candidate_bits,
    damaged::is_damaged,
    line_end::{count as line_ends, without_line_end},
    position::place,
    symbols::is_usual,
};
pub use sudomill_puzzle::{
    BadLine, Problem,
    any::AnyPuzzle,
    puzzle_line::{BLANKS, Line, MAX_LINE, SEPARATORS, Skip, parse_line, parse_line_in},
};
pub use table::{Column, Nested, Role, Table, column_named};
