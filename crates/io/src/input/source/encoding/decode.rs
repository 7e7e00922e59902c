//! Decodes a stream to UTF-8, in bounded memory. Invalid input is an error with its position;
//! nothing is replaced.

use super::{super::stream::Stream, Encoding};
use encoding_rs::{Decoder, DecoderResult, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, mem};
use std::{
    error::Error,
    fmt,
    io::{self, ErrorKind, Read},
};

/// The bytes requested by one read.
const READ: usize = 64 << 10;

/// Decodes a stream to UTF-8. `start` holds its first bytes, or all of a shorter stream; the stream
/// still begins with them.
pub(in crate::input::source) fn decoded(
    encoding: Encoding,
    start: &[u8],
    stream: Stream,
) -> Decoded {
    let encoding = match (encoding, start) {
        (Encoding::Utf16, [0xFE, 0xFF, ..]) => Encoding::Utf16Be,
        (Encoding::Utf16, [0xFF, 0xFE, ..]) => Encoding::Utf16Le,
        (Encoding::Utf16, [0, second, ..]) if *second != 0 => Encoding::Utf16Be,
        (Encoding::Utf16, _) => Encoding::Utf16Le,
        _ => encoding,
    };
    let decoder = match encoding {
        Encoding::Latin1 => None,
        Encoding::Utf8 => Some(UTF_8.new_decoder_without_bom_handling()),
        Encoding::Windows1252 => Some(WINDOWS_1252.new_decoder_without_bom_handling()),
        Encoding::Utf16Be => Some(UTF_16BE.new_decoder_with_bom_removal()),
        Encoding::Utf16 | Encoding::Utf16Le => Some(UTF_16LE.new_decoder_with_bom_removal()),
    };
    Decoded {
        stream,
        encoding,
        decoder,
        raw: Vec::new(),
        at: 0,
        has_ended: false,
        text: Vec::new(),
        given: 0,
        newlines: 0,
        column: 0,
        failed: None,
    }
}

/// See [`decoded`].
pub(in crate::input::source) struct Decoded {
    stream: Stream,
    encoding: Encoding,
    /// `None` for ISO 8859-1, where each byte is a character.
    decoder: Option<Decoder>,
    /// The bytes read last, and how many of them are already decoded.
    raw: Vec<u8>,
    at: usize,
    has_ended: bool,
    /// The text decoded last, and how many of its bytes were already returned.
    text: Vec<u8>,
    given: usize,
    /// Newlines decoded so far, and the number of characters since the last one.
    newlines: u64,
    column: usize,
    /// The error to return once the text before it is consumed.
    failed: Option<io::Error>,
}

impl Decoded {
    /// Decodes more text: at least one byte, unless the end is reached.
    fn more(&mut self) -> io::Result<()> {
        while self.given == self.text.len() && !self.is_done() {
            if let Some(error) = self.failed.take() {
                return Err(error);
            }
            if self.at == self.raw.len() && !self.has_ended {
                self.raw.resize(READ, 0);
                let got = self.stream.read(&mut self.raw);
                self.raw.truncate(*got.as_ref().unwrap_or(&0));
                self.at = 0;
                self.has_ended = got? == 0;
            }
            self.decode();
        }
        Ok(())
    }

    /// Returns true if everything is decoded.
    fn is_done(&self) -> bool {
        self.has_ended
            && self.raw.len() == self.at
            && self.failed.is_none()
            && self.decoder.is_none()
    }

    fn decode(&mut self) {
        // One byte of ISO 8859-1 becomes at most two bytes; one of the other encodings, at most
        // three.
        self.text.resize(3 * READ + 16, 0);
        self.given = 0;
        let source = &self.raw[self.at..];
        let Some(decoder) = &mut self.decoder else {
            let (read, written) = mem::convert_latin1_to_utf8_partial(source, &mut self.text);
            self.at += read;
            return self.text.truncate(written);
        };
        let (result, read, written) =
            decoder.decode_to_utf8_without_replacement(source, &mut self.text, self.has_ended);
        self.text.truncate(written);
        for &byte in &self.text {
            match byte {
                b'\n' => (self.newlines, self.column) = (self.newlines + 1, 0),
                0x80..=0xBF => {}
                _ => self.column += 1,
            }
        }
        self.at += read;
        match result {
            DecoderResult::Malformed(..) => {
                let place = (self.newlines + 1, self.column + 1);
                let undecodable = Undecodable { place, encoding: self.encoding };
                self.failed = Some(io::Error::new(ErrorKind::InvalidData, undecodable));
                (self.decoder, self.has_ended, self.at) = (None, true, self.raw.len());
            }
            DecoderResult::InputEmpty if self.has_ended => self.decoder = None,
            _ => {}
        }
    }
}

impl Read for Decoded {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.more()?;
        let read = (&self.text[self.given..]).read(buffer)?;
        self.given += read;
        Ok(read)
    }
}

/// The position of bytes that are invalid in the encoding of the input.
#[derive(Debug)]
pub(in crate::input::source) struct Undecodable {
    /// The line and the column, both from 1.
    pub place: (u64, usize),
    encoding: Encoding,
}

impl Error for Undecodable {}

impl fmt::Display for Undecodable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.encoding {
            Encoding::Utf8 => "UTF-8",
            _ => "UTF-16",
        };
        write!(f, "found bytes that are not {name}; expected text in {name}")
    }
}
