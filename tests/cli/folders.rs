//! Folders with other files beside those of puzzles, and inputs without a puzzle.

use crate::{packed::gzip, puzzles::*, run::Folder};
use std::fs;

const FOUR: &str = "1...4.....2....3";

/// Creates a data set's folder, with puzzles and other files.
fn folder() -> Folder {
    let folder = Folder::new();
    fs::create_dir_all(folder.path("set/hard")).unwrap();
    let sum = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08  easy.txt\n";
    folder
        .and("set/easy.txt", lines(&[EY1]))
        .and("set/hard/more.csv", format!("id,puzzle\n1,{ROYLE}\n"))
        .and("set/README.md", "# Puzzles\n\n| file | puzzles |\n| --- | ---: |\n| easy.txt | 1 |\n")
        .and("set/LICENSE", "MIT License\n\nCopyright (c) 2026\n")
        .and("set/hard/SHA256SUMS", sum)
        .and("set/hard/logo.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\xff\xfe")
}

const LEFT_OUT: &str = "set/LICENSE: left out: no puzzle in 3 lines\n\
                        set/README.md: left out: no puzzle in 5 lines\n\
                        set/hard/SHA256SUMS: left out: no puzzle in 1 line\n";

#[test]
fn other_files_have_no_results() {
    let folder = folder();
    for how in ["", "-j 2 --chunk-size 1", "--no-mmap"] {
        let run = folder.run(&format!("solve set --summary s.json {how}"));
        assert_eq!((run.code, run.out), (Some(0), lines(&[EY1_SOLVED, ROYLE_SOLVED])));
        let told = LEFT_OUT.to_owned() + "set/hard/logo.png: left out: no puzzle in 4 lines\n";
        let rest = run.err.strip_prefix(&told).unwrap_or_else(|| panic!("{}", run.err));
        assert!(rest.starts_with("6 files, 4 without a puzzle, 2 puzzles: 2 unique\n"), "{rest}");
        let summary: serde_json::Value = serde_json::from_str(&folder.read("s.json")).unwrap();
        assert_eq!((&summary["files"], &summary["failed_files"]), (&6.into(), &0.into()));
        assert_eq!(summary["files_without_puzzle"], 4);
    }
    // A file named on the command line is solved, whatever it contains.
    let run = folder.run("solve set/README.md set/easy.txt -q");
    assert_eq!(run.code, Some(2), "{}", run.err);
    assert!(run.err.ends_with("sudomill: set/README.md: no puzzle in 5 lines\n"), "{}", run.err);
    assert_eq!(folder.run("solve set --column puzzle -q").code, Some(2));
    assert_eq!(folder.run("solve set/hard --column puzzle -q").code, Some(0));
    let run = folder.run("solve set --strict -o out.txt");
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{}", run.err);
    assert!(run.err.contains("set/LICENSE: no puzzle; stopped because of --strict"), "{}", run.err);
    assert!(!folder.path("out.txt").exists());
}

/// A damaged file must not be mistaken for prose.
#[test]
fn damaged_files_do_not_vanish() {
    for damaged in [
        format!("{}\n{}\n", &EY1[..80], with(ROYLE, 40, '#')),
        format!("id,puzzle\n1,\n2,\"{}\"\n", &EY1[1..]),
        format!("id,text\n1,{}\n", EY1.replace('0', "")),
        "id,puzzle\n1,4.30E+80\n2,NULL\n".to_owned(),
        with(FOUR, 3, 'Z'),
        "5 3 . | . 7 . | . . .\n".repeat(8),
    ] {
        let folder = folder().and("set/damaged", &damaged);
        let run = folder.run("solve set -q --format csv");
        assert!(run.out.contains("\nset/damaged,"), "{damaged}: {}", run.out);
        assert!(run.err.contains("sudomill: set/damaged: no puzzle in "), "{}", run.err);
        assert_eq!(run.code, Some(2), "{damaged}");
    }
}

#[test]
fn only_other_files() {
    let folder = Folder::new();
    fs::create_dir(folder.path("set")).unwrap();
    let folder = folder.and("set/README.md", "# Puzzles\nNone yet.\n").and("blank", "\n");
    for args in ["solve set -o out.txt", "solve set blank -o out.txt", "verify set", "bench set"] {
        let run = folder.run(args);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{args}: {}", run.err);
        assert!(run.err.starts_with("set/README.md: left out: no puzzle in 2 lines\n"), "{args}");
        assert!(!folder.path("out.txt").exists());
    }
}

#[test]
fn other_files_elsewhere() {
    let folder = folder();
    folder.run("solve set -qo solutions.txt");
    let run = folder.run("verify set --solutions solutions.txt");
    assert_eq!(run.code, Some(0), "{}", run.err);
    let told = "\n6 files, 4 without a puzzle, 2 puzzles: 2 right, 0 wrong\n";
    assert!(run.err.starts_with(LEFT_OUT) && run.err.ends_with(told), "{}", run.err);
    let run = folder.run("bench set --strategy mrv --rounds 1 --seconds 0.01 --format csv");
    assert_eq!((run.code, run.rows().len()), (Some(0), 3), "{}", run.err);
    let parts = ["1/3", "2/3", "3/3"].map(|part| {
        let run = folder.run(&format!("solve set --format csv -q --shard {part}"));
        assert_eq!(run.code, Some(0), "{}", run.err);
        run.out
    });
    assert_eq!(parts.concat(), folder.run("solve set --format csv -q").out);
}

#[test]
fn include() {
    let folder = folder();
    for (globs, expected) in [
        ("--include *.txt", &[EY1_SOLVED][..]),
        ("--include *.csv", &[ROYLE_SOLVED]),
        ("--include *.{csv,txt}", &[EY1_SOLVED, ROYLE_SOLVED]),
        ("--include *.txt --include hard/*.csv", &[EY1_SOLVED, ROYLE_SOLVED]),
        ("--include **/m*", &[ROYLE_SOLVED]),
        ("--include easy.tx?", &[EY1_SOLVED]),
    ] {
        folder.run(&format!("solve set -q {globs}")).gives(&lines(expected));
    }
    let none = "set: found no file to include; expected at least one";
    folder.run("solve set --include */*.txt").refuses(none);
    let run = folder.run("verify set --include more -q");
    run.refuses(none);
    let needless = "--include selects files in folders, but no input is a folder";
    folder.run("solve set/easy.txt --include *.txt").refuses(needless);
    folder.run("verify set/easy.txt set/easy.txt --include *.txt").refuses(needless);
    folder.run("solve set --include {").refuses_arguments(&["--include <GLOB>", "'{'"]);
}

/// An empty input does not fail the run, and counts as having the columns of the others.
#[test]
fn empty_inputs_among_others() {
    let folder = Folder::with("a.csv", format!("id,puzzle,solution\n7,{EY1},{EY1_SOLVED}\n"))
        .and("head.csv", "id,puzzle,solution\n")
        .and("empty", "")
        .and("empty.gz", gzip(""))
        .and("blank", "\u{FEFF}\n \n")
        .and("comment", "# none\n");
    let inputs = "empty a.csv head.csv blank empty.gz";
    for args in [
        "--keep all --format csv",
        "--keep id --format jsonl",
        "--column puzzle --format csv",
        "--columns line,agrees --format csv",
        "--columns agrees --solution-column solution --format csv",
        "",
    ] {
        let run = folder.run(&format!("solve {inputs} {args} -o out --summary s.json"));
        assert_eq!(run.code, Some(0), "{args}: {}", run.err);
        for told in [
            "empty: the file is empty\n",
            "head.csv: no puzzle in 1 line\n",
            "blank: no puzzle in 2 lines\n",
            "empty.gz: the file is empty\n",
            "\n5 files, 4 without a puzzle, 1 puzzle: 1 unique\n",
        ] {
            assert!(run.err.contains(told), "{args}: {}", run.err);
        }
        let alone = folder.run(&format!("solve a.csv {} {args}", folder.path("none").display()));
        assert_eq!(folder.read("out"), alone.out, "{args}");
        let summary: serde_json::Value = serde_json::from_str(&folder.read("s.json")).unwrap();
        assert_eq!(summary["lines"], 5, "{args}");
    }
    let run = folder.run("verify a.csv empty head.csv");
    assert_eq!(run.code, Some(0), "{}", run.err);
    let run = folder.run("solve a.csv comment -q");
    assert_eq!((run.code, run.err.as_str()), (Some(0), "comment: no puzzle in 1 line\n"));
    let run = folder.run("solve blank comment -o out.txt");
    assert_eq!(run.code, Some(2), "{}", run.err);
    assert!(run.err.ends_with("sudomill: found no puzzle in 2 files; expected at least one\n"));
}

#[test]
fn empty_input_alone_has_any_column() {
    for args in [
        "--keep all --format csv",
        "--keep id --format jsonl",
        "--column puzzle",
        "--format jsonl --columns line,agrees --solution-column answer",
        "--format jsonl --keep all --columns agrees",
    ] {
        for input in ["", "\u{FEFF}"] {
            let folder = Folder::with("puzzles.csv", input);
            folder.run(&format!("solve puzzles.csv -q {args}")).gives("");
            folder.feed(input, &format!("solve - -q {args}")).gives("");
        }
    }
    Folder::with("a.csv", "").run("verify a.csv -q --solution-column answer").gives("");
}
