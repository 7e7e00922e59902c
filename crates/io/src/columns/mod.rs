//! A COLUMN OF PUZZLES → COLUMNS OF RESULTS: solves puzzles in memory, as [`crate::batch`] does
//! files. Data engines call it, such as the Python package over Arrow.
//!
//! Every input row has one result row, in order. A row that is not a puzzle gets a status and a
//! message, and does not stop the run. A row's result depends only on its text, the column's
//! [`Layout`] and the limits.

mod by_row;
mod rows;

use crate::input::{BadLine, Layout};
pub use by_row::{Equivalent, Wrong, canonical, grade, shuffle, verify};
pub(crate) use rows::InBatch;
use rows::{Pool, Rows, batches_at_once, each};
use std::collections::{BTreeMap, VecDeque};
use sudomill_core::{
    Error,
    by_size::{self, Parsed},
    engine::Engine,
    solver::{Batch, Clock, Counters, Limits, Status, registry::Strategy},
};

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

/// Options for solving, grading or verifying a column.
#[derive(Clone, Debug)]
pub struct Options<'a> {
    /// The strategy.
    pub strategy: Strategy,
    /// The limits of each puzzle's search.
    pub limits: Limits<'a>,
    /// The size and alphabet of the puzzles; `None` detects them from the rows, see [`layout`]. Set
    /// this when solving a data set in pieces: one piece may be ambiguous.
    pub layout: Option<Layout>,
    /// The number of worker threads, from 1 to [`max_threads`](sudomill_core::max_threads). With 1,
    /// the calling thread does the work.
    pub threads: usize,
    /// Fills [`Results::counters`]; otherwise only the guesses are kept.
    pub counters: bool,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            strategy: Strategy::default(),
            limits: Limits::default(),
            layout: None,
            threads: 1,
            counters: false,
        }
    }
}

/// The results of a column: one vector per result, with one entry per row.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Results {
    /// The number of cells per solution: 16, 81, 256 or 625.
    pub cells: usize,
    /// The first solution of every row as symbols, `cells` bytes per row; unspecified for a row
    /// without a solution.
    pub symbols: Vec<u8>,
    /// The status of every row; [`Status::Invalid`] if the row is not a puzzle.
    pub statuses: Vec<Status>,
    /// The number of solutions found for every row, at most the limit.
    pub solutions: Vec<u64>,
    /// The strategy's guesses on every row.
    pub guesses: Vec<u64>,
    /// The solve time of every row in nanoseconds, without parsing, as written by `solve --timing`.
    /// For `lanes`, the row's share of the kernel's time, in proportion to its sweeps.
    pub solve_ns: Vec<u64>,
    /// All counters of every row; empty unless [`Options::counters`] is set.
    pub counters: Vec<Counters>,
    /// The problem of each row that is not a puzzle, by row.
    pub bad: BTreeMap<usize, Problem>,
}

impl Results {
    /// The number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.statuses.len()
    }

    /// Returns true if there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.statuses.is_empty()
    }

    /// The first solution of a row, one symbol per cell; `None` if none was found or the row does
    /// not exist.
    #[must_use]
    pub fn solution(&self, row: usize) -> Option<&str> {
        let symbols = self.symbols.chunks_exact(self.cells).nth(row)?;
        (self.solutions[row] > 0).then(|| str::from_utf8(symbols).ok())?
    }

    /// Splits the rows into batches that write to these results.
    fn batches<'t, T: ?Sized>(&'t mut self, texts: &'t T) -> Vec<Rows<'t, T>> {
        let mut symbols = self.symbols.chunks_mut(self.cells * Batch::ROWS);
        let mut solutions = self.solutions.chunks_mut(Batch::ROWS);
        let mut guesses = self.guesses.chunks_mut(Batch::ROWS);
        let mut solve_ns = self.solve_ns.chunks_mut(Batch::ROWS);
        let mut counters = self.counters.chunks_mut(Batch::ROWS);
        let firsts = (0..).step_by(Batch::ROWS);
        let statuses = self.statuses.chunks_mut(Batch::ROWS);
        let rows = |(first, statuses)| {
            Some(Rows {
                texts,
                first,
                symbols: symbols.next()?,
                statuses,
                solutions: solutions.next()?,
                guesses: guesses.next()?,
                solve_ns: solve_ns.next()?,
                counters: counters.next().unwrap_or_default(),
            })
        };
        firsts.zip(statuses).map_while(rows).collect()
    }
}

/// The reason that a row is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
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
/// # mod sudomill { pub use {sudomill_core::*, sudomill_io::*}; }
/// use sudomill::{columns, solver::Status};
/// let texts = [".4.3.3........2.", "44.............."];
/// let results = columns::solve(&texts[..], &Default::default())?;
/// assert_eq!(results.statuses, [Status::Unique, Status::Invalid]);
/// assert_eq!(results.bad[&1].to_string(), "2: digit 4 twice in row 1 (r1c1 and r1c2)");
/// # Ok::<(), sudomill::Error>(())
/// ```
///
/// # Errors
/// The threads cannot be started, or the run was stopped.
pub fn solve(texts: &(impl Texts + ?Sized), options: &Options) -> Result<Results, Error> {
    solve_in(texts, options, Pool::Own)
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
/// # mod sudomill { pub use {sudomill_core::*, sudomill_io::*}; }
/// use sudomill::solver::Status;
/// let results = sudomill::solve_all(&[".4.3.3........2.", "44.............."]);
/// assert_eq!(results.solution(0), Some("2413134242313124"));
/// assert_eq!(results.statuses[1], Status::Invalid);
/// assert_eq!(results.bad[&1].to_string(), "2: digit 4 twice in row 1 (r1c1 and r1c2)");
/// ```
#[must_use]
pub fn solve_all<T: AsRef<[u8]> + Sync>(puzzles: &[T]) -> Results {
    let layout = layout(puzzles);
    let limits = Limits::usual(layout.size.order());
    let threads = rayon::current_num_threads();
    let options = Options { limits, threads, layout: Some(layout), ..Options::default() };
    let results = solve_in(puzzles, &options, Pool::Current);
    results.expect("no pool is made, and nothing stops the search")
}

/// The reason that a row is not a puzzle.
fn problem(text: Option<&[u8]>, layout: &Layout) -> Option<Problem> {
    let Some(text) = text else { return Some(Problem::Null) };
    match by_size::parse_line(text, layout.size, layout.notation()) {
        Parsed::Puzzle(_) => None,
        Parsed::Skip(_) => Some(Problem::Empty),
        Parsed::Bad(bad) => Some(bad.into()),
    }
}

fn solve_in<T: Texts + ?Sized>(texts: &T, options: &Options, pool: Pool) -> Result<Results, Error> {
    let layout = options.layout.clone().unwrap_or_else(|| layout(texts));
    if layout.alphabet.custom().is_some() {
        let reason = "a column of puzzles is read with the symbols 1-9 A-P or 0-9 A-O, not others";
        return Err(Error::Impossible(reason.to_owned()));
    }
    let Options { strategy, limits, .. } = options;
    let (size, notation, rows) = (layout.size, layout.notation(), texts.len());
    let mut results = Results {
        cells: size.cells(),
        symbols: vec![0; size.cells() * rows],
        statuses: vec![Status::Invalid; rows],
        solutions: vec![0; rows],
        guesses: vec![0; rows],
        solve_ns: vec![0; rows],
        counters: vec![Counters::default(); if options.counters { rows } else { 0 }],
        bad: BTreeMap::new(),
    };
    let takes_candidates = strategy.about(size).takes_candidates;
    // Solves rows on one thread. Returns those that are not puzzles, with their problems.
    let solve_rows = |all: Vec<Rows<T>>| {
        let mut engine = Engine::new(strategy.clone(), size, limits, Clock::Rows);
        let in_batch = InBatch::new(size, notation);
        let (mut bad, mut spare, mut in_engine) = (Vec::new(), Vec::new(), VecDeque::new());
        for rows in all.into_iter().map(Some).chain([None]) {
            match rows.filter(|_| !limits.is_stopped()) {
                Some(rows) => {
                    let mut batch = spare.pop().unwrap_or_else(|| Batch::new(size));
                    rows.read(&in_batch, &mut batch, takes_candidates);
                    in_engine.push_back(rows);
                    engine.take(batch);
                }
                None => engine.finish(),
            }
            while let Some(mut batch) = engine.next_done() {
                let rows: Rows<T> = in_engine.pop_front().expect("a batch has its rows");
                rows.write(&layout, &mut batch, &mut bad);
                spare.push(batch);
            }
        }
        bad
    };
    let at_once = batches_at_once(rows, options.threads);
    let bad = each(results.batches(texts), at_once, options, pool, solve_rows)?;
    results.bad.extend(bad.into_iter().flatten());
    Ok(results)
}

/// Detects the size and alphabet of a column, with the rules for a file that has these lines.
///
/// ```
/// # mod sudomill { pub use {sudomill_core::*, sudomill_io::*}; }
/// use sudomill::{columns, grid::{Alphabet, Size}};
/// let texts = [format!("0F{:.<254}", "")];
/// let layout = columns::layout(&texts[..]);
/// assert_eq!((layout.size, layout.alphabet), (Size::Sixteen, Alphabet::FromZero));
/// ```
pub fn layout(texts: &(impl Texts + ?Sized)) -> Layout {
    let rows = (0..texts.len()).filter_map(|row| texts.text(row));
    Layout::of_rows(rows)
}
