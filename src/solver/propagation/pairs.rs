//! Naked and hidden pairs: two cells of a unit that share two digits between them.

use super::{CandidateGrid, PAIRS, Queue};
use crate::{
    grid::{Candidates, Cell, CellSet, Digit, Order, Unit},
    solver::{Event, Observer, Reason, run::Run},
};

impl<O: Order> CandidateGrid<O> {
    /// Removes what the pairs of every unit exclude: rows, columns, boxes; of each unit first
    /// the naked pairs, then the hidden ones. Queues the cells that are left with one
    /// candidate. `false` if nothing was removed.
    pub(super) fn remove_pairs<Obs: Observer>(
        &mut self,
        queue: &mut Queue<O>,
        run: &mut Run<O, Obs>,
    ) -> Result<bool, Reason> {
        let before = run.counters.own[PAIRS];
        for unit in Unit::all::<O>() {
            self.remove_naked_pairs(unit, queue, run)?;
            self.remove_hidden_pairs(unit, run);
        }
        Ok(run.counters.own[PAIRS] > before)
    }

    /// Two cells with the same two candidates hold both: the rest of the unit loses them.
    /// Pairs in the order of their cells.
    fn remove_naked_pairs<Obs: Observer>(
        &mut self,
        unit: Unit,
        queue: &mut Queue<O>,
        run: &mut Run<O, Obs>,
    ) -> Result<(), Reason> {
        let in_unit = CellSet::unit(unit);
        for first in self.open_cells() & in_unit {
            let Some([low, high]) = two(self.candidates(first).iter()) else { continue };
            let both = self.places(low) & self.places(high) & self.bivalue_cells() & in_unit;
            for second in both.iter().filter(|&second| second > first) {
                let rest = in_unit - CellSet::of(first) - CellSet::of(second);
                let lost = self.remove(low, rest) | self.remove(high, rest);
                if !lost.is_empty() {
                    run.counters.own[PAIRS] += 1;
                    run.event(Event::NakedPair([low, high], [first, second], unit));
                    self.queue_singles(lost, queue)?;
                }
            }
        }
        Ok(())
    }

    /// Two digits that have the same two places in the unit fill them: these cells lose
    /// their other candidates. Pairs in the order of their digits.
    fn remove_hidden_pairs<Obs: Observer>(&mut self, unit: Unit, run: &mut Run<O, Obs>) {
        let in_unit = CellSet::unit(unit);
        for low in Candidates::all::<O>() {
            let Some(cells) = two((self.places(low) & in_unit).iter()) else { continue };
            let same = |&high: &Digit| two((self.places(high) & in_unit).iter()) == Some(cells);
            let mut higher = Candidates::all::<O>().iter().filter(|&high| high > low);
            let Some(high) = higher.find(same) else { continue };
            if self.keep_only([low, high], cells) {
                run.counters.own[PAIRS] += 1;
                run.event(Event::HiddenPair([low, high], cells, unit));
            }
        }
    }

    /// Removes all other digits from two cells; whether they had any.
    fn keep_only(&mut self, digits: [Digit; 2], cells: [Cell; 2]) -> bool {
        let cells = CellSet::of(cells[0]) | CellSet::of(cells[1]);
        let kept = digits.map(Candidates::from);
        let others = Candidates::all::<O>() - kept[0] - kept[1];
        let lost = others.iter().fold(CellSet::EMPTY, |all, digit| all | self.remove(digit, cells));
        !lost.is_empty()
    }
}

/// The items, if there are two.
fn two<T>(mut items: impl Iterator<Item = T>) -> Option<[T; 2]> {
    match (items.next(), items.next(), items.next()) {
        (Some(first), Some(second), None) => Some([first, second]),
        _ => None,
    }
}
