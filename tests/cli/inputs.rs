//! Several inputs: their order, their names, and errors in one of them.

use crate::{
    packed::{gzip, zstandard},
    puzzles::*,
    run::{Folder, WAYS, rows},
};
use std::os::unix::fs::symlink;

const FOUR: &str = "1...4.....2....3";

/// Creates files of several kinds: a table, a compressed file, and a nested folder.
fn folder() -> Folder {
    Folder::with("a.csv", format!("id,quiz\n1,{EY1}\n2,bad\n"))
        .and("b.txt.gz", gzip(lines(&[ROYLE, NO_SOLUTION])))
        .and("dir/2.txt", lines(&[EY1]))
        .and("dir/10,x.txt", lines(&[FOUR]))
        .and("dir/.hidden", "bad\n")
        .and("dir/sub/c.zst", zstandard(lines(&[ROYLE])))
}

/// Returns the files and lines of CSV rows.
fn places(csv: &str) -> Vec<String> {
    rows(csv).iter().map(|row| format!("{}:{}", row[0], row[1])).collect()
}

#[test]
fn order_and_names() {
    let folder = folder();
    let args = "solve b.txt.gz dir a.csv --timing t.csv -q --format";
    let run = folder.run(&format!("{args} csv"));
    let bad = "a.csv:3:3: found 'b'; expected 1-9 or one of . 0 - _ * ? x X\n";
    assert_eq!((run.code, run.err.as_str()), (Some(1), bad));
    let expected = [
        "file:line",
        "b.txt.gz:1",
        "b.txt.gz:2",
        "dir/10,x.txt:1",
        "dir/2.txt:1",
        "dir/sub/c.zst:1",
        "a.csv:2",
        "a.csv:3",
    ];
    assert_eq!(places(&run.out), expected);
    assert_eq!(places(&folder.read("t.csv")), expected);
    let json = folder.run(&format!("{args} jsonl"));
    let keys = json.values().into_iter();
    let keys = keys.map(|row| format!("{}:{}", row["file"].as_str().unwrap(), row["line"]));
    assert_eq!(keys.collect::<Vec<_>>(), expected[1..]);
    assert!(json.out.lines().all(|line| line.starts_with("{\"file\":")));
    // The results are those of each file.
    let names = ["b.txt.gz", "dir/10,x.txt", "dir/2.txt", "dir/sub/c.zst", "a.csv"];
    for format in ["solution", "count"] {
        let each = names.map(|name| folder.run(&format!("solve {name} -q --format {format}")).out);
        let all = folder.run(&format!("{args} {format}"));
        assert_eq!(all.out, each.concat(), "{format}");
        assert_eq!(all.out.lines().count(), expected.len() - 1, "{format}");
    }
}

#[test]
fn same_bytes_on_any_threads() {
    let packed = gzip(lines(&[EY1, ROYLE, DIAG].repeat(3_000)));
    let folder = folder()
        .and("many.txt", lines(&[EY1, "bad", ROYLE].repeat(500)))
        .and("cut.gz", &packed[..packed.len() - 9]);
    for format in ["csv", "jsonl", "solution"] {
        let run = |how: &str| {
            let run = folder.run(&format!("solve cut.gz many.txt dir -q --format {format} {how}"));
            (run.code, run.out)
        };
        let expected = run("-j 1");
        for how in WAYS.into_iter().chain(["-j 2", "-j 2 --chunk-size 5000 --no-mmap"]) {
            assert!(run(how) == expected, "{format} {how}");
        }
    }
}

#[test]
fn summary_counts_all() {
    let folder = folder();
    let run = folder.run("solve a.csv dir nowhere -o out.txt --summary s.json");
    run.tells(2, &["\n5 files, 1 failed, 5 puzzles: "]);
    // The progress covers all files.
    let folder = folder.and("many.txt", lines(&[EY1].repeat(100)));
    let run = folder.run("solve many.txt dir/2.txt --progress always -o out.txt");
    run.tells(0, &["/8.09 KiB"]);
    let summary = folder.json("s.json");
    let counted = ["files", "failed_files", "puzzles", "lines"];
    assert_eq!(counted.map(|name| summary[name].as_u64().unwrap()), [5, 1, 5, 6]);
    assert_eq!(summary["input"], "a.csv dir nowhere");
    assert_eq!((&summary["side"], &summary["strategy"]), (&().into(), &"lanes, mrv".into()));
    folder.run("solve dir/2.txt dir/sub/c.zst -o out.txt").begins("2 files, 2 puzzles: 2 unique\n");
}

#[test]
fn failed_input_does_not_end_the_run() {
    let packed = gzip(lines(&[EY1, ROYLE].repeat(50)));
    let folder = folder()
        .and("cut.gz", &packed[..packed.len() - 9])
        .and("prose.txt", "not a\npuzzle\n")
        .and("table", "PAR1\u{15}\u{4}\n");
    let names = folder.names();
    // Nothing is written if all fail, or because of `--strict`.
    for args in ["nowhere gone", "a.csv nowhere --strict", "nowhere dir --strict"] {
        folder.run(&format!("solve {args} -o out.txt")).exits(2);
        assert_eq!(folder.names(), names, "{args}");
    }
    let failing = "solve nowhere cut.gz table prose.txt";
    folder.run(&format!("{failing} b.txt.gz --column quiz -qo out.txt")).exits(2);
    let run = folder.run(&format!("{failing} dir/2.txt -qo out.txt"));
    let told: Vec<_> = run.err.lines().filter_map(|it| it.strip_prefix("sudomill: ")).collect();
    let [nowhere, cut, table, prose] = told[..] else { panic!("{}", run.err) };
    assert_eq!(nowhere, "nowhere: cannot open: No such file or directory (os error 2)");
    let expected = "cut.gz: cannot read: the compressed data ends too soon; the results of the 100 \
                    puzzle lines before that are written";
    assert_eq!((run.code, cut), (Some(2), expected));
    assert!(table.starts_with("table: found a Parquet file"), "{table}");
    assert_eq!(prose, "prose.txt: no puzzle in 2 lines");
    let solved = [EY1_SOLVED, ROYLE_SOLVED].repeat(50);
    assert_eq!(folder.read("out.txt"), lines(&solved) + "\n\n" + EY1_SOLVED + "\n");
}

#[test]
fn output_among_inputs() {
    let folder = folder();
    symlink("dir", folder.path("link")).unwrap();
    let inside = |path: &str, of: &str| {
        format!("{path}: the output would be in the input folder {of}; choose another file")
    };
    folder.run("solve a.csv dir -o dir/out").refuses(&inside("dir/out", "dir"));
    folder.run("solve dir -o link/sub/out").refuses(&inside("link/sub/out", "dir"));
    folder.run("solve link -o dir/2.txt").refuses(&inside("dir/2.txt", "link"));
    let same = "dir/2.txt: is the input and the timing file; choose another file";
    folder.run("solve a.csv dir/2.txt -o out --timing dir/2.txt").refuses(same);
    assert_eq!(folder.read("dir/2.txt"), lines(&[EY1]));
}

#[test]
fn folder_in_folder_by_link() {
    let folder = folder();
    symlink("..", folder.path("dir/up")).unwrap();
    symlink("../b.txt.gz", folder.path("dir/3.gz")).unwrap();
    // A folder with one file is no file.
    let one = Folder::with("dir/a.txt", EY1);
    let first =
        |args: &str| places(&one.run(&format!("solve {args} -q --format csv")).out)[0].clone();
    assert_eq!([first("dir"), first("dir/a.txt")], ["file:line", "line:puzzle"]);
    let run = folder.run("solve dir -q --format csv");
    assert_eq!(run.err, "dir/up: a link to a folder, not followed\n");
    assert!(run.out.contains("\ndir/3.gz,2,"), "{}", run.out);
}

#[test]
fn standard_input_and_puzzles_among_files() {
    let folder = folder();
    let args = format!("solve dir/2.txt - {FOUR} {ROYLE} -q --format csv");
    let run = folder.feed(lines(&[ROYLE]), &args);
    let expected = ["file:line", "dir/2.txt:1", "<stdin>:1", "<argument 3>:1", "<argument 4>:1"];
    assert_eq!(places(&run.out), expected);
    folder.run("solve - a.csv -").refuses("-: standard input can be read only once");
}

/// A file name is escaped in messages, but not in the column `file`.
#[test]
fn names_of_files_are_escaped() {
    let name = "a\u{1b}[31m\n\u{202e}.txt";
    let shown = "a\\u{1b}[31m\\n\\u{202e}.txt";
    let folder =
        Folder::with("dir/b", "# none\n").and(&format!("dir/{name}"), lines(&[EY1, "bad"]));
    symlink("..", folder.path("dir/up\r")).unwrap();
    let run = folder.run("solve dir --format csv");
    assert_eq!(run.rows()[1][0], format!("dir/{name}"));
    let is_escaped = |text: &str| !text.replace('\n', "").contains(char::is_control);
    assert!(is_escaped(&run.err), "{:?}", run.err);
    let told =
        [&format!("dir/{shown}:2:1: found 'b'"), "dir/up\\r: a link to a folder, not followed\n"];
    run.tells(1, &told);
    let path = format!("dir/{name}");
    for args in [
        &["solve", "nowhere\u{7f}"][..],
        &["solve", &path, "-o", &path],
        &["solve", &path, "--keep", "all", "--format", "csv"],
        &["verify", &path, &path],
        &["verify", &path],
        &["trace", &path, "--at", "1", "--format", "text", "--svg", &path],
        &["generate", "--kind", "easy", "-o", "no\n/where"],
        &["bench", &path, "--strategy", "mrv", "--rounds", "1", "--seconds", "0.01"],
        &["bench", "--from", &path],
        &["compare", &path, &path],
        &["candidates", "no\nfile"],
    ] {
        let run = folder.run_with("", args);
        let shown = run.out + &run.err;
        assert!(is_escaped(&shown) && shown.contains("\\"), "{args:?}: {shown:?}");
    }
}

#[test]
fn verify_several() {
    let folder = folder();
    let solve = "solve b.txt.gz dir a.csv -q -o";
    folder.run(&format!("{solve} out.csv.gz --format csv"));
    folder.run(&format!("{solve} out.txt"));
    let names = ["b.txt.gz", "dir/10,x.txt", "dir/2.txt", "dir/sub/c.zst", "a.csv"];
    for (number, name) in names.iter().enumerate() {
        folder.run(&format!("solve {name} -qo {number}.zst"));
    }
    for solutions in ["out.csv.gz", "out.txt", "0.zst 1.zst 2.zst 3.zst 4.zst"] {
        let run = folder.run(&format!("verify b.txt.gz dir a.csv --solutions {solutions}"));
        run.tells(1, &["5 files, 7 puzzles: 5 right, 2 wrong\n"]).shows(&["a.csv:3:3: found 'b'"]);
        let mut columns = run.err.lines().skip(1);
        assert!(columns.all(|line| line.starts_with("compared: ")), "{run:?}");
        assert_eq!(run.out.lines().count(), 2, "{run:?}");
    }
    let few = "1.zst:2: found the end of the file; expected a line for each further puzzle";
    folder.run("verify dir/2.txt dir/10,x.txt dir/2.txt --solutions 2.zst 1.zst").refuses(few);
    let many = "1.zst:1: found a line; expected the end: there are no more puzzles";
    folder.run("verify dir/2.txt --solutions 2.zst 1.zst").refuses(many);
    folder
        .run("verify dir/2.txt nowhere --solutions 2.zst")
        .begins("sudomill: nowhere: cannot open");
}

#[test]
fn verify_columns_of_several_files() {
    let right = format!("puzzle,solution\n{EY1},{EY1_SOLVED}\n");
    let wrong = format!("n;solution;puzzle\n1;{ROYLE_SOLVED};{ROYLE}\n2;{EY1_SOLVED};{ROYLE}\n");
    let folder = Folder::with("dir/a.csv", right).and("dir/b.csv.gz", gzip(wrong));
    // Two files are PUZZLES and SOLUTIONS, unless the latter are named.
    let two = "dir/a.csv dir/b.csv.gz";
    for args in ["dir", &format!("{two} --solutions {two}")] {
        let run = folder.run(&format!("verify {args}"));
        assert_eq!((run.code, run.out.lines().count()), (Some(1), 1), "{}", run.err);
        assert!(run.out.starts_with("dir/b.csv.gz:3: "), "{}", run.out);
        let told = "2 files, 3 puzzles: 2 right, 1 wrong\ncompared: solution with puzzle\n";
        assert_eq!(run.err, told);
    }
    let run = folder.run("verify nowhere dir/a.csv dir/a.csv");
    run.tells(2, &["\n3 files, 1 failed, 2 puzzles: 2 right, 0 wrong\n"]);
    let run = folder.and("c.txt", lines(&[EY1])).run(&format!("verify {two} c.txt"));
    run.exits(2).begins("sudomill: c.txt: found no column of solutions; ");
}

#[test]
fn bench_leaves_out_solutions() {
    let folder = Folder::with("a.txt", lines(&[EY1, ROYLE]))
        .and("a.solutions.txt", lines(&[EY1_SOLVED, ROYLE_SOLVED]))
        .and("none.solutions.txt", "\n\n");
    let args = "--strategy mrv --rounds 1 --seconds 0.05 --format csv";
    let run = folder.run(&format!("bench a.solutions.txt a.txt none.solutions.txt {args}"));
    let told = "none.solutions.txt: left out: no line of it is a puzzle\n\
                a.solutions.txt: left out: every puzzle is a full grid\n";
    assert_eq!((run.code, run.err.as_str()), (Some(0), told));
    assert_eq!(run.column(0), ["a.txt"]);
    for (inputs, code, rows) in
        [("a.txt nowhere", 2, 2), ("a.solutions.txt", 0, 2), ("- a.txt", 0, 3)]
    {
        let run = folder.feed(EY1, &format!("bench {inputs} {args}"));
        assert_eq!((run.code, run.rows().len()), (Some(code), rows), "{}", run.err);
    }
}

#[test]
fn line_of_a_file() {
    let folder = Folder::with("a.txt", lines(&["# EY1", EY1, "# Diag", DIAG]))
        .and("b.gz", gzip(lines(&[ROYLE])))
        .and("b.gz:7", lines(&[EY1]));
    for (arguments, solved) in [
        ("a.txt:2", &[EY1_SOLVED][..]),
        ("b.gz:1", &[ROYLE_SOLVED]),
        ("b.gz:7", &[EY1_SOLVED]),
        ("a.txt:4 b.gz:1 a.txt:2", &[DIAG_SOLVED[1], ROYLE_SOLVED, EY1_SOLVED]),
    ] {
        folder.run(&format!("solve {arguments} --limit 1 -q")).gives(&lines(solved));
    }
    let csv = folder.run("solve a.txt:2 b.gz:1 --format csv -q").out;
    assert_eq!(places(&csv), ["file:line", "a.txt:2:1", "b.gz:1:1"]);
    // `trace` is tested with the lines that hold no puzzle.
    let same = "a.txt: is the input and the output; choose another file";
    folder.run("solve a.txt:2 -o a.txt").refuses(same);
    folder.run("solve c.txt:1").begins("sudomill: c.txt:1: cannot open");
}
