//! Common parts of the tests with random grids.

use sudomill::grid::{Order, Puzzle};

/// Enters clues into a grid, leaving out those that would repeat a digit in a unit.
pub fn with_clues<O: Order>(mut values: Vec<u8>, clues: Vec<(usize, u8)>) -> Puzzle<O> {
    for (cell, value) in clues {
        let old = std::mem::replace(&mut values[cell], value);
        if Puzzle::<O>::new(&values).is_err() {
            values[cell] = old;
        }
    }
    Puzzle::new(&values).expect("conflicting clues are left out")
}
