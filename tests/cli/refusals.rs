//! Impossible requests are reported in one line, with exit code 2, and leave nothing behind.

use crate::{puzzles::*, run::Folder};
use std::{
    fs::{self, File, OpenOptions},
    os::unix::fs::symlink,
    path::Path,
};

const MISSING: &str = "No such file or directory (os error 2)";

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
    let line = format!("nowhere.txt: cannot open: {MISSING}");
    for args in ["", "-o out.txt", "--quiet", "--no-mmap", "--timing timing.csv --summary s.json"] {
        refused(&format!("solve nowhere.txt {args}"), &line);
    }
    let line = "puzzles.txt/puzzles.txt: cannot open: Not a directory (os error 20)";
    refused("solve puzzles.txt/puzzles.txt", line);
}

#[test]
fn input_is_folder() {
    let empty = "folder: found no file; expected at least one";
    refused("solve folder", empty);
    refused("solve folder --no-mmap -o out.txt", empty);
}

/// Read as text, their bytes would be one bad line after the other.
#[test]
fn binary_tables() {
    for (start, format) in [("PAR1", "a Parquet file"), ("ARROW1\0\0", "an Arrow file")] {
        let folder = Folder::with("puzzles", format!("{start}\u{15}\u{4}\n"));
        let line = format!(
            "puzzles: found {format}; expected lines of text; the Python package reads it: \
             python -m sudomill puzzles -o OUTPUT"
        );
        for args in ["solve puzzles", "solve puzzles --no-mmap", "bench puzzles"] {
            folder.run(args).refuses(&line);
        }
    }
}

#[test]
fn missing_output_folder() {
    for option in ["-o", "--timing", "--summary"] {
        let line = format!("nowhere/out: cannot create: {MISSING}");
        refused(&format!("solve puzzles.txt {option} nowhere/out"), &line);
        let line = "puzzles.txt/out: cannot create: Not a directory (os error 20)";
        refused(&format!("solve puzzles.txt {option} puzzles.txt/out"), line);
    }
}

#[test]
fn output_is_folder() {
    for option in ["-o", "--timing", "--summary"] {
        let line = "folder: cannot create: is a directory";
        refused(&format!("solve puzzles.txt {option} folder"), line);
        let line = ".: cannot create: is a directory";
        refused(&format!("solve puzzles.txt {option} ."), line);
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
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
    assert!(lines.contains(&run.err), "{}", run.err);
    assert_eq!(folder.names(), ["puzzles.txt"]);
}

#[cfg(target_os = "linux")]
#[test]
fn full_disk() {
    let full = "/dev/full: cannot write: No space left on device (os error 28)";
    refused("solve puzzles.txt -o /dev/full", full);
    refused("solve puzzles.txt -o /dev/full --timing timing.csv --summary summary.json", full);
    refused("solve puzzles.txt -o out.txt --timing /dev/full", full);
    let folder = Folder::with("puzzles.txt", EY1);
    folder.run("solve puzzles.txt -o out.txt --summary /dev/full").refuses(full);
    assert_eq!(folder.names(), ["puzzles.txt"]);
    folder.run("generate --kind easy -o /dev/full").refuses(full);
}

#[cfg(target_os = "linux")]
#[test]
fn full_disk_on_stdout() {
    let folder = Folder::with("puzzles.txt", EY1).and("bad.txt", EY1);
    for (args, name) in [
        ("solve puzzles.txt --timing timing.csv", "<stdout>: cannot write: "),
        ("generate --kind easy", "<stdout>: cannot write: "),
        ("verify puzzles.txt bad.txt", "<stdout>: cannot write: "),
        ("strategies", ""),
        ("completions bash", ""),
        ("man", ""),
    ] {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = folder.command(args).stdout(full).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        let line = format!("sudomill: {name}No space left on device (os error 28)\n");
        assert_eq!((output.status.code(), err), (Some(2), line), "{args}");
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
    let names =
        ["puzzles.txt", "./puzzles.txt", "folder/../puzzles.txt", &absolute, "hard", "link"];
    for name in names.into_iter().chain(["folder/link"]) {
        for (option, role) in
            [("-o", "output"), ("--timing", "timing file"), ("--summary", "summary file")]
        {
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
        let line = format!("{name}: is the output and the timing file; choose another file");
        refused(&format!("solve puzzles.txt -o out --timing {name}"), &line);
        let line = format!("{name}: is the output and the summary file; choose another file");
        refused(&format!("solve puzzles.txt -o out --summary {name}"), &line);
        let line = format!("{name}: is the timing file and the summary file; choose another file");
        refused(&format!("solve puzzles.txt --timing out --summary {name}"), &line);
    }
}

#[test]
fn same_output_through_dangling_link() {
    let folder = Folder::with("puzzles.txt", EY1);
    symlink("new", folder.path("link")).unwrap();
    let line = "new: is the output and the timing file; choose another file";
    folder.run("solve puzzles.txt -o link --timing new").refuses(line);
    assert_eq!(folder.names(), ["link", "puzzles.txt"]);
}

#[test]
fn stdout_twice() {
    for option in ["--timing", "--summary"] {
        let folder = Folder::with("puzzles.txt", EY1);
        let run = folder.run(&format!("solve puzzles.txt {option} -"));
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{option}");
        assert_eq!(run.err.lines().count(), 1, "{}", run.err);
        // One of them alone is allowed.
        let run = folder.run(&format!("solve puzzles.txt {option} - -o out.txt --quiet"));
        assert_eq!((run.code, folder.read("out.txt")), (Some(0), lines(&[EY1_SOLVED])));
    }
}

#[test]
fn devices_may_repeat() {
    let folder = Folder::with("puzzles.txt", EY1);
    let null = "-o /dev/null --timing /dev/null --summary /dev/null";
    folder.run(&format!("solve puzzles.txt --quiet {null}")).gives("");
    assert!(!fs::metadata(Path::new("/dev/null")).unwrap().is_file());
}

#[test]
fn append_to_input() {
    let folder = Folder::with("puzzles.txt", lines(&[EY1].repeat(100)));
    for args in ["", "--no-mmap"] {
        let out = File::options().append(true).open(folder.path("puzzles.txt")).unwrap();
        let mut command = folder.command(&format!("solve puzzles.txt {args}"));
        let output = command.stdout(out).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args}");
        assert_eq!(folder.read("puzzles.txt").lines().count(), 100, "{args}");
    }
}
