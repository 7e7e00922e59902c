//! JSON Lines with puzzles as arrays of numbers or strings.

use crate::{
    every_way::solve_every_way,
    puzzles::*,
    run::{Folder, solve},
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

#[test]
fn solutions_of_every_form_are_compared() {
    let values = [EY1, EY1_SOLVED, ROYLE_SOLVED].map(|grid| {
        let [flat, _, nested, _, strings, _] = forms(grid);
        [flat, nested, strings, format!("\"{}\"", drawn(grid, "\\n"))]
    });
    for form in 0..4 {
        let [puzzle, right, wrong] = values.each_ref().map(|forms| &forms[form]);
        let line = |solution| format!("{{\"solution\":{solution},\"puzzle\":{puzzle}}}");
        let text = lines(&[right, wrong, right].map(line));
        let run = solve_every_way(&text, "--format csv --columns line,agrees");
        run.prints(1, "line,agrees\n1,yes\n2,no\n3,yes\n");
        for args in ["verify in", "verify in in"] {
            Folder::with("in", &text).run(args).tells(1, &["3 puzzles: 2 right, 1 wrong"]);
        }
    }
}

/// Checks where and how values are bad that stand in objects below that of a puzzle. Columns are
/// counted from the start of the value.
#[track_caller]
fn are_bad<const N: usize>(values: [(String, usize, &str); N]) {
    let before = format!("{{\"ü\":1,\"solution\":\"{}\",\"puzzle\":", drawn("1234", "\\n"));
    let good = (format!("\"{EY1}\""), 0, "");
    let all = [&good].into_iter().chain(&values).map(|(value, ..)| format!("{before}{value}}}\n"));
    let start = before.chars().count();
    let told = (2..)
        .zip(&values)
        .map(|(line, (_, column, told))| format!("input:{line}:{}: {told}\n", start + column));
    let run = solve_every_way(all.collect::<String>(), "");
    run.ends(1, &(solved("1") + &"\n".repeat(N)), &told.collect::<String>());
}

#[test]
fn faults_in_arrays() {
    let [flat, _, nested, _, strings, _] = forms(EY1);
    let short = "found the end of the row after 8 cells; expected 9";
    are_bad([
        (flat.replacen(",3,", ",33,", 1), 6, "found \"33\"; expected a number from 0 to 9"),
        (flat.replacen("[0,1,", "[", 1), 159, "found 79 numbers; expected 81"),
        (flat.replacen('0', "1", 1), 4, "digit 1 twice in row 1 (r1c1 and r1c2)"),
        (nested.replacen("[0,1,", "[1,", 1), 18, "found 8 numbers; expected 9"),
        (strings.replacen("03100", "Z3100", 1), 18, &format!("found 'Z'; {CELL}")),
        (strings.replacen("03100", "3100", 1), 23, short),
        ("7".to_owned(), 2, "found the end of the puzzle after 1 cell; expected 81"),
        ("[]".to_owned(), 2, "found 0 numbers; expected 81"),
    ]);
}

/// Formats a grid as a string with one row per line.
fn drawn(grid: &str, line_end: &str) -> String {
    rows_of(grid).join(line_end)
}

#[test]
fn escapes_in_strings() {
    for (one, other, expected) in [
        (EY1.replace('0', "\\u002e"), ROYLE.replace('0', "\\u0030"), "1 2 1"),
        (drawn(EY1, "\\n"), drawn(ROYLE, "\\r\\n") + "\\n", "1 2 1"),
        (ROYLE.to_owned(), drawn(EY1, " \\n "), "2 1 1"),
        (EY1.replacen('0', "\\u005F", 1), format!("{ROYLE}\\n"), "1 2 1"),
        (drawn(EY1, "\\u000a").replacen('0', "\\u002E", 3), ROYLE.to_owned(), "1 2 1"),
    ] {
        let object = |id, puzzle: &str| {
            format!("{{\"note\":\"a\\nb \\\"c\\\"\",\"id\":{id},\"puzzle\":\"{puzzle}\"}}")
        };
        let text = lines(&[object(1, &one), object(2, &other), object(3, EY1)]);
        for args in ["", "--restore-zeros"] {
            solve_every_way(&text, args).gives(&solved(expected));
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
    let (half, eight) = (&EY1[..40], &rows[..rows.len() - 11]);
    let wrong = format!("found 'Z'; {CELL}");
    let long = "found '0' after 9 cells; expected the end of the row";
    let string = |text: &str| format!("\"{text}\"");
    let (short, two) =
        ("found the end of the row after", "found another puzzle; expected only one");
    are_bad([
        (string(&rows.replacen('0', "Z", 1)), 2, &wrong),
        (string(&rows.replacen("0\\n", "\\n", 1)), 21, &format!("{short} 8 cells; expected 9")),
        (string(&rows.replacen("\\n", "0\\n", 1)), 11, long),
        (string(eight), 88, "found the end of the grid after 8 rows; expected 9"),
        (string(&format!("{rows}\\n53")), 103, &format!("{short} 2 cells; expected 9")),
        (string(&format!("{EY1}\\n{ROYLE}")), 85, two),
        (string(&format!("{EY1} \\n{ROYLE}")), 86, two),
        (string(&rows.replacen("0130", "0110", 1)), 4, "digit 1 twice in row 1 (r1c2 and r1c3)"),
        (string(&format!("{half}\\u002e\\u002eZ")), 54, &wrong),
        (string(&format!("{half}\\u0022{}", &EY1[41..])), 42, &format!("found '\"'; {CELL}")),
    ]);
    let short = format!("{{\"puzzle\":\"{}\\u002e\"}}\n", &EY1[..79]);
    solve(format!("{{\"puzzle\":\"{EY1}\"}}\n{short}"), "").prints(1, &solved("1 -"));
}

#[test]
fn key_twice() {
    let line = |id: usize, more: &str| {
        filled(format!("{{\"id\":{id},\"puzzle\":\"P1\",\"solution\":\"S1\"{more}}}"))
    };
    let text = lines(&[
        line(1, ",\"puzzle\":\"P2\""),
        line(2, ""),
        line(3, ",\"solution\":null"),
        line(4, ",\"\\u0069d\":5"),
        line(5, ",\"x\":{\"id\":1,\"id\":2}"),
    ]);
    let at = line(1, "").len() + 1;
    let told = [(1, "puzzle"), (3, "solution"), (4, "id")].map(|(line, key)| {
        format!("input:{line}:{at}: found the key \"{key}\" twice; expected it once\n")
    });
    solve_every_way(&text, "").ends(1, &solved("- 1 - - 1"), &told.concat());
    let run = solve_every_way(&text, "--format csv --keep id --columns status,agrees");
    let (bad, good) = ("invalid,", "unique,yes");
    run.prints(1, &format!("id,status,agrees\n1,{bad}\n2,{good}\n3,{bad}\n4,{bad}\n5,{good}\n"));
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
