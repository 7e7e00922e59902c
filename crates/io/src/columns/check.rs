//! Checks the solutions of a column of puzzles, and grades their difficulty.

use super::{
    Options, Problem, Texts, layout, problem,
    rows::{Pool, each},
};
use crate::input::Layout;
use std::{collections::BTreeMap, ops::Range};
use sudomill_core::{Error, by_size, solver::Grade, verify::TextFault};

/// Rows in a unit of work: a few milliseconds, after which a run can be stopped.
const LOT: usize = 1 << 13;

/// The reason that a row's solution is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Wrong {
    /// The row has no puzzle.
    #[error("puzzle: {0}")]
    Puzzle(Problem),
    /// The solution does not solve the puzzle.
    #[error("{0}")]
    Solution(TextFault),
}

/// Checks solutions against their puzzles. Returns the faults by row; a correct row has no entry,
/// and a row without a puzzle is a fault. Only the layout, the threads and the stop flag of the
/// options are used.
///
/// ```
/// # mod sudomill { pub use {sudomill_core::*, sudomill_io::*}; }
/// use sudomill::{columns::{self, Wrong}, verify::TextFault};
/// let puzzles = [".4.3.3........2."; 2];
/// let faults = columns::verify(
///     &puzzles[..],
///     &["2413134242313124", ""][..],
///     &columns::Options::default(),
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
    options: &Options,
) -> Result<BTreeMap<usize, Wrong>, Error> {
    expect_len(solutions.len(), puzzles.len())?;
    let faults = each_row(puzzles, options, |row, layout| {
        let (text, answer) = (puzzles.text(row), solutions.text(row).unwrap_or_default());
        let checked = text.map(|it| by_size::check(it, answer, layout.size, layout.notation()));
        let wrong = match checked {
            Some(Ok(fault)) => Wrong::Solution(fault?),
            _ => Wrong::Puzzle(problem(text, layout)?),
        };
        Some((row, wrong))
    })?;
    let mut by_row = BTreeMap::new();
    by_row.extend(faults.into_iter().flatten());
    Ok(by_row)
}

/// Fails if there are more or fewer solutions than puzzles.
pub(super) fn expect_len(found: usize, expected: usize) -> Result<(), Error> {
    if found == expected {
        return Ok(());
    }
    let reason = format!("found {found} solutions; expected {expected}, one a puzzle");
    Err(Error::Impossible(reason))
}

/// Grades the puzzle of every row; `None` for a row without a puzzle. The limits apply, but not the
/// strategy: [`Grade::STRATEGY`] counts the guesses.
///
/// ```
/// # mod sudomill { pub use {sudomill_core::*, sudomill_io::*}; }
/// use sudomill::{columns, solver::Difficulty};
/// let grades = columns::grade(&[".4.3.3........2.", "44.............."][..], &Default::default())?;
/// assert_eq!(grades[0].map(|grade| grade.difficulty), Some(Difficulty::Easy));
/// assert_eq!(grades[1], None);
/// # Ok::<(), sudomill::Error>(())
/// ```
///
/// # Errors
/// The threads cannot be started, or the run was stopped.
pub fn grade(
    puzzles: &(impl Texts + ?Sized),
    options: &Options,
) -> Result<Vec<Option<Grade>>, Error> {
    each_row(puzzles, options, |row, layout| {
        let (text, notation) = (puzzles.text(row)?, layout.notation());
        by_size::grade_line(text, layout.size, notation, &options.limits)
    })
}

/// Calls `work` on every row. Returns the results in order.
pub(super) fn each_row<R: Send>(
    puzzles: &(impl Texts + ?Sized),
    options: &Options,
    work: impl Fn(usize, &Layout) -> R + Sync,
) -> Result<Vec<R>, Error> {
    let layout = options.layout.clone().unwrap_or_else(|| layout(puzzles));
    let rows = puzzles.len();
    let lots = (0..rows).step_by(LOT).map(|start| start..rows.min(start + LOT)).collect();
    let work = |lots: Vec<Range<usize>>| {
        lots.into_iter().flatten().map(|row| work(row, &layout)).collect::<Vec<_>>()
    };
    Ok(each(lots, 1, options, Pool::Own, work)?.into_iter().flatten().collect())
}
