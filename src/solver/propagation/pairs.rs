//! Naked and hidden pairs: two cells of a unit that share two digits between them.

use super::{CandidateGrid, PAIRS};
use crate::{
    grid::{CellSet, Digit, Order, Unit},
    solver::{Event, Observer, run::Run},
};

impl<O: Order> CandidateGrid<O> {
    /// Removes what the pairs of every unit exclude: rows, columns, boxes; of each unit first
    /// the naked pairs, then the hidden ones. `false` if nothing was removed.
    pub(super) fn remove_pairs<Obs: Observer>(&mut self, run: &mut Run<O, Obs>) -> bool {
        let before = run.counters.own[PAIRS];
        for unit in Unit::all::<O>() {
            self.remove_naked_pairs(unit, run);
            self.remove_hidden_pairs(unit, run);
        }
        run.counters.own[PAIRS] > before
    }

    /// Two cells with the same two candidates hold both: the rest of the unit loses them.
    /// Pairs in the order of their cells.
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

    /// Two digits that have the same two places in the unit fill them: these cells lose
    /// their other candidates. Pairs in the order of their digits.
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

    /// Whether a cell has another candidate than these.
    fn has_others(&self, digits: [Digit; 2], cells: CellSet<O>) -> bool {
        others::<O>(digits).any(|digit| !(self.places(digit) & cells).is_empty())
    }
}

/// All digits but these.
fn others<O: Order>(digits: [Digit; 2]) -> impl Iterator<Item = Digit> {
    Digit::all::<O>().filter(move |digit| !digits.contains(digit))
}

/// The items, if there are two.
fn two<T>(mut items: impl Iterator<Item = T>) -> Option<[T; 2]> {
    match (items.next(), items.next(), items.next()) {
        (Some(first), Some(second), None) => Some([first, second]),
        _ => None,
    }
}
