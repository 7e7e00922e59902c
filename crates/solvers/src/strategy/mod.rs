//! The strategies, one file each. [`Rules`] composes a strategy of parts.
//!
//! A [`Heuristic`] makes the decisions for the recursion in [`super::search`]: what to propagate,
//! where to branch and in which order. The recursion turns it into a [`Solver`].

/// The part of a [`Heuristic`] that all solvers which reproduce a publication share: the grid is
/// the whole state.
macro_rules! grid_is_state {
    ($counters:expr) => {
        type State = O::PerCell<u8>;

        fn own_counters(&self) -> &'static [sudomill_puzzle::solving::Counter] {
            $counters
        }

        fn root(&self, puzzle: &sudomill_puzzle::grid::Puzzle<O>) -> Self::State {
            *puzzle.cells()
        }

        #[inline]
        fn child(&self, grid: &Self::State, guess: crate::strategy::Guess) -> Self::State {
            let mut child = *grid;
            child.as_mut()[guess.cell.index()] = guess.digit.value();
            child
        }

        fn solution(&self, grid: &Self::State) -> sudomill_puzzle::grid::Solution<O> {
            sudomill_puzzle::grid::Solution::from_cells(*grid)
        }
    };
}

/// The part of a [`Heuristic`] that all strategies which propagate share: the state has the
/// candidates of every cell.
macro_rules! candidates_are_state {
    ($self:ident, $propagation:expr, $units:expr) => {
        type State = crate::propagation::CandidateGrid<O>;

        fn own_counters(&$self) -> &'static [sudomill_puzzle::solving::Counter] {
            $propagation.counters()
        }

        fn takes_candidates(&self) -> bool {
            true
        }

        fn root(&$self, puzzle: &sudomill_puzzle::grid::Puzzle<O>) -> Self::State {
            Self::State::new(puzzle, &$units)
        }

        #[inline]
        fn child(&$self, grid: &Self::State, guess: crate::strategy::Guess) -> Self::State {
            grid.with_guess(guess.cell, guess.digit, &$units)
        }

        fn solution(&self, grid: &Self::State) -> sudomill_puzzle::grid::Solution<O> {
            grid.solution()
        }
    };
}

/// Implements [`Solver`] for a type that is a [`Heuristic`] for every order. A macro, because a
/// blanket `impl` would keep other crates from implementing `Solver` for all orders at once.
///
/// A type with a branching rule also says how to call that through a pointer: the search with an
/// observer is then compiled once for all rules.
macro_rules! solver {
    ($type:ty) => {
        solver!($type; solver => solver);
    };
    ($type:ty $(, $rule:ident)?; $solver:ident => $observed:expr) => {
        impl<O: sudomill_puzzle::grid::Order $(, $rule: crate::branching::Branching<O>)?>
            crate::Solver<O> for $type
        {
            fn solve(
                &self,
                puzzle: &sudomill_puzzle::grid::Puzzle<O>,
                limits: &sudomill_puzzle::solving::Limits,
            ) -> sudomill_puzzle::solving::Outcome<O> {
                use sudomill_puzzle::solving::Observer;
                use crate::strategy::search;
                // The search with an observer is compiled anyway. Without one, it is only a little
                // slower than a search of its own, which 9×9 is worth.
                match const { matches!(O::SIZE, sudomill_puzzle::grid::Size::Nine) } {
                    true => search(self, puzzle, limits, ()),
                    false => {
                        let $solver = self;
                        search::<O, _, &mut dyn Observer>($observed, puzzle, limits, &mut ())
                    }
                }
            }

            fn trace(
                &self,
                puzzle: &sudomill_puzzle::grid::Puzzle<O>,
                limits: &sudomill_puzzle::solving::Limits,
                observer: &mut dyn sudomill_puzzle::solving::Observer,
            ) -> sudomill_puzzle::solving::Outcome<O> {
                sudomill_puzzle::solving::report_clues(puzzle, observer);
                let $solver = self;
                crate::strategy::search($observed, puzzle, limits, observer)
            }

            fn own_counters(&self) -> &'static [sudomill_puzzle::solving::Counter] {
                crate::strategy::Heuristic::<O>::own_counters(self)
            }

            fn takes_candidates(&self) -> bool {
                crate::strategy::Heuristic::<O>::takes_candidates(self)
            }
        }
    };
}

mod backtracking;
pub mod branch;
mod electroyou;
mod generate_and_test;
mod moler;
mod restarts;
mod rules;

pub use backtracking::Backtracking;
pub use branch::{Branch, Guess};
pub use electroyou::ElectroYou;
pub use generate_and_test::GenerateAndTest;
pub use moler::Moler;
pub use restarts::Restarts;
pub use rules::Rules;

#[cfg(doc)]
use super::Solver;
pub use super::run::Run;
use super::search::{Entry, Expansion, SearchProblem, depth_first::search_grid};
use std::ops::ControlFlow;
use sudomill_puzzle::{
    grid::{Order, Puzzle, Solution},
    solving::{Counter, Limits, Observer, Outcome, Status},
};

/// The decisions of a strategy. All strategies share the recursion and the counters.
pub trait Heuristic<O: Order>: Send + Sync {
    /// The state of one branch of the search.
    type State;

    /// The names of the strategy-specific counters, in the order of
    /// [`Counters::own`](sudomill_puzzle::solving::Counters::own).
    fn own_counters(&self) -> &'static [Counter];

    /// Returns true if [`root`](Self::root) respects the candidates of a puzzle given [by
    /// candidates](Puzzle::from_candidates). If not, the search gives up on such puzzles.
    fn takes_candidates(&self) -> bool {
        false
    }

    /// Returns true if the strategy's text rejects a puzzle before it searches. The outcome is then
    /// [`Status::Invalid`].
    fn is_ill_posed(&self, _puzzle: &Puzzle<O>) -> bool {
        false
    }

    /// The maximum number of guesses of a round, from 0. A round without a solution after them is
    /// followed by another search from the root. By default, round 0 has no maximum.
    fn guesses_in_round(&self, _round: u32) -> u64 {
        u64::MAX
    }

    /// The initial state, with the clues entered.
    fn root(&self, puzzle: &Puzzle<O>) -> Self::State;

    /// Propagates, and returns where to branch. Implementations report entered values with
    /// [`Run::imply`] and contradictions with [`Run::dead_end`].
    fn expand<Obs: Observer>(
        &self,
        state: &mut Self::State,
        run: &mut Run<O, Obs>,
    ) -> Expansion<Branch>;

    /// Enters a guess, unless it is not allowed or a limit is reached. Other implementations must
    /// ask [`Run::guess`] first.
    fn enter<Obs: Observer>(
        &self,
        state: &Self::State,
        guess: Guess,
        run: &mut Run<O, Obs>,
    ) -> Entry<Self::State> {
        match run.guess(guess.cell, guess.digit) {
            true => Entry::Child(self.child(state, guess)),
            false => Entry::Stop,
        }
    }

    /// The state after a guess.
    fn child(&self, state: &Self::State, guess: Guess) -> Self::State;

    /// Called after a guess is undone.
    fn leave<Obs: Observer>(&self, _run: &mut Run<O, Obs>) {}

    /// The solution of a goal state.
    fn solution(&self, state: &Self::State) -> Solution<O>;
}

/// The search of one puzzle with a strategy, as a problem for the recursion.
struct Search<'s, 'l, S, O: Order, Obs> {
    strategy: &'s S,
    run: Run<'l, O, Obs>,
}

impl<O: Order, S: Heuristic<O>, Obs: Observer> SearchProblem for Search<'_, '_, S, O, Obs> {
    type State = S::State;
    type Choice = Guess;
    type Choices = Branch;

    #[inline]
    fn expand(&mut self, state: &mut S::State) -> Expansion<Branch> {
        self.strategy.expand(state, &mut self.run)
    }

    #[inline]
    fn enter(&mut self, state: &S::State, guess: Guess) -> Entry<S::State> {
        self.strategy.enter(state, guess, &mut self.run)
    }

    #[inline]
    fn leave(&mut self, _: &S::State, guess: Guess) {
        self.run.undo(guess.cell, guess.digit);
        self.strategy.leave(&mut self.run);
    }

    fn goal(&mut self, state: &S::State) -> ControlFlow<()> {
        self.run.found(&|| self.strategy.solution(state))
    }
}

/// Solves a puzzle with a heuristic; the body of [`Solver::solve`] and [`Solver::trace`]. The
/// observer `()` has no cost.
pub fn search<O: Order, S: Heuristic<O>, Obs: Observer>(
    strategy: &S,
    puzzle: &Puzzle<O>,
    limits: &Limits,
    observer: Obs,
) -> Outcome<O> {
    let mut search = Search { strategy, run: Run::new(puzzle, limits, observer) };
    if puzzle.has_candidates() && !strategy.takes_candidates() {
        let _ = search.run.give_up::<()>();
        return search.run.outcome(strategy.own_counters());
    }
    if strategy.is_ill_posed(puzzle) {
        let mut outcome = search.run.outcome(strategy.own_counters());
        outcome.status = Status::Invalid;
        return outcome;
    }
    loop {
        search.run.begin_round(strategy.guesses_in_round(search.run.round));
        search_grid::<O, _>(&mut search, strategy.root(puzzle));
        if !search.run.starts_again() {
            return search.run.outcome(strategy.own_counters());
        }
    }
}
