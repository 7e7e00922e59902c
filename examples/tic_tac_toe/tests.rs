use super::*;
use std::collections::HashMap;

#[test]
fn opening_value_and_evaluations() {
    let mut game = TicTacToe::default();
    let value = negamax(&mut game, &mut Position::default(), &mut ());
    assert_eq!(value.continue_value().flatten(), Some(0));
    assert_eq!(game.evaluations, 56_122);
}

#[test]
fn memo_saves_evaluations() {
    let (mut game, mut memo) = (TicTacToe::default(), HashMap::new());
    let value = negamax(&mut game, &mut Position::default(), &mut memo);
    assert_eq!(value.continue_value().flatten(), Some(0));
    assert_eq!(game.evaluations, memo.len() as u64);
    assert!(memo.len() < 5_000, "{}", memo.len());
}

/// Every game that a person can play against the program.
fn no_loss_after(position: Position, persons_turn: bool) {
    if position.is_over() {
        assert!(persons_turn || !position.is_lost(), "{}", board(position));
    } else if persons_turn {
        (0..9)
            .filter(|&cell| position.is_free(cell))
            .for_each(|cell| no_loss_after(position.after(cell), false));
    } else {
        no_loss_after(position.after(reply(position)), true);
    }
}

#[test]
fn program_never_loses() {
    no_loss_after(Position::default(), true);
    no_loss_after(Position::default(), false);
}

fn game(persons_turn: bool, keys: &str) -> String {
    let mut out = Vec::new();
    play(persons_turn, &mut Keys::Text(keys.as_bytes()), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn keys_and_esc() {
    assert!(game(true, "5").ends_with("Esc leaves.\nYou left the game.\n"));
    assert!(game(true, "5\x1b1").ends_with("Esc leaves.\nYou left the game.\n"));
    assert!(game(true, "x 0 5 5").contains("x is not a cell.\n0 is not a cell.\nYou take 5."));
    assert!(game(true, "55").contains("5 is taken."));
    assert!(game(false, "").contains("The program takes"));
}

#[test]
fn documented_output() {
    let shown = opening() + &game(true, "1 2 4");
    assert!(include_str!("../../docs/examples.md").contains(&shown), "{shown}");
}
