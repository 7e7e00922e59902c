//! Turns verdicts, in the order of the input, into messages and counts.

use super::{
    Listener, MAX_REPORTED, Tally,
    judge::{Fault, Judged},
};
use crate::input::Slice;
use sudomill_core::Error;

/// Counts verdicts and reports the first wrong answers to the listener.
pub(super) struct Reporter<'a> {
    /// The name of the puzzle file.
    name: String,
    listener: &'a dyn Listener,
    pub tally: Tally,
    reported: usize,
    /// The newlines of the chunks so far.
    newlines: u64,
}

impl<'a> Reporter<'a> {
    pub fn new(name: &str, listener: &'a dyn Listener) -> Self {
        Self { name: name.to_owned(), listener, tally: Tally::default(), reported: 0, newlines: 0 }
    }

    /// Takes the verdicts of the next chunk.
    pub fn report(&mut self, judged: Judged) -> Result<(), Error> {
        judged.chunk.check()?;
        judged.slices.into_iter().try_for_each(Slice::release)?;
        for fault in judged.faults.iter().take(MAX_REPORTED - self.reported) {
            self.listener.wrong(&self.message(fault))?;
            self.reported += 1;
        }
        self.newlines += judged.newlines;
        self.tally.merge(&judged.tally);
        self.listener.progress(judged.chunk.consumed(), judged.tally.puzzles());
        judged.chunk.release();
        Ok(())
    }

    fn message(&self, fault: &Fault) -> String {
        let puzzles = &self.name;
        let line = |newlines: &u64| self.newlines + newlines + 1;
        match fault {
            Fault::Puzzle(newlines, bad) => format!("{puzzles}:{}", bad.at(line(newlines))),
            Fault::Beside(newlines, reason) => format!("{puzzles}:{}:{reason}", line(newlines)),
            Fault::Answer(answers, line, reason) => format!("{answers}:{line}:{reason}"),
        }
    }
}
