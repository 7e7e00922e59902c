//! Reads the text of the slowest puzzles from a puzzle file, without keeping the others, and checks
//! that the file is the one that timing rows come from: the clues of its puzzles are compared
//! stretch by stretch, in memory that does not grow with the file.

use super::timing::{Timed, value};
use crate::bench::{SlowPuzzle, Stretch};
use std::{iter::Peekable, ops::ControlFlow, path::Path};
use sudomill_core::Error;
use sudomill_io::input::{self, AnyLine, Open, Source};

/// The bytes of the file that are read at once.
const CHUNK: usize = 1 << 18;

/// Fills in the text of the slowest puzzles from the files that were solved. Returns how
/// many of their puzzles are before the first timing row or after the last.
///
/// # Errors
/// A file is missing or cannot be read, or it is not the file that was solved: a line is
/// missing or is not a puzzle, or the clues differ.
pub fn fill(
    slowest: &mut [SlowPuzzle],
    timed: &Timed,
    paths: &[&Path],
    how: &Open,
) -> Result<u64, Error> {
    let mut wanted: Vec<&mut SlowPuzzle> = slowest.iter_mut().collect();
    wanted.sort_unstable_by_key(|slow| slow.line);
    let mut filling = Filling {
        timed,
        wanted: wanted.into_iter().peekable(),
        check: Check::new(&timed.rows.all),
    };
    let files = files(timed, paths)?;
    for &(path, before) in &files {
        filling.read(input::open(path, how)?, path, before)?;
    }
    let (last, before) = files.last().copied().unwrap_or((Path::new(""), 0));
    let Filling { check, mut wanted, .. } = filling;
    let without_row =
        check.finish().map_err(|difference| other(last, before, timed, difference))?;
    wanted
        .peek()
        .map_or(Ok(without_row), |slow| Err(missing(last, slow.line.saturating_sub(before))))
}

/// The files of the rows, each with the number of the line before its first one.
fn files<'a>(timed: &Timed, paths: &[&'a Path]) -> Result<Vec<(&'a Path, u64)>, Error> {
    if timed.files.is_empty() {
        let [path] = paths else {
            let (found, path) = (paths.len(), &timed.path);
            return Err(Error::Impossible(format!(
                "found {found} files of puzzles for {path}; expected one: its rows have no column \
                 `file`"
            )));
        };
        return Ok(vec![(path, 0)]);
    }
    let file = |(name, before)| match paths.iter().find(|path| path.as_os_str() == name) {
        Some(path) => Ok((*path, before)),
        None => Err(Error::Impossible(format!(
            "{}: its rows name {name}, which is not among the files of puzzles; name them as for \
             `solve`",
            timed.path
        ))),
    };
    timed.files.iter().map(file).collect()
}

/// Reads the files of the puzzles one after the other.
struct Filling<'a, I: Iterator> {
    timed: &'a Timed,
    wanted: Peekable<I>,
    check: Check<'a>,
}

impl<'s, I: Iterator<Item = &'s mut SlowPuzzle>> Filling<'_, I> {
    /// Reads a file whose lines are numbered behind `before`.
    fn read(&mut self, mut source: Source, path: &Path, before: u64) -> Result<(), Error> {
        let mut read = Ok(());
        source.each_any_line(CHUNK, &mut |line, found| {
            read = self.line(line, &found, path, before);
            if read.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        read
    }

    fn line(&mut self, line: u64, found: &AnyLine, path: &Path, before: u64) -> Result<(), Error> {
        let number = before + line;
        if let AnyLine::Puzzle(puzzle) = found {
            let clues = self.timed.has_clues.then(|| puzzle.clues(0));
            let differs = |difference| other(path, before, self.timed, difference);
            self.check.add(number, clues).map_err(differs)?;
        }
        while let Some(slow) = self.wanted.next_if(|slow| slow.line == number) {
            let AnyLine::Puzzle(puzzle) = found else { return Err(mismatch(path, line)) };
            slow.puzzle = Some(puzzle.text(0));
        }
        Ok(())
    }
}

/// Returns the error for lines whose puzzles differ from the rows.
fn other(path: &Path, before: u64, timed: &Timed, found: Mismatch) -> Error {
    let Mismatch { first, last, at_end } = found;
    // The first of these lines may be in the file before.
    let [first, last] = [first, last].map(|number| number.saturating_sub(before).max(1));
    if at_end {
        return missing(path, first);
    }
    let lines = if first == last { "this line".into() } else { format!("lines {first} to {last}") };
    let reason = format!(
        "found puzzles with other clues in {lines}; expected those of {}: \
         is it the file that was solved?",
        timed.path
    );
    Error::Malformed { path: path.display().to_string(), line: first, column: 1, reason }
}

const EXPECTED: &str = "the puzzle of that line: is it the file that was solved?";

fn mismatch(path: &Path, line: u64) -> Error {
    let path = path.display().to_string();
    Error::Mismatch { path, line, found: "no puzzle", expected: EXPECTED }
}

fn missing(path: &Path, line: u64) -> Error {
    let path = path.display().to_string();
    Error::Mismatch { path, line, found: "the end of the file", expected: EXPECTED }
}

/// The lines in which a puzzle file differs from the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mismatch {
    first: u64,
    last: u64,
    /// True if the file ends before these lines.
    at_end: bool,
}

/// A check of puzzles with the rows, one puzzle at a time.
struct Check<'a> {
    /// The segments that are still to be compared.
    rows: &'a [Stretch],
    /// The puzzles of the first of them.
    seen: Option<Stretch>,
    /// The line of the first row.
    begin: u64,
    /// Puzzles before the first row and after the last.
    outside: u64,
}

impl<'a> Check<'a> {
    /// With these rows.
    fn new(rows: &'a [Stretch]) -> Self {
        let begin = rows.first().map_or(0, |segment| segment.first);
        Self { rows, seen: None, begin, outside: 0 }
    }

    /// Adds a puzzle of the file, in the order of the lines, with clues if the rows have
    /// them. Puzzles before the first row and after the last may belong to other parts of
    /// the file.
    fn add(&mut self, line: u64, clues: Option<u64>) -> Result<(), Mismatch> {
        let Some((segment, further)) = self.rows.split_first().filter(|_| line >= self.begin)
        else {
            self.outside += 1;
            return Ok(());
        };
        let puzzle = Stretch::of(line, value(line, clues));
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
    fn finish(self) -> Result<u64, Mismatch> {
        let Some(segment) = self.rows.first() else { return Ok(self.outside) };
        let at_end = self.seen.is_none();
        Err(Mismatch { first: segment.first, last: segment.last, at_end })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::Stretches;
    use std::io::Write;

    const PUZZLE: &str = "1...4.....2....3";

    /// A timing file without rows.
    fn no_rows() -> Timed {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(b"line,status,guesses,solve_ns\n").unwrap();
        crate::report::read_timing(file.path(), &mut |_, _| Ok(())).unwrap()
    }

    fn filled(text: &str, lines: &[u64]) -> Result<Vec<Option<String>>, String> {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        let slow = |&line: &u64| SlowPuzzle { line, puzzle: None, ns: 1, guesses: 0 };
        let mut slowest: Vec<SlowPuzzle> = lines.iter().map(slow).collect();
        let done = fill(&mut slowest, &no_rows(), &[file.path()], &Open::default());
        done.map_err(|error| error.to_string().split_once(':').unwrap().1.to_owned())?;
        Ok(slowest.into_iter().map(|slow| slow.puzzle).collect())
    }

    #[test]
    fn lines_in_any_order() {
        let text = format!("\u{FEFF}{PUZZLE}\n# none\n\n2{}\n3{}", &PUZZLE[1..], &PUZZLE[1..]);
        let found = filled(&text, &[5, 1, 4]).unwrap();
        let first: Vec<char> =
            found.iter().map(|p| p.as_ref().unwrap().chars().next().unwrap()).collect();
        assert_eq!(first, ['3', '1', '2']);
    }

    #[test]
    fn many_chunks() {
        let text = format!("{PUZZLE}\n").repeat(40_000)
            + &format!("4{}\n", &PUZZLE[1..].replace('4', "."));
        assert!(filled(&text, &[40_001]).unwrap()[0].as_ref().unwrap().starts_with('4'));
    }

    #[test]
    fn other_file() {
        assert!(filled(PUZZLE, &[2]).unwrap_err().starts_with("2: found the end of the file"));
        let text = format!("{PUZZLE}\n# none\n");
        assert!(filled(&text, &[2]).unwrap_err().starts_with("2: found no puzzle"));
    }
    fn rows(lines: impl Iterator<Item = (u64, u64)>) -> Stretches {
        let mut rows = Stretches::default();
        lines.for_each(|(line, clues)| rows.push(line, value(line, Some(clues))));
        rows
    }

    fn compare(
        rows: &Stretches,
        mut puzzles: impl Iterator<Item = (u64, u64)>,
    ) -> Result<u64, Mismatch> {
        let mut check = Check::new(&rows.all);
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
