//! Solves puzzles with a strategy of one's own: known parts and a new rule for where to guess.
//! [own_heuristic.rs](own_heuristic.rs) also measures such a rule.
//!
//! ```sh
//! cargo run --release --example own_strategy
//! ```

use sudomill::{
    Error,
    grid::Order,
    memory::{self, MemoryOptions},
    solver::{
        branching::{Branching, Target, View},
        propagation::Propagation,
        registry::Strategy,
        strategy::Rules,
        value_order::ValueOrder,
    },
};

/// Guesses in the last open cell with the fewest candidates.
struct Last;

impl<O: Order> Branching<O> for Last {
    fn choose(&self, view: &View<O>) -> Target {
        let cells = view.open_with_candidates().rev();
        let fewest = cells.min_by_key(|(_, candidates)| candidates.len());
        Target::Cell(fewest.expect("a cell is open").0)
    }
}

/// The guesses that each puzzle takes.
pub fn guesses(puzzles: &[&str]) -> Result<Vec<u64>, Error> {
    let rules = Rules::new(Propagation::Locked, Last, ValueOrder::Ascending);
    let options = MemoryOptions::default().with_strategy(Strategy::own("last", rules));
    Ok(memory::solve(puzzles, &options)?.guesses)
}

fn main() -> Result<(), Error> {
    let hard = include_str!("../datasets/hard.txt");
    let puzzles: Vec<_> = hard.lines().collect();
    println!("{} guesses", guesses(&puzzles)?.iter().sum::<u64>());
    Ok(())
}
