//! Common parts of the targets: splitting an input, making a puzzle from any text, and comparing
//! how a text is read when it is cut in different ways.

pub mod strategies;

use std::{
    io::{Cursor, Read},
    ops::ControlFlow,
    path::Path,
};
use sudomill::{
    for_size,
    grid::{Order, Puzzle},
    input::{ReadOptions, Source, any_puzzle, read_as},
};
use sudomill_input::puzzles::each_line;
use sudomill_puzzle::any::Parsed;

/// A source of choices: the first bytes of an input as a number, from which choices are taken like
/// digits. The rest of the input stays readable text, for seeds and crashes.
pub struct Choices(u32);

impl Choices {
    pub fn split(data: &[u8]) -> Option<(Self, &[u8])> {
        let (head, text) = data.split_first_chunk()?;
        Some((Self(u32::from_le_bytes(*head)), text))
    }

    /// Chooses a number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u32;
        let chosen = self.0 % bound;
        self.0 /= bound;
        chosen as usize
    }

    /// Chooses one of these values.
    pub fn one_of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }
}

/// Makes a puzzle from any text: `1` to `9` are clues, any other byte and the end of the text are
/// empty cells. A clue that repeats a digit is dropped.
pub fn puzzle<O: Order>(text: &[u8]) -> Puzzle<O> {
    let mut values = vec![0; O::CELLS];
    for (cell, byte) in text.iter().take(O::CELLS).enumerate() {
        values[cell] = byte.checked_sub(b'0').filter(|&v| usize::from(v) <= O::SIDE).unwrap_or(0);
        if Puzzle::<O>::new(&values).is_err() {
            values[cell] = 0;
        }
    }
    Puzzle::new(&values).expect("conflicting clues are left out")
}

/// A reader that returns a text a few bytes at a time.
pub struct Pieces {
    text: Cursor<Vec<u8>>,
    size: usize,
}

impl Pieces {
    pub fn new(text: &[u8], size: usize) -> Self {
        Self { text: Cursor::new(text.to_vec()), size }
    }
}

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let room = buffer.len().min(self.size);
        self.text.read(&mut buffer[..room])
    }
}

/// Reads a text as a whole, and in pieces and chunks of these sizes. Fails unless both find the
/// same layout and the same lines, or the same error. Also checks the number of lines.
pub fn assert_reads_alike(text: &[u8], how: &ReadOptions, piece: usize, chunk: usize) {
    let whole = read_as("text", Cursor::new(text.to_vec()), how);
    let pieces = read_as("text", Pieces::new(text, piece), how);
    let (whole, pieces) = match (whole, pieces) {
        (Ok(whole), Ok(pieces)) => (whole, pieces),
        (whole, pieces) => {
            let [whole, pieces] =
                [whole, pieces].map(|it| it.map_or_else(|e| e.to_string(), |_| "read".into()));
            return assert_eq!(whole, pieces);
        }
    };
    assert_eq!(whole.layout(), pieces.layout());
    let found = lines(whole, usize::MAX);
    assert_eq!(found, lines(pieces, chunk));
    assert!(found.is_sorted_by(|a, b| a.0 < b.0), "line numbers grow");
    if !found.iter().any(|(number, _)| *number == FAILED) {
        assert_counted(found.len() as u64, text);
    }
}

/// Fails unless a text has `lines` lines, which end with LF, CR or CRLF; the last one may lack its
/// end. Compressed texts and texts in other encodings are not checked.
pub fn assert_counted(lines: u64, text: &[u8]) {
    const OTHERS: [&[u8]; 4] = [b"\x1F\x8B", b"\x28\xB5\x2F\xFD", b"\xFF\xFE", b"\xFE\xFF"];
    if OTHERS.iter().any(|mark| text.starts_with(mark)) {
        return;
    }
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    let is_end = |at: usize| match text[at] {
        b'\r' => text.get(at + 1) != Some(&b'\n'),
        byte => byte == b'\n',
    };
    let ends = (0..text.len()).filter(|&at| is_end(at)).count();
    let rest = text.last().is_some_and(|last| !b"\n\r".contains(last));
    assert_eq!(lines, ends as u64 + u64::from(rest), "lines that are counted, lines of the text");
}

/// The line number of an error that ends the reading.
const FAILED: u64 = u64::MAX;

/// Describes every line of a source, each with its number.
fn lines(mut source: Source, chunk: usize) -> Vec<(u64, String)> {
    let (mut found, layout) = (Vec::new(), source.layout().clone());
    let end = each_line(&mut source, chunk, &mut |number, line| {
        let words = match line {
            Parsed::Puzzle(text) => for_size!(layout.size, O => {
                let puzzle = any_puzzle(text, &layout).expect("a valid puzzle");
                let puzzle = puzzle.puzzle::<O>().expect("a valid puzzle");
                format!("a puzzle {}", puzzle.text(layout.alphabet))
            }),
            Parsed::Bad(bad) => bad.at(number),
            Parsed::Skip(skip) => format!("{skip:?}"),
        };
        found.push((number, words));
        ControlFlow::Continue(())
    });
    if let Err(error) = end {
        found.push((FAILED, error.to_string()));
    }
    found
}

/// Creates a folder for the files of a target, in memory if possible.
pub fn folder() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    match memory.is_dir() {
        true => tempfile::tempdir_in(memory),
        false => tempfile::tempdir(),
    }
    .expect("a temporary folder")
}
