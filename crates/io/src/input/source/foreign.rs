//! Recognizes files that are not lines of text, and knows how to convert them.

use super::packed::Packing;
use crate::input::sizes::detected;
use crate::input::{
    error::InputErrorKind,
    grids::in_quotes,
    lines::{Lines, without_bom},
};
use sudomill_core::grid::Size;

/// What a file is, and how to convert the file `{}` to lines of text.
type Known = (&'static str, &'static str);

/// The bytes at this offset of a file. Those that do not begin it follow zero bytes: in a ZIP
/// archive, whose header of 30 bytes has some, the name of the first file.
const KNOWN: [(usize, &[u8], Known); 17] = [
    (257, b"ustar", TAR),
    (0, b"PAR1", ("a Parquet file", PYTHON)),
    (0, b"ARROW1", ("an Arrow file", PYTHON)),
    (0, b"\xFD7zXZ\0", ("an xz file", "unpack it: xz -dc {} | sudomill solve -")),
    (0, b"BZh", ("a bzip2 file", "unpack it: bzip2 -dc {} | sudomill solve -")),
    (0, b"\x04\x22\x4D\x18", ("an lz4 file", "unpack it: lz4 -dc {} | sudomill solve -")),
    (30, b"[Content_Types].xml", EXCEL),
    (30, b"_rels/", EXCEL),
    (30, b"docProps/", EXCEL),
    (30, b"xl/", EXCEL),
    (30, b"mimetypeapplication/vnd.oasis.opendocument", ("an OpenDocument file (.ods)", OFFICE)),
    (0, ZIP, ("a ZIP archive", "unpack it: unzip -p {} | sudomill solve -")),
    (0, b"7z\xBC\xAF\x27\x1C", ("a 7z archive", "unpack it: 7z x -so {} | sudomill solve -")),
    (0, b"\x93NUMPY", ("a NumPy array", NUMPY)),
    // A file of PyTorch before it used ZIP archives.
    (0, b"\x80\x02\x8A\x0Al\xFC\x9CF", TORCH),
    (0, b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", ("an Excel workbook (.xls)", OFFICE)),
    (0, b"SQLite format 3\0", ("an SQLite database", SQLITE)),
];

const ZIP: &[u8] = b"PK\x03\x04";
const TAR: Known = (
    "a tar archive",
    "unpack it into a folder: mkdir NEW && tar -xf {} -C NEW && sudomill solve NEW",
);
const EXCEL: Known = ("an Excel workbook (.xlsx)", OFFICE);
const OFFICE: &str =
    "save it as CSV: soffice --headless --convert-to csv {}; then solve the CSV file";
const PYTHON: &str = "the Python package reads it: python -m sudomill {} -o OUTPUT";
const NUMPY: &str = "numpy.savetxt with fmt=\"%d\" and delimiter=\"\" writes it as text";
const TORCH: Known = (
    "a PyTorch file",
    "numpy.savetxt with fmt=\"%d\" and delimiter=\"\" writes a tensor of torch.load as text",
);
const SQLITE: &str = "write its table as CSV: sqlite3 -csv -header {} 'SELECT * FROM TABLE' | \
                      sudomill solve -";

/// ZIP archives that other programs read whole, by the end of the name of their first file.
const ZIPPED: [(&[u8], Known); 3] = [
    (b".npy", ("NumPy arrays (.npz)", NUMPY)),
    (b"/data.pkl", TORCH),
    (b"/.format_version", TORCH),
];

/// The bytes that show what a ZIP archive holds, and the first string of an array.
const ENOUGH: usize = 128;

/// Returns true if more bytes are needed to see what a ZIP archive or an array holds.
pub(super) fn is_short(start: &[u8]) -> bool {
    let is_line = |text: &[u8]| {
        text.len() < ENOUGH
            && text.starts_with(b"\"")
            && memchr::memchr2(b'\r', b'\n', text).is_none()
    };
    let is_zip = start.starts_with(ZIP) && (start.len() < ENOUGH || first_name(start).is_none());
    is_zip || in_array(start).is_some_and(is_line)
}

/// The name of the first file in a ZIP archive; `None` if more bytes are needed.
fn first_name(start: &[u8]) -> Option<&[u8]> {
    let len = start.get(26..28)?.try_into().map(u16::from_le_bytes).ok()?;
    start.get(30..30 + usize::from(len))
}

/// The values of an array of JSON.
fn in_array(start: &[u8]) -> Option<&[u8]> {
    Some(without_bom(start).0.trim_ascii_start().strip_prefix(b"[")?.trim_ascii_start())
}

/// Returns true if the first string of an array is a row of a grid, alone in its line. Of 16 symbols it
/// may also be a 4×4 puzzle.
fn begins_with_row(strings: &[u8]) -> bool {
    let strings = &strings[..strings.len().min(ENOUGH)];
    let line = Lines::new(strings).next().map_or(&b""[..], |line| line.1);
    let is_side =
        |len: usize| len != Size::Four.cells() && detected(None).any(|size| size.side() == len);
    line.len() < strings.len() && in_quotes(line).is_some_and(|row| is_side(row.len()))
}

/// The error for a text of a format in which every line would be malformed.
pub(super) fn refused(
    path: &str,
    start: &[u8],
    packing: Option<Packing>,
) -> Option<InputErrorKind> {
    let is_utf_16 = utf_16(start);
    let (found, remedy) = is_utf_16.or_else(|| known(start)).or_else(|| json(start))?;
    let named = if path == "<stdin>" { "-" } else { path };
    let remedy = match packing {
        // The commands for these two read a compressed file, too.
        Some(packing) if is_utf_16.is_none() && found != TAR.0 => {
            format!("unpack it first: {} -dc {named} > FILE", packing.name())
        }
        _ => remedy.replace("{}", named),
    };
    Some(InputErrorKind::NotText { found, remedy })
}

fn known(start: &[u8]) -> Option<Known> {
    let is = |at: usize, mark: &[u8]| {
        start.get(at..).is_some_and(|it| it.starts_with(mark))
            && (at == 0 || start[..at].contains(&0) || start.starts_with(b"PK"))
    };
    let name = first_name(start).filter(|_| start.starts_with(ZIP));
    let zipped = ZIPPED.into_iter().find(|(end, _)| name.is_some_and(|name| name.ends_with(end)));
    if let Some((_, known)) = zipped {
        return Some(known);
    }
    KNOWN.into_iter().find(|&(at, mark, _)| is(at, mark)).map(|known| known.2)
}

/// Recognizes text of another format: an array of strings or objects, whose elements may share a
/// line, an object of several lines, XML, and JSON Lines in builds that cannot read them.
/// `[Puzzle]` is the name of a grid.
fn json(start: &[u8]) -> Option<Known> {
    let start = without_bom(start).0.trim_ascii_start();
    if cfg!(not(feature = "files")) && start.starts_with(b"{") {
        let found = "JSON Lines, which this build does not read";
        return Some((found, "build sudomill with the feature `files`"));
    }
    if start.starts_with(b"<?xml") || start.starts_with(b"<!DOCTYPE") {
        return Some(("XML or HTML", "write its puzzles as text, one per line"));
    }
    if is_pretty(start) {
        let remedy = "convert it to one object per line: jq -c . {} | sudomill solve -";
        return Some(("a JSON object of several lines", remedy));
    }
    let values = in_array(start)?;
    let remedy = match values.first()? {
        b'"' if begins_with_row(values) => return None,
        b'"' => "convert it to one puzzle per line: jq -r '.[]' {} | sudomill solve -",
        b'{' => "convert it to one object per line: jq -c '.[]' {} | sudomill solve -",
        _ => return None,
    };
    Some(("a JSON array", remedy))
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
    (pairs.len() > 1 && pairs.iter().all(is_wide)).then_some(("text in UTF-16", remedy))
}
