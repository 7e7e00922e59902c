//! The counts of a run: one tally per worker, merged at the end.

use crate::input::{BadLine, Problem, Skip};
use hdrhistogram::Histogram;
use serde::{Deserialize, Serialize};
use sudomill_core::solver::{Difficulty, Status, lanes::Occupancy};

/// The counts of an input's lines: by status, by reason for skipping, and so on.
#[doc(hidden)] // For the program, which resumes runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    statuses: [u64; Status::ALL.len()],
    skipped: [u64; 8],
    lost_zeros: u64,
    /// The number of bad lines with a letter where a digit was expected.
    letters: u64,
    unkept: u64,
    listed: u64,
    at_limit: u64,
    difficulties: [u64; Difficulty::ALL.len()],
    /// The number of solutions in the input that are wrong, and of those that are right.
    compared: [u64; 2],
    has_empty_cells: bool,
}

impl Counts {
    pub(crate) fn count(&mut self, status: Status, puzzles: u64) {
        self.statuses[status as usize] += puzzles;
    }

    pub(crate) fn skip(&mut self, skip: Skip) {
        self.skipped[skip as usize] += 1;
    }

    pub(crate) fn bad(&mut self, bad: &BadLine) {
        self.lost_zeros += u64::from(matches!(bad.problem, Problem::LostZeros { .. }));
        self.letters += u64::from(is_letter(&bad.problem));
    }

    pub(crate) fn unkept(&mut self, values: u64) {
        self.unkept += values;
    }

    pub(crate) fn list(&mut self, solutions: u64, limit: u64) {
        self.listed += solutions;
        self.at_limit += u64::from(solutions == limit);
    }

    pub(crate) fn grade(&mut self, difficulty: Difficulty) {
        self.difficulties[difficulty as usize] += 1;
    }

    pub(crate) fn compare(&mut self, agrees: bool) {
        self.compared[usize::from(agrees)] += 1;
    }

    pub(crate) fn empty_cells(&mut self) {
        self.has_empty_cells = true;
    }

    /// The number of puzzle lines, including bad ones.
    pub fn puzzles(&self) -> u64 {
        self.statuses.iter().sum()
    }

    pub fn merge(&mut self, other: &Self) {
        let add = |sums: &mut [u64], others: &[u64]| {
            sums.iter_mut().zip(others).for_each(|(sum, n)| *sum += n);
        };
        add(&mut self.statuses, &other.statuses);
        add(&mut self.skipped, &other.skipped);
        self.lost_zeros += other.lost_zeros;
        self.letters += other.letters;
        self.unkept += other.unkept;
        self.listed += other.listed;
        self.at_limit += other.at_limit;
        add(&mut self.difficulties, &other.difficulties);
        add(&mut self.compared, &other.compared);
        self.has_empty_cells |= other.has_empty_cells;
    }
}

fn is_letter(problem: &Problem) -> bool {
    matches!(problem, Problem::Symbol { found, alphabet, .. }
        if found.is_ascii_alphabetic() && alphabet.custom().is_none())
}

/// The counts of lines, the solve times and the lane occupancy.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    counts: Counts,
    times: SolveTime,
    occupancy: Occupancy,
}

impl Tally {
    pub(crate) fn time(&mut self, solve_ns: u64, puzzles: u64) {
        self.times.record(solve_ns, puzzles);
    }

    pub(crate) fn occupy(&mut self, occupancy: Occupancy) {
        self.occupancy.busy += occupancy.busy;
        self.occupancy.total += occupancy.total;
    }

    /// Adds lines whose solve times are unknown.
    #[doc(hidden)] // For the program.
    pub fn add(&mut self, counts: &Counts) {
        self.counts.merge(counts);
    }

    #[doc(hidden)] // For the program.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The occupancy of the SIMD lanes; all zero for other strategies.
    pub fn occupancy(&self) -> Occupancy {
        self.occupancy
    }

    /// Adds the counts and times of another tally.
    pub fn merge(&mut self, other: &Self) {
        self.counts.merge(&other.counts);
        self.times.merge(&other.times);
        self.occupy(other.occupancy);
    }

    /// The number of puzzle lines with this status.
    pub fn of(&self, status: Status) -> u64 {
        self.counts.statuses[status as usize]
    }

    /// The number of lines that were skipped for this reason.
    pub fn skipped(&self, skip: Skip) -> u64 {
        self.counts.skipped[skip as usize]
    }

    /// The number of puzzle lines, including bad ones.
    pub fn puzzles(&self) -> u64 {
        self.counts.puzzles()
    }

    /// The number of valid puzzles.
    pub fn valid(&self) -> u64 {
        self.puzzles() - self.of(Status::Invalid)
    }

    /// The number of bad lines that have probably lost their leading zeros.
    pub fn lost_zeros(&self) -> u64 {
        self.counts.lost_zeros
    }

    /// The number of bad lines with a letter where a digit was expected, in the usual alphabets.
    pub fn letters(&self) -> u64 {
        self.counts.letters
    }

    /// The number of input values that should have been kept but have no column in the results:
    /// fields beyond the header, and keys that the first objects lack.
    pub fn not_kept(&self) -> u64 {
        self.counts.unkept
    }

    /// The number of solutions written, if the format lists all.
    pub fn listed(&self) -> u64 {
        self.counts.listed
    }

    /// The number of puzzles with as many solutions written as the limit allows. They may have
    /// more.
    pub fn at_limit(&self) -> u64 {
        self.counts.at_limit
    }

    /// The number of puzzles of this difficulty, if puzzles were graded.
    pub fn of_difficulty(&self, difficulty: Difficulty) -> u64 {
        self.counts.difficulties[difficulty as usize]
    }

    /// The number of solutions in the input that are right, if they were compared.
    pub fn agreeing(&self) -> u64 {
        self.counts.compared[1]
    }

    /// The number of solutions in the input that are wrong, if they were compared.
    pub fn differing(&self) -> u64 {
        self.counts.compared[0]
    }

    /// Returns true if any puzzle had an empty cell. If none had, the lines are probably solutions.
    pub fn has_empty_cells(&self) -> bool {
        self.counts.has_empty_cells
    }

    /// Returns true if every line is blank, a comment or a header.
    pub fn has_no_rows(&self) -> bool {
        let empty = [Skip::Blank, Skip::Comment, Skip::Header];
        self.lines() == empty.map(|skip| self.skipped(skip)).iter().sum::<u64>()
    }

    /// The total number of lines.
    pub fn lines(&self) -> u64 {
        self.puzzles() + self.counts.skipped.iter().sum::<u64>()
    }

    /// The solve times of the puzzles that were solved.
    pub fn times(&self) -> &SolveTime {
        &self.times
    }
}

/// The distribution of solve times: exact minimum and maximum, quantiles to three significant
/// figures.
#[derive(Clone, Debug)]
pub struct SolveTime {
    histogram: Histogram<u64>,
    min: u64,
    max: u64,
}

impl Default for SolveTime {
    fn default() -> Self {
        let histogram = Histogram::new(3).expect("three figures are supported");
        Self { histogram, min: u64::MAX, max: 0 }
    }
}

impl SolveTime {
    #[doc(hidden)]
    pub fn record(&mut self, solve_ns: u64, puzzles: u64) {
        let recorded = self.histogram.record_n(solve_ns, puzzles);
        recorded.expect("an auto-resizing histogram takes any value");
        self.min = self.min.min(solve_ns);
        self.max = self.max.max(solve_ns);
    }

    fn merge(&mut self, other: &Self) {
        self.histogram.add(&other.histogram).expect("an auto-resizing histogram takes any value");
        self.min = self.min.min(other.min);
        self.max = self.max.max(other.max);
    }

    /// The shortest time, in nanoseconds; `None` if nothing was solved.
    pub fn min_ns(&self) -> Option<u64> {
        (!self.histogram.is_empty()).then_some(self.min)
    }

    /// The longest time, in nanoseconds; `None` if nothing was solved.
    pub fn max_ns(&self) -> Option<u64> {
        (!self.histogram.is_empty()).then_some(self.max)
    }

    /// All recorded times in nanoseconds, to three significant figures, each with its number of
    /// puzzles.
    #[cfg(feature = "files")]
    #[doc(hidden)]
    pub fn recorded(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        let steps = self.histogram.iter_recorded();
        steps.map(|step| (step.value_iterated_to(), step.count_at_value()))
    }

    /// The quantile (0 to 1) in nanoseconds; `None` if nothing was solved.
    pub fn quantile_ns(&self, quantile: f64) -> Option<u64> {
        let value = self.histogram.value_at_quantile(quantile);
        Some(value.clamp(self.min_ns()?, self.max_ns()?))
    }
}
