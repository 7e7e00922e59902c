//! Recognises files that are not lines of text by their first bytes.

use crate::{
    error::{Error, FileFormat},
    input::lines::without_bom,
};

/// The number of bytes needed.
pub(super) const MAGIC: usize = 16;

const KNOWN: [(&[u8], FileFormat); 9] = [
    (b"PAR1", FileFormat::Parquet),
    (b"ARROW1", FileFormat::Arrow),
    (b"\xFD7zXZ\0", FileFormat::Xz),
    (b"BZh", FileFormat::Bzip2),
    (b"PK\x03\x04", FileFormat::Zip),
    (b"7z\xBC\xAF\x27\x1C", FileFormat::SevenZip),
    (b"\x93NUMPY", FileFormat::NumPy),
    (b"\xFF\xFE", FileFormat::Utf16),
    (b"\xFE\xFF", FileFormat::Utf16),
];

/// Fails for a file in which every line would be malformed.
pub(super) fn refuse(path: &str, start: &[u8]) -> Result<(), Error> {
    let known = KNOWN.iter().find(|(magic, _)| start.starts_with(magic)).map(|known| known.1);
    match known.or_else(|| utf_16_without_mark(start)).or_else(|| json(start)) {
        Some(found) => Err(Error::NotText { path: path.to_owned(), found }),
        None => Ok(()),
    }
}

/// An array of strings or objects, whose elements need not be in lines of their own; or JSON
/// Lines where they are not read. `[Puzzle]` is the name of a grid.
fn json(start: &[u8]) -> Option<FileFormat> {
    let start = without_bom(start).0.trim_ascii_start();
    if cfg!(not(feature = "files")) && start.starts_with(b"{") {
        return Some(FileFormat::JsonLines);
    }
    match start.strip_prefix(b"[")?.trim_ascii_start().first()? {
        b'"' => Some(FileFormat::JsonStrings),
        b'{' => Some(FileFormat::JsonArray),
        _ => None,
    }
}

/// ASCII characters in two bytes each, as some programs write them.
fn utf_16_without_mark(start: &[u8]) -> Option<FileFormat> {
    let is_wide = |[first, second]: [u8; 2]| (first == 0) != (second == 0);
    let (pairs, _) = start.as_chunks::<2>();
    let zero_first = pairs.first()?[0] == 0;
    let is_same = |pair: &[u8; 2]| is_wide(*pair) && (pair[0] == 0) == zero_first;
    let format = if zero_first { FileFormat::Utf16Be } else { FileFormat::Utf16Le };
    (pairs.len() > 1 && pairs.iter().all(is_same)).then_some(format)
}
