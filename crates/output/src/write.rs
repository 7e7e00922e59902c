//! SOLVED ROWS → LINES: what every format implements, and the formats without columns.

use super::{Only, Row, SolvedRows};
use sudomill_puzzle::solving::Status;

/// Writes the lines of one format.
pub trait RowWriter {
    /// Writes the line of a row.
    fn row(&mut self, row: &Row, lines: &mut Draft);

    /// Writes the line of a row, unless the run fails at this row or failed at one above it.
    #[inline(always)]
    fn decodable_row(&mut self, row: &Row, lines: &mut Draft) {
        let above = lines.bytes.len();
        self.row(row, lines);
        if lines.undecodable.is_some() {
            lines.bytes.truncate(above);
        }
    }

    /// Writes the lines of a batch, except for the rows that `only` leaves out.
    fn rows(&mut self, rows: &SolvedRows, only: Option<&Only>, lines: &mut Draft) {
        rows.each(only, |row| self.decodable_row(row, lines));
    }
}

/// Lines being written, and what they could not hold.
#[derive(Default)]
pub struct Draft {
    /// The bytes so far.
    pub bytes: Vec<u8>,
    /// The number of input values that should have been kept but have no column.
    pub unkept: u64,
    /// The first value that could not be written.
    pub undecodable: Option<Undecodable>,
}

/// The first value that should be kept in JSON but is not UTF-8.
#[derive(Clone, Copy)]
pub struct Undecodable {
    /// The number of newlines before its record in the chunk.
    pub newlines_before_record: u64,
    /// The number of newlines before the value.
    pub newlines: u64,
    /// Its column, from 1.
    pub column: usize,
}

impl Draft {
    /// Removes everything, and keeps the memory.
    pub fn clear(&mut self) {
        self.bytes.clear();
        (self.unkept, self.undecodable) = (0, None);
    }
}

/// Writes the solution of a row, or an empty line.
pub(super) struct SolutionWriter;

impl RowWriter for SolutionWriter {
    fn row(&mut self, row: &Row, lines: &mut Draft) {
        lines.bytes.extend_from_slice(row.solution.unwrap_or_default());
        lines.bytes.push(b'\n');
    }

    fn rows(&mut self, rows: &SolvedRows, only: Option<&Only>, lines: &mut Draft) {
        if only.is_none() && rows.batch.results().iter().all(|result| result.solutions > 0) {
            return lines.bytes.extend_from_slice(rows.batch.solution_lines());
        }
        rows.each(only, |row| self.row(row, lines));
    }
}

/// Writes the puzzle, the number of its solutions, and the solution if there is only one.
pub(super) struct CountWriter;

impl RowWriter for CountWriter {
    fn row(&mut self, row: &Row, lines: &mut Draft) {
        if !row.is_bad() {
            lines.bytes.extend_from_slice(row.text());
            lines.bytes.push(b':');
            lines.bytes.extend_from_slice(itoa::Buffer::new().format(row.solutions).as_bytes());
            // A search that gave up has counted only some of the solutions.
            lines.bytes.extend_from_slice(if row.status == Status::GaveUp { b"+:" } else { b":" });
        }
        if let (Status::Unique, Some(solution)) = (row.status, row.solution) {
            lines.bytes.extend_from_slice(solution);
        }
        lines.bytes.push(b'\n');
    }
}
