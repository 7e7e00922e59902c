//! The finished rows of a page become the bytes to write.

use super::{
    MAX_REPORTED, SolveOptions,
    judge::{Judgement, judge},
    page::{Page, PageBatch},
};
use crate::extras::Finder;
use std::collections::VecDeque;
use sudomill_input::{BLANKS, Chunk, Error, Notation, Record};
use sudomill_output::{
    Agreement, Column, Draft, Extras, Origins, Plan, RatingRange, RowWriter, SolvedRows, Tally,
    Timing,
};
use sudomill_puzzle::{
    any::puzzle_of_row,
    grid::{Alphabet, Size},
    solving::Status,
};
use sudomill_solvers::threads::check_stop;

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
    results: Box<dyn RowWriter + 'a>,
    timing: Option<Timing>,
    finder: Finder<'a>,
    /// True if a column shows whether the solutions in the input are right.
    agrees: bool,
    /// The solve times of this thread; their distribution if timing rows are rendered.
    pub tally: Tally,
}

impl<'a> Renderer<'a> {
    /// Creates a renderer, which renders timing rows if `timed` is set.
    pub fn new(options: &'a SolveOptions<'a>, plan: &'a Plan, timed: bool) -> Self {
        let timing = timed.then(|| Timing::new(options.file_column));
        let (results, tally) = ((plan.style.new_writer)(plan), Tally::default());
        let finder = Finder::new(|it| plan.has_any(it), options.max_rating, &options.limits);
        let agrees = plan.has_any(&[Column::Agrees]);
        Self { options, results, timing, finder, agrees, tally }
    }

    /// Renders the rows of a solved batch: the next rows of the page that are not rendered, up to
    /// the one at which the run fails. Removes those behind it.
    ///
    /// # Errors
    /// [`RunError::Interrupted`] if the run was stopped by the end: searches that end early, here or
    /// before, have left wrong results, and the page must not be used.
    pub fn render(
        &mut self,
        page: &mut Page,
        solved: &mut Solved,
        rows: &mut PageBatch,
    ) -> Result<(), Error> {
        if page.chunk.layout.alphabet != Alphabet::FromOne {
            rows.batch.translate_solutions(page.chunk.layout.alphabet);
        }
        count(page, rows);
        if self.options.strict {
            page.reject(&rows.origins);
        }
        rows.truncate(page.rows_above_failure(&rows.origins));
        if !self.options.format.lists_all() {
            self.render_results(page, solved, rows);
        }
        if let Some(value) = solved.results.undecodable {
            page.fail_at(value.newlines_before_record);
            rows.truncate(page.rows_above_failure(&rows.origins));
        }
        self.render_timing(page, solved, rows);
        check_stop(self.options.limits.stop)?;
        Ok(())
    }

    fn render_timing(&mut self, page: &Page, solved: &mut Solved, rows: &PageBatch) {
        let Some(timing) = &mut self.timing else { return };
        let rows = rows.of_page(page);
        timing.rows(&rows, None, &mut solved.timing);
        for (row, result) in rows.batch.results().iter().enumerate() {
            if result.status != Status::Invalid {
                let (line, guesses) = (rows.row(row).line(), result.counters.guesses);
                let text = || Some(rows.batch.text(row));
                self.tally.times.add_row(line, result.solve_ns, guesses, text);
            }
        }
    }

    fn render_results(&mut self, page: &mut Page, solved: &mut Solved, rows: &PageBatch) {
        let PageBatch { batch, origins } = rows;
        let &mut Page { ref chunk, newlines_before, ref mut tally, ref mut wrong, .. } = page;
        let mut rows = SolvedRows { chunk, newlines_before, batch, origins, extras: Vec::new() };
        let (finder, agrees) = (&mut self.finder, self.agrees);
        let shows_any = agrees || finder.is_needed();
        let mut extras = |row: usize| {
            let (status, found) = (batch.results()[row].status, batch.solution(row));
            let puzzle = || puzzle_of_row(batch, row);
            let extras = finder.find(&chunk.layout, puzzle, status, found);
            extras.grade.iter().for_each(|grade| tally.difficulties.add(grade.difficulty, 1));
            extras.rating.iter().for_each(|it| tally.ratings.add(RatingRange::of(*it), 1));
            let compared = found.filter(|_| agrees);
            let record = &origins.rows[row];
            let agrees = compared.and_then(|it| compare(chunk, record, it, tally, wrong));
            Extras { agrees, ..extras }
        };
        if shows_any {
            rows.extras = (0..batch.len()).map(&mut extras).collect();
        }
        self.results.rows(&rows, self.options.only.as_ref(), &mut solved.results);
    }

    /// Writes one of several solutions of a row whose search has not ended.
    pub fn solution(
        &mut self,
        page: &Page,
        solved: &mut Solved,
        rows: &PageBatch,
        solution: Solution,
    ) {
        let (rows, Solution { row, index, symbols }) = (rows.of_page(page), solution);
        let row = rows.with_solution(row, index, symbols);
        self.results.decodable_row(&row, &mut solved.results);
    }
}

/// A solution of a row.
pub(super) struct Solution<'s> {
    /// The number of the row in its batch.
    pub row: usize,
    /// The number of the solution, from 1.
    pub index: u64,
    pub symbols: &'s [u8],
}

/// Returns true if the zeros of a puzzle may be digits, although they are read as empty cells: other
/// cells are empty, too, and the largest digit is nowhere.
fn has_doubtful_zeros(chunk: &Chunk, record: &Record) -> bool {
    let text = chunk.text(record);
    let layout = &chunk.layout;
    let largest = b'0' + layout.size.side() as u8;
    layout.size <= Size::Nine
        && layout.notation() == Notation::default()
        && text.contains(&b'0')
        && !text.contains(&largest)
        && text.iter().any(|byte| *byte != b'0' && BLANKS.contains(byte))
}

/// Returns true if candidates that were eliminated stand behind the puzzle, as in HoDoKu's library:
/// `53..7…:818 922:`, digit, row and column of each.
fn has_eliminations(chunk: &Chunk, record: &Record) -> bool {
    let line = chunk.record(record);
    let table = &chunk.layout.table;
    // Most lines have nothing behind the puzzle, or no colon, and need not be divided.
    if line.len() <= record.len as usize || memchr::memchr(b':', line).is_none() {
        return false;
    }
    if chunk.has_grids() || table.is_json() || table.separator().is_some() {
        return false;
    }
    let field = table.field(line).ok();
    let behind = field.and_then(|field| line[field.end..].strip_prefix(b":"));
    let listed = behind.and_then(|behind| behind.split(|byte| *byte == b':').next());
    let is_candidate =
        |word: &[u8]| word.len() == 3 && word.iter().all(|it| (b'1'..=b'9').contains(it));
    listed.is_some_and(|listed| listed.trim_ascii().split(|it| *it == b' ').all(is_candidate))
}

/// Counts the rows, and finds the errors of those whose clues repeat a digit.
fn count(page: &mut Page, rows: &mut PageBatch) {
    let PageBatch { batch, origins: Origins { rows, bad } } = rows;
    for (row, result) in batch.results().iter().enumerate() {
        page.tally.statuses.add(result.status, 1);
        if result.status == Status::Multiple {
            page.tally.doubtful_zeros += u64::from(has_doubtful_zeros(&page.chunk, &rows[row]));
        }
        page.tally.eliminated += u64::from(has_eliminations(&page.chunk, &rows[row]));
        if result.status == Status::Invalid
            && let Err(at) = bad.binary_search_by_key(&row, |bad| bad.0)
        {
            bad.insert(at, (row, page.chunk.fault(&rows[row])));
        }
    }
    for (row, bad) in &*bad {
        let text = page.chunk.text(&rows[*row]);
        page.tally.bad(bad, text, page.chunk.layout.size.cells());
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
    for row in 0..batch.len() {
        if tally.turns.skip(batch.len() - row) {
            break;
        }
        let is_valid = batch.results()[row].status != Status::Invalid;
        tally.turns.add(is_valid.then(|| !has_empty_cells(row)));
    }
}

/// Compares the solution in a row with one that was found, and counts it. Returns whether it is
/// right, `None` if there is none to compare. Adds the reason to the wrong ones of the page, as many as may be reported.
fn compare(
    chunk: &Chunk,
    record: &Record,
    found: &[u8],
    tally: &mut Tally,
    wrong: &mut Vec<(u64, String)>,
) -> Option<bool> {
    let answer = chunk.answer(chunk.record(record), &chunk.layout);
    let agreement = match judge(chunk, record, answer, Some(found)) {
        Judgement::Right => Agreement::Right,
        Judgement::Wrong(reason) => {
            if wrong.len() < MAX_REPORTED {
                wrong.push((record.newlines.into(), reason.to_string()));
            }
            Agreement::Wrong
        }
        Judgement::Damaged => Agreement::Damaged,
        // Counted as the rest of the rows.
        Judgement::NotGiven(_) | Judgement::Counted | Judgement::BadPuzzle(_) => return None,
    };
    tally.compared.add(agreement, 1);
    (agreement != Agreement::Damaged).then_some(agreement == Agreement::Right)
}
