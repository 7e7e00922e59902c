//! Decodes a stream to UTF-8, in bounded memory. Invalid input is an error with its position;
//! nothing is replaced.

use super::{super::stream::Stream, Encoding};
use std::{
    error::Error,
    fmt,
    io::{self, ErrorKind, Read},
};

/// The bytes requested by one read.
const READ: usize = 64 << 10;

/// Decodes a stream. `start` holds its first bytes; the stream still begins with them.
pub(in crate::input::source) fn decoded(
    encoding: Encoding,
    start: &[u8],
    stream: Stream,
) -> Decoded {
    let encoding = match (encoding, start) {
        (Encoding::Utf16, [0xFE, 0xFF, ..]) => Encoding::Utf16Be,
        (Encoding::Utf16, [0, second, ..]) if *second != 0 => Encoding::Utf16Be,
        (Encoding::Utf16, _) => Encoding::Utf16Le,
        _ => encoding,
    };
    let (raw, text) = (Vec::new(), String::new());
    Decoded { stream, encoding, raw, text, given: 0, place: (1, 1), is_first: true, failed: None }
}

/// See [`decoded`].
pub(in crate::input::source) struct Decoded {
    stream: Stream,
    encoding: Encoding,
    /// The bytes that are not decoded yet.
    raw: Vec<u8>,
    /// The text decoded last, and how many of its bytes were already returned.
    text: String,
    given: usize,
    /// The line and column of the next character, from 1.
    place: (u64, usize),
    is_first: bool,
    /// The error to return once the text before it is consumed.
    failed: Option<io::Error>,
}

impl Decoded {
    /// Decodes more text. Returns false at the end.
    fn more(&mut self) -> io::Result<bool> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        let got = (&mut self.stream).take(READ as u64).read_to_end(&mut self.raw)?;
        self.text.clear();
        self.given = 0;
        let (used, is_valid) = self.decode(got == 0);
        self.raw.drain(..used);
        for character in self.text.chars() {
            self.place = match character {
                '\n' => (self.place.0 + 1, 1),
                _ => (self.place.0, self.place.1 + 1),
            };
        }
        if !is_valid {
            let undecodable = Undecodable { place: self.place, encoding: self.encoding };
            self.failed = Some(io::Error::new(ErrorKind::InvalidData, undecodable));
        }
        Ok(got > 0 || !is_valid)
    }

    /// Decodes all complete characters: the number of bytes used, and true if the others may be the
    /// start of a character.
    fn decode(&mut self, last: bool) -> (usize, bool) {
        if self.encoding == Encoding::Utf8 {
            let (used, is_valid) = match str::from_utf8(&self.raw) {
                Ok(text) => (text.len(), true),
                Err(error) => (error.valid_up_to(), error.error_len().is_none() && !last),
            };
            self.text.push_str(str::from_utf8(&self.raw[..used]).unwrap_or_default());
            return (used, is_valid);
        }
        let unit = |&pair: &[u8; 2]| match self.encoding {
            Encoding::Utf16Be => u16::from_be_bytes(pair),
            _ => u16::from_le_bytes(pair),
        };
        let mut units = self.raw.as_chunks().0.iter().map(unit).peekable();
        let mut used = 0;
        if self.is_first && units.next_if_eq(&0xFEFF).is_some() {
            used = 2;
        }
        self.is_first &= units.peek().is_none();
        let count = units.len();
        for (at, character) in char::decode_utf16(units).enumerate() {
            match character {
                Ok(character) => {
                    self.text.push(character);
                    used += 2 * character.len_utf16();
                }
                // The second half of a character may be still to come.
                Err(_) => return (used, at + 1 >= count && !last),
            }
        }
        (used, used == self.raw.len() || !last)
    }
}

impl Read for Decoded {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.text.len() {
            if !self.more()? {
                return Ok(0);
            }
        }
        let read = (&self.text.as_bytes()[self.given..]).read(buffer)?;
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
        let name = if self.encoding == Encoding::Utf8 { "UTF-8" } else { "UTF-16" };
        write!(f, "found bytes that are not {name}; expected text in {name}")
    }
}
