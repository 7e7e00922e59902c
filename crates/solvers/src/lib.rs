//! The strategies of [sudomill](https://docs.rs/sudomill), which solves Sudoku puzzles by the million.
//! Use that crate: it re-exports this one.
//!
//! ```text
//!     Puzzle, Limits
//!         │ registry::find("mrv")
//!         ▼
//!  propagate ◄── guess    Solver: propagation, branching, value order
//!         │  └─ undo ─┘            events ──► Observer
//!         ▼
//!     Outcome             status, number of solutions, first solution, counters
//! ```
//!
//! A [`Strategy`] from the [`registry`] is a name for a [`Solver`], which takes a puzzle and [`Limits`]. It
//! enters what follows without a guess, guesses where nothing follows, and undoes a guess when nothing is
//! left below it. It ends when as many solutions are found as the limits ask for, by default two, so that
//! one solution is proven to be the only one, or when nothing is left to search. An [`engine`] does the
//! same for batches of puzzles.
//!
//! [`search`] is the recursion that all but [`lane_solver`] share, and [`strategy`] has the decisions of
//! each of them. Most strategies consist of a [`propagation`], a [`branching`] and a [`value_order`].
//! [`difficulty()`], [`redundant_clues`] and the other questions about a puzzle are answered by searches, too.
//! What ends in `_any` takes a puzzle whose size is known only at run time, and is compiled here, once for
//! each size.
//!
//! Nothing here opens a file.

#![deny(missing_docs, unnameable_types, unsafe_code)]

pub mod branching;
pub mod clock;
mod difficulty;
pub mod engine;
pub mod fixed;
pub mod lane_solver;
pub mod propagation;
pub mod redundant;
mod region_lane_solver;
pub mod registry;
pub mod run;
pub mod search;
pub mod strategy;
pub mod threads;
pub mod value_order;

pub use difficulty::{Level, difficulty, difficulty_any, grade, grade_any};
pub use lane_solver::LaneSolver;
pub use redundant::{redundant_clues, redundant_clues_any};
pub use search::depth_first::search_grid;
pub use sudomill_region_lanes::RegionLanes;
pub use threads::max_threads;

use registry::Strategy;
use std::{
    any::Any,
    sync::{Arc, LazyLock},
};
use sudomill_lanes::Backend;
use sudomill_puzzle::{
    grid::{Order, Order3, Puzzle, Size},
    solving::{Counter, Limits, Observer, Outcome},
};

/// Solves one puzzle at a time.
///
/// The outcome and its counters depend only on the puzzle and the limits.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::*, sudomill_solvers::*}; pub mod solver { pub use {sudomill_puzzle::solving::*, sudomill_solvers::*}; } }
/// use sudomill::{grid::Order3, solver::{registry, Limits, Status}};
/// let puzzle = "013085006000031000007600000006900003170000025300006900000002400000870000900560310";
/// let solver = registry::find("electroyou")?.solver::<Order3>();
/// let outcome = solver.solve(&puzzle.parse()?, &Limits::default().with_solutions(1));
/// assert_eq!(outcome.status, Status::Solved);
/// assert_eq!(outcome.counter("passes"), Some(53));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A solver of your own starts from an outcome without a solution:
///
/// ```
/// # mod sudomill { pub use sudomill_puzzle::grid; pub mod solver { pub use {sudomill_puzzle::solving::*, sudomill_solvers::*}; } }
/// use sudomill::{grid::{Order2, Puzzle}, solver::{Limits, Outcome, Solver, Status}};
/// /// Gives up on every puzzle.
/// struct Idle;
///
/// impl Solver<Order2> for Idle {
///     fn solve(&self, puzzle: &Puzzle<Order2>, _: &Limits) -> Outcome<Order2> {
///         let mut outcome = Outcome::without_solution(Status::GaveUp);
///         outcome.counters.clues = puzzle.clue_count() as u64;
///         outcome
///     }
/// }
/// ```
pub trait Solver<O: Order>: Send + Sync {
    /// Searches until the limits are reached or nothing is left to search.
    #[must_use]
    fn solve(&self, puzzle: &Puzzle<O>, limits: &Limits) -> Outcome<O>;

    /// Like [`Solver::solve`], but reports every event to the observer. The default reports none.
    fn trace(&self, puzzle: &Puzzle<O>, limits: &Limits, _: &mut dyn Observer) -> Outcome<O> {
        self.solve(puzzle, limits)
    }

    /// The names of the strategy-specific counters in [`Counters::own`](sudomill_puzzle::solving::Counters::own), at most [`Counters::OWN`](sudomill_puzzle::solving::Counters::OWN).
    fn own_counters(&self) -> &'static [Counter] {
        &[]
    }

    /// Returns true if the solver supports puzzles given [by candidates](Puzzle::from_candidates).
    /// If not, it gives up on them, and batch callers reject them up front.
    fn takes_candidates(&self) -> bool {
        false
    }

    /// The backend of the lane kernel, with which an [`Engine`](crate::engine::Engine) solves many
    /// puzzles side by side, instead of calling this solver for each. The default is `None`.
    fn lanes(&self) -> Option<Backend> {
        None
    }

    /// What makes the lanes in which it does so, if they are not those for puzzles with rows, columns and boxes.
    /// A method that made the lanes themselves would put their code into every program that solves one puzzle,
    /// such as the page.
    fn region_lanes(&self) -> Option<&RegionLanes> {
        None
    }
}

impl<O: Order, S: Solver<O> + ?Sized> Solver<O> for Arc<S> {
    fn solve(&self, puzzle: &Puzzle<O>, limits: &Limits) -> Outcome<O> {
        (**self).solve(puzzle, limits)
    }

    fn trace(
        &self,
        puzzle: &Puzzle<O>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Outcome<O> {
        (**self).trace(puzzle, limits, observer)
    }

    fn own_counters(&self) -> &'static [Counter] {
        (**self).own_counters()
    }

    fn takes_candidates(&self) -> bool {
        (**self).takes_candidates()
    }

    fn lanes(&self) -> Option<Backend> {
        (**self).lanes()
    }

    fn region_lanes(&self) -> Option<&RegionLanes> {
        (**self).region_lanes()
    }
}

/// A part of a strategy: a propagation, a branching or a value order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Part {
    /// The name within a strategy's name.
    pub name: &'static str,
    /// A one-line summary.
    pub summary: &'static str,
    /// The source of the idea.
    pub source: &'static str,
}

impl Part {
    /// Describes a part.
    #[must_use]
    pub const fn new(name: &'static str, summary: &'static str, source: &'static str) -> Self {
        Self { name, summary, source }
    }
}

/// Solves one puzzle: finds a solution and proves that it is the only one, or finds a second.
///
/// Uses the command line's default strategy: on 9×9 the kernel of `solve_all`, with the puzzle in
/// nine vector registers. Status, first solution and counters equal those of `solve_all`, which is
/// faster for many puzzles.
///
/// Above 9×9, the search gives up after 10 million guesses. For another strategy or other limits,
/// use a solver from [`registry::find`].
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::*, sudomill_solvers::*}; pub mod solver { pub use {sudomill_puzzle::solving::*, sudomill_solvers::*}; } }
/// use sudomill::{grid::{Order2, Puzzle}, solver::Status};
/// let puzzle: Puzzle<Order2> = ".4.3.3........2.".parse()?;
/// assert_eq!(sudomill::solve(&puzzle).status, Status::Unique);
/// # Ok::<(), sudomill::BadLine>(())
/// ```
#[must_use]
pub fn solve<O: Order>(puzzle: &Puzzle<O>) -> Outcome<O> {
    /// The default strategy for 9×9, not made for every call.
    static NINE: LazyLock<LaneSolver> = LazyLock::new(|| LaneSolver::new(Backend::best()));
    let limits = Limits::default_for(O::SIZE);
    if O::SIZE == Size::Nine {
        let nine: &'static dyn Solver<Order3> = &*NINE;
        if let Some(solver) = (&nine as &dyn Any).downcast_ref::<&'static dyn Solver<O>>() {
            return solver.solve(puzzle, &limits);
        }
    }
    Strategy::default().solver::<O>().solve(puzzle, &limits)
}
