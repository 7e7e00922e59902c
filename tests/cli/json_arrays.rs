//! JSON Lines with puzzles as arrays of numbers or strings.

use crate::{packed::gzip, puzzles::*, run::Folder};

/// Formats the rows of a grid with `row`, and joins them with commas.
fn rows(grid: &str, row: impl Fn(&str) -> String) -> String {
    let side = grid.len().isqrt();
    let rows: Vec<_> = (0..side).map(|at| row(&grid[at * side..][..side])).collect();
    rows.join(",")
}

fn cells(row: &str, cell: impl Fn(char) -> String) -> String {
    row.chars().map(cell).collect::<Vec<_>>().join(",")
}

/// Returns every form of a grid as a JSON value.
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
        "in:2:16: found \"33\"; expected a number from 0 to 9\n",
        "in:3:169: found 79 numbers; expected 81\n",
        "in:4:14: digit 1 twice in row 1 (r1c1 and r1c2)\n",
        "in:5:28: found 8 numbers; expected 9\n",
        "in:6:28: found 'Z'; expected 1-9 or one of . 0 - _ * ? x X\n",
        "in:7:33: found the end of the row after 8 cells; expected 9\n",
        "in:8:12: found the end of the puzzle after 1 cell; expected 81\n",
        "in:9:12: found 0 numbers; expected 81\n",
        "9 puzzles: 1 unique, 8 invalid\n",
    ] {
        assert!(run.err.contains(told), "{told}{}", run.err);
    }
}

/// Formats a grid as a string with one row per line.
fn drawn(grid: &str, line_end: &str) -> String {
    let side = grid.len().isqrt();
    let rows: Vec<_> = (0..side).map(|at| &grid[at * side..][..side]).collect();
    rows.join(line_end)
}

/// Solves these lines, checking that all ways of reading give the same results.
#[track_caller]
fn results(text: &str, args: &str) -> crate::run::Run {
    let folder = Folder::with("in", text).and("in.gz", gzip(text));
    let run = folder.run(&format!("solve -q in {args}"));
    let hows = ["--no-mmap", "--chunk-size 1", "-j 2 --chunk-size 100 --no-mmap", "-j 1"];
    for how in hows {
        let other = folder.run(&format!("solve -q in {args} {how}"));
        assert_eq!((other.code, &other.out, &other.err), (run.code, &run.out, &run.err), "{how}");
    }
    let parts = ["1/3", "2/3", "3/3"].map(|part| format!("solve -q in {args} --shard {part}"));
    let parts = parts.map(|args| folder.run(&args).out).concat();
    if !args.contains("csv") {
        assert_eq!(parts, run.out);
    }
    assert_eq!(folder.run(&format!("solve -q in.gz {args}")).out, run.out);
    run
}

#[test]
fn escapes_in_strings() {
    for (ey1, royle) in [
        (EY1.replace('0', "\\u002e"), ROYLE.replace('0', "\\u0030")),
        (drawn(EY1, "\\n"), drawn(ROYLE, "\\r\\n") + "\\n"),
        (ROYLE.to_owned(), drawn(EY1, " \\n ")),
        (EY1.replacen('0', "\\u005F", 1), format!("{ROYLE}\\n")),
        (drawn(EY1, "\\u000a").replacen('0', "\\u002E", 3), ROYLE.to_owned()),
    ] {
        let object = |id, puzzle: &str| {
            format!("{{\"note\":\"a\\nb \\\"c\\\"\",\"id\":{id},\"puzzle\":\"{puzzle}\"}}")
        };
        let text = lines(&[object(1, &ey1), object(2, &royle), object(3, EY1)]);
        let solved = match ey1.starts_with(ROYLE) {
            true => [ROYLE_SOLVED, EY1_SOLVED, EY1_SOLVED],
            false => [EY1_SOLVED, ROYLE_SOLVED, EY1_SOLVED],
        };
        results(&text, "").gives(&lines(&solved));
        results(&text, "--restore-zeros").gives(&lines(&solved));
        // A kept value is copied verbatim.
        let kept = results(&text, "--format jsonl --keep all --columns status");
        kept.gives(&text.replace("\"}\n", "\",\"status\":\"unique\"}\n"));
        let run = Folder::with("in", &text).run("trace in:2 --strategy mrv");
        assert_eq!(run.code, Some(0), "{}", run.err);
    }
    let first = format!("{{\"cells\":\"{}\"}}\n", drawn(SMALL, "\\n"));
    results(&first, "").gives(&lines(&[SMALL_SOLVED]));
}

#[test]
fn escapes_in_solutions() {
    let line = |solution: &str| {
        format!("{{\"solution\":\"{solution}\",\"puzzle\":\"{}\"}}", drawn(EY1, "\\n"))
    };
    let solution = drawn(EY1_SOLVED, "\\n");
    let text = lines(&[line(&solution), line(&drawn(ROYLE_SOLVED, "\\n")), line(EY1_SOLVED)]);
    let run = results(&text, "--format csv --columns line,agrees");
    assert_eq!(run.out, "line,agrees\n1,yes\n2,no\n3,yes\n");
    for args in ["verify in", "verify in in"] {
        let run = Folder::with("in", &text).run(args);
        assert!(run.err.contains("3 puzzles: 2 right, 1 wrong"), "{args}: {}", run.err);
    }
}

#[test]
fn faults_in_strings_with_escapes() {
    let rows = drawn(EY1, "\\n");
    let all = [
        EY1.to_owned(),
        rows.replacen('0', "Z", 1),
        rows.replacen("0\\n", "\\n", 1),
        rows.replacen("\\n", "0\\n", 1),
        rows[..rows.len() - 11].to_owned(),
        format!("{rows}\\n53"),
        format!("{EY1}\\n{ROYLE}"),
        format!("{EY1} \\n{ROYLE}"),
        rows.replacen("0130", "0110", 1),
        format!("{}\\u002e\\u002eZ", &EY1[..40]),
        format!("{}\\u0022{}", &EY1[..40], &EY1[41..]),
        format!("{}\\u002e", &EY1[..79]),
    ];
    let object = |puzzle: &String| {
        format!("{{\"ü\":1,\"solution\":\"{}\",\"puzzle\":\"{puzzle}\"}}", drawn("1234", "\\n"))
    };
    let objects: Vec<_> = all.iter().map(object).collect();
    let text = lines(&objects);
    let run = results(&text, "");
    let at = objects[0].find(EY1).unwrap();
    for (line, column, told) in [
        (2, 0, "found 'Z'; expected 1-9"),
        (3, 19, "found the end of the row after 8 cells; expected 9"),
        (4, 9, "found '0' after 9 cells; expected the end of the row"),
        (5, 86, "found the end of the grid after 8 rows; expected 9"),
        (6, 101, "found the end of the row after 2 cells; expected 9"),
        (7, 83, "found another puzzle; expected only one"),
        (8, 84, "found another puzzle; expected only one"),
        (9, 2, "digit 1 twice in row 1 (r1c2 and r1c3)"),
        (10, 52, "found 'Z'; expected 1-9"),
        (11, 40, "found '\"'; expected 1-9"),
    ] {
        let told = format!("in:{line}:{}: {told}", at + column);
        assert!(run.err.contains(&told), "{told}\n{}", run.err);
    }
    assert!(run.err.ends_with("in: and 1 more bad line\n"), "{}", run.err);
    assert_eq!(run.out.lines().filter(|line| line.is_empty()).count(), all.len() - 1);
}

#[test]
fn key_twice() {
    let line = |id: usize, more: &str| {
        format!("{{\"id\":{id},\"puzzle\":\"{EY1}\",\"solution\":\"{EY1_SOLVED}\"{more}}}")
    };
    let text = lines(&[
        line(1, &format!(", \"puzzle\":\"{ROYLE}\"")),
        line(2, ""),
        line(3, ",\"solution\":null"),
        line(4, ",\"\\u0069d\":5"),
        line(5, ",\"x\":{\"id\":1,\"id\":2}"),
    ]);
    let run = results(&text, "");
    assert_eq!(run.out, lines(&["", EY1_SOLVED, "", "", EY1_SOLVED]));
    let (one, other) = (line(1, "").len() + 2, line(1, "").len() + 1);
    let told = [(1, one, "puzzle"), (3, other, "solution"), (4, other, "id")];
    let told = told.map(|(line, at, key)| {
        format!("in:{line}:{at}: found the key \"{key}\" twice; expected it once\n")
    });
    assert_eq!(run.err, told.concat());
    let rows = results(&text, "--format csv --keep id,solution --columns status,agrees").rows();
    let ids: Vec<_> = rows[1..].iter().map(|row| (&*row[0], &*row[2], &*row[3])).collect();
    let (bad, good) = (("invalid", ""), ("unique", "yes"));
    let expected = [("1", bad), ("2", good), ("3", bad), ("4", bad), ("5", good)];
    assert_eq!(ids, expected.map(|(id, (status, agrees))| (id, status, agrees)));
    let kept = results(&text, "--format jsonl --keep all");
    for line in kept.out.lines() {
        let keys = line.matches("\"id\":").count();
        assert!(keys == 0 && line.contains("twice") || !line.contains("twice"), "{line}");
    }
    let run = Folder::with("in", &text).run("verify in");
    assert_eq!(run.code, Some(1), "{}", run.err);
    assert!(run.err.contains("5 puzzles: 2 right"), "{}", run.err);
    let answers = Folder::with("in", &text).and("puzzles", lines(&[EY1; 5]));
    let run = answers.run("verify puzzles in");
    assert!(run.out.contains("found the key \"id\" twice; expected it once"), "{}", run.out);
    assert_eq!(run.code, Some(1), "{}", run.err);
}
