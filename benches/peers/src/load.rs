//! Reads a file of puzzles like sudomill does, including headers, CSV and compression.

use anyhow::{Result, ensure};
use std::path::{Path, PathBuf};
use sudomill::{
    grid::{Order3, Puzzle, Size},
    input::{self, Line},
    solver::Batch,
};

/// The number of bytes parsed at a time.
const CHUNK: usize = 1 << 20;

/// The puzzles of one file.
pub struct Set {
    /// The file name for messages.
    pub name: String,
    /// The path of the file.
    pub path: PathBuf,
    /// The puzzles to time.
    pub puzzles: Vec<Puzzle>,
    /// The same puzzles as rows for the engine.
    pub rows: Batch,
    /// The number of puzzles in the file, including those outside the sample.
    pub total: usize,
    /// The number of bad lines.
    pub bad: usize,
}

impl Set {
    /// Returns true if only some of the file's puzzles are used.
    pub fn is_sample(&self) -> bool {
        self.puzzles.len() < self.total
    }

    /// Returns true if any puzzle is given as candidates.
    pub fn has_candidates(&self) -> bool {
        self.puzzles.iter().any(Puzzle::has_candidates)
    }
}

/// Reads a file. If it has more than `sample` puzzles, takes that many, evenly spread.
pub fn read(path: &Path, sample: Option<u32>) -> Result<Set> {
    let mut source = input::open(path, &Default::default())?;
    let name = source.name().to_owned();
    let size = source.layout().size;
    ensure!(
        size == Size::Nine,
        "{name}: found {size} puzzles; expected 9×9: the peers solve no other"
    );
    let (mut puzzles, mut bad) = (Vec::new(), 0);
    while let Some(chunk) = source.next_chunk(CHUNK)? {
        for (_, _, line) in chunk.lines::<Order3>() {
            match line {
                Line::Puzzle(_, puzzle) => puzzles.push(puzzle),
                Line::Bad(_) => bad += 1,
                Line::Skip(_) => {}
            }
        }
    }
    let total = puzzles.len();
    if let Some(sample) = sample {
        puzzles = evenly_spread(&puzzles, sample as usize);
    }
    let rows = rows(&puzzles);
    Ok(Set { name, path: path.to_owned(), puzzles, rows, total, bad })
}

/// Returns the puzzles as rows.
pub fn rows(puzzles: &[Puzzle]) -> Batch {
    let mut rows = Batch::new(Size::Nine);
    puzzles.iter().for_each(|puzzle| rows.push_puzzle(puzzle));
    rows
}

fn evenly_spread(puzzles: &[Puzzle], sample: usize) -> Vec<Puzzle> {
    let sample = sample.min(puzzles.len());
    (0..sample).map(|i| puzzles[i * puzzles.len() / sample]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sample_is_evenly_spread() {
        let puzzle = |clue: usize| {
            let mut values = [0; 81];
            values[clue] = 1;
            Puzzle::new(&values).unwrap()
        };
        let puzzles: Vec<Puzzle> = (0..10).map(puzzle).collect();
        assert_eq!(evenly_spread(&puzzles, 3), [puzzle(0), puzzle(3), puzzle(6)]);
        assert_eq!(evenly_spread(&puzzles, 20), puzzles);
    }
}
