//! One thread's lanes, on any backend.

#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
use super::layout81::neon::Neon;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use super::layout81::simd128::Simd128;
use super::{
    Backend, Occupancy,
    backend::Kind,
    layout::LaneLayout,
    layout81::{Cells, portable::Portable},
    scheduler::{Scheduler, Traffic},
};
#[cfg(target_arch = "x86_64")]
use super::{
    layout27::{
        self,
        avx512::{Avx512, Avx512Bw},
    },
    layout81::avx2::Avx2,
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
    Portable(Box<Scheduler<'a, Cells<Portable>>>),
    #[cfg(target_arch = "x86_64")]
    Avx2(Box<Scheduler<'a, Cells<Avx2>>>),
    #[cfg(target_arch = "x86_64")]
    Avx512(Box<Scheduler<'a, layout27::Cells<Avx512>>>),
    #[cfg(target_arch = "x86_64")]
    Avx512Bw(Box<Scheduler<'a, layout27::Cells<Avx512Bw>>>),
    #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
    Neon(Box<Scheduler<'a, Cells<Neon>>>),
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128(Box<Scheduler<'a, Cells<Simd128>>>),
}

/// Evaluates an expression with the scheduler of the current backend.
macro_rules! with_scheduler {
    ($body:expr, $scheduler:ident => $value:expr) => {
        match $body {
            AnyScheduler::Portable($scheduler) => $value,
            #[cfg(target_arch = "x86_64")]
            AnyScheduler::Avx2($scheduler) => $value,
            #[cfg(target_arch = "x86_64")]
            AnyScheduler::Avx512($scheduler) => $value,
            #[cfg(target_arch = "x86_64")]
            AnyScheduler::Avx512Bw($scheduler) => $value,
            #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
            AnyScheduler::Neon($scheduler) => $value,
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            AnyScheduler::Simd128($scheduler) => $value,
        }
    };
}

impl<'a> Lanes<'a> {
    /// Creates empty lanes.
    pub fn new(backend: Backend, limits: Limits<'a>) -> Self {
        Self(match backend.0 {
            Kind::Portable => AnyScheduler::Portable(Box::new(Scheduler::new((), limits))),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(proof) => AnyScheduler::Avx2(Box::new(Scheduler::new(proof, limits))),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(proof) => AnyScheduler::Avx512(Box::new(Scheduler::new(proof, limits))),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512Bw(proof) => {
                AnyScheduler::Avx512Bw(Box::new(Scheduler::new(proof, limits)))
            }
            #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
            Kind::Neon => AnyScheduler::Neon(Box::new(Scheduler::new((), limits))),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kind::Simd128 => AnyScheduler::Simd128(Box::new(Scheduler::new((), limits))),
        })
    }

    /// Solves until there are no further puzzles. Returns with the last ones still in the lanes:
    /// feed more, or [`drain`](Self::drain) them.
    pub fn feed(&mut self, traffic: &mut impl Traffic) {
        with_scheduler!(&mut self.0, scheduler => run(scheduler, traffic, false));
    }

    /// Solves until every puzzle has ended.
    pub fn drain(&mut self, traffic: &mut impl Traffic) {
        with_scheduler!(&mut self.0, scheduler => run(scheduler, traffic, true));
    }

    /// The utilization of the lanes so far.
    pub fn occupancy(&self) -> Occupancy {
        with_scheduler!(&self.0, scheduler => scheduler.occupancy())
    }
}

#[cfg(not(target_family = "wasm"))]
fn run<L: LaneLayout, T: Traffic>(scheduler: &mut Scheduler<L>, traffic: &mut T, drain: bool) {
    L::run(scheduler.proof(), scheduler, traffic, drain);
}

#[cfg(target_family = "wasm")]
fn run<L: LaneLayout, T: Traffic>(scheduler: &mut Scheduler<L>, traffic: &mut T, drain: bool) {
    run_any(scheduler, traffic, drain);
}

/// Compiles the kernel once for all types of traffic, because a web page has to be small.
#[cfg(target_family = "wasm")]
#[inline(never)]
fn run_any<L: LaneLayout>(
    scheduler: &mut Scheduler<L>,
    mut traffic: &mut dyn Traffic,
    drain: bool,
) {
    L::run(scheduler.proof(), scheduler, &mut traffic, drain);
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
