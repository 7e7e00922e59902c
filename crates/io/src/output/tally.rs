//! The counts of a run: one tally per worker, merged at the end.

use crate::input::{BadLine, Problem, Skip};
use hdrhistogram::Histogram;
use serde::{Deserialize, Serialize};
use sudomill_core::solver::{Difficulty, Status, lanes::Occupancy};

/// The counts of an input's lines, the solve times and the lane occupancy.
///
/// Serialized, it has only the counts: a run that resumes another does not know its times.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    pub(crate) statuses: [u64; Status::ALL.len()],
    pub(crate) skipped: [u64; 8],
    lost_zeros: u64,
    letters: u64,
    pub(crate) unkept: u64,
    listed: u64,
    at_limit: u64,
    pub(crate) difficulties: [u64; Difficulty::ALL.len()],
    /// The number of solutions in the input that are wrong, and of those that are right.
    pub(crate) compared: [u64; 2],
    pub(crate) has_empty_cells: bool,
    #[serde(skip)]
    times: SolveTime,
    #[serde(skip)]
    occupancy: Occupancy,
}

impl Tally {
    pub(crate) fn bad(&mut self, bad: &BadLine) {
        self.lost_zeros += u64::from(matches!(bad.problem, Problem::LostZeros { .. }));
        self.letters += u64::from(is_letter(&bad.problem));
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

    /// Adds the counts and times of another tally.
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
        self.times.merge(&other.times);
        self.occupy(other.occupancy);
    }

    /// The occupancy of the SIMD lanes; all zero for other strategies.
    pub fn occupancy(&self) -> Occupancy {
        self.occupancy
    }

    /// The number of puzzle lines with this status.
    pub fn of(&self, status: Status) -> u64 {
        self.statuses[status as usize]
    }

    /// The number of lines that were skipped for this reason.
    pub fn skipped(&self, skip: Skip) -> u64 {
        self.skipped[skip as usize]
    }

    /// The number of puzzle lines, including bad ones.
    pub fn puzzles(&self) -> u64 {
        self.statuses.iter().sum()
    }

    /// The number of valid puzzles.
    pub fn valid(&self) -> u64 {
        self.puzzles() - self.of(Status::Invalid)
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
        self.difficulties[difficulty as usize]
    }

    /// The number of solutions in the input that are right, if they were compared.
    pub fn agreeing(&self) -> u64 {
        self.compared[1]
    }

    /// The number of solutions in the input that are wrong, if they were compared.
    pub fn differing(&self) -> u64 {
        self.compared[0]
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
        self.puzzles() + self.skipped.iter().sum::<u64>()
    }

    /// The solve times of the puzzles that were solved.
    pub fn times(&self) -> &SolveTime {
        &self.times
    }
}

fn is_letter(problem: &Problem) -> bool {
    matches!(problem, Problem::Symbol { found, alphabet, .. }
        if found.is_ascii_alphabetic() && alphabet.custom().is_none())
}

/// The distribution of solve times: exact minimum and maximum, quantiles to three significant
/// figures.
#[derive(Clone, Debug, Default)]
pub struct SolveTime(Option<Recorded>);

/// The times of at least one puzzle.
#[derive(Clone, Debug)]
struct Recorded {
    histogram: Histogram<u64>,
    min: u64,
    max: u64,
}

impl SolveTime {
    fn recording(&mut self) -> &mut Recorded {
        self.0.get_or_insert_with(|| {
            let histogram = Histogram::new(3).expect("three figures are supported");
            Recorded { histogram, min: u64::MAX, max: 0 }
        })
    }

    #[doc(hidden)]
    pub fn record(&mut self, solve_ns: u64, puzzles: u64) {
        let Recorded { histogram, min, max } = self.recording();
        let recorded = histogram.record_n(solve_ns, puzzles);
        recorded.expect("an auto-resizing histogram takes any value");
        (*min, *max) = (solve_ns.min(*min), solve_ns.max(*max));
    }

    fn merge(&mut self, other: &Self) {
        let Some(other) = &other.0 else { return };
        let Recorded { histogram, min, max } = self.recording();
        let merged = histogram.add(&other.histogram);
        merged.expect("an auto-resizing histogram takes any value");
        (*min, *max) = (other.min.min(*min), other.max.max(*max));
    }

    /// The shortest time, in nanoseconds; `None` if nothing was solved.
    pub fn min_ns(&self) -> Option<u64> {
        self.0.as_ref().map(|times| times.min)
    }

    /// The longest time, in nanoseconds; `None` if nothing was solved.
    pub fn max_ns(&self) -> Option<u64> {
        self.0.as_ref().map(|times| times.max)
    }

    /// All recorded times in nanoseconds, to three significant figures, each with its number of
    /// puzzles.
    #[doc(hidden)]
    pub fn recorded(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        let steps = self.0.iter().flat_map(|times| times.histogram.iter_recorded());
        steps.map(|step| (step.value_iterated_to(), step.count_at_value()))
    }

    /// The quantile (0 to 1) in nanoseconds; `None` if nothing was solved.
    pub fn quantile_ns(&self, quantile: f64) -> Option<u64> {
        let Recorded { histogram, min, max } = self.0.as_ref()?;
        Some(histogram.value_at_quantile(quantile).clamp(*min, *max))
    }
}
