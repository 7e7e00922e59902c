//! The summary, as text on standard error and as JSON; progress messages, and those that remain with
//! `--quiet`.

use crate::{
    puzzles::*,
    run::{Folder, feed},
};
use serde_json::{Value, json};
use sudomill::solver::lanes::Backend;

#[test]
fn text() {
    let folder = Folder::with("puzzles.txt", lines(&[EY1, "# c", ROYLE, "bad", NO_SOLUTION]));
    let run = folder.run("solve puzzles.txt -o out.txt --strategy moler --limit 3 --threads 1");
    let told: Vec<_> = run.err.lines().skip(1).collect();
    let [puzzles, skipped, speed, times, how] = told[..] else { panic!("{}", run.err) };
    assert_eq!(puzzles, "4 puzzles: 2 unique, 1 none, 1 invalid");
    assert_eq!(skipped, "skipped lines: 1 comment");
    assert!(speed.contains("s, ") && speed.ends_with("/s"), "{speed}");
    let figures: Vec<_> =
        times.split(", ").map(|figure| figure.rsplit_once(' ').unwrap()).collect();
    assert!(figures.iter().all(|(_, unit)| ["ns", "µs", "ms", "s"].contains(unit)), "{times}");
    for (figure, start) in figures.iter().zip(["solve time: min ", "median ", "p99 ", "max "]) {
        assert!(figure.0.starts_with(start), "{times}");
    }
    assert_eq!(how, "strategy moler, limit 3, 1 thread");
    assert_eq!(run.out, "");
}

#[test]
fn statuses() {
    let many = format!("{EY1}\n").repeat(1_200);
    for (input, args, line) in [
        (EY1, "--limit 1", "1 puzzle: 1 solved"),
        (EY1, "", "1 puzzle: 1 unique"),
        (DIAG, "", "1 puzzle: 1 multiple"),
        (NO_SOLUTION, "", "1 puzzle: 1 none"),
        (ROYLE, "--max-guesses 0", "1 puzzle: 1 gave-up"),
        (&lines(&[EY1, CONFLICT]), "", "2 puzzles: 1 unique, 1 invalid"),
        (&many, "", "1,200 puzzles: 1,200 unique"),
    ] {
        let err = feed(input, &format!("solve {args}")).err;
        assert!(err.lines().any(|found| found == line), "{line} is not in:\n{err}");
    }
}

#[test]
fn json_file() {
    let input = format!("# c\nquizzes,solutions\n\n{EY1}\n{ROYLE}\nbad\n{CONFLICT}\n{NO_SOLUTION}");
    let folder = Folder::with("puzzles.txt", input);
    folder.run("solve puzzles.txt -o out.txt --summary summary.json --threads 2 -q").exits(1);
    assert!(folder.read("summary.json").ends_with("}\n"));
    let mut summary = folder.json("summary.json");
    let fields = summary.as_object_mut().unwrap();
    let [elapsed, rate] = ["elapsed_s", "puzzles_per_s"]
        .map(|name| fields.remove(name).and_then(|value| value.as_f64()).unwrap());
    assert!(elapsed > 0.0 && (rate * elapsed - 5.0).abs() < 0.01, "{elapsed} s, {rate}/s");
    let detected = fields.remove("detected").unwrap();
    assert_eq!((&detected["format"], &detected["column"]), (&"delimited".into(), &1.into()));
    assert_eq!(detected["header"], "quizzes,solutions");
    let times = fields.remove("solve_ns").unwrap();
    let times = ["min", "median", "p99", "max"].map(|name| times[name].as_u64().unwrap());
    assert!(times[0] > 0 && times.is_sorted(), "{times:?}");
    let occupancy = fields.remove("occupancy").and_then(|value| value.as_f64()).unwrap();
    assert!(occupancy > 0.0 && occupancy <= 1.0, "{occupancy}");
    let forced = std::env::var("SUDOMILL_BACKEND");
    let backend = forced.as_deref().unwrap_or(Backend::best().name());
    let expected = json!({
        "input": "puzzles.txt", "puzzles": 5, "lines": 8, "strategy": "lanes", "limit": 2,
        "backend": backend,
        "threads": 2, "side": 9, "version": env!("CARGO_PKG_VERSION"),
        "statuses": {
            "solved": 0, "unique": 2, "multiple": 0, "none": 1, "invalid": 2, "gave-up": 0,
        },
        "skipped": { "blank": 1, "comment": 1, "header": 1, "count": 0 },
    });
    assert_eq!(summary, expected);
}

#[test]
fn extremes_match_timing() {
    let folder = Folder::with("puzzles.txt", lines(&[EY1, ROYLE].repeat(20))).and("empty", "");
    folder.run("solve puzzles.txt -q -o out.txt --timing timing.csv --summary summary.json");
    let summary = folder.json("summary.json");
    let rows = crate::run::rows(&folder.read("timing.csv"));
    let times: Vec<u64> = rows[1..].iter().map(|row| row[7].parse().unwrap()).collect();
    assert_eq!(summary["solve_ns"]["min"].as_u64(), times.iter().min().copied());
    assert_eq!(summary["solve_ns"]["max"].as_u64(), times.iter().max().copied());
    // No times without solutions.
    folder.run("solve empty --summary summary.json").exits(0).lacks("solve time");
    assert_eq!(folder.json("summary.json")["solve_ns"], Value::Null);
}

fn many() -> Folder {
    Folder::with("puzzles.txt", lines(&[EY1, ROYLE].repeat(500)))
}

/// Checks that a run without progress prints only the summary.
#[track_caller]
fn shows_no_progress(err: &str) {
    assert!(err.starts_with("1,000 puzzles: 1,000 unique\n"), "{err}");
    assert!(!err.contains('\r') && !err.contains("left"), "{err}");
    assert_eq!(err.lines().count(), 4, "{err}");
}

#[test]
fn hidden_off_terminal() {
    let folder = many();
    for args in ["", "--progress auto", "--progress never"] {
        shows_no_progress(&folder.run(&format!("solve puzzles.txt {args}")).err);
        shows_no_progress(&folder.feed(folder.read("puzzles.txt"), &format!("solve {args}")).err);
    }
}

#[test]
fn always() {
    let folder = many();
    let run = folder.run("solve puzzles.txt --progress always");
    let (bar, summary) = run.err.rsplit_once('\r').expect("a bar ends with a carriage return");
    assert!(bar.contains(" puzzles, ") && bar.contains(" puzzles/s, "), "{bar}");
    shows_no_progress(summary);

    let stream = folder.feed(folder.read("puzzles.txt"), "solve --progress always");
    assert!(stream.err.contains('\r') && stream.err.contains("puzzles/s"), "{}", stream.err);
    let plain = folder.run("solve puzzles.txt --quiet").out;
    assert!(run.out == plain && stream.out == plain, "the results are the same");
}

#[test]
fn quiet() {
    let folder = many();
    for args in ["--quiet", "-q", "--quiet --progress always"] {
        folder.run(&format!("solve puzzles.txt -o out.txt {args}")).gives("");
    }
    // Errors remain, and each has its own line.
    for args in ["--quiet", "--progress always"] {
        let run = feed(format!("{EY1}\nZ\n"), &format!("solve {args}"));
        let mut lines = run.err.split(['\r', '\n']);
        assert!(lines.any(|line| line.starts_with("<stdin>:2:1: found 'Z'")), "{}", run.err);
    }
    folder.run("solve nowhere.txt --quiet").begins("sudomill: nowhere.txt: ");
}

#[test]
fn no_escapes_off_terminal() {
    let folder = many().and("bad.txt", "bad\n").and("solved.txt", lines(&[EY1_SOLVED]));
    for args in [
        "solve puzzles.txt",
        "solve puzzles.txt --progress always",
        "solve bad.txt",
        "solve nowhere.txt",
        "solve --strategy magic",
        "solve --help",
        "verify puzzles.txt solved.txt",
        "generate --kind easy --count 20 --progress always",
        "generate --help",
        "trace puzzles.txt:2 --strategy moler",
        "trace puzzles.txt --delay 0",
        "candidates puzzles.txt",
        "strategies",
        "--help",
        "--version",
        "",
        "nonsense",
    ] {
        for no_color in [None, Some("1")] {
            let mut command = folder.command(args);
            no_color.map(|value| command.env("NO_COLOR", value));
            let output = command.output().unwrap();
            let bytes = [output.stdout, output.stderr].concat();
            assert!(!bytes.is_empty() && !bytes.contains(&0x1B), "{args}");
        }
    }
}
