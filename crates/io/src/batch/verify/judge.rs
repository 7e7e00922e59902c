//! Judges answers: a puzzle and its answer → right, wrong or not given.

use super::{MAX_REPORTED, Tally};
use crate::input::{Answer, AnswerRow, BadLine, Chunk, Line, Slice, describe, parse_line_in};
use sudomill_core::{grid::Order, verify};

/// A chunk whose answers have been judged.
pub(super) struct Judged {
    pub chunk: Chunk,
    /// The answers that were judged, if they come from a separate file.
    pub slices: Vec<Slice>,
    pub tally: Tally,
    /// The first faults, at most as many as are reported.
    pub faults: Vec<Fault>,
    /// The number of newlines in the chunk.
    pub newlines: u64,
}

/// A wrong answer or a bad puzzle.
pub(super) enum Fault {
    /// A bad puzzle, with the number of newlines before it in the chunk.
    Puzzle(u64, BadLine),
    /// A wrong answer in the row of its puzzle, with the number of newlines before it in the chunk.
    Beside(u64, String),
    /// A wrong answer in a file of answers: the file name, the line number from 1, and the reason.
    Answer(String, u64, String),
}

/// Judges the answers of a chunk one by one.
pub(super) struct Judge<'a> {
    chunk: &'a Chunk,
    tally: Tally,
    faults: Vec<Fault>,
}

/// Judges the answers in the rows of their puzzles.
pub(super) fn beside<O: Order>(chunk: Chunk) -> Judged {
    let mut judge = Judge::new(&chunk);
    let mut lines = chunk.lines::<O>();
    let answer = |line| match chunk.solutions() {
        Some(reading) => reading.answer(line),
        None => Answer::Text(b""),
    };
    let mut skipped = 0;
    loop {
        let (at, newlines) = (lines.at(), lines.newlines());
        if let Some(text) = lines.next_plain() {
            judge.beside::<O>(newlines, text, answer(lines.since(at)));
            continue;
        }
        match lines.next() {
            None => break,
            Some((_, _, Line::Skip(_))) => skipped += 1,
            Some((newlines, _, Line::Bad(bad))) => judge.bad(newlines, Some(&bad)),
            Some((newlines, _, Line::Puzzle(text, _))) => {
                judge.beside::<O>(newlines, text, answer(lines.since(at)));
            }
        }
    }
    let newlines = lines.newlines();
    let (mut tally, faults) = judge.end();
    tally.lines = tally.puzzles() + skipped;
    Judged { tally, faults, newlines, slices: Vec::new(), chunk }
}

impl<'a> Judge<'a> {
    pub fn new(chunk: &'a Chunk) -> Self {
        Self { chunk, tally: Tally::default(), faults: Vec::new() }
    }

    pub fn end(self) -> (Tally, Vec<Fault>) {
        (self.tally, self.faults)
    }

    /// Counts a bad puzzle; no answer to it is right. `bad` may be `None` once enough wrong answers
    /// are reported.
    pub fn bad(&mut self, newlines: u64, bad: Option<&BadLine>) {
        self.tally.invalid += 1;
        self.tally.wrong += 1;
        if let Some(bad) = bad.filter(|_| self.faults.len() < MAX_REPORTED) {
            self.faults.push(Fault::Puzzle(newlines, bad.clone()));
        }
    }

    /// Judges a puzzle whose answer is in a file of answers.
    #[inline]
    pub fn answer_row<O: Order>(&mut self, newlines: u64, text: &[u8], row: &AnswerRow) {
        let alphabet = self.chunk.alphabet();
        // Fast path: most lines consist of the answer only.
        if verify::is_right::<O>(text, row.text(), alphabet) {
            self.tally.right += 1;
        } else {
            let fault = |reason| Fault::Answer(row.name().to_owned(), row.line(), reason);
            self.row::<O>(newlines, text, row.answer(), fault);
        }
    }

    /// Judges a puzzle whose answer is in the same row.
    #[inline]
    fn beside<O: Order>(&mut self, newlines: u64, text: &[u8], answer: Answer) {
        self.row::<O>(newlines, text, answer, |reason| Fault::Beside(newlines, reason));
    }

    #[inline]
    fn row<O: Order>(
        &mut self,
        newlines: u64,
        text: &[u8],
        answer: Answer,
        fault: impl FnOnce(String) -> Fault,
    ) {
        match answer {
            Answer::Text(answer) if verify::is_right::<O>(text, answer, self.chunk.alphabet()) => {
                self.tally.right += 1;
            }
            answer => self.other::<O>(newlines, text, answer, fault),
        }
    }

    #[cold]
    fn other<O: Order>(
        &mut self,
        newlines: u64,
        text: &[u8],
        answer: Answer,
        fault: impl FnOnce(String) -> Fault,
    ) {
        let alphabet = self.chunk.alphabet();
        let Line::Puzzle(_, puzzle) = parse_line_in::<O>(text, alphabet) else {
            // The clues repeat a digit. Parsing the whole line again gives the column.
            let bad = match self.chunk.line_of::<O>(text) {
                Line::Bad(bad) => Some(bad),
                _ => None,
            };
            return self.bad(newlines, bad.as_ref());
        };
        let reason = match answer {
            Answer::Counted => {
                self.tally.not_given += 1;
                return;
            }
            Answer::Bad(bad) => describe(&bad),
            Answer::Text(answer) => match verify::check_text(&puzzle, answer, alphabet) {
                Ok(()) => {
                    self.tally.right += 1;
                    return;
                }
                Err(fault) => format!(" {fault}"),
            },
        };
        self.tally.wrong += 1;
        if self.faults.len() < MAX_REPORTED {
            self.faults.push(fault(reason));
        }
    }
}
