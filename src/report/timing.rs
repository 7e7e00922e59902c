//! The rows of `sudomill solve --timing`, read once and not kept.

use super::rows::Rows;
use crate::{
    Error,
    bench::Times,
    input::{self, Lines},
    solver::Status,
};
use std::path::Path;

/// Bytes of the file taken at once.
const CHUNK: usize = 1 << 18;

/// The columns that are needed; the others may be there or not.
const NEEDED: [&str; 4] = ["line", "status", "guesses", "solve_ns"];

/// The column that tells whether a puzzle file is that of the rows.
const CLUES: &str = "clues";

/// What a timing file says, in bounded memory.
#[derive(Clone, Debug)]
pub struct Timed {
    /// The file's name in messages.
    pub path: String,
    /// The solve times; invalid lines are not among them, they were not solved.
    pub times: Times,
    /// Rows by status, in the order of [`Status::ALL`].
    pub statuses: [u64; Status::ALL.len()],
    /// The lines and clues of the puzzles.
    pub(super) rows: Rows,
    /// Whether the file has clues.
    pub(super) has_clues: bool,
}

/// Reads a timing file, plain, gzip or Zstandard, in one pass. `progress` is
/// told how many bytes of the file and how many rows are done, and may end it.
///
/// # Errors
/// The file cannot be read; a row is malformed: [`Error::Malformed`] names the
/// place; `progress` failed.
pub fn read(
    path: &Path,
    progress: &mut dyn FnMut(u64, u64) -> Result<(), Error>,
) -> Result<Timed, Error> {
    let mut source = input::open(path, &Default::default())?;
    let mut reader = Reader::new(source.name());
    while let Some(chunk) = source.next_chunk(CHUNK)? {
        reader.chunk(chunk.bytes())?;
        chunk.check()?;
        progress(chunk.consumed(), reader.rows())?;
        chunk.release();
    }
    reader.finish()
}

struct Reader {
    timed: Timed,
    columns: Option<Columns>,
    /// The line of the file that is being read, from 1.
    at: u64,
    /// The puzzle line of the last row.
    last: u64,
}

/// Where the columns stand, and how many there are in all.
#[derive(Clone, Copy)]
struct Columns {
    needed: [usize; NEEDED.len()],
    clues: Option<usize>,
    all: usize,
}

/// A column, from 1, what was found there, and what was expected.
type Fault = (usize, String, String);

impl Reader {
    fn new(name: &str) -> Self {
        let timed = Timed {
            path: name.to_owned(),
            times: Times::new(),
            statuses: [0; Status::ALL.len()],
            rows: Rows::new(),
            has_clues: false,
        };
        Self { timed, columns: None, at: 0, last: 0 }
    }

    fn rows(&self) -> u64 {
        self.timed.statuses.iter().sum()
    }

    fn chunk(&mut self, bytes: &[u8]) -> Result<(), Error> {
        for (_, line) in Lines::new(bytes) {
            self.at += 1;
            self.line(line.strip_suffix(b"\r").unwrap_or(line))
                .map_err(|fault| self.error(fault))?;
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Timed, Error> {
        if self.columns.is_none() {
            self.at = 1;
            return Err(self.error((1, "the end of the file".into(), header())));
        }
        Ok(self.timed)
    }

    fn error(&self, (column, found, expected): Fault) -> Error {
        let reason = format!("found {found}, expected {expected}");
        Error::Malformed { path: self.timed.path.clone(), line: self.at, column, reason }
    }

    fn line(&mut self, line: &[u8]) -> Result<(), Fault> {
        match self.columns {
            None => {
                let columns = columns(line)?;
                self.timed.has_clues = columns.clues.is_some();
                self.columns = Some(columns);
            }
            Some(columns) if !line.is_empty() => self.row(line, columns)?,
            Some(_) => {}
        }
        Ok(())
    }

    fn row(&mut self, row: &[u8], columns: Columns) -> Result<(), Fault> {
        let mut fields: [(usize, &[u8]); NEEDED.len()] = [(0, b""); NEEDED.len()];
        let mut clues: Option<(usize, &[u8])> = None;
        let (mut start, mut seen) = (0, 0);
        for field in row.split(|&byte| byte == b',') {
            if let Some(needed) = columns.needed.iter().position(|&place| place == seen) {
                fields[needed] = (start, field);
            }
            if columns.clues == Some(seen) {
                clues = Some((start, field));
            }
            start += field.len() + 1;
            seen += 1;
        }
        if seen != columns.all {
            return Err((column(row, row.len()), fields_of(seen), fields_of(columns.all)));
        }
        let [line, status, guesses, ns] = fields;
        let number =
            |(at, field)| parse(field).ok_or_else(|| fault(row, at, field, "a whole number"));
        let (line_number, guesses, ns) = (number(line)?, number(guesses)?, number(ns)?);
        let clues = clues.map(number).transpose()?;
        if line_number <= self.last {
            let expected =
                format!("a line after {}, for rows come in the order of lines", self.last);
            return Err(fault(row, line.0, line.1, &expected));
        }
        self.last = line_number;
        let status = status_of(status.1).ok_or_else(|| fault(row, status.0, status.1, &names()))?;
        self.timed.statuses[status as usize] += 1;
        if status != Status::Invalid {
            self.timed.times.add(line_number, ns, guesses);
            self.timed.rows.add(line_number, clues);
        }
        Ok(())
    }
}

/// Where the columns stand in the header.
fn columns(header_line: &[u8]) -> Result<Columns, Fault> {
    let line = header_line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(header_line);
    let names: Vec<&[u8]> = line.split(|&byte| byte == b',').collect();
    let position = |wanted: &str| names.iter().position(|name| *name == wanted.as_bytes());
    let mut places = [0; NEEDED.len()];
    for (place, needed) in places.iter_mut().zip(NEEDED) {
        let found = position(needed);
        *place = found.ok_or_else(|| fault(header_line, 0, line, &header()))?;
    }
    Ok(Columns { needed: places, clues: position(CLUES), all: names.len() })
}

fn parse(field: &[u8]) -> Option<u64> {
    if field.is_empty() {
        return None;
    }
    field.iter().try_fold(0u64, |value, byte| {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 { None } else { value.checked_mul(10)?.checked_add(digit.into()) }
    })
}

fn status_of(name: &[u8]) -> Option<Status> {
    Status::ALL.into_iter().find(|status| status.name().as_bytes() == name)
}

fn names() -> String {
    format!("one of {}", Status::ALL.map(Status::name).join(", "))
}

fn header() -> String {
    format!("a header with the columns {}", NEEDED.join(", "))
}

fn fields_of(number: usize) -> String {
    format!("{number} field{}", if number == 1 { "" } else { "s" })
}

fn fault(row: &[u8], at: usize, field: &[u8], expected: &str) -> Fault {
    let text = super::words::clip(&String::from_utf8_lossy(field), 40);
    (column(row, at), format!("{text:?}"), expected.to_owned())
}

/// The column, in characters from 1, of a byte of the row.
fn column(row: &[u8], at: usize) -> usize {
    String::from_utf8_lossy(&row[..at]).chars().count() + 1
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
    fn rows_are_added_up_and_invalid_lines_have_no_time() {
        let rows = "2,unique,1,17,3,3,9,500\n3,invalid,0,0,0,0,0,0\n7,none,0,20,0,0,1,100\n";
        let timed = timed(&format!("{HEADER}{rows}")).unwrap();
        assert_eq!(timed.statuses, [0, 1, 0, 1, 1, 0]);
        assert_eq!((timed.times.puzzles(), timed.times.quantiles().max), (2, 500));
        assert_eq!(timed.times.distribution().slowest[0].line, 2);
    }

    #[test]
    fn columns_are_found_by_the_header() {
        let text = "\u{FEFF}solve_ns,guesses,more,status,line\r\n70,1,x,solved,1\r\n\r\n";
        let timed = timed(text).unwrap();
        let slow = &timed.times.distribution().slowest[0];
        assert_eq!((slow.line, slow.ns, slow.guesses), (1, 70, 1));
    }

    #[test]
    fn what_is_malformed_is_told_with_its_place() {
        assert!(refusal("").starts_with("1:1: found the end of the file, expected a header"));
        assert!(
            refusal("line,status\n").starts_with("1:1: found \"line,status\", expected a header")
        );
        let row = |row: &str| refusal(&format!("{HEADER}1,unique,1,17,3,3,9,500\n{row}\n"));
        assert_eq!(row("2,unique,1,17,3,3,9"), "3:20: found 7 fields, expected 8 fields");
        assert_eq!(row("2,unique,1,17,3,3,9,-5"), "3:21: found \"-5\", expected a whole number");
        assert!(row("2,unäque,1,17,3,3,9,5").starts_with("3:3: found \"unäque\", expected one of"));
        assert!(
            row("1,unique,1,17,3,3,9,5").starts_with("3:1: found \"1\", expected a line after 1")
        );
        let beyond = "18446744073709551616";
        assert!(row(&format!("2,unique,1,17,{beyond},3,9,5")).starts_with("3:15: found"));
    }
}
