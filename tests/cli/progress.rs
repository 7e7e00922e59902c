//! Progress messages, and the messages that remain with `--quiet`.

use crate::{
    puzzles::*,
    run::{Folder, feed},
};

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
    for quiet in ["--quiet", "-q"] {
        for progress in ["", "--progress always"] {
            folder.run(&format!("solve puzzles.txt -o out.txt {quiet} {progress}")).gives("");
        }
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
