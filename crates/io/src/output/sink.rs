//! Output files. A file appears under its name only when it is complete.

use super::{
    packed::{Packed, Packer},
    partial::{Checkpoint, Handle, Partial, Refusal, resolve},
};
use std::{
    fmt,
    fs::{self, File},
    io::{self, Write},
    path::Path,
    sync::{Arc, OnceLock},
};
use sudomill_core::Error;

/// An output being written.
///
/// A regular file is written under a hidden name in the same folder. [`Sink::finish`] renames it,
/// once its bytes are on disk. Dropping the sink before that deletes the hidden file. A hidden file
/// left by a killed process is replaced, unless that run can be resumed.
///
/// If the name ends in `.gz` or `.zst`, the file is compressed with gzip or Zstandard.
///
/// ```
/// # mod sudomill { pub use {sudomill_core::*, sudomill_io::*}; }
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
    name: String,
    out: Out,
    is_empty: bool,
    /// The header written first, or the only one accepted if another output began with it.
    #[doc(hidden)] // For the program.
    pub header: Vec<u8>,
    /// The length of the text written, in bytes.
    len: u64,
}

#[derive(Debug)]
enum Out {
    Plain(OutputTarget),
    Packed(Packed<OutputTarget>),
}

/// The blocks of a compressed output, for any thread to compress.
pub(crate) type SharedPacker = Arc<Packer<OutputTarget>>;

impl Sink {
    /// Opens an output: `-` is standard output, a device or a named pipe is written
    /// directly, anything else is a file. Symbolic links are followed.
    ///
    /// # Errors
    /// The folder does not exist or cannot be written to, or the outputs were discarded.
    pub fn create(path: &Path) -> Result<Self, Error> {
        if path == Path::new("-") {
            return Ok(Self::stdout());
        }
        let name = path.display().to_string();
        match OutputTarget::open(path) {
            Ok(body) => Ok(Self::new(path, name, body)),
            Err(Refusal::Leftover(partial)) => Err(Error::Leftover { path: name, partial }),
            Err(Refusal::Io(cause)) => Err(failed(&name, "cannot create")(cause)),
        }
    }

    fn new(path: &Path, name: String, body: OutputTarget) -> Self {
        let out = Packed::by_name(path, &name, body).map_or_else(Out::Plain, Out::Packed);
        Self { name, out, is_empty: true, header: Vec::new(), len: 0 }
    }

    /// Resumes an output that an earlier run left, at a mark.
    ///
    /// # Errors
    /// The file is missing or too short, or another run is writing it.
    #[doc(hidden)] // For the program.
    pub fn resume(path: &Path, mark: &Checkpoint) -> Result<Self, Error> {
        let name = path.display().to_string();
        let partial = resolve(path).and_then(|target| Partial::resume(target, mark));
        let partial = partial.map_err(Error::io(&name, "cannot be resumed"))?;
        let mut sink = Self::new(path, name, OutputTarget::Beside(partial));
        if let Out::Packed(packed) = &mut sink.out {
            packed.resume(mark.bytes, mark.block());
        }
        sink.header = mark.header.as_bytes().to_vec();
        (sink.is_empty, sink.len) = (mark.is_empty, mark.bytes);
        Ok(sink)
    }

    /// Marks the end of the text so far. `None` for a device or a stream.
    pub(crate) fn mark(&self) -> Option<Checkpoint> {
        let (header, is_empty) = (String::from_utf8(self.header.clone()).ok()?, self.is_empty);
        let file = self.with_body(|body| body.partial().map(Partial::number))?;
        let block = self.packed().map(Packed::mark).unwrap_or_default();
        // JSON holds only text.
        let block = block.iter().map(|&byte| char::from(byte)).collect();
        Some(Checkpoint { bytes: self.len, header, is_empty, block, file })
    }

    fn packed(&self) -> Option<&Packed<OutputTarget>> {
        if let Out::Packed(packed) = &self.out { Some(packed) } else { None }
    }

    fn with_body<R>(&self, with: impl FnOnce(&OutputTarget) -> R) -> R {
        match &self.out {
            Out::Plain(body) => with(body),
            Out::Packed(packed) => packed.packer().with_body(with),
        }
    }

    /// Returns the length of the file up to the last mark in bytes, once everything before it is
    /// written.
    pub(crate) fn marked(&self, mark: &Checkpoint) -> Option<u64> {
        self.packed().map_or(Some(mark.bytes), Packed::marked)
    }

    /// Returns a handle of the incomplete file, for another thread; `None` for a device or a
    /// stream.
    ///
    /// # Errors
    /// The process has too many open files.
    pub(crate) fn handle(&self) -> io::Result<Option<Handle>> {
        self.with_body(|body| body.partial().map(Handle::new).transpose())
    }

    /// Deletes the output, even if a later run could resume it.
    #[doc(hidden)] // For the program.
    pub fn discard(self) {
        let body = match self.out {
            Out::Plain(body) => Some(body),
            Out::Packed(packed) => packed.into_body(),
        };
        if let Some(OutputTarget::Beside(partial)) = body {
            partial.discard();
        }
    }

    /// Writes a complete output.
    ///
    /// # Errors
    /// As [`Self::create`], [`Self::write`] and [`Self::finish`].
    #[doc(hidden)] // For the program.
    pub fn write_all(path: &Path, bytes: &[u8]) -> Result<(), Error> {
        let mut sink = Self::create(path)?;
        sink.write(bytes)?;
        sink.finish()
    }

    /// Opens standard output.
    pub fn stdout() -> Self {
        let body = OutputTarget::Direct(Box::new(Stdout));
        Self::new(Path::new("-"), "<stdout>".to_owned(), body)
    }

    /// Returns true if the output is a file, not a device or a stream.
    #[doc(hidden)] // For the program.
    pub fn is_file(&self) -> bool {
        self.with_body(|body| body.partial().is_some())
    }

    /// The name for messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Writes the header if nothing was written yet. Returns false if the output began with another
    /// header.
    pub(crate) fn begin(&mut self, header: &[u8]) -> Result<bool, Error> {
        if self.is_empty && !header.is_empty() {
            self.write(header)?;
            self.header = header.to_vec();
        }
        Ok(self.header == header)
    }

    /// Returns true if rows with this header fit the rows already written or expected.
    pub(crate) fn follows(&self, header: &[u8]) -> bool {
        self.header.is_empty() || self.header == header
    }

    /// Writes all bytes.
    ///
    /// # Errors
    /// The disk is full, the pipe is closed, …
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.write_later(bytes)?;
        self.packer().map_or(Ok(()), |packer| packer.drain())
    }

    /// Like [`Sink::write`], but leaves the compression of the text to any thread.
    pub(crate) fn write_later(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.is_empty &= bytes.is_empty();
        self.len += bytes.len() as u64;
        match &mut self.out {
            Out::Plain(body) => {
                body.write_all(bytes).map_err(Error::io(&self.name, "cannot write"))
            }
            Out::Packed(packed) => {
                packed.take(bytes);
                Ok(())
            }
        }
    }

    /// Returns the queue of blocks to compress; `None` for plain text.
    pub(crate) fn packer(&self) -> Option<SharedPacker> {
        self.packed().map(|packed| packed.packer().clone())
    }

    /// Moves a file to its final name, after everything is written.
    ///
    /// # Errors
    /// The file cannot be synced to disk or renamed; its hidden file is then deleted. Or the
    /// outputs were discarded.
    pub fn finish(self) -> Result<(), Error> {
        let body = match self.out {
            Out::Plain(body) => body,
            Out::Packed(packed) => packed.end()?,
        };
        let OutputTarget::Beside(file) = body else { return Ok(()) };
        file.finish().map_err(failed(&self.name, "cannot replace"))
    }
}

/// Wraps the error of an action that fails once the outputs are discarded.
fn failed(name: &str, action: &'static str) -> impl FnOnce(io::Error) -> Error {
    move |cause| match cause.kind() {
        io::ErrorKind::Interrupted => Error::Interrupted,
        _ => Error::io(name, action)(cause),
    }
}

/// The target of an output's bytes.
pub(crate) enum OutputTarget {
    /// A stream, a device or a pipe, written directly.
    Direct(Box<dyn Write + Send>),
    Beside(Partial),
}

impl OutputTarget {
    /// Opens a file, a device or a pipe.
    fn open(path: &Path) -> Result<Self, Refusal> {
        // Writes to the open descriptor instead of reopening the file behind it, which other
        // processes may be writing, too.
        match path.to_str() {
            Some("/dev/stdout" | "/dev/fd/1" | "/proc/self/fd/1") => {
                return Ok(Self::Direct(Box::new(Stdout)));
            }
            Some("/dev/stderr" | "/dev/fd/2" | "/proc/self/fd/2") => {
                return Ok(Self::Direct(Box::new(io::stderr())));
            }
            _ => {}
        }
        let is_descriptor = path.starts_with("/dev/fd") || path.starts_with("/proc/self/fd");
        // Follows all links, including those of /dev/stdout, which may be dangling.
        let existing = match fs::metadata(path) {
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => None,
            metadata => Some(metadata?),
        };
        match &existing {
            Some(found) if found.is_dir() => Err(io::Error::from(io::ErrorKind::IsADirectory))?,
            Some(found) if !found.is_file() || is_descriptor => {
                Ok(Self::Direct(Box::new(File::options().append(true).open(path)?)))
            }
            _ => Ok(Self::Beside(Partial::begin(resolve(path)?, existing.as_ref())?)),
        }
    }

    /// Returns the incomplete file, unless the output is a device or a stream.
    fn partial(&self) -> Option<&Partial> {
        if let Self::Beside(partial) = self { Some(partial) } else { None }
    }
}

impl Write for OutputTarget {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes).map(|()| bytes.len())
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Direct(stream) => stream.write_all(bytes).and_then(|()| stream.flush()),
            Self::Beside(partial) => partial.file.write_all(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl fmt::Debug for OutputTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("OutputTarget").field(&self.partial()).finish()
    }
}

/// Standard output that fails if the stream is not open for writing. The standard library's handle
/// silently discards all bytes in that case.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Stdout;

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        check_stdout()?;
        io::stdout().write(bytes)
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        check_stdout()?;
        io::stdout().write_all(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
    }
}

/// Returns an error if standard output is not open for writing.
fn check_stdout() -> io::Result<()> {
    static IS_OPEN: OnceLock<bool> = OnceLock::new();
    match IS_OPEN.get_or_init(is_stdout_open) {
        true => Ok(()),
        false => Err(io::Error::other("standard output is not open for writing")),
    }
}

/// Returns false if the descriptor rejects an empty write. Any other failure will recur with the
/// first real write and is reported then.
#[cfg(unix)]
fn is_stdout_open() -> bool {
    use std::os::fd::AsFd;
    let copy = io::stdout().as_fd().try_clone_to_owned().map(File::from);
    let written = copy.and_then(|mut file| file.write(&[]));
    !written.is_err_and(|error| error.raw_os_error() == Some(libc::EBADF))
}

#[cfg(not(unix))]
fn is_stdout_open() -> bool {
    true
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
            assert!(matches!(Sink::create(&folder.join("late")), Err(Error::Interrupted)));
            assert!(matches!(begun.finish(), Err(Error::Interrupted)));
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
