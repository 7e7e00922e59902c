//! The solved rows of a batch, as the writers of all formats see them, and which of them are
//! written.

use std::{fmt, str::FromStr};
use sudomill_input::{BadLine, Chunk, Record};
use sudomill_puzzle::{
    error::one_of,
    solving::{Batch, Counters, Grade, RowResult, Status},
};
use sudomill_rating::{Rating, RatingSpan, Step, Unrated};

/// The origins of a batch's rows: filled together with the batch, from one chunk.
#[derive(Default)]
pub struct Origins {
    /// The records, one per row.
    pub rows: Vec<Record>,
    /// The rows that are not puzzles, in order, each with its error.
    pub bad: Vec<(usize, BadLine)>,
}

impl Origins {
    /// Removes all rows.
    pub fn clear(&mut self) {
        self.rows.clear();
        self.bad.clear();
    }

    /// Removes all rows but the first ones.
    pub fn truncate(&mut self, len: usize) {
        self.rows.truncate(len);
        self.bad.retain(|(row, _)| *row < len);
    }
}

/// The rows of a batch that was read from a chunk, and their results.
pub struct SolvedRows<'a> {
    /// The chunk that the rows were read from.
    pub chunk: &'a Chunk,
    /// The number of newlines of the input before the chunk, if a writer shows line numbers.
    pub newlines_before: u64,
    /// The puzzles and their results.
    pub batch: &'a Batch,
    /// Where the rows come from.
    pub origins: &'a Origins,
    /// The extras of every row; empty if no column shows any.
    pub extras: Vec<Extras>,
}

/// Values that take more than solving the puzzle. `None` if a value is not known or no column shows
/// it.
#[derive(Default)]
pub struct Extras {
    /// How hard the puzzle is for the search.
    pub grade: Option<Grade>,
    /// The ratings of a puzzle with one solution, or the limit that ended them.
    pub rating: Option<Result<Rating, Unrated>>,
    /// The steps of the rating.
    pub path: Option<Vec<Step>>,
    /// The reason of each step.
    pub path_reasons: Option<Vec<String>>,
    /// What the steps change, in words.
    pub path_text: Option<String>,
    /// True if the solution in the input is right.
    pub agrees: Option<bool>,
    /// The number of redundant clues. Known if the puzzle has one solution and every search for
    /// another one came to its end.
    pub redundant: Option<u64>,
    /// A minimal puzzle within the clues, under the same conditions.
    pub reduced: Option<String>,
    /// Why the puzzle has no solution.
    pub reason: Option<String>,
    /// What single cells could be instead of their clues.
    pub suspects: Option<String>,
    /// The canonical form of the puzzle, and the number of its automorphisms.
    pub form: Option<(String, u64)>,
    /// The canonical form of the first solution.
    pub solution_form: Option<String>,
}

impl Extras {
    /// The ratings, unless a limit ended them.
    pub(super) fn known_rating(&self) -> Option<&Rating> {
        self.rating.as_ref()?.as_ref().ok()
    }
}

impl<'a> SolvedRows<'a> {
    /// Returns a row with its first solution.
    #[inline(always)]
    pub fn row(&self, at: usize) -> Row<'_> {
        let RowResult { status, solutions, .. } = self.batch.results()[at];
        let (origin, solution) = (&self.origins.rows[at], self.batch.solution(at));
        Row { rows: self, at, origin, status, solutions, solution, index: 0 }
    }

    /// Returns a row whose search has found solution number `index` and has not ended.
    pub fn with_solution<'r>(&'r self, at: usize, index: u64, solution: &'r [u8]) -> Row<'r> {
        let (status, solution) = (Status::GaveUp, Some(solution));
        Row { status, solutions: index, solution, index, ..self.row(at) }
    }

    /// Calls `write` on the rows that are selected; `None` selects all. An iterator of rows would
    /// copy each of them, and reading what was just written in other parts keeps the processor
    /// waiting.
    #[inline(always)]
    pub fn each(&self, only: Option<&Only>, mut write: impl FnMut(&Row)) {
        for at in 0..self.batch.len() {
            let row = self.row(at);
            if only.is_none_or(|only| only.takes_row(&row)) {
                write(&row);
            }
        }
    }
}

/// A puzzle line and its result. Values that not every writer needs are computed on demand.
#[derive(Clone, Copy)]
pub struct Row<'a> {
    /// The batch of the row.
    pub rows: &'a SolvedRows<'a>,
    at: usize,
    /// Where the row comes from.
    pub origin: &'a Record,
    /// The status.
    pub status: Status,
    /// The number of solutions found, at most the limit.
    pub solutions: u64,
    /// The symbols of the first solution, or of solution number `index`.
    pub solution: Option<&'a [u8]>,
    /// The number of this solution among all solutions of the puzzle, from 1; 0 if only the first
    /// is written.
    pub index: u64,
}

impl<'a> Row<'a> {
    /// The line number in the input, from 1; for a grid, the line of its first row.
    #[inline(always)]
    pub fn line(&self) -> u64 {
        self.rows.newlines_before + u64::from(self.origin.newlines) + 1
    }

    /// The text of the puzzle field, or the symbols of a grid; for a bad line, the whole line.
    #[inline(always)]
    pub fn text(&self) -> &'a [u8] {
        self.rows.chunk.text(self.origin)
    }

    /// The whole line or record.
    pub fn record(&self) -> &'a [u8] {
        self.rows.chunk.record(self.origin)
    }

    /// Returns true if the line is not a puzzle.
    #[inline(always)]
    pub fn is_bad(&self) -> bool {
        self.status == Status::Invalid
    }

    /// Says what is wrong with a bad line; `None` for a puzzle.
    pub fn message(&self) -> Option<String> {
        let bad = &self.rows.origins.bad;
        let at = bad.binary_search_by_key(&self.at, |bad| bad.0).ok()?;
        Some(message(self.line(), &bad[at].1))
    }

    /// A value that takes more than solving the puzzle.
    pub fn extra<T>(&self, value: impl FnOnce(&'a Extras) -> Option<T>) -> Option<T> {
        self.rows.extras.get(self.at).and_then(value)
    }

    /// What the search counted.
    #[inline(always)]
    pub fn searched(&self) -> Searched<'a> {
        Searched::InBatch { batch: self.rows.batch, row: self.at }
    }
}

/// What the search of a row counted, in a file or in memory; 0 in a row that is not a puzzle.
#[derive(Clone, Copy)]
pub enum Searched<'a> {
    /// Of a row of a batch, whose clues are counted when they are asked for.
    InBatch {
        /// The batch.
        batch: &'a Batch,
        /// The number of the row in it.
        row: usize,
    },
    /// Of a result with all counters, the clues included.
    Whole(&'a RowResult),
}

impl Searched<'_> {
    /// The counters.
    #[inline(always)]
    pub fn counters(&self) -> Counters {
        match self {
            Self::InBatch { batch, row } => batch.counters(*row),
            Self::Whole(result) => result.counters,
        }
    }

    /// The solve time.
    pub fn solve_ns(&self) -> u64 {
        match self {
            Self::InBatch { batch, row } => batch.results()[*row].solve_ns,
            Self::Whole(result) => result.solve_ns,
        }
    }
}

/// Describes a bad line: the column and the problem, preceded by the line number if the problem is
/// in a lower row of a grid.
pub fn message(line: u64, bad: &BadLine) -> String {
    if bad.line_offset > 0 { bad.at(line) } else { bad.to_string() }
}

/// The name of results with a wrong solution in the input.
const WRONG: &str = "wrong";

/// What precedes the ratings of a selection.
const RATING: &str = "rating:";

/// A selection of results by status, because the solution in the input is wrong, or by rating. Each name
/// parses to a selection of its own; collecting combines several, and takes what any of them takes.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver, verify}, sudomill_input::*}; pub mod input { pub use sudomill_input::*; } pub mod output { pub use sudomill_output::*; } }
/// use sudomill::{output::Only, solver::Status};
/// let only: Only = ["invalid", "wrong"].into_iter().map(|name| name.parse::<Only>().unwrap()).collect();
/// assert!(only.takes(Status::Invalid, None));
/// assert!(only.takes(Status::Unique, Some(false)));
/// assert!(!only.takes(Status::Unique, Some(true)));
/// assert_eq!(only.to_string(), "invalid,wrong");
/// assert_eq!(
///     "bad".parse::<Only>().unwrap_err(),
///     "expected solved, unique, multiple, none, invalid, gave-up, wrong or rating:FROM..TO",
/// );
/// let only: Only = "rating:7.0..8.4".parse().unwrap();
/// assert!(only.has_rating() && !only.takes(Status::Unique, None));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Only {
    /// True for each selected status, in the order of [`Status::ALL`].
    statuses: [bool; Status::ALL.len()],
    /// True if results with a wrong solution in the input are selected.
    wrong: bool,
    ratings: Vec<RatingSpan>,
}

impl Only {
    /// The names of all results that can be selected.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Status::ALL.iter().map(|status| status.name()).chain([WRONG])
    }

    /// Returns true if a result with this status is selected. `agrees` is true if the solution in
    /// the input is right, `None` if it was not compared.
    #[must_use]
    pub fn takes(&self, status: Status, agrees: Option<bool>) -> bool {
        self.statuses[status as usize] || (self.wrong && agrees == Some(false))
    }

    /// Returns true if a row is selected, also by its rating.
    fn takes_row(&self, row: &Row) -> bool {
        let rating = row.extra(|it| Some(it.known_rating()?.hardest));
        let is_in = |span: &RatingSpan| rating.is_some_and(|rating| span.contains(rating));
        self.takes(row.status, row.extra(|it| it.agrees)) || self.ratings.iter().any(is_in)
    }

    /// Returns true if results with some ratings are selected.
    #[must_use]
    pub fn has_rating(&self) -> bool {
        !self.ratings.is_empty()
    }

    /// Returns true if results with a wrong solution in the input are selected.
    #[must_use]
    pub fn has_wrong(&self) -> bool {
        self.wrong
    }
}

impl fmt::Display for Only {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let selected = Status::ALL.iter().filter(|status| self.statuses[**status as usize]);
        let statuses = selected.map(|status| status.name().to_owned());
        let wrong = self.wrong.then(|| WRONG.to_owned());
        let ratings = self.ratings.iter().map(|span| format!("{RATING}{span}"));
        f.write_str(&statuses.chain(wrong).chain(ratings).collect::<Vec<_>>().join(","))
    }
}

impl FromStr for Only {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let mut only = Self::default();
        if let Some(span) = name.strip_prefix(RATING) {
            only.ratings.push(span.parse()?);
        } else if name == WRONG {
            only.wrong = true;
        } else {
            let status = name.parse::<Status>().map_err(|_| {
                format!("expected {}", one_of(Self::names().chain(["rating:FROM..TO"])))
            })?;
            only.statuses[status as usize] = true;
        }
        Ok(only)
    }
}

impl FromIterator<Self> for Only {
    fn from_iter<I: IntoIterator<Item = Self>>(all: I) -> Self {
        let mut sum = Self::default();
        for only in all {
            sum.statuses.iter_mut().zip(only.statuses).for_each(|(sum, it)| *sum |= it);
            sum.wrong |= only.wrong;
            sum.ratings.extend(only.ratings);
        }
        sum
    }
}
