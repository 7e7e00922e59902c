//! The choice of a guess when propagation is stuck: one file per rule.
//!
//! A [`Branching`] looks at a [`View`] of the grid and returns a [`Target`]. The alternatives are
//! read from the grid, not chosen by the rule, so every solution is found exactly once whatever the
//! rule returns.

mod bilocation;
mod first;
mod mrv;
mod mrv_degree;
mod mrv_last_bivalue;
mod random;
mod view;

pub use bilocation::Bilocation;
pub use first::First;
pub use mrv::Mrv;
pub use mrv_degree::MrvDegree;
pub(super) use mrv_degree::most_open_peers;
pub use mrv_last_bivalue::MrvLastBivalue;
pub use random::Random;
pub use view::View;

use sudomill_puzzle::grid::{Cell, Digit, Order, Unit};

/// A rule that decides where to guess.
///
/// Rules are called after propagation, while cells are open. The result must depend only on the
/// rule and the view, so that every counter is reproducible.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::*, sudomill_solvers::*}; pub mod solver { pub use {sudomill_puzzle::solving::*, sudomill_solvers::*}; } }
/// use sudomill::{
///     grid::{Order, Puzzle},
///     solver::{
///         Limits, Solver, Status,
///         branching::{Branching, Target, View},
///         propagation::Propagation,
///         strategy::Rules,
///         value_order::ValueOrder,
///     },
/// };
///
/// /// The last open cell.
/// struct Last;
///
/// impl<O: Order> Branching<O> for Last {
///     fn choose(&self, view: &View<O>) -> Target {
///         let (cell, _) = view.open_with_candidates().next_back().expect("a cell is open");
///         Target::Cell(cell)
///     }
/// }
///
/// let puzzle: Puzzle =
///     "020030040600000003004000500000806000800010006000705000007000600400000008030040020".parse()?;
/// let last = Rules::new(Propagation::Locked, Last, ValueOrder::Descending);
/// assert_eq!(last.solve(&puzzle, &Limits::default()).status, Status::Unique);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Branching<O: Order>: Send + Sync {
    /// Chooses where to guess. The view has at least one open cell.
    fn choose(&self, view: &View<O>) -> Target;
}

/// Allows rules to be called through a pointer.
impl<O: Order, B: Branching<O> + ?Sized> Branching<O> for &B {
    fn choose(&self, view: &View<O>) -> Target {
        (**self).choose(view)
    }
}

/// Allows rules to be chosen at run time.
impl<O: Order, B: Branching<O> + ?Sized> Branching<O> for Box<B> {
    fn choose(&self, view: &View<O>) -> Target {
        (**self).choose(view)
    }
}

/// A cell or a digit to branch on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// An open cell; the alternatives are its candidates.
    Cell(Cell),
    /// A digit that the unit does not have yet; the alternatives are its places in the
    /// unit. If it has none, the state is a dead end.
    Places(Digit, Unit),
}
