//! The nodes of a closure, with their parents: those from which they follow.

use super::{NestedSize, TotalSize};
use crate::{
    board::Candidate,
    chains::{Conclusion, links::Cause},
};
use std::collections::BTreeSet;
use sudomill_puzzle::solving::ChainLink;

/// The position of a node. Parents come before their children.
pub type NodeId = u16;

/// The most nodes that a closure can have, each candidate on and off and the one of a clash, in words.
const WORDS: usize = (2 * crate::board::CANDIDATES + 1).div_ceil(64);

#[derive(Clone, Copy)]
struct Node {
    candidate: Candidate,
    is_on: bool,
    cause: Cause,
    first_parent: u32,
    parent_count: u16,
    /// The least number of candidates in the chain up to here.
    least: u16,
    /// The nested chain by which the node follows: its position in `nested` plus one, or 0.
    nested: u32,
    /// What nested chains add at least.
    least_nested: u32,
}

#[derive(Default)]
pub struct Nodes {
    nodes: Vec<Node>,
    parents: Vec<NodeId>,
    nested: Vec<NestedSize>,
}

/// A lower bound for the size of a chain.
#[derive(Clone, Copy, Default)]
pub struct LeastSize {
    /// Of its own candidates.
    pub own: u32,
    /// Of nested chains, which several chains may share.
    pub nested: u32,
}

impl LeastSize {
    pub fn sum(self) -> u32 {
        self.own + self.nested
    }

    /// That of two chains together.
    pub fn and(self, other: Self) -> Self {
        Self { own: self.own + other.own, nested: self.nested.max(other.nested) }
    }
}

impl Nodes {
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.parents.clear();
        self.nested.clear();
    }

    fn get(&self, node: NodeId) -> &Node {
        &self.nodes[usize::from(node)]
    }

    pub fn candidate(&self, node: NodeId) -> Candidate {
        self.get(node).candidate
    }

    pub fn is_on(&self, node: NodeId) -> bool {
        self.get(node).is_on
    }

    pub fn conclusion(&self, node: NodeId) -> Conclusion {
        let node = self.get(node);
        Conclusion { target: node.candidate, is_on: node.is_on }
    }

    pub fn least_size(&self, node: NodeId) -> LeastSize {
        let node = self.get(node);
        LeastSize { own: node.least.into(), nested: node.least_nested }
    }

    /// Where the parents begin that are added next.
    pub fn begin_parents(&self) -> usize {
        self.parents.len()
    }

    pub fn add_parent(&mut self, parent: NodeId) {
        self.parents.push(parent);
    }

    /// Notes a nested chain by which nodes follow.
    pub fn add_nested(&mut self, size: NestedSize) -> u32 {
        self.nested.push(size);
        self.nested.len() as u32
    }

    /// Adds a node with all parents from `first_parent` on, and the number of a nested chain.
    pub fn push(
        &mut self,
        conclusion: Conclusion,
        cause: Cause,
        first_parent: usize,
        nested: Option<u32>,
    ) -> NodeId {
        let parents = &self.parents[first_parent..];
        let mut node = Node {
            candidate: conclusion.target,
            is_on: conclusion.is_on,
            cause,
            first_parent: first_parent as u32,
            parent_count: parents.len() as u16,
            least: 0,
            nested: nested.unwrap_or(0),
            least_nested: nested.map_or(0, |number| self.nested[number as usize - 1].size),
        };
        for &parent in parents {
            let parent = self.get(parent);
            node.least = node.least.max(parent.least);
            node.least_nested = node.least_nested.max(parent.least_nested);
        }
        node.least += 1;
        self.add(node)
    }

    fn add(&mut self, node: Node) -> NodeId {
        self.nodes.push(node);
        (self.nodes.len() - 1) as NodeId
    }

    /// What the nodes have in common that follow from one alone and go off.
    pub fn child_of(&mut self, parent: NodeId) -> Child {
        let first_parent = self.parents.len() as u32;
        self.parents.push(parent);
        let parent = *self.get(parent);
        Child(Node {
            is_on: false,
            first_parent,
            parent_count: 1,
            least: parent.least + 1,
            nested: 0,
            ..parent
        })
    }

    pub fn push_child(&mut self, child: Child, candidate: Candidate, cause: Cause) -> NodeId {
        self.add(Node { candidate, cause, ..child.0 })
    }

    fn parents_of(&self, node: NodeId) -> &[NodeId] {
        let node = self.get(node);
        &self.parents[node.first_parent as usize..][..usize::from(node.parent_count)]
    }

    /// Adds the number of candidates in the chain up to a node, and the nested ones that are not in the size
    /// yet.
    pub fn measure(&self, node: NodeId, total: &mut TotalSize) {
        let mut waiting = [0u64; WORDS];
        let last = usize::from(node) / 64;
        waiting[last] = 1 << (node % 64);
        // From the last node down: the parents of a node come before it.
        for word in (0..=last).rev() {
            while waiting[word] != 0 {
                let bit = waiting[word].ilog2();
                waiting[word] &= !(1 << bit);
                let at = (word as NodeId) * 64 + bit as NodeId;
                for &parent in self.parents_of(at) {
                    waiting[usize::from(parent) / 64] |= 1 << (parent % 64);
                }
                total.size += 1;
                if let Some(number) = self.get(at).nested.checked_sub(1) {
                    total.add_nested(self.nested[number as usize]);
                }
            }
        }
    }

    pub fn links(&self, mut waiting: Vec<NodeId>) -> Vec<ChainLink> {
        let mut inside = BTreeSet::new();
        while let Some(node) = waiting.pop() {
            if inside.insert(node) {
                waiting.extend_from_slice(self.parents_of(node));
            }
        }
        let to = |node| {
            let from = self.parents_of(node).iter().map(|&parent| self.conclusion(parent));
            from.filter_map(move |from| from.link_to(self.conclusion(node)))
        };
        inside.into_iter().flat_map(to).collect()
    }

    pub fn walk(&self, node: NodeId, mut visit: impl FnMut(Conclusion, Cause)) {
        let mut seen = vec![false; self.nodes.len()];
        let mut waiting = vec![node];
        let mut next = 0;
        while let Some(&node) = waiting.get(next) {
            next += 1;
            if !std::mem::replace(&mut seen[usize::from(node)], true) {
                visit(self.conclusion(node), self.get(node).cause);
                waiting.extend_from_slice(self.parents_of(node));
            }
        }
    }
}

/// A node without its candidate.
#[derive(Clone, Copy)]
pub struct Child(Node);
