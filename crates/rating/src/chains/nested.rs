//! Simple and multiple chains as rules inside of a closure.
//!
//! ```text
//! dynamic chains with chains as rules             depth 0
//!    └─ simple chains, multiple or dynamic ones   depth 1
//!          └─ the same inside of these            depth 2, at most 3
//! ```
//!
//! A nested chain starts in the grid that a closure has left. Its parents are the candidates that were in the
//! grid before and whose absence made one of its links. Many closures leave the same grid, so what was found
//! is kept as long as the grid before stays.

use super::{
    CandidateSet, Conclusion,
    closure::{ChainKind, Nest, Nested, NestedSize, Rules, Setting, sort_as_hash_map},
    links::Cause,
    multiple::{Found, Multiple},
    simple::{Kind, PathNode, Simple, SimpleChain},
};
use crate::{board::*, step::Step};
use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
};

/// The search for multiple and dynamic chains, with all that is nested in them.
#[derive(Default)]
pub struct ChainSearch {
    pub multiple: Multiple,
    nesting: Nesting,
}

/// What is nested in the chains of a search, made when it is first needed.
#[derive(Default)]
struct Nesting {
    simple: Option<Box<Simple>>,
    known_simple: Known,
    inner: Option<Box<ChainSearch>>,
    known_inner: Known,
}

/// The rules of a kind of chains that are chains.
struct NestOf<'a> {
    nesting: &'a mut Nesting,
    has_simple: bool,
    inner: Option<ChainKind>,
}

impl ChainSearch {
    /// The best conclusion of a kind of chains.
    pub fn step(&mut self, setting: Setting, kind: ChainKind) -> Option<Step> {
        self.multiple.step(setting, kind, &mut self.nesting.of(kind))
    }

    /// Forgets what was found in grids before.
    pub fn forget(&mut self) {
        let Nesting { known_simple, inner, known_inner, .. } = &mut self.nesting;
        known_simple.forget();
        known_inner.forget();
        if let Some(inner) = inner {
            inner.forget();
        }
    }

    /// The chains that remove different candidates, the best first, as rules of a closure that started in
    /// the grid `before`.
    fn nested(&mut self, setting: Setting, kind: ChainKind, before: &Marks) -> Vec<Nested> {
        self.multiple.search_all(setting, kind, &mut self.nesting.of(kind));
        let finds = self.multiple.ranked().into_iter();
        finds
            .filter_map(|find| self.as_rule(find.chain, find.rank.size, &setting, before))
            .collect()
    }

    /// `None` if the chains have no parents.
    fn as_rule(
        &self,
        found: Found,
        size: u32,
        setting: &Setting,
        before: &Marks,
    ) -> Option<Nested> {
        let mut parents = Parents::new(before, setting.marks);
        let mut identity = DefaultHasher::new();
        for chain in self.multiple.chains(setting, found) {
            identity.write_u8(0);
            chain.walk(|conclusion, cause| {
                conclusion.hash(&mut identity);
                if conclusion.is_on {
                    parents.add(conclusion.target, cause);
                }
            });
        }
        let removed = vec![found.conclusion.removed(setting.marks)];
        parents.of(removed, size, &identity)
    }
}

impl Nesting {
    fn of(&mut self, kind: ChainKind) -> NestOf<'_> {
        let (has_simple, inner) = match kind {
            ChainKind::Dynamic(Rules::Simple) => (true, None),
            ChainKind::Dynamic(Rules::Multiple) => (true, Some(ChainKind::Static)),
            ChainKind::Dynamic(Rules::Dynamic(level)) => {
                (false, Some(ChainKind::Dynamic(Rules::of_level(level))))
            }
            _ => (false, None),
        };
        NestOf { nesting: self, has_simple, inner }
    }
}

impl Nest for NestOf<'_> {
    fn find(&mut self, setting: &Setting, now: &Marks) -> Arc<[Nested]> {
        let Nesting { simple, known_simple, inner, known_inner } = &mut *self.nesting;
        let before = setting.marks;
        let mut found = Arc::default();
        if self.has_simple {
            let simple = simple.get_or_insert_with(Default::default);
            found = known_simple.get(before, now, None, || {
                let chains = simple.all(now, setting.stop);
                chains.filter_map(|(chain, size)| chain.as_rule(size, before, now)).collect()
            });
        }
        let Some(kind) = self.inner.filter(|_| found.is_empty()) else { return found };
        let inner = inner.get_or_insert_with(Default::default);
        let setting = Setting { marks: now, ..*setting };
        known_inner.get(before, now, Some(kind), || inner.nested(setting, kind, before))
    }
}

impl SimpleChain {
    /// `None` if the chain has no parents.
    fn as_rule(&self, size: usize, before: &Marks, now: &Marks) -> Option<Nested> {
        let mut parents = Parents::new(before, now);
        let mut identity = DefaultHasher::new();
        let mut add = |node: &PathNode, is_on: bool| {
            if is_on {
                parents.add(node.candidate, node.cause);
            }
            Conclusion { target: node.candidate, is_on }.hash(&mut identity);
        };
        let is_cycle = self.kind == Kind::Cycle;
        let ends_on = self.kind != Kind::Forcing { is_on: false };
        // A cycle ends where it starts, which counts once.
        let nodes = &self.path[..self.path.len() - usize::from(is_cycle)];
        nodes.iter().zip(alternately(ends_on)).for_each(|(node, is_on)| add(node, is_on));
        if is_cycle {
            // The same way back, each candidate the other way round, with the causes of the way there.
            let back = self.path.iter().skip(1).rev();
            back.zip(alternately(false)).for_each(|(node, is_on)| add(node, is_on));
        }
        let mut removed = self.removed.clone();
        sort_as_hash_map(&mut removed);
        parents.of(removed, size as u32, &identity)
    }
}

/// On and off in turn.
fn alternately(first: bool) -> impl Iterator<Item = bool> {
    [first, !first].into_iter().cycle()
}

/// The candidates that are gone between two grids and whose absence made the links of a chain.
struct Parents<'a> {
    before: &'a Marks,
    now: &'a Marks,
    list: Vec<Candidate>,
    seen: CandidateSet,
}

impl<'a> Parents<'a> {
    fn new(before: &'a Marks, now: &'a Marks) -> Self {
        Self { before, now, list: Vec::new(), seen: CandidateSet::EMPTY }
    }

    /// Adds those of a candidate that is on by a cause.
    fn add(&mut self, on: Candidate, cause: Cause) {
        let (cell, digit) = (cell_of(on), digit_of(on));
        if let Some(kind) = cause.unit_kind() {
            let unit = usize::from(TABLES.units_of[cell][kind]);
            let gone = self.before.places[unit][digit] & !self.now.places[unit][digit];
            cells_at(unit, gone).for_each(|cell| self.push(candidate(cell, digit)));
        } else if cause == Cause::Cell {
            let gone = self.before.cell[cell] & !self.now.cell[cell];
            each(gone).for_each(|digit| self.push(candidate(cell, digit)));
        }
    }

    fn push(&mut self, parent: Candidate) {
        if self.seen.insert_new(parent) {
            self.list.push(parent);
        }
    }

    /// The rule with these parents; `None` without parents, because it does not need the assumption.
    fn of(self, removed: Vec<Removed>, size: u32, identity: &DefaultHasher) -> Option<Nested> {
        let size = NestedSize { size, identity: identity.finish() };
        (!self.list.is_empty()).then_some(Nested { removed, parents: self.list, size })
    }
}

/// What has been found in the grids that closures left of one grid.
#[derive(Default)]
struct Known {
    before: Option<CandidateSet>,
    kind: Option<ChainKind>,
    found: HashMap<CandidateSet, Arc<[Nested]>>,
    /// The number of all chains in `found`.
    count: usize,
}

/// How many chains are kept; each takes about 200 bytes.
const MOST_KNOWN: usize = 20_000;

impl Known {
    fn get(
        &mut self,
        before: &Marks,
        now: &Marks,
        kind: Option<ChainKind>,
        find: impl FnOnce() -> Vec<Nested>,
    ) -> Arc<[Nested]> {
        let grid = Some(CandidateSet(before.digit));
        if self.before != grid || self.kind != kind {
            self.forget();
            (self.before, self.kind) = (grid, kind);
        }
        let key = CandidateSet(now.digit);
        if let Some(known) = self.found.get(&key) {
            return Arc::clone(known);
        }
        let found: Arc<[Nested]> = find().into();
        self.count += found.len() + 1;
        if self.count > MOST_KNOWN {
            self.found.clear();
            self.count = found.len() + 1;
        }
        self.found.insert(key, Arc::clone(&found));
        found
    }

    fn forget(&mut self) {
        *self = Self::default();
    }
}
