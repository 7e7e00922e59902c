//! `sudomill shuffle`: copies in the form of the input, with their solutions.

use crate::{
    packed::gzip,
    puzzles::*,
    run::{Folder, feed, rows},
};
use sudomill::{
    grid::{Order, Order2, Order3, Order4, Order5, Puzzle},
    symmetry::Transformation,
};

/// A copy as the library makes it.
fn transformed<O: Order>(text: &str, seed: u64, number: u64) -> String {
    let puzzle = text.parse::<Puzzle<O>>().unwrap();
    Transformation::random(seed, number).of_puzzle(&puzzle).to_string()
}

#[test]
fn lines_are_numbered() {
    let folder = Folder::with("puzzles.txt", lines(&["# c", EY1, "", "bad", ROYLE]));
    let run = folder.run("shuffle puzzles.txt --seed 7 --copies 2");
    let all = [(EY1, 0), (EY1, 1), (ROYLE, 4), (ROYLE, 5)];
    let expected = all.map(|(it, number)| transformed::<Order3>(it, 7, number).replace('.', "0"));
    let told = "puzzles.txt:4:1: found 'b'; expected 1-9 or one of . 0 - _ * ? x X\n\
                3 puzzles: 4 copies, 1 bad, seed 7; 2 other lines skipped\n";
    run.ends(1, &lines(&expected), told);
    // Ten bad lines are shown.
    let text = lines(&[EY1, "bad"].repeat(12));
    let run = feed(text, "shuffle --threads 3");
    let told: Vec<_> = run.exits(1).err.lines().collect();
    assert!(told[9].starts_with("<stdin>:20:1: found 'b'"), "{}", told[9]);
    assert_eq!(told[10..], ["and 2 more bad lines", "24 puzzles: 12 copies, 12 bad, seed 0"]);
}

#[test]
fn every_size_and_alphabet() {
    let folder = Folder::new();
    for (order, cells) in [(2, 16), (3, 81), (4, 256), (5, 625)] {
        let line = folder.run(&format!("generate --kind easy --order {order} --seed 3")).out;
        let copy = folder.feed(line.clone(), "shuffle --seed 5 --quiet").out;
        let transformed = match order {
            2 => transformed::<Order2>,
            3 => transformed::<Order3>,
            4 => transformed::<Order4>,
            _ => transformed::<Order5>,
        };
        let expected = transformed(line.trim_end(), 5, 0);
        assert_eq!((copy.len(), copy.trim_end()), (cells + 1, expected.as_str()));
    }
    let symbol = |c: char| match c.to_digit(10) {
        Some(digit @ 1..) => char::from(b'A' + digit as u8 - 1),
        _ => c,
    };
    let lettered = |text: &str| text.chars().map(symbol).collect::<String>();
    let run = folder.feed(lettered(&dotted(EY1)), "shuffle --alphabet ABCDEFGHI --quiet");
    run.gives(&(lettered(&transformed::<Order3>(EY1, 0, 0)) + "\n"));
}

/// Checks that `verify` finds every solution right in the copies of a file.
#[track_caller]
fn solutions_stay_right(name: &str, text: &str, records: usize, skipped: &str) -> String {
    let folder = Folder::with(name, text);
    let run = folder.run(&format!("shuffle {name} -n 5 --seed 9 -o copies --threads 1"));
    let puzzles = if records == 1 { "puzzle" } else { "puzzles" };
    let told = format!("{records} {puzzles}: {} copies, seed 9{skipped}\n", 5 * records);
    run.ends(0, "", &told);
    let right = format!("{0} puzzles: {0} right, 0 wrong\n", 5 * records);
    folder.run("verify copies --solutions copies").begins(&right).exits(0);
    let copies = folder.read("copies");
    for way in ["-j 2", "--no-mmap"] {
        folder.run(&format!("shuffle {name} -n 5 --seed 9 --quiet {way}")).gives(&copies);
    }
    copies
}

#[test]
fn tables_with_solutions() {
    let text = format!(
        "id,note,quizzes,solutions\n1,\"a,\"\"b\"\"\n c\",{EY1},{EY1_SOLVED}\n2,,\"{ROYLE}\",{ROYLE_SOLVED}\n"
    );
    let copies = rows(&solutions_stay_right("table.csv", &text, 2, "; 2 other lines skipped"));
    assert_eq!(copies[0], ["id", "note", "quizzes", "solutions"]);
    let kept: Vec<_> = copies[1..].iter().map(|row| (&*row[0], &*row[1])).collect();
    assert_eq!(kept, [[("1", "a,\"b\"\n c"); 5], [("2", ""); 5]].concat());
    let text = format!("{ROYLE_SOLVED}\t{ROYLE}\tx\r\n{EY1_SOLVED}\t{EY1}\ty\r\n");
    let text = format!("solution\tpuzzle\tname\r\n{text}");
    let copies = solutions_stay_right("table.tsv", &text, 2, "; 1 other line skipped");
    assert_eq!((copies.matches("\tx\n").count(), copies.matches("\r").count()), (5, 0));
    // Fields of lines, and lines of `solve --format count`.
    solutions_stay_right("lines.txt", &filled("P1 S1 easy\n"), 1, "");
    let counted = solutions_stay_right("counted.txt", &filled("P1:1:S1\n"), 1, "");
    assert!(counted.lines().all(|line| line[81..].starts_with(":1:")), "{counted}");
}

#[test]
fn json_lines_with_solutions() {
    let text = format!(
        "{{\"solution\": \"{EY1_SOLVED}\", \"id\": [1, \"x\"], \"puzzle\" :\"{EY1}\"}}\n\
         {{\"puzzle\":\"{ROYLE}\",\"solution\":\"{ROYLE_SOLVED}\"}}\n"
    );
    let copies = solutions_stay_right("puzzles.jsonl", &text, 2, "");
    assert_eq!(copies.matches("\", \"id\": [1, \"x\"], \"puzzle\" :\"").count(), 5);
}

#[test]
fn solution_column() {
    let text = format!("puzzle,wrong,mine\n{SMALL},{SMALL_SOLVED},{SMALL_SOLVED}\n");
    let folder = Folder::with("table.csv", &text);
    let copy = rows(&folder.run("shuffle table.csv --solution-column mine --seed 2 -q").out);
    assert!(copy[1][1] == SMALL_SOLVED && copy[1][2] != SMALL_SOLVED, "{copy:?}");
    let run = folder.run("shuffle table.csv --solution-column other");
    run.refuses("table.csv: found no column \"other\"; the columns are: puzzle, wrong, mine");
    // Both options may name one column.
    let same = folder.run("shuffle table.csv --solution-column puzzle -q").out;
    assert_eq!(rows(&same)[1][0].matches('0').count(), SMALL.matches('0').count());
}

#[test]
fn missing_and_bad_solutions() {
    let text = format!(
        "id,puzzle,solution\n1,{SMALL},\n2,{SMALL},123\n3,{SMALL},{}\n4,{SMALL}\n5,{SMALL},gave-up\n",
        with(SMALL_SOLVED, 1, '2')
    );
    let folder = Folder::with("table.csv", text);
    let run = folder.run("shuffle table.csv --seed 1");
    let expected = "table.csv:3:23: solution: found the end of the puzzle after 3 cells; expected 16\n\
                    table.csv:6:20: solution: found 'g'; expected 1-4 or one of . 0 - _ * ? x X\n\
                    5 puzzles: 3 copies, 2 bad, seed 1; 1 other line skipped\n";
    run.tells(1, &[expected]);
    let ids: Vec<_> = run.out.lines().map(|line| &line[..2]).collect();
    assert_eq!(ids, ["id", "1,", "3,", "4,"]);
    assert!(run.out.lines().nth(1).unwrap().ends_with(','), "{}", run.out);
}

#[test]
fn cells_that_stand_apart_become_symbols() {
    let folder = Folder::new();
    let shuffle = |text: &str| folder.feed(text, "shuffle --seed 5 --quiet").out;
    let copy = transformed::<Order2>("1...4.....2....3", 5, 0).replace('.', "0");
    assert_eq!(copy, "0031000040000200");
    // A number must not begin with zero.
    let dots = copy.replace('0', ".");
    for (value, copy) in [
        ("[[1,0,0,0],[4,0,0,0],[0,0,2,0],[0,0,0,3]]", &copy),
        (r#"[["1","",null," "],["4","","",""],["","","2",""],["","","","3"]]"#, &dots),
        (r#"["1000","4000","0020","0003"]"#, &copy),
        ("1000400000200003", &copy),
    ] {
        let text = format!("{{\"p\": {value}, \"id\": 7}}");
        assert_eq!(shuffle(&text), format!("{{\"p\": \"{copy}\", \"id\": 7}}\n"), "{text}");
    }
    for (text, expected) in [
        (r#"{"p":"1...\n4...\n..2.\n...3"}"#, r#"{"p":"..31....4....2.."}"#),
        ("7,1 0 0 0 4 0 0 0 0 0 2 0 0 0 0 3,x", "7,0031000040000200,x"),
        // Results have symbols, as those of `solve` do.
        ("[[1,0,0,0],[4,0,0,0],[0,0,2,0],[0,0,0,3]]", "0031000040000200"),
        ("1...\n4...\n..2.\n...3", "..31....4....2.."),
        ("1 . | . .\n4 . | . .\n----+----\n. . | 2 .\n. . | . 3", "..31....4....2.."),
    ] {
        assert_eq!(shuffle(text), format!("{expected}\n"), "{text}");
    }
    let names: Vec<_> = (1..=81).map(|cell| format!("c{cell}")).collect();
    let row = |text: &str| text.split("").collect::<Vec<_>>().join(",");
    let text = format!("id,{},label\n7{}easy\n", names.join(","), row(EY1));
    let copy = transformed::<Order3>(EY1, 5, 0).replace('.', "0");
    assert_eq!(shuffle(&text), format!("id,{},label\n7{}easy\n", names.join(","), row(&copy)));
    // 16×16 has numbers of two digits.
    let numbers: Vec<_> = (0..256).map(|cell| if cell == 3 { "16" } else { "0" }).collect();
    let copy = shuffle(&format!("{{\"p\":[{}]}}", numbers.join(",")));
    let expected = transformed::<Order4>(&format!("...G{}", ".".repeat(252)), 5, 0);
    assert_eq!(copy, format!("{{\"p\":\"{}\"}}\n", expected.replace('.', "0")));
}

#[test]
fn candidates() {
    let folder = Folder::new();
    let line = folder.run("generate --kind pencilmark --seed 1").out;
    let copy = folder.feed(line.clone(), "shuffle --seed 3 --quiet").out;
    assert_eq!(copy.trim_end(), transformed::<Order3>(line.trim_end(), 3, 0));
    let zeros = folder.feed(line.replace('.', "0"), "shuffle --seed 3 --quiet").out;
    assert_eq!(zeros, copy.replace('.', "0"));
    // Solutions are given by clues.
    let solved = folder.feed(line.clone(), "solve --quiet").out;
    let text = format!("puzzle,solution\n{},{solved}", line.trim_end());
    solutions_stay_right("pencilmarks.csv", &text, 1, "; 1 other line skipped");
}

#[test]
fn several_inputs() {
    let folder = Folder::with("a.csv", format!("id,puzzle\n1,{EY1}\n2,{ROYLE}\n"))
        .and("b.csv.gz", gzip(format!("id,puzzle\r\n3,{EY1}\r\n")))
        .and("c.csv", format!("puzzle,id\n{EY1},4\n"))
        .and("d.csv", format!("id,puzzle\n5,{EY1}\n"));
    let run = folder.run("shuffle a.csv d.csv --seed 4 -n 2");
    let mut expected = String::from("id,puzzle\n");
    for (id, puzzle) in [(1, EY1), (2, ROYLE), (5, EY1)] {
        for _ in 0..2 {
            let number = expected.lines().count() as u64 - 1;
            let copy = transformed::<Order3>(puzzle, 4, number).replace('.', "0");
            expected += &format!("{id},{copy}\n");
        }
    }
    let told = "2 files, 3 puzzles: 6 copies, seed 4; 2 other lines skipped\n";
    run.ends(0, &expected, told);
    let run = folder.run("shuffle a.csv c.csv missing.csv b.csv.gz -o copies.csv.gz");
    let end = "4 files, 2 failed, 3 puzzles: 3 copies, seed 0; 2 other lines skipped\n";
    run.tells(2, &["c.csv: its columns differ", "missing.csv: cannot", end]);
    assert_eq!(folder.run("solve copies.csv.gz --quiet").out.lines().count(), 3);
}

#[test]
fn refusals() {
    let folder =
        Folder::with("puzzles.txt", lines(&[EY1])).and("bad.txt", "1bad\n").and("empty", "");
    let run = folder.run("shuffle puzzles.txt --copies 0");
    run.refuses_arguments(&["--copies <N>", "0 is not in"]);
    for (args, told) in [
        ("bad.txt -o copies.txt", "sudomill: bad.txt: no puzzle in 1 line\n"),
        ("missing.txt -o copies.txt", "missing.txt"),
        ("puzzles.txt -o puzzles.txt", "choose another file"),
        ("empty empty", ""),
    ] {
        folder.run(&format!("shuffle {args}")).prints(2, "").tells(2, &[told]);
    }
    assert_eq!(folder.read("puzzles.txt"), lines(&[EY1]));
    assert_eq!(folder.names(), ["bad.txt", "empty", "puzzles.txt"]);
    folder.run("shuffle empty -o copies.txt").ends(0, "", "0 puzzles: 0 copies, seed 0\n");
}
