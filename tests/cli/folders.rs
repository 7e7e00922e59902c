//! Folders with other files beside those of puzzles, and inputs without a puzzle.

use crate::{
    packed::gzip,
    puzzles::*,
    run::{Folder, WAYS, feed, without_times},
};
use std::fs;

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
    for way in WAYS {
        let run = folder.run(&format!("solve set --summary s.json {way}"));
        let told = "set/hard/logo.png: left out: found an image; expected lines of text\n\
                    6 files, 4 without a puzzle, 2 puzzles: 2 unique\n";
        run.prints(0, &solved("1 2")).begins(&format!("{LEFT_OUT}{told}"));
        let counted = ["files", "failed_files", "files_without_puzzle"];
        let summary = folder.json("s.json");
        assert_eq!(counted.map(|name| summary[name].as_u64().unwrap()), [6, 0, 4]);
    }
    // A file named on the command line is solved, whatever it contains.
    let run = folder.run("solve set/README.md set/easy.txt -q");
    run.tells(2, &["sudomill: set/README.md: no puzzle in 5 lines\n"]);
    folder.run("solve set --column puzzle -q").exits(2);
    folder.run("solve set/hard --column puzzle -q").exits(0);
    let run = folder.run("solve set --strict -o out.txt");
    run.prints(2, "").tells(2, &["set/LICENSE: no puzzle; stopped because of --strict"]);
    assert!(!folder.path("out.txt").exists());
    // Other commands, and parts.
    folder.run("solve set -qo solutions.txt");
    let told = "\n6 files, 4 without a puzzle, 2 puzzles: 2 right, 0 wrong\n";
    folder.run("verify set --solutions solutions.txt").begins(LEFT_OUT).tells(0, &[told]);
    let run = folder.run("bench set --strategy mrv --rounds 1 --seconds 0.01 --format csv");
    assert_eq!((run.code, run.rows().len()), (Some(0), 3), "{}", run.err);
    let whole = folder.run("solve set --format csv -q --timing timing.csv");
    folder.parts_are(
        "set --format csv",
        3,
        whole.exits(0),
        &without_times(&folder.read("timing.csv")),
    );
}

/// A damaged file must not be mistaken for prose.
#[test]
fn damaged_files_do_not_vanish() {
    for damaged in [
        format!("{}\n{}\n", &EY1[..80], with(ROYLE, 40, '#')),
        format!("id,puzzle\n1,\n2,\"{}\"\n", &EY1[1..]),
        format!("id,text\n1,{}\n", EY1.replace('0', "")),
        "id,puzzle\n1,4.30E+80\n2,NULL\n".to_owned(),
        with("1...4.....2....3", 3, 'Z'),
        "5 3 . | . 7 . | . . .\n".repeat(8),
    ] {
        let run = folder().and("set/damaged", &damaged).run("solve set -q --format csv");
        run.shows(&["\nset/damaged,"]).tells(2, &["sudomill: set/damaged: no puzzle in "]);
    }
}

#[test]
fn only_other_files() {
    let folder = Folder::new();
    fs::create_dir(folder.path("set")).unwrap();
    let folder = folder.and("set/README.md", "# Puzzles\nNone yet.\n").and("blank", "\n");
    for args in ["solve set -o out.txt", "solve set blank -o out.txt", "verify set", "bench set"] {
        folder.run(args).prints(2, "").begins("set/README.md: left out: no puzzle in 2 lines\n");
        assert!(!folder.path("out.txt").exists());
    }
}

#[test]
fn include() {
    let folder = folder();
    for (globs, words) in [
        ("--include *.txt", "1"),
        ("--include *.csv", "2"),
        ("--include *.{csv,txt}", "1 2"),
        ("--include *.txt --include hard/*.csv", "1 2"),
        ("--include **/m*", "2"),
        ("--include easy.tx?", "1"),
        ("--include [a-e]*", "1"),
        ("--include [!a-e]*.csv", "2"),
        ("--include {easy,hard/more}.*", "1 2"),
    ] {
        folder.run(&format!("solve set -q {globs}")).gives(&solved(words));
    }
    let none = "set: found no file to include; expected at least one";
    let needless = "--include selects files in folders, but no input is a folder";
    for (args, line) in [
        ("solve set --include */*.txt", none),
        ("verify set --include more -q", none),
        // Nothing excludes.
        ("solve set --include !*.txt", none),
        ("solve set --include !hard/*", none),
        ("solve set/easy.txt --include *.txt", needless),
        ("verify set/easy.txt set/easy.txt --include *.txt", needless),
    ] {
        folder.run(args).refuses(line);
    }
    folder.run("solve set --include {").refuses_arguments(&["--include <GLOB>", "'{'"]);
    // A million patterns.
    let many = "{a,b}".repeat(20);
    let run = folder.run(&format!("solve set --include {many}"));
    run.refuses_arguments(&["--include <GLOB>", "too many braces"]);
}

/// A wildcard stands for a character, however many bytes it has.
#[test]
fn include_by_characters() {
    let folder =
        Folder::new().and("set/é.txt", lines(&[EY1])).and("set/日本/жx}.txt", lines(&[ROYLE]));
    for (glob, words) in [
        ("?.txt", "1"),
        ("[é].txt", "1"),
        ("[!a-z].txt", "1"),
        ("[^a-z].txt", "1"),
        ("[è-ê].*", "1"),
        ("??.txt", ""),
        ("??/???.txt", "2"),
        ("[а-я]?}.txt", "2"),
        ("{é,{日,ж}{x,本}}*.txt", "1 2"),
        ("[日本]*/**", "2"),
    ] {
        let run = folder.run_with("solve set -q --include", &[glob]);
        match words {
            "" => run.refuses("set: found no file to include; expected at least one"),
            _ => run.gives(&solved(words)),
        };
    }
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
    let told = [
        "empty: the file is empty\n",
        "head.csv: no puzzle in 1 line\n",
        "blank: no puzzle in 2 lines\n",
        "empty.gz: the file is empty\n",
        "\n5 files, 4 without a puzzle, 1 puzzle: 1 unique\n",
    ];
    // Alone, they have any column, too.
    for (args, header) in [
        ("--keep all --format csv", ""),
        ("--keep id --format jsonl", ""),
        ("--column puzzle --format csv", "line,puzzle,status,message,solutions,solution\n"),
        ("--columns line,agrees --format csv", "line,agrees\n"),
        ("--columns agrees --solution-column solution --format csv", "agrees\n"),
        ("", ""),
    ] {
        let inputs = "empty a.csv head.csv blank empty.gz";
        let run = folder.run(&format!("solve {inputs} {args} -o out --summary s.json"));
        run.tells(0, &told);
        let alone = folder.run(&format!("solve a.csv {} {args}", folder.path("none").display()));
        assert_eq!(folder.read("out"), alone.out, "{args}");
        assert_eq!(folder.json("s.json")["lines"], 5, "{args}");
        for blank in ["", "\u{FEFF}"] {
            crate::run::solve(blank, args).gives(header);
            feed(blank, &format!("solve - -q {args}")).gives(header);
        }
    }
    folder.run("verify a.csv empty head.csv").exits(0);
    let told = "comment: no puzzle in 1 line\n";
    folder.run("solve a.csv comment -q").ends(0, &solved("1"), told);
    let told = "sudomill: found no puzzle in 2 files; expected at least one\n";
    folder.run("solve blank comment -o out.txt").tells(2, &[told]);
    folder.run("verify empty -q --solution-column answer").gives("");
}
