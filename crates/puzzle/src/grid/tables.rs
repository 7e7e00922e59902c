//! Units and peers of every cell.

use super::{Cell, Size};

/// The cells of every unit, ascending: those of the rows, then the columns, then the boxes.
pub(super) const fn unit_cells<const SIDE: usize, const UNITS: usize>(
    size: Size,
) -> [[Cell; SIDE]; UNITS] {
    assert!(size.side() == SIDE && 3 * SIDE == UNITS);
    let rows = size.box_rows();
    let columns = size.box_columns();
    let mut units = [[Cell::new(0); SIDE]; UNITS];
    let mut i = 0;
    while i < SIDE {
        let top = i / size.stacks() * rows;
        let left = i % size.stacks() * columns;
        let mut k = 0;
        while k < SIDE {
            units[i][k] = Cell::new(i * SIDE + k);
            units[SIDE + i][k] = Cell::new(k * SIDE + i);
            units[2 * SIDE + i][k] = Cell::new((top + k / columns) * SIDE + left + k % columns);
            k += 1;
        }
        i += 1;
    }
    units
}

/// The peers of every cell, ascending.
pub(super) const fn peer_cells<const PEERS: usize, const CELLS: usize>(
    size: Size,
) -> [[Cell; PEERS]; CELLS] {
    let side = size.side();
    let rows = size.box_rows();
    let columns = size.box_columns();
    assert!(side * side == CELLS);
    let mut peers = [[Cell::new(0); PEERS]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (row, column) = (cell / side, cell % side);
        let mut count = 0;
        let mut r = 0;
        while r < side {
            // All cells of its own row, the cells of its box in the other rows of the
            // box, and the cell of its column in every other row.
            let (from, to) = match (r == row, r / rows == row / rows) {
                (true, _) => (0, side),
                (_, true) => (column / columns * columns, (column / columns + 1) * columns),
                _ => (column, column + 1),
            };
            let mut c = from;
            while c < to {
                if r != row || c != column {
                    peers[cell][count] = Cell::new(r * side + c);
                    count += 1;
                }
                c += 1;
            }
            r += 1;
        }
        assert!(count == PEERS);
        cell += 1;
    }
    peers
}
