//! The strategies, one file each. [`Rules`] composes a strategy of parts.
//!
//! A [`Heuristic`] makes the decisions for the recursion in [`super::search`]: what to propagate,
//! where to branch and in which order. The recursion turns it into a [`Solver`].

/// The part of a [`Heuristic`] that all solvers which reproduce a publication share: the grid is
/// the whole state.
macro_rules! grid_is_state {
    ($counters:expr) => {
        type State = O::PerCell<u8>;

        fn counted(&self) -> &'static [Counter] {
            $counters
        }

        fn root(&self, puzzle: &Puzzle<O>) -> Self::State {
            *puzzle.cells()
        }

        #[inline]
        fn child(&self, grid: &Self::State, guess: Guess) -> Self::State {
            let mut child = *grid;
            child.as_mut()[guess.cell.index()] = guess.digit.value();
            child
        }

        fn solution(&self, grid: &Self::State) -> Solution<O> {
            Solution::from_cells(*grid)
        }
    };
}

mod backtracking;
mod branch;
mod electroyou;
mod generate_and_test;
mod moler;
mod restarts;
mod rules;

pub use backtracking::Backtracking;
pub use branch::Branch;
pub use electroyou::ElectroYou;
pub use generate_and_test::GenerateAndTest;
pub use moler::Moler;
pub use restarts::Restarts;
pub use rules::Rules;

pub use super::run::Run;
use super::{
    Counter, Limits, Observer, Outcome, Solver, Status,
    observer::report_clues,
    search::{Entry, Expansion, OnHeap, Problem, depth_first},
};
use crate::grid::{Cell, Digit, Order, Puzzle, Size, Solution};
use std::ops::ControlFlow;

/// The decisions of a strategy. All strategies share the recursion and the counters.
pub trait Heuristic<O: Order>: Send + Sync + 'static {
    /// The state of one branch of the search.
    type State;

    /// The names of the strategy-specific counters, in the order of
    /// [`Counters::own`](super::Counters::own).
    fn counted(&self) -> &'static [Counter];

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

/// A value for a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guess {
    /// The cell.
    pub cell: Cell,
    /// The digit tried there.
    pub digit: Digit,
}

/// The search of one puzzle with a strategy, as a problem for the recursion.
struct Search<'s, 'l, S, O: Order, Obs> {
    strategy: &'s S,
    run: Run<'l, O, Obs>,
}

impl<O: Order, S: Heuristic<O>, Obs: Observer> Problem for Search<'_, '_, S, O, Obs> {
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
        self.run.take_back(guess.cell, guess.digit);
        self.strategy.leave(&mut self.run);
    }

    fn goal(&mut self, state: &S::State) -> ControlFlow<()> {
        self.run.found(&|| self.strategy.solution(state))
    }
}

/// Up to this number of cells, search states live on the stack, where allocation is free: 9×9 needs
/// at most 81 levels of 0.5 kB; 25×25 would need 625 levels of 3 kB.
const IN_FRAMES: usize = 81;

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
        return search.run.outcome();
    }
    if strategy.is_ill_posed(puzzle) {
        return Outcome { status: Status::Invalid, ..search.run.outcome() };
    }
    loop {
        search.run.begin_round(strategy.guesses_in_round(search.run.round));
        let mut root = strategy.root(puzzle);
        // The result is ignored because the run records how the search ended. With a `const`, only
        // one of the two searches is compiled.
        if const { O::CELLS <= IN_FRAMES } {
            let _ = depth_first(&mut search, &mut root);
        } else {
            let mut on_heap = OnHeap(search);
            let _ = depth_first(&mut on_heap, &mut Box::new(root));
            search = on_heap.0;
        }
        if !search.run.starts_again() {
            return search.run.outcome();
        }
    }
}

/// Implements [`Solver`] for a type that is a [`Heuristic`] for every order. A macro, because a
/// blanket `impl` would keep other crates from implementing `Solver` for all orders at once.
macro_rules! solver {
    ($type:ty $(, $rule:ident)?) => {
        impl<O: Order $(, $rule: crate::solver::branching::Branching<O>)?> Solver<O> for $type {
            fn solve(&self, puzzle: &Puzzle<O>, limits: &Limits) -> Outcome<O> {
                // The search with an observer is compiled anyway. Without one, it is only a little
                // slower than a search of its own, which 9×9 is worth.
                match const { matches!(O::SIZE, Size::Nine) } {
                    true => search(self, puzzle, limits, ()),
                    false => search::<O, _, &mut dyn Observer>(self, puzzle, limits, &mut ()),
                }
            }

            fn trace(
                &self,
                puzzle: &Puzzle<O>,
                limits: &Limits,
                observer: &mut dyn Observer,
            ) -> Outcome<O> {
                report_clues(puzzle, observer);
                search(self, puzzle, limits, observer)
            }

            fn own_counters(&self) -> &'static [Counter] {
                Heuristic::<O>::counted(self)
            }

            fn takes_candidates(&self) -> bool {
                Heuristic::<O>::takes_candidates(self)
            }
        }
    };
}

solver!(Backtracking);
solver!(ElectroYou);
solver!(GenerateAndTest);
solver!(Moler);
solver!(Restarts);
solver!(Rules<B>, B);
