//! Wolf, sheep and cabbage: the shortest solutions, and the graph of states.
//!
//! Uses [`depth_first`](crate::search::depth_first()) with a cycle check.
//! Source: Cutugno and Lamberti, Napoli, "Risoluzione di problemi con gli algoritmi
//! ricorsivi", 2009-2010.

mod graph;
mod picture;
mod river;
#[cfg(test)]
mod tests;
mod tree;

use crate::search::shortest_paths;
use graph::Graph;
use river::{Names, River, State};
use std::{
    fs,
    io::{self, Write},
    path::PathBuf,
};

/// Brings wolf, sheep and cabbage across the river.
#[derive(clap::Args)]
pub struct Args {
    /// Also draw the graph of states into this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Name states and crossings as the lecture does (0110, AL), and show its search tree.
    #[arg(long)]
    bits: bool,
}

pub fn run(args: Args) -> io::Result<()> {
    let names = if args.bits { Names::Bits } else { Names::Words };
    write!(io::stdout().lock(), "{}", report(names))?;
    match args.svg {
        Some(file) => fs::write(file, drawing(names)),
        None => Ok(()),
    }
}

fn report(names: Names) -> String {
    let safe = State::all().filter(|state| state.is_safe()).count();
    let graph = Graph::explore(River);
    let solutions = shortest_paths(River, State::START);
    let mut text = format!(
        "{} states, {safe} of them safe, {} crossings between these.\n\n{}\n",
        State::all().count(),
        graph.edges.len(),
        picture::text(&graph, names),
    );
    text += &forbidden(names);
    if let Names::Bits = names {
        text += &format!("\nSearch tree:\n\n{}", tree::text(names));
    }
    text += &format!("\nShortest solutions: {}.\n", solutions.len());
    for (number, path) in (1..).zip(&solutions) {
        text += &format!("\n{number}. {} crossings\n", path.len() - 1);
        for step in path.windows(2) {
            let arrow = if step[1].farmer_is_across() { '→' } else { '←' };
            let (state, crossing) = (names.state(step[1]), names.crossing(step[0], step[1]));
            text += &format!("   {state}  {arrow} {crossing}\n");
        }
    }
    text
}

/// Lists the states that no path may enter, and why.
fn forbidden(names: Names) -> String {
    let states: Vec<_> = State::all().filter(|state| !state.is_safe()).collect();
    let mut text = format!("Forbidden states: {}.\n\n", states.len());
    for state in states {
        let meals: Vec<_> = state.meals().collect();
        text += &format!("   {}  {}\n", names.state(state), meals.join(", "));
    }
    text
}

fn drawing(names: Names) -> String {
    picture::svg(&Graph::explore(River), &shortest_paths(River, State::START), names)
}
