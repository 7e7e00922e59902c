//! Lines that are not puzzles are located, counted, and skipped.

use crate::{puzzles::*, run::Folder};

const EXPECTED: &str = "expected 1-9 or one of . 0 - _ * ? x X";

/// Returns the message about a line that follows a good one.
#[track_caller]
fn told(line: impl AsRef<[u8]>) -> String {
    let mut input = format!("{EY1}\n").into_bytes();
    input.extend(line.as_ref());
    let run = Folder::with("puzzles.txt", input).run("solve puzzles.txt --quiet");
    assert_eq!((run.code, run.out), (Some(1), lines(&[EY1_SOLVED, ""])));
    run.err
}

#[test]
fn wrong_character() {
    let at_7 = format!("puzzles.txt:2:7: found 'Z'; {EXPECTED}\n");
    assert_eq!(told(with(EY1, 7, 'Z')), at_7);
    assert_eq!(told(format!("{}\r\n", with(EY1, 7, 'Z'))), at_7);
    assert_eq!(told(format!("   {},1", with(EY1, 4, 'Z'))), at_7);
    let euro = with(EY1, 81, '€');
    assert_eq!(told(euro), format!("puzzles.txt:2:81: found '€'; {EXPECTED}\n"));
    let mut latin = EY1.as_bytes().to_vec();
    latin[0] = 0xE9;
    assert_eq!(told(latin), format!("puzzles.txt:2:1: found '\u{FFFD}'; {EXPECTED}\n"));
}

#[test]
fn control_character_is_escaped() {
    let input = lines(&[&with(EY1, 3, '\u{1b}'), EY1]);
    let run = Folder::new().feed(input, "solve --quiet --format jsonl");
    assert_eq!(run.err, format!("<stdin>:1:3: found '\\u{{1b}}'; {EXPECTED}\n"));
    assert!(!run.out.contains('\u{1b}'), "{}", run.out);
    assert_eq!(told(with(EY1, 3, '\0')), format!("puzzles.txt:2:3: found '\\0'; {EXPECTED}\n"));
}

#[test]
fn wrong_length() {
    let short = "puzzles.txt:2:81: found the end of the puzzle after 80 cells; expected 81\n";
    assert_eq!(told(&EY1[..80]), short);
    let long = "puzzles.txt:2:82: found '7' after 81 cells; expected the end of the line or \
                a separator\n";
    assert_eq!(told(format!("{EY1}7")), long);
}

#[test]
fn carriage_return_within_line() {
    let text = format!("{EY1}\r{ROYLE}\r{}\r{EY1}", &EY1[..80]);
    let run = Folder::new().feed(text, "solve --quiet");
    let expected = lines(&[EY1_SOLVED, ROYLE_SOLVED, "", EY1_SOLVED]);
    assert_eq!((run.code, run.out), (Some(1), expected));
    assert!(run.err.starts_with("<stdin>:3:81: found the end of the puzzle"), "{}", run.err);
}

#[test]
fn digit_of_larger_grid() {
    let run = Folder::new().feed(lines(&[SMALL, &with(SMALL, 6, '5')]), "solve --quiet");
    let expected = "<stdin>:2:6: found '5'; expected 1-4 or one of . 0 - _ * ? x X\n";
    assert_eq!((run.code, run.err.as_str()), (Some(1), expected));
}

#[test]
fn repeated_digit_names_unit_and_cells() {
    let column = "digit 5 twice in column 3 (r2c3 and r8c3)";
    assert_eq!(told(CONFLICT), format!("puzzles.txt:2:66: {column}\n"));
    let empty = "0".repeat(81);
    let row = with(&with(&empty, 10, '7'), 18, '7');
    assert_eq!(told(row), "puzzles.txt:2:18: digit 7 twice in row 2 (r2c1 and r2c9)\n");
    let in_box = with(&with(&empty, 41, '1'), 51, '1');
    assert_eq!(told(in_box), "puzzles.txt:2:51: digit 1 twice in box 5 (r5c5 and r6c6)\n");
    let run = Folder::new().feed(lines(&[CONFLICT, EY1]), "solve --quiet --format csv");
    let expected = ["invalid".into(), format!("66: {column}"), "0".into(), "".into()];
    assert_eq!(run.rows()[1][2..], expected);
}

#[test]
fn line_beyond_64_kib() {
    let long = format!("{EY1},{}", "a".repeat(70_000));
    for input in [lines(&[&long, EY1]), lines(&[long.repeat(20).as_str(), EY1])] {
        let run = Folder::with("puzzles.txt", input).run("solve puzzles.txt --quiet");
        assert_eq!((run.code, run.out), (Some(1), lines(&["", EY1_SOLVED])));
        assert_eq!(run.err, "puzzles.txt:1:1: found a line longer than 65536 bytes\n");
    }
}

#[test]
fn arbitrary_bytes() {
    let mut noise: Vec<u8> = (0..40_000u32).map(|i| ((i * i) >> 7) as u8).collect();
    noise.extend(format!("\n{EY1}\n").bytes());
    for format in ["solution", "count", "csv", "jsonl"] {
        let run = Folder::with("noise", &noise).run(&format!("solve noise --format {format}"));
        assert_eq!(run.code, Some(1), "{}", run.err);
        assert!(run.out.contains(EY1_SOLVED));
    }
}

#[test]
fn ten_bad_lines_are_shown() {
    let bad_lines = |bad: usize| {
        let run = Folder::new().feed(format!("{EY1}\n{}", "Z\n".repeat(bad)), "solve --quiet");
        run.err.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let ten = bad_lines(10);
    assert_eq!(ten[9], format!("<stdin>:11:1: found 'Z'; {EXPECTED}"));
    assert_eq!(ten.len(), 10);
    let eleven = bad_lines(11);
    assert_eq!((&eleven[..10], eleven.len()), (&ten[..], 11));
    assert_eq!(eleven[10], "<stdin>: and 1 more bad line");
    let many = bad_lines(1_234);
    assert_eq!((&many[..10], many.len()), (&ten[..], 11));
    assert_eq!(many[10], "<stdin>: and 1,224 more bad lines");
}

#[test]
fn first_ten_with_many_threads() {
    let input: String = (0..300).map(|i| format!("{EY1}\n{}\n", "Z".repeat(i % 7 + 1))).collect();
    let folder = Folder::with("puzzles.txt", input);
    for args in ["--threads 1", "--threads 2 --chunk-size 100", "--threads 4 --chunk-size 1"] {
        let run = folder.run(&format!("solve puzzles.txt --quiet {args}"));
        let told: Vec<_> = run.err.lines().take(10).map(|line| &line[..15]).collect();
        let expected: Vec<_> =
            (1..=10).map(|i| format!("puzzles.txt:{}:1: found", i * 2)).collect();
        let expected: Vec<_> = expected.iter().map(|line| &line[..15]).collect();
        assert_eq!(told, expected, "{args}");
        assert!(run.err.contains("290 more bad lines"), "{}", run.err);
    }
}

#[test]
fn csv_and_jsonl_have_every_reason() {
    let input = format!("{EY1}\n{}", "Z\n".repeat(30));
    let message = format!("1: found 'Z'; {EXPECTED}");
    let run = Folder::new().feed(input.clone(), "solve --quiet --format csv");
    let is_told = |row: &&Vec<String>| row[2] == "invalid" && row[3] == message;
    assert_eq!(run.rows()[2..].iter().filter(is_told).count(), 30);
    let run = Folder::new().feed(input, "solve --quiet --format jsonl");
    let told = format!("\"status\":\"invalid\",\"message\":\"{message}\"");
    assert_eq!(run.out.matches(&told).count(), 30);
}

/// A reader of CSV that saw no quotes in its first rows would cut a message at its comma.
#[test]
fn messages_have_no_commas() {
    let malformed = std::fs::read_to_string("datasets/malformed.txt").unwrap();
    let quoted =
        format!("a,puzzle\n1,{EY1}\n2,\"53,{EY1}\"\n3\n4,\"1\n2\"\n5,4.3E+80\n6,{SMALL}\n");
    let json =
        format!("{{\"puzzle\":\"{EY1}\"}}\n{{\"a\":1 2}}\n{{\"a\":1}}\n{{\"a\":1,\"a\":2}}\n");
    let grids = "14|23\n00|00\n41|30\n23|14\n\n14,23\n00|00\n41|3\n23|14\n";
    for (text, bad) in [(&malformed, 15), (&quoted, 5), (&json, 3), (&grids.to_owned(), 1)] {
        let run =
            Folder::with("input", text).run("solve input -q --format csv --columns line,message");
        let messages: Vec<_> = run.rows().into_iter().skip(1).map(|row| row[1].clone()).collect();
        assert_eq!(
            messages.iter().filter(|message| !message.is_empty()).count(),
            bad,
            "{}",
            run.out
        );
        assert!(messages.iter().all(|message| !message.contains(',')), "{messages:?}");
    }
}

#[test]
fn csv_and_jsonl_echo_bad_line() {
    let bad = "say \"hi\", \\ é\t';";
    let run = Folder::new().feed(format!("{EY1}\n{bad}\r\n"), "solve --quiet --format csv");
    assert_eq!(run.rows()[2][1], bad);
    let run = Folder::new().feed(format!("{EY1}\n{bad}\r\n"), "solve --quiet --format jsonl");
    let row: serde_json::Value = serde_json::from_str(run.out.lines().last().unwrap()).unwrap();
    assert_eq!(row["puzzle"], bad);
}

#[test]
fn strict_stops_at_first_bad_line() {
    for bad in [with(EY1, 7, 'Z'), "bad".into(), CONFLICT.into()] {
        let input = lines(&[EY1, ROYLE, &bad, EY1, "worse"]);
        let folder = Folder::with("puzzles.txt", input);
        for args in ["", "--threads 2 --chunk-size 1", "--no-mmap"] {
            let outputs = "-o out.txt --timing timing.csv --summary summary.json";
            let run = folder.run(&format!("solve puzzles.txt --strict {outputs} {args}"));
            assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
            assert!(run.err.starts_with("sudomill: puzzles.txt:3:"), "{}", run.err);
            assert!(run.err.lines().count() == 1 && run.err.contains("--strict"), "{}", run.err);
            assert_eq!(folder.names(), ["puzzles.txt"]);
        }
    }
}

#[test]
fn strict_without_bad_line() {
    let input = format!("# c\n\n{EY1}\n{NO_SOLUTION}\n");
    let run = Folder::new().feed(input, "solve --strict --quiet");
    assert_eq!((run.code, run.out, run.err), (Some(1), lines(&[EY1_SOLVED, ""]), "".into()));
}

#[test]
fn repeated_clue_column_in_line() {
    let folder = Folder::with("puzzles.csv", format!("1,{EY1}\n22,{CONFLICT}\n"));
    for strategy in ["lanes", "mrv"] {
        let run = folder.run(&format!("solve puzzles.csv -q --strategy {strategy}"));
        assert_eq!(run.err, "puzzles.csv:2:69: digit 5 twice in column 3 (r2c3 and r8c3)\n");
    }
}
