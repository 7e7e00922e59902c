//! The first lines of an input, which show its format.

use super::{
    fields::SEPARATORS,
    lines::{
        Lines, MAX_LINE, Preamble, Skip,
        line_end::{last_line_end, line_end},
        skip, without_bom,
    },
    record::record_end,
};
use memchr::{memchr2_iter, memrchr2};
use std::cell::Cell;

/// Number of rows in a sample from which the format of a file is inferred; and of damaged grids,
/// if none is whole.
pub(super) const SAMPLE: usize = 100;

/// The most bytes that are examined. If they show nothing, the input is assumed to be lines of 9×9
/// without a header.
pub const PREFIX: usize = 1 << 19;

/// The most lines that are examined, blank ones included: so many short lines take as long as
/// [`PREFIX`] bytes of longer ones.
pub const LINES: usize = 10_000;

/// The rows, and their bytes, in which columns are sought if no line of a sample certainly holds a puzzle:
/// ten times as many as tell the columns of a table with puzzles, for only damaged puzzles are left to tell
/// them. So many bytes hold the longest header and the rows below it.
pub const START_ROWS: usize = 10 * SAMPLE;
const START: usize = 2 * MAX_LINE;

/// What readers have done in a thread. Counting costs next to nothing, and what is counted does not depend on the
/// machine: tests bound it in place of times.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The number of lines that detection has looked at, each time it did.
    pub examined: usize,
    /// The number of lines in which cells were looked for, each time they were.
    pub scanned: usize,
    /// The number of samples that detection has taken.
    pub samples: usize,
    /// The number of bytes from which it took them.
    pub bytes: usize,
}

// Not one value: that would be copied for each line.
thread_local! {
    static EXAMINED: Cell<usize> = const { Cell::new(0) };
    static SCANNED: Cell<usize> = const { Cell::new(0) };
    static SAMPLES: Cell<usize> = const { Cell::new(0) };
    static BYTES: Cell<usize> = const { Cell::new(0) };
}

impl Effort {
    /// What was done since this was last asked in this thread.
    pub fn take() -> Self {
        Self {
            examined: EXAMINED.take(),
            scanned: SCANNED.take(),
            samples: SAMPLES.take(),
            bytes: BYTES.take(),
        }
    }
}

/// Counts a line that detection looks at.
#[inline(always)]
pub fn examine() {
    EXAMINED.set(EXAMINED.get() + 1);
}

/// Counts a line in which cells are looked for.
#[inline(always)]
pub fn scan() {
    SCANNED.set(SCANNED.get() + 1);
}

/// The end of the first lines of a text, so many; `None` if it has fewer.
fn end_of_lines(text: &[u8], lines: usize) -> Option<usize> {
    let ends_line = |at: &usize| text[*at] == b'\n' || text.get(at + 1) != Some(&b'\n');
    memchr2_iter(b'\n', b'\r', text).filter(ends_line).nth(lines - 1).map(|at| at + 1)
}

/// The length of the blank lines at the start of a text. Not of those with tabs, between which there may
/// be empty cells, nor of one that is too long, which is a bad record.
fn blank_lines(text: &[u8]) -> usize {
    let is_blank = |byte: &u8| byte.is_ascii_whitespace() && *byte != b'\t';
    let end = text.iter().position(|byte| !is_blank(byte)).unwrap_or(text.len());
    let start = memrchr2(b'\n', b'\r', &text[..end]).map_or(0, |at| at + 1);
    let has_long_line = || Lines::new(&text[..start]).any(|(_, line)| line.len() >= MAX_LINE);
    if start >= MAX_LINE && has_long_line() { 0 } else { start }
}

/// The first lines of an input, which show its format.
#[derive(Debug)]
pub struct Sample<'a> {
    /// The lines, without a byte-order mark.
    pub text: &'a [u8],
    /// The length of that mark.
    pub mark: usize,
    /// The length of the blank lines at the start. Every step of detection begins with the first row,
    /// and would pass over them again.
    pub blank: usize,
    /// The length of the blank lines and comments at the start, for the byte that begins a comment, once it
    /// was asked for.
    comments: Cell<Option<(u8, usize)>>,
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
        SAMPLES.set(SAMPLES.get() + 1);
        BYTES.set(BYTES.get() + prefix.len());
        let text = &prefix[..prefix.len().min(PREFIX)];
        let end = end_of_lines(text, LINES);
        let text = &text[..end.unwrap_or(text.len())];
        let is_full = end.is_some() || prefix.len() >= PREFIX;
        let is_whole = last && text.len() == prefix.len();
        let end = if is_whole { None } else { last_line_end(text, text.len(), false).or(Some(0)) };
        let (text, mark) = without_bom(&text[..end.unwrap_or(text.len())]);
        Self {
            text,
            mark,
            blank: blank_lines(text),
            comments: Cell::default(),
            is_all: is_whole || is_full,
            is_whole,
            is_short: Cell::new(false),
        }
    }

    /// The lines up to the first few below those that are blank or comments, if this byte begins them.
    pub fn start(&self, comment: Option<u8>) -> Self {
        let above = self.above(comment);
        // Records may begin like comments.
        let rows = if above == self.text.len() { self.blank } else { above };
        let all = &self.text[rows..self.text.len().min(rows + START)];
        let is_cut = rows + all.len() < self.text.len();
        let cut = || last_line_end(all, all.len(), false).filter(|_| is_cut);
        let end = end_of_lines(all, START_ROWS).or_else(cut);
        let text = end.map_or(self.text, |end| &self.text[..rows + end]);
        let is_whole = self.is_whole && text.len() == self.text.len();
        let (comments, is_short) = (self.comments.clone(), self.is_short.clone());
        Self { text, is_whole, comments, is_short, ..*self }
    }

    /// The length of the lines at the start that are blank or comments, if this byte begins them. Every step
    /// of detection that passes over comments begins below them.
    pub fn above(&self, comment: Option<u8>) -> usize {
        let Some(comment) = comment else { return self.blank };
        if let Some((_, found)) = self.comments.get().filter(|found| found.0 == comment) {
            return found;
        }
        // Between tabs there may be empty cells.
        let is_skipped = |line: &[u8]| {
            examine();
            let is_comment = line.first() == Some(&comment);
            line.len() < MAX_LINE
                && (is_comment || line.trim_ascii().is_empty())
                && !line.contains(&b'\t')
        };
        let mut lines = Lines::new(&self.text[self.blank..]);
        let content = lines.find(|(at, line)| {
            // In quotes, a comment goes on behind its line end.
            let start = self.blank + at;
            let record = record_end(self.text, start, self.is_all, &SEPARATORS);
            let end = line_end(self.text, start).map_or(self.text.len(), |end| end.1);
            !is_skipped(line) || record != Some(end)
        });
        let found = content.map_or(self.text.len(), |(at, _)| self.blank + at);
        self.comments.set(Some((comment, found)));
        found
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
        self.at = self.at.max(self.sample.above(self.comment));
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
