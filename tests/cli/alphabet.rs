//! `--alphabet`: puzzles in custom symbols.

use crate::{
    puzzles::*,
    run::{Folder, Run},
};

const LETTERS: &str = "ABCDEFGHI";

/// Replaces the digits 1 to 9 with letters.
fn lettered(text: &str) -> String {
    let symbol = |c: char| match c.to_digit(10) {
        Some(digit @ 1..) => LETTERS.as_bytes()[digit as usize - 1].into(),
        _ => c,
    };
    text.chars().map(symbol).collect()
}

fn solve(input: &str, args: &str) -> Run {
    Folder::with("input", input).run(&format!("solve input -q {args}"))
}

/// Arguments that select one column of the results.
const COLUMN: &str = "--format csv --columns";

#[test]
fn results_are_those_of_digits() {
    let digits = lines(&[EY1, ROYLE, NO_SOLUTION, "", CONFLICT, EY1_SOLVED, &"0".repeat(81)]);
    for column in ["solution", "puzzle", "status", "solutions", "clues", "guesses", "difficulty"] {
        for args in ["", "--strategy mrv", "--threads 2 --chunk-size 1", "--no-mmap", "--limit 3"] {
            let usual = solve(&digits, &format!("{COLUMN} {column} {args}")).out;
            let (head, usual) = usual.split_once('\n').unwrap();
            let is_grid = matches!(column, "solution" | "puzzle");
            let expected = if is_grid { lettered(usual) } else { usual.to_owned() };
            let args = format!("{COLUMN} {column} --alphabet {LETTERS} {args}");
            let run = solve(&lettered(&digits), &args);
            assert_eq!(run.out, format!("{head}\n{expected}"), "{column} {args}");
        }
    }
    for format in ["solution", "count", "solutions"] {
        let usual = solve(&digits, &format!("--format {format}"));
        let run = solve(&lettered(&digits), &format!("--format {format} --alphabet {LETTERS}"));
        let expected = match format {
            // The number of solutions does not change.
            "count" => usual.out.lines().map(count).collect(),
            _ => lettered(&usual.out),
        };
        assert_eq!((run.code, run.out), (usual.code, expected), "{format}");
    }
}

fn count(line: &str) -> String {
    match line.split(':').collect::<Vec<_>>()[..] {
        [puzzle, count, solution] => {
            format!("{}:{count}:{}\n", lettered(puzzle), lettered(solution))
        }
        _ => format!("{line}\n"),
    }
}

/// Columns, keys and names do not change.
#[test]
fn tables_and_grids() {
    let (puzzle, solved) = (lettered(EY1), lettered(EY1_SOLVED));
    let grid: String = puzzle
        .as_bytes()
        .chunks(9)
        .map(|row| format!("{}\n", String::from_utf8_lossy(row)))
        .collect();
    let spaced = grid.replace('\n', " ").chars().collect::<Vec<_>>();
    let spaced: String =
        spaced.iter().map(|&c| if c == ' ' { "\n".to_owned() } else { format!("{c} ") }).collect();
    for input in [
        format!("{puzzle}\n"),
        format!("{}\n", puzzle.to_lowercase()),
        format!("id,puzzle\nBEAD,{puzzle}\n"),
        format!("{puzzle},{solved}\n"),
        format!("{{\"id\":\"ABC\",\"puzzle\":\"{puzzle}\"}}\n"),
        grid.clone(),
        spaced,
        format!("Grid 1\n{grid}\nGrid 2\n{grid}"),
    ] {
        let run = solve(&input, &format!("--alphabet {LETTERS}"));
        let count = run.out.lines().count();
        assert_eq!((run.code, run.out), (Some(0), format!("{solved}\n").repeat(count)), "{input}");
        assert!(count > 0, "{input}");
    }
    let run = solve(
        &format!("id,puzzle,solution\nBEAD,{puzzle},{solved}\n"),
        &format!("{COLUMN} agrees --keep id --alphabet {LETTERS}"),
    );
    run.gives("id,agrees\nBEAD,yes\n");
}

#[test]
fn every_size() {
    for (set, symbols) in
        [("16x16.txt", "abcdefghijklmnop"), ("25x25.txt", "ABCDEFGHIJKLMNOPQRSTUVWXY")]
    {
        let usual = std::fs::read_to_string(format!("datasets/{set}")).unwrap();
        let digit = |c: char| c.to_digit(36).filter(|&digit| digit > 0);
        let symbol = |c| digit(c).map_or(c, |digit| symbols.as_bytes()[digit as usize - 1].into());
        let text: String =
            usual.lines().take(2).flat_map(|line| line.chars().chain(['\n'])).map(symbol).collect();
        let folder = Folder::with("usual", lines(&usual.lines().take(2).collect::<Vec<_>>()))
            .and("own", text);
        let expected: String = folder.run("solve usual -q").out.chars().map(symbol).collect();
        let run = folder.run(&format!("solve own -q --alphabet {symbols}"));
        assert_eq!(run.out, expected, "{set}");
        folder
            .and("solved", run.out)
            .run(&format!("verify own solved -q --alphabet {symbols}"))
            .gives("");
    }
    let small = |text: &str| {
        text.chars()
            .map(|c| {
                c.to_digit(10)
                    .and_then(|digit| "dcba".chars().nth((digit as usize).wrapping_sub(1)))
                    .unwrap_or(c)
            })
            .collect::<String>()
    };
    solve(&lines(&[small(SMALL)]), "--alphabet dcba").gives(&lines(&[small(SMALL_SOLVED)]));
}

/// Custom digits from zero on 9×9, and `X` as a digit.
#[test]
fn blank_may_be_a_symbol() {
    let from_zero = |text: &str| {
        let symbol = |c: char| match c.to_digit(10) {
            Some(0) => '.',
            Some(digit) => char::from(b'0' + digit as u8 - 1),
            None => c,
        };
        text.chars().map(symbol).collect::<String>()
    };
    let run = solve(&lines(&[from_zero(EY1)]), "--alphabet 012345678");
    run.gives(&lines(&[from_zero(EY1_SOLVED)]));
    let run = Folder::with("input", format!("Z{:.<15}\n", "")).run("solve input --alphabet 0Xab");
    assert!(
        run.err.contains(
            "input:1:1: found 'Z'; expected 0Xab or one of . - _ * ? (0 is a digit here)\n"
        ),
        "{}",
        run.err
    );
}

#[test]
fn one_puzzle() {
    let (puzzle, solved) = (lettered(EY1), lettered(EY1_SOLVED));
    let folder = Folder::with("input", format!("{puzzle}\n"));
    folder.run(&format!("solve {puzzle} -q --alphabet {LETTERS}")).gives(&lines(&[&solved]));
    folder
        .feed(puzzle.clone(), &format!("solve - -q --alphabet {LETTERS}"))
        .gives(&lines(&[&solved]));
    for command in ["candidates", "trace --strategy mrv --at 9"] {
        for given in ["input", "input:1", &puzzle] {
            let run = folder.run(&format!("{command} {given} --alphabet {LETTERS} --format text"));
            let usual = folder.run(&format!("{command} {EY1} --format text"));
            let grid =
                |text: &str| -> Vec<String> { picture_rows(text).map(str::to_owned).collect() };
            assert_eq!(run.code, usual.code);
            assert_eq!(grid(&run.out), grid(&lettered(&usual.out)), "{given}");
            assert!(!grid(&run.out).is_empty(), "{}", run.out);
        }
    }
}

#[test]
fn verify_reads_and_names_symbols() {
    let wrong = lettered(&with(EY1_SOLVED, 2, '3'));
    let folder = Folder::with("puzzles", lettered(&lines(&[EY1, EY1])))
        .and("solved", lines(&[lettered(EY1_SOLVED), wrong]));
    let run = folder.run(&format!("verify puzzles solved --alphabet {LETTERS}"));
    assert_eq!((run.code, &*run.out), (Some(1), "solved:2: r1c2 is C, but the clue there is A\n"));
}

#[test]
fn generate_writes_symbols() {
    let folder = Folder::new();
    let usual = folder.run("generate --kind easy -n 3").out;
    folder.run(&format!("generate --kind easy -n 3 --alphabet {LETTERS}")).gives(&lettered(&usual));
    let small = folder.run("generate --kind solved --alphabet ABCD").out;
    assert_eq!(small.len(), 17);
    folder
        .run("generate --kind easy --order 3 --alphabet ABCD")
        .refuses("--alphabet has 4 symbols, but --order 3 needs 9");
}

#[test]
fn faults_are_located() {
    let run = Folder::with(
        "input",
        lines(&[lettered(EY1), with(&lettered(EY1), 5, 'J'), lettered(CONFLICT)]),
    )
    .run(&format!("solve input --alphabet {LETTERS}"));
    for told in [
        "input:2:5: found 'J'; expected ABCDEFGHI or one of . 0 - _ * ? x X\n",
        "input:3:66: digit E twice in column 3 (r2c3 and r8c3)\n",
    ] {
        assert!(run.err.contains(told), "{}", run.err);
    }
    for (symbols, told) in [
        ("ABCDEFGH", "found 8 symbols; expected 4, 9, 16 or 25: one for each digit"),
        ("ABCDEFGHA", "found 'A' twice"),
        ("ABC.EFGHI", "found '.'; expected letters A-Z a-z and digits 0-9"),
    ] {
        for command in ["solve", "verify", "trace", "candidates", "generate --kind easy"] {
            let input = if command.starts_with("generate") { "" } else { "input" };
            let run = Folder::new().run(&format!("{command} {input} --alphabet {symbols}"));
            run.refuses_arguments(&[told]);
        }
    }
}

#[test]
fn hint_at_alphabet() {
    let told = "input: 2 rows with letters: if they stand for the digits, name them in order, as \
                in --alphabet ABCDEFGHI\n";
    let letters = lettered(&lines(&[EY1, ROYLE]));
    let run = solve(&letters, "");
    assert!(run.err.contains(told) && run.code == Some(2), "{}", run.err);
    // Puzzles with a mistake, and an alphabet with other letters.
    for (text, args) in
        [(format!("{letters}{EY1}\n"), ""), (lines(&["1"]), ""), (letters, "--alphabet JKLMNOPQR")]
    {
        let run = solve(&text, args);
        assert!(!run.err.contains("with letters"), "{text} {args}: {}", run.err);
    }
}
