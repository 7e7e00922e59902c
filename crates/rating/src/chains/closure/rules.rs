//! The rules inside of dynamic chains, on the grid that is left when all links have been followed.
//!
//! ```text
//! intersections ► hidden pairs ► naked pairs ► X-wings ► nested chains
//! ```
//!
//! The first rule that finds something gives all its finds; then links are followed again. The parents of what
//! a rule turns off are the candidates whose absence made the pattern: a pattern that the grid had from the
//! start does not count.

use super::{Cause, ChainKind, Closure, Conclusion, Nest, Setting};
use crate::{
    board::*,
    patterns::{
        fish::fishes,
        intersections::intersections,
        sets::{hidden_sets, naked_sets},
    },
};

/// The size of the sets and fish.
const TWO: usize = 2;

impl Closure {
    /// Applies the first rule that finds something. Returns whether there is one.
    pub(super) fn apply_rules(
        &mut self,
        setting: &Setting,
        now: &Marks,
        kind: ChainKind,
        nest: &mut dyn Nest,
    ) -> bool {
        if !kind.has_rules() {
            return false;
        }
        let mut rules = RulesOf { closure: self, before: setting.marks, now, finds: 0 };
        rules.intersections()
            || rules.hidden_pairs(setting.board)
            || rules.naked_pairs(setting.board)
            || rules.x_wings(setting.board)
            || kind.nests_chains() && self.nested_chains(setting, now, nest)
    }

    fn nested_chains(&mut self, setting: &Setting, now: &Marks, nest: &mut dyn Nest) -> bool {
        let found = nest.find(setting, now);
        for chain in found.iter() {
            let number = self.nodes.add_nested(chain.size);
            let first_parent = self.nodes.begin_parents();
            for &parent in &chain.parents {
                self.nodes.add_parent(self.off.at[usize::from(parent)]);
            }
            self.turn_off_by_rule(&chain.removed, first_parent, Some(number));
        }
        !found.is_empty()
    }

    /// Turns off what a rule removes and is not off yet, with all parents from `first_parent` on.
    fn turn_off_by_rule(&mut self, removed: &[Removed], first_parent: usize, nested: Option<u32>) {
        for &Removed { cell, digits } in removed {
            for digit in each(digits) {
                let target = candidate(cell.into(), digit);
                if !self.off.set.contains(target) {
                    let conclusion = Conclusion { target, is_on: false };
                    let node = self.nodes.push(conclusion, Cause::Rule, first_parent, nested);
                    self.enter(node);
                }
            }
        }
    }
}

/// The rules, with the grid before the assumption and the one that is left.
struct RulesOf<'a> {
    closure: &'a mut Closure,
    before: &'a Marks,
    now: &'a Marks,
    finds: usize,
}

impl RulesOf<'_> {
    fn intersections(&mut self) -> bool {
        intersections(self.now).for_each(|found| {
            let gone = found.removed_from(self.now);
            if gone != 0 {
                let first_parent = self.closure.nodes.begin_parents();
                self.add_lost_places(found.base, found.digit, TABLES.unit[found.cover]);
                self.conclude_digit(first_parent, each(gone), found.digit);
            }
        });
        self.finds > 0
    }

    fn hidden_pairs(&mut self, board: &Board) -> bool {
        hidden_sets(self.now, &board.empty_in, TWO, 2 * TWO).for_each(|set| {
            let mut removed = set.removed_by_hidden(self.now).peekable();
            if removed.peek().is_some() {
                let first_parent = self.closure.nodes.begin_parents();
                self.add_lost_digits(set.unit, 511 & !set.places, set.digits);
                self.conclude(first_parent, removed);
            }
        });
        self.finds > 0
    }

    fn naked_pairs(&mut self, board: &Board) -> bool {
        naked_sets(self.now, &board.empty_in, TWO).for_each(|set| {
            let mut removed = set.removed_by_naked(self.now).peekable();
            if removed.peek().is_some() {
                let first_parent = self.closure.nodes.begin_parents();
                self.add_lost_digits(set.unit, set.places, 511 & !set.digits);
                self.conclude(first_parent, removed);
            }
        });
        self.finds > 0
    }

    fn x_wings(&mut self, board: &Board) -> bool {
        fishes(self.now, &board.entered, TWO).for_each(|fish| {
            let gone = fish.removed_from(self.now);
            if gone != 0 {
                let first_parent = self.closure.nodes.begin_parents();
                for line in fish.base_lines() {
                    self.add_lost_places(line, fish.digit, fish.covered());
                }
                // Cover line by cover line.
                let lines = fish.cover_lines();
                let removed = lines.flat_map(|line| each(gone & TABLES.unit[line]));
                self.conclude_digit(first_parent, removed, fish.digit);
            }
        });
        self.finds > 0
    }

    /// Adds as parents the places that a digit has lost in a unit, but for those that are covered.
    fn add_lost_places(&mut self, unit: usize, digit: usize, covered: Cells) {
        let lost = self.before.places[unit][digit] & !self.now.places[unit][digit];
        for cell in cells_at(unit, lost).filter(|cell| covered >> cell & 1 == 0) {
            self.add_parent(cell, digit);
        }
    }

    /// Adds as parents those of some digits that places of a unit had; they have none of them now.
    fn add_lost_digits(&mut self, unit: usize, places: Places, digits: Digits) {
        for cell in cells_at(unit, places) {
            for digit in each(self.before.cell[cell] & digits) {
                self.add_parent(cell, digit);
            }
        }
    }

    fn add_parent(&mut self, cell: usize, digit: usize) {
        let parent = self.closure.off.at[usize::from(candidate(cell, digit))];
        self.closure.nodes.add_parent(parent);
    }

    fn conclude_digit(
        &mut self,
        first_parent: usize,
        cells: impl Iterator<Item = usize>,
        digit: usize,
    ) {
        self.conclude(first_parent, cells.map(|cell| Removed::of(cell, 1 << digit)));
    }

    /// Turns off what a find removes, if it has parents.
    fn conclude(&mut self, first_parent: usize, removed: impl Iterator<Item = Removed>) {
        if self.closure.nodes.begin_parents() == first_parent {
            return;
        }
        self.finds += 1;
        let mut list = std::mem::take(&mut self.closure.removed);
        list.clear();
        list.extend(removed);
        sort_as_hash_map(&mut list);
        self.closure.turn_off_by_rule(&list, first_parent, None);
        self.closure.removed = list;
    }
}

/// The order in which the original lists the cells of a find: that of a hash map whose number of buckets grows,
/// with the number of the cell as its hash.
pub fn sort_as_hash_map(removed: &mut [Removed]) {
    let buckets = match removed.len() {
        0..=12 => 16,
        13..=24 => 32,
        25..=48 => 64,
        _ => 128,
    };
    removed.sort_by_key(|removed| removed.cell % buckets);
}
