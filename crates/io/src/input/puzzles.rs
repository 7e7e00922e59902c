//! What a source holds: its puzzles, its format in words, and single puzzles of any size from an
//! argument or typed in.

use super::{
    chunk::{Bytes, Chunk},
    detect::{Detection, other_kind},
    error::InputErrorKind,
    format::InputFormat,
    layout::{Layout, ReadOptions},
    lines::{line_end::count as line_ends, parse_line_as, symbols::is_grid},
    sizes::detected,
    source::Source,
};
use crate::{Error, OptionsError};
use std::{iter, ops::ControlFlow};
use sudomill_core::{
    by_size::{self, Given, Parsed},
    error::{BadLine, Problem},
    grid::{Alphabet, Candidates, Digit, Order, Puzzle, PuzzleError, Size, Symbols},
};

/// Target size of a chunk, in bytes.
const CHUNK: usize = 64 << 10;

impl Source {
    /// Iterates over the puzzles. A malformed line yields an error with its position, and iteration
    /// can continue after it. Any other error ends the iteration: puzzles of a size other than `O`,
    /// or a source that cannot be read further.
    ///
    /// ```
    /// # mod sudomill { pub use {sudomill_core::{grid, solver, verify}, sudomill_io::*}; }
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
        let (notation, mut before, mut is_open) = (self.layout().notation(), 0, true);
        let next = move || {
            if !is_open {
                return None;
            }
            let mut found = Vec::new();
            let mut each = |number, line: Parsed| {
                match line {
                    Parsed::Puzzle(text) => {
                        found.extend(parse_line_as(text, notation).puzzle().map(Ok));
                    }
                    Parsed::Bad(bad) => {
                        found.push(Err(InputErrorKind::of_line(&name, number, bad)))
                    }
                    Parsed::Skip(_) => {}
                }
                ControlFlow::Continue(())
            };
            let read = match size == expected {
                true => self.each_line(CHUNK, &mut before, &mut each),
                false => {
                    Err(OptionsError::OtherSize { path: name.to_string(), found: size, expected }
                        .into())
                }
            };
            is_open = matches!(read, Ok(true));
            Some(read.map_or_else(|error| vec![Err(error)], |_| found))
        };
        iter::from_fn(next).flatten()
    }

    /// Reads the next chunk and calls `each` with every line and its number, counted on from
    /// `before`. Returns false at the end, or if `each` breaks.
    fn each_line(
        &mut self,
        target: usize,
        before: &mut u64,
        each: &mut dyn FnMut(u64, Parsed) -> ControlFlow<()>,
    ) -> Result<bool, Error> {
        let Some(mut chunk) = self.next_chunk(target)? else { return Ok(false) };
        let each = |(newlines, _, line)| each(*before + newlines + 1, line);
        let end = chunk.parsed_lines().try_for_each(each);
        chunk.check()?;
        *before += line_ends(chunk.bytes());
        chunk.release();
        Ok(end.is_continue())
    }
}

/// Reads the remaining lines of a source, about `target` bytes at a time, and calls `each` with every
/// line and its number in the file, from 1, until it breaks.
///
/// # Errors
/// As [`Source::next_chunk`] and [`Chunk::check`].
pub fn each_line(
    source: &mut Source,
    target: usize,
    each: &mut dyn FnMut(u64, Parsed) -> ControlFlow<()>,
) -> Result<(), Error> {
    let mut before = 0;
    while source.each_line(target, &mut before, each)? {}
    Ok(())
}

/// A puzzle of any size.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
    /// A puzzle with these clues, and these candidates if it is given by candidates. Neither is
    /// checked: [`Self::puzzle`] does that.
    #[must_use]
    pub fn new(
        size: Size,
        alphabet: Alphabet,
        values: Vec<u8>,
        candidates: Vec<Candidates>,
    ) -> Self {
        Self { size, alphabet, values, candidates }
    }

    /// Reads the text of a puzzle in an input with this layout; `None` if it is not one.
    ///
    /// ```
    /// # mod sudomill { pub use {sudomill_core::{grid, solver, verify}, sudomill_io::*}; }
    /// use sudomill::{grid::{Alphabet, Size}, input::{AnyPuzzle, Layout}};
    /// let layout = Layout::lines(Size::Four, Alphabet::FromOne).unwrap();
    /// let puzzle = AnyPuzzle::of_text(b"1...4.....2....3", &layout).unwrap();
    /// assert_eq!(puzzle.values[4], 4);
    /// assert_eq!(AnyPuzzle::of_text(b"1...", &layout), None);
    /// ```
    pub fn of_text(text: &[u8], layout: &Layout) -> Option<Self> {
        let Layout { size, alphabet, .. } = *layout;
        let (values, candidates) = by_size::cells(text, size, layout.notation())?;
        Some(Self::new(size, alphabet, values, candidates))
    }

    /// The puzzle for what is generic over the size.
    #[doc(hidden)] // For the other crates of sudomill.
    pub fn given(&self) -> Given<'_> {
        Given { size: self.size, values: &self.values, candidates: &self.candidates }
    }

    /// Returns the puzzle with its size as a type.
    ///
    /// # Errors
    /// The puzzle is not of size `O`.
    pub fn puzzle<O: Order>(&self) -> Result<Puzzle<O>, PuzzleError> {
        self.given().puzzle()
    }
}

/// Reads one puzzle: a puzzle line, or a grid with or without rulers. Blank lines, comments and a
/// name around it are ignored. A backslash followed by `n` also ends a line, for places where a
/// newline cannot be typed.
///
/// ```
/// # mod sudomill { pub use {sudomill_core::{grid, solver, verify}, sudomill_io::*}; }
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
/// # mod sudomill { pub use {sudomill_core::{grid, solver, verify}, sudomill_io::*}; }
/// use sudomill::input::read_puzzle_in;
/// let puzzle = read_puzzle_in(b"A...D.....B....C", Some("ABCD".parse()?))?;
/// assert_eq!(puzzle.values[4], 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`read_puzzle`].
pub fn read_puzzle_in(text: &[u8], symbols: Option<Symbols>) -> Result<AnyPuzzle, BadLine> {
    let text = with_newlines(text);
    // A blank line ends a grid, but here it may separate the rows of the only one.
    let lines = text.split_inclusive(|&byte| byte == b'\n');
    let joined = lines.filter(|line| !line.trim_ascii().is_empty()).collect::<Vec<_>>().concat();
    let how = ReadOptions { symbols, size: size_of_word(&text, symbols), ..ReadOptions::default() };
    let other = |bad| other_kind(&text, true, &Detection::of_text(&text, &how)).unwrap_or(bad);
    read_text(text.clone(), &how).or_else(|bad| read_text(joined, &how).map_err(|_| other(bad)))
}

/// A text in which newlines replace every backslash that an `n` follows.
fn with_newlines(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = 0;
    for at in memchr::memmem::find_iter(text, br"\n") {
        out.extend_from_slice(&text[rest..at]);
        out.push(b'\n');
        rest = at + 2;
    }
    out.extend_from_slice(&text[rest..]);
    out
}

/// The size of a puzzle that is one word. Where a text is meant to be one puzzle, the length tells it,
/// even if the clues are few or repeat a digit.
fn size_of_word(text: &[u8], symbols: Option<Symbols>) -> Option<Size> {
    let alphabet = symbols.map_or(Alphabet::FromOne, Alphabet::Custom);
    detected(None).find(|&size| is_grid(text.trim_ascii(), size, alphabet))
}

fn read_text(text: Vec<u8>, how: &ReadOptions) -> Result<AnyPuzzle, BadLine> {
    let layout = Layout::of_text(&text, how);
    let mut chunk = Chunk::new(Bytes::Owned(text), layout.clone());
    let mut found = None;
    for (newlines, _, line) in chunk.parsed_lines() {
        let mut bad = match line {
            Parsed::Puzzle(text) if found.is_none() => {
                found = Some(text);
                continue;
            }
            Parsed::Skip(_) => continue,
            Parsed::Puzzle(_) => BadLine::new(0, 1, Problem::SecondPuzzle),
            Parsed::Bad(bad) => bad,
        };
        bad.line_offset += newlines;
        return Err(bad);
    }
    let found = found.and_then(|text| AnyPuzzle::of_text(text, &layout));
    let (text, Layout { size, alphabet, .. }) = (chunk.bytes().trim_ascii(), layout);
    // Here even a line that looks like a count or a header is meant as a puzzle.
    found.ok_or_else(|| match by_size::parse_any(text, size, alphabet) {
        Parsed::Bad(bad) => bad,
        _ => BadLine::new(0, 1, Problem::Short { found: 0, expected: size.cells() }),
    })
}

/// The format of an input. `sudomill inspect` shows it, and so does the summary of a run.
///
/// ```
/// # mod sudomill { pub use {sudomill_core::{grid, solver, verify}, sudomill_io::*}; }
/// use sudomill::input;
/// let source = input::read_from("memory", "id;board\n7;1...4.....2....3\n".as_bytes())?;
/// let detected = source.detected();
/// assert_eq!((detected.format, detected.delimiter), (input::InputFormat::Delimited, Some(';')));
/// assert_eq!((detected.column, detected.side), (Some(2), 4));
/// # Ok::<(), sudomill::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Detected {
    /// How the records are written.
    pub format: InputFormat,
    /// The encoding that is decoded; `None` for UTF-8 and other text that is read unchanged.
    pub encoding: Option<&'static str>,
    /// The compression: `gzip` or `zstd`.
    pub compression: Option<&'static str>,
    /// The separator of columns.
    pub delimiter: Option<char>,
    /// The header as written in the file.
    pub header: Option<String>,
    /// The names of the columns; empty without a header.
    pub columns: Vec<String>,
    /// The column of the puzzles or of their first cells, from 1; `None` if lines have no columns.
    pub column: Option<usize>,
    /// The name of that column.
    pub column_name: Option<String>,
    /// The column of the solutions, from 1, if they are read.
    pub solution_column: Option<usize>,
    /// The side of the grids: 4, 9, 16 and so on.
    pub side: usize,
    /// The symbols of the digits.
    pub alphabet: String,
    /// True if puzzles are given by candidates rather than clues.
    pub candidates: bool,
    /// The character that begins a comment on any line. `None` if comments begin with `#` and only
    /// precede the first record.
    pub comment: Option<char>,
}

/// One record, as read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct SampleRow {
    /// The number of the record's first line, from 1.
    pub line: u64,
    /// The symbols of the puzzle; for a malformed one, the text of its field.
    pub puzzle: String,
    /// The error and its position, if the puzzle is malformed.
    pub error: Option<String>,
}

impl Source {
    /// Returns the first `count` records, or fewer if 64 KiB from the first one contain fewer.
    ///
    /// # Errors
    /// The input cannot be read.
    pub fn sample(mut self, count: usize) -> Result<Vec<SampleRow>, Error> {
        let Some(mut chunk) = self.next_chunk(CHUNK)? else { return Ok(Vec::new()) };
        let mut before = 0;
        // Many blank lines and comments may stand above the first record.
        while !chunk.has_record() {
            before += line_ends(chunk.bytes());
            chunk.release();
            let Some(next) = self.next_chunk(CHUNK)? else { return Ok(Vec::new()) };
            chunk = next;
        }
        let layout = self.layout();
        let shown = |text: &[u8]| String::from_utf8_lossy(text).trim_end().to_owned();
        let symbol = |value| Digit::new(value).map_or('.', |digit| layout.alphabet.symbol(digit));
        let row = |(newlines, text, line): (u64, &[u8], Parsed)| {
            let (puzzle, error) = match line {
                Parsed::Puzzle(_) => match AnyPuzzle::of_text(text, layout) {
                    Some(puzzle) if puzzle.candidates.is_empty() => {
                        (puzzle.values.into_iter().map(symbol).collect(), None)
                    }
                    _ => (shown(text), None),
                },
                Parsed::Bad(bad) => (shown(text), Some(bad.at(before + newlines + 1))),
                Parsed::Skip(_) => return None,
            };
            Some(SampleRow { line: before + newlines + 1, puzzle, error })
        };
        let rows = chunk.parsed_lines().filter_map(row).take(count).collect();
        chunk.check()?;
        self.check()?;
        Ok(rows)
    }

    /// Describes the format of the input in words.
    #[must_use]
    pub fn detected(&self) -> Detected {
        let layout = self.layout();
        let (table, stream) = (&layout.table, self.body.stream());
        let has_columns = table.has_columns();
        Detected {
            format: layout.format(),
            encoding: stream.and_then(|it| Some(it.decoder.as_ref()?.encoding.name())),
            compression: stream.and_then(|it| Some(it.packing?.name())),
            delimiter: table.separator().map(char::from),
            header: table.header().map(str::to_owned),
            columns: table.columns().to_vec(),
            column: has_columns.then(|| table.number()),
            column_name: table.column().map(str::to_owned),
            solution_column: layout.solutions.as_ref().map(|format| format.table.number()),
            side: layout.size.side(),
            alphabet: match layout.alphabet {
                Alphabet::Custom(symbols) => symbols.to_string(),
                alphabet => alphabet.range(layout.size.side()),
            },
            candidates: layout.candidates,
            comment: table.comment.map(char::from),
        }
    }
}
