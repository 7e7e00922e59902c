//! `--limit` and the caps: claims about a puzzle, and exit codes.

use crate::{
    puzzles::*,
    run::{Folder, Run, feed},
};

/// Solves one puzzle. Returns its status, its number of solutions, and its solution.
fn verdict(puzzle: &str, args: &str) -> ([String; 3], Run) {
    let run = feed(puzzle, &format!("solve --quiet --format csv {args}"));
    let row = run.rows().swap_remove(1);
    ([2, 4, 5].map(|column| row[column].clone()), run)
}

#[test]
fn statuses() {
    let empty = "0".repeat(16);
    let electroyou = "--strategy electroyou --limit 1 --max-passes";
    let fillings = "--strategy generate-and-test --max-fillings";
    for (puzzle, args, status, count, code) in [
        (SMALL, "--limit 1", "solved", "1", 0),
        (DIAG, "--limit 1", "solved", "1", 0),
        (NO_SMALL, "--limit 1", "none", "0", 1),
        // The default is 2.
        (SMALL, "", "unique", "1", 0),
        (DIAG, "", "multiple", "2", 1),
        (NO_SMALL, "", "none", "0", 1),
        // A higher one counts.
        (SMALL, "--limit 3", "unique", "1", 0),
        (DIAG, "--limit 3", "multiple", "2", 0),
        (NO_SMALL, "--limit 3", "none", "0", 1),
        (&empty, "--limit 100", "multiple", "100", 0),
        (&empty, "--limit 1000", "multiple", "288", 0),
        (EY1, "--max-guesses 0", "unique", "1", 0),
        (EY1_SOLVED, "--max-guesses 0 --strategy backtracking", "unique", "1", 0),
        (EY1, "--strategy electroyou --max-passes 5", "gave-up", "0", 1),
        (EY1, &format!("{electroyou} 52"), "gave-up", "0", 1),
        (EY1, &format!("{electroyou} 53"), "solved", "1", 0),
        (EY1, &format!("{fillings} 1000"), "gave-up", "0", 1),
        (SMALL, &format!("{fillings} 1"), "gave-up", "0", 1),
        // There are 4 to the power of 5 fillings for 5 open cells.
        (SMALL, &format!("{fillings} 1023"), "gave-up", "1", 1),
        (SMALL, &format!("{fillings} 1024"), "unique", "1", 0),
    ] {
        let (found, run) = verdict(puzzle, args);
        run.exits(code);
        assert_eq!(found[..2], [status, count], "{puzzle} {args}");
    }
}

/// A search that gave up proves nothing, and the run continues.
#[test]
fn no_wrong_answer_for_any_max_guesses() {
    for strategy in
        ["lanes", "mrv", "electroyou", "moler", "backtracking", "backtracking-descending"]
    {
        for guesses in [0, 1, 2, 3, 5, 10, 50, 51, 1000, 100_000] {
            let args = format!("--max-guesses {guesses} --strategy {strategy}");
            let ([status, count, solution], run) = verdict(ROYLE, &args);
            match status.as_str() {
                "unique" => assert_eq!((count.as_str(), run.code), ("1", Some(0)), "{args}"),
                _ => assert_eq!((status.as_str(), run.code), ("gave-up", Some(1)), "{args}"),
            }
            assert_eq!(solution, if count == "0" { "" } else { ROYLE_SOLVED }, "{args}");
            assert!(guesses > 0 || count == "0", "{args}");
            // The empty grid has very many solutions, so it is never "unique" or "none".
            let ([status, ..], _) = verdict(&".".repeat(81), &args);
            assert!(["multiple", "gave-up"].contains(&status.as_str()), "{args}: {status}");
        }
    }
    let args = "solve --quiet --max-guesses 0";
    feed(lines(&[ROYLE, EY1]), args).prints(1, &solved("- 1"));
    let run = feed(ROYLE, &format!("{args} --format count"));
    run.exits(1).shows(&[&format!("{ROYLE}:")]).lacks(&format!("{ROYLE}:0:\n"));
}

/// Each value is empty, or that of a run without a limit, on
/// any number of threads.
#[test]
fn no_wrong_column_for_any_max_guesses() {
    let start = |set, count| -> Vec<u8> {
        shipped(set).split_inclusive('\n').take(count).collect::<String>().into()
    };
    let folder =
        Folder::with("minimal", start("minimal.txt", 800)).and("easy", start("easy.txt", 300));
    for set in ["minimal", "easy"] {
        let solve = |args: &str| {
            let columns = "--columns difficulty_guesses,minimal,redundant";
            folder.run(&format!("solve {set} --quiet --format csv {columns} {args}"))
        };
        let all = solve("").rows();
        for guesses in [1, 5, 10, 100] {
            let run = solve(&format!("--max-guesses {guesses} --threads 1"));
            for column in 0..3 {
                let found = run.column(column);
                let whole = all[1..].iter().map(|row| &row[column]);
                let is_right = |(one, whole): (&String, &String)| one.is_empty() || one == whole;
                assert!(found.len() + 1 == all.len() && found.iter().zip(whole).all(is_right));
                let known = found.iter().filter(|value| !value.is_empty()).count();
                assert!(known < 800 || (set, guesses) != ("minimal", 1));
                assert!(known > 0 || guesses < 100);
            }
            for way in ["--threads 2 --chunk-size 82", "--threads 2 --chunk-size 50000"] {
                solve(&format!("--max-guesses {guesses} {way}")).is_like(&run, "input");
            }
        }
    }
}

#[test]
fn invalid_arguments() {
    for option in ["--threads", "--limit", "--chunk-size"] {
        for value in ["0", "-1", "many", "1.5"] {
            let run = feed(EY1, &format!("solve {option}={value}"));
            run.refuses_arguments(&[option, &format!("'{value}'")]);
        }
    }
    for (args, words) in [
        ("solve --max-guesses=-1", &["--max-guesses", "'-1'"][..]),
        ("solve --format xml", &["'xml'", "solution, count, csv, jsonl"]),
        ("solve --progress often", &["'often'", "auto, always, never"]),
        ("solve --colour", &["'--colour'"]),
        ("dissolve", &["'dissolve'"]),
        ("trace one two", &["'two'"]),
    ] {
        feed(EY1, args).refuses_arguments(words);
    }
}

/// Without a bound, each of these would start more threads than the machine allows processes.
#[test]
fn threads_are_bounded() {
    let solved = lines(&[EY1_SOLVED, ROYLE_SOLVED].repeat(50));
    let folder =
        Folder::with("puzzles.txt", lines(&[EY1, ROYLE].repeat(50))).and("solutions.txt", &solved);
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
    assert_eq!(folder.json("s.json")["threads"], most);
    folder.run(&format!("verify puzzles.txt solutions.txt --quiet -j {most}")).gives("");

    // The library bounds threads, too, but without a message.
    let run = sudomill::batch::RunOptions::default().with_threads(usize::MAX).with_chunk(1);
    let options = sudomill::batch::SolveOptions::default().with_run(run);
    sudomill::batch::solve_file(folder.path("puzzles.txt"), folder.path("out.txt"), &options)
        .unwrap();
    assert_eq!(folder.read("out.txt"), solved);
    let options = sudomill::memory::MemoryOptions::default().with_threads(usize::MAX);
    let results = sudomill::memory::solve(&vec![ROYLE.as_bytes(); 5000][..], &options).unwrap();
    assert_eq!(results.statuses.len(), 5000);
}

/// Who looks for a limit in seconds finds why there is none.
#[test]
fn help_says_why_seconds_do_not_limit() {
    for command in ["solve", "trace", "candidates", "bench"] {
        let help = feed("", &format!("{command} --help")).exits(0).out.clone();
        let words: Vec<_> = help.split_whitespace().collect();
        let reason = "There is no limit in seconds, because results would depend on the machine.";
        assert!(words.join(" ").contains(reason), "{help}");
    }
}
