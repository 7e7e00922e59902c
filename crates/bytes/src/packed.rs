//! Decompresses gzip and Zstandard, member by member.

use super::reader::{READ, Reader};
use flate2::bufread::GzDecoder;
use std::io::{self, BufRead, BufReader, Chain, Cursor, ErrorKind, Read};

/// The compression of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Packing {
    /// gzip: one member or several.
    Gzip,
    /// Zstandard: one frame or several.
    Zstandard,
}

impl Packing {
    /// The compression that the first bytes show.
    #[must_use]
    pub fn of(start: &[u8]) -> Option<Self> {
        match start {
            [0x1F, 0x8B, ..] => Some(Self::Gzip),
            [0x28, 0xB5, 0x2F, 0xFD, ..] => Some(Self::Zstandard),
            _ => None,
        }
    }

    /// The name of the command that decompresses a file.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Zstandard => "zstd",
        }
    }

    /// The name of the format, as used in messages.
    fn format(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Zstandard => "Zstandard",
        }
    }

    /// The first bytes of a member. A frame of Zstandard that holds no text to decompress begins
    /// with any of 16 bytes.
    fn begins(self, start: &[u8]) -> bool {
        let is_start_of = |mark: &[u8]| mark.starts_with(&start[..start.len().min(mark.len())]);
        match self {
            Self::Gzip => is_start_of(&[0x1F, 0x8B]),
            Self::Zstandard => {
                let skipped = start.first().map_or(0x50, |first| first & 0xF | 0x50);
                is_start_of(&[0x28, 0xB5, 0x2F, 0xFD]) || is_start_of(&[skipped, 0x2A, 0x4D, 0x18])
            }
        }
    }

    /// Returns a reader of the text that a reader holds.
    ///
    /// # Errors
    /// The decoder cannot be made.
    pub fn unpack(self, reader: Reader) -> io::Result<Reader> {
        let reader = BufReader::with_capacity(READ, reader);
        let member = Some(Member::open(self, Cursor::new(Vec::new()).chain(reader))?);
        Ok(Reader::new(Members { packing: self, member, len: 0 }))
    }
}

/// The compressed bytes; first those that were examined.
type Packed = Chain<Cursor<Vec<u8>>, BufReader<Reader>>;

/// A gzip member or a Zstandard frame. Neither decoder reads beyond its end.
enum Member {
    Gzip(Box<GzDecoder<Packed>>),
    #[cfg(all(feature = "files", not(target_family = "wasm")))]
    Zstandard(zstd::Decoder<'static, Packed>),
}

impl Member {
    fn open(packing: Packing, packed: Packed) -> io::Result<Self> {
        match packing {
            Packing::Gzip => Ok(Self::Gzip(Box::new(GzDecoder::new(packed)))),
            #[cfg(all(feature = "files", not(target_family = "wasm")))]
            Packing::Zstandard => {
                Ok(Self::Zstandard(zstd::Decoder::with_buffer(packed)?.single_frame()))
            }
            #[cfg(not(all(feature = "files", not(target_family = "wasm"))))]
            Packing::Zstandard => {
                let reason = "this build does not unpack Zstandard; unpack the file, or use gzip";
                Err(io::Error::new(ErrorKind::Unsupported, reason))
            }
        }
    }

    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Gzip(decoder) => decoder.read(buffer),
            #[cfg(all(feature = "files", not(target_family = "wasm")))]
            Self::Zstandard(decoder) => decoder.read(buffer),
        }
    }

    /// The bytes behind the member, once it is read.
    fn rest(self) -> BufReader<Reader> {
        let packed = match self {
            Self::Gzip(decoder) => decoder.into_inner(),
            #[cfg(all(feature = "files", not(target_family = "wasm")))]
            Self::Zstandard(decoder) => decoder.finish(),
        };
        // Every member is longer than the bytes that were examined.
        packed.into_inner().1
    }
}

/// Reads the text of all members. The decoders for several members do not tell other bytes behind
/// the last one from a truncated member.
struct Members {
    packing: Packing,
    /// The member that is being read; `None` at the end.
    member: Option<Member>,
    /// The length of the text so far.
    len: u64,
}

impl Read for Members {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let got = member.read(buffer).map_err(explained)?;
            if got > 0 || buffer.is_empty() {
                self.len += got as u64;
                return Ok(got);
            }
            self.member = match self.member.take() {
                Some(member) => self.next(member.rest())?,
                None => None,
            };
        }
        Ok(0)
    }
}

impl Members {
    /// Opens the next member; `None` at the end.
    fn next(&self, mut rest: BufReader<Reader>) -> io::Result<Option<Member>> {
        let mut start = Vec::new();
        rest.by_ref().take(4).read_to_end(&mut start)?;
        if start.is_empty() {
            return Ok(None);
        }
        if self.packing.begins(&start) {
            return Member::open(self.packing, Cursor::new(start).chain(rest)).map(Some);
        }
        // A gzip file may be padded to whole blocks, as on tapes. `gzip -dc` reads such a file.
        let is_padding = self.packing == Packing::Gzip
            && start.iter().all(|&byte| byte == 0)
            && are_zeros(&mut rest)?;
        if is_padding {
            return Ok(None);
        }
        let (len, format) = (self.len, self.packing.format());
        Err(io::Error::other(format!(
            "after {len} bytes of text the {format} data is complete, and bytes follow that are not \
             {format}"
        )))
    }
}

/// Reads to the end, or to the first byte that is not zero. Returns true if there is none.
fn are_zeros(rest: &mut BufReader<Reader>) -> io::Result<bool> {
    loop {
        let bytes = match rest.fill_buf() {
            Err(cause) if cause.kind() == ErrorKind::Interrupted => continue,
            bytes => bytes?,
        };
        let len = bytes.len();
        if len == 0 || bytes.iter().any(|&byte| byte != 0) {
            return Ok(len == 0);
        }
        rest.consume(len);
    }
}

/// Explains an error of a decoder.
fn explained(cause: io::Error) -> io::Error {
    match cause.kind() {
        kind @ ErrorKind::UnexpectedEof => {
            io::Error::new(kind, "the compressed data ends too soon")
        }
        _ => cause,
    }
}

/// Returns the text of a whole file, decompressed if necessary.
///
/// # Errors
/// The compressed data is malformed.
pub fn unpacked(file: Vec<u8>) -> io::Result<Vec<u8>> {
    let Some(packing) = Packing::of(&file) else { return Ok(file) };
    let mut text = Vec::new();
    packing.unpack(Reader::new(Cursor::new(file)))?.read_to_end(&mut text)?;
    Ok(text)
}
