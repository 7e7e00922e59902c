//! The closures of a search, whose memory stays for the next one.

use super::super::{Conclusion, closure::Closure};
use crate::board::CANDIDATES;
use std::ops::{Index, IndexMut};

/// The position of a closure.
pub type ClosureId = u16;

const NONE: ClosureId = ClosureId::MAX;

pub struct Closures {
    /// The first is for all candidates that are off, one after the other, unless they are kept.
    pool: Vec<Closure>,
    used: usize,
    keeps_off: bool,
    on: Box<[ClosureId; CANDIDATES]>,
    off: Box<[ClosureId; CANDIDATES]>,
}

impl Default for Closures {
    fn default() -> Self {
        Self {
            pool: Vec::new(),
            used: 0,
            keeps_off: false,
            on: Box::new([NONE; CANDIDATES]),
            off: Box::new([NONE; CANDIDATES]),
        }
    }
}

impl Closures {
    /// Forgets all assumptions. `keeps_off`: whether the closures of candidates that are off are kept.
    pub fn start(&mut self, keeps_off: bool) {
        self.on.fill(NONE);
        self.off.fill(NONE);
        if self.pool.is_empty() {
            self.pool.push(Closure::default());
        }
        self.used = 1;
        self.keeps_off = keeps_off;
    }

    /// The closure of an assumption, if it has been added.
    pub fn find(&self, assumption: Conclusion) -> Option<ClosureId> {
        let ids = if assumption.is_on { &self.on } else { &self.off };
        let id = ids[usize::from(assumption.target)];
        (id != NONE).then_some(id)
    }

    /// Makes room for the closure of an assumption.
    pub fn add(&mut self, assumption: Conclusion) -> ClosureId {
        if !assumption.is_on && !self.keeps_off {
            return 0;
        }
        let id = self.used;
        self.used += 1;
        if id == self.pool.len() {
            self.pool.push(Closure::default());
        }
        let ids = if assumption.is_on { &mut self.on } else { &mut self.off };
        ids[usize::from(assumption.target)] = id as ClosureId;
        id as ClosureId
    }

    /// The closure of an assumption that has been added.
    pub fn get(&self, assumption: Conclusion) -> &Closure {
        &self[self.find(assumption).unwrap_or(0)]
    }
}

impl Index<ClosureId> for Closures {
    type Output = Closure;

    fn index(&self, id: ClosureId) -> &Closure {
        &self.pool[usize::from(id)]
    }
}

impl IndexMut<ClosureId> for Closures {
    fn index_mut(&mut self, id: ClosureId) -> &mut Closure {
        &mut self.pool[usize::from(id)]
    }
}
