//! The timing file: a row for each puzzle, with its time and its counters.

use super::{Row, RowWriter, format::Csv, values::Values, write::Draft};
use sudomill_puzzle::solving::Counters;

/// Writes the timing rows of an input.
pub struct Timing {
    has_file: bool,
}

impl Timing {
    /// Creates a writer of rows that begin with the name of the input if `has_file` is set.
    pub fn new(has_file: bool) -> Self {
        Self { has_file }
    }

    /// Returns the header line.
    pub fn header(has_file: bool) -> Vec<u8> {
        let file = if has_file { "file," } else { "" };
        let counters = Counters::COMMON.map(|counter| counter.name).join(",");
        format!("{file}line,status,solutions,{counters},solve_ns\n").into_bytes()
    }
}

impl RowWriter for Timing {
    fn row(&mut self, row: &Row, lines: &mut Draft) {
        let mut values = Values { lines, syntax: &Csv, counters: &[] };
        if self.has_file {
            values.text(&*row.rows.chunk.name);
            values.verbatim(b",");
        }
        values.number(row.line());
        values.verbatim(b",");
        values.plain(row.status.name().as_bytes());
        let searched = row.searched();
        let [clues, guesses, backtracks, steps, ..] = searched.counters().values();
        for number in [row.solutions, clues, guesses, backtracks, steps, searched.solve_ns()] {
            values.verbatim(b",");
            values.number(number);
        }
        values.verbatim(b"\n");
    }
}
