//! The door for the batch: an engine a thread, kept from chunk to chunk.

#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
use super::neon::Neon;
use super::{
    Backend, LaneOutcome, Occupancy, backend::Kind, portable::Portable, scheduler::Scheduler,
    vector::Vector,
};
#[cfg(target_arch = "x86_64")]
use super::{avx2::Avx2, avx512::Avx512};
use crate::solver::Limits;

/// Solves many 9×9 puzzles at once on one thread.
///
/// Puzzles go in as 81 ASCII bytes with a number of the caller's; any byte but
/// `1` to `9` is an empty cell. Outcomes come out with that number, in the order
/// in which the puzzles end. A puzzle's outcome and counters depend on the puzzle
/// and the limits alone.
///
/// A puzzle whose clues repeat a digit comes out with no solution.
///
/// ```
/// use sudomill::solver::{Limits, lanes::{Backend, Engine}};
/// let lines =
///     [*b"013085006000031000007600000006900003170000025300006900000002400000870000900560310"];
/// let mut engine = Engine::new(Backend::best(), Limits::default());
/// let mut solved = Vec::new();
/// engine.feed((0..).zip(&lines), |id, outcome| solved.push((id, *outcome)));
/// engine.drain(|id, outcome| solved.push((id, *outcome)));
/// assert_eq!(solved[0].1.solutions, 1);
/// assert!(solved[0].1.first.starts_with(b"213485796"));
/// ```
pub struct Engine<'a>(Body<'a>);

/// Boxed: a scheduler holds registers, which want to stay where they are.
enum Body<'a> {
    Portable(Box<Scheduler<'a, Portable>>),
    #[cfg(target_arch = "x86_64")]
    Avx2(Box<Scheduler<'a, Avx2>>),
    #[cfg(target_arch = "x86_64")]
    Avx512(Box<Scheduler<'a, Avx512>>),
    #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
    Neon(Box<Scheduler<'a, Neon>>),
}

impl<'a> Engine<'a> {
    /// An engine with no puzzles in it.
    pub fn new(backend: Backend, limits: Limits<'a>) -> Self {
        Self(match backend.0 {
            Kind::Portable => Body::Portable(Box::new(Scheduler::new((), limits))),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(proof) => Body::Avx2(Box::new(Scheduler::new(proof, limits))),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(proof) => Body::Avx512(Box::new(Scheduler::new(proof, limits))),
            #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
            Kind::Neon => Body::Neon(Box::new(Scheduler::new((), limits))),
        })
    }

    /// Solves until the puzzles run out, and returns with the last ones still in
    /// the lanes: feed more, or [`Self::drain`] it.
    pub fn feed<'p>(
        &mut self,
        puzzles: impl Iterator<Item = (u64, &'p [u8; 81])>,
        sink: impl FnMut(u64, &LaneOutcome),
    ) {
        self.run(puzzles, false, sink);
    }

    /// Solves until every puzzle has ended.
    pub fn drain(&mut self, sink: impl FnMut(u64, &LaneOutcome)) {
        self.run(std::iter::empty(), true, sink);
    }

    fn run<'p>(
        &mut self,
        puzzles: impl Iterator<Item = (u64, &'p [u8; 81])>,
        drain: bool,
        sink: impl FnMut(u64, &LaneOutcome),
    ) {
        match &mut self.0 {
            Body::Portable(scheduler) => Portable::run(scheduler, puzzles, drain, sink),
            #[cfg(target_arch = "x86_64")]
            Body::Avx2(scheduler) => Avx2::run(scheduler, puzzles, drain, sink),
            #[cfg(target_arch = "x86_64")]
            Body::Avx512(scheduler) => Avx512::run(scheduler, puzzles, drain, sink),
            #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
            Body::Neon(scheduler) => Neon::run(scheduler, puzzles, drain, sink),
        }
    }

    /// How well the lanes were used so far.
    pub fn occupancy(&self) -> Occupancy {
        match &self.0 {
            Body::Portable(scheduler) => scheduler.occupancy(),
            #[cfg(target_arch = "x86_64")]
            Body::Avx2(scheduler) => scheduler.occupancy(),
            #[cfg(target_arch = "x86_64")]
            Body::Avx512(scheduler) => scheduler.occupancy(),
            #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
            Body::Neon(scheduler) => scheduler.occupancy(),
        }
    }
}
