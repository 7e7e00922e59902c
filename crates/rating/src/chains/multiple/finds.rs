//! The conclusions that a search keeps.

use super::{super::closure::NodeId, ClosureId};
use crate::{
    board::{Candidate, Marks},
    chains::{Conclusion, REMOVALS},
};

/// Why something follows.
#[derive(Clone, Copy, Debug)]
pub enum Proof {
    /// The assumption of the opposite leads to a clash.
    Clash(Conclusion),
    /// It follows whether a candidate is on or off.
    Double { source: Candidate },
    /// It follows from every candidate of a cell.
    Cell(usize),
    /// It follows from every place of a digit in a unit.
    Unit { unit: usize, digit: usize },
}

impl Proof {
    /// What comes first among conclusions of the same size.
    pub fn key(self) -> u8 {
        match self {
            Self::Double { .. } => 1,
            Self::Cell(_) => 5,
            Self::Unit { .. } => 6,
            Self::Clash(_) => 7,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Found {
    pub conclusion: Conclusion,
    pub proof: Proof,
}

/// The last node of a chain of a conclusion.
#[derive(Clone, Copy, Default)]
pub struct End {
    pub closure: ClosureId,
    pub node: NodeId,
}

/// What conclusions are ordered by: the first found of the lowest is the best. The rating of a kind of chains
/// grows with the size.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank {
    pub size: u32,
    pub key: u8,
}

#[derive(Clone, Copy)]
pub struct Find {
    pub found: Found,
    pub rank: Rank,
    /// How many were kept before it.
    number: u32,
}

#[derive(Default)]
pub struct Finds {
    /// Whether the best for each set of removed candidates is kept; otherwise only the best of all.
    keeps_all: bool,
    best: Vec<Option<Find>>,
    kept: u32,
}

impl Finds {
    pub fn start(&mut self, keeps_all: bool) {
        self.keeps_all = keeps_all;
        self.best.clear();
        self.best.resize(if keeps_all { REMOVALS } else { 1 }, None);
        self.kept = 0;
    }

    pub fn keeps_all(&self) -> bool {
        self.keeps_all
    }

    /// Where the best conclusion is kept that removes the same candidates.
    pub fn slot(&self, marks: &Marks, conclusion: Conclusion) -> usize {
        if self.keeps_all { conclusion.removal_number(marks) } else { 0 }
    }

    pub fn is_better(&self, slot: usize, rank: Rank) -> bool {
        self.best[slot].is_none_or(|best| rank < best.rank)
    }

    pub fn keep(&mut self, slot: usize, rank: Rank, found: Found) {
        self.best[slot] = Some(Find { found, rank, number: self.kept });
        self.kept += 1;
    }

    /// The best of all, where only that is kept.
    pub fn best(&self) -> Option<Find> {
        self.best[0]
    }

    /// The size of the best of all.
    pub fn best_size(&self) -> u32 {
        self.best().map_or(u32::MAX, |best| best.rank.size)
    }

    /// All that are kept, the best first.
    pub fn all(&self) -> Vec<Find> {
        let mut all: Vec<Find> = self.best.iter().flatten().copied().collect();
        all.sort_unstable_by_key(|find| (find.rank, find.number));
        all
    }
}
