//! A chunk being solved, and its finished rows becoming the bytes to write.

use super::{MAX_REPORTED, Options, read::Reader};
use crate::{
    input::{Answer, BadLine, Chunk, Record, Skip},
    output::{
        Agreement, Extras, Lines, Origins, Plan, RowWriter, SolvedRows, Tally, Times, Timing,
    },
};
use sudomill_core::{
    Error, by_size,
    error::Problem,
    grid::{Alphabet, Digit, Order3, Puzzle},
    solver::{Batch, Grade, Status, redundant_clues_of_row},
    symmetry::{Canonical, canonical, canonical_of_row},
    verify,
};

/// A chunk whose lines are read into batches, and whose finished rows are rendered.
pub(super) struct Page {
    pub reader: Reader,
    /// The number of batches that are read and not rendered.
    pub open: usize,
    /// The number of newlines of the input before the chunk, as far as line numbers are needed.
    newlines_before: u64,
    solved: Solved,
}

/// Everything to write and to report for a finished chunk.
#[derive(Default)]
pub(super) struct Solved {
    pub results: Lines,
    pub timing: Lines,
    /// The first bad lines, each with the number of newlines before it in the chunk.
    pub bad: Vec<(u64, BadLine)>,
    /// See [`Reader::stray`].
    pub stray: Option<(u64, Skip)>,
    /// The first wrong solutions, each with the number of newlines before it and the reason.
    pub wrong: Vec<(u64, String)>,
    pub tally: Tally,
    pub newlines: u64,
}

impl Solved {
    /// Removes everything, and keeps the memory for another chunk.
    pub fn cleared(mut self) -> Self {
        self.results.clear();
        self.timing.clear();
        Self { results: self.results, timing: self.timing, ..Self::default() }
    }
}

impl Page {
    /// Starts a page for a chunk, with no lines read. `solved` is empty.
    pub fn new(chunk: Chunk, newlines_before: u64, solved: Solved) -> Self {
        Self { reader: Reader::new(chunk), open: 0, newlines_before, solved }
    }

    /// Returns true once all lines are read and rendered.
    pub const fn is_done(&self) -> bool {
        self.reader.is_done && self.open == 0
    }

    /// Ends the page. Returns its chunk and everything to write for it.
    pub fn end(self) -> (Chunk, Solved) {
        let Self { reader, mut solved, .. } = self;
        (solved.newlines, solved.stray) = (reader.newlines(), reader.stray);
        solved.tally = reader.tally;
        solved.tally.unkept = solved.results.unkept;
        (reader.chunk, solved)
    }
}

/// Renders the rows of a thread's pages.
pub(super) struct Renderer<'a> {
    options: &'a Options<'a>,
    plan: &'a Plan,
    results: Box<dyn RowWriter + 'a>,
    timing: Option<Timing>,
    /// The times of all rows so far, if timing rows are rendered.
    pub times: Times,
}

impl<'a> Renderer<'a> {
    /// Creates a renderer, which renders timing rows if `timed` is set.
    pub fn new(options: &'a Options<'a>, plan: &'a Plan, timed: bool) -> Self {
        let timing = timed.then(|| Timing::new(options.file_column));
        Self { options, plan, results: plan.writer(), timing, times: Times::default() }
    }

    /// Renders the rows of a solved batch: the next rows of the page that are not rendered.
    ///
    /// # Errors
    /// [`Error::Interrupted`] if the run was stopped by the end: searches that end early, here or
    /// before, have left wrong results, and the page must not be used.
    pub fn render(
        &mut self,
        page: &mut Page,
        batch: &mut Batch,
        origins: &mut Origins,
    ) -> Result<(), Error> {
        self.render_all(page, batch, origins);
        match self.options.limits.is_stopped() {
            true => Err(Error::Interrupted),
            false => Ok(()),
        }
    }

    fn render_all(&mut self, page: &mut Page, batch: &mut Batch, origins: &mut Origins) {
        page.open -= 1;
        let Page { reader: Reader { chunk, tally, .. }, newlines_before, solved, .. } = page;
        if chunk.alphabet() != Alphabet::FromOne {
            batch.translate_solutions(chunk.alphabet());
        }
        count(chunk, batch, origins, tally, &mut solved.bad);
        let newlines_before = *newlines_before;
        let mut rows = SolvedRows { chunk, newlines_before, batch, origins, extras: Vec::new() };
        if let Some(timing) = &mut self.timing {
            timing.rows(&rows, None, &mut solved.timing);
            for (row, result) in batch.results().iter().enumerate() {
                if result.status != Status::Invalid {
                    let (line, guesses) = (rows.row(row).line(), result.counters.guesses);
                    let text = || Some(batch.text(row));
                    self.times.add_row(line, result.solve_ns, guesses, text);
                }
            }
        }
        if self.options.format.lists_all() {
            return;
        }
        let shows = |columns: &[&str]| columns.iter().any(|column| self.plan.has(column));
        let grade = shows(&["difficulty", "difficulty_guesses"]);
        let redundant = shows(&["minimal", "redundant"]);
        let form = shows(&["canonical", "automorphisms"]);
        let (agrees, solution_form) = (shows(&["agrees"]), shows(&["canonical_solution"]));
        let limits = &self.options.limits;
        let mut extras = |row: usize| {
            let grade = grade.then(|| Grade::of_row(batch, row, limits)).flatten();
            grade.iter().for_each(|grade| tally.difficulties.add(grade.difficulty, 1));
            let (record, wants_reason) = (&origins.rows[row], solved.wrong.len() < MAX_REPORTED);
            let compared = batch.solution(row).filter(|_| agrees);
            let compared = compared.and_then(|found| compare(chunk, record, found, wants_reason));
            let agrees = compared.map(|(agrees, reason)| {
                tally.compared.add(if agrees { Agreement::Right } else { Agreement::Wrong }, 1);
                solved.wrong.extend(reason.map(|reason| (record.newlines.into(), reason)));
                agrees
            });
            let redundant = redundant.then(|| redundant_clues_of_row(batch, row, limits)).flatten();
            let form = form.then(|| canonical_of_row(batch, row)).flatten();
            let solution = batch.solution(row).filter(|_| solution_form);
            Extras {
                grade,
                agrees,
                redundant: redundant.map(|clues| clues as u64),
                form: form.map(|it: Canonical| (it.puzzle.to_string(), it.automorphisms)),
                solution_form: solution.and_then(|it| canonical_form(it, chunk.alphabet())),
            }
        };
        if grade || redundant || form || agrees || solution_form {
            rows.extras = (0..batch.len()).map(&mut extras).collect();
        }
        self.results.rows(&rows, self.options.only, &mut solved.results);
    }

    /// Writes one of several solutions of a row whose search has not ended. Returns all bytes of
    /// the page that are not yet written.
    pub fn solution<'p>(
        &mut self,
        page: &'p mut Page,
        (batch, origins): (&Batch, &Origins),
        row: usize,
        (index, solution): (u64, &[u8]),
    ) -> &'p mut Vec<u8> {
        let (chunk, newlines_before) = (&page.reader.chunk, page.newlines_before);
        let rows = SolvedRows { chunk, newlines_before, batch, origins, extras: Vec::new() };
        let lines = &mut page.solved.results;
        self.results.row(rows.with_solution(row, index, solution), lines);
        &mut lines.bytes
    }
}

/// The canonical form of a solution.
fn canonical_form(solution: &[u8], alphabet: Alphabet) -> Option<String> {
    let value = |&symbol: &u8| alphabet.digit(symbol).map_or(0, Digit::value);
    let values: Vec<_> = solution.iter().map(value).collect();
    Some(canonical(&Puzzle::<Order3>::new(&values).ok()?)?.puzzle.to_string())
}

/// Counts the rows, and finds the errors of those whose clues repeat a digit. Any other invalid row
/// is a full grid that the strategy rejects.
fn count(
    chunk: &Chunk,
    batch: &Batch,
    origins: &mut Origins,
    tally: &mut Tally,
    reported: &mut Vec<(u64, BadLine)>,
) {
    let Origins { rows, bad } = origins;
    for (row, result) in batch.results().iter().enumerate() {
        tally.statuses.add(result.status, 1);
        if result.status == Status::Invalid {
            let at = bad.partition_point(|(other, _)| *other < row);
            if bad.get(at).is_none_or(|(other, _)| *other > row) {
                let full = || BadLine::new((0, 1), Problem::FullGrid);
                bad.insert(at, (row, chunk.repeated_digit(&rows[row]).unwrap_or_else(full)));
            }
        }
    }
    for (row, bad) in &*bad {
        tally.bad(bad);
        if reported.len() < MAX_REPORTED {
            reported.push((rows[*row].newlines.into(), bad.clone()));
        }
    }
    // A cell with candidates counts as empty.
    let has_empty_cells = |row: usize| {
        batch.results()[row].status != Status::Invalid
            && (batch.has_candidates() || batch.clues(row) < batch.size().cells() as u64)
    };
    tally.has_empty_cells = tally.has_empty_cells || (0..batch.len()).any(has_empty_cells);
}

/// Compares the solution in a row with one that was found; if the puzzle has several, any of them
/// will do. Returns `None` if the row has no solution. If it is wrong and `wants_reason` is set,
/// also returns the reason.
fn compare(
    chunk: &Chunk,
    origin: &Record,
    found: &[u8],
    wants_reason: bool,
) -> Option<(bool, Option<String>)> {
    let Answer::Text(own) = chunk.solutions()?.answer(chunk.record(origin)) else {
        return None;
    };
    let (text, size, own) = (chunk.text(origin), chunk.size(), &*own);
    if own.is_empty() {
        return None;
    }
    if own == found || verify::is_right(size, text, own, chunk.alphabet()) {
        return Some((true, None));
    }
    let fault = || by_size::check(text, own, size, chunk.notation()).ok().flatten();
    let reason = || fault().map(|fault| fault.to_string()).unwrap_or_default();
    Some((false, wants_reason.then(reason)))
}
