//! The files of [sudomill](https://docs.rs/sudomill), which solves Sudoku puzzles by the million, as bytes of
//! text. Use that crate: it re-exports what users need of this one.
//!
//! ```text
//! file ──► Mapping ─────────────────────────────► bytes
//! pipe ──► Reader ──► Packing ──► Decoder ──────► bytes
//!                     gzip,       UTF-16
//!                     Zstandard
//! first bytes ──► Foreign: what is no text, and how to convert it
//! ```
//!
//! What the bytes mean is the business of others: here are no lines, and no puzzles.
//!
//! ```
//! use std::io::{Cursor, Read};
//! use sudomill_bytes::{Decoder, Encoding, Packing};
//! let start = b"\xFF\xFE1\0.\0";
//! assert!(Packing::of(start).is_none());
//! let mut decoder = Decoder::new(Encoding::marked(start).unwrap(), start);
//! let mut text = Vec::new();
//! assert!(decoder.decode(start, true, &mut text));
//! assert_eq!(text, "\u{FEFF}1.".as_bytes());
//! ```

#![deny(missing_docs, unnameable_types, unsafe_code)]

mod encoding;
mod foreign;
mod mapped;
mod packed;
mod reader;

pub use encoding::{Decoder, Encoding};
pub use foreign::{Foreign, LINES};
pub use mapped::Mapping;
pub use packed::{Packing, unpacked};
pub use reader::{READ, Reader};
