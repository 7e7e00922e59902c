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
//! ([`super::length`]).

mod closures;
mod finds;
mod nishio;

pub use finds::{Find, Found};

use super::{
    CandidateSet, Conclusion,
    closure::{ChainKind, Closure, LeastSize, Nest, NodeId, Rules, Setting, TotalSize},
    length,
    links::Cause,
    reach::Reach,
};
use crate::{
    Technique,
    board::{
        Candidate, TABLES, candidate, cell_of, cells_at, count, digit_of, each, each_cell, lowest,
    },
    step::{Pattern, Step},
};
use closures::{ClosureId, Closures};
use finds::{End, Finds, Proof, Rank};
use nishio::Nishio;

/// The search for chains of a kind, with its memory.
#[derive(Default)]
pub struct Multiple {
    closures: Closures,
    finds: Finds,
    nishio: Nishio,
    total: TotalSize,
}

/// What a search is given.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    pub setting: Setting<'a>,
    pub kind: ChainKind,
    /// For static chains, what follows from what in the grid.
    pub reach: Option<&'a Reach>,
}

/// One search.
struct Search<'a> {
    task: Task<'a>,
    memory: &'a mut Multiple,
    nest: &'a mut dyn Nest,
}

impl Multiple {
    /// The best conclusion.
    pub fn step(&mut self, task: Task, nest: &mut dyn Nest) -> Option<Step> {
        self.finds.start(false);
        Search { task, memory: self, nest }.run();
        let Find { found, rank, .. } = self.finds.best()?;
        let Setting { marks, .. } = task.setting;
        let Conclusion { target, is_on } = found.conclusion;
        let technique = technique(task.kind, found.proof);
        let pattern = match found.proof {
            Proof::Clash(Conclusion { target: source, .. }) | Proof::Double { source } => {
                Pattern::of_cells(1 << cell_of(source), 1 << digit_of(source))
            }
            Proof::Cell(cell) => Pattern::of_cells(1 << cell, marks.cell[cell]),
            Proof::Unit { unit, digit } => {
                let cells = marks.digit[digit] & TABLES.unit[unit];
                Pattern::of_cells(cells, 1 << digit).in_unit(unit)
            }
        };
        let step = Step::remove(technique, vec![found.conclusion.removed(marks)], pattern)?;
        let rating = length::rating(technique.lowest(), rank.size as usize);
        Some(step.with_rating(rating).with_placed(is_on.then_some(target)))
    }

    /// The best conclusion for each set of candidates that conclusions remove, the best first.
    pub fn all(&mut self, task: Task, nest: &mut dyn Nest) -> Vec<Find> {
        self.finds.start(true);
        Search { task, memory: self, nest }.run();
        self.finds.all()
    }

    /// The chains of a conclusion that [`Self::all`] has returned.
    pub fn chains(&self, setting: &Setting, found: Found) -> Vec<Chain<'_>> {
        let marks = setting.marks;
        let conclusion = found.conclusion;
        let on = |source: Candidate, source_cause: Cause| {
            let closure = self.closures.get(Conclusion { target: source, is_on: true });
            Chain { closure, node: closure.node(conclusion), source_cause }
        };
        match found.proof {
            Proof::Clash(assumption) => {
                let closure = self.closures.get(assumption);
                let ends = closure.clash().into_iter().flat_map(|clash| [clash.on, clash.off]);
                let source_cause = Cause::Assumption;
                ends.map(|node| Chain { closure, node, source_cause }).collect()
            }
            Proof::Double { source } => {
                let closure = self.closures.get(Conclusion { target: source, is_on: false });
                let (node, source_cause) = (closure.node(conclusion), Cause::Assumption);
                vec![on(source, source_cause), Chain { closure, node, source_cause }]
            }
            Proof::Cell(cell) => each(marks.cell[cell])
                .map(|digit| on(candidate(cell, digit), Cause::Cell))
                .collect(),
            Proof::Unit { unit, digit } => cells_at(unit, marks.places[unit][digit])
                .map(|cell| on(candidate(cell, digit), Cause::UNITS[unit / 9]))
                .collect(),
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
    /// The last candidate.
    pub fn end(&self) -> Conclusion {
        self.closure.conclusion(self.node)
    }

    /// Visits the candidates from the last one on, with their causes.
    pub fn walk(&self, mut visit: impl FnMut(Conclusion, Cause)) {
        self.closure.walk(self.node, |conclusion, cause| match cause {
            Cause::Assumption => visit(conclusion, self.source_cause),
            _ => visit(conclusion, cause),
        });
    }
}

impl Search<'_> {
    fn run(&mut self) {
        let Setting { marks, stop, .. } = self.task.setting;
        self.memory.closures.start(self.memory.finds.keeps_all());
        if self.task.kind == ChainKind::Nishio {
            return self.nishio();
        }
        let is_dynamic = self.task.kind.is_dynamic();
        let least = if is_dynamic { 2 } else { 3 };
        for cell in (0..81).filter(|&cell| marks.count(cell) >= least) {
            for digit in each(marks.cell[cell]) {
                if stop.is_set() {
                    return;
                }
                if is_dynamic {
                    self.on_and_off(candidate(cell, digit));
                }
                self.regions(cell, digit);
            }
            let sources = each(marks.cell[cell]).map(|digit| candidate(cell, digit));
            self.common(sources, Proof::Cell(cell));
        }
    }

    /// The closures of the digits with which nishio has a clash.
    fn nishio(&mut self) {
        let Setting { marks, stop, .. } = self.task.setting;
        self.memory.nishio.set(marks);
        for cell in 0..81 {
            for digit in each(marks.cell[cell]) {
                let target = candidate(cell, digit);
                for is_on in [true, false] {
                    if self.memory.nishio.has_clash(target, is_on) && !stop.is_set() {
                        self.contradiction(Conclusion { target, is_on });
                    }
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
        // A rule can turn off a candidate near the assumption late, so with rules everything is followed.
        let follows_all = self.memory.finds.keeps_all() || self.task.kind.has_rules();
        let limit = if follows_all { u32::MAX } else { self.memory.finds.best_size() };
        let Task { setting, kind, .. } = &self.task;
        closures[id].run(setting, *kind, assumption, limit, self.nest);
        id
    }

    fn on(&mut self, candidate: Candidate) -> ClosureId {
        self.closure(Conclusion { target: candidate, is_on: true })
    }

    /// The conclusions from a candidate and its absence.
    fn on_and_off(&mut self, source: Candidate) {
        let on = self.contradiction(Conclusion { target: source, is_on: true });
        let has_double = self.task.setting.marks.count(cell_of(source)) >= 3;
        if self.needs_off(source, on, has_double) {
            let off = self.contradiction(Conclusion { target: source, is_on: false });
            if has_double {
                self.conclude(&[on, off], Proof::Double { source });
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
        if self.task.kind.nests_chains() {
            return true;
        }
        let marks = self.task.setting.marks;
        let (cell, digit) = (cell_of(source), digit_of(source));
        let mut ons = *self.memory.closures[on].set(true);
        let mut offs = *self.memory.closures[on].set(false);
        let mut may_clash = true;
        let in_cell = each(marks.cell[cell] & !(1 << digit)).map(|other| candidate(cell, other));
        let seen = each_cell(marks.digit[digit] & TABLES.peers[cell]);
        for other in in_cell.chain(seen.map(|other| candidate(other, digit))) {
            let other = self.on(other);
            let closure = &self.memory.closures[other];
            if closure.is_complete() {
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
    fn regions(&mut self, cell: usize, digit: usize) {
        for unit in TABLES.units_of[cell].map(usize::from) {
            let places = self.task.setting.marks.places[unit][digit];
            let is_first = lowest(places) == usize::from(TABLES.place[cell][unit / 9]);
            if is_first && count(places) >= 2 {
                let sources = cells_at(unit, places).map(|cell| candidate(cell, digit));
                self.common(sources, Proof::Unit { unit, digit });
            }
        }
    }

    /// What follows from all of some candidates, of which one is on.
    fn common(&mut self, sources: impl Iterator<Item = Candidate> + Clone, proof: Proof) {
        if let Some(reach) = self.task.reach
            && !self.may_meet(sources.clone(), reach)
        {
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
    fn may_meet(&mut self, sources: impl Iterator<Item = Candidate>, reach: &Reach) -> bool {
        let [mut on, mut off] = [CandidateSet::ALL; 2];
        for source in sources {
            if reach.turns_off(source) {
                // The closure ends at a clash, so it lacks something.
                let id = self.on(source);
                let closure = &self.memory.closures[id];
                on.meet(closure.set(true));
                off.meet(closure.set(false));
            } else {
                on.meet(reach.on(source));
                off.meet(reach.off(source));
            }
            if on.is_empty() && off.is_empty() {
                return false;
            }
        }
        true
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
        let marks = self.task.setting.marks;
        if found.conclusion.removed(marks).digits == 0 {
            return;
        }
        let Multiple { closures, finds, total, .. } = &mut *self.memory;
        let slot = finds.slot(marks, found.conclusion);
        let key = found.proof.key();
        let least = ends.iter().map(|end| closures[end.closure].least_size(end.node));
        let least = least.fold(LeastSize::default(), LeastSize::and);
        if !finds.is_better(slot, Rank { size: least.sum(), key }) {
            return;
        }
        total.reset();
        for end in ends {
            closures[end.closure].measure(end.node, total);
        }
        let rank = Rank { size: total.size, key };
        if finds.is_better(slot, rank) {
            finds.keep(slot, rank, found);
        }
    }
}

/// The technique of a conclusion.
fn technique(kind: ChainKind, proof: Proof) -> Technique {
    match (kind, proof) {
        (ChainKind::Nishio, _) => Technique::Nishio,
        (ChainKind::Static, Proof::Unit { .. }) => Technique::RegionChains,
        (ChainKind::Static, _) => Technique::CellChains,
        (ChainKind::Dynamic(Rules::None), Proof::Clash(_)) => Technique::DynamicContradiction,
        (ChainKind::Dynamic(Rules::None), Proof::Double { .. }) => Technique::DynamicDouble,
        (ChainKind::Dynamic(Rules::None), Proof::Cell(_)) => Technique::DynamicCell,
        (ChainKind::Dynamic(Rules::None), Proof::Unit { .. }) => Technique::DynamicRegion,
        (ChainKind::Dynamic(Rules::Patterns), _) => Technique::DynamicPlus,
        (ChainKind::Dynamic(Rules::Simple), _) => Technique::DynamicWithChains,
        (ChainKind::Dynamic(Rules::Multiple), _) => Technique::DynamicWithMultiple,
        (ChainKind::Dynamic(Rules::Dynamic(_)), _) => Technique::DynamicWithDynamic,
    }
}
