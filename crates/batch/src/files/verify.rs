//! Checks solutions against their puzzles on all cores, in bounded memory. Verdicts are reported in
//! the order of the input.
//!
//! A worker takes a chunk of puzzles and finds its rows. If the solutions are in another file, it
//! waits until all earlier chunks have their answers, and takes as many as it has rows, or those with
//! the keys of its rows, which is cheap. Then it judges the answers.

use super::{
    Listener, MAX_REPORTED, RunOptions,
    answers::{AnswerRow, Answers, KeyColumn, Slice, TableRow},
    judge::{Judgement, Reason, is_right, judge},
    page::Page,
    pipeline::Pipeline,
};
use std::sync::{
    Mutex,
    atomic::{AtomicBool, Ordering::Relaxed},
};
use sudomill_input::{BadLine, Chunk, Error, Record, Source};
use sudomill_output::{Agreement, Tally, lock};
use sudomill_puzzle::solving::Status;

/// Checks the n-th answer against the n-th puzzle; or, of answers [joined](Answers::joined_by) by a column,
/// that with the same key. Without `answers`, checks the solutions in the rows of the puzzles, see
/// [`Source::find_solutions`].
///
/// Of answers in order, takes as many as the source has puzzles: after the last source,
/// [`Answers::expect_end`] fails if any are left. Of joined answers, a puzzle without one counts as a wrong
/// answer, as does one whose key an earlier puzzle has; after the last source, [`Answers::unmatched`] tells
/// the answers that were not taken.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver, verify}, sudomill_input::*, sudomill_batch::*}; pub mod input { pub use sudomill_input::*; } pub mod output { pub use sudomill_output::*; } pub mod batch { pub use sudomill_batch::files::*; } }
/// use sudomill::{batch::verify, input::read_from, output::Agreement};
/// let text = ".4.3.3........2.,2413134242313124\n1...4.....2....3,\n";
/// let mut source = read_from("memory", text.as_bytes())?;
/// source.find_solutions(None)?;
/// let tally = verify::verify_source(source, None, &Default::default(), &())?;
/// let counts = [Agreement::Right, Agreement::Wrong].map(|kind| tally.compared.of(kind));
/// assert_eq!(counts, [1, 1]);
/// # Ok::<(), sudomill::Error>(())
/// ```
///
/// Joined by a column:
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver, verify}, sudomill_input::*, sudomill_batch::*}; pub mod input { pub use {sudomill_input::*, sudomill_batch::files::answers::*}; } pub mod output { pub use sudomill_output::*; } pub mod batch { pub use sudomill_batch::files::*; } }
/// use sudomill::{batch::verify, input::{Answers, read_from}, output::Agreement};
/// let puzzles = "id,puzzle\na,.4.3.3........2.\nb,1...4.....2....3\n";
/// let answers = "id,solution\nc,2413134242313124\na,2413134242313124\n";
/// let answers = Answers::new(read_from("answers", answers.as_bytes())?);
/// let mut answers = answers.joined_by("id".parse().unwrap())?;
/// let puzzles = read_from("puzzles", puzzles.as_bytes())?;
/// let tally = verify::verify_source(puzzles, Some(&mut answers), &Default::default(), &())?;
/// assert_eq!(tally.compared.of(Agreement::Right), 1);
/// let unmatched = answers.unmatched(10)?;
/// assert_eq!([unmatched.missing, unmatched.double, unmatched.unknown], [1, 0, 1]);
/// # Ok::<(), sudomill::Error>(())
/// ```
///
/// # Errors
/// A source cannot be read or has no column of keys, there are fewer answers than puzzles, or the run was
/// stopped.
pub fn verify_source(
    puzzles: Source,
    answers: Option<&mut Answers>,
    options: &RunOptions,
    listener: &dyn Listener,
) -> Result<Tally, Error> {
    let joined = answers.as_ref().and_then(|answers| answers.joined.as_ref());
    let key = joined
        .map(|it| KeyColumn::of(&puzzles.layout().table, &it.column, puzzles.name()))
        .transpose()?;
    let name = &puzzles.name().to_owned();
    let is_in_order = key.is_none();
    let (given, shortage) = (answers.map(Mutex::new), Mutex::new(None));
    let is_noted = &AtomicBool::new(false);
    let pipeline = Pipeline::new(puzzles, options, false, listener);
    pipeline.each(&|page| {
        let mut rows = Vec::new();
        page.each_row(&mut |row, bad| rows.push((*row.record, bad.map(Box::new))));
        let mut answers = None;
        if let Some(given) = &given {
            if !pipeline.begin_turn(page)? {
                return Ok(None);
            }
            let (taken, took) = take(&mut lock(given), key.as_ref(), &page.chunk, &rows);
            // No later page gets any. The verdicts on those before are reported.
            let found = taken.iter().map(|it| it.as_ref().map_or(1, Slice::rows)).sum::<usize>();
            if found < rows.len() {
                *lock(&shortage) = Some(took.err().unwrap_or_else(|| lock(given).too_few()));
                pipeline.end();
            }
            answers = Some(taken);
            pipeline.end_turn(page)?;
        }
        let judged = judge_all(page, &rows, of_rows(answers.as_deref(), rows.len()));
        Ok(Some(Box::new(move |pipeline, page, written| {
            // If a mapped file shrank, all answers must be discarded.
            answers.iter().flatten().flatten().try_for_each(Slice::check)?;
            let line = |newlines| pipeline.line(written.newlines_before + newlines);
            let counted = |tally: &Tally| tally.compared.of(Agreement::Wrong) as usize;
            let reported = counted(&written.tally) - counted(&page.tally);
            for fault in judged.faults.iter().take(MAX_REPORTED.saturating_sub(reported)) {
                let (name, line) = match &fault.place {
                    FaultPlace::Puzzle { newlines } => (name, line(*newlines)),
                    FaultPlace::Answer { name, line } => (name, *line),
                };
                listener.wrong_answer(&format!("{name}:{line}:{}", fault.reason))?;
            }
            if let Some(difference) = judged.difference.as_ref().filter(|_| is_in_order)
                && !is_noted.swap(true, Relaxed)
            {
                let puzzle = format!("{name}:{}", line(difference.newlines));
                listener.note(&difference.message(&puzzle));
            }
            listener.goes_on()
        })))
    })?;
    lock(&shortage).take().map_or(Ok(()), Err)?;
    pipeline.into_run().into_result()
}

/// A row of a page, and its error if it is bad.
type ReadRow = (Record, Option<Box<BadLine>>);

/// Answers to the rows of a page, in their order; or why there is none to a row.
type Taken = Vec<Result<Slice, String>>;

/// Takes the answers to the next rows, which are in this chunk and have keys in a column if the answers are
/// joined. Fewer than there are rows where the last file of answers ends, or before an error.
fn take(
    answers: &mut Answers,
    key: Option<&KeyColumn>,
    chunk: &Chunk,
    rows: &[ReadRow],
) -> (Taken, Result<(), Error>) {
    let (Some(joined), Some(column)) = (&mut answers.joined, key) else {
        let mut slices = Vec::new();
        let took = answers.take(rows.len(), &mut slices);
        return (slices.into_iter().map(Ok).collect(), took);
    };
    let mut with_key = |(record, _): &ReadRow| {
        let key = column.key(&chunk.layout.table, chunk.record(record));
        joined.take(key.as_deref(), &column.name)
    };
    (rows.iter().map(&mut with_key).collect(), Ok(()))
}

/// Where the answer to a row is.
enum RowAnswer<'a> {
    InRow,
    Given(AnswerRow<'a>),
    /// No answer belongs to the puzzle, for this reason.
    Unmatched(&'a str),
}

/// The answer to each of as many rows, or to the first ones.
fn of_rows(taken: Option<&[Result<Slice, String>]>, rows: usize) -> Vec<RowAnswer<'_>> {
    let Some(taken) = taken else { return (0..rows).map(|_| RowAnswer::InRow).collect() };
    let mut answers = Vec::with_capacity(rows);
    for it in taken {
        match it {
            Ok(slice) => answers.extend(slice.iter().map(RowAnswer::Given)),
            Err(reason) => answers.push(RowAnswer::Unmatched(reason)),
        }
    }
    answers
}

/// A wrong answer or a bad puzzle.
struct Fault {
    place: FaultPlace,
    /// What follows the name of the file and the number of the line.
    reason: String,
}

/// Where an answer is wrong or a puzzle is bad.
enum FaultPlace {
    /// In the file of puzzles, after as many newlines of the chunk.
    Puzzle { newlines: u64 },
    /// In a file of answers, on this line, from 1.
    Answer { name: String, line: u64 },
}

/// A column of both files that differs in two rows that were compared.
struct Difference {
    column: String,
    /// Its values in the row of the puzzle and in that of the answer.
    values: [String; 2],
    /// The number of newlines before the puzzle in the chunk.
    newlines: u64,
    /// The file and the line of the answer.
    answer: String,
}

impl Difference {
    /// Compares the columns that the row of a puzzle and that of its answer have in common.
    fn of(chunk: &Chunk, record: &Record, answer: &AnswerRow) -> Option<Self> {
        if chunk.has_grids() {
            return None;
        }
        let row = TableRow { table: &chunk.layout.table, text: chunk.record(record) };
        let answered = TableRow { table: answer.table(), text: answer.text() };
        let (column, values) = row.shared(answered)?;
        let shown = |value| String::from_utf8_lossy(value).into_owned();
        (values[0] != values[1]).then(|| Self {
            column: column.to_owned(),
            values: values.map(shown),
            newlines: record.newlines.into(),
            answer: format!("{}:{}", answer.name(), answer.line()),
        })
    }

    /// The message, given the file and the line of the puzzle.
    fn message(&self, puzzle: &str) -> String {
        let Self { column, values: [here, there], answer, .. } = self;
        format!(
            "the columns '{column}' differ: {here} in {puzzle}, {there} in {answer}; the n-th \
             answer is compared with the n-th puzzle"
        )
    }
}

/// The answers of a page, as far as they are reported.
#[derive(Default)]
struct Judged {
    /// The first faults, as many as may be reported.
    faults: Vec<Fault>,
    /// The first wrong answer from a row that seems to belong to another puzzle.
    difference: Option<Difference>,
}

/// Judges the answer to each row of a page. Rows without an answer at the end are skipped.
fn judge_all(page: &mut Page, rows: &[ReadRow], answers: Vec<RowAnswer>) -> Judged {
    let mut judged = Judged::default();
    page.tally.unsolved = rows.len() as u64;
    for ((record, bad), answer) in rows.iter().zip(answers) {
        let newlines = u64::from(record.newlines);
        let given = if let RowAnswer::Given(it) = &answer { Some(it) } else { None };
        let at_puzzle = || FaultPlace::Puzzle { newlines };
        let at_answer =
            |it: &AnswerRow| FaultPlace::Answer { name: it.name().to_owned(), line: it.line() };
        let verdict = match bad {
            Some(bad) => Judgement::BadPuzzle(bad.clone()),
            None => judge_row(&page.chunk, record, &answer),
        };
        let agreement = match &verdict {
            Judgement::Right => Agreement::Right,
            Judgement::Counted => Agreement::NotCompared,
            Judgement::Damaged => Agreement::Damaged,
            Judgement::Wrong(_) | Judgement::NotGiven(_) | Judgement::BadPuzzle(_) => {
                Agreement::Wrong
            }
        };
        page.tally.compared.add(agreement, 1);
        let (place, reason) = match verdict {
            Judgement::Right | Judgement::Counted | Judgement::Damaged => continue,
            Judgement::BadPuzzle(bad) => {
                page.tally.unsolved -= 1;
                page.tally.statuses.add(Status::Invalid, 1);
                (FaultPlace::Puzzle { newlines: newlines + bad.line_offset }, bad.to_string())
            }
            Judgement::Wrong(reason) | Judgement::NotGiven(reason) => {
                if let (None, Some(answer)) = (&judged.difference, given) {
                    judged.difference = Difference::of(&page.chunk, record, answer);
                }
                (given.map_or_else(at_puzzle, at_answer), reason.after_line())
            }
        };
        if judged.faults.len() < MAX_REPORTED {
            judged.faults.push(Fault { place, reason });
        }
    }
    judged
}

/// Judges the answer to a puzzle without a known error.
fn judge_row(chunk: &Chunk, record: &Record, answer: &RowAnswer) -> Judgement {
    let verdict = match answer {
        // Fast path: most lines consist of the answer only.
        RowAnswer::Given(it) if is_right(chunk, record, it.text()) => return Judgement::Right,
        RowAnswer::Given(it) => judge(chunk, record, it.answer(&chunk.layout), None),
        RowAnswer::InRow => {
            let answer = chunk.answer(chunk.record(record), &chunk.layout);
            judge(chunk, record, answer, None)
        }
        RowAnswer::Unmatched(reason) => {
            Judgement::NotGiven(Reason::Unmatched((*reason).to_owned()))
        }
    };
    // The reader accepts clues that repeat a digit. No answer to them is right, not even none.
    match &verdict {
        Judgement::Right | Judgement::BadPuzzle(_) => verdict,
        _ => chunk.conflict(record).map_or(verdict, |bad| Judgement::BadPuzzle(Box::new(bad))),
    }
}
