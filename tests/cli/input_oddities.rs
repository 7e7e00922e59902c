//! Unusual but valid files of puzzles.

use crate::{
    every_way::solve_every_way,
    puzzles::*,
    run::{Folder, WAYS, feed, solve, solve_in_ways},
};

/// Checks that the input has these solutions, whether it is mapped or read.
#[track_caller]
fn is_solved(input: impl AsRef<[u8]>, expected: &str) {
    solve(&input, "").gives(expected);
    feed(input.as_ref(), "solve --quiet").gives(expected);
}

#[test]
fn blank_symbols() {
    for blank in [".", "0", "-", "_", "*", "?", "x", "X"] {
        let puzzle = EY1.replace('0', blank);
        let counted = format!("{puzzle}:1:{EY1_SOLVED}\n");
        solve(format!("7,{puzzle},x"), "--format count").gives(&counted);
        assert_eq!(solve(&puzzle, "--format csv").rows()[1][1..3], [&puzzle, "unique"]);
        is_solved(SMALL.replace('0', blank), &solved("4"));
    }
    let mix = |(cell, blank)| if cell == '0' { blank } else { cell };
    let mixed: String = EY1.chars().zip(".0-_*?xX".chars().cycle()).map(mix).collect();
    is_solved(mixed, &solved("1"));
}

#[test]
fn text_after_separator() {
    for separator in [",", ";", ":", "\t", " ", "|", " , ", ";;"] {
        for rest in ["", "1", "anything § \u{1F600}", EY1, "\"", "#"] {
            is_solved(format!("{EY1}{separator}{rest}\n"), &solved("1"));
        }
    }
    // Of the greatest length.
    is_solved(format!("{EY1},{}", "a".repeat((64 << 10) - 82)), &solved("1"));
}

#[test]
fn full_grid() {
    let text = lines(&[EY1_SOLVED, EY1]);
    feed(text.clone(), "solve --quiet").gives(&solved("1 1"));
    // Ill-posed, as in the text of this strategy.
    let strategy = "solve --strategy backtracking-descending --limit 1 -q";
    for (format, before) in [("", "\n"), (" --format solutions", "")] {
        let message = "<stdin>:1:1: found a full grid: ill-posed; expected an empty cell\n";
        let run = feed(text.clone(), &format!("{strategy}{format}"));
        run.ends(1, &format!("{before}{EY1_SOLVED}\n"), message);
    }
}

/// The solutions of texts, and the summary's count of skipped lines.
#[test]
fn skipped_lines() {
    for (text, expected, skipped) in [
        // Published files.
        ("quizzes,solutions\nP1,S1\nP2,S2\n", "1 2", "1 header"),
        ("source,question,answer,rating\na_17,P1,S1,0\nb_17,P2,S2,7\n", "1 2", "1 header"),
        ("id,puzzle,solution,clues,difficulty\n1,P1,S1,28,2.2\n", "1", "1 header"),
        ("\"a\",\"b\"\r\n\"1\",\"P1\"\r\n", "1", "1 header"),
        ("1\nP1\n", "1", "1 count"),
        ("49158\nP1\n", "1", "1 count"),
        ("49158\r\nP1\n", "1", "1 count"),
        (" 100 \nP1\n", "1", "1 count"),
        // As long as a puzzle of 4×4.
        ("[Puzzle_set_001]\nP1\n", "1", "1 header"),
        ("# a\n\nP1\n  \t \n#P2\n  # indented\n\nP2\n\n", "1 2", "4 blank, 3 comment"),
        ("\n# c\nquizzes,solutions\nP1\n", "1", "1 blank, 1 comment, 1 header"),
        ("P1", "1", "none"),
        // Line ends and byte order marks.
        ("P1\r\n\r\n# c\r\n", "1", "1 blank, 1 comment"),
        ("P1\r\n\r\nP2\r\n", "1 2", "1 blank"),
        ("P1\r\nP2\r", "1 2", "none"),
        ("P1\nP2", "1 2", "none"),
        ("\u{FEFF}P1\n", "1", "none"),
        ("\u{FEFF}quizzes,solutions\r\nP1,1\r\n", "1", "1 header"),
        ("\u{FEFF}2\r\nP1\r\nP2", "1 2", "1 count"),
        ("\u{FEFF}# c\r\n\u{20}P1", "1", "1 comment"),
        ("\u{FEFF}\r\nP4", "4", "1 blank"),
        // 4×4 is detected.
        ("P4\n", "4", "none"),
        ("3\n# small\nP4;x\n", "4", "1 comment, 1 count"),
        ("puzzle,rating\nP4,1.5\n", "4", "1 header"),
        ("id,puzzle\n1,P4,S4\n", "4", "1 header"),
    ] {
        let text = filled(text);
        is_solved(&text, &solved(expected));
        let run = Folder::with("puzzles.txt", &text).run("solve puzzles.txt");
        let line = run.err.lines().find_map(|line| line.strip_prefix("skipped lines: "));
        assert_eq!(line.unwrap_or("none"), skipped, "{text}");
    }
}

/// What is skipped as the first line is a bad line elsewhere, and a bad first line is no header. All
/// puzzles have the size of the first.
#[test]
fn bad_lines() {
    for (text, expected) in [
        ("P1\n49158\n", "1 -"),
        ("P1\nquizzes,solutions\n", "1 -"),
        (&format!("{}\nP1\n", &EY1[..80]), "- 1"),
        (&format!("{}\nP1\n", with(EY1, 1, 'Z')), "- 1"),
        ("53..7....\nP1\n", "- 1"),
        (&format!("{CONFLICT}\nP1\n"), "- 1"),
        ("P4\nP1\n", "4 -"),
        ("P1\nP4\n", "1 -"),
    ] {
        feed(filled(text), "solve --quiet").prints(1, &solved(expected));
    }
    feed(filled("P1\nquizzes,solutions\n"), "solve --quiet").begins("<stdin>:2:1: found 'q'");
}

#[test]
fn line_numbers_count_every_line() {
    let input = format!("\u{FEFF}2\r\n# c\r\n\r\n{EY1}\r\nbad\r\n{ROYLE}");
    let run = solve(input, "--format csv");
    assert_eq!(run.column(0), ["4", "5", "6"]);
    run.begins("input:5:1: found 'b'");
}

#[test]
fn empty_input() {
    for input in ["", "\u{FEFF}"] {
        for format in ["solution", "count", "jsonl"] {
            solve_every_way(input, &format!("--format {format}")).gives("");
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
        (&"\n".repeat(1234), "1,234 lines"),
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
    assert_eq!(solve("5Z\n7\n", "").err.lines().count(), 3);
}

/// Text above the first puzzle, of any length, is as if it were not there.
#[test]
fn long_comments_and_blank_lines() {
    // Longer than what is looked at at once, and than several chunks.
    let comments = "# a comment that says nothing of interest\n".repeat(13_000);
    let blanks = "\n".repeat(550_000);
    for above in [comments.clone(), blanks.clone(), comments + &blanks] {
        for (text, args) in [
            (lines(&[EY1, "12", ROYLE]), ""),
            (format!("id;board\n1;{EY1}\n2;x\n3;{ROYLE}\n"), "--keep id"),
            (format!("{{\"puzzle\":\"{EY1}\"}}\n{{}}\n{{\"puzzle\":\"{ROYLE}\"}}\n"), ""),
            (format!("{}\n{}\n{}", grid(EY1), &grid(EY1)[..20], grid(ROYLE)), ""),
        ] {
            let args = format!("--format csv --columns solution {args}");
            let alone = solve(&text, &args);
            let ways = ["input --no-mmap", "input.gz", "-"].map(str::to_owned);
            let run = solve_in_ways(format!("{above}{text}"), &args, &ways, &[2]);
            assert_eq!((run.code, &run.out), (Some(1), &alone.out), "{}", run.err);
            let lines = above.lines().count();
            let line = |text: &str| text.split(':').nth(1).unwrap().parse::<usize>().unwrap();
            assert_eq!(line(&run.err), lines + line(&alone.err));
        }
    }
    let folder = Folder::with("a/puzzles", blanks.clone() + &lines(&[EY1])).and("b", blanks);
    folder.run("solve a -q").gives(&lines(&[EY1_SOLVED]));
    assert!(folder.run("inspect a").out.contains("line 550001"));
    folder.run("solve b").tells(2, &["no puzzle"]);
}
