//! `sudomill verify`: checks every solution against its puzzle, in a separate file or in the same
//! row.

use crate::{
    packed::{gzip, zstandard},
    puzzles::*,
    run::{Folder, Run, feed},
};
use sudomill::output::Format;

fn verify(puzzles: &str, solutions: &str) -> Run {
    let folder = Folder::with("puzzles.txt", puzzles).and("solutions.txt", solutions);
    folder.run("verify puzzles.txt solutions.txt")
}

const TWO_RIGHT: &str = "2 puzzles: 2 right, 0 wrong\n";
const ONE_RIGHT: &str = "2 puzzles: 1 right, 1 wrong\n";

/// The counts of a run, and the columns that it has compared.
fn of_columns(counts: &str, columns: &str) -> String {
    format!("{counts}compared: {columns}\n")
}

#[test]
fn either_solution_is_right() {
    verify(&lines(&[DIAG, DIAG]), &lines(&DIAG_SOLVED)).ends(0, "", TWO_RIGHT);
}

/// The line below the names of a table in Markdown is no record.
#[test]
fn table_of_markdown() {
    let folder = Folder::with("puzzles.txt", lines(&[ROYLE, EY1]));
    folder.run("solve puzzles.txt -q --format markdown -o results.md").prints(0, "");
    let two_right = |columns| of_columns(TWO_RIGHT, columns);
    folder.run("verify puzzles.txt results.md").ends(0, "", &two_right("solution with column 1"));
    folder.run("verify results.md").ends(0, "", &two_right("solution with puzzle"));
    folder.run("solve -q results.md").prints(0, &lines(&[ROYLE_SOLVED, EY1_SOLVED]));
    // As other programs align it; on a pipe.
    let aligned = format!("| id | puzzle |\n|---:|:{}|\n| 7 | {EY1} |\n", "-".repeat(82));
    feed(aligned, "solve -q -").prints(0, &lines(&[EY1_SOLVED]));
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
        (&*puzzles, &[][..], 1, few),
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
    for format in Format::ALL.iter().filter(|format| !format.lists_all()) {
        let folder = Folder::with("puzzles.txt", lines(&mixed));
        folder.run(&format!("solve puzzles.txt --format {format} -o out -q")).exits(1);
        let run = folder.run("verify puzzles.txt out");
        let mut told: Vec<_> = run.out.lines().collect();
        let summary = match format {
            Format::Count => "8 puzzles: 3 right, 3 wrong, 2 not given\n",
            _ => {
                assert!(told.remove(1).ends_with(": no solution is given"), "{format}: {told:?}");
                "8 puzzles: 4 right, 4 wrong\n"
            }
        };
        let columns = if format.has_columns() { "compared: solution with column 1\n" } else { "" };
        run.ends(1, &run.out, &format!("{summary}{columns}"));
        // The rows of a table hold their puzzles, too.
        if format.has_columns() {
            let own = folder.run("verify out");
            let told = of_columns(summary, "solution with puzzle");
            own.shows(&["out:", "found '\"'"]).ends(1, &own.out, &told);
        }
        let places = told.iter().map(|line| line.split(": ").next().unwrap());
        let expected = ["puzzles.txt:3:5", "puzzles.txt:8:5", "puzzles.txt:9:1"];
        assert_eq!(places.collect::<Vec<_>>(), expected, "{format}");
    }
}

/// Answers in every format, of which the second one is damaged.
#[test]
fn wrong_answer_location_by_format() {
    let damaged = with(ROYLE_SOLVED, 1, '1');
    let named = "compared: solution with column 1\n";
    for (format, line, columns) in
        [("solution", 2, ""), ("count", 2, ""), ("csv", 3, named), ("jsonl", 2, named)]
    {
        let folder = Folder::with("puzzles.txt", lines(&[EY1, ROYLE, EY1]));
        folder.run(&format!("solve puzzles.txt --format {format} -o out -q")).gives("");
        folder.run("verify puzzles.txt out -q").gives("");
        let solved = folder.read("out").replace(ROYLE_SOLVED, &damaged);
        let run = folder.and("solved", solved).run("verify puzzles.txt solved");
        let told = format!("solved:{line}: row 1 lacks the digit 9\n");
        run.ends(1, &told, &format!("3 puzzles: 2 right, 1 wrong\n{columns}"));
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
    let short = format!("{},S1", &EY1[1..]);
    let lost = ":81: found the end of the puzzle after 80 cells; expected 81; were zeros at the start \
                lost?";
    let rows = [
        ("quizzes,solutions", ""),
        ("P1,S1", ""),
        (&short, lost),
        (",S1", ":1: found the end of the puzzle after 0 cells; expected 81"),
        ("P1,", ": no solution is given"),
        (&format!("P1,{}", with(EY1_SOLVED, 81, '5')), ": row 9 lacks the digit 7"),
        ("P1,S2", ": r1c2 is 2, but the clue there is 1"),
        ("P2,S1", ": r1c2 is 1, but the clue there is 2"),
        ("P1", ":82: found 1 field; expected a solution in field 2 (solutions)"),
        ("", ""),
        ("# comment", &format!(":1: found '#'; {CELL}")),
        (&format!("{CONFLICT},S1"), ":66: digit 5 twice in column 3 (r2c3 and r8c3)"),
        ("\"P2\",\"S2\"", ""),
        ("S1,P1", ": r1c1 holds none of the digits 1-9"),
    ];
    let text = filled(lines(&rows.map(|(row, _)| row)));
    let told = (1..).zip(&rows).filter(|(_, (_, told))| !told.is_empty());
    let told: String = told.map(|(line, (_, told))| format!("own:{line}{told}\n")).collect();
    let summary = "12 puzzles: 2 right, 10 wrong\n";
    let summary = &of_columns(summary, "solutions with quizzes");
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
    for (text, columns) in [
        ("answer,id,question\nS1,1,P1\nS2,1,P2\n", "answer with question"),
        ("7;P1;S1\n7;P2;S2\n", ""),
        ("S1\tP1\nS2\tP2\n", ""),
        ("P1 S1 easy\nP2 S2 easy\n", ""),
        ("P1:1:S1\nP2:1:S2\n", ""),
        (
            "{\"solution\": \"S1\", \"puzzle\": \"P1\"}\n{\"solution\": \"S2\", \"puzzle\": \"P2\"}\n",
            "solution with puzzle",
        ),
        (
            "{\"x\": 1, \"p\": \"P1\", \"s\": \"S1\"}\n{\"x\": 1, \"p\": \"P2\", \"s\": \"S2\"}\n",
            "s with p",
        ),
        ("id,puzzle,first,second\n1,P1,,S1\n1,P2,,S2\n", "second with puzzle"),
        (",quizzes,solutions\r\n0,P1,S1\r\n0,P2,S2\r\n", "solutions with quizzes"),
    ] {
        let told = match columns {
            "" => TWO_RIGHT.to_owned(),
            _ => of_columns(TWO_RIGHT, columns),
        };
        Folder::with("own", filled(text)).run("verify own").ends(0, "", &told);
        feed(filled(text), "verify -").ends(0, "", &told);
    }
}

#[test]
fn no_solution_column() {
    let what = "found no column of solutions";
    let advice = "select one with --solution-column, or pass a file of solutions to `verify`";
    let missing = "named.csv: found no column \"solution\"; the columns are: id, puzzle";
    let folder = Folder::with("puzzles.txt", lines(&[EY1, ROYLE]))
        .and("named.csv", format!("id,puzzle\n1,{EY1}\n"))
        .and("grids.txt", grid(EY1));
    for (args, line) in [
        ("puzzles.txt", &*format!("puzzles.txt: {what}; {advice}")),
        ("grids.txt", &format!("grids.txt: {what}; {advice}")),
        ("named.csv", &format!("named.csv: {what}; the columns are: id, puzzle; {advice}")),
        ("named.csv --solution-column solution", missing),
        ("puzzles.txt named.csv --solution-column solution", missing),
    ] {
        folder.run(&format!("verify {args}")).refuses(line);
    }
}

#[test]
fn solutions_in_tables() {
    for (text, args, column) in [
        ("S1\nS2", "", "column 1"),
        ("S1\r\nS2\r\n", "", "column 1"),
        ("\u{FEFF}S1\r\nS2", "", "column 1"),
        ("solution\nS1\nS2\n", "", "solution"),
        ("id,solution\n1,S1\n2,S2\n", "", "solution"),
        ("1,S1\n2,S2\n", "", "column 2"),
        ("id,full\n\n# comment\n1,S1\n2,S2\n", "--solution-column full", "full"),
        ("\"a\nb\",S1\n\"c\",\"S2\"\n", "", "column 2"),
        ("\"S1\"\nS2", "", "column 1"),
        ("{\"answer\":\"S1\"}\n{\"answer\":\"S2\"}\n", "", "answer"),
    ] {
        let puzzles = filled("id,puzzle\n1,P1\n2,P2\n");
        let folder = Folder::with("puzzles.csv", puzzles).and("out", filled(text));
        let told = of_columns(TWO_RIGHT, &format!("{column} with puzzle"));
        for more in ["", "--no-mmap -j 1"] {
            folder.run(&format!("verify puzzles.csv out {args} {more}")).ends(0, "", &told);
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

/// A spreadsheet drops zeros at the start; an apostrophe before a number makes it text.
#[test]
fn sheets() {
    let text = format!("puzzle,solution\n{},S1\nP2,S2\n", EY1.trim_start_matches('0'));
    let folder =
        Folder::with("own.csv", filled(text)).and("sheet.csv", filled("puzzle,solution\nP4,'S4\n"));
    folder.run("verify own.csv").tells(1, &[ONE_RIGHT]);
    folder.run("verify own.csv --restore-zeros -q").gives("");
    let told = of_columns("1 puzzle: 1 right, 0 wrong\n", "solution with puzzle");
    for args in ["sheet.csv", "sheet.csv sheet.csv"] {
        folder.run(&format!("verify {args}")).ends(0, "", &told);
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

/// The notations in which a field may hold a grid.
fn notations(grid: &str) -> [String; 8] {
    [
        spread(grid, " "),
        format!("[{}]", spread(grid, ", ")),
        format!("[[{}]]", array(grid, ",", "],[")),
        format!("({})", spread(grid, ", ")),
        rows_of(grid).join(" "),
        rows_of(grid).join("\n"),
        rows_of(grid).join("|"),
        format!("['{}']", rows_of(grid).join("', '")),
    ]
}

/// A solution is read in every notation in which a puzzle is, wherever it stands.
#[test]
fn solutions_in_every_notation() {
    for [puzzle, right, wrong] in [
        [EY1, EY1_SOLVED, &with(EY1_SOLVED, 81, '6')],
        [SMALL, SMALL_SOLVED, &with(SMALL_SOLVED, 16, '1')],
    ] {
        let [puzzles, right, wrong] = [puzzle, right, wrong].map(notations);
        for ((own, right), wrong) in puzzles.iter().zip(&right).zip(&wrong) {
            let rows = [(&**own, right), (own, wrong), (puzzle, right)];
            let csv = |separator: char| {
                let row = |(puzzle, own): &(&str, &String)| {
                    format!("7{separator}\"{puzzle}\"{separator}\"{own}\"\n")
                };
                "id,puzzle,solution\n".replace(',', &separator.to_string())
                    + &rows.iter().map(row).collect::<String>()
            };
            let json = rows.map(|(puzzle, own)| {
                let [puzzle, own] = [puzzle, own].map(|it| it.replace('\n', "\\n"));
                format!("{{\"puzzle\":\"{puzzle}\",\"solution\":\"{own}\"}}\n")
            });
            let mut texts = vec![csv(','), csv('\t'), csv(';')];
            // A string of JSON holds no strings.
            texts.extend((!own.contains('\'')).then(|| json.concat()));
            for text in texts {
                let folder = Folder::with("own", &text).and("puzzles", lines(&[puzzle; 3]));
                for args in ["own", "own own", "puzzles own", "own --solution-column solution"] {
                    let run = folder.run(&format!("verify {args}"));
                    run.tells(1, &["3 puzzles: 2 right, 1 wrong\n"]);
                }
                let run = folder.run("solve own --format csv --columns agrees");
                run.prints(1, "agrees\nyes\nno\nyes\n");
            }
        }
    }
}

/// A file of solutions alone, whose size the puzzles tell.
#[test]
fn arrays_of_solutions() {
    for (puzzle, solution) in [(EY1, EY1_SOLVED), (SMALL, SMALL_SOLVED)] {
        let [spaced, list, nested, ..] = notations(solution);
        for solutions in [spaced, list, nested] {
            let puzzles = lines(&[puzzle; 4]);
            for head in ["", "solution\n"] {
                let row =
                    if head.is_empty() { solutions.clone() } else { format!("\"{solutions}\"") };
                let run = verify(&puzzles, &format!("{head}{}", lines(&vec![row; 4])));
                run.begins("4 puzzles: 4 right, 0 wrong\n").prints(0, "");
            }
        }
    }
}

/// The place in an array or a grid of the wrong shape.
#[test]
fn misshapen_solutions() {
    let text = format!(
        "puzzle,solution\n{SMALL},\"[1, 2]\"\n{SMALL},\"[[1,4],[2]]\"\n{SMALL},{SMALL_SOLVED} x\n"
    );
    let json = format!(
        "{{\"solution\":[[1,4,2,3],[3,2,4],[4,1,3,2],[2,3,1,4]],\"puzzle\":\"{SMALL}\"}}\n\
         {{\"puzzle\":\"{SMALL}\",\"solution\":\"14\"}}\n"
    );
    let run = Folder::with("own", text).run("verify own");
    assert_eq!(run.exits(1).out.lines().count(), 2, "{}", run.out);
    let run = Folder::with("own", json).run("verify own");
    let told = "own:1:30: found 3 numbers; expected 4\nown:2: found 2 cells; expected 16\n";
    run.ends(1, told, &of_columns("2 puzzles: 0 right, 2 wrong\n", "solution with puzzle"));
}

/// A number of which a spreadsheet has kept 15 digits is no wrong solution.
#[test]
fn damaged_solutions() {
    let rounded = format!("{}{}", &EY1_SOLVED[..15], "0".repeat(66));
    let damaged =
        ["2.13485796694732E+80", "2,1E+80", "2.1348579669473158e+80", "########", &rounded];
    let csv: String = damaged.iter().map(|own| format!("{EY1};{own}\n")).collect();
    let csv = format!("puzzle;solution\n{EY1};{EY1_SOLVED}\n{csv}{EY1};\n{EY1};{EY1}\n");
    let json: String = csv.lines().skip(1).fold(String::new(), |text, row| {
        let (puzzle, own) = row.split_once(';').unwrap();
        text + &format!("{{\"puzzle\":\"{puzzle}\",\"solution\":\"{own}\"}}\n")
    });
    let note = "damaged solutions: a spreadsheet took them for numbers, and their digits are lost; \
                export the column as text\n";
    for text in [csv, json] {
        let folder = Folder::with("own", text).and("puzzles", lines(&[EY1; 8]));
        for (args, puzzles) in
            [("own", "puzzle"), ("own own", "puzzle"), ("puzzles own", "column 1")]
        {
            let run = folder.run(&format!("verify {args}"));
            let told = format!("8 puzzles: 1 right, 2 wrong, 5 damaged\n{note}");
            run.ends(1, &run.out, &of_columns(&told, &format!("solution with {puzzles}")));
            assert_eq!(run.out.lines().count(), 2, "{}", run.out);
        }
        let run = folder.run("solve own --format csv --columns agrees --summary summary");
        let rows = ["agrees", "yes", "\"\"", "\"\"", "\"\"", "\"\"", "\"\"", "\"\"", "no"];
        run.prints(1, &lines(&rows));
        run.tells(1, &["1 right, 1 wrong, 1 not compared, 5 damaged\n", note]);
        assert!(folder.read("summary").contains("\"damaged\": 5"));
    }
    // Where 0 is a digit, leading ones may be lost.
    let [puzzle, solution] = [SMALL, SMALL_SOLVED].map(|grid| {
        let shifted = grid.replace('0', ".").replace('1', "0").replace('2', "1");
        shifted.replace('3', "2").replace('4', "3")
    });
    let solution = solution.trim_start_matches('0');
    let folder = Folder::with("own", format!("puzzle,solution\n{puzzle},{solution}\n"));
    folder.run("verify own --alphabet 0123").tells(1, &["1 puzzle: 0 right, 0 wrong, 1 damaged\n"]);
}

/// The results of `solve --keep all` hold the solution of the input beside the one that was found.
#[test]
fn kept_solutions() {
    let text = format!("puzzle,solution\n{EY1},{ROYLE_SOLVED}\n{ROYLE},{EY1_SOLVED}\n");
    for format in ["csv", "jsonl"] {
        let folder = Folder::with("in.csv", &text);
        folder.run(&format!("solve in.csv --keep all --format {format} -o out -q")).exits(0);
        let told = of_columns(TWO_RIGHT, "sudomill_solution with puzzle");
        for args in ["out", "in.csv out", "out out"] {
            folder.run(&format!("verify {args}")).ends(0, "", &told);
        }
        let run = folder.run("verify out --solution-column solution");
        run.tells(1, &["2 puzzles: 0 right, 2 wrong"]);
    }
}

/// Rows in another order have other identifiers.
#[test]
fn columns_that_differ() {
    let puzzles = filled("level,id,puzzle\na,1,P1\na,2,P2\n");
    let answers = filled("level,ID,solution\na,2,S2\na,1,S1\n");
    let json = filled("{\"id\":\"2\",\"solution\":\"S2\"}\n{\"solution\":\"S1\",\"id\":1}\n");
    let folder = Folder::with("p.csv", puzzles).and("a.csv", answers).and("a.jsonl", json);
    for (file, line) in [("a.csv", 2), ("a.jsonl", 1)] {
        let run = folder.run(&format!("verify p.csv {file}"));
        let note = format!(
            "the columns 'id' differ: 1 in p.csv:2, 2 in {file}:{line}; the n-th answer is \
             compared with the n-th puzzle\n"
        );
        let told = format!("{note}2 puzzles: 0 right, 2 wrong\n");
        run.ends(1, &run.out, &of_columns(&told, "solution with puzzle"));
    }
    // Nothing is said of answers that are right, or of rows with the same identifier.
    let folder = folder.and("right.csv", filled("id,solution\n5,S1\n6,S2\n"));
    let told = |counts| of_columns(counts, "solution with puzzle");
    folder.run("verify p.csv right.csv").ends(0, "", &told(TWO_RIGHT));
    let folder = folder.and("wrong.csv", filled("id,solution\n1,S2\n2,S2\n"));
    let run = folder.run("verify p.csv wrong.csv");
    run.ends(1, &run.out, &told(ONE_RIGHT));
}

#[test]
fn line_of_a_file_with_any_line_ends() {
    for end in ["\r", "\r\n", "\n"] {
        let puzzles = lines(&["# two", EY1, ROYLE]).replace('\n', end);
        let solutions = lines(&["", EY1_SOLVED, ROYLE_SOLVED]).replace('\n', end);
        let folder = Folder::with("p.txt", puzzles).and("s.txt", solutions);
        folder.run("verify p.txt:2 s.txt:2 -q").gives("");
        folder.run("verify p.txt:3 p.txt:2 --solutions s.txt:3 s.txt:2 -q").gives("");
        let run = folder.run("verify p.txt:2 s.txt:4");
        run.refuses("s.txt:4: found the end of the file after line 3");
        folder.run("solve p.txt:3 p.txt:2 -q").gives(&lines(&[ROYLE_SOLVED, EY1_SOLVED]));
        let run = folder.run("solve p.txt:4");
        run.refuses("p.txt:4: found the end of the file after line 3; expected a puzzle");
    }
}

/// Answers in another order, in every format with columns.
#[test]
fn joined_by_column() {
    let puzzles = filled("id,puzzle\n1,P1\n\"x \"\"2\"\"\",P2\n");
    let json = "{\"id\":1,\"puzzle\":\"P1\"}\n{\"id\":\"x \\\"2\\u0022\",\"puzzle\":\"P2\"}\n";
    let folder = Folder::with("p.csv", puzzles).and("p.jsonl", filled(json));
    for answers in [
        "ID,solution\n\"x \"\"2\"\"\",S2\n1,S1\n",
        "solution;note;id\nS2;;\"x \"\"2\"\"\"\nS1;;\"1\"\n",
        "id\tsolution\nx \"2\"\tS2\n 1 \tS1\n",
        "{\"solution\":\"S2\",\"id\":\"x \\\"2\\\"\"}\n{\"id\":\"1\",\"solution\":\"S1\"}\n",
    ] {
        std::fs::write(folder.path("a"), filled(answers)).unwrap();
        for args in ["p.csv a --by id", "p.jsonl a --by ID", "p.csv a --by id -j1 --no-mmap"] {
            let told = of_columns(TWO_RIGHT, "solution with puzzle");
            folder.run(&format!("verify {args}")).ends(0, "", &told);
        }
    }
    // Without a header, by number. The puzzle is a key, too.
    let counted = filled("P2:1:S2\nP1:1:S1\n");
    let folder = Folder::with("p.txt", filled("P1\nP2\n")).and("counted", counted);
    folder.run("verify p.txt counted").tells(1, &["2 puzzles: 0 right, 2 wrong\n"]);
    folder.run("verify p.txt counted --by 1").ends(0, "", TWO_RIGHT);
}

/// Each puzzle and each answer that is without the other is told, and counted.
#[test]
fn joined_without_partner() {
    let puzzles = "id,puzzle\n1,P1\n2,P2\n,P1\n1,P1\n3,P1\n7,x\n";
    let answers = "id,solution\n3,S2\n9,S1\n1,S1\n1,S2\n,S1\n7,S1\n";
    let folder = Folder::with("p.csv", filled(puzzles)).and("a.csv", filled(answers));
    let told = "p.csv:3: found no answer with id \"2\"\n\
                p.csv:4: found no id\n\
                p.csv:5: found id \"1\" in an earlier puzzle, too\n\
                a.csv:2: r1c2 is 2, but the clue there is 1\n\
                p.csv:7:4: found the end of the puzzle after 1 cell; expected 81\n\
                a.csv:3: found no puzzle with id \"9\"\n\
                a.csv:5: found id \"1\" twice, first in a.csv:4\n\
                a.csv:6: found no id\n";
    let summary =
        "6 puzzles: 1 right, 5 wrong; 2 missing answers; 1 double answer; 2 unknown answers\n";
    for args in ["", "-j1 --no-mmap", "-j3"] {
        let run = folder.run(&format!("verify p.csv a.csv --by id {args}"));
        run.ends(1, told, &of_columns(summary, "solution with puzzle"));
    }
    // Several files are one.
    let folder = Folder::with("p1.csv", filled("id,puzzle\n1,P1\n"))
        .and("p2.jsonl", filled("{\"puzzle\":\"P2\",\"id\":2}\n"))
        .and("a1.csv", filled("solution,id\nS2,2\n"))
        .and("a2.csv", filled("id,solution\n1,S1\n2,S2\n"));
    let run = folder.run("verify p1.csv p2.jsonl --solutions a1.csv a2.csv --by id");
    let summary = "2 files, 2 puzzles: 2 right, 0 wrong; 1 double answer\n";
    let summary = of_columns(summary, "solution with puzzle");
    run.ends(1, "a2.csv:3: found id \"2\" twice, first in a1.csv:2\n", &summary);
}

/// The same on any number of threads; the first ten are told.
#[test]
fn joined_in_any_order() {
    let row = |id: usize| format!("{id},{}\n", if id.is_multiple_of(2) { "P1" } else { "P2" });
    let puzzles: String = (0..3000).map(row).collect();
    let answers: String = (0..3020).map(|id| row(id * 7 % 3020).replace('P', "S")).collect();
    let folder = Folder::with("p.csv", filled(format!("id,puzzle\n{puzzles}")))
        .and("a.csv", filled(format!("id,solution\n{answers}")));
    let one = folder.run("verify p.csv a.csv --by id -j1");
    one.tells(1, &["3,000 puzzles: 3,000 right, 0 wrong; 20 unknown answers\n"]);
    assert!(one.out.ends_with("\nand 10 more\n"), "{}", one.out);
    assert_eq!(one.out.lines().count(), 11);
    folder.run("verify p.csv a.csv --by id -j4").ends(1, &one.out, &one.err);
}

#[test]
fn column_to_join_by_is_missing() {
    let folder = Folder::with("p.csv", filled("id,puzzle\n1,P1\n"))
        .and("a.csv", filled("number,solution\n1,S1\n"))
        .and("grids", grid(EY1))
        .and("p.txt", filled("P1\n"));
    for (args, line) in [
        ("p.csv a.csv --by id", "a.csv: found no column \"id\"; the columns are: number, solution"),
        (
            "p.csv a.csv --by number",
            "p.csv: found no column \"number\"; the columns are: id, puzzle",
        ),
        (
            "p.csv grids --by id",
            "grids: found no column \"id\": the file has grids, and no columns",
        ),
        (
            "p.txt a.csv --by number",
            "p.txt: found no header; expected the number of a column, not its name",
        ),
        ("p.csv --by id", "--by joins the answers of other files; expected PUZZLES and SOLUTIONS"),
    ] {
        folder.run(&format!("verify {args}")).refuses(line);
    }
}
