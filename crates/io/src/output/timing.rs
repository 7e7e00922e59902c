//! The timing file: one row of numbers per puzzle. Every field is a number or a status; at millions
//! of rows per second, a general-purpose CSV writer would take longer than the solver.

use super::{
    fields::{EXCESS, Fields},
    file_field,
};
use sudomill_core::solver::{Counters, Status};

/// The longest row: seven numbers of 20 digits, a status and the commas, plus the bytes that are
/// copied beyond a field.
const LONGEST: usize = 7 * 21 + 16 + EXCESS;

/// The timing rows of a chunk.
pub(crate) struct Timing {
    /// The rows are the first `len` bytes; the rest is spare room.
    bytes: Vec<u8>,
    len: usize,
    /// The field `file` with its comma; empty if rows have none.
    file: Vec<u8>,
}

impl Timing {
    /// The header line.
    pub const HEADER: &[u8] = b"line,status,solutions,clues,guesses,backtracks,steps,solve_ns\n";

    /// Starts the rows of a chunk in a reused buffer; `file` is the name of the input if rows show
    /// it.
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
        let mut row = Fields::<LONGEST>::new(room);
        row.number(line);
        row.status(status);
        row.number(solutions);
        for value in counters.common() {
            row.number(value);
        }
        row.number(solve_ns);
        self.len += row.end(b'\n').len();
    }

    /// The bytes of all rows.
    pub fn into_bytes(mut self) -> Vec<u8> {
        self.bytes.truncate(self.len);
        self.bytes
    }
}

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
