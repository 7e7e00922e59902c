//! Naked and hidden pairs: two cells of a unit that must hold two digits between them.

use super::{CandidateGrid, PAIRS};
use crate::{
    grid::{Candidates, CellSet, Digit, Order, Unit},
    solver::{Event, Observer, run::Run},
};

impl<O: Order> CandidateGrid<O> {
    /// Removes the candidates that the pairs of every unit exclude: rows, columns, boxes; in each
    /// unit naked pairs first, then hidden ones. Returns false if nothing was removed.
    pub(super) fn remove_pairs<Obs: Observer>(&mut self, run: &mut Run<O, Obs>) -> bool {
        let before = run.counters.own[PAIRS];
        let mut all = self.all_candidates();
        for unit in Unit::all::<O>() {
            self.remove_naked_pairs(unit, &mut all, run);
            self.remove_hidden_pairs(unit, &mut all, run);
        }
        run.counters.own[PAIRS] > before
    }

    /// Removes the digits of two cells with the same two candidates from the rest of the unit, in
    /// the order of the cells. `all` are the candidates of every cell.
    fn remove_naked_pairs<Obs: Observer>(
        &mut self,
        unit: Unit,
        all: &mut O::PerCell<Candidates>,
        run: &mut Run<O, Obs>,
    ) {
        let cells = unit.cells::<O>();
        for (i, &first) in cells.iter().enumerate() {
            let digits = all.as_ref()[first.index()];
            let Some([low, high]) = two(digits.iter()) else { continue };
            let mut others = cells[i + 1..].iter();
            let same = others.find(|second| all.as_ref()[second.index()] == digits);
            let Some(&second) = same else { continue };
            let rest = CellSet::unit(unit) - CellSet::of(first) - CellSet::of(second);
            if ((self.places(low) | self.places(high)) & rest).is_empty() {
                continue;
            }
            run.counters.own[PAIRS] += 1;
            run.event(Event::NakedPair([low, high], [first, second], unit));
            digits.iter().for_each(|digit| self.remove(digit, rest));
            *all = self.all_candidates();
        }
    }

    /// Removes the other candidates from two cells that are the only places of two digits in the
    /// unit, in the order of the digits. `all` are the candidates of every cell.
    fn remove_hidden_pairs<Obs: Observer>(
        &mut self,
        unit: Unit,
        all: &mut O::PerCell<Candidates>,
        run: &mut Run<O, Obs>,
    ) {
        let in_unit = CellSet::unit(unit);
        let mut with_two = with_two_places::<O>(unit, all);
        for low in Digit::all::<O>() {
            if !with_two.contains(low) {
                continue;
            }
            let places = self.places(low) & in_unit;
            let same = |&high: &Digit| self.places(high) & in_unit == places;
            let Some(high) = Digit::all::<O>().filter(|&high| high > low).find(same) else {
                continue;
            };
            let digits = Candidates::from(low) | high.into();
            let others = Candidates::all::<O>() - digits;
            if others.iter().any(|digit| !(self.places(digit) & places).is_empty()) {
                let cells = two(places.iter()).expect("the places of the pair");
                run.counters.own[PAIRS] += 1;
                run.event(Event::HiddenPair([low, high], cells, unit));
                others.iter().for_each(|digit| self.remove(digit, places));
                *all = self.all_candidates();
                with_two = with_two_places::<O>(unit, all);
            }
        }
    }
}

/// The digits with exactly two places in a unit; `all` are the candidates of every cell.
fn with_two_places<O: Order>(unit: Unit, all: &O::PerCell<Candidates>) -> Candidates {
    let [mut one, mut two, mut three] = [Candidates::NONE; 3];
    for cell in unit.cells::<O>() {
        let digits = all.as_ref()[cell.index()];
        three |= two & digits;
        two |= one & digits;
        one |= digits;
    }
    two - three
}

/// The items, if there are exactly two.
fn two<T>(mut items: impl Iterator<Item = T>) -> Option<[T; 2]> {
    match (items.next(), items.next(), items.next()) {
        (Some(first), Some(second), None) => Some([first, second]),
        _ => None,
    }
}
