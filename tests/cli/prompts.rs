//! Prompts for language models and their answers: a puzzle among words, beside a solution that is not to be
//! taken for the puzzle.

use crate::{
    every_way::solve_every_way,
    puzzles::*,
    run::{Folder, solve},
};

/// Solves a text in every way, and expects the solutions of [`EY1`] and [`ROYLE`].
#[track_caller]
fn solves_both(text: &str) {
    solve_every_way(text, "").ends(0, &lines(&[EY1_SOLVED, ROYLE_SOLVED]), "");
}

#[test]
fn completions_are_no_puzzles() {
    // An answer that is not full is no reason to take the answers for the puzzles.
    let open = with(ROYLE_SOLVED, 40, '.');
    for answer in ["completion", "output", "response", "prediction", "answer", "target", "solution"]
    {
        let row = |puzzle: &str, solution: &str| {
            format!("{{\"{answer}\": \"{solution}\", \"prompt\": \"Solve: {puzzle}\"}}\n")
        };
        solves_both(&(row(EY1, EY1_SOLVED) + &row(ROYLE, &open)));
        let row = |puzzle: &str, solution: &str| format!("{solution},Solve: {puzzle}\n");
        let rows = row(EY1, EY1_SOLVED) + &row(ROYLE, &open);
        solves_both(&format!("{answer},prompt\n{rows}"));
    }
}

/// Neither are they if a name is damaged, or hidden below another line: the puzzles are more, though they
/// stand among words.
#[test]
fn completions_without_their_name() {
    let open = with(ROYLE_SOLVED, 40, '.');
    let table = format!("input\toutput\nSolve: {EY1}\t{EY1_SOLVED}\nSolve: {ROYLE}\t{open}\n");
    let run = solve_every_way(format!("some words\n{table}"), "");
    let found: Vec<_> = run.out.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(found, [EY1_SOLVED, ROYLE_SOLVED], "{}", run.err);
    let row = |puzzle: &str, key: &str, answer: &str| {
        format!("{{\"prompt\": \"Solve: {puzzle}\", \"{key}\": \"{answer}\"}}\n")
    };
    solves_both(&(row(EY1, "completion", EY1_SOLVED) + &row(ROYLE, "ompletion", &open)));
}

#[test]
fn puzzle_among_words() {
    // The number of words may differ.
    let texts = |first: &str, second: &str| {
        let [first, second] =
            [(first, EY1), (second, ROYLE)].map(|(text, puzzle)| text.replace("%P", puzzle));
        [first.replace("%S", EY1_SOLVED), second.replace("%S", ROYLE_SOLVED)]
    };
    for (first, second) in [
        ("Solve: %P", "Solve: %P"),
        ("Solve: %P", "Please solve this: %P"),
        ("[INST] Solve: %P [/INST]", "%P"),
        ("a grid, %P, to fill", "%P, too"),
        ("given %P done %S", "%S is what %P becomes"),
        ("Solve.\\n%P\\n", "Solve it.\\nPuzzle: %P\\nAnswer:"),
        ("Given:\\n%P\\nDone:\\n%S", "%P\\n%S"),
    ] {
        let [first, second] = texts(first, second);
        solves_both(&format!("{{\"text\": \"{first}\"}}\n{{\"text\": \"{second}\"}}\n"));
        let [first, second] = [first, second].map(|text| text.replace("\\n", "\n"));
        solves_both(&format!("prompt\tresponse\n\"{first}\"\teasy\n\"{second}\"\thard\n"));
    }
    let grid = |text: &str| {
        let rows: Vec<_> =
            text.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row)).collect();
        rows.join("\\n")
    };
    let row = |puzzle, solution| {
        format!("{{\"text\": \"Given:\\n{}\\nDone:\\n{}\"}}\n", grid(puzzle), grid(solution))
    };
    solves_both(&(row(EY1, EY1_SOLVED) + &row(ROYLE, ROYLE_SOLVED)));
}

/// A damaged puzzle is located, and nothing else in the text is taken for it.
#[test]
fn bad_puzzle_among_words() {
    let short = &EY1[..80];
    let twice = with(EY1, 1, '1');
    for (text, fault) in [
        (format!("Solve: {short}"), "95: found the end of the puzzle after 80 cells; expected 81"),
        (
            format!("Given {short} done {EY1_SOLVED}"),
            "94: found the end of the puzzle after 80 cells; expected 81",
        ),
        (format!("Solve: {twice}"), "16: digit 1 twice in row 1 (r1c1 and r1c2)"),
        (format!("Solve:\\n{twice}"), "17: digit 1 twice in row 1 (r1c1 and r1c2)"),
        (format!("First {EY1} then {ROYLE}"), "101: found another puzzle; expected only one"),
        (format!("First\\n{EY1}\\nthen\\n{ROYLE}"), "104: found another puzzle; expected only one"),
        // Perhaps the solution of a puzzle in another notation.
        (
            format!("Given 1 2 3 done {EY1_SOLVED}"),
            "8: found 'G'; expected 1-9 or one of . 0 - _ * ? x X",
        ),
    ] {
        let run =
            solve_every_way(format!("{{\"t\": \"Solve {ROYLE}\"}}\n{{\"t\": \"{text}\"}}\n"), "");
        run.ends(1, &lines(&[ROYLE_SOLVED, ""]), &format!("input:2:{fault}\n"));
    }
}

/// A row of a 16×16 puzzle in a text may look like one of 4×4.
#[test]
fn rows_are_no_words() {
    let rows = ["1...4.....2....3", "5678123412341234"].repeat(8).join("\\n");
    let run = solve(format!("{{\"t\": \"{rows}\"}}\n"), "--format csv");
    assert!(run.out.contains(",invalid,"), "{run:?}");
}

#[test]
fn note_for_a_column_of_answers() {
    let told = "input: no other column holds puzzles: column completion probably holds the solutions; \
                --column selects another column\n";
    for text in [
        format!("{{\"prompt\": \"Solve it.\", \"completion\": \"{EY1}\"}}\n"),
        format!("prompt,completion\nSolve it.,{EY1}\n"),
        format!("completion\n{EY1}\n"),
    ] {
        solve_every_way(&text, "").ends(0, &lines(&[EY1_SOLVED]), told);
        solve(&text, "--column completion").ends(0, &lines(&[EY1_SOLVED]), "");
    }
}

#[test]
fn predictions_are_compared() {
    let open = with(ROYLE_SOLVED, 40, '.');
    let row = |puzzle: &str, target: &str, prediction: &str| {
        format!(
            "{{\"prompt\": \"Fill in: {puzzle}\", \"target\": \"{target}\", \"prediction\": \"{prediction}\"}}\n"
        )
    };
    let told = "2 puzzles: 1 right, 1 wrong\ncompared: prediction with prompt\n";
    for (right, wrong) in [
        (EY1_SOLVED.to_owned(), open.clone()),
        (format!("The answer is {EY1_SOLVED}"), format!("I say {open}")),
        (format!("{EY1} becomes {EY1_SOLVED}"), format!("{ROYLE} becomes {open}")),
    ] {
        let text = row(EY1, EY1_SOLVED, &right) + &row(ROYLE, ROYLE_SOLVED, &wrong);
        let run = Folder::with("input", &text).run("verify input");
        assert_eq!((run.code, &*run.err), (Some(1), told));
        assert!(run.out.starts_with("input:2: "), "{}", run.out);
        let run = Folder::with("input", &text).run("verify input --solution-column target");
        run.ends(
            0,
            "",
            &told.replace("1 right, 1 wrong", "2 right, 0 wrong").replace("prediction", "target"),
        );
    }
}
