//! Compressed outputs. The text is cut into blocks of equal size. Any thread can compress a block,
//! independently of the others; each becomes one gzip member or one Zstandard frame of the file.
//! The bytes of a file therefore depend neither on the threads nor on how the text was split into
//! writes.
//!
//! A single gzip stream would be slightly shorter, but only one thread could write it, and that
//! thread would be slower than one thread solves.

use super::in_order::{InOrder, lock};
use std::{
    collections::VecDeque,
    io::{self, Write},
    mem,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};
use sudomill_core::Error;

/// The size of a block before compression, in bytes. Larger blocks hardly compress better.
const BLOCK: usize = 256 << 10;

/// The number of compressed blocks that may wait for an earlier one. Blocks are taken in order, so
/// no more wait than there are threads.
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

    /// Compresses one block. Solutions have little redundancy: these levels compress nearly as well
    /// as the slow ones (for gzip, a ratio of 2.19 against 2.26 at level 6). Level 1 of gzip is
    /// twice as fast, but its ratio is only 1.40.
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

/// Splits the text of an output into blocks. `W` receives the compressed bytes.
#[derive(Debug)]
pub(super) struct Packed<W> {
    packer: Arc<Packer<W>>,
    /// The text of the next block.
    block: Vec<u8>,
    /// The number of full blocks so far.
    blocks: u64,
    /// Set if the file already holds blocks from an earlier run.
    goes_on: bool,
}

/// The blocks of an output, which any thread can compress.
#[derive(Debug)]
pub(crate) struct Packer<W> {
    name: String,
    packing: Packing,
    /// Blocks to compress, in order.
    waiting: Mutex<VecDeque<(u64, Vec<u8>)>>,
    order: InOrder<Vec<u8>>,
    body: Mutex<Written<W>>,
}

/// The file or stream that receives the blocks, and how much of it is written.
#[derive(Debug)]
struct Written<W> {
    body: W,
    /// The number of blocks written, and their bytes.
    blocks: u64,
    bytes: u64,
    /// The marked number of blocks, and their bytes once they are written.
    mark: (u64, Option<u64>),
}

impl<W: Write> Packed<W> {
    /// Returns a compressed output if the file name asks for one; otherwise gives the body back.
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

    /// Resumes after `bytes` bytes of compressed blocks; `block` is the start of the next block.
    pub fn resume(&mut self, bytes: u64, block: Vec<u8>) {
        lock(&self.packer.body).bytes = bytes;
        (self.block, self.goes_on) = (block, bytes > 0);
    }

    /// Marks the end of the text so far. Returns the text of the last block, which is not full.
    pub fn mark(&self) -> &[u8] {
        let written = &mut *lock(&self.packer.body);
        let bytes = (written.blocks == self.blocks).then_some(written.bytes);
        written.mark = (self.blocks, bytes);
        &self.block
    }

    /// Returns the bytes of the blocks before the mark, once they are written.
    pub fn marked(&self) -> Option<u64> {
        lock(&self.packer.body).mark.1
    }

    /// Appends text. Full blocks are queued for compression.
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

    /// Returns the queue of blocks, for other threads to share.
    pub fn packer(&self) -> &Arc<Packer<W>> {
        &self.packer
    }

    /// Writes everything and returns the body. No other thread may hold the queue any more.
    pub fn end(mut self) -> Result<W, Error> {
        // An empty file is not valid gzip.
        if !self.block.is_empty() || (self.blocks == 0 && !self.goes_on) {
            self.end_block();
        }
        self.packer.drain()?;
        let name = self.packer.name.clone();
        let lost = || io::Error::other("a block of it was not written");
        let failed = Error::io(&name, "cannot write");
        let blocks_handed_over = self.blocks;
        match self.into_written() {
            Some(Written { body, blocks, .. }) if blocks == blocks_handed_over => Ok(body),
            _ => Err(failed(lost())),
        }
    }

    /// Returns the body, unless another thread still holds the queue.
    pub fn into_body(self) -> Option<W> {
        self.into_written().map(|written| written.body)
    }

    fn into_written(self) -> Option<Written<W>> {
        let packer = Arc::into_inner(self.packer)?;
        Some(packer.body.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<W: Write> Packer<W> {
    /// Compresses and writes the next block. Returns false if there was none.
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

    /// Compresses and writes all queued blocks.
    pub fn drain(&self) -> Result<(), Error> {
        while self.work()? {}
        Ok(())
    }

    /// Calls `with` on the body.
    pub fn with_body<R>(&self, with: impl FnOnce(&W) -> R) -> R {
        with(&lock(&self.body).body)
    }

    /// Closes the queue after a failure, so that no thread waits for a block that will never come.
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

    /// Returns the file that results from writing `text` in these piece sizes, with `helpers` extra
    /// threads.
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

    /// Reads a file back with our own reader.
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
