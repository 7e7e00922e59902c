//! The timing file: one row of numbers for each puzzle. Written field by field and not by
//! a CSV writer: every field is a number or a status, and at millions of rows per second
//! a general writer would take longer than the solver.

use super::file_field;
use crate::solver::{Counters, Status};

/// The longest row: seven numbers of 20 digits, a status and the commas; and as much as a
/// field is copied beyond its end.
const LONGEST: usize = 7 * 21 + 16 + 4;

/// The rows of a chunk.
pub(crate) struct Timing {
    /// The rows are the first `len` bytes; there is room for another one after them.
    bytes: Vec<u8>,
    len: usize,
    /// The field `file`, if rows have one.
    file: Vec<u8>,
}

impl Timing {
    /// What comes before the first row.
    pub const HEADER: &[u8] = b"line,status,solutions,clues,guesses,backtracks,steps,solve_ns\n";

    /// The empty rows of a chunk, in a buffer to be reused; `file` is the name of the input
    /// if rows have it.
    pub fn new(buffer: Vec<u8>, file: Option<&str>) -> Self {
        Self { bytes: buffer, len: 0, file: file_field::csv(file) }
    }

    /// Adds the row of a puzzle line.
    #[inline]
    pub fn push(
        &mut self,
        line: u64,
        status: Status,
        solutions: u64,
        counters: &Counters,
        solve_ns: u64,
    ) {
        let longest = LONGEST + self.file.len();
        if self.bytes.len() < self.len + longest {
            self.bytes.resize(2 * (self.len + longest), 0);
        }
        if !self.file.is_empty() {
            self.bytes[self.len..][..self.file.len()].copy_from_slice(&self.file);
            self.len += self.file.len();
        }
        let room = self.bytes[self.len..].first_chunk_mut().expect("room for a row");
        let mut row = Row { bytes: room, len: 0 };
        row.number(line);
        row.status(status);
        row.number(solutions);
        for value in counters.common() {
            row.number(value);
        }
        row.number(solve_ns);
        row.bytes[row.len - 1] = b'\n';
        self.len += row.len;
    }

    /// The bytes of all rows.
    pub fn into_bytes(mut self) -> Vec<u8> {
        self.bytes.truncate(self.len);
        self.bytes
    }
}

/// A row that is being written.
struct Row<'a> {
    bytes: &'a mut [u8; LONGEST],
    len: usize,
}

impl Row<'_> {
    /// A number and a comma. Up to 999 it is looked up in a table, as most are; the others
    /// are the table's fields, one for every three digits.
    #[inline(always)]
    fn number(&mut self, value: u64) {
        match value {
            0..1_000 => self.short(value),
            1_000..1_000_000 => {
                self.short(value / 1_000);
                self.three_more(value % 1_000);
            }
            1_000_000..1_000_000_000 => {
                self.short(value / 1_000_000);
                self.three_more(value / 1_000 % 1_000);
                self.three_more(value % 1_000);
            }
            _ => {
                let mut digits = itoa::Buffer::new();
                let digits = digits.format(value).as_bytes();
                self.bytes[self.len..][..digits.len()].copy_from_slice(digits);
                self.bytes[self.len + digits.len()] = b',';
                self.len += digits.len() + 1;
            }
        }
    }

    /// A number below 1,000 and a comma.
    #[inline(always)]
    fn short(&mut self, value: u64) {
        self.field(&SHORT[value as usize], 2 + usize::from(value > 9) + usize::from(value > 99));
    }

    /// The next three digits of a number, in place of its comma, and a comma.
    #[inline(always)]
    fn three_more(&mut self, digits: u64) {
        self.len -= 1;
        self.field(&THREE[digits as usize], 4);
    }

    /// The name of a status and a comma.
    #[inline(always)]
    fn status(&mut self, status: Status) {
        self.field(&STATUSES[status as usize], status.name().len() + 1);
    }

    /// The first `len` bytes of a field. Copying a fixed length needs no loop; the excess
    /// bytes are overwritten.
    #[inline(always)]
    fn field<const N: usize>(&mut self, field: &[u8; N], len: usize) {
        self.bytes[self.len..][..N].copy_from_slice(field);
        self.len += len;
    }
}

/// The numbers below 1,000, each with a comma.
static SHORT: [[u8; 4]; 1000] = {
    let mut table = [[b','; 4]; 1000];
    let mut value = 0;
    while value < 1000 {
        let digits = 1 + (value > 9) as usize + (value > 99) as usize;
        let (mut at, mut rest) = (digits, value);
        while at > 0 {
            at -= 1;
            table[value][at] = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        value += 1;
    }
    table
};

/// The same with leading zeros.
static THREE: [[u8; 4]; 1000] = {
    let mut table = [[b','; 4]; 1000];
    let mut value = 0;
    while value < 1000 {
        table[value][0] = b'0' + (value / 100) as u8;
        table[value][1] = b'0' + (value / 10 % 10) as u8;
        table[value][2] = b'0' + (value % 10) as u8;
        value += 1;
    }
    table
};

/// The names of the statuses, each with a comma.
static STATUSES: [[u8; 16]; Status::ALL.len()] = {
    let mut table = [[b','; 16]; Status::ALL.len()];
    let mut status = 0;
    while status < table.len() {
        let name = Status::ALL[status].name().as_bytes();
        let mut at = 0;
        while at < name.len() {
            table[status][at] = name[at];
            at += 1;
        }
        status += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn row_of_numbers() {
        let mut timing = Timing::new(b"left over".to_vec(), None);
        let rows = [
            (1, 0),
            (9, 10),
            (10, 99),
            (99, 100),
            (999, 1000),
            (1001, 999_999),
            (1_000_000, 12_034_056),
            (999_999_999, 1_000_000_000),
            (u64::MAX, 7),
        ];
        for (line, solve_ns) in rows {
            let counters = Counters { clues: 17, guesses: 123, ..Counters::default() };
            timing.push(line, Status::Unique, 1, &counters, solve_ns);
        }
        let text = String::from_utf8(timing.into_bytes()).unwrap();
        let row = |line: &str, ns: &str| format!("{line},unique,1,17,123,0,0,{ns}\n");
        let expected = rows.map(|(line, ns)| row(&line.to_string(), &ns.to_string()));
        assert_eq!(text, expected.concat());
    }
}
