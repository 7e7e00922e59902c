//! Opens an input and hands it out in chunks: a mapped file, a file that is
//! read, standard input, a pipe; gzip and Zstandard are unpacked on the way.

use super::{
    chunk::{Bytes, Chunk},
    foreign,
    grids::Stretch,
    layout::Layout,
    lines::{self, Cut},
    mapped::Mapping,
    shard::{self, Shard},
    table::{self, Column, Role},
};
use crate::error::Error;
use std::{
    fs::File,
    io::{self, Cursor, Read},
    path::Path,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicU64, Ordering},
    },
};

/// The largest chunk: places in one fit 32 bits, and memory stays bounded.
const LARGEST: usize = 1 << 30;

/// Bytes asked of a stream at once.
const READ: usize = 64 << 10;

type Stream = Box<dyn Read + Send>;

/// How to open an input.
#[derive(Clone, Debug)]
pub struct Open {
    /// Map a regular file into memory, where that is possible, instead of reading it.
    pub map: bool,
    /// The column to read; `None`: the one that the file shows to be it.
    pub column: Option<Column>,
    /// What that column holds.
    pub role: Role,
    /// Put zeros back that puzzles have lost at their start: fields that are a few digits
    /// short, as a spreadsheet writes them.
    pub restore_zeros: bool,
}

impl Default for Open {
    fn default() -> Self {
        Self { map: true, column: None, role: Role::Puzzles, restore_zeros: false }
    }
}

impl Open {
    fn layout(&self, name: &str, prefix: &[u8], last: bool) -> Result<Option<Layout>, Error> {
        let layout = Layout::of(prefix, last, self.role, self.column.as_ref()).transpose();
        layout.map_err(|missing| Error::NoColumn { path: name.to_owned(), missing })
    }
}

/// An opened input.
pub struct Source {
    name: Arc<str>,
    layout: Layout,
    pub(super) restore_zeros: bool,
    size: Option<u64>,
    body: Body,
    chunks: u64,
    /// The offset of the next chunk in the unpacked text.
    at: u64,
    inside_line: bool,
    shard: Option<Part>,
}

/// The part of a mapped file that is handed out.
struct Part {
    shard: Shard,
    start: u64,
    end: u64,
}

enum Body {
    Mapped(Arc<Mapping>),
    Stream {
        stream: Stream,
        /// Read, and not handed out yet.
        pending: Vec<u8>,
        ended: bool,
        /// Fill a chunk before it goes out: nobody is waiting at the other end.
        eager: bool,
        /// Bytes of the file that were read, compressed or not.
        read: Arc<AtomicU64>,
    },
}

impl Body {
    /// What can be seen of it before the first chunk is taken, and whether it is all.
    fn start(&self) -> (&[u8], bool) {
        match self {
            Self::Mapped(mapping) => (mapping.bytes(), true),
            Self::Stream { pending, ended, .. } => (pending, *ended),
        }
    }
}

/// Opens a file, or standard input for `-`.
///
/// A regular file is mapped if `how` allows it, and read where it cannot be
/// mapped; pipes and compressed files are read. What is compressed is known by
/// its first bytes, whatever its name.
///
/// On Unix the first file that is mapped installs a handler for SIGBUS, which a file
/// that shrinks under its mapping raises. It passes on every fault that is not ours to
/// the handler that was there before.
///
/// ```no_run
/// let mut source = sudomill::input::open("puzzles.txt".as_ref(), &Default::default())?;
/// while let Some(chunk) = source.next_chunk(1 << 18)? {
///     println!("{} bytes", chunk.bytes().len());
/// }
/// # Ok::<(), sudomill::Error>(())
/// ```
///
/// # Errors
/// The input cannot be opened or its start not be read, is no text, or has no such column.
pub fn open(path: &Path, how: &Open) -> Result<Source, Error> {
    if path == Path::new("-") {
        return stream("<stdin>".into(), Box::new(io::stdin()), None, false, how);
    }
    let name = path.display().to_string();
    let file = File::open(path).map_err(Error::io(&name, "cannot open"))?;
    let metadata = file.metadata().map_err(Error::io(&name, "cannot open"))?;
    if metadata.is_dir() {
        let is_dir = io::Error::from(io::ErrorKind::IsADirectory);
        return Err(Error::io(&name, "cannot read")(is_dir));
    }
    // A file of /proc is regular and says that it is empty: read those.
    let size = (metadata.is_file() && metadata.len() > 0).then_some(metadata.len());
    if how.map
        && size.is_some()
        && let Ok(mapping) = Mapping::new(&file)
        && Packing::of(mapping.bytes()) == Packing::Plain
    {
        foreign::refuse(&name, mapping.bytes())?;
        return mapped(name, Arc::new(mapping), how);
    }
    stream(name, Box::new(file), size, metadata.is_file(), how)
}

/// An input from any reader, under that name in messages.
///
/// ```
/// let text = std::io::Cursor::new("1...4.....2....3\n");
/// let mut source = sudomill::input::read_from("memory", text)?;
/// assert_eq!(source.layout().size, sudomill::grid::Size::Four);
/// assert_eq!(source.next_chunk(1 << 18)?.unwrap().bytes(), b"1...4.....2....3\n");
/// # Ok::<(), sudomill::Error>(())
/// ```
///
/// # Errors
/// The reader fails before the size of the puzzles is known.
pub fn read_from(name: &str, reader: impl Read + Send + 'static) -> Result<Source, Error> {
    stream(name.to_owned(), Box::new(reader), None, false, &Open::default())
}

fn mapped(name: String, mapping: Arc<Mapping>, how: &Open) -> Result<Source, Error> {
    let bytes = mapping.bytes();
    let layout = how.layout(&name, bytes, true)?.expect("the end is known");
    if mapping.has_shrunk() {
        return Err(Error::Shrunk { path: name, mapped: true });
    }
    let size = Some(bytes.len() as u64);
    Ok(Source::new(name, layout, size, Body::Mapped(mapping), how))
}

fn stream(
    name: String,
    reader: Stream,
    size: Option<u64>,
    is_file: bool,
    how: &Open,
) -> Result<Source, Error> {
    let failed = |source| Error::io(&name, "cannot read")(source);
    let read = Arc::new(AtomicU64::new(0));
    let mut raw = Counting { reader, read: read.clone() };
    let mut magic = Vec::new();
    (&mut raw).take(foreign::MAGIC as u64).read_to_end(&mut magic).map_err(failed)?;
    foreign::refuse(&name, &magic)?;
    let packing = Packing::of(&magic);
    let mut stream = packing.unpack(Box::new(Cursor::new(magic).chain(raw))).map_err(failed)?;
    let (mut pending, mut ended) = (Vec::new(), false);
    let layout = loop {
        if let Some(layout) = how.layout(&name, &pending, ended)? {
            break layout;
        }
        ended = fill(&mut stream, &mut pending).map_err(failed)? == 0;
    };
    let eager = is_file || packing != Packing::Plain;
    let body = Body::Stream { stream, pending, ended, eager, read };
    Ok(Source::new(name, layout, size, body, how))
}

impl Source {
    fn new(name: String, layout: Layout, size: Option<u64>, body: Body, how: &Open) -> Self {
        Self {
            name: name.into(),
            layout,
            restore_zeros: how.restore_zeros,
            size,
            body,
            chunks: 0,
            at: 0,
            inside_line: false,
            shard: None,
        }
    }

    /// Its name in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Only that part of it: the parts of a file, one after the other, are the file,
    /// line by line and grid by grid, whatever their number. Its header belongs to
    /// the first part.
    ///
    /// # Errors
    /// It is no file that is mapped.
    pub fn shard(mut self, shard: Shard) -> Result<Self, Error> {
        let mapping = match &self.body {
            Body::Mapped(mapping) => mapping,
            // An empty file cannot be mapped.
            Body::Stream { pending, ended: true, .. } if pending.is_empty() => {
                self.shard = Some(Part { shard, start: 0, end: 0 });
                return Ok(self);
            }
            Body::Stream { .. } => return Err(shard::refused(&self)),
        };
        let bytes = mapping.bytes();
        let has_records = self.layout.table.has_records();
        let whole = |len| Cut { len, inside_line: false };
        let cut = |at: u64| match at as usize {
            at if at == 0 || at == bytes.len() => Some(whole(at)),
            at => match Stretch::new(&self.layout, bytes, 0, false) {
                Some(stretch) => stretch.cut_forward(at, true),
                None if has_records => table::cut(bytes, at, true),
                None => lines::cut(bytes, at, true),
            },
        };
        let [first, last] =
            shard.bounds(bytes.len() as u64).map(|at| cut(at).expect("the end is known"));
        (self.at, self.inside_line) = (first.len as u64, first.inside_line);
        self.shard = Some(Part { shard, start: self.at, end: last.len as u64 });
        Ok(self)
    }

    /// Whether what comes first in it comes first in the file.
    pub(crate) fn is_first(&self) -> bool {
        self.shard.as_ref().is_none_or(|part| part.shard.is_first())
    }

    /// The newlines of the file before it. Reads all that; a whole file has none.
    pub(crate) fn newlines_before(&self) -> u64 {
        match (&self.body, &self.shard) {
            (Body::Mapped(mapping), Some(part)) => {
                memchr::memchr_iter(b'\n', &mapping.bytes()[..part.start as usize]).count() as u64
            }
            _ => 0,
        }
    }

    /// What its start looks like.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Has the solutions read that stand beside the puzzles: in the column that is named,
    /// else in the one that the header or the first rows show to hold them.
    ///
    /// # Errors
    /// There is no such column, or the input cannot be read on.
    pub fn find_solutions(&mut self, column: Option<&Column>) -> Result<(), Error> {
        let path = || self.name.to_string();
        let found = loop {
            let (text, last) = self.body.start();
            if let Some(found) = self.layout.beside(text, last, column) {
                break found.map_err(|missing| Error::NoColumn { path: path(), missing })?;
            }
            if let Body::Stream { stream, pending, ended, .. } = &mut self.body {
                let got = fill(stream, pending);
                *ended = got.map_err(Error::io(&self.name, "cannot read"))? == 0;
            }
        };
        let columns = || self.layout.table.columns().to_vec();
        let found = found.ok_or_else(|| Error::NoSolutions { path: path(), columns: columns() })?;
        self.layout.solutions = Some(Arc::new(found));
        Ok(())
    }

    /// What is known of its text before the first chunk is taken.
    pub(super) fn start(&self) -> &[u8] {
        self.body.start().0
    }

    /// Its size in bytes, compressed if it is; `None` for a pipe.
    pub fn size(&self) -> Option<u64> {
        self.shard.as_ref().map(|part| part.end - part.start).or(self.size)
    }

    /// Whether what comes next may depend on what was made of what came: a pipe
    /// or a terminal.
    pub(crate) fn is_live(&self) -> bool {
        matches!(self.body, Body::Stream { eager: false, .. })
    }

    /// Whether it is memory-mapped.
    pub fn is_mapped(&self) -> bool {
        matches!(self.body, Body::Mapped(_))
    }

    /// Fails if a file ended before the size that it had when it was opened.
    fn check_size(&self) -> Result<(), Error> {
        match (&self.body, self.size) {
            (Body::Stream { read, .. }, Some(size)) if read.load(Ordering::Relaxed) < size => {
                Err(Error::Shrunk { path: self.name.to_string(), mapped: false })
            }
            _ => Ok(()),
        }
    }

    /// The next chunk, of about `target` bytes; `None` at the end.
    ///
    /// # Errors
    /// The input cannot be read on, or is no valid gzip or Zstandard.
    pub fn next_chunk(&mut self, target: usize) -> Result<Option<Chunk>, Error> {
        let target = target.clamp(1, LARGEST);
        let (layout, at, inside_line) = (&self.layout, self.at, self.inside_line);
        let cut = |bytes: &[u8], last| match Stretch::new(layout, bytes, at, inside_line) {
            Some(stretch) => stretch.cut(target, last),
            None if layout.table.has_records() => match memchr::memchr(b'\n', bytes) {
                // What is left of a line that is too long is no record, and none begins in it.
                Some(newline) if inside_line => Some(Cut { len: newline + 1, inside_line: false }),
                _ => table::cut(bytes, target, last),
            },
            None => lines::cut(bytes, target, last),
        };
        let (bytes, inside_line) = match &mut self.body {
            Body::Mapped(mapping) => {
                let start = self.at as usize;
                let end = self.shard.as_ref().map(|part| part.end as usize);
                let rest = &mapping.bytes()[start..end.unwrap_or(mapping.bytes().len())];
                let cut = cut(rest, true).expect("the end is known");
                let range = start..start + cut.len;
                (Bytes::Mapped(mapping.clone(), range), cut.inside_line)
            }
            Body::Stream { stream, pending, ended, eager, .. } => {
                let cut = loop {
                    let full = *ended || !*eager || pending.len() >= target;
                    if let Some(cut) = full.then(|| cut(pending, *ended)).flatten() {
                        break cut;
                    }
                    let got = fill(stream, pending);
                    *ended = got.map_err(Error::io(&self.name, "cannot read"))? == 0;
                };
                let rest = pending.split_off(cut.len);
                (Bytes::Owned(std::mem::replace(pending, rest)), cut.inside_line)
            }
        };
        let mut chunk = Chunk {
            name: self.name.clone(),
            index: self.chunks,
            start: self.at,
            consumed: 0,
            inside_line: self.inside_line,
            layout: self.layout.clone(),
            bytes,
            flat: OnceLock::new(),
            restore_zeros: self.restore_zeros,
            restored: OnceLock::new(),
        };
        let len = chunk.bytes().len() as u64;
        if len == 0 {
            return self.check_size().map(|()| None);
        }
        self.chunks += 1;
        self.at += len;
        self.inside_line = inside_line;
        chunk.consumed = match &self.body {
            Body::Mapped(_) => self.at - self.shard.as_ref().map_or(0, |part| part.start),
            Body::Stream { read, .. } => read.load(Ordering::Relaxed),
        };
        Ok(Some(chunk))
    }
}

/// Appends what one read gives; 0 at the end.
fn fill(stream: &mut Stream, pending: &mut Vec<u8>) -> io::Result<usize> {
    let old = pending.len();
    pending.resize(old + READ, 0);
    let got = loop {
        match stream.read(&mut pending[old..]) {
            Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
            // Only a decoder expects more than there is.
            Err(e) if e.kind() == io::ErrorKind::UnexpectedEof => {
                break Err(io::Error::new(e.kind(), "the compressed data ends too soon"));
            }
            got => break got,
        }
    };
    pending.truncate(old + *got.as_ref().unwrap_or(&0));
    got
}

/// How the bytes of an input are packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Packing {
    Plain,
    Gzip,
    Zstandard,
}

impl Packing {
    fn of(start: &[u8]) -> Self {
        match start {
            [0x1F, 0x8B, ..] => Self::Gzip,
            [0x28, 0xB5, 0x2F, 0xFD, ..] => Self::Zstandard,
            _ => Self::Plain,
        }
    }

    fn unpack(self, stream: Stream) -> io::Result<Stream> {
        Ok(match self {
            Self::Plain => stream,
            Self::Gzip => Box::new(flate2::read::MultiGzDecoder::new(stream)),
            Self::Zstandard => Box::new(zstd::Decoder::new(stream)?),
        })
    }
}

/// Counts what passes through.
struct Counting {
    reader: Stream,
    read: Arc<AtomicU64>,
}

impl Read for Counting {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let got = self.reader.read(buffer)?;
        self.read.fetch_add(got as u64, Ordering::Relaxed);
        Ok(got)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn a_file_that_shrinks_while_it_is_read_is_noticed() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(&b"1...4.....2....3\n".repeat(100_000)).unwrap();
        let mut source = open(file.path(), &Open { map: false, ..Open::default() }).unwrap();
        source.next_chunk(1000).unwrap().unwrap();
        file.as_file().set_len(500_000).unwrap();
        let error = loop {
            match source.next_chunk(1000) {
                Ok(chunk) => assert!(chunk.is_some(), "the end came as if all were well"),
                Err(error) => break error,
            }
        };
        assert!(matches!(error, Error::Shrunk { mapped: false, .. }), "{error}");
    }
}
