//! The input of the recursion: the states of a problem, their choices and its goals.

use std::ops::ControlFlow;

/// A problem that the search can solve.
///
/// The problem itself is passed as `&mut` and holds the data shared by the whole search, such as
/// counters and solutions. A state holds the data of one branch.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::*, sudomill_solvers::*}; pub mod solver { pub use {sudomill_puzzle::solving::*, sudomill_solvers::*}; } }
/// use std::ops::ControlFlow;
/// use sudomill::solver::search::{depth_first, Entry, Expansion, SearchProblem};
///
/// /// The subsets of 1 ..= 4 that add up to 5.
/// struct Sums(Vec<Vec<u32>>);
///
/// impl SearchProblem for Sums {
///     type State = Vec<u32>;
///     type Choice = u32;
///     type Choices = std::ops::RangeInclusive<u32>;
///
///     fn expand(&mut self, state: &mut Vec<u32>) -> Expansion<Self::Choices> {
///         match state.iter().sum::<u32>() {
///             5 => Expansion::Goal,
///             6.. => Expansion::DeadEnd,
///             _ => Expansion::Branch(state.last().map_or(1, |last| last + 1)..=4),
///         }
///     }
///     fn enter(&mut self, state: &Vec<u32>, number: u32) -> Entry<Vec<u32>> {
///         Entry::Child([&state[..], &[number]].concat())
///     }
///     fn goal(&mut self, state: &Vec<u32>) -> ControlFlow<()> {
///         self.0.push(state.clone());
///         ControlFlow::Continue(())
///     }
/// }
///
/// let mut sums = Sums(Vec::new());
/// let _ = depth_first(&mut sums, &mut Vec::new());
/// assert_eq!(sums.0, [[1, 4], [2, 3]]);
/// ```
pub trait SearchProblem {
    /// The state of one branch of the search.
    type State;
    /// One choice in a state.
    type Choice: Copy;
    /// The choices in a state, in the order in which they are tried.
    type Choices: Iterator<Item = Self::Choice>;

    /// Propagates in a state, and classifies it.
    fn expand(&mut self, state: &mut Self::State) -> Expansion<Self::Choices>;

    /// Returns the state after a choice, unless the choice is not allowed.
    fn enter(&mut self, state: &Self::State, choice: Self::Choice) -> Entry<Self::State>;

    /// Called after everything below a choice has been searched.
    fn leave(&mut self, _state: &Self::State, _choice: Self::Choice) {}

    /// Called at a goal; `Break` ends the search. The default does nothing and continues.
    fn goal(&mut self, _state: &Self::State) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// The classification of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expansion<C> {
    /// There is no goal below the state.
    DeadEnd,
    /// The state is a goal.
    Goal,
    /// The state has these choices.
    Branch(C),
    /// Ends the search early, incomplete.
    Stop,
}

/// The result of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry<S> {
    /// The choice is not allowed in this state.
    Refused,
    /// The choice leads to this state.
    Child(S),
    /// Ends the search early, incomplete.
    Stop,
}
