//! A stream of text: counted, decompressed, decoded, and read piece by piece.

use super::encoding::{Decoded, Encoding};
use flate2::bufread::GzDecoder;
use std::{
    io::{self, BufRead, BufReader, Cursor, ErrorKind, Read},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};
use sudomill_core::Error;

/// The bytes requested by one read.
pub(super) const READ: usize = 64 << 10;

pub(super) type Reader = Box<dyn Read + Send>;

/// An input that is read from its start to its end.
pub(super) struct Stream {
    reader: Reader,
    pub packing: Option<Packing>,
    /// The encoding that is decoded, if any.
    pub encoding: Option<Encoding>,
    /// The text that was read and is not in a chunk yet.
    pub pending: Vec<u8>,
    /// The length of all text that was read.
    len: u64,
    pub ended: bool,
    /// True if every chunk may be filled: nobody is waiting for an answer.
    pub eager: bool,
    /// The bytes read from the file, before decompression.
    read: Arc<AtomicU64>,
    /// The error to report once the chunks before it are consumed.
    pub failed: Option<Error>,
}

impl Stream {
    /// Starts to read the input called `name`, which may be compressed.
    pub fn new(
        name: &str,
        reader: Reader,
        is_file: bool,
        encoding: Option<Encoding>,
    ) -> io::Result<Self> {
        let read = Arc::<AtomicU64>::default();
        let mut reader: Reader = Box::new(Counting { reader, read: read.clone() });
        let packing = Packing::of(&peek(&mut reader)?);
        if let Some(packing) = packing {
            reader = packing.unpack(reader)?;
        }
        let start = peek(&mut reader)?;
        let encoding = encoding.or_else(|| Encoding::marked(&start));
        if let Some(encoding) = encoding {
            reader = Box::new(Decoded::new(name, encoding, &start, reader));
        }
        let (pending, eager) = (Vec::new(), is_file || packing.is_some());
        Ok(Self {
            reader,
            packing,
            encoding,
            pending,
            len: 0,
            ended: false,
            eager,
            read,
            failed: None,
        })
    }

    /// Reads more text. At the end and after an error, there is none.
    pub fn fill(&mut self) -> io::Result<()> {
        let old = self.pending.len();
        self.pending.resize(old + READ, 0);
        let got = loop {
            match self.reader.read(&mut self.pending[old..]) {
                Err(cause) if cause.kind() == ErrorKind::Interrupted => {}
                got => break got,
            }
        };
        let count = *got.as_ref().unwrap_or(&0);
        self.pending.truncate(old + count);
        self.len += count as u64;
        self.ended = count == 0;
        let explained = |cause| match self.packing {
            Some(packing) => packing.explained(cause, self.len),
            None => cause,
        };
        got.map(drop).map_err(explained)
    }

    /// The number of bytes read from the file, before decompression.
    pub fn read(&self) -> u64 {
        self.read.load(Ordering::Relaxed)
    }
}

/// Counts the bytes read.
struct Counting {
    reader: Reader,
    read: Arc<AtomicU64>,
}

impl Read for Counting {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let got = self.reader.read(buffer)?;
        self.read.fetch_add(got as u64, Ordering::Relaxed);
        Ok(got)
    }
}

/// Returns the first bytes, which show the compression and the encoding, without consuming them.
fn peek(reader: &mut Reader) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    reader.take(4).read_to_end(&mut start)?;
    let rest = std::mem::replace(reader, Box::new(io::empty()));
    *reader = Box::new(Cursor::new(start.clone()).chain(rest));
    Ok(start)
}

/// The compression of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Packing {
    Gzip,
    Zstandard,
}

/// The words of Zstandard for bytes behind the end of the data.
const NO_HEADER: &str = "Unknown frame descriptor";

impl Packing {
    pub fn of(start: &[u8]) -> Option<Self> {
        match start {
            [0x1F, 0x8B, ..] => Some(Self::Gzip),
            [0x28, 0xB5, 0x2F, 0xFD, ..] => Some(Self::Zstandard),
            _ => None,
        }
    }

    /// The name of the command that decompresses a file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Zstandard => "zstd",
        }
    }

    fn unpack(self, reader: Reader) -> io::Result<Reader> {
        Ok(match self {
            Self::Gzip => Box::new(Gzip(Some(GzDecoder::new(BufReader::new(reader))))),
            #[cfg(all(feature = "files", not(target_family = "wasm")))]
            Self::Zstandard => Box::new(zstd::Decoder::new(reader)?),
            #[cfg(not(all(feature = "files", not(target_family = "wasm"))))]
            Self::Zstandard => {
                let reason = "this build does not unpack Zstandard; unpack the file, or use gzip";
                return Err(io::Error::new(ErrorKind::Unsupported, reason));
            }
        })
    }

    /// Explains an error after `len` bytes of text.
    fn explained(self, cause: io::Error, len: u64) -> io::Error {
        if cause.kind() == ErrorKind::UnexpectedEof {
            return io::Error::new(cause.kind(), "the compressed data ends too soon");
        }
        let name = if self == Self::Gzip { "gzip" } else { "Zstandard" };
        match cause.to_string() == NO_HEADER {
            false => cause,
            true => io::Error::other(format!(
                "after {len} bytes of text the {name} data is complete, and bytes follow that are \
                 not {name}"
            )),
        }
    }
}

/// Decompresses gzip members one after the other. [`flate2::read::MultiGzDecoder`] does not tell
/// other bytes behind the last one from a truncated member.
struct Gzip(Option<GzDecoder<BufReader<Reader>>>);

impl Read for Gzip {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.0 {
            let got = member.read(buffer)?;
            if got > 0 || buffer.is_empty() {
                return Ok(got);
            }
            match member.get_mut().fill_buf()? {
                [] => break,
                [0x1F] | [0x1F, 0x8B, ..] => {}
                _ => return Err(io::Error::other(NO_HEADER)),
            }
            self.0 = self.0.take().map(|member| GzDecoder::new(member.into_inner()));
        }
        Ok(0)
    }
}

/// Returns the text of a whole file, decompressed if necessary.
#[doc(hidden)]
pub fn unpacked(file: Vec<u8>) -> io::Result<Vec<u8>> {
    let Some(packing) = Packing::of(&file) else { return Ok(file) };
    let mut text = Vec::new();
    packing.unpack(Box::new(Cursor::new(file)))?.read_to_end(&mut text)?;
    Ok(text)
}
