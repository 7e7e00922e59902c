//! The timing file: one row of numbers for each puzzle. Written field by field and not by
//! a CSV writer: every field is a number or a status, and at millions of rows per second
//! a general writer would take longer than the solver.

use crate::solver::{Counters, Status};

/// The longest row: seven numbers of 20 digits, a status and the commas.
const LONGEST: usize = 7 * 21 + 16;

/// The rows of a chunk.
pub(crate) struct Timing {
    /// The rows are the first `len` bytes; there is room for another one after them.
    bytes: Vec<u8>,
    len: usize,
}

impl Timing {
    /// What comes before the first row.
    pub const HEADER: &[u8] = b"line,status,solutions,clues,guesses,backtracks,steps,solve_ns\n";

    /// The empty rows of a chunk, in a buffer to be reused.
    pub fn new(buffer: Vec<u8>) -> Self {
        Self { bytes: buffer, len: 0 }
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
        if self.bytes.len() < self.len + LONGEST {
            self.bytes.resize(2 * self.len + 2 * LONGEST, 0);
        }
        let room = self.bytes[self.len..].first_chunk_mut().expect("room for a row");
        let mut row = Row { bytes: room, len: 0 };
        row.number(line);
        row.text(status.name().as_bytes());
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
    /// A number and a comma. Most numbers are short and looked up in a table.
    #[inline(always)]
    fn number(&mut self, value: u64) {
        match SHORT.get(value as usize) {
            Some(field) => {
                // Copying a fixed length needs no loop; the excess bytes are overwritten.
                self.bytes[self.len..][..4].copy_from_slice(field);
                self.len += 2 + usize::from(value > 9) + usize::from(value > 99);
            }
            None => self.text(itoa::Buffer::new().format(value).as_bytes()),
        }
    }

    /// A field and a comma.
    #[inline(always)]
    fn text(&mut self, field: &[u8]) {
        self.bytes[self.len..][..field.len()].copy_from_slice(field);
        self.len += field.len() + 1;
        self.bytes[self.len - 1] = b',';
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn row_of_numbers() {
        let mut timing = Timing::new(b"left over".to_vec());
        for (line, solve_ns) in [(1, 0), (9, 10), (10, 99), (99, 100), (999, 1000), (u64::MAX, 7)] {
            let counters = Counters { clues: 17, guesses: 123, ..Counters::default() };
            timing.push(line, Status::Unique, 1, &counters, solve_ns);
        }
        let text = String::from_utf8(timing.into_bytes()).unwrap();
        let row = |line: &str, ns: &str| format!("{line},unique,1,17,123,0,0,{ns}\n");
        let expected = [("1", "0"), ("9", "10"), ("10", "99"), ("99", "100"), ("999", "1000")];
        let expected = expected.map(|(line, ns)| row(line, ns)).concat();
        assert_eq!(text, expected + &row("18446744073709551615", "7"));
    }
}
