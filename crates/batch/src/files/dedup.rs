//! Finds puzzles that occur more than once, in sets of any size, in bounded memory.
//!
//! ```text
//!                    ┌─► its key and number ─► 128 partitions, by the key ─► classes ─► repeated
//! chunks ─► records ─┤                                                                      │
//!                    └─► its text ───────────► spool ─────────────────────────► those that are not
//! ```
//!
//! The key of a record is the canonical form of its puzzle, so that nothing depends on a hash.
//! The classes of a partition are counted in memory, whatever the number of their records; one bit
//! per record says whether it is repeated.

use super::{CHUNK, Listener, RunOptions, keys::each_key, pipeline::on_threads};
use crate::partitions::{Partition, Partitions, Spool, expect_form};
use rayon::slice::ParallelSliceMut;
use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};
use sudomill_input::{Error, InputErrorKind, Source};
use sudomill_output::{Sink, Tally, lock};
use sudomill_puzzle::setters;
use sudomill_solvers::threads::{self, check_stop};
use sudomill_symmetry::key;

/// The options of a run.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct DedupOptions<'a> {
    /// Compares the puzzles themselves instead of their canonical forms.
    pub exact: bool,
    /// Threads and chunks; results do not depend on them.
    pub run: RunOptions<'a>,
}

setters!(DedupOptions<'a> {
    with_exact: exact, bool;
    with_run: run, RunOptions<'a>;
});

/// The place of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Place {
    /// The number of the input, from 0, in the order in which they were added.
    pub input: u32,
    /// The line number, from 1.
    pub line: u64,
}

/// A record of a class with several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
/// # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver, verify}, sudomill_input::*, sudomill_batch::*}; pub mod input { pub use sudomill_input::*; } pub mod output { pub use sudomill_output::*; } pub mod batch { pub use sudomill_batch::files::*; } }
/// use sudomill::{batch::dedup::{Dedup, DedupOptions}, input::read_from, output::Sink};
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("out.txt");
/// let one = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
/// let transposed: String = (0..81).map(|i| one.as_bytes()[i % 9 * 9 + i / 9] as char).collect();
/// let mut dedup = Dedup::new(DedupOptions::default());
/// let text = format!("{one}\n{transposed}\n");
/// dedup.add(read_from("memory", std::io::Cursor::new(text))?, &())?;
/// let mut classes = dedup.classes(false)?;
/// assert_eq!(classes.sizes, [(2, 1)]);
/// let mut sink = Sink::create(&path)?;
/// classes.write_first(&mut sink)?;
/// sink.finish()?;
/// assert_eq!(std::fs::read_to_string(&path)?, format!("{one}\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Dedup<'a> {
    options: DedupOptions<'a>,
    /// For each record the key, and the numbers of the record, the input and the line.
    keys: Partitions<3>,
    /// The texts of the records.
    texts: Spool,
    /// The header line of the inputs, empty if they have none; `None` before the first.
    header: Option<Vec<u8>>,
    inputs: u32,
    records: u64,
    /// The number of the first record of the second set; `None` as long as there is none.
    second: Option<u64>,
}

impl<'a> Dedup<'a> {
    /// Starts without puzzles.
    #[must_use]
    pub fn new(options: DedupOptions<'a>) -> Self {
        let (keys, texts) = (Partitions::new(), Spool::default());
        Self { options, keys, texts, header: None, inputs: 0, records: 0, second: None }
    }

    /// Ends the first set: further inputs belong to the set that it is compared with.
    pub fn begin_second(&mut self) {
        self.second = Some(self.records);
    }

    /// Adds all puzzles of an input. Bad lines are reported, and left out.
    ///
    /// # Errors
    /// The input or a temporary file cannot be read or written, the puzzles have no canonical form,
    /// the header differs from that of the first input, or the run was stopped.
    pub fn add(&mut self, source: Source, listener: &dyn Listener) -> Result<Tally, Error> {
        let DedupOptions { exact, run } = self.options;
        let (layout, path) = (source.layout(), source.name());
        expect_form(layout, exact, path)?;
        let header = source.header_line();
        let has_header = self.second.is_none() && !source.is_blank();
        if has_header && *self.header.get_or_insert_with(|| header.clone()) != header {
            return Err(InputErrorKind::OtherColumns.of(path));
        }
        let tally = each_key(source, &run, listener, &|puzzle| Ok(key(puzzle, exact)), &mut |it| {
            self.keys.add(it.key, [self.records, self.inputs.into(), it.line])?;
            if self.second.is_none() {
                self.texts.add(&[it.page.chunk.one_line(it.record)])?;
            }
            self.records += 1;
            Ok(())
        });
        self.inputs += 1;
        tally
    }

    /// Finds the classes. With `lists`, also the members of those with several records, or of those
    /// in both sets: they are held in memory.
    ///
    /// # Errors
    /// A temporary file cannot be read or written, or the run was stopped.
    pub fn classes(self, lists: bool) -> Result<Classes, Error> {
        let Self { options, keys, texts, header, records, second, .. } = self;
        let firsts = second.unwrap_or(records);
        let all = Mutex::new(Classes {
            sizes: Vec::new(),
            shared: 0,
            members: Vec::new(),
            repeated: vec![0; (firsts / 64 + 1) as usize],
            header: header.unwrap_or_default(),
            texts,
        });
        // A thread takes one partition at a time, so that the others stay in their files.
        let partitions = Mutex::new(keys.into_partitions());
        on_threads(options.run.threads, &|| {
            loop {
                check_stop(options.run.stop)?;
                let Some(partition) = lock(&partitions).pop() else { return Ok(()) };
                find_classes(partition, firsts, second.is_some(), lists, &all)?;
            }
        })?;
        let mut all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
        let members = &mut all.members;
        let sort = || members.par_sort_unstable_by_key(|member| member.number);
        threads::pool(options.run.threads)?.install(sort);
        Ok(all)
    }
}

/// A class, as far as its records have been read.
struct Class {
    /// The number of its records in the first set and in the second.
    sizes: [u64; 2],
    /// The place of its first record; with a second set, of the first one there.
    first: Place,
}

/// Adds the classes of a partition. The records of the first set are those with numbers below
/// `firsts`; they come first.
fn find_classes(
    mut partition: Partition<3>,
    firsts: u64,
    has_second: bool,
    lists: bool,
    all: &Mutex<Classes>,
) -> Result<(), Error> {
    let mut classes: HashMap<Box<[u8]>, Class> = HashMap::new();
    let (mut repeated, mut members) = (Vec::new(), Vec::new());
    let place = |input: u64, line| Place { input: input as u32, line };
    partition.each(&mut |key, [number, input, line]| {
        let (place, set) = (place(input, line), usize::from(number >= firsts));
        match classes.get_mut(key) {
            Some(class) => {
                if set == 0 {
                    repeated.push(number);
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
    if lists {
        partition.each(&mut |key, [number, input, line]| {
            let Some(class) = classes.get(key).filter(|_| number < firsts) else { return };
            let place = place(input, line);
            let (first, size) = (class.first, class.sizes[usize::from(has_second)]);
            if size > u64::from(!has_second) {
                members.push(Member { number, place, first, size });
            }
        })?;
    }
    let mut all = lock(all);
    all.members.append(&mut members);
    for number in repeated {
        all.repeated[(number / 64) as usize] |= 1 << (number % 64);
    }
    for Class { sizes: [first, second], .. } in classes.values() {
        match all.sizes.binary_search_by_key(first, |it| it.0) {
            Ok(at) => all.sizes[at].1 += 1,
            Err(at) => all.sizes.insert(at, (*first, 1)),
        }
        all.shared += if *second > 0 { *first } else { 0 };
    }
    Ok(())
}

/// The classes of equivalent puzzles.
#[derive(Debug)]
#[non_exhaustive]
pub struct Classes {
    /// The sizes of classes in ascending order: a number of records in the first set, and the number
    /// of classes with as many.
    pub sizes: Vec<(u64, u64)>,
    /// The number of records of the first set that are in the second set, too.
    pub shared: u64,
    /// The members of classes with several records, or of those in both sets, in the order of the
    /// input. Empty unless asked for.
    pub members: Vec<Member>,
    /// One bit for each record of the first set, set if it is not the first of its class.
    repeated: Vec<u64>,
    header: Vec<u8>,
    texts: Spool,
}

impl Classes {
    /// Writes the first record of each class, as it is in the input, in the order of the input. A
    /// header comes first.
    ///
    /// # Errors
    /// A file cannot be written, or the temporary file cannot be read.
    pub fn write_first(&mut self, sink: &mut Sink) -> Result<(), Error> {
        let (mut number, mut lines) = (0, self.header.clone());
        self.texts.each(&mut |text| {
            if self.repeated[number / 64] >> (number % 64) & 1 == 0 {
                lines.extend_from_slice(text);
                lines.push(b'\n');
            }
            number += 1;
            if lines.len() >= CHUNK {
                sink.write(&lines)?;
                lines.clear();
            }
            Ok(())
        })?;
        sink.write(&lines)
    }
}
