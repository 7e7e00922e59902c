//! What a technique removes and how that is told. The techniques themselves are in
//! `propagation` of sudomill_solvers, one file each.

use crate::grid::{Candidates, Cell, CellSet, Digit, Order, Unit};

/// A technique that removes candidates between guesses, in words. Whatever tells of a removal reads
/// this: a trace in words, in sentences and in JSON, and the glossary of the page. The steps of a
/// person, which have ratings, are of a `rating::Technique`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Technique {
    /// The name: `naked pair`. In JSON, with hyphens.
    pub name: &'static str,
    /// The pattern and why it excludes candidates, for people who do not know the technique.
    pub meaning: &'static str,
    /// The reason of a removal, up to the cells that lose candidates: a sentence in which `{digits}`,
    /// `{base}`, `{cover}` and `{cells}` stand for those of the [`Removal`].
    pub sentence: &'static str,
    /// The candidates that the pattern excludes.
    pub excludes: Excludes,
}

/// The candidates that a pattern excludes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excludes {
    /// The digits, from the cells of the cover units that are in no base unit.
    RestOfCover,
    /// The digits, from the cells of the base unit that are not in the pattern.
    RestOfBase,
    /// All other digits, from the cells of the pattern.
    OtherDigits,
}

/// Candidates that a technique removes, with the pattern that excludes them.
///
/// A pattern is about some digits in its *base* units: either all their places there lie in as many *cover*
/// units, or as many cells are the only ones for them, or have no other candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Removal {
    /// The technique.
    pub technique: &'static Technique,
    /// The digits of the pattern.
    pub digits: Candidates,
    base: [Option<Unit>; 2],
    cover: [Option<Unit>; 2],
    cells: [Option<Cell>; 3],
}

impl Removal {
    /// All places of a digit in the base units lie in the cover units, of which there are as many.
    #[inline]
    pub fn covered<const N: usize>(
        technique: &'static Technique,
        digit: Digit,
        base: [Unit; N],
        cover: [Unit; N],
    ) -> Self {
        Self {
            technique,
            digits: digit.into(),
            base: padded(base),
            cover: padded(cover),
            cells: [None; 3],
        }
    }

    /// These cells of a unit, as many as the digits, are their only places or have no other candidates.
    #[inline]
    pub fn subset<const N: usize>(
        technique: &'static Technique,
        digits: Candidates,
        unit: Unit,
        cells: [Cell; N],
    ) -> Self {
        Self { technique, digits, base: padded([unit]), cover: [None; 2], cells: padded(cells) }
    }

    /// The units in which the pattern is.
    pub fn base(&self) -> impl Iterator<Item = Unit> {
        self.base.into_iter().flatten()
    }

    /// The units that have all places of the digits in the base units; none if the pattern is one of
    /// cells.
    pub fn cover(&self) -> impl Iterator<Item = Unit> {
        self.cover.into_iter().flatten()
    }

    /// The cells that hold the digits between them; none if the pattern is one of units.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        self.cells.into_iter().flatten()
    }

    /// The candidates that are excluded, whether the cells still have them or not.
    pub fn excluded<O: Order>(&self) -> impl Iterator<Item = (Cell, Digit)> {
        let base = union::<O>(self.base());
        let of_pattern = self.cells().fold(CellSet::EMPTY, |cells, cell| cells | CellSet::of(cell));
        let (digits, cells) = match self.technique.excludes {
            Excludes::RestOfCover => (self.digits, union(self.cover()) - base),
            Excludes::RestOfBase => (self.digits, base - of_pattern),
            Excludes::OtherDigits => (Candidates::all::<O>() - self.digits, of_pattern),
        };
        cells.into_iter().flat_map(move |cell| digits.iter().map(move |digit| (cell, digit)))
    }
}

/// The items, followed by `None`.
#[inline(always)]
fn padded<T: Copy, const N: usize, const MOST: usize>(items: [T; N]) -> [Option<T>; MOST] {
    const { assert!(N <= MOST, "a removal has no room for as many units or cells") };
    std::array::from_fn(|i| items.get(i).copied())
}

fn union<O: Order>(units: impl Iterator<Item = Unit>) -> CellSet<O> {
    units.fold(CellSet::EMPTY, |cells, unit| cells | CellSet::unit(unit))
}
