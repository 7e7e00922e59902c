//! Recognizes files that are not lines of text, and knows how to convert them.

/// What a file is, and how to convert the file `{}` to lines of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Foreign {
    /// What was found: `a Parquet file`.
    pub found: &'static str,
    /// How to convert it.
    pub remedy: &'static str,
    /// True if that works for a compressed file, too.
    pub takes_packed: bool,
}

impl Foreign {
    /// A file that must be unpacked to be converted.
    #[must_use]
    pub const fn new(found: &'static str, remedy: &'static str) -> Self {
        Self { found, remedy, takes_packed: false }
    }

    /// What the first bytes of a file show; `None` if they may be text.
    #[must_use]
    pub fn of(start: &[u8]) -> Option<Self> {
        utf_16(start).or_else(|| binary(start))
    }

    /// Returns true if more bytes may change what [`Self::of`] finds. A text is known as one with its
    /// first line, because somebody may be waiting for the answer to it.
    #[must_use]
    pub fn is_open(start: &[u8]) -> bool {
        let is_zip = Match::of(start, 0, ZIP) == Match::Yes;
        let is_array = Match::of(start, 0, ARRAY) == Match::Yes;
        start.len() < ENOUGH_OF_UTF_16 && is_wide(start)
            || start.len() < ENOUGH_OF_ZIP && is_zip
            || start.len() < ENOUGH && (is_array || message_pack(start) == Match::Open)
            || KNOWN.iter().any(|(at, mark, _)| marked(start, *at, mark) == Match::Open)
            || tf_record(start) == Match::Open
    }

    /// Returns true for an image or a PDF document: in a folder of puzzles it is there for people.
    #[must_use]
    pub fn is_for_people(found: &str) -> bool {
        [IMAGE.found, PDF.found].contains(&found)
    }
}

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

/// Whether a file has the bytes of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Match {
    No,
    /// As far as the file was read.
    Open,
    Yes,
}

impl Match {
    /// Compares the bytes at an offset.
    fn of(start: &[u8], at: usize, mark: &[u8]) -> Self {
        let there = start.get(at..).unwrap_or_default();
        match mark.starts_with(there) {
            _ if there.starts_with(mark) => Self::Yes,
            true => Self::Open,
            false => Self::No,
        }
    }
}

/// The bytes at this offset of a file. Those that do not begin it follow zero bytes.
const KNOWN: [(usize, &[u8], Foreign); 28] = [
    (257, b"ustar", TAR),
    (0, b"PAR1", Foreign::new("a Parquet file", PYTHON)),
    (0, b"ARROW1", Foreign::new("an Arrow file", PYTHON)),
    (0, b"\xFD7zXZ\0", Foreign::new("an xz file", "unpack it: xz -dc {} | sudomill solve -")),
    (0, b"BZh", Foreign::new("a bzip2 file", "unpack it: bzip2 -dc {} | sudomill solve -")),
    (
        0,
        b"\x04\x22\x4D\x18",
        Foreign::new("an lz4 file", "unpack it: lz4 -dc {} | sudomill solve -"),
    ),
    (
        30,
        b"mimetypeapplication/vnd.oasis.opendocument",
        Foreign::new("an OpenDocument file (.ods)", OFFICE),
    ),
    (0, ZIP, Foreign::new("a ZIP archive", "unpack it: unzip -p {} | sudomill solve -")),
    (
        0,
        b"7z\xBC\xAF\x27\x1C",
        Foreign::new("a 7z archive", "unpack it: 7z x -so {} | sudomill solve -"),
    ),
    (0, ARRAY, Foreign::new("a NumPy array", NUMPY)),
    // A file of PyTorch before it used ZIP archives.
    (0, b"\x80\x02\x8A\x0Al\xFC\x9CF", TORCH),
    (0, b"\x80\x02", PICKLE),
    (0, b"\x80\x03", PICKLE),
    (0, b"\x80\x04", PICKLE),
    (0, b"\x80\x05", PICKLE),
    (0, b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", Foreign::new("an Excel workbook (.xls)", OFFICE)),
    (0, b"SQLite format 3\0", Foreign::new("an SQLite database", SQLITE)),
    (0, b"%PDF-", PDF),
    (0, b"\x89PNG\r\n\x1A\n", IMAGE),
    (0, b"\xFF\xD8\xFF", IMAGE),
    (0, b"\x89HDF\r\n\x1A\n", HDF5),
    (0, b"MATLAB 7.3 MAT-file", MATLAB),
    (0, b"MATLAB 5.0 MAT-file", MATLAB),
    (0, b"X\n\0\0\0", R),
    (0, b"RDX2\nX\n", R),
    (0, b"RDX3\nX\n", R),
    (8, b"{\"", Foreign::new("a file of safetensors", savetxt!(" with a = load_file(…)[…]"))),
    (
        0,
        b"version https://git-lfs.github.com/spec/",
        Foreign::new("a Git LFS pointer", "fetch the file: git lfs pull"),
    ),
];

const ZIP: &[u8] = b"PK\x03\x04";
const ARRAY: &[u8] = b"\x93NUMPY";
const TAR: Foreign = Foreign {
    takes_packed: true,
    ..Foreign::new(
        "a tar archive",
        "unpack it into a folder: mkdir NEW && tar -xf {} -C NEW && sudomill solve NEW",
    )
};
const OFFICE: &str =
    "save it as CSV: soffice --headless --convert-to csv {}; then solve the CSV file";
const DOCUMENT: &str =
    "save it as text: soffice --headless --convert-to txt:Text {}; then solve the text";
/// How to convert what only its own program reads.
pub const LINES: &str = "write its puzzles as text, one per line";
const PYTHON: &str = "the Python package reads it: python -m sudomill {} -o OUTPUT";
const NUMPY: &str = concat!(
    "the Python package reads it: python -m sudomill {} -o OUTPUT; or ",
    savetxt!(", of a - 1 if the values of a are 1 to 10")
);
const FLOATS: &str = savetxt!(", of (a + 0.5) * 9 if the values of a are -0.5 to 0.5");
const TORCH: Foreign = Foreign::new(
    "a PyTorch file",
    savetxt!(" with a = TENSOR.numpy(), of a - 1 if its values are 1 to 10"),
);
const PICKLE: Foreign = Foreign::new("a pickle of Python", LINES);
const PDF: Foreign =
    Foreign::new("a PDF document", "extract its text: pdftotext -layout {} - | sudomill solve -");
const IMAGE: Foreign = Foreign::new("an image", "type its puzzle as text");
const HDF5: Foreign = Foreign::new("an HDF5 file", savetxt!(" with a = h5py.File(…)[…][:]"));
const MATLAB: Foreign =
    Foreign::new("a MATLAB file", "write its array as text: writematrix(a, 'FILE.csv')");
const R: Foreign = Foreign {
    takes_packed: true,
    ..Foreign::new("a file of R", "write it as CSV: write.csv(readRDS(…), 'FILE.csv')")
};
const MICROSOFT: Foreign = Foreign::new("a document of Microsoft Office", OFFICE);
const SQLITE: &str = "write its table as CSV: sqlite3 -csv -header {} 'SELECT * FROM TABLE' | \
                      sudomill solve -";

/// ZIP archives that other programs read whole, by how the name of a file in them begins or ends.
const ZIPPED: [(&[u8], Foreign); 9] = [
    (b"xl/", Foreign::new("an Excel workbook (.xlsx)", OFFICE)),
    (b"word/", Foreign::new("a Word document (.docx)", DOCUMENT)),
    (b"ppt/", Foreign::new("a PowerPoint document (.pptx)", DOCUMENT)),
    (b".npy", Foreign::new("NumPy arrays (.npz)", NUMPY)),
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

/// The bytes in which each second one is zero in UTF-16.
const ENOUGH_OF_UTF_16: usize = 16;

/// The length of a number at the start of a file, of which each byte may be that of a line end.
const NUMBER: usize = 8;

/// The name of the first file in a ZIP archive; `None` if it is cut.
fn first_name(start: &[u8]) -> Option<&[u8]> {
    let len = start.get(26..28)?.try_into().map(u16::from_le_bytes).ok()?;
    start.get(30..30 + usize::from(len))
}

/// What a ZIP archive is, by the names of the files in it.
fn zipped(start: &[u8]) -> Option<Foreign> {
    let start = &start[..start.len().min(ENOUGH_OF_ZIP)];
    let files = memchr::memmem::find_iter(start, ZIP);
    let names: Vec<_> = files.filter_map(|at| first_name(&start[at..])).collect();
    let is_in = |mark: &[u8]| names.iter().any(|it| it.starts_with(mark) || it.ends_with(mark));
    ZIPPED.into_iter().find(|(mark, _)| is_in(mark)).map(|zipped| zipped.1)
}

/// Whether a file has a mark at an offset, behind a zero byte unless it begins the file. In text there may be a
/// zero byte, too, but not in its first line.
fn marked(start: &[u8], at: usize, mark: &[u8]) -> Match {
    let is_behind_zero = match at == 0 || start.starts_with(b"PK") {
        true => Match::Yes,
        false => has_zero(start, at),
    };
    Match::of(start, at, mark).min(is_behind_zero)
}

/// Whether there is a zero byte in the first line of a file, or in the number that begins it, before this offset.
fn has_zero(start: &[u8], before: usize) -> Match {
    let head = &start[..start.len().min(before)];
    let number = head.len().min(NUMBER);
    let line_end = memchr::memchr2(b'\n', b'\r', &head[number..]);
    match line_end.map_or(head, |end| &head[..number + end]).contains(&0) {
        true => Match::Yes,
        false if line_end.is_none() && start.len() < before => Match::Open,
        false => Match::No,
    }
}

/// Recognizes a file by its first bytes.
fn binary(start: &[u8]) -> Option<Foreign> {
    if start.starts_with(ZIP)
        && let Some(known) = zipped(start)
    {
        return Some(known);
    }
    let is = |at: usize, mark: &[u8]| marked(start, at, mark) == Match::Yes;
    let known = KNOWN.into_iter().find(|&(at, mark, _)| is(at, mark)).map(|known| known.2);
    match known {
        Some(array) if array.remedy == NUMPY && has_floats(start) => {
            Some(Foreign { remedy: FLOATS, ..array })
        }
        None if tf_record(start) == Match::Yes => Some(Foreign::new("a TFRecord file", LINES)),
        None if message_pack(start) == Match::Yes => Some(Foreign::new("MessagePack", LINES)),
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

/// Whether a file has the length of a record, less than 16 MiB, its checksum, and the first field of an example.
fn tf_record(start: &[u8]) -> Match {
    Match::of(start, 3, &[0; 5]).min(Match::of(start, 12, b"\n"))
}

/// Whether a file has arrays or maps of MessagePack, around a string or the cells of a puzzle.
fn message_pack(start: &[u8]) -> Match {
    let start = &start[..start.len().min(ENOUGH)];
    let mut inner = start;
    while let [0x80..0xA0, rest @ ..]
    | [0xDC | 0xDE, _, _, rest @ ..]
    | [0xDD | 0xDF, _, _, _, _, rest @ ..] = inner
    {
        inner = rest;
    }
    let is_cut = start.len() < ENOUGH;
    let all = |bytes: &[u8], len: usize, is: &dyn Fn(&u8) -> bool| {
        let there = &bytes[..bytes.len().min(len)];
        match there.iter().all(is) {
            true if there.len() < len && is_cut => Match::Open,
            true => Match::Yes,
            false => Match::No,
        }
    };
    match inner {
        [] | [0xD9 | 0xDC..=0xDF] | [0xDC..=0xDF, ..] => Match::Open,
        _ if inner.len() == start.len() => Match::No,
        [0xD9, len, text @ ..] => all(text, usize::from(*len), &u8::is_ascii_graphic),
        [len @ 0xA1..0xC0, text @ ..] => all(text, usize::from(len & 0x1F), &u8::is_ascii_graphic),
        // A tab may stand in a text.
        cells => all(cells, 4, &|cell| *cell < b'\t'),
    }
}

/// Recognizes ASCII characters in two bytes each without a byte-order mark, as some programs write
/// them.
fn utf_16(start: &[u8]) -> Option<Foreign> {
    let remedy = match start.first()? {
        0 => "specify the encoding: --encoding utf-16be",
        _ => "specify the encoding: --encoding utf-16le",
    };
    let text = Foreign { takes_packed: true, ..Foreign::new("text in UTF-16", remedy) };
    (start.len() >= 4 && is_wide(start)).then_some(text)
}

/// Returns true if of each two bytes the same one is zero.
fn is_wide(start: &[u8]) -> bool {
    let (pairs, _) = start[..start.len().min(ENOUGH_OF_UTF_16)].as_chunks::<2>();
    let zero_first = start.first() == Some(&0);
    pairs.iter().all(|pair| pair.map(|byte| byte == 0) == [zero_first, !zero_first])
}
