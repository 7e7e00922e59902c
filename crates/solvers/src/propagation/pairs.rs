//! Naked and hidden pairs: two cells of a unit that must hold two digits between them.

use super::{CandidateGrid, Geometry, Stage};
use sudomill_puzzle::{
    grid::{Candidates, Cell, CellSet, Digit, Order, Unit},
    solving::{Counter, Excludes, Removal, Technique},
};

static NAKED_PAIR: Technique = Technique {
    name: "naked pair",
    meaning: "Two cells of a unit with the same two candidates. Each takes one of the two digits, so \
              the rest of the unit loses both.",
    sentence: "{cells} can only be {digits}, one each, so the rest of {base} loses both digits",
    excludes: Excludes::RestOfBase,
};

static HIDDEN_PAIR: Technique = Technique {
    name: "hidden pair",
    meaning: "Two digits with the same two places in a unit. They fill these two cells, which lose \
              their other candidates.",
    sentence: "In {base}, {digits} can only be in {cells}, so these cells lose every other digit",
    excludes: Excludes::OtherDigits,
};

impl<O: Order, G: Geometry<O>> Stage<O, G> {
    pub(super) const PAIRS: Self = Self {
        counter: Counter::new("pairs", "naked and hidden pairs that removed candidates"),
        techniques: &[&NAKED_PAIR, &HIDDEN_PAIR],
        apply: |units, grid, report| grid.remove_pairs(&mut units.units(), report),
    };
}

impl<O: Order> CandidateGrid<O> {
    /// Removes the candidates that the pairs of every unit exclude, in the order of the units; in each
    /// unit naked pairs first, then hidden ones. The units come through a pointer, so that this is compiled once
    /// for each size.
    fn remove_pairs(
        &mut self,
        units: &mut dyn Iterator<Item = Unit>,
        report: &mut dyn FnMut(Removal),
    ) {
        let mut all = self.all_candidates();
        for unit in units {
            // Of a number that the compiler knows.
            let cells = &unit.cells::<O>()[..O::SIDE];
            self.remove_naked_pairs(unit, cells, &mut all, report);
            self.remove_hidden_pairs(unit, cells, &mut all, report);
        }
    }

    /// Removes the digits of two cells with the same two candidates from the rest of the unit, in
    /// the order of the cells. `cells` are those of the unit, `all` the candidates of every cell.
    #[inline(always)] // There the number of cells is known to the compiler.
    fn remove_naked_pairs(
        &mut self,
        unit: Unit,
        cells: &[Cell],
        all: &mut O::PerCell<Candidates>,
        report: &mut dyn FnMut(Removal),
    ) {
        for (i, &first) in cells.iter().enumerate() {
            let digits = all.as_ref()[first.index()];
            let Some(low) = digits.lowest() else { continue };
            let Some(high) = (digits - low.into()).single() else { continue };
            let Some(second) = same_candidates(&cells[i + 1..], digits, all.as_ref()) else {
                continue;
            };
            let rest = CellSet::unit(unit) - CellSet::of(first) - CellSet::of(second);
            if ((self.places(low) | self.places(high)) & rest).is_empty() {
                continue;
            }
            report(Removal::subset(&NAKED_PAIR, digits, unit, [first, second]));
            self.remove_all(digits, rest);
            *all = self.all_candidates();
        }
    }

    /// Removes the other candidates from two cells that are the only places of two digits in the
    /// unit, in the order of the digits. `cells` and `all` are as above.
    #[inline(always)] // There the number of cells is known to the compiler.
    fn remove_hidden_pairs(
        &mut self,
        unit: Unit,
        cells: &[Cell],
        all: &mut O::PerCell<Candidates>,
        report: &mut dyn FnMut(Removal),
    ) {
        let in_unit = CellSet::unit(unit);
        let mut with_two = with_two_places::<O>(cells, all);
        for low in Digit::all::<O>() {
            if !with_two.contains(low) {
                continue;
            }
            let places = self.places(low) & in_unit;
            let (Some(first), Some(second)) = (places.first(), places.last()) else { continue };
            let in_first = all.as_ref()[first.index()];
            let in_second = all.as_ref()[second.index()];
            // A digit with two places that has one in each of the cells has no others.
            let above = Candidates::from_bits(!(Candidates::from(low).bits() * 2 - 1));
            let Some(high) = (with_two & above & in_first & in_second).lowest() else { continue };
            let digits = Candidates::from(low) | high.into();
            let others = (in_first | in_second) - digits;
            if !others.is_empty() {
                report(Removal::subset(&HIDDEN_PAIR, digits, unit, [first, second]));
                self.remove_all(others, places);
                *all = self.all_candidates();
                with_two = with_two_places::<O>(cells, all);
            }
        }
    }
}

/// The digits with exactly two places in a unit; `all` are the candidates of every cell.
fn with_two_places<O: Order>(cells: &[Cell], all: &O::PerCell<Candidates>) -> Candidates {
    let [mut one, mut two, mut three] = [Candidates::NONE; 3];
    for cell in cells {
        let digits = all.as_ref()[cell.index()];
        three |= two & digits;
        two |= one & digits;
        one |= digits;
    }
    two - three
}

/// The first cell with these candidates; `all` are the candidates of every cell.
fn same_candidates(cells: &[Cell], digits: Candidates, all: &[Candidates]) -> Option<Cell> {
    cells.iter().copied().find(|cell| all[cell.index()] == digits)
}
