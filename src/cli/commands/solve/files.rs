//! The inputs of a run, one after the other, into one stream of results.

use super::{
    SolveArgs,
    messages::Messages,
    summary::{self, Total},
};
use crate::cli::{
    error_text,
    exit::Exit,
    hint,
    inputs::{Input, Inputs},
    interrupt,
    message::{count, say},
    progress::Progress,
};
use anyhow::anyhow;
use std::time::Instant;
use sudomill::{
    Error,
    batch::{self, Outputs, Run},
    input::{Among, Shard, Source},
    output::{Sink, Summary, Tally},
    solver::Status,
};

/// Solves all inputs and finishes the outputs.
pub fn solve(args: &SolveArgs, inputs: &Inputs, begun: Instant) -> anyhow::Result<Exit> {
    let mut solving = Solving::new(args, inputs)?;
    let summary_file = args.summary.as_deref().map(Sink::create).transpose()?;
    let mut failed = inputs.failed;
    solving.expect_columns()?;
    for (input, among) in parts(args, inputs) {
        if args.strict && failed > 0 {
            return Ok(Exit::Failure);
        }
        let solved =
            interrupt::check().map_err(Into::into).and_then(|()| solving.solve(input, among));
        if let Some(error) = solved.inspect_err(|error| solving.interrupted(error))? {
            if !inputs.are_several {
                return Err(error);
            }
            solving.messages.say(format_args!("sudomill: {}", error_text::worded(&error)));
            failed += 1;
        }
    }
    let Solving { messages, outputs, mut total, .. } = solving;
    if inputs.are_several {
        messages.end(total.tally.of(Status::Invalid), None);
    }
    if failed > 0 && (args.strict || total.tally.valid() == 0) {
        return Ok(Exit::Failure);
    }
    let files = inputs.list.len() as u64 + inputs.failed;
    if inputs.are_several {
        total.files = Some([files, failed]);
        let names: Vec<_> = args.inputs.iter().map(|path| path.display().to_string()).collect();
        total.input = names.join(" ");
    }
    let summary = total.summary(begun.elapsed());
    finish(outputs, summary_file, &summary)?;
    if !args.progress.quiet {
        summary::print(&summary);
    }
    let has_differing = total.tally.differing() > 0;
    let statuses = Status::ALL.into_iter().filter(|&status| total.tally.of(status) > 0);
    Ok(match failed {
        0 if has_differing => Exit::Findings,
        0 => Exit::of_statuses(statuses, summary.limit),
        _ => Exit::Failure,
    })
}

/// The inputs to solve: all, or those of which a part of several has a share, each with its
/// place among them.
fn parts<'a>(
    args: &SolveArgs,
    inputs: &'a Inputs,
) -> impl Iterator<Item = (&'a Input, Option<Among>)> {
    let shard = args.shard.filter(|_| inputs.are_several);
    let size = |input: &Input| input.file_size().unwrap_or(0);
    let total = shard.map_or(0, |_| inputs.list.iter().map(size).sum());
    let mut before = 0;
    inputs.list.iter().filter_map(move |input| {
        let Some(shard) = shard else { return Some((input, None)) };
        let (among, size) = (Among { before, total }, size(input));
        before += size;
        shard.share(among, size).map(|_| (input, Some(among)))
    })
}

/// A run while it goes from input to input.
struct Solving<'a> {
    args: &'a SolveArgs,
    inputs: &'a Inputs,
    outputs: Outputs,
    messages: Messages,
    total: Total,
    /// The bytes of the inputs that are done.
    before: u64,
}

impl<'a> Solving<'a> {
    fn new(args: &'a SolveArgs, inputs: &'a Inputs) -> Result<Self, Error> {
        let outputs = Outputs {
            results: Sink::create(&args.output)?,
            timing: args.timing.as_deref().map(Sink::create).transpose()?,
        };
        let (messages, total) = (Messages::default(), Total::default());
        Ok(Self { args, inputs, outputs, messages, total, before: 0 })
    }

    /// Makes a later part of several inputs take the same inputs as the whole: the first one
    /// that can be read decides on the columns.
    fn expect_columns(&mut self) -> anyhow::Result<()> {
        if !self.inputs.are_several || self.args.shard.is_none_or(Shard::is_first) {
            return Ok(());
        }
        for source in self.inputs.list.iter().filter_map(|input| self.args.open(input).ok()) {
            let options = self.args.options(&source, true)?;
            if batch::expect_columns(&source, &options, &mut self.outputs).is_ok() {
                break;
            }
        }
        Ok(())
    }

    /// Solves an input, or a part of it. Returns why it could not be read, or not to its end,
    /// or why it has no results. An error ends the whole run.
    fn solve(
        &mut self,
        input: &Input,
        among: Option<Among>,
    ) -> anyhow::Result<Option<anyhow::Error>> {
        let source = match self.args.open_part(input, among) {
            Ok(source) => source,
            Err(error) => return Ok(Some(error.into())),
        };
        if self.messages.progress.is_none() {
            let size = match (self.inputs.are_several, self.args.shard) {
                (false, _) => source.size(),
                (true, None) => self.inputs.size(),
                (true, Some(_)) => None,
            };
            self.messages.progress = Some(Progress::over_bytes(size, &self.args.progress));
        }
        let error = self.run(source, matches!(input, Input::File(_)))?;
        self.before += input.size().unwrap_or(0);
        Ok(error)
    }

    /// If an error is an interrupt, says what of the outputs there is.
    fn interrupted(&self, error: &anyhow::Error) {
        if !matches!(error.downcast_ref(), Some(Error::Interrupted)) {
            return;
        }
        self.messages.progress.iter().for_each(Progress::clear);
        let files =
            [Some(&self.args.output), self.args.timing.as_ref(), self.args.summary.as_ref()];
        let (stdout, files): (Vec<_>, Vec<_>) =
            files.into_iter().flatten().partition(|file| file.as_os_str() == "-");
        let mut said = Vec::new();
        if !stdout.is_empty() {
            said.push("the results on standard output end early".to_owned());
        }
        if !files.is_empty() {
            let files: Vec<_> = files.iter().map(|file| file.display().to_string()).collect();
            said.push(format!("{} not written", files.join(", ")));
        }
        say(format_args!("interrupted: {}", said.join("; ")));
    }

    fn run(&mut self, source: Source, is_file: bool) -> anyhow::Result<Option<anyhow::Error>> {
        let several = self.inputs.are_several;
        let options = self.args.options(&source, several)?;
        let (name, table) = (source.name().to_owned(), source.layout().table.clone());
        let side = source.layout().size.side();
        let messages = self.messages.of(&name, self.before);
        let Run { tally, failure } =
            batch::run_readable(source, &options, &mut self.outputs, &messages)?;
        if !several {
            self.messages.end(tally.of(Status::Invalid), Some(&name));
        }
        let is_whole = is_file && self.args.shard.is_none();
        if is_whole && failure.is_none() {
            self.messages.pause(|| hint::of_run(&name, &tally, &table));
        }
        self.total.add(&tally, &options, side);
        self.total.input.clone_from(&name);
        Ok(match failure {
            // Nobody knows what else has changed.
            Some(error @ Error::Shrunk { .. }) => return Err(error.into()),
            Some(error) if several && tally.puzzles() > 0 => Some(cut_off(&error, &tally)),
            Some(error) => Some(error.into()),
            None if is_whole && tally.lines() > 0 && tally.valid() == 0 => {
                Some(Error::NoPuzzles { path: name, lines: tally.lines() }.into())
            }
            None => None,
        })
    }
}

/// What is said of an input that could be read only in part.
fn cut_off(error: &Error, tally: &Tally) -> anyhow::Error {
    let lines = count(tally.puzzles(), "puzzle line");
    anyhow!("{error}; the results of the {lines} before that are written")
}

/// Writes the summary, then gives every output its name, the results last: if they exist,
/// everything does.
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
