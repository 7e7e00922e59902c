//! The lanes in a batch: many puzzles at once must give the same results as one at a time.

use crate::{
    pencilmarks::{self, marks},
    puzzles::*,
    run::{Folder, feed, json, without_times},
};
use serde_json::json;
use std::fs;
use sudomill::solver::lanes::Backend;

/// Puzzles of every kind in turn, with bad lines between them, and the empty grid.
fn mixed() -> String {
    let sets = ["easy", "minimal", "multiple", "unsolvable", "malformed"];
    let sets = sets.map(|set| shipped(&format!("{set}.txt")));
    let line = |set: &String, at| set.lines().cycle().nth(at).unwrap().to_owned();
    let round = |at| sets.each_ref().map(|set| line(set, at)).join("\n");
    let text = (0..180).map(round).collect::<Vec<_>>().join(&format!("\r\n{EY1_SOLVED}\n"));
    text + "\n" + &".".repeat(81)
}

#[test]
fn same_for_every_backend() {
    let columns = "--format jsonl --columns line,puzzle,status,message,solutions,solution,counters,difficulty";
    let marks = pencilmarks::lines_of_all().map(|(line, ..)| line);
    let marks = marks.iter().cycle().take(300).collect::<Vec<_>>();
    let folder = Folder::with("mixed.txt", mixed()).and("marks.txt", lines(&marks));
    for (file, limit) in [("mixed.txt", 1), ("mixed.txt", 2), ("mixed.txt", 20), ("marks.txt", 2)] {
        let solve = |args: &str| {
            let args = format!("solve {file} {columns} --limit {limit} {args}");
            let run = folder.run(&format!("{args} --timing timing.csv --quiet"));
            run.exits(1);
            (run.out, run.err, without_times(&folder.read("timing.csv")))
        };
        let expected = solve("--threads 1");
        for backend in Backend::available().map(Backend::name) {
            for args in ["-j 1", "-j 2 --chunk-size 1", "-j 2 --chunk-size 5000"] {
                let args = format!("--backend {backend} {args}");
                assert!(solve(&args) == expected, "{args}");
            }
        }
    }
}

#[test]
fn backends_and_sizes_by_name() {
    let run = feed(lines(&[ROYLE]), "solve --backend neon");
    if Backend::find("neon").is_err() {
        run.tells(2, &["has no backend 'neon', only", "portable"]);
    }
    feed(lines(&[ROYLE]), "solve --backend portable").tells(0, &["strategy lanes (portable, "]);
    let run = feed(lines(&[SMALL]), "solve");
    run.prints(0, &lines(&[SMALL_SOLVED])).tells(0, &["strategy mrv, limit 2"]);
}

#[test]
fn backends_of_the_schema() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/schema/bench.schema.json");
    let schema = json(&fs::read_to_string(path).unwrap());
    let names = &schema["$defs"]["settings"]["properties"]["backend"]["enum"];
    assert_eq!(*names, json!(Backend::NAMES));
}

/// A search for thousands of solutions uses all threads; its results are those of one.
#[test]
fn many_solutions_of_one_puzzle() {
    // 20,326 solutions.
    let puzzle =
        "..................4..8....7.8...4.9...6.1.7........38...4.79..2.6...1...2..3..6..";
    let (empty, small) = (".".repeat(81), ".".repeat(16));
    let none = format!("12345678.{}9{}", &empty[..8], &empty[..63]);
    let folder = Folder::with("puzzle.txt", lines(&[puzzle]))
        .and("several.txt", lines(&[EY1, puzzle, ROYLE, &empty, puzzle]))
        .and("marks.txt", marks(puzzle));
    let same = |args: &str| {
        let solve = |threads| folder.run(&format!("solve {args} -q --threads {threads}"));
        let one = solve(1);
        [2, 7].iter().for_each(|&threads| solve(threads).is_like(&one, "input"));
        one
    };
    for limit in [20_325, 20_326, 20_327, 1_000_000_000] {
        for input in [puzzle, "puzzle.txt"] {
            let run = same(&format!("{input} --format count --limit {limit}"));
            run.prints(0, &format!("{puzzle}:{}:\n", limit.min(20_326)));
        }
        let columns = format!("--format csv --columns solutions,solution,counters --limit {limit}");
        same(&format!("marks.txt {columns}"))
            .prints(0, &same(&format!("puzzle.txt {columns}")).out);
    }
    for limit in [1, 2, 3, 4_096, 4_097, 20_000] {
        for args in [
            &format!("{empty} --format jsonl"),
            "several.txt --format jsonl",
            &format!("{empty} --format solutions"),
            &format!("{small} --format jsonl"),
        ] {
            same(&format!("{args} --limit {limit}"));
        }
        same(&format!("{none} --format count --limit {limit}")).prints(1, &format!("{none}:0:\n"));
    }
    let columns = format!("{empty} --format csv --columns solution --limit");
    same(&format!("{columns} 1")).prints(0, &same(&format!("{columns} 20000")).out);
    same(&format!("{puzzle} --format jsonl --limit 30000 --max-guesses 30000"));
}
