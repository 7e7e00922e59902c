//! The lane kernel: many 9×9 puzzles side by side in the registers of one thread, one branch-free
//! sweep over all of them, lanes refilled as puzzles end. README.md in this folder explains it with
//! drawings.
//!
//! ```text
//! puzzles → scheduler: node → lanes ⇄ kernel: sweep → solved │ dead │ stuck
//!                    ↑                                      ↓       ↓       ↓
//!                  refill  ←────────────────────────────── end    stack ← branch
//! ```
//!
//! [`Lanes`] solves many puzzles on one thread; [`LaneSolver`] solves one at a time.

mod backend;
mod bilocal;
mod bits;
mod branch;
mod cpu;
mod deaths;
mod grid;
mod many;
mod narrow;
mod node;
mod one;
mod prefetch;
mod progress;
mod quads;
mod queue;
mod scheduler;
mod vector;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use backend::{Backend, NoBackend};
pub use one::LaneSolver;
pub(crate) use progress::LaneInput;
pub use progress::Occupancy;
use queue::{Queue, RunLanes};

use crate::{
    grid::Size,
    solver::{Batch, Clock, Limits},
};

/// Many 9×9 puzzles side by side in the registers of one thread.
///
/// Takes batches and returns them finished, in the same order. Lanes stay full across batches: a
/// batch's last puzzles are still in them when the next batch begins. A puzzle's result depends only
/// on the puzzle and the limits.
///
/// ```
/// # use sudomill_core as sudomill;
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
    pub(crate) fn timed(backend: Backend, limits: Limits<'a>, clock: Clock) -> Self {
        let scheduler = backend.0.lanes(limits, backend.0.wave());
        let queue = Queue::new(clock, limits.solutions.get());
        Self { backend, limits, scheduler, queue, occupancy: Occupancy::default() }
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
    pub(crate) fn share(&mut self, elapsed_ns: f64, each: impl FnMut(u64, u64)) {
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

#[cfg(test)]
mod tests;
