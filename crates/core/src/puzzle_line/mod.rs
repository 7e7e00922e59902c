//! Parses one line of text to a puzzle, or says what is wrong with it.
//!
//! Knows nothing about files: the puzzle is the first word of the line. Which column of a file
//! holds the puzzles is decided by `input`.

#[doc(hidden)]
pub mod candidates;
#[doc(hidden)]
pub mod line_end;
#[doc(hidden)]
pub mod parse;
#[doc(hidden)]
pub mod position;
mod skip;
#[doc(hidden)]
pub mod symbols;
#[doc(hidden)]
pub mod word;

pub use parse::{Line, parse_line, parse_line_in};
#[doc(hidden)]
pub use parse::{Notation, parse_line_as};
pub use skip::Skip;
pub use symbols::{BLANKS, SEPARATORS};

/// The longest line that can be a puzzle line, in bytes, without its newline. It bounds the memory
/// that a file without newlines can use.
pub const MAX_LINE: usize = 64 << 10;

/// The byte that begins a comment unless the user chooses another one.
#[doc(hidden)]
pub const COMMENT: u8 = b'#';
