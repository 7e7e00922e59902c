//! `sudomill verify`: checks every solution against its puzzle, in a separate file or in the same
//! row.

use crate::{
    packed::{gzip, zstandard},
    puzzles::*,
    run::{Folder, Run, feed},
};

fn verify(puzzles: &str, solutions: &str) -> Run {
    let folder = Folder::with("puzzles.txt", puzzles).and("solutions.txt", solutions);
    folder.run("verify puzzles.txt solutions.txt")
}

const TWO_RIGHT: &str = "2 puzzles: 2 right, 0 wrong\n";
const ONE_RIGHT: &str = "2 puzzles: 1 right, 1 wrong\n";

#[test]
fn either_solution_is_right() {
    verify(&lines(&[DIAG, DIAG]), &lines(&DIAG_SOLVED)).ends(0, "", TWO_RIGHT);
}

#[test]
fn wrong_solution_location() {
    for (solution, reason) in [
        (&with(EY1_SOLVED, 2, '5')[..], "r1c2 is 5, but the clue there is 1"),
        (&with(EY1_SOLVED, 81, '5'), "row 9 lacks the digit 7"),
        (&with(EY1_SOLVED, 4, '.'), "r1c4 holds none of the digits 1-9"),
        (&with(EY1_SOLVED, 4, '0'), "r1c4 holds none of the digits 1-9"),
        (ROYLE_SOLVED, "r1c2 is 2, but the clue there is 1"),
        (&EY1_SOLVED[..80], "found 80 cells; expected 81"),
        (&format!("{EY1_SOLVED}1"), "found 82 cells; expected 81"),
        (EY1, "r1c1 holds none of the digits 1-9"),
        ("", "no solution is given"),
        ("gave-up", "found 7 cells; expected 81"),
    ] {
        let run = verify(&lines(&[ROYLE, EY1]), &lines(&[ROYLE_SOLVED, solution]));
        run.ends(1, &format!("solutions.txt:2: {reason}\n"), ONE_RIGHT);
    }
    // An answer in the first line that looks like a header.
    let run = verify(&lines(&[EY1, ROYLE]), &lines(&["gave-up", ROYLE_SOLVED]));
    run.prints(1, "solutions.txt:1: found 7 cells; expected 81\n");
}

#[test]
fn bad_puzzle() {
    let puzzles = lines(&["# c", EY1, "", "bad", CONFLICT, ROYLE]);
    let run = verify(&puzzles, &lines(&[EY1_SOLVED, "", EY1_SOLVED, ROYLE_SOLVED]));
    let expected = [
        "puzzles.txt:4:1: found 'b'; expected 1-9 or one of . 0 - _ * ? x X",
        "puzzles.txt:5:66: digit 5 twice in column 3 (r2c3 and r8c3)",
    ];
    run.ends(1, &lines(&expected), "4 puzzles: 2 right, 2 wrong\n");
}

#[test]
fn ten_wrong_answers_are_shown() {
    let (puzzles, wrong) = (lines(&[EY1].repeat(30_000)), with(EY1_SOLVED, 2, '9'));
    let solutions = lines(&[wrong.as_str(), EY1_SOLVED, &wrong].repeat(10_000));
    let folder = Folder::with("puzzles.txt", puzzles).and("solutions.txt", solutions);
    let wrong_lines = [1, 3, 4, 6, 7, 9, 10, 12, 13, 15];
    let told =
        wrong_lines.map(|line| format!("solutions.txt:{line}: r1c2 is 9, but the clue there is 1"));
    let expected = lines(&told) + "and 19,990 more\n";
    for threads in [1, 2, 5] {
        let run = folder.run(&format!("verify puzzles.txt solutions.txt -j {threads}"));
        run.ends(1, &expected, "30,000 puzzles: 10,000 right, 20,000 wrong\n");
    }
}

#[test]
fn no_puzzle_exits_2() {
    let run = verify("1bad\n2worse\n\n", &lines(&["", ""]));
    assert_eq!((run.code, run.out.lines().count()), (Some(2), 2));
    assert_eq!(run.err, "sudomill: puzzles.txt: no puzzle in 3 lines\n");
}

#[test]
fn wrong_number_of_solutions() {
    let puzzles = lines(&[EY1, ROYLE]);
    let few = "found the end of the file; expected a line for each further puzzle";
    let many = "found a line; expected the end: there are no more puzzles";
    for (puzzles, solutions, line, told) in [
        (&*puzzles, &[EY1_SOLVED][..], 2, few),
        (&puzzles, &[], 1, few),
        (&puzzles, &[EY1_SOLVED, ROYLE_SOLVED, ""], 3, many),
        ("", &[EY1_SOLVED], 1, many),
    ] {
        verify(puzzles, &lines(solutions)).refuses(&format!("solutions.txt:{line}: {told}"));
    }
    verify("", "").prints(0, "");
}

#[test]
#[cfg_attr(windows, ignore = "compares a message of the system")]
fn missing_file() {
    let folder = Folder::with("puzzles.txt", EY1);
    std::fs::create_dir(folder.path("empty")).unwrap();
    let gone = "nowhere: cannot open: No such file or directory (os error 2)";
    folder.run("verify puzzles.txt nowhere").refuses(gone);
    folder.run("verify nowhere puzzles.txt").refuses(gone);
    let empty = "empty: found no file; expected at least one";
    folder.run("verify puzzles.txt empty").refuses(empty);
}

#[test]
fn solve_output_is_right() {
    let puzzles = format!("\u{FEFF}# c\r\nquizzes,solutions\r\n{EY1},x\r\n\r\n{ROYLE},y");
    let folder = Folder::with("puzzles.csv", &puzzles).and("puzzles.gz", gzip(&puzzles));
    folder.run("solve puzzles.csv -o solutions.txt").exits(0);
    let solutions = folder.read("solutions.txt");
    let folder = folder.and("solutions.zst", zstandard(&solutions));
    for args in [
        "puzzles.csv solutions.txt",
        "puzzles.csv solutions.txt --no-mmap",
        "puzzles.gz solutions.zst",
        "puzzles.csv -",
    ] {
        folder.feed(solutions.clone(), &format!("verify --quiet {args}")).gives("");
    }
    folder.feed(puzzles, "verify --quiet - solutions.txt").gives("");
}

#[test]
fn over_long_line() {
    for length in [70_000, 300_000] {
        let solutions = lines(&[&"1".repeat(length), ROYLE_SOLVED]);
        let run = verify(&lines(&[EY1, ROYLE]), &solutions);
        assert_eq!(run.exits(1).shows(&["solutions.txt:1: found "]).out.lines().count(), 1);
    }
}

#[test]
fn stdin_twice() {
    feed(lines(&[EY1]), "verify - -").prints(2, "").lacks("found the end").is_one_line();
}

#[test]
fn every_format() {
    // Three that are solved, one with two solutions, one with none, three bad ones.
    let bad = ["1423\"0000", "1...1...........", "[]"];
    let mixed = [SMALL, DIAG, bad[0], "# comment", NO_SMALL, SMALL, "", bad[1], bad[2], SMALL];
    for format in ["solution", "csv", "jsonl", "count"] {
        let folder = Folder::with("puzzles.txt", lines(&mixed));
        folder.run(&format!("solve puzzles.txt --format {format} -o out -q")).exits(1);
        let run = folder.run("verify puzzles.txt out");
        let mut told: Vec<_> = run.out.lines().collect();
        let summary = match format {
            "count" => "8 puzzles: 3 right, 3 wrong, 2 not given\n",
            _ => {
                assert!(told.remove(1).ends_with(": no solution is given"), "{format}: {told:?}");
                "8 puzzles: 4 right, 4 wrong\n"
            }
        };
        run.ends(1, &run.out, summary);
        // The rows of a table hold their puzzles, too.
        if format.starts_with(['c', 'j']) && format != "count" {
            let own = folder.run("verify out");
            own.shows(&["out:", "found '\"'"]).ends(1, &own.out, summary);
        }
        let places = ["puzzles.txt:3:5: ", "puzzles.txt:8:5: ", "puzzles.txt:9:1: "];
        assert_eq!(told.len(), 3, "{format}: {told:?}");
        for (told, place) in told.iter().zip(places) {
            assert!(told.starts_with(place), "{format}: {told}");
        }
    }
}

/// Answers in every format, of which the second one is damaged.
#[test]
fn wrong_answer_location_by_format() {
    let damaged = with(ROYLE_SOLVED, 1, '1');
    for (format, line) in [("solution", 2), ("count", 2), ("csv", 3), ("jsonl", 2)] {
        let folder = Folder::with("puzzles.txt", lines(&[EY1, ROYLE, EY1]));
        folder.run(&format!("solve puzzles.txt --format {format} -o out -q")).gives("");
        folder.run("verify puzzles.txt out -q").gives("");
        let solved = folder.read("out").replace(ROYLE_SOLVED, &damaged);
        let run = folder.and("solved", solved).run("verify puzzles.txt solved");
        let told = format!("solved:{line}: row 1 lacks the digit 9\n");
        run.ends(1, &told, "3 puzzles: 2 right, 1 wrong\n");
    }
}

#[test]
fn counts_without_solution() {
    let counts = [&format!("{EY1}:2:"), &format!("{ROYLE}:1:{ROYLE_SOLVED}"), "", "x"];
    let run = verify(&lines(&[EY1, ROYLE, EY1, EY1]), &lines(&counts));
    let told = "solutions.txt:3: no solution is given\n\
                solutions.txt:4:2: found 1 field; expected a solution in field 3\n";
    run.ends(1, told, "4 puzzles: 1 right, 2 wrong, 1 not given\n");
    // Also for solutions in the same rows. If only counts are given, nothing is checked.
    Folder::with("counted", format!("{EY1}:1:{EY1_SOLVED}\n")).run("verify counted -q").gives("");
    let own = Folder::with("counted", format!("{DIAG}:2:\n{DIAG}:2:\n"));
    let run = own.run("verify counted --solution-column 3");
    run.ends(1, "", "2 puzzles: 0 right, 0 wrong, 2 not given\n");
}

#[test]
fn damaged_table() {
    let rows = [
        ("quizzes,solutions".to_owned(), ""),
        (format!("{EY1},{EY1_SOLVED}"), ""),
        (
            format!("{},{EY1_SOLVED}", &EY1[1..]),
            ":81: found the end of the puzzle after 80 cells; expected 81; were zeros at the start \
             lost?",
        ),
        (format!(",{EY1_SOLVED}"), ":1: found the end of the puzzle after 0 cells; expected 81"),
        (format!("{EY1},"), ": no solution is given"),
        (format!("{EY1},{}", with(EY1_SOLVED, 81, '5')), ": row 9 lacks the digit 7"),
        (format!("{EY1},{ROYLE_SOLVED}"), ": r1c2 is 2, but the clue there is 1"),
        (format!("{ROYLE},{EY1_SOLVED}"), ": r1c2 is 1, but the clue there is 2"),
        (EY1.to_owned(), ":82: found 1 field; expected a solution in field 2 (solutions)"),
        (String::new(), ""),
        ("# comment".to_owned(), ":1: found '#'; expected 1-9 or one of . 0 - _ * ? x X"),
        (format!("{CONFLICT},{EY1_SOLVED}"), ":66: digit 5 twice in column 3 (r2c3 and r8c3)"),
        (format!("\"{ROYLE}\",\"{ROYLE_SOLVED}\""), ""),
        (format!("{EY1_SOLVED},{EY1}"), ": r1c1 holds none of the digits 1-9"),
    ];
    let text = lines(&rows.each_ref().map(|(row, _)| row));
    let told = (1..).zip(&rows).filter(|(_, (_, told))| !told.is_empty());
    let told: String = told.map(|(line, (_, told))| format!("own:{line}{told}\n")).collect();
    let summary = "12 puzzles: 2 right, 10 wrong\n";
    let folder = Folder::with("own", &text);
    for args in ["", "-j 1", "-j 3 --no-mmap", "--column quizzes --solution-column 2"] {
        folder.run(&format!("verify own {args}")).ends(1, &told, summary);
    }
    // The same rows from a separate file.
    folder.run("verify own own").tells(1, &[summary]);
    folder.feed(text, "verify -").ends(1, &told.replace("own", "<stdin>"), summary);
}

#[test]
fn detects_solution_column() {
    let rows = [(EY1, EY1_SOLVED), (ROYLE, ROYLE_SOLVED)];
    let table = |row: fn(&str, &str) -> String| rows.map(|(it, solved)| row(it, solved)).concat();
    for text in [
        "answer,id,question\n".to_owned() + &table(|p, s| format!("{s},1,{p}\n")),
        table(|p, s| format!("7;{p};{s}\n")),
        table(|p, s| format!("{s}\t{p}\n")),
        table(|p, s| format!("{p} {s} easy\n")),
        table(|p, s| format!("{p}:1:{s}\n")),
        table(|p, s| format!("{{\"solution\": \"{s}\", \"puzzle\": \"{p}\"}}\n")),
        table(|p, s| format!("{{\"x\": 1, \"p\": \"{p}\", \"s\": \"{s}\"}}\n")),
        "id,puzzle,first,second\n".to_owned() + &table(|p, s| format!("1,{p},,{s}\n")),
        ",quizzes,solutions\r\n".to_owned() + &table(|p, s| format!("0,{p},{s}\r\n")),
    ] {
        Folder::with("own", &text).run("verify own").ends(0, "", TWO_RIGHT);
        feed(text, "verify -").ends(0, "", TWO_RIGHT);
    }
}

#[test]
fn no_solution_column() {
    let what = "found no column of solutions; select one with --solution-column, or pass a file of \
                solutions to `verify`";
    let missing = "named.csv: found no column \"solution\"; the columns are: id, puzzle";
    let folder = Folder::with("puzzles.txt", lines(&[EY1, ROYLE]))
        .and("named.csv", format!("id,puzzle\n1,{EY1}\n"))
        .and("grids.txt", grid(EY1));
    for (args, line) in [
        ("puzzles.txt", &*format!("puzzles.txt: {what}")),
        ("grids.txt", &format!("grids.txt: {what}")),
        ("named.csv", &format!("named.csv: {what}; the columns are: id, puzzle")),
        ("named.csv --solution-column solution", missing),
        ("puzzles.txt named.csv --solution-column solution", missing),
    ] {
        folder.run(&format!("verify {args}")).refuses(line);
    }
}

#[test]
fn solutions_in_tables() {
    let numbered = format!("1,{EY1_SOLVED}\n2,{ROYLE_SOLVED}\n");
    for (text, args) in [
        (format!("{EY1_SOLVED}\n{ROYLE_SOLVED}"), ""),
        (format!("{EY1_SOLVED}\r\n{ROYLE_SOLVED}\r\n"), ""),
        (format!("\u{FEFF}{EY1_SOLVED}\r\n{ROYLE_SOLVED}"), ""),
        (format!("solution\n{EY1_SOLVED}\n{ROYLE_SOLVED}\n"), ""),
        (format!("id,solution\n{numbered}"), ""),
        (numbered.clone(), ""),
        (format!("id,full\n\n# comment\n{numbered}"), "--solution-column full"),
        (format!("\"a\nb\",{EY1_SOLVED}\n\"c\",\"{ROYLE_SOLVED}\"\n"), ""),
        (format!("\"{EY1_SOLVED}\"\n{ROYLE_SOLVED}"), ""),
        (format!("{{\"answer\":\"{EY1_SOLVED}\"}}\n{{\"answer\":\"{ROYLE_SOLVED}\"}}\n"), ""),
    ] {
        let puzzles = format!("id,puzzle\n1,{EY1}\n2,{ROYLE}\n");
        let folder = Folder::with("puzzles.csv", puzzles).and("out", &text);
        for more in ["", "--no-mmap -j 1"] {
            folder.run(&format!("verify puzzles.csv out {args} {more}")).ends(0, "", TWO_RIGHT);
        }
    }
}

#[test]
fn json_without_solution() {
    let text =
        format!("{{\"solution\":\"{EY1_SOLVED}\"}}\n{{\"solution\":null}}\n{{\"x\":1}}\n{{\n");
    let told = [
        "solutions.txt:2: no solution is given",
        "solutions.txt:3:1: found no key \"solution\"; expected one with a solution",
        "solutions.txt:4:1: found no JSON object: EOF while parsing an object",
    ];
    verify(&lines(&[EY1; 4]), &text).prints(1, &lines(&told));
}

#[test]
fn restores_zeros() {
    let short = EY1.trim_start_matches('0');
    let text = format!("puzzle,solution\n{short},{EY1_SOLVED}\n{ROYLE},{ROYLE_SOLVED}\n");
    let folder = Folder::with("own.csv", text);
    folder.run("verify own.csv").tells(1, &[ONE_RIGHT]);
    folder.run("verify own.csv --restore-zeros -q").gives("");
}

#[test]
fn apostrophe_before_a_solution_is_not_a_cell() {
    let text = format!("puzzle,solution\n{SMALL},'{SMALL_SOLVED}\n");
    let folder = Folder::with("sheet.csv", text);
    for args in ["sheet.csv", "sheet.csv sheet.csv"] {
        folder.run(&format!("verify {args}")).ends(0, "", "1 puzzle: 1 right, 0 wrong\n");
    }
}

#[test]
fn line_of_a_file() {
    let wrong = format!("1{}", &EY1_SOLVED[1..]);
    let folder = Folder::with("puzzles.txt", lines(&["# EY1", EY1, DIAG]))
        .and("solutions.txt", lines(&[EY1_SOLVED, DIAG_SOLVED[0], &wrong]))
        .and("own.csv", format!("puzzle,solution\n{EY1},{EY1_SOLVED}\n{EY1},{ROYLE_SOLVED}\n"));
    for (arguments, code) in [
        ("puzzles.txt:2 solutions.txt:1", 0),
        ("puzzles.txt:3 solutions.txt:2", 0),
        ("puzzles.txt:2 puzzles.txt:3 --solutions solutions.txt:1 solutions.txt:2", 0),
        ("puzzles.txt:2 solutions.txt:3", 1),
        ("puzzles.txt:2 solutions.txt:2", 1),
        ("own.csv:2", 0),
        ("own.csv:3", 1),
    ] {
        folder.run(&format!("verify {arguments}")).exits(code);
    }
    let run = folder.run("verify puzzles.txt:2 solutions.txt:4");
    run.refuses("solutions.txt:4: found the end of the file after line 3");
}
