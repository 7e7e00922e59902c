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

/// Of the open cells with the fewest candidates the one whose open peers have
/// the fewest, too: where much is decided, a guess decides the rest.
struct CrowdedMrv;

impl<O: Order> Branching<O> for CrowdedMrv {
    fn choose(&self, view: &View<O>) -> Target {
        let around = |cell| view.open_peers(cell).map(|(_, mask)| mask.len()).sum::<u32>();
        let rank = |&(cell, mask): &(_, sudomill::grid::Candidates)| (mask.len(), around(cell));
        let (cell, _) = view.open_cells().min_by_key(rank).expect("a cell is open");
        Target::Cell(cell)
    }
}

/// The guesses that a solver takes for all of them, each proven to have one
/// solution, which is verified.
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

fn main() -> Result<(), Box<dyn Error>> {
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/datasets/hard.txt");
    let path = env::args().nth(1).unwrap_or_else(|| shipped.to_owned());
    let text = fs::read_to_string(path)?;
    let puzzles = text.lines().map(str::parse).collect::<Result<Vec<Puzzle>, _>>()?;

    let own = Rules::new(Propagation::Singles, CrowdedMrv, ValueOrder::Ascending);
    println!("{} puzzles", puzzles.len());
    println!("mrv          {:6} guesses", guesses(&*registry::find("mrv")?.solver(), &puzzles)?);
    println!("crowded mrv  {:6} guesses", guesses(&own, &puzzles)?);
    Ok(())
}
