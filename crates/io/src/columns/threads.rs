//! Distributes work over threads until the run is stopped.

use super::Options;
use rayon::prelude::*;
use sudomill_core::{Error, solver::Batch, threads};

/// The number of batches in one unit of work. A single thread takes many, because lanes idle at the
/// end of each unit while the last puzzles finish; several threads take few enough that they finish
/// together.
pub(super) fn batches_at_once(rows: usize, threads: usize) -> usize {
    let rows = match threads::bounded(threads) {
        1 => rows.clamp(1, 1 << 20),
        threads => (rows / (8 * threads)).clamp(1 << 12, 1 << 17),
    };
    rows.div_ceil(Batch::ROWS)
}

/// Splits items into runs of about `at_once` items whose lengths differ by at most one. The number
/// of runs is a multiple of `threads`, unless there are too few items.
fn even_runs<I>(items: Vec<I>, at_once: usize, threads: usize) -> Vec<Vec<I>> {
    let total = items.len();
    let runs = total.div_ceil(at_once.max(1)).next_multiple_of(threads.max(1)).min(total);
    let mut items = items.into_iter();
    let run = |run| {
        let length = total * (run + 1) / runs - total * run / runs;
        items.by_ref().take(length).collect()
    };
    (0..runs).map(run).collect()
}

/// The source of threads.
#[derive(Clone, Copy)]
pub(super) enum Pool {
    /// The current rayon pool.
    Current,
    /// A new pool with [`Options::threads`] threads.
    Own,
}

/// Calls `work` on runs of about `at_once` items, on [`Options::threads`] threads. Returns the
/// results in order.
pub(super) fn each<I: Send, R: Send>(
    items: Vec<I>,
    at_once: usize,
    options: &Options,
    pool: Pool,
    work: impl Fn(Vec<I>) -> R + Sync,
) -> Result<Vec<R>, Error> {
    let threads = threads::bounded(options.threads);
    let runs = even_runs(items, at_once, threads);
    let work = |run| match options.limits.is_stopped() {
        true => Err(Error::Interrupted),
        false => Ok(work(run)),
    };
    let threads = threads.min(runs.len());
    let done = match (threads, pool) {
        (0 | 1, _) => runs.into_iter().map(work).collect::<Result<_, _>>()?,
        (_, Pool::Current) => runs.into_par_iter().map(work).collect::<Result<_, _>>()?,
        (_, Pool::Own) => threads::pool(threads)?
            .install(|| runs.into_par_iter().map(work).collect::<Result<_, _>>())?,
    };
    // The results of a stopped search are meaningless.
    if options.limits.is_stopped() { Err(Error::Interrupted) } else { Ok(done) }
}

#[cfg(test)]
mod tests {
    use super::even_runs;

    #[test]
    fn runs_are_even() {
        let lengths = |items, at_once, threads| {
            let runs = even_runs((0..items).collect::<Vec<usize>>(), at_once, threads);
            assert_eq!(runs.concat(), (0..items).collect::<Vec<_>>());
            runs.iter().map(Vec::len).collect::<Vec<_>>()
        };
        assert_eq!(lengths(196, 13, 2).len(), 16);
        assert!(lengths(196, 13, 2).iter().all(|&length| length == 12 || length == 13));
        assert_eq!(lengths(5, 2, 1), [1, 2, 2]);
        assert_eq!(lengths(3, 1, 8), [1, 1, 1]);
        assert!(lengths(0, 4, 2).is_empty());
    }
}
