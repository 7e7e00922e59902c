//! The search for very many solutions of one puzzle, on all threads of a pool.
//!
//! Once a search has found [`MANY`] solutions, the rest of it becomes a list of *tasks*: the
//! alternatives not yet tried, in the order in which one thread would try them. A round takes the
//! first tasks and searches each until it has found a number of solutions. Its results and its untried
//! alternatives then take the place of the task:
//!
//! ```text
//! tasks              1    2           3                        4 …
//! after a round      1✓   2✓          3✓ 3.1 3.2 3.3 3.4       4✓ 4.1 4.2 …
//! added up           ───────────────────→
//! the next round                         3.1 3.2 3.3 3.4       4✓ 4.1 …
//! ```
//!
//! Results are added up in the order of the list, up to the first task. If a limit is reached in one
//! of them, that part of the search is repeated with the limit. So the outcome and all counters
//! are those of one thread, however many there are.

use super::search::Start;
use crate::solver::{
    Limits,
    lanes::{backend::Backend, node::Node, progress::Progress},
};
use rayon::prelude::*;
use std::{collections::VecDeque, sync::atomic::Ordering};

/// The number of solutions after which a search becomes tasks.
pub(in crate::solver::lanes) const MANY: u64 = 1 << 12;

/// The number of tasks per thread in a round. More tasks balance the load better, but if a limit is
/// reached in an early task, the work on later ones is wasted.
const TASKS: usize = 16;

/// A part of the search: all that begins with an alternative, up to the next part.
enum SearchPart {
    Task(Node),
    /// After some of its solutions.
    Searched(Node, Box<Progress>),
}

/// Solves a puzzle.
#[cold]
pub(super) fn solve(progress: &mut Progress, backend: Backend, start: &Start, limits: &Limits) {
    let mut rest = Vec::new();
    let first = limits.with_solutions(MANY);
    backend.0.search(start, &first, progress, Some(&mut rest));
    if progress.outcome.solutions == MANY {
        search_rest(backend, rest, limits, progress);
    }
}

/// Searches the untried alternatives.
fn search_rest(backend: Backend, rest: Vec<Node>, limits: &Limits, progress: &mut Progress) {
    count(limits, MANY);
    let mut parts: VecDeque<_> = rest.into_iter().map(SearchPart::Task).collect();
    let threads = match rayon::current_thread_index() {
        // A page has one thread: so its module is built without a pool.
        Some(_) if !cfg!(target_family = "wasm") => rayon::current_num_threads(),
        _ => 1,
    };
    let tasks = if threads == 1 { 1 } else { threads * TASKS };
    loop {
        if limits.is_stopped() {
            progress.outcome.gave_up = true;
            return;
        }
        while let Some(part) = parts.pop_front() {
            let SearchPart::Searched(node, searched) = part else {
                parts.push_front(part);
                break;
            };
            if !progress.add(&node, &searched, limits) {
                return backend.0.search(&Start::Alternative(&node), limits, progress, None);
            }
        }
        if parts.is_empty() {
            progress.backtrack(0, 0);
            return;
        }
        // Few at first, so that little work is wasted if the limit is near.
        let most = (progress.outcome.solutions / 256).clamp(1 << 8, 1 << 14);
        let most = most.min(limits.solutions.get() - progress.outcome.solutions);
        let once = Progress::limits_of_part(most, limits);
        let search = |part| {
            let SearchPart::Task(node) = part else { return vec![part] };
            let mut rest = Vec::new();
            let mut searched = Box::new(progress.of_part(&node));
            backend.0.search(&Start::Alternative(&node), &once, &mut searched, Some(&mut rest));
            count(limits, searched.found_in_part());
            let searched = SearchPart::Searched(node, searched);
            [searched].into_iter().chain(rest.into_iter().map(SearchPart::Task)).collect()
        };
        let round = take_round(&mut parts, tasks);
        let round: Vec<Vec<SearchPart>> = match threads {
            1 => round.into_iter().map(search).collect(),
            _ => round.into_par_iter().with_max_len(1).map(search).collect(),
        };
        round.into_iter().flatten().rev().for_each(|part| parts.push_front(part));
    }
}

/// Removes the first parts, up to so many tasks.
fn take_round(parts: &mut VecDeque<SearchPart>, tasks: usize) -> Vec<SearchPart> {
    let mut round = Vec::new();
    let mut free = tasks;
    while free > 0
        && let Some(part) = parts.pop_front()
    {
        free -= usize::from(matches!(part, SearchPart::Task(_)));
        round.push(part);
    }
    round
}

/// Reports solutions to the counter of the limits.
fn count(limits: &Limits, solutions: u64) {
    if let Some(found) = limits.found {
        found.fetch_add(solutions, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::lanes::{LaneInput, one::solve, progress::LaneOutcome};
    use rayon::ThreadPoolBuilder;
    use std::sync::atomic::{AtomicBool, AtomicU64};

    /// Has 20,326 solutions.
    const PUZZLE: &[u8; 81] =
        b"..................4..8....7.8...4.9...6.1.7........38...4.79..2.6...1...2..3..6..";

    /// Solves a puzzle on every backend and several numbers of threads, and compares
    /// the outcomes with that of a search that is not divided.
    #[track_caller]
    fn check(line: &[u8; 81], limits: &Limits) -> LaneOutcome {
        let start = Start::Puzzle(LaneInput::Clues(line));
        let mut progress = Progress::new();
        Backend::PORTABLE.0.search(&start, limits, &mut progress, None);
        let expected = progress.outcome;
        for threads in [1, 2, 7] {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            for backend in Backend::available() {
                let outcome = pool.install(|| solve(backend, LaneInput::Clues(line), limits));
                assert_eq!(outcome, expected, "{threads} threads, {backend:?}, {limits:?}");
            }
        }
        expected
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes minutes")]
    fn outcomes_of_one_thread() {
        let mut of_all = LaneOutcome::new();
        for solutions in [u64::MAX, 20_327, 20_326, 20_325, 4_097, 4_098, 4_353, 9_999] {
            let limits = Limits::default().with_solutions(solutions);
            let outcome = check(PUZZLE, &limits);
            assert_eq!(outcome.solutions, solutions.min(20_326));
            if solutions == u64::MAX {
                of_all = outcome;
            }
        }
        let all = of_all.counters.guesses;
        for max_guesses in [0, 1, 9_000, 9_001, 20_000, all - 1, all, all + 1] {
            let limits = Limits::default().with_solutions(u64::MAX).with_max_guesses(max_guesses);
            assert_eq!(check(PUZZLE, &limits).gave_up, max_guesses < all);
        }
        check(&[b'.'; 81], &Limits::default().with_solutions(30_000));
        // No solution: a digit twice in a row.
        let mut none = [b'.'; 81];
        (none[0], none[8]) = (b'1', b'1');
        check(&none, &Limits::default().with_solutions(u64::MAX));
    }

    #[test]
    fn counts_and_stops() {
        let (stop, found) = (AtomicBool::new(false), AtomicU64::new(0));
        let limits = Limits::default().with_solutions(u64::MAX).with_stop(&stop).with_found(&found);
        let of = |line| solve(Backend::best(), LaneInput::Clues(line), &limits);
        if !cfg!(miri) {
            assert_eq!(of(PUZZLE).solutions, 20_326);
            assert_eq!(found.load(Ordering::Relaxed), 20_326);
        }
        // The empty grid has more solutions than can be counted.
        std::thread::scope(|scope| {
            let search = scope.spawn(|| of(&[b'.'; 81]));
            while found.load(Ordering::Relaxed) < 30_000 && !cfg!(miri) {
                std::thread::yield_now();
            }
            stop.store(true, Ordering::Relaxed);
            assert!(search.join().unwrap().gave_up);
        });
    }
}
