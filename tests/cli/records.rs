//! Every line of an input has a result, or is counted as skipped.
//!
//! [`records`] writes the expected results of a file as one word each: `2` is a puzzle with one
//! solution in line 2, `3:invalid` a bad record in line 3. In the texts, `P1` and `P2` stand
//! for puzzles, `S1` for the solution of `P1`: so `records("P1\nx\nP2", "", "1 2:invalid 3")` is a file
//! of three records.

use crate::{
    every_way::results_every_way,
    puzzles::*,
    run::{Folder, Run, WAYS, counts, feed, rows, solve_in_ways},
};

/// Checks the results of a file, which must be the same for every way of reading it.
#[track_caller]
fn records(text: impl AsRef<str>, options: &str, expected: &str) {
    let text = filled(text);
    let results = results_every_way(&text, "--format csv --columns line,status", options);
    let word = |row: &Vec<String>| match &row[1][..] {
        "unique" => row[0].clone(),
        status => format!("{}:{status}", row[0]),
    };
    let found: Vec<_> = rows(&results).iter().skip(1).map(word).collect();
    assert_eq!(found.join(" "), expected, "{text}");
}

/// Returns the summary's counts of skipped lines.
fn skipped(text: impl AsRef<str>) -> String {
    let folder = Folder::with("input", filled(text));
    folder.run("solve input -q -o out --summary summary");
    let summary = folder.json("summary");
    let skipped = counts(&summary["skipped"]).into_iter().filter(|(_, count)| *count > 0);
    skipped.map(|(name, count)| format!("{count} {name}")).collect::<Vec<_>>().join(", ")
}

fn solve(text: impl AsRef<str>, options: &str) -> Run {
    crate::run::solve(filled(text), options)
}

/// Checks that a file is not solved, because nobody knows where its puzzles are.
#[track_caller]
fn is_not_read(text: &str, options: &str) {
    let run = solve(text, options);
    assert_eq!((run.code, run.out.trim()), (Some(2), ""), "{}", run.err);
}

/// The words of these lines.
fn words(lines: std::ops::Range<u64>, status: &str) -> String {
    lines.map(|line| format!("{line}{status}")).collect::<Vec<_>>().join(" ")
}

#[test]
fn line_ends() {
    let [ey1, royle] = [EY1, ROYLE].map(|puzzle| rows_of(puzzle).join("\r"));
    for (text, expected) in [
        ("id,puzzle\r1,P1\r2,P2\r3,S1\r", "2 3 4"),
        ("P1\rP2\nS1\r\nP1\r", "1 2 3 4"),
        ("1,P1\r2,P2\n3,S1\r\n4,x", "1 2 3 4:invalid"),
        ("id,note,puzzle\r1,\"a\rb\",P1\r2,c,P2\r", "2 4"),
        (&format!("{ey1}\r\r{royle}\r"), "1 11"),
    ] {
        records(text, "", expected);
    }
    assert_eq!(skipped("id,puzzle\r1,P1\r\r# x\r2,P2"), "1 blank, 1 header");
    let run = solve("id,puzzle\r\"a\rb\",P1\r", "--format csv --keep id --columns status");
    run.gives("id,status\n\"a\rb\",unique\n");
    let folder = Folder::with("a.csv", filled("id,puzzle,solution\r1,P1,S1\r2,P2,S2\r"));
    folder.run("verify a.csv").tells(0, &["2 right"]);
}

#[test]
fn cells_and_fields_of_any_form() {
    let (apart, array, empty) = (spread(&dotted(EY1), " "), spread(EY1, ", "), spread(EY1, ","));
    let small: Vec<_> = rows_of("1423304041302314").iter().map(|row| spread(row, ",")).collect();
    let small = small.join("\n").replace('0', "");
    let full = format!("{}0", &EY1_SOLVED[..80]);
    let bars = |row: &&str| {
        let boxes = [0, 3, 6].map(|at| spread(&row[at..at + 3], " "));
        format!("|       |       |       |\n| {} |\n", boxes.join(" | "))
    };
    for (text, expected) in [
        (&*format!("{apart}\nP2\nS1\n"), "1 2 3"),
        (&format!("id,puzzle\n1,{apart}\n2,P2\n"), "2 3"),
        (&format!("1,{apart}\n2,P2\n"), "1 2"),
        (&format!("id,puzzle\n1,\"[{array}]\"\n2,\"[{array}\"\n3,\"[1]\"\n"), "2 3 4:invalid"),
        (&format!("id,puzzle\n1,\"{}\"\n2,P2\n", grid(EY1).trim_end()), "2 11"),
        // Empty cells of a spreadsheet, and the apostrophe before a number that is text.
        (&format!("{}\n{}\n", empty.replace('0', ""), spread(ROYLE, ",")), "1 2"),
        (&format!("{small}\n\n{small}\n"), "1 6"),
        ("id,puzzle\n1,'P1\n2,'P2\n", "2 3"),
        ("'P1\nP2\n", "1 2"),
        // Bars between rows are rulers.
        (&rows_of(EY1).iter().map(bars).collect::<String>(), "2"),
        // A quote behind another separator.
        ("id,note,puzzle\n1,a;\"b,P1\n2,c,P2\n3,d\"\n4,x,S1\n", "2 3 4:invalid 5"),
        // A byte order mark before a quote.
        ("\u{FEFF}\"a\nb\",P1\nc,P2\nd,S1\n", "1 3 4"),
        ("\u{FEFF}{\"puzzle\":[[1,4,2,3],[0,0,0,0],[4,1,3,0],[2,3,1,4]]}\n", "1"),
        // A later row of another format does not decide.
        (
            &format!("{full}:1:x\n{full}:1:x\nnot a puzzle\n1,P1,easy\n{full}:1:x\n"),
            "1 2 3:invalid 4:invalid 5",
        ),
    ] {
        records(text, "", expected);
    }
}

/// A row of P1 with a cell in each field, between two other fields.
fn in_columns(first: &str, separator: &str, last: &str) -> String {
    [first, &spread(&dotted(EY1), separator), last].join(separator) + "\n"
}

#[test]
fn cells_in_columns_of_their_own() {
    let names: Vec<_> = (1..=81).map(|number| format!("c{number}")).collect();
    let row = |first| in_columns(first, ",", "5");
    let easy = |id| in_columns(id, ",", "easy");
    let rows = row("1") + &row("2").replace(",.", ",").replace(",5\n", ",\"a\nb\"\n") + &row("3");
    let header = format!("id,{},label\n", names.join(","));
    let bare = easy("").replacen(',', "", 1);
    let other_name = format!("{}{rows}", header.replace("label", "c82"));
    for (text, options, expected) in [
        (format!("{header}{rows}"), "", "2 3 5"),
        (format!("\u{FEFF}{bare}{bare}"), "", "1 2"),
        (format!("# from a spreadsheet\n{header}#{rows}"), "", "3 4 6"),
        (format!("{header}{rows}").replace(',', "\t"), "", "2 3 5"),
        (format!("id,{}\n{}", names.join(","), row("1").replace(",5\n", "\n")), "", "2"),
        // The name of the first cell tells where they begin, and so does a name that is none.
        (other_name, "--column c1", "2 3 5"),
        (row("a") + &row("b").replace(",5\n", ",x\n") + &row("c"), "--column 2", "1 2 3"),
        (easy("a") + &easy("b"), "", "1 2"),
        // Arrays are no such tables, and their first row is no header.
        (spread(EY1, ",") + "\n" + &spread(ROYLE, ",") + "\n", "", "1 2"),
    ] {
        records(text, options, expected);
    }
    // A row with a field more or less, without its values, with others, or with a clue twice.
    let none = in_columns("1", ",", "x").replace(|c: char| c == '.' || c.is_ascii_digit(), "");
    let damaged = [
        (row("1").replacen(".,", "", 1), "164: found 82 fields; expected 83"),
        (row("1").replacen(".,", ".,.,", 1), "168: found 84 fields; expected 83"),
        (none, "2: found 0 numbers; expected 81"),
        (row("1").replacen(".,.", ".,nan", 1), "17: found \"nan\"; expected a number from 0 to 9"),
        (row("1").replacen(",.,.,", ",9,9,", 1), "17: digit 9 twice in row 1 (r1c7 and r1c8)"),
        (format!("{EY1}\n"), "82: found 1 field; expected 83"),
    ];
    let text = damaged.each_ref().map(|(row, _)| row.as_str()).concat();
    let text = format!("{header}{text}{rows}");
    records(&text, "", &format!("{} 8 9 11", words(2..8, ":invalid")));
    let told = (2..).zip(&damaged).map(|(line, (_, told))| format!("input:{line}:{told}\n"));
    let run = solve(&text, "--format csv --keep id,label");
    run.shows(&["\n2,\"a\nb\",unique,"]).ends(1, &run.out, &told.collect::<String>());
    // One damaged value at the end of the cells does not move them to the number before.
    let row_of = |id: u32| in_columns(&id.to_string(), ",", "easy");
    let rows: Vec<_> = (1..=40).map(row_of).collect();
    let damaged = rows.concat().replacen(",easy", "nan,easy", 1);
    is_not_read(&damaged, "");
    let expected = format!("1:invalid {}", words(2..41, ""));
    records(damaged.trim_end().replace('\n', "\nx"), "", &expected);
    // One column more of small numbers, without names, or names in another order: nobody knows where
    // the cells are.
    is_not_read(&(row("1") + &row("2")), "");
    let other = (0..81).map(|at| format!("r{}c{}", at % 9 + 1, at / 9 + 1)).collect::<Vec<_>>();
    let other = format!("{},id\n{},1\n", other.join(","), spread(EY1, ","));
    is_not_read(&other, "");
    is_not_read(&other, "--column r1c1");
}

#[test]
fn grids_in_another_style_are_no_names() {
    let grid = "1423\n0000\n4130\n2314\n";
    for other in [
        "·2··\n···1\n···3\n·4··\n",
        "0,2,O,3\nO,O,O,1\nO,O,O,3\nO,4,O,O\n",
        "[0, 2, 0, 7],\n".repeat(4).as_str(),
    ] {
        records(format!("{grid}\n{other}\n{grid}"), "", "1 6:invalid 11");
    }
    let array = "1,4,2,3\n0,0,0,0\n4,1,3,0\n2,3,1,4\n";
    records(format!("{array}\n.4.3\n..1.\n.2..\n1...\n\n{array}"), "", "1 6:invalid 11");
    records(format!("{array}\nGrid 2: 5 stars\n{array}"), "", "1 7");
}

#[test]
fn empty_arrays_are_records() {
    let (puzzle, nan) = (spread(EY1, ","), spread(&"n".repeat(81), ",").replace('n', "nan"));
    let (commas, header) = (",".repeat(80), spread(&"c".repeat(81), ","));
    let text = format!("{puzzle}\n{nan}\n{puzzle}\n{commas}\n{puzzle}\n");
    records(text, "", "1 2:invalid 3 4:invalid 5");
    for empty in ["[null]", "[]", "\"\"", "...", "[NaN]", "null", "O,O,O"] {
        records(format!("[\n[{puzzle}],\n{empty}\n[{puzzle}],\n]\n"), "", "2 3:invalid 4");
    }
    records(format!("[\n[{puzzle}],\n,\n[{puzzle}],\n]\n"), "", "2 4");
    // Names of the columns.
    records(format!("{header}\n{puzzle}\n"), "", "2");
    assert_eq!(skipped(format!("{header}\n{puzzle}\n{nan}")), "1 header");
    let names: Vec<_> = (0..81).map(|number| number.to_string()).collect();
    records(format!("{}\n[{puzzle}],\n", names.join(",")), "", "2");
}

#[test]
fn headers_comments_and_first_rows() {
    for (text, options, expected) in [
        // A number sign begins a comment above the first record.
        ("rating,puzzle\n1.5,P1\n#N/A,P2\n2.5,S1\n", "", "2 3 4"),
        ("id,puzzle\n#17,P1\n#18,P2\n", "", "2 3"),
        ("id,puzzle\n#N/A,\n#18,P2\n", "", "2:invalid 3"),
        ("#17,P1\n#18,P2\n", "", "1 2"),
        ("a\tb\tpuzzle\n\t#foo\tP1\n\t\t\n1\t2\tP2\n", "", "2 3:invalid 4"),
        ("# above\n\nid,puzzle\n# above\n1,P1\n# below\n2,P2\n", "", "5 6:invalid 7"),
        ("id,puzzle\n1,P1\n# below\n2,P2\n", "--comment #", "2 4"),
        ("id,puzzle\n1,P1\n% below\n#2,P2\n", "--comment %", "2 4"),
        ("P1\n# below\n  # below\nP2\n", "", "1 4"),
        ("#,puzzle\n1,P1\n2,P2\n", "", "2 3"),
        ("# id,solution,puzzle\n1,,P1\n#,,P2\n", "", "2 3"),
        // A column, a header and a separator can be chosen.
        ("x,y,z\n1,2,P1\n3,4,P2\n", "--column z", "2 3"),
        ("Export of 2024,,\nx,y,z\n1,2,P1\n3,4,P2\n", "--column z", "3 4"),
        ("board,label\nP1,x\nP2,y\n", "--no-header", "1:invalid 2 3"),
        ("1,corrupted\n2,P1\n3,P2\n", "--header", "2 3"),
        ("P1,a\nP2,b\n", "--header", "2"),
        ("id,puzzle,note\n1,P1\n2,P2,x\n", "--header", "2 3"),
        ("a;b|P1\nc;d|P2\n", "--delimiter | --column 2", "1 2"),
        ("my favourite puzzles\na;b|P1\nc;d|P2\n", "--delimiter |", "1:invalid 2 3"),
        // A solution in the place of the puzzle; another field before the puzzle can put it there.
        ("id,puzzle,solution\n1,P1,S1\nP2,S2\n", "", "2 3:invalid"),
        ("id,puzzle,solution\n1,P1,S1\nP2,S2\n2,S1,S1\n3,P2,S2,x\n", "", "2 3:invalid 4 5"),
        (
            "id,puzzle,solution\n1,P1,S1\nP2,S2\n2,x,P2,S2,x\n2,S1,,,\n",
            "",
            "2 3:invalid 4:invalid 5",
        ),
        ("id,note,puzzle\n1,x,P1\n2,x,P2,S2\n3,x,y,S1\n", "", "2 3 4:invalid"),
        // A first row without a puzzle is a header or a bad record.
        ("a,\nb,P1\nc,P2\n", "", "1:invalid 2 3"),
        ("53..7\nP1\n", "", "1:invalid 2"),
        ("1,corrupted\n2,P1\n3,P2\n", "", "1:invalid 2 3"),
        ("x,y,z\n1,2,P1\n3,4,P2\n", "", "2 3"),
        ("board,label\nP1,x\nP2,y\n", "", "2 3"),
        ("id,puzzle,note\n1\n2,P2,x\n", "", "2:invalid 3"),
    ] {
        records(text, options, expected);
    }
    for missing in ["NULL", "NA", "n/a", "nan", "None"] {
        records(format!("{missing}\nP1\nP2\n"), "", "1:invalid 2 3");
        records(format!("a,{missing}\nb,P1\nc,P2\n"), "", "1:invalid 2 3");
    }
    for missing in ["#REF!", "(null)", "--", "—", "missing"] {
        records(format!("a,{missing},x\nb,P1,y\n"), "", "1:invalid 2");
    }
    for blank in ["~", "·"] {
        records(format!("{}\nP1\n", EY1.replace('0', blank)), "", "1:invalid 2");
    }
    assert_eq!(skipped("# id,puzzle\n1,P1\n"), "1 comment");
    assert_eq!(skipped("# a\nid,puzzle\n# b\n1,P1\n"), "2 comment, 1 header");
    let folder = Folder::with("a.csv", filled("board,label\nP1,x\n"));
    folder.run("solve a.csv").tells(0, &["\nheader: board,label\n"]);
    let told = solve("id,puzzle,solution\n1,P1,S1\nP2,S2\n", "").err;
    assert!(told.ends_with("input:3:164: found 2 fields; expected 3\n"), "{told}");
    let run = solve("x,y\n1,P1\n", "--column w");
    run.refuses("input: found no column \"w\"; the columns are: x, y");
    let run = solve("id,grid\n1,P1\nid,board\n2,P2\n", "--column board");
    run.refuses("input: found no column \"board\"; the columns are: id, grid");
    solve("P1", "--delimiter :").refuses_arguments(&["found \":\"; expected one of , ; | or \\t"]);
}

#[test]
fn records_of_another_format_are_invalid() {
    let grid = "1423\n3.4.\n413.\n2314";
    let json = format!("{{\"id\": 1, \"puzzle\": \"{EY1}\"}}");
    for other in ["P1", "1,P1,easy", &json] {
        records(format!("{grid}\n\n{other}\n\n{grid}\n"), "", "1 6:invalid 8");
    }
    let run = feed(filled(format!("{grid}\n\nP1\n")), "solve -q");
    run.tells(1, &["6:1: found a puzzle in one line of a file of grids"]);
    let array = spread(EY1, ",");
    records(format!("{array}\n{json}\n1,P2,easy\n{array}\n"), "", "1 2:invalid 3:invalid 4");
}

#[test]
fn size_is_chosen() {
    let rows = format!("{SMALL}\nP1\n{SMALL}\nP2\n");
    records(&rows, "", "1 2:invalid 3 4:invalid");
    records(&rows, "--order 3", "1:invalid 2 3:invalid 4");
    records(format!("id,board\n1,{SMALL}\n2,P1\n"), "--order 3", "2:invalid 3");
    let numbers = |text: &str| spread(text, ",") + "\n";
    records(numbers("1230") + &numbers(EY1), "--order 3", "1:invalid 2");
    solve(format!("{}\n{}\n", grid(SMALL), grid(EY1)), "--order 3").shows(&[EY1_SOLVED]);
}

#[test]
fn names_and_further_rows_of_grids() {
    let grid = "14|23\n00|00\n--+--\n41|30\n23|14\n";
    assert_eq!(skipped(format!("one\n{grid}\n{grid}")), "1 blank, 1 name, 6 row, 2 ruler");
    let named = format!("Grid 1\n{grid}");
    let problem = "input:1:1: found a name; expected a puzzle or a comment";
    solve(&named, "--strict").refuses(&format!("{problem}; stopped because of --strict"));
    solve(&named, "").gives(&solved("4"));
    solve(format!("# Grid 1\n\n{grid}"), "--strict").gives(&solved("4"));
}

#[test]
fn messages_name_the_cause() {
    let lost = "input:3:3: found 4.30E+80: the digits are lost; export the column as text\n";
    solve("id,puzzle\n1,P1\n2,4.30E+80\n", "").tells(1, &[lost]);
    let told = "found 81 cells in a file of 4×4 puzzles; --order 3 reads those instead\n";
    solve(format!("{DIAG}\nP4\nP1\n"), "").tells(1, &[&format!("input:3:1: {told}")]);
    let told = "input: column 1 holds no puzzles, but column 2 (puzzle) does: --column 2\n";
    solve("id,puzzle\n7,P1\n", "--column id").tells(2, &[told]);
}

/// Returns lines of prose without any puzzle, about `bytes` bytes in total.
fn prose(bytes: usize) -> String {
    let line = "so it goes, and \"\"on\"\" it goes; 81 cells | 16 rows - 3.14\n";
    line.repeat(bytes / line.len() + 1)
}

/// Solves a text, checking that the result does not depend on how it is read. Returns the run, and
/// the number of lines that continue records.
#[track_caller]
fn solve_long(text: &str) -> (Run, u64) {
    let args = "--format csv --columns line,status";
    let cut = ["input --chunk-size 66000 -j 2 --no-mmap", "input --chunk-size 140000 -j 1"];
    let ways = WAYS[1..].iter().map(|way| format!("input {way}"));
    let others = cut.into_iter().chain(["input.gz", "-"]).map(str::to_owned);
    let run = solve_in_ways(text, args, &ways.chain(others).collect::<Vec<_>>(), &[4]);
    let folder = Folder::with("input", text);
    folder.run("solve input -q -o out --summary s.json");
    let continued = folder.json("s.json")["skipped"]["continuation"].as_u64().unwrap_or(0);
    let verified = folder.run("verify input input --quiet");
    folder.run("verify input input --quiet --no-mmap -j 1").is_like(&verified, "input");
    (run, continued)
}

/// Checks that each line has a row, except the header and the lines that are one of `below`: blank
/// ones, and the second lines of fields.
#[track_caller]
fn has_row_per_line(text: &str, below: &[&str]) -> Run {
    let (run, continued) = solve_long(text);
    let rows = (1..).zip(text.lines()).skip(1).filter(|(_, line)| !below.contains(line));
    let is_puzzle = |line: &str| line.contains(EY1) || line.contains(ROYLE);
    let row = |(number, line): (u64, _)| {
        format!("{number},{}\n", if is_puzzle(line) { "unique" } else { "invalid" })
    };
    let expected = format!("line,status\n{}", rows.map(row).collect::<String>());
    assert!(run.out == expected, "{:.2000}\n{:.2000}", run.out, run.err);
    let second = text.lines().filter(|line| !line.is_empty() && below.contains(line));
    assert_eq!(continued, second.count() as u64);
    run
}

/// A quote that nothing closes within 64 KiB is text.
#[test]
fn lines_of_long_quoted_field_are_rows() {
    for bytes in [66_000, 140_000] {
        let note = prose(bytes);
        for record in [
            format!("7,P1,\"{note}\"\n"),
            format!("\"{note}\"\"x\"\"\",P1,7\n"),
            format!("\"{note}\",P1,\"{note}\"\n"),
            format!("7,\"{note}\",\"x\ny\"\n"),
        ] {
            let good = "1,P2,\"a\nb\"\n";
            let text = format!("id,puzzle,note\n{good}{record}{good}{record}{good}");
            let run = has_row_per_line(&filled(text), &["b\"", "y\""]);
            let bad = run.rows().into_iter().find(|row| row[1] == "invalid").unwrap();
            run.begins(&format!("input:{}:", bad[0]));
        }
    }
}

#[test]
fn long_field_in_one_line() {
    let long = "x".repeat(400_000);
    for field in [format!("\"{long}\""), format!("\"{long}\n{long}\""), long.clone()] {
        let text =
            format!("id,puzzle,note\n1,{EY1},{field}\n2,{ROYLE},\"{long}\",\"\n\"\n3,{EY1},\n");
        let (run, _) = solve_long(&text);
        let last = text.lines().count();
        let bad: String = (2..last).map(|line| format!("{line},invalid\n")).collect();
        run.prints(1, &format!("line,status\n{bad}{last},unique\n"));
        run.begins("input:2:1: found a line longer than 65536 bytes\n");
    }
}

#[test]
fn stray_quote_loses_no_row() {
    let rows = |count| "1,P1,x\n2,P2,x\n".repeat(count);
    for stray in ["\"a,P1,x\n", "7,P1,\"x\n", "\"\n"] {
        for bad in ["", "8,53,x\n\n9,,\n"] {
            let text = format!("id,puzzle,note\n{}{stray}{bad}{}", rows(25), rows(750));
            has_row_per_line(&filled(text), &[""]);
        }
    }
    // A quote that is never closed affects only its own line.
    for bytes in [66_000, 140_000] {
        let text = format!("id,puzzle,note\n1,P2,y\n7,P1,\"{}{}", prose(bytes), rows(500));
        has_row_per_line(&filled(text), &[]);
    }
    has_row_per_line(&format!("id,puzzle\n1,{EY1}\n\"{}", prose(300_000)), &[]);
}
