//! Judges a solution that the input gives to a puzzle.

use std::fmt;
use sudomill_input::{Answer, BadLine, Chunk, Record};
use sudomill_puzzle::{
    any,
    verify::{self, TextFault},
};

/// What a given solution is judged to be.
pub(super) enum Judgement {
    Right,
    Wrong(Reason),
    /// There is no solution, for this reason.
    NotGiven(Reason),
    /// Only the number of solutions is given.
    Counted,
    /// A spreadsheet damaged the solution.
    Damaged,
    /// The puzzle is bad.
    BadPuzzle(Box<BadLine>),
}

/// Why a solution is not right.
#[derive(Debug)]
pub(super) enum Reason {
    /// The first fault of the grid.
    Grid(TextFault),
    /// There is no grid in the line.
    Line(BadLine),
    /// No answer belongs to the puzzle.
    Unmatched(String),
}

impl Reason {
    /// The reason, to follow the name of a file and the number of a line: with the column, if it is
    /// known.
    pub fn after_line(&self) -> String {
        match self {
            Self::Grid(fault) => format!(" {fault}"),
            Self::Line(bad) => bad.to_string(),
            Self::Unmatched(reason) => format!(" {reason}"),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Grid(fault) => fault.fmt(f),
            Self::Line(bad) => bad.problem.fmt(f),
            Self::Unmatched(reason) => reason.fmt(f),
        }
    }
}

/// Returns true if these symbols solve the puzzle of a record, as far as it can be said fast: with other units
/// than rows, columns and boxes, [`judge`] has to.
#[inline]
pub(super) fn is_right(chunk: &Chunk, record: &Record, symbols: &[u8]) -> bool {
    chunk.layout.units.are_standard()
        && verify::is_right(chunk.layout.size, chunk.text(record), symbols, chunk.layout.alphabet)
}

/// Judges the solution given to the puzzle of a record. If the puzzle has several solutions, any of
/// them is right. `found` is one of them, if it is known: most given ones are equal to it.
pub(super) fn judge(
    chunk: &Chunk,
    record: &Record,
    answer: Answer,
    found: Option<&[u8]>,
) -> Judgement {
    let symbols = match answer {
        Answer::Text(symbols) if !symbols.is_empty() => symbols,
        Answer::Text(_) => return Judgement::NotGiven(Reason::Grid(TextFault::Empty)),
        Answer::NoField(bad) => return Judgement::NotGiven(Reason::Line(bad)),
        Answer::Bad(bad) => return Judgement::Wrong(Reason::Line(bad)),
        Answer::Counted => return Judgement::Counted,
        Answer::Damaged => return Judgement::Damaged,
    };
    if found == Some(&*symbols) || is_right(chunk, record, &symbols) {
        return Judgement::Right;
    }
    let (text, layout) = (chunk.text(record), &chunk.layout);
    match any::check(text, &symbols, layout.size, layout.notation()) {
        Ok(None) => Judgement::Right,
        Ok(Some(fault)) => Judgement::Wrong(Reason::Grid(fault)),
        Err(_) => Judgement::BadPuzzle(Box::new(chunk.fault(record))),
    }
}
