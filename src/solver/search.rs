//! The recursive search, written once. A [`Problem`] plugs in what a state
//! allows; every strategy of this crate is one, and so can be a river crossing.

use std::ops::ControlFlow;

/// What depth-first search needs to know of a problem.
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

    /// Takes note of a goal; `Break` ends the search.
    fn goal(&mut self, state: &Self::State) -> ControlFlow<()>;
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

/// Searches everything below a state, depth first, choices in their order.
///
/// `Break` says that the search ended early: a goal asked for it, or a `Stop`.
/// The recursion is as deep as the longest path of choices.
pub fn depth_first<P: Problem>(problem: &mut P, state: &mut P::State) -> ControlFlow<()> {
    let choices = match problem.expand(state) {
        Expansion::DeadEnd => return ControlFlow::Continue(()),
        Expansion::Goal => return problem.goal(state),
        Expansion::Stop => return ControlFlow::Break(()),
        Expansion::Branch(choices) => choices,
    };
    for choice in choices {
        match problem.enter(state, choice) {
            Entry::Refused => continue,
            Entry::Stop => return ControlFlow::Break(()),
            Entry::Child(mut child) => depth_first(problem, &mut child)?,
        }
        problem.leave(state, choice);
    }
    ControlFlow::Continue(())
}
