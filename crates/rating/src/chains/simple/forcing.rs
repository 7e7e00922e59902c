//! Forcing chains: an assumption about a candidate that leads to its opposite.
//!
//! Breadth-first by whole levels: all weak links, then all strong links. Every candidate is reached once, so
//! the first chain is one of the shortest.

use super::{Kind, Pass};
use crate::{
    board::Candidate,
    chains::{CandidateSet, Conclusion},
};
use std::ops::Range;

impl Pass<'_> {
    /// From a candidate that is on: the first chain that turns it off.
    pub fn from_on(&mut self, start: Candidate) {
        let kind = Kind::Forcing { is_on: false };
        let [mut on, mut off] = [CandidateSet::EMPTY; 2];
        on.insert(start);
        self.trail.start(start);
        let mut level = 0..1;
        let mut size = 0;
        while !level.is_empty() {
            size += 2;
            if !self.is_wanted(kind, start, size) {
                return;
            }
            let begin = self.trail.len();
            for at in level {
                self.trail.turn_off(self.marks, at, self.kinds, &mut off);
                if off.contains(start) {
                    if let Some(end) = self.trail.find(begin, start) {
                        self.keep_forcing(kind, start, size, end);
                    }
                    return;
                }
            }
            let middle = self.trail.len();
            for at in begin..middle {
                self.turn_on(at, &mut on);
            }
            level = middle..self.trail.len();
        }
    }

    /// From a candidate that is off: the first chain that turns it on.
    pub fn from_off(&mut self, start: Candidate) {
        let kind = Kind::Forcing { is_on: true };
        let [mut on, mut off] = [CandidateSet::EMPTY; 2];
        off.insert(start);
        self.trail.start(start);
        let mut level = 0..1;
        let mut size = 0;
        while !level.is_empty() {
            size += 2;
            if !self.is_wanted(kind, start, size) {
                return;
            }
            let begin = self.trail.len();
            for at in level {
                let fresh = self.turn_on(at, &mut on);
                if on.contains(start) {
                    if let Some(end) = self.trail.find(fresh.start, start) {
                        self.keep_forcing(kind, start, size, end);
                    }
                    return;
                }
            }
            let middle = self.trail.len();
            for at in begin..middle {
                self.trail.turn_off(self.marks, at, self.kinds, &mut off);
            }
            level = middle..self.trail.len();
        }
    }

    /// Enters what an entry that is off turns on, as far as it is not on yet. Returns the positions.
    fn turn_on(&mut self, at: usize, on: &mut CandidateSet) -> Range<usize> {
        let begin = self.trail.len();
        for link in self.links.of(self.trail.candidate(at)).of_kinds(self.kinds) {
            if on.is_new(link.to) {
                self.trail.push(link.to, at, link.cause);
            }
        }
        begin..self.trail.len()
    }

    fn keep_forcing(&mut self, kind: Kind, start: Candidate, size: usize, end: usize) {
        let is_on = kind == Kind::Forcing { is_on: true };
        let removed = Conclusion { target: start, is_on }.removed(self.marks);
        self.keep(kind, start, size, vec![removed], end);
    }
}
