//! Finds the end of a record of delimited text: a line end outside quotes.
//!
//! A field is quoted if it begins with a quote and ends with one before a separator or the end of
//! the line; two quotes within it stand for one (RFC 4180). Any other quote is plain text. So is an
//! opening quote that is not closed within [`MAX_LINE`] bytes of the record.

use super::{
    chunk::Piece,
    fields::{Close, SEPARATORS, closing_quote, opening_quote},
    lines::{
        self, Cut, Lines, MAX_LINE, is_content,
        line_end::{count, line_end, may_continue},
    },
};
use memchr::memchr;
use std::cell::Cell;

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

/// The first lines of an input, which show its format.
#[derive(Debug)]
pub(in crate::input) struct Sample<'a> {
    pub text: &'a [u8],
    /// True if no more lines will be examined.
    is_all: bool,
    /// Set once anything was looked for beyond the text. Then whatever was found means nothing:
    /// more lines are needed.
    is_short: Cell<bool>,
}

impl<'a> Sample<'a> {
    pub fn new(text: &'a [u8], is_all: bool) -> Self {
        Self { text, is_all, is_short: Cell::new(false) }
    }

    /// Returns true if the text is too short to show what was asked of it.
    pub fn is_short(&self) -> bool {
        self.is_short.get()
    }

    /// Notes that the end of the text was reached.
    pub fn end(&self) {
        self.is_short.set(self.is_short.get() || !self.is_all);
    }

    /// Returns what the text shows or, if it does not decide, what to assume without more lines.
    pub fn or_assume<T>(&self, shown: Option<T>, assumed: T) -> T {
        shown.unwrap_or_else(|| {
            self.end();
            assumed
        })
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
            let is_empty_row = || self.separator == Some(b'\t') && memchr(b'\t', row).is_some();
            if is_content(row, self.comment) || row.trim_ascii().is_empty() && is_empty_row() {
                return Some(row);
            }
        }
    }
}

/// Cuts a chunk between two records; see [`lines::cut`].
pub(super) fn cut(separator: u8, piece: &Piece, target: usize, last: bool) -> Option<Cut> {
    let Piece { bytes, inside_line, .. } = *piece;
    let cut = lines::cut(bytes, target, last)?;
    if memchr(b'"', &bytes[..cut.len]).is_none() {
        return Some(Cut { has_quotes: false, ..cut });
    }
    if last && cut.len == bytes.len() {
        return Some(cut);
    }
    if inside_line {
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
