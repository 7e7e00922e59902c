//! A single puzzle instead of a file: as an argument, or typed on a terminal.

use crate::{puzzles::*, run::Folder};

#[test]
fn argument_is_file_of_one_line() {
    let folder = Folder::new();
    folder.run(&format!("solve {EY1} --quiet")).gives(&lines(&[EY1_SOLVED]));
    folder.run(&format!("solve {DIAG} --quiet")).exits(1);
    let csv = folder.run(&format!("solve {EY1} --format csv --quiet")).rows();
    assert_eq!(csv[1], ["1", EY1, "unique", "", "1", EY1_SOLVED]);
    folder.run(&format!("solve {EY1} -o out.txt --timing t.csv --quiet")).gives("");
    assert_eq!(folder.read("out.txt"), lines(&[EY1_SOLVED]));
    assert_eq!(folder.read("t.csv").lines().count(), 2);
    // A file of the same name wins.
    let run = Folder::with(DIAG, lines(&[EY1, ROYLE])).run(&format!("solve {DIAG} --quiet"));
    run.gives(&lines(&[EY1_SOLVED, ROYLE_SOLVED]));
}

#[test]
fn malformed_argument() {
    for (argument, told) in [
        (&with(EY1, 5, 'Z')[..], "5: found 'Z'; expected 1-9 or one of . 0 - _ * ? x X"),
        (&EY1[..80], "81: found the end of the puzzle after 80 cells; expected 81"),
        (CONFLICT, "66: digit 5 twice in column 3 (r2c3 and r8c3)"),
        // A comment of anything else than an array is no puzzle.
        (&format!("%{EY1}"), "1: found '%'; expected 1-9 or one of . 0 - _ * ? x X"),
    ] {
        Folder::new().run(&format!("solve {argument}")).refuses(&format!("<argument>:1:{told}"));
    }
}

/// The second puzzle in the comments of the ElectroYou program, as it stands there.
const EY2_COMMENT: &str = "%        a=[0 4 0 0 2 0 0 1 0; 0 0 0 6 0 0 0 2 0; 0 0 8 1 0 0 0 5 4; \
    0 8 0 0 0 0 0 0 7; 7 0 9 0 0 0 4 0 8; 4 0 0 0 0 0 0 3 0; 8 9 0 0 0 3 1 0 0; \
    0 6 0 0 0 7 0 0 0; 0 3 0 0 1 0 0 7 0 ];";

#[test]
fn commented_array_is_read() {
    for comment in [EY2_COMMENT, &EY2_COMMENT.replace("%        ", "%%\t"), &EY2_COMMENT[1..]] {
        let run = Folder::new().run_with("candidates --format jsonl", &[comment]);
        run.shows(&["\"values\":[0,4,0,0,2,0,0,1,0,0,0,0,6,", "\"clues\":26,"]);
    }
}

#[cfg(unix)]
mod on_a_terminal {
    use super::*;
    use crate::terminal::{Terminal, on_terminal};

    fn start(args: &str) -> Terminal {
        Terminal::start(Folder::new().command(args), (50, 100))
    }

    /// Types the rows of a puzzle. Returns the exit code, and the text shown without colors.
    #[track_caller]
    fn typed(args: &str, rows: &[impl AsRef<str>]) -> (Option<i32>, String) {
        let mut running = start(args);
        for (row, cells) in (1..).zip(rows) {
            running.answers(&format!("row {row}: "), cells.as_ref());
        }
        let (code, shown) = running.end();
        (code, plain(&shown))
    }

    /// Removes the color codes.
    fn plain(text: &str) -> String {
        ["1;94", "1;36", "32", "1;31", "2", "0"]
            .iter()
            .fold(text.to_owned(), |text, code| text.replace(&format!("\x1b[{code}m"), ""))
    }

    #[test]
    fn prompts_row_by_row() {
        let mut running = start("solve");
        running.answers("row 1: ", "013085006");
        running.answers("row 2: ", "   031   ");
        running.answers("row 3: ", "00Z600000");
        running.shows("column 3: found 'Z'; expected 1-9, or 0, . or a blank");
        running.answers("row 3: ", "..76.....");
        for row in 4..=9 {
            running.answers(&format!("row {row}: "), &EY1[9 * row - 9..9 * row]);
        }
        let (code, shown) = running.end();
        assert_eq!(code, Some(0), "{shown}");
        let shown = plain(&shown);
        assert_eq!(shown.matches("row 3: ").count(), 2, "{shown}");
        assert!(shown.contains("┃ .  1  3  ┃ .  8  5  ┃ .  .  6  ┃\n"), "{shown}");
        assert!(shown.contains("┃ 2  1  3  ┃ 4  8  5  ┃ 7  9  6  ┃\n"), "{shown}");
        assert!(shown.ends_with("exactly one solution\n"), "{shown}");
    }

    /// In a batch, as rows of symbols and of an array. Every blank of a puzzle line is one in a row,
    /// though the program that asks for rows in one of the texts takes only 0 and a space.
    #[test]
    fn typed_puzzle_in_batch() {
        for (rows, puzzle) in [
            (["1423", "0000", "4130", "2314"], &*dotted(SMALL)),
            (["1*23", "xX_-", "41?.", "2314"], ""),
            (["1,4,2,3", "0,0,0,0", "4,1,3,0", "2,3,1,4"], ""),
        ] {
            let (code, shown) = typed("solve --format count --quiet", &rows);
            assert_eq!(code, Some(0), "{shown}");
            assert!(shown.ends_with(&format!("{puzzle}:1:{SMALL_SOLVED}\n")), "{shown}");
        }
    }

    /// A typed puzzle is solved like a given one: with every strategy, by default to a second
    /// solution.
    #[test]
    fn typed_and_given_puzzles_have_the_same_limit() {
        for (options, limit) in
            [("", 1), ("--strategy electroyou", 1), ("--strategy electroyou --limit 1", 0)]
        {
            let (code, given) = on_terminal(&Folder::new(), &format!("solve {DIAG} {options}"));
            let (typed_code, typed) = typed(&format!("solve {options}"), &rows_of(DIAG));
            let (_, outcome) = given.split_once("counters: ").unwrap();
            assert_eq!((code, typed_code), (Some(limit), Some(limit)), "{options}: {typed}");
            let outcome = format!("counters: {}", plain(outcome));
            assert!(typed.ends_with(&outcome), "{options}: {typed}");
        }
    }

    #[test]
    fn typed_arrays() {
        let (code, shown) = typed("solve -q", &[format!("a=[{}]", array(SMALL, " ", "; "))]);
        assert_eq!(code, Some(0), "{shown}");
        assert!(shown.contains("┃ 1  4  ┃ 2  3  ┃\n"), "{shown}");
        let (code, shown) = typed("solve --strategy electroyou --limit 1", &[EY2_COMMENT]);
        assert_eq!(code, Some(0), "{shown}");
        assert!(shown.contains("┃ 6  4  3  ┃ 7  2  5  ┃ 8  1  9  ┃\n"), "{shown}");
        assert!(shown.contains(", calls 20, passes 128\n"), "{shown}");
    }

    #[test]
    fn arrays_as_arguments_are_drawn() {
        let row = |row: &&str| format!("[\"{}\"]", spread(row, "\",\""));
        let array = format!("[{}]", rows_of(EY1).iter().map(row).collect::<Vec<_>>().join(","));
        for command in ["solve", "trace", "candidates"] {
            let folder = Folder::new();
            let mut run = folder.command(command);
            run.arg(&array);
            let (code, shown) = Terminal::start(run, (50, 100)).end();
            assert_eq!(code, Some(0), "{command}: {shown}");
            assert!(plain(&shown).contains("┃"), "{command}: {shown}");
        }
    }

    #[test]
    fn dash_reads_lines_from_terminal() {
        let mut running = start("solve - --quiet");
        running.types(&format!("{EY1}\n"));
        running.shows(EY1_SOLVED);
        running.types("\u{4}");
        let (code, shown) = running.end();
        assert_eq!((code, shown.contains("row 1")), (Some(0), false));
    }

    #[test]
    fn argument_is_drawn() {
        // A clue is blue, a found digit green.
        let drawn = "\x1b[32m2\x1b[0m  \x1b[1;94m1\x1b[0m";
        let full = "the grid is full and keeps the rules: there is nothing to solve\n";
        let electroyou = format!("{EY1} --strategy electroyou --limit 1");
        let counters = ["counters: clues 28, guesses 2, ", ", calls 2, passes 53\n"];
        for (args, code, words, end) in [
            (EY1, 0, &[drawn][..], "exactly one solution\n"),
            (&electroyou, 0, &counters, "\n"),
            (EY1_SOLVED, 0, &[], full),
            (
                NO_SMALL,
                1,
                &["no solution\nreason: r1c4 has no candidate left\n"],
                "suspects: none: no clue, if it alone is removed or changed, leaves one solution\n",
            ),
        ] {
            let (found, shown) = on_terminal(&Folder::new(), &format!("solve {args}"));
            assert_eq!(found, Some(code), "{args}: {shown}");
            let has_all = words.iter().all(|word| shown.contains(word));
            assert!(has_all && shown.ends_with(end), "{args}: {shown}");
        }
        // Options about the output are for batches.
        let (_, shown) = on_terminal(&Folder::new(), &format!("solve {EY1} --format solution -q"));
        assert_eq!(shown, lines(&[EY1_SOLVED]));
    }

    #[test]
    fn interrupt_while_prompting() {
        let running = start("solve");
        running.shows("row 1: ");
        running.signal("INT");
        assert_eq!(running.end().0, Some(130));
    }
}
