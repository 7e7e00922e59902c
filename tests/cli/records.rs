//! Every line of an input has a result, or is counted as skipped.

use crate::{puzzles::*, run::Folder};

/// The puzzles that the placeholders P1, P2 and P3 stand for.
const PUZZLES: [(&str, &str); 3] = [("P1", EY1), ("P2", ROYLE), ("P3", EY1_SOLVED)];

fn with_puzzles(text: &str) -> String {
    PUZZLES.iter().fold(text.to_owned(), |text, (name, puzzle)| text.replace(name, puzzle))
}

/// Joins the symbols of a puzzle with a separator.
fn spread(puzzle: &str, between: &str) -> String {
    let cells: Vec<_> = puzzle.chars().map(String::from).collect();
    cells.join(between)
}

/// Checks the results of a file, given as one word each: the line and, unless it is `unique`, the
/// status. They must be the same from a pipe, in small chunks, and on several threads.
#[track_caller]
fn records(text: impl AsRef<str>, options: &str, expected: &str) {
    let text = with_puzzles(text.as_ref());
    let folder = Folder::with("input", &text);
    let args = format!("--quiet --format csv --columns line,status {options}");
    let run = folder.run(&format!("solve input {args}"));
    let word = |row: &Vec<String>| match &row[1][..] {
        "unique" => row[0].clone(),
        status => format!("{}:{status}", row[0]),
    };
    let found: Vec<_> = run.rows().iter().skip(1).map(word).collect();
    assert_eq!(found.join(" "), expected, "{text}\n{}", run.err);
    for args in [format!("{args} --chunk-size 1"), format!("{args} --chunk-size 90 -j 3")] {
        assert_eq!(folder.run(&format!("solve input {args}")).out, run.out, "{args}");
        assert_eq!(folder.feed(text.clone(), &format!("solve {args}")).out, run.out, "{args}");
    }
}

/// Returns the summary's counts of skipped lines, and checks that all lines are counted.
#[track_caller]
fn skipped(text: impl AsRef<str>, options: &str) -> String {
    let folder = Folder::with("input", with_puzzles(text.as_ref()));
    let run = folder.run(&format!("solve input -q -o out --summary summary.json {options}"));
    let summary: serde_json::Value = serde_json::from_str(&folder.read("summary.json"))
        .unwrap_or_else(|_| panic!("{}", run.err));
    let skipped: Vec<(&String, u64)> = summary["skipped"]
        .as_object()
        .unwrap()
        .iter()
        .map(|(name, count)| (name, count.as_u64().unwrap()))
        .collect();
    let sum: u64 = skipped.iter().map(|(_, count)| count).sum();
    assert_eq!(sum + summary["puzzles"].as_u64().unwrap(), summary["lines"].as_u64().unwrap());
    let words = skipped.iter().filter(|(_, count)| *count > 0);
    words.map(|(name, count)| format!("{count} {name}")).collect::<Vec<_>>().join(", ")
}

/// The results of valid records at these lines.
fn valid(lines: std::ops::Range<u64>) -> String {
    lines.map(|line| line.to_string()).collect::<Vec<_>>().join(" ")
}

/// The results of invalid records at these lines.
fn invalid(lines: std::ops::Range<u64>) -> String {
    lines.map(|line| format!("{line}:invalid")).collect::<Vec<_>>().join(" ")
}

#[test]
fn line_ends() {
    records("id,puzzle\r1,P1\r2,P2\r3,P3\r", "", "2 3 4");
    records("P1\rP2\nP3\r\nP1\r", "", "1 2 3 4");
    records("1,P1\r2,P2\n3,P3\r\n4,x", "", "1 2 3 4:invalid");
    records("id,note,puzzle\r1,\"a\rb\",P1\r2,c,P2\r", "", "2 4");
    let grid = |puzzle: &str| {
        puzzle.as_bytes().chunks(9).map(String::from_utf8_lossy).collect::<Vec<_>>().join("\r")
    };
    records(format!("{}\r\r{}\r", grid(EY1), grid(ROYLE)), "", "1 11");
    assert_eq!(skipped("id,puzzle\r1,P1\r\r# x\r2,P2", ""), "1 blank, 1 header");
}

#[test]
fn verify_reads_line_ends_of_any_kind() {
    let csv = format!("id,puzzle,solution\r1,{EY1},{EY1_SOLVED}\r2,{ROYLE},{ROYLE_SOLVED}\r");
    let run = Folder::with("a.csv", csv).run("verify a.csv");
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.err.contains("2 right"), "{}", run.err);
}

#[test]
fn kept_fields_keep_their_returns() {
    let folder = Folder::with("a.csv", with_puzzles("id,puzzle\r\"a\rb\",P1\r"));
    let run = folder.run("solve a.csv -q --format csv --keep id --columns status");
    assert_eq!(run.out, "id,status\n\"a\rb\",unique\n");
}

#[test]
fn puzzle_with_spaces_before_plain_lines() {
    let first = spread(&EY1.replace('0', "."), " ");
    records(format!("{first}\nP2\nP3\n"), "", "1 2 3");
}

#[test]
fn arrays_without_values_below_a_puzzle_are_records() {
    let (puzzle, nan) = (spread(EY1, ","), spread(&"n".repeat(81), ",").replace('n', "nan"));
    let (commas, header) = (",".repeat(80), spread(&"c".repeat(81), ","));
    records(
        format!("{puzzle}\n{nan}\n{puzzle}\n{commas}\n{puzzle}\n"),
        "",
        "1 2:invalid 3 4:invalid 5",
    );
    records(format!("{header}\n{puzzle}\n"), "", "2");
    assert_eq!(skipped(format!("{header}\n{puzzle}\n{nan}"), ""), "1 header");
}

#[test]
fn empty_cells_of_a_spreadsheet() {
    let row = spread(EY1, ",").replace('0', "");
    records(format!("{row}\n{}\n", spread(ROYLE, ",")), "", "1 2");
    let rows = |text: &str| {
        let rows =
            text.as_bytes().chunks(4).map(|it| spread(std::str::from_utf8(it).unwrap(), ","));
        rows.collect::<Vec<_>>().join("\n").replace('0', "")
    };
    let small = "1423304041302314";
    records(format!("{}\n\n{}\n", rows(small), rows(small)), "", "1 6");
}

#[test]
fn cells_that_stand_apart_in_a_field() {
    let first = spread(&EY1.replace('0', "."), " ");
    records(format!("id,puzzle\n1,{first}\n2,P2\n"), "", "2 3");
    records(format!("1,{first}\n2,P2\n"), "", "1 2");
    let array = spread(EY1, ", ");
    records(
        format!("id,puzzle\n1,\"[{array}]\"\n2,\"[{array}\"\n3,\"[1]\"\n"),
        "",
        "2 3 4:invalid",
    );
    let grid = EY1.as_bytes().chunks(9).map(String::from_utf8_lossy).collect::<Vec<_>>().join("\n");
    records(format!("id,puzzle\n1,\"{grid}\"\n2,P2\n"), "", "2 11");
}

/// A row of P1 with a cell in each field, between two other fields.
fn in_columns(first: &str, separator: &str, last: &str) -> String {
    [first, &spread(&EY1.replace('0', "."), separator), last].join(separator) + "\n"
}

#[test]
fn cells_in_columns_of_their_own() {
    let names: Vec<_> = (1..=81).map(|number| format!("c{number}")).collect();
    let row = |first| in_columns(first, ",", "5");
    let easy = |id| in_columns(id, ",", "easy");
    let rows = row("1") + &row("2").replace(",.", ",").replace(",5\n", ",\"a\nb\"\n") + &row("3");
    let header = format!("id,{},label\n", names.join(","));
    records(format!("{header}{rows}"), "", "2 3 5");
    records(
        format!("\u{FEFF}{}", easy("").replacen(',', "", 1) + &easy("").replacen(',', "", 1)),
        "",
        "1 2",
    );
    records(format!("# from a spreadsheet\n{header}#{rows}"), "", "3 4 6");
    records(format!("{header}{rows}").replace(',', "\t"), "", "2 3 5");
    records(format!("id,{}\n{}", names.join(","), row("1").replace(",5\n", "\n")), "", "2");
    // The name of the first cell tells where they begin, and so does a name that is none.
    records(format!("{}{rows}", header.replace("label", "c82")), "--column c1", "2 3 5");
    records(row("a") + &row("b").replace(",5\n", ",x\n") + &row("c"), "--column 2", "1 2 3");
    records(easy("a") + &easy("b"), "", "1 2");
    // A row with a field more or less, without its values, with others, or with a clue twice.
    let damaged = [
        header,
        row("1").replacen(".,", "", 1),
        row("1").replacen(".,", ".,.,", 1),
        in_columns("1", ",", "x").replace(|c: char| c == '.' || c.is_ascii_digit(), ""),
        row("1").replacen(".,.", ".,nan", 1),
        row("1").replacen(",.,.,", ",9,9,", 1),
        format!("{EY1}\n"),
        rows,
    ]
    .concat();
    records(damaged.clone(), "", &format!("{} 8 9 11", invalid(2..8)));
    let folder = Folder::with("input", damaged);
    let run = folder.run("solve input -q --format csv --keep id,label");
    for told in [
        "2:164: found 82 fields; expected 83",
        "3:168: found 84 fields; expected 83",
        "4:2: found 0 numbers; expected 81",
        "5:17: found \"nan\"; expected a number from 0 to 9",
        "6:17: digit 9 twice in row 1 (r1c7 and r1c8)",
        "7:82: found 1 field; expected 83",
    ] {
        assert!(run.err.contains(told), "{told}\n{}", run.err);
    }
    assert!(run.out.contains("\n2,\"a\nb\",unique,"), "{}", run.out);
    // One damaged value at the end of the cells does not move them to the number before.
    let rows: Vec<_> = (1..=40).map(|id| in_columns(&id.to_string(), ",", "easy")).collect();
    let damaged = rows.concat().replacen(",easy", "nan,easy", 1);
    let run = Folder::with("input", &damaged).run("solve input -q");
    assert_eq!((run.code, run.out.trim()), (Some(2), ""), "{}", run.err);
    records(damaged.trim_end().replace('\n', "\nx"), "", &format!("1:invalid {}", valid(2..41)));
    // Arrays are no such tables, and their first row is no header.
    records(spread(EY1, ",") + "\n" + &spread(ROYLE, ",") + "\n", "", "1 2");
    // One column more of small numbers, without names: nobody knows where the cells begin.
    let run = Folder::with("input", row("1") + &row("2")).run("solve input");
    assert_eq!((run.code, run.out.trim()), (Some(2), ""), "{}", run.err);
}

#[test]
fn bars_between_rows_are_rulers() {
    let row = |row: &[u8]| {
        let boxes: Vec<_> = row
            .chunks(3)
            .map(|cells| {
                cells.iter().map(|&cell| char::from(cell).to_string()).collect::<Vec<_>>().join(" ")
            })
            .collect();
        format!("| {} |\n", boxes.join(" | "))
    };
    let blank = "|       |       |       |\n";
    let rows = EY1.as_bytes().chunks(9).map(|cells| format!("{blank}{}\n", row(cells).trim_end()));
    records(rows.collect::<String>(), "", "2");
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
    let array = |puzzle: &str| format!("[{}],\n", spread(puzzle, ","));
    for empty in ["[null]", "[]", "\"\"", "...", "[NaN]", "null", "O,O,O"] {
        let text = format!("[\n{}{empty}\n{}]\n", array(EY1), array(EY1));
        records(text, "", "2 3:invalid 4");
    }
    records(format!("[\n{},\n{}]\n", array(EY1), array(EY1)), "", "2 4");
    let names: Vec<_> = (0..81).map(|number| number.to_string()).collect();
    records(format!("{}\n{}", names.join(","), array(EY1)), "", "2");
}

#[test]
fn solution_in_the_place_of_the_puzzle() {
    let rows = format!("id,puzzle,solution\n1,P1,{EY1_SOLVED}\nP2,{ROYLE_SOLVED}\n");
    records(&rows, "", "2 3:invalid");
    records(
        format!("{rows}2,{EY1_SOLVED},{EY1_SOLVED}\n3,P2,{ROYLE_SOLVED},x\n"),
        "",
        "2 3:invalid 4 5",
    );
    records(
        format!("{rows}2,x,P2,{ROYLE_SOLVED},x\n2,{EY1_SOLVED},,,\n"),
        "",
        "2 3:invalid 4:invalid 5",
    );
    // Another field before the puzzle puts the solution there.
    let shifted = format!("id,note,puzzle\n1,x,P1\n2,x,P2,{ROYLE_SOLVED}\n3,x,y,{EY1_SOLVED}\n");
    records(shifted, "", "2 3 4:invalid");
    let folder = Folder::with("input", with_puzzles(&rows));
    let told = folder.run("solve input -q").err;
    assert!(told.ends_with("input:3:164: found 2 fields; expected 3\n"), "{told}");
}

#[test]
fn cells_in_another_order_are_not_read() {
    let names: Vec<_> =
        (1..=9).flat_map(|column| (1..=9).map(move |row| format!("r{row}c{column}"))).collect();
    let text = format!("{},id\n{},1\n", names.join(","), spread(EY1, ","));
    for options in ["", "--column r1c1"] {
        let run = Folder::with("input", &text).run(&format!("solve input -q {options}"));
        assert_eq!((run.code, run.out.trim()), (Some(2), ""), "{}", run.err);
    }
}

#[test]
fn damaged_first_record_is_no_header() {
    records(format!("{}\nP1\n", EY1.replace('0', "~")), "", "1:invalid 2");
    records(format!("{}\nP1\n", EY1.replace('0', "·")), "", "1:invalid 2");
    for missing in ["#REF!", "(null)", "--", "—", "missing"] {
        records(format!("a,{missing},x\nb,P1,y\n"), "", "1:invalid 2");
    }
    records("id,puzzle,note\n1,P1\n2,P2,x\n", "--header", "2 3");
    records("id,puzzle,note\n1\n2,P2,x\n", "", "2:invalid 3");
    let run = Folder::with("a", with_puzzles("id,grid\n1,P1\nid,board\n2,P2\n"))
        .run("solve a --column board");
    run.refuses("a: found no column \"board\"; the columns are: id, grid");
}

#[test]
fn number_sign_in_delimited_text() {
    records("rating,puzzle\n1.5,P1\n#N/A,P2\n2.5,P3\n", "", "2 3 4");
    records("id,puzzle\n#17,P1\n#18,P2\n", "", "2 3");
    records("id,puzzle\n#N/A,\n#18,P2\n", "", "2:invalid 3");
    records("#17,P1\n#18,P2\n", "", "1 2");
    records("a\tb\tpuzzle\n\t#foo\tP1\n\t\t\n1\t2\tP2\n", "", "2 3:invalid 4");
    records("# above\n\nid,puzzle\n# above\n1,P1\n# below\n2,P2\n", "", "5 6:invalid 7");
    records("id,puzzle\n1,P1\n# below\n2,P2\n", "--comment #", "2 4");
    records("id,puzzle\n1,P1\n% below\n#2,P2\n", "--comment %", "2 4");
    records("P1\n# below\n  # below\nP2\n", "", "1 4");
    records("#,puzzle\n1,P1\n2,P2\n", "", "2 3");
    records("# id,solution,puzzle\n1,,P1\n#,,P2\n", "", "2 3");
    assert_eq!(skipped("# id,puzzle\n1,P1\n", ""), "1 comment");
    assert_eq!(skipped("# a\nid,puzzle\n# b\n1,P1\n", ""), "2 comment, 1 header");
}

#[test]
fn quote_behind_another_separator() {
    records("id,note,puzzle\n1,a;\"b,P1\n2,c,P2\n3,d\"\n4,x,P3\n", "", "2 3 4:invalid 5");
}

#[test]
fn column_names_the_header() {
    records("x,y,z\n1,2,P1\n3,4,P2\n", "--column z", "2 3");
    records("Export of 2024,,\nx,y,z\n1,2,P1\n3,4,P2\n", "--column z", "3 4");
    let run = Folder::with("a.csv", with_puzzles("x,y\n1,P1\n")).run("solve a.csv --column w");
    run.refuses("a.csv: found no column \"w\"; the columns are: x, y");
}

#[test]
fn first_row_without_a_puzzle() {
    for missing in ["NULL", "NA", "n/a", "nan", "None"] {
        records(format!("{missing}\nP1\nP2\n"), "", "1:invalid 2 3");
        records(format!("a,{missing}\nb,P1\nc,P2\n"), "", "1:invalid 2 3");
    }
    records("a,\nb,P1\nc,P2\n", "", "1:invalid 2 3");
    records("53..7\nP1\n", "", "1:invalid 2");
    records("1,corrupted\n2,P1\n3,P2\n", "", "1:invalid 2 3");
    records("x,y,z\n1,2,P1\n3,4,P2\n", "", "2 3");
    records("board,label\nP1,x\nP2,y\n", "", "2 3");
    records("board,label\nP1,x\nP2,y\n", "--no-header", "1:invalid 2 3");
    records("1,corrupted\n2,P1\n3,P2\n", "--header", "2 3");
    records("P1,a\nP2,b\n", "--header", "2");
    let run = Folder::with("a.csv", with_puzzles("board,label\nP1,x\n")).run("solve a.csv");
    assert!(run.err.contains("\nheader: board,label\n"), "{}", run.err);
}

#[test]
fn records_of_another_format_are_invalid() {
    let grid = "1423\n3.4.\n413.\n2314";
    let json = format!("{{\"id\": 1, \"puzzle\": \"{EY1}\"}}");
    for other in ["P1", "1,P1,easy", &json] {
        records(format!("{grid}\n\n{other}\n\n{grid}\n"), "", "1 6:invalid 8");
    }
    let run = Folder::new().feed(with_puzzles(&format!("{grid}\n\nP1\n")), "solve -q");
    assert!(run.err.contains("6:1: found a puzzle in one line of a file of grids"), "{}", run.err);
    let array = spread(EY1, ",");
    records(format!("{array}\n{json}\n1,P2,easy\n{array}\n"), "", "1 2:invalid 3:invalid 4");
}

#[test]
fn later_row_of_another_format_does_not_decide() {
    let full = format!("{}0", &EY1_SOLVED[..80]);
    let text = format!("{full}:1:x\n{full}:1:x\nnot a puzzle\n1,P1,easy\n{full}:1:x\n");
    records(text, "", "1 2 3:invalid 4:invalid 5");
}

#[test]
fn byte_order_mark_before_a_quote() {
    records("\u{FEFF}\"a\nb\",P1\nc,P2\nd,P3\n", "", "1 3 4");
    records("\u{FEFF}{\"puzzle\":[[1,4,2,3],[0,0,0,0],[4,1,3,0],[2,3,1,4]]}\n", "", "1");
}

#[test]
fn apostrophe_of_a_spreadsheet() {
    records("id,puzzle\n1,'P1\n2,'P2\n", "", "2 3");
    records("'P1\nP2\n", "", "1 2");
}

#[test]
fn delimiter_is_chosen() {
    records("a;b|P1\nc;d|P2\n", "--delimiter | --column 2", "1 2");
    records("my favourite puzzles\na;b|P1\nc;d|P2\n", "--delimiter |", "1:invalid 2 3");
    let run = Folder::with("a", EY1).run("solve a --delimiter :");
    run.refuses_arguments(&["found \":\"; expected one of , ; | or \\t"]);
}

#[test]
fn size_is_chosen() {
    let rows = format!("{SMALL}\nP1\n{SMALL}\nP2\n");
    records(&rows, "", "1 2:invalid 3 4:invalid");
    records(&rows, "--order 3", "1:invalid 2 3:invalid 4");
    records(format!("id,board\n1,{SMALL}\n2,P1\n"), "--order 3", "2:invalid 3");
    let numbers = |text: &str| spread(text, ",") + "\n";
    records(numbers("1230") + &numbers(EY1), "--order 3", "1:invalid 2");
    let grid = |puzzle: &str, side| {
        let rows: Vec<_> = (0..side).map(|row| &puzzle[row * side..(row + 1) * side]).collect();
        rows.join("\n") + "\n\n"
    };
    let grids = grid(SMALL, 4) + &grid(EY1, 9);
    let run = Folder::with("input", grids).run("solve input -q --order 3");
    assert!(run.out.contains(EY1_SOLVED), "{} {}", run.out, run.err);
}

#[test]
fn strict_run_refuses_names() {
    let grid = "1423\n0000\n4130\n2314\n";
    let folder = Folder::with("a.txt", format!("Grid 1\n{grid}"));
    let run = folder.run("solve a.txt -q --strict");
    let problem = "found a name; expected a puzzle or a comment";
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
    assert_eq!(run.err, format!("sudomill: a.txt:1:1: {problem}; stopped because of --strict\n"));
    folder.run("solve a.txt -q").gives(&lines(&[SMALL_SOLVED]));
    let folder = Folder::with("a.txt", format!("# Grid 1\n\n{grid}"));
    folder.run("solve a.txt -q --strict").gives(&lines(&[SMALL_SOLVED]));
}

#[test]
fn further_rows_of_grids_are_counted() {
    let grid = "14|23\n00|00\n--+--\n41|30\n23|14\n";
    assert_eq!(skipped(format!("one\n{grid}\n{grid}"), ""), "1 blank, 1 name, 6 row, 2 ruler");
}

#[test]
fn messages_name_the_cause() {
    let told = |text: &str| {
        let run = Folder::with("a.csv", with_puzzles(text)).run("solve a.csv -q");
        assert_eq!(run.code, Some(1), "{}", run.err);
        run.err
    };
    let lost = told("id,puzzle\n1,P1\n2,4.30E+80\n");
    assert_eq!(lost, "a.csv:3:3: found 4.30E+80: the digits are lost; export the column as text\n");
    let other = told(&format!("{DIAG}\n1423000041302314\nP1\n"));
    let told =
        "a.csv:3:1: found 81 cells in a file of 4×4 puzzles; --order 3 reads those instead\n";
    assert!(other.ends_with(told), "{other}");
    let run =
        Folder::with("a.csv", with_puzzles("id,puzzle\n7,P1\n")).run("solve a.csv --column id");
    let hint = "a.csv: column 1 holds no puzzles, but column 2 (puzzle) does: --column 2\n";
    assert!(run.err.contains(hint), "{}", run.err);
}
