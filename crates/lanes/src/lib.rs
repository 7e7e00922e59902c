//! The SIMD kernel of [sudomill](https://docs.rs/sudomill), which solves Sudoku puzzles by the million:
//! many 9×9 puzzles side by side in the registers of one thread, one branch-free sweep over all of them,
//! lanes refilled as puzzles end. README.md in this folder explains it with drawings.
//!
//! ```text
//! puzzles → scheduler: node → lanes ⇄ kernel: sweep → solved │ dead │ stuck
//!                    ↑                                      ↓       ↓       ↓
//!                  refill  ←────────────────────────────── end    stack ← branch
//! ```
//!
//! Batches of puzzles go in, the same batches with their results come out: [`Lanes`] solves many puzzles on
//! one thread. [`solve_into`] solves one puzzle, in nine registers, with the same outcome and counters.
//!
//! This crate knows grids and what a search returns, from `sudomill_puzzle`, and no other solver. Its
//! modules are public for its tests and benchmarks; sudomill re-exports [`Backend`], [`NoBackend`] and
//! [`Lanes`].

#![deny(missing_docs, unnameable_types, unsafe_code)]

pub mod backend;
pub mod bilocal;
pub mod bits;
pub mod branch;
pub mod contenders;
pub mod cpu;
pub mod deaths;
pub mod grid;
pub mod many;
pub mod narrow;
pub mod node;
pub mod one;
mod prefetch;
pub mod progress;
pub mod quads;
pub mod queue;
pub mod scheduler;
mod single;
pub mod vector;
#[cfg(target_arch = "x86_64")]
pub mod x86;

pub use backend::{Backend, NoBackend};
pub use progress::{LaneCounters, LaneInput, LaneOutcome, Progress};
pub use queue::MANY;
pub use single::{solve_into, trace};

use queue::{Queue, RunLanes};
use sudomill_puzzle::{
    grid::Size,
    solving::{Batch, Clock, Limits, Occupancy},
};

/// Many 9×9 puzzles side by side in the registers of one thread.
///
/// Takes batches and returns them finished, in the same order. Lanes stay full across batches: a
/// batch's last puzzles are still in them when the next batch begins. A puzzle's result depends only
/// on the puzzle and the limits.
///
/// ```
/// # mod sudomill { pub use sudomill_puzzle::*; pub mod solver { pub use sudomill_puzzle::solving::*; pub mod lanes { pub use sudomill_lanes::*; } } }
/// use sudomill::{grid::Size, solver::{Batch, Limits, lanes::{Backend, Lanes}}};
/// let mut batch = Batch::new(Size::Nine);
/// batch.push_symbols(
///     b"013085006000031000007600000006900003170000025300006900000002400000870000900560310",
/// );
/// let mut lanes = Lanes::new(Backend::best(), Limits::default());
/// lanes.take(batch);
/// lanes.finish();
/// assert_eq!(lanes.next_done().unwrap().results()[0].solutions, 1);
/// ```
pub struct Lanes<'a> {
    backend: Backend,
    limits: Limits<'a>,
    scheduler: Box<RunLanes<'a>>,
    queue: Queue,
    occupancy: Occupancy,
}

impl<'a> Lanes<'a> {
    /// Creates empty lanes.
    pub fn new(backend: Backend, limits: Limits<'a>) -> Self {
        Self::timed(backend, limits, Clock::Off)
    }

    /// Creates empty lanes that record what [`Lanes::share`] needs.
    pub fn timed(backend: Backend, limits: Limits<'a>, clock: Clock) -> Self {
        Self::of(backend.0.lanes(limits, backend.0.wave()), backend, limits, clock)
    }

    /// Creates empty lanes that another scheduler runs, which divides no search.
    #[doc(hidden)]
    pub fn of(run: Box<RunLanes<'a>>, backend: Backend, limits: Limits<'a>, clock: Clock) -> Self {
        let queue = Queue::new(clock, limits.solutions.get());
        Self { backend, limits, scheduler: run, queue, occupancy: Occupancy::default() }
    }

    /// Takes a batch of 9×9 puzzles and starts all of them. The last ones are still in the lanes
    /// when this returns.
    pub fn take(&mut self, batch: Batch) {
        debug_assert_eq!(batch.size(), Size::Nine);
        self.queue.push(batch);
        self.run(false);
    }

    /// Solves until every puzzle has ended.
    pub fn finish(&mut self) {
        self.run(true);
    }

    /// Returns the next finished batch, in the order in which batches were taken.
    pub fn next_done(&mut self) -> Option<Batch> {
        self.queue.pop()
    }

    /// See [`Queue::share`].
    pub fn share(&mut self, elapsed_ns: f64, each: impl FnMut(u64, u64)) {
        self.queue.share(elapsed_ns, each);
    }

    fn run(&mut self, drain: bool) {
        let Self { backend, limits, scheduler, queue, occupancy } = self;
        *occupancy = scheduler(queue, drain);
        while let Some(begun) = queue.begun.pop() {
            let id = begun.id;
            let outcome = many::search_rest(*backend, begun, limits);
            queue.end(id, &outcome, limits);
        }
    }

    /// The utilization of the lanes so far.
    pub const fn occupancy(&self) -> Occupancy {
        self.occupancy
    }
}
