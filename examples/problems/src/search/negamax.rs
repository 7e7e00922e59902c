//! The third type of result: the value for the player to move.

use super::{Entry, Expansion, SearchProblem, Valued, valued::reached};
use std::{
    collections::HashMap,
    hash::Hash,
    ops::{ControlFlow, Neg},
};

/// Returns the value for the player to move if both play optimally. A value for one player is the
/// negated value for the other. `None` if no choice leads to an end of the game.
///
/// A goal is a finished game. Its [value](Valued::value) is for the player who would move next. The
/// [bound](Valued::bound) ends the loop over the choices: after a winning move, no other is tried.
/// `Break` means that the search ended early and has no result.
///
/// With a `HashMap` as [`Memo`], a position that is reached in several ways is evaluated
/// once; with `&mut ()`, every time.
///
/// ```
/// use std::collections::HashMap;
/// use sudomill_problems::search::{negamax, Entry, Expansion, SearchProblem, Valued};
///
/// /// Take one, two or three matches; whoever takes the last one wins.
/// struct Matches;
///
/// impl SearchProblem for Matches {
///     type State = u32;
///     type Choice = u32;
///     type Choices = std::ops::RangeInclusive<u32>;
///
///     fn expand(&mut self, &mut left: &mut u32) -> Expansion<Self::Choices> {
///         match left {
///             0 => Expansion::Goal,
///             _ => Expansion::Branch(1..=left.min(3)),
///         }
///     }
///     fn enter(&mut self, left: &u32, taken: u32) -> Entry<u32> {
///         Entry::Child(left - taken)
///     }
/// }
///
/// impl Valued for Matches {
///     type Value = i8;
///
///     fn value(&self, _: &u32) -> i8 {
///         -1 // the other one took the last match
///     }
/// }
///
/// let mut memo = HashMap::new();
/// for matches in 1..100 {
///     let value = negamax(&mut Matches, &mut matches.clone(), &mut memo).continue_value();
///     assert_eq!(value, Some(Some(if matches % 4 == 0 { -1 } else { 1 })));
/// }
/// ```
pub fn negamax<P, M>(
    problem: &mut P,
    state: &mut P::State,
    memo: &mut M,
) -> ControlFlow<(), Option<P::Value>>
where
    P: Valued<Value: Neg<Output = P::Value>>,
    M: Memo<P::State, P::Value>,
{
    if let Some(value) = memo.recall(state) {
        return ControlFlow::Continue(Some(value));
    }
    let choices = match problem.expand(state) {
        Expansion::DeadEnd => return ControlFlow::Continue(None),
        Expansion::Goal => {
            problem.goal(state)?;
            return ControlFlow::Continue(Some(problem.value(state)));
        }
        Expansion::Stop => return ControlFlow::Break(()),
        Expansion::Branch(choices) => choices,
    };
    let bound = problem.bound(state);
    let mut best = None;
    for choice in choices {
        match problem.enter(state, choice) {
            Entry::Refused => continue,
            Entry::Stop => return ControlFlow::Break(()),
            Entry::Child(mut child) => {
                let value = negamax(problem, &mut child, memo)?.map(Neg::neg);
                best = best.max(value);
            }
        }
        problem.leave(state, choice);
        if reached(best, bound) {
            break;
        }
    }
    if let Some(value) = best {
        memo.note(state, value);
    }
    ControlFlow::Continue(best)
}

/// A choice and its value for the player who makes it.
pub type ChoiceValue<P> = (<P as SearchProblem>::Choice, <P as Valued>::Value);

/// Returns every choice of a position with its value for the player to move, in the order of the
/// choices. Ignores bounds. Empty at the end of a game.
pub fn choice_values<P, M>(
    problem: &mut P,
    state: &mut P::State,
    memo: &mut M,
) -> ControlFlow<(), Vec<ChoiceValue<P>>>
where
    P: Valued<Value: Neg<Output = P::Value>>,
    M: Memo<P::State, P::Value>,
{
    let mut values = Vec::new();
    let choices = match problem.expand(state) {
        Expansion::DeadEnd | Expansion::Goal => return ControlFlow::Continue(values),
        Expansion::Stop => return ControlFlow::Break(()),
        Expansion::Branch(choices) => choices,
    };
    for choice in choices {
        match problem.enter(state, choice) {
            Entry::Refused => continue,
            Entry::Stop => return ControlFlow::Break(()),
            Entry::Child(mut child) => {
                let value = negamax(problem, &mut child, memo)?;
                values.extend(value.map(|value| (choice, -value)));
            }
        }
        problem.leave(state, choice);
    }
    ControlFlow::Continue(values)
}

/// A cache of the values of visited states: `()` stores nothing, a `HashMap` the value of every
/// state that had choices.
pub trait Memo<S, V> {
    /// The stored value of a state.
    fn recall(&self, state: &S) -> Option<V>;

    /// Stores the value of a state.
    fn note(&mut self, state: &S, value: V);
}

impl<S, V> Memo<S, V> for () {
    fn recall(&self, _: &S) -> Option<V> {
        None
    }

    fn note(&mut self, _: &S, _: V) {}
}

impl<S: Clone + Eq + Hash, V: Copy> Memo<S, V> for HashMap<S, V> {
    fn recall(&self, state: &S) -> Option<V> {
        self.get(state).copied()
    }

    fn note(&mut self, state: &S, value: V) {
        self.insert(state.clone(), value);
    }
}
