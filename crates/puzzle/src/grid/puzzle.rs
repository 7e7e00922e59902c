//! A puzzle: clues that repeat no digit in a unit, or the candidates of every cell.

use super::{
    Alphabet, Candidates, Cell, CellSet, Digit, Order, Order3, Size, Unit, Units, digits_at,
    digits_of_cells,
};
use crate::for_size;
use std::{any::Any, fmt};

/// A puzzle: a grid with clues in some cells, or with the candidates of every cell.
///
/// A value of this type guarantees that no clue repeats a digit in a row, column or box, or in a unit of
/// [`Self::new_in`], unless the puzzle was given [by candidates](Self::from_candidates). It may have no
/// solution, or several.
///
/// ```
/// # use sudomill_puzzle as sudomill;
/// use sudomill::grid::Puzzle;
/// let line = "013085006000031000007600000006900003170000025300006900000002400000870000900560310";
/// let puzzle: Puzzle = line.parse()?;
/// assert_eq!(puzzle.clue_count(), 28);
/// assert_eq!(puzzle.to_string(), line.replace('0', "."));
/// # Ok::<(), sudomill::BadLine>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Puzzle<O: Order = Order3> {
    /// The clues, 0 for an empty cell. In a puzzle given by candidates alone, a cell with only one
    /// candidate counts as a clue.
    values: O::PerCell<u8>,
    /// The cells that have each digit as a candidate; `None` for a puzzle given by clues.
    places: Option<O::PerDigit<CellSet<O>>>,
}

impl<O: Order> Puzzle<O> {
    /// The puzzle with these clues, row-major, 0 for an empty cell.
    ///
    /// # Errors
    /// The wrong number of cells, a value above the side of the grid, or two
    /// clues that repeat a digit in a unit.
    pub fn new(values: &[u8]) -> Result<Self, PuzzleError> {
        Self::new_in(Units::STANDARD, values)
    }

    /// [`Self::new`] for a grid with these units. A puzzle does not know its units: whoever solves or
    /// checks it has to be told.
    ///
    /// ```
    /// # use sudomill_puzzle as sudomill;
    /// use sudomill::grid::{Extra, Order2, Puzzle, Size, Units};
    /// let units = Units::new(Size::Four, None, &[Extra::Diagonals])?;
    /// let clues = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
    /// let error = Puzzle::<Order2>::new_in(units, &clues).unwrap_err();
    /// assert_eq!(error.to_string(), "digit 1 twice in diagonal 1 (r1c1 and r4c4)");
    /// # Ok::<(), sudomill::grid::UnitsError>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Self::new`], or the units are of another size.
    pub fn new_in(units: Units, values: &[u8]) -> Result<Self, PuzzleError> {
        Self::given(Given::Clues { units, values })
    }

    /// Made by [`fill`], which is compiled in this crate, once for each size.
    fn given(given: Given) -> Result<Self, PuzzleError> {
        let mut puzzle = Self { values: O::per_cell(0), places: None };
        fill(&mut puzzle, O::SIZE, given)?;
        Ok(puzzle)
    }

    /// The body of [`Self::new_in`].
    fn of_clues(units: Units, values: &[u8]) -> Result<Self, PuzzleError> {
        if values.len() != O::CELLS {
            return Err(PuzzleError::Length { found: values.len(), expected: O::CELLS });
        }
        if let Some(index) = values.iter().position(|&v| usize::from(v) > O::SIDE) {
            return Err(PuzzleError::Value { cell: Cell::new(index), found: values[index] });
        }
        if !units.fit(O::SIZE) {
            return Err(PuzzleError::Units(format!(
                "found units of another size than {}",
                O::SIZE
            )));
        }
        Self::from_cells_in(units, cells_of::<O>(values)).map_err(PuzzleError::Conflict)
    }

    /// The puzzle with these clues, each at most the side of the grid.
    pub fn from_cells(values: O::PerCell<u8>) -> Result<Self, Conflict> {
        match repeats_a_digit::<O>(values.as_ref()) {
            false => Ok(Self { values, places: None }),
            true => Err(Conflict::find::<O>(values.as_ref()).expect("a unit repeats a digit")),
        }
    }

    /// [`Self::from_cells`] for a grid with these units.
    pub fn from_cells_in(units: Units, values: O::PerCell<u8>) -> Result<Self, Conflict> {
        if units.are_standard() {
            return Self::from_cells(values);
        }
        match Conflict::find_among(units.all(O::SIZE), O::SIZE, values.as_ref()) {
            None => Ok(Self { values, places: None }),
            Some(conflict) => Err(conflict),
        }
    }

    /// The puzzle with these clues, which repeat no digit.
    pub fn from_valid_values(values: &[u8]) -> Self {
        Self { values: cells_of::<O>(values), places: None }
    }

    /// The puzzle with these candidates, row-major: a solution picks one of them for each cell. A
    /// cell with only one candidate is a clue. If candidates contradict each other or a cell has
    /// none, the puzzle has no solution.
    ///
    /// ```
    /// # use sudomill_puzzle as sudomill;
    /// use sudomill::grid::{Candidates, Order3, Puzzle};
    /// let mut candidates = [Candidates::all::<Order3>(); 81];
    /// candidates[4] = Candidates::from_bits(0b1_0000_0010);
    /// candidates[80] = Candidates::from_bits(0b0_0100_0000);
    /// let puzzle = Puzzle::<Order3>::from_candidates(&candidates)?;
    /// assert_eq!(puzzle.clue_count(), 1);
    /// assert!(puzzle.to_string().starts_with("123456789123456789123456789123456789.2......9"));
    /// # Ok::<(), sudomill::grid::PuzzleError>(())
    /// ```
    ///
    /// # Errors
    /// The wrong number of cells, or a digit above the side of the grid.
    pub fn from_candidates(candidates: &[Candidates]) -> Result<Self, PuzzleError> {
        Self::given(Given::Candidates(candidates))
    }

    /// The body of [`Self::from_candidates`].
    fn of_candidates(candidates: &[Candidates]) -> Result<Self, PuzzleError> {
        if candidates.len() != O::CELLS {
            return Err(PuzzleError::Length { found: candidates.len(), expected: O::CELLS });
        }
        let mut places = O::per_digit(CellSet::EMPTY);
        for (i, &digits) in candidates.iter().enumerate() {
            let cell = Cell::new(i);
            let above = digits - Candidates::all::<O>();
            if !above.is_empty() {
                let found = u8::try_from(above.bits().trailing_zeros() + 1).unwrap_or(u8::MAX);
                return Err(PuzzleError::Value { cell, found });
            }
            for digit in digits {
                places.as_mut()[digit.index()].insert(cell);
            }
        }
        Ok(Self::from_places(places))
    }

    /// The puzzle with these clues, row-major, 0 for an empty cell, and with these candidates in the
    /// empty cells. Unlike [`from_candidates`](Self::from_candidates), a cell with only one candidate is
    /// no clue: it stays open, as on the board of a person who has not entered the digit yet.
    ///
    /// ```
    /// # use sudomill_puzzle as sudomill;
    /// use sudomill::grid::{Candidates, Cell, Order3, Puzzle};
    /// let mut clues = [0; 81];
    /// clues[4] = 2;
    /// let mut candidates = [Candidates::all::<Order3>(); 81];
    /// candidates[80] = Candidates::from_bits(0b0_0100_0000);
    /// let puzzle = Puzzle::<Order3>::with_candidates(&clues, &candidates)?;
    /// assert_eq!((puzzle.clue_count(), puzzle.candidates(Cell::new(80)).len()), (1, 1));
    /// # Ok::<(), sudomill::grid::PuzzleError>(())
    /// ```
    ///
    /// # Errors
    /// The wrong number of cells, or a digit above the side of the grid.
    pub fn with_candidates(clues: &[u8], candidates: &[Candidates]) -> Result<Self, PuzzleError> {
        if clues.len() != O::CELLS {
            return Err(PuzzleError::Length { found: clues.len(), expected: O::CELLS });
        }
        let all = clues.iter().zip(candidates);
        let all: Vec<Candidates> =
            all.map(|(&clue, &left)| Digit::new(clue).map_or(left, Candidates::from)).collect();
        Ok(Self { values: cells_of::<O>(clues), ..Self::from_candidates(&all)? })
    }

    /// The puzzle with these candidate cells for each digit.
    pub fn from_places(places: O::PerDigit<CellSet<O>>) -> Self {
        let mut puzzle = Self { values: O::per_cell(0), places: Some(places) };
        let all = puzzle.all_candidates();
        for (value, digits) in puzzle.values.as_mut().iter_mut().zip(all.as_ref()) {
            *value = digits.single().map_or(0, Digit::value);
        }
        puzzle
    }

    /// Returns true if the puzzle was given by candidates, not by clues.
    #[must_use]
    #[inline]
    pub fn has_candidates(&self) -> bool {
        self.places.is_some()
    }

    /// The candidates of a cell as they were given. In a puzzle given by clues: the clue, or every
    /// digit.
    #[inline]
    pub fn candidates(&self, cell: Cell) -> Candidates {
        match (&self.places, self.clue(cell)) {
            (None, Some(clue)) => clue.into(),
            (None, None) => Candidates::all::<O>(),
            (Some(places), _) => digits_at(places.as_ref(), cell),
        }
    }

    /// The candidates of a cell that no clue of its peers excludes.
    pub fn candidates_left(&self, cell: Cell) -> Candidates {
        Candidates::left_for::<O>(self.values.as_ref(), cell) & self.candidates(cell)
    }

    /// The [`candidates`](Self::candidates) of every cell, row-major.
    ///
    /// ```
    /// # use sudomill_puzzle as sudomill;
    /// use sudomill::grid::{Order2, Puzzle};
    /// let puzzle: Puzzle<Order2> = "1...4.....2....3".parse()?;
    /// assert_eq!(puzzle.all_candidates().map(|digits| digits.len())[..5], [1, 4, 4, 4, 1]);
    /// # Ok::<(), sudomill::BadLine>(())
    /// ```
    pub fn all_candidates(&self) -> O::PerCell<Candidates> {
        let mut all = O::per_cell(Candidates::NONE);
        copy_candidates(self, O::SIZE, all.as_mut());
        all
    }

    /// The body of [`Self::all_candidates`].
    fn candidates_of_cells(&self) -> O::PerCell<Candidates> {
        if let Some(places) = &self.places {
            return digits_of_cells(places.as_ref());
        }
        let mut all = O::per_cell(Candidates::NONE);
        for (i, digits) in all.as_mut().iter_mut().enumerate() {
            *digits = self.candidates(Cell::new(i));
        }
        all
    }

    /// The cells that have each digit as a candidate; `None` for a puzzle given by clues.
    #[inline]
    pub fn places_given(&self) -> Option<&O::PerDigit<CellSet<O>>> {
        self.places.as_ref()
    }

    /// The clues, row-major, 0 for an empty cell.
    #[must_use]
    #[inline]
    pub fn values(&self) -> &[u8] {
        self.values.as_ref()
    }

    /// The clues as an array, the starting point of a solver.
    #[inline]
    pub fn cells(&self) -> &O::PerCell<u8> {
        &self.values
    }

    /// The clue in a cell; `None` if the cell is empty or, in a puzzle given by candidates, does
    /// not have exactly one.
    #[must_use]
    #[inline]
    pub fn clue(&self, cell: Cell) -> Option<Digit> {
        Digit::new(self.values.as_ref()[cell.index()])
    }

    /// The clues with their cells, row-major.
    pub fn clues(&self) -> impl Iterator<Item = (Cell, Digit)> + '_ {
        clues_of(self.values())
    }

    /// The puzzle in this alphabet: one symbol per cell, row-major, `.` for an empty cell. If the
    /// puzzle was given by candidates: one symbol per digit of each cell, `.` for a digit that is
    /// not a candidate.
    #[must_use]
    pub fn text(&self, alphabet: Alphabet) -> String {
        let candidates = self.has_candidates().then(|| self.all_candidates());
        puzzle_text(self.values(), candidates.as_ref().map(AsRef::as_ref), alphabet)
    }

    /// The number of clues. In a puzzle given by candidates: the number of cells with only one.
    #[must_use]
    #[inline]
    pub fn clue_count(&self) -> usize {
        count_of(self.values())
    }
}

impl<O: Order> fmt::Display for Puzzle<O> {
    /// [`Self::text`] in the default alphabet.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Alphabet::default()))
    }
}

/// What a puzzle is made of.
enum Given<'a> {
    Clues { units: Units, values: &'a [u8] },
    Candidates(&'a [Candidates]),
}

/// Fills in a puzzle of this size. A generic function would be compiled again by each crate that calls it.
fn fill(puzzle: &mut dyn Any, size: Size, given: Given) -> Result<(), PuzzleError> {
    for_size!(size, O => {
        let puzzle: &mut Puzzle<O> = puzzle.downcast_mut().expect("a puzzle of this size");
        *puzzle = match given {
            Given::Clues { units, values } => Puzzle::of_clues(units, values)?,
            Given::Candidates(candidates) => Puzzle::of_candidates(candidates)?,
        };
    });
    Ok(())
}

/// Copies the [candidates](Puzzle::all_candidates) of a puzzle of this size, for the same reason.
fn copy_candidates(puzzle: &dyn Any, size: Size, all: &mut [Candidates]) {
    for_size!(size, O => {
        let puzzle: &Puzzle<O> = puzzle.downcast_ref().expect("a puzzle of this size");
        all.copy_from_slice(puzzle.candidates_of_cells().as_ref());
    });
}

/// The number of values that are not 0.
#[inline(always)]
fn count_of(values: &[u8]) -> usize {
    // Sums of bytes, which add many cells at once.
    let parts = values.chunks(usize::from(u8::MAX));
    parts.map(|part| usize::from(part.iter().map(|&v| u8::from(v != 0)).sum::<u8>())).sum()
}

/// The values as an array.
pub(super) fn cells_of<O: Order>(values: &[u8]) -> O::PerCell<u8> {
    let mut cells = O::per_cell(0);
    cells.as_mut().copy_from_slice(values);
    cells
}

/// The digits of row-major values with their cells.
fn clues_of(values: &[u8]) -> impl Iterator<Item = (Cell, Digit)> + '_ {
    let clue = |(i, &value): (usize, &u8)| Some((Cell::new(i), Digit::new(value)?));
    values.iter().enumerate().filter_map(clue)
}

/// Returns the [text](Puzzle::text) of a puzzle with these clues and, if it is given by candidates,
/// these candidates.
pub fn puzzle_text(values: &[u8], candidates: Option<&[Candidates]>, alphabet: Alphabet) -> String {
    let symbol = |digit: Option<Digit>| digit.map_or('.', |digit| alphabet.symbol(digit));
    let Some(candidates) = candidates else {
        return values.iter().map(|&value| symbol(Digit::new(value))).collect();
    };
    let side = values.len().isqrt() as u8;
    let mut text = String::with_capacity(candidates.len() * usize::from(side));
    for digits in candidates {
        let digit = |value| Digit::new(value).filter(|&digit| digits.contains(digit));
        text.extend((1..=side).map(|value| symbol(digit(value))));
    }
    text
}

/// Returns true if two clues of a unit have the same digit.
fn repeats_a_digit<O: Order>(values: &[u8]) -> bool {
    // The digits of every column, and of every box of the current band, sized for order 5.
    let mut columns = [0; Digit::MAX as usize];
    let mut repeated = 0;
    for band in values.chunks_exact(O::BOX_ROWS * O::SIDE) {
        let mut boxes = [0; 5];
        for row in band.chunks_exact(O::SIDE) {
            let mut used = 0;
            for (column, &value) in row.iter().enumerate() {
                let bits = (1u32 << value) >> 1;
                repeated |= (used | columns[column] | boxes[column / O::BOX_COLUMNS]) & bits;
                used |= bits;
                columns[column] |= bits;
                boxes[column / O::BOX_COLUMNS] |= bits;
            }
        }
    }
    repeated != 0
}

/// A digit that occurs twice in a unit.
///
/// If there are several, this is the first: rows come before columns, columns before boxes or regions,
/// these before extra units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Conflict {
    /// The repeated digit.
    pub digit: Digit,
    /// The unit that holds it twice.
    pub unit: Unit,
    /// The two cells, ascending.
    pub cells: [Cell; 2],
    /// The size of the grid.
    pub size: Size,
}

impl Conflict {
    /// The first unit with a repeated digit; `None` if no digit repeats.
    pub fn find<O: Order>(values: &[u8]) -> Option<Self> {
        Self::find_among(Unit::all::<O>(), O::SIZE, values)
    }

    /// The first of these units with a repeated digit; `None` if no digit repeats.
    fn find_among(
        mut units: impl Iterator<Item = Unit>,
        size: Size,
        values: &[u8],
    ) -> Option<Self> {
        units.find_map(|unit| {
            let (digit, cells) = repeat(size.cells_of(unit), values)?;
            Some(Self { digit, unit, cells, size })
        })
    }

    /// The message, with the digit as a symbol of this alphabet.
    #[must_use]
    pub fn text(&self, alphabet: Alphabet) -> String {
        self.with_digit(&alphabet.symbol(self.digit))
    }

    fn with_digit(&self, digit: &dyn fmt::Display) -> String {
        let name = |cell| self.size.cell_name(cell);
        let [first, second] = self.cells.map(name);
        format!("digit {digit} twice in {} ({first} and {second})", self.unit)
    }
}

/// The first digit that occurs twice in the cells of a unit, and its two cells.
fn repeat(cells: &[Cell], values: &[u8]) -> Option<(Digit, [Cell; 2])> {
    let value = |cell: &Cell| values[cell.index()];
    let mut held = 0;
    let again = cells.iter().position(|cell| {
        // Not that of an empty cell.
        let bit = 1_u32.unbounded_shl(value(cell).into()) & !1;
        let is_held = held & bit != 0;
        held |= bit;
        is_held
    })?;
    let first = cells.iter().find(|cell| value(cell) == value(&cells[again]))?;
    Some((Digit::new(value(first))?, [*first, cells[again]]))
}

impl fmt::Display for Conflict {
    /// Writes the message, with the digit as a number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.with_digit(&self.digit))
    }
}

/// The reason that an array of values is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// The wrong number of values.
    #[error("found {found} cells; expected {expected}")]
    Length {
        /// The number of values.
        found: usize,
        /// The number of cells in the grid.
        expected: usize,
    },
    /// A value above the side of the grid.
    #[error("found value {found} in cell {}; expected 0 or a digit of the grid", cell.index())]
    Value {
        /// The cell.
        cell: Cell,
        /// The value of the cell.
        found: u8,
    },
    /// A digit occurs twice in a unit.
    #[error("{0}")]
    Conflict(Conflict),
    /// The puzzle has units of another size, or others than rows, columns and boxes, which the solver does not
    /// know: a message that says so.
    #[error("{0}")]
    Units(String),
}
