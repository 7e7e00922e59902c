//! The state of one puzzle's search: counters, solutions, limits, observer.

use super::search::Expansion;
use std::ops::ControlFlow;
use sudomill_puzzle::{
    grid::{Cell, Digit, Order, Puzzle, Solution},
    solving::{Counter, Counters, Event, Limits, Observer, Outcome, Reason, Removal, Status},
};

/// The data shared by the whole search of one puzzle. Search states hold the rest.
#[derive(Debug)]
pub struct Run<'a, O: Order, Obs> {
    /// The counters so far. Strategies increment their own ones in `counters.own`.
    pub counters: Counters,
    /// The limits of the search.
    pub limits: &'a Limits<'a>,
    /// The number of rounds before this one, see [`Heuristic::guesses_in_round`].
    ///
    /// [`Heuristic::guesses_in_round`]: super::strategy::Heuristic::guesses_in_round
    pub round: u32,
    /// The number of guesses at which the round ends.
    most: u64,
    observer: Obs,
    solutions: u64,
    first: Option<Solution<O>>,
    gave_up: bool,
}

impl<'a, O: Order, Obs: Observer> Run<'a, O, Obs> {
    /// Starts a search; counts the clues.
    pub fn new(puzzle: &Puzzle<O>, limits: &'a Limits<'a>, observer: Obs) -> Self {
        let mut counters = Counters::NONE;
        counters.clues = puzzle.clue_count() as u64;
        let most = limits.max_guesses;
        Self {
            counters,
            limits,
            round: 0,
            most,
            observer,
            solutions: 0,
            first: None,
            gave_up: false,
        }
    }

    /// Reports an event.
    #[inline(always)]
    pub fn event(&mut self, event: Event) {
        self.observer.event(event, &self.counters);
    }

    /// Counts and reports a deduced value: a naked or a hidden single.
    #[inline(always)]
    pub fn imply(&mut self, event: Event) {
        self.counters.steps += 1;
        self.event(event);
    }

    /// Counts and reports a removal of candidates, with this counter of the strategy.
    pub(super) fn remove(&mut self, counter: usize, removal: Removal) {
        self.counters.own[counter] += 1;
        self.event(Event::Removal(removal));
    }

    /// Counts and reports a guess. Returns false if a limit forbids the guess: do not enter it.
    #[inline]
    pub fn guess(&mut self, cell: Cell, digit: Digit) -> bool {
        if self.limits.is_stopped() || self.counters.guesses >= self.most {
            self.gave_up = true;
            return false;
        }
        self.counters.guesses += 1;
        self.counters.steps += 1;
        self.event(Event::Guess(cell, digit));
        true
    }

    /// Counts and reports an undone guess.
    #[inline]
    pub(super) fn undo(&mut self, cell: Cell, digit: Digit) {
        self.counters.backtracks += 1;
        self.event(Event::Undo(cell, digit));
    }

    /// Reports a contradiction.
    #[inline]
    pub fn dead_end<C>(&mut self, reason: Reason) -> Expansion<C> {
        self.event(Event::Contradiction(reason));
        Expansion::DeadEnd
    }

    /// Ends the search because a strategy-specific limit is reached.
    pub fn give_up<C>(&mut self) -> Expansion<C> {
        self.gave_up = true;
        Expansion::Stop
    }

    /// Records a solution. Returns `Break` once the limit on solutions is reached, or if the
    /// observer ends the search.
    pub(super) fn found(&mut self, solution: &dyn Fn() -> Solution<O>) -> ControlFlow<()> {
        self.solutions += 1;
        self.most = self.limits.max_guesses;
        let answer = match self.observer.wants_solutions() {
            true => self.observer.solution(solution().values()),
            false => ControlFlow::Continue(()),
        };
        if self.first.is_none() {
            self.first = Some(solution());
        }
        self.event(Event::Solution);
        if self.solutions >= self.limits.solutions.get() {
            return ControlFlow::Break(());
        }
        self.gave_up |= answer.is_break();
        answer
    }

    /// Lets the round end without a solution after this number of guesses.
    pub(super) fn begin_round(&mut self, guesses: u64) {
        self.most = self.limits.max_guesses.min(self.counters.guesses.saturating_add(guesses));
    }

    /// Returns true if only the end of the round stopped the search, which then starts again.
    pub(super) fn starts_again(&mut self) -> bool {
        let is_end = self.counters.guesses == self.most && self.most < self.limits.max_guesses;
        let starts_again = self.gave_up && is_end && !self.limits.is_stopped();
        if starts_again {
            self.gave_up = false;
            self.round += 1;
            self.event(Event::Restart);
        }
        starts_again
    }

    /// The outcome of the search, whose strategy has these counters of its own.
    pub(super) fn outcome(self, own_counters: &'static [Counter]) -> Outcome<O> {
        let status = Status::of(self.solutions, self.gave_up, self.limits);
        let mut outcome = Outcome::without_solution(status);
        outcome.solutions = self.solutions;
        outcome.solution = self.first;
        outcome.counters = self.counters;
        outcome.own_counters = own_counters;
        outcome
    }
}
