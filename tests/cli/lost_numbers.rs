//! Rows, lines and tables that have lost a number: never is the place that it left an empty cell in silence.

use crate::{
    every_way::solve_every_way,
    puzzles::*,
    run::{Folder, solve},
};

/// The rows of a puzzle as numbers between separators, with a word for empty cells.
fn rows_with(puzzle: &str, empty: &str, separator: &str) -> Vec<String> {
    let cell = |symbol: char| match symbol.to_digit(36) {
        Some(digit) if digit > 0 || empty == "0" => digit.to_string(),
        _ => empty.to_owned(),
    };
    let row = |row: &&str| row.chars().map(cell).collect::<Vec<_>>().join(separator);
    rows_of(puzzle).iter().map(row).collect()
}

/// Checks that the first of two grids is read, and that the second one, which has lost a number, is bad.
#[track_caller]
fn is_lost(good: &str, damaged: &str, solution: &str, told: &str) {
    assert_ne!(good, damaged);
    solve_every_way(good, "").gives(&lines(&[solution]));
    for text in [format!("{good}\n{damaged}"), format!("{damaged}\n{good}")] {
        let run = solve_every_way(&text, "");
        let found: Vec<_> = run.out.lines().filter(|line| !line.is_empty()).collect();
        assert_eq!(found, [solution], "{}\n{text}", run.err);
        run.tells(1, &[told]);
    }
}

/// What stands behind a last separator is a cell only if no row has all its cells and a separator behind
/// them.
#[test]
fn row_that_ends_with_a_separator() {
    for (puzzle, solution) in [(SMALL, SMALL_SOLVED), (EY1, EY1_SOLVED)] {
        let side = puzzle.len().isqrt();
        // Rows of symbols may have tabs between them.
        let told = format!("; expected {side}");
        for empty in ["0", "null", "."] {
            for (separator, open, close) in [
                (",", "int grid[] = {\n", "};\n"),
                (", ", "", ""),
                (";", "", ""),
                ("\t", "", ""),
                (",", "p = [|", "|];\n"),
            ] {
                let end = if open == "p = [|" { format!("{separator}|") } else { separator.into() };
                let mut rows = rows_with(puzzle, empty, separator);
                rows.iter_mut().for_each(|row| *row += &end);
                let good = format!("{open}{}{close}", lines(&rows));
                let row = &mut rows[2];
                let last = row[..row.len() - end.len()].rfind(separator).unwrap();
                row.replace_range(last + separator.len().., end.trim_start_matches(separator));
                let damaged = format!("{open}{}{close}", lines(&rows));
                is_lost(&good, &damaged, solution, &told);
            }
        }
    }
    // Nor is it one in a line of numbers, of which only the last would be empty.
    let good = array(EY1, ",", ",") + ",\n";
    let damaged = array(EY1, ",", ",").strip_suffix(",0").unwrap().to_owned() + ",\n";
    is_lost(&good, &damaged, EY1_SOLVED, "found 80 numbers; expected 81");
}

/// Nor is it in lines of whole puzzles without signs for empty cells: the first line that shows it decides.
#[test]
fn line_that_ends_with_a_separator() {
    for separator in [",", ";", "\t"] {
        let line = |puzzle: &str| rows_with(puzzle, "", separator).join(separator) + "\n";
        for (puzzle, solution) in [(SMALL, SMALL_SOLVED), (EY1, EY1_SOLVED)] {
            let cells = puzzle.len();
            let good = line(puzzle).replace('\n', &format!("{separator}\n"));
            let damaged = good.replacen(&format!("3{separator}"), "", 1);
            is_lost(&good, &damaged, solution, &format!("; expected {cells}"));
        }
        // The last cell is empty in the first one only, which alone could be either.
        let open = line(&format!("{}0", &SMALL[..15]));
        let turned: String = SMALL.chars().rev().collect();
        let turned_solved: String = SMALL_SOLVED.chars().rev().collect();
        let text = format!("{open}{}", line(&turned));
        solve_every_way(&text, "").gives(&lines(&[SMALL_SOLVED, &turned_solved]));
        solve_every_way(&open, "").gives(&lines(&[SMALL_SOLVED]));
    }
}

/// A puzzle that marks its empty cells has no others.
#[test]
fn empty_field_beside_marks() {
    for (puzzle, solution) in [(SMALL, SMALL_SOLVED), (EY1, EY1_SOLVED)] {
        let side = puzzle.len().isqrt();
        let told = format!("found \"\"; expected a number from 0 to {side}");
        for empty in ["0", ".", "null", "NA"] {
            for separator in [",", ";", "\t", "|"] {
                let are_symbols = empty.len() == 1 && "\t|".contains(separator);
                let told = if are_symbols { "expected" } else { &*told };
                let rows = rows_with(puzzle, empty, separator);
                let good = lines(&rows);
                let first = rows[0].find(|c: char| c.is_ascii_digit() && c != '0').unwrap();
                let mut damaged = good.clone();
                damaged.remove(first);
                is_lost(&good, &damaged, solution, told);
                if side > 4 {
                    let line = |grid: &str| grid.trim_end().replace('\n', separator) + "\n";
                    is_lost(&line(&good), &line(&damaged), solution, "expected");
                }
            }
        }
        for empty in ["0", "."] {
            let row = |row: &String| format!("[\"{}\"]", row.replace(',', "\",\""));
            let rows: Vec<_> = rows_with(puzzle, empty, ",").iter().map(row).collect();
            let good = format!("{{\"puzzle\": [{}]}}\n", rows.join(", "));
            let damaged = good.replacen("\"1\"", "\"\"", 1);
            is_lost(&good, &damaged, solution, "; expected a number from 0 to");
        }
    }
    // Without marks, all of them are empty cells.
    let sheet = lines(&rows_with(EY1, "", ","));
    solve_every_way(&sheet, "").gives(&solved("1"));
}

/// So has a table with a column for each cell.
#[test]
fn empty_field_among_columns() {
    let names: Vec<_> = (1..=81).map(|cell| format!("c{cell}")).collect();
    let good = array(EY1, ",", ",");
    let damaged = good.replacen('8', "", 1);
    let text = format!("id,{}\n1,{good}\n2,{damaged}\n3,{good}\n", names.join(","));
    let run = solve_every_way(&text, "");
    run.prints(1, &solved("1 - 1"));
    run.tells(1, &["input:3:11: found \"\"; expected a number from 0 to 9\n"]);
}

/// Digits from 0 above 9×9, in every notation of numbers: a 0 that no unit repeats is a digit.
#[test]
fn digits_from_zero() {
    let [puzzle, solution] = first("16x16");
    let from_zero = |text: &str| -> String {
        let digit = |c: char| c.to_digit(17).map_or(c, |it| char::from_digit(it - 1, 16).unwrap());
        text.to_ascii_lowercase().chars().map(digit).collect::<String>().to_ascii_uppercase()
    };
    let letters = |text: &str| text.to_ascii_uppercase();
    let [puzzle, solution] = [puzzle, solution].map(|text| from_zero(&text));
    assert!(puzzle.contains('0') && puzzle.contains('.'), "{puzzle}");
    let numbers = |puzzle: &str, empty: &str, between: &str, row: &str| {
        let cell = |c: char| c.to_digit(16).map_or(empty.to_owned(), |digit| digit.to_string());
        let rows = rows_of(puzzle).into_iter();
        let row_of = |row: &str| row.chars().map(cell).collect::<Vec<_>>().join(between);
        rows.map(row_of).collect::<Vec<_>>().join(row)
    };
    let mut texts = vec![format!("{}\n", letters(&puzzle)), grid(&puzzle)];
    for (empty, between) in
        [("", ","), ("", "\t"), ("", "|"), (".", ","), ("null", ", "), (".", " ")]
    {
        texts.push(numbers(&puzzle, empty, between, "\n") + "\n");
        if !between.contains('|') {
            texts.push(numbers(&puzzle, empty, between, between) + "\n");
        }
    }
    texts.push(
        rows_of(&puzzle).iter().map(|row| spread(row, ",").replace('.', "") + "\n").collect(),
    );
    for empty in ["null", "\"\"", "-1"] {
        let rows = numbers(&puzzle, empty, ", ", "], [");
        texts.push(format!("{{\"puzzle\": [[{rows}]]}}\n"));
        texts.push(format!("{{\"puzzle\": [{}]}}\n", rows.replace("], [", ", ")));
        texts.push(format!("[[{}]]\n", rows.replace("], [", "],\n [")));
    }
    let names: Vec<_> = (1..=256).map(|cell| format!("c{cell}")).collect();
    texts.push(format!("id,{}\n1,{}\n", names.join(","), numbers(&puzzle, "", ",", ",")));
    texts.push(format!("id,puzzle\n1,\"{}\"\n", numbers(&puzzle, ".", " ", " ")));
    for text in texts {
        let run = solve_every_way(&text, "");
        assert_eq!(run.out, lines(&[&solution]), "{}\n{text}", run.err);
        let folder = Folder::with("a", &text).and("b", lines(&[&solution]));
        folder.run("verify a b").prints(0, "");
    }
    // Zeros that a unit repeats are empty cells, in the same notations.
    let [puzzle, solution] = first("16x16");
    let zeros = |between: &str, row: &str| {
        let cell = |c: char| c.to_digit(17).unwrap_or(0).to_string();
        let row_of = |row: &str| row.chars().map(cell).collect::<Vec<_>>().join(between);
        rows_of(&puzzle.to_ascii_lowercase()).into_iter().map(row_of).collect::<Vec<_>>().join(row)
    };
    for text in [zeros(",", "\n"), zeros("|", "\n"), format!("[[{}]]", zeros(", ", "], ["))] {
        solve(text + "\n", "").gives(&lines(&[&solution]));
    }
}
