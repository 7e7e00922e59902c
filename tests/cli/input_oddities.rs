//! Unusual but valid files of puzzles.

use crate::{puzzles::*, run::Folder};

/// Checks that the input has these solutions, whether it is mapped or read.
#[track_caller]
fn is_solved(input: impl Into<Vec<u8>>, solutions: &[&str]) {
    let input = input.into();
    let folder = Folder::with("puzzles.txt", &input);
    folder.run("solve puzzles.txt --quiet").gives(&lines(solutions));
    folder.feed(input, "solve --quiet").gives(&lines(solutions));
}

/// Returns the summary's count of skipped lines.
fn skipped(input: impl AsRef<[u8]>) -> String {
    let run = Folder::with("puzzles.txt", input).run("solve puzzles.txt");
    let line = run.err.lines().find_map(|line| line.strip_prefix("skipped lines: "));
    line.unwrap_or("none").to_owned()
}

#[test]
fn blank_symbols() {
    for blank in [".", "0", "-", "_", "*", "?", "x", "X"] {
        is_solved(EY1.replace('0', blank), &[EY1_SOLVED]);
        is_solved(SMALL.replace('0', blank), &[SMALL_SOLVED]);
    }
    let mixed: String = EY1.chars().zip(".0-_*?xX".chars().cycle()).map(mix).collect();
    is_solved(mixed, &[EY1_SOLVED]);
}

fn mix((cell, blank): (char, char)) -> char {
    if cell == '0' { blank } else { cell }
}

#[test]
fn text_after_separator() {
    for separator in [",", ";", ":", "\t", " ", "|", " , ", ";;"] {
        for rest in ["", "1", "anything § \u{1F600}", EY1, "\"", "#"] {
            is_solved(format!("{EY1}{separator}{rest}\n"), &[EY1_SOLVED]);
        }
    }
}

#[test]
fn full_grid() {
    is_solved(lines(&[EY1_SOLVED, EY1]), &[EY1_SOLVED, EY1_SOLVED]);
    // Ill-posed, as in the text of this strategy.
    let strategy = "solve --strategy backtracking-descending --limit 1 -q";
    for format in ["", " --format solutions"] {
        let text = lines(&[EY1_SOLVED, EY1]);
        let run = Folder::new().feed(text, &format!("{strategy}{format}"));
        assert_eq!(run.code, Some(1));
        assert_eq!(run.out.trim_start(), lines(&[EY1_SOLVED]), "{format}");
        let message = "<stdin>:1:1: found a full grid: ill-posed; expected an empty cell\n";
        assert_eq!(run.err, message);
    }
}

#[test]
fn published_csv_files() {
    let kaggle_1 = format!("quizzes,solutions\n{EY1},{EY1_SOLVED}\n{ROYLE},{ROYLE_SOLVED}\n");
    is_solved(kaggle_1.clone(), &[EY1_SOLVED, ROYLE_SOLVED]);
    assert_eq!(skipped(kaggle_1), "1 header");
    let (ey1, royle) = (EY1.replace('0', "."), ROYLE.replace('0', "."));
    let kaggle_3 = format!(
        "source,question,answer,rating\npuzzles0_kaggle,{ey1},{EY1_SOLVED},0\n\
         puzzles2_17_clue,{royle},{ROYLE_SOLVED},7\n"
    );
    is_solved(kaggle_3.clone(), &[EY1_SOLVED, ROYLE_SOLVED]);
    assert_eq!(skipped(kaggle_3), "1 header");
    let indexed = format!("id,puzzle,solution,clues,difficulty\n1,{EY1},{EY1_SOLVED},28,2.2\n");
    is_solved(indexed, &[EY1_SOLVED]);
    is_solved(format!("\"a\",\"b\"\r\n\"1\",\"{EY1}\"\r\n"), &[EY1_SOLVED]);
}

#[test]
fn header_is_first_line() {
    let run = Folder::new().feed(format!("{EY1}\nquizzes,solutions\n"), "solve --quiet");
    assert_eq!((run.code, run.out), (Some(1), lines(&[EY1_SOLVED, ""])));
    assert!(run.err.starts_with("<stdin>:2:1: found 'q'"), "{}", run.err);
}

#[test]
fn count_in_first_line() {
    for count in ["1", "49158", "49158\r", " 100 "] {
        is_solved(format!("{count}\n{EY1}\n"), &[EY1_SOLVED]);
        assert_eq!(skipped(format!("{count}\n{EY1}\n")), "1 count");
    }
    let run = Folder::new().feed(format!("{EY1}\n49158\n"), "solve --quiet");
    assert_eq!((run.code, run.out), (Some(1), lines(&[EY1_SOLVED, ""])));
}

#[test]
fn malformed_first_puzzle() {
    for broken in [&EY1[..80], &with(EY1, 1, 'Z'), "53..7....", CONFLICT] {
        let run = Folder::new().feed(lines(&[broken, EY1]), "solve --quiet");
        assert_eq!((run.code, run.out), (Some(1), lines(&["", EY1_SOLVED])), "{broken}");
    }
}

#[test]
fn blank_lines_and_comments() {
    let input = format!("# a set\n\n{EY1}\n  \t \n#{ROYLE}\n  # indented\n\n{ROYLE}\n\n");
    is_solved(input.clone(), &[EY1_SOLVED, ROYLE_SOLVED]);
    assert_eq!(skipped(input), "4 blank, 3 comment");
    let input = format!("\n# c\nquizzes,solutions\n{EY1}\n");
    assert_eq!(skipped(input), "1 blank, 1 comment, 1 header");
    assert_eq!(skipped(EY1), "none");
}

#[test]
fn line_ends_and_byte_order_mark() {
    is_solved(format!("{EY1}\r\n\r\n{ROYLE}\r\n"), &[EY1_SOLVED, ROYLE_SOLVED]);
    is_solved(format!("{EY1}\r\n{ROYLE}\r"), &[EY1_SOLVED, ROYLE_SOLVED]);
    is_solved(format!("{EY1}\n{ROYLE}"), &[EY1_SOLVED, ROYLE_SOLVED]);
    is_solved(format!("\u{FEFF}{EY1}\n"), &[EY1_SOLVED]);
    is_solved(format!("\u{FEFF}quizzes,solutions\r\n{EY1},1\r\n"), &[EY1_SOLVED]);
    is_solved(format!("\u{FEFF}2\r\n{EY1}\r\n{ROYLE}"), &[EY1_SOLVED, ROYLE_SOLVED]);
    is_solved(format!("\u{FEFF}# c\r\n\u{20}{EY1}"), &[EY1_SOLVED]);
    is_solved(format!("\u{FEFF}\r\n{SMALL}"), &[SMALL_SOLVED]);
    assert_eq!(skipped(format!("{EY1}\r\n\r\n# c\r\n")), "1 blank, 1 comment");
}

#[test]
fn line_numbers_count_every_line() {
    let input = format!("\u{FEFF}2\r\n# c\r\n\r\n{EY1}\r\nbad\r\n{ROYLE}");
    let run = Folder::with("puzzles.txt", input).run("solve puzzles.txt -q --format csv");
    let numbers: Vec<_> = run.rows()[1..].iter().map(|row| row[0].clone()).collect();
    assert_eq!(numbers, ["4", "5", "6"]);
    assert!(run.err.starts_with("puzzles.txt:5:1: found 'b'"), "{}", run.err);
}

#[test]
fn detects_4x4() {
    is_solved(lines(&[SMALL, SMALL]), &[SMALL_SOLVED, SMALL_SOLVED]);
    is_solved(format!("3\n# small\n{SMALL};x\n"), &[SMALL_SOLVED]);
    is_solved(format!("puzzle,rating\n{SMALL},1.5\n"), &[SMALL_SOLVED]);
    is_solved(format!("id,puzzle\n1,{SMALL},{SMALL_SOLVED}\n"), &[SMALL_SOLVED]);
    let run = Folder::new().feed(lines(&[SMALL, EY1]), "solve --quiet");
    assert_eq!((run.code, run.out), (Some(1), lines(&[SMALL_SOLVED, ""])));
    let run = Folder::new().feed(lines(&[EY1, SMALL]), "solve --quiet");
    assert_eq!((run.code, run.out), (Some(1), lines(&[EY1_SOLVED, ""])));
}

#[test]
fn first_line_of_16_characters_may_be_a_header() {
    let run = Folder::new().feed(lines(&["[Puzzle_set_001]", EY1]), "solve --quiet");
    assert_eq!((run.code, run.out), (Some(0), lines(&[EY1_SOLVED])));
    assert_eq!(skipped(lines(&["[Puzzle_set_001]", EY1])), "1 header");
}

#[test]
fn empty_input() {
    for input in ["", "\u{FEFF}"] {
        for format in ["solution", "count", "jsonl"] {
            let args = format!("solve puzzles.txt --quiet --format {format}");
            Folder::with("puzzles.txt", input).run(&args).gives("");
            Folder::new().feed(input, &args.replace("puzzles.txt", "-")).gives("");
        }
        let folder = Folder::with("puzzles.txt", input);
        let run = folder.run("solve puzzles.txt -o out.csv --format csv --timing timing.csv");
        assert_eq!(run.code, Some(0));
        assert_eq!(run.err.lines().next(), Some("0 puzzles"), "{input:?}: {}", run.err);
        assert_eq!(folder.read("out.csv"), "line,puzzle,status,message,solutions,solution\n");
        assert_eq!(folder.read("timing.csv").lines().count(), 1);
    }
}

#[test]
fn input_without_puzzle() {
    for (input, lines) in [
        ("\n", "1 line"),
        ("# nothing\n\n", "2 lines"),
        ("quizzes,solutions\n", "1 line"),
        ("0\n", "1 line"),
        ("Z\n\nZ", "3 lines"),
        ("id,puzzle\n1,12\n2,\n", "3 lines"),
    ] {
        let folder = Folder::with("puzzles.txt", input);
        for args in ["", "--threads 2 --chunk-size 1", "--no-mmap"] {
            let outputs = "-o out.txt --timing timing.csv --summary summary.json";
            let run = folder.run(&format!("solve puzzles.txt {outputs} {args}"));
            assert_eq!(run.code, Some(2), "{input:?}");
            let told = format!("sudomill: puzzles.txt: no puzzle in {lines}");
            assert_eq!(run.err.lines().last(), Some(&*told), "{input:?}");
            assert_eq!(folder.names(), ["puzzles.txt"]);
        }
    }
    let run = Folder::with("puzzles.txt", "5Z\n7\n").run("solve puzzles.txt");
    assert_eq!(run.err.lines().count(), 3, "{}", run.err);
}

#[test]
fn longest_line() {
    let mut line = format!("{EY1},");
    line.push_str(&"a".repeat((64 << 10) - line.len()));
    is_solved(line, &[EY1_SOLVED]);
}

#[test]
fn order_across_chunks() {
    let puzzles = [EY1, ROYLE].repeat(2_500);
    let solutions = [EY1_SOLVED, ROYLE_SOLVED].repeat(2_500);
    is_solved(lines(&puzzles), &solutions);
}
