//! The puzzles of a file, in memory; samples of them; and hashes that identify both.

use std::{io::Read, ops::ControlFlow, path::Path, sync::Arc};
use sudomill_batch::{files::MAX_REPORTED, memory::in_batch::InBatch};
use sudomill_input::{
    self, BadLine, Error, Problem, ReadOptions, Source, Table, puzzles::each_line,
};
use sudomill_puzzle::{any::Parsed, grid::Size, solving::Batch};

/// The number of bytes parsed at a time.
const CHUNK: usize = 1 << 20;

/// A file holds no puzzle to measure. An [`Error::Other`].
#[derive(Debug, thiserror::Error)]
#[error("{path}: found no puzzle; expected at least one{first}")]
pub struct NoPuzzle {
    /// The file.
    pub path: String,
    /// The first malformed line as a message; empty if there is none.
    pub first: String,
}

/// The puzzles of a file.
#[derive(Clone, Debug)]
pub struct Set {
    pub(super) name: String,
    /// The name of the source, for messages.
    pub path: String,
    /// The number of bad lines; they are not measured.
    pub invalid: usize,
    /// The first bad lines, each with its line number, from 1.
    pub bad_lines: Vec<(u64, BadLine)>,
    /// The number of bad lines that have probably lost their leading zeros.
    pub lost_zeros: usize,
    /// The table whose column the puzzles were read from.
    pub table: Arc<Table>,
    pub(super) puzzles: Arc<Sample>,
    /// True if any puzzle has an empty cell. If none has, they are probably solutions.
    pub has_empty_cells: bool,
    pub(super) has_candidates: bool,
}

impl Set {
    /// Reads a file of puzzles, in any format that `solve` reads.
    ///
    /// # Errors
    /// The file cannot be read, or no line of it is a puzzle.
    pub fn read(path: &Path, how: &ReadOptions) -> Result<Self, Error> {
        Self::of(Some(path), sudomill_input::open(path, how)?)
    }

    /// Reads puzzles from any reader; `name` names both the set and its source.
    ///
    /// # Errors
    /// The reader fails, or no line is a puzzle.
    pub fn read_from(name: &str, reader: impl Read + Send + 'static) -> Result<Self, Error> {
        Self::of(None, sudomill_input::read_from(name, reader)?)
    }

    /// Reads a source. The set is named after the file, if it has one.
    ///
    /// # Errors
    /// The source cannot be read, or no line of it is a puzzle.
    pub fn of(file: Option<&Path>, mut source: Source) -> Result<Self, Error> {
        let name = file.and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
        let name = name.unwrap_or_else(|| source.name().to_owned());
        let layout = source.layout();
        let mut set = Self {
            name,
            path: source.name().to_owned(),
            invalid: 0,
            bad_lines: Vec::new(),
            lost_zeros: 0,
            table: layout.table.clone(),
            puzzles: Arc::default(),
            has_empty_cells: layout.candidates,
            has_candidates: layout.candidates,
        };
        let size = layout.size;
        let mut puzzles = Sample::new(size);
        let in_batch = InBatch::new(layout);
        each_line(&mut source, CHUNK, &mut |line, found| {
            match found {
                Parsed::Puzzle(text) => {
                    in_batch.push(&mut puzzles.rows, text);
                    let clues = puzzles.rows.clues(puzzles.len());
                    set.has_empty_cells |= clues < size.cells() as u64;
                    puzzles.numbers.push(line);
                }
                Parsed::Bad(bad) => set.refuse(line + bad.line_offset, bad),
                Parsed::Skip(_) => {}
            }
            ControlFlow::Continue(())
        })?;
        set.puzzles = Arc::new(puzzles);
        if set.len() > 0 {
            return Ok(set);
        }
        let first = set.bad_lines.first().map(|(line, bad)| format!("; line {line}:{bad}"));
        let first = first.unwrap_or_default();
        Err(Error::Other(Box::new(NoPuzzle { path: set.path, first })))
    }

    fn refuse(&mut self, line: u64, bad: BadLine) {
        self.invalid += 1;
        self.lost_zeros += usize::from(matches!(bad.problem, Problem::LostZeros { .. }));
        if self.bad_lines.len() < MAX_REPORTED {
            self.bad_lines.push((line, bad));
        }
    }

    /// The number of puzzles.
    #[allow(clippy::len_without_is_empty)] // No set is empty.
    pub fn len(&self) -> usize {
        self.puzzles.len()
    }

    /// The size of the puzzles.
    pub(super) fn size(&self) -> Size {
        self.puzzles.rows.size()
    }
}

/// Makes names unique: sets are named after their files, or by their paths if names collide.
pub fn make_names_unique(sets: &mut [Set]) {
    let names: Vec<String> = sets.iter().map(|set| set.name.clone()).collect();
    for set in sets {
        if names.iter().filter(|name| **name == set.name).count() > 1 {
            set.name.clone_from(&set.path);
        }
    }
}

/// Puzzles that are measured together.
#[derive(Clone, Debug, Default)]
pub(super) struct Sample {
    pub rows: Batch,
    /// The line number of each puzzle in the file, from 1.
    pub numbers: Vec<u64>,
}

impl Sample {
    pub fn new(size: Size) -> Self {
        Self { rows: Batch::new(size), numbers: Vec::new() }
    }

    fn push(&mut self, rows: &Batch, row: usize, number: u64) {
        self.rows.push_rows(rows, row..row + 1);
        self.numbers.push(number);
    }

    /// Takes `count` puzzles of a set, spread evenly over it.
    pub fn of(set: &Self, count: usize) -> Self {
        let mut sample = Self::new(set.rows.size());
        let count = count.min(set.len());
        for row in (0..count).map(|i| i * set.len() / count) {
            sample.push(&set.rows, row, set.numbers[row]);
        }
        sample
    }

    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Hashes the puzzles: equal puzzles in the same order have equal fingerprints.
    pub fn fingerprint(&self) -> String {
        let mut hash = Hash::new();
        for row in 0..self.len() {
            match self.rows.has_candidates() {
                true => hash.write(self.rows.text(row).as_bytes()),
                false => hash.write(&self.rows.values(row)),
            }
        }
        hash.finish()
    }
}

/// A hash that is the same on every machine and in every version: FNV-1a with 64 bits, written as
/// 16 hexadecimal digits. It shows if two runs had the same puzzles and the same answers.
pub(super) struct Hash(u64);

impl Hash {
    pub fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// Adds the length of a field and its bytes.
    pub fn write(&mut self, field: &[u8]) {
        for &byte in (field.len() as u64).to_le_bytes().iter().chain(field) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    pub fn finish(&self) -> String {
        format!("{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(puzzles: usize) -> Sample {
        let mut empty = Batch::new(Size::Four);
        empty.push_symbols(&[b'.'; 16]);
        let mut set = Sample::new(Size::Four);
        (1..=puzzles as u64).for_each(|line| set.push(&empty, 0, line));
        set
    }

    #[test]
    fn spread_over_whole_set() {
        let lines = |count| Sample::of(&set(10), count).numbers;
        let (three, all) = (lines(3), lines(20));
        assert_eq!(three, [1, 4, 7]);
        assert_eq!(all, (1..=10).collect::<Vec<_>>());
    }

    #[test]
    fn fields_are_separate() {
        let hash = |fields: &[&[u8]]| {
            let mut hash = Hash::new();
            fields.iter().for_each(|field| hash.write(field));
            hash.finish()
        };
        assert_eq!(hash(&[]), "cbf29ce484222325");
        assert_ne!(hash(&[b"12", b"3"]), hash(&[b"1", b"23"]));
        assert_eq!(hash(&[b"12", b"3"]), hash(&[b"12", b"3"]));
    }
}
