//! What is registered once and works on grids of every order.
//!
//! A table that names a type for every rule and every order would have the
//! recursion compiled for each pair, 7 × 4 of them. Instead a rule is one
//! `dyn AnyBranching`, of which each order takes its own face: the recursion is
//! compiled once an order, and a guess costs one indirect call more.

use crate::{
    grid::{Order, Order2, Order3, Order4, Order5},
    solver::{Solver, branching::Branching, lanes::Lanes},
};

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
    /// A solver's face for this order.
    fn of(solver: Box<dyn AnySolver>) -> Box<dyn Solver<Self>>;

    /// The lane kernel, where it knows this order.
    fn lanes() -> Option<Box<dyn Solver<Self>>> {
        None
    }
}

orders!(
    Order2 {}
    Order3 {
        fn lanes() -> Option<Box<dyn Solver<Self>>> {
            Some(Box::new(Lanes::default()))
        }
    }
    Order4 {}
    Order5 {}
);
