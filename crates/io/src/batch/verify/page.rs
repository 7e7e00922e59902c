//! The puzzles of a chunk, found but not yet judged.

use super::judge::{Judge, Judged};
use crate::input::{BadLine, Chunk, Line, Slice};
use sudomill_core::grid::Order;

/// The rows of a chunk.
pub(super) struct Page {
    chunk: Chunk,
    rows: Vec<Row>,
    /// The errors of the first bad puzzles, at most as many as are reported.
    bad: Vec<BadLine>,
    newlines: u64,
    lines: u64,
}

/// The position of a puzzle.
#[derive(Clone, Copy)]
struct Row {
    /// The offset of its text in the chunk; [`BAD`] for a bad puzzle.
    at: u32,
    /// The number of newlines before it in the chunk.
    newlines: u32,
}

/// Never an offset: chunks are shorter.
const BAD: u32 = u32::MAX;

impl Page {
    /// Finds the rows of a chunk.
    pub fn read<O: Order>(chunk: Chunk) -> Self {
        let (mut rows, mut bad, mut skipped) = (Vec::new(), Vec::new(), 0);
        let base = chunk.puzzle_text().as_ptr().addr();
        let row = |newlines: u64, text: &[u8]| {
            let at = (text.as_ptr().addr() - base) as u32;
            Row { at, newlines: newlines as u32 }
        };
        let mut lines = chunk.lines::<O>();
        loop {
            let newlines = lines.newlines();
            if let Some(text) = lines.next_plain() {
                rows.push(row(newlines, text));
                continue;
            }
            match lines.next() {
                None => break,
                Some((_, _, Line::Skip(_))) => skipped += 1,
                Some((newlines, _, Line::Puzzle(text, _))) => rows.push(row(newlines, text)),
                Some((newlines, _, Line::Bad(why))) => {
                    rows.push(Row { at: BAD, newlines: newlines as u32 });
                    if bad.len() < super::MAX_REPORTED {
                        bad.push(why);
                    }
                }
            }
        }
        let (newlines, lines) = (lines.newlines(), rows.len() as u64 + skipped);
        Self { chunk, rows, bad, newlines, lines }
    }

    /// The number of the chunk.
    pub fn index(&self) -> u64 {
        self.chunk.index
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Judges the answer of each row. Rows without an answer are skipped.
    pub fn judge<O: Order>(self, slices: Vec<Slice>) -> Judged {
        let mut judge = Judge::new(&self.chunk);
        let mut bad = self.bad.iter();
        let len = self.chunk.notation().symbols::<O>();
        for (row, answer) in self.rows.iter().zip(slices.iter().flat_map(Slice::iter)) {
            let newlines = row.newlines.into();
            if row.at == BAD {
                judge.bad(newlines, bad.next());
                continue;
            }
            let text = &self.chunk.puzzle_text()[row.at as usize..][..len];
            judge.answer_row::<O>(newlines, text, &answer);
        }
        let (mut tally, faults) = judge.end();
        tally.lines = self.lines;
        Judged { tally, faults, newlines: self.newlines, slices, chunk: self.chunk }
    }
}
