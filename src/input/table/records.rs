//! Finds the end of a record of delimited text: a newline outside quotes.
//!
//! A field is quoted if it begins with a quote and ends with one before a separator or the
//! end of the line; two quotes within it stand for one (RFC 4180). Any other quote is
//! text, and so is an opening quote that is not closed within [`MAX_LINE`] bytes of the
//! record if one of the lines in them is a row: a stray quote affects only its own line. If none
//! is, the field is a long one ([`long`]).

use super::{
    long::{self, End},
    quotes::{Close, closing_quote, opening_quote},
};
use crate::input::lines::{self, Cut, Lines, MAX_LINE, is_content};
use memchr::{memchr, memchr_iter};

pub(super) use super::quotes::SEPARATORS;

/// The end of the record that begins at `start`, with its newline; of a long record as far as a
/// chunk of about `target` bytes from there needs it. `last` is set if no more bytes will come.
fn record_end(bytes: &[u8], start: usize, target: usize, last: bool) -> End {
    let bound = bytes.len().min(start + MAX_LINE);
    let (mut at, mut end) = (start, start);
    loop {
        if at >= end {
            end = match memchr(b'\n', &bytes[at..]) {
                Some(newline) => at + newline + 1,
                None if last => bytes.len(),
                None if bytes.len() <= start + MAX_LINE => return End::Unknown,
                // A line longer than any row.
                None => usize::MAX,
            };
        }
        let Some(quote) = opening_quote(bytes, start, at, end.min(bound)) else {
            return long::line_end(bytes.len() - start, end - start, target, last).after(start);
        };
        match closing_quote(&bytes[..bound], quote) {
            Close::At(close) => at = close + 1,
            // Later bytes may close the quote.
            Close::Open if bound < start + MAX_LINE && !last => return End::Unknown,
            Close::Open if bound == start + MAX_LINE && !long::is_stray(bytes, end, bound) => {
                let within = quote + 1 - start;
                return long::end(&bytes[start..], within, MAX_LINE, target, last).after(start);
            }
            Close::Open | Close::None => return End::At(end),
        }
    }
}

/// The rows of a text that are neither blank nor comments.
#[derive(Clone, Copy)]
pub(super) struct TableRows<'a> {
    pub text: &'a [u8],
    pub at: usize,
    pub last: bool,
}

impl<'a> TableRows<'a> {
    /// The next row; `Some(None)` at the end, `None` if more bytes are needed.
    pub fn next(&mut self) -> Option<Option<&'a [u8]>> {
        while self.at < self.text.len() {
            let end = match record_end(self.text, self.at, self.text.len(), self.last) {
                End::At(end) => end,
                End::Beyond(_) => self.text.len(),
                End::Unknown => return None,
            };
            let row = &self.text[self.at..end];
            self.at = end;
            if is_content(row) {
                return Some(Some(row));
            }
        }
        self.last.then_some(None)
    }
}

/// Cuts a chunk of about `target` bytes off the front of `bytes`, as [`lines::cut`] does,
/// but never inside a record.
pub(in crate::input) fn cut(bytes: &[u8], target: usize, last: bool) -> Option<Cut> {
    let cut = lines::cut(bytes, target, last)?;
    let has_quotes = memchr(b'"', &bytes[..cut.len]).is_some();
    let cut = Cut { has_quotes, ..cut };
    if !has_quotes || last && cut.len == bytes.len() {
        return Some(cut);
    }
    // The last end of a record within the target, or the first beyond it.
    let mut best = 0;
    while best < cut.len {
        match record_end(bytes, best, target, last) {
            End::At(end) if best == 0 || end <= cut.len => best = end,
            // With more bytes it may still end within the target.
            End::Unknown if best == 0 => return None,
            End::Beyond(cut) if best == 0 => return Some(cut),
            _ => break,
        }
    }
    Some(Cut::whole(best))
}

impl<'a> Lines<'a> {
    /// The next record of delimited text: its offset, its text without the newline at the
    /// end, and the newlines within it.
    pub(crate) fn next_record(&mut self) -> Option<(usize, &'a [u8], u64)> {
        let start = self.at;
        self.bytes.get(start..).filter(|rest| !rest.is_empty())?;
        let end = match record_end(self.bytes, start, self.bytes.len(), true) {
            End::At(end) => end,
            End::Beyond(_) | End::Unknown => self.bytes.len(),
        };
        let record = &self.bytes[start..end];
        let text = record.strip_suffix(b"\n").unwrap_or(record);
        let within = memchr_iter(b'\n', text).count() as u64;
        self.newlines += within + u64::from(text.len() < record.len());
        self.at = end;
        Some((start, text, within))
    }

    /// The next record or, in a text without records, the next line.
    pub(in crate::input) fn next_row(&mut self, has_records: bool) -> Option<(usize, &'a [u8])> {
        match has_records {
            true => self.next_record().map(|(at, record, _)| (at, record)),
            false => self.next(),
        }
    }
}
