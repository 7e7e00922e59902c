//! Where clues may be: in the cells of a pattern, and only together with their images under symmetries.

use super::names::named;
use std::str::FromStr;
use sudomill_puzzle::{
    RunError,
    grid::{Cell, CellSet, Order},
};

named! {
    /// A symmetry of the cells with clues: of a cell and its image, both have a clue or neither has.
    Symmetry "symmetry"
    /// Turns the grid by 180°.
    HalfTurn "half-turn" "turned by 180°";
    /// Turns the grid by 90°.
    QuarterTurn "quarter-turn" "turned by 90°";
    /// Exchanges left and right.
    MirrorColumns "mirror-columns" "left and right exchanged";
    /// Exchanges top and bottom.
    MirrorRows "mirror-rows" "top and bottom exchanged";
    /// Exchanges rows and columns: mirrors at the diagonal from the top left.
    Diagonal "diagonal" "mirrored at the diagonal from the top left";
    /// Mirrors at the diagonal from the top right.
    Antidiagonal "antidiagonal" "mirrored at the diagonal from the top right";
}

impl Symmetry {
    /// The image of a cell.
    fn image<O: Order>(self, cell: Cell) -> Cell {
        let (row, column) = (cell.row::<O>(), cell.column::<O>());
        let mirrored = |line: usize| O::SIDE - 1 - line;
        match self {
            Self::HalfTurn => Cell::at::<O>(mirrored(row), mirrored(column)),
            Self::QuarterTurn => Cell::at::<O>(column, mirrored(row)),
            Self::MirrorColumns => Cell::at::<O>(row, mirrored(column)),
            Self::MirrorRows => Cell::at::<O>(mirrored(row), column),
            Self::Diagonal => Cell::at::<O>(column, row),
            Self::Antidiagonal => Cell::at::<O>(mirrored(column), mirrored(row)),
        }
    }
}

/// The cells that may have clues, read from a drawing of the grid.
///
/// ```
/// # mod sudomill { pub use sudomill_puzzle::*; pub mod generate { pub use sudomill_generate::*; } }
/// use sudomill::generate::Pattern;
/// let pattern: Pattern = "x..x\n.xx.\n.xx.\nx..x\n".parse()?;
/// assert_eq!(pattern.places(), 8);
/// assert_eq!(
///     "x.\n.|".parse::<Pattern>().unwrap_err().to_string(),
///     "2:2: found '|'; expected . or 0 for an empty cell, or a letter, a digit or * for a clue",
/// );
/// # Ok::<(), sudomill::RunError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// Whether a cell may have a clue, row-major.
    pub cells: Vec<bool>,
}

impl Pattern {
    /// The number of cells that may have clues.
    #[must_use]
    pub fn places(&self) -> usize {
        self.cells.iter().filter(|may_have_clue| **may_have_clue).count()
    }
}

impl FromStr for Pattern {
    type Err = RunError;

    /// Reads a cell from each character that is not blank.
    fn from_str(text: &str) -> Result<Self, RunError> {
        let mut cells = Vec::new();
        for (row, line) in (1..).zip(text.lines()) {
            for (column, symbol) in (1..).zip(line.chars()) {
                match symbol {
                    '.' | '0' => cells.push(false),
                    _ if symbol.is_alphanumeric() || symbol == '*' => cells.push(true),
                    _ if symbol.is_whitespace() => {}
                    _ => {
                        return Err(RunError::recipe(format!(
                            "{row}:{column}: found {symbol:?}; expected . or 0 for an empty cell, \
                             or a letter, a digit or * for a clue"
                        )));
                    }
                }
            }
        }
        Ok(Self { cells })
    }
}

/// Where the puzzles of a recipe may have clues.
pub struct Places<O: Order> {
    /// The cells that never have any.
    pub empty: CellSet<O>,
    /// The cells of a set all have clues, or none of them has. Without a symmetry, each set is a cell.
    pub orbits: Vec<CellSet<O>>,
}

impl<O: Order> Places<O> {
    /// The places of puzzles with these symmetries whose clues are in the cells of a pattern, or anywhere.
    pub fn of(pattern: Option<&Pattern>, symmetries: &[Symmetry]) -> Self {
        let mut places = Self { empty: CellSet::EMPTY, orbits: Vec::new() };
        let mut left = CellSet::all();
        while let Some(cell) = left.first() {
            let orbit = orbit(cell, symmetries);
            left -= orbit;
            let may_have_clue = |cell: Cell| pattern.is_none_or(|it| it.cells[cell.index()]);
            match orbit.iter().all(may_have_clue) {
                true => places.orbits.push(orbit),
                false => places.empty |= orbit,
            }
        }
        places
    }
}

/// A cell with its images under all combinations of some symmetries.
fn orbit<O: Order>(cell: Cell, symmetries: &[Symmetry]) -> CellSet<O> {
    let mut orbit = CellSet::of(cell);
    let mut found = vec![cell];
    while let Some(cell) = found.pop() {
        for symmetry in symmetries {
            let image = symmetry.image::<O>(cell);
            if !orbit.contains(image) {
                orbit.insert(image);
                found.push(image);
            }
        }
    }
    orbit
}
