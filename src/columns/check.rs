//! Solutions against their puzzles, row by row.

use super::{
    Options, Texts, layout, puzzle,
    threads::{Pool, each},
};
use crate::{
    Error, for_size,
    grid::{Alphabet, Order},
    verify,
};
use std::{collections::BTreeMap, ops::Range};

/// Rows of a lot: some milliseconds of work, after which a run can be stopped.
const LOT: usize = 1 << 13;

/// Checks solutions against their puzzles: what is wrong, by row; a right row has no
/// entry. A row without a puzzle is wrong. Of the options the layout, the threads and
/// whether the run is stopped have a part in it.
///
/// ```
/// use sudomill::columns;
/// let puzzles = [".4.3.3........2."; 2];
/// let faults = columns::verify(
///     &puzzles[..],
///     &["2413134242313124", ""][..],
///     &columns::Options::default(),
/// )?;
/// assert_eq!(faults.into_iter().collect::<Vec<_>>(), [(1, "no solution is given".to_owned())]);
/// # Ok::<(), sudomill::Error>(())
/// ```
///
/// # Errors
/// The two have not the same length, the threads cannot be started, or the run was
/// stopped.
pub fn verify(
    puzzles: &(impl Texts + ?Sized),
    solutions: &(impl Texts + ?Sized),
    options: &Options,
) -> Result<BTreeMap<usize, String>, Error> {
    let (found, expected) = (solutions.len(), puzzles.len());
    if found != expected {
        let reason = format!("found {found} solutions, expected {expected}, one a puzzle");
        return Err(Error::Impossible(reason));
    }
    let layout = options.layout.clone().unwrap_or_else(|| layout(puzzles));
    let lots = (0..expected).step_by(LOT).map(|start| start..expected.min(start + LOT));
    let faults = for_size!(layout.size, O => {
        let fault = |row| {
            let answer = solutions.text(row).unwrap_or_default();
            Some((row, fault::<O>(puzzles.text(row), answer, layout.alphabet)?))
        };
        let check = |lots: Vec<Range<usize>>| {
            lots.into_iter().flatten().filter_map(fault).collect::<Vec<_>>()
        };
        each(lots.collect(), 1, options, Pool::Own, check)
    })?;
    Ok(faults.into_iter().flatten().collect())
}

fn fault<O: Order>(text: Option<&[u8]>, answer: &[u8], alphabet: Alphabet) -> Option<String> {
    match puzzle::<O>(text, alphabet) {
        Ok((_, puzzle)) => verify::check_text(&puzzle, answer, alphabet).err(),
        Err(problem) => Some(format!("puzzle: {problem}")),
    }
}
