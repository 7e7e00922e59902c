//! One puzzle: chooses the search in registers, or for very many solutions the lanes of all threads.

use crate::{
    backend::{Backend, Baseline},
    many,
    narrow::Register128,
    one::{search::Search, watch::Reporter},
    progress::{LaneInput, Progress},
    queue::MANY,
};
use sudomill_puzzle::{
    grid::Candidates,
    solving::{Limits, Observer},
};

/// Solves one puzzle. The outcome is that of `progress`, because copying it takes as long as a sweep.
///
/// A search for more than [`MANY`](crate::MANY) solutions uses the lanes of all threads of the rayon pool
/// that it is called in, if any. The outcome and the counters are the same.
pub fn solve_into(progress: &mut Progress, backend: Backend, given: &LaneInput, limits: &Limits) {
    // In a browser there is one thread, and a page for one puzzle does without the lanes.
    match limits.solutions.get() > MANY && cfg!(not(target_family = "wasm")) {
        true => progress.outcome = many::solve(backend, *given, limits),
        false => backend.0.search(given, limits, progress),
    }
}

/// Solves one puzzle, which has so many clues, and reports every sweep. Runs in one thread, on the backend
/// that runs everywhere: they all make the same sweeps.
pub fn trace(
    progress: &mut Progress,
    given: &LaneInput,
    clues: u64,
    limits: &Limits,
    observer: &mut dyn Observer,
) {
    let mut report = Reporter { observer, clues, cells: [Candidates::NONE; 81] };
    let cpu = Baseline::<Register128>::NEW;
    Search { cpu, limits, progress, watch: &mut report }.run(given);
}
