//! Reads files of solutions, in every format that `solve` writes. Where lines hold nothing but a
//! solution, an empty line is an answer too.

mod parse;

pub use parse::Answer;
pub(crate) use parse::{AnswerFormat, describe};

use super::{Chunk, Lines, Source, grids::LineKind};
use std::{fmt, iter, ops::Range, sync::Arc};
use sudomill_core::Error;

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
    rows: Vec<Row>,
    /// Newlines in the source before the chunk.
    before: u64,
}

/// Where an answer is in its chunk.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// The offset of the line in the chunk; for a grid, the grid's number, with length 0.
    at: u32,
    len: u32,
    /// Newlines before the answer in the chunk.
    newlines: u32,
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
    fn read(chunk: Chunk, format: Arc<AnswerFormat>, before: u64) -> (Self, u64) {
        let (rows, newlines) = match chunk.grids() {
            Some(grids) => {
                let row = |newlines: u64, grid| Row {
                    at: grid as u32,
                    len: 0,
                    newlines: newlines as u32,
                };
                let rows = grids.lines.iter().filter_map(|line| match line.kind {
                    LineKind::Grid(number) => Some(row(line.newlines, number)),
                    LineKind::Skip(_) => None,
                });
                (rows.collect(), grids.newlines)
            }
            None => rows(&chunk, &format),
        };
        (Self { chunk, format, rows, before }, newlines)
    }

    /// The line of an answer, from 1.
    fn line(&self, row: usize) -> u64 {
        self.before + u64::from(self.rows[row].newlines) + 1
    }

    fn text(&self, row: usize) -> &[u8] {
        let Row { at, len, .. } = self.rows[row];
        match self.chunk.grids() {
            Some(grids) => grids.grid(at as usize).0,
            None => &self.chunk.text()[at as usize..][..len as usize],
        }
    }

    /// Releases the chunk's memory; fails if the mapped file shrank.
    fn release(self) -> Result<(), Error> {
        self.chunk.check()?;
        self.chunk.release();
        Ok(())
    }
}

/// Returns the lines of a chunk that are answers, and the number of newlines in it.
fn rows(chunk: &Chunk, format: &AnswerFormat) -> (Vec<Row>, u64) {
    let text = chunk.text();
    let start = chunk.start + (chunk.bytes().len() - text.len()) as u64;
    let head = chunk.layout.preamble.filter(|head| head.has_from(start));
    let head = head.filter(|_| format.has_head(&chunk.layout.table));
    let separator = format.separator().filter(|_| memchr::memchr(b'"', text).is_some());
    let (mut lines, mut rows) = (Lines::new(text), Vec::new());
    if chunk.inside_record {
        lines.by_ref().for_each(drop);
    } else if chunk.inside_line {
        // This is the rest of the previous answer.
        lines.next();
    }
    loop {
        let newlines = lines.newlines() as u32;
        let Some((at, line)) = lines.next_row(separator) else { break };
        let is_head = head.is_some_and(|head| head.skip(start + at as u64, line).is_some());
        if !is_head && !format.skips(line) {
            rows.push(Row { at: at as u32, len: line.len() as u32, newlines });
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
        match self.sheet.chunk.grids() {
            Some(_) => Answer::Text(self.text()),
            None => self.sheet.format.answer(self.text()),
        }
    }
}

#[cfg(all(test, feature = "files"))]
mod tests;
