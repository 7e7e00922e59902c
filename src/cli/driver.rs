//! Runs a command over its inputs, one after the other. An input that cannot be read or holds no
//! puzzle is reported and counted; the others are still read.

use super::{
    advice,
    exit::{self, Exit},
    inputs::{Input, Inputs},
    listener::Messages,
    message::{SHOWN, and_more, count, if_any, number, say},
    progress::{BYTES, Progress, STREAM},
    shared_args::ProgressArgs,
};
use anyhow::{anyhow, ensure};
use std::fmt;
use sudomill::{
    Error,
    batch::RunOptions,
    input::{Column, FileSpan, InputErrorKind, ReadOptions, Shard, Source},
    output::Tally,
};
use sudomill_batch::files::resume::ResumePoint;

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

/// How a run reads its inputs.
pub struct DriverOptions<'a> {
    /// How each input is opened.
    pub how: &'a ReadOptions,
    pub progress: &'a ProgressArgs,
    pub solutions: Solutions<'a>,
    /// The part of the inputs to read.
    pub shard: Option<Shard>,
    /// The number of records after which no input is read any more.
    pub head: Option<u64>,
    /// True if each input continues the one before, so that none may be missing. Otherwise a run over
    /// several inputs continues after one that cannot be read.
    pub is_sequence: bool,
    /// True if the run ends after an input that cannot be read or holds no puzzle.
    pub strict: bool,
    /// True to read files of folders even if no line of theirs resembles a puzzle.
    pub reads_all: bool,
}

impl<'a> DriverOptions<'a> {
    /// Reads the puzzles of all inputs.
    pub fn new(how: &'a ReadOptions, progress: &'a ProgressArgs) -> Self {
        Self {
            how,
            progress,
            solutions: Solutions::Ignored,
            shard: None,
            head: None,
            is_sequence: false,
            strict: false,
            reads_all: false,
        }
    }
}

/// The state of a run over its inputs.
pub struct Driver<'a> {
    inputs: &'a Inputs,
    options: DriverOptions<'a>,
    /// The point at which to resume; `None` once it is reached.
    place: Option<ResumePoint>,
    pub totals: Totals,
    pub messages: Messages,
}

/// The part of an input to read.
#[derive(Clone, Copy)]
struct InputPart<'a> {
    input: &'a Input,
    /// Its position among the inputs, if they are divided into shards.
    among: Option<FileSpan>,
}

impl<'a> Driver<'a> {
    pub fn new(inputs: &'a Inputs, options: DriverOptions<'a>) -> Self {
        let totals = Totals { failed: inputs.failed, ..Totals::default() };
        Self { inputs, options, place: None, totals, messages: Messages::default() }
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
        work: &mut dyn FnMut(Reading) -> anyhow::Result<InputEnd>,
    ) -> anyhow::Result<()> {
        let passed = self.place.as_ref().map_or(0, |place| place.inputs);
        let parts = self.parts();
        parts.iter().take(passed).for_each(|part| self.pass(part.input));
        for (number, part) in parts.into_iter().enumerate().skip(passed) {
            // An input that an earlier run has partly read must still be counted.
            let place = self.place.take();
            if self.has_enough(number, place.is_some()) {
                break;
            }
            exit::check_interrupt()?;
            if place.is_some() || !self.leaves_out(part.input)? {
                let end = self.read(number, part, place, work)?;
                self.end(part.input, end)?;
            }
        }
        Ok(())
    }

    /// Returns true if the run ends before this input: it has its records, or must not go on.
    fn has_enough(&mut self, number: usize, is_resumed: bool) -> bool {
        let records = self.totals.tally.puzzles();
        if !is_resumed && self.options.head.is_some_and(|head| records >= head) {
            self.totals.unread = (self.inputs.list.len() - number) as u64;
            return true;
        }
        self.options.strict && self.totals.failed > 0
    }

    /// Opens an input and runs `work` on it.
    fn read(
        &mut self,
        number: usize,
        part: InputPart,
        place: Option<ResumePoint>,
        work: &mut dyn FnMut(Reading) -> anyhow::Result<InputEnd>,
    ) -> anyhow::Result<InputEnd> {
        let source = match self.open_part(part, place.as_ref()) {
            Ok(source) => source,
            Err(error) => return Ok(error.into()),
        };
        self.start(&source);
        source.name().clone_into(&mut self.messages.input);
        let here = place.map(|place| place.here).unwrap_or_default();
        let (totals, messages) = (&self.totals, &self.messages);
        work(Reading { input: part.input, number, source, here, totals, messages })
    }

    /// The inputs to read. If they are divided into shards, only those with a part in this shard.
    fn parts(&self) -> Vec<InputPart<'a>> {
        let inputs = &self.inputs.list;
        let Some(shard) = self.options.shard.filter(|_| self.inputs.are_several) else {
            return inputs.iter().map(|input| InputPart { input, among: None }).collect();
        };
        let size = |input: &Input| input.file_size().unwrap_or(0);
        let mut before = 0;
        let total = inputs.iter().map(size).sum();
        let part = |input| {
            let (among, size) = (FileSpan { before, total }, size(input));
            before += size;
            shard.share(among, size).map(|_| InputPart { input, among: Some(among) })
        };
        inputs.iter().filter_map(part).collect()
    }

    /// Opens an input.
    pub fn open(&self, input: &Input) -> Result<Source, Error> {
        let mut source = input.open(self.options.how)?;
        let lacks =
            |it: &_| matches!(InputErrorKind::find(it), Some(InputErrorKind::NoSolutions(_)));
        match self.options.solutions {
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
    fn open_part(&self, part: InputPart, place: Option<&ResumePoint>) -> Result<Source, Error> {
        let mut source = self.open(part.input)?;
        if let Some(shard) = self.options.shard {
            source = source.shard(shard, part.among)?;
        }
        place.map_or(Ok(()), |place| place.skip_to(&mut source))?;
        Ok(source)
    }

    /// Adds the counts of an input to those of the run.
    ///
    /// # Errors
    /// The run ends with this input.
    fn end(&mut self, input: &Input, outcome: InputEnd) -> anyhow::Result<()> {
        self.pass(input);
        let InputEnd { tally, is_part, failure } = outcome;
        let path = self.inputs.are_several.then_some(&*self.messages.input);
        self.totals.tally.append(&tally, path);
        let failure = match failure {
            None if !is_part => self.lacks_puzzle(&tally),
            failure => failure,
        };
        failure.map_or(Ok(()), |error| self.fail(error))
    }

    /// Counts an input without records, if there are others. Returns the error of one whose lines are
    /// all something else than puzzles.
    fn lacks_puzzle(&mut self, tally: &Tally) -> Option<anyhow::Error> {
        let (path, lines) = (&self.messages.input, tally.lines());
        let reason = match lines {
            0 => format!("{path}: the file is empty"),
            _ => format!("{path}: no puzzle in {}", count(lines, "line")),
        };
        if tally.puzzles() == 0 && self.inputs.are_several {
            self.totals.has_other_lines |= lines > 0;
            self.add_without(reason);
            return None;
        }
        if lines == 0 || tally.has_puzzle() {
            return None;
        }
        self.totals.ends_without = !self.goes_on();
        Some(anyhow!(reason))
    }

    /// Reports and counts an input that cannot be read to its end.
    ///
    /// # Errors
    /// The run does not go on.
    fn fail(&mut self, error: anyhow::Error) -> anyhow::Result<()> {
        // There is no telling what else has changed.
        let kind = error.downcast_ref().and_then(InputErrorKind::find);
        if matches!(kind, Some(InputErrorKind::Shrunk { .. })) || !self.goes_on() {
            return Err(error);
        }
        self.messages.say(format_args!("sudomill: {}", advice::error_message(&error)));
        self.totals.failed += 1;
        Ok(())
    }

    /// Returns true if the run continues after an input that cannot be read.
    fn goes_on(&self) -> bool {
        self.inputs.are_several && !self.options.is_sequence
    }

    /// Returns true if an input was found in a folder and none of its lines resembles a puzzle, and
    /// reports it. Such a file is prose, another kind of table, or a picture, and must not be read.
    fn leaves_out(&mut self, input: &Input) -> anyhow::Result<bool> {
        if self.options.reads_all {
            return Ok(false);
        }
        let Some(reason) = input.why_left_out(self.options.how) else { return Ok(false) };
        let name = input.name();
        self.add_without(format!("{name}: left out: {reason}"));
        self.totals.has_other_lines = true;
        self.pass(input);
        let advice = "stopped because of --strict; --include selects files";
        ensure!(!self.options.strict, "{name}: no puzzle; {advice}");
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
        let size = || match (self.inputs.are_several, self.options.shard) {
            (false, _) => source.size(),
            (true, None) => self.inputs.size(),
            (true, Some(_)) => None,
        };
        self.messages.bar.get_or_insert_with(|| {
            let size = size();
            Progress::new(size, if size.is_some() { BYTES } else { STREAM }, self.options.progress)
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
        if !self.options.progress.quiet {
            say(format_args!("{}{words}", files_of(self.files())));
        }
    }
}

/// Formats the number of lines that are not records, to follow the other counts.
pub fn skipped(tally: &Tally) -> String {
    let lines = tally.lines() - tally.puzzles();
    if_any(lines, || format!("; {} skipped", count(lines, "other line")))
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
