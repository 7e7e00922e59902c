//! Checks solutions against their puzzles on all cores, in bounded memory. Verdicts are reported in
//! the order of the input.
//!
//! A worker takes a chunk of puzzles and finds its rows. If the solutions are in the same rows, it
//! judges them at once. Otherwise the pages are put in order; each gets as many answers as it has
//! rows, which is cheap, and becomes a job for any worker. Jobs are taken in order, and before new
//! chunks, so that the oldest unreported job is always in progress.

mod judge;
mod page;
mod reporter;

use super::{AHEAD, CHUNK};
use crate::{
    input::{Answers, Chunk, Slice, Source},
    output::{InOrder, lock},
};
use judge::Judged;
use page::Page;
use reporter::Reporter;
use std::{
    collections::VecDeque,
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
};
use sudomill_core::{Error, for_size, grid::Order, threads};

/// The number of wrong answers that are reported one by one; all are counted.
pub const MAX_REPORTED: usize = 10;

/// The options of a check.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// The number of worker threads, from 1 to [`max_threads`](sudomill_core::max_threads).
    pub threads: usize,
    /// The number of bytes of puzzles that a worker takes at once; verdicts do not depend
    /// on it.
    pub chunk: usize,
    /// Ends the run when set to true.
    pub stop: Option<&'a AtomicBool>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self { threads: 1, chunk: CHUNK, stop: None }
    }
}

/// Receives the progress of a run. Called in the order of the input, from any thread.
pub trait Listener: Sync {
    /// A chunk is done. Receives the number of bytes of the puzzle file up to its end, and its
    /// number of puzzles.
    fn progress(&self, _bytes_done: u64, _puzzles: u64) {}

    /// An answer is wrong: `path:line: reason`. Called for the first [`MAX_REPORTED`] wrong
    /// answers.
    ///
    /// # Errors
    /// An error ends the run.
    fn wrong(&self, _message: &str) -> Result<(), Error> {
        Ok(())
    }
}

/// Ignores everything.
impl Listener for () {}

/// The counts of a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Answers that solve their puzzle.
    pub right: u64,
    /// Wrong answers, including those to bad puzzles.
    pub wrong: u64,
    /// Lines with a count but no solution.
    pub not_given: u64,
    /// Wrong answers whose puzzle is bad.
    pub invalid: u64,
    /// All lines of the puzzle file.
    pub lines: u64,
}

impl Tally {
    /// The number of puzzles, including bad ones.
    pub fn puzzles(&self) -> u64 {
        self.right + self.wrong + self.not_given
    }

    /// Adds the counts of another part.
    pub fn merge(&mut self, other: &Self) {
        self.right += other.right;
        self.wrong += other.wrong;
        self.not_given += other.not_given;
        self.invalid += other.invalid;
        self.lines += other.lines;
    }
}

/// Checks the n-th answer against the n-th puzzle. Without `answers`, checks the solutions in the
/// rows of the puzzles, see [`Source::find_solutions`].
///
/// ```
/// # mod sudomill { pub use {sudomill_core::*, sudomill_io::*}; }
/// use sudomill::{batch::verify, input::read_from};
/// let text = ".4.3.3........2.,2413134242313124\n1...4.....2....3,\n";
/// let mut source = read_from("memory", text.as_bytes())?;
/// source.find_solutions(None)?;
/// let tally = verify::run(source, None, &Default::default(), &())?;
/// assert_eq!((tally.right, tally.wrong), (1, 1));
/// # Ok::<(), sudomill::Error>(())
/// ```
///
/// # Errors
/// A source cannot be read, the numbers of puzzles and answers differ, or the run was
/// stopped.
pub fn run(
    puzzles: Source,
    mut answers: Option<Answers>,
    options: &Options,
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
    options: &Options,
    listener: &dyn Listener,
) -> Result<Tally, Error> {
    let size = puzzles.layout().size;
    let ahead = AHEAD * threads::bounded(options.threads) as u64;
    let run = Run {
        options,
        reporter: Mutex::new(Reporter::new(puzzles.name(), listener)),
        feeder: Mutex::new(puzzles),
        answers: answers.map(|answers| Mutex::new(AnswerFeed { answers, missing: None })),
        paired: InOrder::new(ahead),
        jobs: Mutex::default(),
        reported: InOrder::new(ahead),
        ended: AtomicBool::new(false),
    };
    for_size!(size, O => run.all::<O>())?;
    run.end()
}

/// The shared state of the workers.
struct Run<'a> {
    options: &'a Options<'a>,
    feeder: Mutex<Source>,
    /// `None` if the solutions are in the rows of the puzzles.
    answers: Option<Mutex<AnswerFeed<'a>>>,
    /// Orders pages before they get their answers.
    paired: InOrder<Page>,
    /// Pages with their answers, in order.
    jobs: Mutex<VecDeque<(Page, Vec<Slice>)>>,
    /// Orders verdicts.
    reported: InOrder<Judged>,
    reporter: Mutex<Reporter<'a>>,
    /// Set when no more chunks may be taken.
    ended: AtomicBool,
}

/// The answers, and an error if there are too few.
struct AnswerFeed<'a> {
    answers: &'a mut Answers,
    missing: Option<Error>,
}

impl Run<'_> {
    fn all<O: Order>(&self) -> Result<(), Error> {
        let pool = threads::pool(self.options.threads)?;
        pool.broadcast(|_| self.work::<O>()).into_iter().collect()
    }

    /// Runs one worker until nothing is left, or until the run has failed on this thread or
    /// another.
    fn work<O: Order>(&self) -> Result<(), Error> {
        let closing = Closing(self);
        self.chunks::<O>()?;
        std::mem::forget(closing);
        Ok(())
    }

    fn chunks<O: Order>(&self) -> Result<(), Error> {
        loop {
            if self.options.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                return Err(Error::Interrupted);
            }
            let job = lock(&self.jobs).pop_front();
            if let Some((page, slices)) = job {
                self.report(page.judge::<O>(slices))?;
                continue;
            }
            let Some(chunk) = self.next()? else { return Ok(()) };
            match &self.answers {
                None => self.report(judge::beside::<O>(chunk))?,
                Some(answers) => {
                    let page = Page::read::<O>(chunk);
                    self.paired.submit(page.index(), page, |page| self.pair(answers, page))?;
                }
            }
        }
    }

    fn next(&self) -> Result<Option<Chunk>, Error> {
        match self.ended.load(Ordering::Relaxed) {
            true => Ok(None),
            false => lock(&self.feeder).next_chunk(self.options.chunk),
        }
    }

    /// Gives a page its answers. Called in the order of the pages.
    fn pair(&self, answers: &Mutex<AnswerFeed<'_>>, page: Page) -> Result<(), Error> {
        let AnswerFeed { answers, missing } = &mut *lock(answers);
        if missing.is_some() {
            return Ok(());
        }
        let slices = answers.take(page.len())?;
        if slices.iter().map(Slice::rows).sum::<usize>() < page.len() {
            *missing = Some(Error::Mismatch {
                path: answers.name().to_owned(),
                line: answers.end_line(),
                found: "the end of the file",
                expected: "a line for each further puzzle",
            });
            self.ended.store(true, Ordering::Relaxed);
        }
        lock(&self.jobs).push_back((page, slices));
        Ok(())
    }

    /// Reports a judged page after all earlier ones.
    fn report(&self, judged: Judged) -> Result<(), Error> {
        let report = |judged| lock(&self.reporter).report(judged);
        self.reported.submit(judged.chunk.index, judged, report)
    }

    /// Returns the counts, after checking that there was an answer for each puzzle.
    fn end(self) -> Result<Tally, Error> {
        let tally = lock(&self.reporter).tally;
        let missing = self.answers.and_then(|answers| lock(&answers).missing.take());
        missing.map_or(Ok(tally), Err)
    }
}

/// Ends the run for all workers if one fails or panics.
struct Closing<'a, 'b>(&'a Run<'b>);

impl Drop for Closing<'_, '_> {
    fn drop(&mut self) {
        self.0.ended.store(true, Ordering::Relaxed);
        lock(&self.0.jobs).clear();
        self.0.paired.close();
        self.0.reported.close();
    }
}

#[cfg(test)]
mod tests;
