//! Opens a file, standard input or a reader.

#[cfg(all(feature = "files", not(target_family = "wasm")))]
use super::encoding;
use super::{
    Encoding, RawSource, Source, detect, foreign,
    mapped::Mapping,
    stream::{Counting, Packing, Stream, fill},
    unreadable,
};
use crate::input::Open;
use std::{
    fs::File,
    io::{self, Cursor, Read},
    path::Path,
    sync::{Arc, atomic::AtomicU64},
};
use sudomill_core::Error;

/// Opens a file, or standard input for `-`.
///
/// Maps a regular file if `how` allows it and the system can; reads pipes and compressed
/// files. Detects compression by the first bytes, not by the name.
///
/// On Unix, mapping the first file installs a handler for SIGBUS, the signal raised when a mapped
/// file shrinks. It passes faults outside our mappings to the earlier handler.
///
/// ```no_run
/// # mod sudomill { pub use {sudomill_core::*, sudomill_io::*}; }
/// let mut source = sudomill::input::open("puzzles.txt".as_ref(), &Default::default())?;
/// while let Some(chunk) = source.next_chunk(1 << 18)? {
///     println!("{} bytes", chunk.bytes().len());
/// }
/// # Ok::<(), sudomill::Error>(())
/// ```
///
/// # Errors
/// The input cannot be opened or read, is not text, or lacks the column.
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
    // Files in /proc are regular and report a size of 0: read them.
    let size = (metadata.is_file() && metadata.len() > 0).then_some(metadata.len());
    if how.map
        && how.encoding.is_none()
        && size.is_some()
        && let Ok(mapping) = Mapping::new(&file)
        && Packing::of(mapping.bytes()) == Packing::Plain
        && Encoding::marked(mapping.bytes()).is_none()
    {
        refuse(&name, mapping.bytes(), None, Packing::Plain)?;
        return mapped(name, Arc::new(mapping), how);
    }
    stream(name, Box::new(file), size, metadata.is_file(), how)
}

/// Opens a reader; messages call it `name`.
///
/// ```
/// # mod sudomill { pub use {sudomill_core::*, sudomill_io::*}; }
/// let text = std::io::Cursor::new("1...4.....2....3\n");
/// let mut source = sudomill::input::read_from("memory", text)?;
/// assert_eq!(source.layout().size, sudomill::grid::Size::Four);
/// assert_eq!(source.next_chunk(1 << 18)?.unwrap().bytes(), b"1...4.....2....3\n");
/// # Ok::<(), sudomill::Error>(())
/// ```
///
/// # Errors
/// The reader fails, or its data is not text.
pub fn read_from(name: &str, reader: impl Read + Send + 'static) -> Result<Source, Error> {
    read_as(name, reader, &Open::default())
}

/// Like [`read_from`], with options. A reader is never mapped.
///
/// # Errors
/// As for [`read_from`], or the data lacks the column.
pub fn read_as(
    name: &str,
    reader: impl Read + Send + 'static,
    how: &Open,
) -> Result<Source, Error> {
    stream(name.to_owned(), Box::new(reader), None, false, how)
}

/// Like [`read_as`], for a reader of a file of that size.
#[cfg(feature = "files")]
pub(crate) fn read_file(
    name: &str,
    reader: impl Read + Send + 'static,
    size: u64,
    how: &Open,
) -> Result<Source, Error> {
    stream(name.to_owned(), Box::new(reader), Some(size), true, how)
}

fn mapped(name: String, mapping: Arc<Mapping>, how: &Open) -> Result<Source, Error> {
    let bytes = mapping.bytes();
    let layout = detect(how, &name, bytes, true)?.expect("the end is known");
    if mapping.has_shrunk() {
        return Err(Error::Shrunk { path: name, mapped: true });
    }
    let size = Some(bytes.len() as u64);
    Ok(Source::new(name, layout, size, RawSource::Mapped(mapping), how))
}

fn stream(
    name: String,
    reader: Stream,
    size: Option<u64>,
    is_file: bool,
    how: &Open,
) -> Result<Source, Error> {
    let failed = |cause| unreadable(&name)(cause);
    let read = Arc::new(AtomicU64::new(0));
    let mut raw: Stream = Box::new(Counting { reader, read: read.clone() });
    let start = first(&mut raw).map_err(failed)?;
    let packing = Packing::of(&start);
    let raw = Box::new(Cursor::new(start.clone()).chain(raw));
    let mut stream = packing.unpack(raw).map_err(failed)?;
    let start = match packing {
        Packing::Plain => start,
        _ => shown(&mut stream).map_err(failed)?,
    };
    let encoding = how.encoding.or_else(|| Encoding::marked(&start));
    refuse(&name, &start, encoding, packing)?;
    if let Some(encoding) = encoding {
        stream = decoded(encoding, &start, stream).map_err(failed)?;
        refuse(&name, &shown(&mut stream).map_err(failed)?, Some(encoding), packing)?;
    }
    let (mut pending, mut ended) = (Vec::new(), false);
    let layout = loop {
        if foreign::is_tar(&pending) {
            refuse(&name, &pending, encoding, packing)?;
        }
        if let Some(layout) = detect(how, &name, &pending, ended)? {
            break layout;
        }
        ended = fill(&mut stream, &mut pending).map_err(failed)? == 0;
    };
    let eager = is_file || packing != Packing::Plain;
    let body = RawSource::Stream { stream, pending, ended, eager, read, failed: None };
    let source = Source::new(name, layout, size, body, how);
    Ok(Source { encoding, packing, ..source })
}

/// Fails for a binary or foreign format, in which every line would be malformed.
fn refuse(
    path: &str,
    start: &[u8],
    encoding: Option<Encoding>,
    packing: Packing,
) -> Result<(), Error> {
    let found = foreign::format(start, encoding);
    let unpack = packing.command();
    found.map_or(Ok(()), |found| Err(Error::NotText { path: path.to_owned(), found, unpack }))
}

/// Consumes the first bytes of a stream, which show what it holds.
fn first(stream: &mut Stream) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    stream.take(foreign::MAGIC as u64).read_to_end(&mut start)?;
    if foreign::is_zip(&start) {
        let more = foreign::ZIP_MAGIC - start.len();
        stream.take(more as u64).read_to_end(&mut start)?;
    }
    Ok(start)
}

/// Peeks at the first bytes of a stream.
fn shown(stream: &mut Stream) -> io::Result<Vec<u8>> {
    let start = first(stream)?;
    let rest = std::mem::replace(stream, Box::new(io::empty()));
    *stream = Box::new(Cursor::new(start.clone()).chain(rest));
    Ok(start)
}

#[cfg(all(feature = "files", not(target_family = "wasm")))]
fn decoded(encoding: Encoding, start: &[u8], stream: Stream) -> io::Result<Stream> {
    Ok(Box::new(encoding::decoded(encoding, start, stream)))
}

#[cfg(not(all(feature = "files", not(target_family = "wasm"))))]
fn decoded(_: Encoding, _: &[u8], _: Stream) -> io::Result<Stream> {
    let reason = "this build does not decode text; convert it to UTF-8";
    Err(io::Error::new(io::ErrorKind::Unsupported, reason))
}
