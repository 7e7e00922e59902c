//! A branching rule of one's own, from outside, beside `mrv`: guesses on a set
//! that ships with sudomill.
//!
//! ```sh
//! cargo run --release --example own_heuristic [PUZZLES]
//! ```

use std::{env, error::Error, fs};
use sudomill::{
    grid::{Order, Order3, Puzzle},
    solver::{
        Limits, Solver, Status,
        branching::{Branching, Target, View},
        propagation::Propagation,
        registry,
        strategy::Rules,
        value_order::ValueOrder,
    },
    verify,
};

/// Among the open cells with the fewest candidates, the one whose open peers have the
/// fewest candidates in total: where much is decided already, a guess decides the rest.
struct CrowdedMrv;

impl<O: Order> Branching<O> for CrowdedMrv {
    fn choose(&self, view: &View<O>) -> Target {
        let around = |cell| view.open_peers(cell).map(|(_, mask)| mask.len()).sum::<u32>();
        let fewest = view.open_cells().min_by_key(|&(cell, mask)| (mask.len(), around(cell)));
        Target::Cell(fewest.expect("a cell is open").0)
    }
}

/// The total guesses of a solver that proves every puzzle unique. Solutions are verified.
fn guesses(solver: &dyn Solver<Order3>, puzzles: &[Puzzle]) -> Result<u64, Box<dyn Error>> {
    let mut guesses = 0;
    for puzzle in puzzles {
        let outcome = solver.solve(puzzle, &Limits::default());
        if outcome.status != Status::Unique {
            return Err(format!("{puzzle}: {}", outcome.status).into());
        }
        let solution = outcome.first.expect("a unique puzzle has a solution");
        verify::check(puzzle, solution.values())?;
        guesses += outcome.counters.guesses;
    }
    Ok(guesses)
}

/// Solves the puzzles of a file with both rules.
fn compare(path: &str) -> Result<String, Box<dyn Error>> {
    let text = fs::read_to_string(path)?;
    let puzzles = text.lines().map(str::parse).collect::<Result<Vec<Puzzle>, _>>()?;
    let own = Rules::new(Propagation::Singles, CrowdedMrv, ValueOrder::Ascending);
    let mrv = guesses(&*registry::find("mrv")?.solver(), &puzzles)?;
    let own = guesses(&own, &puzzles)?;
    Ok(format!("{} puzzles: mrv {mrv} guesses, crowded mrv {own}", puzzles.len()))
}

const SHIPPED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/datasets/hard.txt");

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1);
    println!("{}", compare(path.as_deref().unwrap_or(SHIPPED))?);
    Ok(())
}

#[test]
fn fewer_guesses_on_shipped_set() {
    let told = "500 puzzles: mrv 15748 guesses, crowded mrv 7658";
    assert_eq!(compare(SHIPPED).unwrap(), told);
}
