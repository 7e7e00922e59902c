//! Splits text into lines, and finds where it may be cut: after a line end.

pub(super) use sudomill_core::puzzle_line::{
    COMMENT, Line, MAX_LINE, Notation, Skip, line_end, parse_line_as, position, symbols,
};

use line_end::{last_line_end, line_end};

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
#[doc(hidden)] // For the Python package.
pub fn is_missing(field: &[u8]) -> bool {
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

/// The end of a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::input) struct Cut {
    /// The length of the chunk in bytes.
    pub len: usize,
    /// True if the chunk ends inside a line, which is then longer than [`MAX_LINE`].
    pub inside_line: bool,
    /// True if the chunk may contain a quote.
    pub has_quotes: bool,
}

impl Cut {
    /// Ends a chunk after a complete line.
    pub fn whole(len: usize) -> Self {
        Self { len, inside_line: false, has_quotes: true }
    }
}

/// Cuts a chunk of about `target` bytes off the front of `bytes`: after the last line end within
/// the target, or else after the first one beyond it. Returns `None` if more bytes are needed;
/// `last` means that no more will come.
pub(in crate::input) fn cut(bytes: &[u8], target: usize, last: bool) -> Option<Cut> {
    let whole = |len| Some(Cut::whole(len));
    if last && bytes.len() <= target {
        return whole(bytes.len());
    }
    if let Some(end) = last_line_end(bytes, target.min(bytes.len()), last) {
        return whole(end);
    }
    // No line end within the target, so the first line is longer.
    let bound = target.max(MAX_LINE + 1);
    let window = &bytes[..bytes.len().min(bound + 1)];
    match line_end(window, target.min(bytes.len())) {
        Some((_, next)) if next <= bound && (last || is_decided(bytes, next)) => whole(next),
        _ if bytes.len() > bound => {
            // Never separate a CR from the LF after it.
            let len = bound - usize::from(bytes[bound - 1] == b'\r');
            Some(Cut { inside_line: true, ..Cut::whole(len) })
        }
        _ if last => whole(bytes.len()),
        _ => None,
    }
}

/// Returns true if no later byte can belong to the line end before `next`.
fn is_decided(bytes: &[u8], next: usize) -> bool {
    bytes[next - 1] == b'\n' || next < bytes.len()
}

/// Returns the length of the complete lines of a truncated text. The rest is kept if it is too long
/// to be a puzzle, so that the result does not depend on where chunks were cut.
pub(in crate::input) fn whole(text: &[u8]) -> usize {
    let end = last_line_end(text, text.len(), true).unwrap_or(0);
    if text.len() - end > MAX_LINE { text.len() } else { end }
}

/// The lines before the first puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::input) struct Preamble {
    /// The offsets of the first and last line of the header or count, and why these lines are
    /// skipped.
    pub head: Option<(u64, u64, Skip)>,
    /// The offset of the first record. Lines before it belong to the head or are skipped.
    pub rows: u64,
}

impl Preamble {
    /// Returns true if a line of the preamble may begin at this offset or later.
    pub fn has_from(&self, at: u64) -> bool {
        at < self.rows
    }

    /// Returns why the line at this offset is not a record if it belongs to the header or count.
    pub fn head_at(&self, at: u64) -> Option<Skip> {
        let (first, last, skip) = self.head?;
        (first..=last).contains(&at).then_some(skip)
    }

    /// Returns why the line at this offset is not a record; `None` if it may be one.
    pub fn skip(&self, at: u64, line: &[u8]) -> Option<Skip> {
        match self.head_at(at) {
            Some(skip) => Some(skip),
            _ if !self.has_from(at) => None,
            _ if line.trim_ascii().is_empty() => Some(Skip::Blank),
            _ => Some(Skip::Comment),
        }
    }
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

    fn chunks(bytes: &[u8], target: usize) -> Vec<(Vec<u8>, bool)> {
        let (mut at, mut chunks) = (0, Vec::new());
        while at < bytes.len() {
            let cut = cut(&bytes[at..], target, true).expect("the end is known");
            chunks.push((bytes[at..at + cut.len].to_vec(), cut.inside_line));
            at += cut.len;
        }
        chunks
    }

    proptest! {
        #[test]
        fn chunks_join_and_end_at_newlines(
            text in "[ab\n]{0,60}", target in 1usize..20,
        ) {
            let chunks = chunks(text.as_bytes(), target);
            let joined: Vec<u8> = chunks.iter().flat_map(|c| c.0.clone()).collect();
            prop_assert_eq!(&joined, text.as_bytes());
            let (last, others) = chunks.split_last().map_or((None, &[][..]), |(l, o)| (Some(l), o));
            prop_assert!(others.iter().all(|(bytes, inside)| bytes.ends_with(b"\n") && !inside));
            prop_assert!(last.is_none_or(|(_, inside)| !inside));
        }

    }

    #[test]
    fn waits_for_line_end() {
        assert_eq!(cut(b"abc", 2, false), None);
        assert_eq!(cut(b"abc", 2, true), Some(Cut::whole(3)));
        assert_eq!(cut(b"abc\nd", 2, false), Some(Cut::whole(4)));
    }

    #[test]
    fn long_line_is_bounded() {
        let endless = vec![b'a'; 3 * MAX_LINE];
        let inside = Cut { inside_line: true, ..Cut::whole(MAX_LINE + 1) };
        assert_eq!(cut(&endless, 10, false), Some(inside));
        assert!(!cut(&endless[..MAX_LINE + 1], 10, true).unwrap().inside_line);
    }
}
