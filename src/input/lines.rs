//! Newline-aligned chunks, and the lines of one; pure.

use super::{symbols::is_all_symbols, table::record_end};
use crate::grid::{Alphabet, Order};
use memchr::{memchr, memrchr};

/// The longest line that can be a puzzle line, in bytes, its newline not
/// counted. It bounds the memory that a file without newlines can take.
pub const MAX_LINE: usize = 64 << 10;

/// Where a chunk ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    /// Its length in bytes.
    pub len: usize,
    /// Whether it ends inside a line, which is then longer than [`MAX_LINE`].
    pub inside_line: bool,
}

/// Cuts a chunk of about `target` bytes off the front of `bytes`: after the
/// last newline within the target, or else after the first beyond it. `None`:
/// more bytes are needed to say. `last` says that none will come.
pub(super) fn cut(bytes: &[u8], target: usize, last: bool) -> Option<Cut> {
    let whole = |len| Some(Cut { len, inside_line: false });
    if last && bytes.len() <= target {
        return whole(bytes.len());
    }
    if let Some(newline) = memrchr(b'\n', &bytes[..target.min(bytes.len())]) {
        return whole(newline + 1);
    }
    // No newline within the target: the first line is longer than that.
    let bound = target.max(MAX_LINE + 1);
    let rest = bytes.get(target..bound.min(bytes.len())).unwrap_or_default();
    match memchr(b'\n', rest) {
        Some(newline) => whole(target + newline + 1),
        None if bytes.len() > bound => Some(Cut { len: bound, inside_line: true }),
        None if last => whole(bytes.len()),
        None => None,
    }
}

/// The lines of some text, with their offsets; newlines taken off.
///
/// ```
/// use sudomill::input::Lines;
/// let mut lines = Lines::new(b"ab\n\nc");
/// assert_eq!(lines.by_ref().collect::<Vec<_>>(), [(0, &b"ab"[..]), (3, b""), (4, b"c")]);
/// assert_eq!(lines.newlines(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    bytes: &'a [u8],
    at: usize,
    newlines: u64,
}

impl<'a> Lines<'a> {
    /// The lines of these bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, newlines: 0 }
    }

    /// The newlines passed so far.
    pub fn newlines(&self) -> u64 {
        self.newlines
    }

    /// Where the next line begins.
    pub(super) fn at(&self) -> usize {
        self.at.min(self.bytes.len())
    }

    /// The lines passed since that place.
    pub(super) fn since(&self, at: usize) -> &'a [u8] {
        &self.bytes[at..self.at()]
    }

    /// Sets the newlines passed, where somebody else counts them.
    pub(super) fn pass(&mut self, newlines: u64) {
        self.newlines = newlines;
    }

    /// The next line if it is nothing but the symbols of a puzzle, ended by a
    /// newline: then no newline needs to be looked for.
    #[inline]
    pub(super) fn next_plain<O: Order>(&mut self, alphabet: Alphabet) -> Option<(usize, &'a [u8])> {
        let start = self.at;
        let (line, end) = self.bytes.get(start..start + O::CELLS + 1)?.split_at(O::CELLS);
        if end != b"\n" || !is_all_symbols::<O>(line, alphabet) {
            return None;
        }
        self.newlines += 1;
        self.at = start + line.len() + 1;
        Some((start, line))
    }
}

impl<'a> Lines<'a> {
    /// The next record of delimited text: its offset, its text without the newline at the
    /// end, and the newlines within it.
    pub(super) fn next_record(&mut self) -> Option<(usize, &'a [u8], u64)> {
        let start = self.at;
        self.bytes.get(start..).filter(|rest| !rest.is_empty())?;
        let end = record_end(self.bytes, start, true)?;
        let record = &self.bytes[start..end];
        let text = record.strip_suffix(b"\n").unwrap_or(record);
        let within = memchr::memchr_iter(b'\n', text).count() as u64;
        self.newlines += within + u64::from(text.len() < record.len());
        self.at = end;
        Some((start, text, within))
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = (usize, &'a [u8]);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let start = self.at;
        let rest = self.bytes.get(start..).filter(|rest| !rest.is_empty())?;
        let newline = memchr(b'\n', rest);
        let len = newline.unwrap_or(rest.len());
        self.newlines += u64::from(newline.is_some());
        self.at = start + len + 1;
        Some((start, &rest[..len]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
        fn chunks_join_to_the_input_and_end_at_newlines(
            text in "[ab\n]{0,60}", target in 1usize..20,
        ) {
            let chunks = chunks(text.as_bytes(), target);
            let joined: Vec<u8> = chunks.iter().flat_map(|c| c.0.clone()).collect();
            prop_assert_eq!(&joined, text.as_bytes());
            let (last, others) = chunks.split_last().map_or((None, &[][..]), |(l, o)| (Some(l), o));
            prop_assert!(others.iter().all(|(bytes, inside)| bytes.ends_with(b"\n") && !inside));
            prop_assert!(last.is_none_or(|(_, inside)| !inside));
        }

        #[test]
        fn lines_are_those_of_a_split(text in "[ab\n]{0,60}") {
            let found: Vec<_> = Lines::new(text.as_bytes()).map(|(_, l)| l).collect();
            let expected: Vec<_> = text.strip_suffix('\n').unwrap_or(&text).split('\n').collect();
            let expected: Vec<_> = expected.iter().map(|l| l.as_bytes()).collect();
            prop_assert_eq!(found, if text.is_empty() { vec![] } else { expected });
        }
    }

    #[test]
    fn a_chunk_waits_for_the_end_of_its_line() {
        assert_eq!(cut(b"abc", 2, false), None);
        assert_eq!(cut(b"abc", 2, true), Some(Cut { len: 3, inside_line: false }));
        assert_eq!(cut(b"abc\nd", 2, false), Some(Cut { len: 4, inside_line: false }));
    }

    #[test]
    fn a_line_without_end_is_cut_into_bounded_pieces() {
        let endless = vec![b'a'; 3 * MAX_LINE];
        assert_eq!(cut(&endless, 10, false), Some(Cut { len: MAX_LINE + 1, inside_line: true }));
        assert!(!cut(&endless[..MAX_LINE + 1], 10, true).unwrap().inside_line);
    }
}
