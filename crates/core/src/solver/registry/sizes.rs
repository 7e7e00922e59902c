//! Type erasure for solvers and branching rules that work on grids of every order.
//!
//! A table with a type for every rule and every order would compile the recursion for each pair of
//! them. Instead, a rule is one `dyn AnyBranching`, which implements [`Branching`] for every
//! order. The recursion is compiled once per order, at the cost of one more indirect call per
//! guess.

use crate::{
    grid::{Order, Order2, Order3, Order4, Order5, Puzzle},
    solver::{
        Counter, Limits, Observer, Outcome, Solver,
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
            impl Solver<$order> for StaticSolver {
                fn solve(&self, puzzle: &Puzzle<$order>, limits: &Limits) -> Outcome<$order> {
                    self.0.solve(puzzle, limits)
                }

                fn trace(
                    &self,
                    puzzle: &Puzzle<$order>,
                    limits: &Limits,
                    observer: &mut dyn Observer,
                ) -> Outcome<$order> {
                    self.0.trace(puzzle, limits, observer)
                }

                fn own_counters(&self) -> &'static [Counter] {
                    Solver::<$order>::own_counters(self.0)
                }

                fn takes_candidates(&self) -> bool {
                    Solver::<$order>::takes_candidates(self.0)
                }

                fn lanes(&self) -> Option<Backend> {
                    Solver::<$order>::lanes(self.0)
                }
            }

            impl Registered for $order {
                fn of(solver: Box<dyn AnySolver>) -> Box<dyn Solver<Self>> {
                    solver
                }

                $($own)*
            }
        )*
    };
}

/// A `'static` solver of another crate.
pub(super) struct StaticSolver(pub &'static dyn AnySolver);

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
