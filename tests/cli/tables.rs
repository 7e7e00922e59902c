//! Finds the column with the puzzles, and never takes another field instead.

use crate::{
    puzzles::*,
    run::{Folder, feed, solve, solve_every_way},
};

/// Checks that a file has these solutions, however it is read; rows without one must be invalid.
#[track_caller]
fn solves(input: &str, args: &str, solutions: &[Option<&str>]) {
    let run = solve_every_way(input, &format!("--format csv --columns status,solution {args}"));
    let row = |solution: &Option<&str>| match solution {
        Some(solution) => format!("unique,{solution}"),
        None => "invalid,".to_owned(),
    };
    let expected: Vec<_> = solutions.iter().map(row).collect();
    assert_eq!(run.out, format!("status,solution\n{}", lines(&expected)), "{input}");
}

const BOTH: [Option<&str>; 2] = [Some(EY1_SOLVED), Some(ROYLE_SOLVED)];
const GOOD: Option<&str> = Some(ROYLE_SOLVED);

fn without_zeros(puzzle: &str) -> &str {
    puzzle.trim_start_matches('0')
}

#[test]
fn rows_of_any_table() {
    let lone = format!("puzzle,solution\n{EY1},{EY1_SOLVED}\n{EY1_SOLVED}\n{ROYLE},\n");
    solves(&lone, "", &[BOTH[0], None, GOOD]);
    let rows = format!("id,puzzle\n1,{EY1}\n%2,{EY1}\n%3,{ROYLE}\n4,{ROYLE}\n");
    solves(&rows, "--comment %", &BOTH);
    solves(&format!("rating,clues\n1,{EY1}\n2,{ROYLE}\n"), "", &BOTH);
    solves(&format!("clues,problem\n28,{EY1}\n21,{ROYLE}\n"), "", &BOTH);
}

#[test]
fn solution_never_replaces_puzzle() {
    let (short, long) = (&EY1[..80], format!("{EY1}0"));
    for damaged in ["", " ", "\"\"", "53", short, &long, &with(EY1, 3, 'Z'), without_zeros(EY1)] {
        for (header, before) in
            [("puzzle,solution\n", ""), ("id,quiz,solution\n", "7,"), ("", "7,")]
        {
            let bad = format!("{before}{damaged},{EY1_SOLVED}\n");
            let good = format!("{before}{ROYLE},{ROYLE_SOLVED}\n");
            solves(&format!("{header}{bad}{good}"), "", &[None, GOOD]);
            solves(&format!("{header}{good}{bad}"), "", &[GOOD, None]);
        }
    }
}

#[test]
fn solution_column_first() {
    let rows = format!("{EY1_SOLVED},{EY1}\n{ROYLE_SOLVED},{ROYLE}\n");
    for header in ["", "solution,puzzle\n", "Answer,Question\n", "a,b\n"] {
        solves(&format!("{header}{rows}"), "", &BOTH);
    }
    // A solution with an empty cell looks like a puzzle, but one row does not decide.
    let hole = format!("{},{EY1}\n", with(EY1_SOLVED, 5, '.'));
    let more = format!("{ROYLE_SOLVED},{ROYLE}\n").repeat(3);
    solves(&format!("{hole}{more}"), "", &[BOTH[0], GOOD, GOOD, GOOD]);
}

#[test]
fn headers() {
    for header in [
        ",puzzle,solution",
        "Unnamed: 0,quizzes,solutions",
        "\"\",\"puzzle\",\"solution\"",
        "id, puzzle, solution",
        "_id,PUZZLE,rating",
        "0,1,2",
        ",0,1",
        "sep=,\nid,board,x",
        "sep=,",
        "\"sep=,\"\r\n2024,sudoku,2025",
    ] {
        let rows = format!("{header}\n1,{EY1},{EY1_SOLVED}\n2,{ROYLE},{ROYLE_SOLVED}\n");
        solves(&rows, "", &BOTH);
        let told = format!("skipped lines: {} header\n", header.lines().count());
        Folder::with("a.csv", rows).run("solve a.csv").tells(0, &[&told]);
    }
}

#[test]
fn rfc_4180() {
    for separator in [",", ";", "\t", "|"] {
        let row = |fields: [&str; 3]| format!("{}\r\n", fields.join(separator));
        let note = format!("\"a{separator} \"\"note\"\"\r\n\n{EY1_SOLVED}{separator}\"");
        let text = row(["\"note\"", "puzzle", "x"])
            + &row([&note, &format!("\"{EY1}\""), "1"])
            + &row(["", ROYLE, "\"\r\n\r\n\""])
            + &row(["5\" disk", ROYLE, "\""])
            + &row(["\"never closed", EY1, "1"])
            + &row(["\"closed\"", EY1, ""]);
        let [first, second] = BOTH;
        solves(&text, "", &[first, second, second, first, first]);
        let numbers = solve(&text, "--format csv").column(0);
        assert_eq!(numbers, ["2", "5", "8", "9", "10"], "{text}");
    }
}

#[test]
fn summary_counts_quoted_lines() {
    let text = format!("id,puzzle\n\"a\nb\n\n\",{EY1}\n\n# c\n2,{ROYLE}\n3,\n");
    let folder = Folder::with("a.csv", &text);
    folder.run("solve a.csv --summary s.json");
    let summary = folder.json("s.json");
    assert_eq!(summary["lines"], text.lines().count());
    assert_eq!((&summary["puzzles"], &summary["statuses"]["invalid"]), (&4.into(), &2.into()));
}

#[test]
fn json_lines() {
    let row = |puzzle: &str, solution: &str| {
        format!("{{\"answer\": \"{solution}\", \"question\": \"{puzzle}\", \"rating\": 1.5}}\n")
    };
    let good = row(EY1, EY1_SOLVED) + &row(ROYLE, ROYLE_SOLVED);
    solves(&good, "", &BOTH);
    solves(&good.replace("question", "xyz").replace("answer", "abc"), "", &BOTH);
    let [first, second] = BOTH;
    let other_order = format!("{{\"question\":\"{ROYLE}\",\"answer\":\"{ROYLE_SOLVED}\"}}\n");
    solves(&format!("{good}{other_order}"), "", &[first, second, second]);
    for damaged in [
        row("", EY1_SOLVED),
        row(&EY1[..80], EY1_SOLVED),
        format!("{{\"answer\": \"{EY1_SOLVED}\"}}\n"),
        format!("{{\"answer\": \"{EY1_SOLVED}\", \"question\": null}}\n"),
        row(EY1, EY1_SOLVED).replace("}\n", "\n"),
        format!("{EY1}\n"),
    ] {
        solves(&format!("{good}{damaged}"), "", &[first, second, None]);
        solves(&format!("{good}{damaged}{good}"), "", &[first, second, None, first, second]);
    }
    let run = solve(format!("{good}{{\"answer\": 1}}\n"), "");
    assert_eq!(run.err, "input:3:1: found no key \"question\"; expected one with a puzzle\n");
}

#[test]
fn bad_field_location() {
    for (row, told) in [
        (format!("é,{},{EY1_SOLVED}", with(EY1, 4, 'Z')), "3:6: found 'Z'"),
        (format!("é,53,{EY1_SOLVED}"), "3:5: found the end of the puzzle after 2 cells"),
        (format!("\"x\n\ny\",5Z,{EY1_SOLVED}"), "5:5: found 'Z'"),
        ("b".into(), "3:2: found 1 field; expected a puzzle in field 2 (puzzle)\n"),
    ] {
        let run = solve(format!("note,puzzle,solution\na,{EY1},\n{row}\n"), "");
        run.exits(1).begins(&format!("input:{told}"));
        assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    }
}

#[test]
fn column_by_name_or_number() {
    let text = format!("easy,hard,solution\n{EY1},{ROYLE},{EY1_SOLVED}\n");
    let json = format!("{{\"a\":\"{EY1}\",\"b\":\"{ROYLE}\"}}\n");
    solves(&text, "", &[BOTH[0]]);
    for (text, column) in [
        (&text, "hard"),
        (&text, "HARD"),
        (&text, "2"),
        (&format!("{EY1};{ROYLE}\n"), "2"),
        (&format!("{EY1} {ROYLE}\n"), "2"),
        (&json, "b"),
    ] {
        solves(text, &format!("--column {column}"), &[GOOD]);
    }
    let folder = Folder::with("a.csv", &text).and("b.jsonl", json).and("c", lines(&[EY1]));
    for (args, told) in [
        ("a.csv --column x", "a.csv: found no column \"x\"; the columns are: easy, hard, solution"),
        ("a.csv --column 4", "a.csv: found no column \"4\"; the columns are: easy, hard, solution"),
        ("b.jsonl --column x", "b.jsonl: found no column \"x\"; the columns are: a, b"),
        ("c --column 2", "c: found no column \"2\": the file has one column, without a name"),
    ] {
        folder.run(&format!("solve {args}")).refuses(told);
        folder.run(&format!("bench {args}")).refuses(told);
    }
    let run = folder.run("trace a.csv --column hard --strategy moler --to 1");
    run.exits(0).shows(&["5"]);
    folder.run("candidates a.csv:2 --column hard").shows(&["21 clues"]);
}

#[test]
fn lost_zeros() {
    let (ey1, royle) = (without_zeros(EY1), without_zeros(ROYLE));
    let text = format!("quizzes,solutions\n{ey1},{EY1_SOLVED}\n{royle},{ROYLE_SOLVED}\n");
    let folder = Folder::with("a.csv", &text);
    let told = "a.csv: 2 rows probably lost zeros at the start, as in a spreadsheet; \
                --restore-zeros puts them back\n";
    folder.run("solve a.csv").tells(2, &[told, "no puzzle in 3 lines"]);
    let mixed = format!("{text}{EY1},{EY1_SOLVED}\n53,{ROYLE_SOLVED}\n");
    solves(&mixed, "--restore-zeros", &[BOTH[0], BOTH[1], BOTH[0], None]);
    for text in [
        text,
        lines(&[ey1, royle]),
        format!("{{\"puzzle\":\"{ey1}\"}}\n{{\"puzzle\":\"{royle}\"}}\n"),
        format!("{{\"puzzle\":{ey1}}}\n{{\"puzzle\": {royle} }}\n"),
    ] {
        solves(&text, "--restore-zeros", &BOTH);
    }
    folder.run("bench a.csv --restore-zeros --rounds 1 --seconds 0.01").exits(0);
}

#[test]
fn hint_at_solutions() {
    let full = lines(&[EY1_SOLVED, ROYLE_SOLVED]);
    let named = format!("puzzle,solution\n{EY1},{EY1_SOLVED}\n");
    let told = |what: &str| {
        let said = "the solutions; --column selects another column";
        format!("input: every puzzle is a full grid: {what} {said}\n")
    };
    let plain = told("these are probably");
    assert_eq!(solve_every_way(&full, "--strategy mrv").err, plain);
    assert_eq!(solve(&named, "--column solution").err, told("column solution probably holds"));
    assert_eq!(solve(format!("{full}{EY1}\n"), "").err, "");
    Folder::with("input", &full).run("bench input --rounds 1 --seconds 0.01").begins(&plain);
}

#[test]
fn binary_files() {
    let utf_16 = |bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
        lines(&[EY1]).encode_utf16().flat_map(bytes).collect()
    };
    let zip = |first: &str| [b"PK\x03\x04".as_slice(), &[7; 26], first.as_bytes()].concat();
    let open_document = zip("mimetypeapplication/vnd.oasis.opendocument.spreadsheet");
    let convert = "soffice --headless --convert-to csv puzzles";
    let python = "the Python package reads it: python -m sudomill puzzles -o OUTPUT\n";
    for (bytes, kind, remedy) in [
        (b"\xFD7zXZ\0rest".to_vec(), "an xz file", "xz -dc puzzles | sudomill solve -"),
        (b"BZh91AY&SY".to_vec(), "a bzip2 file", "bzip2 -dc puzzles | sudomill solve -"),
        (b"PK\x03\x04rest".to_vec(), "a ZIP archive", "unzip -p puzzles | sudomill solve -"),
        (zip("puzzles.txt"), "a ZIP archive", "unzip -p puzzles | sudomill solve -"),
        (b"\x04\x22\x4D\x18rest".to_vec(), "an lz4 file", "lz4 -dc puzzles | sudomill solve -"),
        (zip("[Content_Types].xml"), "an Excel workbook (.xlsx)", convert),
        (zip("xl/workbook.xml"), "an Excel workbook (.xlsx)", convert),
        (open_document, "an OpenDocument file (.ods)", convert),
        (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1".to_vec(), "an Excel workbook (.xls)", convert),
        (b"SQLite format 3\0".to_vec(), "an SQLite database", "sqlite3 -csv -header puzzles "),
        (utf_16(u16::to_le_bytes), "text in UTF-16", "specify the encoding: --encoding utf-16le\n"),
        (utf_16(u16::to_be_bytes), "text in UTF-16", "specify the encoding: --encoding utf-16be\n"),
        // Read as text, their bytes would be one bad line after the other.
        (b"PAR1\x15\x04\n".to_vec(), "a Parquet file", python),
        (b"ARROW1\0\0\x15\x04\n".to_vec(), "an Arrow file", python),
    ] {
        let folder = Folder::with("puzzles", &bytes);
        let told = format!("sudomill: puzzles: found {kind}; expected lines of text; ");
        for args in ["solve puzzles -o out", "solve puzzles -o out --no-mmap", "bench puzzles"] {
            folder.run(args).prints(2, "").begins(&told).tells(2, &[remedy]);
            assert_eq!(folder.names(), ["puzzles"]);
        }
        folder.feed(bytes, "solve").tells(2, &[kind]);
    }
}

#[test]
fn random_digits_are_not_names() {
    let mut seed = 1u64;
    let mut next = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize
    };
    let mut text = "53..7....\n6..195...\n".to_owned();
    for _ in 0..2_000 {
        let len = next() % 40 + 1;
        text.extend((0..len).map(|_| char::from(b".123456789"[next() % 10])));
        text += "\n";
    }
    let folder = Folder::with("a.txt", format!("{text}\n{}", grid(EY1)));
    let run = folder.run("solve a.txt --summary s.json");
    let summary = folder.json("s.json");
    assert_eq!((&summary["lines"], run.code), (&2012.into(), Some(1)), "{}", run.err);
    let names = summary["skipped"]["name"].as_u64().unwrap_or(0);
    assert!(names < 100, "{names} names");
    assert!(summary["statuses"]["invalid"].as_u64().unwrap() > 500, "{summary}");
    assert_eq!(run.out.lines().last(), Some(EY1_SOLVED));
}

#[test]
fn damaged_first_row() {
    let good = format!("{EY1_SOLVED},{EY1}\n");
    for first in [ROYLE, &format!("{ROYLE},"), "7", "7,0"] {
        solves(&format!("solutions,quizzes\n{first}\n{good}"), "", &[None, BOTH[0]]);
    }
    let swapped = format!("solutions,quizzes\n7\n{ROYLE},{ROYLE_SOLVED}\n{good}");
    solves(&swapped, "--column 2", &[None, GOOD, BOTH[0]]);
    // A column whose header says solutions is never used for puzzles.
    let hole = with(EY1_SOLVED, 4, '.');
    let text = format!("text,solution\n{},{hole}\n{EY1},{hole}\n", &EY1[..70]);
    solves(&text, "", &[None, BOTH[0]]);
}

#[test]
fn keys_of_first_objects() {
    let good = format!("{{\"answer\":\"{ROYLE_SOLVED}\",\"question\":\"{ROYLE}\"}}\n");
    for first in [
        &format!("{{\"answer\":\"{EY1}\"}}"),
        &format!("{{\"answer\":\"{EY1_SOLVED}\",\"rating\":1}}"),
        "{}",
        &good[..100],
        "null",
        "hello",
        "\"",
    ] {
        for args in ["", "--column question"] {
            solves(&format!("{first}\n{good}"), args, &[None, GOOD]);
        }
    }
}

#[test]
fn json_array() {
    for (text, remedy) in [
        (format!("[{{\"puzzle\":\"{EY1}\"}}]"), "jq -c '.[]' input | sudomill solve -\n"),
        (
            format!("[\n    {{\n \"puzzle\":\"{EY1}\"}}\n]\n"),
            "jq -c '.[]' input | sudomill solve -\n",
        ),
        (format!("\u{FEFF}[\"{EY1}\"]"), "jq -r '.[]' input | sudomill solve -\n"),
    ] {
        for args in ["", "--no-mmap"] {
            solve(&text, args).tells(2, &["found a JSON array", remedy]);
        }
    }
}

#[test]
fn stray_quote() {
    let row = |puzzle: &str| format!("{puzzle},{EY1_SOLVED}");
    let rows = [row(ROYLE), format!("\"{}", row(EY1)), row(EY1), row(EY1) + "\"", row(ROYLE)];
    let text = format!("puzzle,solution\n{}", lines(&rows));
    solves(&text, "", &[GOOD, None, GOOD]);
    let run = Folder::with("a.csv", &text).run("solve a.csv");
    run.begins("a.csv:3:165: found a line end in the puzzle; is a quote missing?\n");
    run.tells(1, &["skipped lines: 1 header, 2 continuation\n"]);
}

#[test]
fn mistyped_row() {
    let grid = grid(EY1);
    let row = "found the end of the row after";
    let told = format!(
        "<stdin>:12:4: {row} 3 cells; expected 9\n<stdin>:24:2: {row} 1 cell; expected 9\n"
    );
    let run = feed(format!("1\n{grid}\n53.\n\n2\n{grid}7\n"), "solve --quiet");
    run.ends(1, &lines(&[EY1_SOLVED, "", EY1_SOLVED, ""]), &told);
}
