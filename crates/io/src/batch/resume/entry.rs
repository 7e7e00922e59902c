//! The content of a journal.

use crate::{
    batch::Outputs,
    input::Position,
    output::{self, Checkpoint, Counts, Sink, partial},
};
use serde::{Deserialize, Serialize};
use std::{
    fs::{self, File},
    io::{self, Read, Seek, SeekFrom},
    path::Path,
    time::UNIX_EPOCH,
};
use sudomill_core::Error;

/// The number of bytes at each end of an input that are compared.
const END: u64 = 4 << 10;

/// The settings of a run, and how far it got.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// The program's version.
    pub version: String,
    /// The name and value of every setting that affects the bytes of the outputs.
    pub settings: Vec<(String, String)>,
    /// The inputs, in order.
    pub inputs: Vec<InputId>,
    /// The position in the inputs.
    pub place: ResumePoint,
    pub(super) results: Checkpoint,
    pub(super) timing: Option<Checkpoint>,
}

/// A position in the inputs.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ResumePoint {
    /// The results of the inputs before the current one.
    pub before: Before,
    /// The position in the current input.
    pub position: Position,
    /// The counts of the current input's lines up to that position.
    pub here: Counts,
}

/// The results of the inputs before the current one.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Before {
    /// The number of inputs.
    pub inputs: usize,
    /// The counts of all their lines.
    pub counts: Counts,
    /// The number of inputs known to be unreadable, including later ones.
    pub failed: u64,
    /// The number of inputs without a puzzle.
    pub without: u64,
    /// The strategies that solved these inputs.
    pub strategies: Vec<String>,
    /// The sides of their puzzles' grids.
    pub sides: Vec<usize>,
}

/// The identity of an input, to detect that a file was replaced or changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputId {
    /// The file name; for a puzzle given as an argument, the puzzle.
    pub name: String,
    /// The size in bytes and the modification time in nanoseconds since 1970; `None` if the file
    /// cannot be read.
    file: Option<(u64, u128)>,
    /// A checksum of both ends of the file.
    ends: Option<u32>,
}

impl Entry {
    /// Creates an entry for the start of a run.
    #[must_use]
    pub fn first(settings: Vec<(String, String)>, inputs: Vec<InputId>) -> Self {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let (place, results) = (ResumePoint::default(), Checkpoint::default());
        Self { version, settings, inputs, place, results, timing: None }
    }

    /// Reads the last entry of an unfinished run with this output; `None` if there is none.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub fn read(output: &Path) -> Result<Option<Self>, Error> {
        let name = output.display().to_string();
        let target = output::resolve(output).map_err(Error::io(&name, "cannot create"))?;
        let journal = partial::journal(&target);
        let malformed = |e: serde_json::Error| Error::Malformed {
            path: journal.display().to_string(),
            line: e.line() as u64,
            column: e.column(),
            reason: e.to_string(),
        };
        let entry: Self = match fs::read(&journal) {
            // The journal of a timing file, which is empty.
            Ok(bytes) if bytes.is_empty() => return Ok(None),
            Ok(bytes) => serde_json::from_slice(&bytes).map_err(malformed)?,
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(Error::io(&journal.display().to_string(), "cannot read")(e)),
        };
        let is_there = partial::partial(&target).exists() || entry.results.is_of(&target);
        Ok(is_there.then_some(entry))
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

    /// The number of puzzle lines whose results are written.
    #[must_use]
    pub fn puzzles(&self) -> u64 {
        self.place.before.counts.puzzles() + self.place.here.puzzles()
    }
}

impl InputId {
    /// Identifies a file. Returns `None` if it can be read only once, like a pipe.
    #[must_use]
    pub fn of_file(path: &Path) -> Option<Self> {
        let file = match fs::metadata(path) {
            Ok(file) if !file.is_file() => return None,
            Ok(file) => {
                let changed = file.modified().ok();
                let changed = changed.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
                Some((file.len(), changed.map_or(0, |time| time.as_nanos())))
            }
            Err(_) => None,
        };
        Some(Self { name: path.display().to_string(), file, ends: None })
    }

    /// Identifies a puzzle given as an argument.
    #[must_use]
    pub fn of_puzzle(name: String) -> Self {
        Self { name, file: None, ends: None }
    }

    /// Returns true if this is unchanged since an earlier run, which has read both ends.
    #[must_use]
    pub fn is_still(&self, earlier: &Self) -> bool {
        let mut now = self.clone();
        now.read_ends();
        now == *earlier
    }

    /// Reads both ends of the file.
    pub(super) fn read_ends(&mut self) {
        let size = self.file.map(|(size, _)| size);
        self.ends = size.and_then(|size| checksum(Path::new(&self.name), size).ok());
    }
}

fn checksum(path: &Path, size: u64) -> io::Result<u32> {
    let (mut file, mut sum) = (File::open(path)?, flate2::Crc::new());
    for start in [0, size.saturating_sub(END)] {
        let mut end = Vec::new();
        file.seek(SeekFrom::Start(start))?;
        (&mut file).take(END).read_to_end(&mut end)?;
        sum.update(&end);
    }
    Ok(sum.sum())
}
