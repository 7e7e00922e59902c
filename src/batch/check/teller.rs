//! Verdicts in the order of the input → messages and counts.

use super::{
    Listener, TOLD, Tally,
    judge::{Fault, Judged},
};
use crate::{Error, input::Slice};

/// Passes the news on.
pub(super) struct Teller<'a> {
    /// The file of puzzles and that of the answers.
    names: [String; 2],
    listener: &'a dyn Listener,
    pub tally: Tally,
    told: usize,
    /// The newlines of the chunks so far.
    newlines: u64,
}

impl<'a> Teller<'a> {
    pub fn new(names: [&str; 2], listener: &'a dyn Listener) -> Self {
        let names = names.map(str::to_owned);
        Self { names, listener, tally: Tally::default(), told: 0, newlines: 0 }
    }

    /// Takes the next chunk.
    pub fn tell(&mut self, judged: Judged) -> Result<(), Error> {
        judged.chunk.check()?;
        judged.slices.into_iter().try_for_each(Slice::release)?;
        for fault in judged.faults.iter().take(TOLD - self.told) {
            self.listener.wrong(&self.worded(fault))?;
            self.told += 1;
        }
        self.newlines += judged.newlines;
        self.tally.merge(&judged.tally);
        self.listener.progress(judged.chunk.consumed(), judged.tally.puzzles());
        judged.chunk.release();
        Ok(())
    }

    fn worded(&self, fault: &Fault) -> String {
        let [puzzles, answers] = &self.names;
        let line = |newlines: &u64| self.newlines + newlines + 1;
        match fault {
            Fault::Puzzle(newlines, bad) => format!("{puzzles}:{}", bad.at(line(newlines))),
            Fault::Beside(newlines, words) => format!("{puzzles}:{}:{words}", line(newlines)),
            Fault::Answer(line, words) => format!("{answers}:{line}:{words}"),
        }
    }
}
