//! The chains that a search keeps.

/// Either the best of all, or the best of each *slot*, a set of candidates that chains remove. The first found
/// of the lowest rank is the best.
pub struct Finds<R, C> {
    keeps_all: bool,
    kept: Vec<Find<R, C>>,
    /// The position of the best of each slot.
    best: Vec<Option<u32>>,
}

#[derive(Clone)]
pub struct Find<R, C> {
    pub rank: R,
    pub chain: C,
    /// Its slot; `None` if it is kept in any case.
    slot: Option<usize>,
}

impl<R, C> Default for Finds<R, C> {
    fn default() -> Self {
        Self { keeps_all: false, kept: Vec::new(), best: Vec::new() }
    }
}

impl<R: Copy + PartialOrd, C> Finds<R, C> {
    /// Forgets all. `slots`: how many slots there are, if the best of each is kept.
    pub fn start(&mut self, slots: Option<usize>) {
        self.keeps_all = slots.is_some();
        self.kept.clear();
        self.best.clear();
        self.best.resize(slots.unwrap_or(0), None);
    }

    /// Whether a chain of this rank would be kept.
    pub fn wants(&self, slot: Option<usize>, rank: R) -> bool {
        let best = if self.keeps_all {
            slot.and_then(|slot| self.best[slot]).map(|position| position as usize)
        } else {
            self.kept.len().checked_sub(1)
        };
        best.is_none_or(|best| rank < self.kept[best].rank)
    }

    pub fn keep(&mut self, slot: Option<usize>, rank: R, chain: C) {
        if !self.keeps_all {
            self.kept.clear();
        } else if let Some(slot) = slot {
            self.best[slot] = Some(self.kept.len() as u32);
        }
        self.kept.push(Find { rank, chain, slot });
    }

    /// The best of all, where only that is kept.
    pub fn best(&self) -> Option<&Find<R, C>> {
        if self.keeps_all { None } else { self.kept.first() }
    }

    /// All that are kept, the best first.
    pub fn ranked(&self) -> Vec<&Find<R, C>> {
        let is_best = |position: usize, find: &Find<R, C>| {
            find.slot.is_none_or(|slot| self.best[slot] == Some(position as u32))
        };
        let finds =
            self.kept.iter().enumerate().filter(|&(position, find)| is_best(position, find));
        let mut finds: Vec<_> = finds.map(|(_, find)| find).collect();
        finds.sort_by(|a, b| a.rank.partial_cmp(&b.rank).unwrap_or(std::cmp::Ordering::Equal));
        finds
    }
}
