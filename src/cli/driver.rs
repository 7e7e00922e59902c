//! Runs a command over its inputs, one after the other. An input that cannot be read or holds no
//! puzzle is reported and counted; the others are still read.

use super::{
    advice,
    exit::{self, Exit},
    inputs::{Input, Inputs},
    message::{Reported, SHOWN, and_more, count, if_any, number, say, visible},
    progress::{BYTES, Progress, STREAM},
    shared_args::ProgressArgs,
};
use anyhow::{anyhow, ensure};
use std::{
    fmt,
    io::Write,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};
use sudomill::{
    Error,
    batch::{Listener, RunOptions},
    input::{BadLine, Column, FileSpan, InputErrorKind, ReadOptions, Shard, Source},
    output::{Agreement, Tally},
    solver::Status,
};
use sudomill_batch::files::resume::{Journal, Reached, ResumePoint};
use sudomill_input::error::io_error;
use sudomill_output::target::Stdout;

/// An input that is open, and the run so far.
pub struct Reading<'r> {
    pub input: &'r Input,
    /// The number of inputs before this one.
    pub number: usize,
    pub source: Source,
    /// The counts of the lines that an earlier run has read.
    pub here: Tally,
    /// The counts of the inputs before this one.
    pub totals: &'r Totals,
    pub messages: &'r Messages,
}

/// The counts of an input, and the reason why it could not be read to its end.
#[derive(Debug, Default)]
pub struct InputEnd {
    pub tally: Tally,
    /// True if only a part was read, which need not have a puzzle.
    pub is_part: bool,
    pub failure: Option<anyhow::Error>,
}

impl From<Error> for InputEnd {
    fn from(error: Error) -> Self {
        Self { failure: Some(error.into()), ..Self::default() }
    }
}

/// The counts over all inputs.
#[derive(Debug, Default)]
pub struct Totals {
    /// The number of inputs that the run did not get to.
    unread: u64,
    /// The number of inputs that could not be read.
    pub failed: u64,
    /// The number of inputs without a puzzle, which do not make the run fail.
    pub without: u64,
    /// True if the run ended with an input that has lines and no puzzle.
    pub ends_without: bool,
    /// True if any of these has a line.
    pub has_other_lines: bool,
    pub tally: Tally,
}

/// The solutions to find in the inputs, beside the puzzles.
#[derive(Clone, Copy)]
pub enum Solutions<'a> {
    Ignored,
    IfAny,
    /// In this column, or else in the likeliest one.
    Required(Option<&'a Column>),
}

/// The state of a run over its inputs.
pub struct Driver<'a> {
    inputs: &'a Inputs,
    how: &'a ReadOptions,
    args: &'a ProgressArgs,
    pub solutions: Solutions<'a>,
    /// The part of the inputs to read.
    pub shard: Option<Shard>,
    /// The number of records after which no input is read any more.
    pub head: Option<u64>,
    /// True if the run continues after an input that cannot be read.
    pub goes_on: bool,
    /// True if the run ends after an input that cannot be read or holds no puzzle.
    pub strict: bool,
    /// True to read files of folders even if no line of theirs resembles a puzzle.
    pub reads_all: bool,
    /// The point at which to resume; `None` once it is reached.
    place: Option<ResumePoint>,
    pub totals: Totals,
    pub messages: Messages,
}

/// Reports a run while it is in progress: its progress, and the first items of each kind.
#[derive(Default)]
pub struct Messages {
    /// The bar over the bytes of all inputs. It starts when the first one is open.
    bar: Option<Progress>,
    /// Total size in bytes of the inputs that are complete.
    passed: u64,
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

impl<'a> Driver<'a> {
    /// Prepares a run; `how` says how the inputs are opened.
    pub fn new(inputs: &'a Inputs, how: &'a ReadOptions, args: &'a ProgressArgs) -> Self {
        Self {
            inputs,
            how,
            args,
            solutions: Solutions::Ignored,
            shard: None,
            head: None,
            goes_on: inputs.are_several,
            strict: false,
            reads_all: false,
            place: None,
            totals: Totals { failed: inputs.failed, ..Totals::default() },
            messages: Messages::default(),
        }
    }

    /// Makes the run continue where an earlier one ended.
    pub fn resume(&mut self, place: ResumePoint) {
        let ResumePoint { failed, without, ref before, .. } = place;
        self.totals = Totals { failed, without, tally: before.clone(), ..Totals::default() };
        self.place = Some(place);
    }

    /// Runs `work` on each input that may hold puzzles. Its error ends the run.
    pub fn each(
        &mut self,
        mut work: impl FnMut(Reading) -> anyhow::Result<InputEnd>,
    ) -> anyhow::Result<()> {
        let passed = self.place.as_ref().map_or(0, |place| place.inputs);
        for (number, (input, among)) in self.parts().into_iter().enumerate() {
            if number < passed {
                self.pass(input);
                continue;
            }
            let place = self.place.take();
            // An input that an earlier run has partly read must still be counted.
            if place.is_none() && self.head.is_some_and(|head| self.totals.tally.puzzles() >= head)
            {
                self.totals.unread = (self.inputs.list.len() - number) as u64;
                break;
            }
            if self.strict && self.totals.failed > 0 {
                break;
            }
            exit::check_interrupt()?;
            if place.is_none() && self.leaves_out(input)? {
                continue;
            }
            let outcome = match self.open_part(input, among, place.as_ref()) {
                Ok(source) => {
                    self.start(&source);
                    source.name().clone_into(&mut self.messages.input);
                    let here = place.map(|place| place.here).unwrap_or_default();
                    let (totals, messages) = (&self.totals, &self.messages);
                    work(Reading { input, number, source, here, totals, messages })?
                }
                Err(error) => error.into(),
            };
            self.end(input, outcome)?;
        }
        Ok(())
    }

    /// The inputs to read. If they are divided into shards, only those with a part in this shard,
    /// each with its position.
    fn parts(&self) -> Vec<(&'a Input, Option<FileSpan>)> {
        let inputs = &self.inputs.list;
        let Some(shard) = self.shard.filter(|_| self.inputs.are_several) else {
            return inputs.iter().map(|input| (input, None)).collect();
        };
        let size = |input: &Input| input.file_size().unwrap_or(0);
        let mut before = 0;
        let total = inputs.iter().map(size).sum();
        let part = |input| {
            let (among, size) = (FileSpan { before, total }, size(input));
            before += size;
            shard.share(among, size).map(|_| (input, Some(among)))
        };
        inputs.iter().filter_map(part).collect()
    }

    /// Opens an input.
    pub fn open(&self, input: &Input) -> Result<Source, Error> {
        let mut source = input.open(self.how)?;
        let lacks =
            |it: &_| matches!(InputErrorKind::find(it), Some(InputErrorKind::NoSolutions(_)));
        match self.solutions {
            Solutions::Ignored => {}
            Solutions::Required(column) => source.find_solutions(column)?,
            Solutions::IfAny => match source.find_solutions(None) {
                Err(error) if !lacks(&error) => return Err(error),
                _ => {}
            },
        }
        Ok(source)
    }

    /// Opens the part of an input to read, after the lines that an earlier run has read.
    fn open_part(
        &self,
        input: &Input,
        among: Option<FileSpan>,
        place: Option<&ResumePoint>,
    ) -> Result<Source, Error> {
        let mut source = self.open(input)?;
        if let Some(shard) = self.shard {
            source = source.shard(shard, among)?;
        }
        place.map_or(Ok(()), |place| place.skip_to(&mut source))?;
        Ok(source)
    }

    fn end(&mut self, input: &Input, outcome: InputEnd) -> anyhow::Result<()> {
        self.pass(input);
        let InputEnd { tally, is_part, failure } = outcome;
        let path = self.messages.input.clone();
        let are_several = self.inputs.are_several;
        self.totals.tally.append(&tally, are_several.then_some(&path));
        let (records, lines) = (tally.puzzles(), tally.lines());
        let error = match failure {
            Some(error) => error,
            None if is_part => return Ok(()),
            None if records == 0 && are_several => {
                self.totals.has_other_lines |= lines > 0;
                self.add_without(match lines {
                    0 => format!("{path}: the file is empty"),
                    _ => format!("{path}: no puzzle in {}", count(lines, "line")),
                });
                return Ok(());
            }
            None if lines > 0 && !tally.has_puzzle() => {
                self.totals.ends_without = !self.goes_on;
                anyhow!("{path}: no puzzle in {}", count(lines, "line"))
            }
            None => return Ok(()),
        };
        // There is no telling what else has changed.
        let kind = error.downcast_ref().and_then(InputErrorKind::find);
        if matches!(kind, Some(InputErrorKind::Shrunk { .. })) || !self.goes_on {
            return Err(error);
        }
        self.messages.say(format_args!("sudomill: {}", advice::error_message(&error)));
        self.totals.failed += 1;
        Ok(())
    }

    /// Returns true if an input was found in a folder and none of its lines resembles a puzzle, and
    /// reports it. Such a file is prose, another kind of table, or a picture, and must not be read.
    fn leaves_out(&mut self, input: &Input) -> anyhow::Result<bool> {
        if self.reads_all {
            return Ok(false);
        }
        let Some(reason) = input.why_left_out(self.how) else { return Ok(false) };
        let name = input.name();
        self.add_without(format!("{name}: left out: {reason}"));
        self.totals.has_other_lines = true;
        self.pass(input);
        let advice = "stopped because of --strict; --include selects files";
        ensure!(!self.strict, "{name}: no puzzle; {advice}");
        Ok(true)
    }

    fn add_without(&mut self, line: String) {
        self.totals.without += 1;
        if self.totals.without <= SHOWN {
            self.messages.say(line);
        }
    }

    /// Starts the bar, unless it is running, with the first input to be opened.
    fn start(&mut self, source: &Source) {
        let size = || match (self.inputs.are_several, self.shard) {
            (false, _) => source.size(),
            (true, None) => self.inputs.size(),
            (true, Some(_)) => None,
        };
        self.messages.bar.get_or_insert_with(|| {
            let size = size();
            Progress::new(size, if size.is_some() { BYTES } else { STREAM }, self.args)
        });
    }

    /// Moves the bar to the end of an input.
    fn pass(&mut self, input: &Input) {
        self.messages.passed += input.size().unwrap_or(0);
    }

    /// Ends a run: removes the bar, and reports how many items were not shown.
    ///
    /// # Errors
    /// All inputs could be read, and none has a puzzle.
    pub fn finish(&self) -> anyhow::Result<&Totals> {
        let Totals { failed, without, tally, .. } = self.say_rest();
        match *failed == 0 && *without > 0 && tally.puzzles() == 0 {
            true => Err(self.no_puzzle()),
            false => Ok(&self.totals),
        }
    }

    /// Removes the bar, and reports how many items were not shown.
    pub fn say_rest(&self) -> &Totals {
        self.messages.say_rest("");
        if let Some(more) = and_more(self.totals.without, Some("input")) {
            say(format_args!("{more} without a puzzle"));
        }
        &self.totals
    }

    /// The number of inputs, of those that failed, and of those without a puzzle; `None` if there
    /// is only one.
    pub fn files(&self) -> Option<[u64; 3]> {
        let Totals { unread, failed, without, .. } = self.totals;
        let all = self.inputs.list.len() as u64 + self.inputs.failed - unread;
        self.inputs.are_several.then_some([all, failed, without])
    }

    /// The error of a run that found no puzzle.
    pub fn no_puzzle(&self) -> anyhow::Error {
        let found = match (self.files(), self.inputs.list.first()) {
            (None, Some(input)) => format!("{}: found no puzzle", input.name()),
            (files, _) => {
                format!("found no puzzle in {}", count(files.map_or(1, |it| it[0]), "file"))
            }
        };
        anyhow!("{found}; expected at least one")
    }

    /// The exit code of a run that is complete, unless an input could not be read.
    pub fn exit(&self, is_right: bool) -> Exit {
        if self.totals.failed > 0 { Exit::Failure } else { Exit::success_if(is_right) }
    }

    /// Prints a summary, unless the run is quiet: the numbers of files, if there may be several, and
    /// `words`.
    pub fn summarize(&self, words: impl fmt::Display) {
        if !self.args.quiet {
            say(format_args!("{}{words}", files_of(self.files())));
        }
    }
}

/// Formats the number of lines that are not records, to follow the other counts.
pub fn skipped(tally: &Tally) -> String {
    let lines = tally.lines() - tally.puzzles();
    if_any(lines, || format!("; {} skipped", count(lines, "other line")))
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

/// Formats [`Driver::files`] to precede the counts of a summary.
pub fn files_of(files: Option<[u64; 3]>) -> String {
    let Some([all, failed, without]) = files else { return String::new() };
    let failed = if_any(failed, || format!("{} failed, ", number(failed)));
    let without = if_any(without, || format!("{} without a puzzle, ", number(without)));
    format!("{}, {failed}{without}", count(all, "file"))
}

/// The options of a run that an interrupt ends.
pub fn run_options(threads: usize) -> RunOptions<'static> {
    RunOptions::default().with_threads(threads).with_stop(&exit::STOP)
}
