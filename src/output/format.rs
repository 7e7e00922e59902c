//! One result line for each puzzle line, in the requested format.

use super::{Row, file_field};
use crate::{
    input::BadLine,
    solver::{Counter, Counters, Status},
};
use std::{fmt, io::Write as _, str::FromStr};

/// The content of a result line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// The first solution found, or an empty line.
    #[default]
    Solution,
    /// `puzzle:count:solution`, with the solution only if it is unique; `count+` if the
    /// search gave up.
    Count,
    /// `line,puzzle,status,message,solutions,solution`, with a header.
    Csv,
    /// An object with the fields of `Csv` and the counters.
    Jsonl,
}

impl Format {
    /// All formats, by name.
    pub const ALL: [(&'static str, Self); 4] = [
        ("solution", Self::Solution),
        ("count", Self::Count),
        ("csv", Self::Csv),
        ("jsonl", Self::Jsonl),
    ];

    /// What comes before the first result.
    pub(crate) fn header(self) -> &'static [u8] {
        match self {
            Self::Csv => b"line,puzzle,status,message,solutions,solution\n",
            _ => b"",
        }
    }

    /// Whether a result has the number of its line in the input.
    pub(crate) fn has_line_numbers(self) -> bool {
        matches!(self, Self::Csv | Self::Jsonl)
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        let found = Self::ALL.iter().find(|(known, _)| *known == name);
        found.map(|&(_, format)| format).ok_or_else(|| UnknownFormat(name.to_owned()))
    }
}

/// No format has that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown format '{0}', expected solution, count, csv or jsonl")]
pub struct UnknownFormat(String);

/// The result lines of a chunk.
///
/// Rows with a puzzle contain only symbols, numbers and names, nothing that CSV or JSON
/// must quote; at millions of rows per second, a general writer would take longer than
/// the solver. Rows without a puzzle can contain any bytes and use a general writer.
pub(crate) struct Results {
    format: Format,
    /// The field `file`, if results have one.
    file: Vec<u8>,
    bytes: Vec<u8>,
    /// What comes before each counter in JSON.
    counters: Vec<String>,
}

const INFALLIBLE: &str = "writing into memory does not fail";

impl Results {
    /// The empty result of a chunk, in a buffer to be reused. `own` are the strategy's
    /// own counters, `file` the name of the input if results have it.
    pub fn new(format: Format, own: &[Counter], file: Option<&str>, mut bytes: Vec<u8>) -> Self {
        bytes.clear();
        let counters = Counters::COMMON
            .iter()
            .chain(own)
            .zip([""].into_iter().chain([","].into_iter().cycle()));
        let counters = counters.map(|(counter, comma)| format!("{comma}\"{}\":", counter.name));
        let file = match format {
            Format::Csv => file_field::csv(file),
            Format::Jsonl => file_field::json(file),
            Format::Solution | Format::Count => Vec::new(),
        };
        Self { format, file, bytes, counters: counters.collect() }
    }

    /// Adds the line of a row.
    pub fn push(&mut self, row: &Row) {
        match (self.format, row.bad) {
            (Format::Solution, _) => self.solution(row),
            (Format::Count, None) => self.count(row),
            (Format::Count, Some(_)) => self.text(b"\n"),
            (Format::Csv, None) => self.csv(row),
            (Format::Csv, Some(bad)) => self.bad_csv(row, bad),
            (Format::Jsonl, None) => self.json(row),
            (Format::Jsonl, Some(bad)) => self.bad_json(row, bad),
        }
    }

    /// The bytes of all lines.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    #[inline(always)]
    fn text(&mut self, text: &[u8]) {
        self.bytes.extend_from_slice(text);
    }

    #[inline(always)]
    fn number(&mut self, number: u64) {
        match number {
            0..=9 => self.bytes.push(b'0' + number as u8),
            _ => self.text(itoa::Buffer::new().format(number).as_bytes()),
        }
    }

    fn solution(&mut self, row: &Row) {
        self.text(row.solution.unwrap_or_default());
        self.text(b"\n");
    }

    fn count(&mut self, row: &Row) {
        self.text(row.text);
        self.text(b":");
        self.number(row.solutions);
        // A search that gave up has counted only some of them.
        self.text(if row.status == Status::GaveUp { b"+:" } else { b":" });
        if let (Status::Unique, Some(solution)) = (row.status, row.solution) {
            self.text(solution);
        }
        self.text(b"\n");
    }

    fn csv(&mut self, row: &Row) {
        self.bytes.extend_from_slice(&self.file);
        self.number(row.line);
        self.text(b",");
        self.text(row.text);
        self.text(b",");
        self.text(row.status.name().as_bytes());
        self.text(b",,");
        self.number(row.solutions);
        self.text(b",");
        self.text(row.solution.unwrap_or_default());
        self.text(b"\n");
    }

    fn bad_csv(&mut self, row: &Row, bad: &BadLine) {
        self.bytes.extend_from_slice(&self.file);
        let mut writer = csv::Writer::from_writer(&mut self.bytes);
        let text = String::from_utf8_lossy(row.text);
        let fields = (row.line, text, row.status.name(), message(row.line, bad), 0, "");
        writer.serialize(fields).expect(INFALLIBLE);
        writer.flush().expect(INFALLIBLE);
    }

    fn json(&mut self, row: &Row) {
        self.text(b"{");
        self.bytes.extend_from_slice(&self.file);
        self.text(b"\"line\":");
        self.number(row.line);
        self.text(b",\"puzzle\":\"");
        self.text(row.text);
        self.text(b"\",\"status\":\"");
        self.text(row.status.name().as_bytes());
        self.text(b"\",\"message\":null,\"solutions\":");
        self.number(row.solutions);
        match row.solution {
            None => self.text(b",\"solution\":null"),
            Some(solution) => {
                self.text(b",\"solution\":\"");
                self.text(solution);
                self.text(b"\"");
            }
        }
        self.text(b",\"counters\":{");
        let values = row.counters.common().into_iter().chain(row.counters.own.values());
        for (index, value) in values.take(self.counters.len()).enumerate() {
            self.bytes.extend_from_slice(self.counters[index].as_bytes());
            self.number(value);
        }
        self.text(b"}}\n");
    }

    fn bad_json(&mut self, row: &Row, bad: &BadLine) {
        let json = |text: &str| serde_json::to_string(text).expect(INFALLIBLE);
        let (puzzle, message) =
            (json(&String::from_utf8_lossy(row.text)), json(&message(row.line, bad)));
        self.text(b"{");
        self.bytes.extend_from_slice(&self.file);
        writeln!(
            self.bytes,
            "\"line\":{},\"puzzle\":{puzzle},\"status\":\"{}\",\"message\":{message},\
             \"solutions\":0,\"solution\":null,\"counters\":{{}}}}",
            row.line, row.status
        )
        .expect(INFALLIBLE);
    }
}

/// What is wrong with a bad line: the column and the problem. If the place is in a lower
/// row of a grid, its line, too.
fn message(line: u64, bad: &BadLine) -> String {
    if bad.line_offset > 0 { bad.at(line) } else { bad.to_string() }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Self::ALL.iter().find(|(_, format)| format == self).map_or("", |(name, _)| name);
        f.write_str(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Problem;

    #[test]
    fn hint_names_lower_row() {
        let told =
            |below| message(7, &BadLine::new((below, 3), Problem::OversizedGrid { limit: 65_536 }));
        assert_eq!(told(0), "3: found a grid longer than 65536 bytes");
        assert_eq!(told(2), "9:3: found a grid longer than 65536 bytes");
    }

    #[test]
    fn bad_rows_are_quoted() {
        let bad = BadLine::new((0, 1), Problem::Json("\"a\", b".to_owned()));
        let written = |format| {
            let mut results = Results::new(format, &[], None, Vec::new());
            results.push(&Row {
                line: 3,
                text: b"x,\"y\xFF",
                status: Status::Invalid,
                bad: Some(&bad),
                solutions: 0,
                solution: None,
                counters: Counters::default(),
            });
            String::from_utf8(results.into_bytes()).unwrap()
        };
        let csv = written(Format::Csv);
        let record = csv::ReaderBuilder::new().has_headers(false).from_reader(csv.as_bytes());
        let record = record.into_records().next().unwrap().unwrap();
        assert_eq!((&record[1], &record[3]), ("x,\"y\u{FFFD}", bad.to_string().as_str()));
        let json: serde_json::Value = serde_json::from_str(&written(Format::Jsonl)).unwrap();
        assert_eq!(json["puzzle"], "x,\"y\u{FFFD}");
        assert_eq!(json["message"], bad.to_string());
    }
}
