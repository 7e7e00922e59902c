//! Checks solutions against their puzzles on all cores, in bounded memory. Verdicts are reported in
//! the order of the input.
//!
//! A worker takes a chunk of puzzles and finds its rows. If the solutions are in another file, it
//! waits until all earlier chunks have their answers, and takes as many as it has rows, which is
//! cheap. Then it judges the answers.

use super::{
    Listener, MAX_REPORTED, RunOptions,
    pipeline::{Feeder, Numbers, Pipeline, Turns},
    read::Reader,
};
use crate::{
    input::{Answer, AnswerRow, Answers, BadLine, Chunk, Record, Slice, Source, describe},
    output::{Agreement, Origins, Tally, lock},
};
use std::{mem, sync::Mutex};
use sudomill_core::{Error, by_size, solver::Status, verify};

/// Checks the n-th answer against the n-th puzzle. Without `answers`, checks the solutions in the
/// rows of the puzzles, see [`Source::find_solutions`].
///
/// ```
/// # mod sudomill { pub use {sudomill_core::*, sudomill_io::*}; }
/// use sudomill::{batch::verify, input::read_from, output::Agreement};
/// let text = ".4.3.3........2.,2413134242313124\n1...4.....2....3,\n";
/// let mut source = read_from("memory", text.as_bytes())?;
/// source.find_solutions(None)?;
/// let tally = verify::run(source, None, &Default::default(), &())?;
/// let counts = [Agreement::Right, Agreement::Wrong].map(|kind| tally.compared.of(kind));
/// assert_eq!(counts, [1, 1]);
/// # Ok::<(), sudomill::Error>(())
/// ```
///
/// # Errors
/// A source cannot be read, the numbers of puzzles and answers differ, or the run was
/// stopped.
pub fn run(
    puzzles: Source,
    mut answers: Option<Answers>,
    options: &RunOptions,
    listener: &dyn Listener,
) -> Result<Tally, Error> {
    let tally = run_part(puzzles, answers.as_mut(), options, listener)?;
    answers.map_or(Ok(()), |mut answers| answers.expect_end())?;
    Ok(tally)
}

/// Like [`run`], for one of several sources of puzzles: takes as many answers as the source has
/// puzzles. After the last source, [`Answers::expect_end`] returns an error if any are left.
///
/// # Errors
/// Like [`run`], except that answers may be left over.
pub fn run_part(
    puzzles: Source,
    answers: Option<&mut Answers>,
    options: &RunOptions,
    listener: &dyn Listener,
) -> Result<Tally, Error> {
    let name = puzzles.name().to_owned();
    let pipeline = Pipeline::new(Feeder::new(puzzles, Numbers::Unwanted, None), options.threads);
    let answers = answers.map(|answers| AnswerFeed {
        turns: Turns::new(options.threads),
        answers: Mutex::new(answers),
        missing: Mutex::default(),
    });
    let (tally, reported, newlines) = (Tally::default(), 0, 0);
    let reporter = Mutex::new(Reporter { name, listener, tally, reported, newlines });
    let work = |chunk, _| {
        let rows = Rows::read(chunk);
        let slices = match &answers {
            None => None,
            Some(answers) => match answers.take(&rows, || pipeline.end())? {
                None => return Ok(None),
                slices => slices,
            },
        };
        Ok(Some(rows.judge(slices)))
    };
    let report = |judged| lock(&reporter).report(judged);
    let close = || answers.iter().for_each(|answers| answers.turns.close());
    pipeline.each(options, work, report, close)?;
    let missing = answers.and_then(|answers| lock(&answers.missing).take());
    let failure = missing.or(pipeline.into_failure());
    failure.map_or(Ok(mem::take(&mut lock(&reporter).tally)), Err)
}

/// The answers in files of their own.
struct AnswerFeed<'a> {
    /// Lets the chunks of puzzles take their answers in order.
    turns: Turns,
    answers: Mutex<&'a mut Answers>,
    /// The error if there are too few.
    missing: Mutex<Option<Error>>,
}

impl AnswerFeed<'_> {
    /// Takes the answers of a chunk, after all earlier chunks have theirs. If there are too few,
    /// calls `end`, and no later chunk gets any. Returns `None` for such a chunk, or if the run has
    /// failed on another thread.
    fn take(&self, rows: &Rows, end: impl Fn()) -> Result<Option<Vec<Slice>>, Error> {
        self.turns.take(&rows.chunk, || {
            let (mut answers, wanted) = (lock(&self.answers), rows.all.rows.len());
            let slices = answers.take(wanted)?;
            if slices.iter().map(Slice::rows).sum::<usize>() < wanted {
                *lock(&self.missing) = Some(Error::Mismatch {
                    path: answers.name().to_owned(),
                    line: answers.end_line(),
                    found: "the end of the file",
                    expected: "a line for each further puzzle",
                });
                end();
                self.turns.close();
            }
            Ok(slices)
        })
    }
}

/// The rows of a chunk, found but not yet judged.
struct Rows {
    chunk: Chunk,
    all: Origins,
    /// The counts of the lines that are not rows.
    tally: Tally,
    /// The number of newlines in the chunk.
    newlines: u64,
}

/// A chunk whose answers have been judged.
struct Judged {
    chunk: Chunk,
    /// The answers that were judged, if they come from a separate file.
    slices: Vec<Slice>,
    tally: Tally,
    /// The first faults, at most as many as are reported.
    faults: Vec<Fault>,
    newlines: u64,
}

/// A wrong answer or a bad puzzle.
struct Fault {
    place: Place,
    reason: String,
}

/// The place of a fault: the name of a file of answers, and the line number from 1; or, for a line
/// of the puzzle file, no name, and the number of newlines before it in the chunk.
type Place = (Option<String>, u64);

impl Rows {
    fn read(chunk: Chunk) -> Self {
        let mut all = Origins::default();
        let reader = Reader::read_all(chunk, |_, _, origins| all.append(origins));
        let newlines = reader.newlines();
        Self { chunk: reader.chunk, all, tally: reader.tally, newlines }
    }

    /// Judges the answer of each row, which is in `slices` or else in the row itself. Rows without
    /// an answer are skipped.
    fn judge(self, slices: Option<Vec<Slice>>) -> Judged {
        let mut tally = self.tally;
        tally.unsolved = self.all.rows.len() as u64;
        let chunk = &self.chunk;
        let mut judge = Judge { chunk, tally, faults: Vec::new() };
        let mut answers = slices.iter().flatten().flat_map(Slice::iter);
        for (number, record) in self.all.rows.iter().enumerate() {
            let row = (record, self.all.bad(number));
            match &slices {
                Some(_) => match answers.next() {
                    Some(answer) => judge.answer_row(row, &answer),
                    None => break,
                },
                None => {
                    let text = chunk.record(record);
                    judge.row(row, chunk.answer(text), || (None, record.newlines.into()));
                }
            }
        }
        drop(answers);
        let Judge { tally, faults, .. } = judge;
        let (slices, newlines) = (slices.unwrap_or_default(), self.newlines);
        Judged { tally, faults, newlines, slices, chunk: self.chunk }
    }
}

/// Judges the answers of a chunk one by one.
struct Judge<'a> {
    chunk: &'a Chunk,
    tally: Tally,
    faults: Vec<Fault>,
}

impl Judge<'_> {
    /// Judges a puzzle whose answer is in a file of answers.
    #[inline]
    fn answer_row(&mut self, (origin, bad): (&Record, Option<&BadLine>), answer: &AnswerRow) {
        // Fast path: most lines consist of the answer only.
        if bad.is_none() && self.is_right(origin, answer.text()) {
            self.tally.compared.add(Agreement::Right, 1);
        } else {
            let place = || (Some(answer.name().to_owned()), answer.line());
            self.row((origin, bad), answer.answer(), place);
        }
    }

    /// Judges a puzzle. A wrong answer is reported at `place`.
    #[inline]
    fn row(
        &mut self,
        (origin, bad): (&Record, Option<&BadLine>),
        answer: Answer,
        place: impl FnOnce() -> Place,
    ) {
        match (bad, answer) {
            (Some(_), _) => self.bad(origin, bad),
            (None, Answer::Text(answer)) if self.is_right(origin, &answer) => {
                self.tally.compared.add(Agreement::Right, 1)
            }
            (None, answer) => self.other(origin, answer, place),
        }
    }

    #[inline]
    fn is_right(&self, origin: &Record, answer: &[u8]) -> bool {
        let (text, alphabet) = (self.chunk.text(origin), self.chunk.alphabet());
        verify::is_right(self.chunk.size(), text, answer, alphabet)
    }

    /// Counts a bad puzzle; no answer to it is right.
    fn bad(&mut self, origin: &Record, bad: Option<&BadLine>) {
        self.tally.unsolved -= 1;
        self.tally.statuses.add(Status::Invalid, 1);
        let below = bad.map_or(0, |bad| bad.line_offset);
        let place = || (None, u64::from(origin.newlines) + below);
        self.fault(place, || bad.map(BadLine::to_string).unwrap_or_default());
    }

    fn fault(&mut self, place: impl FnOnce() -> Place, reason: impl FnOnce() -> String) {
        self.tally.compared.add(Agreement::Wrong, 1);
        if self.faults.len() < MAX_REPORTED {
            self.faults.push(Fault { place: place(), reason: reason() });
        }
    }

    #[cold]
    fn other(&mut self, origin: &Record, answer: Answer, place: impl FnOnce() -> Place) {
        let (text, chunk) = (self.chunk.text(origin), self.chunk);
        let solution = if let Answer::Text(text) = &answer { &**text } else { b"" };
        match (by_size::check(text, solution, chunk.size(), chunk.notation()), answer) {
            (Err(_), _) => self.bad(origin, self.chunk.repeated_digit(origin).as_ref()),
            (_, Answer::Counted) => {}
            (_, Answer::Bad(bad)) => self.fault(place, || describe(&bad)),
            (Ok(None), Answer::Text(_)) => self.tally.compared.add(Agreement::Right, 1),
            (Ok(Some(fault)), Answer::Text(_)) => self.fault(place, || format!(" {fault}")),
        }
    }
}

/// Turns verdicts, in the order of the input, into messages and counts.
struct Reporter<'a> {
    /// The name of the puzzle file.
    name: String,
    listener: &'a dyn Listener,
    tally: Tally,
    reported: usize,
    /// The newlines of the chunks so far.
    newlines: u64,
}

impl Reporter<'_> {
    /// Takes the verdicts of the next chunk.
    fn report(&mut self, judged: Judged) -> Result<(), Error> {
        judged.chunk.check()?;
        judged.slices.iter().try_for_each(Slice::check)?;
        for Fault { place, reason } in judged.faults.iter().take(MAX_REPORTED - self.reported) {
            let (name, line) = match place {
                (None, newlines) => (&self.name, self.newlines + newlines + 1),
                (Some(name), line) => (name, *line),
            };
            self.listener.wrong_answer(&format!("{name}:{line}:{reason}"))?;
            self.reported += 1;
        }
        self.newlines += judged.newlines;
        self.tally.merge(&judged.tally);
        self.listener.progress(judged.chunk.consumed(), judged.tally.puzzles());
        judged.chunk.release();
        Ok(())
    }
}

#[cfg(test)]
mod tests;
