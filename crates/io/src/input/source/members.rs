//! Decompresses streams: gzip members or Zstandard frames, one after the other.
//!
//! Zeros after the last member pad the file to whole blocks, as on tapes; gzip ignores them. Any
//! other bytes there are an error, since they may be a damaged member.

use super::stream::{Stream, fill};
use std::io::{self, BufRead, ErrorKind, Read};

/// The decompressed text of all members of a stream.
pub(super) struct Members {
    kind: Kind,
    /// `None` at the end.
    member: Option<Member>,
    /// Bytes of text decompressed so far.
    text: u64,
}

/// The format of the members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Gzip,
    #[cfg(not(target_family = "wasm"))]
    Zstandard,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            #[cfg(not(target_family = "wasm"))]
            Self::Zstandard => "Zstandard",
        }
    }

    /// The number with which a member begins. In the first byte of a Zstandard frame that is to be
    /// skipped, the last four bits can be any.
    fn magic(self, first: u8) -> &'static [u8] {
        match (self, first) {
            (Self::Gzip, _) => b"\x1F\x8B",
            #[cfg(not(target_family = "wasm"))]
            (Self::Zstandard, 0x50..=0x5F) => b"\x50\x2A\x4D\x18",
            #[cfg(not(target_family = "wasm"))]
            (Self::Zstandard, _) => b"\x28\xB5\x2F\xFD",
        }
    }
}

enum Member {
    Gzip(Box<flate2::bufread::GzDecoder<Input>>),
    #[cfg(not(target_family = "wasm"))]
    Zstandard(zstd::Decoder<'static, Input>),
}

impl Member {
    fn new(kind: Kind, input: Input) -> io::Result<Self> {
        Ok(match kind {
            Kind::Gzip => Self::Gzip(Box::new(flate2::bufread::GzDecoder::new(input))),
            #[cfg(not(target_family = "wasm"))]
            Kind::Zstandard => Self::Zstandard(zstd::Decoder::with_buffer(input)?.single_frame()),
        })
    }

    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Gzip(decoder) => decoder.read(buffer),
            #[cfg(not(target_family = "wasm"))]
            Self::Zstandard(decoder) => decoder.read(buffer),
        }
    }

    /// Returns the input after the member, once the member is read to its end.
    fn into_rest(self) -> Input {
        match self {
            Self::Gzip(decoder) => decoder.into_inner(),
            #[cfg(not(target_family = "wasm"))]
            Self::Zstandard(decoder) => decoder.finish(),
        }
    }
}

impl Members {
    pub fn new(kind: Kind, stream: Stream) -> io::Result<Self> {
        let input = Input { stream, buffer: Vec::new(), at: 0 };
        Ok(Self { kind, member: Some(Member::new(kind, input)?), text: 0 })
    }

    /// Starts the next member; `None` at the end of the input.
    fn next(&self, mut input: Input) -> io::Result<Option<Member>> {
        while self.kind == Kind::Gzip && input.fill_buf()?.first() == Some(&0) {
            let zeros = input.fill_buf()?.iter().take_while(|&&byte| byte == 0).count();
            input.consume(zeros);
        }
        let Some(&first) = input.fill_buf()?.first() else { return Ok(None) };
        let magic = self.kind.magic(first);
        let start = input.fill_to(magic.len())?;
        let start = &start[..start.len().min(magic.len())];
        let is_frame_to_skip = first & 0xF0 == 0x50 && magic[0] == 0x50;
        match (is_frame_to_skip || first == magic[0]) && start[1..] == magic[1..start.len()] {
            true if start.len() < magic.len() => Err(ErrorKind::UnexpectedEof.into()),
            true => Member::new(self.kind, input).map(Some),
            false => Err(self.garbage()),
        }
    }

    fn garbage(&self) -> io::Error {
        let (name, text) = (self.kind.name(), self.text);
        let bytes = if text == 1 { "byte" } else { "bytes" };
        let message = format!(
            "after {text} {bytes} of text the {name} data is complete, and bytes follow that are \
             not {name}"
        );
        io::Error::new(ErrorKind::InvalidData, message)
    }
}

impl Read for Members {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = loop {
            let Some(member) = &mut self.member else { break Ok(0) };
            match member.read(buffer) {
                Ok(0) if !buffer.is_empty() => {}
                read => break read,
            }
            let rest = self.member.take().map(Member::into_rest);
            match rest.map_or(Ok(None), |rest| self.next(rest)) {
                Ok(next) => self.member = next,
                Err(error) => break Err(error),
            }
        };
        match read {
            Ok(read) => {
                self.text += read as u64;
                Ok(read)
            }
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
                Err(io::Error::new(error.kind(), "the compressed data ends too soon"))
            }
            Err(error) => Err(error),
        }
    }
}

/// A buffered stream that can look ahead any number of bytes.
struct Input {
    stream: Stream,
    buffer: Vec<u8>,
    /// Consumed bytes of the buffer.
    at: usize,
}

impl Input {
    /// Returns at least `wanted` unconsumed bytes, or all that are left.
    fn fill_to(&mut self, wanted: usize) -> io::Result<&[u8]> {
        while self.buffer.len() - self.at < wanted {
            self.buffer.drain(..self.at);
            self.at = 0;
            if fill(&mut self.stream, &mut self.buffer)? == 0 {
                break;
            }
        }
        Ok(&self.buffer[self.at..])
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for Input {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.fill_to(1)
    }

    fn consume(&mut self, bytes: usize) {
        self.at += bytes;
    }
}
