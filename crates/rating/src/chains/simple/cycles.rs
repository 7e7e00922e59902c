//! Bidirectional cycles: a line of links from a candidate back to itself, true in both directions.
//!
//! ```text
//!    on ──► off ══► on          Either the first, the third, … are on, or the second, the fourth, …:
//!    ▲               │          what sees one of each, with the same digit, is off.
//!   off ◄══ on ◄─── off
//! ```
//!
//! Breadth-first, where a candidate is on only once, but can go off from several others: each is another
//! cycle if it closes one.

use super::{Kind, Pass, SMALLEST};
use crate::{
    board::*,
    chains::{
        CandidateSet, Conclusion,
        links::{Cause, Link, WeakLinks},
        reach::Reach,
    },
};
use std::ops::Range;

/// The cycles through one candidate, which is on.
struct Search {
    start: Candidate,
    /// The candidates that lead back to the start if they are off.
    inside: CandidateSet,
    /// The candidates that turn the start on if they are off.
    ends: CandidateSet,
    on: CandidateSet,
    off: CandidateSet,
}

/// The last entry of a cycle, with the cause of the link to the start.
#[derive(Clone, Copy)]
struct End {
    at: usize,
    cause: Cause,
}

impl Pass<'_> {
    pub fn cycles(&mut self, start: Candidate, reach: &Reach) {
        let links = self.links.of(start).of_kinds(self.kinds);
        if !links.clone().any(|link| reach.has_cycle(start, link.to)) {
            return;
        }
        let ends: CandidateSet = links.map(|link| link.to).collect();
        let mut on = CandidateSet::EMPTY;
        let inside = reach.in_chains(Conclusion { target: start, is_on: true });
        on.insert(start);
        let mut search = Search { start, inside, ends, on, off: CandidateSet::EMPTY };
        self.trail.start(start);
        let mut level = 0..1;
        let mut size = 0;
        let mut closed = Vec::new();
        while !level.is_empty() {
            // What a cycle would have that closes now.
            size += 2;
            if !self.is_wanted(Kind::Cycle, start, size) {
                return;
            }
            let begin = self.trail.len();
            for at in level {
                self.turn_off_inside(&mut search, at);
            }
            let middle = self.trail.len();
            self.turn_on_or_close(&mut search, begin..middle, &mut closed);
            for end in closed.drain(..) {
                if size >= SMALLEST {
                    self.close_cycle(start, end, size);
                }
            }
            level = middle..self.trail.len();
        }
    }

    /// Enters what an entry that is on turns off.
    fn turn_off_inside(&mut self, search: &mut Search, at: usize) {
        let (marks, on) = (self.marks, self.trail.candidate(at));
        WeakLinks::of(marks, on, self.kinds).to(&search.inside).all(|Link { to, cause }| {
            // Only the ends of cycles are worth a second entry.
            if search.off.insert_new(to) || search.ends.contains(to) && !self.descends(at, to) {
                self.trail.push(to, at, cause);
            }
            true
        });
    }

    /// Whether an entry that is on comes from a candidate that is off.
    fn descends(&self, at: usize, off: Candidate) -> bool {
        self.trail.back(at).skip(1).step_by(2).any(|at| self.trail.candidate(at) == off)
    }

    /// Enters what entries that are off turn on, and notes where they turn the start on.
    fn turn_on_or_close(
        &mut self,
        search: &mut Search,
        entries: Range<usize>,
        closed: &mut Vec<End>,
    ) {
        for at in entries {
            for link in self.links.of(self.trail.candidate(at)).of_kinds(self.kinds) {
                if link.to == search.start {
                    closed.push(End { at, cause: link.cause });
                } else if search.on.insert_new(link.to) {
                    self.trail.push(link.to, at, link.cause);
                }
            }
        }
    }

    /// Keeps a cycle if it removes something.
    fn close_cycle(&mut self, start: Candidate, end: End, size: usize) {
        if !self.is_wanted(Kind::Cycle, start, size) {
            return;
        }
        let mut cells: Cells = 0;
        let mut seen_by_off = CandidateSet::EMPTY;
        for (i, at) in self.trail.back(end.at).enumerate() {
            let own = self.trail.candidate(at);
            cells |= 1 << cell_of(own);
            if i % 2 == 0 {
                seen_by_off.0[digit_of(own)] |= TABLES.peers[cell_of(own)];
            }
        }
        // From the last candidate that is on back to the first one, which is the start again.
        let mut removed: Vec<Removed> = Vec::new();
        let mut done = CandidateSet::EMPTY;
        let ons = self.trail.back(end.at).skip(1).step_by(2).map(|at| self.trail.candidate(at));
        for on in std::iter::once(start).chain(ons) {
            let (cell, digit) = (cell_of(on), digit_of(on));
            let seen = TABLES.peers[cell] & seen_by_off.0[digit] & self.marks.digit[digit];
            let gone = seen & !cells & !done.0[digit];
            done.0[digit] |= gone;
            for cell in each(gone) {
                match removed.iter_mut().find(|known| usize::from(known.cell) == cell) {
                    Some(known) => known.digits |= 1 << digit,
                    None => removed.push(Removed::of(cell, 1 << digit)),
                }
            }
        }
        if !removed.is_empty() {
            self.trail.push(start, end.at, end.cause);
            self.keep(Kind::Cycle, start, size, removed, self.trail.len() - 1);
            self.trail.pop();
        }
    }
}
