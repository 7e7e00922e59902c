//! Type erasure for solvers and branching rules that work on grids of every size.
//!
//! A table with a type for every rule and every order would compile the recursion for each pair of
//! them. Instead, a rule is one `dyn AnyBranching`, which implements [`Branching`] for every
//! order. The recursion is compiled once per order, at the cost of one more indirect call per
//! guess.

use crate::{Solver, branching::Branching};
use sudomill_puzzle::{every_size, grid::Boxes};

macro_rules! for_every_size {
    ($($($size:ident $rows:literal $columns:literal $fewest_clues:literal $words:tt),*;)*) => {
        /// A solver for every size.
        pub trait AnySolver: $($(Solver<Boxes<$rows, $columns>> +)*)* {}
        impl<S: $($(Solver<Boxes<$rows, $columns>> +)*)*> AnySolver for S {}

        /// A branching rule for every size.
        pub trait AnyBranching: $($(Branching<Boxes<$rows, $columns>> +)*)* {}
        impl<B: $($(Branching<Boxes<$rows, $columns>> +)*)*> AnyBranching for B {}
    };
}

every_size! { [for_every_size] }
