//! Renders the finished rows of a page to the bytes to write.

use super::{
    Page, Wanted,
    read::{Origin, Rows},
};
use crate::{
    input::{Answer, BadLine, Chunk, Line, parse_line_in, place},
    output::{Format, Row},
};
use sudomill_core::{
    for_size,
    grid::Alphabet,
    solver::{Batch, Counters, Grade, Limits, RowResult, Status},
    verify,
};

/// The number of bad lines per chunk that are reported one by one; all are counted.
const REPORTED: usize = 10;

impl Page<'_> {
    /// Renders the rows of a solved batch: the next rows that have not been rendered.
    pub fn render(&mut self, batch: &mut Batch, rows: &mut Rows) {
        self.open -= 1;
        if self.alphabet() != Alphabet::FromOne {
            batch.translate_solutions(self.chunk.alphabet());
        }
        self.count(batch, rows);
        if self.wanted.timed {
            self.timing(batch, rows);
        }
        let Wanted { plan, only, .. } = self.wanted;
        match plan.format {
            Format::Solution if only.is_none() => self.solutions(batch),
            format if format.lists_all() => {}
            _ => self.rows(batch, rows),
        }
        self.locate_undecodable(rows);
    }

    /// Counts the rows, and finds the errors of those whose clues repeat a digit.
    fn count(&mut self, batch: &Batch, rows: &mut Rows) {
        let mut statuses = [0; Status::ALL.len()];
        for (row, result) in batch.results().iter().enumerate() {
            statuses[result.status as usize] += 1;
            if result.status == Status::Invalid && !rows.bad.contains_key(&row) {
                rows.bad.insert(row, repeated_digit(&self.chunk, &rows.origins[row]));
            }
        }
        let counts = &mut self.solved.counts;
        for (status, count) in Status::ALL.into_iter().zip(statuses) {
            counts.count(status, count);
        }
        for (&row, bad) in &rows.bad {
            counts.bad(bad);
            if self.solved.bad.len() < REPORTED {
                self.solved.bad.push((rows.origins[row].newlines.into(), bad.clone()));
            }
        }
        // A cell with candidates counts as empty.
        let has_empty_cells = |row: usize| {
            batch.results()[row].status != Status::Invalid
                && (batch.has_candidates() || batch.clues(row) < batch.size().cells() as u64)
        };
        self.has_empty_cells = self.has_empty_cells || (0..batch.len()).any(has_empty_cells);
    }

    fn timing(&mut self, batch: &Batch, rows: &Rows) {
        for (row, origin) in rows.origins.iter().enumerate() {
            let RowResult { status, solutions, solve_ns, .. } = batch.results()[row];
            let counters = batch.counters(row);
            let number = self.newlines_before + u64::from(origin.newlines) + 1;
            self.timing.push(number, status, solutions, &counters, solve_ns);
        }
    }

    /// Writes one line per row: its solution, or nothing.
    fn solutions(&mut self, batch: &Batch) {
        let bytes = self.results.bytes();
        if batch.results().iter().all(|result| result.solutions > 0) {
            return bytes.extend_from_slice(batch.solution_lines());
        }
        for row in 0..batch.len() {
            bytes.extend_from_slice(batch.solution(row).unwrap_or_default());
            bytes.push(b'\n');
        }
    }

    fn rows(&mut self, batch: &Batch, rows: &Rows) {
        let Self { wanted, chunk, results, solved, newlines_before, .. } = self;
        let Wanted { plan, limits, only, .. } = *wanted;
        let (needs_work, is_graded) = (plan.needs_work(), plan.is_graded());
        let is_compared = plan.is_compared();
        let (text, records) = (chunk.puzzle_text(), chunk.record_text());
        for (row, (origin, result)) in rows.origins.iter().zip(batch.results()).enumerate() {
            let RowResult { status, solutions, solve_ns, .. } = *result;
            let solution = batch.solution(row);
            let has_puzzle = status != Status::Invalid;
            let is_left_out = |agrees| only.is_some_and(|only| !only.takes(status, agrees));
            if has_puzzle && results.copies(origin.fields) {
                if !is_left_out(None) {
                    results.push_copy(origin.record(records), status, solutions, solution);
                }
                continue;
            }
            let grade = match is_graded && has_puzzle {
                true => grade(batch, row, limits),
                false => None,
            };
            if let Some(grade) = grade {
                solved.counts.grade(grade.difficulty);
            }
            let agrees = solution.filter(|_| is_compared).and_then(|found| {
                let (agrees, reason) =
                    compare(chunk, origin, found, solved.wrong.len() < REPORTED)?;
                solved.counts.compare(agrees);
                solved.wrong.extend(reason.map(|reason| (origin.newlines.into(), reason)));
                Some(agrees)
            });
            if is_left_out(agrees) {
                continue;
            }
            let counters = if needs_work { batch.counters(row) } else { Counters::NONE };
            results.push(&Row {
                file: chunk.name(),
                line: *newlines_before + u64::from(origin.newlines) + 1,
                text: origin.field(text),
                record: origin.record(records),
                fields: origin.fields,
                status,
                bad: rows.bad.get(&row),
                solutions,
                solution,
                index: 0,
                grade,
                agrees,
                counters: &counters,
                solve_ns,
            });
        }
    }

    /// Writes one of several solutions of a row whose search has not ended.
    pub fn push_solution(&mut self, rows: &Rows, row: usize, index: u64, solution: &[u8]) {
        let (chunk, origin) = (&self.chunk, &rows.origins[row]);
        self.results.push(&Row {
            file: chunk.name(),
            line: self.newlines_before + u64::from(origin.newlines) + 1,
            text: origin.field(chunk.puzzle_text()),
            record: origin.record(chunk.record_text()),
            fields: 0,
            status: Status::GaveUp,
            bad: None,
            solutions: index,
            solution: Some(solution),
            index,
            grade: None,
            agrees: None,
            counters: &Counters::NONE,
            solve_ns: 0,
        });
    }

    /// Counts the solutions of a row that are written.
    pub fn list(&mut self, solutions: u64, limit: u64) {
        self.solved.counts.list(solutions, limit);
    }

    /// Finds the position of the first value that is not UTF-8, if it is in these rows.
    fn locate_undecodable(&mut self, rows: &Rows) {
        let Some((number, at)) = self.results.undecodable() else { return };
        let newlines = number - 1 - self.newlines_before;
        let is_it = |origin: &&Origin| u64::from(origin.newlines) == newlines;
        if let Some(origin) = rows.origins.iter().find(is_it) {
            let (below, column) = place(origin.record(self.chunk.record_text()), at);
            self.solved.undecodable.get_or_insert((newlines + below, column));
        }
    }
}

/// The error of a row whose clues repeat a digit, with the position in its line.
#[cold]
fn repeated_digit(chunk: &Chunk, origin: &Origin) -> BadLine {
    let text = origin.field(chunk.puzzle_text());
    for_size!(chunk.size(), O => match chunk.line_of::<O>(text) {
        Line::Bad(bad) => bad,
        other => unreachable!("{other:?} is no puzzle"),
    })
}

/// Grades the puzzle of a row.
fn grade(batch: &Batch, row: usize, limits: &Limits) -> Option<Grade> {
    for_size!(batch.size(), O => Some(Grade::of(&batch.puzzle::<O>(row)?, limits)))
}

/// Compares the solution in a row with one that was found; if the puzzle has several, any of them
/// will do. Returns `None` if the row has no solution. If it is wrong and `wants_reason` is set,
/// also returns the reason.
fn compare(
    chunk: &Chunk,
    origin: &Origin,
    found: &[u8],
    wants_reason: bool,
) -> Option<(bool, Option<String>)> {
    let Answer::Text(own) = chunk.solutions()?.answer(origin.record(chunk.puzzle_text())) else {
        return None;
    };
    let (text, alphabet) = (origin.field(chunk.puzzle_text()), chunk.alphabet());
    if own.is_empty() {
        return None;
    }
    for_size!(chunk.size(), O => {
        if own == found || verify::is_right::<O>(text, own, alphabet) {
            return Some((true, None));
        }
        let reason = || match parse_line_in::<O>(text, alphabet) {
            Line::Puzzle(_, puzzle) => verify::check_text(&puzzle, own, alphabet)
                .map_or_else(|fault| fault.to_string(), |()| String::new()),
            _ => String::new(),
        };
        Some((false, wants_reason.then(reason)))
    })
}
