//! Which candidates can follow from which by simple chains: where there is no chain, none is searched for.
//!
//! ```text
//! x ∈ on(c)     c on ──► … ══► x on          an implication that holds also holds backwards, so
//! x ∈ off(c)    c on ──► … ──► x off         x ∈ from_off(c) says, too, that x off leads to c on
//! x ∈ from_off(c)   c off ══► … ══► x on
//! ```
//!
//! This is exact for forcing chains. A cycle leads through no other candidates than it says.

use super::{CandidateSet, links::AllStrongLinks};
use crate::board::{CANDIDATES, Candidate, Marks, TABLES, cell_of, digit_of, each};

pub struct Reach {
    marks: Marks,
    /// What follows if a candidate is on, itself included.
    from_on: Vec<Follows>,
    /// What follows if it is off.
    from_off: Vec<Follows>,
}

#[derive(Clone, Copy)]
struct Follows {
    on: CandidateSet,
    /// Empty unless wanted.
    off: CandidateSet,
}

impl Follows {
    const NOTHING: Self = Self { on: CandidateSet::EMPTY, off: CandidateSet::EMPTY };

    fn join(&mut self, more: &Self, wants_off: bool) {
        self.on.join(&more.on);
        if wants_off {
            self.off.join(&more.off);
        }
    }
}

impl Default for Reach {
    fn default() -> Self {
        let nothing = || vec![Follows::NOTHING; CANDIDATES];
        Self { marks: Marks::none(), from_on: nothing(), from_off: nothing() }
    }
}

impl Reach {
    /// Finds what follows in a grid. `wants_off`: whether [`Self::off`] will be asked for.
    pub fn set(&mut self, marks: &Marks, links: &AllStrongLinks, wants_off: bool) {
        self.marks.clone_from(marks);
        // Those that turn something on if they are off.
        let mut active = CandidateSet::EMPTY;
        for own in marks.candidates() {
            let mut follows = Follows::NOTHING;
            follows.on.insert(own);
            if wants_off {
                follows.off = marks.turned_off(own);
            }
            self.from_on[usize::from(own)] = follows;
            self.from_off[usize::from(own)] = Follows::NOTHING;
            if !links.of(own).as_slice().is_empty() {
                active.insert(own);
            }
        }
        // Nothing else follows from something else than itself in between.
        let mut waiting = active;
        while let Some(own) = waiting.pop() {
            let mut follows = self.from_on[usize::from(own)];
            for off in marks.turned_off(own).and(&active).iter() {
                follows.join(&self.from_off[usize::from(off)], wants_off);
            }
            for link in links.of(own).as_slice() {
                let linked = &mut self.from_off[usize::from(link.to)];
                let before = linked.on;
                linked.join(&follows, wants_off);
                if linked.on != before {
                    waiting.join(&marks.turned_off(link.to).and(&active));
                }
            }
            self.from_on[usize::from(own)] = follows;
        }
        for own in marks.candidates().filter(|&own| !active.contains(own)) {
            for off in marks.turned_off(own).and(&active).iter() {
                let (from_on, from_off) = (&mut self.from_on, &self.from_off);
                from_on[usize::from(own)].join(&from_off[usize::from(off)], wants_off);
            }
        }
    }

    /// What goes on if a candidate is on; its closure ends earlier if it turns itself off.
    pub fn on(&self, candidate: Candidate) -> &CandidateSet {
        &self.from_on[usize::from(candidate)].on
    }

    /// What goes off, in the same way.
    pub fn off(&self, candidate: Candidate) -> &CandidateSet {
        &self.from_on[usize::from(candidate)].off
    }

    /// Whether a candidate turns itself off if it is on.
    pub fn turns_off(&self, candidate: Candidate) -> bool {
        self.turn_off(self.on(candidate), candidate)
    }

    /// Whether a candidate turns itself on if it is off.
    pub fn turns_on(&self, candidate: Candidate) -> bool {
        self.from_off[usize::from(candidate)].on.contains(candidate)
    }

    /// Whether one of some candidates that are on turns another one off.
    fn turn_off(&self, on: &CandidateSet, off: Candidate) -> bool {
        let (cell, digit) = (cell_of(off), digit_of(off));
        on.0[digit] & TABLES.peers[cell] != 0
            || each(self.marks.cell[cell] & !(1 << digit)).any(|other| on.0[other] >> cell & 1 == 1)
    }

    /// Whether there is a cycle in which a candidate is on, and is turned on by `end`.
    pub fn has_cycle(&self, candidate: Candidate, end: Candidate) -> bool {
        let mut others = *self.on(candidate);
        others.remove(candidate);
        self.turn_off(&others, end)
    }

    /// The candidates that can be off in a cycle in which a candidate is on.
    pub fn in_cycles(&self, candidate: Candidate) -> CandidateSet {
        let on = self.on(candidate);
        let back = &self.from_off[usize::from(candidate)].on;
        back.iter().filter(|&off| self.turn_off(on, off)).collect()
    }
}
