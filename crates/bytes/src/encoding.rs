//! The encodings of text, decoded while an input is read. Invalid bytes are an error with their
//! position; nothing is replaced.

use std::str::FromStr;

/// An encoding of text. `FromStr` reads its name, in any case.
///
/// ```
/// # mod sudomill { pub mod input { pub use sudomill_bytes::*; } }
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
    pub const ALL: &'static [Self] = &[Self::Utf8, Self::Utf16, Self::Utf16Le, Self::Utf16Be];

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
    #[must_use]
    pub fn marked(start: &[u8]) -> Option<Self> {
        matches!(start, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..]).then_some(Self::Utf16)
    }
}

impl FromStr for Encoding {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let named = Self::ALL.iter().find(|it| it.name().eq_ignore_ascii_case(text));
        named.copied().ok_or_else(|| {
            let names: Vec<_> = Self::ALL.iter().map(|it| it.name()).collect();
            format!("found {text}; expected one of {}", names.join(", "))
        })
    }
}

/// Decodes a stream to UTF-8, piece by piece.
pub struct Decoder {
    encoding: Encoding,
    is_big_endian: bool,
    /// The bytes that are not decoded yet.
    raw: Vec<u8>,
    /// The line and column of the next character, from 1.
    place: (u64, usize),
}

impl Decoder {
    /// Decodes a stream that begins with `start`.
    #[must_use]
    pub fn new(encoding: Encoding, start: &[u8]) -> Self {
        let is_big_endian = match encoding {
            Encoding::Utf16 => matches!(start, [0xFE, 0xFF, ..] | [0, 1..=255, ..]),
            _ => encoding == Encoding::Utf16Be,
        };
        Self { encoding, is_big_endian, raw: Vec::new(), place: (1, 1) }
    }

    /// The encoding.
    #[must_use]
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Appends the complete characters of the bytes read so far to a text. Returns false if they
    /// are followed by anything but the start of a character that later bytes complete; `last`
    /// means that no more will come.
    pub fn decode(&mut self, bytes: &[u8], last: bool, text: &mut Vec<u8>) -> bool {
        self.raw.extend_from_slice(bytes);
        let (decoded, len, is_start) = self.decoded();
        self.raw.drain(..len);
        for character in decoded.chars() {
            self.place = match character {
                '\n' => (self.place.0 + 1, 1),
                // A byte-order mark.
                '\u{FEFF}' => self.place,
                _ => (self.place.0, self.place.1 + 1),
            };
        }
        text.extend_from_slice(decoded.as_bytes());
        self.raw.is_empty() || is_start && !last
    }

    /// The complete characters at the start of the bytes, their length in bytes, and true if the
    /// rest may be the start of a character.
    fn decoded(&self) -> (String, usize, bool) {
        let raw = &self.raw;
        if self.encoding == Encoding::Utf8 {
            let (len, is_start) = match str::from_utf8(raw) {
                Ok(_) => (raw.len(), true),
                Err(error) => (error.valid_up_to(), error.error_len().is_none()),
            };
            return (String::from_utf8_lossy(&raw[..len]).into_owned(), len, is_start);
        }
        let unit = if self.is_big_endian { u16::from_be_bytes } else { u16::from_le_bytes };
        let units = raw.as_chunks().0.iter().map(|&pair| unit(pair));
        let text: String = char::decode_utf16(units).map_while(Result::ok).collect();
        let len = 2 * text.chars().map(char::len_utf16).sum::<usize>();
        (text, len, raw.len() - len < 4)
    }

    /// What is wrong with invalid bytes behind the text so far.
    #[must_use]
    pub fn fault(&self) -> String {
        let encoding = if self.encoding == Encoding::Utf8 { "UTF-8" } else { "UTF-16" };
        format!("found bytes that are not {encoding}; expected text in {encoding}")
    }

    /// The line and column of the next character, from 1.
    #[must_use]
    pub fn place(&self) -> (u64, usize) {
        self.place
    }
}
