//! Grids, the kernel and the strategies of [sudomill](https://docs.rs/sudomill), which solves
//! Sudoku puzzles by the million. Use that crate: it re-exports this one.
//!
//! ```text
//!  ".4.3.3........2."    a line of text, or a seed
//!         │ puzzle_line, generate
//!         ▼
//!     Puzzle              clues or candidates, none repeated in a row, column or box
//!         │ solver::registry::find("mrv"), Limits
//!         ▼
//!  propagate ◄── guess    Solver: propagation, branching, value order
//!         │  └─ undo ─┘            events ── trace ──► steps ── picture ──► text, SVG
//!         ▼
//!     Outcome             status, number of solutions, first solution, counters
//! ```
//!
//! [`puzzle_line`] parses a line to a [`Puzzle`], or says in which column it is wrong, and why. A
//! [`Strategy`] from the [registry](solver::registry) is a name for a [`Solver`], which takes a
//! puzzle and [`Limits`]. It enters what follows without a guess, guesses where nothing follows,
//! and undoes a guess when nothing is left below it. It ends when as many solutions are found as the
//! limits ask for, by default two, so that one solution is proven to be the only one, or when nothing
//! is left to search. The [`Outcome`] has the status, the first solution and exact counters of the
//! work; an [`engine`] does the same for batches of puzzles, in SIMD lanes.
//!
//! - [`grid`] has the types that everything shares: digits, cells, candidates, puzzles, solutions.
//! - [`puzzle_line`] parses one line of text, and says what is wrong with it.
//! - [`solver`] solves: one puzzle in nine vector registers, many side by side in the lanes of such
//!   registers, or any by a recursive search made of propagation, branching and value order.
//! - [`engine`] solves batches of puzzles on one thread.
//! - [`verify`] checks a solution and shares no code with the solvers.
//! - [`symmetry`] transforms puzzles, and finds the canonical form of equivalent ones.
//! - [`diagnosis`] says why a puzzle has no solution, and which clue may be wrong.
//! - [`generate`] makes puzzles from a seed; [`trace`] follows a search; [`picture`] draws a grid.
//!
//! Nothing here opens a file. What sudomill does not re-export serves its other crates, and may
//! change with any version.

#![deny(missing_docs, unnameable_types, unsafe_code)]

pub mod by_size;
pub mod clock;
pub mod diagnosis;
pub mod engine;
pub mod error;
pub mod generate;
pub mod grid;
pub mod picture;
pub mod puzzle_line;
mod setters;
pub mod solver;
pub mod symmetry;
mod tenths;
pub mod threads;
pub mod trace;
pub mod verify;

pub use error::{BadLine, Problem, RunError};
pub use tenths::{NotTenths, RatingSpan, Tenths};
pub use threads::max_threads;

use grid::{Order, Order3, Puzzle, Size};
use solver::{
    Limits, Outcome, Solver,
    lanes::{Backend, LaneSolver},
    registry::Strategy,
};
use std::{any::Any, sync::LazyLock};

/// Solves one puzzle: finds a solution and proves that it is the only one, or finds a second.
///
/// Uses the command line's default strategy: on 9×9 the kernel of `solve_all`, with the puzzle in
/// nine vector registers. Status, first solution and counters equal those of `solve_all`, which is
/// faster for many puzzles.
///
/// Above 9×9, the search gives up after 10 million guesses. For another strategy or other limits,
/// use a solver from [`solver::registry::find`].
///
/// ```
/// # use sudomill_core as sudomill;
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
