//! Aligned exclusion: combinations of candidates that would leave some cell without any.
//!
//! ```text
//! pair (6.2)                                         triplet (7.5)
//!  b0 = 12 ─── 13        a cell that sees both and   the same with three cells, and cells
//!  │           │         has two candidates left     that have two or three candidates
//!  23 ──────── b1 = 13   excludes a combination
//!  b0 = 1 with b1 = 3 is excluded by 13, and so on: candidates in no combination go.
//! ```
//!
//! The base cells need not see each other.

use crate::{
    Technique,
    board::*,
    step::{Pattern, Step},
};

/// The grid in which a technique found nothing, to look only at what has changed since then.
#[derive(Default)]
pub struct LastFailure(Option<[Digits; 81]>);

impl LastFailure {
    pub fn forget(&mut self) {
        self.0 = None;
    }

    /// The cells whose candidates are different; all if there was no failure.
    fn changed(&self, marks: &Marks) -> Cells {
        let Some(last) = &self.0 else { return !0 };
        cell_set((0..81).filter(|&cell| last[cell] != marks.cell[cell]))
    }

    /// Remembers a failure, or forgets the last one.
    fn note(&mut self, marks: &Marks, found: Option<Step>) -> Option<Step> {
        self.0 = found.is_none().then_some(marks.cell);
        found
    }
}

/// What both searches look at.
struct Search {
    changed: Cells,
    /// The cells that can exclude combinations.
    excluders: Cells,
    /// The cells that see one of them, and have at least two candidates.
    bases: Vec<usize>,
}

impl Search {
    fn new(marks: &Marks, last: &LastFailure, most: usize) -> Self {
        let excluders = marks.cells_with(|count| (2..=most).contains(&count));
        let is_base = |&cell: &usize| marks.count(cell) >= 2 && TABLES.peers[cell] & excluders != 0;
        let bases = (0..81).filter(is_base).collect();
        Self { changed: last.changed(marks), excluders, bases }
    }

    /// The first step that `visit` finds for two base cells, which are ordered by the second one.
    fn of_pairs(&self, visit: impl Fn(usize, usize) -> Option<Step>) -> Option<Step> {
        let pairs = self.bases.iter().enumerate();
        pairs
            .flat_map(|(n, &second)| self.bases[..n].iter().map(move |&first| (first, second)))
            .find_map(|(first, second)| visit(first, second))
    }

    /// The excluders that see both cells, if there are two.
    fn common(&self, first: usize, second: usize) -> Option<Cells> {
        let common = TABLES.peers[first] & TABLES.peers[second] & self.excluders;
        has_two(common).then_some(common)
    }

    fn is_changed(&self, cells: Cells) -> bool {
        cells & self.changed != 0
    }
}

fn has_two(cells: Cells) -> bool {
    cells & cells.wrapping_sub(1) != 0
}

/// The step that leaves to each cell the digits that are possible, if it removes something.
fn leave(
    marks: &Marks,
    technique: Technique,
    cells: &[usize],
    possible: &[Digits],
    excluders: Cells,
) -> Option<Step> {
    let removed: Vec<Removed> = (cells.iter().zip(possible))
        .map(|(&cell, possible)| Removed::of(cell, marks.cell[cell] & !possible))
        .filter(|removed| removed.digits != 0)
        .collect();
    let all = excluders | cell_set(cells.iter().copied());
    let digits = removed.iter().fold(0, |digits, removed| digits | removed.digits);
    Step::remove(technique, removed, Pattern::of_cells(all, digits))
}

pub fn aligned_pair(board: &Board, last: &mut LastFailure) -> Option<Step> {
    let marks = &board.marks;
    let search = Search::new(marks, last, 2);
    let found = search.of_pairs(|first, second| {
        let common = search.common(first, second)?;
        let seen = TABLES.peers[first] & TABLES.peers[second];
        if !search.is_changed(seen | 1 << first | 1 << second) {
            return None;
        }
        // What each digit of the first cell forbids to the second one.
        let mut forbidden = [0; 9];
        if sees(first, second) {
            forbidden = std::array::from_fn(|digit| 1 << digit);
        }
        for excluder in each_cell(common) {
            let pair = marks.cell[excluder];
            let low = pair & pair.wrapping_neg();
            forbidden[lowest(pair)] |= pair & !low;
            forbidden[lowest(pair & !low)] |= low;
        }
        let mut possible = [0; 2];
        for digit in each(marks.cell[first]) {
            let allowed = marks.cell[second] & !forbidden[digit];
            possible[1] |= allowed;
            if allowed != 0 {
                possible[0] |= 1 << digit;
            }
        }
        leave(marks, Technique::AlignedPair, &[first, second], &possible, common)
    });
    last.note(marks, found)
}

pub fn aligned_triplet(board: &Board, last: &mut LastFailure) -> Option<Step> {
    let marks = &board.marks;
    let search = Search::new(marks, last, 3);
    let thirds = cell_set(search.bases.iter().copied()) & search.excluders;
    let found = search.of_pairs(|first, second| {
        let shared = search.common(first, second)?;
        let both = TABLES.peers[first] & TABLES.peers[second];
        // The third cell is an excluder that sees the first cell, then one that sees the second.
        let mut of_first = TABLES.peers[first] & thirds & !(1 << second);
        let mut of_second = TABLES.peers[second] & thirds & !(1 << first) & !of_first;
        if !search.is_changed(both | 1 << first | 1 << second) {
            of_first &= search.changed;
            of_second &= search.changed;
        }
        each_cell(of_first).chain(each_cell(of_second)).find_map(|third| {
            let common = shared & TABLES.peers[third];
            let cells = [first, second, third];
            let base = 1 << first | 1 << second | 1 << third;
            if !has_two(common) || !search.is_changed(both & TABLES.peers[third] | base) {
                return None;
            }
            let possible = possible_in_three(marks, cells, common);
            if possible == cells.map(|cell| marks.cell[cell]) {
                return None;
            }
            leave(marks, Technique::AlignedTriplet, &cells, &possible, common)
        })
    });
    last.note(marks, found)
}

/// The candidates of three cells that are in some combination.
fn possible_in_three(marks: &Marks, cells: [usize; 3], excluders: Cells) -> [Digits; 3] {
    let own = cells.map(|cell| marks.cell[cell]);
    let (sees_01, sees_02, sees_12) =
        (sees(cells[0], cells[1]), sees(cells[0], cells[2]), sees(cells[1], cells[2]));
    // An excluder with another digit always has a candidate left.
    let all = own[0] | own[1] | own[2];
    let mut excluding = [0; 20];
    let mut excluding_count = 0;
    for cell in each_cell(excluders).filter(|&cell| marks.cell[cell] & !all == 0) {
        excluding[excluding_count] = marks.cell[cell];
        excluding_count += 1;
    }
    let mut possible = [0; 3];
    for first in each(own[0]) {
        for second in each(own[1]).filter(|&second| !sees_01 || second != first) {
            let used = 1 << first | 1 << second;
            let mut third = own[2];
            if sees_02 {
                third &= !(1 << first);
            }
            if sees_12 {
                third &= !(1 << second);
            }
            for &excluder in &excluding[..excluding_count] {
                let left: Digits = excluder & !used;
                if left == 0 {
                    third = 0;
                } else if left.is_power_of_two() {
                    third &= !left;
                }
            }
            if third != 0 {
                possible[0] |= 1 << first;
                possible[1] |= 1 << second;
                possible[2] |= third;
                if possible[1] == own[1] && possible[2] == own[2] {
                    break;
                }
            }
        }
    }
    possible
}
