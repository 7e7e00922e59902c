//! SOLVED ROWS → LINES: the writers of the result formats and of the timing file.
//!
//! Rows with a puzzle contain only symbols, numbers and names, which need no quoting in CSV or
//! JSON. At millions of rows per second, a general-purpose writer would take longer than the
//! solver.

mod csv;
mod fields;
mod json;
mod plain;

pub(super) use csv::Csv;
pub use csv::Timing;
pub(super) use json::Json;
pub(super) use plain::{Count, Solution};

use super::{Only, Row, SolvedRows};
use memchr::{memchr, memchr3};

/// Writes the lines of one format.
pub(crate) trait RowWriter {
    /// Writes the line of a row.
    fn row(&mut self, row: Row, lines: &mut Lines);

    /// Writes the lines of a batch, except for the rows that `only` leaves out.
    fn rows(&mut self, rows: &SolvedRows, only: Option<Only>, lines: &mut Lines) {
        rows.selected(only).for_each(|row| self.row(row, lines));
    }
}

/// Lines being written, and what they could not hold.
#[derive(Default)]
pub(crate) struct Lines {
    pub bytes: Vec<u8>,
    /// The number of input values that should have been kept but have no column.
    pub unkept: u64,
    /// The first value that should be kept in JSON but is not UTF-8: the number of newlines before
    /// it in the chunk, and its column.
    pub undecodable: Option<(u64, usize)>,
}

impl Lines {
    /// Removes everything, and keeps the memory.
    pub fn clear(&mut self) {
        self.bytes.clear();
        (self.unkept, self.undecodable) = (0, None);
    }

    #[inline(always)]
    fn text(&mut self, text: &[u8]) {
        self.bytes.extend_from_slice(text);
    }

    #[inline(always)]
    fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    #[inline(always)]
    fn number(&mut self, number: u64) {
        match number {
            0..=9 => self.bytes.push(b'0' + number as u8),
            _ => self.text(itoa::Buffer::new().format(number).as_bytes()),
        }
    }

    /// Counts the unkept values once per row, however many of its solutions are written.
    pub(super) fn count_unkept(&mut self, row: Row, values: usize) {
        self.unkept += if row.index < 2 { values as u64 } else { 0 };
    }
}

/// Writes a CSV field, quoted if necessary (RFC 4180).
pub(in crate::output) fn csv_text(text: &[u8], out: &mut Vec<u8>) {
    if memchr3(b',', b'"', b'\n', text).is_none() && memchr(b'\r', text).is_none() {
        return out.extend_from_slice(text);
    }
    out.push(b'"');
    for &byte in text {
        if byte == b'"' {
            out.push(b'"');
        }
        out.push(byte);
    }
    out.push(b'"');
}

/// Writes a JSON string.
pub(in crate::output) fn json_text(text: &str, out: &mut Vec<u8>) {
    serde_json::to_writer(out, text).expect("writing into memory does not fail");
}

/// Returns a name and a colon, as in a JSON object.
pub(in crate::output) fn json_key(name: &str) -> String {
    serde_json::to_string(name).expect("a string is valid JSON") + ":"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        input::{BadLine, Chunk, Problem, Record, read_from},
        output::{Columns, Format, Origins, Plan},
    };
    use sudomill_core::solver::{Batch, Counters, RowResult, Status};

    fn chunk(name: &str, text: &'static [u8]) -> Chunk {
        let mut source = read_from(name, text).unwrap();
        source.next_chunk(1000).unwrap().unwrap()
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
        let plan =
            |format: Format| Plan::new(format, &Columns::default(), true, &source, &[]).unwrap();
        let (csv, jsonl) = (plan(Format::Csv), plan(Format::Jsonl));
        for (name, field, member) in [
            ("dir/a.csv", "dir/a.csv", r#""dir/a.csv""#),
            ("a,\"b\"\n", "\"a,\"\"b\"\"\n\"", r#""a,\"b\"\n""#),
        ] {
            let chunk = chunk(name, text);
            let mut batch = Batch::new(chunk.size());
            batch.push_invalid();
            let row = Record { newlines: 0, at: 0, len: 16, start: 0, end: 16, fields: 0 };
            let origins = Origins { rows: vec![row], bad: [].into() };
            let rows = SolvedRows::new(&chunk, 0, &batch, &origins);
            let written = |writer: &mut dyn RowWriter| {
                let mut lines = Lines::default();
                writer.rows(&rows, None, &mut lines);
                String::from_utf8(lines.bytes).unwrap()
            };
            let timing = written(&mut Timing::new(Some(name)));
            assert_eq!(timing, format!("{field},{}", written(&mut Timing::new(None))));
            let row = written(&mut *csv.writer(name));
            assert!(row.starts_with(&format!("{field},1,1...4")), "{row}");
            let row = written(&mut *jsonl.writer(name));
            assert!(row.starts_with(&format!("{{\"file\":{member},\"line\":1,")), "{row}");
        }
    }

    #[test]
    fn bad_rows_are_quoted() {
        let bad = BadLine::new((0, 1), Problem::Json("\"a\", b".to_owned()));
        let text = b"1...4.....2....3\n\nx,\"y\xFF\n";
        let (source, chunk) = (read_from("memory", &text[..]).unwrap(), chunk("memory", text));
        let mut batch = Batch::new(chunk.size());
        batch.push_invalid();
        let row = Record { newlines: 2, at: 18, len: 5, start: 18, end: 23, fields: 0 };
        let origins = Origins { rows: vec![row], bad: [(0, bad.clone())].into() };
        let rows = SolvedRows::new(&chunk, 0, &batch, &origins);
        let written = |format: Format| {
            let plan = Plan::new(format, &Columns::default(), false, &source, &[]).unwrap();
            let mut lines = Lines::default();
            plan.writer("memory").rows(&rows, None, &mut lines);
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
            let mut batch = Batch::new(chunk.size());
            batch.push_symbols(b"1...4.....2....3");
            let counters = Counters { clues: 17, guesses: 123, ..Counters::default() };
            let row = batch.next_row().unwrap();
            let result = RowResult { status: Status::Unique, solutions: 1, counters, solve_ns };
            batch.end(row, result, b"1234123412341234");
            let row = Record { newlines: 0, at: 0, len: 16, start: 0, end: 16, fields: 0 };
            let origins = Origins { rows: vec![row], bad: [].into() };
            let rows = SolvedRows::new(&chunk, line - 1, &batch, &origins);
            let mut lines = Lines { bytes: b"before\n".to_vec(), ..Lines::default() };
            Timing::new(None).rows(&rows, None, &mut lines);
            Timing::new(None).row(rows.row(0), &mut lines);
            let row = format!("{line},unique,1,17,123,0,0,{solve_ns}\n");
            assert_eq!(String::from_utf8(lines.bytes).unwrap(), format!("before\n{row}{row}"));
        }
    }
}
