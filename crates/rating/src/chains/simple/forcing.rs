//! Forcing chains: an assumption about a candidate that leads to its opposite.
//!
//! Breadth-first by whole levels, on and off in turn. Every candidate is reached once, so the first chain is
//! one of the shortest.

use super::{Kind, Pass, SMALLEST};
use crate::chains::{CandidateSet, Conclusion, reach::Reach};

impl Pass<'_> {
    /// From the opposite of a conclusion: the first chain that leads to it. Candidates that do not lead to it if
    /// they are off are left out: that changes neither the order of the others, nor from where they are reached.
    pub fn forcing(&mut self, conclusion: Conclusion, reach: &Reach) {
        let (kind, start) = (Kind::Forcing { is_on: conclusion.is_on }, conclusion.target);
        if !self.is_wanted(kind, start, SMALLEST) {
            return;
        }
        let inside = reach.in_chains(conclusion);
        let [mut on, mut off] = [CandidateSet::EMPTY; 2];
        if conclusion.is_on {
            off.insert(start)
        } else {
            on.insert(start)
        };
        self.trail.start(start);
        let mut level = 0..1;
        let mut is_on = !conclusion.is_on;
        let mut size = 1;
        while !level.is_empty() {
            size += 1;
            is_on = !is_on;
            let may_end = is_on == conclusion.is_on;
            if may_end && !self.is_wanted(kind, start, size) {
                return;
            }
            let begin = self.trail.len();
            for at in level {
                let reached = if is_on { &mut on } else { &mut off };
                if is_on {
                    self.turn_on(at, reached);
                } else {
                    self.trail.turn_off(self.marks, at, self.kinds, &inside, reached);
                }
                if may_end && reached.contains(start) {
                    if let Some(end) = self.trail.find(begin, start) {
                        self.keep(kind, start, size, vec![conclusion.removed(self.marks)], end);
                    }
                    return;
                }
            }
            level = begin..self.trail.len();
        }
    }

    /// Enters what an entry that is off turns on, as far as it is not on yet.
    fn turn_on(&mut self, at: usize, on: &mut CandidateSet) {
        for link in self.links.of(self.trail.candidate(at)).of_kinds(self.kinds) {
            if on.insert_new(link.to) {
                self.trail.push(link.to, at, link.cause);
            }
        }
    }
}
