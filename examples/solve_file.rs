//! Solves a file of puzzles into a table, on every core, and counts what it holds.
//!
//! ```sh
//! cargo run --release --example solve_file PUZZLES TABLE
//! ```

use std::{env, thread};
use sudomill::{
    Error,
    batch::{self, RunOptions, SolveOptions},
    output::{Format, Tally},
    solver::Status,
};

pub fn solve(puzzles: &str, table: &str) -> Result<Tally, Error> {
    let threads = thread::available_parallelism().map_or(1, |cores| cores.get());
    let options = SolveOptions::default()
        .with_format(Format::Csv)
        .with_run(RunOptions::default().with_threads(threads));
    batch::solve_file(puzzles, table, &options)
}

fn main() -> Result<(), Error> {
    let mut args = env::args().skip(1);
    let puzzles = args.next().unwrap_or_else(|| "datasets/hard.txt".to_owned());
    let tally = solve(&puzzles, &args.next().unwrap_or_else(|| "-".to_owned()))?;
    eprintln!("{} of {} have one solution", tally.of(Status::Unique), tally.puzzles());
    Ok(())
}
