//! KEYS → PARTITIONS, in temporary files once they outgrow their buffers: puzzles with the same key are in
//! the same partition, so each can be looked through in memory by itself.

use std::{
    hash::{BuildHasher, BuildHasherDefault, DefaultHasher},
    io::{self, BufRead, BufReader, BufWriter, Read, Seek, Write},
    iter,
};
use sudomill_input::{Error, Layout, OptionsError, error::io_error};
use sudomill_puzzle::grid::Size;
use tempfile::{SpooledTempFile, spooled_tempfile};

/// The number of partitions: with a billion puzzles, each has half a gigabyte.
const PARTITIONS: usize = 128;

/// The number of bytes of a partition that are held in memory.
const HELD: usize = if cfg!(test) { 1 << 8 } else { 1 << 16 };

/// Fails unless the puzzles of a layout have keys: canonical forms or, with `exact`, their own cells.
pub fn expect_form(layout: &Layout, exact: bool, path: &str) -> Result<(), Error> {
    if exact || (layout.size == Size::Nine && !layout.candidates) {
        return Ok(());
    }
    let found = if layout.candidates { "candidates".into() } else { layout.size.to_string() };
    Err(OptionsError::NoCanonicalForm { path: path.to_owned(), found }.into())
}

/// Keys, each with some numbers.
#[derive(Debug)]
pub struct Partitions<const NUMBERS: usize>(Vec<Partition<NUMBERS>>);

impl<const NUMBERS: usize> Partitions<NUMBERS> {
    pub fn new() -> Self {
        Self((0..PARTITIONS).map(|_| Partition(Spool::new(HELD))).collect())
    }

    /// Adds the form of a puzzle, which is its key.
    pub fn add(&mut self, form: Vec<u8>, numbers: [u64; NUMBERS]) -> Result<(), Error> {
        let key = packed(form);
        let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(&key);
        let partition = &mut self.0[hash as usize % PARTITIONS];
        partition.0.add(&[&key, numbers.map(u64::to_le_bytes).as_flattened()])
    }

    pub fn into_partitions(self) -> Vec<Partition<NUMBERS>> {
        self.0
    }

    /// Returns true if some partitions are in files.
    #[cfg(test)]
    pub fn are_rolled(&self) -> bool {
        self.0.iter().any(|partition| partition.0.0.get_ref().is_rolled())
    }
}

/// Some of the keys.
#[derive(Debug)]
pub struct Partition<const NUMBERS: usize>(Spool);

impl<const NUMBERS: usize> Partition<NUMBERS> {
    /// Calls `take` with each key and its numbers, in order.
    pub fn each(&mut self, take: &mut dyn FnMut(&[u8], [u64; NUMBERS])) -> Result<(), Error> {
        self.0.each(&mut |bytes| {
            let (key, numbers) = bytes.split_at(bytes.len() - NUMBERS * size_of::<u64>());
            let number = |at: &[u8; 8]| u64::from_le_bytes(*at);
            let mut numbers = numbers.as_chunks().0.iter().map(number);
            take(key, [(); NUMBERS].map(|()| numbers.next().unwrap_or_default()));
            Ok(())
        })
    }
}

/// Packs the values of 81 cells into half a byte each.
fn packed(form: Vec<u8>) -> Vec<u8> {
    match form.len() {
        81 => form.chunks(2).map(|two| two.iter().fold(0, |all, value| all << 4 | value)).collect(),
        _ => form,
    }
}

/// Byte strings, in a temporary file once they outgrow the memory that they may take.
#[derive(Debug)]
pub struct Spool(BufWriter<SpooledTempFile>);

impl Spool {
    pub fn new(held: usize) -> Self {
        Self(BufWriter::with_capacity(HELD, spooled_tempfile(held)))
    }

    /// Adds the string of these parts.
    pub fn add(&mut self, parts: &[&[u8]]) -> Result<(), Error> {
        let len = parts.iter().map(|part| part.len() as u32).sum::<u32>().to_le_bytes();
        let mut parts = iter::once(&len[..]).chain(parts.iter().copied());
        parts.try_for_each(|part| self.0.write_all(part)).map_err(temporary)
    }

    /// Calls `take` with each string, in order.
    pub fn each(&mut self, take: &mut dyn FnMut(&[u8]) -> Result<(), Error>) -> Result<(), Error> {
        self.0.flush().and_then(|()| self.0.get_mut().rewind()).map_err(temporary)?;
        let (mut file, mut text) = (BufReader::with_capacity(HELD, self.0.get_mut()), Vec::new());
        let mut next = |text: &mut Vec<u8>| {
            if file.fill_buf()?.is_empty() {
                return Ok(false);
            }
            let mut len = [0; 4];
            file.read_exact(&mut len)?;
            text.resize(u32::from_le_bytes(len) as usize, 0);
            file.read_exact(text)?;
            Ok(true)
        };
        while next(&mut text).map_err(temporary)? {
            take(&text)?;
        }
        Ok(())
    }
}

/// The error of a temporary file.
fn temporary(cause: io::Error) -> Error {
    io_error("temporary file", "cannot be written or read")(cause)
}
