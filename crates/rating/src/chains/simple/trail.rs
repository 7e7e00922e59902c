//! The tree of a breadth-first search: entries with their predecessors.

use super::{super::CandidateSet, PathNode};
use crate::{
    board::*,
    chains::links::{Cause, Link, LinkKinds, WeakLinks},
};

/// A candidate that was reached. Whether it is on or off depends on the level of the search.
#[derive(Clone, Copy)]
pub struct Entry {
    pub candidate: Candidate,
    /// The position of the predecessor, or `NONE`.
    from: u16,
    cause: Cause,
}

const NONE: u16 = u16::MAX;

#[derive(Default)]
pub struct Trail {
    entries: Vec<Entry>,
}

impl Trail {
    /// Starts again, from one candidate.
    pub fn start(&mut self, candidate: Candidate) {
        self.entries.clear();
        self.entries.push(Entry { candidate, from: NONE, cause: Cause::Assumption });
    }

    pub fn push(&mut self, candidate: Candidate, from: usize, cause: Cause) {
        self.entries.push(Entry { candidate, from: from as u16, cause });
    }

    pub fn pop(&mut self) {
        self.entries.pop();
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn candidate(&self, at: usize) -> Candidate {
        self.entries[at].candidate
    }

    pub fn predecessor(&self, at: usize) -> Option<usize> {
        let from = self.entries[at].from;
        (from != NONE).then_some(usize::from(from))
    }

    /// The positions from an entry back to the start.
    pub fn back(&self, at: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(at), |&at| self.predecessor(at))
    }

    /// The chain that ends in an entry, from its end to the start.
    pub fn path(&self, at: usize) -> Vec<PathNode> {
        let node = |at: usize| PathNode {
            candidate: self.entries[at].candidate,
            cause: self.entries[at].cause,
        };
        self.back(at).map(node).collect()
    }

    /// The first position from `begin` on with a candidate.
    pub fn find(&self, begin: usize, candidate: Candidate) -> Option<usize> {
        let at = self.entries[begin..].iter().position(|entry| entry.candidate == candidate)?;
        Some(begin + at)
    }

    /// Enters what an entry that is on turns off among some candidates, as far as it is not off yet.
    pub fn turn_off(
        &mut self,
        marks: &Marks,
        at: usize,
        kinds: LinkKinds,
        inside: &CandidateSet,
        off: &mut CandidateSet,
    ) {
        let links = WeakLinks::of(marks, self.candidate(at), kinds).to(inside).past(off);
        links.all(|Link { to, cause }| {
            off.insert(to);
            self.push(to, at, cause);
            true
        });
    }
}
