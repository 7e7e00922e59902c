//! Two more results of the recursive search of sudomill, for problems other than Sudoku.
//!
//! The functions differ in what they return and how they combine the results:
//!
//! | | returns | combines by | answers |
//! |---|---|---|---|
//! | [`depth_first()`] | go on, or stop | stopping at the first stop | is there a solution? which, and how many? |
//! | [`best()`] | the best goal below | the maximum | which solution is best? |
//! | [`negamax()`] | the value for the player to move | the maximum of the negated values | who wins, and by which move? |
//!
//! Two additions are for problems in which a state can be reached in several ways: [`Acyclic`]
//! refuses a state that is already on the path, so that the search ends ([`shortest_paths`] uses
//! it); a [`Memo`] stores values, so that the search is faster.

mod acyclic;
mod best;
mod negamax;
#[cfg(test)]
mod tests;

pub use acyclic::{Acyclic, shortest_paths};
pub use best::best;
pub use negamax::{negamax, rate};
pub use sudomill::solver::search::{Entry, Expansion, Problem, depth_first};

/// A problem whose goals have values, for [`best`](best()) and
/// [`negamax`](negamax()).
pub trait Valued: Problem {
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
fn reached<V: Ord>(found: Option<V>, bound: Option<V>) -> bool {
    bound.is_some() && found >= bound
}
