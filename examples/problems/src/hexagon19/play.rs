//! A game against the program.

use super::{
    analysis::{Analysis, Memo},
    game::{self, Position, name},
    picture,
};
use crate::keys::next_key;
use std::io::{self, BufRead, Write};

/// Plays on from a position. Returns `Ok` even if the person leaves.
pub fn play(
    mut position: Position,
    mut persons_turn: bool,
    memo: &mut Memo,
    keys: &mut impl BufRead,
    out: &mut impl Write,
) -> io::Result<()> {
    let colour = if position.black_moves() == persons_turn { "black" } else { "white" };
    writeln!(out, "You are {colour}. A dot marks a cell that you must not take.")?;
    while let Some(reply) = Analysis::new(position, memo).best() {
        let cell = match persons_turn {
            true => match ask(position, keys, out)? {
                Some(cell) => cell,
                None => return writeln!(out, "You left the game."),
            },
            false => reply,
        };
        let mover = if persons_turn { "You take" } else { "The program takes" };
        position = position.after(cell);
        persons_turn = !persons_turn;
        writeln!(out, "{mover} {}.", name(cell))?;
    }
    writeln!(out, "\n{}\n{}", picture::text(position), Analysis::new(position, memo))?;
    writeln!(out, "{}", if persons_turn { "You lose." } else { "You win." })
}

/// Shows the board and asks the person for a move; `None` to leave.
fn ask(
    position: Position,
    keys: &mut impl BufRead,
    out: &mut impl Write,
) -> io::Result<Option<usize>> {
    writeln!(out, "\n{}\nYour cell, by its letter; Esc leaves.", picture::text(position))?;
    out.flush()?;
    while let Some(key) = next_key(keys)? {
        match game::cell(key) {
            Some(cell) if position.allowed().contains(cell) => return Ok(Some(cell)),
            Some(cell) if position.free().contains(cell) => {
                writeln!(out, "{key} touches a stone of yours.")?;
            }
            Some(_) => writeln!(out, "{key} is taken.")?,
            None => writeln!(out, "{key} is not a cell.")?,
        }
        out.flush()?;
    }
    Ok(None)
}
