//! Damages files of every format in the ways in which files are damaged: no record may be a puzzle that the
//! whole file does not hold.

use std::{
    fs,
    io::{self, Cursor, Read},
    path::Path,
};
use sudomill_input::read_from;
use sudomill_puzzle::any::Parsed;

/// Damages after which a file has a record that it did not have before, by the name of the file and the kind of
/// damage, because nobody can see them. The list may only shrink.
const KNOWN: &[(&str, &str)] = &[
    // Empty cells without any sign: so is a cell that has lost its number.
    ("LaTeX, package `sudoku`", "character deleted"),
    ("LaTeX, package `sudoku`", "cell deleted"),
    ("a spreadsheet, tabs", "character deleted"),
    ("a spreadsheet, tabs", "cell deleted"),
    ("Excel's line above a spreadsheet", "character deleted"),
    ("Excel's line above a spreadsheet", "cell deleted"),
    ("a table in Markdown", "character deleted"),
    ("a table in Markdown", "cell deleted"),
    ("bars between cells", "character deleted"),
    ("bars between cells", "cell deleted"),
    ("empty fields, 16", "character deleted"),
    ("empty fields, 16", "cell deleted"),
    ("empty fields, 16", "cut"),
    ("empty fields, 36", "character deleted"),
    ("empty fields, 36", "cell deleted"),
    ("empty fields, 81", "character deleted"),
    ("empty fields, 81", "cell deleted"),
    // A first grid with nothing above it is answered at its last row, though a row too many may follow.
    ("a rating behind a row", "line doubled"),
    ("a row of dashes", "line doubled"),
    ("a spreadsheet, tabs", "line doubled"),
    ("bars between cells", "line doubled"),
    ("empty fields, 16", "line doubled"),
    ("en dashes", "line doubled"),
    ("grids, 16", "line doubled"),
    // Bands and grids with a blank line between all of them: below a grid that another line divides, nobody
    // can see where the next one begins.
    ("bands apart, 16", "line doubled"),
    ("bands apart, 16", "line of text"),
    ("bands apart, 16", "blank line"),
    // A full grid below a name that is none of a solution any more.
    ("`.sdk` with its solution", "line deleted"),
    ("`.sdk` with its solution", "line of text"),
    ("`.sdk` with its solution", "blank line"),
    ("`.sdk` with its solution", "character deleted"),
];

/// The times that a file is damaged in each way.
const ROUNDS: usize = 12;

/// The kinds of damage.
const DAMAGES: [(&str, Damage); 9] = [
    ("line deleted", |text, dice| {
        let mut lines = lines_of(text);
        lines.remove(dice.below(lines.len()));
        lines.concat()
    }),
    ("line doubled", |text, dice| {
        let mut lines = lines_of(text);
        let at = dice.below(lines.len());
        lines.insert(at, lines[at]);
        lines.concat()
    }),
    ("line of text", |text, dice| with_line(text, "some words\n", dice)),
    ("blank line", |text, dice| with_line(text, "\n", dice)),
    ("two lines joined", |text, dice| {
        let ends: Vec<_> = text.match_indices('\n').map(|it| it.0).collect();
        if ends.is_empty() { text.to_owned() } else { without(text, ends[dice.below(ends.len())]) }
    }),
    ("character deleted", |text, dice| {
        let places: Vec<_> = text.char_indices().map(|it| it.0).collect();
        without(text, places[dice.below(places.len())])
    }),
    ("cell deleted", |text, dice| {
        let cells = cells_of(text);
        if cells.is_empty() {
            text.to_owned()
        } else {
            without(text, cells[dice.below(cells.len())])
        }
    }),
    ("cell to Z", |text, dice| {
        let cells = cells_of(text);
        let Some(&at) = cells.get(dice.below(cells.len().max(1))) else { return text.to_owned() };
        format!("{}Z{}", &text[..at], &text[at + 1..])
    }),
    ("cut", |text, dice| {
        let places: Vec<_> = text.char_indices().map(|it| it.0).collect();
        text[..places[dice.below(places.len())]].to_owned()
    }),
];

type Damage = fn(&str, &mut Dice) -> String;

/// Numbers that are the same in each run.
struct Dice(u64);

impl Dice {
    /// A number below another one.
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

fn lines_of(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

fn with_line(text: &str, line: &str, dice: &mut Dice) -> String {
    let mut lines = lines_of(text);
    lines.insert(dice.below(lines.len()), line);
    lines.concat()
}

/// A text without the character at an offset.
fn without(text: &str, at: usize) -> String {
    text[..at].chars().chain(text[at..].chars().skip(1)).collect()
}

/// The offsets of the digits and dots of a text.
fn cells_of(text: &str) -> Vec<usize> {
    let is_cell = |c: char| c.is_ascii_digit() || c == '.';
    text.char_indices().filter(|it| is_cell(it.1)).map(|it| it.0).collect()
}

/// The good records of a text, with dots for empty cells, and the number of all; `None` for a text that is
/// refused.
fn records(text: &str) -> Option<(Vec<String>, usize)> {
    records_of(Cursor::new(text.as_bytes().to_vec()), 1 << 16)
}

/// The same of a reader, in chunks of about this size.
fn records_of(text: impl Read + Send + 'static, target: usize) -> Option<(Vec<String>, usize)> {
    let mut source = read_from("memory", text).ok()?;
    let (mut good, mut all) = (Vec::new(), 0);
    while let Some(mut chunk) = source.next_chunk(target).ok()? {
        for (_, _, line) in chunk.parsed_lines() {
            all += usize::from(!matches!(line, Parsed::Skip(_)));
            if let Parsed::Puzzle(symbols) = line {
                let symbols = String::from_utf8_lossy(symbols).to_ascii_uppercase();
                good.push(symbols.replace(['0', '-', '_', '*', '?', 'X'], "."));
            }
        }
    }
    Some((good, all))
}

/// Yields a few bytes at a time.
struct Pieces(Cursor<Vec<u8>>);

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = buffer.len().min(37);
        self.0.read(&mut buffer[..len])
    }
}

/// Puzzles of 4×4, 6×6 and 9×9.
const PUZZLES: [[&str; 3]; 3] = [
    ["1423....413.2314", "1...4.....2....3", "..4132......2.13"],
    [
        ".34..1.5..3.62..4.34..6.5623.4....26",
        "1....4.4.23.35.6.....31...642..23156",
        "...415..426354...6.3.5.1623.5......2",
    ],
    [
        ".13.85..6....31.....76.......69....317.....253....69.......24.....87....9..56.31.",
        ".2..3..4.6.......3..4...5.....8.6...8...1...6...7.5.....7...6..4.......8.3..4..2.",
        "4.....57867....12313..786..35176289...24.9.....7.8.2.6...59...7.1.....6...3..7...",
    ],
];

/// The ways to write a puzzle with a number.
const LAYOUTS: [(&str, Write); 22] = [
    ("lines", |_, puzzle| format!("{puzzle}\n")),
    ("columns", |at, puzzle| format!("{at};{puzzle};1.5\n")),
    ("objects", |at, puzzle| format!("{{\"id\": {at}, \"puzzle\": \"{puzzle}\"}}\n")),
    ("objects of arrays", |_, puzzle| {
        format!("{{\"puzzle\": [[{}]]}}\n", numbers(puzzle, "0", ", ").join("], ["))
    }),
    ("objects of rows", |_, puzzle| format!("{{\"grid\": {:?}}}\n", rows(puzzle))),
    ("grids", |_, puzzle| format!("{}\n\n", rows(puzzle).join("\n"))),
    ("named grids", |at, puzzle| format!("Grid {at}\n{}\n", rows(puzzle).join("\n"))),
    ("grids in a frame", |_, puzzle| {
        let ruler = format!("+{}+\n", "-".repeat(rows(puzzle).len()));
        format!("{ruler}|{}|\n{ruler}\n", rows(puzzle).join("|\n|"))
    }),
    ("grids between rulers", |_, puzzle| bands(puzzle, "---+---\n") + "\n"),
    ("bands apart", |_, puzzle| bands(puzzle, "\n") + "\n"),
    ("named bands apart", |at, puzzle| format!("# {at}\n{}", bands(puzzle, "\n"))),
    ("rows in quotes", |_, puzzle| format!("[\"{}\"],\n\n", rows(puzzle).join("\",\n\""))),
    ("blanks between bars", |_, puzzle| {
        let width = if puzzle.len() == 16 { 2 } else { 3 };
        let boxed = |line: &str| {
            let line = line.replace('.', " ");
            if line.starts_with('-') || line.is_empty() {
                return line + "\n";
            }
            let boxes: Vec<_> =
                (0..line.len() / width).map(|at| &line[at * width..][..width]).collect();
            format!("|{}|\n", boxes.join("|"))
        };
        bands(puzzle, "---+---\n").lines().map(boxed).collect::<String>() + "\n"
    }),
    ("numbers", |_, puzzle| numbers(puzzle, "0", " ").join("\n") + "\n\n"),
    ("commas", |_, puzzle| numbers(puzzle, "0", ",").join("\n") + "\n\n"),
    ("last commas", |_, puzzle| format!("{{\n{},\n}};\n", numbers(puzzle, "0", ", ").join(",\n"))),
    ("empty fields", |_, puzzle| numbers(puzzle, "", "\t").join("\n") + "\n\n"),
    ("words for empty cells", |_, puzzle| {
        format!("[\n[{}]\n],\n", numbers(puzzle, "null", ", ").join("],\n["))
    }),
    ("arrays", |_, puzzle| format!("[[{}]]\n", numbers(puzzle, "0", ", ").join("], ["))),
    ("arrays of lines", |_, puzzle| format!("[[{}]]\n", numbers(puzzle, "0", " ").join("]\n ["))),
    ("named rows", |at, puzzle| format!("p{at} = [{}];\n", numbers(puzzle, "0", ",").join(";\n"))),
    ("MiniZinc", |_, puzzle| format!("p = [|{}|];\n", numbers(puzzle, "0", ",").join(",|\n"))),
];

type Write = fn(usize, &str) -> String;

fn rows(puzzle: &str) -> Vec<String> {
    let symbols: Vec<char> = puzzle.chars().collect();
    symbols.chunks(puzzle.len().isqrt()).map(String::from_iter).collect()
}

/// The rows of a puzzle as numbers, with a word for empty cells.
fn numbers(puzzle: &str, empty: &str, between: &str) -> Vec<String> {
    let cell = |c: char| if c == '.' { empty.to_owned() } else { c.to_string() };
    let row = |row: &String| row.chars().map(cell).collect::<Vec<_>>().join(between);
    rows(puzzle).iter().map(row).collect()
}

/// The bands of a puzzle, with a line between them.
fn bands(puzzle: &str, between: &str) -> String {
    let rows = rows(puzzle);
    let height = if rows.len() == 9 { 3 } else { 2 };
    let bands: Vec<_> = rows.chunks(height).map(|band| band.join("\n") + "\n").collect();
    bands.join(between)
}

/// The files to damage, by their names: the seeds of the fuzz tests, the notations in the manual, and files
/// of three puzzles.
fn files() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let mut files = Vec::new();
    for folder in ["grids", "lines", "delimited", "json_lines", "any_bytes"] {
        for entry in fs::read_dir(root.join("fuzz/seeds").join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy();
            files.extend(fs::read_to_string(&path).ok().map(|it| (format!("{folder}/{name}"), it)));
        }
    }
    let manual = fs::read_to_string(root.join("docs/formats.md")).unwrap().replace("\\|", "\0");
    let (_, notations) = manual.split_once("\n## Notations\n").unwrap();
    for row in notations.split("\n## ").next().unwrap().lines().filter(|it| it.contains("<br>")) {
        let cells: Vec<_> = row.split('|').map(|it| it.trim().replace('\0', "|")).collect();
        let lines = cells[2].split("<br>").map(|it| it.trim_matches('`').replace('⇥', "\t") + "\n");
        files.push((cells[1].clone(), lines.collect()));
    }
    for (name, write) in LAYOUTS {
        for puzzles in PUZZLES {
            let text = puzzles.iter().enumerate().map(|(at, puzzle)| write(at + 1, puzzle));
            files.push((format!("{name}, {}", puzzles[0].len()), text.collect()));
        }
    }
    files.sort();
    files
}

#[test]
#[cfg_attr(miri, ignore)] // Thousands of files.
fn damaged_files_have_no_other_puzzles() {
    let mut found = Vec::new();
    let mut shown = Vec::new();
    let mut whole_files = 0;
    for (name, text) in files() {
        let Some((whole, all)) = records(&text) else { continue };
        if whole.is_empty() || whole.len() < all || text.len() > 20_000 {
            continue;
        }
        whole_files += 1;
        for (kind, damage) in DAMAGES {
            let mut dice = Dice(text.len() as u64);
            for _ in 0..ROUNDS {
                let damaged = damage(&text, &mut dice);
                let found_whole = records(&damaged);
                let pieces = Pieces(Cursor::new(damaged.as_bytes().to_vec()));
                assert_eq!(records_of(pieces, 60), found_whole, "{name}, {kind}:\n{damaged}");
                let others = found_whole.map_or(Vec::new(), |it| it.0);
                if let Some(other) = others.iter().find(|it| !whole.contains(it))
                    && found.last() != Some(&(name.clone(), kind))
                {
                    shown.push(format!("{name}, {kind}: {other}\n{damaged}"));
                    found.push((name.clone(), kind));
                }
            }
        }
    }
    assert!(whole_files > 120, "{whole_files} files");
    let mut known: Vec<_> = KNOWN.iter().map(|(name, kind)| ((*name).to_owned(), *kind)).collect();
    found.sort_unstable();
    known.sort_unstable();
    assert!(found == known, "{}\nThe list: {found:#?}", shown.join("\n"));
}
