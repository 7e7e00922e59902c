//! Splits text into lines and records, and finds where it may be cut: where neither is open.
//!
//! A record of delimited text ends at a line end outside quotes. A field is quoted if it begins with a
//! quote and ends with one before a separator or the end of the line; two quotes within it stand for
//! one (RFC 4180). Any other quote is plain text. So is an opening quote that is not closed within
//! [`MAX_LINE`] bytes of the record.

pub(super) use sudomill_core::puzzle_line::{
    COMMENT, MAX_LINE, Notation, Skip, line_end, parse_line_as, position, symbols,
};

use super::fields::{Close, SEPARATORS, closing_quote, opening_quote};
use line_end::{count, last_line_end, line_end, may_continue};
use memchr::{memchr, memchr2_iter};
use std::cell::Cell;

/// A piece of the text of an input.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::input) struct Piece<'a> {
    pub bytes: &'a [u8],
    /// Where it begins.
    pub at: Position,
}

impl Piece<'_> {
    /// The length of the byte-order mark at its start.
    pub fn mark(&self) -> usize {
        if self.at.offset == 0 { without_bom(self.bytes).1 } else { 0 }
    }
}

/// A position between two chunks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "files", derive(serde::Serialize, serde::Deserialize))]
pub struct Position {
    /// Byte offset in the decompressed text.
    pub(in crate::input) offset: u64,
    /// True inside a line that is too long for one chunk.
    pub(in crate::input) inside_line: bool,
    /// Newlines before the position, counted from where the source begins.
    pub(crate) newlines: u64,
}

impl Position {
    /// The position after a chunk that ends with this cut.
    pub(in crate::input) fn after(self, cut: Cut) -> Self {
        let Cut { len, inside_line, .. } = cut;
        Self { offset: self.offset + len as u64, inside_line, ..self }
    }
}

/// A record of a chunk.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Record {
    /// The number of newlines before it.
    pub newlines: u32,
    /// The offset of the symbols of the puzzle; of a bad one, that of its field or record. Beyond
    /// the chunk's bytes are the symbols that were written anew.
    pub at: u32,
    pub len: u32,
    /// The range of the record, without the newline; empty if it is too long.
    pub start: u32,
    pub end: u32,
    /// The number of fields in the record, none of them quoted; 0 if they were not counted.
    pub fields: u32,
}

/// Receives the lines that are no records: the newlines before, and why.
pub(crate) type OnSkip<'s> = dyn FnMut(u64, Skip) + 's;

/// Iterates over the lines of a text with their offsets, without their line ends (LF, CRLF or CR).
///
/// ```
/// # mod sudomill { pub use {sudomill_core::{grid, solver, verify}, sudomill_io::*}; }
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

/// Words by which programs say that there is no value, in lower case. Among cells they are empty ones.
const NO_VALUE: [&str; 7] = ["null", "none", "nil", "na", "n/a", "<na>", "<null>"];

/// What else programs write for a missing value, in lower case. None of it is a cell: a calculation
/// went wrong (`nan`, `#REF!`), and may have cost a clue.
const MISSING: [&str; 21] = [
    "", "#n/a", "nan", "(null)", "\\n", "-", "--", "---", "—", "?", "??", "missing", "error",
    "#null!", "#div/0!", "#value!", "#ref!", "#name?", "#num!", "#spill!", "#error!",
];

fn is_any_of(word: &[u8], words: &[&str]) -> bool {
    words.iter().any(|it| word.eq_ignore_ascii_case(it.as_bytes()))
}

/// Returns true if a word says that there is no value.
pub(in crate::input) fn is_no_value(word: &[u8]) -> bool {
    is_any_of(word, &NO_VALUE)
}

/// Returns true if a field stands for a missing value.
pub fn is_missing(field: &[u8]) -> bool {
    let field = field.trim_ascii();
    is_no_value(field) || is_any_of(field, &MISSING)
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
pub(in crate::input) fn skip(
    line: &[u8],
    separator: Option<u8>,
    comment: Option<u8>,
) -> Option<Skip> {
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
        // No later byte may belong to the line end.
        Some((_, next))
            if next <= bound && (last || bytes[next - 1] == b'\n' || next < bytes.len()) =>
        {
            whole(next)
        }
        _ if bytes.len() > bound => {
            // Never separate a CR from the LF after it.
            let len = bound - usize::from(bytes[bound - 1] == b'\r');
            Some(Cut { inside_line: true, ..Cut::whole(len) })
        }
        _ if last => whole(bytes.len()),
        _ => None,
    }
}

/// Returns the length of the complete lines of a truncated text. The rest is kept if it is too long
/// to be a puzzle, so that the result does not depend on where chunks were cut.
pub(in crate::input) fn whole(text: &[u8]) -> usize {
    let end = last_line_end(text, text.len(), true).unwrap_or(0);
    if text.len() - end > MAX_LINE { text.len() } else { end }
}

/// The lines before the first puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::input) struct Preamble {
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

/// Number of rows in a sample from which the format of a file is inferred.
pub(super) const SAMPLE: usize = 100;

/// Finds the end of the record that begins at `start`, after its line end; `usize::MAX` if it is in
/// a line that is longer than any record. `None` if more bytes are needed; `last` means that no
/// more will come.
fn record_end(bytes: &[u8], start: usize, last: bool, separators: &[u8]) -> Option<usize> {
    let bound = bytes.len().min(start + MAX_LINE);
    let (mut at, mut end) = (start, start);
    loop {
        if at >= end {
            end = match line_end(bytes, at) {
                Some((_, end)) if last || end < bytes.len() || !may_continue(bytes) => end,
                _ if last => bytes.len(),
                _ if bytes.len() <= start + MAX_LINE => return None,
                _ => usize::MAX,
            };
        }
        let Some(quote) = opening_quote(bytes, start, at, end.min(bound), separators) else {
            return Some(end);
        };
        match closing_quote(&bytes[..bound], quote, separators) {
            Close::At(close) => at = close + 1,
            // Bytes still to come may close the quote.
            Close::Open if bound < start + MAX_LINE && !last => return None,
            // Text, but a field after it may be quoted.
            Close::None => at = quote + 1,
            Close::Open => return Some(end),
        }
    }
}

/// The most bytes that are examined. If they show nothing, the input is assumed to be lines of 9×9
/// without a header.
pub(in crate::input) const PREFIX: usize = 1 << 20;

/// The most lines that are examined, blank ones included: so many short lines take as long as
/// [`PREFIX`] bytes of longer ones.
pub(in crate::input) const LINES: usize = 20_000;

#[cfg(test)]
thread_local! {
    /// The number of lines that detection has looked at in this thread, each time it did.
    pub(in crate::input) static EXAMINED: Cell<usize> = const { Cell::new(0) };
}

/// Counts a line that detection looks at, in tests.
#[inline(always)]
pub(in crate::input) fn examine() {
    #[cfg(test)]
    EXAMINED.set(EXAMINED.get() + 1);
}

/// The end of the first [`LINES`] lines of a text; `None` if it has fewer.
fn end_of_sample(text: &[u8]) -> Option<usize> {
    let ends_line = |at: &usize| text[*at] == b'\n' || text.get(at + 1) != Some(&b'\n');
    memchr2_iter(b'\n', b'\r', text).filter(ends_line).nth(LINES - 1).map(|at| at + 1)
}

/// The first lines of an input, which show its format.
#[derive(Debug)]
pub(in crate::input) struct Sample<'a> {
    /// The lines, without a byte-order mark, and the length of that.
    pub text: &'a [u8],
    pub mark: usize,
    /// True if no more lines will be examined.
    is_all: bool,
    /// True if the input has no more lines.
    pub is_whole: bool,
    /// Set once anything was looked for beyond the text. Then whatever was found means nothing:
    /// more lines are needed.
    is_short: Cell<bool>,
}

impl<'a> Sample<'a> {
    /// The lines to examine of the first bytes of an input; `last` means that no more will come.
    pub fn of(prefix: &'a [u8], last: bool) -> Self {
        let text = &prefix[..prefix.len().min(PREFIX)];
        let end = end_of_sample(text);
        let text = &text[..end.unwrap_or(text.len())];
        let is_full = end.is_some() || prefix.len() >= PREFIX;
        let is_whole = last && text.len() == prefix.len();
        let end = if is_whole { None } else { last_line_end(text, text.len(), false).or(Some(0)) };
        let (text, mark) = without_bom(&text[..end.unwrap_or(text.len())]);
        Self { text, mark, is_all: is_whole || is_full, is_whole, is_short: Cell::new(false) }
    }

    /// The lines above the rows, from their offsets.
    pub fn preamble(&self, head: Option<(usize, usize, Skip)>, rows: usize) -> Preamble {
        let place = |at: usize| (self.mark + at) as u64;
        let head = head.map(|(first, last, skip)| (place(first), place(last), skip));
        Preamble { head, rows: place(rows), above: 0 }
    }

    /// Returns true if the input goes on below as many lines as are examined.
    pub fn is_full(&self) -> bool {
        self.is_all && !self.is_whole
    }

    /// Returns true if the text is too short to show what was asked of it.
    pub fn is_short(&self) -> bool {
        self.is_short.get()
    }

    /// Notes that the end of the text was reached.
    pub fn end(&self) {
        self.is_short.set(self.is_short.get() || !self.is_all);
    }
}

/// The rows of a sample that are neither blank nor comments.
#[derive(Clone, Copy)]
pub(super) struct TableRows<'a> {
    pub sample: &'a Sample<'a>,
    pub at: usize,
    /// The byte that begins a comment; `None` if there are no comments.
    pub comment: Option<u8>,
    /// The separator of the file, if known.
    pub separator: Option<u8>,
}

impl<'a> TableRows<'a> {
    /// The next row, even if it is blank or a comment. The separators that may enclose a quoted
    /// field are all of them until the file's is known.
    pub fn next_line(&mut self) -> Option<&'a [u8]> {
        let Sample { text, is_all, .. } = *self.sample;
        let separators = self.separator.as_ref().map_or(&SEPARATORS[..], std::slice::from_ref);
        let from = Some(self.at).filter(|&at| at < text.len());
        let Some(end) = from.and_then(|at| record_end(text, at, is_all, separators)) else {
            self.sample.end();
            return None;
        };
        examine();
        let row = &text[self.at..end.min(text.len())];
        self.at += row.len();
        Some(row)
    }
}

impl<'a> Iterator for TableRows<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        loop {
            let row = self.next_line()?;
            if skip(row, self.separator, self.comment).is_none() {
                return Some(row);
            }
        }
    }
}

/// Cuts a chunk between two records; see [`cut`].
pub(super) fn cut_records(separator: u8, piece: &Piece, target: usize, last: bool) -> Option<Cut> {
    let Piece { bytes, at } = *piece;
    let cut = cut(bytes, target, last)?;
    if memchr(b'"', &bytes[..cut.len]).is_none() {
        return Some(Cut { has_quotes: false, ..cut });
    }
    if last && cut.len == bytes.len() {
        return Some(cut);
    }
    if at.inside_line {
        // The rest of an over-long line contains no record.
        return match line_end(bytes, 0) {
            Some((_, next)) if last || next < bytes.len() => Some(Cut::whole(next)),
            _ => Some(cut),
        };
    }
    // The end of the last record within the target, or of the first one beyond it.
    let (mark, mut best) = (piece.mark(), 0);
    while best < cut.len {
        match record_end(bytes, best.max(mark), last, &[separator]) {
            Some(usize::MAX) if best == 0 => return Some(cut),
            Some(end) if best == 0 || end <= cut.len => best = end,
            // Given more bytes, the record may still end within the target.
            None if best == 0 => return None,
            _ => break,
        }
    }
    Some(Cut::whole(best))
}

impl<'a> Lines<'a> {
    /// Returns the next record of delimited text or, without a separator, the next line: its offset,
    /// and its text without the final line end.
    pub(in crate::input) fn next_row(
        &mut self,
        separator: Option<u8>,
    ) -> Option<(usize, &'a [u8])> {
        let Some(separator) = separator else { return self.next() };
        let start = self.at;
        self.bytes.get(start..).filter(|rest| !rest.is_empty())?;
        let end = record_end(self.bytes, start, true, &[separator]);
        let record = &self.bytes[start..end.unwrap_or(usize::MAX).min(self.bytes.len())];
        self.newlines += count(record);
        self.at += record.len();
        let text = record.strip_suffix(b"\n").or(record.strip_suffix(b"\r")).unwrap_or(record);
        Some((start, text))
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
