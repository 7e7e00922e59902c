//! Checks whether a grid solves a puzzle. Shares neither code nor tables with any solver.

use crate::{
    for_size,
    grid::{Alphabet, Candidates, Cell, Digit, GivenUnit, Order, Puzzle, Size, Unit, Units},
};
use std::{borrow::Cow, fmt};

/// The reason that a grid does not solve a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Fault {
    /// The grid has the wrong number of cells.
    Length {
        /// The number of cells in the grid.
        found: usize,
        /// The number of cells of the puzzle.
        expected: usize,
    },
    /// A cell does not hold a valid digit.
    NoDigit {
        /// The cell.
        cell: Cell,
        /// The size of the grid.
        size: Size,
    },
    /// A cell does not hold its clue.
    Clue {
        /// The cell.
        cell: Cell,
        /// The clue.
        clue: Digit,
        /// The digit that the grid has in the cell.
        found: Digit,
        /// The size of the grid.
        size: Size,
    },
    /// A cell does not hold one of its candidates.
    Candidate {
        /// The cell.
        cell: Cell,
        /// The digit that the grid has in the cell.
        found: Digit,
        /// The size of the grid.
        size: Size,
    },
    /// A row, column, box or region lacks a digit.
    Missing {
        /// The unit.
        unit: Unit,
        /// The smallest missing digit.
        digit: Digit,
    },
    /// An extra unit with fewer cells than digits repeats one.
    Repeated {
        /// The unit.
        unit: Unit,
        /// The smallest repeated digit.
        digit: Digit,
    },
}

impl Fault {
    /// Returns the message, with digits written in this alphabet.
    #[must_use]
    pub fn text(&self, alphabet: Alphabet) -> String {
        let symbol = |digit| alphabet.symbol(digit);
        let name = |cell: Cell, size: Size| for_size!(size, O => cell.name::<O>());
        match *self {
            Self::Length { found, expected } => format!("found {found} cells; expected {expected}"),
            Self::NoDigit { cell, size } => {
                let digits = alphabet.range(size.side());
                format!("{} holds none of the digits {digits}", name(cell, size))
            }
            Self::Clue { cell, clue, found, size } => {
                let clue = symbol(clue);
                let found = symbol(found);
                format!("{} is {found}, but the clue there is {clue}", name(cell, size))
            }
            Self::Candidate { cell, found, size } => {
                let cell = name(cell, size);
                let found = symbol(found);
                format!("{cell} is {found}, which is not a candidate there")
            }
            Self::Missing { unit, digit } => format!("{unit} lacks the digit {}", symbol(digit)),
            Self::Repeated { unit, digit } => {
                format!("{unit} repeats the digit {}", symbol(digit))
            }
        }
    }
}

impl fmt::Display for Fault {
    /// [`Self::text`] in the default alphabet.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Alphabet::default()))
    }
}

impl std::error::Error for Fault {}

/// The reason that a text does not solve a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum TextFault {
    /// The text is empty.
    #[error("no solution is given")]
    Empty,
    /// The grid is wrong. `Display` writes digits in the alphabet of the text.
    #[error("{}", fault.text(*alphabet))]
    Grid {
        /// The first fault in the grid.
        fault: Fault,
        /// The alphabet of the text.
        alphabet: Alphabet,
    },
}

/// Checks that `grid` solves the puzzle: it keeps every clue (or, in a puzzle given by candidates,
/// picks a candidate of every cell), and every row, column and box contains every digit. `grid` has
/// one value per cell, row-major, digits from 1.
///
/// ```
/// # use sudomill_puzzle as sudomill;
/// use sudomill::{grid::{Order2, Puzzle}, verify};
/// let puzzle: Puzzle<Order2> = "1...4.....2....3".parse()?;
/// let grid = [1, 2, 3, 4, 4, 3, 1, 2, 3, 1, 2, 4, 2, 4, 1, 3];
/// assert_eq!(verify::check(&puzzle, &grid).unwrap_err().to_string(), "column 3 lacks the digit 4");
/// # Ok::<(), sudomill::BadLine>(())
/// ```
///
/// # Errors
/// The first fault found. The length is checked first, then the digit and the clue of each cell,
/// then rows, columns and boxes.
pub fn check<O: Order>(puzzle: &Puzzle<O>, grid: &[u8]) -> Result<(), Fault> {
    check_in(Units::STANDARD, puzzle, grid)
}

/// [`check`] for a grid with these units: every row, column, box or region contains every digit, as does
/// an extra unit with as many cells; a smaller one repeats none.
///
/// # Errors
/// As for [`check`]; extra units come last.
pub fn check_in<O: Order>(units: Units, puzzle: &Puzzle<O>, grid: &[u8]) -> Result<(), Fault> {
    let candidates = puzzle.has_candidates().then(|| puzzle.all_candidates());
    let candidates = candidates.as_ref().map(AsRef::as_ref);
    check_cells(O::SIZE, units, puzzle.values(), candidates, grid)
}

/// [`check`] for the cells of a puzzle of this size.
pub(crate) fn check_cells(
    size: Size,
    units: Units,
    clues: &[u8],
    candidates: Option<&[Candidates]>,
    grid: &[u8],
) -> Result<(), Fault> {
    let side = size.side();
    let rows = size.box_rows();
    let columns = size.box_columns();
    if grid.len() != clues.len() {
        return Err(Fault::Length { found: grid.len(), expected: clues.len() });
    }
    for (i, (&found, &clue)) in grid.iter().zip(clues).enumerate() {
        let cell = Cell::new(i);
        let Some(found) = Digit::new(found).filter(|digit| usize::from(digit.value()) <= side)
        else {
            return Err(Fault::NoDigit { cell, size });
        };
        if let Some(clue) = Digit::new(clue).filter(|&clue| clue != found) {
            return Err(Fault::Clue { cell, clue, found, size });
        }
        if candidates.is_some_and(|all| all[i].bits() >> found.index() & 1 == 0) {
            return Err(Fault::Candidate { cell, found, size });
        }
    }
    let boxes = |unit: usize, i: usize| {
        (unit / size.stacks() * rows + i / columns, unit % size.stacks() * columns + i % columns)
    };
    has_every_digit(grid, side, Unit::Row, &|unit, i| (unit, i))?;
    has_every_digit(grid, side, Unit::Column, &|unit, i| (i, unit))?;
    if !units.have_regions() {
        has_every_digit(grid, side, Unit::Box, &boxes)?;
    }
    units.given().try_for_each(|unit| check_given(grid, side, unit))
}

/// Checks a region or an extra unit: the digits of its cells differ.
fn check_given(grid: &[u8], side: usize, given: GivenUnit) -> Result<(), Fault> {
    let unit = Unit::Given(given);
    let mut times = [0_usize; Digit::MAX as usize + 1];
    // Units of another size mean nothing.
    let digits = given.cells().iter().filter_map(|cell| grid.get(cell.index()));
    digits.for_each(|digit| times[usize::from(*digit)] += 1);
    let first = |is_wrong: fn(usize) -> bool| {
        (1..=side as u8).filter_map(Digit::new).find(|digit| is_wrong(times[digit.index() + 1]))
    };
    let fault = match given.cells().len() == side {
        true => first(|times| times == 0).map(|digit| Fault::Missing { unit, digit }),
        false => first(|times| times > 1).map(|digit| Fault::Repeated { unit, digit }),
    };
    fault.map_or(Ok(()), Err)
}

/// Returns true if an answer solves a puzzle, both as bytes of a file. The puzzle must consist of
/// valid symbols: one per cell, or one per digit of each cell. Agrees with [`check_text`], but is
/// faster and gives no reason. For the standard units only.
#[must_use]
pub fn is_right(size: Size, puzzle: &[u8], answer: &[u8], alphabet: Alphabet) -> bool {
    let bits = &*bits_of(alphabet);
    if puzzle.len() == size.cells() * size.side() {
        let is_candidate = |(symbols, digit): (&[u8], &u8)| {
            let bits_of = symbols.iter().map(|&symbol| bits[usize::from(symbol)]);
            bits_of.fold(0, |all, bit| all | bit) & bits[usize::from(*digit)] != 0
        };
        return is_solution(size, answer, answer, bits)
            && puzzle.chunks_exact(size.side()).zip(answer).all(is_candidate);
    }
    is_solution(size, puzzle, answer, bits)
}

/// Returns true if a full grid keeps every clue and every row, column and box contains every digit.
fn is_solution(size: Size, clues: &[u8], answer: &[u8], bits: &[u32; 256]) -> bool {
    match size {
        // Inlined with a constant, so that its loops have fixed lengths.
        Size::Nine => is_solution_of(Size::Nine, clues, answer, bits),
        _ => is_solution_of(size, clues, answer, bits),
    }
}

#[inline(always)]
fn is_solution_of(size: Size, clues: &[u8], answer: &[u8], bits: &[u32; 256]) -> bool {
    let side = size.side();
    let rows = size.box_rows();
    if answer.len() != side * side || clues.len() != side * side {
        return false;
    }
    let every: u32 = (1 << side) - 1;
    // Sized for the largest order; the loops use the side of the grid.
    let mut columns = [0_u32; 25];
    let mut lost = 0;
    let mut held = every;
    for band in 0..size.bands() {
        // The digits of each column in this band.
        let mut stacks = [0_u32; 25];
        for row in band * rows..(band + 1) * rows {
            let mut whole = 0;
            for (column, stack) in stacks.iter_mut().enumerate().take(side) {
                let cell = row * side + column;
                let bit = bits[usize::from(answer[cell])];
                lost |= bits[usize::from(clues[cell])] & !bit;
                whole |= bit;
                *stack |= bit;
            }
            held &= whole;
        }
        columns.iter_mut().zip(stacks).for_each(|(column, stack)| *column |= stack);
        for stack in stacks[..side].chunks_exact(size.box_columns()) {
            held &= stack.iter().fold(0, |sum, bit| sum | bit);
        }
    }
    held &= columns[..side].iter().fold(every, |all, column| all & column);
    lost == 0 && held == every
}

/// The bit of each byte's digit: bit `d - 1` for digit `d`, 0 for a byte that is not a digit of the
/// largest grid.
fn bits_of(alphabet: Alphabet) -> Cow<'static, [u32; 256]> {
    const FROM_ONE: &[u32; 256] = &bits(Alphabet::FromOne);
    const FROM_ZERO: &[u32; 256] = &bits(Alphabet::FromZero);
    match alphabet {
        Alphabet::FromOne => Cow::Borrowed(FROM_ONE),
        Alphabet::FromZero => Cow::Borrowed(FROM_ZERO),
        Alphabet::Custom(symbols) => Cow::Owned(symbols.values().map(|value| (1 << value) >> 1)),
    }
}

const fn bits(alphabet: Alphabet) -> [u32; 256] {
    let mut bits = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        if let Some(digit) = alphabet.digit(byte as u8) {
            bits[byte] = 1 << (digit.value() - 1);
        }
        byte += 1;
    }
    bits
}

/// Like [`check`], for an answer as text in this alphabet. Other bytes count as wrong digits.
///
/// ```
/// # use sudomill_puzzle as sudomill;
/// use sudomill::{grid::{Alphabet, Order2, Puzzle}, verify::{self, TextFault}};
/// let puzzle: Puzzle<Order2> = ".4.3.3........2.".parse()?;
/// assert_eq!(verify::check_text(&puzzle, b"2413134242313124", Alphabet::FromOne), Ok(()));
/// assert_eq!(verify::check_text(&puzzle, b"", Alphabet::FromOne), Err(TextFault::Empty));
/// # Ok::<(), sudomill::BadLine>(())
/// ```
///
/// # Errors
/// The answer is empty, or the first fault of [`check`].
pub fn check_text<O: Order>(
    puzzle: &Puzzle<O>,
    answer: &[u8],
    alphabet: Alphabet,
) -> Result<(), TextFault> {
    check_text_in(Units::STANDARD, puzzle, answer, alphabet)
}

/// [`check_text`] for a grid with these units.
///
/// # Errors
/// As for [`check_text`].
pub fn check_text_in<O: Order>(
    units: Units,
    puzzle: &Puzzle<O>,
    answer: &[u8],
    alphabet: Alphabet,
) -> Result<(), TextFault> {
    if answer.is_empty() {
        return Err(TextFault::Empty);
    }
    check_in(units, puzzle, &values(answer, alphabet))
        .map_err(|fault| TextFault::Grid { fault, alphabet })
}

/// The values of symbols, 0 for bytes that are no digits.
fn values(answer: &[u8], alphabet: Alphabet) -> Vec<u8> {
    let digit = |&byte: &u8| alphabet.digit(byte).map_or(0, |digit| digit.value());
    answer.iter().map(digit).collect()
}

fn has_every_digit(
    grid: &[u8],
    side: usize,
    unit: fn(usize) -> Unit,
    cell: &dyn Fn(usize, usize) -> (usize, usize),
) -> Result<(), Fault> {
    for number in 0..side {
        let mut held = 0_u32;
        for (row, column) in (0..side).map(|i| cell(number, i)) {
            held |= 1 << (grid[row * side + column] - 1);
        }
        let missing = Digit::new(held.trailing_ones() as u8 + 1);
        if let Some(digit) = missing.filter(|digit| usize::from(digit.value()) <= side) {
            return Err(Fault::Missing { unit: unit(number), digit });
        }
    }
    Ok(())
}
