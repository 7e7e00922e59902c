//! BATCHES → FINISHED BATCHES: solves puzzles on one thread.
//!
//! ```text
//!  batch: a file ──┐            ┌─ in lanes: many puzzles at once ─┐
//!  columns: rows ──┼─→ Batch ─→ │                                  │ ─→ the same Batch, solved
//!  bench: puzzles ─┘            └─ one puzzle at a time ───────────┘
//! ```
//!
//! Code that solves many puzzles creates one [`Engine`] per thread and passes it one
//! [`Batch`] after another. The engine returns them solved, in the same order.
//!
//! # `solve_ns`
//!
//! A row's time is the wall time of the solver's call for its puzzle, in nanoseconds. Finding the
//! row, reading its symbols and writing its result are not included.
//!
//! Lanes have no clock of their own. The time of a kernel call is shared among the puzzles that
//! ended in the call, in proportion to their sweeps, so the shares add up to the time of all calls.

use crate::{Solver, clock::Instant, registry::Strategy};
use std::{
    collections::VecDeque,
    fmt,
    ops::{ControlFlow, Deref, Range},
};
use sudomill_lanes::Lanes;
use sudomill_puzzle::{
    for_size,
    grid::{Order, Size, Units},
    solving::{Batch, Clock, Counters, Event, Limits, Observer, Occupancy, RowResult, Status},
};

/// Solves batches on one thread. See the [module](self).
///
/// Results depend only on a row's puzzle and the limits. Once the limits' stop flag is set, the
/// engine ends as soon as it can and its results are unspecified: callers must check
/// [`Limits::is_stopped`].
pub struct Engine<'a> {
    kind: Kind<'a>,
    clock: Clock,
    times: Vec<(u64, u64)>,
    /// Batches whose memory is used again.
    spare: Vec<Batch>,
    /// The units of all puzzles.
    units: Units,
}

enum Kind<'a> {
    Lanes(Box<Lanes<'a>>),
    /// Solves one puzzle at a time. The batches are finished.
    OneByOne(Box<dyn FnMut(&mut Batch) + Send + 'a>, VecDeque<Batch>),
}

/// Solves a row and passes on every solution as soon as it is found. Returns the row's result,
/// without the solve time, and the symbols of the first solution; `None` if the row has no puzzle.
pub type RowSolver =
    dyn Fn(&Batch, usize, &Limits, &mut OnSolution) -> Option<(RowResult, Vec<u8>)> + Send + Sync;

/// Receives the digits of a solution, row-major. `Break` ends the search.
pub type OnSolution<'s> = dyn FnMut(&[u8]) -> ControlFlow<()> + 's;

/// Observes only the solutions of a search.
struct Solutions<'o, 's>(&'o mut OnSolution<'s>);

impl Observer for Solutions<'_, '_> {
    fn event(&mut self, _: Event, _: &Counters) {}

    fn wants_solutions(&self) -> bool {
        true
    }

    fn solution(&mut self, values: &[u8]) -> ControlFlow<()> {
        (self.0)(values)
    }
}

/// The solver of a strategy for the rows of batches.
pub fn row_solver(strategy: &Strategy, size: Size) -> Box<RowSolver> {
    for_size!(size, O => {
        let solver = strategy.solver::<O>();
        Box::new(move |batch, row, limits, on_solution| {
            let mut observer = Solutions(on_solution);
            Some(RowResult::of(&solver.trace(&batch.puzzle(row)?, limits, &mut observer), 0))
        })
    })
}

impl<'a> Engine<'a> {
    /// Creates an engine for batches of this size.
    pub fn new(strategy: Strategy, size: Size, limits: &'a Limits, clock: Clock) -> Self {
        let units = strategy.units();
        for_size!(size, O => Self { units, ..Self::with_solver(strategy.solver::<O>(), limits, clock) })
    }

    /// Creates an engine for a solver that is not a registered strategy.
    pub fn of_solver<O: Order>(
        solver: &'a dyn Solver<O>,
        limits: &'a Limits,
        clock: Clock,
    ) -> Self {
        Self::with_solver(solver, limits, clock)
    }

    fn with_solver<O: Order, S: Deref<Target: Solver<O>> + Send + 'a>(
        solver: S,
        limits: &'a Limits,
        clock: Clock,
    ) -> Self {
        let lanes = match solver.region_lanes() {
            Some(regions) => Some(regions.lanes(*limits, clock)),
            None => solver.lanes().map(|backend| Lanes::timed(backend, *limits, clock)),
        };
        let kind = match lanes {
            Some(lanes) => Kind::Lanes(Box::new(lanes)),
            None => {
                let solve = move |batch: &mut Batch| one_by_one(&*solver, limits, clock, batch);
                Kind::OneByOne(Box::new(solve), VecDeque::new())
            }
        };
        Self { kind, clock, times: Vec::new(), spare: Vec::new(), units: Units::STANDARD }
    }

    /// Takes a batch and starts all its puzzles. Some may still be in flight when this returns.
    pub fn take(&mut self, mut batch: Batch) {
        let is_timed = self.clock != Clock::Off;
        self.call(|kind, times| match kind {
            Kind::Lanes(lanes) => lanes.take(batch),
            Kind::OneByOne(solve, done) => {
                solve(&mut batch);
                let solved = batch.results().iter().filter(|it| it.status != Status::Invalid);
                times.extend(solved.filter(|_| is_timed).map(|result| (result.solve_ns, 1)));
                done.push_back(batch);
            }
        });
    }

    /// Runs until every puzzle in flight has ended.
    pub fn finish(&mut self) {
        self.call(|kind, _| match kind {
            Kind::Lanes(lanes) => lanes.finish(),
            Kind::OneByOne(..) => {}
        });
    }

    /// Calls the solver, and shares the time of the call among the puzzles in lanes.
    fn call(&mut self, call: impl FnOnce(&mut Kind<'a>, &mut Vec<(u64, u64)>)) {
        let Self { kind, clock, times, .. } = self;
        times.clear();
        let begun = (*clock != Clock::Off).then(Instant::now);
        call(kind, times);
        if let (Kind::Lanes(lanes), Some(begun)) = (kind, begun) {
            lanes.share(begun.elapsed().as_nanos() as f64, |ns, puzzles| times.push((ns, puzzles)));
        }
    }

    /// Returns the next finished batch, in the order in which batches were taken.
    pub fn next_done(&mut self) -> Option<Batch> {
        match &mut self.kind {
            Kind::Lanes(lanes) => lanes.next_done(),
            Kind::OneByOne(_, done) => done.pop_front(),
        }
    }

    /// Solves all batches that `read` fills, which returns false if it has no more rows, and passes on
    /// each of them when it is finished.
    ///
    /// ```
    /// # mod sudomill { pub use {sudomill_puzzle::*, sudomill_solvers::*}; pub mod solver { pub use {sudomill_puzzle::solving::*, sudomill_solvers::*}; } }
    /// use sudomill::{engine::Engine, grid::Size, solver::{Clock, Limits, registry::Strategy}};
    /// let limits = Limits::default();
    /// let mut engine = Engine::new(Strategy::default(), Size::Four, &limits, Clock::Off);
    /// let mut texts = [".4.3.3........2.", "1...4.....2....3"].into_iter();
    /// let mut solutions = Vec::new();
    /// engine.solve_batches(
    ///     Size::Four,
    ///     &mut |batch| {
    ///         texts.by_ref().for_each(|text| batch.push_symbols(text.as_bytes()));
    ///         !batch.is_empty()
    ///     },
    ///     &mut |batch| solutions.extend(batch.results().iter().map(|row| row.solutions)),
    /// );
    /// assert_eq!(solutions, [1, 2]);
    /// ```
    pub fn solve_batches(
        &mut self,
        size: Size,
        read: &mut dyn FnMut(&mut Batch) -> bool,
        finished: &mut dyn FnMut(&mut Batch),
    ) {
        let mut is_done = false;
        while !is_done {
            let mut batch = self.spare.pop().unwrap_or_else(|| Batch::with_units(size, self.units));
            batch.clear();
            is_done = !read(&mut batch);
            match is_done {
                true => self.finish(),
                false => self.take(batch),
            }
            while let Some(mut batch) = self.next_done() {
                finished(&mut batch);
                self.spare.push(batch);
            }
        }
    }

    /// Solves blocks of rows, ranges of indices modulo the number of `rows`, as
    /// [`solve_batches`](Self::solve_batches) does.
    #[doc(hidden)]
    pub fn solve_rows(
        &mut self,
        rows: &Batch,
        blocks: &mut dyn FnMut() -> Option<Range<usize>>,
        finished: &mut dyn FnMut(&mut Batch),
    ) {
        let mut block = 0..0;
        let mut read = |batch: &mut Batch| {
            if block.is_empty() {
                block = blocks().unwrap_or_default();
            }
            if !block.is_empty() {
                let first = block.start % rows.len();
                let count = Batch::ROWS.min(block.len()).min(rows.len() - first);
                batch.push_rows(rows, first..first + count);
                block.start += count;
            }
            !batch.is_empty()
        };
        self.solve_batches(rows.size(), &mut read, finished);
    }

    /// The times of the puzzles that ended in the last call of [`take`](Self::take) or
    /// [`finish`](Self::finish): nanoseconds and the number of puzzles with that time. Empty
    /// without a clock.
    #[must_use]
    pub fn times(&self) -> &[(u64, u64)] {
        &self.times
    }

    /// The utilization of the lanes; zero for solvers without lanes.
    #[must_use]
    pub fn occupancy(&self) -> Occupancy {
        match &self.kind {
            Kind::Lanes(lanes) => lanes.occupancy(),
            Kind::OneByOne(..) => Occupancy::default(),
        }
    }
}

impl fmt::Debug for Engine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").finish_non_exhaustive()
    }
}

fn one_by_one<O: Order>(
    solver: &(impl Solver<O> + ?Sized),
    limits: &Limits,
    clock: Clock,
    batch: &mut Batch,
) {
    while let Some(row) = batch.next_row() {
        let Some(puzzle) = batch.puzzle::<O>(row) else {
            batch.end(row, RowResult::INVALID, &[]);
            continue;
        };
        let begun = (clock != Clock::Off).then(Instant::now);
        let outcome = solver.solve(&puzzle, limits);
        let elapsed = begun.map_or(0, |begun| begun.elapsed().as_nanos());
        let (result, symbols) = RowResult::of(&outcome, u64::try_from(elapsed).unwrap_or(u64::MAX));
        batch.end(row, result, &symbols);
        if limits.is_stopped() {
            break;
        }
    }
}
