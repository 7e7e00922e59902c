//! BUG, the *bivalue universal grave*: every empty cell with two candidates, every digit with two places.
//!
//! ```text
//!  12   ·   12 │         Such a grid has no solution or several. If a puzzle with one solution
//!  ·    13  13 │         is such a grid but for some candidates, one of these is true.
//!  12   13  123│ ◄─ 1 is in three places: without it all digits have two
//!
//! type 1 (5.6): one cell; it loses all but the candidates that are too many
//! type 2 (5.7): one digit too many in several cells: what sees all of them loses it
//! type 3 (5.8 …): what is too many is in a naked set with other cells of a unit; + 0.1 for each
//! type 4 (5.7): two cells of a unit share a digit that one of them takes
//! ```

use crate::{
    Technique, Tenths,
    board::*,
    step::{Pattern, Step},
};

/// What is too many for a grave.
struct Surplus {
    cells: Vec<usize>,
    /// The candidates of each cell that are too many, and all these digits.
    of_cell: [Digits; 81],
    digits: Digits,
    /// The other cells that all of the cells see.
    seen: Cells,
}

pub fn bug(board: &Board) -> Option<Step> {
    let marks = &board.marks;
    let surplus = Surplus::of(board)?;
    if !surplus.leaves_grave(board) {
        return None;
    }
    let pattern = surplus.pattern();
    if let [cell] = surplus.cells[..] {
        let removed = vec![Removed::of(cell, marks.cell[cell] & !surplus.digits)];
        return Step::remove(Technique::Bug1, removed, pattern);
    }
    if surplus.digits.is_power_of_two() {
        let digit = lowest(surplus.digits);
        let removed = surplus.seen & marks.digit[digit];
        return Step::remove_digit(Technique::Bug2, removed, digit, pattern)
            .or_else(|| surplus.type_4(marks));
    }
    if surplus.seen == 0 {
        return None;
    }
    surplus.type_4(marks).or_else(|| surplus.type_3(marks))
}

impl Surplus {
    /// `None` if the grid cannot be a grave with something too many, or if there is nothing too many.
    fn of(board: &Board) -> Option<Self> {
        let marks = &board.marks;
        let wide = marks.cells_with(|count| count >= 3);
        let mut surplus = Self { cells: Vec::new(), of_cell: [0; 81], digits: 0, seen: !0 };
        for unit in 0..UNITS {
            for digit in 0..9 {
                if matches!(count(marks.places[unit][digit]), 0 | 2) {
                    continue;
                }
                let cells = marks.digit[digit] & TABLES.unit[unit] & wide;
                if cells == 0 {
                    return None;
                }
                if cells.is_power_of_two() {
                    surplus.add(cells.trailing_zeros() as usize, digit);
                    if surplus.cells.len() > 1 && count(surplus.digits) > 1 && surplus.seen == 0 {
                        return None;
                    }
                }
            }
        }
        (!surplus.cells.is_empty()).then_some(surplus)
    }

    fn add(&mut self, cell: usize, digit: usize) {
        if !self.cells.contains(&cell) {
            self.cells.push(cell);
        }
        self.of_cell[cell] |= 1 << digit;
        self.digits |= 1 << digit;
        self.seen &= TABLES.peers[cell];
        for &cell in &self.cells {
            self.seen &= !(1 << cell);
        }
    }

    /// Whether a grave is left without what is too many.
    fn leaves_grave(&self, board: &Board) -> bool {
        let mut left = board.marks.clone();
        for &cell in &self.cells {
            left.remove_all(Removed::of(cell, self.of_cell[cell]));
        }
        each(board.empty).all(|cell| left.count(cell) == 2)
            && left.places.iter().flatten().all(|&places| matches!(count(places), 0 | 2))
    }

    fn pattern(&self) -> Pattern {
        Pattern::of_cells(cell_set(self.cells.iter().copied()), self.digits)
    }

    fn type_3(&self, marks: &Marks) -> Option<Step> {
        for unit in common_units(&self.cells) {
            let others: Vec<usize> = each(self.seen & TABLES.unit[unit]).collect();
            for size in (2..=6).filter(|&size| size <= others.len()) {
                let found = subsets((1 << others.len()) - 1, size - 1)
                    .find_map(|chosen| self.naked_set(marks, &others, chosen, size));
                if let Some(removed) = found {
                    let rating = Technique::Bug3.lowest().get() + size as u8 - 1;
                    let step = Step::remove(Technique::Bug3, removed, self.pattern().in_unit(unit));
                    return step.map(|step| step.with_rating(Tenths::new(rating)));
                }
            }
        }
        None
    }

    /// What the other cells of a unit lose if the chosen ones are a naked set with what is too many.
    fn naked_set(
        &self,
        marks: &Marks,
        others: &[usize],
        chosen: u16,
        size: usize,
    ) -> Option<Vec<Removed>> {
        let mut digits = 0;
        for cell in each(chosen).map(|i| others[i]) {
            digits |= marks.cell[cell];
            if marks.count(cell) < 2 {
                return None;
            }
        }
        if count(self.digits) < 2 || count(digits) != size || self.digits & !digits != 0 {
            return None;
        }
        let rest = (0..others.len()).filter(|i| chosen >> i & 1 == 0).map(|i| others[i]);
        let removed: Vec<Removed> = marks.of_cells(rest, digits).collect();
        (!removed.is_empty()).then_some(removed)
    }

    fn type_4(&self, marks: &Marks) -> Option<Step> {
        let &[first, second] = &self.cells[..] else { return None };
        let common = marks.cell[first] & marks.cell[second] & !self.digits;
        if !common.is_power_of_two() {
            return None;
        }
        let unit = common_units(&self.cells).next()?;
        let kept = |cell: usize| self.of_cell[cell] | common;
        let removed = [first, second].map(|cell| Removed::of(cell, marks.cell[cell] & !kept(cell)));
        Step::remove(Technique::Bug4, removed.into(), self.pattern().in_unit(unit))
    }
}
