//! What an input looks like, for people: its format in words, and its first records.

use super::{format::InputFormat, notation::any_puzzle, source::Source};
use crate::Error;
use std::ops::ControlFlow;
use sudomill_puzzle::{
    any::Parsed,
    grid::{Alphabet, Digit},
};

/// Target size of the chunk whose first records are shown, in bytes.
const CHUNK: usize = 64 << 10;

/// The format of an input. `sudomill inspect` shows it, and so does the summary of a run.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver, verify}, sudomill_input::*}; pub mod input { pub use sudomill_input::*; } }
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
        let layout = self.layout().clone();
        let shown = |text: &[u8]| String::from_utf8_lossy(text).trim_end().to_owned();
        let symbol = |value| Digit::new(value).map_or('.', |digit| layout.alphabet.symbol(digit));
        let row = |line, text: &[u8], parsed: Parsed| {
            let (puzzle, error) = match parsed {
                Parsed::Puzzle(_) => match any_puzzle(text, &layout) {
                    Some(puzzle) if puzzle.candidates.is_empty() => {
                        (puzzle.values.into_iter().map(symbol).collect(), None)
                    }
                    _ => (shown(text), None),
                },
                Parsed::Bad(bad) => (shown(text), Some(bad.at(line))),
                Parsed::Skip(_) => return None,
            };
            Some(SampleRow { line, puzzle, error })
        };
        let mut rows = Vec::new();
        let mut before = 0;
        // Many blank lines and comments may stand above the first record.
        while rows.is_empty()
            && self.each_line(CHUNK, &mut before, &mut |line, text, parsed| {
                // The others of the chunk need not be parsed.
                if rows.len() < count {
                    rows.extend(row(line, text, parsed));
                }
                ControlFlow::Continue(())
            })?
        {}
        self.check()?;
        Ok(rows)
    }

    /// Describes the format of the input in words.
    #[must_use]
    pub fn detected(&self) -> Detected {
        let layout = self.layout();
        let table = &layout.table;
        let stream = self.body.stream();
        let has_columns = table.has_columns();
        Detected {
            format: InputFormat::of(layout),
            encoding: stream.and_then(|it| Some(it.decoder.as_ref()?.encoding().name())),
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
