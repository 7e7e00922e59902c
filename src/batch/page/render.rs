//! Renders a finished page to the bytes to write.

use super::{
    Page, Solved, Wanted,
    read::{PuzzleLine, Rows, clues_of},
};
use crate::{
    for_size,
    input::{Answer, Line, parse_line_in, place},
    output::{Counts, Format, Results, Row, Timing},
    solver::{Counters, Grade, Limits, OwnCounter, OwnCounters, Status},
    verify,
};
use std::mem;

/// The number of bad lines per chunk that are reported one by one; all are counted.
const REPORTED: usize = 10;

/// Zero counters and time, for rows of which no column shows them.
static NO_WORK: (Counters, u64) = {
    let own = OwnCounters::new([0; OwnCounter::ALL.len()]);
    (Counters { clues: 0, guesses: 0, backtracks: 0, steps: 0, own }, 0)
};

impl Page {
    /// Renders the page. Returns the rows, to be reused.
    pub fn render(mut self, wanted: Wanted) -> (Solved, Rows) {
        let mut counts = mem::take(&mut self.counts);
        for (status, count) in Status::ALL.into_iter().zip(self.statuses) {
            counts.count(status, count);
        }
        counts.count(Status::Invalid, self.bad.len() as u64);
        self.translate_solutions();
        self.bad.values().for_each(|bad| counts.bad(bad));
        self.skipped.iter().for_each(|&skip| counts.skip(skip));
        if self.has_empty_cells() {
            counts.empty_cells();
        }
        if wanted.timed {
            self.buffers.timing = self.timing(wanted);
        }
        let mut wrong = Vec::new();
        if wanted.plan.format == Format::Solution && wanted.only.is_none() {
            self.close_gaps();
            self.buffers.results = self.slots;
        } else {
            if !wanted.plan.format.lists_all() {
                self.buffers.results = self.results(wanted, &mut counts, &mut wrong);
            }
            self.buffers.slots = self.slots;
        }
        let bad = self.bad.into_iter().take(REPORTED);
        let line = |row: u32| self.rows.lines[row as usize].newlines.into();
        let solved = Solved {
            counts,
            newlines: self.place.newlines(),
            stray: self.stray,
            bad: bad.map(|(row, bad)| (line(row), bad)).collect(),
            wrong,
            undecodable: self.undecodable,
            chunk: self.chunk,
            buffers: self.buffers,
        };
        (solved, self.rows)
    }

    /// Returns true if a puzzle has an empty cell. A cell with candidates counts as empty.
    fn has_empty_cells(&self) -> bool {
        if self.chunk.has_candidates() {
            return true;
        }
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

    fn results(
        &mut self,
        wanted: Wanted,
        counts: &mut Counts,
        wrong: &mut Vec<(u64, String)>,
    ) -> Vec<u8> {
        let Wanted { plan, limits, only, .. } = wanted;
        let buffer = mem::take(&mut self.buffers.results);
        let mut results = Results::new(plan, self.input(), self.has_quotes(), buffer);
        let (needs_work, is_graded) = (plan.needs_work(), plan.is_graded());
        let is_compared = plan.is_compared();
        let (text, records) = (self.chunk.puzzle_text(), self.chunk.record_text());
        for (row, line) in self.rows.lines.iter().enumerate() {
            let record = self.rows.records.get(row);
            let solution = (line.solutions > 0).then(|| self.slot(row));
            let has_puzzle = line.status != Status::Invalid;
            let is_left_out = |agrees| only.is_some_and(|only| !only.takes(line.status, agrees));
            if let Some(copy) = record.filter(|it| has_puzzle && results.copies(it.fields)) {
                if is_left_out(None) {
                    continue;
                }
                let (status, solutions) = (line.status, line.solutions);
                results.push_copy(copy.within(records), status, solutions, solution);
                continue;
            }
            let work = needs_work.then(|| (self.counters(row), self.rows.work[row].solve_ns));
            let (counters, solve_ns) = work.as_ref().unwrap_or(&NO_WORK);
            let grade = if is_graded { self.grade(row, limits) } else { None };
            if let Some(grade) = grade {
                counts.grade(grade.difficulty);
            }
            let agrees = if is_compared { self.agrees(row) } else { None };
            if let Some(agrees) = agrees {
                counts.compare(agrees);
                if !agrees && wrong.len() < REPORTED {
                    wrong.push((line.newlines.into(), self.fault(row)));
                }
            }
            if is_left_out(agrees) {
                continue;
            }
            results.push(&Row {
                file: self.input(),
                line: self.number(line),
                text: line.field(text),
                record: record.map_or(b"", |record| record.within(records)),
                fields: record.map_or(0, |record| record.fields),
                status: line.status,
                bad: self.bad.get(&(row as u32)),
                solutions: line.solutions,
                solution,
                index: 0,
                grade,
                agrees,
                counters,
                solve_ns: *solve_ns,
            });
        }
        counts.unkept(results.unkept());
        let undecodable = results.undecodable();
        let bytes = results.into_bytes();
        self.locate(undecodable);
        bytes
    }

    /// Records the position of a value that is not UTF-8, given its line number and the offset in
    /// its record.
    pub fn locate(&mut self, undecodable: Option<(u64, usize)>) {
        self.undecodable = undecodable.and_then(|(number, at)| {
            let newlines = number - 1 - self.newlines_before;
            let is_it = |line: &PuzzleLine| u64::from(line.newlines) == newlines;
            let row = self.rows.lines.iter().position(is_it)?;
            let record = self.record_in(row, self.chunk.record_text());
            let (below, column) = place(record, at);
            Some((newlines + below, column))
        });
    }

    /// Returns the row of one solution, for a puzzle whose search has not ended.
    pub fn solution_row<'a>(&'a self, row: u32, index: u64, solution: &'a [u8]) -> Row<'a> {
        let row = row as usize;
        let line = &self.rows.lines[row];
        Row {
            file: self.input(),
            line: self.number(line),
            text: self.text(row),
            record: self.record(row),
            fields: 0,
            status: line.status,
            bad: None,
            solutions: index,
            solution: Some(solution),
            index,
            grade: None,
            agrees: None,
            counters: &NO_WORK.0,
            solve_ns: 0,
        }
    }

    /// The name of the input, if timing rows include it.
    fn file(&self, wanted: Wanted) -> Option<&str> {
        wanted.named.then(|| self.input())
    }

    /// The line number of a row in the input, from 1.
    fn number(&self, line: &PuzzleLine) -> u64 {
        self.newlines_before + u64::from(line.newlines) + 1
    }

    /// Grades the puzzle of a row; `None` for a bad line.
    fn grade(&self, row: usize, limits: &Limits) -> Option<Grade> {
        if self.rows.lines[row].status == Status::Invalid {
            return None;
        }
        let (text, alphabet) = (self.text(row), self.chunk.alphabet());
        for_size!(self.chunk.size(), O => match parse_line_in::<O>(text, alphabet) {
            Line::Puzzle(_, puzzle) => Some(Grade::of(&puzzle, limits)),
            _ => None,
        })
    }

    /// Describes what is wrong with the solution in a row.
    #[cold]
    fn fault(&self, row: usize) -> String {
        let record = self.record_in(row, self.chunk.puzzle_text());
        let Some(Answer::Text(own)) = self.chunk.solutions().map(|it| it.answer(record)) else {
            return String::new();
        };
        let (text, alphabet) = (self.text(row), self.chunk.alphabet());
        for_size!(self.chunk.size(), O => match parse_line_in::<O>(text, alphabet) {
            Line::Puzzle(_, puzzle) => verify::check_text(&puzzle, own, alphabet)
                .map_or_else(|fault| fault.to_string(), |()| String::new()),
            _ => String::new(),
        })
    }

    /// Returns true if the solution in the row solves its puzzle; if the puzzle has several
    /// solutions, any of them will do. Returns `None` if the row has no solution or none was found.
    fn agrees(&self, row: usize) -> Option<bool> {
        let found = (self.rows.lines[row].solutions > 0).then(|| self.slot(row))?;
        let record = self.record_in(row, self.chunk.puzzle_text());
        let Answer::Text(own) = self.chunk.solutions()?.answer(record) else {
            return None;
        };
        let (text, alphabet) = (self.text(row), self.chunk.alphabet());
        let is_right =
            || for_size!(self.chunk.size(), O => verify::is_right::<O>(text, own, alphabet));
        (!own.is_empty()).then(|| own == found || is_right())
    }

    fn counters(&self, row: usize) -> Counters {
        let counters = self.rows.work[row].counters;
        if counters.clues > 0 {
            return counters;
        }
        let clues = match &self.custom {
            Some(custom) => custom.clues(self.text(row)),
            None => clues_of(self.text(row)).unwrap_or(counters.clues),
        };
        Counters { clues, ..counters }
    }

    /// Replaces the slots of rows without solution with empty lines, and truncates after the last
    /// slot.
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
