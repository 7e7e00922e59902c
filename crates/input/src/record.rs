//! The records of a text. One of delimited text ends at a line end outside quotes.
//!
//! A field is quoted if it begins with a quote and ends with one before a separator or the end of the
//! line; two quotes within it stand for one (RFC 4180). Any other quote is plain text. So is an opening
//! quote that is not closed within [`MAX_LINE`] bytes of the record.

use super::{
    fields::{Close, closing_quote, opening_quote},
    lines::{
        Lines, MAX_LINE, Skip,
        line_end::{count, line_end, may_continue},
    },
};

/// A record of a chunk.
#[derive(Clone, Copy, Debug, Default)]
pub struct Record {
    /// The number of newlines before it.
    pub newlines: u32,
    /// The offset of the symbols of the puzzle; of a bad one, that of its field or record. Beyond
    /// the chunk's bytes are the symbols that were written anew.
    pub at: u32,
    /// The length of the puzzle's symbols.
    pub len: u32,
    /// The range of the record, without the newline; empty if it is too long.
    pub start: u32,
    /// The end of the record in its chunk.
    pub end: u32,
    /// The number of fields in the record, none of them quoted; 0 if they were not counted.
    pub fields: u32,
}

/// Receives the lines that are no records: the newlines before, and why.
pub type OnSkip<'s> = dyn FnMut(u64, Skip) + 's;

/// Finds the end of the record that begins at `start`, after its line end; `usize::MAX` if it is in
/// a line that is longer than any record. `None` if more bytes are needed; `last` means that no
/// more will come.
pub fn record_end(bytes: &[u8], start: usize, last: bool, separators: &[u8]) -> Option<usize> {
    let bound = bytes.len().min(start + MAX_LINE);
    let mut at = start;
    let mut end = start;
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

impl<'a> Lines<'a> {
    /// Returns the next record of delimited text or, without a separator, the next line: its offset,
    /// and its text without the final line end.
    pub fn next_row(&mut self, separator: Option<u8>) -> Option<(usize, &'a [u8])> {
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
