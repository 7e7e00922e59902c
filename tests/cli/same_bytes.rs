//! The output does not depend on how the input is read, cut into chunks and distributed.

use crate::{
    grids,
    puzzles::*,
    run::{feed, solve_in_ways},
};

const FORMATS: [&str; 9] = [
    "csv",
    "solution",
    "count",
    "jsonl",
    "csv --keep all",
    "jsonl --keep solutions,1 --columns line,message,guesses,solution",
    "solutions",
    "solutions-csv --keep quizzes",
    "solutions-jsonl",
];
const CHUNKS: [usize; 7] = [1, 50, 82, 91, 1000, 70_000, 1 << 20];
const SOURCES: [&str; 5] = ["input", "input --no-mmap", "-", "input.gz", "input.zst"];

/// Returns good, bad, blank, commented, contradictory and over-long lines.
fn mixed() -> String {
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

/// Checks a text in every format: the first in all combinations, the others in some.
fn every_format_gives_the_same(text: &str, formats: &[&str]) {
    for (at, format) in formats.iter().enumerate() {
        let some = [ways(&SOURCES[..1], &CHUNKS, &[1, 2]), ways(&SOURCES[1..], &[100], &[3])];
        let (ways, parts) = match at {
            0 => (ways(&SOURCES, &CHUNKS, &[1, 2]), &[1, 2, 3, 7, 40][..]),
            _ => (some.concat(), &[3, 7][..]),
        };
        let run = solve_in_ways(text, &format!("--format {format}"), &ways, parts);
        assert!(run.exits(1).shows(&[EY1_SOLVED, ROYLE_SOLVED]).out.ends_with('\n'), "{format}");
    }
}

#[test]
fn lines_in_every_format() {
    every_format_gives_the_same(&mixed(), &FORMATS);
}

#[test]
fn grids_in_every_format() {
    every_format_gives_the_same(&grids::mixed(), &FORMATS[..4]);
}

#[test]
fn parts_of_small_files_and_quoted_rows() {
    let row = |id| format!("\"{id}\n,\n{EY1_SOLVED}\",{ROYLE}\n");
    let table = format!("note,puzzle\n{}", (0..40).map(row).collect::<String>());
    for text in [&table, &lines(&[EY1]), EY1, ""] {
        for format in &FORMATS[..4] {
            solve_in_ways(text, &format!("--format {format}"), &[], &[1, 2, 3, 7, 40]);
        }
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
