//! Which candidates can follow from which by simple chains: where there is no chain, none is searched for.
//!
//! The implications of a grid are a graph: a candidate that is on leads to what it turns off, one that is
//! off to what it turns on. Its strongly connected parts (Tarjan, *Depth-first search and linear graph
//! algorithms*, 1972) are found in such an order that what follows from a part is known when it is closed.
//! This is exact for forcing chains, because an implication that holds also holds backwards; for cycles it
//! says through which candidates they can lead.

use super::{CandidateSet, links::AllStrongLinks};
use crate::board::{
    CANDIDATES, Candidate, Marks, TABLES, candidate, cell_of, digit_of, each, each_cell,
};

/// A node of the graph: a candidate that is on, or `CANDIDATES` more for one that is off.
type Node = u16;

const NODES: usize = 2 * CANDIDATES;
const OFF: Node = CANDIDATES as Node;
const NONE: u16 = u16::MAX;

pub struct Reach {
    marks: Marks,
    /// The candidates that turn another one on if they are off.
    active: CandidateSet,
    /// Whether the closures are wanted with what they turn off.
    wants_off: bool,
    search: DepthFirst,
    parts: Vec<Part>,
    /// The number of the part of each node.
    part_of: Box<[u16; NODES]>,
    /// For parts with a cycle, the candidates that are off in them.
    cycles: Vec<CandidateSet>,
}

/// A strongly connected part.
struct Part {
    /// The candidates that are on and follow from the part, its own included.
    on: CandidateSet,
    /// What these turn off, if wanted.
    off: CandidateSet,
    /// The position in `cycles`, or `NONE`.
    cycle: u16,
}

/// The state of the depth-first search.
struct DepthFirst {
    edges: Vec<Node>,
    /// Where the edges of a node are.
    ranges: Box<[Range; NODES]>,
    /// The order in which the nodes were opened, and the lowest that each leads back to.
    order: Box<[u16; NODES]>,
    low: Box<[u16; NODES]>,
    opened: u16,
    /// The nodes that are in no part yet.
    stack: Vec<Node>,
    calls: Vec<Call>,
}

#[derive(Clone, Copy)]
struct Range {
    begin: u32,
    end: u32,
}

struct Call {
    node: Node,
    next_edge: u32,
}

impl Reach {
    pub fn new(wants_off: bool) -> Self {
        Self {
            marks: Marks::none(),
            active: CandidateSet::EMPTY,
            wants_off,
            search: DepthFirst {
                edges: Vec::new(),
                ranges: Box::new([Range { begin: 0, end: 0 }; NODES]),
                order: Box::new([NONE; NODES]),
                low: Box::new([0; NODES]),
                opened: 0,
                stack: Vec::new(),
                calls: Vec::new(),
            },
            parts: Vec::new(),
            part_of: Box::new([NONE; NODES]),
            cycles: Vec::new(),
        }
    }

    /// Finds all parts of a grid.
    pub fn set(&mut self, marks: &Marks, links: &AllStrongLinks) {
        self.marks.clone_from(marks);
        self.active = CandidateSet::EMPTY;
        let candidates =
            || (0..81).flat_map(|cell| each(marks.cell[cell]).map(move |d| candidate(cell, d)));
        for own in candidates().filter(|&own| !links.of(own).as_slice().is_empty()) {
            self.active.insert(own);
        }
        self.search.order.fill(NONE);
        self.search.edges.clear();
        self.search.opened = 0;
        self.part_of.fill(NONE);
        self.parts.clear();
        self.cycles.clear();
        for root in candidates() {
            if self.search.order[usize::from(root)] == NONE {
                self.explore(root, links);
            }
        }
    }

    /// Finds the parts that follow from a node, each after all that follow from it.
    fn explore(&mut self, root: Node, links: &AllStrongLinks) {
        self.open(root, links);
        while let Some(call) = self.search.calls.last_mut() {
            let node = usize::from(call.node);
            if call.next_edge < self.search.ranges[node].end {
                let to = self.search.edges[call.next_edge as usize];
                call.next_edge += 1;
                if self.search.order[usize::from(to)] == NONE {
                    self.open(to, links);
                } else if self.part_of[usize::from(to)] == NONE {
                    self.search.lower(node, self.search.order[usize::from(to)]);
                }
                continue;
            }
            self.search.calls.pop();
            let low = self.search.low[node];
            if let Some(parent) = self.search.calls.last() {
                self.search.lower(usize::from(parent.node), low);
            }
            if low == self.search.order[node] {
                self.close(node as Node);
            }
        }
    }

    fn open(&mut self, node: Node, links: &AllStrongLinks) {
        let search = &mut self.search;
        search.order[usize::from(node)] = search.opened;
        search.low[usize::from(node)] = search.opened;
        search.opened += 1;
        search.stack.push(node);
        let begin = search.edges.len() as u32;
        if node < OFF {
            let (cell, digit) = (cell_of(node), digit_of(node));
            let active = &self.active.0;
            let in_cell = each(self.marks.cell[cell] & !(1 << digit))
                .filter(|&other| active[other] >> cell & 1 == 1)
                .map(|other| OFF + candidate(cell, other));
            search.edges.extend(in_cell);
            let seen = each_cell(active[digit] & TABLES.peers[cell]);
            search.edges.extend(seen.map(|other| OFF + candidate(other, digit)));
        } else {
            search.edges.extend(links.of(node - OFF).as_slice().iter().map(|link| link.to));
        }
        let end = search.edges.len() as u32;
        search.ranges[usize::from(node)] = Range { begin, end };
        search.calls.push(Call { node, next_edge: begin });
    }

    /// Makes a part of the nodes that were opened since a node.
    fn close(&mut self, node: Node) {
        let number = self.parts.len() as u16;
        let begin = self.search.stack.iter().rposition(|&other| other == node).unwrap_or(0);
        let [mut on, mut off, mut own_off] = [CandidateSet::EMPTY; 3];
        let mut on_count = 0;
        for &member in &self.search.stack[begin..] {
            self.part_of[usize::from(member)] = number;
            if member >= OFF {
                own_off.insert(member - OFF);
                continue;
            }
            on.insert(member);
            on_count += 1;
            if self.wants_off {
                let (cell, digit) = (cell_of(member), digit_of(member));
                off.0[digit] |= self.marks.digit[digit] & TABLES.peers[cell];
                for other in each(self.marks.cell[cell] & !(1 << digit)) {
                    off.0[other] |= 1 << cell;
                }
            }
        }
        for &member in &self.search.stack[begin..] {
            let Range { begin, end } = self.search.ranges[usize::from(member)];
            for &to in &self.search.edges[begin as usize..end as usize] {
                let other = self.part_of[usize::from(to)];
                if other != number {
                    on.join(&self.parts[usize::from(other)].on);
                    if self.wants_off {
                        off.join(&self.parts[usize::from(other)].off);
                    }
                }
            }
        }
        let mut cycle = NONE;
        if on_count > 1 {
            cycle = self.cycles.len() as u16;
            self.cycles.push(own_off);
        }
        self.parts.push(Part { on, off, cycle });
        self.search.stack.truncate(begin);
    }

    fn part(&self, candidate: Candidate) -> &Part {
        &self.parts[usize::from(self.part_of[usize::from(candidate)])]
    }

    /// Whether one of some candidates that are on turns a candidate off.
    fn turns_one_off(&self, on: &CandidateSet, off: Candidate) -> bool {
        let (cell, digit) = (cell_of(off), digit_of(off));
        on.0[digit] & TABLES.peers[cell] != 0
            || each(self.marks.cell[cell] & !(1 << digit)).any(|other| on.0[other] >> cell & 1 == 1)
    }

    /// Whether a candidate turns itself off if it is on.
    pub fn turns_off(&self, candidate: Candidate) -> bool {
        self.turns_one_off(&self.part(candidate).on, candidate)
    }

    /// Whether a candidate turns itself on if it is off.
    pub fn turns_on(&self, candidate: Candidate, links: &AllStrongLinks) -> bool {
        let links = links.of(candidate).as_slice();
        let mut on = CandidateSet::EMPTY;
        for link in links {
            on.join(&self.part(link.to).on);
        }
        links.iter().any(|link| self.turns_one_off(&on, link.to))
    }

    /// What goes on if a candidate is on; the closure itself stops earlier if it turns itself off.
    pub fn on(&self, candidate: Candidate) -> &CandidateSet {
        &self.part(candidate).on
    }

    /// What goes off, in the same way. Empty unless wanted.
    pub fn off(&self, candidate: Candidate) -> &CandidateSet {
        &self.part(candidate).off
    }

    /// The candidates that can be off in a cycle through a candidate, if there can be one.
    pub fn cycle(&self, candidate: Candidate) -> Option<&CandidateSet> {
        self.cycles.get(usize::from(self.part(candidate).cycle))
    }
}

impl DepthFirst {
    fn lower(&mut self, node: usize, to: u16) {
        self.low[node] = self.low[node].min(to);
    }
}
