//! A custom branching rule, defined outside the crate: solves a file with it, then measures it
//! against `mrv`.
//!
//! ```sh
//! cargo run --release --example own_heuristic [PUZZLES] [SOLUTIONS]
//! ```

use std::{env, error::Error, time::Duration};
use sudomill::{
    batch,
    bench::{self, Set},
    grid::Order,
    solver::{
        Status,
        branching::{Branching, Target, View},
        propagation::Propagation,
        registry::{self, Strategy},
        strategy::Rules,
        value_order::ValueOrder,
    },
};

/// Chooses an open cell with the fewest candidates; among these, the one whose open peers have the
/// fewest. Where much is decided already, a guess decides the rest.
struct CrowdedMrv;

impl<O: Order> Branching<O> for CrowdedMrv {
    fn choose(&self, view: &View<O>) -> Target {
        let around = |cell| view.open_peers(cell).map(|(_, mask)| mask.len()).sum::<u32>();
        let fewest =
            view.open_with_candidates().min_by_key(|&(cell, mask)| (mask.len(), around(cell)));
        Target::Cell(fewest.expect("a cell is open").0)
    }
}

fn run(puzzles: &str, solutions: &str, rounds: u32) -> Result<String, Box<dyn Error>> {
    let rules = Rules::new(Propagation::Singles, CrowdedMrv, ValueOrder::Ascending);
    let strategy = Strategy::own("crowded", rules);
    let options = batch::SolveOptions::default().with_strategy(strategy.clone());
    let unique = batch::solve_file(puzzles, solutions, &options)?.of(Status::Unique);
    let mut text = format!("{unique} puzzles with one solution\n");

    let strategies = vec![registry::find("mrv")?, strategy];
    let time = Duration::from_millis(500);
    let options = bench::Options { strategies, rounds, time, ..Default::default() };
    let set = Set::read(puzzles.as_ref(), &Default::default())?;
    for measured in &bench::run(&[set], &options, &|_| ())?.sets[0].measurements {
        let (guesses, ratio) = (measured.counters["guesses"], measured.ratio.unwrap_or(1.0));
        text += &format!("{:<8} {guesses:>6} guesses {ratio:>6.2}×\n", measured.strategy);
    }
    Ok(text)
}

fn main() -> Result<(), Box<dyn Error>> {
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/datasets/hard.txt");
    let mut args = env::args().skip(1);
    let puzzles = args.next().unwrap_or_else(|| shipped.to_owned());
    let solutions = args.next().unwrap_or_else(|| "/dev/null".to_owned());
    print!("{}", run(&puzzles, &solutions, bench::Options::default().rounds)?);
    Ok(())
}

#[test]
fn half_the_guesses_of_mrv() {
    let (set, folder) = ("datasets/hard", tempfile::tempdir().unwrap());
    let solutions = folder.path().join("solutions.txt");
    let text = run(&format!("{set}.txt"), solutions.to_str().unwrap(), 1).unwrap();
    assert!(text.starts_with("500 puzzles with one solution\nmrv       15748 guesses"), "{text}");
    assert!(text.contains("\ncrowded    7658 guesses"), "{text}");
    let read = |path: &str| std::fs::read_to_string(path).unwrap();
    assert_eq!(read(solutions.to_str().unwrap()), read(&format!("{set}.solutions.txt")));
}
