//! Pipes that wait, pipes that close, interrupts, and an input that shrinks.

use crate::{
    puzzles::*,
    run::{Folder, TIMEOUT},
};
use std::{
    fs::{self, File},
    io::{BufRead, BufReader, Read, Write},
    os::unix::process::ExitStatusExt,
    path::Path,
    process::{Child, Command, ExitStatus},
    sync::mpsc::{self, RecvTimeoutError, Sender},
    thread,
    time::{Duration, Instant},
};

/// Tries until it is so; a test that would wait for ever fails.
#[track_caller]
fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < TIMEOUT, "{what}: it never came");
        thread::sleep(Duration::from_millis(5));
    }
}

/// A program under way; killed if the test fails, or if it hangs: then who reads from
/// it goes on, and fails.
struct Running(Child, #[expect(dead_code, reason = "gone with the test")] Sender<()>);

impl Running {
    fn start(mut command: Command) -> Self {
        let child = command.spawn().unwrap();
        let (test, id) = (mpsc::channel::<()>(), child.id());
        thread::spawn(move || {
            if test.1.recv_timeout(TIMEOUT) == Err(RecvTimeoutError::Timeout) {
                signal("KILL", id);
            }
        });
        Self(child, test.0)
    }

    fn signal(&self, name: &str) {
        assert!(signal(name, self.0.id()));
    }

    #[track_caller]
    fn ended(&mut self) -> ExitStatus {
        until("the end of the program", || self.0.try_wait().unwrap().is_some());
        self.0.try_wait().unwrap().unwrap()
    }

    /// The exit code, and what was said on standard error.
    #[track_caller]
    fn end(mut self) -> (Option<i32>, String) {
        let status = self.ended();
        assert_eq!(status.signal(), None);
        let mut err = String::new();
        self.0.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        (status.code(), err)
    }

    /// Waits until it handles interrupts.
    #[cfg(target_os = "linux")]
    fn listens(&self) {
        let status = format!("/proc/{}/status", self.0.id());
        until("the handler of interrupts", || {
            let status = fs::read_to_string(&status).unwrap();
            let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
            u64::from_str_radix(caught.trim(), 16).unwrap() & 2 != 0 // SIGINT is 2: the second bit.
        });
    }
}

/// Whether the process was there to be signalled.
fn signal(name: &str, process: u32) -> bool {
    let kill = format!("kill -s {name} {process}");
    Command::new("sh").args(["-c", &kill]).status().unwrap().success()
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn make_pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// Minutes of work.
fn slow() -> Folder {
    Folder::with("slow.txt", lines(&[SLOW; 100]))
}

/// Waits for the hidden file of an output.
fn output_is_begun(folder: &Folder) {
    until("the begun output", || folder.names().iter().any(|name| name.ends_with(".tmp")));
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

#[test]
fn named_pipe_input() {
    let folder = Folder::new();
    make_pipe(&folder.path("pipe"));
    let running = Running::start(folder.command("solve pipe -o out.txt --quiet"));
    let mut pipe = File::options().write(true).open(folder.path("pipe")).unwrap();
    pipe.write_all(lines(&[EY1, ROYLE]).as_bytes()).unwrap();
    drop(pipe);
    assert_eq!(running.end(), (Some(0), String::new()));
    assert_eq!(folder.read("out.txt"), lines(&[EY1_SOLVED, ROYLE_SOLVED]));
}

#[test]
fn named_pipe_output() {
    let folder = Folder::with("puzzles.txt", lines(&[EY1, ROYLE]));
    make_pipe(&folder.path("pipe"));
    let running = Running::start(folder.command("solve puzzles.txt -o pipe --quiet"));
    let solutions = fs::read_to_string(folder.path("pipe")).unwrap();
    assert_eq!(running.end(), (Some(0), String::new()));
    assert_eq!(solutions, lines(&[EY1_SOLVED, ROYLE_SOLVED]));
    assert_eq!(folder.names(), ["pipe", "puzzles.txt"]);
}

#[test]
fn pipe_is_answered_at_once() {
    let mut running = Running::start(Folder::new().command("solve --quiet"));
    let mut input = running.0.stdin.take().unwrap();
    let mut output = BufReader::new(running.0.stdout.take().unwrap());
    for (puzzle, solution) in [(EY1, EY1_SOLVED), (ROYLE, ROYLE_SOLVED), (EY1, EY1_SOLVED)] {
        writeln!(input, "{puzzle}").unwrap();
        let mut answer = String::new();
        output.read_line(&mut answer).unwrap();
        assert_eq!(answer.trim_end(), solution);
    }
    drop(input);
    assert_eq!(running.end(), (Some(0), String::new()));
}

#[test]
fn interrupt_leaves_nothing() {
    for (signal, args) in [
        ("INT", "--strategy backtracking"),
        ("INT", "--strategy backtracking --no-mmap --threads 2 --chunk-size 1"),
        ("TERM", "--strategy backtracking-descending --progress always"),
    ] {
        let folder = slow();
        let outputs = "-o out.txt --timing timing.csv --summary summary.json";
        let running = Running::start(folder.command(&format!("solve slow.txt {outputs} {args}")));
        output_is_begun(&folder);
        running.signal(signal);
        let (code, err) = running.end();
        assert_eq!(code, Some(130), "{args}: {err}");
        assert!(!err.contains("sudomill") && !err.contains("puzzles:"), "{err}");
        // Nothing is said by a run that hangs.
        let said = err.rsplit('\r').next().unwrap().trim_start_matches("\x1b[2K");
        let expected = "interrupted: out.txt, timing.csv, summary.json not written\n";
        assert!(said.is_empty() || said == expected, "{args}: {err:?}");
        assert_eq!(folder.names(), ["slow.txt"], "{args}");
    }
}

#[test]
fn interrupt_keeps_old_output() {
    let folder = slow().and("out.txt", "old\n");
    let running = Running::start(folder.command("solve slow.txt -o out.txt --strategy moler"));
    output_is_begun(&folder);
    running.signal("INT");
    assert_eq!(running.end().0, Some(130));
    assert_eq!(folder.names(), ["out.txt", "slow.txt"]);
    assert_eq!(folder.read("out.txt"), "old\n");
}

// Elsewhere nothing shows when the program, which has not written anything, is ready.
#[cfg(target_os = "linux")]
#[test]
fn interrupt_while_reading() {
    for fed in ["", "\n", EY1, "quizzes,solutions\n"] {
        let folder = Folder::new();
        let mut running = Running::start(folder.command("solve -o out.txt"));
        let mut input = running.0.stdin.take().unwrap();
        input.write_all(fed.as_bytes()).unwrap();
        running.listens();
        running.signal("INT");
        assert_eq!(running.end().0, Some(130), "{fed:?}");
        assert!(folder.names().is_empty(), "{fed:?}: {:?}", folder.names());
    }
}

#[test]
fn interrupt_verify() {
    for args in ["verify puzzles.txt -", "verify -", "verify - puzzles.txt -j 1"] {
        let folder = Folder::with("puzzles.txt", lines(&[EY1, ROYLE]));
        let mut running = Running::start(folder.command(args));
        let mut input = running.0.stdin.take().unwrap();
        input.write_all(format!("{EY1},{EY1_SOLVED}\n").as_bytes()).unwrap();
        running.listens();
        running.signal("INT");
        assert_eq!(running.end().0, Some(130), "{args}");
    }
}

#[test]
fn interrupt_while_writing() {
    let folder = Folder::with("puzzles.txt", lines(&[EY1].repeat(20_000)));
    let mut running = Running::start(folder.command("solve puzzles.txt --timing timing.csv"));
    // The pipe is full, or soon will be; either way nobody reads on.
    let mut start = [0; 82];
    running.0.stdout.as_mut().unwrap().read_exact(&mut start).unwrap();
    running.signal("INT");
    assert_eq!(running.end().0, Some(130));
    assert_eq!(folder.names(), ["puzzles.txt"]);
}

#[test]
fn interrupt_generate() {
    let folder = Folder::new();
    let args = "generate --kind minimal --count 1000000000 -o out.txt";
    let running = Running::start(folder.command(args));
    output_is_begun(&folder);
    running.signal("INT");
    assert_eq!(running.end(), (Some(130), String::new()));
    assert!(folder.names().is_empty(), "{:?}", folder.names());
}

#[test]
fn shrinking_input() {
    for left in [0, 500_000] {
        let folder = Folder::with("puzzles.txt", lines(&[EY1].repeat(50_000)));
        let args = "solve puzzles.txt --chunk-size 10000 --timing timing.csv --quiet";
        let mut running = Running::start(folder.command(args));
        // Its output fits no pipe, so it is still at work when the first line comes.
        let mut output = running.0.stdout.take().unwrap();
        output.read_exact(&mut [0; 82]).unwrap();
        let input = File::options().write(true).open(folder.path("puzzles.txt")).unwrap();
        input.set_len(left).unwrap();
        let rest = thread::spawn(move || output.read_to_end(&mut Vec::new()).map(drop));
        let (code, err) = running.end();
        rest.join().unwrap().unwrap();
        let line = "sudomill: puzzles.txt: the file shrank while it was being read (mapped; \
                    --no-mmap reads it instead)\n";
        assert_eq!((code, err.as_str()), (Some(2), line));
        assert_eq!(folder.names(), ["puzzles.txt"]);
    }
}
