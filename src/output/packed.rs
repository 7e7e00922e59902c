//! Compressed outputs. The text is cut into blocks of one size; each is compressed by
//! itself, on any thread, and is a gzip member or a Zstandard frame of the file. The bytes of
//! a file therefore do not depend on the threads, nor on how the text was handed over.
//!
//! One stream of gzip would be a little shorter, but only one thread could write it: slower
//! than one thread solves.

use super::in_order::{InOrder, lock};
use crate::error::Error;
use std::{
    collections::VecDeque,
    io::{self, Write},
    mem,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};

/// The text of a block, in bytes. Longer ones are hardly shorter when compressed.
const BLOCK: usize = 256 << 10;

/// Compressed blocks that may wait for an older one. Blocks are begun in order, so only as
/// many wait as there are threads.
const AHEAD: u64 = 1 << 10;

/// The compression of an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Packing {
    Gzip,
    Zstandard,
}

impl Packing {
    fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()? {
            "gz" => Some(Self::Gzip),
            "zst" => Some(Self::Zstandard),
            _ => None,
        }
    }

    /// Compresses a block. Solutions have little to find: these levels are nearly as short as
    /// the slow ones (gzip: 2.19 times shorter than the text, level 6 2.26 times). Level 1 of
    /// gzip is twice as fast, but only 1.40 times shorter.
    fn pack(self, block: &[u8]) -> io::Result<Vec<u8>> {
        match self {
            Self::Gzip => {
                let level = flate2::Compression::new(2);
                let mut encoder = flate2::write::GzEncoder::new(Vec::new(), level);
                encoder.write_all(block)?;
                encoder.finish()
            }
            #[cfg(target_family = "wasm")]
            Self::Zstandard => Err(io::ErrorKind::Unsupported.into()),
            #[cfg(not(target_family = "wasm"))]
            Self::Zstandard => {
                let mut encoder = zstd::bulk::Compressor::new(1)?;
                encoder.include_checksum(true)?;
                encoder.compress(block)
            }
        }
    }
}

/// The text of an output on its way into blocks. `W` takes the compressed bytes.
#[derive(Debug)]
pub(super) struct Packed<W> {
    packer: Arc<Packer<W>>,
    /// The text of the next block.
    block: Vec<u8>,
    /// Those handed over.
    blocks: u64,
    /// Whether an earlier run has written some.
    goes_on: bool,
}

/// The blocks of an output, for any thread to compress.
#[derive(Debug)]
pub(crate) struct Packer<W> {
    name: String,
    packing: Packing,
    /// Blocks to compress, in order.
    waiting: Mutex<VecDeque<(u64, Vec<u8>)>>,
    order: InOrder<Vec<u8>>,
    body: Mutex<Written<W>>,
}

/// Where the blocks go.
#[derive(Debug)]
struct Written<W> {
    body: W,
    /// Those that are there, and their bytes.
    blocks: u64,
    bytes: u64,
    /// A number of blocks, and their bytes once they are there.
    mark: (u64, Option<u64>),
}

impl<W: Write> Packed<W> {
    /// A compressed output, if the name of the file asks for one; otherwise the body again.
    pub fn by_name(path: &Path, name: &str, body: W) -> Result<Self, W> {
        let Some(packing) = Packing::of(path) else { return Err(body) };
        let packer = Packer {
            name: name.to_owned(),
            packing,
            waiting: Mutex::default(),
            order: InOrder::new(AHEAD),
            body: Mutex::new(Written { body, blocks: 0, bytes: 0, mark: (0, None) }),
        };
        Ok(Self { packer: Arc::new(packer), block: Vec::new(), blocks: 0, goes_on: false })
    }

    /// Goes on after so many bytes of blocks, with the text of the next one.
    pub fn take_up(&mut self, bytes: u64, block: Vec<u8>) {
        lock(&self.packer.body).bytes = bytes;
        (self.block, self.goes_on) = (block, bytes > 0);
    }

    /// Marks the end of the text so far. Returns the text of the block that is not full.
    pub fn mark(&self) -> &[u8] {
        let written = &mut *lock(&self.packer.body);
        let bytes = (written.blocks == self.blocks).then_some(written.bytes);
        written.mark = (self.blocks, bytes);
        &self.block
    }

    /// The bytes of the blocks before the mark, once they are written.
    pub fn marked(&self) -> Option<u64> {
        lock(&self.packer.body).mark.1
    }

    /// Takes text. The full blocks wait until somebody compresses them.
    pub fn take(&mut self, mut text: &[u8]) {
        while self.block.len() + text.len() >= BLOCK {
            let (fits, rest) = text.split_at(BLOCK - self.block.len());
            self.block.extend_from_slice(fits);
            text = rest;
            self.end_block();
        }
        self.block.extend_from_slice(text);
    }

    fn end_block(&mut self) {
        let block = mem::take(&mut self.block);
        lock(&self.packer.waiting).push_back((self.blocks, block));
        self.blocks += 1;
    }

    /// The blocks, for other threads.
    pub fn packer(&self) -> &Arc<Packer<W>> {
        &self.packer
    }

    /// Writes everything and returns the body. Nobody else may hold the blocks.
    pub fn end(mut self) -> Result<W, Error> {
        // An empty file is not valid gzip.
        if !self.block.is_empty() || (self.blocks == 0 && !self.goes_on) {
            self.end_block();
        }
        self.packer.work_off()?;
        let name = self.packer.name.clone();
        let lost = || io::Error::other("a block of it was not written");
        let failed = Error::io(&name, "cannot write");
        let blocks_handed_over = self.blocks;
        match self.into_written() {
            Some(Written { body, blocks, .. }) if blocks == blocks_handed_over => Ok(body),
            _ => Err(failed(lost())),
        }
    }

    /// Where the blocks went, if nobody else holds them.
    pub fn into_body(self) -> Option<W> {
        self.into_written().map(|written| written.body)
    }

    fn into_written(self) -> Option<Written<W>> {
        let packer = Arc::into_inner(self.packer)?;
        Some(packer.body.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<W: Write> Packer<W> {
    /// Compresses and writes the next block; returns whether there was one.
    fn work(&self) -> Result<bool, Error> {
        let next = lock(&self.waiting).pop_front();
        let Some((index, block)) = next else { return Ok(false) };
        let packed = self.packing.pack(&block).map_err(Error::io(&self.name, "cannot compress"))?;
        self.order.submit(index, packed, |packed| {
            let written = &mut *lock(&self.body);
            written.body.write_all(&packed).map_err(Error::io(&self.name, "cannot write"))?;
            written.blocks += 1;
            written.bytes += packed.len() as u64;
            if written.mark.0 == written.blocks {
                written.mark.1 = Some(written.bytes);
            }
            Ok(())
        })?;
        Ok(true)
    }

    /// Compresses and writes every block that waits.
    pub fn work_off(&self) -> Result<(), Error> {
        while self.work()? {}
        Ok(())
    }

    /// Does something with where the blocks go.
    pub fn with_body<R>(&self, with: impl FnOnce(&W) -> R) -> R {
        with(&lock(&self.body).body)
    }

    /// Lets nobody wait for a block that a failed thread took.
    pub fn close(&self) {
        self.order.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input;
    use proptest::prelude::*;
    use std::{io::Cursor, iter, thread};

    /// The file that a text becomes, handed over in these pieces; with helping threads.
    fn packed(name: &str, text: &[u8], pieces: &[usize], helpers: usize) -> Vec<u8> {
        let mut packed = Packed::by_name(Path::new(name), name, Vec::new()).unwrap();
        let (mut rest, mut lengths) = (text, pieces.iter().cycle());
        while !rest.is_empty() {
            let (piece, others) = rest.split_at((*lengths.next().unwrap()).min(rest.len()));
            packed.take(piece);
            rest = others;
        }
        thread::scope(|scope| {
            for _ in 0..helpers {
                scope.spawn(|| while packed.packer().work().unwrap() {});
            }
        });
        packed.end().unwrap()
    }

    /// What our own reader makes of a file.
    fn read(file: Vec<u8>) -> Vec<u8> {
        let mut source = input::read_from("memory", Cursor::new(file)).unwrap();
        let chunks = iter::from_fn(|| source.next_chunk(1 << 16).unwrap());
        chunks.flat_map(|chunk| chunk.bytes().to_vec()).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn round_trip(
            lines in proptest::collection::vec("[1-9.]{0,81}", 0..40),
            repeats in 1_usize..400,
            pieces in proptest::collection::vec(1_usize..700_000, 1..4),
            helpers in 0_usize..3,
        ) {
            let text = (lines.join("\n") + "\n").repeat(repeats).into_bytes();
            for name in ["x.csv.gz", "x.zst"] {
                let file = packed(name, &text, &pieces, helpers);
                prop_assert_eq!(&file, &packed(name, &text, &[text.len()], 0));
                prop_assert_eq!(&read(file), &text);
            }
        }
    }

    #[test]
    fn empty_text() {
        for name in ["x.gz", "x.zst"] {
            let file = packed(name, b"", &[1], 1);
            assert!(!file.is_empty() && read(file).is_empty(), "{name}");
        }
        assert!(Packed::by_name(Path::new("x.gzip"), "", Vec::new()).is_err());
    }

    #[test]
    fn closed_output_is_not_complete() {
        let mut packed = Packed::by_name(Path::new("x.gz"), "x.gz", Vec::new()).unwrap();
        packed.take(b"1\n");
        packed.packer().close();
        let error = packed.end().unwrap_err().to_string();
        assert_eq!(error, "x.gz: cannot write: a block of it was not written");
    }
}
