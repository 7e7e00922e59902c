//! The recursive search on problems other than Sudoku; see `docs/examples.md`.
//!
//! ```sh
//! cargo run --example problems -- river-crossing
//! ```

mod best_solution;
mod canvas;
mod hexagon19;
mod keys;
mod river_crossing;
mod search;
mod svg;
mod tic_tac_toe;
mod zero_sum;

use clap::Parser;
use std::io;

/// Solves problems other than Sudoku with the recursive search of sudomill.
#[derive(Parser)]
#[command(name = "problems")]
enum Problem {
    RiverCrossing(river_crossing::Args),
    TicTacToe(tic_tac_toe::Args),
    Hexagon19(hexagon19::Args),
    ZeroSum(zero_sum::Args),
    BestSolution(best_solution::Args),
}

fn main() -> io::Result<()> {
    match Problem::parse() {
        Problem::RiverCrossing(args) => river_crossing::run(args),
        Problem::TicTacToe(args) => tic_tac_toe::run(args),
        Problem::Hexagon19(args) => hexagon19::run(args),
        Problem::ZeroSum(args) => zero_sum::run(args),
        Problem::BestSolution(args) => best_solution::run(args),
    }
}
