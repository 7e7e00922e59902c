//! Where to guess when nothing follows any more: one rule a file.
//!
//! A [`Branching`] looks at a [`View`] of the grid and names a [`Target`]. The
//! alternatives, all of them and each once, are read off the grid and not left
//! to the rule, so whatever a rule chooses, every solution is found exactly once.

mod bilocation;
mod config;
mod first;
mod mrv;
mod mrv_degree;
mod mrv_last_bivalue;
mod random;
mod view;

pub use bilocation::Bilocation;
pub use config::Config;
pub use first::First;
pub use mrv::Mrv;
pub use mrv_degree::MrvDegree;
pub use mrv_last_bivalue::MrvLastBivalue;
pub use random::Random;
pub use view::View;

use crate::grid::{Cell, Digit, Order, Unit};

/// A rule that says where to guess.
///
/// It is asked when propagation is done and cells are left open. Its answer must
/// depend on the rule and the view alone: then every counter is repeatable.
///
/// ```
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
///         let (cell, _) = view.open_cells().next_back().expect("a cell is open");
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
pub trait Branching<O: Order>: Send + Sync + 'static {
    /// Where to guess. At least one cell of the view is open.
    fn choose(&self, view: &View<O>) -> Target;
}

/// So that a rule can be chosen while the program runs.
impl<O: Order, B: Branching<O> + ?Sized> Branching<O> for Box<B> {
    fn choose(&self, view: &View<O>) -> Target {
        (**self).choose(view)
    }
}

/// What to branch on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// An open cell; the alternatives are its candidates.
    Cell(Cell),
    /// A digit that is not yet in the unit; the alternatives are its places
    /// there. Without any, the state is a dead end.
    Places(Digit, Unit),
}
