//! Samples of a set and their fingerprints.

use super::fingerprint::Hash;
use sudomill_core::{
    grid::{Order, Puzzle},
    solver::Batch,
};

/// A puzzle and its line in the file, from 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbered<O: Order> {
    pub line: u64,
    pub puzzle: Puzzle<O>,
}

/// Puzzles that are measured together.
pub(super) struct Sample<O: Order> {
    pub puzzles: Vec<Puzzle<O>>,
    /// The line number of each puzzle in the file, from 1.
    pub numbers: Vec<u64>,
    /// The puzzles as rows, to be copied to other batches.
    pub rows: Batch,
}

impl<O: Order> Sample<O> {
    /// Takes `count` puzzles of a set, spread evenly over it.
    pub fn of(set: &[Numbered<O>], count: usize) -> Self {
        let count = count.min(set.len());
        let spread = (0..count).map(|i| &set[i * set.len() / count]);
        let (puzzles, numbers): (Vec<_>, _) = spread.map(|n| (n.puzzle, n.line)).unzip();
        let mut rows = Batch::new(O::SIZE);
        puzzles.iter().for_each(|puzzle| rows.push_puzzle(puzzle));
        Self { puzzles, numbers, rows }
    }

    pub fn len(&self) -> usize {
        self.puzzles.len()
    }
}

/// Hashes puzzles: equal puzzles in the same order have equal fingerprints.
pub(super) fn fingerprint<'p, O: Order>(puzzles: impl Iterator<Item = &'p Puzzle<O>>) -> String {
    let mut hash = Hash::new();
    for puzzle in puzzles {
        match puzzle.has_candidates() {
            true => hash.write(puzzle.to_string().as_bytes()),
            false => hash.write(puzzle.values()),
        }
    }
    hash.finish()
}

/// Returns the powers of two below `total`, then `total`. Samples are spread evenly, so a sample of
/// one of these sizes is part of every larger one.
pub(super) fn nested_sizes(total: usize) -> impl Iterator<Item = usize> {
    let powers = (0..usize::BITS).map(|power| 1 << power);
    powers.take_while(move |&size| size < total).chain([total])
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudomill_core::grid::Order2;

    fn set(puzzles: usize) -> Vec<Numbered<Order2>> {
        let puzzle = Puzzle::new(&[0; 16]).unwrap();
        (1..=puzzles as u64).map(|line| Numbered { line, puzzle }).collect()
    }

    #[test]
    fn spread_over_whole_set() {
        let lines = |count| Sample::of(&set(10), count).numbers;
        let (three, all) = (lines(3), lines(20));
        assert_eq!(three, [1, 4, 7]);
        assert_eq!(all, (1..=10).collect::<Vec<_>>());
    }

    #[test]
    fn contains_smaller_samples() {
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
