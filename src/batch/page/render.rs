//! The bytes that go out of a finished page.

use super::{
    Page, Solved, Wanted,
    read::{PuzzleLine, Rows, clues},
};
use crate::{
    output::{Format, Results, Row, Tally, Timing},
    solver::{Counter, Counters, Status},
};
use std::mem;

/// Bad lines of a chunk that are reported one by one; all are counted.
const REPORTED: usize = 10;

impl Page {
    /// Makes the bytes that go out. Returns the rows, to be used again.
    pub fn render(
        mut self,
        wanted: Wanted,
        own: &'static [Counter],
        tally: &mut Tally,
    ) -> (Solved, Rows) {
        for (status, count) in Status::ALL.into_iter().zip(self.statuses) {
            tally.count(status, count);
        }
        tally.count(Status::Invalid, self.bad.len() as u64);
        self.bad.values().for_each(|bad| tally.bad(bad));
        self.skipped.iter().for_each(|&skip| tally.skip(skip));
        if !tally.has_empty_cells() && self.has_empty_cells() {
            tally.empty_cells();
        }
        if wanted.timed {
            self.buffers.timing = self.timing(wanted);
        }
        if wanted.format == Format::Solution {
            self.close_gaps();
            self.buffers.results = self.slots;
        } else {
            self.buffers.results = self.results(wanted, own);
            self.buffers.slots = self.slots;
        }
        let bad = self.bad.into_iter().take(REPORTED);
        let line = |row: u32| self.rows.lines[row as usize].newlines.into();
        let solved = Solved {
            puzzles: self.rows.lines.len() as u64,
            newlines: self.place.newlines(),
            bad: bad.map(|(row, bad)| (line(row), bad)).collect(),
            chunk: self.chunk,
            buffers: self.buffers,
        };
        (solved, self.rows)
    }

    /// Whether a puzzle has an empty cell.
    fn has_empty_cells(&self) -> bool {
        let (alphabet, lines) = (self.chunk.alphabet(), &self.rows.lines);
        let is_full = |row| self.text(row).iter().all(|&byte| alphabet.digit(byte).is_some());
        (0..lines.len()).any(|row| lines[row].status != Status::Invalid && !is_full(row))
    }

    fn timing(&mut self, wanted: Wanted) -> Vec<u8> {
        let buffer = mem::take(&mut self.buffers.timing);
        let mut timing = Timing::new(buffer, self.file(wanted));
        for (row, line) in self.rows.lines.iter().enumerate() {
            let (counters, solve_ns) = match line.status {
                Status::Invalid => (Counters::default(), 0),
                _ => (self.counters(row), self.rows.work[row].solve_ns),
            };
            let number = self.number(line);
            timing.push(number, line.status, line.solutions, &counters, solve_ns);
        }
        timing.into_bytes()
    }

    fn results(&mut self, wanted: Wanted, own: &'static [Counter]) -> Vec<u8> {
        let buffer = mem::take(&mut self.buffers.results);
        let mut results = Results::new(wanted.format, own, self.file(wanted), buffer);
        let wants_counters = wanted.format == Format::Jsonl;
        for (row, line) in self.rows.lines.iter().enumerate() {
            results.push(&Row {
                line: self.number(line),
                text: self.text(row),
                status: line.status,
                bad: self.bad.get(&(row as u32)),
                solutions: line.solutions,
                solution: (line.solutions > 0).then(|| self.slot(row)),
                counters: if wants_counters { self.counters(row) } else { Counters::default() },
            });
        }
        results.into_bytes()
    }

    /// The name of the input, if rows have it.
    fn file(&self, wanted: Wanted) -> Option<&str> {
        wanted.named.then(|| self.chunk.name())
    }

    /// The number of a row's line in the input.
    fn number(&self, line: &PuzzleLine) -> u64 {
        self.newlines_before + u64::from(line.newlines) + 1
    }

    fn counters(&self, row: usize) -> Counters {
        let counters = self.rows.work[row].counters;
        if counters.clues > 0 {
            return counters;
        }
        match self.text(row).first_chunk() {
            Some(cells) if self.cells == cells.len() => {
                Counters { clues: clues(cells), ..counters }
            }
            _ => counters,
        }
    }

    /// Shortens the slots without solution to an empty line, and ends behind the last one.
    fn close_gaps(&mut self) {
        let (size, rows) = (self.cells + 1, self.rows.lines.len());
        if self.solved == rows {
            return self.slots.truncate(rows * size);
        }
        let mut end = 0;
        for (line, at) in self.rows.lines.iter().zip((0..).step_by(size)) {
            if line.solutions > 0 {
                self.slots.copy_within(at..at + size, end);
                end += size;
            } else {
                self.slots[end] = b'\n';
                end += 1;
            }
        }
        self.slots.truncate(end);
    }
}
