//! Parts of a file, solved by runs of their own.

use crate::{
    grids,
    packed::{gzip, zstandard},
    puzzles::*,
    run::{Folder, rows},
    same_bytes,
};

/// The results of every part of the file, one after the other, and their timing rows
/// without the times.
fn parts(folder: &Folder, of: usize, format: &str) -> (String, Vec<Vec<String>>) {
    let (mut results, mut timing) = (String::new(), String::new());
    for part in 1..=of {
        let run = folder.run(&format!(
            "solve file --shard {part}/{of} --format {format} --timing timing.csv --quiet"
        ));
        assert!(matches!(run.code, Some(0 | 1)), "{}", run.err);
        results += &run.out;
        timing += &folder.read("timing.csv");
    }
    let mut timing = rows(&timing);
    timing.iter_mut().for_each(|row| row.truncate(7));
    (results, timing)
}

fn are_the_whole(text: &str) {
    let folder = Folder::with("file", text);
    for format in ["solution", "count", "csv", "jsonl"] {
        let whole = folder.run(&format!("solve file --format {format} --quiet"));
        let (_, timing) = parts(&folder, 1, format);
        for of in [2, 3, 7, 40] {
            let (results, rows) = parts(&folder, of, format);
            assert!(results == whole.out, "{format}, {of} parts:\n{results}\n{}", whole.out);
            assert_eq!(rows, timing, "{format}, {of} parts");
        }
    }
}

#[test]
fn parts_of_lines() {
    are_the_whole(&same_bytes::mixed());
}

#[test]
fn parts_of_grids() {
    are_the_whole(&grids::mixed());
}

#[test]
fn more_parts_than_lines() {
    are_the_whole(&lines(&[EY1]));
    are_the_whole(EY1);
    are_the_whole("");
}

#[test]
fn line_numbers_of_whole_file() {
    let text = lines(&[EY1, ROYLE, &with(EY1, 5, 'Z')]);
    let run = Folder::with("file", text).run("solve file --shard 3/3");
    assert!(run.err.starts_with("file:3:5: found 'Z'"), "{}", run.err);
    assert!(run.err.contains("1 puzzle: 1 invalid"), "{}", run.err);
}

#[test]
fn invalid_shards() {
    let text = lines(&[EY1, ROYLE]);
    let folder = Folder::with("gz", gzip(&text)).and("zst", zstandard(&text)).and("file", &text);
    for packed in ["gz", "zst"] {
        folder.run(&format!("solve {packed} --shard 1/2")).refuses(&format!(
            "{packed}: a part of it cannot be read alone, expected a plain file that can be \
             mapped: a pipe or compressed data has to be read from its start"
        ));
    }
    assert_eq!(folder.feed(text, "solve - --shard 1/2").code, Some(2));
    folder.run("solve file --shard 1/2 --no-mmap").refuses_arguments(&["--shard", "--no-mmap"]);
    for shard in ["0/2", "3/2", "1/0", "1", "a/b", "/", "-1/2"] {
        let run = folder.run(&format!("solve file --shard={shard}"));
        run.refuses_arguments(&[&format!("found {shard}, expected I/N with 1 ≤ I ≤ N")]);
    }
}
