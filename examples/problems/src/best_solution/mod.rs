//! Finds the solution of a Sudoku whose main diagonal has the highest sum.
//!
//! Uses [`best`](sudomill_problems::search::best()) with a bound. Source: the optimizing
//! search of Cutugno and Lamberti, Napoli, "Risoluzione di problemi con gli algoritmi
//! ricorsivi", 2009-2010, applied to a grid with many solutions.

mod diagonal;
#[cfg(test)]
mod tests;

use diagonal::{Diagonal, is_diagonal};
use std::{
    error::Error,
    io::{self, Write},
};
use sudomill_puzzle::grid::{Cell, Order, Order2, Order3, Puzzle};

/// Finds the solution whose main diagonal has the highest sum.
#[derive(clap::Args)]
pub struct Args {
    /// 16 or 81 cells in one line, `.` or 0 for an empty cell.
    #[arg(default_value = EMPTY, value_parser = parse)]
    puzzle: AnyPuzzle,
}

const EMPTY: &str = "................";

/// A puzzle of either size.
#[derive(Clone)]
enum AnyPuzzle {
    Small(Puzzle<Order2>),
    Large(Box<Puzzle<Order3>>),
}

pub fn run(args: Args) -> io::Result<()> {
    let report = match args.puzzle {
        AnyPuzzle::Small(puzzle) => report(&puzzle),
        AnyPuzzle::Large(puzzle) => report(&puzzle),
    };
    write!(io::stdout().lock(), "{report}")
}

fn parse(line: &str) -> Result<AnyPuzzle, Box<dyn Error + Send + Sync>> {
    match line.chars().count() {
        16 => Ok(AnyPuzzle::Small(line.parse()?)),
        81 => Ok(AnyPuzzle::Large(Box::new(line.parse()?))),
        cells => Err(format!("{cells} cells found, 16 or 81 expected").into()),
    }
}

fn report<O: Order>(puzzle: &Puzzle<O>) -> String {
    let mut problem = Diagonal::new();
    match problem.solve(puzzle) {
        None => "There is no solution.\n".to_owned(),
        Some((sum, values)) => {
            let grid = picture::<O>(&values);
            format!("{grid}\nDiagonal: {sum}, the most there is ({} guesses).\n", problem.guesses)
        }
    }
}

/// Draws the grid with its diagonal in brackets.
fn picture<O: Order>(values: &[u8]) -> String {
    let cell = |(cell, value): (Cell, &u8)| {
        let end = if cell.column::<O>() + 1 == O::SIDE { "\n" } else { "" };
        match is_diagonal::<O>(cell) {
            true => format!("[{value}]{end}"),
            false => format!(" {value} {end}"),
        }
    };
    let lines: String = Cell::all::<O>().zip(values).map(cell).collect();
    lines.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}
