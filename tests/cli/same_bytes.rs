//! The output does not depend on how the input is read, cut into chunks and distributed.

use crate::{
    packed::{gzip, zstandard},
    puzzles::*,
    run::{Folder, Run, rows},
};

const FORMATS: [&str; 9] = [
    "solution",
    "count",
    "csv",
    "jsonl",
    "csv --keep all",
    "jsonl --keep solutions,1 --columns line,message,guesses,solution",
    "solutions",
    "solutions-csv --keep quizzes",
    "solutions-jsonl",
];
const CHUNKS: [usize; 5] = [1, 50, 82, 1000, 1 << 20];

/// Returns good, bad, blank, commented, contradictory and over-long lines.
pub fn mixed() -> String {
    let long = format!("{EY1},{}", "é".repeat(40_000));
    let short = &EY1[..80];
    let kinds = [
        EY1,
        "",
        ROYLE,
        "# comment",
        &with(EY1, 30, 'Z'),
        NO_SOLUTION,
        CONFLICT,
        short,
        "1,2,\"3\"",
        &format!("id;{EY1};x\r"),
        "\t \r",
        &format!("{ROYLE}|"),
        "é\u{1b}\"\\",
    ];
    let some = |from: usize| lines(&kinds.iter().cycle().skip(from).take(30).collect::<Vec<_>>());
    let (start, end) = ("\u{FEFF}quizzes,solutions\r\n", EY1);
    [start, &some(0), &long, "\n", &some(5), &long, &long, &long, "\n", &some(9), end].concat()
}

/// Creates a folder with the same file in every form.
fn folder() -> Folder {
    let text = mixed();
    let folder = Folder::with("plain", &text);
    folder.and("gz", gzip(&text)).and("zst", zstandard(&text))
}

/// Returns the results, the messages, and the timing rows without times.
fn results(folder: &Folder, run: Run, source: &str) -> (String, String, Vec<Vec<String>>) {
    assert_eq!(run.code, Some(1), "{}", run.err);
    let mut timing = rows(&folder.read("timing.csv"));
    timing.iter_mut().for_each(|row| row.truncate(7));
    (run.out, run.err.replace(source, "plain"), timing)
}

/// Compares every way of reading the input with the simplest one.
fn every_way_gives_the_same(format: &str, ways: impl Iterator<Item = (&'static str, String)>) {
    let folder = folder();
    let args = format!("--quiet --timing timing.csv --format {format}");
    let expected = folder.run(&format!("solve plain --threads 1 {args}"));
    let expected = results(&folder, expected, "plain");
    assert!(expected.0.contains(EY1_SOLVED) && expected.0.ends_with('\n'));
    for (source, way) in ways {
        let args = format!("solve {source} {way} {args}");
        let (run, name) = match source {
            "-" => (folder.feed(mixed(), &args), "<stdin>"),
            _ => (folder.run(&args), source),
        };
        let found = results(&folder, run, name);
        let same = [found.0 == expected.0, found.1 == expected.1, found.2 == expected.2];
        assert_eq!(same, [true; 3], "[results, messages, timing] of {args}");
    }
}

#[test]
fn csv_and_timing_for_every_source() {
    let sources = [("plain", ""), ("plain", "--no-mmap"), ("-", ""), ("gz", ""), ("zst", "")];
    let ways = sources.into_iter().flat_map(|(source, how)| {
        CHUNKS.into_iter().flat_map(move |chunk| {
            [1, 2]
                .map(|threads| (source, format!("{how} --chunk-size {chunk} --threads {threads}")))
        })
    });
    every_way_gives_the_same("csv", ways);
}

#[test]
fn formats_for_every_chunk_size() {
    for format in FORMATS {
        let ways = CHUNKS.into_iter().flat_map(|chunk| {
            [1, 2].map(|threads| ("plain", format!("--chunk-size {chunk} --threads {threads}")))
        });
        every_way_gives_the_same(format, ways);
    }
}

#[test]
fn formats_for_every_source() {
    for format in FORMATS {
        let sources = [("plain", "--no-mmap"), ("-", ""), ("gz", ""), ("zst", "")];
        let ways = sources
            .into_iter()
            .map(|(source, how)| (source, format!("{how} --chunk-size 100 --threads 3")));
        every_way_gives_the_same(format, ways);
    }
}

#[test]
fn lines_cut_anywhere() {
    let (folder, long) = (Folder::new(), format!("1{}\n", "é".repeat(50_000)));
    for chunk in CHUNKS {
        let input = format!("{EY1}\n{long}{ROYLE}\n{long}");
        let args = format!("solve --quiet --chunk-size {chunk}");
        let run = folder.feed(input, &args);
        assert_eq!(run.out, lines(&[EY1_SOLVED, "", ROYLE_SOLVED, ""]), "{args}");
        let places: Vec<_> = run.err.lines().map(|line| &line[..12]).collect();
        assert_eq!(places, ["<stdin>:2:1:", "<stdin>:4:1:"], "{args}: {}", run.err);
    }
}

#[test]
fn counters_ignore_neighbours() {
    let folder = Folder::new();
    for strategy in ["lanes", "mrv", "electroyou", "moler", "backtracking", "locked/random:7"] {
        let args = format!("solve --quiet --format jsonl --strategy {strategy}");
        let alone = folder.feed(ROYLE, &args).out.replace("\"line\":1,", "");
        let among = folder.feed(lines(&[EY1, "bad", NO_SOLUTION, ROYLE, EY1]), &args).out;
        let line = among.lines().nth(3).unwrap().replace("\"line\":4,", "");
        assert_eq!(alone.trim_end(), line, "{strategy}");
    }
}
