//! `--alphabet`: puzzles in custom symbols.

use crate::{
    every_way::solve_every_way,
    puzzles::*,
    run::{Folder, solve},
};

const LETTERS: &str = "ABCDEFGHI";

/// Replaces digits with the symbols of an alphabet.
fn in_symbols(text: &str, symbols: &str) -> String {
    let symbol = |c: char| match c.to_digit(symbols.len() as u32 + 1) {
        Some(digit @ 1..) => symbols.as_bytes()[digit as usize - 1].into(),
        _ => c,
    };
    text.chars().map(symbol).collect()
}

/// Replaces the digits 1 to 9 with letters.
fn lettered(text: &str) -> String {
    in_symbols(text, LETTERS)
}

/// Arguments that select one column of the results.
const COLUMN: &str = "--format csv --columns";

#[test]
fn results_are_those_of_digits() {
    let digits = lines(&[EY1, ROYLE, NO_SOLUTION, "", CONFLICT, EY1_SOLVED, &"0".repeat(81)]);
    let columns = "solution,puzzle,status,solutions,clues,guesses,difficulty";
    for args in ["", "--strategy mrv", "--limit 3"] {
        let mut expected = solve(&digits, &format!("{COLUMN} {columns} {args}")).rows();
        // The first two columns are grids.
        let grids = expected[1..].iter_mut().flat_map(|row| &mut row[..2]);
        grids.for_each(|grid| *grid = lettered(grid));
        let args = format!("{COLUMN} {columns} --alphabet {LETTERS} {args}");
        assert_eq!(solve_every_way(lettered(&digits), &args).rows(), expected, "{args}");
    }
    // The number of solutions does not change.
    let part = |part: &str| if part.len() > 1 { lettered(part) } else { part.to_owned() };
    for format in ["solution", "count", "solutions"] {
        let usual = solve(&digits, &format!("--format {format}"));
        let run = solve(lettered(&digits), &format!("--format {format} --alphabet {LETTERS}"));
        let expected: Vec<_> = usual.out.split(':').map(part).collect();
        assert_eq!((run.code, run.out), (usual.code, expected.join(":")), "{format}");
    }
}

/// Columns, keys and names do not change.
#[test]
fn tables_and_grids() {
    let (puzzle, solved) = (lettered(EY1), lettered(EY1_SOLVED));
    let rows = grid(&puzzle);
    let spaced = lines(&rows_of(&puzzle).iter().map(|row| spread(row, " ")).collect::<Vec<_>>());
    for input in [
        format!("{puzzle}\n"),
        format!("{}\n", puzzle.to_lowercase()),
        format!("id,puzzle\nBEAD,{puzzle}\n"),
        format!("{puzzle},{solved}\n"),
        format!("{{\"id\":\"ABC\",\"puzzle\":\"{puzzle}\"}}\n"),
        rows.clone(),
        spaced,
        format!("Grid 1\n{rows}\nGrid 2\n{rows}"),
    ] {
        let run = solve(&input, &format!("--alphabet {LETTERS}"));
        let count = run.out.lines().count();
        assert_eq!((run.code, run.out), (Some(0), format!("{solved}\n").repeat(count)), "{input}");
        assert!(count > 0, "{input}");
    }
    let text = format!("id,puzzle,solution\nBEAD,{puzzle},{solved}\n");
    let run = solve(text, &format!("{COLUMN} agrees --keep id --alphabet {LETTERS}"));
    run.gives("id,agrees\nBEAD,yes\n");
}

#[test]
fn every_size() {
    let two = |set: &str| lines(&shipped(set).lines().take(2).collect::<Vec<_>>());
    for (text, symbols) in [
        (lines(&[SMALL]), "dcba"),
        // Custom digits from zero on 9×9.
        (lines(&[dotted(EY1)]), "012345678"),
        (two("16x16.txt"), "abcdefghijklmnop"),
        (two("25x25.txt"), "ABCDEFGHIJKLMNOPQRSTUVWXY"),
    ] {
        let own = in_symbols(&text, symbols);
        let args = format!("--alphabet {symbols}");
        let run = solve(&own, &args);
        run.gives(&in_symbols(&solve(&text, "").out, symbols));
        let folder = Folder::with("own", own).and("solved", run.out);
        folder.run(&format!("verify own solved -q {args}")).gives("");
    }
    // `X` as a digit.
    let run = solve(format!("Z{:.<15}\n", ""), "--alphabet 0Xab");
    run.tells(
        2,
        &["input:1:1: found 'Z'; expected 0Xab or one of . - _ * ? (0 is a digit here)\n"],
    );
}

#[test]
fn one_puzzle() {
    let (puzzle, solved) = (lettered(EY1), lettered(EY1_SOLVED));
    let folder = Folder::with("input", format!("{puzzle}\n"));
    let alphabet = format!("--alphabet {LETTERS}");
    folder.run(&format!("solve {puzzle} -q {alphabet}")).gives(&lines(&[&solved]));
    folder.feed(puzzle.clone(), &format!("solve - -q {alphabet}")).gives(&lines(&[&solved]));
    for command in ["candidates", "trace --strategy mrv --at 9"] {
        let usual = folder.run(&format!("{command} {EY1} --format text"));
        let expected = lettered(&usual.out);
        let expected: Vec<_> = picture_rows(&expected).collect();
        assert!(!expected.is_empty(), "{}", usual.out);
        for given in ["input", "input:1", &puzzle] {
            let run = folder.run(&format!("{command} {given} {alphabet} --format text"));
            assert_eq!(run.code, usual.code);
            assert_eq!(picture_rows(&run.out).collect::<Vec<_>>(), expected, "{given}");
        }
    }
}

#[test]
fn verify_and_generate() {
    let wrong = lettered(&with(EY1_SOLVED, 2, '3'));
    let folder = Folder::with("puzzles", lettered(&lines(&[EY1, EY1])))
        .and("solved", lines(&[lettered(EY1_SOLVED), wrong]));
    let run = folder.run(&format!("verify puzzles solved --alphabet {LETTERS}"));
    run.prints(1, "solved:2: r1c2 is C, but the clue there is A\n");
    let usual = folder.run("generate --kind easy -n 3").out;
    folder.run(&format!("generate --kind easy -n 3 --alphabet {LETTERS}")).gives(&lettered(&usual));
    assert_eq!(folder.run("generate --kind solved --alphabet ABCD").out.len(), 17);
    let run = folder.run("generate --kind easy --order 3 --alphabet ABCD");
    run.refuses("--alphabet has 4 symbols, but --order 3 needs 9");
}

#[test]
fn faults_are_located() {
    let text = lines(&[lettered(EY1), with(&lettered(EY1), 5, 'J'), lettered(CONFLICT)]);
    let told = "input:2:5: found 'J'; expected ABCDEFGHI or one of . 0 - _ * ? x X\n\
                input:3:66: digit E twice in column 3 (r2c3 and r8c3)\n";
    assert_eq!(solve(text, &format!("--alphabet {LETTERS}")).err, told);
    // The library's tests have all faults of an alphabet.
    for command in
        ["solve input", "verify input", "trace input", "candidates input", "generate --kind easy"]
    {
        let run = Folder::new().run(&format!("{command} --alphabet ABCDEFGHA"));
        run.refuses_arguments(&["found 'A' twice"]);
    }
}

#[test]
fn hint_at_alphabet() {
    let told = "input: 2 rows with letters: if they stand for the digits, name them in order, as \
                in --alphabet ABCDEFGHI\n";
    let letters = lettered(&lines(&[EY1, ROYLE]));
    solve(&letters, "").tells(2, &[told]);
    // Puzzles with a mistake, and an alphabet with other letters.
    for (text, args) in [
        (format!("{letters}{EY1}\n"), ""),
        ("1\n".to_owned(), ""),
        (letters, "--alphabet JKLMNOPQR"),
    ] {
        solve(&text, args).lacks("with letters");
    }
}
