//! Whole grids in a quoted field or in a string of JSON.

use crate::{
    every_way::solve_every_way,
    notations::{Drawing, PLAIN, solves},
    puzzles::*,
    run::solve,
};

/// A grid with rulers in a quoted field.
#[test]
fn rulers_in_a_field() {
    let field = |puzzle: &str, ruler: &str| {
        let drawing = Drawing { boxes: " | ", bands: ruler, blank: "0", ..PLAIN };
        drawing.of(puzzle).trim_end().to_owned()
    };
    for (ruler, small) in [("------+-------+------\n", "----+----\n"), ("\n", "\n")] {
        let [one, other] = [EY1, ROYLE].map(|puzzle| field(puzzle, ruler));
        let text = format!("puzzle,solution\n\"{one}\",{EY1_SOLVED}\n\"{other}\",{ROYLE_SOLVED}\n");
        solves(&text, &[EY1_SOLVED, ROYLE_SOLVED]);
        solves(&format!("1;\"{one}\"\n2;\"{other}\"\n"), &[EY1_SOLVED, ROYLE_SOLVED]);
        let small = field(SMALL, small);
        solves(&format!("id,grid\n1,\"{small}\"\n2,\"{small}\"\n"), &[SMALL_SOLVED; 2]);
        let bad = one.replacen('8', "Z", 1);
        let run = solve_every_way(format!("id,grid\n1,\"{other}\"\n2,\"{bad}\"\n"), "");
        run.tells(1, &[&format!("input:13:14: found 'Z'; {CELL}")]);
    }
}

/// In a quoted field that is as long as a puzzle, a blank is an empty cell.
#[test]
fn blanks_in_quotes() {
    for (puzzle, solution) in [(EY1, EY1_SOLVED), (SMALL, SMALL_SOLVED), (ROYLE, ROYLE_SOLVED)] {
        let cells = puzzle.replace('0', " ");
        for text in [
            format!("id,grid,solution\n0,\"{cells}\",{solution}\n"),
            format!("id;board\n0;\"{cells}\"\n"),
            format!("0,\"{cells}\"\n"),
            format!("puzzle\n\"{cells}\"\n"),
            format!("puzzles = [\n  '{cells}',\n]\n"),
            format!("{{\"puzzle\": \"{cells}\"}}\n"),
        ] {
            solves(&text, &[solution]);
        }
    }
    // A fault is told at its place.
    let cells = EY1.replacen("013", "113", 1).replace('0', " ");
    let run = solve(format!("id,grid\n0,\"{cells}\"\n"), "");
    run.tells(1, &["input:2:5: digit 1 twice in row 1 (r1c1 and r1c2)"]);
    // A dot beside the blanks, and blanks between digits or rows, leave open what is a cell.
    let dot = cells.replacen(' ', ".", 1);
    let apart = spread(&EY1_SOLVED[..41], " ");
    let rows = &rows_of(EY1_SOLVED).join(" ")[..81];
    for cells in [&dot, &apart, rows] {
        let statuses =
            solve(format!("id,grid\n0,\"{cells}\"\n1,{EY1}\n"), "--format csv --columns status");
        assert_eq!(statuses.column(0), ["invalid", "unique"], "{cells}");
    }
}

/// In a string of JSON, as in a quoted field, a row of dashes is a row of empty cells.
#[test]
fn rows_of_dashes_in_strings() {
    for (rows, status) in [
        (["1--4", "----", "----", "2-1-"], "multiple"),
        (["----", "----", "--1-", "2-1-"], "invalid"),
        (["----", "--1-", "2---", "----"], "multiple"),
        (["1--4", "----", "--1-", "2---"], "multiple"),
    ] {
        for text in [
            format!("{{\"puzzle\":\"{}\"}}\n", rows.join("\\n")),
            format!(
                "{{\"puzzle\":\"1--4------------\"}}\n{{\"puzzle\":\"{}\"}}\n",
                rows.join("\\n")
            ),
            format!("puzzle,a\n\"{}\",3\n", rows.join("\n")),
        ] {
            let statuses = solve_every_way(&text, "--format csv --columns status").column(0);
            assert_eq!(statuses.last().unwrap(), status, "{text}");
        }
    }
    // Between rows of dots it is a ruler.
    let ruled = "14|23\\n..|..\\n-----\\n41|3.\\n23|14";
    solves(&format!("{{\"puzzle\":\"{ruled}\"}}\n"), &[SMALL_SOLVED]);
}

/// In a string of JSON, the cells of each row may stand apart.
#[test]
fn rows_with_commas_in_a_string() {
    for (puzzle, solution) in [(SMALL, SMALL_SOLVED), (EY1, EY1_SOLVED)] {
        for between in [",", ", ", " ", ";"] {
            let rows = array(puzzle, between, "\\n");
            let object = format!("{{\"puzzle\": \"{rows}\"}}\n");
            solves(&object.repeat(2), &[solution; 2]);
        }
        let rows = array(puzzle, ",", "\\n");
        let bad = rows.replacen("0", "Z", 1);
        let run = solve_every_way(format!("{{\"p\": \"{rows}\"}}\n{{\"p\": \"{bad}\"}}\n"), "");
        assert_eq!((run.code, &*run.out), (Some(1), &*lines(&[solution, ""])), "{}", run.err);
    }
}
