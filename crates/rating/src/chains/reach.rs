//! Which candidates can follow from which by simple chains: where there is no chain, none is searched for.
//!
//! ```text
//! x ∈ on(c)         c on ──► … ══► x on      An implication that holds also holds backwards, so
//! x ∈ off(c)        c on ──► … ──► x off     x ∈ from_off(c) says, too, that x off leads to c on.
//! x ∈ from_off(c)   c off ══► … ══► x on
//! ```
//!
//! This is exact for forcing chains. For cycles, it says which candidates they can lead through.

use super::{
    CandidateSet, Conclusion,
    links::{AllStrongLinks, LinkKinds, WeakLinks},
};
use crate::board::*;

/// A set of numbers of candidates.
type Row = [u64; ROW_WORDS];
const ROW_WORDS: usize = CANDIDATES.div_ceil(64);

pub struct Reach {
    /// The number of each candidate of the grid: first those that turn something on if they are off.
    number: Box<[u16; CANDIDATES]>,
    candidates: Vec<Candidate>,
    /// How many turn something on.
    active: usize,
    /// What each candidate turns off itself, as far as it is active; all if that is wanted.
    turned_off: Rows,
    /// What goes on if a candidate is on, itself included, or off; as far as it is active, as above.
    from_on: Rows,
    from_off: Rows,
    /// What goes off if a candidate is on, if wanted.
    off: Rows,
}

/// A set of numbers for each number.
#[derive(Default)]
struct Rows {
    words: usize,
    bits: Vec<u64>,
}

impl Rows {
    /// Makes empty sets for `count` numbers, of numbers below `limit`.
    fn clear(&mut self, count: usize, limit: usize) {
        self.words = limit.div_ceil(64);
        self.bits.clear();
        self.bits.resize(count * self.words, 0);
    }

    fn row(&self, number: usize) -> &[u64] {
        &self.bits[number * self.words..][..self.words]
    }

    fn insert(&mut self, number: usize, member: usize) {
        self.bits[number * self.words + member / 64] |= 1 << (member % 64);
    }

    /// Adds a row of the same length. Returns whether that changed something.
    fn join(&mut self, number: usize, more: &[u64]) -> bool {
        let row = &mut self.bits[number * self.words..][..self.words];
        let mut fresh = 0;
        for (word, more) in row.iter_mut().zip(more) {
            fresh |= more & !*word;
            *word |= more;
        }
        fresh != 0
    }
}

/// Visits the members of a row.
fn each_member(row: impl Iterator<Item = u64>, mut visit: impl FnMut(usize)) {
    for (at, mut word) in row.enumerate() {
        while word != 0 {
            visit(at * 64 + word.trailing_zeros() as usize);
            word &= word - 1;
        }
    }
}

/// Whether two rows have a member in common.
fn meet(row: &[u64], other: &[u64]) -> bool {
    row.iter().zip(other).any(|(word, other)| word & other != 0)
}

fn contains(row: &[u64], number: usize) -> bool {
    row[number / 64] >> (number % 64) & 1 == 1
}

impl Default for Reach {
    fn default() -> Self {
        let number = Box::new([0; CANDIDATES]);
        let [turned_off, from_on, from_off, off] = Default::default();
        Self { number, candidates: Vec::new(), active: 0, turned_off, from_on, from_off, off }
    }
}

impl Reach {
    /// Finds what follows in a grid by some kinds of links. `wants_off`: whether [`Self::common`] will be
    /// asked.
    pub fn set(
        &mut self,
        marks: &Marks,
        links: &AllStrongLinks,
        kinds: LinkKinds,
        wants_off: bool,
    ) {
        let is_active = |own: &Candidate| links.of(*own).of_kinds(kinds).next().is_some();
        self.candidates.clear();
        self.candidates.extend(marks.candidates().filter(is_active));
        self.active = self.candidates.len();
        let active: CandidateSet = self.candidates.iter().copied().collect();
        // With links of cells alone, only cycles are asked for, in which every candidate is active.
        if kinds.units {
            self.candidates.extend(marks.candidates().filter(|&own| !active.contains(own)));
        }
        let within = if wants_off { CandidateSet(marks.digit) } else { active };
        for (number, &own) in self.candidates.iter().enumerate() {
            self.number[usize::from(own)] = number as u16;
        }
        let count = self.candidates.len();
        // Only what is active leads on.
        let limit = if wants_off { count } else { self.active };
        for rows in [&mut self.turned_off, &mut self.from_on, &mut self.from_off, &mut self.off] {
            rows.clear(count, limit);
        }
        for (number, &own) in self.candidates.iter().enumerate() {
            if number < limit {
                self.from_on.insert(number, number);
            }
            for off in WeakLinks::of(marks, own, kinds).to(&within).targets() {
                self.turned_off.insert(number, self.number[usize::from(off)].into());
            }
        }
        self.spread(links, kinds);
        for own in self.active..count {
            self.join_from_off(own);
        }
        if wants_off {
            self.find_off();
        }
    }

    /// Adds to each active candidate what follows from what it turns off, until nothing is new.
    fn spread(&mut self, links: &AllStrongLinks, kinds: LinkKinds) {
        // Those for which something new follows if they are off, since the last pass began.
        let mut fresh = [0; ROW_WORDS];
        let mut is_first = true;
        while is_first || fresh != [0; ROW_WORDS] {
            let mut next = [0; ROW_WORDS];
            for own in 0..self.active {
                let changed = fresh.iter().zip(&next).map(|(fresh, next)| fresh | next);
                let worth = self.turned_off.row(own).iter().zip(changed);
                let mut has_changed = is_first;
                each_member(worth.map(|(off, changed)| off & changed), |off| {
                    has_changed |= self.from_on.join(own, self.from_off.row(off));
                });
                if !has_changed {
                    continue;
                }
                for link in links.of(self.candidates[own]).of_kinds(kinds) {
                    let linked = usize::from(self.number[usize::from(link.to)]);
                    if self.from_off.join(linked, self.from_on.row(own)) {
                        next[linked / 64] |= 1 << (linked % 64);
                    }
                }
            }
            (fresh, is_first) = (next, false);
        }
    }

    fn join_from_off(&mut self, own: usize) {
        each_member(self.turned_off.row(own).iter().copied(), |off| {
            if off < self.active {
                self.from_on.join(own, self.from_off.row(off));
            }
        });
    }

    fn find_off(&mut self) {
        for own in 0..self.candidates.len() {
            each_member(self.from_on.row(own).iter().copied(), |on| {
                self.off.join(own, self.turned_off.row(on));
            });
        }
    }

    fn number(&self, candidate: Candidate) -> usize {
        self.number[usize::from(candidate)].into()
    }

    /// Whether a candidate turns itself off if it is on.
    pub fn turns_off(&self, candidate: Candidate) -> bool {
        let number = self.number(candidate);
        meet(self.from_on.row(number), self.turned_off.row(number))
    }

    /// Whether a candidate turns itself on if it is off.
    pub fn turns_on(&self, candidate: Candidate) -> bool {
        let number = self.number(candidate);
        number < self.active && contains(self.from_off.row(number), number)
    }

    /// The candidates that lead to a conclusion if they are off, which is where the chain backwards leads, and
    /// that of the conclusion.
    pub fn in_chains(&self, conclusion: Conclusion) -> CandidateSet {
        let rows = if conclusion.is_on { &self.from_off } else { &self.from_on };
        let mut inside = CandidateSet::EMPTY;
        inside.insert(conclusion.target);
        each_member(rows.row(self.number(conclusion.target)).iter().copied(), |off| {
            inside.insert(self.candidates[off]);
        });
        inside
    }

    /// Whether there is a cycle in which a candidate is on, and turned on by `end`.
    pub fn has_cycle(&self, candidate: Candidate, end: Candidate) -> bool {
        let (number, end) = (self.number(candidate), self.number(end));
        let mut rows = self.from_on.row(number).iter().zip(self.turned_off.row(end)).enumerate();
        rows.any(|(at, (on, turn_end_off))| {
            let own = if at == number / 64 { 1 << (number % 64) } else { 0 };
            on & turn_end_off & !own != 0
        })
    }

    /// Everything, before it meets what follows from some candidates.
    pub fn common(&self) -> Common<'_> {
        Common { reach: self, on: [!0; ROW_WORDS], off: [!0; ROW_WORDS] }
    }
}

/// What follows from all of some candidates that are on.
pub struct Common<'a> {
    reach: &'a Reach,
    on: Row,
    off: Row,
}

impl Common<'_> {
    /// Keeps what follows from a candidate, too. Returns whether anything is left.
    pub fn meet(&mut self, candidate: Candidate) -> bool {
        let number = self.reach.number(candidate);
        let (on, off) = (self.reach.from_on.row(number), self.reach.off.row(number));
        self.keep(on, off)
    }

    /// The same for a candidate whose closure ended with these at a clash.
    pub fn meet_sets(&mut self, on: &CandidateSet, off: &CandidateSet) -> bool {
        let row = |set: &CandidateSet| {
            let mut row = [0; ROW_WORDS];
            for number in set.iter().map(|member| self.reach.number(member)) {
                row[number / 64] |= 1 << (number % 64);
            }
            row
        };
        self.keep(&row(on), &row(off))
    }

    fn keep(&mut self, on: &[u64], off: &[u64]) -> bool {
        let mut left = 0;
        let rows = self.on.iter_mut().zip(&mut self.off);
        for ((own_on, own_off), (on, off)) in rows.zip(on.iter().zip(off)) {
            *own_on &= on;
            *own_off &= off;
            left |= *own_on | *own_off;
        }
        left != 0
    }
}
