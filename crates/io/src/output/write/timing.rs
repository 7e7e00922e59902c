//! The timing file: one row of numbers per puzzle.

use super::{
    Lines, RowWriter,
    csv::file_field,
    fields::{Fields, Room, room},
};
use crate::output::Row;

/// Writes the timing rows of an input.
pub(crate) struct Timing {
    /// The field `file` with its comma; empty if rows have none.
    file: Vec<u8>,
    room: Room,
}

impl Timing {
    /// Creates a writer; `file` is the name of the input if rows show it.
    pub fn new(file: Option<&str>) -> Self {
        Self { file: file.map(file_field).unwrap_or_default(), room: room() }
    }

    /// Returns the header line.
    pub fn header(has_file: bool) -> Vec<u8> {
        let header = b"line,status,solutions,clues,guesses,backtracks,steps,solve_ns\n";
        [if has_file { &b"file,"[..] } else { b"" }, header].concat()
    }
}

impl RowWriter for Timing {
    #[inline(always)]
    fn row(&mut self, row: Row, lines: &mut Lines) {
        if !self.file.is_empty() {
            lines.text(&self.file);
        }
        let mut fields = Fields::new(&mut self.room);
        fields.number(row.line());
        fields.status(row.status);
        fields.number(row.solutions);
        for value in row.counters().common() {
            fields.number(value);
        }
        fields.number(row.solve_ns());
        lines.text(fields.end());
    }
}
