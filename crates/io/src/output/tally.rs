//! The counts of a run: one tally per worker, merged at the end.

use super::{Agreement, Counts, Times};
use crate::input::{BadLine, Problem, Skip};
use serde::{Deserialize, Serialize};
use sudomill_core::solver::{Difficulty, Status, lanes::Occupancy};

/// The counts of an input's lines, the solve times and the lane occupancy.
///
/// Serialized, it has only the counts: a run that resumes another does not know its times.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    pub(crate) statuses: Counts<Status>,
    /// The number of valid puzzles that were read for another purpose than to solve them.
    pub(crate) unsolved: u64,
    pub(crate) skipped: Counts<Skip>,
    lost_zeros: u64,
    letters: u64,
    /// The number of puzzles whose clues repeat a digit.
    conflicts: u64,
    pub(crate) unkept: u64,
    listed: u64,
    at_limit: u64,
    pub(crate) difficulties: Counts<Difficulty>,
    /// The solutions in the input that were compared.
    pub(crate) compared: Counts<Agreement>,
    pub(crate) has_empty_cells: bool,
    #[serde(skip)]
    pub(crate) times: Times,
    #[serde(skip)]
    occupancy: Occupancy,
}

impl Tally {
    pub(crate) fn bad(&mut self, bad: &BadLine) {
        self.lost_zeros += u64::from(matches!(bad.problem, Problem::LostZeros { .. }));
        self.letters += u64::from(is_letter(&bad.problem));
        self.conflicts += u64::from(matches!(bad.problem, Problem::Conflict { .. }));
    }

    pub(crate) fn list(&mut self, solutions: u64, limit: u64) {
        self.listed += solutions;
        self.at_limit += u64::from(solutions == limit);
    }

    pub(crate) fn time(&mut self, solve_ns: u64, puzzles: u64) {
        self.times.record(solve_ns, puzzles);
    }

    pub(crate) fn occupy(&mut self, occupancy: Occupancy) {
        self.occupancy.busy += occupancy.busy;
        self.occupancy.total += occupancy.total;
    }

    /// Adds the counts and times of another part of the same input.
    pub fn merge(&mut self, other: &Self) {
        self.append(other, None);
    }

    /// Adds the counts and times of another input; `file` is its name if there are several.
    pub fn append(&mut self, other: &Self, file: Option<&str>) {
        self.times.append(&other.times, file, file.map_or(0, |_| self.lines()));
        self.statuses.merge(&other.statuses);
        self.unsolved += other.unsolved;
        self.skipped.merge(&other.skipped);
        self.lost_zeros += other.lost_zeros;
        self.letters += other.letters;
        self.conflicts += other.conflicts;
        self.unkept += other.unkept;
        self.listed += other.listed;
        self.at_limit += other.at_limit;
        self.difficulties.merge(&other.difficulties);
        self.compared.merge(&other.compared);
        self.has_empty_cells |= other.has_empty_cells;
        self.occupy(other.occupancy);
    }

    /// The occupancy of the SIMD lanes; all zero for other strategies.
    pub fn occupancy(&self) -> Occupancy {
        self.occupancy
    }

    /// The number of puzzle lines with this status.
    pub fn of(&self, status: Status) -> u64 {
        self.statuses.of(status)
    }

    /// The number of lines that were skipped for this reason.
    pub fn skipped(&self, skip: Skip) -> u64 {
        self.skipped.of(skip)
    }

    /// The number of puzzle lines with each status.
    pub fn statuses(&self) -> &Counts<Status> {
        &self.statuses
    }

    /// The number of lines that were skipped for each reason.
    pub fn skips(&self) -> &Counts<Skip> {
        &self.skipped
    }

    /// The number of puzzles of each difficulty, if puzzles were graded.
    pub fn difficulties(&self) -> &Counts<Difficulty> {
        &self.difficulties
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

    /// The number of bad lines that have probably lost their leading zeros.
    pub fn lost_zeros(&self) -> u64 {
        self.lost_zeros
    }

    /// The number of bad lines with a letter where a digit was expected, in the usual alphabets.
    pub fn letters(&self) -> u64 {
        self.letters
    }

    /// The number of input values that should have been kept but have no column in the results:
    /// fields beyond the header, and keys that the first objects lack.
    pub fn not_kept(&self) -> u64 {
        self.unkept
    }

    /// The number of solutions written, if the format lists all.
    pub fn listed(&self) -> u64 {
        self.listed
    }

    /// The number of puzzles with as many solutions written as the limit allows. They may have
    /// more.
    pub fn at_limit(&self) -> u64 {
        self.at_limit
    }

    /// The number of puzzles of this difficulty, if puzzles were graded.
    pub fn of_difficulty(&self, difficulty: Difficulty) -> u64 {
        self.difficulties.of(difficulty)
    }

    /// The number of solutions in the input that are right, if they were compared.
    pub fn agreeing(&self) -> u64 {
        self.compared.of(Agreement::Right)
    }

    /// The number of solutions in the input that are wrong, if they were compared.
    pub fn differing(&self) -> u64 {
        self.compared.of(Agreement::Wrong)
    }

    /// Returns true if any puzzle had an empty cell. If none had, the lines are probably solutions.
    pub fn has_empty_cells(&self) -> bool {
        self.has_empty_cells
    }

    /// Returns true if every line is blank, a comment or a header.
    pub fn has_no_rows(&self) -> bool {
        let empty = [Skip::Blank, Skip::Comment, Skip::Header];
        self.lines() == empty.map(|skip| self.skipped(skip)).iter().sum::<u64>()
    }

    /// The total number of lines.
    pub fn lines(&self) -> u64 {
        self.puzzles() + self.skipped.sum()
    }

    /// The solve times of the puzzles that were solved. Their distribution is known if a timing file
    /// was written.
    pub fn times(&self) -> &Times {
        &self.times
    }
}

fn is_letter(problem: &Problem) -> bool {
    matches!(problem, Problem::Symbol { found, alphabet, .. }
        if found.is_ascii_alphabetic() && alphabet.custom().is_none())
}
