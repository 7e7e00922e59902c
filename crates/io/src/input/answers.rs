//! Reads files of solutions, in every format that `solve` writes. Where lines hold nothing but a
//! solution, an empty line is an answer too.

use super::{
    Chunk, Source,
    cells::plain,
    chunk::Record,
    lines::{Lines, symbols::is_symbol},
    table::{Role, Table, column_named},
};
use std::{borrow::Cow, fmt, iter, ops::Range, sync::Arc};
use sudomill_core::error::{BadLine, Error, Problem};

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
    sheet: Option<Arc<AnswerChunk>>,
    taken: usize,
    /// Newlines in the source up to the end of that chunk.
    newlines: u64,
    /// The line after the last answer found, from 1.
    next_line: u64,
}

/// The answers of a chunk.
#[derive(Debug)]
pub(crate) struct AnswerChunk {
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
    sheet: Arc<AnswerChunk>,
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
        let (format, rest) = (format(&first), Box::new(rest));
        Self { source: first, rest, format, sheet: None, taken: 0, newlines: 0, next_line: 1 }
    }

    /// Moves on to the next source; returns `false` if there is none.
    fn next_source(&mut self) -> Result<bool, Error> {
        let Some(source) = self.rest.next().transpose()? else { return Ok(false) };
        self.format = format(&source);
        (self.source, self.newlines, self.next_line) = (source, 0, 1);
        Ok(true)
    }

    /// Fails if any answer is left.
    ///
    /// # Errors
    /// [`Error::Mismatch`] for a leftover answer, or the source cannot be read.
    pub fn expect_end(&mut self) -> Result<(), Error> {
        self.next_line()?.map_or(Ok(()), |line| {
            Err(Error::Mismatch {
                path: self.name().to_owned(),
                line,
                found: "a line",
                expected: "the end: there are no more puzzles",
            })
        })
    }

    /// The name of the current source, as used in messages.
    pub fn name(&self) -> &str {
        self.source.name()
    }

    /// Takes the next `count` answers, or fewer at the end.
    #[doc(hidden)]
    pub fn take(&mut self, count: usize) -> Result<Vec<Slice>, Error> {
        let (mut slices, mut left) = (Vec::new(), count);
        while left > 0 && self.find()? {
            let Some(sheet) = &self.sheet else { break };
            let rows = self.taken..sheet.rows.len().min(self.taken + left);
            left -= rows.len();
            self.taken = rows.end;
            slices.push(Slice { sheet: sheet.clone(), rows });
        }
        Ok(slices)
    }

    /// The line of the next answer, from 1; `None` at the end.
    pub(crate) fn next_line(&mut self) -> Result<Option<u64>, Error> {
        let is_there = self.find()?;
        let sheet = self.sheet.as_ref().filter(|_| is_there);
        Ok(sheet.map(|sheet| sheet.line(self.taken)))
    }

    /// The line after the last answer, from 1.
    pub(crate) fn end_line(&self) -> u64 {
        self.next_line
    }

    /// Returns true if there is another answer; reads chunks as needed.
    fn find(&mut self) -> Result<bool, Error> {
        while self.sheet.as_ref().is_none_or(|sheet| self.taken >= sheet.rows.len()) {
            if let Some(done) = self.sheet.take().and_then(Arc::into_inner) {
                done.release()?;
            }
            let Some(chunk) = self.source.next_chunk(CHUNK)? else {
                match self.next_source()? {
                    true => continue,
                    false => return Ok(false),
                }
            };
            let (sheet, newlines) = AnswerChunk::read(chunk, self.format.clone(), self.newlines);
            self.newlines += newlines;
            if let Some(last) = sheet.rows.len().checked_sub(1) {
                self.next_line = sheet.line(last) + 1;
            }
            (self.sheet, self.taken) = (Some(Arc::new(sheet)), 0);
        }
        Ok(true)
    }
}

fn format(source: &Source) -> Arc<AnswerFormat> {
    Arc::new(AnswerFormat::new(&source.layout().table, source.start()))
}

impl fmt::Debug for Answers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Answers").field("source", &self.source).finish_non_exhaustive()
    }
}

impl AnswerChunk {
    /// Locates the answers of a chunk; also returns its number of newlines.
    fn read(mut chunk: Chunk, format: Arc<AnswerFormat>, before: u64) -> (Self, u64) {
        let (rows, newlines) = match chunk.has_grids() {
            true => {
                let (lines, newlines) = chunk.read_all();
                (lines.into_iter().filter_map(|line| Some(line.1.ok()?.0)).collect(), newlines)
            }
            false => rows(&chunk, &format),
        };
        (Self { chunk, format, rows, before }, newlines)
    }

    /// The line of an answer, from 1.
    fn line(&self, row: usize) -> u64 {
        self.before + u64::from(self.rows[row].newlines) + 1
    }

    fn text(&self, row: usize) -> &[u8] {
        self.chunk.text(&self.rows[row])
    }

    /// Releases the chunk's memory; fails if the mapped file shrank.
    fn release(self) -> Result<(), Error> {
        self.chunk.check()?;
        self.chunk.release();
        Ok(())
    }
}

/// Returns the lines of a chunk that are answers, and the number of newlines in it.
fn rows(chunk: &Chunk, format: &AnswerFormat) -> (Vec<Record>, u64) {
    let start = chunk.place.start;
    let head = chunk.layout.preamble.filter(|head| head.has_from(start));
    let head = head.filter(|_| format.has_head(&chunk.layout.table));
    // Skip the rest of an answer in the previous chunk.
    let (mut lines, mut rows) = (chunk.first_place().lines(chunk.bytes()), Vec::new());
    let separator = format.table.separator().filter(|_| chunk.place.has_quotes);
    loop {
        let newlines = lines.newlines() as u32;
        let Some((at, line)) = lines.next_row(separator) else { break };
        let is_head = head.is_some_and(|head| head.skip(start + at as u64, line).is_some());
        if !is_head && !format.skips(line) {
            rows.push(Record {
                at: at as u32,
                len: line.len() as u32,
                newlines,
                ..Record::default()
            });
        }
    }
    (rows, lines.newlines())
}

impl Slice {
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// Iterates over the answers.
    pub fn iter(&self) -> impl Iterator<Item = AnswerRow<'_>> {
        self.rows.clone().map(|row| AnswerRow { sheet: &self.sheet, row })
    }

    /// Releases the chunk's memory if this is its last user; fails if the mapped file shrank.
    pub fn release(self) -> Result<(), Error> {
        self.sheet.chunk.check()?;
        Arc::into_inner(self.sheet).map_or(Ok(()), AnswerChunk::release)
    }
}

/// One answer, in its chunk.
#[doc(hidden)]
pub struct AnswerRow<'a> {
    sheet: &'a AnswerChunk,
    row: usize,
}

impl<'a> AnswerRow<'a> {
    /// The name of the answer's source, as used in messages.
    pub fn name(&self) -> &str {
        self.sheet.chunk.name()
    }

    /// The line number of the answer, from 1.
    pub fn line(&self) -> u64 {
        self.sheet.line(self.row)
    }

    /// The text of the line; for a grid, its symbols.
    pub fn text(&self) -> &'a [u8] {
        self.sheet.text(self.row)
    }

    /// Parses the answer.
    pub fn answer(&self) -> Answer<'a> {
        match self.sheet.chunk.has_grids() {
            true => Answer::Text(self.text().into()),
            false => self.sheet.format.answer(self.text()),
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

    /// Returns true if the first line of a file with that table may be a header. Where lines hold
    /// only a solution, a header needs a known name, because words such as `gave-up` may be
    /// answers.
    pub fn has_head(&self, puzzles: &Table) -> bool {
        let names = puzzles.columns();
        let is_known = |role| column_named(names, role).next().is_some();
        self.table.has_columns()
            || !self.counted && self.table.index > 0
            || is_known(Role::Solutions)
            || is_known(Role::Puzzles)
    }

    /// Returns true for a line to skip: a blank line or a comment, where lines have columns.
    /// Without columns, every line is an answer.
    pub fn skips(&self, line: &[u8]) -> bool {
        self.table.has_columns() && self.table.skip(line).is_some()
    }

    /// Parses the answer in a line, with or without its newline.
    pub fn answer<'a>(&self, line: &'a [u8]) -> Answer<'a> {
        match self.table.field(line) {
            Ok(field) => {
                let text = line[field.clone()].trim_ascii();
                let is_null = self.table.is_json()
                    && text == b"null"
                    && line[..field.start].last() != Some(&b'"');
                match text.is_empty() || is_null {
                    true if self.counted && self.table.skip(line).is_none() => Answer::Counted,
                    true => Answer::Text(b"".into()),
                    false if self.table.is_json() => Answer::Text(plain(text, true)),
                    false => Answer::Text(text.into()),
                }
            }
            Err(_) if line.trim_ascii().is_empty() => Answer::Text(b"".into()),
            Err(bad) => Answer::Bad(bad),
        }
    }
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

/// Describes the problem of a line that has no field for a solution, with its column.
pub(crate) fn describe(bad: &BadLine) -> String {
    let column = bad.column;
    match &bad.problem {
        Problem::NoField { found, number, name } => {
            let fields = if *found == 1 { "field" } else { "fields" };
            let name = name.as_ref().map(|name| format!(" ({name})")).unwrap_or_default();
            format!("{column}: found {found} {fields}; expected a solution in field {number}{name}")
        }
        Problem::NoKey(key) => {
            format!("{column}: found no key {key:?}; expected one with a solution")
        }
        _ => bad.to_string(),
    }
}

#[cfg(all(test, feature = "files"))]
mod tests;
