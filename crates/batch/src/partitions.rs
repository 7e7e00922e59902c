//! KEYS → PARTITIONS, in temporary files once they outgrow their buffers: puzzles with the same key are in
//! the same partition, so each can be looked through in memory by itself.

#[cfg(feature = "files")]
use std::{cmp::Reverse, collections::BinaryHeap};
use std::{
    fs::File,
    hash::{BuildHasher, BuildHasherDefault, DefaultHasher},
    io::{self, BufRead, BufReader, Chain, Read, Seek, SeekFrom, Write},
};
use sudomill_input::{Error, Layout, OptionsError, error::io_error};
use sudomill_puzzle::grid::Size;
use tempfile::tempfile;

/// The number of partitions: with a billion puzzles, each has half a gigabyte.
pub const PARTITIONS: usize = 128;

/// The number of bytes of a partition that are held in memory: few, since there are so many partitions.
const HELD: usize = 1 << 16;

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
        Self((0..PARTITIONS).map(|_| Partition::new()).collect())
    }

    /// Adds the form of a puzzle, which is its key.
    pub fn add(&mut self, form: Vec<u8>, numbers: [u64; NUMBERS]) -> Result<(), Error> {
        let key = packed(&form);
        let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(&key);
        let partition = &mut self.0[hash as usize % PARTITIONS];
        partition.add(&key, numbers)
    }

    pub fn into_partitions(self) -> Vec<Partition<NUMBERS>> {
        self.0
    }
}

/// For `vicinity`, whose keys come in rounds and leave in order.
#[cfg(feature = "files")]
impl<const NUMBERS: usize> Partitions<NUMBERS> {
    pub fn from_partitions(partitions: Vec<Partition<NUMBERS>>) -> Self {
        Self(partitions)
    }

    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Partition<NUMBERS>> {
        self.0.iter_mut()
    }

    /// Calls `take` with each key and its numbers, in ascending order. Sorts one partition after the other
    /// in memory.
    pub fn each_sorted(
        self,
        mut take: impl FnMut(&[u8], [u64; NUMBERS]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut sorted = Vec::new();
        for Partition(mut partition) in self.0 {
            let mut texts = Vec::new();
            partition.each(&mut |text| {
                texts.push(text.to_vec());
                Ok(())
            })?;
            texts.sort_unstable();
            let mut spool = Spool::default();
            texts.iter().try_for_each(|text| spool.add(&[text]))?;
            sorted.push(spool);
        }
        let mut strings =
            sorted.iter_mut().map(Spool::strings).collect::<Result<Vec<_>, Error>>()?;
        // The next string of each partition, the smallest on top.
        let mut next = BinaryHeap::new();
        for (number, strings) in strings.iter_mut().enumerate() {
            let mut text = Vec::new();
            if strings.next(&mut text)? {
                next.push(Reverse((text, number)));
            }
        }
        while let Some(Reverse((mut text, number))) = next.pop() {
            let (key, numbers) = key_and_numbers(&text);
            take(key, numbers)?;
            if strings[number].next(&mut text)? {
                next.push(Reverse((text, number)));
            }
        }
        Ok(())
    }
}

/// Some of the keys.
#[derive(Debug)]
pub struct Partition<const NUMBERS: usize>(Spool);

impl<const NUMBERS: usize> Partition<NUMBERS> {
    pub fn new() -> Self {
        Self(Spool::default())
    }

    /// Calls `take` with each key and its numbers, in order. Afterwards, more can be added.
    pub fn each(&mut self, take: &mut dyn FnMut(&[u8], [u64; NUMBERS])) -> Result<(), Error> {
        self.0.each(&mut |bytes| {
            let (key, numbers) = key_and_numbers(bytes);
            take(key, numbers);
            Ok(())
        })
    }

    /// Adds a key that belongs here, as [`Self::each`] tells it.
    pub fn add(&mut self, key: &[u8], numbers: [u64; NUMBERS]) -> Result<(), Error> {
        self.0.add(&[key, numbers.map(u64::to_le_bytes).as_flattened()])
    }
}

/// Divides what is stored.
fn key_and_numbers<const NUMBERS: usize>(bytes: &[u8]) -> (&[u8], [u64; NUMBERS]) {
    let (key, numbers) = bytes.split_at(bytes.len() - NUMBERS * size_of::<u64>());
    let number = |at: &[u8; 8]| u64::from_le_bytes(*at);
    let mut numbers = numbers.as_chunks().0.iter().map(number);
    (key, [(); NUMBERS].map(|()| numbers.next().unwrap_or_default()))
}

/// The values of the 81 cells of a key.
#[cfg(feature = "files")]
pub fn unpacked(key: &[u8]) -> [u8; 81] {
    std::array::from_fn(|cell| match cell {
        80 => key[40],
        _ => key[cell / 2] >> (4 * (1 - cell % 2)) & 15,
    })
}

/// Packs the values of 81 cells into half a byte each.
pub fn packed(form: &[u8]) -> Vec<u8> {
    match form.len() {
        81 => form.chunks(2).map(|two| two.iter().fold(0, |all, value| all << 4 | value)).collect(),
        _ => form.to_vec(),
    }
}

/// Byte strings, in a temporary file but for the last ones.
#[derive(Debug, Default)]
pub struct Spool {
    /// The file, which has the first ones.
    file: Option<File>,
    /// The last ones. There may be hundreds of spools, most of them with little or nothing.
    held: Vec<u8>,
}

impl Spool {
    /// Adds the string of these parts.
    pub fn add(&mut self, parts: &[&[u8]]) -> Result<(), Error> {
        let len = parts.iter().map(|part| part.len() as u32).sum::<u32>();
        self.held.extend(len.to_le_bytes());
        parts.iter().for_each(|part| self.held.extend_from_slice(part));
        if self.held.len() < HELD { Ok(()) } else { self.write().map_err(temporary) }
    }

    /// Moves what is held to the end of the file.
    fn write(&mut self) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(tempfile()?),
        };
        file.seek(SeekFrom::End(0))?;
        file.write_all(&self.held)?;
        self.held.clear();
        Ok(())
    }

    /// Calls `take` with each string, in order.
    pub fn each(&mut self, take: &mut dyn FnMut(&[u8]) -> Result<(), Error>) -> Result<(), Error> {
        let (mut strings, mut text) = (self.strings()?, Vec::new());
        while strings.next(&mut text)? {
            take(&text)?;
        }
        Ok(())
    }

    /// Reads the strings from the first.
    fn strings(&mut self) -> Result<Strings<'_>, Error> {
        let file: Box<dyn BufRead> = match &mut self.file {
            Some(file) => {
                file.rewind().map_err(temporary)?;
                Box::new(BufReader::new(file))
            }
            None => Box::new(io::empty()),
        };
        Ok(Strings(file.chain(&*self.held)))
    }
}

/// Reads the strings of a [`Spool`], in order.
struct Strings<'a>(Chain<Box<dyn BufRead + 'a>, &'a [u8]>);

impl Strings<'_> {
    /// Reads the next string. Returns false if there is none.
    fn next(&mut self, text: &mut Vec<u8>) -> Result<bool, Error> {
        let mut read = || {
            if self.0.fill_buf()?.is_empty() {
                return Ok(false);
            }
            let mut len = [0; 4];
            self.0.read_exact(&mut len)?;
            text.resize(u32::from_le_bytes(len) as usize, 0);
            self.0.read_exact(text)?;
            Ok(true)
        };
        read().map_err(temporary)
    }
}

/// The error of a temporary file.
fn temporary(cause: io::Error) -> Error {
    io_error("temporary file", "cannot be written or read")(cause)
}
