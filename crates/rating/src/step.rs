//! A step of a rating: what a technique found, and what it does to the grid.

use crate::{Technique, Tenths, board::*};
use std::fmt;
use sudomill_puzzle::{
    grid::{Alphabet, Candidates, Cell, CellSet, Digit, Order3, Size, Unit},
    solving::{Chain, Deduction, Event},
};
use sudomill_trace::words;

/// A step: a technique that places a digit or removes candidates.
///
/// A step that places a digit may remove the other candidates of the cell first. What follows from a digit
/// for the cells that see it is not part of the step.
///
/// ```
/// use sudomill_rating::{Rater, RatingLimits};
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let mut told = Vec::new();
/// Rater::new().steps(&puzzle.parse()?, &RatingLimits::default(), &mut |step| {
///     told.push(step.to_string());
/// })?;
/// assert_eq!(told[0], "1.2 hidden single in a box: r1c6=8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    technique: Technique,
    rating: Tenths,
    pattern: Pattern,
    removed: Vec<Removed>,
    placed: Option<Candidate>,
    chains: Vec<Chain>,
}

/// The cells, digits and units that make up a pattern, as far as a technique has them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Pattern {
    pub cells: Cells,
    pub digits: Digits,
    /// Bit `i` is the unit with this number in [`crate::board`].
    pub units: u32,
}

impl Pattern {
    /// Some digits in cells.
    pub fn of_cells(cells: Cells, digits: Digits) -> Self {
        Self { cells, digits, units: 0 }
    }

    pub fn in_unit(self, unit: usize) -> Self {
        Self { units: self.units | 1 << unit, ..self }
    }
}

impl Step {
    /// A digit that the technique places, rated as its lowest.
    pub(crate) fn place(technique: Technique, placed: Candidate, pattern: Pattern) -> Self {
        let rating = technique.lowest();
        let (removed, chains) = (Vec::new(), Vec::new());
        Self { technique, rating, pattern, removed, placed: Some(placed), chains }
    }

    /// Candidates that the technique removes, rated as its lowest; `None` without candidates.
    pub(crate) fn remove(
        technique: Technique,
        removed: Vec<Removed>,
        pattern: Pattern,
    ) -> Option<Self> {
        let rating = technique.lowest();
        let (placed, chains) = (None, Vec::new());
        let step = Self { technique, rating, pattern, removed, placed, chains };
        (!step.removed.is_empty()).then_some(step)
    }

    /// A digit that the technique removes from cells; `None` without cells.
    pub(crate) fn remove_digit(
        technique: Technique,
        cells: Cells,
        digit: usize,
        pattern: Pattern,
    ) -> Option<Self> {
        if cells == 0 {
            return None;
        }
        let removed = each(cells).map(|cell| Removed::of(cell, 1 << digit)).collect();
        Self::remove(technique, removed, pattern)
    }

    pub(crate) fn with_rating(self, rating: Tenths) -> Self {
        Self { rating, ..self }
    }

    /// A candidate that the step places after its removals, if there is one.
    pub(crate) fn with_placed(self, placed: Option<Candidate>) -> Self {
        Self { placed, ..self }
    }

    pub(crate) fn with_chains(self, chains: Vec<Chain>) -> Self {
        Self { chains, ..self }
    }

    pub(crate) fn apply(&self, board: &mut Board) {
        for &removed in &self.removed {
            board.marks.remove_all(removed);
        }
        if let Some(placed) = self.placed {
            board.enter(cell_of(placed), digit_of(placed));
        }
    }

    /// The technique.
    #[must_use]
    pub fn technique(&self) -> Technique {
        self.technique
    }

    /// The rating.
    #[must_use]
    pub fn rating(&self) -> Tenths {
        self.rating
    }

    /// The cell and the digit that the step places; `None` if it only removes candidates.
    #[must_use]
    pub fn placed(&self) -> Option<(Cell, Digit)> {
        place_of(self.placed?)
    }

    /// The candidates that the step removes, ascending by cell; each cell once.
    #[must_use]
    pub fn removed(&self) -> Vec<(Cell, Candidates)> {
        let mut removed = self.removed.clone();
        removed.sort_unstable();
        let of = |removed: Removed| {
            (Cell::new(removed.cell.into()), Candidates::from_bits(removed.digits.into()))
        };
        removed.into_iter().map(of).collect()
    }

    /// The chains that lead to the step, one for each assumption. What is nested in a chain is a link to its
    /// end. Other techniques have none.
    #[must_use]
    pub fn chains(&self) -> &[Chain] {
        &self.chains
    }

    /// The cells of the pattern: those of a set or a wing, those that hold the digit of a fish in its
    /// lines, the cells of a loop, the start of a chain.
    pub fn cells(&self) -> CellSet<Order3> {
        each(self.pattern.cells).fold(CellSet::EMPTY, |mut cells, cell| {
            cells.insert(Cell::new(cell));
            cells
        })
    }

    /// The digits of the pattern.
    pub fn digits(&self) -> Candidates {
        Candidates::from_bits(self.pattern.digits.into())
    }

    /// The units in which the pattern is: boxes, rows, columns.
    pub fn units(&self) -> impl Iterator<Item = Unit> + '_ {
        (0..UNITS).filter(|unit| self.pattern.units >> unit & 1 == 1).map(|unit| match unit / 9 {
            0 => Unit::Box(unit),
            1 => Unit::Row(unit - 9),
            _ => Unit::Column(unit - 18),
        })
    }
}

/// In one line, as in a trace: `2.6 pointing: r1c4-27 r1c5-2`.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let event = Event::Deduction(self.into());
        f.write_str(&words(event, Size::Nine, Alphabet::default()))
    }
}

impl From<&Step> for Deduction {
    /// The step as an event of a search.
    fn from(step: &Step) -> Self {
        let mut removed = [CellSet::EMPTY; 9];
        for (cell, digits) in step.removed() {
            digits.iter().for_each(|digit| removed[digit.index()].insert(cell));
        }
        Self {
            technique: step.technique.name(),
            rating: step.rating,
            reason: step.technique.reason(),
            digits: step.digits(),
            cells: step.cells(),
            units: step.units().fold(0, |units, unit| units | 1 << unit.number::<Order3>()),
            placed: step.placed(),
            removed,
        }
    }
}
