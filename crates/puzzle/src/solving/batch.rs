//! A batch: puzzles in, results out.

use super::{Counters, Outcome, Status};
use crate::{
    for_size,
    grid::{Alphabet, Candidates, Digit, Order, Puzzle, Size, Units, puzzle_text, write_symbols},
    verify::{self, Fault},
};
use std::ops::Range;

/// The number of bytes to prefetch with each row: two cache lines.
const PREFETCH_BYTES: usize = 128;

/// The value of each symbol of [`Alphabet::FromOne`], 0 for other bytes: a load instead of branches.
const VALUES: [u8; 256] = {
    let mut values = [0; 256];
    let mut symbol = 0;
    while symbol < values.len() {
        if let Some(digit) = Alphabet::FromOne.digit(symbol as u8) {
            values[symbol] = digit.value();
        }
        symbol += 1;
    }
    values
};

/// A few hundred puzzles of one size, and room for their results.
///
/// Readers fill a batch row by row, an `Engine` solves it, and writers
/// read the results. The rows are few and small enough to stay in the CPU's cache meanwhile.
///
/// ```text
///             row 0          row 1          row 2
/// cells       53..7....6…    ...8.1....…    .........…    one symbol per cell
/// results     unique, 1, …   unique, 1, …   multiple, 2, …
/// solutions   534678912…\n   237841569…\n   123456789…\n  one line per row
/// ```
///
/// ```
/// # mod sudomill { pub use sudomill_puzzle::{solving as solver, *}; }
/// use sudomill::{grid::Size, solver::{Batch, Counters, RowResult, Status}};
/// let mut batch = Batch::new(Size::Four);
/// batch.push_symbols(b".4.3.3........2.");
/// batch.push_symbols(b"44..............");
/// while let Some(row) = batch.next_row() {
///     let result = RowResult::new(Status::None, 0, Counters::NONE);
///     batch.end(row, result, b"");
/// }
/// assert_eq!(batch.results()[0].status, Status::None);
/// assert_eq!(batch.text(1), "44..............");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Batch {
    size: Size,
    /// The units of all puzzles.
    units: Units,
    /// The symbols of all puzzles, in [`Alphabet::FromOne`]; any other byte is an empty cell.
    cells: Vec<u8>,
    /// The candidates of every cell, if the puzzles are given by candidates; otherwise empty.
    candidates: Vec<Candidates>,
    /// The number of rows. `results` and `solutions` may be longer; the rest of them is stale.
    rows: usize,
    results: Vec<RowResult>,
    /// One line per row: the symbols of the first solution and a newline.
    solutions: Vec<u8>,
    /// The next row to solve.
    next: usize,
    /// The number of rows whose search has begun and not ended. Between [`Batch::begin_all`] and
    /// [`Batch::end_all_but`], the number of all rows.
    open: usize,
    /// See [`Batch::set_upcoming`].
    upcoming: Range<usize>,
}

/// The solve times that are measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clock {
    /// None: the clock is not read.
    #[default]
    Off,
    /// The times of all puzzles, without their rows.
    Totals,
    /// Also the time of each row.
    Rows,
}

/// The result of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RowResult {
    /// The status; [`Status::Invalid`] if the clues repeat a digit, or if the row holds no puzzle.
    pub status: Status,
    /// The number of solutions found, at most the limit.
    pub solutions: u64,
    /// The work done. `clues` may be 0, see [`Batch::counters`].
    pub counters: Counters,
    /// The solve time in nanoseconds; unspecified without [`Clock::Rows`].
    pub solve_ns: u64,
}

impl RowResult {
    /// The result of a row without a puzzle.
    pub const INVALID: Self =
        Self { status: Status::Invalid, solutions: 0, counters: Counters::NONE, solve_ns: 0 };

    /// The result of a row whose solve time is not known.
    #[inline]
    #[must_use]
    pub const fn new(status: Status, solutions: u64, counters: Counters) -> Self {
        Self { status, solutions, counters, solve_ns: 0 }
    }

    /// The result for an outcome, and the symbols of its solution.
    pub fn of<O: Order>(outcome: &Outcome<O>, solve_ns: u64) -> (Self, Vec<u8>) {
        let &Outcome { status, solutions, counters, solution, .. } = outcome;
        let mut symbols = Vec::with_capacity(O::CELLS);
        if let Some(solution) = solution {
            write_symbols(solution.values(), &mut symbols, Alphabet::FromOne);
        }
        (Self { status, solutions, counters, solve_ns }, symbols)
    }
}

impl Batch {
    /// The usual number of rows.
    pub const ROWS: usize = 256;

    /// Creates an empty batch for puzzles of this size.
    #[must_use]
    pub fn new(size: Size) -> Self {
        Self { size, ..Self::default() }
    }

    /// Creates an empty batch for puzzles of this size with these units.
    #[must_use]
    pub fn with_units(size: Size, units: Units) -> Self {
        Self { units, ..Self::new(size) }
    }

    /// Removes all rows, and keeps the memory.
    pub fn clear(&mut self) {
        self.cells.clear();
        self.candidates.clear();
        self.rows = 0;
        self.next = 0;
        self.open = 0;
        self.upcoming = 0..0;
    }

    /// The size of the puzzles.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The units of the puzzles.
    #[must_use]
    pub const fn units(&self) -> Units {
        self.units
    }

    /// The number of rows.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.rows
    }

    /// Returns true if there are no rows.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Adds a puzzle given by clues: one symbol of [`Alphabet::FromOne`] per cell, row-major. Any
    /// other byte is an empty cell. The clues may repeat a digit.
    ///
    /// # Panics
    /// The number of symbols is not the number of cells.
    #[inline]
    pub fn push_symbols(&mut self, symbols: &[u8]) {
        assert_eq!(symbols.len(), self.size.cells(), "a row has a symbol per cell");
        match symbols.try_into() {
            // Copying a known number of bytes takes half the time.
            Ok::<&[u8; 81], _>(symbols) => self.cells.extend_from_slice(symbols),
            Err(_) => self.cells.extend_from_slice(symbols),
        }
        self.end_row(Status::GaveUp);
    }

    /// Adds a puzzle given by candidates: a set of digits per cell, row-major.
    ///
    /// # Panics
    /// The number of sets is not the number of cells.
    pub fn push_candidates(&mut self, cells: impl IntoIterator<Item = Candidates>) {
        self.add_candidates();
        let start = self.candidates.len();
        self.candidates.extend(cells);
        let sets = self.candidates.len() - start;
        assert_eq!(sets, self.size.cells(), "a row has a set per cell");
        let symbol = |digits: &Candidates| {
            digits.single().map_or(b'.', |digit| Alphabet::FromOne.symbol(digit) as u8)
        };
        self.cells.extend(self.candidates[start..].iter().map(symbol));
        self.end_row(Status::GaveUp);
    }

    /// Adds a puzzle.
    pub fn push_puzzle<O: Order>(&mut self, puzzle: &Puzzle<O>) {
        if puzzle.has_candidates() {
            return self.push_candidates(puzzle.all_candidates().as_ref().iter().copied());
        }
        let symbol = |&value: &u8| {
            Digit::new(value).map_or(b'.', |digit| Alphabet::FromOne.symbol(digit) as u8)
        };
        self.cells.extend(puzzle.values().iter().map(symbol));
        self.end_row(Status::GaveUp);
    }

    /// Adds rows of another batch of this size, without their results.
    pub fn push_rows(&mut self, other: &Self, rows: Range<usize>) {
        let cells = rows.start * self.size.cells()..rows.end * self.size.cells();
        if other.has_candidates() {
            self.add_candidates();
            self.candidates.extend_from_slice(&other.candidates[cells.clone()]);
        }
        self.cells.extend_from_slice(&other.cells[cells]);
        rows.for_each(|_| self.end_row(Status::GaveUp));
    }

    /// Adds a row without a puzzle, which no engine solves.
    pub fn push_invalid(&mut self) {
        self.cells.resize((self.len() + 1) * self.size.cells(), b'.');
        self.end_row(Status::Invalid);
    }

    #[inline]
    fn end_row(&mut self, status: Status) {
        let row = self.rows;
        self.rows += 1;
        if self.results.len() == row {
            self.make_room();
        }
        // The other parts are written when the row is solved.
        self.results[row].status = status;
        if status == Status::Invalid {
            self.results[row] = RowResult::INVALID;
        }
        if self.has_candidates() {
            self.add_candidates();
        }
    }

    /// Makes room for the results of more rows.
    #[cold]
    fn make_room(&mut self) {
        let rows = (2 * self.rows).max(Self::ROWS);
        self.results.resize(rows, RowResult::INVALID);
        self.solutions.resize(rows * (self.size.cells() + 1), b'\n');
    }

    /// Adds the candidates of rows given by clues: if one row has them, all need them.
    #[cold]
    fn add_candidates(&mut self) {
        let all = for_size!(self.size, O => Candidates::all::<O>());
        for row in self.candidates.len() / self.size.cells()..self.len() {
            // Candidates may repeat a digit.
            self.mark_repeated_digit(row);
            for cell in row * self.size.cells()..(row + 1) * self.size.cells() {
                let digit = Digit::new(self.value(self.cells[cell]));
                self.candidates.push(digit.map_or(all, Candidates::from));
            }
        }
    }

    /// The results of all rows.
    #[inline]
    #[must_use]
    pub fn results(&self) -> &[RowResult] {
        &self.results[..self.rows]
    }

    /// The symbols of a row's first solution, in [`Alphabet::FromOne`]; `None` if none was found.
    #[inline]
    #[must_use]
    pub fn solution(&self, row: usize) -> Option<&[u8]> {
        let cells = self.size.cells();
        (self.results[row].solutions > 0).then(|| &self.solutions[row * (cells + 1)..][..cells])
    }

    /// The symbols of a row's clues.
    fn symbols(&self, row: usize) -> &[u8] {
        &self.cells[row * self.size.cells()..][..self.size.cells()]
    }

    /// A row's clues, row-major, 0 for an empty cell.
    #[must_use]
    pub fn values(&self, row: usize) -> Vec<u8> {
        self.symbols(row).iter().map(|&symbol| self.value(symbol)).collect()
    }

    /// The candidates of a row's cells; `None` if the puzzles are given by clues.
    pub fn candidates_of(&self, row: usize) -> Option<&[Candidates]> {
        self.candidates.chunks_exact(self.size.cells()).nth(row)
    }

    /// A row's puzzle as [`Puzzle::text`] writes it.
    #[must_use]
    pub fn text(&self, row: usize) -> String {
        puzzle_text(&self.values(row), self.candidates_of(row), Alphabet::default())
    }

    /// Checks that a grid, with a value per cell, solves a row's puzzle.
    ///
    /// # Errors
    /// As for [`verify::check`].
    pub fn check(&self, row: usize, grid: &[u8]) -> Result<(), Fault> {
        verify::check_cells(self.size, self.units, &self.values(row), self.candidates_of(row), grid)
    }

    /// Returns true if the puzzles are given by candidates.
    #[must_use]
    pub const fn has_candidates(&self) -> bool {
        !self.candidates.is_empty()
    }

    /// The number of a row's clues: of cells with one candidate, for a puzzle given by candidates.
    #[must_use]
    pub fn clues(&self, row: usize) -> u64 {
        let symbols = self.symbols(row);
        if let Ok(cells) = <&[u8; 81]>::try_from(symbols) {
            // A sum of bytes, which the compiler vectorizes; a byte can hold 81.
            let is_clue = |byte: u8| u8::from((b'1'..=b'9').contains(&byte));
            return cells.iter().fold(0, |clues: u8, &byte| clues + is_clue(byte)).into();
        }
        symbols.iter().filter(|&&symbol| self.value(symbol) > 0).count() as u64
    }

    /// A row's counters with the number of its clues: the lanes do not count them, which would
    /// take longer than all their other counters together.
    #[inline]
    #[must_use]
    pub fn counters(&self, row: usize) -> Counters {
        let RowResult { status, counters, .. } = self.results[row];
        let has_clues = counters.clues > 0 || status == Status::Invalid;
        Counters { clues: if has_clues { counters.clues } else { self.clues(row) }, ..counters }
    }

    /// The value of a symbol; 0 for an empty cell.
    fn value(&self, symbol: u8) -> u8 {
        let value = VALUES[usize::from(symbol)];
        if usize::from(value) <= self.size.side() { value } else { 0 }
    }

    /// A row's puzzle; `None` if its clues repeat a digit, or if it is of another size than `O`.
    #[must_use]
    pub fn puzzle<O: Order>(&self, row: usize) -> Option<Puzzle<O>> {
        if let Some(cells) = self.candidates_of(row) {
            return Puzzle::from_candidates(cells).ok();
        }
        let mut values = O::per_cell(0);
        for (value, &symbol) in values.as_mut().iter_mut().zip(self.symbols(row)) {
            *value = self.value(symbol);
        }
        Puzzle::from_cells_in(self.units, values).ok().filter(|_| O::SIZE == self.size)
    }

    /// Removes all rows but the first ones.
    pub fn truncate(&mut self, rows: usize) {
        self.cells.truncate(rows * self.size.cells());
        self.candidates.truncate(rows * self.size.cells());
        self.rows = rows;
    }

    /// Returns the address of the next part of the upcoming memory.
    #[inline(always)]
    pub fn next_upcoming(&mut self) -> Option<usize> {
        let at = self.upcoming.start;
        self.upcoming.start += PREFETCH_BYTES;
        (at < self.upcoming.end).then_some(at)
    }

    /// Returns true once every row is solved.
    pub const fn is_done(&self) -> bool {
        self.next == self.len() && self.open == 0
    }

    /// The symbols of a 9×9 row's clues.
    #[inline(always)]
    pub fn line(&self, row: usize) -> Option<&[u8; 81]> {
        self.cells.get(row * 81..)?.first_chunk()
    }

    /// The candidates of a 9×9 row.
    #[inline(always)]
    pub fn candidates(&self, row: usize) -> Option<&[Candidates; 81]> {
        self.candidates.get(row * 81..)?.first_chunk()
    }

    /// If a row's clues repeat a digit, marks it as invalid and returns true.
    #[cold]
    pub fn mark_repeated_digit(&mut self, row: usize) -> bool {
        let repeats = for_size!(self.size, O => self.puzzle::<O>(row).is_none());
        if repeats {
            self.results[row] = RowResult::INVALID;
        }
        repeats
    }

    /// Writes the solve time of a row that has ended.
    #[inline]
    pub fn set_time(&mut self, row: usize, solve_ns: u64) {
        self.results[row].solve_ns = solve_ns;
    }
}

/// For waves, which sweep a whole batch at once; they run on x86-64 only.
#[cfg(target_arch = "x86_64")]
impl Batch {
    /// Begins all rows, if the batch is full of 9×9 puzzles given by clues and none of them has begun.
    /// Returns true if so. [`Batch::end_all_but`] has to follow.
    pub fn begin_all(&mut self) -> bool {
        let is_full = self.size == Size::Nine && self.rows == Self::ROWS;
        let begins = is_full && self.next == 0 && !self.has_candidates();
        if begins {
            self.next = self.rows;
            self.open = self.rows;
        }
        begins
    }

    /// Ends the rows that [`Batch::begin_all`] began, but for so many, which [`Batch::end`] ends. The
    /// results of the others have been set.
    pub fn end_all_but(&mut self, open: usize) {
        self.open = open;
    }

    /// The clues of a full batch of 9×9 puzzles.
    pub fn lines(&self) -> Option<&[[u8; 81]; Self::ROWS]> {
        self.cells.as_chunks().0.first_chunk()
    }

    /// The lines for the solutions of a full batch of 9×9 puzzles, each with its newline.
    pub fn solution_lines_mut(&mut self) -> Option<&mut [[u8; 82]; Self::ROWS]> {
        self.solutions.as_chunks_mut().0.first_chunk_mut()
    }

    /// Sets the result of a row that [`Batch::begin_all`] began. If it has a solution, that has been
    /// written.
    #[inline(always)]
    pub fn set_result(&mut self, row: usize, result: RowResult) {
        self.results[row] = result;
    }
}

/// For engines, which solve the rows, and for readers and writers that know how they are stored.
impl Batch {
    /// All solutions, one line per row; meaningless for rows without a solution.
    #[inline]
    #[must_use]
    pub fn solution_lines(&self) -> &[u8] {
        &self.solutions[..self.len() * (self.size.cells() + 1)]
    }

    /// Translates the solutions from [`Alphabet::FromOne`] to another alphabet.
    pub fn translate_solutions(&mut self, alphabet: Alphabet) {
        if alphabet == Alphabet::FromOne {
            return;
        }
        let symbols = alphabet.translation();
        let lines = self.solutions.chunks_exact_mut(self.size.cells() + 1);
        for (line, _) in
            lines.zip(&self.results[..self.rows]).filter(|(_, result)| result.solutions > 0)
        {
            line.iter_mut().for_each(|byte| *byte = symbols[usize::from(*byte)]);
        }
    }

    /// The symbols of all clues from a row on.
    ///
    /// # Panics
    /// There are fewer rows.
    #[inline]
    #[must_use]
    pub fn symbols_from(&self, row: usize) -> &[u8] {
        &self.cells[row * self.size.cells()..]
    }

    /// The next row that holds a puzzle; `None` after the last. The search of the row has begun, and
    /// [`Self::end`] has to be called for it.
    #[inline(always)]
    pub fn next_row(&mut self) -> Option<usize> {
        loop {
            let row = self.next;
            if row == self.rows {
                return None;
            }
            self.next += 1;
            if self.results[row].status != Status::Invalid {
                self.open += 1;
                return Some(row);
            }
        }
    }

    /// Sets the text that will be read after this batch. While the batch is solved, each row
    /// prefetches a part of it into the cache; all of it at once would stall on memory.
    pub fn set_upcoming(&mut self, text: &[u8]) {
        let start = text.as_ptr().addr();
        self.upcoming = start..start + text.len();
    }

    /// Writes the result of a row that [`Self::next_row`] returned, and `first`, the symbols of the
    /// first solution if there is one.
    ///
    /// # Panics
    /// The result has solutions, and the number of symbols is not the number of cells.
    #[inline(always)]
    pub fn end(&mut self, row: usize, result: RowResult, first: &[u8]) {
        self.open -= 1;
        self.results[row] = result;
        if result.solutions > 0 {
            // For the lanes, this length is a constant.
            let cells = first.len();
            self.solutions[row * (cells + 1)..][..cells].copy_from_slice(first);
        }
    }
}
