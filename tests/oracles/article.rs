//! The program of the article that `electroyou` follows, without anything of the library.

use sudomill_puzzle::solving::Status;

/// The number of passes after which the article's program stops.
pub const MOST_PASSES: u64 = 10_000;

/// The program, exactly as printed.
#[derive(Default)]
pub struct Text {
    /// Passes over the grid so far.
    pub passes: u64,
    /// Calls of itself so far.
    pub calls: u64,
}

impl Text {
    /// Searches for the first solution, and leaves it in the grid.
    pub fn solve(&mut self, grid: &mut [u8; 81]) -> Status {
        loop {
            let open: Vec<(usize, u16)> = (0..81)
                .filter(|&cell| grid[cell] == 0)
                .map(|cell| (cell, candidates(grid, cell)))
                .collect();
            if open.is_empty() {
                return Status::Solved;
            }
            self.passes += 1;
            if self.passes > MOST_PASSES {
                return Status::GaveUp;
            }
            if open.iter().any(|&(_, free)| free == 0) {
                return Status::None;
            }
            if let Some(&(cell, free)) = open.iter().find(|(_, free)| free.count_ones() == 1) {
                grid[cell] = free.trailing_zeros() as u8;
                continue;
            }
            let &(cell, free) = open.iter().min_by_key(|(_, free)| free.count_ones()).unwrap();
            return self.force(grid, cell, free);
        }
    }

    fn force(&mut self, grid: &mut [u8; 81], cell: usize, free: u16) -> Status {
        for value in (1..=9).filter(|value| free >> value & 1 == 1) {
            self.calls += 1;
            let mut child = *grid;
            child[cell] = value;
            match self.solve(&mut child) {
                Status::None => {}
                end => {
                    *grid = child;
                    return end;
                }
            }
        }
        Status::None
    }
}

/// Returns the values that row, column and box allow in a cell, as a bit mask.
pub fn candidates(grid: &[u8; 81], cell: usize) -> u16 {
    let (row, column) = (cell / 9, cell % 9);
    let mut seen = 1;
    for i in 0..9 {
        let in_box = (row / 3 * 3 + i / 3) * 9 + column / 3 * 3 + i % 3;
        for other in [row * 9 + i, i * 9 + column, in_box] {
            seen |= 1 << grid[other];
        }
    }
    !seen & 0b11_1111_1110
}
