//! Finds the column with the puzzles, and never takes another field instead.

use crate::{puzzles::*, run::Folder};

/// Returns the rows of status and solution for a file, which must not depend on how it is read and
/// cut into chunks.
#[track_caller]
fn results(input: impl AsRef<[u8]>, args: &str) -> Vec<[String; 2]> {
    let input = input.as_ref();
    let folder = Folder::with("puzzles.csv", input);
    let solve = "solve puzzles.csv --quiet --format csv";
    let run = folder.run(&format!("{solve} {args}"));
    for other in ["--threads 3 --chunk-size 1", "--chunk-size 100", "--no-mmap --chunk-size 90"] {
        let again = folder.run(&format!("{solve} {args} {other}"));
        assert_eq!((again.code, &again.out, &again.err), (run.code, &run.out, &run.err), "{other}");
    }
    let fed = folder.feed(input, &format!("solve --quiet --format csv {args}"));
    assert_eq!((fed.code, &fed.out), (run.code, &run.out));
    run.rows()[1..].iter().map(|row| [row[2].clone(), row[5].clone()]).collect()
}

/// Checks that a file has these solutions; rows without one must be invalid.
#[track_caller]
fn solves(input: &str, args: &str, solutions: &[Option<&str>]) {
    let expected = solutions.iter().map(|solution| match solution {
        Some(solution) => ["unique".to_owned(), (*solution).to_owned()],
        None => ["invalid".to_owned(), String::new()],
    });
    assert_eq!(results(input, args), expected.collect::<Vec<_>>(), "{input}");
}

const BOTH: [Option<&str>; 2] = [Some(EY1_SOLVED), Some(ROYLE_SOLVED)];

fn without_zeros(puzzle: &str) -> &str {
    puzzle.trim_start_matches('0')
}

#[test]
fn comments_of_another_sign_are_not_rows() {
    let rows = format!("id,puzzle\n1,{EY1}\n%2,{EY1}\n%3,{ROYLE}\n4,{ROYLE}\n");
    solves(&rows, "--comment %", &BOTH);
}

#[test]
fn lone_solution_is_not_a_puzzle_in_any_chunk() {
    let lone = format!("puzzle,solution\n{EY1},{EY1_SOLVED}\n{EY1_SOLVED}\n{ROYLE},\n");
    solves(&lone, "", &[Some(EY1_SOLVED), None, Some(ROYLE_SOLVED)]);
}

#[test]
fn solution_never_replaces_puzzle() {
    let (short, long) = (&EY1[..80], format!("{EY1}0"));
    for damaged in ["", " ", "\"\"", "53", short, &long, &with(EY1, 3, 'Z'), without_zeros(EY1)] {
        for (header, before) in
            [("puzzle,solution\n", ""), ("id,quiz,solution\n", "7,"), ("", "7,")]
        {
            let row = |puzzle: &str, solution: &str| format!("{before}{puzzle},{solution}\n");
            let (bad, good) = (row(damaged, EY1_SOLVED), row(ROYLE, ROYLE_SOLVED));
            let expected = [None, Some(ROYLE_SOLVED)];
            solves(&format!("{header}{bad}{good}"), "", &expected);
            solves(&format!("{header}{good}{bad}"), "", &[expected[1], expected[0]]);
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
    let solved = [Some(EY1_SOLVED), Some(ROYLE_SOLVED), Some(ROYLE_SOLVED), Some(ROYLE_SOLVED)];
    solves(&format!("{hole}{more}"), "", &solved);
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
        let rows = format!("1,{EY1},{EY1_SOLVED}\n2,{ROYLE},{ROYLE_SOLVED}\n");
        solves(&format!("{header}\n{rows}"), "", &BOTH);
        let run = Folder::with("a.csv", format!("{header}\n{rows}")).run("solve a.csv");
        let lines = header.lines().count();
        assert!(run.err.contains(&format!("skipped lines: {lines} header\n")), "{}", run.err);
        assert_eq!(run.code, Some(0), "{}", run.err);
    }
}

#[test]
fn rfc_4180() {
    for separator in [",", ";", "\t", "|"] {
        let row = |fields: [&str; 3]| format!("{}\r\n", fields.join(separator));
        let quoted = format!("\"{EY1}\"");
        let note = format!("\"a{separator} \"\"note\"\"\r\n\n{EY1_SOLVED}{separator}\"");
        let text = row(["\"note\"", "puzzle", "x"])
            + &row([&note, &quoted, "1"])
            + &row(["", ROYLE, "\"\r\n\r\n\""])
            + &row(["5\" disk", ROYLE, "\""])
            + &row(["\"never closed", EY1, "1"])
            + &row(["\"closed\"", EY1, ""]);
        let [first, second] = BOTH;
        solves(&text, "", &[first, second, second, first, first]);
        let run = Folder::with("a.csv", &text).run("solve a.csv --summary s.json --format csv");
        let numbers: Vec<_> = run.rows()[1..].iter().map(|row| row[0].clone()).collect();
        assert_eq!(numbers, ["2", "5", "8", "9", "10"], "{text}");
    }
}

#[test]
fn summary_counts_quoted_lines() {
    let text = format!("id,puzzle\n\"a\nb\n\n\",{EY1}\n\n# c\n2,{ROYLE}\n3,\n");
    let folder = Folder::with("a.csv", &text);
    folder.run("solve a.csv --summary s.json");
    let summary: serde_json::Value = serde_json::from_str(&folder.read("s.json")).unwrap();
    assert_eq!(summary["lines"], text.lines().count());
    assert_eq!((&summary["puzzles"], &summary["statuses"]["invalid"]), (&4.into(), &2.into()));
}

#[test]
fn shards_end_at_records() {
    let rows: String = (0..40).map(|i| format!("\"{i}\n,\n{EY1_SOLVED}\",{ROYLE}\n")).collect();
    let folder = Folder::with("a.csv", format!("note,puzzle\n{rows}"));
    let whole = folder.run("solve a.csv -q --format csv").out;
    for parts in [2, 3, 7, 100] {
        let part = |i| folder.run(&format!("solve a.csv -q --format csv --shard {i}/{parts}")).out;
        assert_eq!((1..=parts).map(part).collect::<String>(), whole, "{parts}");
    }
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
    let run = Folder::new().feed(format!("{good}{{\"answer\": 1}}\n"), "solve --quiet");
    assert_eq!(run.err, "<stdin>:3:1: found no key \"question\"; expected one with a puzzle\n");
}

#[test]
fn bad_field_location() {
    let told = |row: &str| {
        let text = format!("note,puzzle,solution\na,{EY1},\n{row},{EY1_SOLVED}\n");
        let run = Folder::with("a.csv", text).run("solve a.csv --quiet");
        assert_eq!((run.code, run.err.lines().count()), (Some(1), 1), "{}", run.err);
        run.err
    };
    assert!(told(&format!("é,{}", with(EY1, 4, 'Z'))).starts_with("a.csv:3:6: found 'Z'"));
    assert!(told("é,53").starts_with("a.csv:3:5: found the end of the puzzle after 2 cells"));
    assert!(told("\"x\n\ny\",5Z").starts_with("a.csv:5:5: found 'Z'"));
    let text = format!("note,puzzle\na,{EY1}\nb\n");
    let run = Folder::with("a.csv", text).run("solve a.csv --quiet");
    assert_eq!(run.err, "a.csv:3:2: found 1 field; expected a puzzle in field 2 (puzzle)\n");
}

#[test]
fn column_by_name_or_number() {
    let text = format!("easy,hard,solution\n{EY1},{ROYLE},{EY1_SOLVED}\n");
    solves(&text, "", &[Some(EY1_SOLVED)]);
    for column in ["hard", "HARD", "2"] {
        solves(&text, &format!("--column {column}"), &[Some(ROYLE_SOLVED)]);
    }
    solves(&format!("{EY1};{ROYLE}\n"), "--column 2", &[Some(ROYLE_SOLVED)]);
    solves(&format!("{EY1} {ROYLE}\n"), "--column 2", &[Some(ROYLE_SOLVED)]);
    let json = format!("{{\"a\":\"{EY1}\",\"b\":\"{ROYLE}\"}}\n");
    solves(&json, "--column b", &[Some(ROYLE_SOLVED)]);
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
    assert!(run.out.contains("5") && run.code == Some(0), "{run:?}");
    let counted = folder.run("candidates a.csv:2 --column hard").out;
    assert!(counted.contains("21 clues"), "{counted}");
}

#[test]
fn clues_column() {
    solves(&format!("rating,clues\n1,{EY1}\n2,{ROYLE}\n"), "", &BOTH);
    solves(&format!("clues,problem\n28,{EY1}\n21,{ROYLE}\n"), "", &BOTH);
}

#[test]
fn lost_zeros() {
    let row = |puzzle: &str, solution: &str| format!("{puzzle},{solution}\n");
    let text = "quizzes,solutions\n".to_owned()
        + &row(without_zeros(EY1), EY1_SOLVED)
        + &row(without_zeros(ROYLE), ROYLE_SOLVED);
    let folder = Folder::with("a.csv", &text);
    let run = folder.run("solve a.csv");
    let told = "a.csv: 2 rows probably lost zeros at the start, as in a spreadsheet; \
                --restore-zeros puts them back\n";
    assert!(run.err.contains(told) && run.err.contains("no puzzle in 3 lines"), "{}", run.err);
    assert_eq!(run.code, Some(2));
    solves(&text, "--restore-zeros", &BOTH);
    let mixed = format!("{text}{}{}", row(EY1, EY1_SOLVED), row("53", ROYLE_SOLVED));
    solves(&mixed, "--restore-zeros", &[BOTH[0], BOTH[1], BOTH[0], None]);
    let (ey1, royle) = (without_zeros(EY1), without_zeros(ROYLE));
    solves(&lines(&[ey1, royle]), "--restore-zeros", &BOTH);
    let json = format!("{{\"puzzle\":\"{ey1}\"}}\n{{\"puzzle\":\"{royle}\"}}\n");
    solves(&json, "--restore-zeros", &BOTH);
    let numbers = format!("{{\"puzzle\":{ey1}}}\n{{\"puzzle\": {royle} }}\n");
    solves(&numbers, "--restore-zeros", &BOTH);
    let verified = folder.run("bench a.csv --restore-zeros --rounds 1 --seconds 0.01");
    assert_eq!(verified.code, Some(0), "{}", verified.err);
}

#[test]
fn hint_at_solutions() {
    let full = lines(&[EY1_SOLVED, ROYLE_SOLVED]);
    let told = |text: &str, args: &str| {
        let folder = Folder::with("a.txt", text);
        folder.run(&format!("solve a.txt --quiet {args}")).err
    };
    let said = "the solutions; --column selects another column\n";
    let plain = told(&full, "");
    assert_eq!(plain, format!("a.txt: every puzzle is a full grid: these are probably {said}"));
    assert_eq!(told(&full, "--strategy mrv --threads 2 --chunk-size 1"), plain);
    let named = told(&format!("puzzle,solution\n{EY1},{EY1_SOLVED}\n"), "--column solution");
    let column = "column solution probably holds";
    assert_eq!(named, format!("a.txt: every puzzle is a full grid: {column} {said}"));
    assert_eq!(told(&format!("{full}{EY1}\n"), ""), "");
    let bench = Folder::with("a.txt", &full).run("bench a.txt --rounds 1 --seconds 0.01");
    assert!(bench.err.starts_with(&plain), "{}", bench.err);
}

#[test]
fn binary_files() {
    let utf_16 = |bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
        lines(&[EY1]).encode_utf16().flat_map(bytes).collect()
    };
    let zip = |first: &str| [b"PK\x03\x04".as_slice(), &[7; 26], first.as_bytes()].concat();
    let excel = zip("[Content_Types].xml");
    let open_document = zip("mimetypeapplication/vnd.oasis.opendocument.spreadsheet");
    let convert = "soffice --headless --convert-to csv puzzles";
    for (bytes, kind, remedy) in [
        (b"\xFD7zXZ\0rest".to_vec(), "an xz file", "xz -dc puzzles | sudomill solve -"),
        (b"BZh91AY&SY".to_vec(), "a bzip2 file", "bzip2 -dc puzzles | sudomill solve -"),
        (b"PK\x03\x04rest".to_vec(), "a ZIP archive", "unzip -p puzzles | sudomill solve -"),
        (zip("puzzles.txt"), "a ZIP archive", "unzip -p puzzles | sudomill solve -"),
        (b"\x04\x22\x4D\x18rest".to_vec(), "an lz4 file", "lz4 -dc puzzles | sudomill solve -"),
        (excel, "an Excel workbook (.xlsx)", convert),
        (zip("xl/workbook.xml"), "an Excel workbook (.xlsx)", convert),
        (open_document, "an OpenDocument file (.ods)", convert),
        (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1".to_vec(), "an Excel workbook (.xls)", convert),
        (b"SQLite format 3\0".to_vec(), "an SQLite database", "sqlite3 -csv -header puzzles "),
        (utf_16(u16::to_le_bytes), "text in UTF-16", "specify the encoding: --encoding utf-16le\n"),
        (utf_16(u16::to_be_bytes), "text in UTF-16", "specify the encoding: --encoding utf-16be\n"),
    ] {
        let folder = Folder::with("puzzles", &bytes);
        for args in ["puzzles -o out.txt", "puzzles -o out.txt --no-mmap"] {
            let run = folder.run(&format!("solve {args}"));
            let told = format!("sudomill: puzzles: found {kind}; expected lines of text; ");
            assert!(run.err.starts_with(&told) && run.err.contains(remedy), "{}", run.err);
            assert_eq!((run.code, folder.names()), (Some(2), vec!["puzzles".to_owned()]));
        }
        let fed = folder.feed(bytes, "solve");
        assert!(fed.err.contains(kind), "{}", fed.err);
    }
}

#[test]
fn random_digits_are_not_names() {
    let mut seed = 1u64;
    let mut next = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize
    };
    let line = |len: usize, next: &mut dyn FnMut() -> usize| -> String {
        (0..len).map(|_| char::from(b".123456789"[next() % 10])).collect()
    };
    let mut text = "53..7....\n6..195...\n".to_owned();
    for _ in 0..2_000 {
        let len = next() % 40 + 1;
        text += &(line(len, &mut next) + "\n");
    }
    let folder = Folder::with("a.txt", format!("{text}\n{}", grid(EY1)));
    let run = folder.run("solve a.txt --summary s.json");
    let summary: serde_json::Value = serde_json::from_str(&folder.read("s.json")).unwrap();
    assert_eq!((&summary["lines"], run.code), (&2012.into(), Some(1)), "{}", run.err);
    let names = summary["skipped"]["name"].as_u64().unwrap_or(0);
    assert!(names < 100, "{names} names");
    assert!(summary["statuses"]["invalid"].as_u64().unwrap() > 500, "{summary}");
    assert_eq!(run.out.lines().last(), Some(EY1_SOLVED));
}

#[test]
fn damaged_first_row() {
    let good = format!("{EY1_SOLVED},{EY1}\n");
    for first in [ROYLE.to_owned(), format!("{ROYLE},"), "7".into(), "7,0".into()] {
        let text = format!("solutions,quizzes\n{first}\n{good}");
        solves(&text, "", &[None, Some(EY1_SOLVED)]);
        let swapped = format!("{ROYLE},{ROYLE_SOLVED}\n");
        solves(
            &format!("solutions,quizzes\n7\n{swapped}{good}"),
            "--column 2",
            &[None, Some(ROYLE_SOLVED), Some(EY1_SOLVED)],
        );
    }
    // A column whose header says solutions is never used for puzzles.
    let hole = with(EY1_SOLVED, 4, '.');
    let text = format!("text,solution\n{},{hole}\n{EY1},{hole}\n", &EY1[..70]);
    solves(&text, "", &[None, Some(EY1_SOLVED)]);
}

#[test]
fn keys_of_first_objects() {
    let good = format!("{{\"answer\":\"{ROYLE_SOLVED}\",\"question\":\"{ROYLE}\"}}\n");
    for first in [
        format!("{{\"answer\":\"{EY1}\"}}"),
        format!("{{\"answer\":\"{EY1_SOLVED}\",\"rating\":1}}"),
        "{}".into(),
        good[..100].into(),
        "null".into(),
        "hello".into(),
        "\"".into(),
    ] {
        let text = format!("{first}\n{good}");
        for args in ["", "--column question"] {
            solves(&text, args, &[None, Some(ROYLE_SOLVED)]);
        }
    }
}

#[test]
fn json_array() {
    for (text, remedy) in [
        (format!("[{{\"puzzle\":\"{EY1}\"}}]"), "jq -c '.[]' a.json | sudomill solve -"),
        (
            format!("[\n    {{\n \"puzzle\":\"{EY1}\"}}\n]\n"),
            "jq -c '.[]' a.json | sudomill solve -",
        ),
        (format!("\u{FEFF}[\"{EY1}\"]"), "jq -r '.[]' a.json | sudomill solve -"),
    ] {
        let folder = Folder::with("a.json", &text);
        for args in ["", "--no-mmap"] {
            let run = folder.run(&format!("solve a.json {args}"));
            assert!(run.err.contains("found a JSON array"), "{}", run.err);
            assert!(run.err.trim_end().ends_with(remedy), "{}", run.err);
            assert_eq!(run.code, Some(2));
        }
    }
}

#[test]
fn stray_quote() {
    let row = |puzzle: &str| format!("{puzzle},{EY1_SOLVED}");
    let rows = [row(ROYLE), format!("\"{}", row(EY1)), row(EY1), row(EY1) + "\"", row(ROYLE)];
    let text = format!("puzzle,solution\n{}", lines(&rows));
    solves(&text, "", &[BOTH[1], None, BOTH[1]]);
    let run = Folder::with("a.csv", &text).run("solve a.csv");
    let told = "a.csv:3:165: found a line end in the puzzle; is a quote missing?\n";
    assert!(run.err.starts_with(told), "{}", run.err);
    assert!(run.err.contains("skipped lines: 1 header, 2 continuation\n"), "{}", run.err);
}

fn grid(puzzle: &str) -> String {
    let cells: Vec<char> = puzzle.chars().collect();
    cells.chunks(9).map(|row| row.iter().collect::<String>() + "\n").collect()
}

#[test]
fn mistyped_row() {
    let grid = grid(EY1);
    let run = Folder::new().feed(format!("1\n{grid}\n53.\n\n2\n{grid}7\n"), "solve --quiet");
    assert_eq!(run.out, lines(&[EY1_SOLVED, "", EY1_SOLVED, ""]));
    let row = "found the end of the row after";
    let told = format!(
        "<stdin>:12:4: {row} 3 cells; expected 9\n<stdin>:24:2: {row} 1 cell; expected 9\n"
    );
    assert_eq!((run.code, run.err), (Some(1), told));
}
