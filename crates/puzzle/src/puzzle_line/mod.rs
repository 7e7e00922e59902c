//! Parses one line of text to a puzzle, or says what is wrong with it.
//!
//! Knows nothing about files: the puzzle is the first word of the line. Which column of a file
//! holds the puzzles is decided by `input`.

pub mod candidates;
pub mod damaged;
pub mod decimal;
pub mod line_end;
pub mod parse;
pub mod position;
pub mod regions;
pub mod skip;
pub mod symbols;
pub mod word;

pub use parse::{Line, Notation, parse_line, parse_line_as, parse_line_in};
pub use skip::Skip;
pub use symbols::{BLANKS, SEPARATORS};

/// The longest line that can be a puzzle line, in bytes, without its newline. It bounds the memory
/// that a file without newlines can use.
pub const MAX_LINE: usize = 64 << 10;

/// The byte that begins a comment unless the user chooses another one.
pub const COMMENT: u8 = b'#';
