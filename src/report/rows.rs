//! Whether a puzzle file is the one that timing rows come from: the clues of the
//! puzzles are compared, stretch by stretch, in memory that does not grow.

/// The most stretches; where it gets longer, two become one.
const STRETCHES: usize = 128;

/// Which lines a timing file has rows for, and how many clues their puzzles have.
#[derive(Clone, Debug)]
pub struct Rows {
    stretches: Vec<Stretch>,
    /// Rows in a stretch.
    rows: u64,
}

/// Rows that follow each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Stretch {
    /// The line of the first row.
    first: u64,
    /// The line of the last.
    last: u64,
    puzzles: u64,
    /// Of all lines and clues: the same for the same, in any order.
    sum: u64,
}

impl Stretch {
    fn add(&mut self, line: u64, clues: Option<u64>) {
        // From a file without clues nothing but the lines is compared.
        let both = line.wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ clues.map_or(0, |clues| clues.wrapping_add(1));
        // Scrambled, lest one difference make up for another (SplitMix64).
        let mixed = (both ^ both >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        self.sum = self.sum.wrapping_add(mixed ^ mixed >> 27);
        self.puzzles += 1;
        self.last = line;
        if self.puzzles == 1 {
            self.first = line;
        }
    }

    fn join(pair: &[Self]) -> Self {
        let sum = pair.iter().fold(0, |sum: u64, stretch| sum.wrapping_add(stretch.sum));
        let puzzles = pair.iter().map(|stretch| stretch.puzzles).sum();
        Self { first: pair[0].first, last: pair[pair.len() - 1].last, puzzles, sum }
    }
}

impl Rows {
    /// No rows yet.
    pub fn new() -> Self {
        Self { stretches: Vec::new(), rows: 1 }
    }

    /// Adds the row of a puzzle, in the order of the lines. The clues are those of
    /// all rows or of none.
    pub fn add(&mut self, line: u64, clues: Option<u64>) {
        match self.stretches.last_mut() {
            Some(last) if last.puzzles < self.rows => return last.add(line, clues),
            _ => {
                let mut stretch = Stretch::default();
                stretch.add(line, clues);
                self.stretches.push(stretch);
            }
        }
        if self.stretches.len() > STRETCHES {
            self.stretches = self.stretches.chunks(2).map(Stretch::join).collect();
            self.rows *= 2;
        }
    }
}

/// Where a puzzle file is not that of the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// From this line …
    pub first: u64,
    /// … to this one.
    pub last: u64,
    /// Whether the file ended before.
    pub at_end: bool,
}

/// Puzzles on their way past the rows.
pub struct Comparison<'a> {
    rows: &'a [Stretch],
    seen: Stretch,
    /// The line of the first row.
    begin: u64,
    /// Puzzles before the first row and behind the last.
    outside: u64,
}

impl<'a> Comparison<'a> {
    /// With these rows.
    pub fn new(rows: &'a Rows) -> Self {
        let begin = rows.stretches.first().map_or(0, |stretch| stretch.first);
        Self { rows: &rows.stretches, seen: Stretch::default(), begin, outside: 0 }
    }

    /// Adds a puzzle of the file, in the order of the lines. The clues are left out
    /// where the rows have none. Before the first row and behind the last there may
    /// be puzzles of other parts of the file.
    pub fn add(&mut self, line: u64, clues: Option<u64>) -> Result<(), Difference> {
        let Some(&stretch) = self.rows.first() else {
            self.outside += 1;
            return Ok(());
        };
        if line < self.begin {
            self.outside += 1;
            return Ok(());
        }
        self.seen.add(line, clues);
        if line < stretch.last { Ok(()) } else { self.end_of(stretch) }
    }

    fn end_of(&mut self, stretch: Stretch) -> Result<(), Difference> {
        let same = self.seen == stretch;
        (self.rows, self.seen) = (&self.rows[1..], Stretch::default());
        match same {
            true => Ok(()),
            false => Err(Difference { first: stretch.first, last: stretch.last, at_end: false }),
        }
    }

    /// Ends the file; tells how many puzzles of it have no row, before the first row
    /// and behind the last.
    pub fn finish(self) -> Result<u64, Difference> {
        match self.rows.first() {
            None => Ok(self.outside),
            Some(stretch) => Err(Difference {
                first: stretch.first,
                last: stretch.last,
                at_end: self.seen.puzzles == 0,
            }),
        }
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
    ) -> Result<u64, Difference> {
        let mut comparison = Comparison::new(rows);
        puzzles.try_for_each(|(line, clues)| comparison.add(line, Some(clues)))?;
        comparison.finish()
    }

    /// Every third line is no puzzle.
    fn lines(from: u64, to: u64) -> impl Iterator<Item = (u64, u64)> {
        (from..to).filter(|line| line % 3 != 0).map(|line| (line, 17 + line * line % 23))
    }

    #[test]
    fn the_file_that_was_solved_is_that_of_the_rows() {
        for rows_to in [2, 10, 1000, 100_000] {
            assert_eq!(compare(&rows(lines(1, rows_to)), lines(1, rows_to)), Ok(0), "{rows_to}");
        }
        // Rows of a part of the file.
        let outside = lines(1, 500).chain(lines(700, 1000)).count() as u64;
        assert_eq!(compare(&rows(lines(500, 700)), lines(1, 1000)), Ok(outside));
        assert_eq!(compare(&rows(lines(1, 1)), lines(1, 4)), Ok(2));
    }

    #[test]
    fn one_other_puzzle_in_many_is_found() {
        for at in [1, 500, 9_998] {
            let other = lines(1, 10_000).map(|(line, n)| (line, n + u64::from(line == at)));
            let found = compare(&rows(lines(1, 10_000)), other).unwrap_err();
            assert!((found.first..=found.last).contains(&at) && !found.at_end, "{found:?}");
            let without = lines(1, 10_000).filter(|&(line, _)| line != at);
            assert!(compare(&rows(lines(1, 10_000)), without).is_err());
            let besides = lines(1, 10_000).filter(|&(line, _)| line != at);
            let found = compare(&rows(besides), lines(1, 10_000));
            // Before the first row it may be of another part.
            assert_eq!(found.is_ok(), at == 1 || at == 9_998, "{found:?}");
        }
        let swapped = [(1, 20), (2, 30)];
        let found = compare(&rows(swapped.into_iter()), [(1, 30), (2, 20)].into_iter());
        assert_eq!(found, Err(Difference { first: 1, last: 1, at_end: false }));
    }

    #[test]
    fn a_file_that_is_too_short_is_told_with_the_line_that_it_lacks() {
        let found = compare(&rows(lines(1, 10)), lines(1, 6)).unwrap_err();
        assert_eq!(found, Difference { first: 7, last: 7, at_end: true });
    }
}
