//! Two more results of the recursive search, and two additions.
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
mod valued;

pub use acyclic::{Acyclic, shortest_paths};
pub use best::{BestGoal, best};
pub use negamax::{ChoiceValue, Memo, choice_values, negamax};
pub use sudomill_solvers::search::{Entry, Expansion, SearchProblem, depth_first};
pub use valued::Valued;
