//! `sudomill verify`: every line of solutions against its puzzle.

use crate::{
    packed::{gzip, zstandard},
    puzzles::*,
    run::{Folder, Run},
};

fn verify(puzzles: &str, solutions: &str) -> Run {
    let folder = Folder::with("puzzles.txt", puzzles).and("solutions.txt", solutions);
    folder.run("verify puzzles.txt solutions.txt")
}

/// That one of two solutions is wrong, for that reason.
#[track_caller]
fn is_wrong(solution: &str, reason: &str) {
    let run = verify(&lines(&[ROYLE, EY1]), &lines(&[ROYLE_SOLVED, solution]));
    let expected = (Some(1), format!("solutions.txt:2: {reason}\n"));
    assert_eq!((run.code, run.out), expected);
    assert_eq!(run.err, "2 puzzles: 1 right, 1 wrong\n");
}

#[test]
fn right_solutions_are_all_right() {
    let run = verify(&lines(&[EY1, ROYLE]), &lines(&[EY1_SOLVED, ROYLE_SOLVED]));
    assert_eq!((run.code, run.out.as_str()), (Some(0), ""));
    assert_eq!(run.err, "2 puzzles: 2 right, 0 wrong\n");
    let run = verify(&lines(&[DIAG, DIAG]), &lines(&DIAG_SOLVED));
    assert_eq!((run.code, run.out.as_str()), (Some(0), ""));
}

#[test]
fn a_wrong_solution_is_located() {
    is_wrong(&with(EY1_SOLVED, 2, '5'), "r1c2 is 5, but the clue there is 1");
    is_wrong(&with(EY1_SOLVED, 81, '5'), "row 9 lacks the digit 7");
    is_wrong(&with(EY1_SOLVED, 4, '.'), "r1c4 holds no digit 1-9");
    is_wrong(&with(EY1_SOLVED, 4, '0'), "r1c4 holds no digit 1-9");
    is_wrong(ROYLE_SOLVED, "r1c2 is 2, but the clue there is 1");
    is_wrong(&EY1_SOLVED[..80], "found 80 cells, expected 81");
    is_wrong(&format!("{EY1_SOLVED}1"), "found 82 cells, expected 81");
    is_wrong(EY1, "r1c1 holds no digit 1-9");
    is_wrong("", "no solution is given");
    is_wrong("gave-up", "found 7 cells, expected 81");
}

#[test]
fn a_solution_must_obey_rows_columns_and_boxes() {
    // Every row holds every digit, then every column too; the boxes never do.
    let empty = "0".repeat(16);
    let run = verify(&lines(&[&empty, &empty]), &lines(&["1234123412341234", "1234234134124123"]));
    let expected =
        ["solutions.txt:1: column 1 lacks the digit 2", "solutions.txt:2: box 1 lacks the digit 4"];
    assert_eq!((run.code, run.out), (Some(1), lines(&expected)));
}

#[test]
fn a_bad_puzzle_has_no_right_solution() {
    let puzzles = lines(&["# c", EY1, "", "bad", CONFLICT, ROYLE]);
    let run = verify(&puzzles, &lines(&[EY1_SOLVED, "", EY1_SOLVED, ROYLE_SOLVED]));
    let expected = [
        "puzzles.txt:4:1: found 'b', expected 1-9 or one of . 0 - _ * ? x X",
        "puzzles.txt:5:66: digit 5 twice in column 3 (r2c3, r8c3)",
    ];
    assert_eq!((run.code, run.out), (Some(1), lines(&expected)));
    assert_eq!(run.err, "4 puzzles: 2 right, 2 wrong\n");
}

#[test]
fn every_wrong_line_is_told() {
    let (puzzles, wrong) = (lines(&[EY1].repeat(3_000)), with(EY1_SOLVED, 2, '9'));
    let run = verify(&puzzles, &lines(&[wrong.as_str(), EY1_SOLVED, &wrong].repeat(1_000)));
    assert_eq!((run.code, run.out.lines().count()), (Some(1), 2_000));
    assert_eq!(
        run.out.lines().last(),
        Some("solutions.txt:3000: r1c2 is 9, but the clue there is 1")
    );
    assert_eq!(run.err, "3,000 puzzles: 1,000 right, 2,000 wrong\n");
}

#[test]
fn a_file_of_solutions_that_is_too_short_or_too_long_does_not_belong_to_the_puzzles() {
    let puzzles = lines(&[EY1, ROYLE]);
    verify(&puzzles, &lines(&[EY1_SOLVED])).refuses(
        "solutions.txt:2: found the end of the file, expected a line for each further puzzle",
    );
    verify(&puzzles, "").refuses(
        "solutions.txt:1: found the end of the file, expected a line for each further puzzle",
    );
    let long = lines(&[EY1_SOLVED, ROYLE_SOLVED, ""]);
    verify(&puzzles, &long)
        .refuses("solutions.txt:3: found a line, expected the end: there are no more puzzles");
    verify("", &lines(&[EY1_SOLVED]))
        .refuses("solutions.txt:1: found a line, expected the end: there are no more puzzles");
    let run = verify("", "");
    assert_eq!((run.code, run.out.as_str()), (Some(0), ""));
}

#[test]
fn a_missing_file_is_named() {
    let folder = Folder::with("puzzles.txt", EY1);
    let words = "cannot open: No such file or directory (os error 2)";
    folder.run("verify puzzles.txt nowhere").refuses(&format!("nowhere: {words}"));
    folder.run("verify nowhere puzzles.txt").refuses(&format!("nowhere: {words}"));
    folder.run("verify puzzles.txt").refuses_arguments(&["<SOLUTIONS>"]);
    folder.run("verify puzzles.txt .").refuses(".: cannot read: is a directory");
}

#[test]
fn what_solve_writes_verify_finds_right_however_both_are_read() {
    let puzzles = format!("\u{FEFF}quizzes,solutions\r\n{EY1},x\r\n# c\r\n\r\n{ROYLE},y");
    let folder = Folder::with("puzzles.csv", &puzzles).and("puzzles.gz", gzip(&puzzles));
    assert_eq!(folder.run("solve puzzles.csv -o solutions.txt").code, Some(0));
    let solutions = folder.read("solutions.txt");
    let folder = folder.and("solutions.zst", zstandard(&solutions));
    for args in [
        "puzzles.csv solutions.txt",
        "puzzles.csv solutions.txt --no-mmap",
        "puzzles.gz solutions.zst",
        "puzzles.csv -",
    ] {
        folder.feed(solutions.clone(), &format!("verify --quiet {args}")).gives("");
    }
    folder.feed(puzzles, "verify --quiet - solutions.txt").gives("");
}

#[test]
fn solutions_edited_on_windows_are_as_right_as_others() {
    let puzzles = lines(&[EY1, ROYLE]);
    for solutions in [
        format!("{EY1_SOLVED}\r\n{ROYLE_SOLVED}\r\n"),
        format!("{EY1_SOLVED}\n{ROYLE_SOLVED}"),
        format!("\u{FEFF}{EY1_SOLVED}\r\n{ROYLE_SOLVED}"),
    ] {
        let run = verify(&puzzles, &solutions);
        assert_eq!((run.code, run.out.as_str()), (Some(0), ""), "{solutions:?}");
    }
}

#[test]
fn an_over_long_line_is_one_wrong_solution() {
    for length in [70_000, 300_000] {
        let solutions = lines(&[&"1".repeat(length), ROYLE_SOLVED]);
        let run = verify(&lines(&[EY1, ROYLE]), &solutions);
        assert_eq!(run.code, Some(1), "{}", run.err);
        assert!(run.out.starts_with("solutions.txt:1: found "), "{}", run.out);
        assert_eq!(run.out.lines().count(), 1, "{}", run.out);
    }
}

#[test]
fn a_puzzle_and_its_solution_cannot_both_be_standard_input() {
    let run = Folder::new().feed(lines(&[EY1]), "verify - -");
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
    assert!(run.err.lines().count() == 1 && !run.err.contains("found the end"), "{}", run.err);
}
