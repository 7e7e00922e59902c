//! Estimates the time of a strategy on a sample from counters instead of a clock, so that the
//! result is the same on every machine, however busy.

use super::{Clock, sample::Sample, subject::Subject};
use std::time::Duration;
use sudomill_core::grid::{Order, Order3};

/// The cost of entering a value (guesses included) on a 9×9 grid, with all its consequences: `mrv`
/// takes about 120 ns, `electroyou` 300 ns (on AMD EPYC, Zen 3).
const STEP_NS: f64 = 150.0;

/// The cost of a sweep of one lane, which enters many values at once.
const SWEEP_NS: f64 = 45.0;

/// The cost of one unit of other counted work, such as a check or a filling.
const COUNT_NS: f64 = 5.0;

/// Estimates the time of a sample on one thread of a typical machine. Solves every puzzle once.
pub(super) fn nominal_time<O: Order>(subject: &Subject<O>, sample: &Sample<O>) -> Duration {
    let (mut steps, mut others) = (0, 0);
    for solved in subject.solve(sample) {
        steps += solved.counters.steps;
        others += solved.counters.own.values().sum::<u64>();
    }
    let step = match subject.clock() {
        Clock::Call => STEP_NS,
        Clock::SharedBySweeps => SWEEP_NS,
    };
    let cells = O::CELLS as f64 / Order3::CELLS as f64;
    Duration::from_secs_f64((steps as f64 * step * cells + others as f64 * COUNT_NS) / 1e9)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::sample::Numbered;
    use std::thread;
    use sudomill_core::{
        grid::{Order2, Puzzle},
        solver::{Counter, Counters, Limits, Observer, Outcome, OwnCounters, Solver, registry},
    };

    /// Takes a fixed time for every puzzle, with the same counters.
    struct Slow(Duration);

    impl Solver<Order2> for Slow {
        fn solve(&self, puzzle: &Puzzle<Order2>, limits: &Limits) -> Outcome<Order2> {
            thread::sleep(self.0);
            let outcome = registry::find("mrv").unwrap().solver().solve(puzzle, limits);
            let counters =
                Counters { steps: 10, own: OwnCounters::new([1, 2, 3, 0]), ..Counters::default() };
            Outcome { counters, ..outcome }
        }

        fn trace(
            &self,
            puzzle: &Puzzle<Order2>,
            limits: &Limits,
            _: &mut dyn Observer,
        ) -> Outcome<Order2> {
            self.solve(puzzle, limits)
        }

        fn own_counters(&self) -> &'static [Counter] {
            &[]
        }
    }

    #[test]
    fn same_work_for_any_clock() {
        let puzzle = Puzzle::new(&[0; 16]).unwrap();
        let set: Vec<_> = (1..=8).map(|line| Numbered { line, puzzle }).collect();
        let sample = Sample::of(&set, 8);
        let time = |sleep| {
            let (slow, mrv) = (Box::new(Slow(sleep)), registry::find("mrv").unwrap());
            nominal_time(&Subject::of_solver(slow, mrv, Limits::default()), &sample)
        };
        let quick = time(Duration::ZERO);
        assert_eq!(time(Duration::from_millis(5)), quick);
        let expected = 8.0 * (10.0 * STEP_NS * 16.0 / 81.0 + 6.0 * COUNT_NS);
        assert_eq!(quick.as_nanos(), expected as u128);
    }
}
