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

/// Every part of a file without a puzzle fails, as the whole does, also a part without a line.
#[test]
fn no_puzzle_in_any_part() {
    let table = format!("id,puzzle,note\n1,{EY1},x\n2,{ROYLE},y\n3,{EY1},z\n");
    let json = lines(&[EY1, ROYLE].map(|it| format!("{{\"puzzle\":\"{it}\",\"n\":\"q\"}}")));
    let words = lines(&["hello", "world", "# c"]);
    let folder = Folder::with("words", &words)
        .and("comments", "# a\n\n# b\n")
        .and("grids", lines(&["1 2 3 4", "4 3 x y", "a b c d"].repeat(3)))
        .and("table", &table)
        .and("json", &json);
    let names = folder.names();
    for (args, input) in [
        ("words", "words: found no puzzle"),
        ("comments", "comments: found no puzzle"),
        ("grids", "grids: found no puzzle"),
        ("table --column note", "table: found no puzzle"),
        ("table --column 1", "table: found no puzzle"),
        ("json --column n", "json: found no puzzle"),
        ("table --column nosuch", "table: found no column \"nosuch\""),
        ("words comments", "found no puzzle in 2 files"),
        ("table json --column n", ""),
        ("table json --column nosuch", ""),
    ] {
        let args = format!("solve {args} -o out");
        assert_eq!(folder.run(&args).code, Some(2), "{args}");
        for shard in ["1/1", "1/2", "2/2", "2/3", "1/999", "500/999", "999/999"] {
            let run = folder.run(&format!("{args} --shard {shard}"));
            assert_eq!(run.code, Some(2), "{args} {shard}: {}", run.err);
            assert!(run.err.contains(&format!("sudomill: {input}")), "{args} {shard}: {}", run.err);
            assert_eq!(folder.names(), names, "{args} {shard}");
        }
    }
    // Nothing is wrong with these.
    let folder = Folder::with("empty", "").and("table", &table);
    for args in ["solve empty", "solve empty empty"] {
        for shard in ["1/1", "1/2", "2/2"] {
            assert_eq!(folder.run(&format!("{args} --shard {shard}")).code, Some(0), "{args}");
        }
    }
}

#[test]
fn parts_without_a_puzzle_are_named() {
    let comments = lines(&["# no puzzle"; 30]);
    let folder = Folder::with("a", lines(&[EY1, "# c", ROYLE]) + &comments)
        .and("b", lines(&[EY1]) + &lines(&["bad"; 60]))
        .and("c", &comments);
    let named = |args: &str, code: i32| {
        let run = folder.run(&format!("solve {args} -q"));
        assert_eq!(run.code, Some(code), "{args}: {}", run.err);
        let lines = run.err.lines().filter(|line| line.contains("no puzzle in"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(named("a --shard 1/2", 0), [""; 0]);
    assert_eq!(named("a --shard 2/2", 0), ["a: no puzzle in 22 lines of part 2/2"]);
    assert_eq!(named("a --shard 2/999", 0), [""; 0]);
    assert_eq!(named("b --shard 3/3", 1), ["b: no puzzle in 27 lines of part 3/3"]);
    assert_eq!(named("a c --shard 1/2", 0), [""; 0]);
    let both = ["a: no puzzle in 7 lines of part 2/2", "c: no puzzle in 30 lines of part 2/2"];
    assert_eq!(named("a c --shard 2/2", 0), both);
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
