//! `sudomill vicinity`: the puzzles around known ones.

use crate::{
    puzzles::*,
    run::{Folder, Run, solve},
};
use std::collections::BTreeSet;

/// Some lines of a set of ours.
fn some(set: &str, count: usize) -> String {
    shipped(set).lines().take(count).map(|line| format!("{line}\n")).collect()
}

/// Runs the search on one file, without a summary.
#[track_caller]
fn around(puzzles: &str, args: &str) -> Run {
    let folder = Folder::with("puzzles.txt", puzzles);
    let run = folder.run(&format!("vicinity puzzles.txt -q {args}"));
    run.exits(0);
    run
}

/// The classes of puzzles, as `solve` tells them.
fn classes(puzzles: &str) -> BTreeSet<String> {
    solve(puzzles, "--format csv --columns canonical").column(0).into_iter().collect()
}

/// gridchecker finds as many classes (`--similar --minusandup 11`), with those of the inputs.
#[test]
fn known_numbers() {
    let minimal = some("minimal.txt", 50);
    let run = around(&minimal, "--remove 1 --with-inputs");
    let found: Vec<_> = run.out.lines().collect();
    assert_eq!(found.len(), 3338);
    assert!(found.is_sorted());
    let inputs = classes(&minimal);
    assert_eq!(inputs.len(), 50);
    let all: BTreeSet<String> = found.iter().map(ToString::to_string).collect();
    assert!(all == classes(&run.out) && all.is_superset(&inputs));
    let run = around(&minimal, "--remove 1");
    assert_eq!(run.out.lines().count(), 3338 - 50);
    let rows = solve(&run.out, "--format csv --columns status,minimal").rows();
    assert!(rows[1..].iter().all(|row| *row == ["unique", "yes"]));
}

/// Threads, equivalent copies and the order of the inputs change no byte.
#[test]
fn same_bytes() {
    let puzzles = some("minimal.txt", 4);
    let folder = Folder::with("puzzles.txt", &puzzles);
    let copies = folder.run("shuffle puzzles.txt --seed 3 -q").out;
    let backward: String = puzzles.lines().rev().map(|line| format!("{line}\n")).collect();
    let folder = folder.and("backward.txt", backward).and("copies.txt", copies);
    for args in ["--remove 1", "--remove 1 --keep-pattern --rounds 2"] {
        let run = |rest: &str| {
            let run = folder.run(&format!("vicinity {rest} {args} -q"));
            run.exits(0);
            run.out
        };
        let plain = run("puzzles.txt -j 1");
        assert!(plain.lines().count() > 0, "{args}");
        for rest in
            ["puzzles.txt -j 8", "backward.txt -j 3", "copies.txt", "puzzles.txt copies.txt"]
        {
            assert!(run(rest) == plain, "{rest} {args}");
        }
        let table = run("puzzles.txt -j 1 --format csv");
        for rest in ["puzzles.txt -j 8", "copies.txt"] {
            assert!(run(&format!("{rest} --format csv")) == table, "{rest} {args}");
        }
    }
}

/// A puzzle with 17 clues, and only one around it.
const SEVENTEEN: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

#[test]
fn rounds_until_nothing_is_new() {
    let folder = Folder::with("in.txt", lines(&[SEVENTEEN, SEVENTEEN, &dotted(EY1)]));
    let told = |args: &str| {
        let run = folder.run(&format!("vicinity in.txt --clues 17 {args}"));
        run.exits(0);
        (run.out.clone(), run.err.rsplit_once("; ").unwrap().0.to_owned())
    };
    let (out, summary) = told("--remove 1 --rounds 9 --with-inputs");
    let closed = "3 puzzles: 2 classes, 62 sub-puzzles, 1 new; closed after round 2";
    assert_eq!((out.lines().count(), &*summary), (2, closed));
    assert!(out.lines().any(|line| line == classes(SEVENTEEN).pop_first().unwrap()));
    let (new, summary) = told("--remove 1");
    let open = "3 puzzles: 2 classes, 45 sub-puzzles, 1 new; 1 in round 1";
    assert_eq!((new.lines().count(), &*summary), (1, open));
    assert!(out.contains(&new));
    // A puzzle with 28 clues that is not minimal comes of itself, and is left out.
    let rows = around(&lines(&[EY1]), "--remove 1 --rounds 2 --format csv").rows();
    assert_eq!(rows[0], ["puzzle", "clues", "round", "seed_line"]);
    assert!(rows.iter().all(|row| row[0] != classes(EY1).pop_first().unwrap()));
}

/// One round after the other, with what is known, finds what several rounds find.
#[test]
fn known_puzzles_are_left_out() {
    let folder = Folder::with("in.txt", some("minimal.txt", 2));
    let all =
        folder.run("vicinity in.txt --remove 1 --rounds 2 --clues ..24 --format csv -q").rows();
    folder.run("vicinity in.txt --remove 1 --clues ..24 -o one.txt -q").exits(0);
    let two =
        "vicinity one.txt --remove 1 --clues ..24 --known in.txt --known one.txt -o two.txt -q";
    folder.run(two).exits(0);
    for (round, file) in [("1", "one.txt"), ("2", "two.txt")] {
        let of_round = all.iter().filter(|row| row[2] == round);
        let puzzles: String = of_round.map(|row| format!("{}\n", row[0])).collect();
        assert!(!puzzles.is_empty() && puzzles == folder.read(file), "{round}");
    }
    assert!(all[1..].iter().all(|row| row[1].parse::<u32>().unwrap() <= 24));
    assert!(all[1..].iter().all(|row| ["1", "2"].contains(&&*row[3])));
}

#[test]
fn seeds_of_several_inputs() {
    let [first, second] = ["minimal", "hard"].map(|set| first(set)[0].clone());
    let folder = Folder::with("a,b.txt", lines(&["# c", &first])).and("c.txt", lines(&[&second]));
    let rows = folder.run("vicinity a,b.txt c.txt --remove 1 --format csv -q --with-inputs").rows();
    assert_eq!(rows[0], ["puzzle", "clues", "round", "seed_line", "seed_file"]);
    for (puzzle, line, file) in [(first, "2", "a,b.txt"), (second, "1", "c.txt")] {
        let class = classes(&puzzle).pop_first().unwrap();
        let row = rows.iter().find(|row| row[0] == class).unwrap();
        assert_eq!(row[2..], ["0", line, file]);
    }
}

#[test]
fn redundant_clues_and_same_cells() {
    let puzzle = some("hard.txt", 1);
    let minimal = around(&puzzle, "--remove 1");
    let all = around(&puzzle, "--remove 1 --redundant");
    let [minimal, all] = [minimal, all].map(|run| run.out.lines().map(str::to_owned).collect());
    let [minimal, all]: [BTreeSet<String>; 2] = [minimal, all];
    assert!(all.is_superset(&minimal) && all.len() > minimal.len());
    // One for one in the same cell is a part of one for one.
    let kept = around(&puzzle, "--remove 1 --keep-pattern --redundant");
    assert!(kept.out.lines().all(|line| all.contains(line)));
}

#[test]
fn bad_lines_are_left_out() {
    let several = format!("1{}", ".".repeat(80));
    let folder = Folder::with("in", lines(&[&*several, NO_SOLUTION, "bad", ROYLE]))
        .and("small", lines(&[SMALL]))
        .and("bad", "bad\n");
    let run = folder.run("vicinity in --remove 1");
    let told = "in:1:1: found a puzzle with several solutions; expected one solution\n\
                in:2:1: found a puzzle with no solution; expected one solution\n\
                in:3:1: found 'b'; expected 1-9 or one of . 0 - _ * ? x X\n\
                1 puzzle: 1 class, 21 sub-puzzles, ";
    run.exits(1).begins("");
    assert!(run.err.starts_with(told) && run.err.contains("; 3 bad lines"), "{}", run.err);
    folder.run("vicinity small --remove 1").tells(2, &["found 4×4; the canonical form is for 9×9"]);
    folder.run("vicinity bad --remove 1").exits(2);
    // The output is not begun before everything is read.
    folder.run("vicinity in --remove 1 --known missing -o out").exits(2);
    assert_eq!(folder.names(), ["bad", "in", "small"]);
}

#[test]
fn arguments() {
    let folder = Folder::with("in", lines(&[ROYLE]));
    for (args, words) in [
        ("--remove 5", "5 is not in 0..=4"),
        ("--remove 0", "--remove 0 needs --add"),
        ("--remove 0 --keep-pattern", "--remove 0 needs --add"),
        ("--remove 1 --keep-pattern --add 1", "cannot be used with"),
        ("--remove 1 --clues 20..19", "found '20..19'; expected a number of clues up to 81"),
        ("--remove 1 --clues x", "found 'x'"),
        ("--remove 1 --clues 82", "found '82'"),
        ("", "--remove <N>"),
    ] {
        folder.run(&format!("vicinity in {args}")).tells(2, &[words]);
    }
    folder.run("vicinity - --known - --remove 1").tells(2, &["both sets cannot come from"]);
    folder.run("vicinity in --remove 1 -o in").exits(2);
}

/// What an interrupted run writes are classes, and it says that they are a part.
#[cfg(unix)]
#[test]
fn interrupted() {
    use crate::running::Running;
    use std::io::Read;
    // Minutes of work.
    let folder = Folder::with("in", some("minimal.txt", 200));
    let args = "vicinity in --remove 2 --add 2 -o out --progress always";
    let mut running = Running::start(folder.command(args));
    let mut err = running.0.stderr.take().unwrap();
    let mut told = String::new();
    // Until the first round is shown.
    while !told.contains("round 1") {
        let mut byte = [0];
        err.read_exact(&mut byte).unwrap();
        told.push(char::from(byte[0]));
    }
    running.signal("INT");
    assert_eq!(running.ended().code(), Some(130));
    let mut rest = Vec::new();
    err.read_to_end(&mut rest).unwrap();
    let rest = String::from_utf8_lossy(&rest);
    assert!(rest.contains("interrupted in round 1"), "{rest}");
    let part = "\ninterrupted: what is written is a part; run this round again, with --known to leave it out\n";
    assert!(rest.ends_with(part), "{rest}");
    let out = folder.read("out");
    assert!(out.lines().all(|line| line.len() == 81) && out.lines().is_sorted());
}

/// A run that nobody reads from ends with the second interrupt, and says what it has written.
#[cfg(unix)]
#[test]
fn interrupted_twice() {
    use crate::running::{Running, until};
    use std::io::Read;
    // More than a pipe holds.
    let folder = Folder::with("in", some("minimal.txt", 50));
    let mut running = Running::start(folder.command("vicinity in --remove 1 -q"));
    let mut out = running.0.stdout.take().unwrap();
    out.read_exact(&mut [0]).unwrap();
    until("the end of the program", || {
        running.0.try_wait().unwrap().is_some() || {
            running.signal("INT");
            false
        }
    });
    let (code, err) = running.end();
    assert_eq!(code, Some(130));
    assert!(err.starts_with("interrupted: what is written is a part;"), "{err}");
}

/// The loop of a collector, as docs/collections.md has it.
#[cfg(unix)]
#[test]
fn loop_of_a_collector() {
    let page = include_str!("../../docs/collections.md");
    let (_, script) = page.split_once("```sh\n# The loop of a collector\n").unwrap();
    let (script, _) = script.split_once("```").unwrap();
    let folder = Folder::with("seeds.txt", some("hard.txt", 2));
    let run = folder.shell(script);
    run.exits(0);
    let [seeds, known, best] = ["seeds.txt", "known.txt", "best.txt"].map(|name| folder.read(name));
    assert!(known.starts_with(&seeds) && known.lines().count() > 10);
    assert_eq!(classes(&known).len(), known.lines().count(), "none is found twice");
    assert_eq!(folder.read("shared.csv").lines().count(), 1, "{}", run.err);
    assert!(!best.is_empty() && best.lines().all(|line| known.contains(line)));
}
