//! The strategies, one file each: what they propagate, where they branch, in which order.
//! [`Rules`] composes a strategy of parts.
//!
//! A [`Heuristic`] supplies the decisions of the recursion in [`super::search`]; every
//! strategy is thereby a [`Solver`].

mod backtracking;
mod branch;
mod electroyou;
mod generate_and_test;
mod moler;
mod rules;

pub use backtracking::Backtracking;
pub use branch::Branch;
pub use electroyou::ElectroYou;
pub use generate_and_test::GenerateAndTest;
pub use moler::Moler;
pub use rules::Rules;

pub use super::run::Run;
use super::{
    Counter, Limits, Observer, Outcome, Solver,
    observer::report_clues,
    search::{Entry, Expansion, OnHeap, Problem, depth_first},
};
use crate::grid::{Cell, Digit, Element, Order, Puzzle, Solution};
use std::ops::ControlFlow;

/// What a heuristic decides. The recursion and the counters are shared.
pub trait Heuristic<O: Order>: Send + Sync + 'static {
    /// What one branch of the search knows.
    type State;

    /// The counters of the strategy's own: what [`OwnCounter`](super::OwnCounter) counts in.
    fn counted(&self) -> &'static [Counter];

    /// Whether [`root`](Self::root) respects the candidates of a puzzle that was given
    /// [by candidates](Puzzle::from_candidates). If not, such a puzzle is given up.
    fn takes_candidates(&self) -> bool {
        false
    }

    /// The state with the clues entered.
    fn root(&self, puzzle: &Puzzle<O>) -> Self::State;

    /// Propagates, and says where to branch. Reports values that it enters with
    /// [`Run::imply`], contradictions with [`Run::dead_end`].
    fn expand<Obs: Observer>(
        &self,
        state: &mut Self::State,
        run: &mut Run<O, Obs>,
    ) -> Expansion<Branch>;

    /// The state after a guess that [`Run::guess`] has allowed.
    fn enter<Obs: Observer>(
        &self,
        state: &Self::State,
        guess: Guess,
        run: &mut Run<O, Obs>,
    ) -> Entry<Self::State>;

    /// Called after a guess is undone.
    fn leave<Obs: Observer>(&self, _run: &mut Run<O, Obs>) {}

    /// The grid of a state that is a goal.
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

/// A strategy solving one puzzle, as a problem for the recursion.
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
        self.run.found(|| self.strategy.solution(state))
    }
}

/// Up to this number of cells, the states of a search are on the stack, where they cost
/// nothing: 9×9 needs at most 81 levels of 0.5 kB; 25×25 would need 625 levels of 3 kB.
const IN_FRAMES: usize = 81;

/// Searches with a heuristic: what its [`Solver`] does. The observer `()` costs nothing.
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
    let mut root = strategy.root(puzzle);
    // `Break` or not: the run knows how the search ended.
    if O::CELLS <= IN_FRAMES {
        let _ = depth_first(&mut search, &mut root);
        return search.run.outcome();
    }
    let mut search = OnHeap(search);
    let _ = depth_first(&mut search, &mut Box::new(root));
    search.0.run.outcome()
}

/// Makes a [`Solver`] of a type that is a [`Heuristic`] for every order. A macro, because a
/// blanket `impl` would keep other crates from implementing `Solver` for all orders at once.
macro_rules! solver {
    ($type:ty $(, $rule:ident)?) => {
        impl<O: Order $(, $rule: crate::solver::branching::Branching<O>)?> Solver<O> for $type {
            fn solve(&self, puzzle: &Puzzle<O>, limits: &Limits) -> Outcome<O> {
                search(self, puzzle, limits, ())
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
solver!(Rules<B>, B);

/// A copy of the grid with one cell filled: the whole state of the solvers that follow a
/// text.
#[inline]
fn with_value<G: Element + AsMut<[u8]>>(grid: &G, guess: Guess) -> G {
    let mut child = *grid;
    child.as_mut()[guess.cell.index()] = guess.digit.value();
    child
}
