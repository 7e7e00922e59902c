//! Type erasure for solvers and branching rules that work on grids of every order.
//!
//! A table with a type for every rule and every order would compile the recursion for each pair of
//! them. Instead, a rule is one `dyn AnyBranching`, which implements [`Branching`] for every
//! order. The recursion is compiled once per order, at the cost of one more indirect call per
//! guess.

use crate::{
    grid::{Order, Order2, Order3, Order4, Order5},
    solver::{
        Solver,
        branching::Branching,
        lanes::{Backend, LaneSolver},
    },
};
use std::sync::LazyLock;

macro_rules! orders {
    ($($order:ident { $($own:item)* })*) => {
        /// A solver for every order.
        pub trait AnySolver: $(Solver<$order> +)* Send {}
        impl<S: $(Solver<$order> +)* Send> AnySolver for S {}

        /// A branching rule for every order.
        pub trait AnyBranching: $(Branching<$order> +)* Send {}
        impl<B: $(Branching<$order> +)* Send> AnyBranching for B {}

        $(
            impl Registered for $order {
                fn of(solver: Box<dyn AnySolver>) -> Box<dyn Solver<Self>> {
                    solver
                }

                $($own)*
            }
        )*
    };
}

/// An order for which every strategy is compiled.
pub trait Registered: Order {
    /// Converts a solver for every order into one for this order.
    fn of(solver: Box<dyn AnySolver>) -> Box<dyn Solver<Self>>;

    /// The lane kernel on this backend, if it solves this order.
    #[must_use]
    fn lanes(_: Backend) -> Option<Box<dyn Solver<Self>>> {
        None
    }

    /// The solver of [`sudomill::solve`](crate::solve), if it is not made for every call.
    #[must_use]
    fn single_puzzle_solver() -> Option<&'static dyn Solver<Self>> {
        None
    }
}

orders!(
    Order2 {}
    Order3 {
        fn lanes(backend: Backend) -> Option<Box<dyn Solver<Self>>> {
            Some(Box::new(LaneSolver::new(backend)))
        }

        /// Returns the default strategy.
        fn single_puzzle_solver() -> Option<&'static dyn Solver<Self>> {
            static SOLVER: LazyLock<LaneSolver> =
                LazyLock::new(|| LaneSolver::new(Backend::best()));
            Some(&*SOLVER)
        }
    }
    Order4 {}
    Order5 {}
);
