//! Searches around the puzzles of sets of any size, in bounded memory: removes clues, adds others, and goes
//! on from what is new.
//!
//! ```text
//!  inputs ──► classes ──► sub-puzzles ──► search ──► found ──► not known ──► output
//!               ▲                                                   │
//!               └─────────────────── next round ────────────────────┘
//! ```
//!
//! Every arrow leads through `Partitions`, whose keys are canonical forms: a class is in one partition,
//! which is made free of duplicates in memory, on one thread. Each class carries the place of the first
//! input that it comes from. Nothing depends on the order in which partitions are taken.

use super::{
    Listener, RunOptions,
    keys::{FoundKey, each_key},
    pipeline::on_threads,
};
use crate::partitions::{PARTITIONS, Partition, Partitions, expect_form, packed, unpacked};
use std::{
    collections::HashMap,
    mem,
    ops::RangeInclusive,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};
use sudomill_input::{BadLine, Error, Problem, Source};
use sudomill_output::{Tally, lock};
use sudomill_puzzle::{
    RunError,
    any::AnyPuzzle,
    setters,
    solving::{Limits, Status},
};
use sudomill_solvers::{registry::Strategy, threads::check_stop};
use sudomill_symmetry::key;
use sudomill_vicinity::{Cells, Found, Search, canonical_cells, cells::clues, remove_clues};

/// The number of classes that a thread takes at once, of as many partitions as it needs: they share batches of
/// puzzles to solve.
const SHARE: usize = 1024;

/// The same if several clues are added, which takes much longer than shared batches save.
const LONG_SHARE: usize = 64;

/// The number of classes that a thread holds before it hands them over.
const HELD: usize = 1 << 14;

/// The round of classes that are known, but not to be listed.
const UNLISTED: u64 = u64::MAX;

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
        self.clues.contains(&clues(cells).count())
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

/// What was found. See [`Vicinity::search`].
#[derive(Debug)]
#[non_exhaustive]
pub struct Neighbours {
    /// The number of classes of the inputs.
    pub inputs: u64,
    /// The number of classes of sub-puzzles that were searched around; 0 if patterns are kept.
    pub sub_puzzles: u64,
    /// The number of new classes of each round. The search is closed if the last one found nothing new.
    pub rounds: Vec<u64>,
    /// True if the run was stopped in its last round: the classes are a part.
    pub is_stopped: bool,
    /// The classes, with the round and the place of each.
    classes: Partitions<3>,
}

impl Neighbours {
    /// Calls `take` with each class, sorted by canonical form.
    ///
    /// # Errors
    /// A temporary file cannot be read or written, or those of `take`.
    pub fn each(self, take: &mut dyn FnMut(&Neighbour) -> Result<(), Error>) -> Result<(), Error> {
        self.classes.each_sorted(|key, [round, input, line]| match round {
            UNLISTED => Ok(()),
            _ => take(&Neighbour { cells: unpacked(key), round, input, line }),
        })
    }
}

/// Classes, with the place of the first input that each comes from: the number of the input, and the line.
type Classes = HashMap<Cells, [u64; 2]>;

/// Makes puzzles of others, and passes on each with the number of the one that it comes from.
type Make<'m> = dyn Fn(&mut Search, &[Cells], &mut Found) -> Result<(), RunError> + Sync + 'm;

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
    /// The classes that were found or are known: the round and the place of each.
    classes: Partitions<3>,
}

impl<'a> Vicinity<'a> {
    /// Starts without puzzles.
    #[must_use]
    pub fn new(options: VicinityOptions<'a>) -> Self {
        Self { options, inputs: 0, seeds: Partitions::new(), classes: Partitions::new() }
    }

    /// Adds the puzzles of an input to search around. Those without exactly one solution are reported as bad
    /// lines, and left out.
    ///
    /// # Errors
    /// The input or a temporary file cannot be read or written, the puzzles have no canonical form, or the run
    /// was stopped.
    pub fn add(&mut self, source: Source, listener: &dyn Listener) -> Result<Tally, Error> {
        expect_form(source.layout(), false, source.name())?;
        let input = self.inputs;
        self.inputs += 1;
        each_key(source, &self.options.run, listener, &key_of_unique, &mut |it| {
            self.seeds.add(it.key, [input, it.line])
        })
    }

    /// Adds the puzzles of an input whose classes are not to be found.
    ///
    /// # Errors
    /// As for [`Self::add`].
    pub fn add_known(&mut self, source: Source, listener: &dyn Listener) -> Result<Tally, Error> {
        expect_form(source.layout(), false, source.name())?;
        let find = |puzzle: &AnyPuzzle| Ok(key(puzzle, false));
        each_key(source, &self.options.run, listener, &find, &mut |it| {
            self.classes.add(it.key, [UNLISTED, 0, it.line])
        })
    }

    /// Searches, round by round. If the run is stopped meanwhile, returns what was found until then.
    ///
    /// # Errors
    /// A temporary file cannot be read or written, or the threads cannot be started.
    pub fn search(mut self, listener: &dyn Listener) -> Result<Neighbours, Error> {
        let seeds = mem::replace(&mut self.seeds, Partitions::new());
        let (inputs, mut next) = self.take_new(seeds, 0)?;
        let (mut sub_puzzles, mut rounds, mut is_stopped) = (0, Vec::new(), false);
        for round in 1..=self.options.rounds {
            let found = Mutex::new(Partitions::new());
            let searched = self.round(round, next, &found, listener);
            let (new, classes) = self.take_new(into_inner(found), round)?;
            next = classes;
            rounds.push(new);
            match searched {
                Ok(puzzles) => sub_puzzles += puzzles,
                Err(error) if error.is_interrupted() => is_stopped = true,
                Err(error) => return Err(error),
            }
            if new == 0 || is_stopped {
                break;
            }
        }
        Ok(Neighbours { inputs, sub_puzzles, rounds, is_stopped, classes: self.classes })
    }

    /// Searches around classes, and adds what comes of them to `found`. Returns the number of sub-puzzles.
    fn round(
        &self,
        round: u64,
        classes: Partitions<2>,
        found: &Mutex<Partitions<2>>,
        listener: &dyn Listener,
    ) -> Result<u64, Error> {
        let VicinityOptions { remove, add, keep_pattern, .. } = self.options;
        let searched = |begun| listener.searched(round, begun, PARTITIONS as u64);
        if keep_pattern {
            self.make(classes, found, &searched, &|search, puzzles, found| {
                let mut puzzles = puzzles.iter().enumerate();
                puzzles.try_for_each(|(from, cells)| {
                    search.replace_clues(cells, remove, &mut |it| self.pass(from, it, found))
                })
            })?;
            return Ok(0);
        }
        let subs = Mutex::new(Partitions::new());
        self.make(classes, &subs, &|_| (), &|_, puzzles, found| {
            for (from, cells) in puzzles.iter().enumerate() {
                remove_clues(cells, remove, 0, &mut |it| found(from, it));
            }
            Ok(())
        })?;
        self.make(into_inner(subs), found, &searched, &|search, puzzles, found| {
            search.add_clues(puzzles, add, &mut |from, it| self.pass(from, it, found))
        })
    }

    /// Passes on a puzzle with a wanted number of clues.
    fn pass(&self, from: usize, cells: &Cells, found: &mut Found) {
        if self.options.want(cells) {
            found(from, cells);
        }
    }

    /// Adds the classes of what `make` makes of some classes, on every thread. Returns the number of those
    /// classes. `listen` receives the number of partitions that are begun.
    fn make(
        &self,
        classes: Partitions<2>,
        into: &Mutex<Partitions<2>>,
        listen: &(dyn Fn(u64) + Sync),
        make: &Make,
    ) -> Result<u64, Error> {
        let VicinityOptions { redundant, run, .. } = self.options;
        let partitions = Mutex::new(classes.into_partitions());
        let count = AtomicU64::new(0);
        on_threads(run.threads, &|| {
            let mut search = Search::new(redundant, run.stop);
            loop {
                check_stop(run.stop)?;
                let share = self.share(&partitions)?;
                listen((PARTITIONS - lock(&partitions).len()) as u64);
                if share.is_empty() {
                    return Ok(());
                }
                count.fetch_add(share.len() as u64, Ordering::Relaxed);
                let (puzzles, places): (Vec<_>, Vec<_>) = share.into_iter().unzip();
                let (mut made, mut result) = (Classes::new(), Ok(()));
                let ended = make(&mut search, &puzzles, &mut |from, cells| {
                    let Some(form) = canonical_cells(cells) else { return };
                    insert(&mut made, form, places[from]);
                    if made.len() >= HELD && result.is_ok() {
                        result = hand_over(&mut made, into);
                    }
                });
                result?;
                // Also what was found before an interrupt.
                hand_over(&mut made, into)?;
                ended?;
            }
        })?;
        Ok(count.into_inner())
    }

    /// Takes the classes of some partitions.
    fn share(
        &self,
        partitions: &Mutex<Vec<Partition<2>>>,
    ) -> Result<Vec<(Cells, [u64; 2])>, Error> {
        let most = if self.options.add > 1 { LONG_SHARE } else { SHARE };
        // Less and less for one of several threads, so that all end at about the same time.
        let mut left = match self.options.run.threads {
            2.. => lock(partitions).len() / (2 * self.options.run.threads),
            _ => PARTITIONS,
        };
        let mut share = Vec::new();
        let next = || lock(partitions).pop();
        while share.len() < most
            && (left > 0 || share.is_empty())
            && let Some(mut partition) = next()
        {
            share.extend(read_classes(&mut partition)?);
            left = left.saturating_sub(1);
        }
        Ok(share)
    }

    /// Adds the classes of a round that are not known to the others. Returns their number, and themselves, to go
    /// on from. Inputs, which are round 0, may be known.
    fn take_new(
        &mut self,
        found: Partitions<2>,
        round: u64,
    ) -> Result<(u64, Partitions<2>), Error> {
        let (mut count, mut next) = (0, Vec::new());
        let partitions = found.into_partitions().into_iter().zip(self.classes.iter_mut());
        for (mut found, known) in partitions {
            let mut new = read_classes(&mut found)?;
            if round > 0 {
                known.each(&mut |key, _| _ = new.remove(&unpacked(key)))?;
            }
            count += new.len() as u64;
            let mut partition = Partition::new();
            for (cells, [input, line]) in new {
                let is_listed = round > 0 || self.options.with_inputs && self.options.want(&cells);
                let round = if is_listed { round } else { UNLISTED };
                let key = packed(&cells);
                known.add(&key, [round, input, line])?;
                partition.add(&key, [input, line])?;
            }
            next.push(partition);
        }
        Ok((count, Partitions::from_partitions(next)))
    }
}

/// The key of a puzzle with one solution.
fn key_of_unique(puzzle: &AnyPuzzle) -> FoundKey {
    let solved = Strategy::default().solve_any(puzzle, &Limits::default());
    match solved.map(|outcome| outcome.status) {
        Ok(Status::Unique) | Err(_) => Ok(key(puzzle, false)),
        Ok(status) => {
            let is_solvable = status == Status::Multiple;
            Err(BadLine::new(0, 1, Problem::NotUnique { is_solvable }))
        }
    }
}

/// What threads have shared.
fn into_inner<T>(shared: Mutex<T>) -> T {
    shared.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// The classes of a partition, once each.
fn read_classes(partition: &mut Partition<2>) -> Result<Classes, Error> {
    let mut classes = Classes::new();
    partition.each(&mut |key, place| insert(&mut classes, unpacked(key), place))?;
    Ok(classes)
}

/// Adds a class, or the place of one if it is before that which is known.
fn insert(classes: &mut Classes, form: Cells, place: [u64; 2]) {
    let first = classes.entry(form).or_insert(place);
    *first = place.min(*first);
}

/// Moves classes to their partitions.
fn hand_over(classes: &mut Classes, partitions: &Mutex<Partitions<2>>) -> Result<(), Error> {
    let mut partitions = lock(partitions);
    classes.drain().try_for_each(|(cells, place)| partitions.add(cells.into(), place))
}
