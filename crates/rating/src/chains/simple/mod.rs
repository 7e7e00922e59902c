//! Simple chains: one line of implications, in a grid that does not change.
//!
//! ```text
//! bidirectional cycle (6.5, 7.0)          forcing chain (6.6, 7.0)
//!    on ──► off ══► on                     on ──► off ══► on ──► … ──► off
//!    ▲               │                     the assumption refutes itself: the candidate is off
//!    ║               ▼                     off ══► on ──► off ══► … ══► on
//!   off ◄── on ◄══ off                     the assumption refutes itself: the candidate is on
//!
//! ──► weak: off because the other is on    ══► strong: on because the other is off
//! ```
//!
//! Three passes: *X* with the links of units alone, one digit at a time (6.5, chains 6.6); *Y* with strong
//! links of cells (6.5, only cycles); both (7.0). What the number of candidates adds: [`super::length`].

mod cycles;
mod finds;
mod forcing;
mod trail;

pub use finds::{Kind, PathNode, SimpleChain};

use super::{
    length,
    links::{AllStrongLinks, LinkKinds},
    reach::Reach,
};
use crate::{
    board::{Candidate, Marks, candidate, count, each},
    step::Step,
    stop::Stop,
};
use finds::{Finds, Rank};
use trail::Trail;

/// The search for simple chains, with its memory.
pub struct Simple {
    links: AllStrongLinks,
    reach: Reach,
    trail: Trail,
    finds: Finds,
}

/// The passes in their order.
const PASSES: [LinkKinds; 3] = [LinkKinds::UNITS, LinkKinds::CELLS, LinkKinds::ALL];

/// One pass through a grid.
struct Pass<'a> {
    kinds: LinkKinds,
    marks: &'a Marks,
    links: &'a AllStrongLinks,
    trail: &'a mut Trail,
    finds: &'a mut Finds,
}

impl Simple {
    /// `wants_off`: whether [`Self::reach`] will be asked for what goes off.
    pub fn new(wants_off: bool) -> Self {
        Self {
            links: AllStrongLinks::default(),
            reach: Reach::new(wants_off),
            trail: Trail::default(),
            finds: Finds::default(),
        }
    }

    /// What follows from what in the last grid.
    pub fn reach(&self) -> &Reach {
        &self.reach
    }

    /// The best chain of a grid.
    pub fn step(&mut self, marks: &Marks, stop: &Stop) -> Option<Step> {
        self.finds.start(false);
        self.search(marks, stop);
        self.finds.step()
    }

    /// The best chain for each set of candidates that chains remove, the best first.
    pub fn all(&mut self, marks: &Marks, stop: &Stop) -> Vec<&SimpleChain> {
        self.finds.start(true);
        self.search(marks, stop);
        self.finds.distinct()
    }

    fn search(&mut self, marks: &Marks, stop: &Stop) {
        self.links.set(marks);
        self.reach.set(marks, &self.links);
        for kinds in PASSES {
            let (links, trail, finds) = (&self.links, &mut self.trail, &mut self.finds);
            let mut pass = Pass { kinds, marks, links, trail, finds };
            let smallest = pass.rank(Kind::Cycle, cycles::SMALLEST);
            if pass.finds.best().is_some_and(|best| smallest >= best) {
                continue;
            }
            for cell in 0..81 {
                if stop.is_set() {
                    return;
                }
                let digits = marks.cell[cell];
                if count(digits) < 2 || (!kinds.units && count(digits) > 2) {
                    continue;
                }
                for digit in each(digits) {
                    pass.from(candidate(cell, digit), &self.reach);
                }
            }
        }
    }
}

impl Pass<'_> {
    /// All chains from a candidate: cycles, from on to off, from off to on.
    fn from(&mut self, start: Candidate, reach: &Reach) {
        if let Some(inside) = reach.cycle(start) {
            self.cycles(start, inside);
        }
        if self.kinds.units {
            if reach.turns_off(start) {
                self.from_on(start);
            }
            if reach.turns_on(start, self.links) {
                self.from_off(start);
            }
        }
    }

    fn rank(&self, kind: Kind, size: usize) -> Rank {
        let (key, base) = match (self.kinds, kind) {
            (LinkKinds::UNITS, Kind::Cycle) => (2, 6.5),
            (LinkKinds::UNITS, Kind::Forcing { .. }) => (2, 6.6),
            (LinkKinds::CELLS, _) => (3, 6.5),
            _ => (4, 7.0),
        };
        Rank { sum: length::sum(base, size), size, key }
    }

    /// Whether a chain of this size would be better than what has been found.
    fn is_wanted(&self, kind: Kind, start: Candidate, size: usize) -> bool {
        self.finds.wants(self.marks, kind, start, self.rank(kind, size))
    }
}
