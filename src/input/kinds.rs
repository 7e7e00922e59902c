//! Kinds of files that are known by their first bytes, and not read.

use crate::Error;

/// How many bytes it takes to know one.
pub(super) const MAGIC: usize = 16;

/// What a file is, and what makes lines of text of it; `{}` stands for its name.
const KINDS: [(&[u8], &str, &str); 9] = [
    (b"PAR1", "a Parquet file", PYTHON),
    (b"ARROW1", "an Arrow file", PYTHON),
    (b"\xFD7zXZ\0", "an xz file", "unpack it: xz -dc {} | sudomill solve -"),
    (b"BZh", "a bzip2 file", "unpack it: bzip2 -dc {} | sudomill solve -"),
    (b"PK\x03\x04", "a ZIP archive", "unpack it: unzip -p {} | sudomill solve -"),
    (b"7z\xBC\xAF\x27\x1C", "a 7z archive", "unpack it: 7z x -so {} | sudomill solve -"),
    (
        b"\x93NUMPY",
        "a NumPy array",
        "numpy.savetxt with fmt=\"%d\" and delimiter=\"\" writes it as text",
    ),
    (b"\xFF\xFE", "text in UTF-16", UTF_16),
    (b"\xFE\xFF", "text in UTF-16", UTF_16),
];

const PYTHON: &str = "the Python package reads it: python -m sudomill {} -o OUTPUT";
const UTF_16: &str = "convert it: iconv -f UTF-16 -t UTF-8 {} | sudomill solve -";

/// Fails where every line of such a file would be a bad one.
pub(super) fn refuse(path: &str, start: &[u8]) -> Result<(), Error> {
    let known = KINDS.iter().find(|(magic, ..)| start.starts_with(magic));
    let other = || utf_16_without_mark(start).or_else(|| json_array(start));
    let Some((_, found, remedy)) = known.copied().or_else(other) else {
        return Ok(());
    };
    let name = if path == "<stdin>" { "-" } else { path };
    let remedy = remedy.replace("{}", name);
    Err(Error::NotText { path: path.to_owned(), found, remedy })
}

/// An array of JSON, of which each element should have a line of its own. `[Puzzle]` is the
/// name of a grid.
fn json_array(start: &[u8]) -> Option<(&[u8], &'static str, &'static str)> {
    let start = start.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(start).trim_ascii_start();
    let remedy = match start.strip_prefix(b"[")?.trim_ascii_start().first()? {
        b'"' => "write a puzzle a line: jq -r '.[]' {} | sudomill solve -",
        b'{' | b'[' => "write an object a line: jq -c '.[]' {} | sudomill solve -",
        _ => return None,
    };
    Some((b"", "a JSON array", remedy))
}

/// Text of ASCII characters in two bytes each, as some programs write it.
fn utf_16_without_mark(start: &[u8]) -> Option<(&[u8], &'static str, &'static str)> {
    let is_wide = |[first, second]: [u8; 2]| (first == 0) != (second == 0);
    let (pairs, _) = start.as_chunks::<2>();
    let zero_first = pairs.first()?[0] == 0;
    let is_same = |pair: &[u8; 2]| is_wide(*pair) && (pair[0] == 0) == zero_first;
    let encoding = match zero_first {
        true => "convert it: iconv -f UTF-16BE -t UTF-8 {} | sudomill solve -",
        false => "convert it: iconv -f UTF-16LE -t UTF-8 {} | sudomill solve -",
    };
    (pairs.len() > 1 && pairs.iter().all(is_same)).then_some((b"", "text in UTF-16", encoding))
}
