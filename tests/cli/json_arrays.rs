//! JSON Lines whose puzzles are arrays of numbers or of strings.

use crate::{packed::gzip, puzzles::*, run::Folder};

/// The rows of a grid, each as these cells, joined.
fn rows(grid: &str, row: impl Fn(&str) -> String) -> String {
    let side = grid.len().isqrt();
    let rows: Vec<_> = (0..side).map(|at| row(&grid[at * side..][..side])).collect();
    rows.join(",")
}

fn cells(row: &str, cell: impl Fn(char) -> String) -> String {
    row.chars().map(cell).collect::<Vec<_>>().join(",")
}

/// Every form of a grid as a value.
fn forms(grid: &str) -> [String; 6] {
    let number = |c: char| c.to_digit(36).unwrap().to_string();
    let numbers = |row: &str| cells(row, number);
    let strings = |row: &str| cells(row, |c| format!("\"{c}\""));
    [
        format!("[{}]", numbers(grid)),
        format!("[ {} ]", numbers(grid).replace(',', ", ")),
        format!("[{}]", rows(grid, |row| format!("[{}]", numbers(row)))),
        format!("[{}]", rows(grid, |row| format!("[{}]", cells(row, number).replace('0', "null")))),
        format!("[{}]", rows(grid, |row| format!("\"{row}\""))),
        format!("[{}]", rows(grid, |row| format!("[{}]", strings(row).replace('0', ".")))),
    ]
}

fn object(id: usize, puzzle: &str) -> String {
    format!("{{\"id\": {id}, \"puzzle\": {puzzle}, \"tags\": [1, \"a\"]}}")
}

#[test]
fn arrays_of_numbers_and_strings() {
    for (one, other) in forms(EY1).into_iter().zip(forms(ROYLE)) {
        let text = lines(&[object(1, &one), "# note".to_owned(), object(2, &other)]);
        let folder = Folder::with("in.jsonl", &text).and("in.gz", gzip(&text));
        for args in ["in.jsonl", "in.jsonl --no-mmap --chunk-size 1", "in.gz", "in.jsonl -j 2"] {
            folder.run(&format!("solve -q {args}")).gives(&lines(&[EY1_SOLVED, ROYLE_SOLVED]));
        }
        let parts = ["1/2", "2/2"].map(|part| format!("solve -q in.jsonl --shard {part}"));
        let parts = parts.map(|args| folder.run(&args).out).concat();
        assert_eq!(parts, lines(&[EY1_SOLVED, ROYLE_SOLVED]));
        assert_eq!(folder.run("trace in.jsonl:3 --strategy mrv").code, Some(0));
    }
    for form in &forms(SMALL)[2..] {
        Folder::with("in", object(1, form)).run("solve -q in").gives(&lines(&[SMALL_SOLVED]));
    }
}

#[test]
fn other_keys() {
    let text = format!("{{\"id\": 7, \"cells\": {}}}\n", forms(EY1)[2]);
    Folder::with("in", &text).run("solve -q in").gives(&lines(&[EY1_SOLVED]));
    let run = Folder::with("in", &text).run("solve -q in --column id");
    assert!(run.err.contains("in:1:9: found the end of the puzzle"), "{}", run.err);
}

#[test]
fn columns_are_kept_as_they_are() {
    let all: Vec<_> = (1..).zip(forms(EY1)).map(|(id, form)| object(id, &form)).collect();
    let folder = Folder::with("in", lines(&all));
    let kept = folder.run("solve -q in --format jsonl --keep all --columns status");
    let expected = all.iter().map(|line| line.replace("]}", "],\"status\":\"unique\"}"));
    kept.gives(&lines(&expected.collect::<Vec<_>>()));
    let rows = folder.run("solve -q in --format csv --keep id,puzzle --columns solution").rows();
    for ((row, id), form) in rows[1..].iter().zip(1..).zip(forms(EY1)) {
        assert_eq!(*row, [id.to_string(), form, EY1_SOLVED.to_owned()]);
    }
    let symbols = folder.run("solve -q in --format csv --columns line,puzzle,clues").rows();
    assert_eq!(symbols[1], ["1", EY1, "28"]);
}

#[test]
fn solutions_that_are_arrays() {
    let line = |form: usize, solution: &str| {
        let (puzzle, solution) = (&forms(EY1)[form], &forms(solution)[form]);
        format!("{{\"puzzle\":{puzzle},\"solution\":{solution}}}")
    };
    for form in [0, 2, 4] {
        let text = lines(&[line(form, EY1_SOLVED), line(form, ROYLE_SOLVED)]);
        let folder = Folder::with("in", text);
        let run = folder.run("solve -q in --format csv --columns line,agrees");
        assert_eq!(run.out, "line,agrees\n1,yes\n2,no\n");
        let run = folder.run("verify in");
        assert_eq!(run.code, Some(1));
        assert!(run.err.contains("2 puzzles: 1 right, 1 wrong"), "{}", run.err);
        let run = folder.run("verify in in");
        assert!(run.err.contains("2 puzzles: 1 right, 1 wrong"), "{}", run.err);
    }
}

#[test]
fn faults_are_located() {
    let [flat, _, nested, _, strings, _] = forms(EY1);
    let all = [
        flat.clone(),
        flat.replacen(",3,", ",33,", 1),
        flat.replacen("[0,1,", "[", 1),
        flat.replacen('0', "1", 1),
        nested.replacen("[0,1,", "[1,", 1),
        strings.replacen("03100", "Z3100", 1),
        strings.replacen("03100", "3100", 1),
        "7".to_owned(),
        "[]".to_owned(),
    ];
    let objects: Vec<_> = all.iter().map(|value| format!("{{\"puzzle\":{value}}}")).collect();
    let run = Folder::with("in", lines(&objects)).run("solve in");
    for told in [
        "in:2:16: found \"33\", expected a number from 0 to 9\n",
        "in:3:169: found 79 numbers, expected 81\n",
        "in:4:14: digit 1 twice in row 1 (r1c1, r1c2)\n",
        "in:5:28: found 8 numbers, expected 9\n",
        "in:6:28: found 'Z', expected 1-9 or one of . 0 - _ * ? x X\n",
        "in:7:33: found the end of the row after 8 cells, expected 9\n",
        "in:8:12: found the end of the puzzle after 1 cell, expected 81\n",
        "in:9:12: found 0 numbers, expected 81\n",
        "9 puzzles: 1 unique, 8 invalid\n",
    ] {
        assert!(run.err.contains(told), "{told}{}", run.err);
    }
}
