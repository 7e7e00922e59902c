//! Units and peers of every cell, computed at compile time.

use super::Cell;

/// The geometry of one order: the cells of every unit, the peers of every cell.
pub(super) struct Tables<
    const CELLS: usize,
    const UNITS: usize,
    const SIDE: usize,
    const PEERS: usize,
> {
    /// Rows, then columns, then boxes; each unit's cells ascending.
    pub units: [[Cell; SIDE]; UNITS],
    /// Each cell's peers, ascending.
    pub peers: [[Cell; PEERS]; CELLS],
}

impl<const CELLS: usize, const UNITS: usize, const SIDE: usize, const PEERS: usize>
    Tables<CELLS, UNITS, SIDE, PEERS>
{
    /// The tables for boxes of `side` × `side` cells.
    pub const fn new(side: usize) -> Self {
        assert!(side * side == SIDE && SIDE * SIDE == CELLS && 3 * SIDE == UNITS);
        Self { units: Self::units(side), peers: Self::peers(side) }
    }

    const fn units(side: usize) -> [[Cell; SIDE]; UNITS] {
        let mut units = [[Cell::new(0); SIDE]; UNITS];
        let mut i = 0;
        while i < SIDE {
            let top = i / side * side;
            let left = i % side * side;
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

    const fn peers(side: usize) -> [[Cell; PEERS]; CELLS] {
        let mut peers = [[Cell::new(0); PEERS]; CELLS];
        let mut cell = 0;
        while cell < CELLS {
            let row = cell / SIDE;
            let column = cell % SIDE;
            let mut count = 0;
            let mut r = 0;
            while r < SIDE {
                // All cells of its own row, the cells of its box in the other rows of the
                // box, and the cell of its column in every other row.
                let (from, to) = match (r == row, r / side == row / side) {
                    (true, _) => (0, SIDE),
                    (_, true) => (column / side * side, (column / side + 1) * side),
                    _ => (column, column + 1),
                };
                let mut c = from;
                while c < to {
                    if r != row || c != column {
                        peers[cell][count] = Cell::new(r * SIDE + c);
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
}
