//! Creates the outputs, or resumes those that an earlier run left.

use super::config::{Config, is_stream};
use crate::cli::{
    inputs::Input,
    message::{count, say},
};
use anyhow::{anyhow, bail};
use std::io::ErrorKind;
use sudomill::{Error, batch::Outputs, input::InputErrorKind, output::Sink};
use sudomill_batch::files::resume::{InputId, Journal, JournalEntry, ResumePoint};
use sudomill_output::partial::hidden;

/// The outputs, the journal if a later run can resume this one, and the point at which to resume
/// unless this is a new run.
type Begun = (Outputs, Option<Journal>, Option<ResumePoint>);

/// Creates the outputs, or resumes them with `--resume`.
pub fn begin(config: &Config) -> anyhow::Result<Begun> {
    let ids = config.inputs.list.iter().map(id).collect::<Result<Vec<_>, _>>();
    if config.args.resume {
        if let Err(input) = &ids {
            bail!("--resume needs inputs that can be read again, but {input} is a stream");
        }
        let output = &config.args.output;
        let entry = match is_stream(output) {
            true => None,
            false => JournalEntry::read(output).map_err(|error| damaged(config, error))?,
        };
        if let (Some(entry), Ok(ids)) = (entry, &ids) {
            return resume(config, entry, ids);
        }
    }
    let create = |path| match Sink::create(path) {
        Err(error @ Error::Leftover(_)) => {
            let advice = match config.args.resume {
                // A journal was cut, or the timing file is that of another run.
                true => "no journal says how to resume it with these outputs",
                false => "--resume continues that run",
            };
            Err(anyhow!("{error}; {advice}; to start over: {}", removal(config)))
        }
        created => Ok(created?),
    };
    let results = create(&config.args.output)?;
    let timing = config.args.timing.as_deref().map(create).transpose()?;
    let outputs = Outputs::new(results).with_timing(timing);
    let are_files = outputs.results.is_file() && outputs.timing.as_ref().is_none_or(Sink::is_file);
    if config.args.resume && !are_files {
        bail!("--resume needs outputs that are files: -o FILE");
    }
    let first = |ids| JournalEntry::first(config.settings.clone(), ids);
    let journal = ids.ok().filter(|_| are_files).map(first);
    let journal = journal.map(|entry| Journal::new(entry, false, config.args.record_every));
    Ok((outputs, journal, None))
}

/// The identity of an input. The error is the name of an input that can be read only once.
fn id(input: &Input) -> Result<InputId, String> {
    let name = input.name();
    match (&input.line, input.path()) {
        (Some(line), _) => Ok(InputId::of_puzzle(format!("{name} {}", line.text.trim_end()))),
        (None, Some(path)) if !is_stream(path) => InputId::of_file(path).ok_or(name),
        _ => Err("<stdin>".to_owned()),
    }
}

fn resume(config: &Config, entry: JournalEntry, ids: &[InputId]) -> anyhow::Result<Begun> {
    let output = config.args.output.display();
    // These may be there again later, so starting over would be too early.
    entry.check_inputs().map_err(|error| anyhow!("{output}: cannot be resumed: {error}"))?;
    if let Some(other) = difference(config, &entry, ids) {
        bail!("{output}: cannot be resumed: {other}; to start over: {}", removal(config));
    }
    let outputs = entry.outputs(&config.args.output, config.args.timing.as_deref());
    let outputs = outputs.map_err(|error| damaged(config, error))?;
    if !config.args.progress.quiet {
        say(format_args!("{output}: resumed after {}", count(entry.place.puzzles(), "puzzle")));
    }
    let place = entry.place.clone();
    Ok((outputs, Some(Journal::new(entry, true, config.args.record_every)), Some(place)))
}

/// The error of a journal or a hidden file that is damaged: only a new run gets further.
fn damaged(config: &Config, error: Error) -> anyhow::Error {
    match &error {
        _ if InputErrorKind::find(&error).is_some() => {
            let output = config.args.output.display();
            anyhow!("{output}: cannot be resumed: {error}; to start over: {}", removal(config))
        }
        Error::Io { cause, .. } if cause.kind() == ErrorKind::UnexpectedEof => {
            anyhow!("{error}; to start over: {}", removal(config))
        }
        _ => error.into(),
    }
}

/// The shell command that removes what an earlier run left.
fn removal(config: &Config) -> String {
    let hidden = config.resumable().into_iter().map(hidden).filter(|path| path.exists());
    let hidden: Vec<_> = hidden.map(|path| path.display().to_string()).collect();
    format!("rm {}", hidden.join(" "))
}

/// Describes how an earlier run differs from this one, if it does.
fn difference(config: &Config, entry: &JournalEntry, ids: &[InputId]) -> Option<String> {
    let version = env!("CARGO_PKG_VERSION");
    if entry.version != version {
        return Some(format!("version {} began it, this is {version}", entry.version));
    }
    let mut settings = entry.settings.iter().zip(&config.settings);
    if let Some(((name, was), (_, is))) = settings.find(|(was, is)| was != is) {
        return Some(format!("{name} was {was}, is {is}"));
    }
    if entry.inputs.len() != ids.len() {
        let (was, is) = (count(entry.inputs.len() as u64, "input"), ids.len());
        return Some(format!("it had {was}, this run has {is}"));
    }
    let (was, is) = entry.inputs.iter().zip(ids).find(|(was, is)| was != is)?;
    Some(match was.name == is.name {
        true => format!("{} has changed", is.name),
        false => format!("it read {}, this run reads {}", was.name, is.name),
    })
}
