//! Chains: what follows if a candidate is assumed to be *on* (the digit is in the cell) or *off* (it is
//! not).
//!
//! ```text
//! links     on ──weak──► off        the other candidates of the cell, the digit in the cells it sees
//!           off ─strong─► on        the other one of two: candidates of a cell, places in a unit
//! simple/   one line of such links, in a grid that does not change: cycles, forcing chains
//! closure/  all that follows from one assumption: more strong links appear as candidates go off
//! multiple/ the conclusions of several closures: cells, regions, contradictions, …
//! length    the number of candidates in a chain ──► its rating
//! finds     which of the chains that a search finds it keeps
//! reach     which candidates can follow at all: says where simple chains need not be looked for
//! nested    simple and multiple chains as rules inside of a closure
//! ```
//!
//! Whether a chain exists does not depend on the order of a search, but its length does, and so does the
//! rating. So every search visits cells, digits, units and links in the order of the original.

pub mod closure;
pub mod finds;
pub mod links;
pub mod multiple;
pub mod nested;
pub mod reach;
pub mod simple;

use crate::board::*;
use sudomill_puzzle::solving::{ChainLink, ChainNode};

/// A set of candidates: the cells of each digit.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct CandidateSet(pub [Cells; 9]);

impl CandidateSet {
    pub const EMPTY: Self = Self([0; 9]);
    pub const ALL: Self = Self([!0; 9]);

    #[inline(always)]
    pub fn contains(&self, candidate: Candidate) -> bool {
        self.0[digit_of(candidate)] & TABLES.only[cell_of(candidate)] != 0
    }

    #[inline(always)]
    pub fn insert(&mut self, candidate: Candidate) {
        self.0[digit_of(candidate)] |= TABLES.only[cell_of(candidate)];
    }

    /// Those of some digits that the set has in a cell.
    #[inline(always)]
    pub fn of_cell(&self, digits: Digits, cell: usize) -> Digits {
        let has = |digit: &usize| self.0[*digit] & TABLES.only[cell] != 0;
        each(digits).filter(has).fold(0, |digits, digit| digits | 1 << digit)
    }

    /// Inserts a candidate. Returns true if it is new.
    #[inline(always)]
    pub fn insert_new(&mut self, candidate: Candidate) -> bool {
        let is_new = !self.contains(candidate);
        self.insert(candidate);
        is_new
    }

    /// The candidates, by digit.
    pub fn iter(&self) -> impl Iterator<Item = Candidate> {
        let cells = self.0.into_iter().enumerate();
        cells.flat_map(|(digit, cells)| each(cells).map(move |cell| candidate(cell, digit)))
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&cells| cells == 0)
    }

    pub fn meet(&mut self, other: &Self) {
        for (cells, other) in self.0.iter_mut().zip(&other.0) {
            *cells &= other;
        }
    }
}

impl FromIterator<Candidate> for CandidateSet {
    fn from_iter<I: IntoIterator<Item = Candidate>>(candidates: I) -> Self {
        // Not folded: the set is too large to be copied for each candidate.
        let mut set = Self::EMPTY;
        candidates.into_iter().for_each(|candidate| set.insert(candidate));
        set
    }
}

/// What follows for a candidate: that it is on, or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Conclusion {
    pub target: Candidate,
    pub is_on: bool,
}

/// How many conclusions there are, and sets of candidates that they remove: one candidate, or all others of a
/// cell.
pub const REMOVALS: usize = 2 * CANDIDATES;

impl Conclusion {
    pub fn link_to(self, to: Self) -> Option<ChainLink> {
        Some(ChainLink { from: self.node()?, to: to.node()? })
    }

    fn node(self) -> Option<ChainNode> {
        let (cell, digit) = place_of(self.target)?;
        Some(ChainNode { cell, digit, is_on: self.is_on })
    }

    /// The candidates that the grid loses.
    #[inline]
    pub fn removed(self, marks: &Marks) -> Removed {
        let (cell, own) = (cell_of(self.target), 1 << digit_of(self.target));
        Removed::of(cell, if self.is_on { marks.cell[cell] & !own } else { own })
    }

    /// The number of the set of candidates that the grid loses, below [`REMOVALS`].
    pub fn removal_number(self, marks: &Marks) -> usize {
        let own = usize::from(self.target);
        if !self.is_on {
            return own;
        }
        let Removed { cell, digits } = self.removed(marks);
        if digits.is_power_of_two() {
            usize::from(cell) * 9 + digits.trailing_zeros() as usize
        } else {
            CANDIDATES + own
        }
    }
}
