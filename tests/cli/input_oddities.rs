//! Unusual but valid files of puzzles.

use crate::{
    puzzles::*,
    run::{Folder, WAYS, feed, solve},
};

/// Checks that the input has these solutions, whether it is mapped or read.
#[track_caller]
fn is_solved(input: impl AsRef<[u8]>, solutions: &[&str]) {
    solve(&input, "").gives(&lines(solutions));
    feed(input.as_ref(), "solve --quiet").gives(&lines(solutions));
}

/// Checks the solutions of a file, and the summary's count of skipped lines.
#[track_caller]
fn skips(input: impl AsRef<[u8]>, solutions: &[&str], skipped: &str) {
    is_solved(&input, solutions);
    let run = Folder::with("puzzles.txt", input).run("solve puzzles.txt");
    let line = run.err.lines().find_map(|line| line.strip_prefix("skipped lines: "));
    assert_eq!(line.unwrap_or("none"), skipped);
}

#[test]
fn blank_symbols() {
    for blank in [".", "0", "-", "_", "*", "?", "x", "X"] {
        is_solved(EY1.replace('0', blank), &[EY1_SOLVED]);
        is_solved(SMALL.replace('0', blank), &[SMALL_SOLVED]);
    }
    let mix = |(cell, blank)| if cell == '0' { blank } else { cell };
    let mixed: String = EY1.chars().zip(".0-_*?xX".chars().cycle()).map(mix).collect();
    is_solved(mixed, &[EY1_SOLVED]);
}

#[test]
fn text_after_separator() {
    for separator in [",", ";", ":", "\t", " ", "|", " , ", ";;"] {
        for rest in ["", "1", "anything § \u{1F600}", EY1, "\"", "#"] {
            is_solved(format!("{EY1}{separator}{rest}\n"), &[EY1_SOLVED]);
        }
    }
    // Of the greatest length.
    is_solved(format!("{EY1},{}", "a".repeat((64 << 10) - 82)), &[EY1_SOLVED]);
}

#[test]
fn full_grid() {
    let text = lines(&[EY1_SOLVED, EY1]);
    let run = feed(text.clone(), "solve --quiet");
    run.gives(&lines(&[EY1_SOLVED, EY1_SOLVED]));
    // Ill-posed, as in the text of this strategy.
    let strategy = "solve --strategy backtracking-descending --limit 1 -q";
    for (format, before) in [("", "\n"), (" --format solutions", "")] {
        let message = "<stdin>:1:1: found a full grid: ill-posed; expected an empty cell\n";
        let run = feed(text.clone(), &format!("{strategy}{format}"));
        run.ends(1, &format!("{before}{EY1_SOLVED}\n"), message);
    }
}

#[test]
fn published_csv_files() {
    let both = [EY1_SOLVED, ROYLE_SOLVED];
    let (ey1, royle) = (dotted(EY1), dotted(ROYLE));
    skips(
        format!("quizzes,solutions\n{EY1},{EY1_SOLVED}\n{ROYLE},{ROYLE_SOLVED}\n"),
        &both,
        "1 header",
    );
    skips(
        format!(
            "source,question,answer,rating\npuzzles0_kaggle,{ey1},{EY1_SOLVED},0\n\
             puzzles2_17_clue,{royle},{ROYLE_SOLVED},7\n"
        ),
        &both,
        "1 header",
    );
    let indexed = format!("id,puzzle,solution,clues,difficulty\n1,{EY1},{EY1_SOLVED},28,2.2\n");
    is_solved(indexed, &[EY1_SOLVED]);
    is_solved(format!("\"a\",\"b\"\r\n\"1\",\"{EY1}\"\r\n"), &[EY1_SOLVED]);
}

/// What is skipped as the first line is a bad line elsewhere, and a bad first line is no header.
#[test]
fn first_line() {
    for count in ["1", "49158", "49158\r", " 100 "] {
        skips(format!("{count}\n{EY1}\n"), &[EY1_SOLVED], "1 count");
    }
    // As long as a puzzle of 4×4.
    skips(lines(&["[Puzzle_set_001]", EY1]), &[EY1_SOLVED], "1 header");
    feed(lines(&[EY1, "49158"]), "solve --quiet").prints(1, &lines(&[EY1_SOLVED, ""]));
    let run = feed(lines(&[EY1, "quizzes,solutions"]), "solve --quiet");
    run.prints(1, &lines(&[EY1_SOLVED, ""])).begins("<stdin>:2:1: found 'q'");
    for broken in [&EY1[..80], &with(EY1, 1, 'Z'), "53..7....", CONFLICT] {
        feed(lines(&[broken, EY1]), "solve --quiet").prints(1, &lines(&["", EY1_SOLVED]));
    }
}

#[test]
fn blank_lines_and_comments() {
    let both = [EY1_SOLVED, ROYLE_SOLVED];
    for (text, solutions, skipped) in [
        (
            format!("# a set\n\n{EY1}\n  \t \n#{ROYLE}\n  # indented\n\n{ROYLE}\n\n"),
            &both[..],
            "4 blank, 3 comment",
        ),
        (format!("\n# c\nquizzes,solutions\n{EY1}\n"), &both[..1], "1 blank, 1 comment, 1 header"),
        (EY1.to_owned(), &both[..1], "none"),
        (format!("{EY1}\r\n\r\n# c\r\n"), &both[..1], "1 blank, 1 comment"),
    ] {
        skips(text, solutions, skipped);
    }
}

#[test]
fn line_ends_and_byte_order_mark() {
    let both = [EY1_SOLVED, ROYLE_SOLVED];
    for (text, solutions) in [
        (format!("{EY1}\r\n\r\n{ROYLE}\r\n"), &both[..]),
        (format!("{EY1}\r\n{ROYLE}\r"), &both),
        (format!("{EY1}\n{ROYLE}"), &both),
        (format!("\u{FEFF}{EY1}\n"), &both[..1]),
        (format!("\u{FEFF}quizzes,solutions\r\n{EY1},1\r\n"), &both[..1]),
        (format!("\u{FEFF}2\r\n{EY1}\r\n{ROYLE}"), &both),
        (format!("\u{FEFF}# c\r\n\u{20}{EY1}"), &both[..1]),
        (format!("\u{FEFF}\r\n{SMALL}"), &[SMALL_SOLVED]),
    ] {
        is_solved(text, solutions);
    }
}

#[test]
fn line_numbers_count_every_line() {
    let input = format!("\u{FEFF}2\r\n# c\r\n\r\n{EY1}\r\nbad\r\n{ROYLE}");
    let run = solve(input, "--format csv");
    assert_eq!(run.column(0), ["4", "5", "6"]);
    run.begins("input:5:1: found 'b'");
}

#[test]
fn detects_4x4() {
    for text in [
        lines(&[SMALL]),
        format!("3\n# small\n{SMALL};x\n"),
        format!("puzzle,rating\n{SMALL},1.5\n"),
        format!("id,puzzle\n1,{SMALL},{SMALL_SOLVED}\n"),
    ] {
        is_solved(text, &[SMALL_SOLVED]);
    }
    for (one, other, solved) in [(SMALL, EY1, SMALL_SOLVED), (EY1, SMALL, EY1_SOLVED)] {
        feed(lines(&[one, other]), "solve --quiet").prints(1, &lines(&[solved, ""]));
    }
}

#[test]
fn empty_input() {
    for input in ["", "\u{FEFF}"] {
        for format in ["solution", "count", "jsonl"] {
            solve(input, &format!("--format {format}")).gives("");
            feed(input, &format!("solve - --quiet --format {format}")).gives("");
        }
        let folder = Folder::with("puzzles.txt", input);
        let run = folder.run("solve puzzles.txt -o out.csv --format csv --timing timing.csv");
        run.exits(0).begins("0 puzzles\n");
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
        for way in WAYS {
            let outputs = "-o out.txt --timing timing.csv --summary summary.json";
            let run = folder.run(&format!("solve puzzles.txt {outputs} {way}"));
            let told = format!("sudomill: puzzles.txt: no puzzle in {lines}\n");
            assert!(run.code == Some(2) && run.err.ends_with(&told), "{input:?}: {run:?}");
            assert_eq!(folder.names(), ["puzzles.txt"]);
        }
    }
    let run = Folder::with("puzzles.txt", "5Z\n7\n").run("solve puzzles.txt");
    assert_eq!(run.err.lines().count(), 3, "{}", run.err);
}

#[test]
fn order_across_chunks() {
    let solutions = [EY1_SOLVED, ROYLE_SOLVED].repeat(2_500);
    is_solved(lines(&[EY1, ROYLE].repeat(2_500)), &solutions);
}
