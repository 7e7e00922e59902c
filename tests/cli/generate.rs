//! `sudomill generate`: puzzles of each kind, reproducible.

use crate::run::{Folder, Run, rows};

const KINDS: [&str; 7] = ["solved", "easy", "unique", "minimal", "hard", "multiple", "unsolvable"];

#[track_caller]
fn generate(args: &str) -> String {
    let run = Folder::new().run(&format!("generate {args}"));
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{args}");
    run.out
}

/// Returns the timing rows and the run of solving the puzzles one by one.
fn solved(puzzles: &str, args: &str) -> (Vec<Vec<String>>, Run) {
    let folder = Folder::with("puzzles.txt", puzzles);
    let run = folder.run(&format!("solve puzzles.txt --quiet --timing timing.csv {args}"));
    (rows(&folder.read("timing.csv")).split_off(1), run)
}

/// Checks that each puzzle has the number of solutions of its kind.
#[track_caller]
fn are_of_their_kind(puzzles: &str, kind: &str, count: usize) {
    let (status, code) = match kind {
        "multiple" => ("multiple", 1),
        "unsolvable" => ("none", 1),
        _ => ("unique", 0),
    };
    let (rows, run) = solved(puzzles, "");
    assert_eq!((rows.len(), run.code), (count, Some(code)), "{kind}");
    let hint = "puzzles.txt: every puzzle is a full grid";
    assert_eq!(run.err.starts_with(hint), kind == "solved", "{}", run.err);
    assert!(kind == "solved" || run.err.is_empty(), "{}", run.err);
    assert!(rows.iter().all(|row| row[1] == status), "{kind}: {rows:?}");
}

#[test]
fn kinds_have_their_solution_counts() {
    for kind in KINDS {
        let puzzles = generate(&format!("--kind {kind} --count 30 --seed 1"));
        assert!(puzzles.lines().all(|line| line.len() == 81), "{kind}");
        are_of_their_kind(&puzzles, kind, 30);
    }
    for kind in KINDS.into_iter().filter(|kind| *kind != "hard") {
        let puzzles = generate(&format!("--kind {kind} --order 2 --count 100 --seed 1"));
        assert!(puzzles.lines().all(|line| line.len() == 16), "{kind}");
        are_of_their_kind(&puzzles, kind, 100);
    }
}

#[test]
fn same_puzzles_for_any_threads() {
    for kind in KINDS {
        let args = format!("--kind {kind} --count 40 --seed 7");
        let one = generate(&format!("{args} --threads 1"));
        for threads in [2, 3] {
            assert_eq!(generate(&format!("{args} --threads {threads}")), one, "{kind}");
        }
        assert_eq!(generate(&args), one, "{kind}");
    }
}

#[test]
fn shorter_run_is_prefix() {
    let long = generate("--kind minimal --count 50 --seed 3");
    for count in [0, 1, 49] {
        let short = generate(&format!("--kind minimal --count {count} --seed 3"));
        assert_eq!(short.lines().count(), count);
        assert!(long.starts_with(&short));
    }
}

#[test]
fn defaults() {
    let default = generate("--kind easy");
    assert_eq!(default, generate("--kind easy --order 3 --count 1 --seed 0"));
    assert_eq!(default.lines().count(), 1);
}

#[test]
fn seeds_differ() {
    for kind in KINDS {
        let of_seed = |seed: u64| generate(&format!("--kind {kind} --count 20 --seed {seed}"));
        let all = [of_seed(1), of_seed(2), of_seed(u64::MAX)].concat();
        let mut puzzles: Vec<_> = all.lines().collect();
        puzzles.sort_unstable();
        puzzles.dedup();
        assert_eq!(puzzles.len(), 60, "{kind}");
    }
}

#[test]
fn clues() {
    for (args, clues) in [
        ("--kind easy --clues 30", "30"),
        ("--kind easy --clues 81", "81"),
        ("--kind minimal --clues 24", "24"),
        ("--kind multiple --clues 23", "23"),
        ("--kind unsolvable --clues 25", "25"),
        ("--kind easy --order 2 --clues 8", "8"),
        ("--kind unique --clues 33", "33"),
        ("--kind unique --order 2", "8"),
        ("--kind minimal --order 2 --clues 5", "5"),
        ("--kind solved", "81"),
    ] {
        let (rows, _) = solved(&generate(&format!("{args} --count 5 --seed 2")), "");
        assert_eq!(rows.len(), 5);
        assert!(rows.iter().all(|row| row[3] == clues), "{args}: {rows:?}");
    }
}

#[test]
fn easy_needs_no_guess() {
    let puzzles = generate("--kind easy --count 50");
    for strategy in ["lanes", "mrv", "electroyou", "moler"] {
        let args = format!("--limit 1 --max-guesses 0 --strategy {strategy}");
        assert_eq!(solved(&puzzles, &args).1.code, Some(0), "{strategy}");
    }
}

#[test]
fn minimal_is_minimal() {
    let puzzles = generate("--kind minimal --count 3 --seed 5");
    let less = puzzles.lines().flat_map(|puzzle| {
        let clues = puzzle.bytes().enumerate().filter(|(_, b)| b.is_ascii_digit());
        clues.map(|(i, _)| format!("{}.{}\n", &puzzle[..i], &puzzle[i + 1..]))
    });
    let less: Vec<_> = less.collect();
    are_of_their_kind(&less.concat(), "multiple", less.len());
}

#[test]
fn hard_min_guesses() {
    for (args, least) in [("--min-guesses 10", 10), ("--min-guesses 30", 30), ("", 1)] {
        let puzzles = generate(&format!("--kind hard --count 4 --seed 4 {args}"));
        let (rows, _) = solved(&puzzles, "--strategy mrv");
        let guesses: Vec<u64> = rows.iter().map(|row| row[4].parse().unwrap()).collect();
        assert!(guesses.iter().all(|guesses| *guesses >= least), "{args}: {guesses:?}");
    }
}

#[test]
#[cfg_attr(windows, ignore = "compares a message of the system")]
fn output_file() {
    let folder = Folder::new();
    let run = folder.run("generate --kind solved --count 20 -o solved.txt");
    assert_eq!((run.code, run.out.as_str()), (Some(0), ""));
    assert!(run.err.starts_with("20 puzzles: solved, seed 0, "), "{}", run.err);
    folder.run("verify solved.txt solved.txt --quiet").gives("");
    folder.run("generate --kind solved --count 20 -o solved.txt --quiet").gives("");
    assert_eq!(folder.read("solved.txt"), generate("--kind solved --count 20"));
    assert_eq!(folder.names(), ["solved.txt"]);
    let words = "cannot create: No such file or directory (os error 2)";
    folder.run("generate --kind easy -o no/where").refuses(&format!("no/where: {words}"));
    folder.run("generate --kind easy -o .").refuses(".: cannot create: is a directory");
}

#[test]
fn impossible_recipes() {
    for args in [
        "--kind minimal --clues 16",
        "--kind minimal --clues 81",
        "--kind easy --clues 5",
        "--kind easy --clues 82",
        "--kind easy --order 2 --clues 3",
        "--kind solved --clues 30",
        "--kind hard --order 2",
        "--kind easy --min-guesses 3",
    ] {
        let folder = Folder::new();
        let run = folder.run(&format!("generate {args} -o out.txt"));
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{args}: {}", run.err);
        assert_eq!(run.err.lines().count(), 1, "{args}: {}", run.err);
        assert!(run.err.starts_with("sudomill: "), "{args}: {}", run.err);
        assert!(folder.names().is_empty(), "{args}");
    }
}

#[test]
fn invalid_arguments() {
    let run = |args: &str| Folder::new().run(&format!("generate {args}"));
    run("--kind evil").refuses_arguments(&["'evil'", &KINDS.join(", ")]);
    run("--kind easy --order 6").refuses_arguments(&["'6'", "2, 3, 4, 5"]);
    run("").refuses_arguments(&["--kind <KIND>"]);
    run("--kind easy --threads 0").refuses_arguments(&["--threads"]);
    run("--kind easy --count=-1").refuses_arguments(&["--count"]);
    run("--kind easy --seed many").refuses_arguments(&["--seed"]);
}
