//! Problems whose goals have values.

use super::SearchProblem;

/// A problem whose goals have values, for [`best`](super::best()) and
/// [`negamax`](super::negamax()).
pub trait Valued: SearchProblem {
    /// The type of values; greater is better.
    type Value: Copy + Ord;

    /// The value of a goal. In a two-player game: for the player who would move next.
    fn value(&self, goal: &Self::State) -> Self::Value;

    /// An upper bound on the values of the goals below a state, if one is known. Once a value
    /// reaches it, no further choice is tried. In a two-player game: for the player to move.
    fn bound(&self, _state: &Self::State) -> Option<Self::Value> {
        None
    }
}

/// Returns true if the bound is reached, so that nothing better can be found.
pub(super) fn reached<V: Ord>(found: Option<V>, bound: Option<V>) -> bool {
    bound.is_some() && found >= bound
}
