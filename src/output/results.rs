//! One line a puzzle line, in the format that was asked for.

use super::Record;
use crate::{
    grid::{Alphabet, Digit, Order, Solution},
    solver::{Solver, Status},
};
use serde::{Serialize, Serializer};
use std::{fmt, str::FromStr};

/// What a result line holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// The first solution found, or an empty line.
    #[default]
    Solution,
    /// `puzzle:count:solution`, the solution only if it is known to be the only
    /// one; `count+` where the search was given up.
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

    /// What stands before the first result.
    pub(crate) fn header(self) -> &'static [u8] {
        match self {
            Self::Csv => b"line,puzzle,status,message,solutions,solution\n",
            _ => b"",
        }
    }

    /// Whether a result line names its line in the input.
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
pub(crate) struct Results {
    lines: Lines,
    alphabet: Alphabet,
}

enum Lines {
    Solution(Vec<u8>),
    Count(Vec<u8>),
    Csv(Box<csv::Writer<Vec<u8>>>),
    Jsonl(Vec<u8>),
}

impl Results {
    /// An empty chunk's lines, in a buffer that may be used again. Solutions are
    /// written in that alphabet.
    pub fn new(format: Format, alphabet: Alphabet, mut buffer: Vec<u8>) -> Self {
        buffer.clear();
        let lines = match format {
            Format::Solution => Lines::Solution(buffer),
            Format::Count => Lines::Count(buffer),
            Format::Csv => Lines::Csv(Box::new(csv::Writer::from_writer(buffer))),
            Format::Jsonl => Lines::Jsonl(buffer),
        };
        Self { lines, alphabet }
    }

    /// Adds the line of a record.
    pub fn push<O: Order>(&mut self, record: &Record<O>, solver: &dyn Solver<O>) {
        let alphabet = self.alphabet;
        match &mut self.lines {
            Lines::Solution(out) => push_solution(out, record, alphabet),
            Lines::Count(out) => push_count(out, record, alphabet),
            Lines::Csv(out) => push_csv(out, record, alphabet),
            Lines::Jsonl(out) => push_json(out, record, solver, alphabet),
        }
    }

    /// The bytes of all lines.
    pub fn into_bytes(self) -> Vec<u8> {
        match self.lines {
            Lines::Solution(out) | Lines::Count(out) | Lines::Jsonl(out) => out,
            Lines::Csv(out) => out.into_inner().expect(INFALLIBLE),
        }
    }
}

const INFALLIBLE: &str = "writing into memory does not fail";

fn push_cells<O: Order>(out: &mut Vec<u8>, solution: &Solution<O>, alphabet: Alphabet) {
    if O::SIDE <= 9 {
        out.extend(solution.values().iter().map(|value| b'0' + value));
    } else {
        let symbol = |&value: &u8| Digit::new(value).map(|digit| alphabet.symbol(digit) as u8);
        out.extend(solution.values().iter().filter_map(symbol));
    }
}

#[inline]
fn push_solution<O: Order>(out: &mut Vec<u8>, record: &Record<O>, alphabet: Alphabet) {
    if let Some(solution) = record.result.ok().and_then(|outcome| outcome.first.as_ref()) {
        push_cells(out, solution, alphabet);
    }
    out.push(b'\n');
}

fn push_count<O: Order>(out: &mut Vec<u8>, record: &Record<O>, alphabet: Alphabet) {
    if let Ok(outcome) = record.result {
        out.extend(record.text);
        out.push(b':');
        out.extend(itoa::Buffer::new().format(outcome.solutions).as_bytes());
        // A search given up has counted some, not all.
        out.extend(if outcome.status == Status::GaveUp { &b"+:"[..] } else { b":" });
        if let (Status::Unique, Some(solution)) = (outcome.status, &outcome.first) {
            push_cells(out, solution, alphabet);
        }
    }
    out.push(b'\n');
}

fn push_csv<O: Order>(out: &mut csv::Writer<Vec<u8>>, record: &Record<O>, alphabet: Alphabet) {
    let text = String::from_utf8_lossy(record.text);
    let (status, solution) = (record.status().name(), first(record, alphabet));
    let row = (record.line, text, status, message(record), record.solutions(), solution);
    out.serialize(row).expect(INFALLIBLE);
}

fn push_json<O: Order>(
    out: &mut Vec<u8>,
    record: &Record<O>,
    solver: &dyn Solver<O>,
    alphabet: Alphabet,
) {
    let row = JsonRow {
        line: record.line,
        puzzle: &String::from_utf8_lossy(record.text),
        status: record.status().name(),
        message: message(record),
        solutions: record.solutions(),
        solution: first(record, alphabet),
        counters: Counted { record, solver },
    };
    serde_json::to_writer(&mut *out, &row).expect(INFALLIBLE);
    out.push(b'\n');
}

/// What is wrong with a bad line: the column and the problem. Where the place is in a
/// lower row of a grid, with its line, too.
fn message<O: Order>(record: &Record<O>) -> Option<String> {
    let bad = record.result.err()?;
    Some(if bad.line_offset > 0 { bad.at(record.line) } else { bad.to_string() })
}

fn first<O: Order>(record: &Record<O>, alphabet: Alphabet) -> Option<String> {
    record.result.ok()?.first.as_ref().map(|solution| solution.text(alphabet))
}

#[derive(Serialize)]
#[serde(bound = "")]
struct JsonRow<'a, O: Order> {
    line: u64,
    puzzle: &'a str,
    status: &'static str,
    message: Option<String>,
    solutions: u64,
    solution: Option<String>,
    counters: Counted<'a, O>,
}

/// All counters of the strategy by name; none for a bad line.
struct Counted<'a, O: Order> {
    record: &'a Record<'a, O>,
    solver: &'a dyn Solver<O>,
}

impl<O: Order> Serialize for Counted<'_, O> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.record.result {
            Ok(outcome) => serializer.collect_map(self.solver.counters(&outcome.counters)),
            Err(_) => serializer.collect_map(std::iter::empty::<(&str, u64)>()),
        }
    }
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
    use crate::{
        grid::Order4,
        input::{BadLine, Problem},
        solver::{Counters, Outcome},
    };

    #[test]
    fn solutions_are_written_in_the_alphabet_that_was_read() {
        let cells = std::array::from_fn(|cell| (cell % 16) as u8 + 1);
        let outcome = Outcome::<Order4> {
            status: Status::Unique,
            solutions: 1,
            first: Some(Solution::from_cells(cells)),
            counters: Counters::default(),
        };
        let record = Record { line: 1, text: b"..", result: Ok(&outcome) };
        let written = |alphabet| {
            let mut out = Vec::new();
            push_solution(&mut out, &record, alphabet);
            push_count(&mut out, &record, alphabet);
            String::from_utf8(out).unwrap()
        };
        for (alphabet, row) in
            [(Alphabet::FromOne, "123456789ABCDEFG"), (Alphabet::FromZero, "0123456789ABCDEF")]
        {
            let grid = row.repeat(16);
            assert_eq!(written(alphabet), format!("{grid}\n..:1:{grid}\n"));
            assert_eq!(first(&record, alphabet), Some(grid));
        }
    }

    #[test]
    fn a_message_names_the_line_of_a_grid_that_is_not_its_first() {
        let told = |below| {
            let bad = BadLine::new((below, 3), Problem::OversizedGrid { limit: 65_536 });
            message(&Record::<Order4> { line: 7, text: b"", result: Err(&bad) }).unwrap()
        };
        assert_eq!(told(0), "3: found a grid longer than 65536 bytes");
        assert_eq!(told(2), "9:3: found a grid longer than 65536 bytes");
    }
}
