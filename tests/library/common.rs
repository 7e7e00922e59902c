//! What the tests of random grids have in common.

use sudomill::grid::{Order, Puzzle};

/// Writes values into a grid, leaving out those that would conflict on sight.
pub fn with_clues<O: Order>(mut values: Vec<u8>, clues: Vec<(usize, u8)>) -> Puzzle<O> {
    for (cell, value) in clues {
        let old = std::mem::replace(&mut values[cell], value);
        if Puzzle::<O>::new(&values).is_err() {
            values[cell] = old;
        }
    }
    Puzzle::new(&values).expect("conflicting clues are left out")
}
