//! A row of figures a puzzle. Written digit by digit, not through a CSV writer:
//! every field is a number or a status, and at millions of rows a second a
//! general writer would cost more than the solving.

use crate::solver::{Counters, Status};

/// The longest row: seven numbers of twenty digits, a status, the commas.
const LONGEST: usize = 7 * 21 + 16;

/// The rows of a chunk.
pub(crate) struct Timing(Vec<u8>);

impl Timing {
    /// What stands before the first row.
    pub const HEADER: &[u8] = b"line,status,solutions,clues,guesses,backtracks,steps,solve_ns\n";

    /// An empty chunk's rows, in a buffer that may be used again.
    pub fn new(mut buffer: Vec<u8>) -> Self {
        buffer.clear();
        Self(buffer)
    }

    /// Adds the row of a puzzle line.
    pub fn push(
        &mut self,
        line: u64,
        status: Status,
        solutions: u64,
        counters: &Counters,
        solve_ns: u64,
    ) {
        let mut row = Row { bytes: [0; LONGEST], len: 0 };
        row.number(line);
        row.text(status.name().as_bytes());
        row.number(solutions);
        counters.common().into_iter().for_each(|value| row.number(value));
        row.number(solve_ns);
        row.bytes[row.len - 1] = b'\n';
        self.0.extend_from_slice(&row.bytes[..row.len]);
    }

    /// The bytes of all rows.
    pub fn into_bytes(self) -> Vec<u8> {
        self.0
    }
}

/// A row on the stack, where growing costs nothing.
struct Row {
    bytes: [u8; LONGEST],
    len: usize,
}

impl Row {
    #[inline]
    fn number(&mut self, value: u64) {
        // Most are short, and a copy of known length needs no loop.
        let digit = |power: u64| b'0' + (value / power % 10) as u8;
        match value {
            0..10 => self.text(&[digit(1)]),
            10..100 => self.text(&[digit(10), digit(1)]),
            100..1000 => self.text(&[digit(100), digit(10), digit(1)]),
            _ => self.text(itoa::Buffer::new().format(value).as_bytes()),
        }
    }

    /// A field and the comma behind it.
    #[inline(always)]
    fn text(&mut self, field: &[u8]) {
        self.bytes[self.len..][..field.len()].copy_from_slice(field);
        self.len += field.len() + 1;
        self.bytes[self.len - 1] = b',';
    }
}
