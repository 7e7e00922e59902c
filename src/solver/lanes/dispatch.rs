//! One thread's lanes, on any backend.

#[cfg(target_arch = "x86_64")]
use super::x86::{Avx2Proof, Avx512BwProof, Avx512Proof};
use super::{
    Backend, Occupancy,
    backend::{Kind, PortableCpu},
    cpu::Cpu,
    scheduler::{Scheduler, Traffic},
};
use crate::solver::Limits;

/// Many 9×9 puzzles side by side in the registers of one thread.
///
/// A [`Traffic`] supplies puzzles as [`LaneInput`](super::LaneInput), each with an id of the caller's
/// choice, and receives the outcomes with these ids, in the order in which the puzzles end. A
/// puzzle's outcome and counters depend only on the puzzle and the limits.
///
/// A puzzle with clues that repeat a digit, or with a cell without candidates, ends without a
/// solution.
///
/// ```
/// use sudomill::solver::{Limits, lanes::{Backend, LaneInput, LaneOutcome, Lanes, Traffic}};
///
/// /// Puzzles, and the number of solutions of each that has ended.
/// struct Lines<'a>(std::slice::Iter<'a, [u8; 81]>, Vec<u64>);
///
/// impl Traffic for Lines<'_> {
///     fn next(&mut self) -> Option<(u64, LaneInput<'_>)> {
///         Some((0, LaneInput::Clues(self.0.next()?)))
///     }
///
///     fn end(&mut self, _: u64, outcome: &LaneOutcome) {
///         self.1.push(outcome.solutions);
///     }
/// }
///
/// let puzzles =
///     [*b"013085006000031000007600000006900003170000025300006900000002400000870000900560310"];
/// let mut lines = Lines(puzzles.iter(), Vec::new());
/// let mut lanes = Lanes::new(Backend::best(), Limits::default());
/// lanes.feed(&mut lines);
/// lanes.drain(&mut lines);
/// assert_eq!(lines.1, [1]);
/// ```
pub struct Lanes<'a>(AnyScheduler<'a>);

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
        fn boxed<C: Cpu>(cpu: C, limits: Limits) -> Box<Scheduler<C>> {
            Box::new(Scheduler::new(cpu, limits))
        }
        Self(match backend.0 {
            Kind::Portable(cpu) => AnyScheduler::Portable(boxed(cpu, limits)),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(cpu) => AnyScheduler::Avx2(boxed(cpu, limits)),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(cpu) => AnyScheduler::Avx512(boxed(cpu, limits)),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512Bw(cpu) => AnyScheduler::Avx512Bw(boxed(cpu, limits)),
            #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
            Kind::Neon(cpu) => AnyScheduler::Neon(boxed(cpu, limits)),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kind::Simd128(cpu) => AnyScheduler::Simd128(boxed(cpu, limits)),
        })
    }

    /// Solves until there are no further puzzles. Returns with the last ones still in the lanes:
    /// feed more, or [`drain`](Self::drain) them.
    pub fn feed(&mut self, traffic: &mut impl Traffic) {
        with_backend!(&mut self.0, AnyScheduler, lanes => run(lanes, traffic, false));
    }

    /// Solves until every puzzle has ended.
    pub fn drain(&mut self, traffic: &mut impl Traffic) {
        with_backend!(&mut self.0, AnyScheduler, lanes => run(lanes, traffic, true));
    }

    /// The utilization of the lanes so far.
    pub fn occupancy(&self) -> Occupancy {
        with_backend!(&self.0, AnyScheduler, lanes => lanes.occupancy())
    }
}

#[cfg(not(target_family = "wasm"))]
fn run<C: Cpu>(scheduler: &mut Scheduler<C>, traffic: &mut impl Traffic, drain: bool) {
    scheduler.run(traffic, drain);
}

/// Compiles the kernel once for all types of traffic, because a web page has to be small.
#[cfg(target_family = "wasm")]
fn run<C: Cpu>(scheduler: &mut Scheduler<C>, mut traffic: &mut dyn Traffic, drain: bool) {
    scheduler.run(&mut traffic, drain);
}

#[cfg(target_family = "wasm")]
impl Traffic for &mut dyn Traffic {
    fn next(&mut self) -> Option<(u64, super::LaneInput<'_>)> {
        (**self).next()
    }

    fn end(&mut self, id: u64, outcome: &super::LaneOutcome) {
        (**self).end(id, outcome);
    }
}
