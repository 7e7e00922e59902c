//! Reads files of solutions, in every format that `solve` writes. Where lines hold only
//! solutions, an empty line is an answer too.

mod parse;

pub(crate) use parse::{Answer, AnswerFormat, worded};

use super::{Chunk, Lines, Source, grids::LineKind};
use crate::error::Error;
use std::{fmt, iter, ops::Range, sync::Arc};

/// The approximate size of a chunk.
const CHUNK: usize = 128 << 10;

/// The answers of a source, in order. Only locates each answer; the caller reads it, on
/// its own thread.
pub struct Answers {
    source: Source,
    /// The sources after it.
    rest: Box<dyn Iterator<Item = Result<Source, Error>> + Send>,
    format: Arc<AnswerFormat>,
    /// The chunk of answers read last, and the number of answers taken from it.
    sheet: Option<Arc<AnswerChunk>>,
    taken: usize,
    /// The newlines of the source up to the end of that chunk.
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
    /// The newlines of the source before the chunk.
    before: u64,
}

/// The place of an answer.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// The offset of its line in the chunk; for a grid its number, with length 0.
    at: u32,
    len: u32,
    /// The newlines before it in the chunk.
    newlines: u32,
}

/// Some answers of a chunk.
#[derive(Debug)]
pub(crate) struct Slice {
    sheet: Arc<AnswerChunk>,
    rows: Range<usize>,
}

impl Answers {
    /// The answers of that source: its column of solutions.
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

    /// The answers of several sources, one after the other. A source is taken once all
    /// answers before it are.
    pub fn of_all(
        first: Source,
        rest: impl Iterator<Item = Result<Source, Error>> + Send + 'static,
    ) -> Self {
        let (format, rest) = (format(&first), Box::new(rest));
        Self { source: first, rest, format, sheet: None, taken: 0, newlines: 0, next_line: 1 }
    }

    /// Goes on to the next source; returns whether there is one.
    fn next_source(&mut self) -> Result<bool, Error> {
        let Some(source) = self.rest.next().transpose()? else { return Ok(false) };
        self.format = format(&source);
        (self.source, self.newlines, self.next_line) = (source, 0, 1);
        Ok(true)
    }

    /// Fails if an answer is left.
    ///
    /// # Errors
    /// [`Error::Mismatch`], or the source cannot be read.
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

    /// The name of the source in messages.
    pub fn name(&self) -> &str {
        self.source.name()
    }

    /// The next `count` answers; fewer at the end.
    pub(crate) fn take(&mut self, count: usize) -> Result<Vec<Slice>, Error> {
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

    /// Whether there is another answer; reads a chunk if needed.
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
    /// Locates the answers of a chunk; also returns its newlines.
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

    /// Releases its memory; fails if the mapped file shrank.
    fn release(self) -> Result<(), Error> {
        self.chunk.check()?;
        self.chunk.release();
        Ok(())
    }
}

/// The lines of a chunk that are answers, and its newlines.
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
        // The rest of a line belongs to the answer before.
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
    /// The number of answers.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// The answers.
    pub fn iter(&self) -> impl Iterator<Item = AnswerRow<'_>> {
        self.rows.clone().map(|row| AnswerRow { sheet: &self.sheet, row })
    }

    /// Releases its memory if it is the last user; fails if the mapped file shrank.
    pub fn release(self) -> Result<(), Error> {
        self.sheet.chunk.check()?;
        Arc::into_inner(self.sheet).map_or(Ok(()), AnswerChunk::release)
    }
}

/// An answer in its chunk.
pub(crate) struct AnswerRow<'a> {
    sheet: &'a AnswerChunk,
    row: usize,
}

impl<'a> AnswerRow<'a> {
    /// The name of its source in messages.
    pub fn name(&self) -> &str {
        self.sheet.chunk.name()
    }

    /// Its line, from 1.
    pub fn line(&self) -> u64 {
        self.sheet.line(self.row)
    }

    /// The text of its line; for a grid its symbols.
    pub fn text(&self) -> &'a [u8] {
        self.sheet.text(self.row)
    }

    /// The answer in it.
    pub fn answer(&self) -> Answer<'a> {
        match self.sheet.chunk.grids() {
            Some(_) => Answer::Text(self.text()),
            None => self.sheet.format.answer(self.text()),
        }
    }
}

#[cfg(all(test, feature = "files"))]
mod tests;
