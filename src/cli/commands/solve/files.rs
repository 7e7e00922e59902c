//! Solves the inputs of a run, one after the other, into one stream of results.

use super::{Config, resume, summary};
use crate::cli::{
    advice,
    driver::{Driver, DriverOptions, InputEnd, Reading, Solutions, Totals},
    exit::{self, Exit},
    inputs::Input,
    message::{count, say},
    progress,
};
use anyhow::anyhow;
use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
    time::Instant,
};
use sudomill::{
    Error,
    batch::{self, Outputs, RunResult},
    input::{InputErrorKind, Problem, Shard},
    output::{Agreement, Sink, Summary, Tally},
    solver::lanes::Backend,
};
use sudomill_batch::files::{
    resume::{Journal, ResumePoint},
    solve::expect_header_of,
};
use sudomill_input::puzzles::each_line;
use sudomill_puzzle::any::Parsed;

/// Solves all inputs and finishes the outputs.
pub fn solve(config: &Config, begun: Instant) -> anyhow::Result<Exit> {
    let args = &config.args;
    let all = [Some(&args.output), args.timing.as_ref(), args.summary.as_ref()];
    let outputs: Vec<_> = all.into_iter().flatten().cloned().collect();
    exit::on_interrupt(move || say_interrupted(&outputs));
    let mut solving = Solving::new(config)?;
    let summary_file = config.args.summary.as_deref().map(Sink::create).transpose()?;
    let are_without = match solving.solve_all().and_then(|()| solving.are_all_without()) {
        Ok(are_without) => are_without,
        Err(error) => return Err(solving.failed(error)),
    };
    let Totals { failed, tally, .. } = solving.driver.say_rest();
    if *failed > 0 && (config.args.strict || tally.valid() == 0) {
        solving.discard()?;
        return Ok(Exit::Failure);
    }
    if are_without {
        let error = solving.driver.no_puzzle();
        solving.discard()?;
        return Err(error);
    }
    let Solving { mut driver, outputs, mut summary, start, .. } = solving;
    summary::complete(&mut summary, config, &driver, &start, begun.elapsed());
    // No journal entry is saved after this.
    let kept = driver.messages.journal.as_ref().and_then(Journal::kept);
    finish(outputs, summary_file, &summary)
        .inspect_err(|_| kept.into_iter().for_each(|kept| say_kept(&config.args.output, kept)))?;
    // Now they are written.
    exit::on_interrupt(|| ());
    if let Some(journal) = driver.messages.journal.take() {
        journal.remove(&config.resumable())?;
    }
    if !config.args.progress.quiet {
        summary::print(&summary);
    }
    let tally = &driver.totals.tally;
    let statuses = tally.statuses.iter().filter(|(_, puzzles)| *puzzles > 0);
    Ok(match driver.totals.failed {
        0 if tally.compared.of(Agreement::Wrong) > 0 => Exit::Findings,
        0 => Exit::of_statuses(statuses.map(|(status, _)| status), summary.limit),
        _ => Exit::Failure,
    })
}

/// The state of a run that goes from input to input.
struct Solving<'a> {
    config: &'a Config,
    outputs: Outputs,
    driver: Driver<'a>,
    /// As far as it is known before the end.
    summary: Summary,
    /// The strategies and sides of the inputs so far.
    start: ResumePoint,
}

impl<'a> Solving<'a> {
    fn new(config: &'a Config) -> anyhow::Result<Self> {
        let (outputs, journal, place) = resume::begin(config)?;
        let args = &config.args;
        let solutions = match config.compares {
            true => Solutions::Required(args.solution_column.as_ref()),
            false => Solutions::Ignored,
        };
        let options = DriverOptions {
            solutions,
            shard: args.shard,
            head: args.head,
            strict: args.strict,
            ..DriverOptions::new(&config.how, &args.progress)
        };
        let mut driver = Driver::new(&config.inputs, options);
        driver.messages.journal = journal;
        let mut summary = Summary::default();
        let mut start = ResumePoint::default();
        if let Some(place) = place {
            summary.resumed = Some(place.puzzles());
            start = place.clone();
            start.here = Tally::default();
            driver.resume(place);
        }
        Ok(Self { config, outputs, driver, summary, start })
    }

    /// Solves the remaining inputs. An error ends the run.
    fn solve_all(&mut self) -> anyhow::Result<()> {
        if self.summary.resumed.is_none() {
            self.expect_columns();
        }
        let Self { config, outputs, driver, summary, start } = self;
        driver.each(&mut |reading| solve_input(reading, config, outputs, summary, start))
    }

    /// Returns true if there are lines, but none of them in any input is a puzzle, good or bad. A
    /// part without a puzzle looks for one in the whole of the inputs, so that every part tells the
    /// same.
    fn are_all_without(&self) -> anyhow::Result<bool> {
        let Totals { failed, has_other_lines, tally, .. } = &self.driver.totals;
        if self.config.args.shard.is_none() {
            return Ok(*failed == 0 && *has_other_lines && tally.puzzles() == 0);
        }
        let mut has_line = false;
        for input in self.config.inputs.list.iter().filter(|_| !tally.has_puzzle()) {
            let mut has_puzzle = false;
            let mut look = |_, line: Parsed| {
                has_line = true;
                has_puzzle = match line {
                    Parsed::Bad(bad) => matches!(bad.problem, Problem::Conflict { .. }),
                    line => matches!(line, Parsed::Puzzle(_)),
                };
                match has_puzzle || exit::is_interrupted() {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            };
            let source = self.driver.open(input);
            let read = source.and_then(|mut it| each_line(&mut it, batch::CHUNK, &mut look));
            exit::check_interrupt()?;
            if has_puzzle {
                return Ok(false);
            }
            // It is reported by the parts that have a share of it.
            has_line |= read.is_err();
        }
        Ok(has_line)
    }

    /// Ensures that a later shard of several inputs accepts the same inputs as the whole run: the
    /// first readable one determines the columns.
    fn expect_columns(&mut self) {
        let Config { inputs, how, args, .. } = self.config;
        if !inputs.are_several || args.shard.is_none_or(Shard::is_first) {
            return;
        }
        let is_read = |input: &&Input| input.why_left_out(how).is_none();
        let read = inputs.list.iter().filter(is_read);
        for source in read.filter_map(|input| self.driver.open(input).ok()) {
            let options = self.config.options(&source);
            if expect_header_of(&source, &options, &mut self.outputs) {
                break;
            }
        }
    }

    /// Handles a failed run: keeps its outputs if a later run can resume them, and discards them
    /// otherwise. Returns the error.
    fn failed(self, error: anyhow::Error) -> anyhow::Error {
        let cause = error.downcast_ref::<Error>();
        let kept = self.driver.messages.journal.as_ref().and_then(Journal::kept);
        if cause.is_some_and(Error::is_interrupted) {
            exit::say_interrupted();
        }
        use InputErrorKind::{BadLine, NotUtf8, Shrunk};
        let kind = cause.and_then(InputErrorKind::find);
        // Errors that a resumed run would repeat, or that make the results unreliable.
        let comes_again = self.driver.totals.ends_without
            || matches!(kind, Some(BadLine(_) | NotUtf8 | Shrunk { .. }));
        let kept = kept.filter(|_| !comes_again);
        let Some(puzzles) = kept else { return self.discard().err().unwrap_or(error) };
        self.driver.messages.clear();
        say_kept(&self.config.args.output, puzzles);
        error
    }

    /// Discards the outputs, including anything that a later run could resume.
    fn discard(mut self) -> anyhow::Result<()> {
        let journal = self.driver.messages.journal.take();
        journal.as_ref().map(Journal::kept);
        let Outputs { results, timing, .. } = self.outputs;
        results.discard();
        timing.into_iter().for_each(Sink::discard);
        Ok(journal.map_or(Ok(()), |journal| journal.remove(&self.config.resumable()))?)
    }
}

/// Reports which outputs of an interrupted run are incomplete or missing.
fn say_interrupted(outputs: &[PathBuf]) {
    progress::clear_latest();
    let (stdout, files): (Vec<_>, Vec<_>) =
        outputs.iter().partition(|file| file.as_os_str() == "-");
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

/// Solves an input or part of it, after the lines that an earlier run has solved.
fn solve_input(
    Reading { input, number, source, here, totals, messages }: Reading,
    config: &Config,
    outputs: &mut Outputs,
    summary: &mut Summary,
    start: &mut ResumePoint,
) -> anyhow::Result<InputEnd> {
    let args = &config.args;
    let several = config.inputs.are_several;
    let Totals { failed, without, tally: ref before, .. } = *totals;
    (start.inputs, start.failed, start.without) = (number, failed, without);
    (start.before, start.here) = (before.clone(), here);
    messages.journal.iter().for_each(|journal| journal.begin_input(start.clone()));
    let head = args.head.map(|head| head.saturating_sub(start.puzzles()));
    let mut options = config.options(&source);
    options.run.head = head;
    let name = source.name().to_owned();
    let table = source.layout().table.clone();
    let strategy = options.strategy.name();
    let size = source.layout().size;
    summary.detected = Some(source.detected());
    let reported = [&messages.bad_lines, &messages.wrong].map(|it| it.count());
    let solve = || batch::solve_source(source, &options, outputs, messages);
    let RunResult { mut tally, failure, .. } = messages.during(&options.limits, solve)?;
    messages.correct(reported, &tally);
    if !several {
        messages.say_rest(&format!("{name}: "));
    }
    tally.merge(&start.here);
    let is_part = input.line.is_some() || args.shard.is_some() || head.is_some();
    if !is_part && failure.is_none() {
        messages.pause(|| advice::on_run(&name, &tally, size, &table));
    }
    if let Some(shard) = args.shard
        && tally.lines() > 0
        && !tally.has_puzzle()
    {
        let lines = count(tally.lines(), "line");
        messages.say(format_args!("{name}: no puzzle in {lines} of part {shard}"));
    }
    if !start.strategies.contains(&strategy) {
        start.strategies.push(strategy);
    }
    if !start.sides.contains(&size.side()) {
        start.sides.push(size.side());
    }
    summary.backend = summary.backend.or(options.strategy.backend().map(Backend::name));
    (summary.limit, summary.threads) = (options.limits.solutions.get(), options.run.threads);
    summary.input = name;
    let failure = failure.map(|error| match InputErrorKind::find(&error) {
        Some(InputErrorKind::Shrunk { .. }) => error.into(),
        _ if several && tally.puzzles() > 0 => {
            let lines = count(tally.puzzles(), "puzzle line");
            anyhow!("{error}; the results of the {lines} before that are written")
        }
        _ => error.into(),
    });
    Ok(InputEnd { tally, is_part, failure })
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
        sink.write((serde_json::to_string_pretty(summary)? + "\n").as_bytes())?;
    }
    let further = outputs.timing.into_iter().chain(summary_file);
    further.chain([outputs.results]).try_for_each(Sink::finish)?;
    Ok(())
}
