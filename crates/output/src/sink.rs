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

#[cfg(test)]
mod packing {
    use super::*;
    use proptest::prelude::*;
    use std::{
        io::{Cursor, Read, Seek},
        iter, thread,
    };

    /// Returns an output with this name and an unnamed file.
    fn sink(name: &str) -> Sink {
        let target = OutputTarget::Direct(tempfile::tempfile().unwrap());
        Sink::new(Path::new(name), name.to_owned(), target)
    }

    /// Returns the file that results from writing `text` in these piece sizes, with `helpers` extra
    /// threads.
    fn packed(name: &str, text: &[u8], pieces: &[usize], helpers: usize) -> Vec<u8> {
        let mut sink = sink(name);
        let (mut rest, mut lengths) = (text, pieces.iter().cycle());
        while !rest.is_empty() {
            let (piece, others) = rest.split_at((*lengths.next().unwrap()).min(rest.len()));
            sink.write_later(piece).unwrap();
            rest = others;
        }
        thread::scope(|scope| {
            for _ in 0..helpers {
                scope.spawn(|| sink.packer.drain().unwrap());
            }
        });
        let OutputTarget::Direct(mut file) = sink.end().unwrap() else { panic!("{name}") };
        let mut written = Vec::new();
        file.rewind().unwrap();
        file.read_to_end(&mut written).unwrap();
        written
    }

    /// Reads a file back with our own reader.
    fn read(file: Vec<u8>) -> Vec<u8> {
        let mut source = sudomill_input::read_from("memory", Cursor::new(file)).unwrap();
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
            // A first line that shows the layout: to look for one in all of the text takes long.
            let text = (lines.join("\n") + "\n").repeat(repeats);
            let text = format!("{:.<81}\n{text}", 1).into_bytes();
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
        assert_eq!(packed("x.gzip", b"", &[1], 1), b"");
        assert_eq!(packed("x.gzip", b"1\n", &[1], 1), b"1\n");
    }

    #[test]
    fn closed_output_is_not_complete() {
        let mut sink = sink("x.gz");
        sink.write_later(b"1\n").unwrap();
        sink.packer.order.close();
        let error = sink.end().unwrap_err().to_string();
        assert_eq!(error, "x.gz: cannot write: a block of it was not written");
    }
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::{super::partial::discard_unfinished, *};
    use std::{
        env, fs,
        os::unix::fs::{PermissionsExt, symlink},
    };

    fn write(path: &Path, bytes: &[u8]) {
        Sink::write_all(path, bytes).unwrap();
    }

    #[test]
    fn dropped_sink_keeps_old_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        fs::write(&path, "old").unwrap();
        let mut sink = Sink::create(&path).unwrap();
        sink.write(b"new").unwrap();
        drop(sink);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn symbolic_link() {
        let folder = tempfile::tempdir().unwrap();
        let (target, link) = (folder.path().join("target"), folder.path().join("link"));
        symlink("target", &link).unwrap();
        write(&link, b"through a dangling link");
        write(&link, b"through a link");
        assert!(link.is_symlink());
        assert_eq!(fs::read(&target).unwrap(), b"through a link");
    }

    #[test]
    fn file_mode() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        let mode = || fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        write(&path, b"1");
        assert_eq!(mode() & 0o600, 0o600);
        fs::set_permissions(&path, PermissionsExt::from_mode(0o640)).unwrap();
        write(&path, b"2");
        assert_eq!(mode(), 0o640);
    }

    #[test]
    fn device() {
        write(Path::new("/dev/null"), b"gone");
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }

    /// Runs itself in a separate process, because discarding affects all outputs of a process.
    #[test]
    fn discard_is_final() {
        const FOLDER: &str = "SUDOMILL_TEST_FOLDER";
        if let Some(folder) = env::var_os(FOLDER) {
            let folder = Path::new(&folder);
            let begun = Sink::create(&folder.join("begun")).unwrap();
            discard_unfinished();
            assert_eq!(fs::read_dir(folder).unwrap().count(), 0);
            assert!(Sink::create(&folder.join("late")).unwrap_err().is_interrupted());
            assert!(begun.finish().unwrap_err().is_interrupted());
            // Any file that exists now would remain after the process ends.
            assert_eq!(fs::read_dir(folder).unwrap().count(), 0);
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let test = "output::sink::tests::discard_is_final";
        assert_cmd::Command::new(env::current_exe().unwrap())
            .args(["--exact", test, "--nocapture"])
            .env(FOLDER, folder.path())
            .timeout(std::time::Duration::from_secs(120))
            .assert()
            .success();
    }

    #[test]
    fn missing_folder() {
        let error = Sink::create(Path::new("/nowhere/out")).unwrap_err().to_string();
        assert!(error.starts_with("/nowhere/out: cannot create: No such file"), "{error}");
    }
}
