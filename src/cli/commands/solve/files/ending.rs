//! How a run ends: its outputs get their names, are kept for a later run, or are discarded.

use super::Solving;
use crate::cli::{
    message::{count, say},
    progress::Progress,
};
use std::path::Path;
use sudomill::{
    Error,
    batch::{Outputs, resume::Journal},
    output::{Sink, Summary},
};

impl Solving<'_> {
    /// Keeps what a run has written that failed, if a later one may go on with it; else
    /// discards it. Returns the error.
    pub fn failed(mut self, error: anyhow::Error) -> anyhow::Error {
        let cause = error.downcast_ref();
        // What would come again; or nobody knows what is wrong with the results.
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
        self.messages.progress.take();
        say_kept(&self.config.args.output, puzzles);
        error
    }

    /// Leaves nothing of the outputs for a later run.
    pub fn discard(mut self) -> anyhow::Result<()> {
        let journal = self.messages.journal.take();
        journal.as_ref().map(Journal::kept);
        let Outputs { results, timing } = self.outputs;
        results.discard();
        timing.into_iter().for_each(Sink::discard);
        Ok(journal.map_or(Ok(()), |journal| journal.remove(&self.config.resumable()))?)
    }

    /// Says what of the outputs there is.
    fn interrupted(&self) {
        self.messages.progress.iter().for_each(Progress::clear);
        let files = [
            Some(&self.config.args.output),
            self.config.args.timing.as_ref(),
            self.config.args.summary.as_ref(),
        ];
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
}

/// Says what a later run can go on with.
pub fn say_kept(output: &Path, puzzles: u64) {
    let (output, puzzles) = (output.display(), count(puzzles, "puzzle"));
    say(format_args!("{output}: the results of {puzzles} are kept; --resume goes on with them"));
}

/// Writes the summary, then gives every output its name, the results last: if they exist,
/// everything does.
pub fn finish(
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
