//! Formats without columns: `solution`, `solutions` and `count`.

use super::{Lines, RowWriter};
use crate::output::{Only, Row, SolvedRows};
use sudomill_core::solver::Status;

/// The solution of a row, or an empty line.
pub(in crate::output) struct Solution;

impl RowWriter for Solution {
    fn row(&mut self, row: Row, lines: &mut Lines) {
        lines.text(row.solution.unwrap_or_default());
        lines.byte(b'\n');
    }

    fn rows(&mut self, rows: &SolvedRows, only: Option<Only>, lines: &mut Lines) {
        let batch = rows.batch;
        if only.is_none() && batch.results().iter().all(|result| result.solutions > 0) {
            return lines.text(batch.solution_lines());
        }
        rows.selected(only).for_each(|row| self.row(row, lines));
    }
}

/// The puzzle, the number of its solutions, and the solution if there is only one.
pub(in crate::output) struct Count;

impl RowWriter for Count {
    fn row(&mut self, row: Row, lines: &mut Lines) {
        if row.is_bad() {
            return lines.byte(b'\n');
        }
        lines.text(row.text());
        lines.byte(b':');
        lines.number(row.solutions);
        // A search that gave up has counted only some of the solutions.
        lines.text(if row.status == Status::GaveUp { b"+:" } else { b":" });
        if let (Status::Unique, Some(solution)) = (row.status, row.solution) {
            lines.text(solution);
        }
        lines.byte(b'\n');
    }
}
