//! What is found of every row by itself: faults of its solution, its grade, its rating, its redundant clues,
//! its canonical form, and random equivalents.

use super::{MemoryOptions, RowProblem, Texts, each, expect_len, layout, problem, with_idle};
use crate::extras::Finder;
use std::{collections::BTreeMap, sync::Mutex};
use sudomill_input::{Error, Layout, Notation, any_puzzle, is_damaged, is_missing};
use sudomill_output::{Column, Extras};
use sudomill_puzzle::{
    any::{self, Parsed, has_symbols, parse_line},
    grid::Order3,
    setters,
    solving::{Grade, Status},
    verify::TextFault,
};
use sudomill_rating::{Rater, Rating, RatingLimits, Tenths};
use sudomill_solvers::{grade_any, redundant_clues_any};
use sudomill_symmetry::{AnyTransformation, Canonical, canonical_any};

/// The rows for which another thread is worth its start: they take a few milliseconds.
pub(super) const LOT: usize = 1 << 13;

/// The same for ratings.
const RATED_LOT: usize = 1 << 5;

/// The reason that a row's solution is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Wrong {
    /// The row has no puzzle.
    #[error("puzzle: {0}")]
    Puzzle(RowProblem),
    /// The solution does not solve the puzzle.
    #[error("{0}")]
    Solution(TextFault),
    /// The solution is what a spreadsheet or floating-point numbers leave of one, such as `5.3e+80`:
    /// its digits are lost, and it is not compared.
    #[error("found {0}: the digits are lost; read the column as text")]
    Damaged(String),
}

/// Checks solutions against their puzzles. Returns the faults by row; a correct row has no entry,
/// and a row without a puzzle is a fault. Only the layout, the threads and the stop flag of the
/// options are used.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver, verify}, sudomill_input::*, sudomill_batch::*}; pub mod input { pub use sudomill_input::*; } pub mod output { pub use sudomill_output::*; } pub mod batch { pub use sudomill_batch::files::*; } }
/// use sudomill::{memory::{self, Wrong}, verify::TextFault};
/// let puzzles = [".4.3.3........2."; 2];
/// let faults = memory::verify(
///     &puzzles[..],
///     &["2413134242313124", ""][..],
///     &memory::MemoryOptions::default(),
/// )?;
/// assert_eq!(faults.into_iter().collect::<Vec<_>>(), [(1, Wrong::Solution(TextFault::Empty))]);
/// # Ok::<(), sudomill::Error>(())
/// ```
///
/// # Errors
/// The columns differ in length, the threads cannot be started, or the run was stopped.
pub fn verify(
    puzzles: &(impl Texts + ?Sized),
    solutions: &(impl Texts + ?Sized),
    options: &MemoryOptions,
) -> Result<BTreeMap<usize, Wrong>, Error> {
    expect_len("solutions", solutions.len(), puzzles.len())?;
    let faults = each_row(puzzles, options, |row, layout| {
        let (text, answer) = (puzzles.text(row), solutions.text(row).unwrap_or_default());
        let checked = text.map(|it| any::check(it, answer, layout.size, layout.notation()));
        let wrong = match checked {
            Some(Ok(fault)) => match fault? {
                _ if is_damaged(answer) => Wrong::Damaged(String::from_utf8_lossy(answer).into()),
                fault => Wrong::Solution(fault),
            },
            _ => Wrong::Puzzle(problem(text, layout)?),
        };
        Some((row, wrong))
    })?;
    Ok(faults.into_iter().flatten().collect())
}

/// Grades the puzzle of every row; `None` for a row without a puzzle. The limits apply, but not the
/// strategy: [`Grade::STRATEGY`] counts the guesses.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::{grid, verify}, sudomill_input::*, sudomill_batch::*}; pub mod solver { pub use {sudomill_puzzle::solving::*, sudomill_solvers::*}; } pub mod input { pub use sudomill_input::*; } pub mod output { pub use sudomill_output::*; } pub mod batch { pub use sudomill_batch::files::*; } }
/// use sudomill::{memory, solver::Difficulty};
/// let grades = memory::grade(&[".4.3.3........2.", "44.............."][..], &Default::default())?;
/// assert_eq!(grades[0].map(|grade| grade.difficulty), Some(Difficulty::Easy));
/// assert_eq!(grades[1], None);
/// # Ok::<(), sudomill::Error>(())
/// ```
///
/// # Errors
/// The threads cannot be started, or the run was stopped.
pub fn grade(
    puzzles: &(impl Texts + ?Sized),
    options: &MemoryOptions,
) -> Result<Vec<Option<Grade>>, Error> {
    each_row(puzzles, options, |row, layout| {
        grade_any(&any_puzzle(puzzles.text(row)?, layout)?, &options.limits).ok()
    })
}

/// Rates the 9×9 puzzle of every row that has exactly one solution, by the statuses of the rows; `None` for the
/// other rows, and for puzzles that rate above `max_rating`.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver, verify}, sudomill_input::*, sudomill_batch::*}; pub mod input { pub use sudomill_input::*; } pub mod output { pub use sudomill_output::*; } pub mod batch { pub use sudomill_batch::files::*; } pub mod rating { pub use sudomill_rating::*; } }
/// use sudomill::{memory, rating::Tenths, solver::Status};
/// let puzzles = ["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", "x"];
/// let statuses = [Status::Unique, Status::Invalid];
/// let ratings = memory::rate(&puzzles, &statuses, Tenths::new(90), &Default::default())?;
/// assert_eq!(ratings[0].map(|rating| rating.hardest), Some(Tenths::new(12)));
/// assert_eq!(ratings[1], None);
/// # Ok::<(), sudomill::Error>(())
/// ```
///
/// # Errors
/// The columns differ in length, the threads cannot be started, or the run was stopped.
pub fn rate(
    puzzles: &(impl Texts + ?Sized),
    statuses: &[Status],
    max_rating: Tenths,
    options: &MemoryOptions,
) -> Result<Vec<Option<Rating>>, Error> {
    expect_len("statuses", statuses.len(), puzzles.len())?;
    let layout = options.layout.clone().unwrap_or_else(|| layout(puzzles));
    let limits = RatingLimits { max_rating, stop: options.limits.stop };
    let idle = Mutex::default();
    let lots = puzzles.len().div_ceil(RATED_LOT);
    each(lots, 0..puzzles.len(), options, |row| {
        let text = puzzles.text(row).filter(|_| statuses[row] == Status::Unique)?;
        let puzzle = any_puzzle(text, &layout)?.puzzle::<Order3>().ok()?;
        with_idle(&idle, Rater::default, |rater| rater.rate(&puzzle, &limits).ok())
    })
}

/// The number of [`redundant_clues`](sudomill_solvers::redundant_clues) of the puzzle of every row that
/// has exactly one solution, by the statuses of the rows; `None` for the other rows, and where a search gave up.
/// The limits apply.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver, verify}, sudomill_input::*, sudomill_batch::*}; pub mod input { pub use sudomill_input::*; } pub mod output { pub use sudomill_output::*; } pub mod batch { pub use sudomill_batch::files::*; } }
/// use sudomill::{memory, solver::Status};
/// let puzzles = [".4.3.3........2.", "24.3.3........2.", "1..............."];
/// let statuses = [Status::Unique, Status::Unique, Status::Multiple];
/// let counts = memory::redundant(&puzzles, &statuses, &Default::default())?;
/// assert_eq!(counts, [Some(0), Some(1), None]);
/// # Ok::<(), sudomill::Error>(())
/// ```
///
/// # Errors
/// The columns differ in length, the threads cannot be started, or the run was stopped.
pub fn redundant(
    puzzles: &(impl Texts + ?Sized),
    statuses: &[Status],
    options: &MemoryOptions,
) -> Result<Vec<Option<usize>>, Error> {
    expect_len("statuses", statuses.len(), puzzles.len())?;
    each_row(puzzles, options, |row, layout| {
        let text = puzzles.text(row).filter(|_| statuses[row] == Status::Unique)?;
        Some(redundant_clues_any(&any_puzzle(text, layout)?, &options.limits).ok()??.len())
    })
}

/// The extras that `columns` show of every row, by the statuses and the first solutions of the rows; no
/// rows if the columns show none. The limits apply.
///
/// # Errors
/// The threads cannot be started, or the run was stopped.
pub fn extras<'s>(
    puzzles: &(impl Texts + ?Sized),
    statuses: &[Status],
    solution: impl Fn(usize) -> Option<&'s [u8]> + Sync,
    columns: &[Column],
    max_rating: Option<Tenths>,
    options: &MemoryOptions,
) -> Result<Vec<Extras>, Error> {
    let shows = |any: &[Column]| columns.iter().any(|it| any.contains(it));
    let new = || Finder::new(shows, max_rating, &options.limits);
    let (finder, idle) = (new(), Mutex::default());
    if !finder.is_needed() {
        return Ok(Vec::new());
    }
    let layout = options.layout.clone().unwrap_or_else(|| layout(puzzles));
    let lot = if finder.rates() { RATED_LOT } else { LOT };
    each(puzzles.len().div_ceil(lot), 0..puzzles.len(), options, |row| {
        let puzzle = || any_puzzle(puzzles.text(row)?, &layout);
        with_idle(&idle, new, |it| it.find(&layout, puzzle, statuses[row], solution(row)))
    })
}

/// The canonical form of the puzzle of every row; `None` for a row without a 9×9 puzzle given by
/// clues. Only the layout, the threads and the stop flag of the options are used.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver, verify}, sudomill_input::*, sudomill_batch::*}; pub mod input { pub use sudomill_input::*; } pub mod output { pub use sudomill_output::*; } pub mod batch { pub use sudomill_batch::files::*; } }
/// use sudomill::memory;
/// let one = "013085006000031000007600000006900003170000025300006900000002400000870000900560310";
/// let relabeled = one.replace('1', "x").replace('2', "1").replace('x', "2");
/// let forms = memory::canonical(&[one, &relabeled, "1"][..], &memory::MemoryOptions::default())?;
/// assert!(forms[0].is_some() && forms[0] == forms[1]);
/// assert_eq!(forms[2], None);
/// # Ok::<(), sudomill::Error>(())
/// ```
///
/// # Errors
/// The threads cannot be started, or the run was stopped.
pub fn canonical(
    puzzles: &(impl Texts + ?Sized),
    options: &MemoryOptions,
) -> Result<Vec<Option<Canonical>>, Error> {
    each_row(puzzles, options, |row, layout| {
        canonical_any(&any_puzzle(puzzles.text(row)?, layout)?)
    })
}

/// A puzzle and its solution after the same transformation; see [`shuffle`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Equivalent {
    /// The puzzle.
    pub puzzle: String,
    /// The solution; a missing one as it was given.
    pub solution: Option<String>,
}

/// The copies that [`shuffle`] makes. The copies of some rows are those that they have among all rows of a
/// set, if [`Self::first`] is the number of rows before them.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Copies {
    /// The seed of the transformations.
    pub seed: u64,
    /// The number of copies of each row.
    pub copies: usize,
    /// The number of rows before the first one.
    pub first: u64,
}

setters!(Copies {
    with_seed: seed, u64;
    with_copies: copies, usize;
    with_first: first, u64;
});

impl Default for Copies {
    fn default() -> Self {
        Self { seed: 0, copies: 1, first: 0 }
    }
}

/// Random equivalents of the puzzle of every row, the copies of a row behind each other. The copy of a row
/// undergoes the transformation with number *row* × [`Copies::copies`] + *copy* among those of the seed, where rows
/// count from [`Copies::first`] and copies from 0. `None` for a row
/// without a puzzle. Only the layout, the threads and the stop flag of the options are used.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver, verify}, sudomill_input::*, sudomill_batch::*}; pub mod input { pub use sudomill_input::*; } pub mod output { pub use sudomill_output::*; } pub mod batch { pub use sudomill_batch::files::*; } }
/// use sudomill::memory;
/// let copies = memory::Copies::default().with_seed(7).with_copies(2);
/// let made = memory::shuffle(&[".4.3.3........2.", "Z"], &copies, &Default::default())?;
/// assert_eq!(made[1].as_ref().unwrap().puzzle.len(), 16);
/// assert_eq!(made[2..], [None, None]);
/// # Ok::<(), sudomill::Error>(())
/// ```
///
/// # Errors
/// The threads cannot be started, or the run was stopped.
pub fn shuffle(
    puzzles: &(impl Texts + ?Sized),
    copies: &Copies,
    options: &MemoryOptions,
) -> Result<Vec<Option<Equivalent>>, Error> {
    equivalents(puzzles, |_| None, copies, options)
}

/// A random equivalent of the puzzle of every row, as [`shuffle`] returns it, with its solution
/// after the same transformation. `None` also for a row with a solution that is not a grid; a
/// missing or empty solution stays as it is.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver, verify}, sudomill_input::*, sudomill_batch::*}; pub mod input { pub use sudomill_input::*; } pub mod output { pub use sudomill_output::*; } pub mod batch { pub use sudomill_batch::files::*; } }
/// use sudomill::memory;
/// let (puzzles, solutions) = ([".4.3.3........2.", "Z"], ["2413134242313124", ""]);
/// let options = memory::MemoryOptions::default();
/// let copies = memory::shuffle_with(&puzzles, &solutions, &Default::default(), &options)?;
/// let memory::Equivalent { puzzle, solution, .. } = copies[0].clone().unwrap();
/// let faults = memory::verify(&[puzzle], &[solution.unwrap()], &options)?;
/// assert!(faults.is_empty() && copies[1].is_none());
/// # Ok::<(), sudomill::Error>(())
/// ```
///
/// # Errors
/// The columns differ in length, the threads cannot be started, or the run was stopped.
pub fn shuffle_with(
    puzzles: &(impl Texts + ?Sized),
    solutions: &(impl Texts + ?Sized),
    copies: &Copies,
    options: &MemoryOptions,
) -> Result<Vec<Option<Equivalent>>, Error> {
    expect_len("solutions", solutions.len(), puzzles.len())?;
    equivalents(puzzles, |row| solutions.text(row), copies, options)
}

/// Transforms every row, with its solution if it has one.
fn equivalents<'s>(
    puzzles: &(impl Texts + ?Sized),
    solution: impl Fn(usize) -> Option<&'s [u8]> + Sync,
    copies: &Copies,
    options: &MemoryOptions,
) -> Result<Vec<Option<Equivalent>>, Error> {
    let layout = options.layout.clone().unwrap_or_else(|| layout(puzzles));
    let (size, notation) = (layout.size, layout.notation());
    let equivalent = |number: usize| {
        let row = number / copies.copies;
        let parsed = parse_line(puzzles.text(row)?, size, notation);
        let Parsed::Puzzle(puzzle) = parsed else { return None };
        // Like the program, a whole set may go beyond 64 bits.
        let before = copies.first.wrapping_mul(copies.copies as u64);
        let number = before.wrapping_add(number as u64);
        let transformation = AnyTransformation::random(size, copies.seed, number);
        let text = |text, notation| String::from_utf8(transformation.of_text(text, notation)).ok();
        let solution = match solution(row).map(<[u8]>::trim_ascii) {
            None => None,
            Some(missing) if is_missing(missing) => Some(String::from_utf8_lossy(missing).into()),
            Some(solution) => {
                let clues = Notation { candidates: false, ..notation };
                if !has_symbols(solution, size, clues) {
                    return None;
                }
                Some(text(solution, clues)?)
            }
        };
        Some(Equivalent { puzzle: text(puzzle, notation)?, solution })
    };
    let made = puzzles.len() * copies.copies;
    each(made.div_ceil(LOT), 0..made, options, equivalent)
}

/// Calls `work` on every row. Returns the results in order.
fn each_row<R: Send>(
    puzzles: &(impl Texts + ?Sized),
    options: &MemoryOptions,
    work: impl Fn(usize, &Layout) -> R + Sync,
) -> Result<Vec<R>, Error> {
    let layout = options.layout.clone().unwrap_or_else(|| layout(puzzles));
    let rows = puzzles.len();
    each(rows.div_ceil(LOT), 0..rows, options, |row| work(row, &layout))
}
