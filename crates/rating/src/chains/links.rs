//! The links between candidates, in the order of the original.

use super::CandidateSet;
use crate::board::*;

/// Why a candidate follows from another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    Cell,
    Box,
    Row,
    Column,
    /// An intersection, a set, a fish or a nested chain.
    Rule,
    /// It does not: it is the assumption.
    Assumption,
}

impl Cause {
    /// The units of a cell, in their order.
    pub const UNITS: [Self; 3] = [Self::Box, Self::Row, Self::Column];

    /// The kind of units, if a unit is the cause.
    pub fn unit_kind(self) -> Option<usize> {
        Self::UNITS.iter().position(|&cause| cause == self)
    }
}

/// The kinds of links that a search follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkKinds {
    pub cells: bool,
    pub units: bool,
}

impl LinkKinds {
    pub const ALL: Self = Self { cells: true, units: true };
    pub const UNITS: Self = Self { cells: false, units: true };
    pub const CELLS: Self = Self { cells: true, units: false };

    fn contain(self, cause: Cause) -> bool {
        if cause == Cause::Cell { self.cells } else { self.units }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Link {
    pub to: Candidate,
    pub cause: Cause,
}

/// The candidates that are off if one is on.
#[derive(Clone, Copy)]
pub struct WeakLinks {
    from: Candidate,
    /// Other digits of the cell.
    digits: Digits,
    /// Cells that the cell sees, with the same digit.
    cells: Cells,
}

impl WeakLinks {
    #[inline(always)]
    pub fn of(marks: &Marks, from: Candidate, kinds: LinkKinds) -> Self {
        let (cell, digit) = (cell_of(from), digit_of(from));
        let digits = if kinds.cells { marks.cell[cell] & !(1 << digit) } else { 0 };
        Self { from, digits, cells: marks.digit[digit] & TABLES.peers[cell] }
    }

    /// Those to some candidates.
    #[inline(always)]
    pub fn to(self, set: &CandidateSet) -> Self {
        let digits = self.digits & set.of_cell(self.digits, cell_of(self.from));
        Self { digits, cells: self.cells & set.0[digit_of(self.from)], ..self }
    }

    /// Those to all but some candidates.
    #[inline(always)]
    pub fn past(self, set: &CandidateSet) -> Self {
        let digits = self.digits & !set.of_cell(self.digits, cell_of(self.from));
        Self { digits, cells: self.cells & !set.0[digit_of(self.from)], ..self }
    }

    /// What they lead to, in the order that is fastest.
    #[inline(always)]
    pub fn targets(self) -> impl Iterator<Item = Candidate> {
        let (cell, digit) = (cell_of(self.from), digit_of(self.from));
        let in_cell = each(self.digits).map(move |other| candidate(cell, other));
        in_cell.chain(each(self.cells).map(move |other| candidate(other, digit)))
    }

    /// Visits them in the order of the original: those of the cell, then those of its box, its row, its column. Ends
    /// where `visit` returns false; returns whether it did not.
    #[inline(always)]
    pub fn all(self, mut visit: impl FnMut(Link) -> bool) -> bool {
        let (cell, digit) = (cell_of(self.from), digit_of(self.from));
        let mut in_cell = each(self.digits).map(|other| candidate(cell, other));
        in_cell.all(|to| visit(Link { to, cause: Cause::Cell }))
            && TABLES.peers_by_kind[cell].iter().zip(&Cause::UNITS).all(|(peers, &cause)| {
                each(self.cells & peers)
                    .all(|other| visit(Link { to: candidate(other, digit), cause }))
            })
    }
}

/// The candidates that are on if one is off, each once, with its first cause.
#[derive(Clone, Copy)]
pub struct StrongLinks {
    links: [Link; 4],
    count: u8,
}

impl StrongLinks {
    const NONE: Self = Self { links: [Link { to: 0, cause: Cause::Cell }; 4], count: 0 };

    /// Those of a candidate, of cells too if `has_cells` is set.
    #[inline]
    pub fn of(marks: &Marks, from: Candidate, has_cells: bool) -> Self {
        let (cell, digit) = (cell_of(from), digit_of(from));
        let others = marks.cell[cell] & !(1 << digit);
        let in_unit = |unit: usize, own: Places| marks.places[unit][digit] & !own;
        Self::among(from, if has_cells { others } else { 0 }, in_unit)
    }

    /// Those of a candidate that leaves the grid at the same time.
    #[inline]
    pub fn take(marks: &mut Marks, from: Candidate, has_cells: bool) -> Self {
        let (cell, digit) = (cell_of(from), digit_of(from));
        marks.cell[cell] &= !(1 << digit);
        marks.digit[digit] &= !TABLES.only[cell];
        let others = if has_cells { marks.cell[cell] } else { 0 };
        Self::among(from, others, |unit, own| {
            marks.places[unit][digit] &= !own;
            marks.places[unit][digit]
        })
    }

    /// Those to the other digits of the cell, and to the other places of the digit that `in_unit` gives, for a unit
    /// and the own place in it.
    #[inline(always)]
    fn among(
        from: Candidate,
        others: Digits,
        mut in_unit: impl FnMut(usize, Places) -> Places,
    ) -> Self {
        let mut strong = Self::NONE;
        let (cell, digit) = (cell_of(from), digit_of(from));
        if others.is_power_of_two() {
            strong.push(candidate(cell, lowest(others)), Cause::Cell);
        }
        let mut in_box = None;
        for (kind, &cause) in Cause::UNITS.iter().enumerate() {
            let unit = usize::from(TABLES.units_of[cell][kind]);
            let others = in_unit(unit, 1 << TABLES.place[cell][kind]);
            if others.is_power_of_two() {
                let to = candidate(first_cell(unit, others), digit);
                // A cell of the same box and line counts once.
                if in_box != Some(to) {
                    strong.push(to, cause);
                }
                in_box = in_box.or(Some(to));
            }
        }
        strong
    }

    #[inline(always)]
    fn push(&mut self, to: Candidate, cause: Cause) {
        self.links[usize::from(self.count & 3)] = Link { to, cause };
        self.count += 1;
    }

    #[inline(always)]
    pub fn as_slice(&self) -> &[Link] {
        &self.links[..usize::from(self.count)]
    }

    #[inline(always)]
    pub fn of_kinds(&self, kinds: LinkKinds) -> impl Iterator<Item = Link> + Clone {
        self.as_slice().iter().copied().filter(move |link| kinds.contain(link.cause))
    }
}

/// The strong links of all candidates of a grid that does not change.
pub struct AllStrongLinks(Box<[StrongLinks; CANDIDATES]>);

impl Default for AllStrongLinks {
    fn default() -> Self {
        Self(Box::new([StrongLinks::NONE; CANDIDATES]))
    }
}

impl AllStrongLinks {
    pub fn set(&mut self, marks: &Marks) {
        for own in marks.candidates() {
            self.0[usize::from(own)] = StrongLinks::of(marks, own, true);
        }
    }

    #[inline(always)]
    pub fn of(&self, candidate: Candidate) -> &StrongLinks {
        &self.0[usize::from(candidate)]
    }
}
