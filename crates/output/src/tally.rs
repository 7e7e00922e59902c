//! The counts of a run: of its lines by kind, one tally per worker, merged at the end; and the
//! summary of a run, as JSON. The command line prints it as text.

use super::{
    Distribution, Quantiles, RatingRange, Times,
    counted::{Counted, Sealed},
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{collections::BTreeMap, marker::PhantomData, ops::AddAssign};
use sudomill_input::{BadLine, Detected, Problem, Skip};
use sudomill_puzzle::{
    grid::Unit,
    puzzle_line::symbols::first_word,
    solving::{Difficulty, Occupancy, Status},
};

/// Conflicts are many if they are in one of so many puzzles: a mistyped digit or two say nothing about
/// the boxes.
const MANY_CONFLICTS: u64 = 10;

/// The counts of an input's lines, the solve times and the lane occupancy.
///
/// Serialized, it has no times and no occupancy: a run that resumes another does not know them.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Tally {
    /// The number of puzzle lines with each status.
    pub statuses: Counts<Status>,
    /// The number of valid puzzles that were read for another purpose than to solve them.
    pub unsolved: u64,
    /// The number of lines that were skipped for each reason.
    pub skipped: Counts<Skip>,
    /// The number of bad lines that have probably lost their leading zeros.
    pub lost_zeros: u64,
    /// The number of bad lines with a letter where a digit was expected, in the usual alphabets.
    pub letters: u64,
    /// The number of puzzles whose clues repeat a digit.
    pub conflicts: u64,
    /// The number of these in which no row and no column repeats one, only a box.
    pub box_conflicts: u64,
    /// The number of puzzles with several solutions that have zeros beside other empty cells, and the
    /// largest digit nowhere: the zeros may be digits.
    pub doubtful_zeros: u64,
    /// The number of puzzles with eliminated candidates behind them, which are not read.
    pub eliminated: u64,
    /// The number of input values that should have been kept but have no column in the results:
    /// fields beyond the header, and keys that the first objects lack.
    pub unkept: u64,
    /// The number of solutions written, if the format lists all.
    pub listed: u64,
    /// The number of puzzles with as many solutions written as the limit allows. They may have
    /// more.
    pub at_limit: u64,
    /// The number of puzzles of each difficulty, if puzzles were graded.
    pub difficulties: Counts<Difficulty>,
    /// The number of puzzles in each range of ratings, if puzzles were rated.
    pub ratings: Counts<RatingRange>,
    /// The solutions in the input that were compared.
    pub compared: Counts<Agreement>,
    /// True if any puzzle had an empty cell. If none had, the lines are probably solutions.
    pub has_empty_cells: bool,
    /// Whether every second record is a full grid.
    pub turns: Turns,
    /// The solve times of the puzzles that were solved. Their distribution is known if a timing file
    /// was written.
    #[serde(skip)]
    pub times: Times,
    /// The occupancy of the SIMD lanes; all zero for other strategies.
    #[serde(skip)]
    pub occupancy: Occupancy,
}

impl Tally {
    /// Counts a bad line with this text for its puzzle, of which a good one has a number of
    /// symbols.
    pub fn bad(&mut self, bad: &BadLine, text: &[u8], symbols: usize) {
        match &bad.problem {
            Problem::LostZeros { .. } => self.lost_zeros += 1,
            Problem::Symbol { found, alphabet, .. } => {
                // Links and values of JSON have letters, too, which stand for no digits.
                let may_be_puzzle = first_word(text).len() == symbols;
                let is_letter = found.is_ascii_alphabetic() && alphabet.custom().is_none();
                self.letters += u64::from(is_letter && may_be_puzzle);
            }
            Problem::Conflict { conflict, .. } => {
                self.conflicts += 1;
                // Boxes are examined last.
                self.box_conflicts += u64::from(matches!(conflict.unit, Unit::Box(_)));
            }
            _ => {}
        }
    }

    /// Adds the counts and times of another part of the same input.
    pub fn merge(&mut self, other: &Self) {
        self.append(other, None);
    }

    /// Adds the counts and times of another input; `file` is its name if there are several.
    pub fn append(&mut self, other: &Self, file: Option<&str>) {
        // Named one by one, so that the compiler asks about a new one.
        let Self {
            statuses,
            unsolved,
            skipped,
            lost_zeros,
            letters,
            conflicts,
            box_conflicts,
            unkept,
            listed,
            at_limit,
            difficulties,
            ratings,
            compared,
            doubtful_zeros,
            eliminated,
            has_empty_cells,
            turns,
            times,
            occupancy,
        } = other;
        self.times.append(times, file, file.map_or(0, |_| self.lines()));
        self.statuses += *statuses;
        self.unsolved += unsolved;
        self.skipped += *skipped;
        self.lost_zeros += lost_zeros;
        self.letters += letters;
        self.conflicts += conflicts;
        self.box_conflicts += box_conflicts;
        self.unkept += unkept;
        self.listed += listed;
        self.at_limit += at_limit;
        self.difficulties += *difficulties;
        self.ratings += *ratings;
        self.compared += *compared;
        self.doubtful_zeros += doubtful_zeros;
        self.eliminated += eliminated;
        self.has_empty_cells |= has_empty_cells;
        self.turns.append(*turns);
        self.occupancy.busy += occupancy.busy;
        self.occupancy.total += occupancy.total;
    }

    /// Returns true if every second of several records is a full grid: probably the solution of the
    /// puzzle beside it.
    pub fn alternates(&self) -> bool {
        self.turns.alternate()
    }

    /// Returns true if clues repeat a digit in many puzzles, and only in boxes: these are probably of
    /// another shape.
    pub fn has_other_boxes(&self) -> bool {
        self.box_conflicts > 0
            && self.box_conflicts == self.conflicts
            && self.box_conflicts * MANY_CONFLICTS >= self.puzzles()
    }

    /// The number of puzzles with several solutions whose zeros may be digits.
    pub fn doubtful_zeros(&self) -> u64 {
        self.doubtful_zeros
    }

    /// The number of puzzle lines with this status.
    pub fn of(&self, status: Status) -> u64 {
        self.statuses.of(status)
    }

    /// The comparison of the solutions in the input, if they were compared.
    pub fn agreement(&self) -> Counts<Agreement> {
        let mut agreement = self.compared;
        agreement.add(Agreement::NotCompared, self.puzzles() - self.compared.sum());
        agreement
    }

    /// The number of puzzle lines, including bad ones.
    pub fn puzzles(&self) -> u64 {
        self.statuses.sum() + self.unsolved
    }

    /// The number of valid puzzles.
    pub fn valid(&self) -> u64 {
        self.puzzles() - self.of(Status::Invalid)
    }

    /// Returns true if any line is a puzzle, even one whose clues contradict each other.
    pub fn has_puzzle(&self) -> bool {
        self.valid() + self.conflicts > 0
    }

    /// The total number of lines.
    pub fn lines(&self) -> u64 {
        self.puzzles() + self.skipped.sum()
    }
}

/// Whether full grids and others take turns. What follows the records so far is part of the same
/// input, in its order.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Turns {
    records: u64,
    /// True as long as the records with even numbers, from 0, are full grids, and no others.
    has_full_first: bool,
    /// True as long as those with odd numbers are.
    has_full_second: bool,
}

impl Default for Turns {
    fn default() -> Self {
        Self { records: 0, has_full_first: true, has_full_second: true }
    }
}

impl Turns {
    /// The fewest records that show it.
    const FEWEST: u64 = 4;

    /// Adds a record: whether it is a full grid; `None` if it is bad.
    pub fn add(&mut self, is_full: Option<bool>) {
        let is_even = self.records.is_multiple_of(2);
        self.has_full_first &= is_full == Some(is_even);
        self.has_full_second &= is_full == Some(!is_even);
        self.records += 1;
    }

    /// Adds as many records, if no further one can change anything. Returns false if one can.
    pub fn skip(&mut self, records: usize) -> bool {
        let is_over = !self.has_full_first && !self.has_full_second;
        self.records += if is_over { records as u64 } else { 0 };
        is_over
    }

    fn append(&mut self, mut other: Self) {
        if !self.records.is_multiple_of(2) {
            std::mem::swap(&mut other.has_full_first, &mut other.has_full_second);
        }
        self.has_full_first &= other.has_full_first;
        self.has_full_second &= other.has_full_second;
        self.records += other.records;
    }

    fn alternate(self) -> bool {
        self.records >= Self::FEWEST && self.has_full_first != self.has_full_second
    }
}

impl Sealed for Agreement {}
impl Sealed for Difficulty {}
impl Sealed for RatingRange {}
impl Sealed for Skip {}
impl Sealed for Status {}

/// The most kinds that [`Counts`] has room for.
const MOST: usize = 16;

/// The number of items of each kind. Serialized by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts<K> {
    counts: [u64; MOST],
    kind: PhantomData<K>,
}

impl<K: Counted> Counts<K> {
    /// The number of items of this kind.
    pub fn of(&self, kind: K) -> u64 {
        self.counts[kind.index()]
    }

    /// Counts items of this kind.
    pub fn add(&mut self, kind: K, items: u64) {
        self.counts[kind.index()] += items;
    }

    /// The number of all items.
    pub fn sum(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Every kind with its number of items.
    pub fn iter(&self) -> impl Iterator<Item = (K, u64)> + '_ {
        K::ALL.iter().map(|&kind| (kind, self.of(kind)))
    }
}

impl<K: Counted> Default for Counts<K> {
    fn default() -> Self {
        const { assert!(K::ALL.len() <= MOST) };
        Self { counts: [0; MOST], kind: PhantomData }
    }
}

impl<K: Counted> AddAssign for Counts<K> {
    fn add_assign(&mut self, other: Self) {
        for (sum, more) in self.counts.iter_mut().zip(other.counts) {
            *sum += more;
        }
    }
}

impl<K: Counted> FromIterator<(K, u64)> for Counts<K> {
    fn from_iter<I: IntoIterator<Item = (K, u64)>>(items: I) -> Self {
        let mut counts = Self::default();
        items.into_iter().for_each(|(kind, items)| counts.add(kind, items));
        counts
    }
}

impl<K: Counted> Serialize for Counts<K> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let usual = K::ALL.len() - K::RARE;
        let shown = self.iter().filter(|(kind, items)| *items > 0 || kind.index() < usual);
        to.collect_map(shown.map(|(kind, items)| (kind.name(), items)))
    }
}

/// Reads the known kinds; others are ignored, and missing ones are 0.
impl<'de, K: Counted> Deserialize<'de> for Counts<K> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let named = BTreeMap::<String, u64>::deserialize(from)?;
        let items = |&kind: &K| Some((kind, *named.get(kind.name())?));
        Ok(K::ALL.iter().filter_map(items).collect())
    }
}

impl Counted for Status {
    const ALL: &'static [Self] = Self::ALL;

    fn name(self) -> &'static str {
        Self::name(self)
    }
}

impl Counted for Difficulty {
    const ALL: &'static [Self] = Self::ALL;

    fn name(self) -> &'static str {
        Self::name(self)
    }
}

impl Counted for Skip {
    const ALL: &'static [Self] = &[
        Self::Blank,
        Self::Comment,
        Self::Header,
        Self::Count,
        Self::Name,
        Self::Ruler,
        Self::Row,
        Self::Continuation,
    ];

    /// Those that only grids and delimited text have.
    const RARE: usize = 4;

    fn name(self) -> &'static str {
        Self::name(self)
    }
}

/// The result of comparing a solution in the input with the puzzle or with the one found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
#[non_exhaustive]
pub enum Agreement {
    Right,
    Wrong,
    /// The input has no solution, or none was found.
    NotCompared,
    /// A spreadsheet damaged the solution in the input: it is a number, and its digits are lost.
    Damaged,
}

impl Counted for Agreement {
    const ALL: &'static [Self] = &[Self::Right, Self::Wrong, Self::NotCompared, Self::Damaged];

    /// [`Damaged`](Self::Damaged).
    const RARE: usize = 1;

    fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Wrong => "wrong",
            Self::NotCompared => "not_compared",
            Self::Damaged => "damaged",
        }
    }
}

/// The summary of a run. The fields are the keys of the JSON.
#[derive(Clone, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Summary {
    /// The name of the input, as given; several are separated by spaces.
    pub input: String,
    /// The number of inputs, if there may be several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files: Option<u64>,
    /// The number of inputs that could not be read to their end, or in which every puzzle is bad,
    /// if there may be several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failed_files: Option<u64>,
    /// The number of inputs that hold no puzzle, not even a bad one, if there may be several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files_without_puzzle: Option<u64>,
    /// The number of puzzle lines; each has a result line.
    pub puzzles: u64,
    /// The number of puzzle lines that an earlier run solved, if this run resumes it. Time and rate
    /// refer to the remaining lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resumed: Option<u64>,
    /// The number of puzzle lines with each status.
    pub statuses: Counts<Status>,
    /// The number of solutions written, if the format lists all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<u64>,
    /// The number of puzzles with at least as many solutions as the limit, if the format lists all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_limit: Option<u64>,
    /// The number of puzzles of each difficulty, if a column shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difficulties: Option<Counts<Difficulty>>,
    /// The number of puzzles in each range of ratings, if a column shows one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ratings: Option<Counts<RatingRange>>,
    /// A comparison of the solutions in the input with those found, if a column shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agreement: Option<Counts<Agreement>>,
    /// The lines that are not puzzle lines.
    pub skipped: Counts<Skip>,
    /// The number of all lines of the input: the sum of `puzzles` and `skipped`.
    pub lines: u64,
    /// The format detected from the first bytes of the input; null if there are several inputs.
    pub detected: Option<Detected>,
    /// Wall time of the run, from the first byte read to the last written.
    pub elapsed_s: f64,
    /// Puzzle lines per second of wall time.
    pub puzzles_per_s: f64,
    /// The solve time per puzzle in nanoseconds; null if nothing was solved.
    pub solve_ns: Option<Quantiles>,
    /// The distribution of the solve time, if a timing file was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distribution: Option<Distribution>,
    /// The strategy; if inputs differ in size, all strategies that were used.
    pub strategy: String,
    /// The backend of `lanes`; null for other strategies.
    pub backend: Option<&'static str>,
    /// The share of the lanes that held a puzzle, 0 to 1, averaged over all sweeps.
    pub occupancy: Option<f64>,
    /// The number of solutions after which a search ends.
    pub limit: u64,
    /// The number of worker threads.
    pub threads: usize,
    /// The side of the grid: 4, 9, 16 and so on; null if the inputs differ.
    pub side: Option<usize>,
    /// The program's version.
    pub version: &'static str,
}
