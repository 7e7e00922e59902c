//! Pipes that wait, pipes that close, interrupts, and inputs that shrink.

use crate::{
    puzzles::*,
    run::Folder,
    running::{Running, until},
    terminal::Terminal,
};
use std::{
    fs::{self, File},
    io::{BufRead, BufReader, Read, Write},
    path::Path,
    thread,
};

/// Creates a file with minutes of work.
fn slow() -> Folder {
    Folder::with("slow.txt", lines(&[SLOW; 100]))
}

/// Waits for the hidden file of an output.
fn output_is_begun(folder: &Folder) {
    until("the begun output", || folder.names().iter().any(|name| name.ends_with("-partial")));
}

#[test]
fn closed_pipe_is_quiet() {
    let folder = Folder::with("puzzles.txt", lines(&[EY1].repeat(20_000)));
    for args in [
        "solve puzzles.txt",
        "solve puzzles.txt --format jsonl --threads 2",
        "solve puzzles.txt --no-mmap --format csv --timing timing.csv",
        "generate --kind solved --count 1000000000",
    ] {
        let mut running = Running::start(folder.command(args));
        let mut reader = BufReader::new(running.0.stdout.take().unwrap());
        reader.read_line(&mut String::new()).unwrap();
        drop(reader);
        assert_eq!(running.end(), (Some(0), String::new()), "{args}");
    }
}

/// After the first wrong answers `verify` has nothing more to write, and still notices that nobody
/// reads.
#[test]
fn closed_pipe_ends_verify() {
    let folder = Folder::new();
    let mut running = Running::start(folder.command("verify -"));
    let mut reader = BufReader::new(running.0.stdout.take().unwrap());
    let mut input = running.0.stdin.take().unwrap();
    let rows = format!("{EY1},{ROYLE_SOLVED}\n").repeat(1000);
    // Ends only with the program.
    let writer = thread::spawn(move || while input.write_all(rows.as_bytes()).is_ok() {});
    reader.read_line(&mut String::new()).unwrap();
    drop(reader);
    assert_eq!(running.end(), (Some(0), String::new()));
    writer.join().unwrap();
}

/// The commands that write many lines, or all of them at the end.
#[test]
fn closed_pipe_of_every_command() {
    let folder = Folder::with("puzzles.txt", lines(&[EY1, ROYLE].repeat(20_000)));
    for args in [
        "dedup puzzles.txt -q",
        "shuffle puzzles.txt -q",
        "inspect puzzles.txt puzzles.txt",
        "trace puzzles.txt:2",
        "candidates puzzles.txt",
    ] {
        let mut running = Running::start(folder.command(args));
        drop(running.0.stdout.take());
        assert_eq!(running.end(), (Some(0), String::new()), "{args}");
    }
}

/// The standard library silently discards writes to such a stream.
#[test]
fn standard_output_that_takes_nothing() {
    let folder = Folder::with("puzzles.txt", lines(&[EY1, ROYLE]))
        .and("solutions.txt", lines(&[EY1_SOLVED, EY1_SOLVED]))
        .and("other.txt", "");
    let run = |args: &str, to: &str| folder.shell(&format!("exec sudomill {args} {to}"));
    for args in [
        "solve puzzles.txt",
        "solve puzzles.txt --format jsonl -o /dev/stdout",
        "solve puzzles.txt -o out.txt --summary -",
        "verify puzzles.txt solutions.txt",
        "generate --kind easy",
        "bench puzzles.txt --strategy mrv --rounds 1 --seconds 0.01",
        "strategies",
        "trace puzzles.txt",
        "trace puzzles.txt --format jsonl",
        "candidates puzzles.txt",
        "completions bash",
        "man solve",
        "inspect puzzles.txt",
        "--version",
        "--help",
        "solve --help",
        "help solve",
    ] {
        for to in ["1<other.txt", ">&-", "<&- >&-"] {
            // While standard output is closed, the path to it may belong to another file.
            if to != "1<other.txt" && args.contains("/dev/stdout") {
                continue;
            }
            let run = run(args, to);
            let told = "standard output is not open for writing\n";
            assert!(run.code == Some(2) && run.err.ends_with(told), "{run:?}");
            assert!(!folder.path("out.txt").exists(), "{args} {to}");
        }
        // A stream to /dev/null is meant to discard the output.
        assert_eq!(run(args, "1<>/dev/null").code, run(args, ">/dev/null").code, "{args}");
        let _ = fs::remove_file(folder.path("out.txt"));
    }
    // These commands write nothing to standard output.
    for args in ["solve puzzles.txt -qo out.txt", "verify solutions.txt solutions.txt -q"] {
        for to in ["1<other.txt", ">&-"] {
            run(args, to).gives("");
        }
    }
}

#[test]
fn named_pipes() {
    let folder = Folder::with("puzzles.txt", lines(&[EY1, ROYLE]));
    folder.shell("mkfifo in out").exits(0);
    let solved = lines(&[EY1_SOLVED, ROYLE_SOLVED]);
    let running = Running::start(folder.command("solve in -o out.txt --quiet"));
    fs::write(folder.path("in"), folder.read("puzzles.txt")).unwrap();
    assert_eq!(running.end(), (Some(0), String::new()));
    assert_eq!(folder.read("out.txt"), solved);
    let running = Running::start(folder.command("solve puzzles.txt -o out --quiet"));
    assert_eq!(folder.read("out"), solved);
    assert_eq!(running.end(), (Some(0), String::new()));
    assert_eq!(folder.names(), ["in", "out", "out.txt", "puzzles.txt"]);
}

/// Checks that each text is answered before the next one is sent, with the results of a file of all.
#[track_caller]
fn is_answered_at_once(args: &str, texts: &[String]) {
    let folder = Folder::with("input", texts.concat());
    let run = folder.run(&format!("solve input --quiet {args}"));
    let expected = run.out;
    let mut running = Running::start(folder.command(&format!("solve --quiet {args}")));
    let mut input = running.0.stdin.take().unwrap();
    let mut output = BufReader::new(running.0.stdout.take().unwrap());
    // The header of results comes with the first one.
    let header = expected.lines().count() - texts.len();
    let mut answers = String::new();
    for (number, text) in texts.iter().enumerate() {
        input.write_all(text.as_bytes()).unwrap();
        for _ in 0..if number == 0 { 1 + header } else { 1 } {
            output.read_line(&mut answers).unwrap();
        }
    }
    drop(input);
    assert_eq!(running.end(), (run.code, String::new()), "{args} {texts:?}");
    assert_eq!(answers, expected, "{args} {texts:?}");
}

/// Lines, records, and grids after their last row.
#[test]
fn pipe_is_answered_at_once() {
    let forms: [fn(&str) -> String; 11] = [
        |puzzle| lines(&[puzzle]),
        grid,
        |puzzle| format!("1,{puzzle}\n"),
        |puzzle| format!("{puzzle};a note\n"),
        |puzzle| format!("{puzzle},{EY1_SOLVED}\n"),
        |puzzle| format!("1,\"{}\"\n", grid(puzzle).trim_end()),
        |puzzle| format!("{{\"puzzle\":\"{puzzle}\"}}\n"),
        |puzzle| format!("{{\"id\":1,\"Sudoku\":\"{puzzle}\"}}\n"),
        |puzzle| format!("{{\"id\":1,\"grid\":{:?}}}\n", grid(puzzle)),
        |puzzle| format!("{{\"solution\":\"{EY1_SOLVED}\",\"quiz\":\"{puzzle}\"}}\n"),
        |puzzle| puzzle.replace('.', "0").split("").collect::<Vec<_>>().join(" ") + "\n",
    ];
    for form in forms {
        is_answered_at_once("", &[EY1, ROYLE, EY1].map(form));
    }
    let solved =
        |puzzle, solution| format!("{{\"puzzle\":\"{puzzle}\",\"solution\":\"{solution}\"}}\n");
    let objects = [solved(EY1, EY1_SOLVED), solved(ROYLE, ROYLE_SOLVED)];
    is_answered_at_once("--format csv --columns agrees", &objects);
}

/// The layouts that several records decide, unless an option does. The results are the same.
#[test]
fn options_decide_at_once() {
    let four = ["1...4.....2....3", ".4.3.3........2."];
    is_answered_at_once("--order 2", &four.map(|puzzle| lines(&[puzzle])));
    let repeated = ["12..4.....2....3", "1...4.....2....3"];
    is_answered_at_once("", &repeated.map(|puzzle| lines(&[puzzle])));
    let other_key = [EY1, ROYLE].map(|puzzle| format!("{{\"id\":1,\"p\":\"{puzzle}\"}}\n"));
    is_answered_at_once("--column p", &other_key);
    let two = [EY1, ROYLE].map(|puzzle| format!("{puzzle},{EY1}\n"));
    is_answered_at_once("--column 1", &two);
    let [easy, other] = first("16x16");
    let lines = [lines(&[&easy]), lines(&[&other])];
    is_answered_at_once("--alphabet 123456789ABCDEFG", &lines);
    // A cell per column, with names or an option.
    let cells = |puzzle: &str| {
        let cells: Vec<_> = puzzle.chars().map(|c| c.to_string().replace('.', "")).collect();
        format!("1,{}\n", cells.join(","))
    };
    let names: Vec<_> = (1..=81).map(|cell| format!("c{cell}")).collect();
    let header = format!("id,{}\n{}", names.join(","), cells(EY1));
    is_answered_at_once("", &[header, cells(ROYLE)]);
    is_answered_at_once("--column 2 --no-header", &[cells(EY1), cells(ROYLE)]);
}

#[test]
fn interrupt_leaves_the_old_output() {
    // Even on a slow machine, nothing is recorded.
    let outputs = "-o out.txt --timing timing.csv --summary summary.json --record-every 1000";
    for (signal, args) in [
        ("INT", "--strategy backtracking"),
        ("INT", "--strategy backtracking --no-mmap --threads 2 --chunk-size 1"),
        ("TERM", "--strategy backtracking-descending --progress always"),
    ] {
        let folder = slow().and("out.txt", "old\n");
        let running = Running::start(folder.command(&format!("solve slow.txt {outputs} {args}")));
        output_is_begun(&folder);
        running.signal(signal);
        let (code, err) = running.end();
        assert_eq!(code, Some(130), "{args}: {err}");
        assert!(!err.contains("sudomill") && !err.contains("puzzles:"), "{err}");
        // A hanging run would not print the message.
        let said = err.rsplit('\r').next().unwrap().trim_start_matches("\x1b[2K");
        let told = "interrupted: out.txt, timing.csv, summary.json not written\n";
        // The searches of up to two puzzles that were stopped, if they were long ones.
        let searches = said.strip_suffix(told).unwrap_or(said);
        let is_search =
            |line: &str| line.starts_with("slow.txt:") && line.contains(": stopped after ");
        assert!(searches.lines().all(is_search), "{args}: {err:?}");
        assert!(searches.lines().count() <= 2, "{args}: {err:?}");
        assert_eq!(folder.names(), ["out.txt", "slow.txt"], "{args}");
        assert_eq!(folder.read("out.txt"), "old\n");
    }
}

// On other systems there is no sign that the program is ready before it has written anything.
#[cfg(target_os = "linux")]
#[test]
fn interrupt_while_reading() {
    let (solve, solved) = ("solve -o out.txt", format!("{EY1},{EY1_SOLVED}\n"));
    let interrupted = |(args, fed): (&str, &str)| {
        let folder = Folder::with("puzzles.txt", lines(&[EY1, ROYLE]));
        let mut running = Running::start(folder.command(args));
        let mut input = running.0.stdin.take().unwrap();
        input.write_all(fed.as_bytes()).unwrap();
        running.listens();
        running.interrupted();
        assert_eq!(folder.names(), ["puzzles.txt"], "{args} {fed:?}");
    };
    // Each waits for its input to end, before it gives up: all at once.
    thread::scope(|all| {
        for case in [
            (solve, ""),
            (solve, "\n"),
            (solve, EY1),
            (solve, "quizzes,solutions\n"),
            ("verify puzzles.txt -", &solved),
            ("verify -", &solved),
            ("verify - puzzles.txt -j 1", &solved),
        ] {
            all.spawn(move || interrupted(case));
        }
    });
}

/// A run that hangs, or does not get to its end on a busy machine, still says what there is not.
#[test]
fn interrupted_run_that_hangs_says_so() {
    for progress in ["", "--progress always"] {
        let folder = Folder::new();
        let args = format!("solve - -o out.txt --timing timing.csv {progress}");
        let mut running = Running::start(folder.command(&args));
        let input = running.0.stdin.take().unwrap();
        output_is_begun(&folder);
        running.signal("INT");
        let (code, err) = running.end();
        assert_eq!(code, Some(130), "{err}");
        let said = err.rsplit('\r').next().unwrap();
        assert_eq!(said, "interrupted: out.txt, timing.csv not written\n", "{err:?}");
        assert!(folder.names().is_empty(), "{:?}", folder.names());
        drop(input);
    }
}

#[test]
fn interrupt_while_writing() {
    let folder = Folder::with("puzzles.txt", lines(&[EY1].repeat(20_000)));
    let mut running = Running::start(folder.command("solve puzzles.txt --timing timing.csv"));
    // The pipe is full, or soon will be; in both cases nobody continues to read.
    let mut start = [0; 82];
    let mut output = running.0.stdout.take().unwrap();
    output.read_exact(&mut start).unwrap();
    running.signal("INT");
    let told = "interrupted: the results on standard output end early; timing.csv not written\n";
    assert_eq!(running.end(), (Some(130), told.to_owned()));
    drop(output);
    assert_eq!(folder.names(), ["puzzles.txt"]);
}

/// Ratings that take minutes all together.
#[test]
fn interrupt_ratings() {
    for threads in [1, 2] {
        let folder = Folder::with("hardest.txt", lines(&[HARDEST; 1000]));
        let args = format!("--format csv --columns rating -o out.txt -j{threads}");
        let running = Running::start(folder.command(&format!("solve hardest.txt {args}")));
        output_is_begun(&folder);
        running.signal("INT");
        assert_eq!(running.end(), (Some(130), "interrupted: out.txt not written\n".to_owned()));
        assert_eq!(folder.names(), ["hardest.txt"]);
    }
}

/// A search for thousands of solutions shows how many it has found, and says it once more when it is
/// interrupted.
#[test]
fn interrupt_long_search() {
    for (args, rest) in [("", "\n"), ("--format count -o out.txt", "; out.txt not written\n")] {
        let (folder, empty) = (Folder::new(), ".".repeat(81));
        let args = format!("solve {empty} --limit 1000000000000 --threads 2 {args}");
        let terminal = Terminal::start(folder.command(&args), (50, 100));
        terminal.shows(" solutions");
        let shown = terminal.interrupted();
        let said = format!(" solutions so far{rest}");
        assert!(shown.contains("about ") && shown.ends_with(&said), "{shown}");
        assert!(folder.names().is_empty(), "{:?}", folder.names());
    }
}

/// Of several puzzles in a file, the one whose search takes long is named.
#[test]
fn interrupt_names_line_of_search() {
    let [easy, _] = first("16x16");
    let puzzles = format!("{easy}\n# empty\n{}\n", ".".repeat(256));
    let folder = Folder::with("puzzles.txt", puzzles);
    let args = "solve puzzles.txt --limit 1000000000000 --threads 2";
    // A machine that is busy takes longer to make a hundred thousand guesses.
    let stopped_after = |seconds: &u32| {
        let terminal = Terminal::start(folder.command(args), (50, 100));
        terminal.shows(&format!("00:00:{seconds:02}"));
        let shown = terminal.interrupted();
        Some(shown.rsplit_once("puzzles.txt:3: stopped after ")?.1.to_owned())
    };
    let said =
        [2, 4, 8, 16, 32].iter().find_map(stopped_after).expect("a hundred thousand guesses");
    assert!(said.contains(" guesses; --max-guesses N gives up such a search"), "{said}");
}

/// Puzzles that no random grid leads to: the search shows progress, and can be interrupted.
#[test]
fn interrupt_generate() {
    let folder = Folder::new();
    let args = "generate --kind minimal --count 1000000000 -o out.txt";
    let running = Running::start(folder.command(args));
    output_is_begun(&folder);
    running.signal("INT");
    assert_eq!(running.end(), (Some(130), String::new()));
    assert!(folder.names().is_empty(), "{:?}", folder.names());
    for args in ["minimal --clues 17", "unique --clues 17", "minimal --rating 11.5..20"] {
        let args = format!("generate --kind {args} -o out.txt");
        let terminal = Terminal::start(folder.command(&args), (50, 100));
        terminal.shows(" grids tried");
        terminal.interrupted();
        assert!(folder.names().is_empty(), "{:?}", folder.names());
    }
}

/// Starts to solve a file, changes it while the program is working, and reads the rest of the
/// results. Returns their length, the exit code and the messages.
fn changed(how: &str, change: impl FnOnce(&Path)) -> (usize, (Option<i32>, String), Folder) {
    let folder = Folder::with("puzzles.txt", lines(&[EY1].repeat(50_000)));
    let args = format!("solve puzzles.txt --chunk-size 10000 --quiet {how}");
    let mut running = Running::start(folder.command(&args));
    // The output does not fit into the pipe, so the program is still working when the first line
    // arrives.
    let mut output = running.0.stdout.take().unwrap();
    output.read_exact(&mut [0; 82]).unwrap();
    change(&folder.path("puzzles.txt"));
    let rest = thread::spawn(move || output.read_to_end(&mut Vec::new()).unwrap());
    let ended = running.end();
    (82 + rest.join().unwrap(), ended, folder)
}

#[test]
fn shrinking_input() {
    for left in [0, 500_000] {
        let shrink = |path: &Path| File::options().write(true).open(path).unwrap().set_len(left);
        let (_, ended, folder) = changed("--timing timing.csv", |path| shrink(path).unwrap());
        let line = "sudomill: puzzles.txt: the file shrank while it was being read; \
                    --no-mmap reads files instead of mapping them\n";
        assert_eq!(ended, (Some(2), line.to_owned()));
        assert_eq!(folder.names(), ["puzzles.txt"]);
    }
}

/// A mapped input is solved in the size it had when opened; other inputs are read to their end.
#[test]
fn growing_input() {
    for (how, solved) in [("", 50_000), ("--no-mmap", 50_001)] {
        let grow = |path: &Path| {
            let mut input = File::options().append(true).open(path).unwrap();
            input.write_all(lines(&[ROYLE]).as_bytes()).unwrap();
        };
        let (length, ended, _) = changed(how, grow);
        assert_eq!((length, ended), (82 * solved, (Some(0), String::new())), "{how}");
    }
}
