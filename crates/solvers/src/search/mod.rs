//! The recursive search: depth first, until a goal ends it.
//!
//! A [`SearchProblem`] classifies a state as a goal, a dead end, or a branching with choices that lead
//! to further states. The recursion tries all choices, depth first:
//!
//! ```text
//! search(state):
//!     dead end   → continue
//!     goal       → continue, or stop
//!     otherwise  → for each choice: search(the state after it), until a stop
//! ```
//!
//! [`OnHeap`] keeps the states on the heap, for deep recursions.
//!
//! Every strategy but `lanes` is a [`SearchProblem`]; so are the river crossing and games in
//! `examples/`.

pub(crate) mod depth_first;
mod problem;

pub use depth_first::{OnHeap, depth_first};
pub use problem::{Entry, Expansion, SearchProblem};
