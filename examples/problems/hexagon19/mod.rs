//! Hexagon 19: shows who wins a position and by which moves, or plays the game.
//!
//! Uses [`negamax`](crate::search::negamax()) with a memo. The rules: black
//! and white take turns on a hexagon of 19 cells, and a player who is forced to occupy a
//! cell next to one of their own stones loses. Source: Cutugno and Lamberti, Napoli,
//! "Risoluzione di problemi con gli algoritmi ricorsivi", 2009-2010.

mod analysis;
mod game;
mod picture;
mod play;
#[cfg(test)]
mod tests;

use crate::keys::Keys;
use analysis::{Analysis, Memo};
use game::Position;
use std::{
    fs,
    io::{self, Write},
    path::PathBuf,
};

/// Says who wins a position of Hexagon 19 and by which moves, or plays it.
///
/// Black and white take turns; who is forced to occupy a cell next to one of
/// their own stones loses. The board names the free cells; a dot is one that the
/// player to move must not take.
#[derive(clap::Args)]
pub struct Args {
    /// The moves so far, black's first: the names of the cells, a to s row by row.
    #[arg(default_value = "", value_name = "MOVES", value_parser = position)]
    position: Position,
    /// Play on from there. Keys: a to s, or A to S, for a cell; Esc to leave.
    #[arg(long)]
    play: bool,
    /// Let the program move next.
    #[arg(long, requires = "play")]
    second: bool,
    /// Also draw the position into this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

pub fn run(args: Args) -> io::Result<()> {
    let position = args.position;
    let mut memo = Memo::new();
    let analysis = Analysis::new(position, &mut memo);
    if let Some(file) = args.svg {
        fs::write(file, picture::svg(position, &analysis))?;
    }
    let mut out = io::stdout().lock();
    match args.play {
        true => {
            let mut keys = Keys::of_standard_input();
            play::play(position, !args.second, &mut memo, &mut keys, &mut out)?;
        }
        false => write!(out, "{}", report(position, &analysis, &memo))?,
    }
    Ok(())
}

/// Returns the position after these moves.
fn position(moves: &str) -> Result<Position, String> {
    moves.chars().try_fold(Position::default(), |position, name| match game::cell(name) {
        Some(cell) if position.allowed().contains(cell) => Ok(position.after(cell)),
        Some(_) => Err(format!("{name} is taken or touches a stone of the same colour")),
        None => Err(format!("{name} is not a cell; the cells are a to s")),
    })
}

fn report(position: Position, analysis: &Analysis, memo: &Memo) -> String {
    let board = picture::text(position);
    format!("{board}\n{analysis}\n{} positions were evaluated.\n", memo.len())
}
