//! A problem: its states, their choices, its goals. The input of the recursion.

use std::ops::ControlFlow;

/// A problem that the search can solve.
///
/// The problem itself is passed as `&mut` and holds what the whole search shares, such as
/// counters and solutions. A state holds what one branch knows.
///
/// ```
/// use std::ops::ControlFlow;
/// use sudomill::solver::search::{depth_first, Entry, Expansion, Problem};
///
/// /// The subsets of 1 ..= 4 that add up to 5.
/// struct Sums(Vec<Vec<u32>>);
///
/// impl Problem for Sums {
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
pub trait Problem {
    /// What one branch of the search knows.
    type State;
    /// One choice in a state.
    type Choice: Copy;
    /// The choices in a state, in the order in which they are tried.
    type Choices: Iterator<Item = Self::Choice>;

    /// Deduces all that follows from a state, and says how to go on.
    fn expand(&mut self, state: &mut Self::State) -> Expansion<Self::Choices>;

    /// The state after a choice, unless the choice is not allowed.
    fn enter(&mut self, state: &Self::State, choice: Self::Choice) -> Entry<Self::State>;

    /// Called after the search of everything below a choice.
    fn leave(&mut self, _state: &Self::State, _choice: Self::Choice) {}

    /// Called at a goal; `Break` ends the search. The default does nothing and continues.
    fn goal(&mut self, _state: &Self::State) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// What a state is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expansion<C> {
    /// No goal is below it.
    DeadEnd,
    /// It is a goal.
    Goal,
    /// It has these choices.
    Branch(C),
    /// The search ends here, incomplete.
    Stop,
}

/// The result of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry<S> {
    /// It is not allowed in this state.
    Refused,
    /// It leads to this state.
    Child(S),
    /// The search ends here, incomplete.
    Stop,
}

/// A problem whose goals have values, for [`best`](super::best()) and
/// [`negamax`](super::negamax()).
pub trait Valued: Problem {
    /// The value of a goal; more is better.
    type Value: Copy + Ord;

    /// The value of a goal. In a game for two: for the player who would move next.
    fn value(&self, goal: &Self::State) -> Self::Value;

    /// An upper bound of the values of the goals below a state, if one is known. When a
    /// value reaches it, no further choice is tried. In a game for two: for the player to
    /// move.
    fn bound(&self, _state: &Self::State) -> Option<Self::Value> {
        None
    }
}

/// Whether the bound is reached, so that nothing better can be found.
pub(super) fn reached<V: Ord>(found: Option<V>, bound: Option<V>) -> bool {
    bound.is_some() && found >= bound
}
