use super::*;
use game::{CELLS, name};
use std::collections::HashSet;

const CENTRE: usize = 9;

fn analysis(moves: &str) -> Analysis {
    Analysis::new(position(moves).unwrap(), &mut Memo::new())
}

#[test]
fn first_player_wins_from_centre() {
    assert_eq!(game::place(CENTRE), (0, 0));
    let opening = analysis("");
    assert_eq!((opening.wins, opening.loses.len()), (vec![CENTRE], CELLS - 1));
}

/// Returns true if the player to move wins. Visits all positions reachable from this one and adds
/// the lost ones to `lost`. Uses only the rules, not the recursion under test.
fn wins(position: Position, known: &mut HashSet<Position>, lost: &mut HashSet<Position>) -> bool {
    if known.insert(position) {
        // Does not stop early, so that every reachable position is visited.
        let winning = position.allowed().filter(|&cell| !wins(position.after(cell), known, lost));
        if winning.count() == 0 {
            lost.insert(position);
        }
    }
    !lost.contains(&position)
}

#[test]
fn winning_moves_leave_lost_positions() {
    let (mut known, mut lost) = (HashSet::new(), HashSet::new());
    assert!(wins(Position::default(), &mut known, &mut lost));
    assert_eq!(known.len(), 400_615);
    let mut memo = Memo::new();
    for &position in &known {
        let analysis = Analysis::new(position, &mut memo);
        let (loses, wins): (Vec<_>, Vec<_>) =
            position.allowed().partition(|&cell| !lost.contains(&position.after(cell)));
        assert_eq!((analysis.wins, analysis.loses), (wins, loses), "{position:?}");
    }
}

#[test]
fn position_shows_winner() {
    assert!(analysis("").to_string().starts_with("Black moves and wins by j; the 18 other"));
    assert_eq!(analysis("j").to_string(), "White moves. Black wins, whatever the move.");
    assert!(analysis("a").to_string().starts_with("White moves and wins by "));
}

#[test]
fn refuses_invalid_moves() {
    assert_eq!(position("jaz").unwrap_err(), "z is not a cell; the cells are a to s");
    for moves in ["jj", "jae"] {
        assert!(position(moves).unwrap_err().contains("is taken or touches"), "{moves}");
    }
    assert!(position("je").is_ok());
}

#[test]
fn pictures() {
    let text = picture::text(position("je").unwrap());
    assert_eq!((text.matches('●').count(), text.matches('○').count()), (1, 1), "{text}");
    // One of the six neighbors of the center is taken.
    assert_eq!(text.matches('·').count(), 5, "{text}");
    let svg = picture::svg(position("").unwrap(), &analysis(""));
    assert_eq!(svg.matches("<polygon ").count(), CELLS);
    assert_eq!(svg.matches(r#"class="wins""#).count(), 1);
}

fn game(persons_turn: bool, keys: &str) -> String {
    let mut out = Vec::new();
    let mut memo = Memo::new();
    play::play(Position::default(), persons_turn, &mut memo, &mut keys.as_bytes(), &mut out)
        .unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn program_wins_until_esc() {
    let all: String = (0..CELLS).map(name).cycle().take(20 * CELLS).collect();
    assert!(game(false, &all).ends_with("Black wins.\nYou lose.\n"));
    assert!(game(true, "j\x1b").ends_with("Esc leaves.\nYou left the game.\n"));
    assert!(game(true, "!").contains("! is not a cell."));
}

#[test]
fn one_board_per_turn() {
    assert_eq!(position("JB"), position("jb"));
    // The person takes j, the program replies, and the person leaves.
    let shown = game(true, "J\x1b");
    assert!(shown.contains("You take j.\nThe program takes "), "{shown}");
    assert_eq!(shown.matches("│ h │").count(), 2, "{shown}");
}

#[test]
fn documented_output() {
    for moves in ["", "jb"] {
        let (position, mut memo) = (position(moves).unwrap(), Memo::new());
        let shown = report(position, &Analysis::new(position, &mut memo), &memo);
        assert!(include_str!("../../../../docs/examples.md").contains(&shown), "{shown}");
    }
}
