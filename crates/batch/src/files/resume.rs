//! Resumes runs whose process was killed.
//!
//! During a run, a journal beside the results file records how far the outputs are complete. It is
//! updated every second, later every thousandth of the elapsed time. An entry is made between two
//! chunks, and a separate thread writes it once the bytes that it refers to are on disk. A later
//! run with the same settings truncates the outputs to the entry and continues with the input from
//! there.

use super::Outputs;
use serde::{Deserialize, Serialize, de};
use std::{
    fs::{self, File, Metadata},
    io::{self, Read, Seek, SeekFrom, Write},
    iter,
    path::Path,
    sync::Mutex,
    thread::{self, JoinHandle},
    time::{Duration, UNIX_EPOCH},
};
use sudomill_input::{Error, InputErrorKind, Position, Source, error::io_error};
use sudomill_output::{Checkpoint, Handle, Sink, Tally, lock, partial};
use sudomill_solvers::clock::Instant;

/// The number of bytes at each end of an input that are compared.
const END: u64 = 4 << 10;

/// The progress of a run within a source.
#[derive(Clone, Copy, Debug)]
pub struct Reached<'a> {
    pub(super) position: Position,
    /// The counts of the lines that this run has solved.
    pub(super) tally: &'a Tally,
    pub(super) outputs: &'a Outputs,
}

/// The settings of a run, and how far it got.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct JournalEntry {
    /// The program's version.
    pub version: String,
    /// The name and value of every setting that affects the bytes of the outputs.
    pub settings: Vec<(String, String)>,
    /// The inputs, in order.
    pub inputs: Vec<InputId>,
    /// The position in the inputs.
    pub place: ResumePoint,
    results: Checkpoint,
    timing: Option<Checkpoint>,
    /// The checksum of everything else.
    checksum: u32,
}

/// A position in the inputs.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ResumePoint {
    /// The number of inputs before the current one.
    pub inputs: usize,
    /// The counts of all their lines.
    pub before: Tally,
    /// The number of inputs known to be unreadable, including later ones.
    pub failed: u64,
    /// The number of inputs without a puzzle.
    pub without: u64,
    /// The strategies that solved these inputs.
    pub strategies: Vec<String>,
    /// The sides of their puzzles' grids.
    pub sides: Vec<usize>,
    /// The position in the current input.
    position: Position,
    /// The counts of the current input's lines up to that position.
    pub here: Tally,
}

impl ResumePoint {
    /// Makes a source of the current input begin behind the lines that the earlier run has read.
    ///
    /// # Errors
    /// The input cannot be read, or ends before the position.
    pub fn skip_to(&self, source: &mut Source) -> Result<(), Error> {
        source.skip_to(self.position)
    }

    /// The number of puzzle lines whose results are written.
    pub fn puzzles(&self) -> u64 {
        self.before.puzzles() + self.here.puzzles()
    }
}

/// The identity of an input, to detect that a file was replaced or changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputId {
    /// The file name; for a puzzle given as an argument, the puzzle.
    pub name: String,
    /// The size in bytes; `None` if the file cannot be read.
    size: Option<u64>,
    /// The modification time in nanoseconds since 1970, if it is known.
    changed: Option<u64>,
    /// A checksum of both ends of the file.
    ends: Option<u64>,
}

impl JournalEntry {
    /// Creates an entry for the start of a run.
    pub fn first(settings: Vec<(String, String)>, inputs: Vec<InputId>) -> Self {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let (place, results) = (ResumePoint::default(), Checkpoint::default());
        Self { version, settings, inputs, place, results, timing: None, checksum: 0 }
    }

    fn sum(&self) -> serde_json::Result<u32> {
        let mut sum = flate2::Crc::new();
        sum.update(&serde_json::to_vec(&Self { checksum: 0, ..self.clone() })?);
        Ok(sum.sum())
    }

    /// Reads the last entry of an unfinished run with this output; `None` if there is none.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub fn read(output: &Path) -> Result<Option<Self>, Error> {
        let target = partial::resolve(output);
        let target = target.map_err(io_error(output.display(), "cannot create"))?;
        let path = partial::beside(&target, partial::JOURNAL);
        let journal = path.display().to_string();
        let read = partial::if_found(fs::read(&path)).map_err(io_error(&journal, "cannot read"))?;
        // The journal of a timing file is empty.
        let Some(bytes) = read.filter(|bytes| !bytes.is_empty()) else { return Ok(None) };
        let entry = serde_json::from_slice(&bytes).and_then(|entry: Self| {
            let is_own = entry.version == env!("CARGO_PKG_VERSION");
            match is_own && entry.sum()? != entry.checksum {
                true => Err(de::Error::custom(
                    "found an entry with another checksum; expected what the run wrote",
                )),
                false => Ok(entry),
            }
        });
        let has_name = || entry.as_ref().is_ok_and(|entry| entry.results.is_of(&target));
        if !partial::beside(&target, partial::PARTIAL).exists() && !has_name() {
            return Ok(None);
        }
        entry.map(Some).map_err(|e| {
            let reason = match e.is_eof() {
                true => "found the end of the file; expected the rest of the entry".to_owned(),
                false => e.to_string(),
            };
            let (line, column) = (e.line().max(1) as u64, e.column().max(1));
            InputErrorKind::Malformed(reason).at(&journal, line, column)
        })
    }

    /// Opens the outputs of the run, truncated to this entry.
    ///
    /// # Errors
    /// An output is missing or too short, or another run is writing it.
    pub fn outputs(&self, results: &Path, timing: Option<&Path>) -> Result<Outputs, Error> {
        let timing = timing.zip(self.timing.as_ref());
        let timing = timing.map(|(path, mark)| Sink::resume(path, mark)).transpose()?;
        Ok(Outputs { results: Sink::resume(results, &self.results)?, timing })
    }

    /// Ensures that every file that the run has read can still be read.
    ///
    /// # Errors
    /// A file is missing, or cannot be read.
    pub fn check_inputs(&self) -> Result<(), Error> {
        for input in self.inputs.iter().filter(|input| input.ends.is_some()) {
            // Opening a pipe could block forever.
            let is_pipe = fs::metadata(&input.name).is_ok_and(|file| !file.is_file());
            if let Some(size) = input.size.filter(|_| !is_pipe) {
                let read = checksum(Path::new(&input.name), size);
                read.map_err(io_error(&input.name, "cannot open"))?;
            }
        }
        Ok(())
    }
}

impl InputId {
    /// Identifies a file, which is unchanged as long as its identity is. Returns `None` if it can be
    /// read only once, like a pipe.
    pub fn of_file(path: &Path) -> Option<Self> {
        let found = fs::metadata(path).ok();
        if found.as_ref().is_some_and(|file| !file.is_file()) {
            return None;
        }
        let age = |file: &Metadata| file.modified().ok()?.duration_since(UNIX_EPOCH).ok();
        let changed = found.as_ref().and_then(age).map(|age| age.as_nanos() as u64);
        let size = found.map(|file| file.len());
        let ends = size.and_then(|size| checksum(path, size).ok());
        Some(Self { name: path.display().to_string(), size, changed, ends })
    }

    /// Identifies a puzzle given as an argument.
    pub fn of_puzzle(name: String) -> Self {
        Self { name, size: None, changed: None, ends: None }
    }
}

fn checksum(path: &Path, size: u64) -> io::Result<u64> {
    let (mut file, mut sum) = (File::open(path)?, flate2::Crc::new());
    for start in [0, size.saturating_sub(END)] {
        let mut end = Vec::new();
        file.seek(SeekFrom::Start(start))?;
        (&mut file).take(END).read_to_end(&mut end)?;
        sum.update(&end);
    }
    Ok(sum.sum().into())
}

/// The time between two entries, as a fraction of the elapsed time, within these limits.
const SHARE: u32 = 1000;
const SHORTEST: Duration = Duration::from_secs(1);
const LONGEST: Duration = Duration::from_secs(60);

/// The journal of a run.
#[derive(Debug)]
pub struct Journal(Mutex<State>);

#[derive(Debug)]
struct State {
    begun: Instant,
    /// A fixed time between two entries, if given.
    interval: Option<Duration>,
    /// The last saved entry; before that, the start of the run.
    saved: JournalEntry,
    is_saved: bool,
    /// The start of the current input, or the place in it at which this run resumed.
    start: ResumePoint,
    /// The time of the last entry.
    last: Instant,
    /// An entry whose last full block is not yet compressed.
    unsettled: Option<JournalEntry>,
    saving: Option<JoinHandle<io::Result<JournalEntry>>>,
}

impl Journal {
    /// Creates a journal for a run that starts at `entry`; `is_saved` if an earlier run saved that.
    pub fn new(entry: JournalEntry, is_saved: bool, interval: Option<Duration>) -> Self {
        let begun = Instant::now();
        Self(Mutex::new(State {
            begun,
            interval,
            start: entry.place.clone(),
            saved: entry,
            is_saved,
            last: begun,
            unsettled: None,
            saving: None,
        }))
    }

    /// Starts the next input.
    pub fn begin_input(&self, place: ResumePoint) {
        lock(&self.0).start = place;
    }

    /// Makes an entry if enough time has passed. Returns the error if an earlier one was not saved.
    pub fn reached(&self, place: &Reached) -> Option<io::Error> {
        let state = &mut *lock(&self.0);
        let usual = (state.begun.elapsed() / SHARE).clamp(SHORTEST, LONGEST);
        let mut failure = None;
        if state.unsettled.is_none()
            && state.last.elapsed() >= state.interval.unwrap_or(usual)
            && state.saving.as_ref().is_none_or(JoinHandle::is_finished)
        {
            failure = state.end_saving().err();
            state.unsettled = state.entry_at(place);
            state.last = Instant::now();
        }
        failure.or(state.settle(place.outputs).err())
    }

    /// Returns the number of puzzle lines that a resumed run would skip. Waits for an entry that is
    /// being saved.
    pub fn kept(&self) -> Option<u64> {
        let mut state = lock(&self.0);
        // An error is ignored, because the run has already failed and that is what is reported.
        let _ = state.end_saving();
        state.is_saved.then(|| state.saved.place.puzzles())
    }

    /// Removes the journals of outputs that are finished or discarded.
    ///
    /// # Errors
    /// A journal cannot be removed.
    pub fn remove(self, outputs: &[&Path]) -> Result<(), Error> {
        self.kept();
        outputs.iter().try_for_each(|path| {
            let target = partial::resolve(path);
            let removed = target.and_then(|target| partial::remove_journal(&target));
            removed.map_err(io_error(path.display(), "cannot remove its journal"))
        })
    }
}

impl State {
    /// Makes an entry for this place; `None` if an output is not a file.
    fn entry_at(&self, place: &Reached) -> Option<JournalEntry> {
        let Outputs { results, timing } = place.outputs;
        let mut here = self.start.here.clone();
        here.merge(place.tally);
        Some(JournalEntry {
            place: ResumePoint { position: place.position, here, ..self.start.clone() },
            results: results.mark()?,
            timing: timing.as_ref().map_or(Some(None), |timing| timing.mark().map(Some))?,
            ..self.saved.clone()
        })
    }

    /// Saves the pending entry once all its blocks are compressed.
    fn settle(&mut self, outputs: &Outputs) -> io::Result<()> {
        let Some(mut entry) = self.unsettled.take() else { return Ok(()) };
        let marks = iter::once(&mut entry.results).chain(&mut entry.timing);
        let mut files = Vec::new();
        for (mark, sink) in marks.zip(outputs.sinks()) {
            let Some(bytes) = sink.marked() else {
                self.unsettled = Some(entry);
                return Ok(());
            };
            mark.bytes = bytes;
            files.extend(sink.handle()?);
        }
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
fn save(mut entry: JournalEntry, files: &[Handle], is_first: bool) -> io::Result<JournalEntry> {
    files.iter().try_for_each(|file| partial::sync(&file.file))?;
    let [results, others @ ..] = files else { return Ok(entry) };
    let new = partial::beside(&results.target, partial::NEW_JOURNAL);
    let mut file = File::create(&new)?;
    entry.checksum = entry.sum()?;
    file.write_all(&serde_json::to_vec(&entry)?)?;
    file.sync_all()?;
    fs::rename(new, partial::beside(&results.target, partial::JOURNAL))?;
    if is_first {
        // Empty journals, so that no other run replaces these files.
        let tell = |other: &Handle| {
            File::create(partial::beside(&other.target, partial::JOURNAL)).map(drop)
        };
        others.iter().try_for_each(tell)?;
    }
    files.iter().for_each(|file| partial::keep(&file.target));
    Ok(entry)
}
