//! The encodings of text other than UTF-8, decoded while an input is read.

// A browser decodes text itself; the tables of encoding_rs are a fifth of a WebAssembly module.
#[cfg(all(feature = "files", not(target_family = "wasm")))]
mod decode;

#[cfg(all(feature = "files", not(target_family = "wasm")))]
pub(super) use decode::{Undecodable, decoded};

use std::{fmt, str::FromStr};

/// An encoding of text. `FromStr` reads the names that `Display` writes, in any case.
///
/// ```
/// # mod sudomill { pub use {sudomill_core::*, sudomill_io::*}; }
/// use sudomill::input::Encoding;
/// assert_eq!("Utf-8".parse(), Ok(Encoding::Utf8));
/// assert_eq!(Encoding::Utf16Le.to_string(), "utf-16le");
/// let error = "ebcdic".parse::<Encoding>().unwrap_err();
/// assert!(error.to_string().starts_with("found ebcdic; expected one of utf-8, utf-16"));
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

    /// Returns the name: `utf-8`, `latin1`, …
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "utf-8",
            Self::Utf16 => "utf-16",
            Self::Utf16Le => "utf-16le",
            Self::Utf16Be => "utf-16be",
        }
    }

    /// Returns true if a character takes two or four bytes.
    pub(super) fn is_wide(self) -> bool {
        matches!(self, Self::Utf16 | Self::Utf16Le | Self::Utf16Be)
    }

    /// Returns UTF-16 if a text begins with a UTF-16 byte-order mark.
    pub(super) fn marked(start: &[u8]) -> Option<Self> {
        let is_wide = matches!(start, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..]);
        (is_wide && cfg!(feature = "files")).then_some(Self::Utf16)
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Encoding {
    type Err = UnknownEncoding;

    fn from_str(text: &str) -> Result<Self, UnknownEncoding> {
        let is_named = |encoding: &Self| encoding.name().eq_ignore_ascii_case(text);
        Self::ALL
            .into_iter()
            .find(is_named)
            .ok_or_else(|| UnknownEncoding { found: text.to_owned() })
    }
}

/// A name that does not match any [`Encoding`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found {found}; expected one of {}", Encoding::ALL.map(Encoding::name).join(", "))]
pub struct UnknownEncoding {
    found: String,
}
