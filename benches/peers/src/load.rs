//! Reads a file of puzzles the way sudomill does: headers, CSV and compression
//! included.

use anyhow::{Result, ensure};
use std::path::{Path, PathBuf};
use sudomill::{
    grid::{Order3, Puzzle, Size},
    input::{self, Line},
};

/// Bytes parsed at a time.
const CHUNK: usize = 1 << 20;

/// The puzzles of one file.
pub struct Set {
    /// The file's name in messages.
    pub name: String,
    /// Where it lies.
    pub path: PathBuf,
    /// What is timed.
    pub puzzles: Vec<Puzzle>,
    /// How many puzzles the file holds, sampled or not.
    pub total: usize,
    /// Lines that were meant as puzzles and are none.
    pub bad: usize,
}

impl Set {
    /// Whether some of the file's puzzles were left out.
    pub fn is_sample(&self) -> bool {
        self.puzzles.len() < self.total
    }
}

/// Reads a file; of more than `sample` puzzles, that many evenly spread.
pub fn read(path: &Path, sample: Option<u32>) -> Result<Set> {
    let mut source = input::open(path, &Default::default())?;
    let name = source.name().to_owned();
    ensure!(source.layout().size == Size::Nine, "{name}: holds 4×4 puzzles, the peers solve 9×9 only");
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
    Ok(Set { name, path: path.to_owned(), puzzles, total, bad })
}

fn evenly_spread(puzzles: &[Puzzle], sample: usize) -> Vec<Puzzle> {
    let sample = sample.min(puzzles.len());
    (0..sample).map(|i| puzzles[i * puzzles.len() / sample]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_spread_over_the_whole_file() {
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
