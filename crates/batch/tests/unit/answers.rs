//! Every format of a file of solutions.

use std::io::Write;
use sudomill_batch::files::answers::{Answers, Slice};
use sudomill_input::{Answer, Layout, ReadOptions, Role, open};
use sudomill_puzzle::grid::{Alphabet, Size};

const PUZZLE: &str = "1...4.....2....3";
const SOLVED: &str = "2413134242313124";

/// More than a chunk has.
const LONG: usize = 256 << 10;

/// The line and the content of every answer, taken `step` at a time.
fn answers(text: &[u8], map: bool, step: usize) -> Vec<(u64, String)> {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(text).unwrap();
    let how = ReadOptions::default().with_map(map).with_role(Role::Solutions);
    let mut answers = Answers::new(open(file.path(), &how).unwrap());
    let mut all = Vec::new();
    loop {
        let mut slices = Vec::new();
        answers.take(step, &mut slices).unwrap();
        let entries: Vec<_> = slices.iter().flat_map(Slice::iter).collect();
        if entries.is_empty() {
            return all;
        }
        let puzzles = Layout::lines(Size::Four, Alphabet::FromOne).unwrap();
        all.extend(entries.iter().map(|entry| (entry.line(), said(&entry.answer(&puzzles)))));
    }
}

fn said(answer: &Answer) -> String {
    match answer {
        Answer::Text(text) => String::from_utf8_lossy(text).into_owned(),
        Answer::Counted => "counted".to_owned(),
        Answer::Damaged => "damaged".to_owned(),
        Answer::NoField(bad) | Answer::Bad(bad) => bad.to_string(),
    }
}

#[track_caller]
fn are(text: &str, expected: &[(u64, &str)]) {
    let expected: Vec<_> = expected.iter().map(|&(line, said)| (line, said.to_owned())).collect();
    for map in [true, false] {
        for step in [1, 2, 100] {
            assert_eq!(answers(text.as_bytes(), map, step), expected, "{map} {step}");
        }
    }
}

#[test]
fn lines_of_solutions() {
    are(&format!("{SOLVED}\n\n {SOLVED}\r\nx"), &[(1, SOLVED), (2, ""), (3, SOLVED), (4, "x")]);
    are(&format!("\u{FEFF}{SOLVED}"), &[(1, SOLVED)]);
    are("\n\n", &[(1, ""), (2, "")]);
    are("", &[]);
}

#[test]
fn header_is_not_answer() {
    are(&format!("Solution\n{SOLVED}\n"), &[(2, SOLVED)]);
    are(&format!("gave-up\n{SOLVED}\n"), &[(1, "gave-up"), (2, SOLVED)]);
}

#[test]
fn counts() {
    let text = format!("{PUZZLE}:2:\n\n{PUZZLE}:1:{SOLVED}\n{PUZZLE}:7+:\nx\n");
    let bad = "2: found 1 field; expected a solution in field 3";
    are(&text, &[(1, "counted"), (2, ""), (3, SOLVED), (4, "counted"), (5, bad)]);
    are(&format!("\u{FEFF}{PUZZLE}:1:{SOLVED}"), &[(1, SOLVED)]);
    are(&format!("\n{PUZZLE}:0:\n"), &[(1, ""), (2, "counted")]);
}

#[test]
fn table_rows() {
    let text = format!("id,solution\n1,{SOLVED}\n\n# comment\n2,\n\"a\n,b\",\"{SOLVED}\"\n3\n");
    let bad = "2: found 1 field; expected a solution in field 2 (solution)";
    let comment = "10: found 1 field; expected a solution in field 2 (solution)";
    are(&text, &[(2, SOLVED), (4, comment), (5, ""), (6, SOLVED), (8, bad)]);
    are(&format!("{SOLVED};1\n{SOLVED};2\n"), &[(1, SOLVED), (2, SOLVED)]);
}

#[test]
fn json_objects() {
    let text = format!("{{\"solution\":\"{SOLVED}\"}}\n{{\"solution\":null}}\n\n{{\"x\":1}}\n");
    let bad = "1: found no key \"solution\"; expected one with a solution";
    are(&text, &[(1, SOLVED), (2, ""), (4, bad)]);
}

#[test]
fn grids() {
    let grid = "24 13\n13 42\n\n42 31\n31 24\n".replace("\n\n", "\n");
    are(&format!("Grid 1\n{grid}\n{grid}"), &[(2, SOLVED), (7, SOLVED)]);
}

#[test]
fn chunk_size_does_not_matter() {
    let row = |number: u64| format!("{number},\"a\nb\",{SOLVED}\n");
    let text = "id,name,solution\n".to_owned() + &(0..20_000).map(row).collect::<String>();
    assert!(text.len() > LONG);
    for map in [true, false] {
        let found = answers(text.as_bytes(), map, 777);
        assert_eq!(found.len(), 20_000);
        let is_right = |(number, answer): (u64, &(u64, String))| {
            *answer == (2 + 2 * number, SOLVED.to_owned())
        };
        assert!((0..).zip(&found).all(is_right));
    }
}
