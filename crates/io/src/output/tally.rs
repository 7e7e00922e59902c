//! The counts of a run: one tally per worker, merged at the end.

use super::{Agreement, Counts, Times};
use crate::input::{BadLine, Problem, Skip};
use serde::{Deserialize, Serialize};
use sudomill_core::solver::{Difficulty, Status, lanes::Occupancy};

/// The counts of an input's lines, the solve times and the lane occupancy.
///
/// Serialized, it has only the counts: a run that resumes another does not know its times.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Tally {
    /// The number of puzzle lines with each status.
    pub statuses: Counts<Status>,
    /// The number of valid puzzles that were read for another purpose than to solve them.
    pub(crate) unsolved: u64,
    /// The number of lines that were skipped for each reason.
    pub skipped: Counts<Skip>,
    /// The number of bad lines that have probably lost their leading zeros.
    pub lost_zeros: u64,
    /// The number of bad lines with a letter where a digit was expected, in the usual alphabets.
    pub letters: u64,
    /// The number of puzzles whose clues repeat a digit.
    pub conflicts: u64,
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
    /// The solutions in the input that were compared.
    pub compared: Counts<Agreement>,
    /// True if any puzzle had an empty cell. If none had, the lines are probably solutions.
    pub has_empty_cells: bool,
    /// The solve times of the puzzles that were solved. Their distribution is known if a timing file
    /// was written.
    #[serde(skip)]
    pub times: Times,
    /// The occupancy of the SIMD lanes; all zero for other strategies.
    #[serde(skip)]
    pub occupancy: Occupancy,
}

impl Tally {
    pub(crate) fn bad(&mut self, bad: &BadLine) {
        match &bad.problem {
            Problem::LostZeros { .. } => self.lost_zeros += 1,
            Problem::Symbol { found, alphabet, .. } => {
                let is_letter = found.is_ascii_alphabetic() && alphabet.custom().is_none();
                self.letters += u64::from(is_letter);
            }
            Problem::Conflict { .. } => self.conflicts += 1,
            _ => {}
        }
    }

    pub(crate) fn list(&mut self, solutions: u64, limit: u64) {
        self.listed += solutions;
        self.at_limit += u64::from(solutions == limit);
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

    /// Returns true if every line is blank, a comment or a header.
    pub fn has_no_rows(&self) -> bool {
        let empty = [Skip::Blank, Skip::Comment, Skip::Header];
        self.lines() == empty.map(|skip| self.skipped.of(skip)).iter().sum::<u64>()
    }

    /// The total number of lines.
    pub fn lines(&self) -> u64 {
        self.puzzles() + self.skipped.sum()
    }
}
