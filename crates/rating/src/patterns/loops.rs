//! Unique rectangles and loops: cells with the same two candidates that could swap them.
//!
//! ```text
//! rectangle (4.5)                   longer loops: 6 cells + 0.1, 8 + 0.2, from 10 on + 0.5
//!  12 ────── 12         With 12 in all four, 1 and 2 could be swapped: two solutions.
//!  │         │          type 1: one cell has more, and takes one of these
//!  12 ────── 123        type 2: all that have more have only 3 more: one of them takes it
//!  two boxes,           type 3: what two cells have more is in a naked or hidden set
//!  two rows,            type 4: 1 has no other place in a unit of the two cells: both lose 2
//!  two columns
//! ```
//!
//! The search for loops has a quirk: the digits that a cell has beyond the two also count for the cells
//! that are tried after it, so that some loops are missed.

use crate::{
    Technique,
    board::*,
    rating::shown,
    step::{Pattern, Step},
};

/// What a loop of this length adds up to. It stays a sum of floating-point numbers until the end, because
/// the original compares the sums: 4.5 + 0.1 + 0.1 is less than 4.5 + 0.2.
fn base_rating(length: usize) -> f64 {
    match length {
        0..=5 => 4.5,
        6..=7 => 4.5 + 0.1,
        8..=9 => 4.5 + 0.2,
        _ => 4.5 + 0.3 + 0.2,
    }
}

/// The first find with the lowest rating and, among these, the lowest type.
#[derive(Default)]
struct Best {
    step: Option<Step>,
    sum: f64,
}

impl Best {
    fn offer(&mut self, technique: Technique, sum: f64, removed: Vec<Removed>, pattern: Pattern) {
        let is_better = self
            .step
            .as_ref()
            .is_none_or(|step| sum < self.sum || (sum == self.sum && technique < step.technique()));
        if is_better && let Some(step) = Step::remove(technique, removed, pattern) {
            self.step = Some(step.with_rating(shown(sum)));
            self.sum = sum;
        }
    }
}

/// The depth-first search for loops from one cell.
struct Search<'a> {
    marks: &'a Marks,
    /// The two digits, and the cells that have both.
    pair: Digits,
    both: Cells,
    /// Those of them that a loop can lead through.
    inside: Cells,
    path: Vec<u8>,
    on_path: Cells,
    found: Vec<Vec<u8>>,
}

/// What the search knows where it enters a cell.
#[derive(Clone, Copy)]
struct Reached {
    /// How many cells with more candidates are still allowed; may become negative.
    spare: i32,
    /// The digits beyond the two of the cells tried so far.
    extra: Digits,
    /// The kind of the unit by which the cell was reached.
    kind: Option<usize>,
    /// The units of the cells at even positions of the path, and of those at odd ones.
    units: [u32; 2],
}

impl Search<'_> {
    /// Every unit of a loop holds one cell at an even and one at an odd position.
    fn extend(&mut self, cell: usize, mut reached: Reached) {
        let own = TABLES.units_of[cell].iter().fold(0, |units, unit| units | 1 << unit);
        let units = &mut reached.units[self.path.len() % 2];
        if *units & own != 0 {
            return;
        }
        *units |= own;
        self.path.push(cell as u8);
        self.on_path |= 1 << cell;
        let start = usize::from(self.path[0]);
        let mut extra = reached.extra;
        for kind in (0..3).filter(|&kind| reached.kind != Some(kind)) {
            let unit = usize::from(TABLES.units_of[cell][kind]);
            for next in each(TABLES.unit[unit] & self.both) {
                if next == start && self.path.len() >= 4 {
                    if reached.units[0] == reached.units[1] {
                        self.found.push(self.path.clone());
                    }
                } else if self.on_path >> next & 1 == 0 {
                    let digits = self.marks.cell[next];
                    let has_more = digits != self.pair;
                    // Kept for the cells after this one, as in the original.
                    extra |= digits & !self.pair;
                    let may_go_on = !has_more || extra.is_power_of_two() || reached.spare > 0;
                    if may_go_on && self.inside >> next & 1 == 1 {
                        let spare = reached.spare - i32::from(has_more);
                        let kind = Some(kind);
                        self.extend(next, Reached { spare, extra, kind, ..reached });
                    }
                }
            }
        }
        self.path.pop();
        self.on_path &= !(1 << cell);
    }
}

/// The cells that have another one in each of their units, as those of a loop have: without the others, until
/// that holds for all that are left.
fn paired(cells: Cells) -> Cells {
    let is_alone = |&cell: &usize| {
        let mut units = TABLES.units_of[cell].iter();
        units.any(|&unit| (TABLES.unit[usize::from(unit)] & cells).is_power_of_two())
    };
    let alone = cell_set(each(cells).filter(is_alone));
    if alone == 0 { cells } else { paired(cells & !alone) }
}

pub fn unique_loop(board: &Board) -> Option<Step> {
    let marks = &board.marks;
    let mut best = Best::default();
    for start in each(marks.pairs()) {
        let pair = marks.cell[start];
        let both = each(pair).fold(!0, |both, digit| both & marks.digit[digit]);
        let inside = paired(both);
        if inside >> start & 1 == 0 {
            continue;
        }
        let (path, found) = (Vec::new(), Vec::new());
        let mut search = Search { marks, pair, both, inside, path, on_path: 0, found };
        search.extend(start, Reached { spare: 2, extra: 0, kind: None, units: [0; 2] });
        for path in search.found {
            let cells = path.iter().map(|&cell| usize::from(cell));
            let wide = cells.clone().filter(|&cell| marks.cell[cell] != pair).collect();
            let pattern = Pattern::of_cells(cell_set(cells), pair);
            Loop { board, pair, wide, sum: base_rating(path.len()), pattern }.conclude(&mut best);
        }
    }
    best.step
}

/// A valid loop.
struct Loop<'a> {
    board: &'a Board,
    pair: Digits,
    /// The cells that have other candidates, too, in the order of the loop.
    wide: Vec<usize>,
    sum: f64,
    pattern: Pattern,
}

impl Loop<'_> {
    fn conclude(&self, best: &mut Best) {
        match self.wide[..] {
            [] => {}
            [cell] => {
                let removed = vec![Removed::of(cell, self.pair)];
                best.offer(Technique::UniqueLoop1, self.sum, removed, self.pattern);
            }
            [first, second] => {
                let extra = (self.extra_of(first)) | self.extra_of(second);
                if extra.is_power_of_two() {
                    self.type_2(best);
                } else {
                    self.type_3([first, second], extra, best);
                }
                self.type_4([first, second], best);
            }
            _ => self.type_2(best),
        }
    }

    fn extra_of(&self, cell: usize) -> Digits {
        self.board.marks.cell[cell] & !self.pair
    }

    fn type_2(&self, best: &mut Best) {
        let digit = lowest(self.extra_of(self.wide[0]));
        let seen = self.wide.iter().fold(!0, |seen, &cell| seen & TABLES.peers[cell]);
        let cells = each(seen & self.board.marks.digit[digit]);
        let removed = cells.map(|cell| Removed::of(cell, 1 << digit)).collect();
        best.offer(Technique::UniqueLoop2, self.sum, removed, self.pattern);
    }

    fn type_3(&self, cells: [usize; 2], extra: Digits, best: &mut Best) {
        for size in count(extra)..=7 {
            for unit in common_units(&cells) {
                let [first, second] = cells.map(|cell| 1 << TABLES.place[cell][unit / 9] as Places);
                let set = Type3 { cells, extra, size, unit, first, second };
                let empty = usize::from(self.board.empty_in[unit]);
                if size * 2 <= empty {
                    self.type_3_naked(&set, best);
                }
                if size * 2 < empty {
                    self.type_3_hidden(&set, best);
                }
            }
        }
    }

    /// The two cells count as one with the extra digits, in a naked set.
    fn type_3_naked(&self, set: &Type3, best: &mut Best) {
        let marks = &self.board.marks;
        let is_set = |&places: &Places| places & set.first != 0 && places & set.second == 0;
        for places in subsets(511, set.size).filter(is_set) {
            // The original leaves out digits that only one of the two cells has.
            let [first, second] = set.cells.map(|cell| marks.cell[cell]);
            let mut covered = set.extra & first & second;
            let mut digits = set.extra;
            let mut fits = true;
            for cell in cells_at(set.unit, places & !set.first) {
                covered |= marks.cell[cell];
                digits |= marks.cell[cell];
                fits &= marks.count(cell) > 1;
            }
            if fits && count(covered) == set.size && count(digits) == set.size {
                let others = cells_at(set.unit, 511 & !places & !set.second);
                let removed = marks.of_cells(others, digits).collect();
                self.offer_type_3(set, set.size as f64 - 1.0, removed, best);
            }
        }
    }

    /// The digits of the loop have no other places in a hidden set.
    fn type_3_hidden(&self, set: &Type3, best: &mut Best) {
        let marks = &self.board.marks;
        let own = &marks.places[set.unit];
        let rest = 511 & !set.extra & !self.pair;
        for more in subsets(rest, set.size - 2).filter(|_| rest != 0) {
            let digits = self.pair | more;
            let mut places = 0;
            let mut fits = true;
            for digit in each(digits) {
                fits &= own[digit] & !set.second != 0;
                places |= own[digit] & !set.second;
            }
            if fits && count(places) == set.size {
                let others = places & !set.first;
                let removed = marks.of_cells(cells_at(set.unit, others), !digits).collect();
                self.offer_type_3(set, count(others) as f64 - 1.0, removed, best);
            }
        }
    }

    fn offer_type_3(&self, set: &Type3, steps: f64, removed: Vec<Removed>, best: &mut Best) {
        let pattern = self.pattern.in_unit(set.unit);
        best.offer(Technique::UniqueLoop3, self.sum + steps * 0.1, removed, pattern);
    }

    /// One of the two digits has no other place in a unit of the two cells.
    fn type_4(&self, cells: [usize; 2], best: &mut Best) {
        let marks = &self.board.marks;
        let both = 1 << cells[0] | 1 << cells[1];
        let locked = each(self.pair).find_map(|digit| {
            let is_locked = |unit: &usize| marks.digit[digit] & TABLES.unit[*unit] & !both == 0;
            Some((digit, common_units(&cells).find(is_locked)?))
        });
        if let Some((digit, unit)) = locked {
            let gone = self.pair & !(1 << digit);
            let removed = cells.map(|cell| Removed::of(cell, gone)).into();
            best.offer(Technique::UniqueLoop4, self.sum, removed, self.pattern.in_unit(unit));
        }
    }
}

/// Where a set of type 3 is looked for.
struct Type3 {
    /// The two cells that have more than the two digits of the loop, and the digits that they have more.
    cells: [usize; 2],
    extra: Digits,
    size: usize,
    unit: usize,
    /// The places of the two cells in the unit.
    first: Places,
    second: Places,
}
