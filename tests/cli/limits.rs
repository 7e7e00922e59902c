//! `--limit` and the caps: claims about a puzzle, and exit codes.

use crate::{puzzles::*, run::Folder};
use std::fs;

/// Returns the status, count, solution and exit code for one puzzle.
fn verdict(puzzle: &str, args: &str) -> (String, String, String, Option<i32>) {
    let run = Folder::new().feed(puzzle, &format!("solve --quiet --format csv {args}"));
    let row = run.rows().swap_remove(1);
    (row[2].clone(), row[4].clone(), row[5].clone(), run.code)
}

/// Returns the status, count and exit code for one puzzle.
fn told(puzzle: &str, args: &str) -> (String, String, Option<i32>) {
    let (status, count, _, code) = verdict(puzzle, args);
    (status, count, code)
}

fn as_told(status: &str, count: &str, code: i32) -> (String, String, Option<i32>) {
    (status.to_owned(), count.to_owned(), Some(code))
}

#[test]
fn limit_1() {
    assert_eq!(told(SMALL, "--limit 1"), as_told("solved", "1", 0));
    assert_eq!(told(DIAG, "--limit 1"), as_told("solved", "1", 0));
    assert_eq!(told(NO_SMALL, "--limit 1"), as_told("none", "0", 1));
}

#[test]
fn limit_2_is_default() {
    for args in ["", "--limit 2"] {
        assert_eq!(told(SMALL, args), as_told("unique", "1", 0));
        assert_eq!(told(DIAG, args), as_told("multiple", "2", 1));
        assert_eq!(told(NO_SMALL, args), as_told("none", "0", 1));
    }
}

#[test]
fn higher_limit_counts() {
    for limit in [3, 1000] {
        let args = format!("--limit {limit}");
        assert_eq!(told(SMALL, &args), as_told("unique", "1", 0));
        assert_eq!(told(DIAG, &args), as_told("multiple", "2", 0));
        assert_eq!(told(NO_SMALL, &args), as_told("none", "0", 1));
    }
    let empty = "0".repeat(16);
    assert_eq!(told(&empty, "--limit 100"), as_told("multiple", "100", 0));
    assert_eq!(told(&empty, "--limit 1000"), as_told("multiple", "288", 0));
}

#[test]
fn one_bad_line_exits_1() {
    for bad in ["bad", CONFLICT, NO_SOLUTION] {
        for limit in [1, 2, 3] {
            let input = lines(&[EY1, bad, ROYLE]);
            let run = Folder::new().feed(input, &format!("solve --quiet --limit {limit}"));
            let expected = (Some(1), lines(&[EY1_SOLVED, "", ROYLE_SOLVED]));
            assert_eq!((run.code, run.out), expected, "{bad}, limit {limit}");
        }
    }
}

#[test]
fn max_guesses() {
    for strategy in
        ["lanes", "mrv", "electroyou", "moler", "backtracking", "backtracking-descending"]
    {
        let args = format!("--max-guesses 0 --strategy {strategy}");
        let expected = ("gave-up".into(), "0".into(), String::new(), Some(1));
        assert_eq!(verdict(ROYLE, &args), expected, "{strategy}");
        let run = Folder::new().feed(ROYLE, &format!("solve --quiet {args}"));
        assert_eq!((run.code, run.out.as_str()), (Some(1), "\n"), "{strategy}");
    }
}

#[test]
fn max_guesses_0() {
    assert_eq!(told(EY1, "--max-guesses 0"), as_told("unique", "1", 0));
    let args = "--max-guesses 0 --strategy backtracking";
    assert_eq!(told(EY1_SOLVED, args), as_told("unique", "1", 0));
}

#[test]
fn no_wrong_answer_for_any_max_guesses() {
    for strategy in ["lanes", "mrv", "electroyou", "moler", "backtracking"] {
        for guesses in [1, 2, 3, 5, 10, 50, 51, 1000, 100_000] {
            let args = format!("--max-guesses {guesses} --strategy {strategy}");
            let (status, count, solution, code) = verdict(ROYLE, &args);
            match status.as_str() {
                "unique" => assert_eq!((count.as_str(), code), ("1", Some(0)), "{args}"),
                _ => assert_eq!((status.as_str(), code), ("gave-up", Some(1)), "{args}"),
            }
            let right = if count == "0" { "" } else { ROYLE_SOLVED };
            assert_eq!(solution, right, "{args}");
            // The empty grid has very many solutions, so it is never "unique" or "none".
            let (status, ..) = verdict(&".".repeat(81), &args);
            assert!(["multiple", "gave-up"].contains(&status.as_str()), "{args}: {status}");
        }
    }
}

/// A search that gave up proves nothing: each value is empty, or that of a run without a limit, on
/// any number of threads.
#[test]
fn no_wrong_column_for_any_max_guesses() {
    let sets = ["minimal", "easy"].map(|set| format!("datasets/{set}.txt"));
    let [minimal, easy] = sets.map(|set| fs::read_to_string(set).unwrap());
    let some = easy.lines().take(1000).map(|line| format!("{line}\n")).collect::<String>();
    let folder = Folder::with("minimal", minimal).and("easy", some);
    for set in ["minimal", "easy"] {
        let solve = |args: &str| {
            let columns = "--columns difficulty_guesses,minimal,redundant";
            folder.run(&format!("solve {set} --quiet --format csv {columns} {args}"))
        };
        let all = solve("").rows();
        for guesses in [1, 5, 10, 100] {
            let run = solve(&format!("--max-guesses {guesses} --threads 1"));
            let (rows, mut known) = (run.rows(), [0; 3]);
            assert_eq!(rows.len(), all.len());
            for (row, whole) in rows.iter().zip(&all).skip(1) {
                for ((known, value), whole) in known.iter_mut().zip(row).zip(whole) {
                    assert!(value.is_empty() || value == whole, "{guesses}: {row:?}");
                    *known += usize::from(!value.is_empty());
                }
            }
            match (set, guesses) {
                ("minimal", 1) => assert!(known.iter().all(|&known| known < 10_000), "{known:?}"),
                (_, 100) => assert!(known.iter().all(|&known| known > 0), "{known:?}"),
                _ => {}
            }
            for way in ["--threads 2 --chunk-size 82", "--threads 2 --chunk-size 50000"] {
                let other = solve(&format!("--max-guesses {guesses} {way}"));
                assert!(other.out == run.out, "{set}, {guesses}, {way}");
            }
        }
    }
}

#[test]
fn max_passes() {
    assert_eq!(told(EY1, "--strategy electroyou --max-passes 5"), as_told("gave-up", "0", 1));
    let limit_1 = "--strategy electroyou --limit 1 --max-passes";
    assert_eq!(told(EY1, &format!("{limit_1} 52")), as_told("gave-up", "0", 1));
    assert_eq!(told(EY1, &format!("{limit_1} 53")), as_told("solved", "1", 0));
}

#[test]
fn max_fillings() {
    let strategy = "--strategy generate-and-test --max-fillings";
    assert_eq!(told(EY1, &format!("{strategy} 1000")), as_told("gave-up", "0", 1));
    assert_eq!(told(SMALL, &format!("{strategy} 1")), as_told("gave-up", "0", 1));
    // There are 4 to the power of 5 fillings for 5 open cells.
    assert_eq!(told(SMALL, &format!("{strategy} 1023")).0, "gave-up");
    assert_eq!(told(SMALL, &format!("{strategy} 1024")), as_told("unique", "1", 0));
}

#[test]
fn count_of_given_up_puzzle() {
    let run = Folder::new().feed(ROYLE, "solve --quiet --format count --max-guesses 0");
    assert_ne!(run.out, format!("{ROYLE}:0:\n"));
    assert!(run.out.starts_with(&format!("{ROYLE}:")), "{}", run.out);
    assert_eq!(run.code, Some(1));
}

#[test]
fn continues_after_giving_up() {
    let run = Folder::new().feed(lines(&[ROYLE, EY1]), "solve --quiet --max-guesses 0");
    assert_eq!((run.code, run.out), (Some(1), lines(&["", EY1_SOLVED])));
}

#[test]
fn invalid_numbers() {
    for option in ["--threads", "--limit", "--chunk-size"] {
        for value in ["0", "-1", "many", "1.5"] {
            let run = Folder::new().feed(EY1, &format!("solve {option}={value}"));
            run.refuses_arguments(&[option, &format!("'{value}'")]);
        }
    }
    let run = Folder::new().feed(EY1, "solve --max-guesses=-1");
    run.refuses_arguments(&["--max-guesses", "'-1'"]);
}

/// Without a bound, each of these would start more threads than the machine allows processes.
#[test]
fn threads_are_bounded() {
    let folder = Folder::with("puzzles.txt", lines(&[EY1, ROYLE]))
        .and("solutions.txt", lines(&[EY1_SOLVED, ROYLE_SOLVED]));
    let most = sudomill::max_threads();
    for wanted in [most as u64 + 1, 100_000, u64::MAX] {
        let note = format!("--threads {wanted}: using the maximum, {most}\n");
        for command in [
            "solve puzzles.txt puzzles.txt --quiet --chunk-size 1",
            "verify puzzles.txt solutions.txt --quiet --no-mmap",
            "generate --kind easy --count 3",
            "bench puzzles.txt --strategy mrv --rounds 1 --seconds 0.01",
        ] {
            let run = folder.run(&format!("{command} -j {wanted}"));
            assert_eq!((run.code, run.err.as_str()), (Some(0), note.as_str()), "{command}");
        }
    }
    folder.run("solve puzzles.txt --summary s.json -qo o.txt -j 100000");
    assert!(folder.read("s.json").contains(&format!("\"threads\": {most},")));
    let run = folder.run(&format!("verify puzzles.txt solutions.txt --quiet -j {most}"));
    run.gives("");
}

/// The library bounds threads like the command line, but without a message.
#[test]
fn threads_of_the_library_are_bounded() {
    let folder = Folder::with("puzzles.txt", lines(&[EY1, ROYLE].repeat(50)));
    let (input, output) = (folder.path("puzzles.txt"), folder.path("out.txt"));
    let run = sudomill::batch::RunOptions { threads: usize::MAX, chunk: 1, ..Default::default() };
    let options = sudomill::batch::Options { run, ..Default::default() };
    sudomill::batch::solve_file(input, output, &options).unwrap();
    assert_eq!(folder.read("out.txt"), lines(&[EY1_SOLVED, ROYLE_SOLVED].repeat(50)));
    let options = sudomill::columns::Options { threads: usize::MAX, ..Default::default() };
    let rows = vec![ROYLE.as_bytes(); 5000];
    let results = sudomill::columns::solve(&rows[..], &options).unwrap();
    assert_eq!(results.statuses.len(), 5000);
}

#[test]
fn unknown_names() {
    let run = Folder::new().feed(EY1, "solve --strategy magic");
    let strategies = "mrv, restarts, electroyou, moler, backtracking, backtracking-descending, \
                      generate-and-test";
    run.refuses_arguments(&["'magic'", strategies]);
    let run = Folder::new().feed(EY1, "solve --format xml");
    run.refuses_arguments(&["'xml'", "solution, count, csv, jsonl"]);
    let run = Folder::new().feed(EY1, "solve --progress often");
    run.refuses_arguments(&["'often'", "auto, always, never"]);
    Folder::new().run("solve --colour").refuses_arguments(&["'--colour'"]);
    Folder::new().run("dissolve").refuses_arguments(&["'dissolve'"]);
    Folder::new().run("trace one two").refuses_arguments(&["'two'"]);
}
