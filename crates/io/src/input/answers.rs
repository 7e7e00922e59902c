//! Reads files of solutions, in every format that `solve` writes. Where lines hold nothing but a
//! solution, an empty line is an answer too.

use super::{
    Chunk, Source,
    cells::plain,
    lines::{Lines, is_missing, symbols::is_symbol},
    record::Record,
    table::{Role, Table, column_named},
};
use std::{borrow::Cow, iter, ops::Range, sync::Arc};
use sudomill_core::{
    error::{BadLine, Error},
    grid::Size,
};

/// Target size of a chunk, in bytes.
const CHUNK: usize = 128 << 10;

/// Iterates over the answers of one or more sources, in order. It only locates each answer; the
/// caller parses it, on its own thread.
pub struct Answers {
    source: Source,
    /// The sources still to be read.
    rest: Box<dyn Iterator<Item = Result<Source, Error>> + Send>,
    format: Arc<AnswerFormat>,
    /// The current chunk of answers, and the number of answers taken from it.
    chunk: Option<Arc<AnswerChunk>>,
    taken: usize,
    /// Newlines in the source up to the end of that chunk.
    newlines: u64,
    /// The line after the last answer found, from 1.
    next_line: u64,
}

/// The answers of a chunk, which is released with the last slice of it.
#[derive(Debug)]
struct AnswerChunk {
    chunk: Chunk,
    format: Arc<AnswerFormat>,
    rows: Vec<Record>,
    /// Newlines in the source before the chunk.
    before: u64,
}

/// Consecutive answers of one chunk.
#[derive(Debug)]
#[doc(hidden)]
pub struct Slice {
    chunk: Arc<AnswerChunk>,
    rows: Range<usize>,
}

impl Answers {
    /// Reads the answers in the column of solutions of one source.
    ///
    #[cfg_attr(feature = "files", doc = "```")]
    #[cfg_attr(not(feature = "files"), doc = "```ignore")]
    /// # mod sudomill { pub use {sudomill_core::*, sudomill_io::*}; }
    /// use sudomill::{batch::verify, input::{self, Answers}};
    /// let puzzles = input::read_from("puzzles", "1...4.....2....3\n".as_bytes())?;
    /// let answers = input::read_from("answers", "1...4.....2....3:2:\n".as_bytes())?;
    /// let answers = Some(Answers::new(answers));
    /// let tally = verify::run(puzzles, answers, &Default::default(), &())?;
    /// assert_eq!((tally.right, tally.not_given), (0, 1));
    /// # Ok::<(), sudomill::Error>(())
    /// ```
    pub fn new(source: Source) -> Self {
        Self::of_all(source, iter::empty())
    }

    /// Reads the answers of several sources, one after the other. A source is opened only once all
    /// answers before it are taken.
    pub fn of_all(
        first: Source,
        rest: impl Iterator<Item = Result<Source, Error>> + Send + 'static,
    ) -> Self {
        let (format, rest) = (AnswerFormat::of(&first), Box::new(rest));
        Self { source: first, rest, format, chunk: None, taken: 0, newlines: 0, next_line: 1 }
    }

    /// Fails if any answer is left.
    ///
    /// # Errors
    /// [`Error::Mismatch`] for a leftover answer, or the source cannot be read.
    pub fn expect_end(&mut self) -> Result<(), Error> {
        match self.find()? {
            None => Ok(()),
            Some(chunk) => Err(Error::Mismatch {
                path: self.name().to_owned(),
                line: chunk.line(self.taken),
                found: "a line",
                expected: "the end: there are no more puzzles",
            }),
        }
    }

    /// The name of the current source, as used in messages.
    pub fn name(&self) -> &str {
        self.source.name()
    }

    /// Takes the next `count` answers, or fewer at the end.
    #[doc(hidden)]
    pub fn take(&mut self, count: usize) -> Result<Vec<Slice>, Error> {
        let (mut slices, mut left) = (Vec::new(), count);
        while left > 0
            && let Some(chunk) = self.find()?
        {
            let rows = self.taken..chunk.rows.len().min(self.taken + left);
            left -= rows.len();
            self.taken = rows.end;
            slices.push(Slice { chunk, rows });
        }
        Ok(slices)
    }

    /// The line after the last answer, from 1.
    pub(crate) fn end_line(&self) -> u64 {
        self.next_line
    }

    /// Returns the chunk with the next answer, which is number `taken`; `None` at the end.
    fn find(&mut self) -> Result<Option<Arc<AnswerChunk>>, Error> {
        loop {
            if let Some(chunk) = &self.chunk {
                if self.taken < chunk.rows.len() {
                    return Ok(Some(chunk.clone()));
                }
                chunk.chunk.check()?;
            }
            (self.chunk, self.taken) = (None, 0);
            if let Some(chunk) = self.source.next_chunk(CHUNK)? {
                let (chunk, newlines) =
                    AnswerChunk::read(chunk, self.format.clone(), self.newlines);
                self.newlines += newlines;
                if let Some(last) = chunk.rows.len().checked_sub(1) {
                    self.next_line = chunk.line(last) + 1;
                }
                self.chunk = Some(Arc::new(chunk));
            } else if let Some(source) = self.rest.next().transpose()? {
                self.format = AnswerFormat::of(&source);
                (self.source, self.newlines, self.next_line) = (source, 0, 1);
            } else {
                return Ok(None);
            }
        }
    }
}

impl AnswerChunk {
    /// Locates the answers of a chunk; also returns its number of newlines.
    fn read(mut chunk: Chunk, format: Arc<AnswerFormat>, before: u64) -> (Self, u64) {
        let (rows, newlines) = if chunk.has_grids() {
            let (lines, newlines) = chunk.read_all();
            (lines.into_iter().filter_map(|(_, line)| Some(line.ok()?.0)).collect(), newlines)
        } else {
            format.rows(&chunk)
        };
        (Self { chunk, format, rows, before }, newlines)
    }

    /// The line of an answer, from 1.
    fn line(&self, row: usize) -> u64 {
        self.before + u64::from(self.rows[row].newlines) + 1
    }
}

impl Drop for AnswerChunk {
    fn drop(&mut self) {
        self.chunk.release();
    }
}

impl Slice {
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// Iterates over the answers.
    pub fn iter(&self) -> impl Iterator<Item = AnswerRow<'_>> {
        self.rows.clone().map(|row| AnswerRow { chunk: &self.chunk, row })
    }

    /// Fails if the mapped file shrank. Then all answers must be discarded.
    pub fn check(&self) -> Result<(), Error> {
        self.chunk.chunk.check()
    }
}

/// One answer, in its chunk.
#[doc(hidden)]
pub struct AnswerRow<'a> {
    chunk: &'a AnswerChunk,
    row: usize,
}

impl<'a> AnswerRow<'a> {
    /// The name of the answer's source, as used in messages.
    pub fn name(&self) -> &str {
        self.chunk.chunk.name()
    }

    /// The line number of the answer, from 1.
    pub fn line(&self) -> u64 {
        self.chunk.line(self.row)
    }

    /// The text of the line; for a grid, its symbols.
    pub fn text(&self) -> &'a [u8] {
        self.chunk.chunk.text(&self.chunk.rows[self.row])
    }

    /// Parses the answer.
    pub fn answer(&self) -> Answer<'a> {
        match self.chunk.chunk.has_grids() {
            true => Answer::Text(self.text().into()),
            false => self.chunk.format.answer(self.text()),
        }
    }
}

/// The answer given by one line.
#[derive(Clone, Debug, PartialEq)]
#[doc(hidden)]
pub enum Answer<'a> {
    /// The text of the solution; empty if there is no solution.
    Text(Cow<'a, [u8]>),
    /// A number of solutions without a solution: `puzzle:2:`.
    Counted,
    /// The line has no field for a solution.
    Bad(BadLine),
}

/// The place of the solution in each line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AnswerFormat {
    pub(super) table: Table,
    /// True if the lines are `puzzle:count:solution`.
    counted: bool,
}

impl AnswerFormat {
    /// Determines the format of a file with this table, whose first bytes are `text`.
    pub fn new(table: &Table, text: &[u8]) -> Self {
        let first = Lines::new(text).map(|(_, line)| line).find(|line| table.skip(line).is_none());
        let counted = !table.has_columns() && first.is_some_and(is_counted);
        // In a file of blank lines alone, each of them is an answer.
        let mut table = if first.is_some() { table.clone() } else { Table::default() };
        if counted {
            table.index = 2;
        }
        Self { table, counted }
    }

    fn of(source: &Source) -> Arc<Self> {
        Arc::new(Self::new(&source.layout().table, source.start()))
    }

    /// Returns true if the first line of a file with that table may be a header. Where lines hold
    /// only a solution, a header needs a known name, because words such as `gave-up` may be
    /// answers.
    fn has_head(&self, puzzles: &Table) -> bool {
        let is_known = |role| column_named(puzzles.columns(), role).next().is_some();
        self.table.has_columns()
            || !self.counted && self.table.index > 0
            || is_known(Role::Solutions)
            || is_known(Role::Puzzles)
    }

    /// Returns the lines of a chunk that are answers, and its number of newlines. A blank line and
    /// a comment are answers unless lines have columns.
    fn rows(&self, chunk: &Chunk) -> (Vec<Record>, u64) {
        let (start, table) = (chunk.place.start, &self.table);
        let head = chunk.layout.preamble.filter(|head| head.has_from(start));
        let head = head.filter(|_| self.has_head(&chunk.layout.table));
        // Skip the rest of an answer in the previous chunk.
        let (mut lines, mut rows) = (chunk.first_place().lines(chunk.bytes()), Vec::new());
        let separator = table.separator().filter(|_| chunk.place.has_quotes);
        loop {
            let newlines = lines.newlines() as u32;
            let Some((at, line)) = lines.next_row(separator) else { break };
            let is_skipped = table.has_columns() && table.skip(line).is_some();
            if !is_skipped && head.is_none_or(|it| it.skip(start + at as u64, line).is_none()) {
                let (at, len) = (at as u32, line.len() as u32);
                rows.push(Record { at, len, newlines, ..Record::default() });
            }
        }
        (rows, lines.newlines())
    }

    /// Parses the answer in a line, with or without its newline.
    pub fn answer<'a>(&self, line: &'a [u8]) -> Answer<'a> {
        let (table, is_json) = (&self.table, self.table.is_json());
        let field = match table.field(line) {
            Ok(field) => field,
            Err(_) if line.trim_ascii().is_empty() => return Answer::Text(b"".into()),
            Err(bad) => return Answer::Bad(bad),
        };
        let text = line[field].trim_ascii();
        // The words are shorter than any grid.
        match text.len() < Size::Four.cells() && is_missing(text) {
            true if self.counted && table.skip(line).is_none() => Answer::Counted,
            true => Answer::Text(b"".into()),
            false if is_json => Answer::Text(plain(text, true)),
            false => Answer::Text(text.into()),
        }
    }
}

/// Describes the problem of a line that has no field for a solution, with its column.
pub(crate) fn describe(bad: &BadLine) -> String {
    bad.to_string().replacen("a puzzle", "a solution", 1)
}

/// Returns true if a line is `puzzle:count:solution`. The solution may be empty; `count+` means
/// that the search was cut short.
fn is_counted(line: &[u8]) -> bool {
    let mut parts = line.trim_ascii().split(|&byte| byte == b':');
    let (Some(puzzle), Some(count), Some(solution), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    let count = count.strip_suffix(b"+").unwrap_or(count);
    puzzle.len() >= 16
        && puzzle.iter().all(|byte| is_symbol(*byte) || byte.is_ascii_alphanumeric())
        && (1..=20).contains(&count.len())
        && count.iter().all(u8::is_ascii_digit)
        && (solution.is_empty() || solution.len() == puzzle.len())
}

#[cfg(all(test, feature = "files"))]
mod tests;
