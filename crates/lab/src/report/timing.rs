//! Reads the rows of `sudomill solve --timing` in one pass, without keeping them.

use crate::bench::{
    Stretches, Times,
    numbers::{clip, count},
};
use std::path::Path;
use sudomill_core::{
    Error,
    solver::{Difficulty, Status},
};
use sudomill_io::input::{self, Lines, column, csv_fields, without_bom};

/// The bytes of the file that are read at once.
const CHUNK: usize = 1 << 18;

/// The columns that a timing file needs, in any order; it may have others.
const NEEDED: [&str; 4] = ["line", "status", "guesses", "solve_ns"];

/// The column with the names of the inputs, if there are several.
const FILE: &str = "file";

/// The column that shows whether a puzzle file is the one that was solved.
const CLUES: &str = "clues";

/// The contents of a timing file, in bounded memory.
#[derive(Clone, Debug)]
pub struct Timed {
    /// The file's name in messages.
    pub path: String,
    /// The solve times. Invalid lines have none: they were not solved.
    pub times: Times,
    /// Rows by status, in the order of [`Status::ALL`].
    pub statuses: [u64; Status::ALL.len()],
    /// Rows by the value of other columns.
    pub(super) counts: Vec<Counts>,
    /// The inputs that its rows name. Their lines are counted one after the other.
    pub(super) files: Files,
    /// The lines and clues of the puzzles.
    pub(super) rows: Stretches,
    /// True if the file has clues.
    pub(super) has_clues: bool,
}

/// Reads a timing file, plain, gzip or Zstandard. Calls `progress` with the bytes of the
/// file and the rows that were read; it may end the reading.
///
/// # Errors
/// The file cannot be read; a row is malformed: [`Error::Malformed`] names the place;
/// `progress` failed.
pub fn read(
    path: &Path,
    progress: &mut dyn FnMut(u64, u64) -> Result<(), Error>,
) -> Result<Timed, Error> {
    let mut source = input::open(path, &Default::default())?;
    let mut reader = Reader::new(source.name());
    while let Some(chunk) = source.next_chunk(CHUNK)? {
        let mut lines = Lines::new(chunk.bytes());
        while let Some((_, record, below)) = lines.next_record(b',') {
            reader.line(record.strip_suffix(b"\r").unwrap_or(record))?;
            reader.line_number += below;
        }
        chunk.check()?;
        progress(chunk.consumed(), reader.timed.statuses.iter().sum())?;
        chunk.release();
    }
    match reader.columns {
        Some(_) => Ok(reader.timed),
        None => {
            reader.line_number = 1;
            Err(reader.malformed(1, "the end of the file", &header()))
        }
    }
}

struct Reader {
    timed: Timed,
    columns: Option<Columns>,
    /// The line of the file that is being read, from 1.
    line_number: u64,
    /// The puzzle line of the last row in its input.
    last: u64,
}

/// The numbers of the columns, from 0, and how many there are.
#[derive(Clone, Copy)]
struct Columns {
    needed: [usize; NEEDED.len()],
    clues: Option<usize>,
    file: Option<usize>,
    count: usize,
}

/// A field and its first byte in the row.
type Field<'a> = (usize, &'a [u8]);

impl Reader {
    fn new(name: &str) -> Self {
        let timed = Timed {
            path: name.to_owned(),
            times: Times::default(),
            statuses: [0; Status::ALL.len()],
            counts: Vec::new(),
            files: Files::default(),
            rows: Stretches::default(),
            has_clues: false,
        };
        Self { timed, columns: None, line_number: 0, last: 0 }
    }

    fn line(&mut self, line: &[u8]) -> Result<(), Error> {
        self.line_number += 1;
        match self.columns {
            None => {
                let columns = self.header(line)?;
                self.timed.has_clues = columns.clues.is_some();
                self.columns = Some(columns);
                Ok(())
            }
            Some(_) if line.is_empty() => Ok(()),
            Some(columns) => self.row(line, columns),
        }
    }

    fn header(&mut self, line: &[u8]) -> Result<Columns, Error> {
        let text = without_bom(line).0;
        let names: Vec<&[u8]> = csv_fields(text).map(|field| &text[field]).collect();
        let find = |wanted: &str| names.iter().position(|name| *name == wanted.as_bytes());
        let mut needed = [0; NEEDED.len()];
        for (column, name) in needed.iter_mut().zip(NEEDED) {
            *column = find(name).ok_or_else(|| self.unexpected(line, (0, text), &header()))?;
        }
        self.timed.counts = Counts::of_columns(&names);
        Ok(Columns { needed, clues: find(CLUES), file: find(FILE), count: names.len() })
    }

    fn row(&mut self, row: &[u8], columns: Columns) -> Result<(), Error> {
        let fields: Vec<Field> = csv_fields(row).map(|it| (it.start, &row[it])).collect();
        if fields.len() != columns.count {
            let fields = [fields.len(), columns.count].map(|it| count(it as u64, "field"));
            let [found, expected] = fields;
            return Err(self.malformed(column(row, row.len()), &found, &expected));
        }
        let [line, status, guesses, solve_ns] = columns.needed;
        let (status, line_field) = (fields[status], fields[line]);
        let number = |reader: &Self, column: usize| reader.number(row, fields[column]);
        let line = number(self, line)?;
        if let Some((_, file)) = columns.file.map(|file| fields[file])
            && self.timed.files.begin(&String::from_utf8_lossy(file))
        {
            self.last = 0;
        }
        if line <= self.last {
            let expected = format!("a line after {}: rows are in the order of lines", self.last);
            return Err(self.unexpected(row, line_field, &expected));
        }
        let known = Status::ALL.into_iter().find(|known| known.name().as_bytes() == status.1);
        let status = known.ok_or_else(|| {
            let names = Status::ALL.map(Status::name).join(", ");
            self.unexpected(row, status, &format!("one of {names}"))
        })?;
        self.last = line;
        let line = self.timed.files.number(line);
        self.timed.statuses[status as usize] += 1;
        self.timed.counts.iter_mut().for_each(|counts| counts.add(|column| fields[column].1));
        // In results, what an invalid line lacks is empty.
        if status != Status::Invalid {
            let (guesses, ns) = (number(self, guesses)?, number(self, solve_ns)?);
            let clues = columns.clues.map(|clues| number(self, clues)).transpose()?;
            self.timed.times.add(line, ns, guesses);
            self.timed.rows.push(line, value(line, clues));
        }
        Ok(())
    }

    fn number(&self, row: &[u8], field: Field) -> Result<u64, Error> {
        parse(field.1).ok_or_else(|| self.unexpected(row, field, "a whole number"))
    }

    /// Returns the error for an unexpected field of a row.
    fn unexpected(&self, row: &[u8], (at, text): Field, expected: &str) -> Error {
        let text = clip(&String::from_utf8_lossy(text), 40);
        self.malformed(column(row, at), &format!("{text:?}"), expected)
    }

    fn malformed(&self, column: usize, found: &str, expected: &str) -> Error {
        let reason = format!("found {found}; expected {expected}");
        Error::Malformed { path: self.timed.path.clone(), line: self.line_number, column, reason }
    }
}

/// The value of a puzzle that is compared: the sum of products shows puzzles that are missing and
/// puzzles in another order.
pub(super) fn value(line: u64, clues: Option<u64>) -> u128 {
    // Without clues, only the lines are compared.
    u128::from(line).wrapping_mul(clues.map_or(1, |clues| u128::from(clues) + 2))
}

/// A number of digits only.
fn parse(field: &[u8]) -> Option<u64> {
    let digits = std::str::from_utf8(field).ok()?;
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
}

fn header() -> String {
    format!("a header with the columns {}, as `solve --timing` writes it", NEEDED.join(", "))
}

/// The inputs of a run in the order of its rows: their names there, each with the number of the
/// line before its first. If there are none, all lines belong to one input.
#[derive(Clone, Debug, Default)]
pub struct Files {
    all: Vec<(String, u64)>,
    /// The number of the last line.
    last: u64,
}

impl Files {
    /// Takes the name in the next row. Returns true if it differs from the last one.
    pub fn begin(&mut self, name: &str) -> bool {
        let is_other = self.all.last().is_none_or(|(last, _)| last != name);
        if is_other {
            self.all.push((name.to_owned(), self.last));
        }
        is_other
    }

    /// The number of the next row's line of the last input.
    pub fn number(&mut self, line: u64) -> u64 {
        let before = self.all.last().map_or(0, |(_, before)| *before);
        self.last = before.saturating_add(line);
        self.last
    }

    /// Returns true if there are no inputs.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The inputs, each with the number of the line before its first one.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.all.iter().map(|(name, before)| (&**name, *before))
    }

    /// The input of a line, and its number there.
    pub fn place(&self, number: u64) -> (Option<&str>, u64) {
        let behind = self.all.partition_point(|(_, before)| *before < number);
        match behind.checked_sub(1).map(|at| &self.all[at]) {
            Some((name, before)) => (Some(name), number - before),
            None => (None, number),
        }
    }
}

/// The rows by the value of a column.
#[derive(Clone, Debug)]
pub struct Counts {
    /// Meaning of the column.
    pub heading: &'static str,
    /// The values, each with its number of rows.
    pub values: Vec<(&'static str, u64)>,
    /// The number of the column, from 0.
    column: usize,
    /// True if a row has another value: then the column is the input's own.
    has_other: bool,
}

impl Counts {
    /// Empty counts for the known columns that a header has.
    pub fn of_columns(names: &[&[u8]]) -> Vec<Self> {
        let difficulties = Difficulty::ALL.map(Difficulty::name);
        let known: [(&str, &str, &[&str]); 2] = [
            ("Difficulty", "difficulty", &difficulties),
            ("Agreement with the solutions of the input", "agrees", &["yes", "no"]),
        ];
        let counts = |(heading, wanted, values): (_, &str, &[&'static str])| {
            // Columns of the input come first; a clash of names gives ours a prefix.
            let is_it =
                |name: &&[u8]| name.strip_prefix(b"sudomill_").unwrap_or(name) == wanted.as_bytes();
            let column = names.iter().rposition(is_it)?;
            let values = values.iter().map(|&value| (value, 0)).collect();
            Some(Self { heading, values, column, has_other: false })
        };
        known.into_iter().filter_map(counts).collect()
    }

    /// Counts a row, given a field by its number. A row without value is not counted.
    pub fn add<'a>(&mut self, field: impl Fn(usize) -> &'a [u8]) {
        let text = field(self.column);
        match self.values.iter_mut().find(|(value, _)| value.as_bytes() == text) {
            Some((_, count)) => *count += 1,
            None => self.has_other |= !text.is_empty(),
        }
    }
}

/// Returns the rows by status, and by those of the `others` columns that sudomill wrote. Values and
/// columns without rows are left out.
pub fn with_rows(statuses: [u64; Status::ALL.len()], others: &[Counts]) -> Vec<Counts> {
    let statuses = Status::ALL.into_iter().map(Status::name).zip(statuses);
    let by_status =
        Counts { heading: "Status", values: statuses.collect(), column: 0, has_other: false };
    let others = others.iter().filter(|counts| !counts.has_other).cloned();
    let mut all: Vec<_> = std::iter::once(by_status).chain(others).collect();
    all.iter_mut().for_each(|counts| counts.values.retain(|&(_, count)| count > 0));
    all.retain(|counts| !counts.values.is_empty());
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    const HEADER: &str = "line,status,solutions,clues,guesses,backtracks,steps,solve_ns\n";

    fn timed(text: &str) -> Result<Timed, Error> {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        read(file.path(), &mut |_, _| Ok(()))
    }

    /// The message behind the file's name.
    fn refusal(text: &str) -> String {
        let error = timed(text).unwrap_err().to_string();
        error.split_once(':').unwrap().1.to_owned()
    }

    #[test]
    fn invalid_lines_without_time() {
        let rows = "2,unique,1,17,3,3,9,500\n3,invalid,0,0,0,0,0,0\n7,none,0,20,0,0,1,100\n";
        let timed = timed(&format!("{HEADER}{rows}")).unwrap();
        assert_eq!(timed.statuses, [0, 1, 0, 1, 1, 0]);
        assert_eq!((timed.times.puzzles(), timed.times.quantiles().max), (2, 500));
        assert_eq!(timed.times.distribution().slowest[0].line, 2);
    }

    #[test]
    fn columns_by_header() {
        let text = "\u{FEFF}solve_ns,guesses,more,status,line\r\n70,1,x,solved,1\r\n\r\n";
        let timed = timed(text).unwrap();
        let slow = &timed.times.distribution().slowest[0];
        assert_eq!((slow.line, slow.ns, slow.guesses), (1, 70, 1));
    }

    #[test]
    fn several_files() {
        let row =
            |file: &str, line: u64, ns: u64| format!("{file},{line},unique,1,17,0,0,1,{ns}\n");
        let rows = [row("a", 3, 10), row("a", 9, 30), row("\"b,c\"", 2, 20)].concat();
        let timed = timed(&format!("file,{HEADER}{rows}")).unwrap();
        let slowest = timed.times.distribution().slowest;
        let places: Vec<_> = slowest.iter().map(|slow| timed.files.place(slow.line)).collect();
        assert_eq!(places, [(Some("a"), 9), (Some("b,c"), 2), (Some("a"), 3)]);
        let again = format!("file,{HEADER}{rows}{}", row("\"b,c\"", 2, 1));
        assert!(refusal(&again).starts_with("5:7: found \"2\"; expected a line after 2"));
    }

    #[test]
    fn results_with_quoted_columns() {
        let rows = "\"a, \"\"b\"\"\nc\",1,invalid,\"5: r1c1, r1c2\",,\nx,3,unique,,0,70\n";
        let timed = timed(&format!("note,line,status,message,guesses,solve_ns\n{rows}")).unwrap();
        assert_eq!((timed.times.puzzles(), timed.statuses[Status::Invalid as usize]), (1, 1));
        let rows = format!("{rows}x,4,unique,,0,?\n");
        let refusal = refusal(&format!("note,line,status,message,guesses,solve_ns\n{rows}"));
        assert!(refusal.starts_with("5:15: found \"?\""), "{refusal}");
    }

    #[test]
    fn rows_by_value() {
        let counts = |header: &str, rows: &[&str]| -> Vec<_> {
            let row = |(n, row): (usize, &&str)| format!("{},unique,0,70,{row}\n", n + 1);
            let rows: String = rows.iter().enumerate().map(row).collect();
            let timed = timed(&format!("line,status,guesses,solve_ns,{header}\n{rows}")).unwrap();
            with_rows(timed.statuses, &timed.counts)
                .into_iter()
                .map(|counts| counts.values)
                .collect()
        };
        let found = counts("difficulty,agrees", &["easy,yes", "search,", "easy,no", "locked,yes"]);
        let difficulties = vec![("easy", 2), ("locked", 1), ("search", 1)];
        assert_eq!(found, [vec![("unique", 4)], difficulties, vec![("yes", 2), ("no", 1)]]);
        // A column of the input with the same name.
        let found = counts("difficulty,sudomill_difficulty", &["7.1,pairs", "easy,pairs"]);
        assert_eq!(found, [vec![("unique", 2)], vec![("pairs", 2)]]);
        assert_eq!(counts("difficulty", &["easy", "7.1"]), [vec![("unique", 2)]]);
    }

    #[test]
    fn malformed_rows() {
        assert!(refusal("").starts_with("1:1: found the end of the file; expected a header"));
        assert!(
            refusal("line,status\n").starts_with("1:1: found \"line,status\"; expected a header")
        );
        let row = |row: &str| refusal(&format!("{HEADER}1,unique,1,17,3,3,9,500\n{row}\n"));
        assert_eq!(row("2,unique,1,17,3,3,9"), "3:20: found 7 fields; expected 8 fields");
        assert_eq!(row("2,unique,1,17,3,3,9,-5"), "3:21: found \"-5\"; expected a whole number");
        assert!(row("2,unäque,1,17,3,3,9,5").starts_with("3:3: found \"unäque\"; expected one of"));
        assert!(
            row("1,unique,1,17,3,3,9,5").starts_with("3:1: found \"1\"; expected a line after 1")
        );
        let beyond = "18446744073709551616";
        assert!(row(&format!("2,unique,1,17,{beyond},3,9,5")).starts_with("3:15: found"));
    }
}
