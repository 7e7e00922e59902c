//! Opens a file, standard input or a reader.

use super::{
    Body, Encoding, Source,
    mapped::Mapping,
    stream::{Packing, Stream},
};
use crate::input::Open;
use std::{
    fs::File,
    io::{self, Read},
    path::Path,
    sync::Arc,
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
        return read_file("<stdin>", io::stdin(), None, how);
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
        && Packing::of(mapping.bytes()).is_none()
        && Encoding::marked(mapping.bytes()).is_none()
    {
        let (part, mapping) = (0..mapping.bytes().len(), Arc::new(mapping));
        let source = Source::new(&name, Body::Mapped(mapping.clone(), part), how)?;
        return match mapping.has_shrunk() {
            true => Err(Error::Shrunk { path: name, mapped: true }),
            false => Ok(source),
        };
    }
    read_file(&name, file, size, how)
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
    read_file(name, reader, None, how)
}

/// Like [`read_as`], for a file of that size; `None` for a pipe.
#[doc(hidden)] // For the page in web/.
pub fn read_file(
    name: &str,
    reader: impl Read + Send + 'static,
    size: Option<u64>,
    how: &Open,
) -> Result<Source, Error> {
    let stream = Stream::new(name, Box::new(reader), size, how.encoding);
    let stream = stream.map_err(Error::io(name, "cannot read"))?;
    Source::new(name, Body::Stream(Box::new(stream)), how)
}
