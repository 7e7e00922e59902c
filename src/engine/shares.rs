//! Splits the time of a kernel call among the puzzles that ended in it.

use std::time::Duration;

/// The sweeps of the puzzles that ended in the current kernel call, and the times not yet drained.
pub(super) struct Shares {
    sweeps: u64,
    /// The number of puzzles by sweeps, for the many puzzles that take fewer than 64.
    few: [u64; 64],
    /// The sweeps of the other puzzles, one entry per puzzle.
    many: Vec<u64>,
    /// Times in nanoseconds, each with the number of puzzles that took it.
    times: Vec<(u64, u64)>,
}

impl Shares {
    pub const fn new() -> Self {
        Self { sweeps: 0, few: [0; 64], many: Vec::new(), times: Vec::new() }
    }

    /// Adds a puzzle that has ended. Its time is reported by [`drain`](Self::drain) only if
    /// `is_counted`.
    #[inline(always)]
    pub fn push(&mut self, sweeps: u64, is_counted: bool) {
        self.sweeps += sweeps;
        match self.few.get_mut(sweeps as usize) {
            _ if !is_counted => {}
            Some(count) => *count += 1,
            None => self.many.push(sweeps),
        }
    }

    /// Ends a call that took `elapsed`. Returns a function from a puzzle's sweeps to nanoseconds.
    pub fn close(&mut self, elapsed: Duration) -> impl Fn(u64) -> u64 + use<> {
        let ns_per_sweep = elapsed.as_nanos() as f64 / self.sweeps.max(1) as f64;
        let ns = move |sweeps: u64| (sweeps as f64 * ns_per_sweep) as u64;
        let few = (0..).zip(&self.few).filter(|(_, count)| **count > 0);
        self.times.extend(few.map(|(sweeps, &count)| (ns(sweeps), count)));
        self.times.extend(self.many.drain(..).map(|sweeps| (ns(sweeps), 1)));
        self.sweeps = 0;
        self.few.fill(0);
        ns
    }

    pub fn drain(&mut self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.times.drain(..)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up() {
        let mut shares = Shares::new();
        [3, 3, 70, 24].into_iter().for_each(|sweeps| shares.push(sweeps, true));
        let ns = shares.close(Duration::from_nanos(1000));
        assert_eq!([3, 24, 70].map(&ns), [30, 240, 700]);
        assert_eq!(shares.drain().collect::<Vec<_>>(), [(30, 2), (240, 1), (700, 1)]);
        shares.push(5, true);
        assert_eq!(shares.close(Duration::from_nanos(50))(1), 10);
        assert_eq!(shares.drain().collect::<Vec<_>>(), [(50, 1)]);
    }
}
