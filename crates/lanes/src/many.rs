//! The search for very many solutions of one puzzle, in the lanes of all threads of a pool.
//!
//! Once a search has found `FIRST` solutions in a lane, the rest of it becomes a list of *parts*: the
//! alternatives not yet tried, in the order in which one lane would try them. A *round* puts the first
//! parts into lanes, and ends each once it has found a number of solutions; when none waits, the others
//! end soon. Results and untried alternatives then take the place of the part:
//!
//! ```text
//! parts              1    2           3                        4 …
//! after a round      1✓   2✓          3✓ 3.1 3.2 3.3 3.4       4✓ 4.1 4.2 …
//! added up           ───────────────────→
//! the next round                         3.1 3.2 3.3 3.4       4✓ 4.1 …
//! ```
//!
//! Results are added up in the order of the list, up to the first part that waits. If a limit is
//! reached in one of them, that part is repeated with the limit. So the outcome and all counters
//! are those of one lane, however many lanes and threads there are.

use super::{
    backend::{Backend, Baseline},
    cpu::Cpu,
    narrow::Register128,
    node::Node,
    progress::{Begun, Handover, LaneInput, LaneOutcome, Progress, Round, RowId},
    queue::Queue,
};
use rayon::prelude::*;
use std::{
    mem,
    sync::{Arc, atomic::Ordering},
};
use sudomill_puzzle::solving::Limits;

/// The number of solutions after which a search with a higher limit is divided.
const FIRST: u64 = 1 << 6;

/// The number of parts per thread in a round. With fewer, lanes are empty more often; with more, work
/// is wasted on parts that come after the one in which a limit is reached.
const PARTS: usize = 1 << 8;

/// The number of solutions after which parts end when none waits, with the two that a lane finds before
/// its search is a part: with fewer, a small rest would take as many rounds as it has solutions.
const LEAST: u64 = 1 << 4;

/// A part of the list.
enum Part {
    /// Alternatives that wait, the next one last.
    Waiting(Vec<Node>),
    /// All that begins with an alternative of a round, up to the next part.
    Searched(Arc<Round>, Begun),
}

impl Part {
    /// The number of alternatives that wait.
    const fn waiting(&self) -> usize {
        match self {
            Self::Waiting(alternatives) => alternatives.len(),
            Self::Searched(..) => 0,
        }
    }
}

/// Solves a puzzle.
#[cold]
pub fn solve(backend: Backend, given: LaneInput, limits: &Limits) -> LaneOutcome {
    let node = Baseline::<Register128>::NEW.grid(given).node();
    let mut queue = Queue::divided(FIRST, None);
    queue.handovers.push(Handover { id: RowId::default(), sweeps: 0, node, branch: None });
    backend.0.lanes(*limits, None)(&mut queue, true);
    let begun = queue.begun.pop().expect("the puzzle has left its lane");
    search_rest(backend, begun, limits)
}

/// Searches the untried alternatives of a search.
pub fn search_rest(backend: Backend, begun: Begun, limits: &Limits) -> LaneOutcome {
    let Begun { progress: mut whole, rest, .. } = begun;
    count(limits, whole.outcome.solutions);
    // The next one comes last.
    let mut parts = vec![Part::Waiting(rest)];
    while !whole.outcome.gave_up {
        match parts.pop() {
            None => break,
            Some(Part::Waiting(alternatives)) if alternatives.is_empty() => {}
            Some(Part::Searched(round, begun)) => {
                let alternative = &round.alternatives[begun.id.row as usize];
                if whole.try_alternative(alternative, limits).is_continue()
                    && !whole.add(&begun.progress, limits)
                {
                    search_to_limit(backend, alternative, &mut whole, limits);
                    break;
                }
            }
            Some(waiting) => {
                parts.push(waiting);
                search_round(backend, &mut parts, &whole, limits);
            }
        }
    }
    whole.outcome
}

/// Searches the first parts that wait.
fn search_round(backend: Backend, parts: &mut Vec<Part>, whole: &Progress, limits: &Limits) {
    let threads = match rayon::current_thread_index() {
        // A page has one thread: so its module is built without a pool.
        Some(_) if !cfg!(target_family = "wasm") => rayon::current_num_threads(),
        _ => 1,
    };
    let found = whole.outcome.solutions;
    let near = found.min(limits.solutions.get() - found);
    let once = whole.limits_of_part((near / 1024).clamp(1 << 8, 1 << 10), limits);
    let mut taken = 0;
    let first = parts.iter().rposition(|part| {
        taken += part.waiting();
        taken >= threads * PARTS
    });
    let taken = parts.split_off(first.unwrap_or(0));
    let alternatives = taken.iter().filter_map(|part| match part {
        Part::Waiting(alternatives) => Some(alternatives),
        Part::Searched(..) => None,
    });
    let round = Arc::new(Round::new(whole.clone(), alternatives.flatten().copied().collect()));
    let search = |_| search_in_lanes(backend, Arc::clone(&round), &once);
    let mut searched: Vec<Begun> = match threads {
        1 => search(0),
        _ => (0..threads).into_par_iter().with_max_len(1).flat_map_iter(search).collect(),
    };
    searched.sort_unstable_by_key(|begun| begun.id.row);
    let mut searched = searched.into_iter();
    for part in taken {
        if part.waiting() == 0 {
            parts.push(part);
            continue;
        }
        for mut begun in searched.by_ref().take(part.waiting()) {
            parts.push(Part::Waiting(mem::take(&mut begun.rest)));
            parts.push(Part::Searched(Arc::clone(&round), begun));
        }
    }
}

/// Searches alternatives of a round in the lanes of a thread, until none waits.
fn search_in_lanes(backend: Backend, round: Arc<Round>, limits: &Limits) -> Vec<Begun> {
    let mut queue = Queue::divided(limits.solutions.get(), Some(round));
    let mut run = backend.0.lanes(*limits, None);
    run(&mut queue, false);
    queue.most = queue.most.min(LEAST);
    run(&mut queue, true);
    count(limits, queue.begun.iter().map(|begun| begun.progress.found_in_part()).sum());
    queue.begun
}

/// Searches the part in which a limit is reached.
fn search_to_limit(backend: Backend, alternative: &Node, whole: &mut Progress, limits: &Limits) {
    let limits = whole.limits_of_part(u64::MAX, limits);
    let round = Round::new(whole.clone(), vec![*alternative]);
    let mut queue = Queue::divided(limits.solutions.get(), Some(Arc::new(round)));
    backend.0.lanes(limits, None)(&mut queue, true);
    queue.begun.iter().for_each(|begun| whole.join(&begun.progress));
}

/// Reports solutions to the counter of the limits.
fn count(limits: &Limits, solutions: u64) {
    if let Some(found) = limits.found {
        found.fetch_add(solutions, Ordering::Relaxed);
    }
}
