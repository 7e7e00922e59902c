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

    /// The first step that `visit` finds for two base cells, with the excluders that see both, of which there are
    /// two. The pairs are ordered by the second cell.
    fn of_pairs(&self, visit: impl Fn([usize; 2], Cells) -> Option<Step>) -> Option<Step> {
        for (position, &second) in self.bases.iter().enumerate() {
            let near = TABLES.peers[second] & self.excluders;
            if !has_two(near) {
                continue;
            }
            for &first in &self.bases[..position] {
                let common = TABLES.peers[first] & near;
                if has_two(common) {
                    let step = visit([first, second], common);
                    if step.is_some() {
                        return step;
                    }
                }
            }
        }
        None
    }

    fn is_changed(&self, cells: Cells) -> bool {
        cells & self.changed != 0
    }
}

fn has_two(cells: Cells) -> bool {
    cells & cells.wrapping_sub(1) != 0
}

pub fn aligned_pair(board: &Board, last: &mut LastFailure) -> Option<Step> {
    let marks = &board.marks;
    let search = Search::new(marks, last, 2);
    let found = search.of_pairs(|[first, second], common| {
        let seen = TABLES.peers[first] & TABLES.peers[second];
        if !search.is_changed(seen | 1 << first | 1 << second) {
            return None;
        }
        let combinations = Combinations::new(marks, [first, second], common)?;
        let mut possible = [0; 2];
        for digit in each(combinations.own[0]) {
            let fits = combinations.last(1 << digit, combinations.own_if(0, digit, 1));
            possible[1] |= fits;
            possible[0] |= if fits != 0 { 1 << digit } else { 0 };
        }
        combinations.leave(Technique::AlignedPair, possible, common)
    });
    last.note(marks, found)
}

pub fn aligned_triplet(board: &Board, last: &mut LastFailure) -> Option<Step> {
    let marks = &board.marks;
    let search = Search::new(marks, last, 3);
    let thirds = cell_set(search.bases.iter().copied()) & search.excluders;
    let found = search.of_pairs(|[first, second], shared| {
        let both = TABLES.peers[first] & TABLES.peers[second];
        // The third cell is an excluder that sees the first cell, then one that sees the second.
        let mut of_first = TABLES.peers[first] & thirds & !(1 << second);
        let mut of_second = TABLES.peers[second] & thirds & !(1 << first) & !of_first;
        // The same three cells were tried before with the second one as the third, if it can be that.
        if thirds >> second & 1 == 1 {
            let before = (1 << second) - 1;
            let tried = if sees(first, second) { before } else { before & TABLES.peers[second] };
            of_first &= !tried;
            of_second &= !tried;
        }
        if !search.is_changed(both | 1 << first | 1 << second) {
            of_first &= search.changed;
            of_second &= search.changed;
        }
        each(of_first).chain(each(of_second)).find_map(|third| {
            let common = shared & TABLES.peers[third];
            let cells = [first, second, third];
            let base = 1 << first | 1 << second | 1 << third;
            if !has_two(common) || !search.is_changed(both & TABLES.peers[third] | base) {
                return None;
            }
            let combinations = Combinations::new(marks, cells, common)?;
            combinations.leave(Technique::AlignedTriplet, combinations.of_three(), common)
        })
    });
    last.note(marks, found)
}

/// The combinations of candidates of some cells.
struct Combinations<const N: usize> {
    cells: [usize; N],
    own: [Digits; N],
    /// The candidates of the cells that exclude combinations.
    excluding: [Digits; 20],
    excluding_count: usize,
}

impl<const N: usize> Combinations<N> {
    /// `None` if nothing is excluded.
    #[inline]
    fn new(marks: &Marks, cells: [usize; N], excluders: Cells) -> Option<Self> {
        let own = cells.map(|cell| marks.cell[cell]);
        let all = own.iter().fold(0, |all, digits| all | digits);
        let mut combinations = Self { cells, own, excluding: [0; 20], excluding_count: 0 };
        // An excluder with another digit always has a candidate left.
        for cell in each(excluders).filter(|&cell| marks.cell[cell] & !all == 0) {
            combinations.excluding[combinations.excluding_count] = marks.cell[cell];
            combinations.excluding_count += 1;
        }
        // Without excluders, only cells that see each other exclude combinations: those of naked pairs.
        (combinations.excluding_count > 0).then_some(combinations)
    }

    /// The candidates of a later cell if an earlier one takes a digit.
    #[inline]
    fn own_if(&self, earlier: usize, digit: usize, later: usize) -> Digits {
        let taken = if sees(self.cells[earlier], self.cells[later]) { 1 << digit } else { 0 };
        self.own[later] & !taken
    }

    /// The digits of the last cell that fit to those of the other ones, `used`.
    #[inline]
    fn last(&self, used: Digits, mut fits: Digits) -> Digits {
        for &excluding in &self.excluding[..self.excluding_count] {
            let left = excluding & !used;
            if left & left.wrapping_sub(1) == 0 {
                fits &= if left == 0 { 0 } else { !left };
            }
        }
        fits
    }

    /// The step that leaves to each cell the digits that are possible, if it removes something.
    fn leave(&self, technique: Technique, possible: [Digits; N], excluders: Cells) -> Option<Step> {
        if possible == self.own {
            return None;
        }
        let lost = (0..N).map(|i| Removed::of(self.cells[i], self.own[i] & !possible[i]));
        let removed: Vec<Removed> = lost.filter(|removed| removed.digits != 0).collect();
        let digits = removed.iter().fold(0, |digits, removed| digits | removed.digits);
        let pattern = Pattern::of_cells(excluders | cell_set(self.cells), digits);
        Step::remove(technique, removed, pattern)
    }
}

impl Combinations<3> {
    /// The candidates that are in some possible combination.
    fn of_three(&self) -> [Digits; 3] {
        let mut possible = [0; 3];
        for first in each(self.own[0]) {
            let third = self.own_if(0, first, 2);
            for second in each(self.own_if(0, first, 1)) {
                let fits = third & self.own_if(1, second, 2);
                let fits = self.last(1 << first | 1 << second, fits);
                if fits != 0 {
                    possible[0] |= 1 << first;
                    possible[1] |= 1 << second;
                    possible[2] |= fits;
                    // What is left can add nothing.
                    if possible[1] == self.own[1] && possible[2] == self.own[2] {
                        break;
                    }
                }
            }
        }
        possible
    }
}
