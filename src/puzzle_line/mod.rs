//! Parses one line of text to a puzzle, or says what is wrong with it.
//!
//! Knows nothing about files: the puzzle is the first word of the line. Which column of a file
//! holds the puzzles is decided by `input`.

pub(crate) mod candidates;
pub(crate) mod line_end;
pub(crate) mod parse;
pub(crate) mod position;
mod skip;
pub(crate) mod symbols;
pub(crate) mod word;

pub use parse::{Line, parse_line, parse_line_in};
pub(crate) use parse::{Notation, parse_line_as};
pub use skip::Skip;
pub use symbols::{BLANKS, SEPARATORS};

/// The longest line that can be a puzzle line, in bytes, without its newline. It bounds the memory
/// that a file without newlines can use.
pub const MAX_LINE: usize = 64 << 10;

/// The byte that begins a comment unless the user chooses another one.
pub(crate) const COMMENT: u8 = b'#';
