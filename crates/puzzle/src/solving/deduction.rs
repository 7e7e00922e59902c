//! A step of a person, as an event of a search. `sudomill_rating` finds them.

use crate::{
    Tenths,
    grid::{Candidates, Cell, CellSet, Digit, Order3, Unit},
};
use std::iter;

/// A step of a person in a 9×9 grid: a technique places a digit or removes candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deduction {
    /// The name of the technique: `XY-wing`.
    pub technique: &'static str,
    /// How hard it is.
    pub rating: Tenths,
    /// The reason, up to what the step does: a sentence with placeholders.
    ///
    /// ```text
    /// {digits} {cells} {units}   those of the pattern
    /// {lost} {losers} {kept}     the digits that vanish, their cells, the other digits of the pattern
    /// {base} {cover}             the units whose places are all in the others, and these
    /// {other}                    the unit that is left one place for a digit
    /// {pivot} {wings}            the cell that sees the other two, and these
    /// {end}                      what chains lead to
    /// ```
    pub reason: &'static str,
    /// The digits of the pattern.
    pub digits: Candidates,
    /// The cells of the pattern.
    pub cells: CellSet<Order3>,
    /// The units of the pattern: bit `i` stands for the unit with number `i`.
    pub units: u32,
    /// The digit that the step enters, and its cell.
    pub placed: Option<(Cell, Digit)>,
    /// The cells that lose each digit, before one is entered.
    pub removed: [CellSet<Order3>; 9],
}

impl Deduction {
    /// The units of the pattern: rows, columns, boxes.
    pub fn units(&self) -> impl Iterator<Item = Unit> + Clone + use<> {
        let mut left = self.units;
        iter::from_fn(move || {
            let number = (left != 0).then(|| left.trailing_zeros())?;
            left &= left - 1;
            Some(Unit::new::<Order3>(number as usize))
        })
    }

    /// The candidates that the step removes, by cell, ascending.
    pub fn removed(&self) -> impl Iterator<Item = (Cell, Candidates)> + Clone + use<> {
        let removed = self.removed;
        let losers = removed.iter().fold(CellSet::EMPTY, |all, &cells| all | cells);
        losers.into_iter().map(move |cell| {
            let lost = Candidates::all::<Order3>().iter().zip(&removed);
            let lost = lost.filter(|(_, cells)| cells.contains(cell));
            (cell, lost.fold(Candidates::NONE, |all, (digit, _)| all | digit.into()))
        })
    }
}

/// A candidate in a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ChainNode {
    /// The cell.
    pub cell: Cell,
    /// The digit.
    pub digit: Digit,
    /// True if the cell takes the digit.
    pub is_on: bool,
}

/// A link of a chain. If a candidate is on, the link to one that is off is *weak*; if it is off, the link to
/// one that is on is *strong*. From off to off leads a pattern, or a chain of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ChainLink {
    /// The reason, or one of several.
    pub from: ChainNode,
    /// What follows.
    pub to: ChainNode,
}

/// The links that lead from one assumption to the conclusion, each after those that it needs.
pub type Chain = Vec<ChainLink>;
