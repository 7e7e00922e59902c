//! Recognizes files that are not lines of text, and knows how to convert them.

use super::packed::Packing;
use crate::{
    error::InputErrorKind,
    grids::in_quotes,
    lines::{Lines, without_bom},
    sizes::detected,
};
use sudomill_puzzle::grid::Size;

/// What a file is, and how to convert the file `{}` to lines of text.
type Known = (&'static str, &'static str);

/// How NumPy writes puzzles as text, whatever the shape of their array: a line each, a number for each cell. And
/// what else to do.
macro_rules! savetxt {
    ($rest:literal) => {
        concat!(
            "write it as text: numpy.savetxt(\"FILE\", a.reshape(len(a), -1), fmt=\"%.0f\", \
             delimiter=\" \")",
            $rest
        )
    };
}

/// The bytes at this offset of a file. Those that do not begin it follow zero bytes.
const KNOWN: [(usize, &[u8], Known); 28] = [
    (257, b"ustar", TAR),
    (0, b"PAR1", ("a Parquet file", PYTHON)),
    (0, b"ARROW1", ("an Arrow file", PYTHON)),
    (0, b"\xFD7zXZ\0", ("an xz file", "unpack it: xz -dc {} | sudomill solve -")),
    (0, b"BZh", ("a bzip2 file", "unpack it: bzip2 -dc {} | sudomill solve -")),
    (0, b"\x04\x22\x4D\x18", ("an lz4 file", "unpack it: lz4 -dc {} | sudomill solve -")),
    (30, b"mimetypeapplication/vnd.oasis.opendocument", ("an OpenDocument file (.ods)", OFFICE)),
    (0, ZIP, ("a ZIP archive", "unpack it: unzip -p {} | sudomill solve -")),
    (0, b"7z\xBC\xAF\x27\x1C", ("a 7z archive", "unpack it: 7z x -so {} | sudomill solve -")),
    (0, b"\x93NUMPY", ("a NumPy array", NUMPY)),
    // A file of PyTorch before it used ZIP archives.
    (0, b"\x80\x02\x8A\x0Al\xFC\x9CF", TORCH),
    (0, b"\x80\x02", PICKLE),
    (0, b"\x80\x03", PICKLE),
    (0, b"\x80\x04", PICKLE),
    (0, b"\x80\x05", PICKLE),
    (0, b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", ("an Excel workbook (.xls)", OFFICE)),
    (0, b"SQLite format 3\0", ("an SQLite database", SQLITE)),
    (0, b"%PDF-", PDF),
    (0, b"\x89PNG\r\n\x1A\n", IMAGE),
    (0, b"\xFF\xD8\xFF", IMAGE),
    (0, b"\x89HDF\r\n\x1A\n", HDF5),
    (0, b"MATLAB 7.3 MAT-file", MATLAB),
    (0, b"MATLAB 5.0 MAT-file", MATLAB),
    (0, b"X\n\0\0\0", R),
    (0, b"RDX2\nX\n", R),
    (0, b"RDX3\nX\n", R),
    (8, b"{\"", ("a file of safetensors", savetxt!(" with a = load_file(…)[…]"))),
    (
        0,
        b"version https://git-lfs.github.com/spec/",
        ("a Git LFS pointer", "fetch the file: git lfs pull"),
    ),
];

const ZIP: &[u8] = b"PK\x03\x04";
const TAR: Known = (
    "a tar archive",
    "unpack it into a folder: mkdir NEW && tar -xf {} -C NEW && sudomill solve NEW",
);
const OFFICE: &str =
    "save it as CSV: soffice --headless --convert-to csv {}; then solve the CSV file";
const DOCUMENT: &str =
    "save it as text: soffice --headless --convert-to txt:Text {}; then solve the text";
const LINES: &str = "write its puzzles as text, one per line";
const PYTHON: &str = "the Python package reads it: python -m sudomill {} -o OUTPUT";
const NUMPY: &str = concat!(
    "the Python package reads it: python -m sudomill {} -o OUTPUT; or ",
    savetxt!(", of a - 1 if the values of a are 1 to 10")
);
const FLOATS: &str = savetxt!(", of (a + 0.5) * 9 if the values of a are -0.5 to 0.5");
const TORCH: Known =
    ("a PyTorch file", savetxt!(" with a = TENSOR.numpy(), of a - 1 if its values are 1 to 10"));
const PICKLE: Known = ("a pickle of Python", LINES);
const PDF: Known =
    ("a PDF document", "extract its text: pdftotext -layout {} - | sudomill solve -");
const IMAGE: Known = ("an image", "type its puzzle as text");
const HDF5: Known = ("an HDF5 file", savetxt!(" with a = h5py.File(…)[…][:]"));
const MATLAB: Known = ("a MATLAB file", "write its array as text: writematrix(a, 'FILE.csv')");
const R: Known = ("a file of R", "write it as CSV: write.csv(readRDS(…), 'FILE.csv')");
const MICROSOFT: Known = ("a document of Microsoft Office", OFFICE);
const SQLITE: &str = "write its table as CSV: sqlite3 -csv -header {} 'SELECT * FROM TABLE' | \
                      sudomill solve -";

/// ZIP archives that other programs read whole, by how the name of a file in them begins or ends.
const ZIPPED: [(&[u8], Known); 9] = [
    (b"xl/", ("an Excel workbook (.xlsx)", OFFICE)),
    (b"word/", ("a Word document (.docx)", DOCUMENT)),
    (b"ppt/", ("a PowerPoint document (.pptx)", DOCUMENT)),
    (b".npy", ("NumPy arrays (.npz)", NUMPY)),
    (b"/data.pkl", TORCH),
    (b"/.format_version", TORCH),
    // The names above, which tell more, stand behind these.
    (b"[Content_Types].xml", MICROSOFT),
    (b"_rels/.rels", MICROSOFT),
    (b"docProps/", MICROSOFT),
];

/// The bytes that show what a file holds that begins like many others.
const ENOUGH: usize = 128;

/// The bytes in which a ZIP archive shows what it is: the sheets and pictures of some come first.
const ENOUGH_OF_ZIP: usize = 64 << 10;

/// Returns true for an image or a PDF document: in a folder of puzzles it is there for people.
#[must_use]
pub fn is_for_people(kind: &InputErrorKind) -> bool {
    matches!(kind, InputErrorKind::NotText { found, .. } if [IMAGE.0, PDF.0].contains(found))
}

/// Returns true if more bytes are needed to see what a file holds.
pub(super) fn is_short(start: &[u8]) -> bool {
    let is_line =
        |text: &[u8]| text.starts_with(b"\"") && memchr::memchr2(b'\r', b'\n', text).is_none();
    if start.starts_with(ZIP) {
        let is_clear = first_name(start).is_some() && zipped(start) != Some(MICROSOFT);
        return start.len() < ENOUGH || !is_clear && start.len() < ENOUGH_OF_ZIP;
    }
    let is_object = |text: &[u8]| text.starts_with(b"{") && !text.contains(&b'}');
    let is_begun = |text: &[u8]| is_line(text) || is_object(in_array(text).unwrap_or(text));
    start.len() < ENOUGH && (in_array(start).is_some_and(is_begun) || is_pretty(start))
}

/// The name of the first file in a ZIP archive; `None` if more bytes are needed.
fn first_name(start: &[u8]) -> Option<&[u8]> {
    let len = start.get(26..28)?.try_into().map(u16::from_le_bytes).ok()?;
    start.get(30..30 + usize::from(len))
}

/// What a ZIP archive is, by the names of the files in it.
fn zipped(start: &[u8]) -> Option<Known> {
    let start = &start[..start.len().min(ENOUGH_OF_ZIP)];
    let files = memchr::memmem::find_iter(start, ZIP);
    let names: Vec<_> = files.filter_map(|at| first_name(&start[at..])).collect();
    let is_in = |mark: &[u8]| names.iter().any(|it| it.starts_with(mark) || it.ends_with(mark));
    ZIPPED.into_iter().find(|(mark, _)| is_in(mark)).map(|zipped| zipped.1)
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

/// Returns true if the first object of an array is a cell: it has nothing as long as a puzzle.
fn begins_with_cell(objects: &[u8]) -> bool {
    let start = &objects[..objects.len().min(ENOUGH)];
    let object = start.split_inclusive(|byte| *byte == b'}').next().unwrap_or_default();
    let is_short = |part: &[u8]| part.trim_ascii().len() < Size::Four.cells();
    object.starts_with(b"{")
        && object.ends_with(b"}")
        && !object[1..].iter().any(|byte| b"[{".contains(byte))
        && object.split(|byte| *byte == b'"').all(is_short)
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
        // The commands for these read a compressed file, too.
        Some(packing) if is_utf_16.is_none() && found != TAR.0 && found != R.0 => {
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
    if start.starts_with(ZIP)
        && let Some(known) = zipped(start)
    {
        return Some(known);
    }
    let known = KNOWN.into_iter().find(|&(at, mark, _)| is(at, mark)).map(|known| known.2);
    match known {
        Some((found, NUMPY)) if has_floats(start) => Some((found, FLOATS)),
        None if is_tf_record(start) => Some(("a TFRecord file", LINES)),
        None if is_message_pack(start) => Some(("MessagePack", LINES)),
        known => known,
    }
}

/// Returns true if the header of a NumPy array says that it holds floating-point numbers.
fn has_floats(start: &[u8]) -> bool {
    let header = &start[..start.len().min(ENOUGH)];
    [&b"'descr': '<f"[..], b"'descr': '>f"]
        .iter()
        .any(|it| memchr::memmem::find(header, it).is_some())
}

/// Returns true for the length of a record, less than 16 MiB, its checksum, and the first field of an example.
fn is_tf_record(start: &[u8]) -> bool {
    start.get(3..8) == Some(&[0; 5]) && start.get(12) == Some(&b'\n')
}

/// Returns true for arrays or maps of MessagePack, around a string or the cells of a puzzle.
fn is_message_pack(start: &[u8]) -> bool {
    let mut inner = start;
    while let [0x80..0xA0, rest @ ..]
    | [0xDC | 0xDE, _, _, rest @ ..]
    | [0xDD | 0xDF, _, _, _, _, rest @ ..] = inner
    {
        inner = rest;
    }
    let is_text = |len: u8, text: &[u8]| {
        text.get(..usize::from(len)).is_some_and(|text| text.iter().all(u8::is_ascii_graphic))
    };
    inner.len() < start.len()
        && match inner {
            [0xD9, len, text @ ..] => is_text(*len, text),
            [len @ 0xA1..0xC0, text @ ..] => is_text(len & 0x1F, text),
            // A tab may stand in a text.
            cells => {
                cells.first_chunk::<4>().is_some_and(|cells| cells.iter().all(|it| *it < b'\t'))
            }
        }
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
        let keys: Vec<u8> =
            start.iter().take(ENOUGH).copied().filter(|it| !it.is_ascii_whitespace()).collect();
        if keys.starts_with(b"{\"cells\":[{\"") || keys.starts_with(b"{\"nbformat\":") {
            return Some(("a notebook", LINES));
        }
        let remedy = "convert it to one object per line: jq -c . {} | sudomill solve -";
        return Some(("a JSON object of several lines", remedy));
    }
    let values = in_array(start)?;
    let remedy = match values.first()? {
        b'{' if begins_with_cell(values) => {
            "put the digits of its cells into one array: jq -c '{puzzle: [.[] | .KEY // 0]}' {} | \
             sudomill solve -"
        }
        b'[' if in_array(values).is_some_and(begins_with_cell) => {
            "put the digits of its cells into one array: jq -c '{puzzle: [.[][] | .KEY // 0]}' {} | \
             sudomill solve -"
        }
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
