//! Finds solutions as exact covers (Knuth's Algorithm X), independently of the library: a candidate,
//! which is a digit in a cell, covers four constraints: its cell has a digit, and its row, column and
//! box have that digit.

pub struct Cover {
    /// The rows and the columns of a box.
    rows: usize,
    columns: usize,
    /// The candidates that cover each constraint, ascending.
    covering: Vec<Vec<usize>>,
}

impl Cover {
    pub fn new(rows: usize, columns: usize) -> Self {
        let side = rows * columns;
        let mut cover = Self { rows, columns, covering: vec![Vec::new(); 4 * side * side] };
        for candidate in 0..side * side * side {
            for constraint in cover.constraints(candidate) {
                cover.covering[constraint].push(candidate);
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
    pub fn solutions(&self, allows: &dyn Fn(usize, usize) -> bool, limit: usize) -> Vec<Vec<u8>> {
        let side = self.side();
        let left: Vec<bool> =
            (0..side * side * side).map(|it| allows(it / side, it % side)).collect();
        let mut found = Vec::new();
        let open: Vec<usize> = (0..self.covering.len()).collect();
        self.search(&left, &open, &mut vec![0; side * side], limit, &mut found);
        found
    }

    /// Covers the open constraint with the fewest candidates, by each of them in turn.
    fn search(
        &self,
        left: &[bool],
        open: &[usize],
        grid: &mut Vec<u8>,
        limit: usize,
        found: &mut Vec<Vec<u8>>,
    ) {
        let choices = |constraint: usize| {
            self.covering[constraint].iter().copied().filter(|candidate| left[*candidate])
        };
        let Some(&fewest) = open.iter().min_by_key(|it| choices(**it).count()) else {
            return found.push(grid.clone());
        };
        for candidate in choices(fewest) {
            if found.len() == limit {
                return;
            }
            let covered = self.constraints(candidate);
            let mut rest = left.to_vec();
            for constraint in covered {
                self.covering[constraint].iter().for_each(|it| rest[*it] = false);
            }
            let open: Vec<_> = open.iter().copied().filter(|it| !covered.contains(it)).collect();
            let side = self.side();
            grid[candidate / side] = (candidate % side + 1) as u8;
            self.search(&rest, &open, grid, limit, found);
        }
    }
}
