//! Grades the difficulty of the puzzles in a column.

use super::{
    Options, Texts, layout, puzzle,
    threads::{Pool, each},
    verify::LOT,
};
use std::ops::Range;
use sudomill_core::{Error, for_size, solver::Grade};

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
    let layout = options.layout.clone().unwrap_or_else(|| layout(puzzles));
    let lots = (0..puzzles.len()).step_by(LOT).map(|start| start..puzzles.len().min(start + LOT));
    let grades = for_size!(layout.size, O => {
        let of_row = |row| {
            let (_, puzzle) = puzzle::<O>(puzzles.text(row), layout.notation()).ok()?;
            Some(Grade::of(&puzzle, &options.limits))
        };
        let work = |lots: Vec<Range<usize>>| {
            lots.into_iter().flatten().map(of_row).collect::<Vec<_>>()
        };
        each(lots.collect(), 1, options, Pool::Own, work)
    })?;
    Ok(grades.into_iter().flatten().collect())
}
