//! Recognizes files that are not lines of text, and knows how to convert them.

use super::stream::Packing;
use crate::input::lines::without_bom;
use sudomill_core::Error;

/// The first bytes of a file, what it is, and how to convert the file `{}` to lines of text.
type Known = (&'static [u8], &'static str, &'static str);

const KNOWN: [Known; 10] = [
    (b"PAR1", "a Parquet file", PYTHON),
    (b"ARROW1", "an Arrow file", PYTHON),
    (b"\xFD7zXZ\0", "an xz file", "unpack it: xz -dc {} | sudomill solve -"),
    (b"BZh", "a bzip2 file", "unpack it: bzip2 -dc {} | sudomill solve -"),
    (b"\x04\x22\x4D\x18", "an lz4 file", "unpack it: lz4 -dc {} | sudomill solve -"),
    (ZIP, "a ZIP archive", "unpack it: unzip -p {} | sudomill solve -"),
    (b"7z\xBC\xAF\x27\x1C", "a 7z archive", "unpack it: 7z x -so {} | sudomill solve -"),
    (b"\x93NUMPY", "a NumPy array", NUMPY),
    (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "an Excel workbook (.xls)", OFFICE),
    (b"SQLite format 3\0", "an SQLite database", SQLITE),
];

/// The names of the first file in a ZIP archive, which follow its header of 30 bytes.
const ZIPPED: [Known; 5] = [
    (b"[Content_Types].xml", EXCEL, OFFICE),
    (b"_rels/", EXCEL, OFFICE),
    (b"docProps/", EXCEL, OFFICE),
    (b"xl/", EXCEL, OFFICE),
    (b"mimetypeapplication/vnd.oasis.opendocument", "an OpenDocument file (.ods)", OFFICE),
];

const TAR: Known = (
    b"ustar",
    "a tar archive",
    "unpack it into a folder: mkdir NEW && tar -xf {} -C NEW && sudomill solve NEW",
);

const ZIP: &[u8] = b"PK\x03\x04";
const EXCEL: &str = "an Excel workbook (.xlsx)";
const OFFICE: &str =
    "save it as CSV: soffice --headless --convert-to csv {}; then solve the CSV file";
const PYTHON: &str = "the Python package reads it: python -m sudomill {} -o OUTPUT";
const NUMPY: &str = "numpy.savetxt with fmt=\"%d\" and delimiter=\"\" writes it as text";
const SQLITE: &str = "write its table as CSV: sqlite3 -csv -header {} 'SELECT * FROM TABLE' | \
                      sudomill solve -";

/// Returns true if more bytes are needed to see what a ZIP archive holds.
pub(super) fn is_short(start: &[u8]) -> bool {
    start.starts_with(ZIP) && start.len() < 128
}

/// Fails for a text of a format in which every line would be malformed.
pub(super) fn refuse(path: &str, start: &[u8], packing: Option<Packing>) -> Result<(), Error> {
    // These two commands read a compressed file, too.
    let is_utf_16 = utf_16(start);
    let is_tar =
        start.get(257..).is_some_and(|it| it.starts_with(TAR.0)) && start[..100].contains(&0);
    let (_, found, remedy) = match is_tar {
        true => TAR,
        false => match is_utf_16.or_else(|| known(start)).or_else(|| json(start)) {
            Some(known) => known,
            None => return Ok(()),
        },
    };
    let named = if path == "<stdin>" { "-" } else { path };
    let remedy = match packing {
        Some(packing) if !is_tar && is_utf_16.is_none() => {
            format!("unpack it first: {} -dc {named} > FILE", packing.name())
        }
        _ => remedy.replace("{}", named),
    };
    Err(Error::NotText { path: path.to_owned(), found, remedy })
}

fn known(start: &[u8]) -> Option<Known> {
    let of = |all: &[Known], text: &[u8]| all.iter().find(|it| text.starts_with(it.0)).copied();
    let zipped = start.get(30..).filter(|_| start.starts_with(ZIP));
    zipped.and_then(|name| of(&ZIPPED, name)).or_else(|| of(&KNOWN, start))
}

/// Recognizes text of another format: an array of strings or objects, whose elements may share a
/// line, an object of several lines, XML, and JSON Lines in builds that cannot read them. `[Puzzle]` is the name of a grid.
fn json(start: &[u8]) -> Option<Known> {
    let start = without_bom(start).0.trim_ascii_start();
    if cfg!(not(feature = "files")) && start.starts_with(b"{") {
        let found = "JSON Lines, which this build does not read";
        return Some((b"", found, "build sudomill with the feature `files`"));
    }
    if start.starts_with(b"<?xml") || start.starts_with(b"<!DOCTYPE") {
        return Some((b"", "XML or HTML", "write its puzzles as text, one per line"));
    }
    if is_pretty(start) {
        let remedy = "convert it to one object per line: jq -c . {} | sudomill solve -";
        return Some((b"", "a JSON object of several lines", remedy));
    }
    let remedy = match start.strip_prefix(b"[")?.trim_ascii_start().first()? {
        b'"' => "convert it to one puzzle per line: jq -r '.[]' {} | sudomill solve -",
        b'{' => "convert it to one object per line: jq -c '.[]' {} | sudomill solve -",
        _ => return None,
    };
    Some((b"", "a JSON array", remedy))
}

/// Returns true for an object whose first key is on a line of its own.
fn is_pretty(start: &[u8]) -> bool {
    let key = start.strip_prefix(b"{").and_then(|rest| rest.trim_ascii().strip_prefix(b"\""));
    let is_broken = start.get(1..).is_some_and(|rest| {
        rest.iter().take_while(|byte| byte.is_ascii_whitespace()).any(|&byte| byte == b'\n')
    });
    let end = key.and_then(|key| memchr::memchr(b'"', key).map(|at| key[at + 1..].trim_ascii()));
    is_broken && end.is_some_and(|rest| rest.starts_with(b":"))
}

/// Recognizes ASCII characters in two bytes each without a byte-order mark, as some programs write
/// them.
fn utf_16(start: &[u8]) -> Option<Known> {
    let (pairs, _) = start[..start.len().min(16)].as_chunks::<2>();
    let zero_first = pairs.first()?[0] == 0;
    let is_wide = |pair: &[u8; 2]| pair.map(|byte| byte == 0) == [zero_first, !zero_first];
    let remedy = match zero_first {
        true => "specify the encoding: --encoding utf-16be",
        false => "specify the encoding: --encoding utf-16le",
    };
    (pairs.len() > 1 && pairs.iter().all(is_wide)).then_some((b"", "text in UTF-16", remedy))
}
