//! The puzzles of a file, in memory.

use super::sample::Numbered;
use std::{any::Any, io::Read, ops::ControlFlow, path::Path, sync::Arc};
use sudomill_core::{
    Error, for_size,
    grid::{Order, Size},
    solver::registry::{Registered, Strategy},
};
use sudomill_io::input::{self, BadLine, Line, Open, Problem, Source, Table};

/// The number of bytes parsed at a time.
const CHUNK: usize = 1 << 20;

/// The puzzles of a file.
#[derive(Clone, Debug)]
pub struct Set {
    pub(super) name: String,
    path: String,
    pub(super) invalid: usize,
    bad: Vec<(u64, BadLine)>,
    lost_zeros: usize,
    table: Arc<Table>,
    pub(super) size: Size,
    /// A `Vec<Numbered<O>>`; `O` is the order of the size.
    puzzles: Arc<dyn Any + Send + Sync>,
    len: usize,
    has_empty_cells: bool,
    has_candidates: bool,
}

/// The number of bad lines that are kept for messages.
const REPORTED: usize = 10;

impl Set {
    /// Reads a file of puzzles, in any format that `solve` reads.
    ///
    /// # Errors
    /// The file cannot be read, or no line of it is a puzzle.
    pub fn read(path: &Path, how: &Open) -> Result<Self, Error> {
        let source = input::open(path, how)?;
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        Self::of(name.unwrap_or_else(|| source.name().to_owned()), source)
    }

    /// Reads puzzles from any reader; `name` names both the set and its source.
    ///
    /// # Errors
    /// The reader fails, or no line is a puzzle.
    pub fn read_from(name: &str, reader: impl Read + Send + 'static) -> Result<Self, Error> {
        Self::of(name.to_owned(), input::read_from(name, reader)?)
    }

    fn of(name: String, source: Source) -> Result<Self, Error> {
        let mut set = Self {
            name,
            path: source.name().to_owned(),
            invalid: 0,
            bad: Vec::new(),
            lost_zeros: 0,
            table: source.layout().table.clone(),
            size: source.layout().size,
            puzzles: Arc::new(()),
            len: 0,
            has_empty_cells: false,
            has_candidates: source.layout().candidates,
        };
        for_size!(set.size, O => set.fill::<O>(source))?;
        match set.len() {
            0 => Err(Error::NoPuzzle { path: set.path, first: first_bad(&set.bad) }),
            _ => Ok(set),
        }
    }

    /// Reads the puzzles of a source.
    fn fill<O: Order>(&mut self, mut source: Source) -> Result<(), Error> {
        let mut puzzles = Vec::new();
        source.each_line::<O, ()>(CHUNK, |line, found| {
            match found {
                Line::Puzzle(_, puzzle) => puzzles.push(Numbered { line, puzzle }),
                Line::Bad(bad) => self.refuse(line + bad.line_offset, bad),
                Line::Skip(_) => {}
            }
            ControlFlow::Continue(())
        })?;
        self.len = puzzles.len();
        let is_open = |it: &Numbered<O>| it.puzzle.clue_count() < O::CELLS;
        self.has_empty_cells = self.has_candidates || puzzles.iter().any(is_open);
        self.puzzles = Arc::new(puzzles);
        Ok(())
    }

    fn refuse(&mut self, line: u64, bad: BadLine) {
        self.invalid += 1;
        self.lost_zeros += usize::from(matches!(bad.problem, Problem::LostZeros { .. }));
        if self.bad.len() < REPORTED {
            self.bad.push((line, bad));
        }
    }

    /// The puzzles with their line numbers. `O` must be the order of the set's size.
    pub(super) fn puzzles<O: Order>(&self) -> &[Numbered<O>] {
        self.puzzles.downcast_ref::<Vec<_>>().map_or(&[], Vec::as_slice)
    }

    /// The number of puzzles.
    #[allow(clippy::len_without_is_empty)] // No set is empty.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns true if any puzzle has an empty cell. If none has, they are probably solutions.
    pub fn has_empty_cells(&self) -> bool {
        self.has_empty_cells
    }

    /// Returns an error if the strategy cannot solve puzzles of this kind.
    pub(super) fn check<O: Registered>(&self, strategy: Strategy) -> Result<(), Error> {
        strategy.check_candidates::<O>(&self.path, self.has_candidates)
    }

    /// The table whose column the puzzles were read from.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The number of bad lines that have probably lost their leading zeros.
    pub fn lost_zeros(&self) -> usize {
        self.lost_zeros
    }

    /// The number of bad lines; they are not measured.
    pub fn invalid(&self) -> usize {
        self.invalid
    }

    /// The first bad lines, each with its line number, from 1.
    pub fn bad_lines(&self) -> &[(u64, BadLine)] {
        &self.bad
    }
}

/// Makes names unique: sets are named after their files, or by their paths if names collide.
pub fn tell_apart(sets: &mut [Set]) {
    let names: Vec<String> = sets.iter().map(|set| set.name.clone()).collect();
    for set in sets {
        if names.iter().filter(|name| **name == set.name).count() > 1 {
            set.name.clone_from(&set.path);
        }
    }
}

fn first_bad(bad: &[(u64, BadLine)]) -> String {
    bad.first().map(|(line, bad)| format!("; line {line}:{bad}")).unwrap_or_default()
}
