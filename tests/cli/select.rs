//! `--head` and `--only`: some records of the input, or some of the results.

use crate::{
    packed::gzip,
    puzzles::*,
    run::{Folder, rows},
};

const FORMATS: [&str; 4] = ["solution", "count", "csv", "jsonl"];
const HOW: [&str; 4] = ["-j 1", "-j 3 --chunk-size 1", "-j 2 --chunk-size 300", "--no-mmap -j 2"];

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
    let grids = [EY1, ROYLE, DIAG].repeat(40);
    let grids: Vec<_> = grids.iter().map(|puzzle| grid(puzzle)).collect();
    let plain = lines(&["# comment", EY1, ROYLE, "", NO_SOLUTION, "bad", DIAG].repeat(60));
    Folder::with("table.csv", table(50))
        .and("plain.txt", &plain)
        .and("plain.txt.gz", gzip(plain))
        .and("grids.txt", grids.concat())
}

fn grid(puzzle: &str) -> String {
    let rows: Vec<_> = puzzle.as_bytes().chunks(9).map(String::from_utf8_lossy).collect();
    rows.join("\n") + "\n\n"
}

#[test]
fn head_is_the_start_of_the_results() {
    let folder = inputs();
    for input in ["table.csv", "plain.txt", "plain.txt.gz", "grids.txt"] {
        for format in ["csv", "solution"] {
            let all = folder.run(&format!("solve {input} -q --format {format}")).out;
            let header = usize::from(format == "csv");
            for (head, how) in [1, 2, 7, 40, 10_000].into_iter().zip(HOW.into_iter().cycle()) {
                let run =
                    folder.run(&format!("solve {input} -q --format {format} --head {head} {how}"));
                let expected: String = all.split_inclusive('\n').take(head + header).collect();
                assert!(run.out == expected, "{input} {format} {head} {how}: {}", run.out);
            }
        }
    }
    let run = folder.run("solve plain.txt --head 3 -o out.txt --timing t.csv --summary s.json");
    assert_eq!(run.code, Some(1), "{}", run.err);
    assert!(run.err.starts_with("3 puzzles: 2 unique, 1 none\n"), "{}", run.err);
    assert_eq!(rows(&folder.read("t.csv")).len(), 4);
    let listed = folder.run("solve plain.txt --head 1 -q --format solutions");
    assert_eq!(listed.out, lines(&[EY1_SOLVED]));
    // Only bad records are read, so the rest is unknown.
    let run = Folder::with("a", lines(&[&EY1[..80], EY1])).run("solve a --head 1 -q");
    assert_eq!((run.code, run.out.as_str()), (Some(1), "\n"));
}

#[test]
fn head_of_several_inputs() {
    let folder = Folder::with("a", lines(&[EY1, ROYLE])).and("b", lines(&[ROYLE, EY1]));
    for (head, solved) in [
        (1, &[EY1_SOLVED][..]),
        (2, &[EY1_SOLVED, ROYLE_SOLVED]),
        (3, &[EY1_SOLVED, ROYLE_SOLVED, ROYLE_SOLVED]),
        (9, &[EY1_SOLVED, ROYLE_SOLVED, ROYLE_SOLVED, EY1_SOLVED]),
    ] {
        folder.run(&format!("solve a b -q --head {head}")).gives(&lines(solved));
    }
    let run = folder.run("solve a nowhere --head 2 -o out.txt");
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.err.starts_with("1 file, 2 puzzles: 2 unique\n"), "{}", run.err);
}

/// The writer of an endless pipe must notice that nobody reads any more.
#[cfg(unix)]
#[test]
fn head_of_an_endless_pipe() {
    use crate::running::Running;
    use std::process::{Command, Stdio};
    let program = env!("CARGO_BIN_EXE_sudomill");
    let script = format!("yes {EY1} | {program} solve -q --head 3 -o out.txt");
    let folder = Folder::new();
    let mut command = Command::new("sh");
    command.args(["-c", &script]).current_dir(folder.path("")).stderr(Stdio::piped());
    assert_eq!(Running::start(command).end(), (Some(0), String::new()));
    assert_eq!(folder.read("out.txt"), lines(&[EY1_SOLVED; 3]));
}

#[test]
fn only_some_statuses() {
    let folder = inputs();
    for input in ["table.csv", "plain.txt"] {
        let all = folder.run(&format!("solve {input} -q --format csv")).rows();
        for (only, how) in ["invalid", "none,multiple", "unique", "gave-up", "invalid,unique,none"]
            .into_iter()
            .zip(HOW.into_iter().cycle())
        {
            let is_wanted = |row: &&Vec<String>| {
                row[2] == "status" || only.split(',').any(|status| row[2] == status)
            };
            let expected: Vec<_> = all.iter().filter(is_wanted).cloned().collect();
            let out = "-o out.csv --summary s.json --timing t.csv";
            let run = folder.run(&format!("solve {input} {out} --format csv --only {only} {how}"));
            assert_eq!(rows(&folder.read("out.csv")), expected, "{input} {only} {how}");
            // All records are still solved and counted.
            assert_eq!(run.code, Some(1));
            let summary: serde_json::Value = serde_json::from_str(&folder.read("s.json")).unwrap();
            assert_eq!(summary["puzzles"], all.len() - 1, "{input} {only}");
            assert_eq!(rows(&folder.read("t.csv")).len(), all.len(), "{input} {only}");
            for format in FORMATS {
                let run = folder.run(&format!("solve {input} -q --format {format} --only {only}"));
                let header = usize::from(format == "csv");
                assert_eq!(run.out.lines().count() + 1 - header, expected.len(), "{format} {only}");
            }
        }
    }
    let run = folder.run("solve plain.txt -q --only unique");
    assert_eq!(run.out, lines(&[EY1_SOLVED, ROYLE_SOLVED].repeat(60)));
    let kept =
        folder.run("solve table.csv -q --only none,invalid --keep all --format csv --head 4");
    let ids: Vec<_> = kept.rows().into_iter().map(|row| row[0].clone()).collect();
    assert_eq!(ids, ["id", "3", "4"]);
}

#[test]
fn wrong_solutions() {
    let folder = inputs();
    let args = "solve table.csv --columns agrees,line,status --keep id --format csv";
    for how in HOW {
        let run = folder.run(&format!("{args} --only wrong {how} -o out.csv"));
        assert_eq!(run.code, Some(1), "{}", run.err);
        let found = rows(&folder.read("out.csv"));
        assert_eq!(found.len(), 101, "{how}");
        let line = |at: usize| at / 2 * 8 + [4, 7][at % 2];
        for (at, row) in found[1..].iter().enumerate() {
            assert_eq!(row[1..3], ["no".to_owned(), line(at).to_string()], "{how}");
        }
        let told: Vec<_> = run.err.lines().filter(|it| it.contains(": wrong solution: ")).collect();
        assert_eq!(told.len(), 10, "{}", run.err);
        for (at, told) in told.iter().enumerate() {
            let place = format!("table.csv:{}: wrong solution: ", line(at));
            assert!(told.starts_with(&place) && told.len() > place.len(), "{told}");
        }
        assert!(run.err.contains("table.csv: and 90 more wrong solutions\n"), "{}", run.err);
    }
    // Wrong solutions are reported without `--only`, too.
    let run = folder.run(&format!("{args} -q --head 2"));
    let place = "table.csv:4: wrong solution: ";
    assert!(run.err.starts_with(place) && run.err.lines().count() == 1, "{}", run.err);
    let run = folder.run(&format!("{args} -q --only wrong,invalid --head 6"));
    let lines: Vec<_> = run.rows().iter().map(|row| row[2].clone()).collect();
    assert_eq!(lines, ["line", "4", "6", "7"]);
}

#[test]
fn refusals() {
    let folder = inputs();
    let run = |args: &str| folder.run(&format!("solve table.csv {args}"));
    run("--only bad").refuses_arguments(&["'bad'", "solved, unique, multiple, none, invalid"]);
    run("--head 0").refuses_arguments(&["--head"]);
    run("--head 3 --shard 1/2").refuses_arguments(&["--head", "--shard"]);
    run("--only none --format solutions")
        .refuses("--only needs a format with a result for each puzzle, not --format solutions");
    let needs = "--only wrong needs the column 'agrees': --columns agrees,...";
    run("--only wrong").refuses(needs);
    run("--only wrong --format csv --columns line").refuses(needs);
}
