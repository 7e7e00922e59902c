//! Finds puzzles that occur more than once, in sets of any size, in bounded memory.
//!
//! ```text
//!                    ┌─► its key and number ─► 128 partitions, by the key ─► classes ─► repeated
//! chunks ─► records ─┤                                                                      │
//!                    └─► its text ───────────► spool ─────────────────────────► those that are not
//! ```
//!
//! The key of a record is the canonical form of its puzzle, so that nothing depends on a hash.
//! Partitions and spool are temporary files once they outgrow their buffers. The classes of a
//! partition are counted in memory, whatever the number of their records; one bit per record says
//! whether it is repeated.

use super::{
    CHUNK, Listener, RunOptions,
    pipeline::{Feeder, Numbers, Pipeline},
    read::Reader,
};
use crate::{
    input::{BadLine, Chunk, Source},
    output::{Origins, Sink, Tally, lock},
};
use rayon::prelude::*;
use std::{
    collections::{BTreeMap, HashMap},
    fs::File,
    hash::{DefaultHasher, Hash, Hasher},
    io::{self, BufRead, BufReader, BufWriter, Read, Seek, Write},
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
};
use sudomill_core::{Error, by_size, grid::Size, solver::Status, threads};
use tempfile::{SpooledTempFile, spooled_tempfile, tempfile};

/// The number of partitions: with a billion puzzles, each has half a gigabyte.
const PARTITIONS: usize = 128;

/// The number of bytes of a partition that are held until they are written to its file.
const HELD: usize = if cfg!(test) { 1 << 8 } else { 1 << 17 };

/// The number of bytes of the spool that are held in memory.
const SPOOLED: usize = if cfg!(test) { 1 << 8 } else { 1 << 26 };

/// The options of a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// Compares the puzzles themselves instead of their canonical forms.
    pub exact: bool,
    /// Threads and chunks; results do not depend on them.
    pub run: RunOptions<'a>,
}

/// The place of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The number of the input, from 0, in the order in which they were added.
    pub input: u32,
    /// The line number, from 1.
    pub line: u64,
}

/// A record of a class with several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// The number of the record among all records, from 0.
    number: u64,
    /// The place of the record.
    pub place: Place,
    /// The place of the first record of its class or, with a second set, of the first one there.
    pub first: Place,
    /// The number of records in the class; with a second set, of those in it.
    pub size: u64,
}

/// The puzzles of one or two sets.
///
/// ```
/// # mod sudomill { pub use {sudomill_core::*, sudomill_io::*}; }
/// use sudomill::{batch::dedup::{Dedup, Options}, input::read_from, output::Sink};
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("out.txt");
/// let one = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
/// let transposed: String = (0..81).map(|i| one.as_bytes()[i % 9 * 9 + i / 9] as char).collect();
/// let mut dedup = Dedup::new(Options::default());
/// let text = format!("{one}\n{transposed}\n");
/// dedup.add(read_from("memory", std::io::Cursor::new(text))?, &())?;
/// let mut classes = dedup.classes(false)?;
/// assert_eq!(classes.sizes, [(2, 1)].into());
/// let mut sink = Sink::create(&path)?;
/// classes.write_first(&mut sink)?;
/// sink.finish()?;
/// assert_eq!(std::fs::read_to_string(&path)?, format!("{one}\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Dedup<'a> {
    options: Options<'a>,
    partitions: Vec<Partition>,
    spool: Spool,
    /// The header of the inputs, empty if they have none; `None` before the first.
    header: Option<Vec<u8>>,
    inputs: u32,
    records: u64,
    /// The number of the first record of the second set; `None` as long as there is none.
    second: Option<u64>,
}

impl<'a> Dedup<'a> {
    /// Starts without puzzles.
    #[must_use]
    pub fn new(options: Options<'a>) -> Self {
        let partitions = (0..PARTITIONS).map(|_| Partition::default()).collect();
        let spool = Spool(BufWriter::new(spooled_tempfile(SPOOLED)));
        Self { options, partitions, spool, header: None, inputs: 0, records: 0, second: None }
    }

    /// Ends the first set: further inputs belong to the set that it is compared with.
    pub fn begin_second(&mut self) {
        self.second = Some(self.records);
    }

    /// Sets the number of bytes that a worker takes at once; results do not depend on it.
    pub fn set_chunk(&mut self, bytes: usize) {
        self.options.run.chunk = bytes;
    }

    /// Adds all puzzles of an input. Bad lines are reported, and left out.
    ///
    /// # Errors
    /// The input or a temporary file cannot be read or written, the puzzles have no canonical form,
    /// the header differs from that of the first input, or the run was stopped.
    pub fn add(&mut self, source: Source, listener: &dyn Listener) -> Result<Tally, Error> {
        let Options { exact, run } = self.options;
        let (layout, path) = (source.layout(), source.name().to_owned());
        if !exact && (layout.size != Size::Nine || layout.candidates) {
            let found =
                if layout.candidates { "candidates".into() } else { layout.size.to_string() };
            let what = format!("{path}: found {found}; the canonical form is for 9×9 clues");
            return Err(Error::Impossible(what));
        }
        let header = source.header_line();
        if self.second.is_none() && !source.is_blank() {
            let first = self.header.get_or_insert_with(|| header.to_vec());
            if first != header {
                return Err(Error::OtherColumns { path });
            }
        }
        let pipeline = Pipeline::new(Feeder::new(source, Numbers::ByFeeder, None), run.threads);
        let adding = Mutex::new((self, Tally::default()));
        let work = |chunk, newlines| Ok(Some(Page::read(chunk, newlines, exact)));
        let add = |page: Page| {
            let (dedup, tally) = &mut *lock(&adding);
            dedup.take(page, tally, listener)
        };
        pipeline.each(&run, work, add, || ())?;
        let failure = pipeline.into_failure();
        let (dedup, tally) = adding.into_inner().unwrap_or_else(|error| error.into_inner());
        dedup.inputs += 1;
        failure.map_or(Ok(tally), Err)
    }

    /// Takes the next chunk of an input.
    fn take(
        &mut self,
        page: Page,
        tally: &mut Tally,
        listener: &dyn Listener,
    ) -> Result<(), Error> {
        let Page { chunk, newlines, origins, keys, skipped } = page;
        chunk.check()?;
        let mut keys = keys.into_iter();
        let before = tally.unsolved;
        for origin in &origins.rows {
            let line = newlines + u64::from(origin.newlines) + 1;
            match keys.next() {
                Some(Ok(key)) => {
                    let place = Place { input: self.inputs, line };
                    let partition = &mut self.partitions[partition_of(&key)];
                    partition.add(&key, self.records, place).map_err(temporary)?;
                    if self.second.is_none() {
                        // A grid is written on one line.
                        let record = match chunk.has_grids() {
                            true => chunk.text(origin),
                            false => chunk.record(origin),
                        };
                        self.spool.add(record).map_err(temporary)?;
                    }
                    self.records += 1;
                    tally.unsolved += 1;
                }
                Some(Err(bad)) => {
                    bad.iter().for_each(|bad| listener.bad_line(line, bad));
                    tally.statuses.add(Status::Invalid, 1);
                }
                None => break,
            }
        }
        tally.merge(&skipped);
        listener.progress(chunk.consumed(), tally.unsolved - before);
        chunk.release();
        Ok(())
    }

    /// Finds the classes. With `lists`, also the members of those with several records, or of those
    /// in both sets: they are held in memory.
    ///
    /// # Errors
    /// A temporary file cannot be read or written, or the run was stopped.
    pub fn classes(self, lists: bool) -> Result<Classes, Error> {
        let Self { options, partitions, spool, header, records, second, .. } = self;
        let firsts = second.unwrap_or(records);
        let repeated = Bits::new(firsts);
        let find = |partition: Partition| {
            options.run.check_stop()?;
            partition.classes(firsts, second.is_some(), lists, &repeated).map_err(temporary)
        };
        let pool = threads::pool(options.run.threads)?;
        let mut all = Found::default();
        let mut partitions = partitions.into_iter();
        // As many partitions as threads at a time, so that the others stay in their files.
        loop {
            let some: Vec<_> = partitions.by_ref().take(pool.current_num_threads()).collect();
            if some.is_empty() {
                break;
            }
            let found: Result<Vec<_>, _> =
                pool.install(|| some.into_par_iter().map(find).collect());
            found?.into_iter().for_each(|found| all.add(found));
        }
        let Found { sizes, shared, mut members } = all;
        members.par_sort_unstable_by_key(|member| member.number);
        let header = header.unwrap_or_default();
        Ok(Classes { sizes, shared, members, repeated, header, spool })
    }
}

/// The error of a temporary file.
fn temporary(cause: io::Error) -> Error {
    Error::io("temporary file", "cannot be written or read")(cause)
}

/// The records of a chunk, with their keys.
struct Page {
    chunk: Chunk,
    /// The number of newlines before the chunk.
    newlines: u64,
    origins: Origins,
    /// The key of every record, or its error; `None` if the file has changed since it was read.
    keys: Vec<Result<Vec<u8>, Option<BadLine>>>,
    /// The counts of the lines that are not records.
    skipped: Tally,
}

impl Page {
    fn read(chunk: Chunk, newlines: u64, exact: bool) -> Self {
        let (mut all, mut keys) = (Origins::default(), Vec::new());
        let reader = Reader::read_all(chunk, |chunk, batch, origins| {
            for (row, origin) in origins.rows.iter().enumerate() {
                keys.push(match (origins.bad(row), by_size::form(batch, row, exact)) {
                    (Some(bad), _) => Err(Some(bad.clone())),
                    (None, Some(form)) => Ok(packed(form)),
                    (None, None) => Err(chunk.repeated_digit(origin)),
                });
            }
            all.append(origins);
        });
        let skipped = reader.tally;
        Self { newlines, origins: all, keys, skipped, chunk: reader.chunk }
    }
}

/// Packs the values of 81 cells into half a byte each.
fn packed(form: Vec<u8>) -> Vec<u8> {
    match form.len() {
        81 => form.chunks(2).map(|two| two.iter().fold(0, |all, value| all << 4 | value)).collect(),
        _ => form,
    }
}

fn partition_of(key: &[u8]) -> usize {
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    hasher.finish() as usize % PARTITIONS
}

/// The records with some of the keys: the length of the key, the key, the number of the record, the
/// input and the line.
#[derive(Debug, Default)]
struct Partition {
    held: Vec<u8>,
    file: Option<File>,
}

/// A class, as far as its records have been read.
struct Class {
    /// The number of its records in the first set and in the second.
    sizes: [u64; 2],
    /// The place of its first record; with a second set, of the first one there.
    first: Place,
}

impl Partition {
    fn add(&mut self, key: &[u8], number: u64, place: Place) -> io::Result<()> {
        self.held.extend_from_slice(&(key.len() as u16).to_le_bytes());
        self.held.extend_from_slice(key);
        self.held.extend_from_slice(&number.to_le_bytes());
        self.held.extend_from_slice(&place.input.to_le_bytes());
        self.held.extend_from_slice(&place.line.to_le_bytes());
        if self.held.len() < HELD {
            return Ok(());
        }
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(tempfile()?),
        };
        file.write_all(&self.held)?;
        self.held.clear();
        Ok(())
    }

    /// Finds the classes and marks the repeated records. The records of the first set are those
    /// with numbers below `firsts`; they come first.
    fn classes(
        mut self,
        firsts: u64,
        has_second: bool,
        lists: bool,
        repeated: &Bits,
    ) -> io::Result<Found> {
        let mut classes: HashMap<Box<[u8]>, Class> = HashMap::new();
        self.each(|key, number, place| {
            let set = usize::from(number >= firsts);
            match classes.get_mut(key) {
                Some(class) => {
                    if set == 0 {
                        repeated.set(number);
                    } else if class.sizes[1] == 0 {
                        class.first = place;
                    }
                    class.sizes[set] += 1;
                }
                None if set == 0 => {
                    classes.insert(key.into(), Class { sizes: [1, 0], first: place });
                }
                None => {}
            }
        })?;
        let mut found = Found::default();
        for Class { sizes: [first, second], .. } in classes.values() {
            *found.sizes.entry(*first).or_default() += 1;
            found.shared += if *second > 0 { *first } else { 0 };
        }
        if lists {
            self.each(|key, number, place| {
                let Some(class) = classes.get(key).filter(|_| number < firsts) else { return };
                let (first, size) = (class.first, class.sizes[usize::from(has_second)]);
                if size > u64::from(!has_second) {
                    found.members.push(Member { number, place, first, size });
                }
            })?;
        }
        Ok(found)
    }

    /// Calls `take` with the key, the number and the place of each record, in their order.
    fn each(&mut self, mut take: impl FnMut(&[u8], u64, Place)) -> io::Result<()> {
        let file: &mut dyn Read = match &mut self.file {
            Some(file) => {
                file.rewind()?;
                file
            }
            None => &mut io::empty(),
        };
        let mut bytes = BufReader::with_capacity(HELD, file.chain(&self.held[..]));
        let mut key = Vec::new();
        while !bytes.fill_buf()?.is_empty() {
            key.resize(u16::from_le_bytes(read(&mut bytes)?).into(), 0);
            bytes.read_exact(&mut key)?;
            let number = u64::from_le_bytes(read(&mut bytes)?);
            let input = u32::from_le_bytes(read(&mut bytes)?);
            let line = u64::from_le_bytes(read(&mut bytes)?);
            take(&key, number, Place { input, line });
        }
        Ok(())
    }
}

/// Reads the bytes of a number.
fn read<const N: usize>(from: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    from.read_exact(&mut bytes).map(|()| bytes)
}

/// One bit for each record.
#[derive(Debug)]
struct Bits(Vec<AtomicU64>);

impl Bits {
    fn new(records: u64) -> Self {
        Self((0..=records / 64).map(|_| AtomicU64::new(0)).collect())
    }

    fn set(&self, number: u64) {
        self.0[(number / 64) as usize].fetch_or(1 << (number % 64), Ordering::Relaxed);
    }

    fn has(&self, number: u64) -> bool {
        let bits = self.0.get((number / 64) as usize);
        bits.is_some_and(|bits| bits.load(Ordering::Relaxed) >> (number % 64) & 1 == 1)
    }
}

/// The classes of a partition.
#[derive(Default)]
struct Found {
    sizes: BTreeMap<u64, u64>,
    shared: u64,
    members: Vec<Member>,
}

impl Found {
    fn add(&mut self, other: Self) {
        for (size, classes) in other.sizes {
            *self.sizes.entry(size).or_default() += classes;
        }
        self.shared += other.shared;
        self.members.extend(other.members);
    }
}

/// The classes of equivalent puzzles.
#[derive(Debug)]
#[non_exhaustive]
pub struct Classes {
    /// The number of classes by the number of their records in the first set.
    pub sizes: BTreeMap<u64, u64>,
    /// The number of records of the first set that are in the second set, too.
    pub shared: u64,
    /// The members of classes with several records, or of those in both sets, in the order of the
    /// input. Empty unless asked for.
    pub members: Vec<Member>,
    /// Tells for each record of the first set if it is not the first of its class.
    repeated: Bits,
    header: Vec<u8>,
    spool: Spool,
}

impl Classes {
    /// Writes the first record of each class, as it is in the input, in the order of the input. A
    /// header comes first.
    ///
    /// # Errors
    /// A file cannot be written, or the temporary file cannot be read.
    pub fn write_first(&mut self, sink: &mut Sink) -> Result<(), Error> {
        if !self.header.is_empty() {
            sink.write(&[&self.header, &b"\n"[..]].concat())?;
        }
        let mut records = self.spool.records().map_err(temporary)?;
        let (mut number, mut lines) = (0, Vec::new());
        loop {
            let kept = lines.len();
            let more = records.next(&mut lines).map_err(temporary)?;
            if self.repeated.has(number) {
                lines.truncate(kept);
            }
            if lines.len() >= CHUNK || !more {
                sink.write(&lines)?;
                lines.clear();
            }
            if !more {
                return Ok(());
            }
            number += 1;
        }
    }
}

/// The texts of the records, each after its length.
#[derive(Debug)]
struct Spool(BufWriter<SpooledTempFile>);

impl Spool {
    fn add(&mut self, record: &[u8]) -> io::Result<()> {
        self.0.write_all(&(record.len() as u32).to_le_bytes())?;
        self.0.write_all(record)
    }

    fn records(&mut self) -> io::Result<Records<'_>> {
        self.0.flush()?;
        let file = self.0.get_mut();
        file.rewind()?;
        Ok(Records(BufReader::new(file)))
    }
}

/// Reads a [`Spool`].
struct Records<'a>(BufReader<&'a mut SpooledTempFile>);

impl Records<'_> {
    /// Appends the next record and a newline. Returns false if there is none.
    fn next(&mut self, to: &mut Vec<u8>) -> io::Result<bool> {
        let mut len = [0; 4];
        if self.0.fill_buf()?.is_empty() {
            return Ok(false);
        }
        self.0.read_exact(&mut len)?;
        let from = to.len();
        to.resize(from + u32::from_le_bytes(len) as usize, 0);
        self.0.read_exact(&mut to[from..])?;
        to.push(b'\n');
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::read_from;
    use std::collections::HashMap;
    use sudomill_core::{
        generate::{Kind, Recipe},
        grid::Puzzle,
        symmetry::Transformation,
    };

    /// Puzzles, many of them equivalent, with the number of the class of each.
    fn puzzles() -> (Vec<String>, Vec<u64>) {
        let recipe = Recipe::new(Kind::Unique, 41);
        let make = |number: u64| {
            let class = number * number % 701;
            let puzzle: Puzzle = recipe.puzzle(class).unwrap();
            (Transformation::random(42, number).of_puzzle(&puzzle).to_string(), class)
        };
        (0..2_000).map(make).unzip()
    }

    fn first_of_each(texts: &[String], classes: &[u64]) -> String {
        let mut seen = HashMap::new();
        let all = classes.iter().enumerate();
        let first =
            all.filter(|(number, class)| *seen.entry(**class).or_insert(*number) == *number);
        first.map(|(number, _)| format!("{}\n", texts[number])).collect()
    }

    /// With temporary files, any number of threads and any chunk size: the first of each class.
    #[test]
    fn spilled_sets() {
        let (texts, classes) = puzzles();
        let text: String = texts.iter().map(|text| format!("{text}\n")).collect();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        for (threads, chunk) in [(1, CHUNK), (2, 1000), (3, 100_000)] {
            let run = RunOptions { threads, chunk, stop: None };
            let mut dedup = Dedup::new(Options { run, ..Options::default() });
            let source = read_from("memory", std::io::Cursor::new(text.clone())).unwrap();
            let counts = dedup.add(source, &()).unwrap();
            let counts = [counts.puzzles(), counts.of(Status::Invalid), counts.lines()];
            assert_eq!(counts, [2_000, 0, 2_000]);
            assert!(dedup.partitions.iter().any(|partition| partition.file.is_some()));
            let mut found = dedup.classes(true).unwrap();
            let mut sink = Sink::create(&path).unwrap();
            found.write_first(&mut sink).unwrap();
            sink.finish().unwrap();
            let expected = first_of_each(&texts, &classes);
            assert_eq!(std::fs::read_to_string(&path).unwrap(), expected);
            assert_eq!(found.sizes.values().sum::<u64>() as usize, expected.lines().count());
            for Member { number, place, first, size } in found.members {
                let class = classes[number as usize];
                let of_class = classes.iter().filter(|&&other| other == class).count();
                let at = classes.iter().position(|&other| other == class).unwrap();
                assert_eq!((place.line, first.line), (number + 1, at as u64 + 1));
                assert_eq!(size, of_class as u64);
            }
        }
    }
}
