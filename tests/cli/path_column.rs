//! The columns with the steps of a person: what they hold, and that they lead to the solution, as code that
//! shares nothing with the rater finds.

use crate::{
    every_way::solve_every_way,
    puzzles::*,
    run::{Folder, solve, validate},
};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Needs an XY-wing, and rates 4.2.
const WING: &str =
    "...9...7.....31.65.1.7..9..2......5.371...824.9......3..7..2.4.92.46.....3...8...";

const REPLAYED: &str = "puzzle,solution,rating,rating_pearl,rating_diamond,path,path_text";

/// A change of a cell: its index, whether it takes the digit or loses it, and the digit.
type Change = (usize, bool, u8);

/// A grid of candidates.
struct Board {
    values: [u8; 81],
    /// Bit `d` of a cell is set if it can be `d`.
    left: [u16; 81],
}

impl Board {
    fn new(clues: &str) -> Self {
        let mut board = Self { values: [0; 81], left: [0b11_1111_1110; 81] };
        for (cell, clue) in clues.bytes().enumerate() {
            if (b'1'..=b'9').contains(&clue) {
                board.place(cell, clue - b'0');
            }
        }
        board
    }

    fn place(&mut self, cell: usize, digit: u8) {
        let units = |cell: usize| [cell / 9, cell % 9, cell / 27 * 3 + cell % 9 / 3];
        for peer in 0..81 {
            if (0..3).any(|kind| units(peer)[kind] == units(cell)[kind]) {
                self.left[peer] &= !(1 << digit);
            }
        }
        self.values[cell] = digit;
        self.left[cell] = 0;
    }

    /// Takes a step, in which each change must be possible and right.
    fn take(&mut self, step: &[Change], solution: &[u8]) {
        assert!(!step.is_empty());
        for &(cell, is_placed, digit) in step {
            assert!(self.left[cell] >> digit & 1 == 1, "{step:?}");
            assert_eq!(is_placed, solution[cell] == b'0' + digit, "{step:?}");
        }
        for &(cell, _, digit) in step.iter().filter(|change| !change.1) {
            self.left[cell] &= !(1 << digit);
        }
        for &(cell, _, digit) in step.iter().filter(|change| change.1) {
            self.place(cell, digit);
        }
    }
}

/// The index of a cell such as `r1c9`.
fn cell(name: &str) -> usize {
    let [b'r', row, b'c', column] = *name.as_bytes() else { panic!("{name}") };
    usize::from(row - b'1') * 9 + usize::from(column - b'1')
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value}"))
}

/// The changes of a step of `path`.
fn changes_of_record(step: &Value) -> Vec<Change> {
    let change = |it: &Value, is_placed| {
        let digit = it["digit"].as_u64().unwrap();
        (cell(text(&it["cell"])), is_placed, digit as u8)
    };
    let placed = step.get("cell").map(|_| change(step, true));
    let removed = step.get("removed").and_then(Value::as_array).into_iter().flatten();
    placed.into_iter().chain(removed.map(|it| change(it, false))).collect()
}

/// The changes of a step of `path_text`.
fn changes_of_word(word: &str) -> Vec<Change> {
    let changes = word.split(',').flat_map(|change| {
        let (name, digits) = change.split_at(4);
        let (sign, digits) = digits.split_at(1);
        assert!(!digits.is_empty() && (sign == "-" || digits.len() == 1), "{word}");
        let is_placed = sign == "=" || {
            assert_eq!(sign, "-", "{word}");
            false
        };
        digits.bytes().map(move |digit| (cell(name), is_placed, digit - b'0'))
    });
    changes.collect()
}

/// Replays the steps of a row, and compares their ratings with its own.
fn replay(row: &Value) {
    let (clues, solution) = (text(&row["puzzle"]), text(&row["solution"]));
    let path = row["path"].as_array().unwrap_or_else(|| panic!("{row}"));
    let of_path: Vec<_> = path.iter().map(changes_of_record).collect();
    let of_text: Vec<_> = text(&row["path_text"]).split(' ').map(changes_of_word).collect();
    assert_eq!(of_path, of_text);
    let mut board = Board::new(clues);
    of_text.iter().for_each(|step| board.take(step, solution.as_bytes()));
    let full: String = board.values.iter().map(|digit| char::from(b'0' + digit)).collect();
    assert_eq!(full, solution);

    let ratings: Vec<_> = path.iter().map(|step| step["rating"].as_f64().unwrap()).collect();
    let first = path.iter().position(|step| step.get("cell").is_some()).unwrap();
    let hardest = |ratings: &[f64]| ratings.iter().copied().fold(0.0, f64::max);
    let expected = [hardest(&ratings), hardest(&ratings[..=first]), ratings[0]];
    let names = ["rating", "rating_pearl", "rating_diamond"];
    assert_eq!(names.map(|name| row[name].clone()), expected.map(Value::from));
    validate(&row["path"], "path").unwrap_or_else(|error| panic!("{error}"));
}

/// A sample of the sets that the project has, and of puzzles of every level: all techniques that a person
/// takes but the hidden quad, which one puzzle of ours needs.
#[test]
fn steps_lead_to_the_solution() {
    let root = env!("CARGO_MANIFEST_DIR");
    let (mut replayed, mut techniques) = (0, BTreeSet::new());
    for (path, every) in [
        ("datasets/easy.txt", 100),
        ("datasets/minimal.txt", 100),
        ("datasets/hard.txt", 5),
        ("crates/rating/tests/ratings.txt", 6),
    ] {
        let set = std::fs::read_to_string(format!("{root}/{path}")).unwrap();
        let puzzles = set.lines().filter(|line| !line.starts_with('#')).step_by(every);
        let puzzles: Vec<_> = puzzles.map(|line| line.split(' ').next().unwrap()).collect();
        let run = solve(lines(&puzzles), &format!("--format jsonl --columns {REPLAYED}"));
        assert_eq!(run.values().len(), puzzles.len());
        for row in run.values() {
            replay(&row);
            let steps = row["path"].as_array().unwrap();
            techniques.extend(steps.iter().map(|step| text(&step["technique"]).to_owned()));
        }
        replayed += puzzles.len();
    }
    assert!(replayed > 300, "{replayed}");
    assert_eq!(techniques.len(), 41, "{techniques:?}");
}

/// In CSV and Markdown, a path is one text of JSON. It is the same whatever threads and chunks do.
#[test]
fn every_format_has_the_same_steps() {
    let several = format!("1{}", ".".repeat(80));
    let text = lines(&[WING, &several, NO_SOLUTION, "x", WING]);
    let columns = "--columns path_text,path,path_reasons";
    let values = solve(&text, &format!("--format jsonl {columns}")).values();
    assert_eq!(values[0], values[4]);
    for row in &values[1..4] {
        assert_eq!(row, &json!({ "path_text": null, "path": null, "path_reasons": null }));
    }
    let csv = solve_every_way(&text, &format!("--format csv {columns}")).out;
    let mut rows = csv::Reader::from_reader(csv.as_bytes());
    let rows: Vec<_> = rows.records().map(Result::unwrap).collect();
    assert!(rows[1..4].iter().flatten().all(str::is_empty));
    assert_eq!(&rows[0][0], self::text(&values[0]["path_text"]));
    for (at, name) in [(1, "path"), (2, "path_reasons")] {
        assert_eq!(serde_json::from_str::<Value>(&rows[0][at]).unwrap(), values[0][name]);
    }
    let markdown = solve(&text, &format!("--format markdown {columns}")).out;
    let cells = [0, 1, 2].map(|at| rows[0][at].to_owned()).join(" | ");
    assert_eq!(markdown.lines().nth(2).unwrap(), format!("| {cells} |"));
}

/// `trace` and `candidates` say the same of each step.
#[test]
fn trace_and_candidates_have_the_same_steps() {
    // Both need chains, the second dynamic ones.
    let puzzles = [
        WING,
        "...9..7.2.65...4.........9.3...2......8..61...59.1...87...8..........37..3.5....1",
        ".6..8.....8...4...2.46..8...7.4...595...2...663...9.8...3..25.7...7...3.....5..6.",
    ];
    for puzzle in puzzles {
        let columns = "--columns path,path_reasons,path_text";
        let row = solve(puzzle, &format!("--format jsonl {columns}")).values().remove(0);
        let candidates = Folder::new().run(&format!("candidates {puzzle} --format jsonl"));
        assert_eq!(candidates.values()[0]["steps"], row["path"]);
        let (path, reasons) = (row["path"].as_array().unwrap(), &row["path_reasons"]);
        let listed = Folder::new().run(&format!("candidates {puzzle}")).out;
        let words = text(&row["path_text"]).split(' ').map(|word| word.replace(',', " "));
        assert!(words.clone().all(|word| listed.contains(&format!(": {word}\n"))));
        let run = Folder::new().run(&format!("trace {puzzle} --strategy explainer --format jsonl"));
        let events = run.values();
        let events: Vec<_> = events.iter().filter(|it| !it["technique"].is_null()).collect();
        assert_eq!((events.len(), words.count()), (path.len(), path.len()));
        for (at, (event, step)) in events.iter().zip(path).enumerate() {
            assert_eq!(event["because"], reasons[at]);
            // A trace adds what a placed digit takes from other cells.
            let own = step.as_object().unwrap().iter().filter(|field| field.0 != "removed");
            own.for_each(|(name, value)| assert_eq!(&event[name], value));
        }
    }
}

#[test]
fn steps_have_the_symbols_of_the_puzzle() {
    let letters: String =
        WING.bytes().map(|it| if it == b'.' { '.' } else { (it + 16) as char }).collect();
    let columns = "--format jsonl --columns path,path_text,path_reasons";
    let [digits, letters] =
        [(WING, ""), (&letters, " --alphabet ABCDEFGHI")].map(|(puzzle, alphabet)| {
            solve(puzzle, &format!("{columns}{alphabet}")).values().remove(0)
        });
    assert_eq!(digits["path"], letters["path"]);
    assert_eq!(text(&digits["path_text"]).split(' ').next(), Some("r2c1=7"));
    assert_eq!(text(&letters["path_text"]).split(' ').next(), Some("r2c1=G"));
    assert_eq!(letters["path_reasons"][0], "In box 1, G has one place. So r2c1 is G.");
}

/// Like a rating: only up to the limit, on 9×9, and with one solution.
#[test]
fn no_steps_without_a_rating() {
    for name in ["path", "path_reasons", "path_text"] {
        let columns = format!("--format jsonl --columns {name}");
        let run = solve(WING, &format!("{columns} --max-rating 4.1"));
        assert!(run.values()[0][name].is_null());
        assert!(!solve(WING, &format!("{columns} --max-rating 4.2")).values()[0][name].is_null());
        assert!(solve(WING, &format!("{columns} --limit 1")).values()[0][name].is_null());
        let line = format!("column '{name}' is for 9×9, not for 4×4");
        solve(SMALL, &columns).tells(2, &[&line]);
    }
    // A full grid takes no step.
    let full = solve(WING, "").out;
    let row = solve(full.trim(), "--format jsonl --columns path,path_reasons,path_text").values();
    assert_eq!(row, [json!({ "path": [], "path_reasons": [], "path_text": "" })]);
}
