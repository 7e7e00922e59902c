//! The lanes in a batch: many puzzles at once must give the same results as one at a time.

use crate::{
    puzzles::{EY1, EY1_SOLVED, ROYLE, SMALL, SMALL_SOLVED, lines},
    run::Folder,
};
use sudomill::{
    generate::{Kind, Recipe},
    grid::Order3,
    solver::lanes::Backend,
};

/// Returns puzzles of every kind in no particular order, with bad lines between them.
fn mixed() -> String {
    let mut text = String::new();
    for number in 0..150 {
        let kinds = [Kind::Easy, Kind::Minimal, Kind::Multiple, Kind::Unsolvable, Kind::Solved];
        for kind in kinds {
            let puzzle = Recipe::new(kind, 11).puzzle::<Order3>(number).unwrap();
            text += &match number % 7 {
                0 => format!("id,{puzzle},rest\r\n"),
                _ => format!("{puzzle}\n"),
            };
        }
        text += match number % 5 {
            0 => "not a puzzle\n",
            1 => "\n",
            2 => "# a comment\n",
            // At a glance, clues that repeat a digit look like a puzzle.
            3 => {
                "11.......\
                  ........................................................................\n"
            }
            _ => "",
        };
    }
    text + "................................................................................."
}

#[test]
fn same_for_every_backend() {
    let folder = Folder::with("mixed.txt", mixed());
    for limit in [1, 2, 20] {
        let solve = |args: &str| {
            let args = format!("solve mixed.txt --format jsonl --limit {limit} {args}");
            let run = folder.run(&format!("{args} --timing timing.csv --quiet"));
            assert_eq!(run.code, Some(1), "{args}: {}", run.err);
            (run.out, run.err, without_times(&folder.read("timing.csv")))
        };
        let expected = solve("--threads 1");
        for backend in Backend::available().map(Backend::name) {
            for args in
                ["--threads 1", "--threads 2 --chunk-size 1", "--threads 2 --chunk-size 5000"]
            {
                assert!(
                    solve(&format!("--backend {backend} {args}")) == expected,
                    "{backend} {args}"
                );
            }
        }
    }
}

fn without_times(timing: &str) -> String {
    timing.lines().map(|row| row.rsplit_once(',').unwrap().0.to_owned() + "\n").collect()
}

#[test]
fn agrees_with_mrv() {
    let folder = Folder::with("mixed.txt", mixed());
    for limit in [1, 2, 1000] {
        let solve = |strategy: &str| {
            let args = format!("solve mixed.txt --limit {limit} --quiet --strategy {strategy}");
            folder.run(&format!("{args} --format count")).out
        };
        assert!(solve("lanes") == solve("mrv"), "limit {limit}");
    }
}

#[test]
fn repeated_clues_are_invalid() {
    let twice = "55...............................................................................";
    for cap in ["", "--max-guesses 0"] {
        let run = Folder::new().feed(lines(&[twice, EY1]), &format!("solve --quiet {cap}"));
        assert_eq!(run.out.lines().next(), Some(""));
        assert_eq!(run.err, "<stdin>:1:2: digit 5 twice in row 1 (r1c1 and r1c2)\n");
    }
}

#[test]
fn pipe_is_answered_at_once() {
    use std::{
        io::{BufRead, BufReader, Write},
        process::Stdio,
    };
    let folder = Folder::new();
    let mut command = folder.command("solve --quiet");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for _ in 0..3 {
        input.write_all(lines(&[EY1]).as_bytes()).unwrap();
        let mut answer = String::new();
        output.read_line(&mut answer).unwrap();
        assert_eq!(answer, lines(&[EY1_SOLVED]));
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn missing_backend() {
    let run = Folder::new().feed(lines(&[ROYLE]), "solve --backend neon");
    if Backend::find("neon").is_err() {
        assert_eq!(run.code, Some(2));
        assert!(run.err.contains("has no backend 'neon', only"), "{}", run.err);
        assert!(run.err.contains("portable"), "{}", run.err);
    }
    let run = Folder::new().feed(lines(&[ROYLE]), "solve --backend portable");
    assert!(run.err.contains("strategy lanes (portable, "), "{}", run.err);
}

#[test]
fn other_sizes_use_mrv() {
    let run = Folder::new().feed(lines(&[SMALL]), "solve");
    assert_eq!(run.out, lines(&[SMALL_SOLVED]));
    assert!(run.err.contains("strategy mrv, limit 2"), "{}", run.err);
}

/// A search for thousands of solutions uses all threads; its results are those of one.
#[test]
fn many_solutions_of_one_puzzle() {
    // 20,326 solutions.
    let puzzle =
        "..................4..8....7.8...4.9...6.1.7........38...4.79..2.6...1...2..3..6..";
    let empty = ".".repeat(81);
    let none = format!("12345678.{}9{}", &empty[..8], &empty[..63]);
    let small = "................";
    let mark = |cell| match cell {
        '.' => "123456789".to_owned(),
        digit => "123456789".replace(|other| other != digit, "."),
    };
    let marks: String = puzzle.chars().map(mark).collect();
    let folder = Folder::with("puzzle.txt", lines(&[puzzle]))
        .and("several.txt", lines(&[EY1, puzzle, ROYLE, &empty, puzzle]))
        .and("marks.txt", &marks);
    let same = |args: &str| {
        let solve = |threads| folder.run(&format!("solve {args} --threads {threads}"));
        let one = solve(1);
        for threads in [2, 7] {
            let run = solve(threads);
            assert_eq!((run.code, &run.err), (one.code, &one.err), "{args}: {threads} threads");
            // Not printed on failure, because they may be megabytes.
            assert!(run.out == one.out, "{args}: other results with {threads} threads");
        }
        (one.out, one.code)
    };
    let count = |solutions: u64| (format!("{puzzle}:{solutions}:\n"), Some(0));
    for limit in [20_325, 20_326, 20_327, 1_000_000_000] {
        for input in [puzzle, "puzzle.txt"] {
            let args = format!("{input} -q --format count --limit {limit}");
            assert_eq!(same(&args), count(limit.min(20_326)), "{args}");
        }
        let of_marks = same(&format!("marks.txt -q --format jsonl --limit {limit}")).0;
        let of_clues = same(&format!("puzzle.txt -q --format jsonl --limit {limit}")).0;
        let counters = |row: &str| row.rsplit_once("\"guesses\"").map(|it| it.1.to_owned());
        assert_eq!(counters(&of_marks), counters(&of_clues));
    }
    for limit in [1, 2, 3, 4_096, 4_097, 100_000] {
        for input in [&*empty, "several.txt"] {
            same(&format!("{input} -q --format jsonl --limit {limit}"));
        }
        same(&format!("{empty} -q --format solutions --limit {limit}"));
        same(&format!("{small} -q --format jsonl --limit {limit}"));
        let (out, code) = same(&format!("{none} -q --format count --limit {limit}"));
        assert_eq!((out, code), (format!("{none}:0:\n"), Some(1)));
    }
    let first = |limit| {
        let args = format!("{empty} -q --format csv --columns solution --limit {limit}");
        folder.run(&args).out
    };
    assert_eq!(first(1), first(50_000));
    same(&format!("{puzzle} -q --format jsonl --limit 30000 --max-guesses 30000"));
}
