//! One thread's lanes, on any backend.

#[cfg(target_arch = "x86_64")]
use super::x86::{Avx2Proof, Avx512BwProof, Avx512Proof};
use super::{
    Backend, Occupancy,
    backend::{Kind, PortableCpu},
    cpu::Cpu,
    queue::Queue,
    scheduler::Scheduler,
};
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
    scheduler: AnyScheduler<'a>,
    queue: Queue,
}

/// Boxed, because a scheduler holds many registers, which would be expensive to move.
enum AnyScheduler<'a> {
    Portable(Box<Scheduler<'a, PortableCpu>>),
    #[cfg(target_arch = "x86_64")]
    Avx2(Box<Scheduler<'a, Avx2Proof>>),
    #[cfg(target_arch = "x86_64")]
    Avx512(Box<Scheduler<'a, Avx512Proof>>),
    #[cfg(target_arch = "x86_64")]
    Avx512Bw(Box<Scheduler<'a, Avx512BwProof>>),
    #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
    Neon(Box<Scheduler<'a, super::backend::NeonCpu>>),
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128(Box<Scheduler<'a, super::backend::Simd128Cpu>>),
}

/// Evaluates an expression for the backend of an enum with a variant per backend: the value of the
/// variant gets a name.
macro_rules! with_backend {
    ($any:expr, $kind:ident, $value:ident => $result:expr) => {
        match $any {
            $kind::Portable($value) => $result,
            #[cfg(target_arch = "x86_64")]
            $kind::Avx2($value) => $result,
            #[cfg(target_arch = "x86_64")]
            $kind::Avx512($value) => $result,
            #[cfg(target_arch = "x86_64")]
            $kind::Avx512Bw($value) => $result,
            #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
            $kind::Neon($value) => $result,
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            $kind::Simd128($value) => $result,
        }
    };
}
pub(super) use with_backend;

impl<'a> Lanes<'a> {
    /// Creates empty lanes.
    pub fn new(backend: Backend, limits: Limits<'a>) -> Self {
        Self::timed(backend, limits, Clock::Off)
    }

    /// Creates empty lanes that record what [`Lanes::share`] needs.
    pub(crate) fn timed(backend: Backend, limits: Limits<'a>, clock: Clock) -> Self {
        Self { scheduler: AnyScheduler::new(backend, limits), queue: Queue::new(clock) }
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

    /// The number of batches that [`next_done`](Self::next_done) has not returned.
    pub(crate) fn unfinished(&self) -> usize {
        self.queue.len()
    }

    /// See [`Queue::share`].
    pub(crate) fn share(&mut self, elapsed_ns: f64, each: impl FnMut(u64, u64)) {
        self.queue.share(elapsed_ns, each);
    }

    fn run(&mut self, drain: bool) {
        let Self { scheduler, queue } = self;
        with_backend!(scheduler, AnyScheduler, lanes => lanes.run(queue, drain));
    }

    /// The utilization of the lanes so far.
    pub fn occupancy(&self) -> Occupancy {
        with_backend!(&self.scheduler, AnyScheduler, lanes => lanes.occupancy())
    }
}

impl<'a> AnyScheduler<'a> {
    fn new(backend: Backend, limits: Limits<'a>) -> Self {
        fn boxed<C: Cpu>(cpu: C, limits: Limits) -> Box<Scheduler<C>> {
            Box::new(Scheduler::new(cpu, limits))
        }
        match backend.0 {
            Kind::Portable(cpu) => Self::Portable(boxed(cpu, limits)),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(cpu) => Self::Avx2(boxed(cpu, limits)),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(cpu) => Self::Avx512(boxed(cpu, limits)),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512Bw(cpu) => Self::Avx512Bw(boxed(cpu, limits)),
            #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
            Kind::Neon(cpu) => Self::Neon(boxed(cpu, limits)),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kind::Simd128(cpu) => Self::Simd128(boxed(cpu, limits)),
        }
    }
}
