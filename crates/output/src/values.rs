//! The values of a row being written.
//!
//! Rows with a puzzle contain only symbols, numbers and names, in which nothing has to be escaped.
//! At millions of rows per second, a general-purpose writer would take longer than the solver.

use super::{Draft, Row, columns::Extra, syntax::Syntax};
use serde::{Serialize, Serializer};
use sudomill_rating::Step;
use sudomill_trace::StepRecord;

/// A text that is written often. Its start is padded to a fixed length.
pub(super) struct Fixed<const N: usize> {
    start: [u8; N],
    len: usize,
    rest: Box<[u8]>,
}

impl<const N: usize> Fixed<N> {
    pub fn new(text: &str) -> Self {
        let len = text.len().min(N);
        let (head, rest) = text.as_bytes().split_at(len);
        let mut start = [0; N];
        start[..len].copy_from_slice(head);
        Self { start, len, rest: rest.into() }
    }
}

/// The bytes that most steps of a puzzle fit into. A buffer that grows copies them several times.
const USUAL_JSON: usize = 16 << 10;

/// The steps of a puzzle, each made a record when it is written.
struct Records<'a>(&'a [Step]);

impl Serialize for Records<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|it| StepRecord::new(it, it.chains())))
    }
}

/// Writes the values of a row in a syntax.
///
/// Short ones are copied with a fixed length, and cut: a copy of a variable length would be a call.
pub(super) struct Values<'a, S> {
    pub lines: &'a mut Draft,
    pub syntax: &'a S,
    /// What is in front of each counter of an object.
    pub counters: &'a [Fixed<32>],
}

impl<S: Syntax> Values<'_, S> {
    /// Writes the first `len` bytes of an array.
    #[inline(always)]
    fn part<const N: usize>(&mut self, part: &[u8; N], len: usize) {
        let bytes = &mut self.lines.bytes;
        bytes.extend_from_slice(part);
        bytes.truncate(bytes.len() - (N - len));
    }

    #[inline(always)]
    pub fn fixed<const N: usize>(&mut self, text: &Fixed<N>) {
        self.part(&text.start, text.len);
        if !text.rest.is_empty() {
            self.verbatim(&text.rest);
        }
    }

    /// Writes text as it is.
    #[inline(always)]
    pub fn verbatim(&mut self, text: &[u8]) {
        self.lines.bytes.extend_from_slice(text);
    }

    #[inline(always)]
    pub fn number(&mut self, number: impl Into<Option<u64>>) {
        match number.into() {
            Some(digit @ 0..10) => self.part(&[b'0' + digit as u8], 1),
            Some(two @ 10..100) => {
                self.part(&[b'0' + (two / 10) as u8, b'0' + (two % 10) as u8], 2)
            }
            Some(number @ 100..100_000_000) => {
                // Not taken from the digits, which come later.
                let len = number.ilog10() as usize + 1;
                let text = (digits(number) | u64::from_ne_bytes([b'0'; 8])) >> (64 - 8 * len);
                self.part(&text.to_le_bytes(), len);
            }
            Some(number) => self.verbatim(itoa::Buffer::new().format(number).as_bytes()),
            None => self.missing(),
        }
    }

    /// Writes symbols or a name, in which nothing has to be escaped, without quotes.
    #[inline(always)]
    pub fn bare(&mut self, text: &[u8]) {
        match text.first_chunk::<81>() {
            Some(grid) if text.len() == grid.len() => self.part(grid, 81),
            _ => self.verbatim(text),
        }
    }

    /// Writes symbols or a name, in which nothing has to be escaped.
    #[inline(always)]
    pub fn plain<'t>(&mut self, text: impl Into<Option<&'t [u8]>>) {
        let Some(text) = text.into() else { return self.missing() };
        self.verbatim(self.syntax.quote().as_bytes());
        self.bare(text);
        self.verbatim(self.syntax.quote().as_bytes());
    }

    /// Writes any text.
    #[inline(always)]
    pub fn text<'t>(&mut self, text: impl Into<Option<&'t str>>) {
        match text.into() {
            Some(text) => self.syntax.text(text.as_bytes(), &mut self.lines.bytes),
            None => self.missing(),
        }
    }

    /// Writes the counters of a puzzle as an object, which is empty for a bad row.
    pub fn counters(&mut self, row: &Row) {
        self.verbatim(b"{");
        if !row.is_bad() {
            for (key, value) in self.counters.iter().zip(row.searched().counters().values()) {
                self.fixed(key);
                self.number(value);
            }
        }
        self.verbatim(b"}");
    }

    /// Writes what took more than solving the puzzle.
    pub fn extra(&mut self, row: &Row, extra: Extra) {
        match extra {
            Extra::Count(count) => self.number(row.extra(count)),
            Extra::Decimal(decimal) => match row.extra(decimal) {
                Some(decimal) => self.bare(decimal.to_string().as_bytes()),
                None => self.missing(),
            },
            Extra::Flag(flag) => self.text(row.extra(flag).map(|it| if it { "yes" } else { "no" })),
            Extra::Words(words) => self.text(row.extra(words)),
            Extra::Key(key) => {
                let digits = |key: [u8; 16]| format!("{:032x}", u128::from_be_bytes(key));
                self.text(row.extra(key).map(digits).as_deref());
            }
            Extra::Steps(steps) => self.json(row.extra(steps).map(Records)),
            Extra::Sentences(sentences) => self.json(row.extra(sentences)),
        }
    }

    /// Writes a list as JSON.
    fn json(&mut self, list: Option<impl Serialize>) {
        let mut json = Vec::with_capacity(USUAL_JSON);
        serde_json::to_writer(&mut json, &list).expect("writing into memory does not fail");
        self.syntax.json_value(&json, &mut self.lines.bytes);
    }

    #[inline(always)]
    pub fn missing(&mut self) {
        self.verbatim(self.syntax.missing().as_bytes());
    }
}

/// Returns the eight decimal digits of a number below 10⁸, a byte each, from the lowest byte on. The
/// divisions of both halves, and then of all quarters, are done side by side by a multiplication
/// (Paul Khuong, "How to print integers really fast", 2017).
fn digits(number: u64) -> u64 {
    let halves = (number / 10_000) | ((number % 10_000) << 32);
    let hundreds = ((halves * 10_486) >> 20) & 0x7F_0000_007F;
    let quarters = hundreds | ((halves - 100 * hundreds) << 16);
    let tens = ((quarters * 103) >> 10) & 0xF_000F_000F_000F;
    tens | ((quarters - 10 * tens) << 8)
}
