//! Checks a column of solutions against a column of puzzles.

use super::{
    Options, Problem, Texts, layout, puzzle,
    threads::{Pool, each},
};
use crate::input::Notation;
use std::{collections::BTreeMap, ops::Range};
use sudomill_core::{
    Error, for_size,
    grid::Order,
    verify::{self, TextFault},
};

/// Rows per lot: a few milliseconds of work, after which a run can be stopped.
pub(super) const LOT: usize = 1 << 13;

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
    let (found, expected) = (solutions.len(), puzzles.len());
    if found != expected {
        let reason = format!("found {found} solutions; expected {expected}, one a puzzle");
        return Err(Error::Impossible(reason));
    }
    let layout = options.layout.clone().unwrap_or_else(|| layout(puzzles));
    let lots = (0..expected).step_by(LOT).map(|start| start..expected.min(start + LOT));
    let faults = for_size!(layout.size, O => {
        let fault = |row| {
            let answer = solutions.text(row).unwrap_or_default();
            Some((row, fault::<O>(puzzles.text(row), answer, layout.notation())?))
        };
        let check = |lots: Vec<Range<usize>>| {
            lots.into_iter().flatten().filter_map(fault).collect::<Vec<_>>()
        };
        each(lots.collect(), 1, options, Pool::Own, check)
    })?;
    Ok(faults.into_iter().flatten().collect())
}

fn fault<O: Order>(text: Option<&[u8]>, answer: &[u8], notation: Notation) -> Option<Wrong> {
    match puzzle::<O>(text, notation) {
        Ok((_, puzzle)) => {
            verify::check_text(&puzzle, answer, notation.alphabet).err().map(Wrong::Solution)
        }
        Err(problem) => Some(Wrong::Puzzle(problem)),
    }
}
