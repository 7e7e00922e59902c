//! Reports a run over its inputs while it is in progress: its progress, and the first bad lines, wrong
//! solutions and wrong answers.

use super::{
    advice,
    message::{Reported, count, say, visible},
    progress::Progress,
};
use std::{
    fmt,
    io::Write,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};
use sudomill::{
    Error,
    batch::Listener,
    input::BadLine,
    output::{Agreement, Tally},
    solver::Status,
};
use sudomill_batch::files::resume::{Journal, Reached};
use sudomill_input::error::io_error;
use sudomill_output::target::Stdout;

/// Reports a run while it is in progress: its progress, and the first items of each kind.
#[derive(Default)]
pub struct Messages {
    /// The bar over the bytes of all inputs. It starts when the first one is open.
    pub bar: Option<Progress>,
    /// Total size in bytes of the inputs that are complete.
    pub passed: u64,
    /// The name of the current input.
    pub input: String,
    pub bad_lines: Reported,
    pub wrong: Reported,
    pub answers: Reported,
    /// The journal, if the run can be resumed.
    pub journal: Option<Journal>,
    has_failed_to_record: AtomicBool,
    has_noted: AtomicBool,
}

impl Messages {
    /// See [`Progress::during`].
    pub fn during<T>(&self, limits: &sudomill::solver::Limits, search: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.during(limits, search),
            None => search(),
        }
    }

    /// Writes a line to standard error, above the bar if there is one.
    pub fn say(&self, line: impl fmt::Display) {
        self.pause(|| say(line));
    }

    /// Hides the bar while `write` writes to standard error.
    pub fn pause(&self, write: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.pause(write),
            None => write(),
        }
    }

    /// Removes the bar.
    pub fn clear(&self) {
        self.bar.iter().for_each(Progress::clear);
    }

    /// Corrects the numbers of bad lines and wrong solutions that [`Listener`] reported for an input
    /// so far: it hears only of the first ones of a chunk.
    pub fn correct(&self, before: [u64; 2], tally: &Tally) {
        self.bad_lines.set(before[0] + tally.of(Status::Invalid));
        self.wrong.set(before[1] + tally.compared.of(Agreement::Wrong));
    }

    /// Removes the bar, and reports how many bad lines and wrong solutions were not shown since the
    /// last time. `place` precedes them.
    pub fn say_rest(&self, place: &str) {
        self.clear();
        let [bad, wrong] = [(&self.bad_lines, "bad line"), (&self.wrong, "wrong solution")];
        for more in [bad, wrong].into_iter().filter_map(|(all, noun)| all.rest(Some(noun))) {
            say(format_args!("{place}{more}"));
        }
    }
}

impl Listener for Messages {
    fn progress(&self, bytes_done: u64, more_puzzles: u64) {
        self.bar.iter().for_each(|bar| bar.at(self.passed + bytes_done, more_puzzles));
    }

    fn reached(&self, place: &Reached) {
        if let Some(failure) = self.journal.as_ref().and_then(|it| it.reached(place))
            && !self.has_failed_to_record.swap(true, Relaxed)
        {
            self.say(format_args!("this run cannot be resumed if it is killed: {failure}"));
        }
    }

    fn renamed(&self, column: &str, name: &str) {
        let input = &self.input;
        self.say(format_args!(
            "{input}: has a column '{column}', too: that of the results is called '{name}'"
        ));
    }

    fn stopped(&self, line: u64, guesses: u64) {
        let (input, guesses) = (&self.input, count(guesses, "guess"));
        self.say(format_args!(
            "{input}:{line}: stopped after {guesses}; --max-guesses N gives up such a search"
        ));
    }

    fn wrong_solution(&self, line: u64, reason: &str) {
        if self.wrong.add() {
            self.say(format_args!("{}:{line}: wrong solution: {reason}", self.input));
        }
    }

    fn bad_line(&self, line: u64, bad: &BadLine) {
        if self.bad_lines.add() {
            self.say(format_args!(
                "{}:{line}:{bad}{}",
                self.input,
                advice::order_hint(&bad.problem)
            ));
        }
    }

    fn wrong_answer(&self, message: &str) -> Result<(), Error> {
        if self.answers.add() { write(message) } else { Ok(()) }
    }

    fn note(&self, message: &str) {
        if !self.has_noted.swap(true, Relaxed) {
            self.say(message);
        }
    }

    fn goes_on(&self) -> Result<(), Error> {
        // After the first wrong answers there is nothing to write until the end.
        if self.answers.count() > 0 { check_reader() } else { Ok(()) }
    }
}

/// Writes a line to standard output.
pub fn write(line: &str) -> Result<(), Error> {
    writeln!(Stdout, "{}", visible(line)).map_err(io_error("<stdout>", "cannot write"))
}

/// Fails as a write does if nobody reads standard output any more.
#[cfg(unix)]
fn check_reader() -> Result<(), Error> {
    use rustix::{
        event::{PollFd, PollFlags, Timespec, poll},
        stdio::stdout,
    };
    let mut output = [PollFd::from_borrowed_fd(stdout(), PollFlags::empty())];
    let is_polled = poll(&mut output, Some(&Timespec::default())).is_ok();
    match is_polled && output[0].revents().intersects(PollFlags::ERR | PollFlags::HUP) {
        true => Err(io_error("<stdout>", "cannot write")(std::io::ErrorKind::BrokenPipe.into())),
        false => Ok(()),
    }
}

#[cfg(not(unix))]
fn check_reader() -> Result<(), Error> {
    Ok(())
}
