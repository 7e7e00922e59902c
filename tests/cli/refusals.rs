//! Impossible requests are reported in one line, with exit code 2, and leave nothing behind.

use crate::{puzzles::*, run::Folder};
use std::{fs, os::unix::fs::symlink};

const MISSING: &str = "No such file or directory (os error 2)";
const NO_FOLDER: &str = "Not a directory (os error 20)";
const OUTPUTS: [(&str, &str); 3] =
    [("-o", "output"), ("--timing", "timing file"), ("--summary", "summary file")];

/// Checks that a run is rejected with this message, and changes nothing in its folder.
#[track_caller]
fn refused(args: &str, line: &str) {
    let folder = Folder::with("puzzles.txt", lines(&[EY1, ROYLE]));
    fs::create_dir(folder.path("folder")).unwrap();
    folder.run(args).refuses(line);
    assert_eq!(folder.names(), ["folder", "puzzles.txt"], "{args}");
    assert_eq!(fs::read_dir(folder.path("folder")).unwrap().count(), 0, "{args}");
    assert_eq!(folder.read("puzzles.txt"), lines(&[EY1, ROYLE]), "{args}");
}

#[test]
fn missing_input() {
    for args in ["", "-o out.txt", "--quiet", "--no-mmap", "--timing timing.csv --summary s.json"] {
        let line = format!("nowhere.txt: cannot open: {MISSING}");
        refused(&format!("solve nowhere.txt {args}"), &line);
    }
    let path = "puzzles.txt/puzzles.txt";
    refused(&format!("solve {path}"), &format!("{path}: cannot open: {NO_FOLDER}"));
    let empty = "folder: found no file; expected at least one";
    refused("solve folder", empty);
    refused("solve folder --no-mmap -o out.txt", empty);
}

#[test]
fn output_that_cannot_be_created() {
    for (option, _) in OUTPUTS {
        for (path, told) in [
            ("nowhere/out", MISSING),
            ("puzzles.txt/out", NO_FOLDER),
            ("folder", "is a directory"),
            (".", "is a directory"),
        ] {
            let line = format!("{path}: cannot create: {told}");
            refused(&format!("solve puzzles.txt {option} {path}"), &line);
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn read_only_folder() {
    // For root, the error is that the file does not exist, for others that access is denied.
    let errors = [MISSING, "Permission denied (os error 13)"];
    let lines = errors.map(|words| format!("sudomill: /proc/out.txt: cannot create: {words}\n"));
    let folder = Folder::with("puzzles.txt", EY1);
    let run = folder.run("solve puzzles.txt -o /proc/out.txt --timing timing.csv");
    assert!(lines.contains(&run.prints(2, "").err), "{}", run.err);
    assert_eq!(folder.names(), ["puzzles.txt"]);
}

#[cfg(target_os = "linux")]
#[test]
fn full_disk() {
    let full = "/dev/full: cannot write: No space left on device (os error 28)";
    for args in [
        "solve puzzles.txt -o /dev/full",
        "solve puzzles.txt -o /dev/full --timing timing.csv --summary summary.json",
        "solve puzzles.txt -o out.txt --timing /dev/full",
        "solve puzzles.txt -o out.txt --summary /dev/full",
        "generate --kind easy -o /dev/full",
    ] {
        refused(args, full);
    }
    let folder = Folder::with("puzzles.txt", EY1).and("bad.txt", EY1);
    for (args, name) in [
        ("solve puzzles.txt --timing timing.csv", "<stdout>: cannot write: "),
        ("generate --kind easy", "<stdout>: cannot write: "),
        ("verify puzzles.txt bad.txt", "<stdout>: cannot write: "),
        ("strategies", ""),
        ("completions bash", ""),
        ("man", ""),
    ] {
        let run = folder.shell(&format!("sudomill {args} > /dev/full"));
        run.refuses(&format!("{name}No space left on device (os error 28)"));
        assert_eq!(folder.names(), ["bad.txt", "puzzles.txt"]);
    }
}

#[test]
fn output_is_input() {
    let folder = Folder::with("puzzles.txt", EY1);
    fs::create_dir(folder.path("folder")).unwrap();
    fs::hard_link(folder.path("puzzles.txt"), folder.path("hard")).unwrap();
    symlink("puzzles.txt", folder.path("link")).unwrap();
    symlink("../link", folder.path("folder/link")).unwrap();
    let absolute = folder.path("puzzles.txt").display().to_string();
    let relative = ["puzzles.txt", "./puzzles.txt", "folder/../puzzles.txt"];
    for name in relative.into_iter().chain([&*absolute, "hard", "link", "folder/link"]) {
        for (option, role) in OUTPUTS {
            let line = format!("{name}: is the input and the {role}; choose another file");
            folder.run(&format!("solve puzzles.txt {option} {name}")).refuses(&line);
        }
        let line = "puzzles.txt: is the input and the output; choose another file";
        folder.run(&format!("solve {name} -o puzzles.txt")).refuses(line);
    }
    assert_eq!(folder.read("puzzles.txt"), EY1);
    assert_eq!(folder.names(), ["folder", "hard", "link", "puzzles.txt"]);
}

#[test]
fn same_output_twice() {
    for name in ["out", "./out", "folder/../out"] {
        for (first, second) in [(0, 1), (0, 2), (1, 2)] {
            let [(first, one), (second, other)] = [OUTPUTS[first], OUTPUTS[second]];
            let line = format!("{name}: is the {one} and the {other}; choose another file");
            refused(&format!("solve puzzles.txt {first} out {second} {name}"), &line);
        }
    }
    // Through a link to a file that does not exist.
    let folder = Folder::with("puzzles.txt", EY1);
    symlink("new", folder.path("link")).unwrap();
    let line = "new: is the output and the timing file; choose another file";
    folder.run("solve puzzles.txt -o link --timing new").refuses(line);
    assert_eq!(folder.names(), ["link", "puzzles.txt"]);
}

#[test]
fn streams_and_devices() {
    for option in ["--timing", "--summary"] {
        let folder = Folder::with("puzzles.txt", EY1);
        let run = folder.run(&format!("solve puzzles.txt {option} -"));
        assert_eq!(run.prints(2, "").err.lines().count(), 1, "{}", run.err);
        // One of them alone is allowed.
        folder.run(&format!("solve puzzles.txt {option} - -o out.txt --quiet")).exits(0);
        assert_eq!(folder.read("out.txt"), lines(&[EY1_SOLVED]));
    }
    let folder = Folder::with("puzzles.txt", EY1);
    let null = "-o /dev/null --timing /dev/null --summary /dev/null";
    folder.run(&format!("solve puzzles.txt --quiet {null}")).gives("");
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
}

#[test]
fn append_to_input() {
    let folder = Folder::with("puzzles.txt", lines(&[EY1].repeat(100)));
    for args in ["", "--no-mmap"] {
        folder.shell(&format!("sudomill solve puzzles.txt {args} >> puzzles.txt")).exits(2);
        assert_eq!(folder.read("puzzles.txt").lines().count(), 100, "{args}");
    }
}
