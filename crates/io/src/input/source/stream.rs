//! A stream of text: counted, decompressed, decoded, and read piece by piece.

use crate::input::encoding::{Decoder, Encoding};
use crate::input::error::InputErrorKind;
use crate::input::lines::{Cut, whole};
use crate::{Error, error::io_error};
use flate2::bufread::GzDecoder;
use std::{
    io::{self, BufRead, BufReader, Cursor, ErrorKind, Read},
    mem,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

/// The bytes requested by one read.
const READ: usize = 64 << 10;

/// A reader of any kind. A closure, because `dyn Read` would compile all methods of `Read` for each
/// kind.
pub(in crate::input) struct Reader(Box<ReadBytes>);

type ReadBytes = dyn FnMut(&mut [u8]) -> io::Result<usize> + Send;

impl Reader {
    pub fn new(mut reader: impl Read + Send + 'static) -> Self {
        Self(Box::new(move |buffer| reader.read(buffer)))
    }
}

impl Read for Reader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        (self.0)(buffer)
    }
}

/// An input that is read from its start to its end.
pub(in crate::input) struct Stream {
    /// The name of the input, as used in messages.
    name: String,
    reader: Reader,
    /// The size of the file; `None` for a pipe.
    pub size: Option<u64>,
    pub packing: Option<Packing>,
    pub decoder: Option<Decoder>,
    /// The text that was read and is not in a chunk yet.
    pub pending: Vec<u8>,
    pub ended: bool,
    /// The length of the text that was read, before it is decoded.
    len: u64,
    /// The bytes read from the file, before decompression.
    read: Arc<AtomicU64>,
    /// The error to report once the text before it is consumed.
    failed: Option<Error>,
}

impl Stream {
    /// Starts to read an input, which may be compressed.
    pub fn new(
        name: &str,
        mut reader: Reader,
        size: Option<u64>,
        encoding: Option<Encoding>,
    ) -> io::Result<Self> {
        let read = Arc::<AtomicU64>::default();
        let count = read.clone();
        let mut reader = Reader(Box::new(move |buffer| {
            let got = reader.read(buffer)?;
            count.fetch_add(got as u64, Ordering::Relaxed);
            Ok(got)
        }));
        let packing = Packing::of(&peek(&mut reader)?);
        if let Some(packing) = packing {
            reader = packing.unpack(reader)?;
        }
        let start = peek(&mut reader)?;
        let encoding = encoding.or_else(|| Encoding::marked(&start));
        let decoder = encoding.map(|encoding| Decoder::new(encoding, &start));
        let (name, pending, ended, len, failed) = (name.to_owned(), Vec::new(), false, 0, None);
        Ok(Self { name, reader, size, packing, decoder, pending, ended, len, read, failed })
    }

    /// Returns true if the writer may be waiting for an answer: a pipe or a terminal.
    pub fn is_live(&self) -> bool {
        self.size.is_none() && self.packing.is_none()
    }

    /// Reads more text. At the end and after an error, there is none.
    pub fn fill(&mut self) -> Result<(), Error> {
        if let Some(error) = self.failed.take() {
            self.ended = true;
            return Err(error);
        }
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
        let got = got.map_err(|cause| self.explained(cause));
        got.map_err(io_error(&self.name, "cannot read"))?;
        if let Some(decoder) = &mut self.decoder {
            let raw = self.pending.split_off(old);
            if !decoder.decode(&raw, self.ended, &mut self.pending) {
                self.failed = Some(decoder.error(&self.name));
                if self.pending.len() == old {
                    return self.fill();
                }
            }
        }
        Ok(())
    }

    /// Explains an error of the reader, if it decompresses.
    fn explained(&self, cause: io::Error) -> io::Error {
        let Some(packing) = self.packing else { return cause };
        let (name, len) = (if packing == Packing::Gzip { "gzip" } else { "Zstandard" }, self.len);
        match cause.kind() {
            kind @ ErrorKind::UnexpectedEof => {
                io::Error::new(kind, "the compressed data ends too soon")
            }
            _ if cause.to_string() == NO_HEADER => io::Error::other(format!(
                "after {len} bytes of text the {name} data is complete, and bytes follow that are \
                 not {name}"
            )),
            _ => cause,
        }
    }

    /// Takes the text that `cut` cuts off, given the text and true if it is complete. Waits for
    /// `target` bytes of it unless the writer may be waiting for an answer.
    pub fn take(
        &mut self,
        target: usize,
        cut: impl Fn(&[u8], bool) -> Option<Cut>,
    ) -> (Vec<u8>, Cut) {
        let cut = loop {
            let full = self.ended || self.is_live() || self.pending.len() >= target;
            if let Some(cut) = full.then(|| cut(&self.pending, self.ended)).flatten() {
                break cut;
            }
            if let Err(error) = self.fill() {
                self.failed = Some(error);
                self.pending.truncate(whole(&self.pending));
            }
        };
        let rest = self.pending.split_off(cut.len);
        (mem::replace(&mut self.pending, rest), cut)
    }

    /// Called at the end: fails if reading failed, or if the file ended before the size it had when
    /// it was opened.
    pub fn end(&mut self) -> Result<(), Error> {
        match self.failed.take() {
            Some(error) => Err(error),
            None if self.size.is_some_and(|size| self.read() < size) => {
                Err(InputErrorKind::Shrunk { mapped: false }.of(&self.name))
            }
            None => Ok(()),
        }
    }

    /// The number of bytes read from the file, before decompression.
    pub fn read(&self) -> u64 {
        self.read.load(Ordering::Relaxed)
    }
}

/// Returns the first bytes, which show the compression and the encoding, without consuming them.
fn peek(reader: &mut Reader) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    reader.take(4).read_to_end(&mut start)?;
    let rest = mem::replace(reader, Reader::new(io::empty()));
    *reader = Reader::new(Cursor::new(start.clone()).chain(rest));
    Ok(start)
}

/// The compression of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::input) enum Packing {
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
            Self::Gzip => {
                let mut member = Some(GzDecoder::new(BufReader::new(reader)));
                Reader(Box::new(move |buffer| read_gzip(&mut member, buffer)))
            }
            #[cfg(all(feature = "files", not(target_family = "wasm")))]
            Self::Zstandard => Reader::new(zstd::Decoder::new(reader)?),
            #[cfg(not(all(feature = "files", not(target_family = "wasm"))))]
            Self::Zstandard => {
                let reason = "this build does not unpack Zstandard; unpack the file, or use gzip";
                return Err(io::Error::new(ErrorKind::Unsupported, reason));
            }
        })
    }
}

/// Decompresses gzip members one after the other. [`flate2::read::MultiGzDecoder`] does not tell
/// other bytes behind the last one from a truncated member.
fn read_gzip(
    open: &mut Option<GzDecoder<BufReader<Reader>>>,
    buffer: &mut [u8],
) -> io::Result<usize> {
    while let Some(member) = open {
        let got = member.read(buffer)?;
        if got > 0 || buffer.is_empty() {
            return Ok(got);
        }
        match member.get_mut().fill_buf()? {
            [] => break,
            [0x1F] | [0x1F, 0x8B, ..] => {}
            _ => return Err(io::Error::other(NO_HEADER)),
        }
        *open = open.take().map(|member| GzDecoder::new(member.into_inner()));
    }
    Ok(0)
}

/// Returns the text of a whole file, decompressed if necessary.
pub fn unpacked(file: Vec<u8>) -> io::Result<Vec<u8>> {
    let Some(packing) = Packing::of(&file) else { return Ok(file) };
    let mut text = Vec::new();
    packing.unpack(Reader::new(Cursor::new(file)))?.read_to_end(&mut text)?;
    Ok(text)
}
