//! Streams of bytes, and their compression.

use std::{
    io::{self, Read},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

/// The bytes requested by one read.
const READ: usize = 64 << 10;

pub(super) type Stream = Box<dyn Read + Send>;

/// Appends the bytes of one read; returns 0 at the end.
pub(super) fn fill(stream: &mut Stream, pending: &mut Vec<u8>) -> io::Result<usize> {
    let old = pending.len();
    pending.resize(old + READ, 0);
    let got = loop {
        match stream.read(&mut pending[old..]) {
            Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
            Err(e) if e.kind() == io::ErrorKind::UnexpectedEof => {
                break Err(io::Error::new(e.kind(), "the compressed data ends too soon"));
            }
            got => break got,
        }
    };
    pending.truncate(old + *got.as_ref().unwrap_or(&0));
    got
}

/// Counts the bytes read.
pub(super) struct Counting {
    pub reader: Stream,
    pub read: Arc<AtomicU64>,
}

impl Read for Counting {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let got = self.reader.read(buffer)?;
        self.read.fetch_add(got as u64, Ordering::Relaxed);
        Ok(got)
    }
}

/// The compression of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Packing {
    Plain,
    Gzip,
    Zstandard,
}

impl Packing {
    pub fn of(start: &[u8]) -> Self {
        match start {
            [0x1F, 0x8B, ..] => Self::Gzip,
            [0x28, 0xB5, 0x2F, 0xFD, ..] => Self::Zstandard,
            _ => Self::Plain,
        }
    }

    /// The shell command that decompresses a file to standard output.
    pub fn command(self) -> Option<&'static str> {
        match self {
            Self::Plain => None,
            Self::Gzip => Some("gzip -dc"),
            Self::Zstandard => Some("zstd -dc"),
        }
    }

    pub fn unpack(self, stream: Stream) -> io::Result<Stream> {
        Ok(match self {
            Self::Plain => stream,
            #[cfg(feature = "files")]
            Self::Gzip => Box::new(flate2::read::MultiGzDecoder::new(stream)),
            #[cfg(all(feature = "files", not(target_family = "wasm")))]
            Self::Zstandard => Box::new(zstd::Decoder::new(stream)?),
            #[cfg(all(feature = "files", target_family = "wasm"))]
            Self::Zstandard => {
                let reason = "this build does not unpack Zstandard; unpack the file, or use gzip";
                return Err(io::Error::new(io::ErrorKind::Unsupported, reason));
            }
            #[cfg(not(feature = "files"))]
            Self::Gzip | Self::Zstandard => {
                let reason = "built without the feature that unpacks compressed files";
                return Err(io::Error::new(io::ErrorKind::Unsupported, reason));
            }
        })
    }
}

/// Returns the text of a whole file, decompressed if necessary.
#[cfg(feature = "files")]
#[doc(hidden)]
pub fn unpacked(file: Vec<u8>) -> io::Result<Vec<u8>> {
    let packing = Packing::of(&file);
    if packing == Packing::Plain {
        return Ok(file);
    }
    let mut text = Vec::new();
    packing.unpack(Box::new(io::Cursor::new(file)))?.read_to_end(&mut text)?;
    Ok(text)
}
