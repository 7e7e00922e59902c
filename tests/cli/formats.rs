//! The formats of real data sets, as listed in `docs/formats.md`.

use crate::{pencilmarks::marks, puzzles::*, run::Folder};
use sudomill::grid::{Alphabet, Size};

/// Returns the rows of the table: the first lines of a file, the command, and its output.
fn documented() -> Vec<[String; 3]> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/formats.md");
    let text = std::fs::read_to_string(path).unwrap().replace("\\|", "\0");
    let rows = text.lines().filter(|line| line.contains("`sudomill solve "));
    let cells = |row: &str| {
        let cells: Vec<_> = row.split('|').map(|cell| cell.trim().replace('\0', "|")).collect();
        [2, 3, 4].map(|cell| cells[cell].clone())
    };
    rows.map(cells).collect()
}

/// Returns the remaining rows of a grid of which the document shows the first rows.
fn further_rows(shown: &str) -> String {
    let dotted = dotted(EY1);
    match shown {
        "0 1 3 0 8 5 0 0 6\n0 0 0 0 3 1 0 0 0\n" => {
            lines(&rows_of(EY1)[2..].iter().map(|row| spread(row, " ")).collect::<Vec<_>>())
        }
        "#A author\n[Puzzle]\n.13.85..6\n" => lines(&rows_of(&dotted)[1..]),
        "*-----------*\n|.13|.85|..6|\n" => {
            let row = |row: &&str| format!("|{}|{}|{}|\n", &row[..3], &row[3..6], &row[6..]);
            let rows: Vec<_> = rows_of(&dotted).iter().map(row).collect();
            let bands = [&rows[1..3], &rows[3..6], &rows[6..]].map(<[_]>::concat);
            bands.join("|---+---+---|\n") + "*-----------*\n"
        }
        _ => String::new(),
    }
}

/// Returns a file that starts with these lines.
fn file(shown: &str) -> String {
    let shown: String =
        shown.split("<br>").map(|line| format!("{}\n", line.trim_matches('`'))).collect();
    let shown = shown.replace('⇥', "\t");
    let text = shown.clone() + &further_rows(&shown);
    let lost = EY1.trim_start_matches('0');
    let words = [
        ("13085006…560310", lost),
        ("P", EY1),
        ("p", &dotted(EY1)),
        ("c", &marks(EY1)),
        ("S", EY1_SOLVED),
    ];
    let is_whole = |text: &str, at: usize, len: usize| {
        let is_word = |c: char| c.is_alphanumeric() || c == '[' || c == ']';
        !text[..at].ends_with(is_word) && !text[at + len..].starts_with(is_word)
    };
    let mut text = text.replace("013085006…560310", EY1);
    for (word, meaning) in words {
        let mut at = 0;
        while let Some(found) = text[at..].find(word) {
            at += found;
            if is_whole(&text, at, word.len()) {
                text.replace_range(at..at + word.len(), meaning);
                at += meaning.len();
            } else {
                at += word.len();
            }
        }
    }
    text
}

#[test]
fn documented_formats() {
    let rows = documented();
    assert!(rows.len() >= 44, "found {} rows: is the whole table read?", rows.len());
    for [shown, command, printed] in rows {
        let text = file(&shown);
        let args = command.trim_matches('`').strip_prefix("sudomill ").unwrap().to_owned();
        let name = args.split_whitespace().nth(1).unwrap();
        let printed = printed.trim_matches('`');
        let expected = lines(&[if printed == "S" { EY1_SOLVED } else { printed }]);
        Folder::with(name, &text).run(&format!("{args} --quiet")).gives(&expected);
    }
}

#[test]
fn table_of_sizes() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/formats.md");
    let text = std::fs::read_to_string(path).unwrap();
    let folder = Folder::new();
    for &size in Size::ALL {
        let mut digits = Alphabet::FromOne.range(size.side());
        if size > Size::Nine {
            digits += &format!(" or {}", Alphabet::FromZero.range(size.side()));
        }
        let boxes = format!("{} × {}", size.box_rows(), size.box_columns());
        let order = size.order_text();
        let row = format!("| {size} | {boxes} | {} | {digits} | `{order}` | ", size.cells());
        let (_, rest) = text.split_once(&row).unwrap_or_else(|| panic!("{row}"));
        let fewest = rest.split(" |").next().unwrap();
        let expected = format!(" {size} puzzle has {fewest} to {} clues, not 1\n", size.cells());
        folder
            .run(&format!("generate --order {order} --kind easy --clues 1"))
            .tells(2, &[&expected]);
    }
}
