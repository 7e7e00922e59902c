//! Naked and hidden pairs: two cells of a unit that must hold two digits between them.

use super::{CandidateGrid, PAIRS};
use crate::{
    grid::{CellSet, Digit, Order, Unit},
    solver::{Event, Observer, run::Run},
};

impl<O: Order> CandidateGrid<O> {
    /// Removes the candidates that the pairs of every unit exclude: rows, columns, boxes; in each
    /// unit naked pairs first, then hidden ones. Returns false if nothing was removed.
    pub(super) fn remove_pairs<Obs: Observer>(&mut self, run: &mut Run<O, Obs>) -> bool {
        let before = run.counters.own[PAIRS];
        for unit in Unit::all::<O>() {
            self.remove_naked_pairs(unit, run);
            self.remove_hidden_pairs(unit, run);
        }
        run.counters.own[PAIRS] > before
    }

    /// Removes the digits of two cells with the same two candidates from the rest of the unit, in
    /// the order of the cells.
    fn remove_naked_pairs<Obs: Observer>(&mut self, unit: Unit, run: &mut Run<O, Obs>) {
        let open = self.open_cells() & CellSet::unit(unit);
        for first in open {
            let candidates = self.candidates(first);
            let Some([low, high]) = two(candidates.iter()) else { continue };
            let others = (self.places(low) & self.places(high) & open).iter();
            for second in others.filter(|&second| second > first) {
                if self.candidates(second) != candidates {
                    continue;
                }
                let rest = CellSet::unit(unit) - CellSet::of(first) - CellSet::of(second);
                if ((self.places(low) | self.places(high)) & rest).is_empty() {
                    continue;
                }
                run.counters.own[PAIRS] += 1;
                run.event(Event::NakedPair([low, high], [first, second], unit));
                self.remove(low, rest);
                self.remove(high, rest);
            }
        }
    }

    /// Removes the other candidates from two cells that are the only places of two digits in the
    /// unit, in the order of the digits.
    fn remove_hidden_pairs<Obs: Observer>(&mut self, unit: Unit, run: &mut Run<O, Obs>) {
        let in_unit = CellSet::unit(unit);
        for low in Digit::all::<O>() {
            let places = self.places(low) & in_unit;
            let Some(cells) = two(places.iter()) else { continue };
            let same = |&high: &Digit| self.places(high) & in_unit == places;
            let Some(high) = Digit::all::<O>().filter(|&high| high > low).find(same) else {
                continue;
            };
            if self.has_others([low, high], places) {
                run.counters.own[PAIRS] += 1;
                run.event(Event::HiddenPair([low, high], cells, unit));
                others::<O>([low, high]).for_each(|digit| self.remove(digit, places));
            }
        }
    }

    /// Returns true if one of the cells has a candidate other than these.
    fn has_others(&self, digits: [Digit; 2], cells: CellSet<O>) -> bool {
        others::<O>(digits).any(|digit| !(self.places(digit) & cells).is_empty())
    }
}

/// All digits except these.
fn others<O: Order>(digits: [Digit; 2]) -> impl Iterator<Item = Digit> {
    Digit::all::<O>().filter(move |digit| !digits.contains(digit))
}

/// The items, if there are exactly two.
fn two<T>(mut items: impl Iterator<Item = T>) -> Option<[T; 2]> {
    match (items.next(), items.next(), items.next()) {
        (Some(first), Some(second), None) => Some([first, second]),
        _ => None,
    }
}
