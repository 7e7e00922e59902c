//! Parsing, checking, tracing, transforming and generating for a [`Size`] that is known only at run
//! time.
//!
//! Everything below a call here is generic over the [`Order`], and is compiled in this crate, once
//! for each order. A crate that reads and writes puzzles as text needs no type parameter.

pub use crate::grid::solution::write_symbols;
use crate::{
    diagnosis::Diagnosis,
    error::BadLine,
    for_size,
    generate::reduced,
    grid::{Alphabet, Candidates, Cell, Order, Puzzle, PuzzleError, Size, puzzle_text},
    picture::Picture,
    puzzle_line::{
        Line, Notation, Skip,
        parse::{self, parse_line_as, parse_line_in},
    },
    solver::{
        AnyOutcome, Batch, Counter, Counters, Difficulty, Event, Grade, Limits, Observer,
        RowResult, Status, redundant_clues, registry::Strategy,
    },
    symmetry::{AnyTransformation, Canonical, canonical},
    trace::{self, StepObserver},
    verify::{self, TextFault},
};
use std::ops::{ControlFlow, Range};

/// A parsed line: like [`Line`], without the values of the cells.
#[derive(Clone, Debug, PartialEq)]
pub enum Parsed<'a> {
    /// The text of a puzzle.
    Puzzle(&'a [u8]),
    /// A malformed puzzle.
    Bad(BadLine),
    /// A line to skip.
    Skip(Skip),
}

impl<'a, O: Order> From<Line<'a, O>> for Parsed<'a> {
    fn from(line: Line<'a, O>) -> Self {
        match line {
            Line::Puzzle(text, _) => Self::Puzzle(text),
            Line::Bad(bad) => Self::Bad(bad),
            Line::Skip(skip) => Self::Skip(skip),
        }
    }
}

/// Parses a line that begins with a puzzle.
pub fn parse_line(line: &[u8], size: Size, notation: Notation) -> Parsed<'_> {
    for_size!(size, O => parse_line_as::<O>(line, notation).into())
}

/// Parses a line that may be given by clues or by candidates.
pub fn parse_any(line: &[u8], size: Size, alphabet: Alphabet) -> Parsed<'_> {
    for_size!(size, O => parse_line_in::<O>(line, alphabet).into())
}

/// Parses a field of a line.
pub fn parse_field(line: &[u8], field: Range<usize>, size: Size, notation: Notation) -> Parsed<'_> {
    for_size!(size, O => parse::parse_field::<O>(line, field, notation).into())
}

/// Returns true if a text has the length and the symbols of a puzzle.
pub fn has_symbols(text: &[u8], size: Size, notation: Notation) -> bool {
    for_size!(size, O => notation.has_symbols::<O>(text))
}

/// Checks an answer as [`verify::check_text`] does. On failure, returns what is wrong with it.
///
/// # Errors
/// The line is not a puzzle.
pub fn check<'a>(
    line: &'a [u8],
    answer: &[u8],
    size: Size,
    notation: Notation,
) -> Result<Option<TextFault>, Parsed<'a>> {
    for_size!(size, O => match parse_line_as::<O>(line, notation) {
        // The fast check gives no reason; the slow one finds the first fault.
        Line::Puzzle(text, _) if verify::is_right(size, text, answer, notation.alphabet) => Ok(None),
        Line::Puzzle(_, puzzle) => {
            Ok(verify::check_text(&puzzle, answer, notation.alphabet).err())
        }
        other => Err(other.into()),
    })
}

/// A puzzle of any size.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AnyPuzzle {
    /// The size of the grid.
    pub size: Size,
    /// The alphabet of the puzzle's text.
    pub alphabet: Alphabet,
    /// The clues, row-major, 0 for an empty cell. No digit occurs twice in a unit, unless the
    /// puzzle is given by candidates.
    pub values: Vec<u8>,
    /// The candidates of every cell if the puzzle is given by candidates; empty otherwise.
    pub candidates: Vec<Candidates>,
}

impl AnyPuzzle {
    /// A puzzle with these clues, and these candidates if it is given by candidates. Neither is
    /// checked here, but by every method that returns an error.
    #[must_use]
    pub fn new(
        size: Size,
        alphabet: Alphabet,
        values: Vec<u8>,
        candidates: Vec<Candidates>,
    ) -> Self {
        Self { size, alphabet, values, candidates }
    }

    /// Returns the puzzle with its size as a type.
    ///
    /// # Errors
    /// The values or the candidates are not a puzzle of size `O`.
    pub fn puzzle<O: Order>(&self) -> Result<Puzzle<O>, PuzzleError> {
        match self.candidates.is_empty() {
            true => Puzzle::new(&self.values),
            false => Puzzle::from_candidates(&self.candidates),
        }
    }

    /// Solves the puzzle.
    ///
    /// # Errors
    /// As for [`Self::puzzle`].
    pub fn solve(&self, strategy: &Strategy, limits: &Limits) -> Result<AnyOutcome, PuzzleError> {
        for_size!(self.size, O => Ok(strategy.solver::<O>().solve(&self.puzzle()?, limits).into()))
    }

    /// Solves the puzzle as [`trace::run`] does.
    ///
    /// # Errors
    /// As for [`Self::puzzle`].
    pub fn trace(
        &self,
        strategy: &Strategy,
        limits: &Limits,
        observer: &mut dyn StepObserver,
    ) -> Result<AnyOutcome, PuzzleError> {
        for_size!(self.size, O => {
            Ok(trace::run(&*strategy.solver::<O>(), &self.puzzle()?, limits, observer).into())
        })
    }

    /// Finds the weakest techniques that settle the puzzle.
    ///
    /// # Errors
    /// As for [`Self::puzzle`].
    pub fn difficulty(&self) -> Result<Difficulty, PuzzleError> {
        for_size!(self.size, O => Ok(Difficulty::of(&self.puzzle::<O>()?)))
    }

    /// Grades the puzzle; see [`Grade::of`].
    ///
    /// # Errors
    /// As for [`Self::puzzle`].
    pub fn grade(&self, limits: &Limits) -> Result<Grade, PuzzleError> {
        for_size!(self.size, O => Ok(Grade::of(&self.puzzle::<O>()?, limits)))
    }

    /// Finds the clues that the puzzle, which has one solution, does not need; see [`redundant_clues`].
    ///
    /// # Errors
    /// As for [`Self::puzzle`].
    pub fn redundant_clues(&self, limits: &Limits) -> Result<Option<Vec<Cell>>, PuzzleError> {
        for_size!(self.size, O => Ok(redundant_clues(&self.puzzle::<O>()?, limits)))
    }

    /// A minimal puzzle within the clues of this one, which has one solution; see [`reduced`].
    ///
    /// # Errors
    /// As for [`Self::puzzle`].
    pub fn reduced(&self, limits: &Limits) -> Result<Option<Self>, PuzzleError> {
        for_size!(self.size, O => {
            Ok(reduced(&self.puzzle::<O>()?, limits).as_ref().map(Self::from))
        })
    }

    /// Diagnoses the puzzle, which has no solution.
    ///
    /// # Errors
    /// As for [`Self::puzzle`].
    pub fn diagnosis(&self, limits: &Limits) -> Result<Diagnosis, PuzzleError> {
        for_size!(self.size, O => Ok(Diagnosis::of(&self.puzzle::<O>()?, limits)))
    }

    /// The canonical form; `None` unless the puzzle is a 9×9 puzzle given by clues.
    #[must_use]
    pub fn canonical(&self) -> Option<Canonical> {
        canonical(&self.puzzle().ok()?)
    }

    /// What puzzles have in common that are equal or, with `exact` unset, equivalent: the values of the
    /// puzzle or of its canonical form, the text of a puzzle given by candidates. `None` if there is no
    /// canonical form.
    #[must_use]
    pub fn key(&self, exact: bool) -> Option<Vec<u8>> {
        match (exact, self.candidates.is_empty()) {
            (false, _) => Some(self.canonical()?.puzzle.values().to_vec()),
            (true, true) => Some(self.values.clone()),
            (true, false) => Some(self.text(Alphabet::default()).into_bytes()),
        }
    }

    /// Draws the puzzle in its alphabet.
    ///
    /// # Errors
    /// As for [`Self::puzzle`].
    pub fn picture(&self) -> Result<Picture, PuzzleError> {
        for_size!(self.size, O => Ok(Picture::of_puzzle(&self.puzzle::<O>()?, self.alphabet)))
    }

    /// The puzzle in one line, as [`Puzzle::text`] writes it.
    #[must_use]
    pub fn text(&self, alphabet: Alphabet) -> String {
        let candidates = (!self.candidates.is_empty()).then_some(&self.candidates[..]);
        puzzle_text(&self.values, candidates, alphabet)
    }
}

impl<O: Order> From<&Puzzle<O>> for AnyPuzzle {
    fn from(puzzle: &Puzzle<O>) -> Self {
        let all = puzzle.has_candidates().then(|| puzzle.all_candidates().as_ref().to_vec());
        let values = puzzle.values().to_vec();
        Self::new(O::SIZE, Alphabet::default(), values, all.unwrap_or_default())
    }
}

/// Reads the puzzle of a line; `None` if it has none.
pub fn puzzle_of_line(line: &[u8], size: Size, notation: Notation) -> Option<AnyPuzzle> {
    for_size!(size, O => {
        let puzzle = parse_line_as::<O>(line, notation).puzzle()?;
        Some(AnyPuzzle { alphabet: notation.alphabet, ..AnyPuzzle::from(&puzzle) })
    })
}

/// Reads the puzzle of a row; `None` if it holds none, or if its clues repeat a digit.
pub fn puzzle_of_row(batch: &Batch, row: usize) -> Option<AnyPuzzle> {
    batch.results().get(row).filter(|result| result.status != Status::Invalid)?;
    for_size!(batch.size(), O => batch.puzzle::<O>(row).as_ref().map(AnyPuzzle::from))
}

/// What is known of a solver without its size in the type.
#[derive(Clone, Copy, Debug, Default)]
pub struct About {
    /// [`Solver::own_counters`](crate::solver::Solver::own_counters).
    pub own_counters: &'static [Counter],
    /// [`Solver::takes_candidates`](crate::solver::Solver::takes_candidates).
    pub takes_candidates: bool,
    /// True if the solver is the lane kernel.
    pub is_in_lanes: bool,
}

/// Describes the solver of a strategy for puzzles of this size.
pub fn about(strategy: &Strategy, size: Size) -> About {
    for_size!(size, O => {
        let solver = strategy.solver::<O>();
        About {
            own_counters: solver.own_counters(),
            takes_candidates: solver.takes_candidates(),
            is_in_lanes: solver.lanes().is_some(),
        }
    })
}

/// Solves a row and passes on every solution as soon as it is found. Returns the row's result,
/// without the solve time, and the symbols of the first solution; `None` if the row has no puzzle.
pub type RowSolver =
    dyn Fn(&Batch, usize, &Limits, &mut OnSolution) -> Option<(RowResult, Vec<u8>)> + Send + Sync;

/// Receives the digits of a solution, row-major. `Break` ends the search.
pub type OnSolution<'s> = dyn FnMut(&[u8]) -> ControlFlow<()> + 's;

/// Observes only the solutions of a search.
struct Solutions<'o, 's>(&'o mut OnSolution<'s>);

impl Observer for Solutions<'_, '_> {
    fn event(&mut self, _: Event, _: &Counters) {}

    fn wants_solutions(&self) -> bool {
        true
    }

    fn solution(&mut self, values: &[u8]) -> ControlFlow<()> {
        (self.0)(values)
    }
}

/// The solver of a strategy for the rows of batches.
pub fn solver(strategy: &Strategy, size: Size) -> Box<RowSolver> {
    for_size!(size, O => {
        let solver = strategy.solver::<O>();
        Box::new(move |batch, row, limits, on_solution| {
            let mut observer = Solutions(on_solution);
            Some(RowResult::of(&solver.trace(&batch.puzzle(row)?, limits, &mut observer), 0))
        })
    })
}

/// Transforms the text of a grid. Empty cells, and digits that are not candidates, keep their
/// symbols. Panics if the text is shorter than a grid in this notation.
pub type TextTransformation = dyn Fn(&[u8], Notation) -> Vec<u8>;

/// The transformation with this number among those of a seed; see
/// [`Transformation::random`](crate::symmetry::Transformation::random).
pub fn random_transformation(seed: u64, number: u64, size: Size) -> Box<TextTransformation> {
    let transformation = AnyTransformation::random(size, seed, number);
    Box::new(move |text, notation| transformation.of_text(text, notation))
}
