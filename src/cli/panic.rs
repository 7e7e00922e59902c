//! A panic is a bug in sudomill. It ends the program like an error: with one line, exit
//! code 2, and no output file.

use super::{exit::Exit, message::say};
use std::{
    backtrace::{Backtrace, BacktraceStatus},
    panic::{self, AssertUnwindSafe, PanicHookInfo},
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The message of the first panic, kept until the outputs and the progress bar are gone.
static FIRST: Mutex<Option<String>> = Mutex::new(None);

/// Does the work of the program, and reports a panic on any thread that the work waits
/// for.
pub fn caught(work: impl FnOnce() -> Exit) -> Exit {
    panic::set_hook(Box::new(note));
    // Nothing that the work touched is used afterwards, except the message.
    panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        first().take().into_iter().for_each(|text| say_lines(&text));
        Exit::Failure
    })
}

/// Keeps the first panic; prints a second one at once, as it may abort the process.
fn note(info: &PanicHookInfo) {
    let text = text(info);
    let mut first = first();
    match *first {
        None => *first = Some(text),
        Some(_) => say_lines(&text),
    }
}

/// One line, and the backtrace if `RUST_BACKTRACE` asks for one.
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

/// A backtrace has several.
fn say_lines(text: &str) {
    text.lines().for_each(say);
}

fn first() -> MutexGuard<'static, Option<String>> {
    FIRST.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        env, fs,
        io::Cursor,
        path::{Path, PathBuf},
        process,
        time::Duration,
    };
    use sudomill::{
        batch::{self, Listener, Options, Outputs},
        input,
        output::Sink,
    };

    /// The output folder, set if the test runs as a program.
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
        let mut outputs = Outputs { results: sink("out.txt"), timing: Some(sink("timing.csv")) };
        let input = Cursor::new(".4.3.3........2.\n".repeat(2000));
        let source = input::read_from("memory", input).unwrap();
        let options = Options { threads: 4, chunk: 17, ..Options::default() };
        batch::run(source, &options, &mut outputs, &Panicking).unwrap();
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
                .args(["--exact", &format!("cli::panic::tests::{name}"), "--nocapture"])
                .env(FOLDER, folder.path())
                .env("RUST_BACKTRACE", backtrace)
                .timeout(Duration::from_secs(120))
                .output()
                .unwrap();
            let err = String::from_utf8(run.stderr).unwrap();
            assert_eq!(run.status.code(), Some(2), "{err}");
            let (line, rest) = err.split_once('\n').unwrap();
            assert!(line.starts_with("sudomill: internal error at src/cli/panic.rs:"), "{err}");
            assert!(line.ends_with(": 1 puzzle is too many; please report this bug"), "{err}");
            assert_eq!(rest.is_empty(), backtrace == "0", "{err}");
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        }
    }
}
