//! Lines that are not puzzles are located, counted, and skipped.

use crate::{
    every_way::solve_every_way,
    puzzles::*,
    run::{Folder, WAYS, feed, solve},
};

const COLUMN: &str = "digit 5 twice in column 3 (r2c3 and r8c3)";

/// The message about a line that follows a good one. The library's tests have all faults.
#[test]
fn located() {
    let (mut latin, empty) = (EY1.as_bytes().to_vec(), "0".repeat(81));
    latin[0] = 0xE9;
    let in_row = with(&with(&empty, 10, '7'), 18, '7');
    let in_box = with(&with(&empty, 41, '1'), 51, '1');
    for (line, told) in [
        (with(EY1, 7, 'Z').into_bytes(), format!("7: found 'Z'; {CELL}")),
        (format!("   {}\r\n", with(EY1, 4, 'Z')).into_bytes(), format!("7: found 'Z'; {CELL}")),
        (with(EY1, 81, '€').into_bytes(), format!("81: found '€'; {CELL}")),
        (latin, format!("1: found '\u{FFFD}'; {CELL}")),
        (CONFLICT.into(), format!("66: {COLUMN}")),
        (in_row.into_bytes(), "18: digit 7 twice in row 2 (r2c1 and r2c9)".to_owned()),
        (in_box.into_bytes(), "51: digit 1 twice in box 5 (r5c5 and r6c6)".to_owned()),
    ] {
        let run = solve([EY1.as_bytes(), b"\n", &line].concat(), "");
        run.ends(1, &solved("1 -"), &format!("input:2:{told}\n"));
    }
    let run = feed(lines(&[SMALL, &with(SMALL, 6, '5')]), "solve --quiet");
    let told = "<stdin>:2:6: found '5'; expected 1-4 or one of . 0 - _ * ? x X\n";
    run.ends(1, &solved("4 -"), told);
    for strategy in ["lanes", "mrv", "lanes --max-guesses 0"] {
        let run = solve(format!("1,{EY1}\n22,{CONFLICT}\n"), &format!("--strategy {strategy}"));
        assert_eq!(run.err, format!("input:2:69: {COLUMN}\n"));
    }
}

#[test]
fn control_character_is_escaped() {
    let run = feed(lines(&[&with(EY1, 3, '\u{1b}'), EY1]), "solve --quiet --format jsonl");
    run.lacks("\u{1b}");
    assert_eq!(run.err, format!("<stdin>:1:3: found '\\u{{1b}}'; {CELL}\n"));
}

#[test]
fn carriage_return_within_line() {
    let run = feed(format!("{EY1}\r{ROYLE}\r{}\r{EY1}", &EY1[..80]), "solve --quiet");
    run.prints(1, &solved("1 2 - 1")).begins("<stdin>:3:81: found the end of the puzzle");
}

#[test]
fn line_beyond_64_kib() {
    let long = format!("{EY1},{}", "a".repeat(70_000));
    for long in [&long, &long.repeat(20)] {
        let told = "input:1:1: found a line longer than 65536 bytes\n";
        solve(lines(&[long, EY1]), "").ends(1, &solved("- 1"), told);
    }
}

#[test]
fn arbitrary_bytes() {
    let mut noise: Vec<u8> = (0..40_000u32).map(|i| ((i * i) >> 7) as u8).collect();
    noise.extend(format!("\n{EY1}\n").bytes());
    for format in ["solution", "count", "csv", "jsonl"] {
        solve(&noise, &format!("--format {format}")).exits(1).shows(&[EY1_SOLVED]);
    }
}

#[test]
fn ten_bad_lines_are_shown() {
    let shown: Vec<_> =
        (2..12).map(|line| format!("<stdin>:{line}:1: found 'Z'; {CELL}")).collect();
    for (bad, rest) in [
        (10, ""),
        (11, "<stdin>: and 1 more bad line\n"),
        (1_234, "<stdin>: and 1,224 more bad lines\n"),
    ] {
        let run = feed(format!("{EY1}\n{}", "Z\n".repeat(bad)), "solve --quiet");
        assert_eq!(run.err, lines(&shown) + rest);
    }
    // The first ten on any number of threads.
    let input: String = (0..300).map(|i| format!("{EY1}\n{}\n", "Z".repeat(i % 7 + 1))).collect();
    let run = solve_every_way(&input, "");
    let expected: String =
        (1..=10).map(|i| format!("input:{}:1: found 'Z'; {CELL}\n", i * 2)).collect();
    run.ends(1, &solved("1 -").repeat(300), &(expected + "input: and 290 more bad lines\n"));
}

#[test]
fn csv_and_jsonl_have_every_reason() {
    let input = format!("{EY1}\n{}", "Z\n".repeat(30));
    let message = format!("1: found 'Z'; {CELL}");
    let rows = solve(&input, "--format csv").rows();
    assert!(rows[2..].iter().all(|row| row[2..4] == ["invalid", &message]), "{rows:?}");
    let objects = solve(&input, "--format jsonl").values();
    let is_told = |it: &&serde_json::Value| it["status"] == "invalid" && it["message"] == message;
    assert_eq!((rows.len(), objects.iter().filter(is_told).count()), (32, 30));
    let rows = solve(lines(&[CONFLICT, EY1]), "--format csv").rows();
    assert_eq!(rows[1][2..], ["invalid", &format!("66: {COLUMN}"), "0", ""]);
    // The line itself.
    let bad = "say \"hi\", \\ é\t';";
    let input = format!("{EY1}\n{bad}\r\n");
    assert_eq!(solve(&input, "--format csv").rows()[2][1], bad);
    assert_eq!(solve(&input, "--format jsonl").values()[1]["puzzle"], bad);
}

/// A reader of CSV that saw no quotes in its first rows would cut a message at its comma.
#[test]
fn messages_have_no_commas() {
    let quoted = format!("a,puzzle\n1,{EY1}\n2,\"53,4\"\n3\n4,\"1\n2\"\n5,4.3E+80\n6,{SMALL}\n");
    let json =
        format!("{{\"puzzle\":\"{EY1}\"}}\n{{\"a\":1 2}}\n{{\"a\":1}}\n{{\"a\":1,\"a\":2}}\n");
    let grids = "14|23\n00|00\n41|30\n23|14\n\n14,23\n00|00\n41|3\n23|14\n";
    for (text, bad) in
        [(shipped("malformed.txt"), 15), (quoted, 5), (json, 3), (grids.to_owned(), 1)]
    {
        let messages = solve(&text, "--format csv --columns line,message").column(1);
        let found = messages.iter().filter(|message| !message.is_empty()).count();
        assert_eq!(found, bad, "{messages:?}");
        assert!(messages.iter().all(|message| !message.contains(',')), "{messages:?}");
    }
}

#[test]
fn strict_stops_at_first_bad_line() {
    for bad in [&with(EY1, 7, 'Z'), "bad", CONFLICT] {
        let folder = Folder::with("input", lines(&[EY1, ROYLE, bad, EY1, "worse"]));
        for way in WAYS {
            let outputs = "-o out.txt --timing timing.csv --summary summary.json";
            let run = folder.run(&format!("solve input --strict {outputs} {way}"));
            run.prints(2, "").begins("sudomill: input:3:").tells(2, &["--strict"]).is_one_line();
            assert_eq!(folder.names(), ["input"]);
        }
    }
    let input = format!("# c\n\n{EY1}\n{NO_SOLUTION}\n");
    feed(input, "solve --strict --quiet").ends(1, &lines(&[EY1_SOLVED, ""]), "");
}
