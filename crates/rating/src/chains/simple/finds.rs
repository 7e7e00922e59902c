//! The simple chains that a search keeps, and which of them is the best.

use super::Pass;
use crate::{
    Technique, Tenths,
    board::{Candidate, Cells, Marks, Removed, cell_of, digit_of},
    chains::{
        Conclusion, REMOVALS,
        links::{Cause, LinkKinds},
    },
    step::{Pattern, Step},
};

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    Cycle,
    /// From the opposite to the start's being on or off.
    Forcing {
        is_on: bool,
    },
}

/// What chains are ordered by: the first found of the lowest is the best.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub struct Rank {
    /// The rating before rounding.
    pub sum: f64,
    pub size: usize,
    /// The place of the pass among the kinds of chains.
    pub key: u8,
}

#[derive(Clone, Copy)]
pub struct PathNode {
    pub candidate: Candidate,
    pub cause: Cause,
}

pub struct SimpleChain {
    pub kind: Kind,
    pub start: Candidate,
    /// In the order of a cycle.
    pub removed: Vec<Removed>,
    /// From the last candidate to the first one.
    pub path: Vec<PathNode>,
    rank: Rank,
    kinds: LinkKinds,
}

impl SimpleChain {
    pub fn size(&self) -> usize {
        self.rank.size
    }
}

#[derive(Default)]
pub struct Finds {
    /// Whether the best for each set of removed candidates is kept, and every cycle; otherwise only the best.
    keeps_all: bool,
    chains: Vec<SimpleChain>,
    /// For forcing chains, the best by the number of the removal; empty unless all are kept.
    best: Vec<Option<Best>>,
}

#[derive(Clone, Copy)]
struct Best {
    rank: Rank,
    /// The position in `chains`.
    chain: usize,
}

impl Finds {
    pub fn start(&mut self, keeps_all: bool) {
        self.keeps_all = keeps_all;
        self.chains.clear();
        self.best.clear();
        self.best.resize(if keeps_all { REMOVALS } else { 0 }, None);
    }

    /// The rank of the best chain, where only that is kept.
    pub fn best(&self) -> Option<Rank> {
        if self.keeps_all { None } else { Some(self.chains.first()?.rank) }
    }

    pub fn wants(&self, marks: &Marks, kind: Kind, start: Candidate, rank: Rank) -> bool {
        if !self.keeps_all {
            return self.chains.first().is_none_or(|best| rank < best.rank);
        }
        match kind {
            Kind::Cycle => true,
            Kind::Forcing { is_on } => {
                let number = Conclusion { target: start, is_on }.removal_number(marks);
                self.best[number].is_none_or(|best| rank < best.rank)
            }
        }
    }

    fn keep(&mut self, marks: &Marks, chain: SimpleChain) {
        if !self.keeps_all {
            self.chains.clear();
        } else if let Kind::Forcing { is_on } = chain.kind {
            let number = Conclusion { target: chain.start, is_on }.removal_number(marks);
            self.best[number] = Some(Best { rank: chain.rank, chain: self.chains.len() });
        }
        self.chains.push(chain);
    }

    /// The kept chains from the best on; of those that remove the same candidates only the first.
    pub fn distinct(&self) -> Vec<&SimpleChain> {
        let is_cycle = |&at: &usize| self.chains[at].kind == Kind::Cycle;
        let best = self.best.iter().flatten().map(|best| best.chain);
        let mut order: Vec<usize> = (0..self.chains.len()).filter(is_cycle).chain(best).collect();
        // Equal ones in the order in which they were found.
        order.sort_unstable();
        let mut chains: Vec<&SimpleChain> = order.into_iter().map(|at| &self.chains[at]).collect();
        chains.sort_by(|a, b| a.rank.partial_cmp(&b.rank).unwrap_or(std::cmp::Ordering::Equal));
        let mut shown: Vec<Vec<Removed>> = Vec::new();
        chains.retain(|chain| {
            let mut removed = chain.removed.clone();
            removed.sort_unstable();
            let is_new = !shown.contains(&removed);
            if is_new {
                shown.push(removed);
            }
            is_new
        });
        chains
    }

    /// The best chain as a step.
    pub fn step(&mut self) -> Option<Step> {
        let SimpleChain { kind, start, removed, path, rank, kinds } = self.chains.pop()?;
        let technique = match (kind, kinds) {
            (Kind::Cycle, LinkKinds::UNITS) => Technique::XCycle,
            (Kind::Cycle, LinkKinds::CELLS) => Technique::YCycle,
            (Kind::Cycle, _) => Technique::XyCycle,
            (Kind::Forcing { .. }, LinkKinds::UNITS) => Technique::ForcingXChain,
            (Kind::Forcing { .. }, _) => Technique::ForcingChain,
        };
        let cells = path.iter().fold(0, |all: Cells, node| all | 1 << cell_of(node.candidate));
        let pattern = Pattern::of_cells(cells, 1 << digit_of(start));
        let placed = (kind == Kind::Forcing { is_on: true }).then_some(start);
        let step = Step::remove(technique, removed, pattern)?;
        Some(step.with_rating(Tenths::shown(rank.sum)).with_placed(placed))
    }
}

impl Pass<'_> {
    /// Keeps a chain that ends in an entry of the trail, if it is wanted.
    pub fn keep(
        &mut self,
        kind: Kind,
        start: Candidate,
        size: usize,
        removed: Vec<Removed>,
        end: usize,
    ) {
        if self.is_wanted(kind, start, size) {
            let rank = self.rank(kind, size);
            let (path, kinds) = (self.trail.path(end), self.kinds);
            self.finds.keep(self.marks, SimpleChain { kind, start, removed, path, rank, kinds });
        }
    }
}
