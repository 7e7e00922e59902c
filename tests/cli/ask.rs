//! A single puzzle instead of a file: as an argument, or typed on a terminal.

use crate::{puzzles::*, run::Folder};

#[test]
fn argument_is_file_of_one_line() {
    let folder = Folder::new();
    assert_eq!(folder.run(&format!("solve {EY1} --quiet")).out, lines(&[EY1_SOLVED]));
    assert_eq!(folder.run(&format!("solve {DIAG} --quiet")).code, Some(1));
    let csv = folder.run(&format!("solve {EY1} --format csv --quiet")).rows();
    assert_eq!(csv[1], ["1", EY1, "unique", "", "1", EY1_SOLVED]);
    folder.run(&format!("solve {EY1} -o out.txt --timing t.csv --quiet")).gives("");
    assert_eq!(folder.read("out.txt"), lines(&[EY1_SOLVED]));
    assert_eq!(folder.read("t.csv").lines().count(), 2);
}

#[test]
fn file_of_same_name_wins() {
    let folder = Folder::with(DIAG, lines(&[EY1, ROYLE]));
    let run = folder.run(&format!("solve {DIAG} --quiet"));
    run.gives(&lines(&[EY1_SOLVED, ROYLE_SOLVED]));
}

#[test]
fn malformed_argument() {
    let folder = Folder::new();
    let run = folder.run(&format!("solve {}", with(EY1, 5, 'Z')));
    run.refuses("<argument>:1:5: found 'Z'; expected 1-9 or one of . 0 - _ * ? x X");
    let run = folder.run(&format!("solve {}", &EY1[..80]));
    run.refuses("<argument>:1:81: found the end of the puzzle after 80 cells; expected 81");
    let run = folder.run(&format!("solve {CONFLICT}"));
    run.refuses("<argument>:1:66: digit 5 twice in column 3 (r2c3 and r8c3)");
}

/// The second puzzle in the comments of the ElectroYou program, as it stands there.
const EY2_COMMENT: &str = "%        a=[0 4 0 0 2 0 0 1 0; 0 0 0 6 0 0 0 2 0; 0 0 8 1 0 0 0 5 4; \
    0 8 0 0 0 0 0 0 7; 7 0 9 0 0 0 4 0 8; 4 0 0 0 0 0 0 3 0; 8 9 0 0 0 3 1 0 0; \
    0 6 0 0 0 7 0 0 0; 0 3 0 0 1 0 0 7 0 ];";

#[test]
fn commented_array_is_read() {
    for comment in [EY2_COMMENT, &EY2_COMMENT.replace("%        ", "%%\t"), &EY2_COMMENT[1..]] {
        let folder = Folder::new();
        let mut candidates = folder.command("candidates --format jsonl");
        let run = candidates.arg(comment).output().unwrap();
        let out = String::from_utf8(run.stdout).unwrap();
        assert!(out.contains("\"values\":[0,4,0,0,2,0,0,1,0,0,0,0,6,"), "{comment}: {out}");
        assert!(out.contains("\"clues\":26,"), "{comment}: {out}");
    }
    // A comment of anything else is no puzzle.
    let run = Folder::new().run(&format!("solve %{EY1}"));
    run.refuses("<argument>:1:1: found '%'; expected 1-9 or one of . 0 - _ * ? x X");
}

#[cfg(unix)]
mod on_a_terminal {
    use super::*;
    use crate::terminal::{Terminal, on_terminal};

    fn start(args: &str) -> Terminal {
        Terminal::start(Folder::new().command(args), (50, 100))
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
        running.answers("row 3: ", "0070000");
        running.shows("found 7 cells; expected 9: 0, . or a blank for an empty cell");
        running.answers("row 3: ", "00Z600000");
        running.shows("column 3: found 'Z'; expected 1-9, or 0, . or a blank");
        running.answers("row 3: ", "..76.....");
        for row in 4..=9 {
            running.answers(&format!("row {row}: "), &EY1[9 * row - 9..9 * row]);
        }
        let (code, shown) = running.end();
        assert_eq!(code, Some(0), "{shown}");
        let shown = plain(&shown);
        assert_eq!(shown.matches("row 3: ").count(), 3, "{shown}");
        assert!(shown.contains("┃ .  1  3  ┃ .  8  5  ┃ .  .  6  ┃\n"), "{shown}");
        assert!(shown.contains("┃ 2  1  3  ┃ 4  8  5  ┃ 7  9  6  ┃\n"), "{shown}");
        assert!(shown.ends_with("exactly one solution\n"), "{shown}");
    }

    #[test]
    fn typed_puzzle_in_batch() {
        let mut running = start("solve --format count --quiet");
        for (row, cells) in (1..).zip(["1423", "0000", "4130", "2314"]) {
            running.answers(&format!("row {row}: "), cells);
        }
        let (code, shown) = running.end();
        assert_eq!(code, Some(0));
        let line = format!("{}:1:{SMALL_SOLVED}\n", SMALL.replace('0', "."));
        assert!(shown.ends_with(&line), "{shown}");
    }

    /// A typed puzzle is solved like a given one: with every strategy, by default to a second
    /// solution.
    #[test]
    fn typed_and_given_puzzles_have_the_same_limit() {
        for options in ["", "--strategy electroyou", "--strategy electroyou --limit 1"] {
            let (code, given) = on_terminal(&Folder::new(), &format!("solve {DIAG} {options}"));
            let mut running = start(&format!("solve {options}"));
            for row in 0..4 {
                running.answers(&format!("row {}: ", row + 1), &DIAG[4 * row..][..4]);
            }
            let (typed_code, typed) = running.end();
            let (_, outcome) = given.split_once("counters: ").unwrap();
            assert_eq!(typed_code, code, "{options}: {typed}");
            assert!(typed.ends_with(&format!("counters: {outcome}")), "{options}: {typed}");
            let limit = if options.ends_with('1') { 0 } else { 1 };
            assert_eq!(code, Some(limit), "{options}: {typed}");
        }
    }

    #[test]
    fn typed_arrays() {
        let rows: Vec<_> = (0..4).map(|row| &SMALL[4 * row..4 * row + 4]).collect();
        let spaced = |comma: &str| {
            let row = |row: &str| row.chars().map(String::from).collect::<Vec<_>>().join(comma);
            rows.iter().map(|it| row(it)).collect::<Vec<_>>()
        };
        let whole = [
            format!("[[{}]]", spaced(",").join("],[")),
            format!("a=[{}]", spaced(" ").join("; ")),
            format!("{{{{{}}}}}", spaced(", ").join("}, {")),
        ];
        for array in whole {
            let mut running = start("solve -q");
            running.answers("row 1: ", &array);
            let (code, shown) = running.end();
            assert_eq!(code, Some(0), "{array}{shown}");
            assert!(plain(&shown).contains("┃ 1  4  ┃ 2  3  ┃\n"), "{array}{shown}");
        }
        let mut running = start("solve --format count -q");
        for (row, cells) in (1..).zip(spaced(",")) {
            running.answers(&format!("row {row}: "), &cells);
        }
        let (code, shown) = running.end();
        assert_eq!(code, Some(0), "{shown}");
        assert!(shown.ends_with(&format!(":1:{SMALL_SOLVED}\n")), "{shown}");
    }

    #[test]
    fn arrays_as_arguments_are_drawn() {
        let strings: Vec<_> = EY1.chars().map(|c| format!("\"{c}\"")).collect();
        let rows: Vec<_> = strings.chunks(9).map(|row| row.join(",")).collect();
        for command in ["solve", "trace", "candidates"] {
            let folder = Folder::new();
            let mut run = folder.command(command);
            run.arg(format!("[[{}]]", rows.join("],[")));
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
        let (code, shown) = on_terminal(&Folder::new(), &format!("solve {EY1}"));
        assert_eq!(code, Some(0));
        // A clue is blue, a found digit green.
        assert!(shown.contains("\x1b[32m2\x1b[0m  \x1b[1;94m1\x1b[0m"), "{shown}");
        assert!(shown.ends_with("exactly one solution\n"), "{shown}");
        let command = format!("solve {EY1} --strategy electroyou --limit 1");
        let (_, shown) = on_terminal(&Folder::new(), &command);
        assert!(shown.contains("counters: clues 28, guesses 2, "), "{shown}");
        assert!(shown.contains(", calls 2, passes 53\n"), "{shown}");
        let (code, shown) = on_terminal(&Folder::new(), &format!("solve {EY1_SOLVED}"));
        assert_eq!(code, Some(0));
        assert!(
            shown.ends_with("the grid is full and keeps the rules: there is nothing to solve\n")
        );
        let (code, shown) = on_terminal(&Folder::new(), &format!("solve {NO_SMALL}"));
        assert_eq!(code, Some(1));
        assert!(shown.ends_with("no solution\n"), "{shown}");
        // Options about the output are for batches.
        let (_, shown) = on_terminal(&Folder::new(), &format!("solve {EY1} --format solution -q"));
        assert_eq!(shown, lines(&[EY1_SOLVED]));
    }

    #[test]
    fn commented_array_is_pasted() {
        let mut running = start("solve --strategy electroyou --limit 1");
        running.answers("row 1: ", EY2_COMMENT);
        let (code, shown) = running.end();
        assert_eq!(code, Some(0), "{shown}");
        assert!(plain(&shown).contains("┃ 6  4  3  ┃ 7  2  5  ┃ 8  1  9  ┃\n"), "{shown}");
        assert!(shown.contains(", calls 20, passes 128\n"), "{shown}");
    }

    /// The program that asks for rows in one of the texts takes only 0 and a space.
    #[test]
    fn every_blank_of_a_puzzle_line_is_one_in_a_row() {
        let mut running = start("solve --format count --quiet");
        for (row, cells) in (1..).zip(["1*23", "xX_-", "41?.", "2314"]) {
            running.answers(&format!("row {row}: "), cells);
        }
        let (code, shown) = running.end();
        assert_eq!(code, Some(0), "{shown}");
        assert!(shown.ends_with(&format!(":1:{SMALL_SOLVED}\n")), "{shown}");
    }

    #[test]
    fn interrupt_while_prompting() {
        let running = start("solve");
        running.shows("row 1: ");
        running.signal("INT");
        assert_eq!(running.end().0, Some(130));
    }
}
