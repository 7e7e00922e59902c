//! Finds solutions as exact covers (Knuth's Algorithm X), independently of the library: a candidate,
//! which is a digit in a cell, covers four constraints: its cell has a digit, and its row, column and
//! box have that digit.

pub struct Cover {
    /// The number of digits.
    side: usize,
    /// The constraints that each candidate covers.
    covered: Vec<[usize; 4]>,
    /// The candidates that cover each constraint, ascending.
    covering: Vec<Vec<usize>>,
}

/// What is left to choose from.
#[derive(Clone)]
struct Left {
    candidates: Vec<bool>,
    /// The number of candidates that cover each constraint; [`MET`] if one of them is chosen.
    choices: Vec<u8>,
}

/// More than any number of candidates.
const MET: u8 = u8::MAX;

impl Cover {
    pub fn new(rows: usize, columns: usize) -> Self {
        let side = rows * columns;
        let constraints = |candidate: usize| {
            let (cell, digit) = (candidate / side, candidate % side);
            let (row, column) = (cell / side, cell % side);
            // As many boxes stand side by side as a box has rows.
            let box_ = row / rows * rows + column / columns;
            let units = [row, side + column, 2 * side + box_];
            let [row, column, box_] = units.map(|unit| side * (side + unit) + digit);
            [cell, row, column, box_]
        };
        let covered: Vec<_> = (0..side * side * side).map(constraints).collect();
        let mut covering = vec![Vec::new(); 4 * side * side];
        for (candidate, constraints) in covered.iter().enumerate() {
            constraints.iter().for_each(|constraint| covering[*constraint].push(candidate));
        }
        Self { side, covered, covering }
    }

    /// Returns solutions up to the limit, as values. `allows` says whether a cell may hold a digit,
    /// which is counted from 0.
    pub fn solutions(&self, allows: &dyn Fn(usize, usize) -> bool, limit: usize) -> Vec<Vec<u8>> {
        let side = self.side;
        let candidates: Vec<_> =
            (0..self.covered.len()).map(|it| allows(it / side, it % side)).collect();
        let choices = |all: &Vec<usize>| all.iter().filter(|it| candidates[**it]).count() as u8;
        let choices = self.covering.iter().map(choices).collect();
        let mut found = Vec::new();
        let left = Left { candidates, choices };
        self.search(&left, &mut vec![0; side * side], limit, &mut found);
        found
    }

    /// Meets the constraint with the fewest candidates, by each of them in turn.
    fn search(&self, left: &Left, grid: &mut Vec<u8>, limit: usize, found: &mut Vec<Vec<u8>>) {
        let fewest = left.choices.iter().fold(MET, |fewest, choices| fewest.min(*choices));
        if fewest == MET {
            return found.push(grid.clone());
        }
        let constraint = left.choices.iter().position(|it| *it == fewest).expect("the fewest");
        for &candidate in self.covering[constraint].iter().filter(|it| left.candidates[**it]) {
            if found.len() == limit {
                return;
            }
            let mut rest = left.clone();
            self.choose(candidate, &mut rest);
            grid[candidate / self.side] = (candidate % self.side + 1) as u8;
            self.search(&rest, grid, limit, found);
        }
    }

    /// Leaves no other candidate that covers what this one does.
    fn choose(&self, candidate: usize, left: &mut Left) {
        for constraint in self.covered[candidate] {
            for &other in &self.covering[constraint] {
                if std::mem::take(&mut left.candidates[other]) {
                    self.covered[other].iter().for_each(|it| left.choices[*it] -= 1);
                }
            }
            left.choices[constraint] = MET;
        }
    }
}
