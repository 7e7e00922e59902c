//! Counts solutions as exact covers, and checks solutions, independently of the library.

/// A candidate covers four constraints: its cell has a digit, and its row, column and box
/// have that digit.
const CONSTRAINTS: usize = 4 * 81;

/// The matrix of a puzzle's candidates as dancing links (Knuth, "Dancing Links", 2000). Node 0 is
/// the header, nodes 1 to [`CONSTRAINTS`] are the constraints, and each candidate has four nodes.
#[derive(Default)]
pub struct Cover {
    left: Vec<usize>,
    right: Vec<usize>,
    up: Vec<usize>,
    down: Vec<usize>,
    constraint: Vec<usize>,
    size: Vec<usize>,
}

impl Cover {
    /// Counts the solutions, up to the limit.
    pub fn count(&mut self, text: &[u8], limit: u64) -> u64 {
        self.build(text);
        let mut found = 0;
        self.search(limit, &mut found);
        found
    }

    fn build(&mut self, text: &[u8]) {
        let heads = CONSTRAINTS + 1;
        self.left = (0..heads).map(|node| (node + heads - 1) % heads).collect();
        self.right = (0..heads).map(|node| (node + 1) % heads).collect();
        self.up = (0..heads).collect();
        self.down = (0..heads).collect();
        self.constraint = (0..heads).collect();
        self.size = vec![0; heads];
        for candidate in (0..729).filter(|&candidate| may_be(text, candidate / 9, candidate % 9)) {
            let (cell, digit) = (candidate / 9, candidate % 9);
            let (row, column) = (cell / 9, cell % 9);
            let units = [row, 9 + column, 18 + row / 3 * 3 + column / 3];
            let [a, b, c] = units.map(|unit| 81 + 9 * unit + digit);
            let first = self.up.len();
            for (at, constraint) in [cell, a, b, c].map(|number| number + 1).into_iter().enumerate()
            {
                let (node, above) = (first + at, self.up[constraint]);
                self.up.push(above);
                self.down.push(constraint);
                self.down[above] = node;
                self.up[constraint] = node;
                self.constraint.push(constraint);
                self.left.push(first + (at + 3) % 4);
                self.right.push(first + (at + 1) % 4);
                self.size[constraint] += 1;
            }
        }
    }

    fn search(&mut self, limit: u64, found: &mut u64) {
        if self.right[0] == 0 {
            *found += 1;
            return;
        }
        let constraint = self.smallest();
        self.cover(constraint);
        let mut node = self.down[constraint];
        while node != constraint && *found < limit {
            let others = [self.right[node], self.right[self.right[node]], self.left[node]];
            others.iter().for_each(|&other| self.cover(self.constraint[other]));
            self.search(limit, found);
            others.iter().rev().for_each(|&other| self.uncover(self.constraint[other]));
            node = self.down[node];
        }
        self.uncover(constraint);
    }

    /// Returns the constraint covered by the fewest candidates.
    fn smallest(&self) -> usize {
        let (mut node, mut smallest) = (self.right[0], self.right[0]);
        while node != 0 && self.size[smallest] > 1 {
            if self.size[node] < self.size[smallest] {
                smallest = node;
            }
            node = self.right[node];
        }
        smallest
    }

    fn cover(&mut self, constraint: usize) {
        let (left, right) = (self.left[constraint], self.right[constraint]);
        self.right[left] = right;
        self.left[right] = left;
        let mut row = self.down[constraint];
        while row != constraint {
            let mut node = self.right[row];
            while node != row {
                let (up, down) = (self.up[node], self.down[node]);
                self.down[up] = down;
                self.up[down] = up;
                self.size[self.constraint[node]] -= 1;
                node = self.right[node];
            }
            row = self.down[row];
        }
    }

    fn uncover(&mut self, constraint: usize) {
        let mut row = self.up[constraint];
        while row != constraint {
            let mut node = self.left[row];
            while node != row {
                self.size[self.constraint[node]] += 1;
                let (up, down) = (self.up[node], self.down[node]);
                self.down[up] = node;
                self.up[down] = node;
                node = self.left[node];
            }
            row = self.up[row];
        }
        let (left, right) = (self.left[constraint], self.right[constraint]);
        self.right[left] = constraint;
        self.left[right] = constraint;
    }
}

/// Returns true if a puzzle of 81 clues or 729 candidates allows this digit (from 0) in a cell.
fn may_be(text: &[u8], cell: usize, digit: usize) -> bool {
    match text.len() {
        81 => {
            matches!(text[cell], b'.' | b'0')
                || usize::from(text[cell]) == usize::from(b'1') + digit
        }
        _ => text[9 * cell + digit] == b'1' + digit as u8,
    }
}

/// Returns true if a grid solves a puzzle.
pub fn solves(text: &[u8], grid: &[u8]) -> bool {
    let mut seen = [0u16; 27];
    for (cell, &symbol) in grid.iter().enumerate() {
        let digit = usize::from(symbol.wrapping_sub(b'1'));
        if digit > 8 || !may_be(text, cell, digit) {
            return false;
        }
        let (row, column) = (cell / 9, cell % 9);
        for unit in [row, 9 + column, 18 + row / 3 * 3 + column / 3] {
            seen[unit] |= 1 << digit;
        }
    }
    grid.len() == 81 && seen.iter().all(|&digits| digits == 0x1FF)
}
