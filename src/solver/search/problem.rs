//! A problem: states, the choices they allow, goals. What is plugged into the
//! recursion.

use std::ops::ControlFlow;

/// What the search needs to know of a problem.
///
/// The problem itself is `&mut`: it carries what the whole search shares
/// (counters, solutions found), a state what one branch of it knows.
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
    /// One way on from a state.
    type Choice: Copy;
    /// The ways on from a state, in the order in which they are tried.
    type Choices: Iterator<Item = Self::Choice>;

    /// Draws all that follows from a state and says how to go on.
    fn expand(&mut self, state: &mut Self::State) -> Expansion<Self::Choices>;

    /// The state after a choice, unless the choice is refused.
    fn enter(&mut self, state: &Self::State, choice: Self::Choice) -> Entry<Self::State>;

    /// Called when everything below a choice is exhausted.
    fn leave(&mut self, _state: &Self::State, _choice: Self::Choice) {}

    /// Takes note of a goal; `Break` ends the search. As provided it notes
    /// nothing and goes on: enough where only the value of goals is asked for.
    fn goal(&mut self, _state: &Self::State) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// What a state turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expansion<C> {
    /// Nothing below it is a goal.
    DeadEnd,
    /// It is a goal.
    Goal,
    /// These are the ways on.
    Branch(C),
    /// The search ends here, unfinished.
    Stop,
}

/// What became of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry<S> {
    /// It is not allowed in this state.
    Refused,
    /// It leads to this state.
    Child(S),
    /// The search ends here, unfinished.
    Stop,
}

/// A problem whose goals are worth something: what [`best`](super::best()) and
/// [`negamax`](super::negamax()) bring back.
pub trait Valued: Problem {
    /// What a goal is worth; more is better.
    type Value: Copy + Ord;

    /// The value of a goal. In a game for two: for the player to move there.
    fn value(&self, goal: &Self::State) -> Self::Value;

    /// A value that no goal below the state exceeds, if one is known. Once it
    /// is reached, no further choice is tried. In a game for two: for the
    /// player to move.
    fn bound(&self, _state: &Self::State) -> Option<Self::Value> {
        None
    }
}

/// Whether more than what was found cannot be had.
pub(super) fn reached<V: Ord>(found: Option<V>, bound: Option<V>) -> bool {
    bound.is_some() && found >= bound
}
