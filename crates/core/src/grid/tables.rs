//! Units and peers of every cell. `side` is the side of a box.

use super::Cell;

/// The cells of every unit, ascending: those of the rows, then the columns, then the boxes.
pub(super) const fn unit_cells<const SIDE: usize, const UNITS: usize>(
    side: usize,
) -> [[Cell; SIDE]; UNITS] {
    assert!(side * side == SIDE && 3 * SIDE == UNITS);
    let mut units = [[Cell::new(0); SIDE]; UNITS];
    let mut i = 0;
    while i < SIDE {
        let (top, left) = (i / side * side, i % side * side);
        let mut k = 0;
        while k < SIDE {
            units[i][k] = Cell::new(i * SIDE + k);
            units[SIDE + i][k] = Cell::new(k * SIDE + i);
            units[2 * SIDE + i][k] = Cell::new((top + k / side) * SIDE + left + k % side);
            k += 1;
        }
        i += 1;
    }
    units
}

/// The peers of every cell, ascending.
pub(super) const fn peer_cells<const PEERS: usize, const CELLS: usize>(
    side: usize,
) -> [[Cell; PEERS]; CELLS] {
    let length = side * side;
    assert!(length * length == CELLS);
    let mut peers = [[Cell::new(0); PEERS]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (row, column) = (cell / length, cell % length);
        let mut count = 0;
        let mut r = 0;
        while r < length {
            // All cells of its own row, the cells of its box in the other rows of the
            // box, and the cell of its column in every other row.
            let (from, to) = match (r == row, r / side == row / side) {
                (true, _) => (0, length),
                (_, true) => (column / side * side, (column / side + 1) * side),
                _ => (column, column + 1),
            };
            let mut c = from;
            while c < to {
                if r != row || c != column {
                    peers[cell][count] = Cell::new(r * length + c);
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
