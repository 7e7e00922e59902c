//! Runs threads that take the pages of a source and finish them in order.

use super::{Listener, RunOptions, RunResult, page::Page};
use std::{
    panic::{self, AssertUnwindSafe},
    sync::{
        Mutex, OnceLock, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};
use sudomill_input::{Error, InputErrorKind, Source, line_ends};
use sudomill_output::{InOrder, SharedPacker, Tally, lock};
use sudomill_solvers::threads::{self, check_stop};

/// The number of finished pages per thread that may wait for an earlier page.
const AHEAD: u64 = 8;

/// The number of chunks of a small file that each thread shall get.
const SHARES: usize = 16;

/// The smallest chunk of a small file, in bytes.
const SMALLEST: usize = 1 << 10;

/// The state that the threads of a run share.
pub(super) struct Pipeline<'a> {
    options: RunOptions<'a>,
    listener: &'a dyn Listener,
    /// If true, the first bad line ends the run.
    pub is_strict: bool,
    /// The queues of blocks of those outputs that are compressed.
    pub packers: Vec<SharedPacker>,
    /// The number of threads that take chunks.
    pub workers: usize,
    feeder: Mutex<Feeder>,
    /// The number of newlines of the file before the source. To count them may take long.
    newlines_before: OnceLock<u64>,
    /// Orders the finished pages.
    queue: InOrder<(Page, Finish<'a>)>,
    /// Gives unfinished pages their turns.
    turns: InOrder<()>,
    written: Mutex<Written>,
    /// Set when no more chunks may be taken.
    has_ended: AtomicBool,
}

/// The part of a run that is written.
#[derive(Default)]
pub(super) struct Written {
    /// The counts of its lines, including those of the page that is being written.
    pub tally: Tally,
    /// The number of newlines before that page.
    pub newlines_before: u64,
}

/// Writes what was made of a page.
pub(super) type Finish<'a> =
    Box<dyn FnOnce(&Pipeline<'a>, &Page, &Written) -> Result<(), Error> + Send + 'a>;

/// A task of any thread.
type Work<'w> = dyn Fn() -> Result<(), Error> + Sync + 'w;

impl<'a> Pipeline<'a> {
    /// Prepares a run. `counts_lines` is set if the number of newlines before a chunk must be known
    /// while it is being worked on. They are counted here for several workers; a single one gets
    /// those before the first chunk, and adds those that it has read.
    pub fn new(
        source: Source,
        options: &RunOptions<'a>,
        counts_lines: bool,
        listener: &'a dyn Listener,
    ) -> Self {
        let mut options = *options;
        let is_mapped = source.is_mapped();
        let mut workers = threads::bounded(options.threads);
        if let Some(size) = source.size().and_then(|size| usize::try_from(size).ok()) {
            options.chunk = options.chunk.min((size / (workers * SHARES)).max(SMALLEST)).max(1);
            // More threads than chunks would be useless.
            workers = if is_mapped { workers.min(size / options.chunk + 1) } else { workers };
        }
        // The feeder is locked for as long as the input keeps it waiting.
        let before = (counts_lines || !is_mapped).then(|| source.newlines_before());
        let feeder = Feeder {
            source,
            newlines: before.unwrap_or(0),
            counts_lines: counts_lines && workers > 1,
            left: options.head,
            failure: None,
        };
        let most = AHEAD * workers as u64;
        Self {
            feeder: Mutex::new(feeder),
            options,
            listener,
            is_strict: false,
            packers: Vec::new(),
            workers,
            newlines_before: before.map_or_else(OnceLock::new, OnceLock::from),
            queue: InOrder::new(most),
            turns: InOrder::new(most),
            written: Mutex::default(),
            has_ended: AtomicBool::new(false),
        }
    }

    /// Calls `work` on each worker. As many as `helpers` more threads run the tasks that workers hand
    /// to rayon. If one call fails or panics, the run ends on all threads, which would otherwise
    /// wait for its page forever.
    pub fn run(&self, helpers: usize, work: &Work) -> Result<(), Error> {
        on_threads(self.workers + helpers, &|| {
            if rayon::current_thread_index() >= Some(self.workers) {
                return Ok(());
            }
            let result = panic::catch_unwind(AssertUnwindSafe(work));
            if !matches!(result, Ok(Ok(()))) {
                self.end();
                self.queue.close();
                self.packers.iter().for_each(|packer| packer.order.close());
            }
            result.unwrap_or_else(|panic| panic::resume_unwind(panic))
        })
    }

    /// Calls `work` on every page, until it returns `None`, and finishes the pages in order.
    ///
    /// # Errors
    /// Those of both, and [`RunError::Interrupted`] once the run is to stop.
    pub fn each(
        &self,
        work: &(dyn Fn(&mut Page) -> Result<Option<Finish<'a>>, Error> + Sync),
    ) -> Result<(), Error> {
        self.run(0, &|| {
            while let Some(mut page) = self.next()? {
                let Some(finish) = work(&mut page)? else { break };
                self.submit(page, finish)?;
            }
            Ok(())
        })
    }

    /// Hands out no more pages and turns.
    pub fn end(&self) {
        self.has_ended.store(true, Ordering::Relaxed);
        self.turns.close();
    }

    /// Returns true if no more pages may be taken because the run has failed on some thread, or
    /// after [`Self::end`].
    pub fn has_ended(&self) -> bool {
        self.has_ended.load(Ordering::Relaxed)
    }

    /// Returns the next page; `None` at the end of the source, after an error in it, or if the run
    /// has ended.
    pub fn next(&self) -> Result<Option<Page>, Error> {
        self.pack()?;
        check_stop(self.options.stop)?;
        let Ok(mut feeder) = self.feeder.lock() else {
            // A thread panicked while it read, and the run is about to fail. The source may be
            // half-way through a chunk.
            self.end();
            return Ok(None);
        };
        Ok(if self.has_ended() { None } else { feeder.next(self.options.chunk) })
    }

    /// Compresses all queued blocks, so that never more than a few pages wait for compression.
    pub fn pack(&self) -> Result<(), Error> {
        self.packers.iter().try_for_each(|packer| packer.drain())
    }

    /// Waits until all earlier pages have had their turn. Returns false if the run has failed on
    /// another thread.
    pub fn begin_turn(&self, page: &Page) -> Result<bool, Error> {
        self.turns.write_part(page.chunk.span.index, || Ok(()))
    }

    /// Lets the next page have its turn.
    pub fn end_turn(&self, page: &Page) -> Result<(), Error> {
        self.turns.submit(page.chunk.span.index, (), |()| Ok(()))
    }

    /// Writes a part of the results of an unfinished page, once all earlier pages are written.
    /// Returns false if the run has failed on another thread.
    pub fn write_part(&self, page: &Page, write: &Work) -> Result<bool, Error> {
        let written = self.queue.write_part(page.chunk.span.index, write)?;
        self.pack()?;
        Ok(written)
    }

    /// Submits a finished page. Once all earlier pages are written, reports its bad lines, and calls
    /// `finish`, also if a strict run ends in the page.
    pub fn submit(&self, page: Page, finish: Finish<'a>) -> Result<(), Error> {
        page.chunk.check()?;
        self.queue.submit(page.chunk.span.index, (page, finish), |(page, finish)| {
            let mut written = lock(&self.written);
            let rejected = self.report(&page, written.newlines_before);
            written.tally.merge(&page.tally);
            finish(self, &page, &written)?;
            rejected?;
            written.newlines_before += page.place.newlines;
            self.listener.progress(page.chunk.consumed(), page.tally.puzzles());
            page.chunk.release();
            Ok(())
        })
    }

    /// Reports the bad lines and the wrong solutions of a page, in the order of the lines.
    fn report(&self, page: &Page, newlines_before: u64) -> Result<(), Error> {
        let mut all: Vec<_> = page.bad.iter().map(|(at, bad)| (*at, Err(bad))).collect();
        let stray = page.stray.iter().filter(|_| self.is_strict).map(|(at, bad)| (*at, Err(bad)));
        for other in stray.chain(page.wrong.iter().map(|(at, reason)| (*at, Ok(reason)))) {
            all.insert(all.partition_point(|it| it.0 <= other.0), other);
        }
        for (newlines, found) in all {
            let line = self.line(newlines_before + newlines);
            match found {
                Ok(reason) => self.listener.wrong_solution(line, reason),
                Err(bad) if self.is_strict => {
                    return Err(InputErrorKind::of_line(&page.chunk.name, line, bad.clone()));
                }
                Err(bad) => self.listener.bad_line(line + bad.line_offset, bad),
            }
        }
        Ok(())
    }

    /// The number of the line after this many newlines of the source, from 1.
    pub fn line(&self, newlines: u64) -> u64 {
        let before = || lock(&self.feeder).source.newlines_before();
        self.newlines_before.get_or_init(before) + newlines + 1
    }

    /// Adds what a thread has counted apart from its pages.
    pub fn merge(&self, tally: &Tally) {
        lock(&self.written).tally.merge(tally);
    }

    /// Ends a run. Returns the counts of the pages, and the reason why the source could not be read
    /// to its end.
    pub fn into_run(self) -> RunResult {
        let feeder = self.feeder.into_inner().unwrap_or_else(PoisonError::into_inner);
        let written = self.written.into_inner().unwrap_or_else(PoisonError::into_inner);
        RunResult { tally: written.tally, failure: feeder.failure }
    }
}

/// Calls `work` on each of several new threads.
pub(super) fn on_threads(threads: usize, work: &Work) -> Result<(), Error> {
    threads::pool(threads)?.broadcast(|_| work()).into_iter().collect()
}

/// Hands out pages.
struct Feeder {
    source: Source,
    /// The number of newlines of the file before the next chunk, if they are counted; otherwise
    /// before the first one.
    newlines: u64,
    counts_lines: bool,
    /// The number of rows still to be read; `None` for all.
    left: Option<u64>,
    failure: Option<Error>,
}

impl Feeder {
    /// Returns the next page; `None` at the end of the source, or after an error.
    fn next(&mut self, target: usize) -> Option<Page> {
        if self.failure.is_some() || self.left == Some(0) {
            return None;
        }
        let next = self.source.next_chunk(target);
        let chunk = next.unwrap_or_else(|error| {
            self.failure = Some(error);
            None
        })?;
        let mut page = Page::new(chunk, self.newlines);
        if self.counts_lines {
            self.newlines += line_ends(page.chunk.bytes());
        }
        if let Some(left) = &mut self.left {
            *left -= page.read_ahead(*left);
        }
        Some(page)
    }
}
