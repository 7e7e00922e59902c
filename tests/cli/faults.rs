//! System failures during a run: a clear message, the documented exit code, and no incomplete
//! output under its name. docs/reliability.md lists them.

use crate::{puzzles::*, run::Folder};

fn folder() -> Folder {
    Folder::with("puzzles.txt", lines(&[EY1, ROYLE].repeat(300)))
}

/// A limit on file sizes makes a write to each output fail in turn.
#[test]
fn file_size_limit() {
    for (outputs, names) in [
        ("-o out.txt --timing timing.csv", &["out.txt", "timing.csv"][..]),
        ("-o out.gz --timing timing.zst --summary summary.json", &["out.gz", "timing.zst"]),
    ] {
        // In blocks of 512 or 1024 bytes, depending on the shell.
        for limit in 0.. {
            let folder = folder();
            let solve = format!("sudomill solve puzzles.txt {outputs} -q --chunk-size 2000");
            // With the signal ignored, the write fails; otherwise the process is killed.
            let run = folder.shell(&format!("trap '' XFSZ; ulimit -f {limit}; {solve}"));
            if run.code == Some(0) {
                assert!(limit > 0 && names.iter().all(|name| folder.path(name).exists()));
                break;
            }
            run.tells(2, &[": cannot write: "]).begins("sudomill: ");
            assert_eq!(run.err.lines().count(), 1, "{limit}: {}", run.err);
            // The timing may already have its name if the results cannot be written.
            let left: Vec<_> =
                folder.names().into_iter().filter(|it| it.starts_with('.')).collect();
            assert!(left.is_empty() && !folder.path(names[0]).exists(), "{limit}: {left:?}");
        }
    }
}

/// With limited memory, a run either ends like one without a limit, or leaves no output under its
/// name; a run with more memory can resume it.
#[cfg(target_os = "linux")]
#[test]
fn memory_refused() {
    let solve = "solve puzzles.txt -o out.txt --timing timing.csv -q -j 1 --chunk-size 2000";
    let expected = lines(&[EY1_SOLVED, ROYLE_SOLVED].repeat(300));
    let mut aborted = 0;
    // Narrow steps: between too little memory to start and enough, few limits end in an abort.
    for limit in (4_000..).step_by(250) {
        let folder = folder();
        let run = folder.shell(&format!("ulimit -v {limit}; exec sudomill {solve}"));
        if run.code == Some(0) {
            assert_eq!(folder.read("out.txt"), expected);
            break;
        }
        // With very little memory, the system kills the process before it starts.
        assert!(!folder.path("out.txt").exists(), "{limit}: {}", run.err);
        aborted += u32::from(run.err.contains("memory allocation of"));
        folder.run(&format!("{solve} --resume")).exits(0);
        assert_eq!(folder.read("out.txt"), expected, "{limit}");
        assert_eq!(folder.names(), ["out.txt", "puzzles.txt", "timing.csv"], "{limit}");
    }
    assert!(aborted > 0);
}

/// Threads whose stacks do not fit into the address space.
#[test]
fn threads_cannot_start() {
    let folder = folder();
    for command in ["solve puzzles.txt -o out.txt", "verify puzzles.txt puzzles.txt"] {
        let run = folder.shell(&format!("RUST_MIN_STACK={} sudomill {command}", 1_u64 << 47));
        run.exits(2).begins("sudomill: cannot start the thread");
        assert_eq!((run.err.lines().count(), folder.names().len()), (1, 1), "{}", run.err);
    }
}

/// Too little memory for the stacks of all workers, or for their data.
#[cfg(target_os = "linux")]
#[test]
fn workers_cannot_start() {
    let folder = Folder::with("puzzles.txt", lines(&[EY1].repeat(50_000)));
    let limits = "export RUST_MIN_STACK=500000000; ulimit -v 4000000";
    let run =
        folder.shell(&format!("{limits}; exec sudomill solve puzzles.txt -o out.txt -q -j 16"));
    match run.code {
        Some(2) => run.begins("sudomill: cannot start the worker threads: "),
        _ => run.begins("memory allocation of "),
    };
    assert!(!folder.path("out.txt").exists());
}
