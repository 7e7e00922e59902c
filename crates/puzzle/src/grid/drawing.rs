//! Reads regions and extra units from drawings, and makes those that have names.

use super::{Cell, Size, given_unit::GivenCells};

/// Units drawn as a grid: each cell has the symbol of its unit, or is in none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    size: Size,
    cells: Vec<Option<char>>,
}

impl Drawing {
    /// The drawing with these symbols, row-major; `None` for a cell without one.
    ///
    /// # Errors
    /// No size of grid has this number of cells.
    pub fn new(cells: Vec<Option<char>>) -> Result<Self, UnitsError> {
        let size = Size::from_cells(cells.len());
        Ok(Self { size: size.ok_or(UnitsError::Cells { found: cells.len() })?, cells })
    }

    /// The size of the grid.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The symbols in the order of their first cells, each with its cells.
    fn symbols(&self) -> Vec<(char, Vec<Cell>)> {
        let mut symbols: Vec<(char, Vec<Cell>)> = Vec::new();
        for (index, symbol) in self.cells.iter().enumerate() {
            let Some(symbol) = *symbol else { continue };
            match symbols.iter_mut().find(|it| it.0 == symbol) {
                Some((_, cells)) => cells.push(Cell::new(index)),
                None => symbols.push((symbol, vec![Cell::new(index)])),
            }
        }
        symbols
    }

    fn check_size(&self, size: Size) -> Result<(), UnitsError> {
        match self.size.side() == size.side() {
            true => Ok(()),
            false => Err(UnitsError::Size { found: self.size, expected: size }),
        }
    }

    /// The regions that replace the boxes.
    pub(super) fn regions(&self, size: Size) -> Result<Vec<GivenCells>, UnitsError> {
        self.check_size(size)?;
        if let Some(index) = self.cells.iter().position(Option::is_none) {
            return Err(UnitsError::NoRegion { cell: Cell::new(index), size });
        }
        let symbols = self.symbols();
        if let Some((symbol, cells)) = symbols.iter().find(|it| it.1.len() != size.side()) {
            return Err(UnitsError::Count {
                symbol: *symbol,
                found: cells.len(),
                symbols: symbols.len(),
                side: size.side(),
            });
        }
        Ok(symbols
            .into_iter()
            .map(|it| GivenCells::new(format!("region {}", it.0), true, it.1))
            .collect())
    }

    /// The extra units.
    fn extra(&self, size: Size) -> Result<Vec<GivenCells>, UnitsError> {
        self.check_size(size)?;
        let symbols = self.symbols();
        if symbols.is_empty() {
            return Err(UnitsError::NoUnit);
        }
        let most = size.side();
        if let Some((symbol, cells)) = symbols.iter().find(|it| it.1.len() > most) {
            return Err(UnitsError::Large { symbol: *symbol, found: cells.len(), most });
        }
        let unit =
            |it: (char, Vec<Cell>)| GivenCells::new(format!("extra unit {}", it.0), false, it.1);
        Ok(symbols.into_iter().map(unit).collect())
    }
}

/// Units beside rows, columns and boxes or regions, each with at most as many cells as there are digits. A
/// unit with fewer cells than digits only forbids to repeat one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Extra {
    /// Both diagonals.
    Diagonals,
    /// As many windows between the boxes as fit, each as large as a box: four for 9×9. Needs square boxes.
    Windows,
    /// The units of a drawing.
    Drawing(Drawing),
}

impl Extra {
    /// The units that have a name, with it.
    pub const NAMED: [(&'static str, Self); 2] =
        [("diagonals", Self::Diagonals), ("windows", Self::Windows)];

    /// The extra units with this name; `None` if no units have it.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::NAMED.into_iter().find(|it| it.0 == name).map(|it| it.1)
    }

    pub(super) fn units(&self, size: Size) -> Result<Vec<GivenCells>, UnitsError> {
        let side = size.side();
        Ok(match self {
            Self::Drawing(drawing) => drawing.extra(size)?,
            Self::Diagonals => {
                let falling = (0..side).map(|i| Cell::new(i * side + i)).collect();
                let rising = (1..=side).map(|i| Cell::new(i * side - i)).collect();
                let unit = |(i, cells)| GivenCells::new(format!("diagonal {i}"), false, cells);
                (1..).zip([falling, rising]).map(unit).collect()
            }
            Self::Windows => {
                let order = size.order().ok_or(UnitsError::NoWindows { size })?;
                let count = (order - 1).pow(2);
                (0..count).map(|window| window_unit(window, order)).collect()
            }
        })
    }
}

/// The window with this number, row-major, from 0. Between two windows, and around them, is a row or a column.
fn window_unit(window: usize, order: usize) -> GivenCells {
    let start = |number: usize| 1 + number * (order + 1);
    let (top, left) = (start(window / (order - 1)), start(window % (order - 1)));
    let cell = |i: usize| Cell::new((top + i / order) * order.pow(2) + left + i % order);
    let cells = (0..order.pow(2)).map(cell).collect();
    GivenCells::new(format!("window {}", window + 1), false, cells)
}

/// The reason that drawings are no units.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnitsError {
    /// No size of grid has this number of cells.
    #[error("found a drawing of {found} cells; expected {}", Size::list(Size::cells))]
    Cells {
        /// The number of cells.
        found: usize,
    },
    /// The drawing is of another size than the puzzles.
    #[error("found a drawing of {found}; expected {expected}, as the puzzles are")]
    Size {
        /// The size of the drawing.
        found: Size,
        /// The size of the puzzles.
        expected: Size,
    },
    /// A cell is in no region.
    #[error("found no symbol in {}; expected a region for each cell", size.cell_name(*cell))]
    NoRegion {
        /// The cell.
        cell: Cell,
        /// The size of the grid.
        size: Size,
    },
    /// A region has another number of cells than rows, or there are more or fewer regions than rows.
    #[error(
        "found {found} times {symbol:?}, one of {symbols} symbols; expected {side} symbols, {side} times each"
    )]
    Count {
        /// The symbol of the first such region.
        symbol: char,
        /// The number of its cells.
        found: usize,
        /// The number of regions.
        symbols: usize,
        /// The number of rows.
        side: usize,
    },
    /// An extra unit has more cells than there are digits.
    #[error(
        "found {found} times {symbol:?}; expected at most {most} cells in a unit, one for each digit"
    )]
    Large {
        /// The symbol of the unit.
        symbol: char,
        /// The number of its cells.
        found: usize,
        /// The number of digits.
        most: usize,
    },
    /// The drawing has no symbol.
    #[error("found no symbol; expected at least one extra unit")]
    NoUnit,
    /// The windows of boxes that are not square.
    #[error("found boxes of {} for windows; expected square boxes", size.order_text())]
    NoWindows {
        /// The size of the grid.
        size: Size,
    },
}
