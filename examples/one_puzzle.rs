//! Solves one puzzle with a strategy by name, and shows the work that it took.
//!
//! ```sh
//! cargo run --release --example one_puzzle
//! ```

use std::error::Error;
use sudomill::{
    grid::Puzzle,
    solver::{Limits, registry},
};

pub fn report(text: &str, strategy: &str) -> Result<String, Box<dyn Error>> {
    let puzzle: Puzzle = text.parse()?;
    let limits = Limits::default().with_max_guesses(1_000_000);
    let outcome = registry::find(strategy)?.solver().solve(&puzzle, &limits);
    let mut report = format!("{}\n", outcome.status);
    if let Some(solution) = outcome.solution {
        report += &format!("{solution}\n");
    }
    for (counter, value) in outcome.named_counters() {
        report += &format!("{counter}: {value}\n");
    }
    Ok(report)
}

fn main() -> Result<(), Box<dyn Error>> {
    let text = ".2..3..4.6.......3..4...5.....8.6...8...1...6...7.5.....7...6..4.......8.3..4..2.";
    print!("{}", report(text, "locked/mrv")?);
    Ok(())
}
