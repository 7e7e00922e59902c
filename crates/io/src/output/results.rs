//! Formats the result lines of a chunk.
//!
//! Rows with a puzzle contain only symbols, numbers and names, which need no quoting in CSV or
//! JSON. At millions of rows per second, a general-purpose writer would take longer than the
//! solver.

use super::{
    Format, Row,
    column::Value,
    fields::{EXCESS, Fields},
    file_field,
    passthrough::{PassthroughColumns, Places, keys, members},
    plan::{Plan, unlike},
    quote::{csv_text, json_text},
};
use memchr::{memchr, memmem::Finder};
use std::{borrow::Cow, iter};
use sudomill_core::solver::Status;

/// The longest row of the default columns: two numbers of 20 digits, two grids, a status and the
/// commas, plus the bytes that are copied beyond a field.
const USUAL: usize = 2 * 21 + 2 * 82 + 16 + 2 + EXCESS;

/// The result lines of a chunk.
pub(crate) struct Results<'p> {
    plan: &'p Plan,
    /// The field `file` with its comma, empty if the results have none. Used for the default
    /// columns.
    file: Vec<u8>,
    has_quotes: bool,
    /// The number of fields in a row whose record is copied verbatim, followed by the default
    /// columns; `None` if no row is.
    copied_fields: Option<u32>,
    /// The key and colon in front of each column in JSON, without the comma.
    keys: Vec<String>,
    /// The comma, key and colon in front of each counter.
    counters: Vec<String>,
    /// Finders for the keys of the columns, to detect them in copied objects.
    names: Vec<Finder<'static>>,
    bytes: Vec<u8>,
    /// Scratch space for one row of the default columns.
    room: Box<[u8; USUAL]>,
    places: Places,
    unkept: u64,
    /// The first row with a value that JSON cannot represent: its line and the offset in its
    /// record.
    undecodable: Option<(u64, usize)>,
}

/// Returns a name and a colon, as in a JSON object.
fn key(name: &str) -> String {
    let mut key = Vec::new();
    json_text(name, &mut key);
    String::from_utf8_lossy(&key).into_owned() + ":"
}

impl Plan {
    /// Returns the header line of CSV; empty for other formats.
    pub fn header(&self) -> Vec<u8> {
        let mut header = Vec::new();
        if self.format.is_csv() {
            let kept = self.kept.iter().flat_map(|kept| kept.written_names());
            for name in kept.chain(self.columns.iter().map(|named| named.name.clone().into())) {
                csv_text(&name, &mut header);
                header.push(b',');
            }
            header.pop();
            header.push(b'\n');
        }
        header
    }
}

impl<'p> Results<'p> {
    /// Starts the results of a chunk of the input called `file`, in a reused buffer. `has_quotes`
    /// is true if the chunk may contain a quote.
    pub fn new(plan: &'p Plan, file: &str, has_quotes: bool, mut bytes: Vec<u8>) -> Self {
        bytes.clear();
        let file = match plan.has_file() {
            false => Vec::new(),
            true if plan.format.is_csv() => file_field::csv(Some(file)),
            true => file_field::json(Some(file)),
        };
        // The file name goes between the copied record and the default columns.
        let copies = plan.is_usual && plan.format == Format::Csv && file.is_empty();
        let copied_fields =
            plan.kept.as_ref().filter(|_| copies).and_then(PassthroughColumns::copied_fields);
        let is_json = plan.format.has_columns() && !plan.format.is_csv();
        let columns = plan.columns.iter().filter(|_| is_json);
        let keys: Vec<_> = columns.map(|named| key(&named.name)).collect();
        let commas = iter::once("").chain(iter::repeat(","));
        let counters = plan.counters.iter().filter(|_| is_json).zip(commas);
        let counters = counters.map(|(name, comma)| comma.to_owned() + &key(name)).collect();
        let copied = keys
            .iter()
            .filter(|_| plan.kept.as_ref().is_some_and(PassthroughColumns::copies_objects));
        let name = |key: &String| Finder::new(key.trim_end_matches(':')).into_owned();
        let names = copied.map(name).collect();
        let (room, places) = (Box::new([0; USUAL]), Places::default());
        Self {
            plan,
            file,
            has_quotes,
            copied_fields,
            keys,
            counters,
            names,
            bytes,
            room,
            places,
            unkept: 0,
            undecodable: None,
        }
    }

    /// Returns true if [`Self::push_copy`] can write a row with a puzzle and this many fields.
    #[inline(always)]
    pub fn copies(&self, fields: u32) -> bool {
        self.copied_fields == Some(fields)
    }

    /// Adds the line of a row with a puzzle: its record and the default columns. When all columns
    /// are kept, this covers most rows and takes half the time of going through a [`Row`].
    #[inline(always)]
    pub fn push_copy(
        &mut self,
        record: &[u8],
        status: Status,
        solutions: u64,
        solution: Option<&[u8]>,
    ) {
        self.bytes.extend_from_slice(record);
        self.end_kept(status, solutions, solution);
    }

    /// Adds the line of a row.
    #[inline(always)]
    pub fn push(&mut self, row: &Row) {
        let is_usual = self.plan.is_usual && row.bad.is_none();
        match self.plan.format {
            Format::Solution | Format::Solutions => self.solution(row),
            Format::Count => self.count(row),
            Format::Csv if is_usual => match row.text.try_into() {
                // The file name goes after the kept columns.
                Ok(puzzle) if self.plan.kept.is_none() || self.file.is_empty() => {
                    self.usual_csv(row, puzzle);
                }
                _ => self.csv(row),
            },
            Format::Jsonl if is_usual && self.plan.kept.is_none() => self.usual_json(row),
            Format::Csv | Format::SolutionsCsv => self.csv(row),
            Format::Jsonl | Format::SolutionsJsonl => self.json(row),
        }
    }

    /// The bytes of all lines so far.
    pub fn bytes(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }

    /// The number of input values that should have been kept but have no column.
    pub fn unkept(&self) -> u64 {
        self.unkept
    }

    /// The first row with a value that should be kept in JSON but is not UTF-8: its line number and
    /// the offset in its record.
    pub fn undecodable(&self) -> Option<(u64, usize)> {
        self.undecodable
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

    #[inline(never)]
    fn count(&mut self, row: &Row) {
        if row.bad.is_some() {
            return self.text(b"\n");
        }
        self.text(row.text);
        self.text(b":");
        self.number(row.solutions);
        // A search that gave up has counted only some of the solutions.
        self.text(if row.status == Status::GaveUp { b"+:" } else { b":" });
        if let (Status::Unique, Some(solution)) = (row.status, row.solution) {
            self.text(solution);
        }
        self.text(b"\n");
    }

    /// Writes what [`Self::csv`] writes for the default columns of a row with a puzzle of 81 cells.
    /// Most runs need nothing else, and writing value by value takes a fifth longer.
    #[inline(always)]
    fn usual_csv(&mut self, row: &Row, puzzle: &[u8; 81]) {
        if let Some(kept) = &self.plan.kept {
            self.kept_csv(kept, row);
            return self.end_kept(row.status, row.solutions, row.solution);
        }
        self.bytes.extend_from_slice(&self.file);
        let mut fields = Fields::new(&mut self.room);
        fields.number(row.line);
        fields.grid(puzzle);
        fields.result(row.status, row.solutions, row.solution);
        self.bytes.extend_from_slice(fields.end(b'\n'));
    }

    /// Writes what [`Self::json`] writes for the default columns if nothing is kept.
    #[inline(always)]
    fn usual_json(&mut self, row: &Row) {
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
        self.text(b",\"counters\":");
        self.counters(row);
        self.text(b"}\n");
    }

    #[inline(never)]
    fn csv(&mut self, row: &Row) {
        let (plan, start) = (self.plan, self.bytes.len());
        let mut is_first = true;
        if let Some(kept) = &plan.kept {
            self.kept_csv(kept, row);
            is_first = false;
        }
        for named in &plan.columns {
            if !is_first {
                self.bytes.push(b',');
            }
            is_first = false;
            match named.column.value(row) {
                Value::Number(number) => self.number(number),
                Value::Plain(text) => self.text(text),
                Value::Text(text) => csv_text(text.as_bytes(), &mut self.bytes),
                Value::Null | Value::Counters => {}
            }
        }
        // A blank line would not count as a row.
        self.text(if self.bytes.len() == start { b"\"\"\n" } else { b"\n" });
    }

    #[inline(never)]
    fn json(&mut self, row: &Row) {
        self.text(b"{");
        let start = self.bytes.len();
        let taken = self.kept_members(row);
        for (at, named) in self.plan.columns.iter().enumerate() {
            if self.bytes.len() > start {
                self.text(b",");
            }
            match unlike(&named.name, &taken) {
                Cow::Borrowed(_) => self.bytes.extend_from_slice(self.keys[at].as_bytes()),
                Cow::Owned(name) => self.bytes.extend_from_slice(key(&name).as_bytes()),
            }
            self.json_value(named.column.value(row), row);
        }
        self.text(b"}\n");
    }

    /// Copies the members that are kept. Returns the keys that the columns must not repeat, besides
    /// the names that the plan already avoids.
    #[inline(always)]
    fn kept_members(&mut self, row: &Row) -> Vec<String> {
        let Some(kept) = &self.plan.kept else { return Vec::new() };
        if !kept.copies_objects() {
            match kept.json(row.record, &mut self.places, &mut self.bytes) {
                Ok(unkept) => self.count_unkept(row, unkept),
                Err(at) => _ = self.undecodable.get_or_insert((row.line, at)),
            }
            return Vec::new();
        }
        // A row with a puzzle is an object; a bad row may be anything.
        let bad = row.bad.map(|_| keys(row.record));
        let Some(members) = members(row.record).filter(|_| bad != Some(None)) else {
            return Vec::new();
        };
        self.bytes.extend_from_slice(members);
        let is_in = |name: &Finder| name.find(members).is_some();
        match self.names.iter().any(is_in) || memchr(b'\\', members).is_some() {
            true => keys(row.record).unwrap_or_default(),
            false => Vec::new(),
        }
    }

    #[inline(always)]
    fn json_value(&mut self, value: Value, row: &Row) {
        match value {
            Value::Number(number) => self.number(number),
            Value::Plain(text) => {
                self.text(b"\"");
                self.text(text);
                self.text(b"\"");
            }
            Value::Text(text) => json_text(&text, &mut self.bytes),
            Value::Counters => self.counters(row),
            Value::Null => self.text(b"null"),
        }
    }

    #[inline(always)]
    fn kept_csv(&mut self, kept: &PassthroughColumns, row: &Row) {
        let (places, bytes) = (&mut self.places, &mut self.bytes);
        let unkept = kept.csv(row, self.has_quotes, places, bytes);
        self.count_unkept(row, unkept);
    }

    /// Writes the default columns after the kept ones.
    #[inline(always)]
    fn end_kept(&mut self, status: Status, solutions: u64, solution: Option<&[u8]>) {
        let mut fields = Fields::new(&mut self.room);
        fields.empty();
        fields.result(status, solutions, solution);
        self.bytes.extend_from_slice(fields.end(b'\n'));
    }

    /// Counts the unkept values once per row, however many of its solutions are written.
    fn count_unkept(&mut self, row: &Row, values: usize) {
        self.unkept += if row.index < 2 { values as u64 } else { 0 };
    }

    #[inline(always)]
    fn counters(&mut self, row: &Row) {
        self.text(b"{");
        let values = row.counters.common().into_iter().chain(row.counters.own.values());
        let count = if row.bad.is_some() { 0 } else { self.counters.len() };
        for (at, value) in values.take(count).enumerate() {
            self.bytes.extend_from_slice(self.counters[at].as_bytes());
            self.number(value);
        }
        self.text(b"}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        input::{BadLine, Problem, read_from},
        output::Columns,
    };
    use sudomill_core::solver::Counters;

    #[test]
    fn bad_rows_are_quoted() {
        let bad = BadLine::new((0, 1), Problem::Json("\"a\", b".to_owned()));
        let source = read_from("memory", &b"1...4.....2....3\n"[..]).unwrap();
        let written = |format| {
            let plan = Plan::new(format, &Columns::default(), false, &source, &[]).unwrap();
            let mut results = Results::new(&plan, "memory", true, Vec::new());
            results.push(&Row {
                file: "memory",
                line: 3,
                text: b"x,\"y\xFF",
                record: b"",
                fields: 0,
                status: Status::Invalid,
                bad: Some(&bad),
                solutions: 0,
                solution: None,
                index: 0,
                grade: None,
                agrees: None,
                counters: &Counters::default(),
                solve_ns: 0,
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
