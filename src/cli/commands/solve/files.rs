//! Solves the inputs of a run, one after the other, into one stream of results.

use super::{
    Config,
    resume::{self, Begun},
    summary::{self, Total},
};
use crate::cli::{
    advice,
    driver::Driver,
    exit::{self, Exit},
    inputs::Input,
    message::{and_more, count, say},
};
use anyhow::{anyhow, ensure};
use std::{
    ops::ControlFlow,
    path::Path,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    time::Instant,
};
use sudomill::{
    Error,
    batch::{
        self, Listener, Options, Outputs, Reached, Run,
        resume::{Journal, ResumePoint},
    },
    input::{AnyLine, BadLine, FileSpan, Shard, Source},
    output::{Sink, Summary, Tally},
    solver::Status,
};

/// Solves all inputs and finishes the outputs.
pub fn solve(config: &Config, begun: Instant) -> anyhow::Result<Exit> {
    let mut solving = Solving::new(config)?;
    let summary_file = config.args.summary.as_deref().map(Sink::create).transpose()?;
    let are_without = match solving.solve_all().and_then(|()| solving.are_all_without()) {
        Ok(are_without) => are_without,
        Err(error) => return Err(solving.failed(error)),
    };
    let are_several = config.inputs.are_several;
    if are_several {
        solving.say_rest(None);
    }
    let driver = &solving.messages.driver;
    driver.say_rest();
    let (counts, failed) = (driver.counts(), driver.failed);
    if failed > 0 && (config.args.strict || solving.total.tally.valid() == 0) {
        solving.discard()?;
        return Ok(Exit::Failure);
    }
    if are_without {
        let error = driver.no_puzzle();
        solving.discard()?;
        return Err(error);
    }
    let total = &mut solving.total;
    if are_several {
        total.files = Some(counts);
        let names: Vec<_> =
            config.args.inputs.iter().map(|path| path.display().to_string()).collect();
        total.input = names.join(" ");
    }
    let summary = total.summary(begun.elapsed());
    let tally = &solving.total.tally;
    // No journal entry is saved after this.
    let kept = solving.messages.journal.as_ref().and_then(Journal::kept);
    let finished = finish(solving.outputs, summary_file, &summary);
    finished
        .inspect_err(|_| kept.into_iter().for_each(|kept| say_kept(&config.args.output, kept)))?;
    if let Some(journal) = solving.messages.journal.take() {
        journal.remove(&config.resumable())?;
    }
    if !config.args.progress.quiet {
        summary::print(&summary);
    }
    let has_differing = tally.differing() > 0;
    let statuses = Status::ALL.into_iter().filter(|&status| tally.of(status) > 0);
    Ok(match failed {
        0 if has_differing => Exit::Findings,
        0 => Exit::of_statuses(statuses, summary.limit),
        _ => Exit::Failure,
    })
}

/// The inputs to solve. If they are divided into shards, only those with a part in this shard, each
/// with its position.
fn parts(config: &Config) -> impl Iterator<Item = (&Input, Option<FileSpan>)> {
    let inputs = &config.inputs;
    let shard = config.args.shard.filter(|_| inputs.are_several);
    let size = |input: &Input| input.file_size().unwrap_or(0);
    let total = shard.map_or(0, |_| inputs.list.iter().map(size).sum());
    let mut before = 0;
    inputs.list.iter().filter_map(move |input| {
        let Some(shard) = shard else { return Some((input, None)) };
        let (among, size) = (FileSpan { before, total }, size(input));
        before += size;
        shard.share(among, size).map(|_| (input, Some(among)))
    })
}

/// The state of a run that goes from input to input.
struct Solving<'a> {
    config: &'a Config,
    outputs: Outputs,
    messages: Messages<'a>,
    total: Total,
    /// True if any input without a puzzle has a line.
    has_line: bool,
    /// Bad lines that no earlier run has seen.
    new_invalid: u64,
    /// Wrong solutions in the inputs that no earlier run has seen.
    new_wrong: u64,
    /// The point at which to resume; `None` once it is reached.
    place: Option<ResumePoint>,
}

impl<'a> Solving<'a> {
    fn new(config: &'a Config) -> anyhow::Result<Self> {
        let Begun { outputs, journal, place } = resume::begin(config)?;
        let mut driver = Driver::new(&config.inputs, &config.how);
        let mut total = Total::default();
        total.compares = config.compares;
        if let Some(ResumePoint { before, here, .. }) = &place {
            total.resumed = Some(before.counts.puzzles() + here.puzzles());
            total.tally.merge(&before.counts);
            total.strategies.clone_from(&before.strategies);
            total.sides.extend(&before.sides);
            driver.failed = before.failed;
            driver.without = before.without;
        }
        let messages = Messages {
            driver,
            input: String::new(),
            bad_lines: AtomicU64::new(0),
            wrong_solutions: AtomicU64::new(0),
            journal,
            has_failed_to_record: AtomicBool::new(false),
        };
        let (has_line, new_invalid, new_wrong) = (false, 0, 0);
        Ok(Self { config, outputs, messages, total, has_line, new_invalid, new_wrong, place })
    }

    /// Solves the remaining inputs. An error ends the run.
    fn solve_all(&mut self) -> anyhow::Result<()> {
        let (args, inputs) = (&self.config.args, &self.config.inputs);
        let passed = self.place.as_ref().map(|place| place.before.inputs);
        if passed.is_none() {
            self.expect_columns()?;
        }
        for (number, (input, among)) in parts(self.config).enumerate() {
            if passed.is_some_and(|passed| number < passed) {
                self.messages.driver.pass(input);
                continue;
            }
            // An input that an earlier run has partly read must still be counted.
            if self.place.is_none() && self.left() == Some(0) {
                self.messages.driver.unread = (inputs.list.len() - number) as u64;
                return Ok(());
            }
            if args.strict && self.messages.driver.failed > 0 {
                return Ok(());
            }
            exit::check_interrupt()?;
            if self.place.is_none() {
                let Messages { journal, driver, .. } = &mut self.messages;
                if let Some(journal) = journal {
                    let Driver { failed, without, .. } = *driver;
                    journal.begin_input(self.total.before(number, failed, without));
                }
                if driver.leaves_out(input) {
                    self.has_line = true;
                    let name = input.name();
                    let advice = "stopped because of --strict; --include selects files";
                    ensure!(!args.strict, "{name}: no puzzle; {advice}");
                    continue;
                }
            }
            let failure = self.solve(input, among)?;
            self.messages.driver.end_input(input, failure)?;
        }
        Ok(())
    }

    /// Returns true if there are lines, but none of them in any input is a puzzle, good or bad. A
    /// part without a puzzle looks for one in the whole of the inputs, so that every part tells the
    /// same.
    fn are_all_without(&self) -> anyhow::Result<bool> {
        let (tally, failed) = (&self.total.tally, self.messages.driver.failed);
        if self.config.args.shard.is_none() {
            return Ok(failed == 0 && self.has_line && tally.puzzles() == 0);
        }
        let mut has_line = false;
        for input in self.config.inputs.list.iter().filter(|_| tally.valid() == 0) {
            let mut has_puzzle = false;
            let mut look = |_, line: AnyLine| {
                has_line = true;
                has_puzzle = matches!(line, AnyLine::Puzzle(_));
                match has_puzzle || exit::is_interrupted() {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            };
            let source = self.config.open(input);
            let read = source.and_then(|mut it| it.each_any_line(batch::CHUNK, &mut look));
            exit::check_interrupt()?;
            if has_puzzle {
                return Ok(false);
            }
            // It is reported by the parts that have a share of it.
            has_line |= read.is_err();
        }
        Ok(has_line)
    }

    /// The number of records left to read; `None` without `--head`.
    fn left(&self) -> Option<u64> {
        let read = self.total.tally.puzzles();
        self.config.args.head.map(|head| head.saturating_sub(read))
    }

    /// Ensures that a later shard of several inputs accepts the same inputs as the whole run: the
    /// first readable one determines the columns.
    fn expect_columns(&mut self) -> anyhow::Result<()> {
        if !self.config.inputs.are_several || self.config.args.shard.is_none_or(Shard::is_first) {
            return Ok(());
        }
        let how = &self.config.how;
        let is_read = |input: &&Input| input.lines_without_puzzle(how).is_none();
        let inputs = self.config.inputs.list.iter().filter(is_read);
        for source in inputs.filter_map(|input| self.config.open(input).ok()) {
            let options = self.config.options(&source);
            if batch::expect_columns(&source, &options, &mut self.outputs).is_ok() {
                break;
            }
        }
        Ok(())
    }

    /// Solves an input or part of it. Returns the reason if it could not be read to its end or has
    /// no results. An error ends the whole run.
    fn solve(
        &mut self,
        input: &Input,
        among: Option<FileSpan>,
    ) -> anyhow::Result<Option<anyhow::Error>> {
        let place = self.place.take();
        let opened = self.config.open_part(input, among).and_then(|mut source| {
            place.iter().try_for_each(|place| source.skip_to(place.position))?;
            Ok(source)
        });
        let source = match opened {
            Ok(source) => source,
            Err(error) => return Ok(Some(error.into())),
        };
        let args = &self.config.args;
        self.messages.driver.start(&source, args.shard, &args.progress);
        let here = place.map(|place| place.here).unwrap_or_default();
        self.run(source, !matches!(input, Input::Line(..)), &here)
    }

    /// Solves a source, starting after the lines that an earlier run has solved.
    fn run(
        &mut self,
        source: Source,
        is_file: bool,
        solved: &Tally,
    ) -> anyhow::Result<Option<anyhow::Error>> {
        let several = self.config.inputs.are_several;
        let head = self.left().map(|left| left.saturating_sub(solved.puzzles()));
        let options = Options { head, ..self.config.options(&source) };
        let (name, table) = (source.name().to_owned(), source.layout().table.clone());
        let side = source.layout().size.side();
        self.total.detected = Some(source.detected());
        self.messages.input.clone_from(&name);
        let solve = || batch::run_readable(source, &options, &mut self.outputs, &self.messages);
        let Run { mut tally, failure } = self.messages.driver.during(&options.limits, solve)?;
        self.new_invalid += tally.of(Status::Invalid);
        self.new_wrong += tally.differing();
        if !several {
            self.say_rest(Some(&name));
        }
        tally.merge(solved);
        let is_whole = is_file && self.config.args.shard.is_none() && head.is_none();
        if is_whole && failure.is_none() {
            self.messages.driver.pause(|| advice::on_run(&name, &tally, &table));
        }
        if let Some(shard) = self.config.args.shard
            && tally.lines() > 0
            && tally.valid() == 0
        {
            let lines = count(tally.lines(), "line");
            self.messages.driver.say(format_args!("{name}: no puzzle in {lines} of part {shard}"));
        }
        self.total.add(&tally, &options, side);
        self.total.input.clone_from(&name);
        Ok(match failure {
            // There is no telling what else has changed.
            Some(error @ Error::Shrunk { .. }) => return Err(error.into()),
            Some(error) if several && tally.puzzles() > 0 => Some(cut_off(&error, &tally)),
            Some(error) => Some(error.into()),
            None if several && is_whole && tally.has_no_rows() => {
                self.has_line |= tally.lines() > 0;
                self.messages.driver.add_without(&name, tally.lines());
                None
            }
            None if is_whole && tally.lines() > 0 && tally.valid() == 0 => {
                Some(Error::NoPuzzles { path: name, lines: tally.lines() }.into())
            }
            None => None,
        })
    }

    /// Removes the bar and reports how many bad lines and wrong solutions were not shown. `input`
    /// is the name of the only input.
    fn say_rest(&self, input: Option<&str>) {
        self.messages.driver.clear();
        let rest = [(self.new_invalid, "bad line"), (self.new_wrong, "wrong solution")];
        for more in rest.into_iter().filter_map(|(all, noun)| and_more(all, SHOWN, Some(noun))) {
            match input {
                Some(input) => say(format_args!("{input}: {more}")),
                None => say(more),
            }
        }
    }

    /// Handles a failed run: keeps its outputs if a later run can resume them, and discards them
    /// otherwise. Returns the error.
    fn failed(self, error: anyhow::Error) -> anyhow::Error {
        let cause = error.downcast_ref();
        // Errors that a resumed run would repeat, or that make the results unreliable.
        let comes_again = matches!(
            cause,
            Some(
                Error::BadLine { .. }
                    | Error::NotUtf8 { .. }
                    | Error::NoPuzzles { .. }
                    | Error::Shrunk { .. }
            )
        );
        let kept = self.messages.journal.as_ref().and_then(Journal::kept).filter(|_| !comes_again);
        if matches!(cause, Some(Error::Interrupted)) {
            self.interrupted();
        }
        let Some(puzzles) = kept else { return self.discard().err().unwrap_or(error) };
        self.messages.driver.clear();
        say_kept(&self.config.args.output, puzzles);
        error
    }

    /// Discards the outputs, including anything that a later run could resume.
    fn discard(mut self) -> anyhow::Result<()> {
        let journal = self.messages.journal.take();
        journal.as_ref().map(Journal::kept);
        let Outputs { results, timing } = self.outputs;
        results.discard();
        timing.into_iter().for_each(Sink::discard);
        Ok(journal.map_or(Ok(()), |journal| journal.remove(&self.config.resumable()))?)
    }

    /// Reports which outputs are incomplete or missing.
    fn interrupted(&self) {
        self.messages.driver.clear();
        let files = [
            Some(&self.config.args.output),
            self.config.args.timing.as_ref(),
            self.config.args.summary.as_ref(),
        ];
        let (stdout, files): (Vec<_>, Vec<_>) =
            files.into_iter().flatten().partition(|file| file.as_os_str() == "-");
        let found = exit::found().map(|found| format!("about {found} so far"));
        let mut said = Vec::from_iter(found);
        if !stdout.is_empty() {
            said.push("the results on standard output end early".to_owned());
        }
        if !files.is_empty() {
            let files: Vec<_> = files.iter().map(|file| file.display().to_string()).collect();
            said.push(format!("{} not written", files.join(", ")));
        }
        say(format_args!("interrupted: {}", said.join("; ")));
    }
}

/// Maximum number of bad lines, and of wrong solutions, that are shown.
const SHOWN: u64 = 10;

/// Reports on a run while it is in progress: its progress, and the first bad lines.
struct Messages<'a> {
    driver: Driver<'a>,
    /// The name of the current input.
    input: String,
    bad_lines: AtomicU64,
    wrong_solutions: AtomicU64,
    /// The journal, if the run can be resumed.
    journal: Option<Journal>,
    has_failed_to_record: AtomicBool,
}

impl Listener for Messages<'_> {
    fn progress(&self, bytes_done: u64, puzzles: u64) {
        self.driver.at(bytes_done, puzzles);
    }

    fn reached(&self, place: &Reached) {
        let Some(failure) = self.journal.as_ref().and_then(|it| it.reached(place)) else {
            return;
        };
        if !self.has_failed_to_record.swap(true, Ordering::Relaxed) {
            self.driver.say(format_args!("this run cannot be resumed if it is killed: {failure}"));
        }
    }

    fn renamed(&self, column: &str, name: &str) {
        self.driver.say(format_args!(
            "{}: has a column '{column}', too: that of the results is called '{name}'",
            self.input
        ));
    }

    fn wrong_solution(&self, line: u64, reason: &str) {
        if self.wrong_solutions.fetch_add(1, Ordering::Relaxed) < SHOWN {
            self.driver.say(format_args!("{}:{line}: wrong solution: {reason}", self.input));
        }
    }

    fn bad_line(&self, line: u64, bad: &BadLine) {
        if self.bad_lines.fetch_add(1, Ordering::Relaxed) < SHOWN {
            let hint = advice::bad_line_hint(bad);
            self.driver.say(format_args!("{}:{line}:{bad}{hint}", self.input));
        }
    }
}

/// The message for an input that could be read only in part.
fn cut_off(error: &Error, tally: &Tally) -> anyhow::Error {
    let lines = count(tally.puzzles(), "puzzle line");
    anyhow!("{error}; the results of the {lines} before that are written")
}

/// Reports what a later run can resume.
fn say_kept(output: &Path, puzzles: u64) {
    let (output, puzzles) = (output.display(), count(puzzles, "puzzle"));
    say(format_args!("{output}: kept the results of {puzzles}; --resume continues from there"));
}

/// Writes the summary, then renames all outputs to their final names. The results come last: if
/// they exist, everything does.
fn finish(
    outputs: Outputs,
    mut summary_file: Option<Sink>,
    summary: &Summary,
) -> anyhow::Result<()> {
    if let Some(sink) = &mut summary_file {
        let mut json = serde_json::to_vec_pretty(summary)?;
        json.push(b'\n');
        sink.write(&json)?;
    }
    let further = outputs.timing.into_iter().chain(summary_file);
    further.chain([outputs.results]).try_for_each(Sink::finish)?;
    Ok(())
}
