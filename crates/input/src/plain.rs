//! Finds the puzzles of ordinary lines without parsing.

use super::{
    lines::{COMMENT, MAX_LINE},
    table::{RowFormat, Table},
};

/// Maximum number of bytes searched for the end of a field before the puzzle.
const NEAR: usize = 64;

/// A line whose puzzle was found without parsing. Offsets are relative to the start of the line, or
/// to the bytes of the chunk.
#[derive(Clone, Copy)]
pub struct PlainLine {
    pub puzzle: usize,
    /// Offset of the next line.
    pub end: usize,
    /// The number of fields in the line; 0 if they were not counted.
    pub fields: u32,
}

/// The place of the puzzle in an ordinary line, which need not be parsed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Plain {
    #[default]
    Nowhere,
    /// The puzzle is the whole line.
    Line,
    /// The puzzle is the field with this index, from 0; no field has quotes.
    Field {
        separator: u8,
        index: usize,
        /// The number of fields in the header; 0 or 1 if any number will do.
        expected: u32,
    },
}

impl Plain {
    /// Returns the place of the puzzle in the lines of a table.
    pub fn in_lines_of(table: &Table) -> Self {
        match table.separator() {
            // Only the usual comments are recognized without parsing.
            _ if table.comment.is_some_and(|comment| comment != COMMENT) => Self::Nowhere,
            Some(separator) => {
                let expected = table.expected_fields() as u32;
                Self::Field { separator, index: table.index, expected }
            }
            None if table.index == 0 && table.format == RowFormat::Lines => Self::Line,
            None => Self::Nowhere,
        }
    }

    /// Finds the puzzle in the first line of a text, if it has 81 symbols and is where expected.
    /// The caller checks the symbols.
    #[inline(always)]
    pub fn find(self, text: &[u8]) -> Option<PlainLine> {
        let line = match self {
            Self::Nowhere => return None,
            Self::Line => PlainLine { puzzle: 0, end: 82, fields: 1 },
            Self::Field { separator, index, .. } => plain_field(text, separator, index)?,
        };
        let puzzle: &[u8; 81] = text.get(line.puzzle..)?.first_chunk()?;
        let is_suspect = match self {
            // A full grid in a row with other fields may come from another column.
            Self::Field { expected: expected @ 2.., .. } if line.fields != expected => {
                puzzle.iter().fold(true, |full, byte| full & (b'1'..=b'9').contains(byte))
            }
            _ => false,
        };
        (!is_suspect && text.get(line.end - 1) == Some(&b'\n')).then_some(line)
    }
}

/// Finds a field that may be a puzzle of 81 symbols; `None` if the line needs parsing.
#[inline(always)]
fn plain_field(rest: &[u8], separator: u8, index: usize) -> Option<PlainLine> {
    // This is a comment or, perhaps, a blank line.
    if rest.first().is_none_or(|&byte| byte <= b' ' || byte == COMMENT) {
        return None;
    }
    // Longer lines are malformed.
    let rest = &rest[..rest.len().min(MAX_LINE + 1)];
    let mut before = 0;
    for _ in 0..index {
        before += near_separator(rest.get(before..)?, separator)? + 1;
    }
    let after = before + 81;
    let fields = index as u32 + 1;
    let (end, fields) = match *rest.get(after)? {
        b'\n' => (0, fields),
        byte if byte == separator => other_fields(&rest[after..], separator, fields)?,
        _ => return None,
    };
    Some(PlainLine { puzzle: before, end: after + end + 1, fields })
}

/// Returns the offset of the first separator. `None` if a line end comes first, if the separator is
/// not near, or if fewer than eight bytes are left, which are too few for a puzzle.
///
/// Eight bytes are searched at a time: a byte that matches has a difference of zero, and
/// subtracting one sets its top bit. A borrow may set the top bits of later bytes, so only the
/// first counts (Anderson, *Bit Twiddling Hacks*, "Determine if a word has a zero byte"). Most
/// fields are so short that a call of `memchr2` takes longer.
#[inline(always)]
fn near_separator(text: &[u8], separator: u8) -> Option<usize> {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    for at in (0..NEAR).step_by(8) {
        let word = u64::from_le_bytes(*text.get(at..)?.first_chunk()?);
        let equal = |byte: u8| {
            let differences = word ^ (ONES * u64::from(byte));
            differences.wrapping_sub(ONES) & !differences & (ONES << 7)
        };
        let found = equal(separator) | equal(b'\n') | equal(b'\r');
        if found != 0 {
            let at = at + found.trailing_zeros() as usize / 8;
            return (text[at] == separator).then_some(at);
        }
    }
    None
}

/// Returns the offset of the newline after a separator and the remaining fields, and the total
/// number of fields, given the number `before`. Fields are counted only if a single field of 81
/// symbols follows, usually a solution: checking two known offsets is faster than a search.
#[inline(never)]
fn other_fields(rest: &[u8], separator: u8, before: u32) -> Option<(usize, u32)> {
    let next: Option<&[u8; 83]> = rest.first_chunk();
    let ends = |&byte: &u8| (byte == separator) | (byte == b'\n') | (byte == b'\r');
    let is_solution = |next: &&[u8; 83]| {
        next[82] == b'\n' && !next[1..82].iter().fold(false, |any, byte| any | ends(byte))
    };
    match next.filter(is_solution) {
        Some(_) => Some((82, before + 1)),
        None => {
            let end = memchr::memchr2(b'\n', b'\r', rest)?;
            // A lone CR ends a line, too.
            let newline = end + usize::from(rest[end] == b'\r');
            (rest.get(newline) == Some(&b'\n')).then_some((newline, 0))
        }
    }
}
