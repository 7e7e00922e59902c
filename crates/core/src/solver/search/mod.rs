//! The recursive search: one algorithm with three types of result.
//!
//! A [`Problem`] classifies a state as a goal, a dead end, or a branching with choices that lead to
//! further states. The recursion tries all choices, depth first:
//!
//! ```text
//! search(state):
//!     dead end   → no result
//!     goal       → its value
//!     otherwise  → for each choice: search(the state after it); combine the results
//! ```
//!
//! The three functions differ in what they return and how they combine the results:
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
//!
//! [`OnHeap`] keeps the states on the heap, for deep recursions.
//!
//! Every strategy but `lanes` is a [`Problem`]; so are the river crossing and games in `examples/`.

mod acyclic;
mod best;
mod depth_first;
mod negamax;
mod problem;
#[cfg(test)]
mod tests;

pub use acyclic::{Acyclic, shortest_paths};
pub use best::{BestGoal, best};
pub use depth_first::{OnHeap, depth_first};
pub use negamax::{Memo, Rated, negamax, rate};
pub use problem::{Entry, Expansion, Problem, Valued};
