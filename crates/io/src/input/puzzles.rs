//! The puzzles of a source, and single puzzles of any size from an argument or typed in.

use super::{Chunk, Layout, Open, Source, chunk::Bytes, line_ends, lines::Line};
use std::{iter, ops::ControlFlow};
use sudomill_core::{
    by_size::{self, Parsed},
    error::{BadLine, Error, Problem},
    for_size,
    grid::{Alphabet, Candidates, Order, Puzzle, PuzzleError, Size, Symbols},
    puzzle_line::Skip,
    solver::Batch,
};

/// Target size of a chunk, in bytes.
const CHUNK: usize = 64 << 10;

impl Source {
    /// Iterates over the puzzles. A malformed line yields an error with its position, and iteration
    /// can continue after it. Any other error ends the iteration: puzzles of a size other than `O`,
    /// or a source that cannot be read further.
    ///
    /// ```
    /// # mod sudomill { pub use {sudomill_core::*, sudomill_io::*}; }
    /// use sudomill::{grid::Order2, input};
    /// let source = input::read_from("memory", "# two\n.4.3.3........2.\n1..1............\n".as_bytes())?;
    /// let puzzles: Vec<_> = source.puzzles::<Order2>().collect();
    /// assert_eq!(puzzles[0].as_ref().unwrap().clue_count(), 4);
    /// let error = puzzles[1].as_ref().unwrap_err();
    /// assert_eq!(error.to_string(), "memory:3:4: digit 1 twice in row 1 (r1c1 and r1c4)");
    /// # Ok::<(), sudomill::Error>(())
    /// ```
    pub fn puzzles<O: Order>(mut self) -> impl Iterator<Item = Result<Puzzle<O>, Error>> {
        let (name, size, expected) = (self.name().to_owned(), self.layout().size, O::SIZE);
        let (mut before, mut is_open) = (0, true);
        let next = move || {
            if !is_open {
                return None;
            }
            let mut found = Vec::new();
            let mut each = |line_number, line: Line<O>| {
                match line {
                    Line::Puzzle(_, puzzle) => found.push(Ok(puzzle)),
                    Line::Bad(bad) => {
                        let (path, line) = (name.clone(), line_number + bad.line_offset);
                        found.push(Err(Error::BadLine { path, line, bad }));
                    }
                    Line::Skip(_) => {}
                }
                ControlFlow::Continue(())
            };
            let read = match size == expected {
                true => self.each_line(CHUNK, &mut before, &mut each),
                false => Err(Error::Impossible(format!(
                    "{name}: found puzzles of {size}; expected {expected}"
                ))),
            };
            is_open = matches!(read, Ok(true));
            Some(read.map_or_else(|error| vec![Err(error)], |_| found))
        };
        iter::from_fn(next).flatten()
    }

    /// Reads the next chunk and calls `each` with every line and its number, counted on from
    /// `before`. Returns false at the end, or if `each` breaks.
    fn each_line<O: Order>(
        &mut self,
        target: usize,
        before: &mut u64,
        each: &mut dyn FnMut(u64, Line<O>) -> ControlFlow<()>,
    ) -> Result<bool, Error> {
        let Some(mut chunk) = self.next_chunk(target)? else { return Ok(false) };
        let each = |(newlines, _, line)| each(*before + newlines + 1, line);
        let end = chunk.lines().try_for_each(each);
        chunk.check()?;
        *before += line_ends(chunk.bytes());
        chunk.release();
        Ok(end.is_continue())
    }

    /// Reads the remaining lines, about `target` bytes at a time, and calls `each` with every line
    /// and its number in the file, from 1, until it breaks.
    ///
    /// # Errors
    /// As [`Self::next_chunk`] and [`Chunk::check`].
    #[doc(hidden)] // For the other crates of sudomill.
    pub fn each_any_line(
        &mut self,
        target: usize,
        each: &mut dyn FnMut(u64, AnyLine) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let (size, mut before) = (self.layout().size, 0);
        let mut batch = Batch::new(size);
        for_size!(size, O => {
            let mut each = |number, line: Line<O>| {
                let line = match line {
                    Line::Puzzle(_, puzzle) => {
                        batch.clear();
                        batch.push_puzzle(&puzzle);
                        AnyLine::Puzzle(&batch)
                    }
                    Line::Bad(bad) => AnyLine::Bad(bad),
                    Line::Skip(skip) => AnyLine::Skip(skip),
                };
                each(number, line)
            };
            while self.each_line(target, &mut before, &mut each)? {}
        });
        Ok(())
    }
}

/// A line of a source, whatever the size of its puzzles.
#[doc(hidden)]
pub enum AnyLine<'a> {
    /// A puzzle, the only row of the batch.
    Puzzle(&'a Batch),
    /// A malformed puzzle.
    Bad(BadLine),
    /// A line to skip.
    Skip(Skip),
}

/// A puzzle of any size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnyPuzzle {
    /// The size of the grid.
    pub size: Size,
    /// The alphabet of the puzzle's text.
    pub alphabet: Alphabet,
    /// The clues, row-major, 0 for an empty cell. No digit occurs twice in a unit, unless the
    /// puzzle is given by candidates.
    pub values: Vec<u8>,
    /// The candidates of every cell if the puzzle is given by candidates; empty otherwise.
    pub candidates: Vec<Candidates>,
}

impl AnyPuzzle {
    /// Erases the size of a puzzle.
    pub fn new<O: Order>(puzzle: &Puzzle<O>, alphabet: Alphabet) -> Self {
        let candidates = match puzzle.has_candidates() {
            true => puzzle.all_candidates().as_ref().to_vec(),
            false => Vec::new(),
        };
        Self { size: O::SIZE, alphabet, values: puzzle.values().to_vec(), candidates }
    }

    /// Returns the puzzle with its size as a type.
    ///
    /// # Errors
    /// The puzzle is not of size `O`.
    pub fn puzzle<O: Order>(&self) -> Result<Puzzle<O>, PuzzleError> {
        match self.candidates.is_empty() {
            true => Puzzle::new(&self.values),
            false => Puzzle::from_candidates(&self.candidates),
        }
    }
}

/// Reads one puzzle: a puzzle line, or a grid with or without rulers. Blank lines, comments and a
/// name around it are ignored. A backslash followed by `n` also ends a line, for places where a
/// newline cannot be typed.
///
/// ```
/// # mod sudomill { pub use {sudomill_core::*, sudomill_io::*}; }
/// use sudomill::{grid::Size, input::read_puzzle};
/// let puzzle = read_puzzle(b"1...4.....2....3")?;
/// assert_eq!((puzzle.size, puzzle.values[4]), (Size::Four, 4));
/// let grid = read_puzzle(br"1 . | . .\n4 . | . .\n----+----\n. . | 2 .\n. . | . 3")?;
/// assert_eq!(grid, puzzle);
/// # Ok::<(), sudomill::input::BadLine>(())
/// ```
///
/// # Errors
/// The text is not exactly one puzzle. [`BadLine::at`] gives the message with the line.
pub fn read_puzzle(text: &[u8]) -> Result<AnyPuzzle, BadLine> {
    read_puzzle_in(text, None)
}

/// Like [`read_puzzle`], but in these symbols if any are given.
///
/// ```
/// # mod sudomill { pub use {sudomill_core::*, sudomill_io::*}; }
/// use sudomill::input::read_puzzle_in;
/// let puzzle = read_puzzle_in(b"A...D.....B....C", Some("ABCD".parse()?))?;
/// assert_eq!(puzzle.values[4], 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`read_puzzle`].
pub fn read_puzzle_in(text: &[u8], symbols: Option<Symbols>) -> Result<AnyPuzzle, BadLine> {
    let mut bytes = text.iter().copied().peekable();
    let with_newlines = iter::from_fn(|| {
        let byte = bytes.next()?;
        let is_newline = byte == b'\\' && bytes.next_if_eq(&b'n').is_some();
        Some(if is_newline { b'\n' } else { byte })
    });
    let text: Vec<u8> = with_newlines.collect();
    // A blank line ends a grid, but here it may separate the bands of the only one.
    let lines = text.split_inclusive(|&byte| byte == b'\n');
    let joined = lines.filter(|line| !line.trim_ascii().is_empty()).collect::<Vec<_>>().concat();
    read_text(text, symbols).or_else(|bad| read_text(joined, symbols).map_err(|_| bad))
}

fn read_text(text: Vec<u8>, symbols: Option<Symbols>) -> Result<AnyPuzzle, BadLine> {
    let how = Open { symbols, ..Open::default() };
    let layout = Layout::detect(&text, true, &how)
        .and_then(Result::ok)
        .expect("the end is known, and no column is asked for");
    let mut chunk = Chunk::new(Bytes::Owned(text), layout);
    let (size, alphabet, notation) = (chunk.size(), chunk.alphabet(), chunk.notation());
    let mut found = None;
    for (newlines, _, line) in chunk.parsed_lines().0 {
        let mut bad = match line {
            Parsed::Puzzle(text) if found.is_none() => {
                found = Some(text);
                continue;
            }
            Parsed::Skip(_) => continue,
            Parsed::Puzzle(_) => BadLine::new((0, 1), Problem::SecondPuzzle),
            Parsed::Bad(bad) => bad,
        };
        bad.line_offset += newlines;
        return Err(bad);
    }
    let found = found.and_then(|text| by_size::cells(text, size, notation));
    let (values, candidates) = found.ok_or_else(|| nothing(chunk.bytes(), size, alphabet))?;
    Ok(AnyPuzzle { size, alphabet, values, candidates })
}

/// Returns the error for a text without a puzzle. Here even a line that looks like a count or a
/// header is meant as a puzzle.
fn nothing(text: &[u8], size: Size, alphabet: Alphabet) -> BadLine {
    match by_size::parse_any(text.trim_ascii(), size, alphabet) {
        Parsed::Bad(bad) => bad,
        _ => BadLine::new((0, 1), Problem::Short { found: 0, expected: size.cells() }),
    }
}
