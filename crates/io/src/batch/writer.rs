//! Writes finished chunks to the outputs and notifies the listener, in the order of the input.

use super::{
    Listener, Outputs, Reached,
    page::{Buffers, Solved},
};
use crate::{
    input::{BadLine, Chunk, Problem, Source},
    output::Counts,
};
use sudomill_core::Error;

pub(super) struct Writer<'a> {
    outputs: &'a mut Outputs,
    listener: &'a dyn Listener,
    newlines: u64,
    /// The number of newlines that an earlier run has already passed.
    passed: u64,
    counts: Counts,
    /// The name of the input, if the first bad line ends the run.
    strict: Option<String>,
}

impl<'a> Writer<'a> {
    pub fn new(
        source: &Source,
        strict: bool,
        outputs: &'a mut Outputs,
        listener: &'a dyn Listener,
    ) -> Self {
        let strict = strict.then(|| source.name().to_owned());
        let (passed, counts) = (source.newlines_passed(), Counts::default());
        Self { outputs, listener, newlines: 0, passed, counts, strict }
    }

    /// The counts of the lines whose results are written.
    pub fn into_counts(self) -> Counts {
        self.counts
    }

    /// Writes a part of the results of the next chunk.
    pub fn write_part(&mut self, part: &[u8]) -> Result<(), Error> {
        self.outputs.results.write(part)
    }

    /// Writes the next chunk and returns its buffers. `before` returns the number of newlines of
    /// the file before the source.
    pub fn write(
        &mut self,
        chunk: Chunk,
        solved: Solved,
        before: impl Fn() -> u64,
    ) -> Result<Buffers, Error> {
        let first_bad = solved.bad.first().map_or(u64::MAX, |(newlines, _)| *newlines);
        if let (Some(path), Some((newlines, skip))) = (&self.strict, solved.stray)
            && newlines < first_bad
        {
            let bad = BadLine::new((0, 1), Problem::NotARecord { found: skip.to_string() });
            let line = before() + self.newlines + newlines + 1;
            return Err(Error::BadLine { path: path.clone(), line, bad });
        }
        for (newlines, bad) in solved.bad {
            let line = before() + self.newlines + newlines + bad.line_offset + 1;
            if let Some(input) = &self.strict {
                return Err(Error::BadLine { path: input.clone(), line, bad });
            }
            self.listener.bad_line(line, &bad);
        }
        for (newlines, reason) in solved.wrong {
            let line = before() + self.newlines + newlines + 1;
            self.listener.wrong_solution(line, &reason);
        }
        if let Some((newlines, column)) = solved.undecodable {
            let line = before() + self.newlines + newlines + 1;
            return Err(Error::NotUtf8 { path: chunk.name().to_owned(), line, column });
        }
        self.newlines += solved.newlines;
        self.outputs.results.write_later(&solved.buffers.results)?;
        if let Some(timing) = &mut self.outputs.timing {
            timing.write_later(&solved.buffers.timing)?;
        }
        self.counts.merge(&solved.counts);
        self.listener.progress(chunk.consumed(), solved.counts.puzzles());
        let position = chunk.position_after(self.passed + self.newlines);
        self.listener.reached(&Reached { position, counts: &self.counts, outputs: self.outputs });
        chunk.release();
        Ok(solved.buffers)
    }
}
