//! Reads files of solutions, in every format that `solve` writes. Where lines hold nothing but a
//! solution, an empty line is an answer too.

mod joined;
mod key;

pub use joined::{Joined, Unmatched};
pub use key::{KeyColumn, TableRow};

use std::{iter, sync::Arc};
use sudomill_input::{
    Answer, AnswerFormat, Chunk, Error, InputErrorKind, Layout, Record, Source, Table, answer_lines,
};

/// Target size of a chunk, in bytes.
const CHUNK: usize = 128 << 10;

/// Iterates over the answers of one or more sources, in order. It only locates each answer; the
/// caller parses it, on its own thread.
pub struct Answers {
    source: Source,
    /// The sources still to be read.
    rest: Box<dyn Iterator<Item = Result<Source, Error>> + Send>,
    /// The answers that are located but not taken.
    left: Option<Slice>,
    /// Newlines in the source up to the end of the last chunk.
    newlines: u64,
    /// The line after the last answer found, from 1.
    next_line: u64,
    /// The answers once they are joined to their puzzles; none is left then.
    pub joined: Option<Joined>,
}

/// Consecutive answers of one chunk, which is released with the last slice of it.
#[derive(Clone, Debug)]
pub struct Slice {
    chunk: Arc<Chunk>,
    rows: Vec<Record>,
    /// Newlines in the source before the chunk.
    before: u64,
}

impl Answers {
    /// Reads the answers in the column of solutions of one source.
    pub fn new(source: Source) -> Self {
        Self::of_all(source, iter::empty())
    }

    /// Reads the answers of several sources, one after the other. A source is opened only once all
    /// answers before it are taken.
    pub fn of_all(
        first: Source,
        rest: impl Iterator<Item = Result<Source, Error>> + Send + 'static,
    ) -> Self {
        Self {
            source: with_format(first),
            rest: Box::new(rest),
            left: None,
            newlines: 0,
            next_line: 1,
            joined: None,
        }
    }

    /// Fails if any answer is left.
    ///
    /// # Errors
    /// [`InputErrorKind::ManyAnswers`] for a leftover answer, or the source cannot be read.
    pub fn expect_end(&mut self) -> Result<(), Error> {
        let mut left = Vec::new();
        self.take(1, &mut left)?;
        match left.iter().flat_map(Slice::iter).next() {
            None => Ok(()),
            Some(it) => Err(InputErrorKind::ManyAnswers.at(it.name(), it.line(), None)),
        }
    }

    /// The error where an answer is missing: at the end of the last source.
    pub(crate) fn too_few(&self) -> Error {
        InputErrorKind::FewAnswers.at(self.name(), self.next_line, None)
    }

    /// The name of the current source, as used in messages.
    pub fn name(&self) -> &str {
        self.source.name()
    }

    /// The columns of the current source, of which that of the solutions is read.
    pub fn table(&self) -> &Table {
        &self.source.layout.table
    }

    /// Takes the next `count` answers, or fewer at the end, and appends them to `slices`: those before an
    /// error, too.
    #[doc(hidden)]
    pub fn take(&mut self, count: usize, slices: &mut Vec<Slice>) -> Result<(), Error> {
        let mut wanted = count;
        while wanted > 0
            && let Some(left) = self.find()?
        {
            let rows: Vec<_> = left.rows.drain(..wanted.min(left.rows.len())).collect();
            wanted -= rows.len();
            slices.push(Slice { chunk: left.chunk.clone(), rows, before: left.before });
        }
        Ok(())
    }

    /// Locates the next answers, of which there is at least one; `None` at the end.
    fn find(&mut self) -> Result<Option<&mut Slice>, Error> {
        while self.left.as_ref().is_none_or(|left| left.rows.is_empty()) {
            // Released before the next chunk is read.
            self.left.take().map_or(Ok(()), |left| left.check())?;
            if let Some(mut chunk) = self.source.next_chunk(CHUNK)? {
                let (rows, newlines) = answer_lines(&mut chunk);
                let left = Slice { chunk: Arc::new(chunk), rows, before: self.newlines };
                self.newlines += newlines;
                self.next_line = left.iter().last().map_or(self.next_line, |it| it.line() + 1);
                self.left = Some(left);
            } else if let Some(source) = self.rest.next().transpose()? {
                self.source = with_format(source);
                self.newlines = 0;
                self.next_line = 1;
            } else {
                return Ok(None);
            }
        }
        Ok(self.left.as_mut())
    }
}

/// Determines where the lines of a source have their solutions.
fn with_format(mut source: Source) -> Source {
    let format = AnswerFormat::new(&source.layout.table, source.start());
    source.layout.solutions = Some(Arc::new(format));
    source
}

impl Drop for Slice {
    fn drop(&mut self) {
        // A chunk that two threads drop at once is released with a later one.
        if Arc::strong_count(&self.chunk) == 1 {
            self.chunk.release();
        }
    }
}

impl Slice {
    /// The number of answers.
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// Iterates over the answers.
    pub fn iter(&self) -> impl Iterator<Item = AnswerRow<'_>> {
        self.rows.iter().map(|row| AnswerRow { slice: self, row })
    }

    /// Fails if the mapped file shrank. Then all answers must be discarded.
    pub fn check(&self) -> Result<(), Error> {
        self.chunk.check()
    }
}

/// One answer, in its chunk.
pub struct AnswerRow<'a> {
    slice: &'a Slice,
    row: &'a Record,
}

impl<'a> AnswerRow<'a> {
    /// The name of the answer's source, as used in messages.
    pub fn name(&self) -> &str {
        &self.slice.chunk.name
    }

    /// The line number of the answer, from 1.
    pub fn line(&self) -> u64 {
        self.slice.before + u64::from(self.row.newlines) + 1
    }

    /// The text of the line; for a grid, its symbols.
    pub fn text(&self) -> &'a [u8] {
        self.slice.chunk.text(self.row)
    }

    /// Reads the answer to a puzzle in this layout.
    pub fn answer(&self, puzzles: &Layout) -> Answer<'a> {
        self.slice.chunk.answer(self.text(), puzzles)
    }

    /// The columns of the answer's source.
    pub fn table(&self) -> &'a Table {
        &self.slice.chunk.layout.table
    }
}
