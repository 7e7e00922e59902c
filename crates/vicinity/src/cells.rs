//! Puzzles given by their cells: with and without clues, in their canonical form.

use crate::placements::Placement;
use sudomill_puzzle::grid::Puzzle;
use sudomill_symmetry::canonical;

/// The values of the cells of a puzzle, row-major, 0 for an empty cell.
pub type Cells = [u8; 81];

/// Returns the canonical form of a puzzle; `None` if clues repeat a digit.
#[must_use]
pub fn canonical_cells(cells: &Cells) -> Option<Cells> {
    Some(*canonical(&Puzzle::new(cells).ok()?)?.puzzle.cells())
}

/// The clues of a puzzle.
pub fn clues(cells: &Cells) -> impl Iterator<Item = Placement> + '_ {
    let clue = |(cell, &value): (usize, &u8)| {
        Some(Placement { cell, digit: usize::from(value).checked_sub(1)? })
    };
    cells.iter().enumerate().filter_map(clue)
}

/// The puzzle with one clue more.
pub fn with(cells: &Cells, clue: Placement) -> Cells {
    let mut more = *cells;
    more[clue.cell] = clue.digit as u8 + 1;
    more
}

/// The puzzle without one of its clues.
pub fn without(cells: &Cells, cell: usize) -> Cells {
    let mut fewer = *cells;
    fewer[cell] = 0;
    fewer
}

/// Removes `n` clues of a puzzle in every way, in the cells from `first` on.
pub fn remove_clues(cells: &Cells, n: usize, first: usize, take: &mut dyn FnMut(&Cells)) {
    if n == 0 {
        return take(cells);
    }
    for clue in clues(cells).filter(|clue| clue.cell >= first) {
        remove_clues(&without(cells, clue.cell), n - 1, clue.cell + 1, take);
    }
}
