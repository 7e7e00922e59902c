//! A row of figures a puzzle. Written digit by digit, not through a CSV writer:
//! every field is a number or a status, and at millions of rows a second a
//! general writer would cost more than the solving.

use super::Record;
use crate::grid::Order;

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

    /// Adds the row of a record.
    pub fn push<O: Order>(&mut self, record: &Record<O>) {
        let counters = record.result.map_or(Default::default(), |outcome| outcome.counters);
        self.number(record.line);
        self.0.extend(record.status().name().as_bytes());
        self.0.push(b',');
        self.number(record.solutions());
        for value in counters.common() {
            self.number(value);
        }
        self.number(record.solve_ns);
        *self.0.last_mut().expect("a number was written") = b'\n';
    }

    #[inline]
    fn number(&mut self, value: u64) {
        self.0.extend(itoa::Buffer::new().format(value).as_bytes());
        self.0.push(b',');
    }

    /// The bytes of all rows.
    pub fn into_bytes(self) -> Vec<u8> {
        self.0
    }
}
