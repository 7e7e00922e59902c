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

pub fn aligned_pair(board: &Board, last: &mut LastFailure) -> Option<Step> {
    let search = Search::new(&board.marks, last, 2);
    let found = search.of_pairs(|first, second| {
        let common = search.common(first, second)?;
        let seen = TABLES.peers[first] & TABLES.peers[second];
        if !search.is_changed(seen | 1 << first | 1 << second) {
            return None;
        }
        exclude(&board.marks, Technique::AlignedPair, [first, second], common)
    });
    last.note(&board.marks, found)
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
            exclude(marks, Technique::AlignedTriplet, cells, common)
        })
    });
    last.note(marks, found)
}

/// The step that removes the candidates of some cells that are in no possible combination.
fn exclude<const N: usize>(
    marks: &Marks,
    technique: Technique,
    cells: [usize; N],
    excluders: Cells,
) -> Option<Step> {
    let own = cells.map(|cell| marks.cell[cell]);
    let mut excluding = [0; 20];
    let mut count = 0;
    // An excluder with a digit that no cell has always has a candidate left.
    let all = own.iter().fold(0, |all, digits| all | digits);
    for cell in each_cell(excluders).filter(|&cell| marks.cell[cell] & !all == 0) {
        excluding[count] = marks.cell[cell];
        count += 1;
    }
    let mut combinations =
        Combinations { cells, own, excluding: &excluding[..count], possible: [0; N] };
    combinations.extend(0, 0, own);
    let possible = combinations.possible;
    if possible == own {
        return None;
    }
    let lost = (0..N).map(|i| Removed::of(cells[i], own[i] & !possible[i]));
    let removed: Vec<Removed> = lost.filter(|removed| removed.digits != 0).collect();
    let digits = removed.iter().fold(0, |digits, removed| digits | removed.digits);
    Step::remove(technique, removed, Pattern::of_cells(excluders | cell_set(cells), digits))
}

/// The combinations of candidates of some cells.
struct Combinations<'a, const N: usize> {
    cells: [usize; N],
    own: [Digits; N],
    /// The candidates of the cells that exclude combinations.
    excluding: &'a [Digits],
    /// The candidates in possible combinations so far.
    possible: [Digits; N],
}

impl<const N: usize> Combinations<'_, N> {
    /// Extends a combination of the first cells, which has used some digits and leaves others. Returns whether
    /// it is possible.
    fn extend(&mut self, at: usize, used: Digits, left: [Digits; N]) -> bool {
        let mut is_possible = false;
        if at + 1 == N {
            let fits = self.last(used, left[at]);
            self.possible[at] |= fits;
            return fits != 0;
        }
        for digit in each(left[at]) {
            let mut left = left;
            for later in at + 1..N {
                if sees(self.cells[at], self.cells[later]) {
                    left[later] &= !(1 << digit);
                }
            }
            if self.extend(at + 1, used | 1 << digit, left) {
                self.possible[at] |= 1 << digit;
                is_possible = true;
            }
            // What is left can add nothing.
            if is_possible && self.possible[at..] == self.own[at..] {
                break;
            }
        }
        is_possible
    }

    /// The digits that the last cell can take.
    fn last(&self, used: Digits, mut fits: Digits) -> Digits {
        for &excluding in self.excluding {
            let left = excluding & !used;
            if left == 0 {
                return 0;
            }
            if left.is_power_of_two() {
                fits &= !left;
            }
        }
        fits
    }
}
