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

/// Plays every game that a person can play against the program.
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

fn game(players: Players, keys: &str) -> String {
    let mut out = Vec::new();
    play(players, &mut keys.as_bytes(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn keys_and_esc() {
    assert!(game([Person, Program], "5").ends_with("Esc leaves.\nYou left the game.\n"));
    assert!(game([Person, Program], "5\x1b1").ends_with("Esc leaves.\nYou left the game.\n"));
    assert!(
        game([Person, Program], "x 0 5 5")
            .contains("x is not a cell.\n0 is not a cell.\nYou take 5.")
    );
    assert!(game([Person, Program], "55").contains("5 is taken."));
    assert!(game([Program, Person], "").contains("The program takes"));
}

#[test]
fn two_people_or_none() {
    let people = game([Person, Person], "1 4 2 5 3");
    assert!(people.contains("X's cell, 1 to 9; Esc leaves.\nX takes 1."), "{people}");
    assert!(people.contains("O's cell, 1 to 9; Esc leaves.\nO takes 4."), "{people}");
    assert!(people.ends_with("X wins.\n"), "{people}");
    let programs = game([Program, Program], "");
    assert_eq!((programs.matches("X takes").count(), programs.matches("O takes").count()), (5, 4));
    assert!(programs.ends_with("A draw.\n"), "{programs}");
}

#[test]
fn rated_positions() {
    let won: Position = "XX.OO....".parse().unwrap();
    assert!(
        rating(won).contains("X moves: wins by 3; draws by 6; loses by 7, 8, 9.\nWorth 1 to X")
    );
    assert!(rating("XXXOO....".parse().unwrap()).ends_with("X wins.\n"));
    assert!(rating("XOXXOOOXX".parse().unwrap()).ends_with("A draw.\n"));
    for (text, told) in [
        ("XO", "expected nine of X, O and a dot"),
        ("XO......#", "expected nine of X, O and a dot"),
        ("O........", "expected as many X as O, or one X more"),
        ("XXX......", "expected as many X as O, or one X more"),
        ("XXXOO.O..", "the player to move has won already"),
    ] {
        assert_eq!(text.parse::<Position>(), Err(told.to_owned()), "{text}");
    }
}

#[test]
fn documented_output() {
    let position = "X...O...X".parse().unwrap();
    let full = "XOXXOOOXX".parse().unwrap();
    for shown in [opening() + &game([Person, Program], "1 2 4"), rating(position), rating(full)] {
        assert!(include_str!("../../../../docs/examples.md").contains(&shown), "{shown}");
    }
}
