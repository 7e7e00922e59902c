//! The recursive search: one idea, three returns.
//!
//! A [`Problem`] says what a state allows: it is a goal, a dead end, or there
//! are choices, each of which leads to a further state. The recursion goes
//! through all of them, depth first. What it does at a state is always the same:
//!
//! ```text
//! search(state):
//!     a dead end?  nothing
//!     a goal?      what it is worth
//!     else         for each choice: search(the state after it), and join the results
//! ```
//!
//! Only what it brings back differs, and how the results are joined:
//!
//! | | brings back | joins by | answers |
//! |---|---|---|---|
//! | [`depth_first()`] | go on, or stop | stopping at the first stop | is there a solution? which, and how many? |
//! | [`best()`] | the best goal below | the maximum | which solution is best? |
//! | [`negamax()`] | the value for who is to move | the maximum of the negated values | who wins, and by which move? |
//!
//! Two additions, where a state can be met more than once: [`Acyclic`] refuses a
//! state that is on the path already, so that the search ends ([`shortest_paths`]
//! finds the shortest ways with it); a [`Memo`] remembers values, so that the
//! search ends sooner.
//!
//! [`OnHeap`] keeps the states off the stack, where the recursion goes deep.
//!
//! Every strategy of this crate is a [`Problem`]; so are the river crossing and
//! the games in `examples/`.

mod acyclic;
mod best;
mod depth_first;
mod negamax;
mod on_heap;
mod problem;
#[cfg(test)]
mod tests;

pub use acyclic::{Acyclic, shortest_paths};
pub use best::{BestGoal, best};
pub use depth_first::depth_first;
pub use negamax::{Memo, Rated, negamax, rate};
pub use on_heap::OnHeap;
pub use problem::{Entry, Expansion, Problem, Valued};
