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
//! links of cells (6.5, only cycles); both (7.0). What the number of candidates adds: [`length`].

mod cycles;
mod forcing;
mod trail;

use super::{
    Conclusion, REMOVALS,
    finds::Finds,
    links::{AllStrongLinks, Cause, LinkKinds},
    reach::Reach,
};
use crate::{
    Technique,
    board::*,
    length,
    rating::shown,
    step::{Pattern, Step},
    stop::Stop,
};
use sudomill_puzzle::solving::Chain;
use trail::Trail;

/// The search for simple chains, with its memory.
#[derive(Default)]
pub struct Simple {
    links: AllStrongLinks,
    reach: Reach,
    trail: Trail,
    finds: Finds<Rank, SimpleChain>,
}

pub struct SimpleChain {
    pub kind: Kind,
    pub start: Candidate,
    /// In the order of a cycle.
    pub removed: Vec<Removed>,
    /// From the last candidate to the first one.
    pub path: Vec<PathNode>,
    kinds: LinkKinds,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    Cycle,
    /// From the opposite to the start's being on or off.
    Forcing {
        is_on: bool,
    },
}

#[derive(Clone, Copy)]
pub struct PathNode {
    pub candidate: Candidate,
    pub cause: Cause,
}

/// What chains are ordered by.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub struct Rank {
    /// The rating before rounding.
    sum: f64,
    pub size: usize,
    /// The place of the pass among the kinds of chains.
    key: u8,
}

/// The smallest number of candidates in a chain.
const SMALLEST: usize = 4;

/// The passes in their order.
const PASSES: [LinkKinds; 3] = [LinkKinds::UNITS, LinkKinds::CELLS, LinkKinds::ALL];

/// One pass through a grid.
struct Pass<'a> {
    kinds: LinkKinds,
    marks: &'a Marks,
    links: &'a AllStrongLinks,
    trail: &'a mut Trail,
    finds: &'a mut Finds<Rank, SimpleChain>,
}

impl Simple {
    /// The best chain of a grid.
    pub fn step(&mut self, marks: &Marks, stop: &Stop) -> Option<Step> {
        self.finds.start(None);
        self.search(marks, stop);
        let find = self.finds.best()?;
        Some(find.chain.step()?.with_rating(shown(find.rank.sum)))
    }

    /// The chain that [`Self::step`] has found.
    pub fn chains(&self) -> Vec<Chain> {
        self.finds.best().map(|find| find.chain.links()).into_iter().collect()
    }

    /// The best chain for each set of candidates that chains remove, the best first, with their sizes.
    pub fn all(
        &mut self,
        marks: &Marks,
        stop: &Stop,
    ) -> impl Iterator<Item = (&SimpleChain, usize)> {
        self.finds.start(Some(REMOVALS));
        self.search(marks, stop);
        let mut shown: Vec<Vec<Removed>> = Vec::new();
        self.finds.ranked().into_iter().filter_map(move |find| {
            let mut removed = find.chain.removed.clone();
            removed.sort_unstable();
            let is_new = !shown.contains(&removed);
            shown.push(removed);
            is_new.then_some((&find.chain, find.rank.size))
        })
    }

    fn search(&mut self, marks: &Marks, stop: &Stop) {
        self.links.set(marks);
        for kinds in PASSES {
            let (links, trail, finds) = (&self.links, &mut self.trail, &mut self.finds);
            let mut pass = Pass { kinds, marks, links, trail, finds };
            let smallest = pass.rank(Kind::Cycle, SMALLEST);
            if pass.finds.best().is_some_and(|best| smallest >= best.rank) {
                continue;
            }
            self.reach.set(marks, &self.links, kinds, false);
            for cell in 0..81 {
                let digits = marks.cell[cell];
                if count(digits) < 2 || (!kinds.units && count(digits) > 2) {
                    continue;
                }
                if stop.is_set() {
                    return;
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
        self.cycles(start, reach);
        if !self.kinds.units {
            return;
        }
        if reach.turns_off(start) {
            self.forcing(Conclusion { target: start, is_on: false }, reach);
        }
        if reach.turns_on(start) {
            self.forcing(Conclusion { target: start, is_on: true }, reach);
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

    /// The slot of what a chain removes. Cycles are compared later.
    fn slot(&self, kind: Kind, start: Candidate) -> Option<usize> {
        let Kind::Forcing { is_on } = kind else { return None };
        Some(Conclusion { target: start, is_on }.removal_number(self.marks))
    }

    /// Whether a chain of this size would be better than what has been found.
    fn is_wanted(&self, kind: Kind, start: Candidate, size: usize) -> bool {
        self.finds.wants(self.slot(kind, start), self.rank(kind, size))
    }

    /// Keeps a chain that ends in an entry of the trail, if it is wanted.
    fn keep(
        &mut self,
        kind: Kind,
        start: Candidate,
        size: usize,
        removed: Vec<Removed>,
        end: usize,
    ) {
        if self.is_wanted(kind, start, size) {
            let (path, kinds) = (self.trail.path(end), self.kinds);
            let chain = SimpleChain { kind, start, removed, path, kinds };
            self.finds.keep(self.slot(kind, start), self.rank(kind, size), chain);
        }
    }
}

impl SimpleChain {
    fn step(&self) -> Option<Step> {
        let technique = match (self.kind, self.kinds) {
            (Kind::Cycle, LinkKinds::UNITS) => Technique::XCycle,
            (Kind::Cycle, LinkKinds::CELLS) => Technique::YCycle,
            (Kind::Cycle, _) => Technique::XyCycle,
            (Kind::Forcing { .. }, LinkKinds::UNITS) => Technique::ForcingXChain,
            (Kind::Forcing { .. }, _) => Technique::ForcingChain,
        };
        let cells = cell_set(self.path.iter().map(|node| cell_of(node.candidate)));
        let pattern = Pattern::of_cells(cells, 1 << digit_of(self.start));
        let placed = (self.kind == Kind::Forcing { is_on: true }).then_some(self.start);
        Some(Step::remove(technique, self.removed.clone(), pattern)?.with_placed(placed))
    }

    fn links(&self) -> Chain {
        let ends_on = self.kind != Kind::Forcing { is_on: false };
        let conclusion = |(i, node): (usize, &PathNode)| Conclusion {
            target: node.candidate,
            is_on: ends_on == (i % 2 == 0),
        };
        let nodes: Vec<_> = self.path.iter().enumerate().map(conclusion).rev().collect();
        nodes.windows(2).filter_map(|nodes| nodes[0].link_to(nodes[1])).collect()
    }
}
