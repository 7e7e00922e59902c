//! Files of puzzles of another kind: each error says what they are and what helps.

use crate::{
    every_way::solve_every_way,
    packed::zip,
    puzzles::*,
    run::{Folder, feed, solve},
    running::Running,
};
use std::io::Write;

/// A jigsaw: the clues, and the region of each cell.
const JIGSAW: [&str; 2] = [
    "8-----------1-----2-----4-6-----8--5---62--18-3---4-2----5--1-7--2---------8---9-",
    "999998888555998888555998333555111333222111333222111444222766444777766444777766666",
];

/// Rows of a grid of this side, of which few cells are filled, with a space between the cells.
fn grid_of(side: usize, blank: &str) -> String {
    let cell = |row: usize, column: usize| match (row * 7 + column * 5) % 11 {
        0 => ((row + column) % side + 1).to_string(),
        _ => blank.to_owned(),
    };
    let row = |row| (0..side).map(|column| cell(row, column)).collect::<Vec<_>>().join(" ") + "\n";
    (0..side).map(row).collect()
}

/// Checks that a text is refused, however it is read.
#[track_caller]
fn is_refused(text: &str, told: &str) {
    let run = solve_every_way(text, "--format csv");
    run.ends(2, "", &format!("sudomill: input:{told}\n"));
}

/// Checks that every line of a text is bad, however it is read.
#[track_caller]
fn has_no_puzzle(text: &str) {
    let run = solve_every_way(text, "");
    run.tells(2, &[&format!("input: no puzzle in {} lines\n", text.lines().count())]);
    assert!(run.out.lines().all(str::is_empty), "{}", run.out);
}

#[test]
fn grids_of_other_sizes() {
    let sizes = "expected 4×4, 6×6, 8×8, 9×9, 10×10, 12×12, 15×15, 16×16, 20×20 or 25×25";
    for side in [5, 7, 11, 13, 14, 17, 18, 19, 23] {
        let found = format!("1:1: found a grid of {side} rows of {side} cells; {sizes}");
        let [dots, zeros] = [".", "0"].map(|blank| grid_of(side, blank));
        is_refused(&dots, &found);
        is_refused(&zeros, &found);
        is_refused(&format!("{dots}\n{dots}"), &found);
        is_refused(
            &format!("[[{}]]\n", zeros.trim().replace(' ', ",").replace('\n', "],\n[")),
            &found,
        );
        let named = format!("{side}\n# comment\n{dots}");
        is_refused(&named, &found.replacen('1', "3", 1));
        feed(&*dots, "solve - --order 3").tells(2, &[&found[2..]]);
        Folder::new().run_with("solve", &[&dots]).tells(2, &[&found[4..]]);
    }
    // A grid that is read, below one that is not, is not lost.
    let text = format!("{}\n{EY1}\n", grid_of(7, "."));
    assert!(solve(&text, "").out.ends_with(&lines(&[EY1_SOLVED])));
}

/// Of sizes whose boxes are not square, a grid is read without an option if it is a puzzle.
#[test]
fn doubtful_grids() {
    for (side, order) in [(6, "2x3"), (8, "2x4"), (10, "2x5"), (12, "3x4")] {
        let row = vec!["1"; side].join(" ");
        let text = lines(&vec![row; side]);
        let told = format!("1:1: found a grid of {side} rows of {side} cells; ");
        let expected = format!("expected a clear {side}×{side} puzzle");
        is_refused(&text, &format!("{told}{expected}; --order {order} reads those instead"));
        let run = solve(&text, &format!("--order {order}"));
        run.ends(1, "\n", "input:1:3: digit 1 twice in row 1 (r1c1 and r1c2)\n");
    }
}

#[test]
fn blanks_for_empty_cells() {
    let told = "found blanks that may be empty cells; expected a symbol such as . for each of them";
    let blank = EY1.replace('0', " ");
    let spaced = lines(&rows_of(&blank).iter().map(|row| spread(row, " ")).collect::<Vec<_>>());
    has_no_puzzle(&spaced);
    has_no_puzzle(&format!("Grid 1\n{}", lines(&rows_of(&blank))));
    for text in [format!("{blank}\n"), format!("id,puzzle\n1,{blank}\n")] {
        Folder::with("input", &text).run("solve input").tells(2, &[told]);
    }
    // Numbers, and a puzzle that was cut off.
    for text in ["12\n3\n1\n23\n".to_owned(), format!("{} 2\n", &EY1[..78])] {
        Folder::with("input", &text).run("solve input").lacks("blanks");
    }
}

/// A board as a program draws it, with other text beside it.
#[test]
fn drawn_board_beside_text() {
    let rows: Vec<String> = rows_of(&EY1.replace('0', " "))
        .iter()
        .map(|row| format!(" │ {} │  Move", spread(row, " │ ")))
        .collect();
    let ruler = format!("\n ├{}───┤\n", "───┼".repeat(8));
    let text = format!(" ┌{}───┐   my game\n{}\n", "───┬".repeat(8), rows.join(&ruler));
    has_no_puzzle(&text);
}

#[test]
fn printouts_without_their_middle() {
    let row = "5 3 0 ... 0 0 0";
    let text = format!("[[{row}]\n [{row}]\n ...\n [{row}]]\n");
    is_refused(&text, "1:1: found ... for cells that the printout left out; expected all of them");
}

/// A table of AMPL has numbers beside its rows, which are no cells.
#[test]
fn numbered_tables() {
    for puzzle in [SMALL, EY1] {
        let side = puzzle.len().isqrt();
        let numbers: Vec<_> = (1..=side).map(|number| number.to_string()).collect();
        let rows: Vec<_> = (1..)
            .zip(rows_of(&dotted(puzzle)))
            .map(|(number, row)| {
                let cells: Vec<_> = row.chars().map(String::from).collect();
                format!(" {number} {}", cells.join(" "))
            })
            .collect();
        for name in ["param A:", "param given (tr) :"] {
            let text = format!("data;\n{name} {} :=\n{}\n;\n", numbers.join(" "), rows.join("\n"));
            let told = "a number before each row and above each column; expected the cells alone";
            is_refused(&text, &format!("2:1: found a table of AMPL, with {told}"));
        }
    }
}

#[test]
fn jigsaws() {
    let told = "found the regions of a jigsaw; expected a puzzle: regions are read from a file of their own";
    let [clues, regions] = JIGSAW.map(grid);
    let lettered = |text: &str, between: &str| spread(text.trim(), between).replace(" \n ", "\n");
    let from_zero: String = JIGSAW[1].bytes().map(|digit| char::from(digit - 1)).collect();
    for (text, line) in [
        (format!("9 9\n{clues}{regions}"), 11),
        (format!("{clues}{regions}"), 10),
        (format!("{regions}\n{clues}"), 1),
        (format!("clues:\n{clues}\nregions:\n{}", grid(&from_zero)), 13),
        (format!("{}\n{}\n", lettered(&clues, " "), lettered(&regions, " ")), 10),
        (lines(&JIGSAW), 2),
        (format!("id,puzzle\n1,{}\n2,{}\n", JIGSAW[0], JIGSAW[1]), 3),
    ] {
        let column = if text.starts_with("id") { 3 } else { 1 };
        is_refused(&text, &format!("{line}:{column}: {told}"));
    }
    // Further below, and in a pipe that has been answered, the regions are a bad grid.
    let text = format!("{}{}{regions}", grid(EY1), grid(ROYLE));
    let run = solve_every_way(&text, "");
    run.ends(1, &lines(&[EY1_SOLVED, ROYLE_SOLVED, ""]), &format!("input:19:1: {told}\n"));
    // Behind the size of the grids, the regions are awaited.
    let mut running = Running::start(Folder::new().command("solve --quiet"));
    let mut input = running.0.stdin.take().unwrap();
    for part in ["9 9\n", &clues, &regions] {
        input.write_all(part.as_bytes()).unwrap();
        input.flush().unwrap();
    }
    drop(input);
    assert_eq!(running.end(), (Some(2), format!("sudomill: <stdin>:11:1: {told}\n")));
    // Repeated digits alone are no regions.
    solve(format!("{CONFLICT}\n{}\n", "1".repeat(81)), "").lacks("jigsaw");
}

#[test]
fn values_inside_other_values() {
    let grid = format!("[[{}]]", array(EY1, ",", "],["));
    let objects = grid.replace('0', "{}");
    let objects = (1..=9).fold(objects, |text, digit: u8| {
        text.replace(&format!("{digit}"), &format!("{{\"v\":{}}}", char::from(b'`' + digit)))
    });
    let objects = (1..=9).fold(objects, |text, digit: u8| {
        text.replace(&format!("{}}}", char::from(b'`' + digit)), &format!("{digit}}}"))
    });
    let rows = array(EY1, ",", "\\n");
    for (object, told) in [
        (
            format!(r#"{{"input":[{{"role":"a"}},{{"content":"{rows}"}}]}}"#),
            "the puzzles are inside other values: --column input.1.content\n",
        ),
        (format!(r#"{{"a":{{"the board":{grid}}}}}"#), ": --column 'a.the board'\n"),
        (
            format!(r#"{{"size":9,"grid":{objects}}}"#),
            "; get them out: jq -c '{puzzle: [.grid[][] | .v // 0]}' 'a b.json' | sudomill solve -\n",
        ),
    ] {
        let folder = Folder::with("a b.json", object + "\n");
        let run = folder.run_with("solve", &["a b.json"]);
        run.tells(2, &[told]);
        run.lacks("--alphabet");
        if let Some((_, column)) = told.split_once("--column ") {
            let column = column.trim().trim_matches('\'');
            folder
                .run_with("solve -q", &["a b.json", "--column", column])
                .gives(&lines(&[EY1_SOLVED]));
        }
    }
    for link in ["https://f-puzzles.com/?load=N4IgzglgXgpiBcB", "www.example.org/N4IgzglgXgp"] {
        for text in [format!("{link}\n"), format!("{{\"puzzle\":\"{link}\"}}\n")] {
            Folder::with("input", &text).run("solve input").lacks("--alphabet");
        }
    }
}

/// An object for each cell cannot be an object for each puzzle.
#[test]
fn arrays_of_cells() {
    let cell =
        |digit: char, between: &str| format!("{{{between}\"row\": 1,{between}\"v\": {digit}}}");
    for between in ["", "\n    "] {
        let cells: Vec<_> = EY1.chars().map(|digit| cell(digit, between)).collect();
        let all = format!("[{}]\n", cells.join(","));
        let rows = cells.chunks(9).map(|row| row.join(",")).collect::<Vec<_>>().join("],\n [");
        for (text, filter) in
            [(all, "[.[] | .KEY // 0]"), (format!("[\n [{rows}]\n]\n"), "[.[][] | .KEY // 0]")]
        {
            let told = format!("jq -c '{{puzzle: {filter}}}' input | sudomill solve -\n");
            Folder::with("input", &text)
                .run("solve input")
                .tells(2, &["found a JSON array", &told]);
            feed(text, "solve -").tells(2, &[&told.replace("input", "-")]);
        }
    }
    for object in
        [format!("{{\"id\": 1, \"puzzle\": \"{EY1}\"}}"), format!("{{\"puzzle\": [{EY1}]}}")]
    {
        let run = Folder::with("input", format!("[{object},\n{object}]\n")).run("solve input");
        run.tells(2, &["jq -c '.[]' input | sudomill solve -\n"]);
    }
}

#[test]
fn archives_of_arrays() {
    let long = format!("{}/puzzles.npy", "a".repeat(200));
    let array =
        |kind: &str| format!("\u{93}NUMPY\x01\0v\0{{'descr': '{kind}', 'fortran_order': False, }}");
    let array = |kind: &str| array(kind).chars().map(|it| it as u8).collect::<Vec<_>>();
    let (python, numbers) = ("python -m sudomill input", "a - 1 if");
    for (text, found, told) in [
        (zip(&["arr_0.npy"]), "NumPy arrays (.npz)", &[python, numbers][..]),
        (zip(&[&long]), "NumPy arrays (.npz)", &[python, numbers]),
        (zip(&["archive/data.pkl"]), "a PyTorch file", &[numbers]),
        (b"\x80\x02\x8a\x0al\xfc\x9cF\xf9 j".to_vec(), "a PyTorch file", &[numbers]),
        (array("|u1"), "a NumPy array", &[python, numbers]),
        (array("<i8"), "a NumPy array", &[python, numbers]),
        (array("<f8"), "a NumPy array", &["(a + 0.5) * 9 if"]),
    ] {
        let run = Folder::with("input", &text).run("solve input");
        run.tells(2, &[&format!("input: found {found}; expected lines")]);
        let savetxt =
            "numpy.savetxt(\"FILE\", a.reshape(len(a), -1), fmt=\"%.0f\", delimiter=\" \")";
        run.tells(2, &[savetxt]).tells(2, told);
        run.lacks("unzip");
    }
}
