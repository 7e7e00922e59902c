//! Begins the outputs, or takes up those that an earlier run left.

use super::SolveArgs;
use crate::cli::{
    inputs::{Input, Inputs},
    message::{count, say},
};
use anyhow::{anyhow, bail};
use std::{iter, path::Path};
use sudomill::{
    Error,
    batch::{
        Outputs,
        resume::{Entry, InputId, Journal, Place},
    },
    output::{self, Sink},
};

impl SolveArgs {
    /// The outputs that a later run can take up.
    pub fn resumable(&self) -> Vec<&Path> {
        iter::once(&*self.output).chain(self.timing.as_deref()).collect()
    }

    /// What the bytes of the outputs depend on, and the inputs do not show.
    fn settings(&self) -> Vec<(String, String)> {
        let shown = |value: Option<String>| value.unwrap_or_else(|| "not set".to_owned());
        let list = |names: &Option<Vec<String>>| names.as_ref().map(|names| names.join(","));
        let on = |is_on: bool| is_on.then(|| "set".to_owned());
        let options = [
            ("--format", Some(self.format().to_string())),
            ("--columns", list(&self.columns)),
            ("--keep", list(&self.keep)),
            ("--only", self.selected().map(|only| only.to_string())),
            ("--head", self.head.map(|head| head.to_string())),
            ("--solution-column", self.solution_column.as_ref().map(|it| format!("{it:?}"))),
            ("--strategy", Some(self.strategy.name())),
            ("--timing", self.timing.as_ref().map(|path| path.display().to_string())),
            ("--column", self.table.column.as_ref().map(|column| format!("{column:?}"))),
            ("--restore-zeros", on(self.table.restore_zeros)),
            ("--alphabet", self.alphabet.symbols.map(|symbols| symbols.to_string())),
            ("--shard", self.shard.map(|shard| shard.to_string())),
            ("--strict", on(self.strict)),
        ];
        let limits = self.limits.given().map(|(name, value)| (name, value.map(|n| n.to_string())));
        let all = options.into_iter().chain(limits);
        all.map(|(name, value)| (name.to_owned(), shown(value))).collect()
    }
}

/// Outputs that are begun or taken up.
pub struct Begun {
    pub outputs: Outputs,
    /// None if the run cannot be taken up.
    pub journal: Option<Journal>,
    /// Where the run goes on; `None` at the start.
    pub place: Option<Place>,
}

/// Begins the outputs, or takes them up with `--resume`.
pub fn begin(args: &SolveArgs, inputs: &Inputs) -> anyhow::Result<Begun> {
    let ids = inputs.list.iter().map(id).collect::<Result<Vec<_>, _>>();
    if args.resume {
        if let Err(input) = &ids {
            bail!("--resume needs inputs that can be read again, but {input} is a stream");
        }
        let entry = if is_stream(&args.output) { None } else { Entry::read(&args.output)? };
        if let (Some(entry), Ok(ids)) = (entry, &ids) {
            return take_up(args, entry, ids);
        }
    }
    let create = |path| match Sink::create(path) {
        Err(error @ Error::Leftover { .. }) => {
            Err(anyhow!("{error}; --resume takes it up; to begin anew: {}", removal(args)))
        }
        created => Ok(created?),
    };
    let outputs = Outputs {
        results: create(&args.output)?,
        timing: args.timing.as_deref().map(create).transpose()?,
    };
    let are_files = outputs.results.is_file() && outputs.timing.as_ref().is_none_or(Sink::is_file);
    if args.resume && !are_files {
        bail!("--resume needs outputs that are files: -o FILE");
    }
    let new = |ids| Journal::new(Entry::first(args.settings(), ids), false, args.record_every);
    let journal = ids.ok().filter(|_| are_files).map(new);
    Ok(Begun { outputs, journal, place: None })
}

fn is_stream(path: &Path) -> bool {
    path == Path::new("-")
}

/// What tells an input from others; the error is the name of one that can be read only once.
fn id(input: &Input) -> Result<InputId, String> {
    match input {
        Input::File(path) if is_stream(path) => Err("<stdin>".to_owned()),
        Input::File(path) | Input::Found(path) => {
            InputId::of_file(path).ok_or_else(|| path.display().to_string())
        }
        Input::Puzzle(puzzle, text, name) => Ok(InputId::of_puzzle(format!(
            "{name} {}",
            text.clone().unwrap_or_else(|| format!("{:?}", puzzle.values))
        ))),
    }
}

fn take_up(args: &SolveArgs, entry: Entry, ids: &[InputId]) -> anyhow::Result<Begun> {
    let output = args.output.display();
    if let Some(other) = difference(args, &entry, ids) {
        bail!("{output}: cannot be resumed: {other}; to begin anew: {}", removal(args));
    }
    let outputs = entry.outputs(&args.output, args.timing.as_deref())?;
    if !args.progress.quiet {
        say(format_args!("{output}: resumed after {}", count(entry.puzzles(), "puzzle")));
    }
    let place = Some(entry.place.clone());
    Ok(Begun { outputs, journal: Some(Journal::new(entry, true, args.record_every)), place })
}

/// The command that removes what an earlier run left.
fn removal(args: &SolveArgs) -> String {
    let hidden = args.resumable().into_iter().map(output::hidden).filter(|path| path.exists());
    let hidden: Vec<_> = hidden.map(|path| path.display().to_string()).collect();
    format!("rm {}", hidden.join(" "))
}

/// In what an earlier run differs from this one.
fn difference(args: &SolveArgs, entry: &Entry, ids: &[InputId]) -> Option<String> {
    let version = env!("CARGO_PKG_VERSION");
    if entry.version != version {
        return Some(format!("version {} began it, this is {version}", entry.version));
    }
    let settings = args.settings();
    if let Some((was, is)) = entry.settings.iter().zip(&settings).find(|(was, is)| was != is) {
        return Some(format!("{} was {}, is {}", was.0, was.1, is.1));
    }
    if entry.inputs.len() != ids.len() {
        let (was, is) = (count(entry.inputs.len() as u64, "input"), ids.len());
        return Some(format!("it had {was}, this run has {is}"));
    }
    let (was, is) = entry.inputs.iter().zip(ids).find(|(was, is)| !is.is_still(was))?;
    Some(match was.name == is.name {
        true => format!("{} has changed", is.name),
        false => format!("it read {}, this run reads {}", was.name, is.name),
    })
}
