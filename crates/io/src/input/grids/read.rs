//! Reads the grids of a text, one record each.

use super::{
    super::{
        chunk::{Cursor, OnSkip},
        lines::{MAX_LINE, Notation, Preamble, Skip, position::column},
        record::Record,
    },
    Kind, RowStyle, Rows, Tracker,
    row::characters,
};
use sudomill_core::{
    by_size::{Parsed, parse_line},
    error::{BadLine, Problem},
};

impl Rows {
    /// Reads the next grid of a text that begins at this offset of its input: its record, with the
    /// symbols in `scratch`, and its error. Its clues may repeat a digit.
    pub fn next(
        &self,
        (bytes, start): (&[u8], u64),
        preamble: Option<Preamble>,
        cursor: &mut Cursor,
        scratch: &mut Vec<u8>,
        skipped: &mut OnSkip,
    ) -> Option<(Record, Option<BadLine>)> {
        let (begun, height) = (scratch.len(), self.height());
        let (mut grid, mut bad): (Option<Record>, Option<BadLine>) = (None, None);
        // The number of rows so far, and the last one.
        let (mut count, mut last) = (0, (0, &b""[..]));
        loop {
            let (mut lines, before) = (cursor.lines(bytes), cursor.newlines);
            let Some((at, line)) = lines.next() else { break };
            let written = scratch.len();
            let offset = start + at as u64;
            let kind = self.kind_at(offset, preamble, line, scratch);
            let step = cursor.grid.line(self, kind, at, line);
            if step.ends {
                // The line is told again, as one below the grid.
                cursor.grid = Tracker::default();
                break;
            }
            if step.names
                && let Some(name) = grid.take()
            {
                skipped(name.newlines.into(), Skip::Name);
                (bad, count) = (None, 0);
                scratch.drain(begun..written);
            }
            (cursor.at, cursor.newlines) = (lines.at, lines.newlines);
            let below = before - grid.map_or(before, |grid| u64::from(grid.newlines));
            let is_row = matches!(kind, Kind::Row | Kind::Bad | Kind::Part | Kind::Whole);
            let is_row = is_row && !step.is_state;
            if !is_row {
                scratch.truncate(written);
                let above = preamble.and_then(|it| it.head_at(offset));
                let is_above = preamble.is_some_and(|it| offset < it.rows);
                skipped(before, above.unwrap_or(kind.skip(is_above && self.are_whole())));
                if !step.overflows {
                    continue;
                }
            } else if let Some(grid) = &mut grid {
                skipped(before, Skip::Row);
                grid.end = lines.at as u32;
            } else {
                let len = line.trim_ascii_end().len().min(MAX_LINE) as u32;
                let (newlines, at, end) = (before as u32, at as u32, lines.at as u32);
                grid = Some(Record { newlines, at, len, start: at, end, fields: 0 });
            }
            if is_row && kind != Kind::Row {
                bad.get_or_insert_with(|| self.fault(line, below));
                scratch.extend(characters(line).map(|cell| line[cell.start]));
            }
            if kind == Kind::Whole {
                scratch.truncate(begun);
                return grid.map(|grid| (grid, bad));
            }
            count += usize::from(is_row);
            last = (below, line);
            if step.overflows {
                bad.get_or_insert(BadLine::new((0, 1), Problem::OversizedGrid { limit: MAX_LINE }));
            }
            if step.completes || step.overflows {
                break;
            }
        }
        let mut grid = grid?;
        if count < height {
            let problem = Problem::ShortGrid { found: count, expected: height };
            let end = column(last.1, last.1.trim_ascii_end().len());
            bad.get_or_insert(BadLine::new((last.0, end), problem));
        }
        (grid.at, grid.len) = ((bytes.len() + begun) as u32, (scratch.len() - begun) as u32);
        Some((grid, bad))
    }

    /// The error of the grid that begins with this text, if its clues repeat a digit.
    pub fn repeated(&self, text: &[u8], symbols: &[u8]) -> Option<BadLine> {
        let candidates = self.style == RowStyle::Candidates;
        let notation = Notation { alphabet: self.alphabet, candidates };
        match parse_line(symbols, self.size, notation) {
            Parsed::Bad(bad) => Some(BadLine::new(self.place(text, bad.column - 1), bad.problem)),
            _ => None,
        }
    }
}
