//! The output does not depend on how the input is read, cut into chunks and distributed, or solved in
//! parts by separate runs.

use crate::{
    every_way::{Cuts, solve_every_way, solve_in_combinations},
    grids,
    packed::{gzip, zstandard},
    puzzles::*,
    run::{Folder, feed, solve_in_ways, without_times},
};
use sudomill::output::Format;

/// Formats, some with columns of the input. The others have no test but that of all lines.
const FORMATS: [&str; 8] = [
    "csv",
    "solution",
    "count",
    "jsonl",
    "csv --keep all",
    "jsonl --keep solutions,1 --columns line,message,guesses,solution",
    "solutions-csv --keep quizzes",
    "markdown --keep all",
];
const CHUNKS: [usize; 5] = [1, 50, 82, 1000, 70_000];
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

/// Runs of the program: chunks of every size on one thread and on two, and each source.
fn ways() -> Vec<String> {
    let cut = CHUNKS
        .iter()
        .flat_map(|chunk| [1, 2].map(|threads| format!("input --chunk-size {chunk} -j {threads}")));
    cut.chain(SOURCES[1..].iter().map(|source| format!("{source} --chunk-size 100 -j 3"))).collect()
}

/// Checks a text in every format: the first in all combinations and by runs of the program, whose options are
/// read by the same code for every format; the others in some.
fn every_format_gives_the_same(text: &str, formats: &[&str]) {
    let (all, some) = (&CHUNKS, &[100]);
    let first = Cuts { mapped: all, others: all, parts: &[1, 2, 3, 7, 40] };
    let rest = Cuts { mapped: all, others: some, parts: &[3, 7] };
    for (at, format) in formats.iter().enumerate() {
        let cuts = if at == 0 { &first } else { &rest };
        let run = solve_in_combinations(text, &format!("--format {format}"), cuts);
        assert!(run.exits(1).shows(&[EY1_SOLVED, ROYLE_SOLVED]).out.ends_with('\n'), "{format}");
    }
    solve_in_ways(text, &format!("--format {}", formats[0]), &ways(), &[3, 7]);
}

#[test]
fn lines_in_every_format() {
    let others = Format::ALL.iter().map(|format| format.name());
    let others = others.filter(|format| !FORMATS.contains(format));
    every_format_gives_the_same(&mixed(), &FORMATS.into_iter().chain(others).collect::<Vec<_>>());
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
            solve_in_ways(text, &format!("--format {format}"), &[], &[3]);
        }
        let cuts = Cuts { mapped: &[], others: &[], parts: &[1, 2, 7, 40] };
        solve_in_combinations(text, "--format csv", &cuts);
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
        ("c.csv c.csv", &[1, 2]),
        (&format!("{all} --format csv --keep all"), &[1, 2, 3, 7, 40]),
        (&format!("{all} --format count"), &[3]),
        (&format!("{all} --format csv"), &[3]),
        (&format!("{all} --format jsonl --keep all"), &[3]),
        (&format!("{all} --format solutions-csv"), &[3]),
    ] {
        let whole = folder.run(&format!("solve {args} -q --timing t.csv"));
        let timing = without_times(&folder.read("t.csv"));
        parts.iter().for_each(|&of| folder.parts_are(args, of, &whole, &timing));
    }
    let folder = files();
    // More than the lines of all files.
    let part = |part| folder.run(&format!("solve . -q --shard {part}/24")).out;
    assert_eq!((1..=24).map(part).collect::<String>(), folder.run("solve . -q").out);
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
    let folder = Folder::with("words", lines(&["hello", "world", "# c"]))
        .and("comments", "# a\n\n# b\n")
        .and("grids", lines(&["1 2 3 4", "4 3 x y", "a b c d"].repeat(3)))
        .and("table", filled("id,puzzle,note\n1,P1,x\n2,P2,y\n3,P1,z\n"))
        .and("json", filled("{\"puzzle\":\"P1\",\"n\":\"q\"}\n{\"puzzle\":\"P2\",\"n\":\"q\"}\n"));
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
}

#[test]
fn parts_without_a_puzzle_are_named() {
    let comments = lines(&["# no puzzle"; 30]);
    let folder = Folder::with("a", lines(&[EY1, "# c", ROYLE]) + &comments)
        .and("b", lines(&[EY1]) + &lines(&["bad"; 60]))
        .and("c", &comments);
    let both = ["a: no puzzle in 7 lines of part 2/2", "c: no puzzle in 30 lines of part 2/2"];
    for (args, code, named) in [
        ("a --shard 1/2", 0, &[][..]),
        ("a --shard 2/2", 0, &["a: no puzzle in 22 lines of part 2/2"]),
        ("a --shard 2/999", 0, &[]),
        ("b --shard 3/3", 1, &["b: no puzzle in 27 lines of part 3/3"]),
        ("a c --shard 1/2", 0, &[]),
        ("a c --shard 2/2", 0, &both),
    ] {
        let run = folder.run(&format!("solve {args} -q"));
        let found = run.exits(code).err.lines().filter(|line| line.contains("no puzzle in"));
        assert_eq!(found.collect::<Vec<_>>(), named, "{args}");
    }
}

/// The line in a message is that of the whole file, whatever other columns there are.
#[test]
fn lines_in_messages() {
    let (good, bad) = (grid(EY1), grid(&CONFLICT.replace('.', "0")));
    let records = |last: usize| {
        let text = |number| if number < last { good.trim_end() } else { bad.trim_end() };
        (0..=last).map(|number| format!("{number},\"{}\"\n", text(number))).collect::<String>()
    };
    let csv = format!("id,puzzle\n{}", records(40));
    for args in ["--format csv --keep id", "--format jsonl --columns message,solutions"] {
        let run = solve_every_way(&csv, args);
        run.exits(1).shows(&["369:3: digit "]);
        let two = Folder::with("input", &csv).run(&format!("solve input -q {args} -j 2"));
        run.is_like(&two, "input");
    }
}
