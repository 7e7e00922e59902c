//! How much of an input detection looks at, and that it finds the same however the input arrives. Times are
//! measured elsewhere: here lines are counted.

use std::io::{self, Read};
use sudomill_input::{
    Layout, Lines, ReadOptions,
    detect::Detection,
    read_from,
    sample::{Effort, LINES, PREFIX, START_ROWS},
};

const PUZZLE: &str =
    "013085006000031000007600000006900003170000025300006900000002400000870000900560310";

fn cells(puzzle: &str) -> String {
    puzzle.chars().map(String::from).collect::<Vec<_>>().join(",")
}

/// Repeats lines until they are longer than a sample.
fn long(line: &str) -> String {
    line.repeat(PREFIX / line.len() + 2)
}

fn names(count: usize) -> String {
    (1..=count).map(|number| format!("c{number}")).collect::<Vec<_>>().join(",")
}

/// Texts in every format, none of which says more behind its first hundred rows.
fn formats() -> Vec<(&'static str, String)> {
    let (cells, rows) = (cells(PUZZLE), PUZZLE.as_bytes().chunks(9));
    let rows: Vec<_> = rows.map(|row| String::from_utf8_lossy(row).into_owned()).collect();
    let grid = rows.join("\n");
    let quoted: Vec<_> = rows.iter().map(|row| format!("\"{row}\"")).collect();
    let numbered = |from: usize| {
        let row = |number| format!("{number},{cells}\n");
        (from..from + 8_000).map(row).collect::<String>()
    };
    vec![
        ("lines", long(&format!("{PUZZLE}\n"))),
        ("count", format!("9999\n{}", long(&format!("{PUZZLE}\n")))),
        ("columns", format!("id,puzzle,rating\n{}", long(&format!("7,{PUZZLE},1.5\n")))),
        ("columns without a header", long(&format!("7;{PUZZLE};1.5\n"))),
        ("objects", long(&format!("{{\"id\":7,\"puzzle\":\"{PUZZLE}\"}}\n"))),
        ("objects of arrays", long(&format!("{{\"id\":7,\"puzzle\":[{cells}]}}\n"))),
        ("objects of rows", long(&format!("{{\"puzzle\":[{}]}}\n", quoted.join(",")))),
        ("cells", format!("{},label\n{}", names(81), long(&format!("{cells},a\n")))),
        ("cells behind a number", format!("id,{}\n{}", names(81), numbered(0))),
        ("cells without a header", numbered(1_000)),
        ("arrays", long(&format!("[{cells}]\n"))),
        ("arrays without brackets", long(&format!("{cells}\n"))),
        ("grids", long(&format!("Grid\n{grid}\n"))),
        ("grids of numbers", long(&format!("{}\n\n", grid.replace("", " ")))),
        ("candidates", long(&format!("{}\n", PUZZLE.repeat(9)))),
    ]
}

/// Texts without a puzzle, which are examined to the end of the sample.
fn others() -> Vec<(&'static str, String)> {
    let keys = |line: usize| {
        let keys: Vec<_> = (0..3_000).map(|key| format!("\"k{line}_{key}\":{}", key % 9)).collect();
        format!("{{{}}}\n", keys.join(","))
    };
    vec![
        ("nothing", String::new()),
        ("short lines", long("a\n")),
        ("digits", long("5\n7\nx\n")),
        ("words", long("some words, and a few more: 1 2 3\n")),
        ("almost grids", long("53..7..x\n")),
        ("almost rows of numbers", long("5,3,0,0,7,0,0,0\n")),
        ("lone rows", long("53..7....\nx\n")),
        ("almost arrays", long(&format!("{}\n", vec!["1"; 80].join(",")))),
        ("too long arrays", long(&format!("{}\n", vec!["1"; 83].join(" ")))),
        ("one line", "1,".repeat(PREFIX / 2 + 1)),
        ("long lines", long(&format!("{}\n", "x ".repeat(30_000)))),
        ("many columns", long(&format!("{}\n", vec!["7"; 5_000].join(";")))),
        ("blank lines", long("\n")),
        ("comments", long("# 53..7....\n")),
        ("carriage returns", long("a,b\r")),
        ("objects", long("{\"a\":1,\"b\":\"x\"}\n")),
        ("many keys", (0..25).map(keys).collect()),
        ("81 letters", long(&format!("{},1\n", "q".repeat(81)))),
    ]
}

/// Texts that resemble puzzles in some way, line by line, and hold none.
fn lookalikes() -> Vec<(&'static str, String)> {
    let of = |part: &str, count: usize| long(&format!("{}\n", part.repeat(count)));
    let object = |value: &str| long(&format!("{{\"a\":{value}}}\n"));
    vec![
        ("quoted cells", of("\"5\",\"\",", 40)),
        ("quoted lines", long("\"53..7....x\",\n")),
        ("strings with escapes", object(&format!("\"{}\"", "53..7...\\n".repeat(80)))),
        ("arrays in objects", object(&format!("[{}5]", "5,".repeat(79)))),
        ("objects that do not end", long(&format!("{{\"a\":[{}\n", "5,".repeat(80)))),
        ("words only", of("word ", 17)),
        ("names before brackets", of("arrayOf(", 9)),
        ("keywords before brackets", long(&format!("{}(\n", "new ".repeat(17)))),
        ("dashes", of("--- ", 17)),
        ("dimensions", of("[9]", 17)),
        ("round brackets", of("(1)", 17)),
        ("bars", of("|5", 8)),
        ("commas", of(",", 700)),
        ("blanks between bars", of("|   ", 82)),
        ("comments with quotes", of("# \"5\",", 40)),
        ("comments behind values", of("1 // ", 17)),
        ("apostrophes", of("it's ", 80)),
        ("open quotes", of("a,\"b ", 17)),
        ("fields of lines", long(&format!("7,\"{}\",x\n", "53..7...\n".repeat(80)))),
        ("candidates", of("139 ", 8)),
        ("floats", of("5.0 ", 8)),
        ("other characters", of("é ", 9)),
    ]
}

/// What detection takes.
fn effort(detect: impl FnOnce()) -> Effort {
    Effort::take();
    detect();
    Effort::take()
}

/// The number of lines that detection looks at.
fn examined(detect: impl FnOnce()) -> usize {
    effort(detect).examined
}

/// Yields so many bytes at a time.
struct Pieces {
    text: Vec<u8>,
    at: usize,
    size: usize,
}

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.size.min(buffer.len()).min(self.text.len() - self.at);
        buffer[..len].copy_from_slice(&self.text[self.at..][..len]);
        self.at += len;
        Ok(len)
    }
}

/// A text that arrived in pieces.
struct Arrived {
    /// The layout, or why the text is refused.
    layout: Result<Layout, String>,
    /// The number of lines that detection looked at.
    lines: usize,
}

impl Arrived {
    fn new(text: &str, size: usize) -> Self {
        Effort::take();
        let source = read_from("memory", Pieces { text: text.into(), at: 0, size });
        let lines = Effort::take().examined;
        let layout = source.map(|source| source.layout().clone());
        Self { layout: layout.map_err(|error| error.to_string()), lines }
    }
}

#[test]
#[cfg_attr(miri, ignore)] // Long texts.
fn a_few_rows_show_every_format() {
    for (name, text) in formats() {
        let whole =
            examined(|| drop(Detection::of(text.as_bytes(), true, &ReadOptions::default())));
        assert!((1..=500).contains(&whole), "{name}: {whole} lines");
        let layout = Arrived::new(&text, text.len()).layout;
        for size in [1, 100, 4 << 10, 64 << 10] {
            // The first kilobytes are looked at after each line.
            let arrived = Arrived::new(&text, size);
            assert_eq!(arrived.layout, layout, "{name} in pieces of {size}");
            let lines = arrived.lines;
            assert!(lines <= 20 * whole.max(100), "{name} in pieces of {size}: {lines} lines");
        }
    }
}

#[test]
#[cfg_attr(miri, ignore)] // Long texts.
fn no_line_is_examined_often() {
    // For comments above the rows, for a shape, and for the first record.
    const LOOKS: usize = 3;
    // All ways to read a line find its cells at once: for a shape, and in fields and strings for the size, the
    // drawing and the rows, too.
    const SCANS: usize = 4;
    // The first rows are looked at again for the columns and for the notation.
    const MORE: usize = 2 * START_ROWS + 500;
    let mut often = Vec::new();
    for (name, text) in others().into_iter().chain(lookalikes()) {
        // Strings have lines, too.
        let in_strings = text.matches("\\n").count();
        let all = in_strings + Lines::new(text.as_bytes()).count().max(1_000);
        let sample = in_strings + (all - in_strings).clamp(100, LINES);
        let Effort { examined, scanned, .. } =
            effort(|| drop(Detection::of(text.as_bytes(), true, &ReadOptions::default())));
        if examined > LOOKS * sample + MORE {
            often.push(format!("{name}: {examined} of {sample} lines"));
        }
        if scanned > SCANS * sample + MORE {
            often.push(format!("{name}: {scanned} scans of {sample} lines"));
        }
        let mut whole = None;
        // At most 64 KiB are asked for at once.
        for size in [text.len(), 4 << 10, 100] {
            let Arrived { layout, lines } = Arrived::new(&text, size);
            assert_eq!(&layout, whole.get_or_insert(layout.clone()), "{name} in pieces of {size}");
            // The first kilobytes are looked at after each short piece.
            if size >= 4 << 10 && lines > LOOKS * all + MORE {
                often.push(format!("{name} in pieces of {size}: {lines} of {all} lines"));
            }
        }
    }
    assert!(often.is_empty(), "{often:#?}");
}

/// A first line of any length is neither read whole nor looked at again with each piece.
#[test]
#[cfg_attr(miri, ignore)] // Long texts.
fn a_long_first_line_is_not_waited_for() {
    for line in ["5", "\0", " ", "\t", "[", "[ ", "{\"a\":", "1,", "\"", "# ", "- ", "é"] {
        let text = line.repeat(8 * PREFIX / line.len());
        for size in [100, 4 << 10, text.len()] {
            Effort::take();
            let source = read_from("memory", Pieces { text: text.clone().into(), at: 0, size });
            let Effort { samples, bytes, .. } = Effort::take();
            assert!(samples <= 60 && bytes <= 8 * PREFIX, "{line:?}: {samples} of {bytes} bytes");
            // A text that is refused is not held.
            let held = source.map_or(0, |source| source.start().len());
            assert!(held <= PREFIX + (64 << 10), "{line:?} in pieces of {size}: {held} bytes");
        }
    }
}

/// A name is not believed if the rows say otherwise, wherever they begin to.
#[test]
fn rows_refute_a_name() {
    let full = "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
    for (rows, column) in [
        (vec![["x", "y"], [full, PUZZLE], [full, PUZZLE]], 3),
        // Its only puzzle does not make the column the best one.
        (vec![[full, PUZZLE], [full, PUZZLE], [PUZZLE, "x"]], 3),
        (vec![["x", "y"], [PUZZLE, full]], 2),
        (vec![["x", "y"], ["z", ""]], 2),
        (vec![[&PUZZLE[..80], PUZZLE], [PUZZLE, "x"]], 2),
    ] {
        let rows = rows.iter().map(|[first, second]| format!("7,{first},{second}\n"));
        let text = format!("id,puzzle,clues\n{}", rows.collect::<String>());
        let layout = Detection::of_text(text.as_bytes(), &ReadOptions::default()).layout;
        assert_eq!(layout.table.number(), column, "{text}");
    }
}
