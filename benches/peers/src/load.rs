//! Reads a file of puzzles as sudomill does, with headers, CSV and compression.

use anyhow::{Result, ensure};
use std::path::{Path, PathBuf};
use sudomill::{
    engine::Puzzles,
    grid::{Order3, Puzzle, Size},
    input::{self, Line},
};

/// Bytes parsed at a time.
const CHUNK: usize = 1 << 20;

/// The puzzles of one file.
pub struct Set {
    /// The file's name in messages.
    pub name: String,
    /// Its path.
    pub path: PathBuf,
    /// What is timed.
    pub puzzles: Vec<Puzzle>,
    /// The same as the engine's lanes take them.
    pub lines: Vec<[u8; 81]>,
    /// The number of puzzles in the file, sampled or not.
    pub total: usize,
    /// The number of bad lines.
    pub bad: usize,
}

impl Set {
    /// Whether some of the file's puzzles were left out.
    pub fn is_sample(&self) -> bool {
        self.puzzles.len() < self.total
    }

    /// Whether puzzles are given by candidates.
    pub fn has_candidates(&self) -> bool {
        self.puzzles.iter().any(Puzzle::has_candidates)
    }
}

/// Reads a file; of more than `sample` puzzles, that many evenly spread.
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
    let lines = Puzzles::lines(&puzzles);
    Ok(Set { name, path: path.to_owned(), puzzles, lines, total, bad })
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
