//! Runs a command over its inputs, one after the other. An input that cannot be read or holds no
//! puzzle is reported and counted; the others are still read.

use super::{
    advice,
    inputs::{Input, Inputs},
    message::{and_more, count, number, say},
    progress::Progress,
    shared_args::ProgressArgs,
};
use anyhow::anyhow;
use std::{
    fmt,
    sync::atomic::{AtomicU64, Ordering},
};
use sudomill::{
    Error,
    batch::{self, Listener},
    input::{self, BadLine, Open, Shard, Source},
    solver::Limits,
};

/// Maximum number of inputs without a puzzle that are named.
const NAMED: u64 = 10;

/// The state of a run over its inputs.
pub struct Driver<'a> {
    inputs: &'a Inputs,
    how: &'a Open,
    /// True if the run continues after an input that cannot be read.
    pub goes_on: bool,
    /// The bar over the bytes of all inputs. It starts when the first one is open.
    bar: Option<Progress>,
    /// Total size in bytes of the inputs that are complete.
    passed: u64,
    /// The number of inputs that could not be read.
    pub failed: u64,
    /// The number of inputs without a puzzle, which do not make the run fail.
    pub without: u64,
    /// The number of inputs that the run did not get to.
    pub unread: u64,
}

impl<'a> Driver<'a> {
    /// Prepares a run; `how` says how the inputs are opened.
    pub fn new(inputs: &'a Inputs, how: &'a Open) -> Self {
        let (goes_on, failed) = (inputs.are_several, inputs.failed);
        Self { inputs, how, goes_on, bar: None, passed: 0, failed, without: 0, unread: 0 }
    }

    /// Returns true if an input was found in a folder and none of its lines resembles a puzzle, and
    /// reports it. Such a file is prose, another kind of table, or a picture, and must not be read.
    pub fn leaves_out(&mut self, input: &Input) -> bool {
        let lines = input.lines_without_puzzle(self.how);
        if let Some(lines) = lines {
            let (name, lines) = (input.name(), count(lines, "line"));
            self.name_without(format_args!("{name}: left out: no puzzle in {lines}"));
            self.pass(input);
        }
        lines.is_some()
    }

    /// Starts the bar, unless it is running, with the first input to be opened.
    pub fn start(&mut self, source: &Source, shard: Option<Shard>, args: &ProgressArgs) {
        let size = || match (self.inputs.are_several, shard) {
            (false, _) => source.size(),
            (true, None) => self.inputs.size(),
            (true, Some(_)) => None,
        };
        self.bar.get_or_insert_with(|| Progress::over_bytes(size(), args));
    }

    /// Moves the bar to a position in the current input, and adds to the number of puzzles.
    pub fn at(&self, position: u64, more_puzzles: u64) {
        self.bar.iter().for_each(|bar| bar.at(self.passed + position, more_puzzles));
    }

    /// Ends an input, with the reason if it could not be read.
    ///
    /// # Errors
    /// The reason, if the run does not continue without this input.
    pub fn end_input(
        &mut self,
        input: &Input,
        failure: Option<anyhow::Error>,
    ) -> anyhow::Result<()> {
        self.pass(input);
        match failure {
            None => {}
            Some(error) if self.goes_on => self.report(&error),
            Some(error) => return Err(error),
        }
        Ok(())
    }

    /// Moves the bar to the end of an input.
    pub fn pass(&mut self, input: &Input) {
        self.passed += input.size().unwrap_or(0);
    }

    /// Reports an input that cannot be read.
    pub fn report(&mut self, error: &anyhow::Error) {
        self.say(format_args!("sudomill: {}", advice::error_message(error)));
        self.failed += 1;
    }

    /// Counts an input that was read to its end and holds no puzzle, and reports the first ones.
    pub fn add_without(&mut self, name: &str, lines: u64) {
        match lines {
            0 => self.name_without(format_args!("{name}: the file is empty")),
            _ => self.name_without(format_args!("{name}: no puzzle in {}", count(lines, "line"))),
        }
    }

    fn name_without(&mut self, line: fmt::Arguments) {
        self.without += 1;
        if self.without <= NAMED {
            self.say(line);
        }
    }

    /// See [`Progress::during`].
    pub fn during<T>(&self, limits: &Limits, search: impl FnOnce() -> T) -> T {
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

    /// Reports how many inputs without a puzzle were not named.
    pub fn say_rest(&self) {
        if let Some(rest) = self.without.checked_sub(NAMED).filter(|&rest| rest > 0) {
            say(format_args!("and {} without a puzzle", count(rest, "more input")));
        }
    }

    /// The number of inputs, of those that failed, and of those without a puzzle.
    pub fn counts(&self) -> [u64; 3] {
        let all = self.inputs.list.len() as u64 + self.inputs.failed - self.unread;
        [all, self.failed, self.without]
    }

    /// The error of a run that found no puzzle.
    pub fn no_puzzle(&self) -> anyhow::Error {
        match &self.inputs.list[..] {
            [input] if !self.goes_on => {
                anyhow!("{}: found no puzzle; expected at least one", input.name())
            }
            _ => {
                let files = count(self.counts()[0], "file");
                anyhow!("found no puzzle in {files}; expected at least one")
            }
        }
    }
}

/// Reports the progress of a run, and its first bad lines.
pub struct Reporter<'a> {
    pub driver: Driver<'a>,
    /// The name of the current input.
    pub input: String,
    /// The number of bad lines so far.
    bad_lines: AtomicU64,
}

/// Maximum number of bad lines that are shown.
const SHOWN: u64 = 10;

impl<'a> Reporter<'a> {
    pub fn new(driver: Driver<'a>) -> Self {
        Self { driver, input: String::new(), bad_lines: AtomicU64::new(0) }
    }

    /// Removes the bar, and reports how many bad lines and inputs were not shown.
    pub fn say_rest(&self) {
        self.driver.clear();
        if let Some(more) =
            and_more(self.bad_lines.load(Ordering::Relaxed), SHOWN, Some("bad line"))
        {
            say(more);
        }
        self.driver.say_rest();
    }
}

impl Listener for Reporter<'_> {
    fn progress(&self, bytes_done: u64, puzzles: u64) {
        self.driver.at(bytes_done, puzzles);
    }

    fn bad_line(&self, line: u64, bad: &BadLine) {
        if self.bad_lines.fetch_add(1, Ordering::Relaxed) < SHOWN {
            let hint = advice::bad_line_hint(bad);
            self.driver.say(format_args!("{}:{line}:{bad}{hint}", self.input));
        }
    }
}

/// Formats [`Driver::counts`] to precede the counts of a summary.
pub fn files_of([all, failed, without]: [u64; 3]) -> String {
    let mut text = count(all, "file") + ", ";
    for (inputs, words) in [(failed, "failed"), (without, "without a puzzle")] {
        if inputs > 0 {
            text += &format!("{} {words}, ", number(inputs));
        }
    }
    text
}

impl Input {
    /// The number of lines of a file found in a folder, if none of them resembles a puzzle.
    /// Unreadable and empty files are left to be reported later.
    pub fn lines_without_puzzle(&self, how: &Open) -> Option<u64> {
        let Self::Found(path) = self else { return None };
        let source = match input::open(path, how) {
            // The column is expected in a table of puzzles, but this file may be anything.
            Err(Error::NoColumn { .. }) => input::open(path, &Open { column: None, ..how.clone() }),
            opened => opened,
        };
        source.ok()?.lines_without_puzzle().ok()?.filter(|&lines| lines > 0)
    }
}

/// The chunk size for a source: a small file is cut into smaller chunks, so that every thread gets
/// a share.
pub fn chunk_size(source: &Source, threads: usize) -> usize {
    let size = source.size().map_or(usize::MAX, |size| size.try_into().unwrap_or(usize::MAX));
    (size / (threads * 16)).clamp(1 << 10, batch::CHUNK)
}
