//! Type erasure for solvers and branching rules that work on grids of every order.
//!
//! A table with a type for every rule and every order would compile the recursion for each pair of
//! them. Instead, a rule is one `dyn AnyBranching`, which implements [`Branching`] for every
//! order. The recursion is compiled once per order, at the cost of one more indirect call per
//! guess.

use crate::{
    grid::{Order2, Order3, Order4, Order5},
    solver::{Solver, branching::Branching},
};

/// A solver for every order.
pub trait AnySolver: Solver<Order2> + Solver<Order3> + Solver<Order4> + Solver<Order5> {}
impl<S: Solver<Order2> + Solver<Order3> + Solver<Order4> + Solver<Order5>> AnySolver for S {}

/// A branching rule for every order.
pub trait AnyBranching:
    Branching<Order2> + Branching<Order3> + Branching<Order4> + Branching<Order5>
{
}
impl<B: Branching<Order2> + Branching<Order3> + Branching<Order4> + Branching<Order5>> AnyBranching
    for B
{
}
