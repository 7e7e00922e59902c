//! Searches around the puzzles of sets of any size, in bounded memory: removes clues, adds others, and goes
//! on from what is new.
//!
//! ```text
//!  inputs ──► classes ──► fewer clues ──► … ──► sub-puzzles ──► search ──► found ──► not known ──► output
//!               ▲          a step per clue removed                                       │
//!               └────────────────────────── next round ──────────────────────────────────┘
//! ```
//!
//! Every arrow leads through `Partitions`, whose keys are canonical forms: a class is in one partition,
//! which is made free of duplicates in memory, on one thread. Each class carries the place of the first
//! input that it comes from. Nothing depends on the order in which partitions are taken.

use super::{
    Listener, RunOptions,
    pipeline::{Pipeline, on_threads},
};
use crate::partitions::{PARTITIONS, Partition, Partitions, expect_form, unpacked};
use std::{
    collections::{HashMap, HashSet},
    mem,
    ops::RangeInclusive,
    sync::{Mutex, PoisonError},
};
use sudomill_input::{BadLine, Error, Problem, Source};
use sudomill_output::{Tally, lock};
use sudomill_puzzle::{
    any::puzzle_of_row,
    setters,
    solving::{Limits, Status},
};
use sudomill_solvers::{registry::Strategy, threads::check_stop};
use sudomill_symmetry::key;
use sudomill_vicinity::{Cells, Search, SearchOptions, canonical_cells, sub_puzzles};

/// The largest number of sub-puzzles that a thread searches around at once: they share batches of puzzles
/// to solve.
const LARGEST_SHARE: u64 = 1024;

/// The number of shares that each of several threads gets of a few sub-puzzles, so that all end at about the
/// same time.
const SHARES: u64 = 16;

/// The number of classes that a thread holds before it hands them over.
const HELD: usize = 1 << 14;

/// What to search for.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct VicinityOptions<'a> {
    /// The number of clues to remove.
    pub remove: usize,
    /// The largest number of clues to add, at least 1.
    pub add: usize,
    /// If true, adds clues only in the cells of those that are removed, in all of them.
    pub keep_pattern: bool,
    /// If true, puzzles may have redundant clues; otherwise they are minimal.
    pub redundant: bool,
    /// The numbers of clues of the puzzles to list and to go on from.
    pub clues: RangeInclusive<usize>,
    /// The largest number of rounds.
    pub rounds: u64,
    /// If true, the classes of the inputs are listed, too.
    pub with_inputs: bool,
    /// Threads and chunks; results do not depend on them.
    pub run: RunOptions<'a>,
}

setters!(VicinityOptions<'a> {
    with_remove: remove, usize;
    with_add: add, usize;
    with_keep_pattern: keep_pattern, bool;
    with_redundant: redundant, bool;
    with_clues: clues, RangeInclusive<usize>;
    with_rounds: rounds, u64;
    with_with_inputs: with_inputs, bool;
    with_run: run, RunOptions<'a>;
});

impl Default for VicinityOptions<'_> {
    fn default() -> Self {
        Self {
            remove: 1,
            add: 1,
            keep_pattern: false,
            redundant: false,
            clues: 0..=81,
            rounds: 1,
            with_inputs: false,
            run: RunOptions::default(),
        }
    }
}

impl VicinityOptions<'_> {
    /// Returns true for a puzzle with a wanted number of clues.
    fn want(&self, cells: &Cells) -> bool {
        self.clues.contains(&cells.iter().filter(|&&value| value > 0).count())
    }
}

/// A class that was found.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Neighbour {
    /// The values of the canonical form, row-major, 0 for an empty cell.
    pub cells: Cells,
    /// The round in which it was found; 0 for the class of an input.
    pub round: u64,
    /// The number of the input that it comes from, from 0, in the order in which they were added.
    pub input: u64,
    /// The line in this input, from 1: the first one that it comes from.
    pub line: u64,
}

/// The reason why no further round follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum End {
    /// The last round found nothing new.
    Closed,
    /// As many rounds as were asked for are complete.
    Rounds,
    /// The run was stopped in its last round: the classes are a part.
    Stopped,
}

/// What was found. See [`Vicinity::search`].
#[derive(Debug)]
#[non_exhaustive]
pub struct Neighbours {
    /// The number of classes of the inputs.
    pub inputs: u64,
    /// The number of classes of sub-puzzles that were searched around; 0 if patterns are kept.
    pub sub_puzzles: u64,
    /// The number of new classes of each round.
    pub rounds: Vec<u64>,
    /// Why it ended.
    pub end: End,
    /// The classes, with the round and the place of each.
    classes: Partitions<3>,
}

impl Neighbours {
    /// Calls `take` with each class, sorted by canonical form.
    ///
    /// # Errors
    /// A temporary file cannot be read or written, or those of `take`.
    pub fn each(self, take: &mut dyn FnMut(&Neighbour) -> Result<(), Error>) -> Result<(), Error> {
        self.classes.each_sorted(|key, [round, input, line]| {
            take(&Neighbour { cells: unpacked(key), round, input, line })
        })
    }
}

/// Classes, with the place of the first input that each comes from: the number of the input, and the line.
type Classes = HashMap<Cells, [u64; 2]>;

/// The search around the puzzles of some inputs.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver, verify}, sudomill_input::*, sudomill_batch::*}; pub mod input { pub use sudomill_input::*; } pub mod output { pub use sudomill_output::*; } pub mod batch { pub use sudomill_batch::files::*; } }
/// use sudomill::{batch::vicinity::{Vicinity, VicinityOptions}, input::read_from};
/// let text = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......\n";
/// let mut vicinity = Vicinity::new(VicinityOptions::default());
/// vicinity.add(read_from("memory", text.as_bytes())?, &())?;
/// let mut lines = Vec::new();
/// vicinity.search(&())?.each(&mut |it| {
///     lines.push(it.line);
///     Ok(())
/// })?;
/// assert_eq!(lines, [1]);
/// # Ok::<(), sudomill::Error>(())
/// ```
#[derive(Debug)]
pub struct Vicinity<'a> {
    options: VicinityOptions<'a>,
    inputs: u64,
    seeds: Partitions<2>,
    known: Partitions<2>,
    /// The number of sub-puzzles so far.
    sub_puzzles: u64,
}

impl<'a> Vicinity<'a> {
    /// Starts without puzzles.
    #[must_use]
    pub fn new(options: VicinityOptions<'a>) -> Self {
        let (seeds, known) = (Partitions::new(), Partitions::new());
        Self { options, inputs: 0, seeds, known, sub_puzzles: 0 }
    }

    /// Adds the puzzles of an input to search around. Those without exactly one solution are reported as bad
    /// lines, and left out.
    ///
    /// # Errors
    /// The input or a temporary file cannot be read or written, the puzzles have no canonical form, or the run
    /// was stopped.
    pub fn add(&mut self, source: Source, listener: &dyn Listener) -> Result<Tally, Error> {
        let tally = read(source, &self.options.run, listener, true, self.inputs, &mut self.seeds);
        self.inputs += 1;
        tally
    }

    /// Adds the puzzles of an input whose classes are not to be found.
    ///
    /// # Errors
    /// As for [`Self::add`].
    pub fn add_known(&mut self, source: Source, listener: &dyn Listener) -> Result<Tally, Error> {
        read(source, &self.options.run, listener, false, 0, &mut self.known)
    }

    /// Searches, round by round. If the run is stopped meanwhile, returns what was found until then.
    ///
    /// # Errors
    /// A temporary file cannot be read or written, or the threads cannot be started.
    pub fn search(mut self, listener: &dyn Listener) -> Result<Neighbours, Error> {
        let mut all = Neighbours {
            inputs: 0,
            sub_puzzles: 0,
            rounds: Vec::new(),
            end: End::Rounds,
            classes: Partitions::new(),
        };
        let seeds = mem::replace(&mut self.seeds, Partitions::new());
        let mut next = self.take_new(seeds, 0, &mut all)?;
        for round in 1..=self.options.rounds {
            let found = Mutex::new(Partitions::new());
            let searched = self.round(round, next, &found, listener);
            let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
            next = self.take_new(found, round, &mut all)?;
            match searched {
                Err(error) if error.is_interrupted() => all.end = End::Stopped,
                other => other?,
            }
            if all.end == End::Rounds && all.rounds.last() == Some(&0) {
                all.end = End::Closed;
            }
            if all.end != End::Rounds {
                break;
            }
        }
        all.sub_puzzles = self.sub_puzzles;
        Ok(all)
    }

    /// Searches around classes, and adds what comes of them to `found`.
    fn round(
        &mut self,
        round: u64,
        mut classes: Partitions<2>,
        found: &Mutex<Partitions<2>>,
        listener: &dyn Listener,
    ) -> Result<(), Error> {
        let removed = if self.options.keep_pattern { 0 } else { self.options.remove };
        for _ in 0..removed {
            classes = self.fewer_clues(classes)?;
        }
        let feeder = Feeder::new(classes)?;
        let most = self.share(feeder.len);
        let feeder = &Mutex::new(feeder);
        on_threads(self.options.run.threads, &|| {
            let VicinityOptions { add, redundant, run, .. } = self.options;
            let options = SearchOptions::default().with_add(add).with_redundant(redundant);
            let mut search = Search::new(options.with_stop(run.stop));
            loop {
                let Share { puzzles, begun } = lock(feeder).next(most)?;
                listener.searched(round, begun, PARTITIONS as u64);
                if puzzles.is_empty() {
                    return Ok(());
                }
                self.around(&mut search, &puzzles, found)?;
            }
        })?;
        if !self.options.keep_pattern {
            self.sub_puzzles += lock(feeder).taken;
        }
        Ok(())
    }

    /// The number of sub-puzzles, of so many, that a thread searches around at once.
    fn share(&self, all: u64) -> usize {
        // More additions take much longer than shared batches save.
        let largest = if self.options.add > 1 { LARGEST_SHARE / 16 } else { LARGEST_SHARE };
        match self.options.run.threads as u64 {
            ..=1 => largest as usize,
            threads => (all / (threads * SHARES)).clamp(1, largest) as usize,
        }
    }

    /// Searches around some sub-puzzles or, to keep patterns, puzzles.
    fn around(
        &self,
        search: &mut Search,
        puzzles: &[Placed],
        found: &Mutex<Partitions<2>>,
    ) -> Result<(), Error> {
        let cells: Vec<Cells> = puzzles.iter().map(|it| it.cells).collect();
        let (mut classes, mut result) = (Classes::new(), Ok(()));
        let mut take = |from: usize, cells: &Cells| {
            if !self.options.want(cells) {
                return;
            }
            let Some(form) = canonical_cells(cells) else { return };
            insert(&mut classes, form, puzzles[from].place);
            if classes.len() >= HELD && result.is_ok() {
                result = hand_over(&mut classes, found);
            }
        };
        let searched = match self.options.keep_pattern {
            true => search.replace_clues(&cells, self.options.remove, &mut take),
            false => search.add_clues(&cells, &mut take),
        };
        result?;
        // Also what was found before an interrupt.
        hand_over(&mut classes, found)?;
        Ok(searched?)
    }

    /// Removes a clue of each class in every way.
    fn fewer_clues(&self, classes: Partitions<2>) -> Result<Partitions<2>, Error> {
        let fewer = Mutex::new(Partitions::new());
        let partitions = Mutex::new(classes.into_partitions());
        on_threads(self.options.run.threads, &|| {
            loop {
                check_stop(self.options.run.stop)?;
                let Some(mut partition) = lock(&partitions).pop() else { return Ok(()) };
                let mut forms = Classes::new();
                for (cells, place) in read_classes(&mut partition)? {
                    sub_puzzles(&cells).for_each(|form| insert(&mut forms, form, place));
                    if forms.len() >= HELD {
                        hand_over(&mut forms, &fewer)?;
                    }
                }
                hand_over(&mut forms, &fewer)?;
            }
        })?;
        Ok(fewer.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// Adds the classes of a round that are not known to all, and to the known ones. Returns those to go on
    /// from. Inputs, which are round 0, may be known.
    fn take_new(
        &mut self,
        found: Partitions<2>,
        round: u64,
        all: &mut Neighbours,
    ) -> Result<Partitions<2>, Error> {
        let mut next = Vec::new();
        let mut new_classes = 0;
        let partitions = self.known.iter_mut().zip(all.classes.iter_mut());
        for (mut found, (known, classes)) in found.into_partitions().into_iter().zip(partitions) {
            let mut keys = HashSet::new();
            if round > 0 {
                known.each(&mut |key, _| _ = keys.insert(key.to_vec()))?;
            }
            let mut new: HashMap<Vec<u8>, [u64; 2]> = HashMap::new();
            found.each(&mut |key, place| {
                if !keys.contains(key) {
                    insert(&mut new, key.to_vec(), place);
                }
            })?;
            new_classes += new.len() as u64;
            let mut partition = Partition::new();
            for (key, [input, line]) in new {
                known.add(&key, [input, line])?;
                partition.add(&key, [input, line])?;
                let is_listed = || self.options.with_inputs && self.options.want(&unpacked(&key));
                if round > 0 || is_listed() {
                    classes.add(&key, [round, input, line])?;
                }
            }
            next.push(partition);
        }
        match round {
            0 => all.inputs = new_classes,
            _ => all.rounds.push(new_classes),
        }
        Ok(Partitions::from_partitions(next))
    }
}

/// Adds the classes of an input's puzzles. With `unique`, those that have exactly one solution.
fn read(
    source: Source,
    run: &RunOptions,
    listener: &dyn Listener,
    unique: bool,
    input: u64,
    classes: &mut Partitions<2>,
) -> Result<Tally, Error> {
    expect_form(source.layout(), false, source.name())?;
    let classes = &Mutex::new(classes);
    let pipeline = Pipeline::new(source, run, false, listener);
    pipeline.each(&|page| {
        let (_, keys) = page.puzzles(&|it| {
            let fault = || it.page.chunk.fault(it.record);
            let puzzle = puzzle_of_row(it.batch, it.row).ok_or_else(fault)?;
            let solved = Strategy::default().solve_any(&puzzle, &Limits::default());
            match solved.map(|outcome| outcome.status) {
                Ok(status) if unique && status != Status::Unique => {
                    let is_solvable = status == Status::Multiple;
                    Err(BadLine::new(0, 1, Problem::NotUnique { is_solvable }))
                }
                _ => key(&puzzle, false).ok_or_else(fault),
            }
        });
        Ok(Some(Box::new(move |pipeline, _, written| {
            let classes = &mut **lock(classes);
            for (_, record, key) in keys {
                let line = pipeline.line(written.newlines_before + u64::from(record.newlines));
                classes.add(key, [input, line])?;
            }
            Ok(())
        })))
    })?;
    pipeline.into_run().into_result()
}

/// A class, with the place of the first input that it comes from.
struct Placed {
    cells: Cells,
    place: [u64; 2],
}

/// The classes that a thread searches around at once.
struct Share {
    puzzles: Vec<Placed>,
    /// The number of partitions that are begun.
    begun: u64,
}

/// Hands out the classes of partitions, once each.
struct Feeder {
    partitions: Vec<Partition<2>>,
    ready: Vec<Placed>,
    /// The number of classes, with repeated ones.
    len: u64,
    /// The number that was handed out.
    taken: u64,
}

impl Feeder {
    fn new(classes: Partitions<2>) -> Result<Self, Error> {
        let (mut partitions, mut len) = (classes.into_partitions(), 0);
        partitions.iter_mut().try_for_each(|partition| partition.each(&mut |_, _| len += 1))?;
        Ok(Self { partitions, ready: Vec::new(), len, taken: 0 })
    }

    /// Returns up to `most` classes, or none if there are no more.
    fn next(&mut self, most: usize) -> Result<Share, Error> {
        while self.ready.len() < most {
            let Some(mut partition) = self.partitions.pop() else { break };
            let classes = read_classes(&mut partition)?;
            self.ready.extend(classes.into_iter().map(|(cells, place)| Placed { cells, place }));
        }
        let puzzles = self.ready.split_off(self.ready.len().saturating_sub(most));
        self.taken += puzzles.len() as u64;
        Ok(Share { puzzles, begun: (PARTITIONS - self.partitions.len()) as u64 })
    }
}

/// The classes of a partition, once each.
fn read_classes(partition: &mut Partition<2>) -> Result<Classes, Error> {
    let mut classes = Classes::new();
    partition.each(&mut |key, place| insert(&mut classes, unpacked(key), place))?;
    Ok(classes)
}

/// Adds a class, or the place of one if it is before that which is known.
fn insert<K: Eq + std::hash::Hash>(classes: &mut HashMap<K, [u64; 2]>, class: K, place: [u64; 2]) {
    let first = classes.entry(class).or_insert(place);
    *first = place.min(*first);
}

/// Moves classes to their partitions.
fn hand_over(classes: &mut Classes, partitions: &Mutex<Partitions<2>>) -> Result<(), Error> {
    let mut partitions = lock(partitions);
    classes.drain().try_for_each(|(cells, place)| partitions.add(cells.to_vec(), place))
}
