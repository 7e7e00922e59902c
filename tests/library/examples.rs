//! The short programs in `examples/`.

use std::{fs, sync::mpsc};
use sudomill::solver::Status;

#[allow(dead_code)]
#[path = "../../examples/one_puzzle.rs"]
mod one_puzzle;
#[allow(dead_code)]
#[path = "../../examples/own_column.rs"]
mod own_column;
#[allow(dead_code)]
#[path = "../../examples/own_reader.rs"]
mod own_reader;
#[allow(dead_code)]
#[path = "../../examples/own_strategy.rs"]
mod own_strategy;
#[allow(dead_code)]
#[path = "../../examples/solve_file.rs"]
mod solve_file;

const SMALL: &str = ".4.3.3........2.";
const SOLVED: &str = "2413134242313124";

#[test]
fn file() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("puzzles"), format!("{SMALL}\n44..............\n")).unwrap();
    let tally = solve_file::solve(&path("puzzles"), &path("table")).unwrap();
    assert_eq!([tally.puzzles(), tally.of(Status::Unique), tally.of(Status::Invalid)], [2, 1, 1]);
    let table = fs::read_to_string(path("table")).unwrap();
    assert!(table.contains(&format!("\n1,{SMALL},unique,,1,{SOLVED}\n")), "{table}");
}

#[test]
fn puzzle_with_counters() {
    let text = ".2..3..4.6.......3..4...5.....8.6...8...1...6...7.5.....7...6..4.......8.3..4..2.";
    let report = one_puzzle::report(text, "locked/mrv").unwrap();
    let lines: Vec<_> = report.lines().collect();
    assert_eq!((lines[0], lines[1].len(), lines[2]), ("unique", 81, "clues: 21"));
    assert!(lines.iter().any(|line| line.starts_with("locked_candidates: ")), "{report}");
    assert!(one_puzzle::report(text, "unknown").is_err());
}

#[test]
fn reader() {
    let (sender, pieces) = mpsc::channel();
    for piece in ["1...4.....2....3\n1...", "4..\n", SMALL] {
        sender.send(piece.as_bytes().to_vec()).unwrap();
    }
    drop(sender);
    let expected = "line 2 is malformed: network:2:8: found the end of the puzzle after 7 cells; \
                    expected 16";
    assert_eq!(own_reader::read(pieces).unwrap(), ["multiple", expected, "unique"]);
}

#[test]
fn column() {
    let texts = [Some(SMALL), None, Some("1..."), Some("12..34..........")];
    let column = own_column::Column(texts.map(|text| text.map(str::to_owned)).to_vec());
    let cells = own_column::solve(&column).unwrap();
    assert_eq!((&*cells[0], &*cells[1]), (SOLVED, "found no text; expected a puzzle"));
    assert_eq!(cells[2], "5: found the end of the puzzle after 4 cells; expected 16");
    assert_eq!(cells[3].len(), 16);
}

#[test]
fn strategy() {
    let puzzles: Vec<_> = include_str!("../../datasets/hard.txt").lines().collect();
    let guesses = own_strategy::guesses(&puzzles).unwrap();
    assert!(guesses.len() == 500 && guesses.iter().sum::<u64>() > 0);
}
