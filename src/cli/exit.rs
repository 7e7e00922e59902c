//! Defines how the program ends: results, errors, panics and interrupts, each with its exit code.
//!
//! SIGINT, SIGTERM and SIGHUP ask the run to stop. If it does not get to its end in time, because it
//! hangs in a read or write or the machine is busy, the thread of the handler says what the run would
//! have said, and ends the process.

use super::{
    advice,
    message::{count, say},
};
use std::{
    backtrace::{Backtrace, BacktraceStatus},
    io::{self, Write},
    panic::{self, AssertUnwindSafe, PanicHookInfo},
    process::ExitCode,
    sync::{
        Mutex, OnceLock, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::Duration,
};
use sudomill::{Error, RunError, solver::Status};
use sudomill_output::partial::discard_unfinished;
use sudomill_output::target::Stdout;

/// Exit codes of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Every puzzle has the requested solutions, every solution is right, or a benchmark is within
    /// its limits.
    Success = 0,
    /// The run is complete, but some puzzle, solution or benchmark failed.
    Findings = 1,
    /// The run failed, or there was nothing to do.
    Failure = 2,
    /// Interrupted.
    Interrupted = 130,
}

impl Exit {
    /// Returns success if `is_right`, findings otherwise.
    pub fn success_if(is_right: bool) -> Self {
        if is_right { Self::Success } else { Self::Findings }
    }

    /// The exit code for puzzles with these statuses. Limit 1 requires a solution, limit 2 exactly
    /// one, a higher limit at least one.
    pub fn of_statuses(statuses: impl IntoIterator<Item = Status>, limit: u64) -> Self {
        Self::success_if(statuses.into_iter().all(|status| match status {
            Status::Solved | Status::Unique => true,
            Status::Multiple => limit != 2,
            Status::None | Status::Invalid | Status::GaveUp => false,
        }))
    }

    /// The exit code for an error. Reports it, or that the run was interrupted, unless the reader of
    /// the output is gone.
    pub fn of_error(error: &anyhow::Error) -> Self {
        let io = error.downcast_ref::<io::Error>().map(io::Error::kind);
        match error.downcast_ref::<Error>() {
            Some(error) if error.is_interrupted() => {
                say_interrupted();
                return Self::Interrupted;
            }
            Some(error) if error.is_closed_pipe() => return Self::Success,
            _ if io == Some(io::ErrorKind::BrokenPipe) => return Self::Success,
            _ => say(format_args!("sudomill: {}", advice::error_message(error))),
        }
        Self::Failure
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Set to ask the run to stop.
pub static STOP: AtomicBool = AtomicBool::new(false);

/// The number of solutions found so far in searches for thousands of solutions.
pub static FOUND: AtomicU64 = AtomicU64::new(0);

/// Set while the run cannot hang and has something to do before it ends: show the cursor, or write
/// finished results.
pub static NEEDS_TIME: AtomicBool = AtomicBool::new(false);

/// Set while the run has found what took long, and writes it even if it is interrupted, however long that
/// takes. A second interrupt ends it.
pub static HAS_RESULTS: AtomicBool = AtomicBool::new(false);

/// Time that a run has to end on its own.
const GRACE: Duration = Duration::from_millis(300);

/// Additional time while [`NEEDS_TIME`] is set, for a busy machine.
const LONG_GRACE: Duration = Duration::from_secs(3);

/// Installs the handler: from now on, an interrupt ends the program with exit code 130 and leaves
/// no unfinished file behind.
pub fn listen_for_interrupts() -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(|| {
        let is_first = !STOP.swap(true, Ordering::Relaxed);
        if is_first && HAS_RESULTS.load(Ordering::Relaxed) {
            return;
        }
        thread::sleep(GRACE);
        if NEEDS_TIME.load(Ordering::Relaxed) {
            thread::sleep(LONG_GRACE);
        }
        match NOTICE.try_lock() {
            Ok(mut notice) => notice.take().into_iter().for_each(|say| say()),
            // The run is saying it, and about to end.
            Err(_) => thread::sleep(LONG_GRACE),
        }
        discard_unfinished();
        std::process::exit(Exit::Interrupted as i32);
    })
}

/// Says what an interrupted run leaves.
type Notice = Box<dyn FnOnce() + Send>;

/// What the run says if it is interrupted; `None` once it is said.
static NOTICE: Mutex<Option<Notice>> = Mutex::new(None);

/// Sets what is said if the run is interrupted. It is said once: by [`say_interrupted`], or by the
/// handler if the run does not get there.
pub fn on_interrupt(notice: impl FnOnce() + Send + 'static) {
    *NOTICE.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(notice));
}

/// Says that the run was interrupted, unless the handler has said so.
pub fn say_interrupted() {
    NEEDS_TIME.store(true, Ordering::Relaxed);
    // Locked while it is being said, so that the handler does not end the process meanwhile.
    let mut notice = NOTICE.lock().unwrap_or_else(PoisonError::into_inner);
    notice.take().into_iter().for_each(|say| say());
}

pub fn is_interrupted() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// Fails if the run was interrupted.
pub fn check_interrupt() -> Result<(), Error> {
    if is_interrupted() { Err(interrupted()) } else { Ok(()) }
}

/// The error of a run that the user stops.
pub fn interrupted() -> Error {
    RunError::Interrupted.into()
}

/// The number of solutions found so far, if a search looks for thousands of them.
pub fn found() -> Option<String> {
    let found = FOUND.load(Ordering::Relaxed);
    (found > 0).then(|| count(found, "solution"))
}

/// Prints what clap has to say instead of parsed arguments: help or the version, with success, or what
/// is wrong with them.
pub fn of_arguments(error: &clap::Error) -> anyhow::Result<Exit> {
    if error.use_stderr() {
        // There is nowhere to report a failure.
        let _ = error.print();
        return Ok(Exit::Failure);
    }
    // Clap prints to the handle of the standard library, which discards everything if standard output
    // is not open for writing. An empty write finds that out.
    let _ = Stdout.write(&[])?;
    error.print()?;
    Stdout.flush()?;
    Ok(Exit::Success)
}

/// The message of the first panic, kept until the outputs and the progress bar are closed.
static FIRST: OnceLock<String> = OnceLock::new();

/// Runs the program, and reports a panic on any thread that it waits for.
pub fn caught(work: impl FnOnce() -> Exit) -> Exit {
    panic::set_hook(Box::new(note));
    // Nothing that `work` touched is used afterwards, except the message.
    panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        FIRST.get().into_iter().for_each(|text| say_lines(text));
        Exit::Failure
    })
}

/// Stores the first panic; prints a second one at once, since it may abort the process.
fn note(info: &PanicHookInfo) {
    if let Err(second) = FIRST.set(text(info)) {
        say_lines(&second);
    }
}

/// Formats a panic in one line, plus the backtrace if `RUST_BACKTRACE` asks for one.
fn text(info: &PanicHookInfo) -> String {
    let payload = info.payload();
    let reason = payload.downcast_ref::<&str>().copied();
    let reason = reason.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    let reason = reason.unwrap_or("unknown reason").lines().collect::<Vec<_>>().join(" ");
    let place = info.location().map_or_else(String::new, |place| format!(" at {place}"));
    let line = format!("sudomill: internal error{place}: {reason}; please report this bug");
    let backtrace = Backtrace::capture();
    match backtrace.status() {
        BacktraceStatus::Captured => format!("{line}\n{backtrace}"),
        _ => line,
    }
}

/// Prints a text line by line; a backtrace has several lines.
fn say_lines(text: &str) {
    text.lines().for_each(say);
}

#[cfg(test)]
mod tests {
    use super::*;
    use Status::*;
    use std::{
        env, fs,
        io::Cursor,
        path::{Path, PathBuf},
        process,
        time::Duration,
    };
    use sudomill::{
        batch::{self, Listener, Outputs, RunOptions, SolveOptions},
        input,
        output::Sink,
    };

    /// The output folder; set when this test runs as a separate program.
    const FOLDER: &str = "SUDOMILL_TEST_FOLDER";

    struct Panicking;

    impl Listener for Panicking {
        fn progress(&self, _: u64, puzzles: u64) {
            assert!(puzzles == 0, "{puzzles} puzzle\nis too many");
        }
    }

    /// Solves as a command does, with a panic on a worker thread.
    fn solve(folder: &Path) -> Exit {
        let sink = |name| Sink::create(&folder.join(name)).unwrap();
        let mut outputs = Outputs::new(sink("out.txt")).with_timing(sink("timing.csv"));
        let input = Cursor::new(".4.3.3........2.\n".repeat(2000));
        let source = input::read_from("memory", input).unwrap();
        let run = RunOptions::default().with_threads(4).with_chunk(17);
        let options = SolveOptions::default().with_run(run);
        batch::solve_source(source, &options, &mut outputs, &Panicking)
            .unwrap()
            .into_result()
            .unwrap();
        outputs.results.finish().unwrap();
        Exit::Success
    }

    #[test]
    fn worker_panic_is_an_error() {
        if let Some(folder) = env::var_os(FOLDER) {
            process::exit(caught(|| solve(&PathBuf::from(folder))) as i32);
        }
        let name = "worker_panic_is_an_error";
        let folder = tempfile::tempdir().unwrap();
        for backtrace in ["0", "1"] {
            let run = assert_cmd::Command::new(env::current_exe().unwrap())
                .args(["--exact", &format!("cli::exit::tests::{name}"), "--nocapture"])
                .env(FOLDER, folder.path())
                .env("RUST_BACKTRACE", backtrace)
                .timeout(Duration::from_secs(120))
                .output()
                .unwrap();
            let err = String::from_utf8(run.stderr).unwrap();
            assert_eq!(run.status.code(), Some(2), "{err}");
            let (line, rest) = err.split_once('\n').unwrap();
            assert!(line.starts_with("sudomill: internal error at src/cli/exit.rs:"), "{err}");
            assert!(line.ends_with(": 1 puzzle is too many; please report this bug"), "{err}");
            assert_eq!(rest.is_empty(), backtrace == "0", "{err}");
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        }
    }

    #[test]
    fn several_solutions_fail_only_limit_2() {
        for (limit, multiple) in [(1, Exit::Success), (2, Exit::Findings), (3, Exit::Success)] {
            assert_eq!(Exit::of_statuses([], limit), Exit::Success);
            assert_eq!(Exit::of_statuses([Solved, Unique], limit), Exit::Success);
            assert_eq!(Exit::of_statuses([Unique, Multiple], limit), multiple);
            for failed in [Status::None, Invalid, GaveUp] {
                assert_eq!(Exit::of_statuses([Unique, failed], limit), Exit::Findings);
            }
        }
    }
}
