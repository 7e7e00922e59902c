//! Reads puzzles from a source of one's own, here what another thread sends, and goes on after
//! malformed lines.
//!
//! ```sh
//! cargo run --release --example own_reader
//! ```

use std::{
    io::{self, Read},
    sync::mpsc::{self, Receiver},
    thread,
};
use sudomill::{
    Error,
    grid::{Order2, Size},
    input::{self, ReadOptions},
};

/// Text that arrives in pieces.
pub struct Incoming {
    pieces: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Incoming {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            self.rest = self.pieces.recv().unwrap_or_default();
        }
        let count = self.rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }
}

pub fn read(pieces: Receiver<Vec<u8>>) -> Result<Vec<String>, Error> {
    let options = ReadOptions::default().with_size(Size::Four);
    let source = input::read_as("network", Incoming { pieces, rest: Vec::new() }, &options)?;
    let lines = source.puzzles::<Order2>().map(|puzzle| match puzzle {
        Ok(puzzle) => Ok(sudomill::solve(&puzzle).status.to_string()),
        // A malformed line has a place; any other error ends the input.
        Err(error) => match error.position().and_then(|at| at.line) {
            Some(line) => Ok(format!("line {line} is malformed: {error}")),
            None => Err(error),
        },
    });
    lines.collect()
}

fn main() -> Result<(), Error> {
    let (sender, pieces) = mpsc::channel();
    let sent = ["1...4.....2....3\n1...", "4..\n", ".4.3.3........2.\n"];
    thread::spawn(move || sent.map(|piece| sender.send(piece.as_bytes().to_vec())));
    read(pieces)?.iter().for_each(|line| println!("{line}"));
    Ok(())
}
