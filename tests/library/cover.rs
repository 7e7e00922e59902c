//! Finds solutions as exact covers (Knuth's Algorithm X), independently of the library: a candidate,
//! which is a digit in a cell, covers four constraints: its cell has a digit, and its row, column and
//! box have that digit.

/// A set of candidates, one bit each.
type Set = Vec<u64>;

pub struct Cover {
    /// The rows and the columns of a box.
    rows: usize,
    columns: usize,
    /// The candidates that cover each constraint.
    covering: Vec<Set>,
}

impl Cover {
    pub fn new(rows: usize, columns: usize) -> Self {
        let side = rows * columns;
        let none = vec![0; (side * side * side).div_ceil(64)];
        let mut cover = Self { rows, columns, covering: vec![none; 4 * side * side] };
        for candidate in 0..side * side * side {
            for constraint in cover.constraints(candidate) {
                cover.covering[constraint][candidate / 64] |= 1 << (candidate % 64);
            }
        }
        cover
    }

    fn side(&self) -> usize {
        self.rows * self.columns
    }

    /// The constraints that a candidate covers.
    fn constraints(&self, candidate: usize) -> [usize; 4] {
        let side = self.side();
        let (cell, digit) = (candidate / side, candidate % side);
        let (row, column) = (cell / side, cell % side);
        // As many boxes stand side by side as a box has rows.
        let box_ = row / self.rows * self.rows + column / self.columns;
        let units = [row, side + column, 2 * side + box_];
        let [row, column, box_] = units.map(|unit| side * (side + unit) + digit);
        [cell, row, column, box_]
    }

    /// Returns solutions up to the limit, as values. `allows` says whether a cell may hold a digit,
    /// which is counted from 0.
    pub fn solutions(&self, allows: impl Fn(usize, usize) -> bool, limit: usize) -> Vec<Vec<u8>> {
        let side = self.side();
        let (mut left, mut found) = (vec![0; self.covering[0].len()], Vec::new());
        for candidate in (0..side * side * side).filter(|it| allows(it / side, it % side)) {
            left[candidate / 64] |= 1 << (candidate % 64);
        }
        let open: Vec<usize> = (0..self.covering.len()).collect();
        self.search(&left, &open, &mut vec![0; side * side], limit, &mut found);
        found
    }

    /// Covers the open constraint with the fewest candidates, by each of them in turn.
    fn search(
        &self,
        left: &Set,
        open: &[usize],
        grid: &mut Vec<u8>,
        limit: usize,
        found: &mut Vec<Vec<u8>>,
    ) {
        let words = |constraint: usize| left.iter().zip(&self.covering[constraint]);
        let count = |&&constraint: &&usize| -> u32 {
            words(constraint).map(|(left, covering)| (left & covering).count_ones()).sum()
        };
        let Some(&fewest) = open.iter().min_by_key(count) else {
            return found.push(grid.clone());
        };
        let covering: Vec<u64> = words(fewest).map(|(left, covering)| left & covering).collect();
        let is_chosen = |candidate: &usize| covering[candidate / 64] >> (candidate % 64) & 1 == 1;
        for candidate in (0..64 * covering.len()).filter(is_chosen) {
            if found.len() == limit {
                return;
            }
            let covered = self.constraints(candidate);
            let mut rest = left.clone();
            for constraint in covered {
                rest.iter_mut().zip(&self.covering[constraint]).for_each(|(rest, it)| *rest &= !it);
            }
            let open: Vec<_> = open.iter().copied().filter(|it| !covered.contains(it)).collect();
            let side = self.side();
            grid[candidate / side] = (candidate % side + 1) as u8;
            self.search(&rest, &open, grid, limit, found);
        }
    }
}
