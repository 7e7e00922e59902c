//! `--head` and `--only`: some records of the input, or some of the results.

use crate::{
    packed::gzip,
    puzzles::*,
    run::{Folder, WAYS, rows, solve},
};

/// Returns a table with a puzzle of every status, and rows that span several lines.
fn table(times: usize) -> String {
    let empty = ".".repeat(81);
    let rows = format!(
        "1,{EY1},{EY1_SOLVED},\"a\nb\"\n2,{EY1},{ROYLE_SOLVED},\n3,{NO_SOLUTION},,\n4,bad,,\n\
         5,{ROYLE},{EY1_SOLVED},\n6,{ROYLE},{ROYLE_SOLVED},\n7,{empty},{EY1_SOLVED},\n"
    );
    "id,puzzle,solution,note\n".to_owned() + &rows.repeat(times)
}

/// Creates inputs with the same records as lines, and with grids.
fn inputs() -> Folder {
    let grids = [EY1, ROYLE, DIAG].map(|puzzle| grid(puzzle) + "\n").concat().repeat(40);
    let plain = lines(&["# comment", EY1, ROYLE, "", NO_SOLUTION, "bad", DIAG].repeat(60));
    Folder::with("table.csv", table(50))
        .and("plain.txt", &plain)
        .and("plain.txt.gz", gzip(plain))
        .and("grids.txt", grids)
}

#[test]
fn head_is_the_start_of_the_results() {
    let folder = inputs();
    for input in ["table.csv", "plain.txt", "plain.txt.gz", "grids.txt"] {
        for (format, header) in [("csv", 1), ("solution", 0)] {
            let solve = format!("solve {input} -q --format {format}");
            let all = folder.run(&solve).out;
            for (head, way) in [1, 2, 7, 40, 10_000].into_iter().zip(WAYS.into_iter().cycle()) {
                let run = folder.run(&format!("{solve} --head {head} {way}"));
                let expected: String = all.split_inclusive('\n').take(head + header).collect();
                assert!(run.out == expected, "{input} {format} {head} {way}: {}", run.out);
            }
        }
    }
    let run = folder.run("solve plain.txt --head 3 -o out.txt --timing t.csv --summary s.json");
    run.exits(1).begins("3 puzzles: 2 unique, 1 none\n");
    assert_eq!(rows(&folder.read("t.csv")).len(), 4);
    let listed = folder.run("solve plain.txt --head 1 -q --format solutions");
    assert_eq!(listed.out, lines(&[EY1_SOLVED]));
    // Only bad records are read, so the rest is unknown.
    solve(lines(&[&EY1[..80], EY1]), "--head 1").prints(1, "\n");
}

#[test]
fn head_of_several_inputs() {
    let folder = Folder::with("a", lines(&[EY1, ROYLE])).and("b", lines(&[ROYLE, EY1]));
    let solved = [EY1_SOLVED, ROYLE_SOLVED, ROYLE_SOLVED, EY1_SOLVED];
    for head in [1, 2, 3, 4, 9] {
        folder.run(&format!("solve a b -q --head {head}")).gives(&lines(&solved[..head.min(4)]));
    }
    let run = folder.run("solve a nowhere --head 2 -o out.txt");
    run.exits(0).begins("1 file, 2 puzzles: 2 unique\n");
}

/// The writer of an endless pipe must notice that nobody reads any more.
#[cfg(unix)]
#[test]
fn head_of_an_endless_pipe() {
    use crate::running::Running;
    let folder = Folder::new();
    let command =
        folder.shell_command(&format!("yes {EY1} | sudomill solve -q --head 3 -o out.txt"));
    assert_eq!(Running::start(command).end(), (Some(0), String::new()));
    assert_eq!(folder.read("out.txt"), lines(&[EY1_SOLVED; 3]));
}

#[test]
fn only_some_statuses() {
    let folder = inputs();
    for input in ["table.csv", "plain.txt"] {
        let all = folder.run(&format!("solve {input} -q --format csv")).rows();
        let statuses = ["invalid", "none,multiple", "unique", "gave-up", "invalid,unique,none"];
        for (only, way) in statuses.into_iter().zip(WAYS.into_iter().cycle()) {
            let is_wanted = |row: &&Vec<String>| {
                row[2] == "status" || only.split(',').any(|status| row[2] == status)
            };
            let expected: Vec<_> = all.iter().filter(is_wanted).cloned().collect();
            let out = "-o out.csv --summary s.json --timing t.csv";
            let run = folder.run(&format!("solve {input} {out} --format csv --only {only} {way}"));
            assert_eq!(rows(&folder.read("out.csv")), expected, "{input} {only} {way}");
            // All records are still solved and counted.
            run.exits(1);
            assert_eq!(folder.json("s.json")["puzzles"], all.len() - 1, "{input} {only}");
            assert_eq!(rows(&folder.read("t.csv")).len(), all.len(), "{input} {only}");
            for (format, header) in [("solution", 0), ("count", 0), ("csv", 1), ("jsonl", 0)] {
                let run = folder.run(&format!("solve {input} -q --format {format} --only {only}"));
                assert_eq!(run.out.lines().count() + 1 - header, expected.len(), "{format} {only}");
            }
        }
    }
    let run = folder.run("solve plain.txt -q --only unique");
    run.prints(1, &lines(&[EY1_SOLVED, ROYLE_SOLVED].repeat(60)));
    let args = "-q --only none,invalid --keep all --format csv --head 4";
    assert_eq!(folder.run(&format!("solve table.csv {args}")).column(0), ["3", "4"]);
}

#[test]
fn wrong_solutions() {
    let folder = inputs();
    let args = "solve table.csv --columns agrees,line,status --keep id --format csv";
    let line = |at: usize| at / 2 * 8 + [4, 7][at % 2];
    for way in WAYS {
        let run = folder.run(&format!("{args} --only wrong {way} -o out.csv"));
        run.tells(1, &["table.csv: and 90 more wrong solutions\n"]);
        let rows = (0..100).map(|at| format!("{},no,{},unique\n", [2, 5][at % 2], line(at)));
        let rows = format!("id,agrees,line,status\n{}", rows.collect::<String>());
        assert_eq!(folder.read("out.csv"), rows, "{way}");
        let told = run.err.lines().filter_map(|it| it.split_once(": wrong solution: "));
        let told: Vec<_> =
            told.filter(|(_, why)| !why.is_empty()).map(|(place, _)| place).collect();
        let places: Vec<_> = (0..10).map(|at| format!("table.csv:{}", line(at))).collect();
        assert_eq!(told, places, "{}", run.err);
    }
    // Wrong solutions are reported without `--only`, too.
    let run = folder.run(&format!("{args} -q --head 2"));
    run.begins("table.csv:4: wrong solution: ").is_one_line();
    // Wrong solutions and bad lines are told in the order of the lines.
    for way in WAYS {
        let run = folder.run(&format!("{args} -q --only wrong,invalid --head 6 {way}"));
        let told: Vec<_> = run.err.lines().map(|it| it.split(':').nth(1).unwrap()).collect();
        assert_eq!(
            (&told[..], &run.column(2)[..]),
            (&["4", "6", "7"][..], &["4", "6", "7"].map(str::to_owned)[..])
        );
    }
}

#[test]
fn refusals() {
    let run = |args: &str| solve(table(1), args);
    run("--only bad").refuses_arguments(&["'bad'", "solved, unique, multiple, none, invalid"]);
    run("--head 0").refuses_arguments(&["--head"]);
    run("--head 3 --shard 1/2").refuses_arguments(&["--head", "--shard"]);
    let told = "--only needs a format with a result for each puzzle, not --format solutions";
    run("--only none --format solutions").refuses(told);
    let needs = "--only wrong needs the column 'agrees': --columns agrees,...";
    run("--only wrong").refuses(needs);
    run("--only wrong --format csv --columns line").refuses(needs);
}
