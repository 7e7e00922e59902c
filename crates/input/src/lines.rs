//! Text as lines, and why some of them are no records.

pub(super) use sudomill_puzzle::puzzle_line::{
    COMMENT, MAX_LINE, Notation, Skip, line_end, parse_line_as, position, symbols,
};

use line_end::line_end;

/// Iterates over the lines of a text with their offsets, without their line ends (LF, CRLF or CR).
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver, verify}, sudomill_input::*}; pub mod input { pub use sudomill_input::*; } }
/// use sudomill::input::Lines;
/// let mut lines = Lines::new(b"ab\n\nc");
/// assert_eq!(lines.by_ref().collect::<Vec<_>>(), [(0, &b"ab"[..]), (3, b""), (4, b"c")]);
/// assert_eq!(lines.newlines(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    /// The text.
    pub bytes: &'a [u8],
    /// The offset of the next line.
    pub at: usize,
    /// The number of newlines before it.
    pub newlines: u64,
}

impl<'a> Lines<'a> {
    /// Starts at the first line of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, newlines: 0 }
    }

    /// The number of newlines passed so far.
    pub fn newlines(&self) -> u64 {
        self.newlines
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = (usize, &'a [u8]);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let start = self.at;
        let all = self.bytes.len();
        if start >= all {
            return None;
        }
        let found = line_end(self.bytes, start);
        let (end, next) = found.unwrap_or((all, all));
        self.newlines += u64::from(found.is_some());
        self.at = next;
        Some((start, &self.bytes[start..end]))
    }
}

/// The text after a UTF-8 byte-order mark, if any, and the length of the mark.
pub fn without_bom(text: &[u8]) -> (&[u8], usize) {
    match text.strip_prefix(b"\xEF\xBB\xBF") {
        Some(text) => (text, 3),
        None => (text, 0),
    }
}

/// Returns why a line is not a record; `None` if it may be one. `separator` is that of delimited text.
#[inline]
pub fn skip(line: &[u8], separator: Option<u8>, comment: Option<u8>) -> Option<Skip> {
    let is_comment = |first: Option<&u8>| comment.is_some() && first.copied() == comment;
    match line.trim_ascii_start().first() {
        _ if line.len() > MAX_LINE => None,
        // This is a row of empty fields.
        None if separator == Some(b'\t') && line.contains(&b'\t') => None,
        None => Some(Skip::Blank),
        // The end of an array of strings, in source code.
        Some(b']' | b'}' | b')') if line.iter().all(|byte| b" \t\r\n]}),;".contains(byte)) => {
            Some(Skip::Ruler)
        }
        // In delimited text a field before the `#` may be empty.
        Some(_) if separator.is_some() => is_comment(line.first()).then_some(Skip::Comment),
        first => is_comment(first).then_some(Skip::Comment),
    }
}

/// The lines before the first puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Preamble {
    /// The offsets of the first and last line of the header or count, and why these lines are
    /// skipped.
    pub head: Option<(u64, u64, Skip)>,
    /// The offset of the first record. Lines before it belong to the head or are skipped.
    pub rows: u64,
    /// The offset of the text that was examined, behind many blank lines and comments.
    pub above: u64,
}

impl Preamble {
    /// The same lines behind others of this length.
    pub fn below(self, above: u64) -> Self {
        let head = self.head.map(|(first, last, skip)| (first + above, last + above, skip));
        Self { head, rows: self.rows + above, above }
    }

    /// Returns why the line at this offset is not a record if it belongs to the header or count.
    pub fn head_at(&self, at: u64) -> Option<Skip> {
        let (first, last, skip) = self.head?;
        (first..=last).contains(&at).then_some(skip)
    }

    /// Returns why the line at this offset is not a record; `None` if it may be one.
    pub fn skip(&self, at: u64, line: &[u8]) -> Option<Skip> {
        self.head_at(at).or_else(|| match line.trim_ascii().is_empty() {
            _ if at >= self.rows => None,
            true => Some(Skip::Blank),
            false => Some(Skip::Comment),
        })
    }
}
