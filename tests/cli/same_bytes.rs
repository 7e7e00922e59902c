//! The output does not depend on how the input is read, cut into chunks and distributed.

use crate::{
    grids,
    packed::{gzip, zstandard},
    puzzles::*,
    run::{Folder, feed, untimed},
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
const SOURCES: [&str; 5] = ["plain", "plain --no-mmap", "-", "gz", "zst"];

/// Returns good, bad, blank, commented, contradictory and over-long lines.
pub fn mixed() -> String {
    let long = format!("{EY1},{}", "é".repeat(40_000));
    let kinds = [
        EY1,
        "",
        ROYLE,
        "# comment",
        &with(EY1, 30, 'Z'),
        NO_SOLUTION,
        CONFLICT,
        &EY1[..80],
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

/// Compares ways of reading a text, results, messages and timing, with the simplest one.
fn every_way_gives_the_same(text: &str, format: &str, ways: &[String]) {
    let folder = Folder::with("plain", text).and("gz", gzip(text)).and("zst", zstandard(text));
    let solve = |way: &str| {
        let args = format!("solve {way} --quiet --timing timing.csv --format {format}");
        let run = folder.feed(if way.starts_with('-') { text } else { "" }, &args);
        let source = way.split(' ').next().unwrap();
        let err = run.err.replace(if source == "-" { "<stdin>" } else { source }, "plain");
        (run.code, run.out, err, untimed(&folder.read("timing.csv")))
    };
    let expected = solve("plain --threads 1");
    assert!(expected.1.contains(EY1_SOLVED) && expected.1.contains(ROYLE_SOLVED));
    assert!(expected.0 == Some(1) && expected.1.ends_with('\n'));
    for way in ways {
        let found = solve(way);
        let same = [found.1 == expected.1, found.2 == expected.2, found.3 == expected.3];
        assert_eq!((found.0, same), (Some(1), [true; 3]), "[results, messages, timing]: {way}");
    }
}

/// Every combination of sources, chunk sizes and threads.
fn ways(sources: &[&str], chunks: &[usize], threads: &[u32]) -> Vec<String> {
    let mut ways = Vec::new();
    for source in sources {
        for chunk in chunks {
            let how = threads.iter().map(|it| format!("{source} --chunk-size {chunk} -j {it}"));
            ways.extend(how);
        }
    }
    ways
}

#[test]
fn lines_of_every_source() {
    every_way_gives_the_same(&mixed(), "csv", &ways(&SOURCES, &CHUNKS, &[1, 2]));
}

#[test]
fn lines_in_every_format() {
    for format in FORMATS {
        let ways = [ways(&["plain"], &CHUNKS, &[1, 2]), ways(&SOURCES[1..], &[100], &[3])];
        every_way_gives_the_same(&mixed(), format, &ways.concat());
    }
}

#[test]
fn grids_of_every_source_and_chunk() {
    for format in ["solution", "csv", "jsonl"] {
        let sizes = [1, 90, 91, 200, 70_000];
        let ways = [
            ways(&SOURCES, &[100], &[1]),
            ways(&SOURCES, &[5000], &[2]),
            ways(&["plain"], &sizes, &[2]),
        ];
        every_way_gives_the_same(&grids::mixed(), format, &ways.concat());
    }
}

#[test]
fn lines_cut_anywhere() {
    let long = format!("1{}\n", "é".repeat(50_000));
    for chunk in CHUNKS {
        let input = format!("{EY1}\n{long}{ROYLE}\n{long}");
        let run = feed(input, &format!("solve --quiet --chunk-size {chunk}"));
        run.prints(1, &lines(&[EY1_SOLVED, "", ROYLE_SOLVED, ""]));
        let places: Vec<_> = run.err.lines().map(|line| &line[..12]).collect();
        assert_eq!(places, ["<stdin>:2:1:", "<stdin>:4:1:"], "{}", run.err);
    }
}

#[test]
fn counters_ignore_neighbours() {
    for strategy in ["lanes", "mrv", "electroyou", "moler", "backtracking", "locked/random:7"] {
        let args = format!("solve --quiet --format jsonl --strategy {strategy}");
        let alone = feed(ROYLE, &args).out.replace("\"line\":1,", "");
        let among = feed(lines(&[EY1, "bad", NO_SOLUTION, ROYLE, EY1]), &args).out;
        let line = among.lines().nth(3).unwrap().replace("\"line\":4,", "");
        assert_eq!(alone.trim_end(), line, "{strategy}");
    }
}
