//! Recognizes files that are not lines of text, by their first bytes.

use super::encoding::Encoding;
use crate::input::lines::without_bom;
use sudomill_core::error::FileFormat;

/// Bytes needed to recognize most formats.
pub(super) const MAGIC: usize = 16;

/// Bytes needed to see what a ZIP archive holds.
pub(super) const ZIP_MAGIC: usize = 128;

const KNOWN: [(&[u8], FileFormat); 12] = [
    (b"PAR1", FileFormat::Parquet),
    (b"ARROW1", FileFormat::Arrow),
    (b"\xFD7zXZ\0", FileFormat::Xz),
    (b"BZh", FileFormat::Bzip2),
    (b"\x04\x22\x4D\x18", FileFormat::Lz4),
    (ZIP, FileFormat::Zip),
    (b"7z\xBC\xAF\x27\x1C", FileFormat::SevenZip),
    (b"\x93NUMPY", FileFormat::NumPy),
    (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", FileFormat::OldExcel),
    (b"SQLite format 3\0", FileFormat::Sqlite),
    (b"\xFF\xFE", FileFormat::Utf16),
    (b"\xFE\xFF", FileFormat::Utf16),
];

const ZIP: &[u8] = b"PK\x03\x04";

/// Returns true if a file is a ZIP archive, of which [`ZIP_MAGIC`] bytes are needed.
pub(super) fn is_zip(start: &[u8]) -> bool {
    start.starts_with(ZIP)
}

/// Returns the format of a file in which every line would be malformed. UTF-16 is accepted if that
/// is `encoding`.
pub(super) fn format(start: &[u8], encoding: Option<Encoding>) -> Option<FileFormat> {
    let known = KNOWN.iter().find(|(magic, _)| start.starts_with(magic)).map(|known| known.1);
    let known = known.map(|found| if found == FileFormat::Zip { in_zip(start) } else { found });
    let found = known.or_else(|| utf_16_without_mark(start)).or_else(|| json(start));
    found.or_else(|| is_tar(start).then_some(FileFormat::Tar)).filter(|found| {
        let is_utf_16 =
            matches!(found, FileFormat::Utf16 | FileFormat::Utf16Le | FileFormat::Utf16Be);
        !(is_utf_16 && encoding.is_some_and(Encoding::is_wide))
    })
}

/// Returns true for a `tar` archive: a file name ended by a zero byte, and the name of the format
/// at offset 257.
pub(super) fn is_tar(start: &[u8]) -> bool {
    start.get(257..262) == Some(b"ustar") && start[..100].contains(&0)
}

/// Returns what a ZIP archive holds, judged by its first file.
fn in_zip(start: &[u8]) -> FileFormat {
    let first = start.get(30..).unwrap_or_default();
    let is_excel = |name: &&[u8]| first.starts_with(name);
    let names: [&[u8]; 4] = [b"[Content_Types].xml", b"_rels/", b"docProps/", b"xl/"];
    match names.iter().any(is_excel) {
        true => FileFormat::Excel,
        false if first.starts_with(b"mimetypeapplication/vnd.oasis.opendocument") => {
            FileFormat::OpenDocument
        }
        false => FileFormat::Zip,
    }
}

/// Recognizes an array of strings or objects, whose elements may share a line, and JSON Lines in
/// builds that cannot read them. `[Puzzle]` is the name of a grid.
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

/// Recognizes ASCII characters in two bytes each, as some programs write them.
fn utf_16_without_mark(start: &[u8]) -> Option<FileFormat> {
    let start = &start[..start.len().min(MAGIC)];
    let is_wide = |[first, second]: [u8; 2]| (first == 0) != (second == 0);
    let (pairs, _) = start.as_chunks::<2>();
    let zero_first = pairs.first()?[0] == 0;
    let is_same = |pair: &[u8; 2]| is_wide(*pair) && (pair[0] == 0) == zero_first;
    let format = if zero_first { FileFormat::Utf16Be } else { FileFormat::Utf16Le };
    (pairs.len() > 1 && pairs.iter().all(is_same)).then_some(format)
}
