//! Splits text into lines, and finds the puzzle in a line of a file.

mod cut;
pub(super) mod parse;
mod preamble;

pub(super) use cut::{Cut, cut, whole};
pub(super) use preamble::Preamble;
pub(super) use sudomill_core::puzzle_line::{
    COMMENT, Line, MAX_LINE, Notation, Skip, line_end, parse_line_in, position, symbols,
};

use line_end::line_end;
use sudomill_core::grid::Order;

/// Iterates over the lines of a text with their offsets, without their line ends (LF, CRLF or CR).
///
/// ```
/// # mod sudomill { pub use {sudomill_core::*, sudomill_io::*}; }
/// use sudomill::input::Lines;
/// let mut lines = Lines::new(b"ab\n\nc");
/// assert_eq!(lines.by_ref().collect::<Vec<_>>(), [(0, &b"ab"[..]), (3, b""), (4, b"c")]);
/// assert_eq!(lines.newlines(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    pub(in crate::input) bytes: &'a [u8],
    pub(in crate::input) at: usize,
    pub(in crate::input) newlines: u64,
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

    /// The offset of the next line.
    pub(in crate::input) fn at(&self) -> usize {
        self.at.min(self.bytes.len())
    }

    /// The text passed since the offset `at`.
    pub(in crate::input) fn since(&self, at: usize) -> &'a [u8] {
        &self.bytes[at..self.at()]
    }

    /// Sets the number of newlines passed, for a caller that counts them itself.
    pub(in crate::input) fn pass(&mut self, newlines: u64) {
        self.newlines = newlines;
    }

    /// Returns the next line if it consists of the symbols of a puzzle and a newline. This avoids a
    /// search for the newline.
    #[inline]
    pub(in crate::input) fn next_plain<O: Order>(
        &mut self,
        notation: Notation,
    ) -> Option<(usize, &'a [u8])> {
        let (start, len) = (self.at, notation.symbols::<O>());
        let (line, end) = self.bytes.get(start..start + len + 1)?.split_at(len);
        if end != b"\n" || !notation.has_symbols::<O>(line) {
            return None;
        }
        self.newlines += 1;
        self.at = start + line.len() + 1;
        Some((start, line))
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = (usize, &'a [u8]);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (start, all) = (self.at, self.bytes.len());
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

/// Words that programs write for a missing value, in lower case.
const MISSING: [&str; 28] = [
    "", "null", "na", "n/a", "#n/a", "nan", "none", "nil", "<na>", "<null>", "(null)", "\\n", "-",
    "--", "---", "—", "?", "??", "missing", "error", "#null!", "#div/0!", "#value!", "#ref!",
    "#name?", "#num!", "#spill!", "#error!",
];

/// Returns true if a field stands for a missing value.
pub(in crate::input) fn is_missing(field: &[u8]) -> bool {
    MISSING.iter().any(|missing| field.trim_ascii().eq_ignore_ascii_case(missing.as_bytes()))
}

/// The text after a UTF-8 byte-order mark, if any, and the length of the mark.
#[doc(hidden)]
pub fn without_bom(text: &[u8]) -> (&[u8], usize) {
    match text.strip_prefix(b"\xEF\xBB\xBF") {
        Some(text) => (text, 3),
        None => (text, 0),
    }
}

/// Returns true if a line is neither blank nor a comment.
pub(in crate::input) fn is_content(line: &[u8], comment: Option<u8>) -> bool {
    line.len() > MAX_LINE || line.trim_ascii().first().is_some_and(|&first| Some(first) != comment)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_kind_of_line_end() {
        for (text, lines) in [
            ("a\nb", &["a", "b"][..]),
            ("a\r\nb\r\n", &["a\r", "b\r"]),
            ("a\rb\r", &["a", "b"]),
            ("a\r\r\nb", &["a", "\r", "b"]),
            ("a\r\rb", &["a", "", "b"]),
            ("a\rb\nc\r\nd", &["a", "b", "c\r", "d"]),
            ("\n\r", &["", ""]),
        ] {
            let found: Vec<_> = Lines::new(text.as_bytes()).map(|it| it.1).collect();
            let expected: Vec<_> = lines.iter().map(|line| line.as_bytes()).collect();
            assert_eq!(found, expected, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn lines_equal_a_split(text in "[ab\n]{0,60}") {
            let found: Vec<_> = Lines::new(text.as_bytes()).map(|(_, l)| l).collect();
            let expected: Vec<_> = text.strip_suffix('\n').unwrap_or(&text).split('\n').collect();
            let expected: Vec<_> = expected.iter().map(|l| l.as_bytes()).collect();
            prop_assert_eq!(found, if text.is_empty() { vec![] } else { expected });
        }

        #[test]
        fn count_is_that_of_lines(text in "[a\r\n]{0,60}") {
            let mut lines = Lines::new(text.as_bytes());
            lines.by_ref().for_each(drop);
            prop_assert_eq!(lines.newlines(), line_end::count(text.as_bytes()));
        }
    }
}
