//! Grids in texts of several lines are read as in a file.

use std::io::Cursor;
use sudomill_input::read_from;
use sudomill_puzzle::any::Parsed;

const PUZZLE: &str = "1.....4..2.....3";

/// The symbols of the only puzzle of an input, or what is wrong.
fn read(text: String) -> String {
    let mut source = read_from("memory", Cursor::new(text)).unwrap();
    let mut chunk = source.next_chunk(1 << 16).unwrap().unwrap();
    let mut found = chunk.parsed_lines().filter_map(|(newlines, _, line)| match line {
        Parsed::Puzzle(symbols) => Some(String::from_utf8_lossy(symbols).replace('0', ".")),
        Parsed::Bad(bad) => Some(bad.at(newlines + 1)),
        Parsed::Skip(_) => None,
    });
    found.next().unwrap()
}

/// A text as a string of JSON and as a field in quotes.
fn inputs(text: &str) -> [String; 2] {
    let string = text.replace('\n', "\\n");
    [format!("{{\"id\":7,\"puzzle\":\"{string}\"}}\n"), format!("id,puzzle\n7,\"{text}\"\n")]
}

#[test]
fn rows_of_numbers() {
    for text in [
        "row1: 1 0 0 0\nrow2: 0 0 4 0\nrow3: 0 2 0 0\nrow4: 0 0 0 3",
        "1,,,\n,,4,\n,2,,\n,,,3",
        "|1| | | |\n| | |4| |\n| |2| | |\n| | | |3|",
        "a = [1, 0, 0, 0]\n[0, 0, 4, 0]\n[0, 2, 0, 0]\n[0, 0, 0, 3]",
        "1;.;.;.\n.;.;4;.\n-------\n.;2;.;.\n.;.;.;3\n",
    ] {
        let [string, field] = inputs(text).map(read);
        assert_eq!((&*string, &*field), (PUZZLE, PUZZLE), "{text}");
    }
}

#[test]
fn fault_in_a_row_of_numbers() {
    let text = "row1: 1 0 0 0\nrow2: 0 0 Z 0\nrow3: 0 2 0 0\nrow4: 0 0 0 3";
    let [string, field] = inputs(text);
    let string = read(format!("{string}{{\"id\":8,\"puzzle\":\"{PUZZLE}\"}}\n"));
    assert_eq!(string, "1:44: found \"Z\"; expected a number from 0 to 4");
    let field = read(format!("{field}8,{PUZZLE}\n"));
    assert_eq!(field, "3:11: found \"Z\"; expected a number from 0 to 4");
}
