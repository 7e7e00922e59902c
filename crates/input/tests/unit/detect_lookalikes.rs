//! Texts as long as rows and puzzles of sizes whose boxes are not square, and drawings of such puzzles.

use std::io::Cursor;
use sudomill_generate::{Kind, Recipe};
use sudomill_input::read_from;
use sudomill_puzzle::{for_size, grid::Size};

/// The size that is detected: 9×9 if nothing shows another one.
fn size(text: &str) -> Size {
    let text = Cursor::new(text.as_bytes().to_vec());
    read_from("text", text).map_or(Size::Nine, |source| source.layout().size)
}

/// A number that looks random, below a bound.
fn random(seed: u64, bound: u64) -> u64 {
    (seed + 1)
        .wrapping_mul(0x9E37_79B9_7F4A_7C15)
        .rotate_left(29)
        .wrapping_mul(0xBF58_476D_1CE4_E5B9)
        % bound
}

/// Lines of some random digits each.
fn lines(count: u64, digits: usize, from: u64, to: u64) -> String {
    let digit = |seed| (from + random(seed, to - from + 1)).to_string();
    let line =
        |line| (0..digits as u64).map(|at| digit(100 * line + at)).collect::<String>() + "\n";
    (0..count).map(line).collect()
}

fn hexadecimal(count: u64, parts: &[usize]) -> String {
    let digit = |seed| format!("{:x}", random(seed, 16));
    let part =
        |seed: u64, len: usize| (0..len as u64).map(|at| digit(seed + at)).collect::<String>();
    let line = |line: u64| {
        let parts: Vec<_> = parts
            .iter()
            .enumerate()
            .map(|(at, len)| part(line * 997 + at as u64 * 67, *len))
            .collect();
        parts.join("-") + "\n"
    };
    (0..count).map(line).collect()
}

/// Rows of small numbers.
fn table(separator: &str, columns: u64, rows: u64, most: u64) -> String {
    let row = |row: u64| {
        let field = |column| random(row * columns + column, most + 1).to_string();
        (0..columns).map(field).collect::<Vec<_>>().join(separator) + "\n"
    };
    (0..rows).map(row).collect()
}

/// Texts that are no puzzles.
fn no_puzzles() -> Vec<(&'static str, String)> {
    let days = |format: &dyn Fn(u64) -> String| (1..29).map(format).collect::<String>();
    let counted = |from: u64, count: u64| {
        (from..from + count).map(|it| format!("{it}\n")).collect::<String>()
    };
    let of = |mark: &str, len: usize, count: usize| (mark.repeat(len) + "\n").repeat(count);
    let identity = |side: usize| -> String {
        let row = |row| {
            (0..side).map(|column| if row == column { "1 " } else { "0 " }).collect::<String>()
        };
        (0..side).map(|it| row(it).trim_end().to_owned() + "\n").collect()
    };
    vec![
        ("UUIDs", hexadecimal(40, &[8, 4, 4, 4, 12])),
        ("UUIDs in capitals", hexadecimal(40, &[8, 4, 4, 4, 12]).to_uppercase()),
        ("UUIDs without dashes", hexadecimal(40, &[32])),
        ("SHA-1", hexadecimal(40, &[40])),
        ("SHA-256", hexadecimal(64, &[64])),
        ("SHA-512", hexadecimal(40, &[128])),
        ("MAC addresses", hexadecimal(40, &[12])),
        ("short hashes", hexadecimal(40, &[8])),
        ("dates", days(&|day| format!("2024-01-{day:02}\n"))),
        ("the same date", of("2024-01-01", 1, 108)),
        ("dates with points", days(&|day| format!("{day:02}.01.2024\n"))),
        ("dates with underscores", days(&|day| format!("2024_01_{day:02}\n"))),
        ("dates in one piece", days(&|day| format!("202401{day:02}\n"))),
        ("dates without the century", days(&|day| format!("2401{day:02}\n"))),
        (
            "dates of different digits",
            days(&|day| format!("19{}7-05-{:02}\n", 4 + day % 3, 2 + day % 6)),
        ),
        ("telephone numbers", counted(7_035_550_100, 40)),
        ("telephone numbers at random", lines(100, 10, 1, 9)),
        ("telephone numbers with dashes", counted(1_000, 40).replace("1", "555-123-1")),
        ("identifiers of six digits", counted(123_456, 40)),
        ("identifiers of eight digits", counted(12_345_678, 40)),
        ("identifiers of twelve digits", counted(123_456_789_012, 40)),
        ("identifiers at random", lines(600, 6, 1, 6)),
        ("more identifiers at random", lines(600, 8, 1, 8)),
        ("dashes like a row", of("-", 6, 36)),
        ("dashes like a 6×6 puzzle", of("-", 36, 3)),
        ("stars like a 6×6 puzzle", of("*", 36, 3)),
        ("points like a 6×6 puzzle", of(".", 36, 3)),
        ("dashes like an 8×8 puzzle", of("-", 64, 3)),
        ("dashes like a 10×10 puzzle", of("-", 100, 3)),
        ("a table of six columns", table(",", 6, 48, 5)),
        ("the same six numbers", "1,2,2,0,5,5\n".repeat(12)),
        ("six ascending numbers", "1,2,3,4,5,6\n".repeat(12)),
        ("a table of eight columns", table("\t", 8, 48, 8)),
        // Others than those of the first trial.
        ("a table of ten columns", table(" ", 10, 60, 10)),
        ("hundreds of digits", lines(3, 100, 0, 9)),
        ("one digit per line", "7\n".repeat(100)),
        ("different digits, one per line", lines(144, 1, 1, 6)),
        ("bits", lines(20, 64, 0, 1)),
        ("few bits", of("0000000100000000000000000100000000000000000001000000000000000000", 1, 9)),
        ("a unit matrix", identity(6)),
        ("a larger unit matrix", identity(10)),
        (
            "queens",
            "15863724\n16837425\n17468253\n17582463\n24683175\n25713864\n25741863\n26174835\n"
                .to_owned(),
        ),
        ("permutations", "123456\n123465\n123546\n123564\n123645\n123654\n124356\n".to_owned()),
        ("times with points", (0..60).map(|it| format!("12.34.{it:02}\n")).collect()),
        ("a cyclic square", "123456\n234561\n345612\n456123\n561234\n612345\n".to_owned()),
        (
            "numbers of books",
            counted(40_615, 40).replace("40", "0-306-40").replace("41", "0-306-41"),
        ),
        ("a rule with a number", "----------------1-------------------\n".repeat(4)),
        ("a rule with two numbers", "-------------1------2---------------\n".repeat(4)),
    ]
}

#[test]
fn lookalikes_are_no_puzzles() {
    let puzzles = |order: &str| -> Vec<String> {
        let size = Size::from_order_text(order).unwrap();
        let recipe = Recipe::new(Kind::Unique, 7);
        for_size!(size, O => (0..3).map(|it| recipe.puzzle::<O>(it).unwrap().to_string()).collect())
    };
    let nine = puzzles("3");
    let below = nine.join("\n") + "\n";
    let rows = |row: &[u8]| String::from_utf8_lossy(row).into_owned();
    let grids =
        nine.iter().map(|it| it.as_bytes().chunks(9).map(rows).collect::<Vec<_>>().join("\n"));
    let grids = grids.collect::<Vec<_>>().join("\n\n") + "\n";
    let texts = no_puzzles();
    assert!(texts.len() >= 43, "{}", texts.len());
    for (name, text) in texts {
        let found = size(&text);
        assert!(found.order().is_some(), "{name}: found {found}:\n{text}");
        for puzzles in [&below, &grids] {
            let both = format!("{text}\n{puzzles}");
            assert!(size(&both).order().is_some(), "{name} above 9×9 puzzles: {}", size(&both));
        }
        let both = format!("{text}\n{below}");
        assert_eq!(size(&both), Size::Nine, "{name} above lines");
    }
}

/// A puzzle in a drawing.
type Draw = fn(&[Vec<String>], Size) -> String;

fn joined(rows: &[Vec<String>], between: &str, end: &str) -> String {
    rows.iter().map(|row| row.join(between) + end).collect()
}

/// Rows of symbols with a text between boxes, and a line between bands.
fn boxed(rows: &[Vec<String>], size: Size, between: &str, bar: &str, ruler: &str) -> String {
    let row = |row: &Vec<String>| {
        let boxes: Vec<_> = row.chunks(size.box_columns()).map(|it| it.join(between)).collect();
        boxes.join(bar) + "\n"
    };
    let bands: Vec<String> =
        rows.chunks(size.box_rows()).map(|it| it.iter().map(row).collect()).collect();
    bands.join(ruler)
}

const DRAWINGS: [(&str, Draw); 7] = [
    ("rows", |rows, _| joined(rows, "", "\n")),
    ("rows with spaces", |rows, _| joined(rows, " ", "\n")),
    ("rows with zeros", |rows, _| joined(rows, "", "\n").replace('.', "0")),
    ("rows with tabs", |rows, _| joined(rows, "\t", "\n")),
    ("bands apart", |rows, size| boxed(rows, size, "", "", "\n")),
    ("boxes apart", |rows, size| boxed(rows, size, "", " ", "\n")),
    ("bars", |rows, size| boxed(rows, size, " ", " | ", "-----\n")),
];

/// Grids as people draw them are read without an option: one or several, below a name, and below one
/// that is damaged or contradictory.
#[test]
fn drawn_grids_show_their_size() {
    for expected in Size::ALL.iter().copied().filter(|size| size.order().is_none()) {
        let clues = expected.cells() * 2 / 5;
        let recipe = Recipe::new(Kind::Unique, 5).with_clues(Some(clues));
        let recipe = if expected < Size::Twenty { recipe } else { Recipe::new(Kind::Easy, 5) };
        let puzzle =
            |number| for_size!(expected, O => recipe.puzzle::<O>(number).unwrap().to_string());
        let rows = |puzzle: &str| -> Vec<Vec<String>> {
            let cells: Vec<String> = puzzle.chars().map(String::from).collect();
            cells.chunks(expected.side()).map(<[String]>::to_vec).collect()
        };
        for (name, draw) in DRAWINGS {
            let grids: Vec<_> = (0..3).map(|it| draw(&rows(&puzzle(it)), expected)).collect();
            let mut wrong = rows(&puzzle(0));
            wrong[0] = vec!["1".to_owned(); expected.side()];
            let wrong = draw(&wrong, expected);
            for text in [
                grids[0].clone(),
                grids.join("\n"),
                format!("Grid 01\n{}Grid 02\n{}", grids[0], grids[1]),
                format!("{wrong}\n{}", grids.join("\n")),
            ] {
                assert_eq!(size(&text), expected, "{name}:\n{text}");
            }
        }
        let lines: String = (0..3).map(|it| puzzle(it) + "\n").collect();
        assert_eq!(size(&lines), expected);
        assert_eq!(size(&format!("id,puzzle\n1,{}\n2,{}\n", puzzle(0), puzzle(1))), expected);
        assert_eq!(size(&format!("{{\"puzzle\":\"{}\"}}\n", puzzle(0))), expected);
        let number = |symbol: char| symbol.to_digit(36).unwrap_or(0).to_string();
        let numbers: Vec<_> = puzzle(0).chars().map(number).collect();
        assert_eq!(size(&format!("[{}]\n", numbers.join(", "))), expected);
        let array: Vec<_> =
            numbers.chunks(expected.side()).map(|it| format!("[{}]", it.join(", "))).collect();
        assert_eq!(size(&format!("[{}]\n", array.join(",\n "))), expected);
    }
}
