//! Parts of a file, solved by separate runs.

use crate::{
    packed::{gzip, zstandard},
    puzzles::*,
    run::{Folder, untimed},
};

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
    let (folder, all) = (files(), "b.csv a.csv b.csv c.csv d.csv e.csv");
    for (args, parts) in [
        (all, &[2, 7][..]),
        ("c.csv b.csv", &[1, 3, 7]),
        (&format!("{all} --format csv --keep all"), &[1, 2, 3, 7, 40]),
        (&format!("{all} --format count"), &[3]),
        (&format!("{all} --format csv"), &[3]),
        (&format!("{all} --format jsonl --keep all"), &[3]),
        (&format!("{all} --format solutions-csv"), &[3]),
    ] {
        let whole = folder.run(&format!("solve {args} -q --timing t.csv"));
        let timing = untimed(&folder.read("t.csv"));
        parts.iter().for_each(|&of| folder.parts_are(args, of, &whole, &timing));
    }
    let folder = files();
    let part = |part| folder.run(&format!("solve . -q --shard {part}/60")).out;
    assert_eq!((1..=60).map(part).collect::<String>(), folder.run("solve . -q").out);
}

#[test]
fn line_numbers_of_whole_file() {
    let text = lines(&[EY1, ROYLE, &with(EY1, 5, 'Z')]);
    let run = Folder::with("file", text).run("solve file --shard 3/3");
    run.begins("file:3:5: found 'Z'").tells(1, &["1 puzzle: 1 invalid"]);
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
    folder.feed(text, "solve - --shard 1/2").exits(2);
    folder.run("solve file --shard 1/2 --no-mmap").refuses_arguments(&["--shard", "--no-mmap"]);
    for shard in ["0/2", "3/2", "1/0", "1", "a/b", "/", "-1/2"] {
        let run = folder.run(&format!("solve file --shard={shard}"));
        run.refuses_arguments(&[&format!("found {shard}; expected I/N with 1 ≤ I ≤ N")]);
    }
    for (inputs, name) in [("file -", "-"), (&format!("file {EY1}"), "<argument 2>")] {
        let run = folder.run(&format!("solve {inputs} --shard 1/2"));
        run.refuses(&format!("--shard works only on files; {name} is not a file"));
    }
    folder.run("solve -q file gz --shard 2/2").tells(2, &["gz: cannot be split into shards"]);
}

/// Every part of a file without a puzzle fails, as the whole does, also a part without a line.
#[test]
fn no_puzzle_in_any_part() {
    let table = format!("id,puzzle,note\n1,{EY1},x\n2,{ROYLE},y\n3,{EY1},z\n");
    let json = lines(&[EY1, ROYLE].map(|it| format!("{{\"puzzle\":\"{it}\",\"n\":\"q\"}}")));
    let folder = Folder::with("words", lines(&["hello", "world", "# c"]))
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
        folder.run(&args).exits(2);
        for shard in ["1/1", "1/2", "2/2", "2/3", "1/999", "500/999", "999/999"] {
            let run = folder.run(&format!("{args} --shard {shard}"));
            run.tells(2, &[&format!("sudomill: {input}")]);
            assert_eq!(folder.names(), names, "{args} {shard}");
        }
    }
    // Nothing is wrong with these.
    let folder = Folder::with("empty", "").and("table", &table);
    for args in ["solve empty", "solve empty empty"] {
        for shard in ["1/1", "1/2", "2/2"] {
            folder.run(&format!("{args} --shard {shard}")).exits(0);
        }
    }
}

#[test]
fn parts_without_a_puzzle_are_named() {
    let comments = lines(&["# no puzzle"; 30]);
    let folder = Folder::with("a", lines(&[EY1, "# c", ROYLE]) + &comments)
        .and("b", lines(&[EY1]) + &lines(&["bad"; 60]))
        .and("c", &comments);
    for (args, code, named) in [
        ("a --shard 1/2", 0, &[][..]),
        ("a --shard 2/2", 0, &["a: no puzzle in 22 lines of part 2/2"]),
        ("a --shard 2/999", 0, &[]),
        ("b --shard 3/3", 1, &["b: no puzzle in 27 lines of part 3/3"]),
        ("a c --shard 1/2", 0, &[]),
        (
            "a c --shard 2/2",
            0,
            &["a: no puzzle in 7 lines of part 2/2", "c: no puzzle in 30 lines of part 2/2"],
        ),
    ] {
        let run = folder.run(&format!("solve {args} -q"));
        let found = run.exits(code).err.lines().filter(|line| line.contains("no puzzle in"));
        assert_eq!(found.collect::<Vec<_>>(), named, "{args}");
    }
}
