//! System failures during a run: a clear message, the documented exit code, and no incomplete
//! output under its name. docs/reliability.md lists them.

use crate::{puzzles::*, run::Folder};
use std::process::Command;

/// Runs a shell script; returns the exit code and standard error.
pub fn shell(folder: &Folder, script: &str) -> (Option<i32>, String) {
    let output = Command::new("sh").args(["-c", script]).current_dir(folder.path("")).output();
    let output = output.unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// A limit on file sizes makes a write to each output fail in turn.
#[test]
fn file_size_limit() {
    let program = assert_cmd::cargo::cargo_bin!("sudomill").display().to_string();
    for (outputs, names) in [
        ("-o out.txt --timing timing.csv", &["out.txt", "timing.csv"][..]),
        ("-o out.gz --timing timing.zst --summary summary.json", &["out.gz", "timing.zst"]),
    ] {
        let mut is_written = false;
        // In blocks of 512 or 1024 bytes, depending on the shell.
        for limit in 0.. {
            let folder = Folder::with("puzzles.txt", lines(&[EY1, ROYLE].repeat(300)));
            let solve = format!("{program} solve puzzles.txt {outputs} -q --chunk-size 2000");
            // With the signal ignored, the write fails; otherwise the process is killed.
            let script = format!("trap '' XFSZ; ulimit -f {limit}; {solve}");
            let (code, err) = shell(&folder, &script);
            if code == Some(0) {
                is_written = true;
                assert!(names.iter().all(|name| folder.path(name).exists()));
                break;
            }
            assert_eq!(code, Some(2), "{limit}: {err}");
            assert!(err.starts_with("sudomill: ") && err.lines().count() == 1, "{limit}: {err}");
            assert!(err.contains(": cannot write: "), "{limit}: {err}");
            // The timing may already have its name if the results cannot be written.
            let left: Vec<_> =
                folder.names().into_iter().filter(|it| it.starts_with('.')).collect();
            assert!(left.is_empty() && !folder.path(names[0]).exists(), "{limit}: {left:?}");
        }
        assert!(is_written);
    }
}

/// `/dev/full` fails every write.
#[cfg(target_os = "linux")]
#[test]
fn full_disk() {
    let folder = Folder::with("puzzles.txt", lines(&[EY1, ROYLE]));
    for (args, named) in [
        ("-o /dev/full", "/dev/full"),
        ("-o out.txt --timing /dev/full", "/dev/full"),
        ("-o out.txt --summary /dev/full", "/dev/full"),
    ] {
        let run = folder.run(&format!("solve puzzles.txt {args}"));
        let line = format!("sudomill: {named}: cannot write: No space left on device");
        assert!(run.code == Some(2) && run.err.starts_with(&line), "{args}: {}", run.err);
        assert_eq!(folder.names(), ["puzzles.txt"], "{args}");
    }
}

/// With limited memory, a run either ends like one without a limit, or leaves no output under its
/// name; a run with more memory can resume it.
#[cfg(target_os = "linux")]
#[test]
fn memory_refused() {
    let program = assert_cmd::cargo::cargo_bin!("sudomill").display().to_string();
    let solve = "solve puzzles.txt -o out.txt --timing timing.csv -q -j 1 --chunk-size 2000";
    let puzzles = lines(&[EY1, ROYLE].repeat(300));
    let folder = Folder::with("puzzles.txt", puzzles.clone());
    assert_eq!(folder.run(solve).code, Some(0));
    let expected = std::fs::read(folder.path("out.txt")).unwrap();
    let mut aborted = 0;
    // Narrow steps: between too little memory to start and enough, few limits end in an abort.
    for limit in (4_000..).step_by(250) {
        let folder = Folder::with("puzzles.txt", puzzles.clone());
        let (code, err) = shell(&folder, &format!("ulimit -v {limit}; exec {program} {solve}"));
        if code == Some(0) {
            assert_eq!(std::fs::read(folder.path("out.txt")).unwrap(), expected);
            break;
        }
        // With very little memory, the system kills the process before it starts.
        assert!(!folder.path("out.txt").exists(), "{limit}: {err}");
        aborted += u32::from(err.contains("memory allocation of"));
        let run = folder.run(&format!("{solve} --resume"));
        assert_eq!(run.code, Some(0), "{limit}: {}", run.err);
        assert_eq!(std::fs::read(folder.path("out.txt")).unwrap(), expected, "{limit}");
        assert_eq!(folder.names(), ["out.txt", "puzzles.txt", "timing.csv"], "{limit}");
    }
    assert!(aborted > 0);
}

/// Threads whose stacks do not fit into the address space.
#[test]
fn threads_cannot_start() {
    let folder = Folder::with("puzzles.txt", lines(&[EY1, ROYLE]));
    for command in ["solve puzzles.txt -o out.txt", "verify puzzles.txt puzzles.txt"] {
        let mut command = folder.command(command);
        let output = command.env("RUST_MIN_STACK", (1_u64 << 47).to_string()).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert!(err.starts_with("sudomill: cannot start the thread"), "{err}");
        assert_eq!((output.status.code(), err.lines().count()), (Some(2), 1), "{err}");
        assert_eq!(folder.names(), ["puzzles.txt"]);
    }
}

/// Too little memory for the stacks of all workers, or for their data.
#[cfg(target_os = "linux")]
#[test]
fn workers_cannot_start() {
    let program = assert_cmd::cargo::cargo_bin!("sudomill").display().to_string();
    let folder = Folder::with("puzzles.txt", lines(&[EY1].repeat(50_000)));
    let solve = "solve puzzles.txt -o out.txt -q -j 16";
    let stack = "export RUST_MIN_STACK=500000000";
    let (code, err) =
        shell(&folder, &format!("{stack}; ulimit -v 4000000; exec {program} {solve}"));
    match code {
        Some(2) => assert!(err.starts_with("sudomill: cannot start the worker threads: "), "{err}"),
        _ => assert!(err.starts_with("memory allocation of "), "{err}"),
    }
    assert!(!folder.path("out.txt").exists());
}
