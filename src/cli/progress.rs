//! Shows progress on standard error.

use super::{
    exit,
    message::number,
    shared_args::{ProgressArgs, ShowProgress},
};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle, TermLike};
use std::{
    fmt,
    io::{self, IsTerminal, Write},
    sync::{
        Arc, Mutex, Once, PoisonError,
        atomic::{AtomicU64, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};
use sudomill::solver::Limits;
use sudomill_solvers::threads;

/// Runs shorter than this show no bar: it would flicker, and results that reach the same terminal
/// through a pipe could arrive before it is cleared.
const MOMENT: Duration = Duration::from_millis(200);

/// A progress bar over a known or unknown amount of work.
pub struct Progress {
    bar: ProgressBar,
    puzzles: Arc<AtomicU64>,
    begun: Instant,
    /// Completed once the bar is drawn, or from the start if no later call needs to draw it.
    shown: Once,
}

/// A bar over the bytes of an input.
pub const BYTES: &str =
    "{elapsed_precise} {wide_bar} {bytes}/{total_bytes}, {puzzles}, {rate}, {eta} left{found}";
/// A spinner for an input of unknown size.
pub const STREAM: &str = "{elapsed_precise} {spinner} {bytes}, {puzzles}, {rate}{found}";
/// A spinner, and the solutions of one puzzle once there are thousands.
pub const SOLUTIONS: &str = "{elapsed_precise} {spinner}{found}";
/// A bar over named steps.
pub const STEPS: &str = "{elapsed_precise} {wide_bar} {msg}, {eta} left";
/// A bar over a number of puzzles to generate.
pub const COUNT: &str =
    "{elapsed_precise} {wide_bar} {puzzles} of {human_len}, {rate}, {eta} left{msg}";

/// The bar of the run, which the handler of interrupts removes.
static LATEST: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Removes the bar of the run, if there is one.
pub fn clear_latest() {
    let latest = LATEST.lock().unwrap_or_else(PoisonError::into_inner).take();
    latest.iter().for_each(ProgressBar::finish_and_clear);
}

impl Progress {
    /// Shows that `done` of `of` steps are complete, and names the next one.
    pub fn step(&self, done: u64, of: u64, what: String) {
        self.show();
        self.bar.set_length(of);
        self.bar.set_message(what);
        self.bar.set_position(done);
    }

    /// Shows one of these templates; `len` is the length of a bar, if it is known.
    pub fn new(len: Option<u64>, template: &str, args: &ProgressArgs) -> Self {
        let is_later = args.when == ShowProgress::Auto && !args.quiet;
        let target = match args.when == ShowProgress::Always && !args.quiet {
            false => ProgressDrawTarget::hidden(),
            true if io::stderr().is_terminal() => ProgressDrawTarget::stderr(),
            true => ProgressDrawTarget::term_like_with_hz(Box::new(Stderr), 10),
        };
        let bar = ProgressBar::with_draw_target(len, target);
        let puzzles = Arc::new(AtomicU64::new(0));
        let (shown, rated) = (puzzles.clone(), puzzles.clone());
        let style = ProgressStyle::with_template(template)
            .expect("the template is well-formed")
            .with_key("puzzles", move |_: &ProgressState, out: &mut dyn fmt::Write| {
                let _ = write!(out, "{} puzzles", number(shown.load(Ordering::Relaxed)));
            })
            .with_key("rate", move |state: &ProgressState, out: &mut dyn fmt::Write| {
                let seconds = state.elapsed().as_secs_f64().max(1e-9);
                let rate = rated.load(Ordering::Relaxed) as f64 / seconds;
                let _ = write!(out, "{} puzzles/s", number(rate as u64));
            })
            .with_key("found", |_: &ProgressState, out: &mut dyn fmt::Write| {
                let _ = exit::found().map_or(Ok(()), |found| write!(out, ", {found}"));
            });
        bar.set_style(style);
        let shown = Once::new();
        if !is_later {
            shown.call_once(|| ());
        }
        *LATEST.lock().unwrap_or_else(PoisonError::into_inner) = Some(bar.clone());
        Self { bar, puzzles, begun: Instant::now(), shown }
    }

    /// Runs a search with these limits. If it may find thousands of solutions of one puzzle,
    /// redraws the bar now and then.
    pub fn during<T>(&self, limits: &Limits, search: impl FnOnce() -> T) -> T {
        if !threads::shares_search(limits) {
            return search();
        }
        thread::scope(|scope| {
            let (running, ended) = mpsc::channel::<()>();
            scope.spawn(move || {
                while ended.recv_timeout(MOMENT) == Err(RecvTimeoutError::Timeout) {
                    self.show();
                    self.bar.tick();
                }
            });
            let result = search();
            drop(running);
            result
        })
    }

    fn show(&self) {
        if self.begun.elapsed() >= MOMENT {
            let stderr = ProgressDrawTarget::stderr;
            self.shown.call_once(|| self.bar.set_draw_target(stderr()));
        }
    }

    /// Moves the bar to `position`, and adds to the number of puzzles.
    pub fn at(&self, position: u64, more_puzzles: u64) {
        self.show();
        self.puzzles.fetch_add(more_puzzles, Ordering::Relaxed);
        self.bar.set_message("");
        self.bar.set_position(position);
    }

    /// Shows a note after the bar until it moves.
    pub fn note(&self, words: impl FnOnce() -> String) {
        self.show();
        if self.shown.is_completed() {
            self.bar.set_message(format!(", {}", words()));
        }
    }

    /// Hides the bar while `write` writes to standard error.
    pub fn pause(&self, write: impl FnOnce()) {
        self.bar.suspend(write);
    }

    /// Removes the bar.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// Removes the bar, which must not mix with errors and panics.
impl Drop for Progress {
    fn drop(&mut self) {
        if !self.bar.is_finished() {
            self.clear();
        }
    }
}

/// Standard error as a terminal of 80 columns. If it is not a terminal, `--progress always` writes
/// each state of the bar after a carriage return.
#[derive(Debug)]
struct Stderr;

impl TermLike for Stderr {
    fn width(&self) -> u16 {
        80
    }
    fn move_cursor_up(&self, _: usize) -> io::Result<()> {
        Ok(())
    }
    fn move_cursor_down(&self, _: usize) -> io::Result<()> {
        Ok(())
    }
    fn move_cursor_right(&self, _: usize) -> io::Result<()> {
        Ok(())
    }
    fn move_cursor_left(&self, _: usize) -> io::Result<()> {
        Ok(())
    }
    fn write_line(&self, line: &str) -> io::Result<()> {
        writeln!(io::stderr(), "{line}")
    }
    fn write_str(&self, text: &str) -> io::Result<()> {
        write!(io::stderr(), "{text}")
    }
    fn clear_line(&self) -> io::Result<()> {
        write!(io::stderr(), "\r")
    }
    fn flush(&self) -> io::Result<()> {
        io::stderr().flush()
    }
}
