//! The encodings of text, decoded while an input is read. Invalid bytes are an error with their
//! position; nothing is replaced.

use super::stream::{READ, Reader};
use std::{
    collections::VecDeque,
    io::{self, ErrorKind, Read},
    str::FromStr,
};
use sudomill_core::Error;

/// An encoding of text. `FromStr` reads its name, in any case.
///
/// ```
/// # mod sudomill { pub use {sudomill_core::*, sudomill_io::*}; }
/// use sudomill::input::Encoding;
/// assert_eq!("Utf-8".parse(), Ok(Encoding::Utf8));
/// assert_eq!(Encoding::Utf16Le.name(), "utf-16le");
/// assert_eq!(
///     "ebcdic".parse::<Encoding>().unwrap_err(),
///     "found ebcdic; expected one of utf-8, utf-16, utf-16le, utf-16be",
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Encoding {
    /// UTF-8.
    Utf8,
    /// UTF-16 in the order of its byte-order mark; without a mark, in the order that makes the
    /// first character ASCII.
    Utf16,
    /// UTF-16 in little-endian order, with or without a mark.
    Utf16Le,
    /// UTF-16 in big-endian order, with or without a mark.
    Utf16Be,
}

impl Encoding {
    /// All encodings.
    pub const ALL: [Self; 4] = [Self::Utf8, Self::Utf16, Self::Utf16Le, Self::Utf16Be];

    /// Returns the name: `utf-8`, `utf-16`, …
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "utf-8",
            Self::Utf16 => "utf-16",
            Self::Utf16Le => "utf-16le",
            Self::Utf16Be => "utf-16be",
        }
    }

    /// Returns UTF-16 if a text begins with a UTF-16 byte-order mark.
    pub(super) fn marked(start: &[u8]) -> Option<Self> {
        matches!(start, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..]).then_some(Self::Utf16)
    }
}

impl FromStr for Encoding {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let named = Self::ALL.into_iter().find(|it| it.name().eq_ignore_ascii_case(text));
        let names = Self::ALL.map(Self::name).join(", ");
        named.ok_or_else(|| format!("found {text}; expected one of {names}"))
    }
}

/// A stream, decoded to UTF-8 in bounded memory.
pub(super) struct Decoded {
    /// The name of the input.
    name: String,
    encoding: Encoding,
    reader: Reader,
    /// The bytes of one read, and those that are not decoded yet.
    piece: Vec<u8>,
    raw: Vec<u8>,
    /// The text that is not returned yet.
    text: VecDeque<u8>,
    /// The line and column of the next character, from 1.
    place: (u64, usize),
    /// True once invalid bytes follow the text.
    has_failed: bool,
}

impl Decoded {
    /// Decodes a stream that begins with `start`.
    pub fn new(name: &str, encoding: Encoding, start: &[u8], reader: Reader) -> Self {
        let encoding = match (encoding, start) {
            (Encoding::Utf16, [0xFE, 0xFF, ..]) => Encoding::Utf16Be,
            (Encoding::Utf16, [0, second, ..]) if *second != 0 => Encoding::Utf16Be,
            (Encoding::Utf16, _) => Encoding::Utf16Le,
            _ => encoding,
        };
        let (name, piece, raw) = (name.to_owned(), vec![0; READ], Vec::new());
        let (text, place, has_failed) = (VecDeque::new(), (1, 1), false);
        Self { name, encoding, reader, piece, raw, text, place, has_failed }
    }

    /// Decodes all complete characters: the text, its length in the input, and true if the rest
    /// may be the start of a character.
    fn decode(&self) -> (String, usize, bool) {
        let raw = &self.raw;
        if self.encoding == Encoding::Utf8 {
            let (len, is_start) = match str::from_utf8(raw) {
                Ok(_) => (raw.len(), true),
                Err(error) => (error.valid_up_to(), error.error_len().is_none()),
            };
            return (String::from_utf8_lossy(&raw[..len]).into_owned(), len, is_start);
        }
        let unit = |&pair: &[u8; 2]| match self.encoding {
            Encoding::Utf16Be => u16::from_be_bytes(pair),
            _ => u16::from_le_bytes(pair),
        };
        let units = raw.as_chunks().0.iter().map(unit);
        let text: String = char::decode_utf16(units).map_while(Result::ok).collect();
        let len = 2 * text.chars().map(char::len_utf16).sum::<usize>();
        (text, len, raw.len() - len < 4)
    }
}

impl Read for Decoded {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.text.is_empty() {
            if self.has_failed {
                let name = if self.encoding == Encoding::Utf8 { "UTF-8" } else { "UTF-16" };
                let reason = format!("found bytes that are not {name}; expected text in {name}");
                let (path, (line, column)) = (self.name.clone(), self.place);
                let error = Error::Malformed { path, line, column, reason };
                return Err(io::Error::new(ErrorKind::InvalidData, error));
            }
            let got = self.reader.read(&mut self.piece)?;
            self.raw.extend(&self.piece[..got]);
            let (text, len, is_start) = self.decode();
            self.raw.drain(..len);
            for character in text.chars() {
                self.place = match character {
                    '\n' => (self.place.0 + 1, 1),
                    // A byte-order mark.
                    '\u{FEFF}' => self.place,
                    _ => (self.place.0, self.place.1 + 1),
                };
            }
            self.text.extend(text.bytes());
            self.has_failed = !(is_start && got > 0 || self.raw.is_empty());
            if got == 0 && !self.has_failed {
                break;
            }
        }
        self.text.read(buffer)
    }
}
