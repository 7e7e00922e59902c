//! Tic-tac-toe against the program, which plays perfectly.
//!
//! Uses [`negamax`](sudomill::solver::search::negamax()) without a memo. Source: Cutugno
//! and Lamberti, Napoli, "Risoluzione di problemi con gli algoritmi ricorsivi",
//! 2009-2010.

mod game;
#[path = "../common/keys.rs"]
mod keys;
#[cfg(test)]
mod tests;

use clap::Parser;
use game::{Position, TicTacToe};
use keys::Keys;
use std::io::{self, BufRead, Write};
use sudomill::solver::search::{negamax, rate};

/// Plays tic-tac-toe. Keys: 1 to 9 for a cell, Esc to leave. X moves first.
#[derive(Parser)]
struct Args {
    /// Let the program move first.
    #[arg(long)]
    second: bool,
}

fn main() -> io::Result<()> {
    let args = Args::parse();
    let mut out = io::stdout().lock();
    write!(out, "{}", opening())?;
    play(!args.second, &mut Keys::of_standard_input(), &mut out)
}

fn opening() -> String {
    let mut game = TicTacToe::default();
    let value = negamax(&mut game, &mut Position::default(), &mut ());
    let value = value.continue_value().flatten().expect("every game ends");
    format!(
        "The empty board is worth {value} to the player who moves first: {} evaluations.\n",
        game.evaluations
    )
}

/// Plays a game; `Ok` also if the person leaves.
fn play(
    mut persons_turn: bool,
    keys: &mut Keys<impl BufRead>,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut position = Position::default();
    writeln!(out, "\n{}", board(position))?;
    while !position.is_over() {
        let cell = match persons_turn {
            true => match ask(position, keys, out)? {
                Some(cell) => cell,
                None => return writeln!(out, "You left the game."),
            },
            false => reply(position),
        };
        let mover = if persons_turn { "You take" } else { "The program takes" };
        position = position.after(cell);
        persons_turn = !persons_turn;
        writeln!(out, "{mover} {}.\n\n{}", cell + 1, board(position))?;
    }
    let result = match (position.is_lost(), persons_turn) {
        (false, _) => "A draw.",
        (true, true) => "The program wins.",
        (true, false) => "You win.",
    };
    writeln!(out, "{result}")
}

/// The person's choice; `None` to leave.
fn ask(
    position: Position,
    keys: &mut Keys<impl BufRead>,
    out: &mut impl Write,
) -> io::Result<Option<usize>> {
    writeln!(out, "Your cell, 1 to 9; Esc leaves.")?;
    out.flush()?;
    while let Some(key) = keys.next()? {
        match key.to_digit(10).and_then(|digit| (digit as usize).checked_sub(1)) {
            Some(cell) if position.is_free(cell) => return Ok(Some(cell)),
            Some(_) => writeln!(out, "{key} is taken.")?,
            None => writeln!(out, "{key} is not a cell.")?,
        }
        out.flush()?;
    }
    Ok(None)
}

/// The program's choice: the first cell with the highest value.
fn reply(mut position: Position) -> usize {
    let rated = rate(&mut TicTacToe::default(), &mut position, &mut ());
    let rated = rated.continue_value().expect("the search is never stopped");
    let best = rated.iter().map(|rated| rated.1).max();
    rated.iter().find(|rated| Some(rated.1) == best).expect("the game goes on").0
}

/// The board; free cells show their key.
fn board(position: Position) -> String {
    // The position is from the view of the player to move, who is X after an even number
    // of moves.
    let (x, o) = match position.moves_made() % 2 {
        0 => (position.mine, position.theirs),
        _ => (position.theirs, position.mine),
    };
    let cell = |cell: usize| match (x >> cell & 1, o >> cell & 1) {
        (1, _) => "X".to_owned(),
        (_, 1) => "O".to_owned(),
        _ => (cell + 1).to_string(),
    };
    let row = |row: usize| {
        let cells: Vec<String> = (3 * row..3 * row + 3).map(cell).collect();
        format!("   {}\n", cells.join(" │ "))
    };
    [row(0), row(1), row(2)].join("  ───┼───┼───\n")
}
