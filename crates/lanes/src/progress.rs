//! One puzzle outside the registers: its form as input, the progress of its search, and its outcome.
//!
//! [`Progress`] is the one rule for all counters, in the lanes and for a single puzzle. [`Slot`] is a
//! puzzle that is in a lane, [`Handover`] one that a wave has swept and that is going to be.

use super::{
    deaths::Deaths,
    node::{BranchCell, Node, Path},
    quads::Quads,
    vector::Vector,
};
use std::{
    ops::ControlFlow,
    sync::atomic::{AtomicUsize, Ordering},
};
use sudomill_puzzle::{
    grid::{Candidates, Cell, Digit},
    solving::{Counters, Limits, Status},
};

/// A puzzle in the form that the lanes take.
#[derive(Clone, Copy, Debug)]
pub enum LaneInput<'a> {
    /// 81 ASCII bytes, row-major: any byte but `1` to `9` is an empty cell.
    Clues(&'a [u8; 81]),
    /// The values of the cells, row-major: any but 1 to 9 is an empty cell.
    Values(&'a [u8; 81]),
    /// Like [`LaneInput::Values`], but this cell does not have this digit.
    Without(&'a [u8; 81], Cell, Digit),
    /// The candidates of the cells, row-major.
    Candidates(&'a [Candidates; 81]),
}

/// The work done for one puzzle. Exact and reproducible: independent of the backend, the neighbors
/// in the registers and the thread.
///
/// Not [`Counters`], because a copy of those would load the sweeps together with their neighbors,
/// and wait until the latest count is in the cache: 3 % of an easy puzzle's time among many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LaneCounters {
    /// The number of sweeps, those of a wave included.
    pub sweeps: u64,
    /// Alternatives tried at branchings, including the last one: a digit entered or excluded.
    pub guesses: u64,
    /// Guesses undone because everything below them is exhausted.
    pub backtracks: u64,
    /// States that turned out to have no solution.
    pub contradictions: u64,
}

impl LaneCounters {
    /// Converts to the counters that all strategies share. The steps are the sweeps, each of which
    /// enters many values.
    pub fn with_clues(self, clues: u64) -> Counters {
        let Self { sweeps: steps, guesses, backtracks, contradictions } = self;
        let mut counters = Counters::NONE;
        counters.clues = clues;
        counters.guesses = guesses;
        counters.backtracks = backtracks;
        counters.steps = steps;
        counters.own = Counters::own_of([steps, contradictions]);
        counters
    }
}

/// The outcome of a puzzle in the lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneOutcome {
    /// The number of solutions found, at most the limit.
    pub solutions: u64,
    /// True if the search stopped early: at the limit on guesses, or because of the stop flag or the
    /// observer.
    pub gave_up: bool,
    /// The first solution found, in ASCII digits; meaningless if `solutions` is 0.
    pub first: [u8; 81],
    /// The work done.
    pub counters: LaneCounters,
}

impl Default for LaneOutcome {
    /// The outcome of a search that has not begun.
    fn default() -> Self {
        let counters = LaneCounters::default();
        Self { solutions: 0, gave_up: false, first: [0; 81], counters }
    }
}

impl LaneOutcome {
    /// The status of the puzzle under these limits.
    #[inline]
    pub fn status(&self, limits: &Limits) -> Status {
        Status::of(self.solutions, self.gave_up, limits)
    }
}

/// The number of solutions after which deaths are no longer counted. From then on, the searches
/// below two alternatives do not depend on each other, so threads can share them.
const LEARNED: u64 = 2;

/// The work done so far, and the path to the current state. By default, the search has not begun.
#[derive(Clone, Default)]
pub struct Progress {
    /// What is known so far.
    pub outcome: LaneOutcome,
    /// The contradictions after a decision at each position, guess or alternative, if there were any. To
    /// set them from the start takes 2 % of the time of an easy puzzle.
    deaths: Option<Deaths>,
    /// The number of guesses on the path to the current state.
    pub path: u16,
    /// The position of the latest decision on that path, guess or alternative.
    pub decided: u16,
}

impl Progress {
    /// Starts over, for a new puzzle. `first` is meaningless until a solution is found.
    #[inline(always)]
    pub fn reset(&mut self) {
        self.path = 0;
        self.deaths = None;
        self.outcome.solutions = 0;
        self.outcome.gave_up = false;
        self.outcome.counters = LaneCounters::default();
    }

    /// The contradictions so far.
    #[inline(always)]
    pub fn deaths(&self) -> &Deaths {
        match &self.deaths {
            Some(deaths) => deaths,
            None => &Deaths::NONE,
        }
    }

    /// Records that the current state has no solution.
    #[inline(always)]
    pub fn contradiction(&mut self) {
        self.outcome.counters.contradictions += 1;
        if self.path > 0 && self.outcome.solutions < LEARNED {
            self.deaths.get_or_insert(Deaths::NONE).count(self.decided);
        }
    }

    /// Undoes the guesses after the first `path` ones. `decided` is the decision that is current
    /// then.
    #[inline(always)]
    pub fn backtrack(&mut self, path: u16, decided: u16) {
        let undone = &mut self.outcome.counters.backtracks;
        // After a part of the search, `path` may be longer.
        *undone = *undone + u64::from(self.path) - u64::from(path);
        self.path = path;
        self.decided = decided;
    }

    /// Counts a guess. If the limits forbid it, gives up on the puzzle and returns `Break`.
    #[inline(always)]
    pub fn guess(&mut self, limits: &Limits) -> ControlFlow<()> {
        if limits.is_stopped() || self.outcome.counters.guesses >= limits.max_guesses {
            self.outcome.gave_up = true;
            return ControlFlow::Break(());
        }
        self.outcome.counters.guesses += 1;
        self.path += 1;
        ControlFlow::Continue(())
    }

    /// Backtracks to an alternative, and counts it as [`Progress::guess`] does.
    #[inline(always)]
    pub fn try_alternative(&mut self, node: &Node, limits: &Limits) -> ControlFlow<()> {
        let Path { guesses, decided } = node.path();
        self.backtrack(guesses, decided);
        self.guess(limits)
    }

    /// The progress of the part of this search that begins with an alternative, which has just been
    /// tried; nothing is counted yet. This search has found more than `LEARNED` solutions.
    pub fn of_part(&self, alternative: &Node) -> Self {
        let Path { guesses, decided } = alternative.path();
        let mut part = Self { deaths: self.deaths, path: guesses + 1, decided, ..Self::default() };
        part.outcome.solutions = LEARNED;
        part
    }

    /// The limits for the next part, in which at most so many solutions are looked for.
    pub fn limits_of_part<'a>(&self, most: u64, limits: &Limits<'a>) -> Limits<'a> {
        let LaneOutcome { solutions, counters, .. } = self.outcome;
        let most = most.min(limits.solutions.get() - solutions);
        limits
            .with_solutions(most.saturating_add(LEARNED))
            .with_max_guesses(limits.max_guesses - counters.guesses)
    }

    /// The number of solutions found in this part.
    pub const fn found_in_part(&self) -> u64 {
        self.outcome.solutions - LEARNED
    }

    /// Adds what was found in the part that begins with the alternative that has just been tried.
    /// Returns false, and does nothing, if a limit is reached in it.
    pub fn add(&mut self, part: &Self, limits: &Limits) -> bool {
        let solutions = self.outcome.solutions + part.found_in_part();
        let guesses = self.outcome.counters.guesses + part.outcome.counters.guesses;
        let is_within = solutions < limits.solutions.get() && guesses <= limits.max_guesses;
        if is_within {
            self.join(part);
        }
        is_within
    }

    /// Adds what was found in a part, even if a limit was reached in it.
    pub fn join(&mut self, part: &Self) {
        let LaneOutcome { counters, .. } = &mut self.outcome;
        let more = &part.outcome.counters;
        counters.sweeps += more.sweeps;
        counters.guesses += more.guesses;
        counters.backtracks += more.backtracks;
        counters.contradictions += more.contradictions;
        self.outcome.solutions += part.found_in_part();
        self.outcome.gave_up = part.outcome.gave_up;
        self.path = part.path;
    }
}

/// The puzzle of a row.
#[derive(Clone, Copy, Debug, Default)]
pub struct RowId {
    /// The number of the batch, counted from 0; after 2³² batches, from 0 again.
    pub batch: u32,
    /// The row in its batch.
    pub row: u32,
}

/// The puzzle of one lane.
pub struct Slot {
    /// The row of the puzzle.
    pub id: RowId,
    /// The scheduler's clock when the puzzle entered the lane.
    pub since: u64,
    /// The branching of the state in the lane.
    pub branch: Option<BranchCell>,
    /// The progress of its search.
    pub progress: Progress,
    /// The first `depth` nodes are the alternatives not yet tried, the latest last. The next one is
    /// free for writing; any further ones are kept for reuse.
    stack: Vec<Node>,
    depth: usize,
}

impl Default for Slot {
    /// A free lane.
    fn default() -> Self {
        Self {
            id: RowId::default(),
            since: 0,
            branch: None,
            progress: Progress::default(),
            stack: vec![Node::EMPTY; 2],
            depth: 0,
        }
    }
}

impl Slot {
    /// Begins the next alternative of a round, which becomes the free node. Returns false if none
    /// waits.
    #[cold]
    pub fn begin_part(&mut self, round: &Round, clock: u64) -> bool {
        let Some(place) = round.next() else { return false };
        self.begin(RowId { batch: 0, row: place as u32 }, clock);
        *self.node_mut() = round.alternatives[place];
        self.progress = round.whole.of_part(self.node());
        true
    }

    /// The search so far, which leaves its lane.
    #[cold]
    pub fn begun(&self) -> Begun {
        let rest = self.stack[..self.depth].to_vec();
        Begun { id: self.id, progress: Box::new(self.progress.clone()), rest }
    }

    /// Prepares the slot for a new puzzle.
    #[inline(always)]
    pub fn begin(&mut self, id: RowId, clock: u64) {
        self.id = id;
        self.since = clock;
        self.depth = 0;
        self.progress.reset();
    }

    /// The free node: the one to put into the lane, or just taken out of it.
    #[inline(always)]
    pub fn node(&self) -> &Node {
        &self.stack[self.depth]
    }

    /// Like [`Slot::node`], but mutable.
    #[inline(always)]
    pub fn node_mut(&mut self) -> &mut Node {
        &mut self.stack[self.depth]
    }

    /// Counts a guess, as [`Progress::guess`] does, and keeps the free node as the alternative to it.
    #[inline(always)]
    pub fn guess(&mut self, branch: BranchCell, limits: &Limits) -> ControlFlow<()> {
        let path = self.progress.path;
        self.progress.guess(limits)?;
        let node = self.node_mut();
        node.exclude(branch);
        node.set_path(Path { guesses: path, decided: branch.at });
        self.depth += 1;
        if self.depth == self.stack.len() {
            self.stack.push(Node::EMPTY);
        }
        self.progress.decided = branch.at;
        ControlFlow::Continue(())
    }

    /// Makes the latest alternative the free node, to be put into the lane. Returns false if there
    /// is none, or if the limits forbid another guess.
    #[inline(always)]
    pub fn pop(&mut self, limits: &Limits) -> bool {
        if self.depth == 0 {
            self.progress.backtrack(0, 0);
            return false;
        }
        self.depth -= 1;
        self.progress.try_alternative(&self.stack[self.depth], limits).is_continue()
    }
}

/// A search that has left its lane.
pub struct Begun {
    /// The row of the puzzle.
    pub id: RowId,
    /// The progress of the search.
    pub progress: Box<Progress>,
    /// The alternatives not yet tried, the latest last.
    pub rest: Vec<Node>,
}

/// A puzzle that a wave hands over to the lanes.
pub struct Handover {
    /// The row of the puzzle.
    pub id: RowId,
    /// The number of sweeps so far. If there was none, there is nothing to compare the next one with.
    pub sweeps: u64,
    /// The candidates.
    pub node: Node,
    /// Where it branches, if it is stuck.
    pub branch: Option<BranchCell>,
}

impl Handover {
    /// Moves the puzzle to a free lane.
    #[inline(always)]
    pub fn enter<V: Vector>(&self, lane: usize, clock: u64, slot: &mut Slot, set: &mut Quads<V>) {
        slot.begin(self.id, clock);
        slot.progress.outcome.counters.sweeps = self.sweeps;
        set.put::<3>(lane, self.node.words.as_chunks().0);
        if let Some(branch) = self.branch {
            *slot.node_mut() = self.node;
            // The wave has made sure that a guess is allowed.
            let _ = slot.guess(branch, &Limits::default());
            set.assume(lane, branch);
        } else if self.sweeps > 0 {
            set.has_swept(lane, &self.node);
        }
    }
}

/// Alternatives of a search that is divided.
pub struct Round {
    /// The search so far.
    pub whole: Progress,
    /// The next one comes last.
    pub alternatives: Vec<Node>,
    /// The number of alternatives that wait for a lane of any thread.
    waiting: AtomicUsize,
}

impl Round {
    /// Creates a round in which all of these alternatives wait.
    pub const fn new(whole: Progress, alternatives: Vec<Node>) -> Self {
        let waiting = AtomicUsize::new(alternatives.len());
        Self { whole, alternatives, waiting }
    }

    /// The place of the next alternative, which no longer waits.
    pub fn next(&self) -> Option<usize> {
        let one_less = |waiting: usize| waiting.checked_sub(1);
        let waiting = self.waiting.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less);
        Some(waiting.ok()? - 1)
    }
}
