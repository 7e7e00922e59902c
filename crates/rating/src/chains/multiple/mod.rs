//! Conclusions from several closures: nishio, multiple and dynamic forcing chains.
//!
//! ```text
//!              ┌─► on  ──► … ──► X and not X    contradiction: the candidate is off
//! a candidate ─┤
//!              └─► off ──► … ──► Y              double: Y follows from on and from off
//!
//!              ┌─► 1 ──► … ──► Y
//! a cell 125 ──┼─► 2 ──► … ──► Y                cell: Y follows from every candidate
//!              └─► 5 ──► … ──► Y
//!
//! a digit ─────┬─► r1c3 ──► … ──► Y
//! in box 1     └─► r2c1 ──► … ──► Y             region: Y follows from every place
//! ```
//!
//! | kind | rating | links, grid, rules |
//! | --- | --- | --- |
//! | nishio | 7.5 | of one digit in units, in a grid that changes; only contradictions |
//! | multiple | 8.0 | all, in a grid that does not change; only cells and regions |
//! | dynamic | 8.5 | all, in a grid that changes |
//! | dynamic + | 9.0 | and intersections, pairs, X-wings |
//! | … + simple chains | 9.5 | and simple chains |
//! | … + multiple chains | 10.0 | and multiple chains |
//! | … + dynamic chains | 10.5 | as dynamic +, and dynamic chains |
//!
//! The best conclusion of a whole search is the one with the fewest candidates in its chains
//! ([`length`]).

mod closures;
mod nishio;

use super::{
    CandidateSet, Conclusion, REMOVALS,
    closure::{ChainKind, Closure, LeastSize, Nest, NodeId, Rules, Setting, TotalSize},
    finds::{Find, Finds},
    links::{AllStrongLinks, Cause, LinkKinds, WeakLinks},
    reach::Reach,
};
use crate::{
    Technique,
    board::*,
    length,
    step::{Pattern, Step},
};
use closures::{ClosureId, Closures};
use nishio::Nishio;
use sudomill_puzzle::solving::ChainLink;

/// The search for chains of a kind, with its memory.
#[derive(Default)]
pub struct Multiple {
    closures: Closures,
    finds: Finds<Rank, Found>,
    total: TotalSize,
    nishio: Nishio,
    links: AllStrongLinks,
    /// For static chains, what follows from what.
    reach: Reach,
}

/// What conclusions are ordered by. The rating of a kind of chains grows with the size.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub struct Rank {
    pub size: u32,
    key: u8,
}

#[derive(Clone, Copy)]
pub struct Found {
    pub conclusion: Conclusion,
    proof: Proof,
}

/// Why something follows.
#[derive(Clone, Copy)]
enum Proof {
    /// The assumption of the opposite leads to a clash.
    Clash(Conclusion),
    /// It follows whether a candidate is on or off.
    Double(Candidate),
    /// It follows from every candidate of a cell.
    Cell(usize),
    /// It follows from every place of a digit in a unit.
    Unit { unit: usize, digit: usize },
}

impl Proof {
    /// What comes first among conclusions of the same size.
    fn key(self) -> u8 {
        match self {
            Self::Double(_) => 1,
            Self::Cell(_) => 5,
            Self::Unit { .. } => 6,
            Self::Clash(_) => 7,
        }
    }

    fn technique(self, kind: ChainKind) -> Technique {
        match (kind, self) {
            (ChainKind::Nishio, _) => Technique::Nishio,
            (ChainKind::Static, Self::Unit { .. }) => Technique::RegionChains,
            (ChainKind::Static, _) => Technique::CellChains,
            (ChainKind::Dynamic(Rules::None), Self::Clash(_)) => Technique::DynamicContradiction,
            (ChainKind::Dynamic(Rules::None), Self::Double(_)) => Technique::DynamicDouble,
            (ChainKind::Dynamic(Rules::None), Self::Cell(_)) => Technique::DynamicCell,
            (ChainKind::Dynamic(Rules::None), Self::Unit { .. }) => Technique::DynamicRegion,
            (ChainKind::Dynamic(Rules::Patterns), _) => Technique::DynamicPlus,
            (ChainKind::Dynamic(Rules::Simple), _) => Technique::DynamicWithChains,
            (ChainKind::Dynamic(Rules::Multiple), _) => Technique::DynamicWithMultiple,
            (ChainKind::Dynamic(Rules::Dynamic(_)), _) => Technique::DynamicWithDynamic,
        }
    }

    /// The candidates that are assumed.
    fn pattern(self, setting: &Setting) -> Pattern {
        let marks = setting.marks;
        match self {
            Self::Clash(Conclusion { target: source, .. }) | Self::Double(source) => {
                Pattern::of_cells(1 << cell_of(source), 1 << digit_of(source))
            }
            Self::Cell(cell) => Pattern::of_cells(1 << cell, marks.cell[cell]),
            Self::Unit { unit, digit } => {
                let cells = marks.digit[digit] & TABLES.unit[unit];
                Pattern::of_cells(cells, 1 << digit).in_unit(unit)
            }
        }
    }
}

/// One search.
struct Search<'a> {
    setting: Setting<'a>,
    kind: ChainKind,
    memory: &'a mut Multiple,
    nest: &'a mut dyn Nest,
}

impl Multiple {
    /// The best conclusion.
    pub fn step(&mut self, setting: Setting, kind: ChainKind, nest: &mut dyn Nest) -> Option<Step> {
        self.finds.start(None);
        Search { setting, kind, memory: self, nest }.run();
        let &Find { chain: Found { conclusion, proof }, rank, .. } = self.finds.best()?;
        let removed = vec![conclusion.removed(setting.marks)];
        let technique = proof.technique(kind);
        let step = Step::remove(technique, removed, proof.pattern(&setting))?;
        let rating = length::rating(technique.lowest(), rank.size as usize);
        Some(step.with_rating(rating).with_placed(conclusion.is_on.then_some(conclusion.target)))
    }

    /// Searches the best conclusion for each set of candidates that conclusions remove.
    pub fn search_all(&mut self, setting: Setting, kind: ChainKind, nest: &mut dyn Nest) {
        self.finds.start(Some(REMOVALS));
        Search { setting, kind, memory: self, nest }.run();
    }

    /// What [`Self::search_all`] has found, the best first.
    pub fn ranked(&self) -> Vec<&Find<Rank, Found>> {
        self.finds.ranked()
    }

    /// The links of the conclusion that [`Self::step`] has found, of each assumption from which one leads to it.
    pub fn links(&self, setting: &Setting) -> Vec<Vec<ChainLink>> {
        let Some(&Find { chain: found, .. }) = self.finds.best() else { return Vec::new() };
        // Both ends of a clash follow from the same assumption.
        let ends = if let Proof::Clash(_) = found.proof { 2 } else { 1 };
        let of_one = |chains: &[Chain]| {
            let ends = chains.iter().map(|chain| chain.node).collect();
            chains[0].closure.links(ends)
        };
        let chains = self.chains(setting, found);
        chains.chunks(ends).map(of_one).filter(|links| !links.is_empty()).collect()
    }

    /// The chains of a conclusion that a search has found.
    pub fn chains(&self, setting: &Setting, found: Found) -> Vec<Chain<'_>> {
        let marks = setting.marks;
        let from = |target: Candidate, is_on: bool, source_cause: Cause| {
            let closure = self.closures.get(Conclusion { target, is_on });
            Chain { closure, node: closure.node(found.conclusion), source_cause }
        };
        match found.proof {
            Proof::Clash(assumption) => {
                let closure = self.closures.get(assumption);
                let ends = closure.clash().into_iter().flat_map(|clash| [clash.on, clash.off]);
                let source_cause = Cause::Assumption;
                ends.map(|node| Chain { closure, node, source_cause }).collect()
            }
            Proof::Double(source) => {
                [true, false].map(|is_on| from(source, is_on, Cause::Assumption)).into()
            }
            Proof::Cell(cell) => {
                let sources = each(marks.cell[cell]).map(|digit| candidate(cell, digit));
                sources.map(|source| from(source, true, Cause::Cell)).collect()
            }
            Proof::Unit { unit, digit } => {
                let cells = cells_at(unit, marks.places[unit][digit]);
                let sources = cells.map(|cell| candidate(cell, digit));
                sources.map(|source| from(source, true, Cause::UNITS[unit / 9])).collect()
            }
        }
    }
}

/// A chain of a conclusion.
pub struct Chain<'a> {
    closure: &'a Closure,
    node: NodeId,
    /// What counts as the cause of the assumption.
    source_cause: Cause,
}

impl Chain<'_> {
    /// Visits the candidates from the last one on, with their causes.
    pub fn walk(&self, mut visit: impl FnMut(Conclusion, Cause)) {
        self.closure.walk(self.node, |conclusion, cause| match cause {
            Cause::Assumption => visit(conclusion, self.source_cause),
            _ => visit(conclusion, cause),
        });
    }
}

/// The last node of a chain of a conclusion.
#[derive(Clone, Copy, Default)]
struct End {
    closure: ClosureId,
    node: NodeId,
}

impl Search<'_> {
    fn run(&mut self) {
        let marks = self.setting.marks;
        self.memory.closures.start();
        match self.kind {
            ChainKind::Nishio => self.nishio(),
            ChainKind::Dynamic(_) => self.cells(None),
            ChainKind::Static => {
                let mut reach = std::mem::take(&mut self.memory.reach);
                self.memory.links.set(marks);
                reach.set(marks, &self.memory.links, LinkKinds::ALL, true);
                self.cells(Some(&reach));
                self.memory.reach = reach;
            }
        }
    }

    /// The conclusions from all cells, and from the units in which a cell is the first place of a digit. With
    /// `reach`, only those of cells and units.
    fn cells(&mut self, reach: Option<&Reach>) {
        let marks = self.setting.marks;
        let least = if reach.is_none() { 2 } else { 3 };
        for cell in (0..81).filter(|&cell| marks.count(cell) >= least) {
            for digit in each(marks.cell[cell]) {
                if self.setting.stop.is_set() {
                    return;
                }
                if reach.is_none() {
                    self.on_and_off(candidate(cell, digit));
                }
                self.regions(cell, digit, reach);
            }
            let sources = each(marks.cell[cell]).map(|digit| candidate(cell, digit));
            self.common(sources, Proof::Cell(cell), reach);
        }
    }

    /// The closures of the assumptions with which nishio has a clash.
    fn nishio(&mut self) {
        self.memory.nishio.set(self.setting.marks);
        for target in self.setting.marks.candidates() {
            for is_on in [true, false] {
                let assumption = Conclusion { target, is_on };
                if self.memory.nishio.has_clash(assumption) && !self.setting.stop.is_set() {
                    self.contradiction(assumption);
                }
            }
        }
    }

    /// The closure of an assumption, which is followed when it is first asked for.
    fn closure(&mut self, assumption: Conclusion) -> ClosureId {
        let closures = &mut self.memory.closures;
        if let Some(known) = closures.find(assumption) {
            return known;
        }
        let id = closures.add(assumption);
        closures[id].run(&self.setting, self.kind, assumption, self.nest);
        id
    }

    fn on(&mut self, candidate: Candidate) -> ClosureId {
        self.closure(Conclusion { target: candidate, is_on: true })
    }

    /// The conclusions from a candidate and its absence.
    fn on_and_off(&mut self, source: Candidate) {
        let on = self.contradiction(Conclusion { target: source, is_on: true });
        let has_double = self.setting.marks.count(cell_of(source)) >= 3;
        if self.needs_off(source, on, has_double) {
            let off = self.contradiction(Conclusion { target: source, is_on: false });
            if has_double {
                self.conclude(&[on, off], Proof::Double(source));
            }
        }
    }

    /// Follows an assumption, which is wrong if there is a clash.
    fn contradiction(&mut self, assumption: Conclusion) -> ClosureId {
        let closure = self.closure(assumption);
        if let Some(clash) = self.memory.closures[closure].clash() {
            let conclusion = Conclusion { is_on: !assumption.is_on, ..assumption };
            let ends = [clash.on, clash.off].map(|node| End { closure, node });
            self.offer(Found { conclusion, proof: Proof::Clash(assumption) }, &ends);
        }
        closure
    }

    /// Whether a candidate that is off can lead to a find. Everything that follows from it follows from each
    /// candidate that turns it off, unless that leads to a clash, or other chains are rules.
    fn needs_off(&mut self, source: Candidate, on: ClosureId, has_double: bool) -> bool {
        if self.kind.nests_chains() {
            return true;
        }
        let marks = self.setting.marks;
        let mut ons = *self.memory.closures[on].set(true);
        let mut offs = *self.memory.closures[on].set(false);
        let mut may_clash = true;
        for other in WeakLinks::of(marks, source, LinkKinds::ALL).targets() {
            let other = self.on(other);
            let closure = &self.memory.closures[other];
            if closure.clash().is_none() {
                may_clash = false;
                ons.meet(closure.set(true));
                offs.meet(closure.set(false));
                if !has_double || (ons.is_empty() && offs.is_empty()) {
                    return false;
                }
            }
        }
        may_clash || has_double
    }

    /// What follows from all places of a digit in the units in which a cell is the first of them.
    fn regions(&mut self, cell: usize, digit: usize, reach: Option<&Reach>) {
        for unit in TABLES.units_of[cell].map(usize::from) {
            let places = self.setting.marks.places[unit][digit];
            let is_first = lowest(places) == usize::from(TABLES.place[cell][unit / 9]);
            if is_first && count(places) >= 2 {
                let sources = cells_at(unit, places).map(|cell| candidate(cell, digit));
                self.common(sources, Proof::Unit { unit, digit }, reach);
            }
        }
    }

    /// What follows from all of some candidates, of which one is on.
    fn common(
        &mut self,
        sources: impl Iterator<Item = Candidate> + Clone,
        proof: Proof,
        reach: Option<&Reach>,
    ) {
        if reach.is_some_and(|reach| !self.may_meet(sources.clone(), reach)) {
            return;
        }
        let mut closures = [0; 9];
        let mut source_count = 0;
        for source in sources {
            closures[source_count] = self.on(source);
            source_count += 1;
        }
        self.conclude(&closures[..source_count], proof);
    }

    /// Whether something follows from all of some candidates in a grid that does not change.
    fn may_meet(&mut self, mut sources: impl Iterator<Item = Candidate>, reach: &Reach) -> bool {
        let mut common = reach.common();
        sources.all(|source| {
            if !reach.turns_off(source) {
                return common.meet(source);
            }
            // The closure ends at a clash, so it lacks something.
            let id = self.on(source);
            let closure = &self.memory.closures[id];
            common.meet_sets(closure.set(true), closure.set(false))
        })
    }

    /// Offers what follows in all of some closures, in the order of the first one: what is on, what is off.
    fn conclude(&mut self, ids: &[ClosureId], proof: Proof) {
        for is_on in [true, false] {
            let mut all = CandidateSet::ALL;
            for &id in ids {
                all.meet(self.memory.closures[id].set(is_on));
            }
            if all.is_empty() {
                continue;
            }
            let mut position = 0;
            while let Some(target) = self.memory.closures[ids[0]].target(is_on, position) {
                position += 1;
                if all.contains(target) {
                    let conclusion = Conclusion { target, is_on };
                    let mut ends = [End::default(); 9];
                    for (end, &closure) in ends.iter_mut().zip(ids) {
                        let node = self.memory.closures[closure].node(conclusion);
                        *end = End { closure, node };
                    }
                    self.offer(Found { conclusion, proof }, &ends[..ids.len()]);
                }
            }
        }
    }

    /// Keeps a conclusion if its chains are better than those of the last one.
    fn offer(&mut self, found: Found, ends: &[End]) {
        let marks = self.setting.marks;
        if found.conclusion.removed(marks).digits == 0 {
            return;
        }
        let Multiple { closures, finds, total, .. } = &mut *self.memory;
        let slot = Some(found.conclusion.removal_number(marks));
        let key = found.proof.key();
        let least = ends.iter().map(|end| closures[end.closure].least_size(end.node));
        let least = least.fold(LeastSize::default(), LeastSize::and);
        if !finds.wants(slot, Rank { size: least.sum(), key }) {
            return;
        }
        total.reset();
        for end in ends {
            closures[end.closure].measure(end.node, total);
        }
        let rank = Rank { size: total.size, key };
        if finds.wants(slot, rank) {
            finds.keep(slot, rank, found);
        }
    }
}
