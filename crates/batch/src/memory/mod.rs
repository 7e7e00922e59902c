//! A COLUMN OF PUZZLES → COLUMNS OF RESULTS: solves puzzles in memory, as `batch` does
//! files. Data engines call it, such as the Python package over Arrow.
//!
//! Every input row has one result row, in order. A row that is not a puzzle gets a status and a
//! message, and does not stop the run. A row's result depends only on its text, the column's
//! [`Layout`] and the limits.

pub mod by_row;
pub mod delimited;
pub mod frames;
pub mod in_batch;
#[cfg(feature = "dedup")]
mod repeats;

pub use by_row::{
    Copies, Equivalent, Wrong, canonical, grade, rate, redundant, shuffle, shuffle_with, verify,
};
use in_batch::InBatch;
use rayon::prelude::*;
#[cfg(feature = "dedup")]
pub use repeats::Repeats;
use std::{collections::BTreeMap, sync::Mutex};
use sudomill_input::{BadLine, Error, Layout, OptionsError, detect::layout_of_rows};
use sudomill_puzzle::{
    RunError,
    any::{self, Parsed},
    error, setters,
    solving::{Batch, Clock, Limits, RowResult, Status},
};
use sudomill_solvers::{engine::Engine, registry::Strategy, threads};

/// A column of texts, indexed by row.
pub trait Texts: Sync {
    /// The number of rows.
    fn len(&self) -> usize;

    /// Returns true if there are no rows.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The text of a row, which must be below [`Self::len`]; `None` for a null.
    fn text(&self, row: usize) -> Option<&[u8]>;
}

impl<T: AsRef<[u8]> + Sync> Texts for [T] {
    fn len(&self) -> usize {
        self.len()
    }

    fn text(&self, row: usize) -> Option<&[u8]> {
        Some(self[row].as_ref())
    }
}

impl<T: AsRef<[u8]> + Sync, const N: usize> Texts for [T; N] {
    fn len(&self) -> usize {
        N
    }

    fn text(&self, row: usize) -> Option<&[u8]> {
        self.as_slice().text(row)
    }
}

impl<T: AsRef<[u8]> + Sync> Texts for Vec<T> {
    fn len(&self) -> usize {
        self.len()
    }

    fn text(&self, row: usize) -> Option<&[u8]> {
        self.as_slice().text(row)
    }
}

/// Options for solving, grading or verifying puzzles in memory.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::{grid, verify}, sudomill_input::*, sudomill_batch::*}; pub mod solver { pub use {sudomill_puzzle::solving::*, sudomill_solvers::*}; } pub mod input { pub use sudomill_input::*; } pub mod output { pub use sudomill_output::*; } pub mod batch { pub use sudomill_batch::files::*; } }
/// use sudomill::{memory::MemoryOptions, solver::registry};
/// let options = MemoryOptions::default().with_strategy(registry::find("mrv")?).with_threads(1);
/// # Ok::<(), sudomill::solver::registry::UnknownStrategy>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct MemoryOptions<'a> {
    /// The strategy.
    pub strategy: Strategy,
    /// The limits of each puzzle's search.
    pub limits: Limits<'a>,
    /// The size and alphabet of the puzzles; `None` detects them from the rows, see [`layout`]. Set
    /// this when solving a data set in pieces: one piece may be ambiguous.
    pub layout: Option<Layout>,
    /// The number of worker threads, at most [`max_threads`](sudomill_solvers::max_threads). With 1,
    /// the calling thread does the work; with 0, those of the current rayon pool do.
    pub threads: usize,
    /// Fills [`Results::details`].
    pub details: bool,
}

setters!(MemoryOptions<'a> {
    with_strategy: strategy, Strategy;
    with_limits: limits, Limits<'a>;
    with_layout: layout, impl Into<Option<Layout>>;
    with_threads: threads, usize;
    with_details: details, bool;
});

/// The results of a column: one vector per result, with one entry per row.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Results {
    /// The number of cells per solution.
    pub cells: usize,
    /// The first solution of every row as symbols, `cells` bytes per row; unspecified for a row
    /// without a solution. Empty after [`solve_into`].
    pub symbols: Vec<u8>,
    /// The status of every row; [`Status::Invalid`] if the row is not a puzzle.
    pub statuses: Vec<Status>,
    /// The number of solutions found for every row, at most the limit.
    pub solutions: Vec<u64>,
    /// The strategy's guesses on every row.
    pub guesses: Vec<u64>,
    /// All results of every row, with all counters and the solve time, which does not include
    /// parsing; for `lanes` it is the row's share of the kernel's time, in proportion to its sweeps.
    /// Empty unless [`MemoryOptions::details`] is set.
    pub details: Vec<RowResult>,
    /// The problem of each row that is not a puzzle, by row.
    pub bad: BTreeMap<usize, RowProblem>,
}

impl Results {
    /// The first solution of a row, one symbol per cell; `None` if none was found or the row does
    /// not exist.
    #[must_use]
    pub fn solution(&self, row: usize) -> Option<&str> {
        let symbols = self.symbols.chunks_exact(self.cells).nth(row)?;
        (self.solutions[row] > 0).then(|| str::from_utf8(symbols).ok())?
    }
}

/// The reason that a row is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RowProblem {
    /// The row is null.
    #[error("found no text; expected a puzzle")]
    Null,
    /// The row is blank or a comment.
    #[error("found nothing; expected a puzzle")]
    Empty,
    /// The puzzle is given by candidates, and the strategy only solves clues.
    #[error("found candidates; expected clues: the strategy solves no others")]
    Candidates,
    /// The row is malformed.
    #[error("{0}")]
    Bad(#[from] BadLine),
}

/// Solves every row.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver, verify}, sudomill_input::*, sudomill_batch::*}; pub mod input { pub use sudomill_input::*; } pub mod output { pub use sudomill_output::*; } pub mod batch { pub use sudomill_batch::files::*; } }
/// use sudomill::{memory, solver::Status};
/// let texts = [".4.3.3........2.", "44.............."];
/// let results = memory::solve(&texts, &Default::default())?;
/// assert_eq!(results.statuses, [Status::Unique, Status::Invalid]);
/// assert_eq!(results.bad[&1].to_string(), "2: digit 4 twice in row 1 (r1c1 and r1c2)");
/// # Ok::<(), sudomill::Error>(())
/// ```
///
/// # Errors
/// The strategy does not know the units of the puzzles, the threads cannot be started, or the run was stopped.
pub fn solve(texts: &(impl Texts + ?Sized), options: &MemoryOptions) -> Result<Results, Error> {
    let layout = options.layout.clone().unwrap_or_else(|| layout(texts));
    let mut symbols = vec![0; layout.size.cells() * texts.len()];
    let options = MemoryOptions { layout: Some(layout), ..options.clone() };
    let results = solve_into(texts, &options, &mut symbols)?;
    Ok(Results { symbols, ..results })
}

/// Solves every row as [`solve`] does, and writes the solutions to memory of the caller, such as
/// that of a data engine. `symbols` takes the place of [`Results::symbols`], which remains empty.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver, verify}, sudomill_input::*, sudomill_batch::*}; pub mod input { pub use sudomill_input::*; } pub mod output { pub use sudomill_output::*; } pub mod batch { pub use sudomill_batch::files::*; } }
/// use sudomill::memory;
/// let mut symbols = [0; 16];
/// let results =
///     memory::solve_into(&[".4.3.3........2."], &Default::default(), &mut symbols)?;
/// assert_eq!((results.solutions, &symbols), (vec![1], b"2413134242313124"));
/// # Ok::<(), sudomill::Error>(())
/// ```
///
/// # Errors
/// As for [`solve`], or `symbols` has not one byte for each cell of every row.
pub fn solve_into(
    texts: &(impl Texts + ?Sized),
    options: &MemoryOptions,
    symbols: &mut [u8],
) -> Result<Results, Error> {
    let layout = options.layout.clone().unwrap_or_else(|| layout(texts));
    let (rows, cells) = (texts.len(), layout.size.cells());
    expect_len("symbols", symbols.len(), rows * cells)?;
    let mut results = Results {
        cells,
        symbols: Vec::new(),
        statuses: vec![Status::Invalid; rows],
        solutions: vec![0; rows],
        guesses: vec![0; rows],
        details: vec![RowResult::INVALID; if options.details { rows } else { 0 }],
        bad: BTreeMap::new(),
    };
    let run = run_length(rows, workers(options));
    let mut symbols = symbols.chunks_mut(cells * run);
    let mut solutions = results.solutions.chunks_mut(run);
    let mut guesses = results.guesses.chunks_mut(run);
    let mut details = results.details.chunks_mut(run);
    let runs = (0..).step_by(run).zip(results.statuses.chunks_mut(run));
    let runs = runs.map(|(first, statuses)| Share {
        first,
        symbols: symbols.next().unwrap_or_default(),
        statuses,
        solutions: solutions.next().unwrap_or_default(),
        guesses: guesses.next().unwrap_or_default(),
        details: details.next().unwrap_or_default(),
    });
    let runs: Vec<_> = runs.collect();
    let clock = if options.details { Clock::Rows } else { Clock::Off };
    let strategy = options.strategy.clone().in_units(layout.units)?;
    let engine = || Engine::new(strategy.clone(), layout.size, &options.limits, clock);
    let idle = Mutex::default();
    let bad = each(runs.len(), runs, options, |run| {
        with_idle(&idle, engine, |engine| run.solve(texts, options, &layout, engine))
    })?;
    results.bad.extend(bad.into_iter().flatten());
    Ok(results)
}

/// Solves every row: finds a solution and proves that it is the only one, or finds a second. A row
/// without a puzzle gets the status [`Status::Invalid`].
///
/// The rows are puzzles of one size, with one symbol per cell; size and alphabet are detected from
/// the rows, see [`layout`]. The work is shared by the threads of the current rayon pool, by
/// default one per core. Above 9×9 a search gives up after 10 million guesses. [`solve`] takes
/// other strategies and limits, and can be stopped.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver, verify}, sudomill_input::*, sudomill_batch::*}; pub mod input { pub use sudomill_input::*; } pub mod output { pub use sudomill_output::*; } pub mod batch { pub use sudomill_batch::files::*; } }
/// use sudomill::solver::Status;
/// let results = sudomill::solve_all(&[".4.3.3........2.", "44.............."]);
/// assert_eq!(results.solution(0), Some("2413134242313124"));
/// assert_eq!(results.statuses[1], Status::Invalid);
/// assert_eq!(results.bad[&1].to_string(), "2: digit 4 twice in row 1 (r1c1 and r1c2)");
/// ```
#[must_use]
pub fn solve_all<T: AsRef<[u8]> + Sync>(puzzles: &[T]) -> Results {
    let layout = layout(puzzles);
    let limits = Limits::default_for(layout.size);
    let options = MemoryOptions { limits, threads: 0, layout: Some(layout), ..Default::default() };
    solve(puzzles, &options).expect("no pool is made, and nothing stops the search")
}

/// Detects the size and alphabet of a column, with the rules for a file that has these lines.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver, verify}, sudomill_input::*, sudomill_batch::*}; pub mod input { pub use sudomill_input::*; } pub mod output { pub use sudomill_output::*; } pub mod batch { pub use sudomill_batch::files::*; } }
/// use sudomill::{memory, grid::{Alphabet, Size}};
/// let texts = [format!("0F{:.<254}", "")];
/// let layout = memory::layout(&texts);
/// assert_eq!((layout.size, layout.alphabet), (Size::Sixteen, Alphabet::FromZero));
/// ```
pub fn layout(texts: &(impl Texts + ?Sized)) -> Layout {
    let rows = (0..texts.len()).filter_map(|row| texts.text(row));
    layout_of_rows(rows)
}

/// Fails if a column does not have one entry for each row or cell.
fn expect_len(what: &'static str, found: usize, expected: usize) -> Result<(), Error> {
    match found == expected {
        true => Ok(()),
        false => Err(OptionsError::Length { what, found, expected }.into()),
    }
}

/// The reason that a row is not a puzzle.
fn problem(text: Option<&[u8]>, layout: &Layout) -> Option<RowProblem> {
    let Some(text) = text else { return Some(RowProblem::Null) };
    match any::parse_line(text, layout.size, layout.notation()) {
        Parsed::Puzzle(_) => None,
        Parsed::Skip(_) => Some(RowProblem::Empty),
        Parsed::Bad(bad) => Some(bad.into()),
    }
}

/// Rows that one thread solves, with their part of every column of results.
struct Share<'r> {
    first: usize,
    symbols: &'r mut [u8],
    statuses: &'r mut [Status],
    solutions: &'r mut [u64],
    guesses: &'r mut [u64],
    /// Empty unless [`MemoryOptions::details`] is set.
    details: &'r mut [RowResult],
}

impl Share<'_> {
    /// Solves the rows. Returns those that are not puzzles, with their problems.
    fn solve(
        self,
        texts: &(impl Texts + ?Sized),
        options: &MemoryOptions,
        layout: &Layout,
        engine: &mut Engine,
    ) -> Vec<(usize, RowProblem)> {
        let MemoryOptions { strategy, limits, .. } = options;
        let (size, notation) = (layout.size, layout.notation());
        let takes = !notation.candidates || strategy.about(size).takes_candidates;
        let rejected = || match takes {
            true => BadLine::new(0, 1, error::Problem::FullGrid).into(),
            false => RowProblem::Candidates,
        };
        let in_batch = InBatch::new(layout);
        let mut unread = self.first..self.first + self.statuses.len();
        let mut read = |batch: &mut Batch| {
            let most = if limits.is_stopped() { 0 } else { Batch::ROWS };
            let texts = unread.by_ref().take(most).map(|row| texts.text(row).filter(|_| takes));
            texts.for_each(|text| in_batch.read(batch, text));
            !batch.is_empty()
        };
        let (mut bad, mut written) = (Vec::new(), 0);
        let mut write = |batch: &mut Batch| {
            batch.translate_solutions(layout.alphabet);
            for (row, result) in batch.results().iter().enumerate() {
                let at = written + row;
                if result.status == Status::Invalid {
                    let problem = problem(texts.text(self.first + at), layout);
                    bad.push((self.first + at, problem.unwrap_or_else(rejected)));
                    continue;
                }
                if let Some(solution) = batch.solution(row) {
                    self.symbols[at * size.cells()..][..size.cells()].copy_from_slice(solution);
                }
                (self.statuses[at], self.solutions[at]) = (result.status, result.solutions);
                self.guesses[at] = result.counters.guesses;
                if let Some(details) = self.details.get_mut(at) {
                    *details = *result;
                    details.counters = batch.counters(row);
                }
            }
            written += batch.len();
        };
        engine.solve_batches(size, &mut read, &mut write);
        bad
    }
}

/// Calls `work` on what no other thread uses, whose memory is used again, or on a new one.
fn with_idle<T, R>(
    idle: &Mutex<Vec<T>>,
    new: impl FnOnce() -> T,
    work: impl FnOnce(&mut T) -> R,
) -> R {
    let found = idle.lock().ok().and_then(|mut idle| idle.pop());
    let mut used = found.unwrap_or_else(new);
    let result = work(&mut used);
    if let Ok(mut idle) = idle.lock() {
        idle.push(used);
    }
    result
}

/// The number of worker threads.
fn workers(options: &MemoryOptions) -> usize {
    match options.threads {
        0 => rayon::current_num_threads(),
        threads => threads::bounded(threads),
    }
}

/// The number of rows in a run. A single thread takes long runs, because lanes idle at the end of
/// each while the last puzzles finish; several threads take runs short enough that they finish
/// together, and as many as each other unless there are too few batches.
pub fn run_length(rows: usize, threads: usize) -> usize {
    let batches = rows.div_ceil(Batch::ROWS).max(1);
    let most = match threads {
        1 => 1 << 12,
        _ => (batches / (8 * threads)).clamp(1 << 4, 1 << 9),
    };
    batches.div_ceil(batches.div_ceil(most).next_multiple_of(threads)) * Batch::ROWS
}

/// Calls `work` on each item, on the threads of the options, or fewer if there are fewer than that
/// many units of work. Returns the results in order.
fn each<I: Send, R: Send>(
    units: usize,
    items: impl IntoIterator<Item = I>
    + IntoParallelIterator<Item = I, Iter: IndexedParallelIterator>
    + Send,
    options: &MemoryOptions,
    work: impl Fn(I) -> R + Sync,
) -> Result<Vec<R>, Error> {
    let is_running = || !options.limits.is_stopped();
    let work = |item| is_running().then(|| work(item));
    let done: Option<Vec<R>> = match workers(options).min(units) {
        0 | 1 => items.into_iter().map(work).collect(),
        _ if options.threads == 0 => items.into_par_iter().map(work).collect(),
        threads => threads::pool(threads)?.install(|| items.into_par_iter().map(work).collect()),
    };
    // The results of a stopped search are meaningless.
    done.filter(|_| is_running()).ok_or_else(|| RunError::Interrupted.into())
}
