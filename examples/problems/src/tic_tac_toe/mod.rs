//! Tic-tac-toe between people and the program, which plays perfectly.
//!
//! Uses [`negamax`](sudomill_problems::search::negamax()) without a memo. Source: Cutugno
//! and Lamberti, Napoli, "Risoluzione di problemi con gli algoritmi ricorsivi",
//! 2009-2010.

mod game;
#[cfg(test)]
mod tests;

use crate::keys::next_key;
use clap::ValueEnum;
use game::{Position, TicTacToe};
use std::io::{self, BufRead, Write};
use sudomill_problems::search::{choice_values, negamax};

/// Plays tic-tac-toe. Keys, then Enter: 1 to 9 for a cell, Esc to leave. X moves first.
#[derive(clap::Args)]
pub struct Args {
    /// Who plays X.
    #[arg(long, value_name = "WHO", default_value = "person")]
    x: Player,
    /// Who plays O.
    #[arg(long, value_name = "WHO", default_value = "program")]
    o: Player,
    /// Let the program move first: short for --x program --o person.
    #[arg(long, conflicts_with_all = ["x", "o"])]
    second: bool,
    /// Rate the moves of a position, and do not play: X, O or a dot for each cell.
    #[arg(long, value_name = "CELLS", conflicts_with_all = ["x", "o", "second"])]
    rate: Option<Position>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Player {
    Person,
    Program,
}
use Player::{Person, Program};

/// The players of X and O.
type Players = [Player; 2];

pub fn run(args: Args) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if let Some(position) = args.rate {
        return write!(out, "{}", rating(position));
    }
    write!(out, "{}", opening())?;
    let players = if args.second { [Program, Person] } else { [args.x, args.o] };
    play(players, &mut io::stdin().lock(), &mut out)
}

fn opening() -> String {
    let (value, evaluations) = evaluate(Position::default());
    format!(
        "The empty board is worth {value} to the player who moves first: {evaluations} \
         evaluations.\n"
    )
}

/// Returns the value of a position for the player to move, and the evaluations that it took.
fn evaluate(mut position: Position) -> (i8, u64) {
    let mut game = TicTacToe::default();
    let value = negamax(&mut game, &mut position, &mut ());
    (value.continue_value().flatten().expect("every game ends"), game.evaluations)
}

/// Returns the moves of a position with their values.
fn values_of_moves(mut position: Position) -> Vec<(usize, i8)> {
    let values = choice_values(&mut TicTacToe::default(), &mut position, &mut ());
    values.continue_value().expect("the search is never stopped")
}

/// Describes a position: the board, the result of each move, and the value of the position.
fn rating(position: Position) -> String {
    let drawn = board(position);
    if position.is_over() {
        return format!("{drawn}\n{}", result(position, [Person; 2]));
    }
    let moves = values_of_moves(position);
    let by = |value: i8, words: &str| {
        let cells = moves.iter().filter(|it| it.1 == value);
        let mut cells: Vec<_> = cells.map(|it| (it.0 + 1).to_string()).collect();
        cells.sort();
        (!cells.is_empty()).then(|| format!("{words} by {}", cells.join(", ")))
    };
    let words = [by(1, "wins"), by(0, "draws"), by(-1, "loses")];
    let words: Vec<_> = words.into_iter().flatten().collect();
    let (mover, (value, evaluations)) = (mover(position), evaluate(position));
    format!(
        "{drawn}\n{mover} moves: {}.\nWorth {value} to {mover}: {evaluations} evaluations.\n",
        words.join("; ")
    )
}

/// Plays a game. Returns `Ok` even if a person leaves.
fn play(players: Players, keys: &mut impl BufRead, out: &mut impl Write) -> io::Result<()> {
    let mut position = Position::default();
    writeln!(out, "\n{}", board(position))?;
    while !position.is_over() {
        let number = position.moves_made() as usize % 2;
        let cell = match players[number] {
            Person => match ask(position, players, keys, out)? {
                Some(cell) => cell,
                None => return writeln!(out, "You left the game."),
            },
            Program => reply(position),
        };
        let takes = match name(players, number) {
            "You" => "You take".to_owned(),
            name => format!("{name} takes"),
        };
        position = position.after(cell);
        writeln!(out, "{takes} {}.\n\n{}", cell + 1, board(position))?;
    }
    write!(out, "{}", result(position, players))
}

/// Names a player: by the sign if both are people or both are the program.
fn name(players: Players, number: usize) -> &'static str {
    match players {
        [x, o] if x == o => ["X", "O"][number],
        _ if players[number] == Person => "You",
        _ => "The program",
    }
}

/// Returns the sign of the player to move.
fn mover(position: Position) -> &'static str {
    ["X", "O"][position.moves_made() as usize % 2]
}

/// Describes how a game ended.
fn result(position: Position, players: Players) -> String {
    if !position.is_lost() {
        return "A draw.\n".to_owned();
    }
    match name(players, (position.moves_made() as usize + 1) % 2) {
        "You" => "You win.\n".to_owned(),
        name => format!("{name} wins.\n"),
    }
}

/// Asks a person for a move; `None` to leave.
fn ask(
    position: Position,
    players: Players,
    keys: &mut impl BufRead,
    out: &mut impl Write,
) -> io::Result<Option<usize>> {
    match players {
        [Person, Person] => write!(out, "{}'s cell", mover(position))?,
        _ => write!(out, "Your cell")?,
    }
    writeln!(out, ", 1 to 9; Esc leaves.")?;
    out.flush()?;
    while let Some(key) = next_key(keys)? {
        match key.to_digit(10).and_then(|digit| (digit as usize).checked_sub(1)) {
            Some(cell) if position.is_free(cell) => return Ok(Some(cell)),
            Some(_) => writeln!(out, "{key} is taken.")?,
            None => writeln!(out, "{key} is not a cell.")?,
        }
        out.flush()?;
    }
    Ok(None)
}

/// Returns the program's move: the first cell with the highest value.
fn reply(position: Position) -> usize {
    let values = values_of_moves(position);
    let best = values.iter().map(|it| it.1).max();
    values.iter().find(|it| Some(it.1) == best).expect("the game goes on").0
}

/// Draws the board; free cells show their key.
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
