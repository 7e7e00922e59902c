//! The closures of a search, whose memory stays for the next one.

use super::super::{Conclusion, REMOVALS, closure::Closure};
use crate::board::CANDIDATES;
use std::ops::{Index, IndexMut};

/// The position of a closure.
pub type ClosureId = u16;

#[derive(Default)]
pub struct Closures {
    pool: Vec<Closure>,
    /// The closure of each assumption: those of candidates that are on, then those that are off.
    ids: Vec<Option<ClosureId>>,
    used: ClosureId,
}

impl Closures {
    /// Forgets all assumptions.
    pub fn start(&mut self) {
        self.ids.clear();
        self.ids.resize(REMOVALS, None);
        self.used = 0;
    }

    fn number(assumption: Conclusion) -> usize {
        usize::from(assumption.target) + if assumption.is_on { 0 } else { CANDIDATES }
    }

    /// The closure of an assumption, if it has been added.
    pub fn find(&self, assumption: Conclusion) -> Option<ClosureId> {
        self.ids[Self::number(assumption)]
    }

    /// Makes room for the closure of an assumption.
    pub fn add(&mut self, assumption: Conclusion) -> ClosureId {
        let id = self.used;
        self.used += 1;
        if usize::from(id) == self.pool.len() {
            self.pool.push(Closure::default());
        }
        self.ids[Self::number(assumption)] = Some(id);
        id
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
