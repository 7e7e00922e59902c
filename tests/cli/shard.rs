//! Parts of a file, solved by separate runs.

use crate::{
    grids,
    packed::{gzip, zstandard},
    puzzles::*,
    run::{Folder, rows},
    same_bytes,
};

/// Returns the results of all parts of the file, concatenated, and their timing rows without times.
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
            "{packed}: cannot be split into shards; expected a file that can be mapped: pipes and \
             compressed or encoded data must be read from the start"
        ));
    }
    assert_eq!(folder.feed(text, "solve - --shard 1/2").code, Some(2));
    folder.run("solve file --shard 1/2 --no-mmap").refuses_arguments(&["--shard", "--no-mmap"]);
    for shard in ["0/2", "3/2", "1/0", "1", "a/b", "/", "-1/2"] {
        let run = folder.run(&format!("solve file --shard={shard}"));
        run.refuses_arguments(&[&format!("found {shard}; expected I/N with 1 ≤ I ≤ N")]);
    }
}

/// Creates files of different lengths, including empty ones and one with other columns.
fn files() -> Folder {
    let table = |rows: &[&str]| "id,puzzle\n".to_owned() + &lines(rows);
    let rows = [format!("1,{EY1}"), "2,what?".to_owned(), format!("3,{ROYLE}")];
    let rows: Vec<_> = rows.iter().map(String::as_str).collect();
    Folder::with("a.csv", table(&rows[..2]))
        .and("b.csv", table(&rows.repeat(5)))
        .and("c.csv", "")
        .and("d.csv", format!("puzzle,name\n{EY1},other\n"))
        .and("e.csv", table(&rows))
}

#[test]
fn parts_of_several_files() {
    let folder = files();
    let inputs = "b.csv a.csv b.csv c.csv d.csv e.csv";
    for (options, inputs) in [
        ("", inputs),
        ("", "."),
        ("", "c.csv b.csv"),
        ("--format count", inputs),
        ("--format csv", inputs),
        ("--format csv --keep all", inputs),
        ("--format jsonl --keep all", inputs),
        ("--format solutions-csv", inputs),
    ] {
        let run = |rest: &str| folder.run(&format!("solve -q {inputs} {options} {rest}"));
        let whole = run("").out;
        for of in [1, 2, 3, 7, 60] {
            let parts = (1..=of).map(|part| run(&format!("--shard {part}/{of}")).out);
            let parts = parts.collect::<Vec<_>>().concat();
            assert!(parts == whole, "{options} {inputs}, {of} parts:\n{parts}\n{whole}");
        }
    }
}

#[test]
fn timing_of_several_files() {
    let folder = files();
    let rows = |rest: &str| {
        folder.run(&format!("solve -q b.csv e.csv -o out.txt --timing t.csv {rest}"));
        let mut rows = rows(&folder.read("t.csv"));
        rows.iter_mut().for_each(|row| row.truncate(8));
        rows
    };
    let whole = rows("");
    assert_eq!(whole[0][0], "file");
    let parts = ["1/3", "2/3", "3/3"].map(|part| rows(&format!("--shard {part}")));
    assert_eq!(parts.concat(), whole);
}

#[test]
fn shards_need_files() {
    let folder = files();
    let told = |input: &str| format!("--shard works only on files; {input} is not a file");
    folder.run("solve a.csv - --shard 1/2").refuses(&told("-"));
    let run = folder.run(&format!("solve a.csv {EY1} --shard 1/2"));
    run.refuses(&told("<argument 2>"));
    let folder = folder.and("f.gz", gzip(lines(&[EY1])));
    let run = folder.run("solve -q a.csv f.gz --shard 2/2");
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("f.gz: cannot be split into shards"), "{}", run.err);
}
