//! The finished rows of a page become the bytes to write.

use super::{MAX_REPORTED, SolveOptions, page::Page};
use crate::Error;
use crate::{
    input::{Answer, Chunk, Notation, Record},
    output::{
        Agreement, Column, Draft, Extras, Origins, Plan, RowWriter, SolvedRows, Tally, Timing,
    },
};
use std::collections::VecDeque;
use sudomill_core::threads::check_stop;
use sudomill_core::{
    by_size,
    grid::Alphabet,
    solver::{Batch, Grade, Status, redundant_clues_of_row},
    symmetry::{Canonical, canonical_of_row},
    verify,
};

/// The results of a page, so far.
#[derive(Default)]
pub(super) struct Solved {
    pub results: Draft,
    pub timing: Draft,
    /// The origins of the rows that are read and not rendered, one entry per batch.
    pub open: VecDeque<Origins>,
}

/// Renders the rows of a thread's pages.
pub(super) struct Renderer<'a> {
    pub options: &'a SolveOptions<'a>,
    plan: &'a Plan,
    results: Box<dyn RowWriter + 'a>,
    timing: Option<Timing>,
    /// The solve times of this thread; their distribution if timing rows are rendered.
    pub tally: Tally,
}

impl<'a> Renderer<'a> {
    /// Creates a renderer, which renders timing rows if `timed` is set.
    pub fn new(options: &'a SolveOptions<'a>, plan: &'a Plan, timed: bool) -> Self {
        let timing = timed.then(|| Timing::new(options.file_column));
        Self { options, plan, results: (plan.new_writer)(plan), timing, tally: Tally::default() }
    }

    /// Renders the rows of a solved batch: the next rows of the page that are not rendered.
    ///
    /// # Errors
    /// [`Error::Interrupted`] if the run was stopped by the end: searches that end early, here or
    /// before, have left wrong results, and the page must not be used.
    pub fn render(
        &mut self,
        page: &mut Page,
        solved: &mut Solved,
        batch: &mut Batch,
        origins: &mut Origins,
    ) -> Result<(), Error> {
        if page.chunk.layout.alphabet != Alphabet::FromOne {
            batch.translate_solutions(page.chunk.layout.alphabet);
        }
        count(page, batch, origins);
        let &mut Page { ref chunk, newlines_before, ref mut tally, ref mut wrong, .. } = page;
        let mut rows = SolvedRows { chunk, newlines_before, batch, origins, extras: Vec::new() };
        if let Some(timing) = &mut self.timing {
            timing.rows(&rows, None, &mut solved.timing);
            for (row, result) in batch.results().iter().enumerate() {
                if result.status != Status::Invalid {
                    let (line, guesses) = (rows.row(row).line(), result.counters.guesses);
                    let text = || Some(batch.text(row));
                    self.tally.times.add_row(line, result.solve_ns, guesses, text);
                }
            }
        }
        let limits = &self.options.limits;
        let clues = Notation { candidates: false, ..chunk.layout.notation() };
        if !self.options.format.lists_all() {
            let shows = |columns: &[Column]| self.plan.has_any(columns);
            let grade = shows(&[Column::Difficulty, Column::DifficultyGuesses]);
            let redundant = shows(&[Column::Minimal, Column::Redundant]);
            let form = shows(&[Column::Canonical, Column::Automorphisms]);
            let agrees = shows(&[Column::Agrees]);
            let solution_form = shows(&[Column::CanonicalSolution]);
            let mut extras = |row: usize| {
                let grade = grade.then(|| Grade::of_row(batch, row, limits)).flatten();
                grade.iter().for_each(|grade| tally.difficulties.add(grade.difficulty, 1));
                let (record, found) = (&origins.rows[row], batch.solution(row));
                let wants_reason = wrong.len() < MAX_REPORTED;
                let compared = found.filter(|_| agrees);
                let compared = compared.and_then(|it| compare(chunk, record, it, wants_reason));
                let agrees = compared.map(|(agrees, reason)| {
                    tally.compared.add(if agrees { Agreement::Right } else { Agreement::Wrong }, 1);
                    wrong.extend(reason.map(|reason| (record.newlines.into(), reason)));
                    agrees
                });
                let redundant = redundant.then(|| redundant_clues_of_row(batch, row, limits));
                let form = form.then(|| canonical_of_row(batch, row)).flatten();
                let solution = found.filter(|_| solution_form);
                Extras {
                    grade,
                    agrees,
                    redundant: redundant.flatten().map(|clues| clues as u64),
                    form: form.map(|it: Canonical| (it.puzzle.to_string(), it.automorphisms)),
                    solution_form: solution
                        .and_then(|it| by_size::canonical_line(it, chunk.layout.size, clues)),
                }
            };
            if grade || redundant || form || agrees || solution_form {
                rows.extras = (0..batch.len()).map(&mut extras).collect();
            }
            self.results.rows(&rows, self.options.only, &mut solved.results);
        }
        check_stop(limits.stop)?;
        Ok(())
    }

    /// Writes one of several solutions of a row whose search has not ended. Returns all bytes of
    /// the page that are not yet written.
    pub fn solution<'p>(
        &mut self,
        page: &Page,
        solved: &'p mut Solved,
        (batch, origins): (&Batch, &Origins),
        row: usize,
        (index, solution): (u64, &[u8]),
    ) -> &'p mut Vec<u8> {
        let (chunk, newlines_before) = (&page.chunk, page.newlines_before);
        let rows = SolvedRows { chunk, newlines_before, batch, origins, extras: Vec::new() };
        self.results.row(&rows.with_solution(row, index, solution), &mut solved.results);
        &mut solved.results.bytes
    }
}

/// Counts the rows, and finds the errors of those whose clues repeat a digit.
fn count(page: &mut Page, batch: &Batch, origins: &mut Origins) {
    let Origins { rows, bad } = origins;
    for (row, result) in batch.results().iter().enumerate() {
        page.tally.statuses.add(result.status, 1);
        if result.status == Status::Invalid
            && let Err(at) = bad.binary_search_by_key(&row, |bad| bad.0)
        {
            bad.insert(at, (row, page.chunk.fault(&rows[row])));
        }
    }
    for (row, bad) in &*bad {
        page.tally.bad(bad);
        if page.bad.len() < MAX_REPORTED {
            page.bad.push((rows[*row].newlines.into(), bad.clone()));
        }
    }
    // A cell with candidates counts as empty.
    let has_empty_cells = |row: usize| {
        batch.results()[row].status != Status::Invalid
            && (batch.has_candidates() || batch.clues(row) < batch.size().cells() as u64)
    };
    let tally = &mut page.tally;
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
    let Answer::Text(own) = chunk.layout.solutions.as_ref()?.answer(chunk.record(origin)) else {
        return None;
    };
    let (text, size, own) = (chunk.text(origin), chunk.layout.size, &*own);
    if own.is_empty() {
        return None;
    }
    if own == found || verify::is_right(size, text, own, chunk.layout.alphabet) {
        return Some((true, None));
    }
    let fault = || by_size::check(text, own, size, chunk.layout.notation()).ok().flatten();
    let reason = || fault().map(|fault| fault.to_string()).unwrap_or_default();
    Some((false, wants_reason.then(reason)))
}
