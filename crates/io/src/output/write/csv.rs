//! The formats `csv` and `solutions-csv`, and the timing file: one row of numbers per puzzle.

use super::{
    Lines, RowWriter, csv_text,
    fields::{Fields, Room, room},
};
use crate::output::{
    Plan, Row,
    column::{Column, Value},
    passthrough::Places,
};

/// The fields of a row, separated by commas.
pub(in crate::output) struct Csv<'p> {
    plan: &'p Plan,
    /// Set if the columns are the default ones of `csv`, so that most rows can be written without
    /// going from column to column.
    is_usual: bool,
    /// The field `file` with its comma, which goes between the kept and the default columns; empty
    /// if the results have none.
    file: Vec<u8>,
    room: Room,
    places: Places,
}

impl Plan {
    /// Returns the header line of CSV; empty for other formats.
    pub fn header(&self) -> Vec<u8> {
        let mut header = Vec::new();
        if self.format.is_csv() {
            let kept = self.kept.iter().flat_map(|kept| kept.written_names());
            for name in kept.chain(self.columns.iter().map(|named| named.name.clone().into())) {
                csv_text(&name, &mut header);
                header.push(b',');
            }
            header.pop();
            header.push(b'\n');
        }
        header
    }
}

/// Returns the name of an input as the first field of a row, with its comma.
fn file_field(name: &str) -> Vec<u8> {
    let mut field = Vec::new();
    csv_text(name.as_bytes(), &mut field);
    field.push(b',');
    field
}

impl<'p> Csv<'p> {
    pub fn new(plan: &'p Plan, file: &str) -> Self {
        let file = if plan.has(Column::File) { file_field(file) } else { Vec::new() };
        Self {
            plan,
            // The file name goes after the kept columns.
            is_usual: plan.is_usual && (plan.kept.is_none() || file.is_empty()),
            file,
            room: room(),
            places: Places::default(),
        }
    }

    /// Writes any row, column by column.
    #[inline(never)]
    fn any_row(&mut self, row: Row, lines: &mut Lines) {
        let start = lines.bytes.len();
        if let Some(kept) = &self.plan.kept {
            kept.write(row, &mut self.places, lines);
        }
        for (number, named) in self.plan.columns.iter().enumerate() {
            if number > 0 || self.plan.kept.is_some() {
                lines.byte(b',');
            }
            match named.column.value(row) {
                Value::Number(number) => lines.number(number),
                Value::Plain(text) => lines.text(text),
                Value::Text(text) => csv_text(text.as_bytes(), &mut lines.bytes),
                Value::Null | Value::Counters => {}
            }
        }
        // A blank line would not count as a row.
        lines.text(if lines.bytes.len() == start { b"\"\"\n" } else { b"\n" });
    }
}

impl RowWriter for Csv<'_> {
    /// Writes what [`Csv::any_row`] writes, in less time for the default columns of a row with a
    /// puzzle of 81 cells: most runs need nothing else, and going from column to column takes a
    /// fifth longer.
    #[inline(always)]
    fn row(&mut self, row: Row, lines: &mut Lines) {
        let puzzle = match (row.text().try_into(), &self.plan.kept) {
            _ if row.is_bad() || !self.is_usual => return self.any_row(row, lines),
            (_, Some(kept)) if kept.copied_fields == Some(row.origin.fields) => {
                lines.text(row.record());
                None
            }
            (Ok(puzzle), None) => Some(puzzle),
            (Ok(_), Some(kept)) => {
                kept.write(row, &mut self.places, lines);
                None
            }
            (Err(_), _) => return self.any_row(row, lines),
        };
        if !self.file.is_empty() {
            lines.text(&self.file);
        }
        let mut fields = Fields::new(&mut self.room);
        match puzzle {
            Some(puzzle) => {
                fields.number(row.line());
                fields.grid(puzzle);
            }
            // Ends the kept columns with a comma.
            None => fields.empty(),
        }
        fields.result(row.status, row.solutions, row.solution);
        lines.text(fields.end());
    }
}

/// Writes the timing rows of an input.
#[doc(hidden)] // For the page in web/.
pub struct Timing {
    /// The field `file` with its comma; empty if rows have none.
    file: Vec<u8>,
    room: Room,
}

impl Timing {
    /// Creates a writer; `file` is the name of the input if rows show it.
    pub(crate) fn new(file: Option<&str>) -> Self {
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
