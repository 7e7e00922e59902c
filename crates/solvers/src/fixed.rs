//! Solvers of fixed parts, for questions that are answered by a search: each is compiled here, once for
//! each size, and not again where it is used. That is why they are statics: what a constant refers to is
//! compiled once more in each crate that names it.

use crate::{
    Solver,
    branching::{Mrv, MrvDegree},
    propagation::Propagation,
    registry::AnySolver,
    strategy::Rules,
    value_order::ValueOrder,
};
use std::any::Any;
use sudomill_puzzle::{for_size, grid::Order};

/// A solver for grids of every size.
#[derive(Clone, Copy)]
pub struct Fixed(&'static dyn AnySolver);

impl Fixed {
    /// Fixes a solver.
    pub(crate) const fn new(solver: &'static dyn AnySolver) -> Self {
        Self(solver)
    }

    /// The solver for grids of order `O`.
    #[must_use]
    pub fn solver<O: Order>(self) -> &'static dyn Solver<O> {
        for_size!(O::SIZE, P => {
            let solver: &'static dyn Solver<P> = self.0;
            *(&solver as &dyn Any).downcast_ref().expect("a solver for grids of this size")
        })
    }
}

/// `naked/mrv`.
pub static NAKED: Fixed = Fixed(&Rules::<Mrv>::new(Propagation::Naked, Mrv, ValueOrder::Ascending));

/// `mrv`, whose propagation has naked and hidden singles.
pub static MRV: Fixed = Fixed(&Rules::MRV);

/// `locked/mrv+degree`, for puzzles on which `mrv` needs many guesses, such as large grids: the same
/// answers, much faster.
pub static LARGE: Fixed =
    Fixed(&Rules::<MrvDegree>::new(Propagation::Locked, MrvDegree, ValueOrder::Ascending));
