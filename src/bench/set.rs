//! A file's puzzles in memory, and samples of them.

use super::{SetRecord, contender::Measured, fingerprint::Hash, run::Bench};
use crate::{
    Error, for_size,
    grid::{Order, Puzzle},
    input::{self, BadLine, Line, Open, Problem, Source, Table},
};
use std::{io::Read, path::Path, sync::Arc};

/// Bytes parsed at a time.
const CHUNK: usize = 1 << 20;

/// The puzzles of a file.
pub struct Set {
    pub(super) name: String,
    path: String,
    pub(super) invalid: usize,
    bad: Vec<(u64, BadLine)>,
    lost_zeros: usize,
    table: Arc<Table>,
    pub(super) body: Box<dyn Body>,
}

/// Bad lines that are kept to be told.
const TOLD: usize = 10;

/// The puzzles of a set, whatever their order.
pub(super) trait Body: Send + Sync {
    fn len(&self) -> usize;

    fn has_empty_cells(&self) -> bool;

    /// What is measured of them.
    fn measure(&self, bench: &Bench, set: &Set) -> Result<SetRecord, Error>;
}

impl<O: Measured> Body for Vec<Numbered<O>> {
    fn len(&self) -> usize {
        self.len()
    }

    fn has_empty_cells(&self) -> bool {
        self.iter().any(|numbered| numbered.puzzle.values().contains(&0))
    }

    fn measure(&self, bench: &Bench, set: &Set) -> Result<SetRecord, Error> {
        bench.set(set, self)
    }
}

/// A puzzle and its line in the file, from 1.
pub(super) struct Numbered<O: Order> {
    pub line: u64,
    pub puzzle: Puzzle<O>,
}

impl Set {
    /// Reads a file of puzzles, in any form that `solve` reads.
    ///
    /// # Errors
    /// The file cannot be read, or no line of it is a puzzle.
    pub fn read(path: &Path, how: &Open) -> Result<Self, Error> {
        let source = input::open(path, how)?;
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        Self::of(name.unwrap_or_else(|| source.name().to_owned()), source)
    }

    /// Reads puzzles from any reader; the set and its source have that name.
    ///
    /// # Errors
    /// The reader fails, or no line is a puzzle.
    pub fn read_from(name: &str, reader: impl Read + Send + 'static) -> Result<Self, Error> {
        Self::of(name.to_owned(), input::read_from(name, reader)?)
    }

    fn of(name: String, source: Source) -> Result<Self, Error> {
        let path = source.name().to_owned();
        let mut bad = BadLines::default();
        let (size, table) = (source.layout().size, source.layout().table.clone());
        let body: Box<dyn Body> = for_size!(size, O => Box::new(puzzles::<O>(source, &mut bad)?));
        match body.len() {
            0 => Err(Error::NoPuzzle { path, first: bad.first() }),
            _ => Ok(Self {
                name,
                path,
                invalid: bad.count,
                lost_zeros: bad.lost_zeros,
                bad: bad.told,
                table,
                body,
            }),
        }
    }

    /// How many puzzles there are.
    #[allow(clippy::len_without_is_empty)] // There is none that is empty.
    pub fn len(&self) -> usize {
        self.body.len()
    }

    /// Whether a puzzle has an empty cell. If none has, they are probably solutions.
    pub fn has_empty_cells(&self) -> bool {
        self.body.has_empty_cells()
    }

    /// Which column the puzzles were read from.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Bad lines that have probably lost zeros at their start.
    pub fn lost_zeros(&self) -> usize {
        self.lost_zeros
    }

    /// Lines that are no puzzle; they are not measured.
    pub fn invalid(&self) -> usize {
        self.invalid
    }

    /// The first of them, each with its number, from 1.
    pub fn bad_lines(&self) -> &[(u64, BadLine)] {
        &self.bad
    }
}

/// Sets are called by their files' names; those that have the same, by their paths.
pub fn tell_apart(sets: &mut [Set]) {
    let names: Vec<String> = sets.iter().map(|set| set.name.clone()).collect();
    for set in sets {
        if names.iter().filter(|name| **name == set.name).count() > 1 {
            set.name.clone_from(&set.path);
        }
    }
}

/// Lines that are no puzzle.
#[derive(Default)]
struct BadLines {
    count: usize,
    lost_zeros: usize,
    told: Vec<(u64, BadLine)>,
}

impl BadLines {
    fn push(&mut self, line: u64, bad: BadLine) {
        self.count += 1;
        self.lost_zeros += usize::from(matches!(bad.problem, Problem::LostZeros { .. }));
        if self.told.len() < TOLD {
            self.told.push((line, bad));
        }
    }

    fn first(&self) -> String {
        let first = self.told.first();
        first.map(|(line, bad)| format!("; line {line}:{bad}")).unwrap_or_default()
    }
}

/// The puzzles of a source; lines that are none are noted.
fn puzzles<O: Order>(
    mut source: Source,
    invalid: &mut BadLines,
) -> Result<Vec<Numbered<O>>, Error> {
    let (mut puzzles, mut before) = (Vec::new(), 0);
    while let Some(chunk) = source.next_chunk(CHUNK)? {
        let mut lines = chunk.lines::<O>();
        for (newlines, _, line) in lines.by_ref() {
            match line {
                Line::Puzzle(_, puzzle) => {
                    puzzles.push(Numbered { line: before + newlines + 1, puzzle });
                }
                Line::Bad(bad) => invalid.push(before + newlines + bad.line_offset + 1, bad),
                Line::Skip(_) => {}
            }
        }
        before += lines.newlines();
        chunk.check()?;
    }
    Ok(puzzles)
}

/// Puzzles to be measured together.
pub(super) struct Sample<O: Order> {
    pub puzzles: Vec<Puzzle<O>>,
    /// The puzzles' lines in the file.
    pub numbers: Vec<u64>,
    /// As the lanes take them; empty for other sizes than 9×9.
    pub lines: Vec<[u8; 81]>,
}

impl<O: Order> Sample<O> {
    /// So many puzzles of a set, spread evenly over it.
    pub fn of(set: &[Numbered<O>], count: usize) -> Self {
        let count = count.min(set.len());
        let spread = (0..count).map(|i| &set[i * set.len() / count]);
        let (puzzles, numbers): (Vec<_>, _) = spread.map(|n| (n.puzzle, n.line)).unzip();
        let line = |puzzle: &Puzzle<O>| {
            let mut line: [u8; 81] = puzzle.values().try_into().ok()?;
            line.iter_mut().for_each(|value| *value += b'0');
            Some(line)
        };
        let lines = puzzles.iter().filter_map(line).collect();
        Self { puzzles, numbers, lines }
    }

    pub fn len(&self) -> usize {
        self.puzzles.len()
    }
}

/// Equal puzzles in the same order have equal fingerprints.
pub(super) fn fingerprint<'p, O: Order>(puzzles: impl Iterator<Item = &'p Puzzle<O>>) -> String {
    let mut hash = Hash::new();
    for puzzle in puzzles {
        hash.write(puzzle.values());
    }
    hash.finish()
}

/// 1, 2, 4, 8 … below a number, then the number. A sample of such a size is part of
/// every larger one, since the puzzles of a sample are spread evenly.
pub(super) fn nested_sizes(total: usize) -> impl Iterator<Item = usize> {
    let powers = (0..usize::BITS).map(|power| 1 << power);
    powers.take_while(move |&size| size < total).chain([total])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Order2;

    fn set(puzzles: usize) -> Vec<Numbered<Order2>> {
        let puzzle = Puzzle::new(&[0; 16]).unwrap();
        (1..=puzzles as u64).map(|line| Numbered { line, puzzle }).collect()
    }

    #[test]
    fn a_sample_is_spread_over_the_whole_set() {
        let lines = |count| Sample::of(&set(10), count).numbers;
        let (three, all) = (lines(3), lines(20));
        assert_eq!(three, [1, 4, 7]);
        assert_eq!(all, (1..=10).collect::<Vec<_>>());
    }

    #[test]
    fn a_sample_holds_every_smaller_one() {
        assert_eq!(nested_sizes(70).collect::<Vec<_>>(), [1, 2, 4, 8, 16, 32, 64, 70]);
        assert_eq!(nested_sizes(1).collect::<Vec<_>>(), [1]);
        assert_eq!(nested_sizes(64).last(), Some(64));
        let set = set(70);
        let samples: Vec<_> = nested_sizes(70).map(|size| Sample::of(&set, size).numbers).collect();
        for pair in samples.windows(2) {
            assert!(pair[0].iter().all(|line| pair[1].contains(line)), "{pair:?}");
        }
    }
}
