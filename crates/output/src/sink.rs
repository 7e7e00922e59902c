//! Output files. A file appears under its name only when it is complete.
//!
//! The text of a compressed output is cut into blocks of equal size. Any thread can compress a block,
//! independently of the others; each becomes one gzip member or one Zstandard frame of the file.
//! The bytes of a file therefore depend neither on the threads nor on how the text was split into
//! writes.
//!
//! A single gzip stream would be slightly shorter, but only one thread could write it, and that
//! thread would be slower than one thread solves.

use super::{
    in_order::{InOrder, lock},
    partial::{Checkpoint, Handle, Partial, hidden, resolve},
    target::OutputTarget,
};
use std::{
    collections::VecDeque,
    io::{self, Write},
    mem,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};
use sudomill_input::{Error, Leftover, error::io_error};
use sudomill_puzzle::RunError;

/// The size of a block before compression, in bytes. Larger blocks hardly compress better.
const BLOCK: usize = 256 << 10;

/// The number of compressed blocks that may wait for an earlier one. Blocks are taken in order, so
/// no more wait than there are threads.
const AHEAD: u64 = 1 << 10;

/// Compresses one block. Solutions have little redundancy: these levels compress nearly as well as the
/// slow ones (for gzip, a ratio of 2.19 against 2.26 at level 6). Level 1 of gzip is twice as fast, but
/// its ratio is only 1.40.
type Pack = fn(&[u8]) -> io::Result<Vec<u8>>;

/// Returns the compression of an output; `None` for text that is written as it is.
fn packing(path: &Path) -> Option<Pack> {
    match path.extension()?.to_str()? {
        "gz" => Some(|block| {
            let level = flate2::Compression::new(2);
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), level);
            encoder.write_all(block)?;
            encoder.finish()
        }),
        #[cfg(target_family = "wasm")]
        "zst" => Some(|_| Err(io::ErrorKind::Unsupported.into())),
        #[cfg(not(target_family = "wasm"))]
        "zst" => Some(|block| {
            let mut encoder = zstd::bulk::Compressor::new(1)?;
            encoder.include_checksum(true)?;
            encoder.compress(block)
        }),
        _ => None,
    }
}

/// An output being written.
///
/// A regular file is written under a hidden name in the same folder. [`Sink::finish`] renames it,
/// once its bytes are on disk. Dropping the sink before that deletes the hidden file. A hidden file
/// left by a killed process is replaced, unless that run can be resumed.
///
/// If the name ends in `.gz` or `.zst`, the file is compressed with gzip or Zstandard.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver, verify}, sudomill_input::*}; pub mod input { pub use sudomill_input::*; } pub mod output { pub use sudomill_output::*; } }
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("out.txt");
/// let mut sink = sudomill::output::Sink::create(&path)?;
/// sink.write(b"42\n")?;
/// assert!(!path.exists());
/// sink.finish()?;
/// assert_eq!(std::fs::read(&path)?, b"42\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Sink {
    /// Packs the output, if it is compressed.
    pub packer: SharedPacker,
    /// The text of the next block to compress.
    block: Vec<u8>,
    /// The number of full blocks so far.
    blocks: u64,
    /// The header written first, or the only one accepted if another output began with it.
    pub header: Vec<u8>,
}

/// The way to the file or stream of an output. Any thread can compress its blocks.
pub type SharedPacker = Arc<Packer>;

#[derive(Debug)]
pub struct Packer {
    name: String,
    pack: Option<Pack>,
    /// Blocks to compress, in order.
    waiting: Mutex<VecDeque<(u64, Vec<u8>)>>,
    /// To be closed after a failure, so that no thread waits for a block that will never come.
    pub order: InOrder<Vec<u8>>,
    written: Mutex<WrittenFile>,
}

/// The file or stream, and how much of it is written.
#[derive(Debug)]
struct WrittenFile {
    target: OutputTarget,
    /// The number of blocks written, and of all bytes.
    blocks: u64,
    bytes: u64,
    /// The marked number of blocks, and the bytes up to there once they are written.
    mark: (u64, Option<u64>),
}

impl Sink {
    /// Opens an output: `-` is standard output, a device or a named pipe is written
    /// directly, anything else is a file. Symbolic links are followed.
    ///
    /// # Errors
    /// The folder does not exist or cannot be written to, the outputs were discarded, or an earlier
    /// run left a [`Leftover`] there.
    pub fn create(path: &Path) -> Result<Self, Error> {
        if path == Path::new("-") {
            return Ok(Self::new(path, "<stdout>".to_owned(), OutputTarget::Stdout));
        }
        let name = path.display().to_string();
        match OutputTarget::open(path) {
            Ok(target) => Ok(Self::new(path, name, target)),
            Err(cause) if cause.kind() == io::ErrorKind::AlreadyExists => {
                Err(Leftover::new(name, hidden(path)).into())
            }
            Err(cause) => Err(failed(&name, "cannot create")(cause)),
        }
    }

    fn new(path: &Path, name: String, target: OutputTarget) -> Self {
        let packer = Packer {
            name,
            pack: packing(path),
            waiting: Mutex::default(),
            order: InOrder::new(AHEAD),
            written: Mutex::new(WrittenFile { target, blocks: 0, bytes: 0, mark: (0, None) }),
        };
        Self { packer: Arc::new(packer), block: Vec::new(), blocks: 0, header: Vec::new() }
    }

    /// Resumes an output that an earlier run left, at a mark.
    ///
    /// # Errors
    /// The file is missing or too short, or another run is writing it.
    pub fn resume(path: &Path, mark: &Checkpoint) -> Result<Self, Error> {
        let name = path.display().to_string();
        let partial = resolve(path).and_then(|target| Partial::resume(target, mark));
        let partial = partial.map_err(io_error(&name, "cannot be resumed"))?;
        let mut sink = Self::new(path, name, OutputTarget::Beside(partial));
        lock(&sink.packer.written).bytes = mark.bytes;
        (sink.block, sink.header) = (mark.block(), mark.header.as_bytes().to_vec());
        Ok(sink)
    }

    /// Marks the end of the text so far. `None` for a device or a stream. [`Self::marked`] returns
    /// the number of bytes.
    pub fn mark(&self) -> Option<Checkpoint> {
        let (blocks, written) = (self.blocks, &mut *lock(&self.packer.written));
        let file = written.target.partial()?.number();
        written.mark = (blocks, (written.blocks == blocks).then_some(written.bytes));
        // JSON holds only text.
        let block = self.block.iter().map(|&byte| char::from(byte)).collect();
        let header = String::from_utf8(self.header.clone()).ok()?;
        Some(Checkpoint { bytes: 0, header, block, file })
    }

    /// Returns the bytes of the file before the last mark, without those of an open block, once they
    /// are written.
    pub fn marked(&self) -> Option<u64> {
        lock(&self.packer.written).mark.1
    }

    /// Returns a handle of the incomplete file, for another thread; `None` for a device or a
    /// stream.
    ///
    /// # Errors
    /// The process has too many open files.
    pub fn handle(&self) -> io::Result<Option<Handle>> {
        lock(&self.packer.written).target.partial().map(Partial::handle).transpose()
    }

    /// Deletes the output, even if a later run could resume it.
    pub fn discard(self) {
        let target = self.into_written().map(|written| written.target);
        if let Some(OutputTarget::Beside(partial)) = target {
            partial.discard();
        }
    }

    /// Writes a complete output.
    ///
    /// # Errors
    /// As [`Self::create`], [`Self::write`] and [`Self::finish`].
    pub fn write_all(path: &Path, bytes: &[u8]) -> Result<(), Error> {
        let mut sink = Self::create(path)?;
        sink.write(bytes)?;
        sink.finish()
    }

    /// Returns true if the output is a file, not a device or a stream.
    pub fn is_file(&self) -> bool {
        lock(&self.packer.written).target.partial().is_some()
    }

    /// The name for messages.
    pub fn name(&self) -> &str {
        &self.packer.name
    }

    /// Returns true if nothing was written yet.
    fn is_empty(&self) -> bool {
        self.blocks == 0 && self.block.is_empty() && lock(&self.packer.written).bytes == 0
    }

    /// Writes the header if nothing was written yet. Returns false if the output began with another
    /// header.
    pub fn begin(&mut self, header: &[u8]) -> Result<bool, Error> {
        if self.is_empty() && !header.is_empty() {
            self.write(header)?;
            self.header = header.to_vec();
        }
        Ok(self.header == header)
    }

    /// Writes all bytes.
    ///
    /// # Errors
    /// The disk is full, the pipe is closed, …
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.write_later(bytes)?;
        self.packer.drain()
    }

    /// Like [`Sink::write`], but leaves the compression of the text to any thread.
    pub fn write_later(&mut self, mut text: &[u8]) -> Result<(), Error> {
        if self.packer.pack.is_none() {
            return lock(&self.packer.written).append(text, &self.packer.name);
        }
        while self.block.len() + text.len() >= BLOCK {
            let (fits, rest) = text.split_at(BLOCK - self.block.len());
            self.block.extend_from_slice(fits);
            text = rest;
            self.end_block();
        }
        self.block.extend_from_slice(text);
        Ok(())
    }

    fn end_block(&mut self) {
        let block = mem::take(&mut self.block);
        lock(&self.packer.waiting).push_back((self.blocks, block));
        self.blocks += 1;
    }

    /// Moves a file to its final name, after everything is written.
    ///
    /// # Errors
    /// The file cannot be synced to disk or renamed; its hidden file is then deleted. Or the
    /// outputs were discarded.
    pub fn finish(self) -> Result<(), Error> {
        let name = self.name().to_owned();
        let OutputTarget::Beside(file) = self.end()? else { return Ok(()) };
        file.finish().map_err(failed(&name, "cannot replace"))
    }

    /// Writes the last block. No other thread may hold the blocks any more.
    fn end(mut self) -> Result<OutputTarget, Error> {
        // An empty file is not valid gzip.
        if !self.block.is_empty() || (self.packer.pack.is_some() && self.is_empty()) {
            self.end_block();
        }
        self.packer.drain()?;
        let (name, blocks) = (self.name().to_owned(), self.blocks);
        let target = self.into_written().filter(|it| it.blocks == blocks).map(|it| it.target);
        let lost = || io::Error::other("a block of it was not written");
        target.ok_or_else(lost).map_err(io_error(&name, "cannot write"))
    }

    fn into_written(self) -> Option<WrittenFile> {
        let packer = Arc::into_inner(self.packer)?;
        Some(packer.written.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Wraps the error of an action that fails once the outputs are discarded.
fn failed(name: &str, action: &'static str) -> impl FnOnce(io::Error) -> Error {
    move |cause| match cause.kind() {
        io::ErrorKind::Interrupted => RunError::Interrupted.into(),
        _ => io_error(name, action)(cause),
    }
}

impl WrittenFile {
    fn append(&mut self, bytes: &[u8], name: &str) -> Result<(), Error> {
        self.bytes += bytes.len() as u64;
        let written = self.target.write_all(bytes).and_then(|()| self.target.flush());
        written.map_err(io_error(name, "cannot write"))
    }
}

impl Packer {
    /// Compresses and writes all queued blocks.
    pub fn drain(&self) -> Result<(), Error> {
        loop {
            let next = lock(&self.waiting).pop_front();
            let (Some((index, block)), Some(pack)) = (next, self.pack) else { return Ok(()) };
            let packed = pack(&block).map_err(io_error(&self.name, "cannot compress"))?;
            self.order.submit(index, packed, |packed| {
                let written = &mut *lock(&self.written);
                written.append(&packed, &self.name)?;
                written.blocks += 1;
                if written.mark.0 == written.blocks {
                    written.mark.1 = Some(written.bytes);
                }
                Ok::<_, Error>(())
            })?;
        }
    }
}
