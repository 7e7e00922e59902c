//! Writes the journal during a run.

use super::entry::{Before, Entry, InputId, ResumePoint};
use crate::{
    batch::{Outputs, Reached},
    output::{self, Counts, Handle, lock, partial},
};
use std::{
    fs::{self, File},
    io::{self, Write},
    path::Path,
    sync::Mutex,
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};
use sudomill_core::Error;

/// The time between two entries, as a fraction of the elapsed time, within these limits.
const SHARE: u32 = 1000;
const SHORTEST: Duration = Duration::from_secs(1);
const LONGEST: Duration = Duration::from_secs(60);

/// The journal of a run.
#[derive(Debug)]
pub struct Journal {
    begun: Instant,
    /// A fixed time between two entries, if given.
    interval: Option<Duration>,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// The last saved entry; before that, the start of the run.
    saved: Entry,
    is_saved: bool,
    /// The results of the inputs before the current one.
    before: Before,
    /// The counts of the current input that an earlier run has made.
    taken_up: Counts,
    /// The time of the last entry.
    last: Instant,
    /// An entry whose last full block is not yet compressed.
    unsettled: Option<Entry>,
    saving: Option<JoinHandle<io::Result<Entry>>>,
}

impl Journal {
    /// Creates a journal for a run that starts at `entry`; `is_saved` if an earlier run saved that.
    #[must_use]
    pub fn new(entry: Entry, is_saved: bool, interval: Option<Duration>) -> Self {
        let begun = Instant::now();
        let ResumePoint { before, here, .. } = entry.place.clone();
        let state = State {
            saved: entry,
            is_saved,
            before,
            taken_up: here,
            last: begun,
            unsettled: None,
            saving: None,
        };
        Self { begun, interval, state: Mutex::new(state) }
    }

    /// Starts the next input.
    pub fn begin_input(&self, before: Before) {
        let mut state = lock(&self.state);
        (state.before, state.taken_up) = (before, Counts::default());
    }

    /// Makes an entry if enough time has passed. Returns the error if an earlier one was not saved.
    pub fn reached(&self, place: &Reached) -> Option<io::Error> {
        let mut state = lock(&self.state);
        let usual = || (self.begun.elapsed() / SHARE).clamp(SHORTEST, LONGEST);
        let mut failure = None;
        if state.unsettled.is_none()
            && state.last.elapsed() >= self.interval.unwrap_or_else(usual)
            && state.saving.as_ref().is_none_or(JoinHandle::is_finished)
        {
            failure = state.end_saving().err();
            state.unsettled = state.entry_at(place);
            state.last = Instant::now();
        }
        let begun = state.settle(place.outputs);
        failure.or(begun.err())
    }

    /// Returns the number of puzzle lines that a resumed run would skip. Waits for an entry that is
    /// being saved.
    pub fn kept(&self) -> Option<u64> {
        let mut state = lock(&self.state);
        // An error is ignored, because the run has already failed and that is what is reported.
        let _ = state.end_saving();
        state.is_saved.then(|| state.saved.puzzles())
    }

    /// Removes the journals of outputs that are finished or discarded.
    ///
    /// # Errors
    /// A journal cannot be removed.
    pub fn remove(self, outputs: &[&Path]) -> Result<(), Error> {
        self.kept();
        outputs.iter().try_for_each(|path| {
            let name = path.display().to_string();
            let target = output::resolve(path);
            let removed = target.and_then(|target| partial::remove_journal(&target));
            removed.map_err(Error::io(&name, "cannot remove its journal"))
        })
    }
}

impl State {
    /// Makes an entry for this place; `None` if an output is not a file.
    fn entry_at(&self, place: &Reached) -> Option<Entry> {
        let Outputs { results, timing } = place.outputs;
        let timing = match timing {
            Some(timing) => Some(timing.mark()?),
            None => None,
        };
        let mut here = self.taken_up;
        here.merge(place.counts);
        Some(Entry {
            place: ResumePoint { before: self.before.clone(), position: place.position, here },
            results: results.mark()?,
            timing,
            ..self.saved.clone()
        })
    }

    /// Saves the pending entry once all its blocks are compressed.
    fn settle(&mut self, outputs: &Outputs) -> io::Result<()> {
        let Some(entry) = &mut self.unsettled else { return Ok(()) };
        let marks = [Some(&mut entry.results), entry.timing.as_mut()];
        let sinks = [Some(&outputs.results), outputs.timing.as_ref()];
        for (mark, sink) in marks.into_iter().zip(sinks) {
            let (Some(mark), Some(sink)) = (mark, sink) else { continue };
            let Some(bytes) = sink.marked(mark) else { return Ok(()) };
            mark.bytes = bytes;
        }
        let Some(entry) = self.unsettled.take() else { return Ok(()) };
        let sinks = sinks.into_iter().flatten();
        let files: Vec<_> =
            sinks.filter_map(|sink| sink.handle().transpose()).collect::<Result<_, _>>()?;
        let is_first = !self.is_saved;
        let save = move || save(entry, &files, is_first);
        self.saving = Some(thread::Builder::new().name("journal".to_owned()).spawn(save)?);
        Ok(())
    }

    /// Waits for the entry that is being saved.
    fn end_saving(&mut self) -> io::Result<()> {
        let Some(saving) = self.saving.take() else { return Ok(()) };
        let panicked = |_| io::Error::other("the thread that saves it panicked");
        self.saved = saving.join().map_err(panicked)??;
        self.is_saved = true;
        Ok(())
    }
}

/// Saves an entry, after syncing the bytes that it refers to. The first file is the one with the
/// results, next to which the journal is written.
fn save(mut entry: Entry, files: &[Handle], is_first: bool) -> io::Result<Entry> {
    if is_first {
        entry.inputs.iter_mut().for_each(InputId::read_ends);
    }
    files.iter().try_for_each(Handle::sync)?;
    let [results, others @ ..] = files else { return Ok(entry) };
    let new = partial::new_journal(&results.target);
    let mut file = File::create(&new)?;
    file.write_all(&serde_json::to_vec(&entry)?)?;
    file.sync_all()?;
    fs::rename(new, partial::journal(&results.target))?;
    if is_first {
        // Empty journals, so that no other run replaces these files.
        let tell = |other: &Handle| File::create(partial::journal(&other.target)).map(drop);
        others.iter().try_for_each(tell)?;
    }
    files.iter().for_each(|file| partial::keep(&file.path));
    Ok(entry)
}
