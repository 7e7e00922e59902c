//! Checks that a puzzle file is the one that timing rows come from. The clues of the puzzles
//! are compared segment by segment, in memory that does not grow with the file.

use crate::bench::{Join, Segments};

/// The lines that a timing file has rows for, and the clues of their puzzles.
#[derive(Clone, Debug)]
pub struct Rows(Segments<Segment>);

/// Consecutive rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Segment {
    /// The lines of the first and the last row.
    first: u64,
    last: u64,
    rows: u64,
    /// A hash of all lines and clues.
    sum: u64,
}

impl Segment {
    fn of(line: u64, clues: Option<u64>) -> Self {
        // Without clues only the lines are compared.
        let both = line.wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ clues.map_or(0, |clues| clues.wrapping_add(1));
        // Mixed, so that two differences do not cancel out (SplitMix64).
        let mixed = (both ^ both >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        Self { first: line, last: line, rows: 1, sum: mixed ^ mixed >> 27 }
    }
}

impl Join for Segment {
    fn items(&self) -> u64 {
        self.rows
    }

    fn join(&mut self, next: &Self) {
        self.last = next.last;
        self.rows += next.rows;
        self.sum = self.sum.wrapping_add(next.sum);
    }
}

impl Rows {
    /// No rows yet.
    pub fn new() -> Self {
        Self(Segments::new())
    }

    /// Adds the row of a puzzle, in the order of the lines. All rows have clues, or none.
    pub fn add(&mut self, line: u64, clues: Option<u64>) {
        self.0.push(Segment::of(line, clues));
    }
}

/// The lines in which a puzzle file differs from the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch {
    pub first: u64,
    pub last: u64,
    /// True if the file ends before these lines.
    pub at_end: bool,
}

/// A check of puzzles with the rows, one puzzle at a time.
pub struct Check<'a> {
    /// The segments that are still to be compared.
    rows: &'a [Segment],
    /// The puzzles of the first of them.
    seen: Option<Segment>,
    /// The line of the first row.
    begin: u64,
    /// Puzzles before the first row and after the last.
    outside: u64,
}

impl<'a> Check<'a> {
    /// With these rows.
    pub fn new(rows: &'a Rows) -> Self {
        let rows = rows.0.all();
        let begin = rows.first().map_or(0, |segment| segment.first);
        Self { rows, seen: None, begin, outside: 0 }
    }

    /// Adds a puzzle of the file, in the order of the lines, with clues if the rows have
    /// them. Puzzles before the first row and after the last may belong to other parts of
    /// the file.
    pub fn add(&mut self, line: u64, clues: Option<u64>) -> Result<(), Mismatch> {
        let Some((segment, further)) = self.rows.split_first().filter(|_| line >= self.begin)
        else {
            self.outside += 1;
            return Ok(());
        };
        let puzzle = Segment::of(line, clues);
        let seen = self.seen.map_or(puzzle, |mut seen| {
            seen.join(&puzzle);
            seen
        });
        if line < segment.last {
            self.seen = Some(seen);
            return Ok(());
        }
        (self.rows, self.seen) = (further, None);
        match seen == *segment {
            true => Ok(()),
            false => Err(Mismatch { first: segment.first, last: segment.last, at_end: false }),
        }
    }

    /// Ends the file. Returns how many of its puzzles are before the first row or after the
    /// last.
    pub fn finish(self) -> Result<u64, Mismatch> {
        let Some(segment) = self.rows.first() else { return Ok(self.outside) };
        let at_end = self.seen.is_none();
        Err(Mismatch { first: segment.first, last: segment.last, at_end })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(lines: impl Iterator<Item = (u64, u64)>) -> Rows {
        let mut rows = Rows::new();
        lines.for_each(|(line, clues)| rows.add(line, Some(clues)));
        rows
    }

    fn compare(
        rows: &Rows,
        mut puzzles: impl Iterator<Item = (u64, u64)>,
    ) -> Result<u64, Mismatch> {
        let mut check = Check::new(rows);
        puzzles.try_for_each(|(line, clues)| check.add(line, Some(clues)))?;
        check.finish()
    }

    /// Every third line does not hold a puzzle.
    fn lines(from: u64, to: u64) -> impl Iterator<Item = (u64, u64)> {
        (from..to).filter(|line| line % 3 != 0).map(|line| (line, 17 + line * line % 23))
    }

    #[test]
    fn same_file() {
        for rows_to in [2, 10, 1000, 100_000] {
            assert_eq!(compare(&rows(lines(1, rows_to)), lines(1, rows_to)), Ok(0), "{rows_to}");
        }
        // Rows of a part of the file.
        let outside = lines(1, 500).chain(lines(700, 1000)).count() as u64;
        assert_eq!(compare(&rows(lines(500, 700)), lines(1, 1000)), Ok(outside));
        assert_eq!(compare(&rows(lines(1, 1)), lines(1, 4)), Ok(2));
    }

    #[test]
    fn one_other_puzzle() {
        for at in [1, 500, 9_998] {
            let other = lines(1, 10_000).map(|(line, n)| (line, n + u64::from(line == at)));
            let found = compare(&rows(lines(1, 10_000)), other).unwrap_err();
            assert!((found.first..=found.last).contains(&at) && !found.at_end, "{found:?}");
            let without = || lines(1, 10_000).filter(|&(line, _)| line != at);
            assert!(compare(&rows(lines(1, 10_000)), without()).is_err());
            let found = compare(&rows(without()), lines(1, 10_000));
            // Before the first row and after the last it may belong to another part.
            assert_eq!(found.is_ok(), at == 1 || at == 9_998, "{found:?}");
        }
        let swapped = [(1, 20), (2, 30)];
        let found = compare(&rows(swapped.into_iter()), [(1, 30), (2, 20)].into_iter());
        assert_eq!(found, Err(Mismatch { first: 1, last: 1, at_end: false }));
    }

    #[test]
    fn short_file() {
        let found = compare(&rows(lines(1, 10)), lines(1, 6)).unwrap_err();
        assert_eq!(found, Mismatch { first: 7, last: 7, at_end: true });
    }
}
