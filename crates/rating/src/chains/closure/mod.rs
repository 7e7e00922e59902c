//! The closure of an assumption: all that follows if a candidate is on or off.
//!
//! ```text
//!            ┌────────────────── weak links ───────────────────┐
//! assumption ┤  on queue (first)                               ▼
//!            │      ▲                                      off queue ──► the candidate leaves the grid
//!            └──────┴──────────── strong links ────────────────┘         (dynamic chains)
//!                        both empty: rules on the grid that is left ──► off queue
//! ```
//!
//! A candidate that would be both on and off is a *clash*: the closure ends there, unfinished, and is used as
//! it is. In *dynamic* chains, candidates that went off make new strong links, and are parents of what follows
//! by them.

mod nodes;
mod rules;

pub use nodes::{LeastSize, NodeId};
pub use rules::sort_as_hash_map;

use super::{
    CandidateSet, Conclusion,
    links::{Cause, Link, LinkKinds, StrongLinks, WeakLinks},
};
use crate::{board::*, stop::Stop};
use nodes::{Child, Nodes};
use std::sync::Arc;
use sudomill_puzzle::solving::ChainLink;

/// What chains may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChainKind {
    /// The links of one digit in its units, in a grid that changes.
    Nishio,
    /// All links, in a grid that does not change: multiple forcing chains.
    Static,
    /// All links, in a grid that changes, with rules.
    Dynamic(Rules),
}

/// What dynamic chains use besides links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    None,
    /// Intersections, pairs and X-wings.
    Patterns,
    /// These and simple chains.
    Simple,
    /// These and multiple chains.
    Multiple,
    /// Patterns and dynamic chains, with rules of a level: 0 none, 1 patterns, 2 simple, 3 multiple chains.
    Dynamic(u8),
}

impl Rules {
    /// Those of the dynamic chains that are nested in dynamic chains.
    pub fn of_level(level: u8) -> Self {
        [Self::None, Self::Patterns, Self::Simple, Self::Multiple][usize::from(level.min(3))]
    }
}

impl ChainKind {
    pub fn is_dynamic(self) -> bool {
        self != Self::Static
    }

    fn links(self) -> LinkKinds {
        if self == Self::Nishio { LinkKinds::UNITS } else { LinkKinds::ALL }
    }

    pub fn has_rules(self) -> bool {
        matches!(self, Self::Dynamic(rules) if rules != Rules::None)
    }

    /// Whether other chains are rules. Then more assumptions may lead to less, because a search does not find
    /// every cycle.
    pub fn nests_chains(self) -> bool {
        matches!(self, Self::Dynamic(rules) if rules != Rules::None && rules != Rules::Patterns)
    }
}

/// The grid in which chains start.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// The puzzle: which cells are filled, and how often each digit is entered.
    pub board: &'a Board,
    /// The candidates, those of the puzzle or of a chain that this search is nested in.
    pub marks: &'a Marks,
    pub stop: &'a Stop<'a>,
}

/// A chain that is a rule inside of another one.
pub struct Nested {
    /// In the order in which the candidates go off.
    pub removed: Vec<Removed>,
    /// The candidates that had to go off before.
    pub parents: Vec<Candidate>,
    pub size: NestedSize,
}

/// What a nested chain adds to the size of the chains that use it, once each.
#[derive(Clone, Copy)]
pub struct NestedSize {
    pub size: u32,
    /// A hash of its candidates.
    pub identity: u64,
}

/// Finds the chains that are nested in a closure.
pub trait Nest {
    /// The chains in `now`, the grid that is left of the one in which the closure started.
    fn find(&mut self, setting: &Setting, now: &Marks) -> Arc<[Nested]>;
}

/// The size of several chains together.
#[derive(Default)]
pub struct TotalSize {
    pub size: u32,
    /// The nested chains that are in it.
    nested: Vec<u64>,
}

impl TotalSize {
    pub fn reset(&mut self) {
        self.size = 0;
        self.nested.clear();
    }

    /// Adds a nested chain, unless it is in the size.
    fn add_nested(&mut self, NestedSize { size, identity }: NestedSize) {
        if !self.nested.contains(&identity) {
            self.nested.push(identity);
            self.size += size;
        }
    }
}

/// The candidates that are on, or those that are off.
struct Side {
    set: CandidateSet,
    /// The nodes in the order of entry.
    list: Vec<NodeId>,
    /// The nodes of the candidates in `set`; nothing that means anything for others.
    at: Box<[NodeId; CANDIDATES]>,
    /// How many nodes of the list have been followed.
    followed: usize,
}

/// The nodes of a candidate that would be both on and off.
#[derive(Clone, Copy)]
pub struct Clash {
    pub on: NodeId,
    pub off: NodeId,
}

#[derive(Default)]
pub struct Closure {
    nodes: Nodes,
    on: Side,
    off: Side,
    clash: Option<Clash>,
    /// Memory for what a rule removes.
    removed: Vec<Removed>,
}

impl Default for Side {
    fn default() -> Self {
        let (set, list) = (CandidateSet::EMPTY, Vec::new());
        Self { set, list, at: Box::new([0; CANDIDATES]), followed: 0 }
    }
}

impl Side {
    fn clear(&mut self) {
        self.set = CandidateSet::EMPTY;
        self.list.clear();
        self.followed = 0;
    }

    fn enter(&mut self, node: NodeId, candidate: Candidate) {
        self.at[usize::from(candidate)] = node;
        self.set.insert(candidate);
        self.list.push(node);
    }

    /// The next node to follow.
    fn next(&mut self) -> Option<NodeId> {
        let node = *self.list.get(self.followed)?;
        self.followed += 1;
        Some(node)
    }
}

impl Closure {
    /// Follows an assumption, until a clash or a stop.
    pub fn run(
        &mut self,
        setting: &Setting,
        kind: ChainKind,
        assumption: Conclusion,
        nest: &mut dyn Nest,
    ) {
        self.clear();
        let first_parent = self.nodes.begin_parents();
        let source = self.nodes.push(assumption, Cause::Assumption, first_parent, None);
        self.enter(source);
        let mut now = setting.marks.clone();
        loop {
            let goes_on = match self.on.next().or_else(|| self.off.next()) {
                Some(node) if self.nodes.is_on(node) => self.follow_on(&now, node, kind.links()),
                Some(node) => self.follow_off(setting.marks, &mut now, node, kind),
                None => self.apply_rules(setting, &now, kind, nest) && !setting.stop.is_set(),
            };
            if !goes_on {
                return;
            }
        }
    }

    fn clear(&mut self) {
        self.on.clear();
        self.off.clear();
        self.nodes.clear();
        self.clash = None;
    }

    fn enter(&mut self, node: NodeId) {
        let candidate = self.nodes.candidate(node);
        let side = if self.nodes.is_on(node) { &mut self.on } else { &mut self.off };
        side.enter(node, candidate);
    }

    /// Enters what a candidate turns off that is on. Returns false at a clash.
    fn follow_on(&mut self, now: &Marks, node: NodeId, kinds: LinkKinds) -> bool {
        let own = self.nodes.candidate(node);
        let child = self.nodes.child_of(node);
        let links = WeakLinks::of(now, own, kinds).past(&self.off.set);
        links.all(|Link { to, cause }| self.turn_off(child, to, cause))
    }

    /// Enters a candidate that goes off because another one is on. Returns false at a clash.
    #[inline]
    fn turn_off(&mut self, child: Child, off: Candidate, cause: Cause) -> bool {
        let node = self.nodes.push_child(child, off, cause);
        if self.on.set.contains(off) {
            self.clash = Some(Clash { on: self.on.at[usize::from(off)], off: node });
            return false;
        }
        self.off.enter(node, off);
        true
    }

    /// Enters what a candidate turns on that is off, and removes it from a grid that changes. Returns false
    /// at a clash.
    fn follow_off(
        &mut self,
        before: &Marks,
        now: &mut Marks,
        node: NodeId,
        kind: ChainKind,
    ) -> bool {
        let own = self.nodes.candidate(node);
        let has_cells = kind.links().cells;
        let strong = match kind.is_dynamic() {
            true => StrongLinks::take(now, own, has_cells),
            false => StrongLinks::of(now, own, has_cells),
        };
        for link in strong.as_slice() {
            if self.on.set.contains(link.to) {
                continue;
            }
            let first_parent = self.nodes.begin_parents();
            self.nodes.add_parent(node);
            self.add_hidden_parents(before, now, node, link.to, link.cause);
            let conclusion = Conclusion { target: link.to, is_on: true };
            let next = self.nodes.push(conclusion, link.cause, first_parent, None);
            if self.off.set.contains(link.to) {
                self.clash = Some(Clash { on: next, off: self.off.at[usize::from(link.to)] });
                return false;
            }
            self.enter(next);
        }
        true
    }

    /// Adds the other candidates whose absence made a strong link.
    fn add_hidden_parents(
        &mut self,
        before: &Marks,
        now: &Marks,
        from: NodeId,
        to: Candidate,
        cause: Cause,
    ) {
        let (cell, digit) = (cell_of(to), digit_of(to));
        let mut add = |gone: Candidate| {
            let parent = self.off.at[usize::from(gone)];
            if parent != from {
                self.nodes.add_parent(parent);
            }
        };
        if let Some(kind) = cause.unit_kind() {
            let unit = usize::from(TABLES.units_of[cell][kind]);
            let gone = before.places[unit][digit] & !now.places[unit][digit];
            cells_at(unit, gone).for_each(|gone| add(candidate(gone, digit)));
        } else {
            each(before.cell[cell] & !now.cell[cell]).for_each(|gone| add(candidate(cell, gone)));
        }
    }

    fn side(&self, is_on: bool) -> &Side {
        if is_on { &self.on } else { &self.off }
    }

    /// The candidates that are on, or those that are off.
    pub fn set(&self, is_on: bool) -> &CandidateSet {
        &self.side(is_on).set
    }

    /// One of the same candidates, in the order of entry.
    pub fn target(&self, is_on: bool, position: usize) -> Option<Candidate> {
        let &node = self.side(is_on).list.get(position)?;
        Some(self.nodes.candidate(node))
    }

    /// The node of a conclusion that follows.
    pub fn node(&self, conclusion: Conclusion) -> NodeId {
        self.side(conclusion.is_on).at[usize::from(conclusion.target)]
    }

    pub fn clash(&self) -> Option<Clash> {
        self.clash
    }

    /// What the chain up to a node has at least.
    pub fn least_size(&self, node: NodeId) -> LeastSize {
        self.nodes.least_size(node)
    }

    /// Adds the chain up to a node to a size.
    pub fn measure(&self, node: NodeId, total: &mut TotalSize) {
        self.nodes.measure(node, total);
    }

    /// The links of the chains up to some nodes, each after those that it needs.
    pub fn links(&self, ends: Vec<NodeId>) -> Vec<ChainLink> {
        self.nodes.links(ends)
    }

    /// Visits the chain up to a node, by the distance from it, each candidate with its cause.
    pub fn walk(&self, node: NodeId, visit: impl FnMut(Conclusion, Cause)) {
        self.nodes.walk(node, visit);
    }
}
