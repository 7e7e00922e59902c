//! Is this grid a solution of that puzzle? Shares no code with any solver, nor
//! their tables: rows, columns and boxes are counted out here again.

use crate::grid::{Alphabet, Digit, Order, Puzzle};
use std::fmt;

/// Why a grid is no solution of a puzzle. Rows and columns count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It has the wrong number of cells.
    Length {
        /// How many it has.
        found: usize,
        /// How many the puzzle has.
        expected: usize,
    },
    /// A cell holds no digit of the grid.
    NoDigit {
        /// The row.
        row: usize,
        /// The column.
        column: usize,
        /// The largest digit.
        side: usize,
    },
    /// A cell does not hold its clue.
    Clue {
        /// The row.
        row: usize,
        /// The column.
        column: usize,
        /// The clue.
        clue: u8,
        /// What the grid holds there.
        found: u8,
    },
    /// A row, column or box lacks a digit.
    Missing {
        /// `row`, `column` or `box`.
        unit: &'static str,
        /// Which of them.
        number: usize,
        /// The smallest digit that it lacks.
        digit: usize,
    },
}

impl Fault {
    /// What is told of it, digits as symbols of that alphabet.
    pub fn text(&self, alphabet: Alphabet) -> String {
        let symbol = |value: u8| Digit::new(value).map_or('.', |digit| alphabet.symbol(digit));
        match *self {
            Self::Length { found, expected } => format!("found {found} cells, expected {expected}"),
            Self::NoDigit { row, column, side } => {
                format!("r{row}c{column} holds no digit {}", alphabet.range(side))
            }
            Self::Clue { row, column, clue, found } => {
                let [clue, found] = [clue, found].map(symbol);
                format!("r{row}c{column} is {found}, but the clue there is {clue}")
            }
            Self::Missing { unit, number, digit } => {
                format!("{unit} {number} lacks the digit {}", symbol(digit as u8))
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

/// Checks that `grid` (one value a cell, row-major, digits as 1 ..= side) is a
/// solution of the puzzle: every clue kept, every digit in every row, column and
/// box.
///
/// ```
/// use sudomill::{grid::{Order2, Puzzle}, verify};
/// let puzzle: Puzzle<Order2> = "1...4.....2....3".parse()?;
/// let grid = [1, 2, 3, 4, 4, 3, 1, 2, 3, 1, 2, 4, 2, 4, 1, 3];
/// assert_eq!(verify::check(&puzzle, &grid).unwrap_err().to_string(), "column 3 lacks the digit 4");
/// # Ok::<(), sudomill::input::BadLine>(())
/// ```
///
/// # Errors
/// The first fault: length, then digits and clues cell by cell, then rows,
/// columns and boxes.
pub fn check<O: Order>(puzzle: &Puzzle<O>, grid: &[u8]) -> Result<(), Fault> {
    let (box_side, side) = (O::BOX, O::BOX * O::BOX);
    let clues = puzzle.values();
    if grid.len() != clues.len() {
        return Err(Fault::Length { found: grid.len(), expected: clues.len() });
    }
    if is_solution::<O>(clues, grid) {
        return Ok(());
    }
    for (i, (&found, &clue)) in grid.iter().zip(clues).enumerate() {
        let (row, column) = (i / side + 1, i % side + 1);
        if found == 0 || usize::from(found) > side {
            return Err(Fault::NoDigit { row, column, side });
        }
        if clue != 0 && clue != found {
            return Err(Fault::Clue { row, column, clue, found });
        }
    }
    let rows = |unit: usize, i: usize| (unit, i);
    let columns = |unit: usize, i: usize| (i, unit);
    let boxes = |unit: usize, i: usize| {
        (unit / box_side * box_side + i / box_side, unit % box_side * box_side + i % box_side)
    };
    has_every_digit(grid, side, "row", rows)?;
    has_every_digit(grid, side, "column", columns)?;
    has_every_digit(grid, side, "box", boxes)
}

/// Whether a grid keeps the clues and has every digit in every unit: most do, and this
/// is faster than to find out what is wrong.
fn is_solution<O: Order>(clues: &[u8], grid: &[u8]) -> bool {
    let (box_side, side) = (O::BOX, O::BOX * O::BOX);
    // A bit for each digit, units of 25 at most; a value beyond the digits is one of
    // the bits that no unit should have.
    let [mut rows, mut columns, mut boxes] = [[0_u32; 25]; 3];
    let mut kept = true;
    for (i, (&found, &clue)) in grid.iter().zip(clues).enumerate() {
        let (row, column) = (i / side, i % side);
        let bit = 1 << found.min(31);
        rows[row] |= bit;
        columns[column] |= bit;
        boxes[row / box_side * box_side + column / box_side] |= bit;
        kept &= clue == 0 || clue == found;
    }
    let every_digit = (1_u32 << (side + 1)) - 2;
    let units = rows[..side].iter().chain(&columns[..side]).chain(&boxes[..side]);
    kept && units.copied().all(|digits| digits == every_digit)
}

/// The same for an answer in symbols of that alphabet, as it stands in a file; the
/// fault comes worded.
///
/// # Errors
/// There is no answer; or as [`check`], what is no symbol being no digit.
pub fn check_text<O: Order>(
    puzzle: &Puzzle<O>,
    answer: &[u8],
    alphabet: Alphabet,
) -> Result<(), String> {
    if answer.is_empty() {
        return Err("no solution is given".to_owned());
    }
    let digit = |byte: u8| alphabet.digit(byte).map_or(0, |digit| digit.value());
    let mut cells = O::per_cell(0);
    let grid = match cells.as_mut() {
        cells if cells.len() == answer.len() => {
            cells.iter_mut().zip(answer).for_each(|(cell, &byte)| *cell = digit(byte));
            &*cells
        }
        // Its length is what is wrong with it.
        _ => answer,
    };
    check(puzzle, grid).map_err(|fault| fault.text(alphabet))
}

fn has_every_digit(
    grid: &[u8],
    side: usize,
    unit: &'static str,
    cell: impl Fn(usize, usize) -> (usize, usize),
) -> Result<(), Fault> {
    for number in 0..side {
        let mut held = vec![false; side];
        for i in 0..side {
            let (row, column) = cell(number, i);
            held[usize::from(grid[row * side + column]) - 1] = true;
        }
        if let Some(missing) = held.iter().position(|held| !held) {
            return Err(Fault::Missing { unit, number: number + 1, digit: missing + 1 });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Order2;

    const DIAG: [u8; 16] = [1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 4];
    const SOLVED: [u8; 16] = [1, 4, 2, 3, 3, 2, 4, 1, 4, 1, 3, 2, 2, 3, 1, 4];

    fn fault(change: impl Fn(&mut Vec<u8>)) -> String {
        let mut grid = SOLVED.to_vec();
        change(&mut grid);
        check(&Puzzle::<Order2>::new(&DIAG).unwrap(), &grid).unwrap_err().to_string()
    }

    #[test]
    fn both_solutions_of_the_diagonal_pass() {
        let puzzle = Puzzle::<Order2>::new(&DIAG).unwrap();
        assert_eq!(check(&puzzle, &SOLVED), Ok(()));
        let transposed: Vec<u8> = (0..16).map(|i| SOLVED[i % 4 * 4 + i / 4]).collect();
        assert_eq!(check(&puzzle, &transposed), Ok(()));
    }

    #[test]
    fn every_fault_is_located() {
        assert_eq!(fault(|grid| grid.truncate(15)), "found 15 cells, expected 16");
        assert_eq!(fault(|grid| grid[15] = 0), "r4c4 holds no digit 1-4");
        assert_eq!(fault(|grid| grid[1] = 5), "r1c2 holds no digit 1-4");
        assert_eq!(fault(|grid| grid[5] = 1), "r2c2 is 1, but the clue there is 2");
        assert_eq!(fault(|grid| grid[1] = 1), "row 1 lacks the digit 4");
        assert_eq!(fault(|grid| grid.swap(1, 2)), "column 2 lacks the digit 4");
        // Rows and columns of a Latin square whose boxes are wrong.
        let latin = [1, 2, 3, 4, 2, 1, 4, 3, 3, 4, 1, 2, 4, 3, 2, 1];
        let puzzle = Puzzle::<Order2>::new(&[0; 16]).unwrap();
        assert_eq!(check(&puzzle, &latin).unwrap_err().to_string(), "box 1 lacks the digit 3");
    }
}
