//! Finds the column with the puzzles, and never takes another field instead.

use crate::{
    every_way::{results_every_way, solve_every_way},
    packed::{gzip, zip},
    puzzles::*,
    run::{Folder, feed, solve},
};
use chacha20::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Checks the solutions of a file with placeholders, however it is read: a word for each row, `1` or
/// `2` for the puzzle's, and `-` if the row must be invalid.
#[track_caller]
fn solves(text: impl AsRef<str>, args: &str, expected: &str) {
    let text = filled(text);
    let results = results_every_way(&text, "--format csv --columns status,solution", args);
    let row = |word| match word {
        "-" => "invalid,\n".to_owned(),
        _ => filled(format!("unique,S{word}\n")),
    };
    let rows: String = expected.split(' ').map(row).collect();
    assert_eq!(results, format!("status,solution\n{rows}"), "{text}");
}

fn without_zeros(puzzle: &str) -> &str {
    puzzle.trim_start_matches('0')
}

#[test]
fn rows_of_any_table() {
    // A solution with an empty cell looks like a puzzle.
    let hole = with(EY1_SOLVED, 5, '.');
    let json = "{\"a\":\"P1\",\"b\":\"P2\"}\n";
    for (text, args, expected) in [
        ("puzzle,solution\nP1,S1\nS1\nP2,\n", "", "1 - 2"),
        ("id,puzzle\n1,P1\n%2,P1\n%3,P2\n4,P2\n", "--comment %", "1 2"),
        ("rating,clues\n1,P1\n2,P2\n", "", "1 2"),
        ("clues,problem\n28,P1\n21,P2\n", "", "1 2"),
        ("id,puzzle\n\"a\nb\n\n\",P1\n\n# c\n2,P2\n3,\n", "", "1 - 2 -"),
        // The solutions stand first; one row does not decide.
        ("S1,P1\nS2,P2\n", "", "1 2"),
        ("solution,puzzle\nS1,P1\nS2,P2\n", "", "1 2"),
        ("Answer,Question\nS1,P1\nS2,P2\n", "", "1 2"),
        ("a,b\nS1,P1\nS2,P2\n", "", "1 2"),
        (&format!("{hole},P1\nS2,P2\nS2,P2\nS2,P2\n"), "", "1 2 2 2"),
        // The first row is damaged.
        ("solutions,quizzes\nP2\nS1,P1\n", "", "- 1"),
        ("solutions,quizzes\nP2,\nS1,P1\n", "", "- 1"),
        ("solutions,quizzes\n7\nS1,P1\n", "", "- 1"),
        ("solutions,quizzes\n7,0\nS1,P1\n", "", "- 1"),
        ("solutions,quizzes\n7\nP2,S2\nS1,P1\n", "--column 2", "- 2 1"),
        // A column whose header says solutions is never used for puzzles.
        (&format!("text,solution\n{},{hole}\nP1,{hole}\n", &EY1[..70]), "", "- 1"),
        // A column by name or number.
        ("easy,hard,solution\nP1,P2,S1\n", "", "1"),
        ("easy,hard,solution\nP1,P2,S1\n", "--column hard", "2"),
        ("easy,hard,solution\nP1,P2,S1\n", "--column HARD", "2"),
        ("easy,hard,solution\nP1,P2,S1\n", "--column 2", "2"),
        ("P1;P2\n", "--column 2", "2"),
        ("P1 P2\n", "--column 2", "2"),
        (json, "--column b", "2"),
    ] {
        solves(text, args, expected);
    }
}

#[test]
fn solution_never_replaces_puzzle() {
    let (short, long) = (&EY1[..80], format!("{EY1}0"));
    let all = ["", " ", "\"\"", "53", short, &long, &with(EY1, 3, 'Z'), without_zeros(EY1)];
    for (header, before) in [("puzzle,solution\n", ""), ("id,quiz,solution\n", "7,"), ("", "7,")] {
        let good = format!("{before}P2,S2\n");
        let bad = all.map(|damaged| format!("{before}{damaged},S1\n"));
        // What comes first may decide, but not what comes later.
        for bad in &bad {
            solves(format!("{header}{bad}{good}"), "", "- 2");
        }
        let later: String = bad.iter().map(|bad| format!("{good}{bad}")).collect();
        solves(format!("{header}{later}"), "", &["2 -"; 8].join(" "));
    }
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
        let rows = format!("{header}\n1,P1,S1\n2,P2,S2\n");
        solves(&rows, "", "1 2");
        let told = format!("skipped lines: {} header\n", header.lines().count());
        Folder::with("a.csv", filled(rows)).run("solve a.csv").tells(0, &[&told]);
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
        solves(&text, "", "1 2 2 1 1");
        let numbers = solve(&text, "--format csv").column(0);
        assert_eq!(numbers, ["2", "5", "8", "9", "10"], "{text}");
    }
}

#[test]
fn json_lines() {
    let row = |puzzle: &str, solution: &str| {
        format!("{{\"answer\": \"{solution}\", \"question\": \"{puzzle}\", \"rating\": 1.5}}\n")
    };
    let good = row(EY1, EY1_SOLVED) + &row(ROYLE, ROYLE_SOLVED);
    solves(&good, "", "1 2");
    solves(good.replace("question", "xyz").replace("answer", "abc"), "", "1 2");
    solves(format!("{good}{{\"question\":\"P2\",\"answer\":\"S2\"}}\n"), "", "1 2 2");
    for damaged in [
        row("", EY1_SOLVED),
        row(&EY1[..80], EY1_SOLVED),
        format!("{{\"answer\": \"{EY1_SOLVED}\"}}\n"),
        format!("{{\"answer\": \"{EY1_SOLVED}\", \"question\": null}}\n"),
        row(EY1, EY1_SOLVED).replace("}\n", "\n"),
        format!("{EY1}\n"),
    ] {
        solves(format!("{good}{damaged}"), "", "1 2 -");
        solves(format!("{good}{damaged}{good}"), "", "1 2 - 1 2");
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
        run.exits(1).begins(&format!("input:{told}")).is_one_line();
    }
}

#[test]
fn columns_that_do_not_exist() {
    let text = format!("easy,hard,solution\n{EY1},{ROYLE},{EY1_SOLVED}\n");
    let json = format!("{{\"a\":\"{EY1}\",\"b\":\"{ROYLE}\"}}\n");
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
    solves(format!("{text}P1,S1\n53,S2\n"), "--restore-zeros", "1 2 1 -");
    for text in [
        text,
        lines(&[ey1, royle]),
        format!("{{\"puzzle\":\"{ey1}\"}}\n{{\"puzzle\":\"{royle}\"}}\n"),
        format!("{{\"puzzle\":{ey1}}}\n{{\"puzzle\": {royle} }}\n"),
    ] {
        solves(&text, "--restore-zeros", "1 2");
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
    let open_document =
        [&zip(&["mimetype"])[..], b"application/vnd.oasis.opendocument.spreadsheet"].concat();
    let convert = "soffice --headless --convert-to csv puzzles";
    let python = "the Python package reads it: python -m sudomill puzzles -o OUTPUT\n";
    for (bytes, kind, remedy) in [
        (b"\xFD7zXZ\0rest".to_vec(), "an xz file", "xz -dc puzzles | sudomill solve -"),
        (b"BZh91AY&SY".to_vec(), "a bzip2 file", "bzip2 -dc puzzles | sudomill solve -"),
        (b"PK\x03\x04rest".to_vec(), "a ZIP archive", "unzip -p puzzles | sudomill solve -"),
        (zip(&["puzzles.txt"]), "a ZIP archive", "unzip -p puzzles | sudomill solve -"),
        (b"\x04\x22\x4D\x18rest".to_vec(), "an lz4 file", "lz4 -dc puzzles | sudomill solve -"),
        (zip(&["[Content_Types].xml"]), "a document of Microsoft Office", convert),
        (zip(&["[Content_Types].xml", "xl/a"]), "an Excel workbook (.xlsx)", convert),
        (zip(&["xl/workbook.xml"]), "an Excel workbook (.xlsx)", convert),
        (zip(&["_rels/.rels", "word/document.xml"]), "a Word document (.docx)", "txt:Text puzzles"),
        (zip(&["docProps/a", "ppt/a"]), "a PowerPoint document (.pptx)", "txt:Text puzzles"),
        (open_document, "an OpenDocument file (.ods)", convert),
        (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1".to_vec(), "an Excel workbook (.xls)", convert),
        (b"SQLite format 3\0".to_vec(), "an SQLite database", "sqlite3 -csv -header puzzles "),
        (utf_16(u16::to_le_bytes), "text in UTF-16", "specify the encoding: --encoding utf-16le\n"),
        (utf_16(u16::to_be_bytes), "text in UTF-16", "specify the encoding: --encoding utf-16be\n"),
        // Read as text, their bytes would be one bad line after the other.
        (b"PAR1\x15\x04\n".to_vec(), "a Parquet file", python),
        (b"ARROW1\0\0\x15\x04\n".to_vec(), "an Arrow file", python),
        (b"%PDF-1.7\n1 0 obj\n".to_vec(), "a PDF document", "pdftotext -layout puzzles - |"),
        (b"\x89PNG\r\n\x1A\n\0\0".to_vec(), "an image", "as text"),
        (b"\xFF\xD8\xFF\xE0\0\x10JFIF".to_vec(), "an image", "as text"),
        (b"\x89HDF\r\n\x1A\n\0".to_vec(), "an HDF5 file", "h5py.File"),
        (b"MATLAB 5.0 MAT-file, Platform".to_vec(), "a MATLAB file", "writematrix"),
        (b"X\n\0\0\0\x03\0".to_vec(), "a file of R", "write.csv(readRDS("),
        (gzip("X\n\0\0\0\x03\0"), "a file of R", "write.csv(readRDS("),
        (b"RDX3\nX\n\0".to_vec(), "a file of R", "write.csv("),
        (b"\x80\x04\x95\x10\0\0\0".to_vec(), "a pickle of Python", "one per line"),
        (b"\x58\0\0\0\0\0\0\0{\"a\":{}}".to_vec(), "a file of safetensors", "load_file"),
        (b"\x58\0\0\0\0\0\0\0\x01\x02\x03\x04\n\x56".to_vec(), "a TFRecord file", "one per line"),
        (b"\x92\x81\xA6puzzle\xD9\x51".to_vec(), "MessagePack", "one per line"),
        (b"\xDC\0\x51\0\x02\0\x03\x01\0".to_vec(), "MessagePack", "one per line"),
        (b"{\n \"cells\": [\n  {\n   \"cell_type\":".to_vec(), "a notebook", "one per line"),
        (
            b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 7\n".to_vec(),
            "a Git LFS pointer",
            "git lfs pull",
        ),
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
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut text = "53..7....\n6..195...\n".to_owned();
    for _ in 0..2_000 {
        let cells =
            (0..random.random_range(1..=40)).map(|_| b".123456789"[random.random_range(0..10)]);
        text.extend(cells.map(char::from).chain(['\n']));
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
            solves(format!("{first}\n{good}"), args, "- 2");
        }
    }
}

#[test]
fn json_array() {
    for (text, option) in [
        (format!("[{{\"puzzle\":\"{EY1}\"}}]"), "c"),
        (format!("[\n    {{\n \"puzzle\":\"{EY1}\"}}\n]\n"), "c"),
        (format!("\u{FEFF}[\"{EY1}\"]"), "r"),
    ] {
        let remedy = format!("jq -{option} '.[]' input | sudomill solve -\n");
        for args in ["", "--no-mmap"] {
            solve(&text, args).tells(2, &["found a JSON array", &remedy]);
        }
    }
}

#[test]
fn stray_quote() {
    let text = "puzzle,solution\nP2,S1\n\"P1,S1\nP1,S1\nP1,S1\"\nP2,S1\n";
    solves(text, "", "2 - 2");
    let run = Folder::with("a.csv", filled(text)).run("solve a.csv");
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

/// A row of a table with a cell per column that has lost one, wherever it is, is invalid: nobody can
/// tell which one. It never shows how the others are read.
#[test]
fn ragged_rows_of_cells() {
    let (good, names) = (spread(EY1, ","), |prefix: &str| {
        (1..=81).map(|cell| format!("{prefix}{cell}")).collect::<Vec<_>>().join(",")
    });
    // Its number would be a clue that contradicts no other.
    let lone = format!("3,1,{}2{}", "0,".repeat(10), ",0".repeat(68));
    for (header, row, bad) in [
        (format!("{},label\n", names("c")), format!("{good},a\n"), vec![&good, &lone]),
        (format!("id,{}\n", names("r")), format!("700,{good}\n"), vec![&lone, &good]),
        (format!("id,{},label\n", names("x")), format!("700,{good},a\n"), vec![&lone, &good]),
    ] {
        let longer = format!("{},", row.trim_end());
        for bad in bad.into_iter().chain([&longer, &format!("7,{longer}")]) {
            for header in [&*header, ""] {
                for place in [0, 3, 6] {
                    let mut rows = vec![row.clone(); 6];
                    rows.insert(place, format!("{bad}\n"));
                    let mut expected = ["1"; 7];
                    expected[place] = "-";
                    solves(format!("{header}{}", rows.concat()), "", &expected.join(" "));
                }
            }
        }
    }
    // Where nobody can see where the cells begin, a row with as many fields as cells shows nothing.
    let small: String = (0..6).map(|id| format!("{id},{good}\n")).collect();
    for text in [format!("{lone}\n{small}"), format!("{small}{lone}\n")] {
        let statuses = solve(&text, "--format csv --columns status").column(0);
        assert!(statuses.iter().all(|status| status == "invalid"), "{text}");
        let expected = if text.starts_with("3,1") { "- 1 1 1 1 1 1" } else { "1 1 1 1 1 1 -" };
        solves(&text, "--column 2 --no-header", expected);
    }
    // Most rows are arrays.
    let arrays = format!("{good}\n").repeat(6);
    solves(format!("7,{good}\n{arrays}"), "", "- 1 1 1 1 1 1");
    solves(format!("{arrays}{good},a\n"), "", "1 1 1 1 1 1 -");
}

/// Of puzzles and solutions with a cell per column, the puzzles are read, wherever they stand.
#[test]
fn cells_of_puzzles_and_solutions() {
    let names = |prefix: &str| (1..=81).map(|it| format!("{prefix}{it}")).collect::<Vec<_>>();
    let header = [names("s"), names("p")].concat().join(",");
    let rows = [[EY1_SOLVED, EY1], [ROYLE_SOLVED, ROYLE]]
        .map(|row| row.map(|grid| spread(grid, ",")).join(","));
    solves(format!("{header}\n{}", lines(&[&*rows[0], &*rows[1]])), "", "1 2");
}

/// Puzzles below 9×9 have a column for each cell if its name says so. As many columns of other data are none.
#[test]
fn cells_of_small_puzzles() {
    const SIX: &str = ".34..1.5..3.62..4.34..6.5623.4....26";
    const EIGHT: &str = "1.......2.......3.......4.......5.......6.......7.......8.......";
    let cells = |puzzle: &str, empty: &str, separator: &str| {
        let cell = |c: char| if c == '.' { empty.to_owned() } else { c.to_string() };
        dotted(puzzle).chars().map(cell).collect::<Vec<_>>().join(separator)
    };
    for (puzzle, status) in [(SMALL, "unique"), (SIX, "unique"), (EIGHT, "multiple")] {
        let side = puzzle.len().isqrt();
        let count =
            |name: &dyn Fn(usize) -> String| (0..puzzle.len()).map(name).collect::<Vec<_>>();
        for (names, empty, separator) in [
            (count(&|cell| format!("c{}", cell + 1)), "", ","),
            (count(&|cell| format!("Cell {cell}")), "0", ";"),
            (count(&|cell| format!("r{}c{}", cell / side + 1, cell % side + 1)), "", "\t"),
            (count(&|cell| format!("R{}_C{}", cell / side, cell % side)), ".", "|"),
        ] {
            let names = names.join(separator);
            let row = cells(puzzle, empty, separator);
            let bad = row.replacen('1', "Z", 1);
            let with =
                |before: &str, row: &str, behind: &str| [before, row, behind].join(separator);
            for text in [
                [&*names, &row, &bad, &row].join("\n"),
                format!(
                    "id{separator}{names}\n7{separator}{row}\n8{separator}{bad}\n9{separator}{row}"
                ),
                [
                    with("id", &names, "level"),
                    with("7", &row, "a"),
                    with("8", &bad, "b"),
                    with("9", &row, "a"),
                ]
                .join("\n"),
            ] {
                let run = solve_every_way(&text, "--format csv --columns line,status");
                let rows = format!("line,status\n2,{status}\n3,invalid\n4,{status}\n");
                assert_eq!(run.out, rows, "{}\n{text}", run.err);
            }
        }
    }
    let [rows, solved] = [SMALL, SMALL_SOLVED].map(|grid| cells(grid, "", ","));
    let names =
        |prefix: &str| (1..=16).map(|it| format!("{prefix}{it}")).collect::<Vec<_>>().join(",");
    let run = solve_every_way(format!("{},{}\n{solved},{rows}\n", names("pos"), names("c")), "");
    run.gives(&lines(&[SMALL_SOLVED]));
    // Columns of data, in whose first rows are no puzzles; columns beside one of puzzles.
    for (header, row) in [
        (names("x"), rows.clone()),
        (names("c"), format!("1.5,{}", &rows[2..])),
        (names("c"), format!("1,1,{}", &rows[4..])),
        (names("c"), format!("1{}", ",".repeat(15))),
    ] {
        let run = solve(format!("id,{header}\n1,{row}\n2,{row}\n"), "");
        run.tells(2, &["no puzzle in 3 lines"]);
    }
    solves(format!("puzzle,{}\nP1,{rows}\nP2,{rows}\n", names("c")), "", "1 2");
}

/// A table in Markdown may have a column for each cell, too: the rule below its names is no row.
#[test]
fn cells_in_markdown() {
    for (puzzle, solution) in [(SMALL, SMALL_SOLVED), (EY1, EY1_SOLVED)] {
        let table = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let names = (1..=puzzle.len()).map(|cell| format!("c{cell}")).collect();
        let cell = |c: char| if c == '.' { " ".to_owned() } else { c.to_string() };
        let row = table(dotted(puzzle).chars().map(cell).collect());
        let rule = "|---".repeat(puzzle.len());
        let run = solve_every_way(format!("{}{rule}|\n{row}{row}", table(names)), "");
        run.gives(&lines(&[solution, solution]));
    }
}

/// A column whose name is that of puzzles gives way if it holds the solutions.
#[test]
fn full_grids_in_a_named_column() {
    let array = |grid: &str| {
        let rows: Vec<_> =
            rows_of(grid).iter().map(|row| format!("[{}]", spread(row, ","))).collect();
        format!("[{}]", rows.join(","))
    };
    let object = |grid: &str, task: &str| {
        format!("{{\"grid\": {}, \"task\": {}}}\n", array(grid), array(task))
    };
    let [first, second] = [object(EY1_SOLVED, EY1), object(ROYLE_SOLVED, ROYLE)];
    solves(format!("{first}{second}"), "", "1 2");
    // One row is like another.
    solves(format!("{}{first}{second}", object(EY1, EY1)), "", "1 1 2");
    solves(format!("{first}{}{second}", object(EY1, EY1)), "", "1 1 2");
    // The key is missing at first.
    let full = format!("{{\"grid\": {}}}\n", array(EY1_SOLVED));
    solves(format!("{full}{first}{second}"), "", "- 1 2");
    solves("grid,task\nS1,P1\nS2,P2\n", "", "1 2");
    solves("grid,task\nS1,P1\nP1,P1\nS2,P2\n", "", "1 1 2");
    solves("grid,task\nP1,P1\nS1,P1\nS2,P2\n", "", "1 1 2");
    solves("id;sudoku;note;open\n1;S1;x;P1\n2;S2;x;P2\n", "", "1 2");
    // A name counts more than a damaged row or two, and than another column of puzzles.
    solves("puzzle,backup\nP1,P1\n,P1\nP2,P1\n", "", "1 - 2");
    solves("puzzle,backup\n,P1\nP1,P1\nP2,P1\n", "", "- 1 2");
    solves("puzzle,backup\nS1,P1\nP1,P1\nP2,P1\n", "--column puzzle", "1 1 2");
    let folder = Folder::with("a.jsonl", format!("{first}{second}"));
    let run = folder.run("solve a.jsonl --format csv --columns agrees --quiet");
    run.prints(0, "agrees\nyes\nyes\n");
}

#[test]
fn column_that_the_first_rows_lack() {
    for separator in [",", ";", "\t", "|"] {
        let row = |fields: &[&str]| fields.join(separator) + "\n";
        let good = row(&["1", "x", "P1", "y"]) + &row(&["2", "x", "P2"]);
        for bad in [row(&["1", "x"]), row(&["1"]), row(&["P1"]), row(&["1", "P2"])] {
            solves(format!("{bad}{good}"), "--column 3 --no-header", "- 1 2");
            solves(format!("{bad}{bad}{good}"), "--column 3 --no-header", "- - 1 2");
        }
        let run = solve(filled(&good), "--column 5 --no-header");
        run.tells(2, &["found no column \"5\""]);
    }
}

/// Zeros beside other empty cells are digits, if they can be.
#[test]
fn digits_from_zero() {
    let from_zero = |text: &str| -> String {
        let digit = |c: char| c.to_digit(10).map_or(c, |digit| char::from(b'0' + digit as u8 - 1));
        text.chars().map(digit).collect()
    };
    let apart = |text: &str, blank: &str, between: &str| {
        let cell = |c: char| if c == '.' { blank.to_owned() } else { c.to_string() };
        text.chars().map(cell).collect::<Vec<_>>().join(between)
    };
    for (puzzle, solved) in [(EY1, EY1_SOLVED), (SMALL, SMALL_SOLVED)] {
        let (puzzle, solved) = (from_zero(&dotted(puzzle)), from_zero(solved));
        let side = puzzle.len().isqrt();
        let rows: Vec<_> = rows_of(&puzzle).iter().map(|row| apart(row, "null", ", ")).collect();
        let mut texts = vec![
            format!("{puzzle}\n"),
            format!("{{\"puzzle\": [{}]}}\n", apart(&puzzle, "null", ", ")),
            format!("{{\"puzzle\": [[{}]]}}\n", rows.join("], [")),
            format!("id,puzzle\n1,{puzzle}\n"),
            lines(&rows_of(&puzzle)),
            format!("[[{}]]\n", rows.join("],\n[")),
        ];
        if side == 9 {
            let names: Vec<_> = (1..=81).map(|cell| format!("c{cell}")).collect();
            let cells = apart(&puzzle, "", ",");
            texts.push(format!("id,{}\n1,{cells}\n", names.join(",")));
            texts.push(format!("{cells}\n"));
        }
        for text in texts {
            let run = solve_every_way(&text, "");
            assert_eq!(run.out, lines(&[&*solved]), "{}\n{text}", run.err);
            let alphabet = &"012345678"[..side];
            let run = solve_every_way(&text, &format!("--alphabet {alphabet}"));
            assert_eq!(run.out, lines(&[&*solved]), "{}\n{text}", run.err);
            let folder = Folder::with("a", text);
            folder.run("inspect a").shows(&[&format!("--alphabet {alphabet}")]);
        }
    }
    // Another puzzle than the first may show it.
    let one = from_zero(&dotted(EY1));
    let text = lines(&[dotted(EY1), one.clone(), format!("{}....", &one[..77])]);
    let run = solve(&text, "");
    run.tells(1, &["zeros beside other empty cells: if the zeros are digits"]);
    // A nine shows that they are not, and so does a zero twice in a row.
    for text in [
        format!("0{}\n", &dotted(EY1)[1..]),
        format!("{{\"puzzle\": [{}]}}\n", apart(&format!("0{}", &dotted(EY1)[1..]), "null", ",")),
    ] {
        assert_eq!(solve_every_way(&text, "").out, lines(&[EY1_SOLVED]), "{text}");
    }
    assert_eq!(solve(format!("00{}\n", &dotted(SMALL)[2..]), "").code, Some(0));
}

/// Candidates that were eliminated stand behind the puzzles of HoDoKu's library.
#[test]
fn eliminated_candidates() {
    let told = |count: &str| {
        format!(
            "input: {count} with eliminated candidates behind them, as in HoDoKu's library: only the puzzles \
             were read\n"
        )
    };
    let puzzle = dotted(EY1);
    let placed = puzzle.replacen('1', "+1", 1);
    for (text, expected) in [
        (format!("{puzzle}:818 922\n"), told("1 puzzle")),
        (format!(":0300:4:{placed}:818 922:494::\n:0300:4:{puzzle}::494::\n"), told("1 puzzle")),
        (format!(":0300:4:{puzzle}:818:494::\n:0300:4:{puzzle}:911 922:::\n"), told("2 puzzles")),
        (format!("{puzzle} 818 922\n"), String::new()),
        (format!("{puzzle}:8181:x\n"), String::new()),
        (format!("{puzzle}:\n{puzzle}:2:{EY1_SOLVED}\n"), String::new()),
    ] {
        let run = solve_every_way(&text, "");
        run.ends(0, &lines(&vec![EY1_SOLVED; text.lines().count()]), &expected);
    }
}

#[test]
fn every_second_record_is_full() {
    let told = "input: every second record is a full grid: these are probably the solutions of the \
                others\n";
    let array = |grid: &str| {
        let rows: Vec<_> =
            rows_of(grid).iter().map(|row| format!("  [{}]", spread(row, ","))).collect();
        rows.join(",\n")
    };
    let game = |puzzle: &str, solved: &str| {
        let (puzzle, solved) = (array(puzzle), array(solved));
        format!("{{\n board: [\n{puzzle}\n ],\n solution: [\n{solved}\n ]\n}},\n")
    };
    let source = format!("var games = [\n{}", game(EY1, EY1_SOLVED) + &game(ROYLE, ROYLE_SOLVED));
    let folder = Folder::with("input", &source);
    folder.run("solve input").tells(0, &[told]);
    folder.run("inspect input").tells(0, &[told]);
    for text in [
        lines(&[EY1, EY1_SOLVED, ROYLE, ROYLE_SOLVED]),
        lines(&[EY1_SOLVED, EY1, ROYLE_SOLVED, ROYLE]).repeat(1000),
    ] {
        assert_eq!(solve_every_way(&text, "").err, told);
    }
    for text in [
        lines(&[EY1, EY1_SOLVED, ROYLE_SOLVED, ROYLE]),
        lines(&[EY1, EY1_SOLVED, EY1, EY1_SOLVED, ROYLE]) + &lines(&[EY1; 3]),
        lines(&[EY1; 4]),
    ] {
        assert_eq!(solve(&text, "").err, "");
    }
}

/// What is wrong with the first row decides nothing: not that its fields are exchanged, nor that an object has
/// lost its beginning.
#[test]
fn damaged_first_row() {
    for [open, between, close] in [["", ",", ""], ["", "\t", ""], ["| ", " | ", " |"]] {
        let row = |first: &str, second: &str| format!("{open}{first}{between}{second}{close}\n");
        let rule = if open.is_empty() { String::new() } else { row("---", "---") };
        let rows = row("P2", "0") + &row("1", "P1") + &row("2", "P2") + &row("3", "P1");
        solves(row("id", "puzzle") + &rule + &rows, "", "- 1 2 1");
        // A column of numbers is none of puzzles, whatever its name.
        let rows = row("P1", "0") + &row("P2", "7");
        solves(row("cells", "question") + &rule + &rows, "", "1 2");
    }
    let array = format!("[[{}]]", array(EY1, ",", "],["));
    for value in [format!("\"{EY1}\""), array, format!("{:?}", rows_of(EY1))] {
        let object = format!("{{\"id\": 1, \"puzzle\": {value}, \"note\": \"x\"}}\n");
        for lost in [1, 2, 9, 14, 18] {
            solves(format!("{}{object}{object}", &object[lost..]), "", "- 1 1");
        }
    }
}

/// Below names of cells and nothing else, empty fields are empty cells, too.
#[test]
fn cells_below_names_alone() {
    let cells = |puzzle: &str| {
        let cell = |c: char| c.to_string().replace('0', "");
        puzzle.chars().map(cell).collect::<Vec<_>>().join(",")
    };
    let names = |name: &dyn Fn(usize) -> String| (0..81).map(name).collect::<Vec<_>>().join(",");
    for header in [
        names(&|cell| format!("c{}", cell + 1)),
        names(&|cell| format!("r{}c{}", cell / 9 + 1, cell % 9 + 1)),
        names(&|cell| format!("\"cell {cell}\"")),
    ] {
        solves(format!("{header}\n{}\n{}\n", cells(EY1), cells(ROYLE)), "", "1 2");
        solves(format!("{header}\n{}\n{}\n", array(EY1, ",", ","), &cells(ROYLE)[1..]), "", "1 -");
    }
}
