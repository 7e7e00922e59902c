//! JSON Lines with puzzles as arrays of numbers or strings.

use crate::{
    puzzles::*,
    run::{Folder, solve, solve_every_way},
};

/// Returns every form of a grid as a JSON value.
fn forms(grid: &str) -> [String; 6] {
    let strings = rows_of(grid).iter().map(|row| spread(row, "\",\"")).collect::<Vec<_>>();
    [
        format!("[{}]", array(grid, ",", ",")),
        format!("[ {} ]", array(grid, ", ", ", ")),
        format!("[[{}]]", array(grid, ",", "],[")),
        format!("[[{}]]", array(grid, ",", "],[")).replace('0', "null"),
        format!("[\"{}\"]", rows_of(grid).join("\",\"")),
        dotted(&format!("[[\"{}\"]]", strings.join("\"],[\""))),
    ]
}

fn object(id: usize, puzzle: &str) -> String {
    format!("{{\"id\": {id}, \"puzzle\": {puzzle}, \"tags\": [1, \"a\"]}}")
}

#[test]
fn arrays_of_numbers_and_strings() {
    for (one, other) in forms(EY1).into_iter().zip(forms(ROYLE)) {
        let text = lines(&[object(1, &one), "# note".to_owned(), object(2, &other)]);
        solve_every_way(&text, "").gives(&solved("1 2"));
        Folder::with("in", &text).run("trace in:3 --strategy mrv").exits(0);
    }
    for form in &forms(SMALL)[2..] {
        solve(object(1, form), "").gives(&lines(&[SMALL_SOLVED]));
    }
    let text = format!("{{\"id\": 7, \"cells\": {}}}\n", forms(EY1)[2]);
    solve(&text, "").gives(&lines(&[EY1_SOLVED]));
    solve(&text, "--column id").tells(2, &["input:1:9: found the end of the puzzle"]);
}

#[test]
fn columns_are_kept_as_they_are() {
    let all: Vec<_> = (1..).zip(forms(EY1)).map(|(id, form)| object(id, &form)).collect();
    let text = lines(&all);
    let kept = solve(&text, "--format jsonl --keep all --columns status");
    kept.gives(&text.replace("]}\n", "],\"status\":\"unique\"}\n"));
    let rows = solve(&text, "--format csv --keep id,puzzle --columns solution").rows();
    for ((row, id), form) in rows[1..].iter().zip(1..).zip(forms(EY1)) {
        assert_eq!(*row, [id.to_string(), form, EY1_SOLVED.to_owned()]);
    }
    let symbols = solve(&text, "--format csv --columns line,puzzle,clues").rows();
    assert_eq!(symbols[1], ["1", EY1, "28"]);
}

/// Checks a file of puzzles with solutions, of which some are wrong.
#[track_caller]
fn is_compared(text: &str, agrees: &str, summary: &str) {
    let run = solve_every_way(text, "--format csv --columns line,agrees");
    run.prints(1, &format!("line,agrees\n{agrees}"));
    for args in ["verify in", "verify in in"] {
        Folder::with("in", text).run(args).tells(1, &[summary]);
    }
}

#[test]
fn solutions_that_are_arrays() {
    for form in [0, 2, 4] {
        let line = |solution: &str| {
            let (puzzle, solution) = (&forms(EY1)[form], &forms(solution)[form]);
            format!("{{\"puzzle\":{puzzle},\"solution\":{solution}}}")
        };
        let text = lines(&[line(EY1_SOLVED), line(ROYLE_SOLVED)]);
        is_compared(&text, "1,yes\n2,no\n", "2 puzzles: 1 right, 1 wrong");
    }
}

#[test]
fn escapes_in_solutions() {
    let line = |solution: &str| {
        let puzzle = drawn(EY1, "\\n");
        format!("{{\"solution\":\"{solution}\",\"puzzle\":\"{puzzle}\"}}")
    };
    let solutions = [&drawn(EY1_SOLVED, "\\n"), &drawn(ROYLE_SOLVED, "\\n"), EY1_SOLVED];
    let text = lines(&solutions.map(line));
    is_compared(&text, "1,yes\n2,no\n3,yes\n", "3 puzzles: 2 right, 1 wrong");
}

#[test]
fn faults_are_located() {
    let [flat, _, nested, _, strings, _] = forms(EY1);
    let all = [
        (flat.clone(), ""),
        (flat.replacen(",3,", ",33,", 1), "16: found \"33\"; expected a number from 0 to 9"),
        (flat.replacen("[0,1,", "[", 1), "169: found 79 numbers; expected 81"),
        (flat.replacen('0', "1", 1), "14: digit 1 twice in row 1 (r1c1 and r1c2)"),
        (nested.replacen("[0,1,", "[1,", 1), "28: found 8 numbers; expected 9"),
        (
            strings.replacen("03100", "Z3100", 1),
            "28: found 'Z'; expected 1-9 or one of . 0 - _ * ? x X",
        ),
        (
            strings.replacen("03100", "3100", 1),
            "33: found the end of the row after 8 cells; expected 9",
        ),
        ("7".to_owned(), "12: found the end of the puzzle after 1 cell; expected 81"),
        ("[]".to_owned(), "12: found 0 numbers; expected 81"),
    ];
    let text = lines(&all.each_ref().map(|(value, _)| format!("{{\"puzzle\":{value}}}")));
    let run = solve(text, "");
    let told = (2..).zip(&all[1..]).map(|(line, (_, told))| format!("input:{line}:{told}\n"));
    assert_eq!((run.code, run.err), (Some(1), told.collect()));
}

/// Formats a grid as a string with one row per line.
fn drawn(grid: &str, line_end: &str) -> String {
    rows_of(grid).join(line_end)
}

#[test]
fn escapes_in_strings() {
    let (ey1, royle) = (EY1_SOLVED, ROYLE_SOLVED);
    for (one, other, solved) in [
        (EY1.replace('0', "\\u002e"), ROYLE.replace('0', "\\u0030"), [ey1, royle, ey1]),
        (drawn(EY1, "\\n"), drawn(ROYLE, "\\r\\n") + "\\n", [ey1, royle, ey1]),
        (ROYLE.to_owned(), drawn(EY1, " \\n "), [royle, ey1, ey1]),
        (EY1.replacen('0', "\\u005F", 1), format!("{ROYLE}\\n"), [ey1, royle, ey1]),
        (drawn(EY1, "\\u000a").replacen('0', "\\u002E", 3), ROYLE.to_owned(), [ey1, royle, ey1]),
    ] {
        let object = |id, puzzle: &str| {
            format!("{{\"note\":\"a\\nb \\\"c\\\"\",\"id\":{id},\"puzzle\":\"{puzzle}\"}}")
        };
        let text = lines(&[object(1, &one), object(2, &other), object(3, EY1)]);
        for args in ["", "--restore-zeros"] {
            solve_every_way(&text, args).gives(&lines(&solved));
        }
        // A kept value is copied verbatim.
        let kept = solve_every_way(&text, "--format jsonl --keep all --columns status");
        kept.gives(&text.replace("\"}\n", "\",\"status\":\"unique\"}\n"));
        Folder::with("in", &text).run("trace in:2 --strategy mrv").exits(0);
    }
    let first = format!("{{\"cells\":\"{}\"}}\n", drawn(SMALL, "\\n"));
    solve_every_way(first, "").gives(&lines(&[SMALL_SOLVED]));
}

#[test]
fn faults_in_strings_with_escapes() {
    let rows = drawn(EY1, "\\n");
    let half = &EY1[..40];
    let all = [
        (rows.replacen('0', "Z", 1), 0, "found 'Z'; expected 1-9"),
        (rows.replacen("0\\n", "\\n", 1), 19, "found the end of the row after 8 cells; expected 9"),
        (
            rows.replacen("\\n", "0\\n", 1),
            9,
            "found '0' after 9 cells; expected the end of the row",
        ),
        (
            rows[..rows.len() - 11].to_owned(),
            86,
            "found the end of the grid after 8 rows; expected 9",
        ),
        (format!("{rows}\\n53"), 101, "found the end of the row after 2 cells; expected 9"),
        (format!("{EY1}\\n{ROYLE}"), 83, "found another puzzle; expected only one"),
        (format!("{EY1} \\n{ROYLE}"), 84, "found another puzzle; expected only one"),
        (rows.replacen("0130", "0110", 1), 2, "digit 1 twice in row 1 (r1c2 and r1c3)"),
        (format!("{half}\\u002e\\u002eZ"), 52, "found 'Z'; expected 1-9"),
        (format!("{half}\\u0022{}", &EY1[41..]), 40, "found '\"'; expected 1-9"),
    ];
    let object = |puzzle: &str| {
        format!("{{\"ü\":1,\"solution\":\"{}\",\"puzzle\":\"{puzzle}\"}}", drawn("1234", "\\n"))
    };
    let eleventh = format!("{}\\u002e", &EY1[..79]);
    let puzzles = all.iter().map(|(puzzle, ..)| puzzle.as_str());
    let puzzles = [EY1].into_iter().chain(puzzles).chain([eleventh.as_str()]);
    let run = solve_every_way(lines(&puzzles.map(object).collect::<Vec<_>>()), "");
    let at = object(EY1).find(EY1).unwrap();
    for (line, (_, column, told)) in (2..).zip(&all) {
        run.tells(1, &[&format!("input:{line}:{}: {told}", at + column)]);
    }
    assert!(run.err.ends_with("input: and 1 more bad line\n"), "{}", run.err);
    assert_eq!(run.out.lines().filter(|line| line.is_empty()).count(), all.len() + 1);
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
    let end = line(1, "").len() + 1;
    let told = [(1, end + 1, "puzzle"), (3, end, "solution"), (4, end, "id")];
    let told = told.map(|(line, at, key)| {
        format!("input:{line}:{at}: found the key \"{key}\" twice; expected it once\n")
    });
    let solved = lines(&["", EY1_SOLVED, "", "", EY1_SOLVED]);
    solve_every_way(&text, "").ends(1, &solved, &told.concat());
    let args = "--format csv --keep id,solution --columns status,agrees";
    let rows = solve_every_way(&text, args).rows();
    let found: Vec<_> = rows[1..].iter().map(|row| (&*row[0], &*row[2], &*row[3])).collect();
    let bad = |id| (id, "invalid", "");
    let good = |id| (id, "unique", "yes");
    assert_eq!(found, [bad("1"), good("2"), bad("3"), bad("4"), good("5")]);
    let kept = solve_every_way(&text, "--format jsonl --keep all");
    for line in kept.out.lines() {
        let keys = line.matches("\"id\":").count();
        assert!(keys == 0 && line.contains("twice") || !line.contains("twice"), "{line}");
    }
    let folder = Folder::with("in", &text).and("puzzles", lines(&[EY1; 5]));
    folder.run("verify in").tells(1, &["5 puzzles: 2 right"]);
    let told = "found the key \"id\" twice; expected it once";
    folder.run("verify puzzles in").exits(1).shows(&[told]);
}
