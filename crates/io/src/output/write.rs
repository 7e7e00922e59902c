//! SOLVED ROWS → LINES: the values of a row, the formats without columns, and the timing file.
//!
//! Rows with a puzzle contain only symbols, numbers and names, which need no quoting in CSV or
//! JSON. At millions of rows per second, a general-purpose writer would take longer than the
//! solver.

use super::{Only, Row, SolvedRows};
use memchr::{memchr, memchr3};
use std::iter;
use sudomill_core::solver::{Counters, Status};

/// Writes the lines of one format.
pub(crate) trait RowWriter {
    /// Writes the line of a row.
    fn row(&mut self, row: &Row, lines: &mut Draft);

    /// Writes the lines of a batch, except for the rows that `only` leaves out.
    fn rows(&mut self, rows: &SolvedRows, only: Option<Only>, lines: &mut Draft) {
        rows.each(only, |row| self.row(row, lines));
    }
}

/// Lines being written, and what they could not hold.
#[derive(Default)]
pub(crate) struct Draft {
    pub bytes: Vec<u8>,
    /// The number of input values that should have been kept but have no column.
    pub unkept: u64,
    /// The first value that should be kept in JSON but is not UTF-8: the number of newlines before
    /// it in the chunk, and its column.
    pub undecodable: Option<(u64, usize)>,
}

impl Draft {
    /// Removes everything, and keeps the memory.
    pub fn clear(&mut self) {
        self.bytes.clear();
        (self.unkept, self.undecodable) = (0, None);
    }
}

/// A text that is written often. Its start is padded to a fixed length.
pub(super) struct Fixed<const N: usize> {
    start: [u8; N],
    len: usize,
    rest: Box<[u8]>,
}

impl<const N: usize> Fixed<N> {
    pub fn new(text: &str) -> Self {
        let (mut start, len) = ([0; N], text.len().min(N));
        let (head, rest) = text.as_bytes().split_at(len);
        start[..len].copy_from_slice(head);
        Self { start, len, rest: rest.into() }
    }
}

/// The values of a row being written, in CSV or JSON. A missing one is empty or `null`.
///
/// Short ones are copied with a fixed length, and cut: a copy of a variable length would be a call.
pub(super) struct Values<'a> {
    pub lines: &'a mut Draft,
    pub is_json: bool,
    /// What is in front of each counter of an object.
    pub counters: &'a [Fixed<32>],
}

impl Values<'_> {
    /// Writes the first `len` bytes of an array.
    #[inline(always)]
    pub fn part<const N: usize>(&mut self, part: &[u8; N], len: usize) {
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
            None => self.none(),
        }
    }

    /// Writes symbols or a name, which need no quoting, without quotes in JSON.
    #[inline(always)]
    pub fn bare(&mut self, text: &[u8]) {
        match text.first_chunk::<81>() {
            Some(grid) if text.len() == grid.len() => self.part(grid, 81),
            _ => self.verbatim(text),
        }
    }

    /// Writes symbols or a name, which need no quoting.
    #[inline(always)]
    pub fn plain<'t>(&mut self, text: impl Into<Option<&'t [u8]>>) {
        let Some(text) = text.into() else { return self.none() };
        self.part(b"\"", self.is_json.into());
        self.bare(text);
        self.part(b"\"", self.is_json.into());
    }

    /// Writes any text.
    #[inline(always)]
    pub fn text<'t>(&mut self, text: impl Into<Option<&'t str>>) {
        let Some(text) = text.into() else { return self.none() };
        match self.is_json {
            true => json_text(text, &mut self.lines.bytes),
            false => csv_text(text.as_bytes(), &mut self.lines.bytes),
        }
    }

    /// Writes the counters of a puzzle as an object, which is empty for a bad row.
    pub fn counters(&mut self, row: &Row) {
        self.part(b"{", 1);
        if !row.is_bad() {
            for (key, value) in self.counters.iter().zip(row.counters()) {
                self.fixed(key);
                self.number(value);
            }
        }
        self.part(b"}", 1);
    }

    #[inline(always)]
    pub fn none(&mut self) {
        self.part(b"null", if self.is_json { 4 } else { 0 });
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

/// Writes the solution of a row, or an empty line.
pub(super) struct SolutionWriter;

impl RowWriter for SolutionWriter {
    fn row(&mut self, row: &Row, lines: &mut Draft) {
        lines.bytes.extend_from_slice(row.solution.unwrap_or_default());
        lines.bytes.push(b'\n');
    }

    fn rows(&mut self, rows: &SolvedRows, only: Option<Only>, lines: &mut Draft) {
        if only.is_none() && rows.batch.results().iter().all(|result| result.solutions > 0) {
            return lines.bytes.extend_from_slice(rows.batch.solution_lines());
        }
        rows.each(only, |row| self.row(row, lines));
    }
}

/// Writes the puzzle, the number of its solutions, and the solution if there is only one.
pub(super) struct CountWriter;

impl RowWriter for CountWriter {
    fn row(&mut self, row: &Row, lines: &mut Draft) {
        if !row.is_bad() {
            lines.bytes.extend_from_slice(row.text());
            lines.bytes.push(b':');
            lines.bytes.extend_from_slice(itoa::Buffer::new().format(row.solutions).as_bytes());
            // A search that gave up has counted only some of the solutions.
            lines.bytes.extend_from_slice(if row.status == Status::GaveUp { b"+:" } else { b":" });
        }
        if let (Status::Unique, Some(solution)) = (row.status, row.solution) {
            lines.bytes.extend_from_slice(solution);
        }
        lines.bytes.push(b'\n');
    }
}

/// Writes the timing rows of an input.
pub struct Timing {
    has_file: bool,
}

impl Timing {
    /// Creates a writer of rows that begin with the name of the input if `has_file` is set.
    pub(crate) fn new(has_file: bool) -> Self {
        Self { has_file }
    }

    /// Returns the header line.
    pub fn header(has_file: bool) -> Vec<u8> {
        let (file, counters) = (if has_file { "file," } else { "" }, Counters::COMMON);
        let counters = counters.map(|counter| counter.name).join(",");
        format!("{file}line,status,solutions,{counters},solve_ns\n").into_bytes()
    }
}

impl RowWriter for Timing {
    fn row(&mut self, row: &Row, lines: &mut Draft) {
        let mut values = Values { lines, is_json: false, counters: &[] };
        if self.has_file {
            values.text(&*row.rows.chunk.name);
            values.part(b",", 1);
        }
        values.number(row.line());
        values.part(b",", 1);
        values.plain(row.status.name().as_bytes());
        let [clues, guesses, backtracks, steps, ..] = row.counters();
        for number in [row.solutions, clues, guesses, backtracks, steps, row.solve_ns()] {
            values.part(b",", 1);
            values.number(number);
        }
        values.part(b"\n", 1);
    }
}

/// Writes a CSV field, quoted if necessary (RFC 4180).
pub(super) fn csv_text(text: &[u8], out: &mut Vec<u8>) {
    if memchr3(b',', b'"', b'\n', text).is_none() && memchr(b'\r', text).is_none() {
        return out.extend_from_slice(text);
    }
    out.push(b'"');
    text.iter().for_each(|&byte| out.extend(iter::repeat_n(byte, 1 + usize::from(byte == b'"'))));
    out.push(b'"');
}

/// Writes a JSON string.
pub(super) fn json_text(text: &str, out: &mut Vec<u8>) {
    serde_json::to_writer(out, text).expect("writing into memory does not fail");
}

/// Returns a name and a colon, as in a JSON object.
pub(super) fn json_key(name: &str) -> String {
    serde_json::to_string(name).expect("a string is valid JSON") + ":"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        input::{BadLine, Chunk, Problem, Record, read_from},
        output::{Columns, Format, Origins, Plan},
    };
    use sudomill_core::solver::{Batch, RowResult, registry::About};

    fn chunk(name: &str, text: &'static [u8]) -> Chunk {
        let mut source = read_from(name, text).unwrap();
        source.next_chunk(1000).unwrap().unwrap()
    }

    fn solved<'a>(chunk: &'a Chunk, batch: &'a Batch, origins: &'a Origins) -> SolvedRows<'a> {
        SolvedRows { chunk, newlines_before: 0, batch, origins, extras: Vec::new() }
    }

    #[test]
    fn csv_quotes() {
        for (text, written) in [
            ("", ""),
            ("a b", "a b"),
            ("a,b", "\"a,b\""),
            ("5\" disk", "\"5\"\" disk\""),
            ("\"", "\"\"\"\""),
            ("a\nb", "\"a\nb\""),
            ("a\rb", "\"a\rb\""),
        ] {
            let mut out = Vec::new();
            csv_text(text.as_bytes(), &mut out);
            assert_eq!(String::from_utf8(out).unwrap(), written);
        }
    }

    #[test]
    fn file_names_are_quoted() {
        let header = b"line,status,solutions,clues,guesses,backtracks,steps,solve_ns\n";
        assert_eq!(Timing::header(false), header);
        assert_eq!(Timing::header(true), [&b"file,"[..], header].concat());
        let text = b"1...4.....2....3\n";
        let source = read_from("memory", &text[..]).unwrap();
        let plan = |format: Format| {
            Plan::new(format, &Columns::default(), true, &source, About::default()).unwrap()
        };
        let (csv, jsonl) = (plan(Format::Csv), plan(Format::Jsonl));
        for (name, field, member) in [
            ("dir/a.csv", "dir/a.csv", r#""dir/a.csv""#),
            ("a,\"b\"\n", "\"a,\"\"b\"\"\n\"", r#""a,\"b\"\n""#),
        ] {
            let chunk = chunk(name, text);
            let mut batch = Batch::new(chunk.layout.size);
            batch.push_invalid();
            let row = Record { newlines: 0, at: 0, len: 16, start: 0, end: 16, fields: 0 };
            let origins = Origins { rows: vec![row], bad: [].into() };
            let rows = solved(&chunk, &batch, &origins);
            let written = |writer: &mut dyn RowWriter| {
                let mut lines = Draft::default();
                writer.rows(&rows, None, &mut lines);
                String::from_utf8(lines.bytes).unwrap()
            };
            let timing = written(&mut Timing::new(true));
            assert_eq!(timing, format!("{field},{}", written(&mut Timing::new(false))));
            let row = written(&mut *(csv.new_writer)(&csv));
            assert!(row.starts_with(&format!("{field},1,1...4")), "{row}");
            let row = written(&mut *(jsonl.new_writer)(&jsonl));
            assert!(row.starts_with(&format!("{{\"file\":{member},\"line\":1,")), "{row}");
        }
    }

    #[test]
    fn bad_rows_are_quoted() {
        let bad = BadLine::new((0, 1), Problem::Json("\"a\", b".to_owned()));
        let text = b"1...4.....2....3\n\nx,\"y\xFF\n";
        let (source, chunk) = (read_from("memory", &text[..]).unwrap(), chunk("memory", text));
        let mut batch = Batch::new(chunk.layout.size);
        batch.push_invalid();
        let row = Record { newlines: 2, at: 18, len: 5, start: 18, end: 23, fields: 0 };
        let origins = Origins { rows: vec![row], bad: [(0, bad.clone())].into() };
        let rows = solved(&chunk, &batch, &origins);
        let written = |format: Format| {
            let plan =
                Plan::new(format, &Columns::default(), false, &source, About::default()).unwrap();
            let mut lines = Draft::default();
            (plan.new_writer)(&plan).rows(&rows, None, &mut lines);
            String::from_utf8(lines.bytes).unwrap()
        };
        let csv = written(Format::Csv);
        let record = ::csv::ReaderBuilder::new().has_headers(false).from_reader(csv.as_bytes());
        let record = record.into_records().next().unwrap().unwrap();
        assert_eq!((&record[1], &record[3]), ("x,\"y\u{FFFD}", bad.to_string().as_str()));
        let json: serde_json::Value = serde_json::from_str(&written(Format::Jsonl)).unwrap();
        assert_eq!(json["puzzle"], "x,\"y\u{FFFD}");
        assert_eq!(json["message"], bad.to_string());
    }

    #[test]
    fn timing_rows_of_numbers() {
        let times = [0, 10, 99, 100, 1000, 999_999, 12_034_056, 1_000_000_000, 7];
        let lines = [1, 9, 10, 99, 999, 1001, 1_000_000, 999_999_999, u64::MAX];
        let chunk = chunk("memory", b"1...4.....2....3\n");
        for (line, solve_ns) in lines.into_iter().zip(times) {
            let mut batch = Batch::new(chunk.layout.size);
            batch.push_symbols(b"1...4.....2....3");
            let counters = Counters { clues: 17, guesses: 123, ..Counters::default() };
            let row = batch.next_row().unwrap();
            let result = RowResult { status: Status::Unique, solutions: 1, counters, solve_ns };
            batch.end(row, result, b"1234123412341234");
            let row = Record { newlines: 0, at: 0, len: 16, start: 0, end: 16, fields: 0 };
            let origins = Origins { rows: vec![row], bad: [].into() };
            let rows = SolvedRows { newlines_before: line - 1, ..solved(&chunk, &batch, &origins) };
            let mut lines = Draft { bytes: b"before\n".to_vec(), ..Draft::default() };
            Timing::new(false).rows(&rows, None, &mut lines);
            Timing::new(false).row(&rows.row(0), &mut lines);
            let row = format!("{line},unique,1,17,123,0,0,{solve_ns}\n");
            assert_eq!(String::from_utf8(lines.bytes).unwrap(), format!("before\n{row}{row}"));
        }
    }
}
