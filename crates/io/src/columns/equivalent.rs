//! Finds the canonical forms of a column of puzzles, and random equivalent ones.

use super::{
    Options, Texts,
    check::{each_row, expect_len},
};
use crate::input::{Layout, Notation, is_missing};
use sudomill_core::{
    Error,
    by_size::{self, Parsed, has_symbols, parse_line, random_transformation},
};

/// The canonical form of the puzzle of every row; `None` for a row without a 9×9 puzzle given by
/// clues. Only the layout, the threads and the stop flag of the options are used.
///
/// ```
/// # mod sudomill { pub use {sudomill_core::*, sudomill_io::*}; }
/// use sudomill::columns;
/// let one = "013085006000031000007600000006900003170000025300006900000002400000870000900560310";
/// let relabeled = one.replace('1', "x").replace('2', "1").replace('x', "2");
/// let forms = columns::canonical(&[one, &relabeled, "1"][..], &columns::Options::default())?;
/// assert!(forms[0].is_some() && forms[0] == forms[1]);
/// assert_eq!(forms[2], None);
/// # Ok::<(), sudomill::Error>(())
/// ```
///
/// # Errors
/// The threads cannot be started, or the run was stopped.
pub fn canonical(
    puzzles: &(impl Texts + ?Sized),
    options: &Options,
) -> Result<Vec<Option<String>>, Error> {
    each_row(puzzles, options, |row, layout| {
        by_size::canonical_line(puzzles.text(row)?, layout.size, layout.notation())
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

/// A random equivalent of the puzzle of every row, and its solution after the same transformation.
/// Row *i* undergoes the transformation with number *i* among those of the seed. `None` for a row
/// without a puzzle, or with a solution that is not a grid; a missing or empty solution stays as it
/// is. Only the layout, the threads and the stop flag of the options are used.
///
/// ```
/// # mod sudomill { pub use {sudomill_core::*, sudomill_io::*}; }
/// use sudomill::columns;
/// let (puzzles, solutions) = ([".4.3.3........2.", "Z"], ["2413134242313124", ""]);
/// let options = columns::Options::default();
/// let copies = columns::shuffle(&puzzles[..], Some(&solutions[..]), 7, &options)?;
/// let columns::Equivalent { puzzle, solution, .. } = copies[0].clone().unwrap();
/// let faults = columns::verify(&[puzzle][..], &[solution.unwrap()][..], &options)?;
/// assert!(faults.is_empty() && copies[1].is_none());
/// # Ok::<(), sudomill::Error>(())
/// ```
///
/// # Errors
/// The columns differ in length, the threads cannot be started, or the run was stopped.
pub fn shuffle(
    puzzles: &(impl Texts + ?Sized),
    solutions: Option<&(impl Texts + ?Sized)>,
    seed: u64,
    options: &Options,
) -> Result<Vec<Option<Equivalent>>, Error> {
    expect_len(solutions.map_or(puzzles.len(), Texts::len), puzzles.len())?;
    each_row(puzzles, options, |row, layout| {
        let solution = solutions.and_then(|solutions| solutions.text(row));
        equivalent(puzzles.text(row)?, solution, (seed, row as u64), layout)
    })
}

/// The transformation of this seed and number, of a puzzle and its solution.
fn equivalent(
    puzzle: &[u8],
    solution: Option<&[u8]>,
    (seed, number): (u64, u64),
    layout: &Layout,
) -> Option<Equivalent> {
    let (size, notation) = (layout.size, layout.notation());
    let Parsed::Puzzle(puzzle) = parse_line(puzzle, size, notation) else { return None };
    let transformed = random_transformation(seed, number, size);
    let text = |text, notation| String::from_utf8(transformed(text, notation)).ok();
    let solution = match solution.map(<[u8]>::trim_ascii) {
        None => None,
        Some(missing) if is_missing(missing) => Some(String::from_utf8_lossy(missing).into()),
        Some(solution) => {
            let clues = Notation { candidates: false, ..notation };
            Some(has_symbols(solution, size, clues).then(|| text(solution, clues))??)
        }
    };
    Some(Equivalent { puzzle: text(puzzle, notation)?, solution })
}
