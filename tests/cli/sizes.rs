//! Sizes other than 9×9 from file to file: generated, solved, verified and measured.

use crate::{
    every_way::{results_of, solve_every_way},
    puzzles::{grid, lines, spread},
    run::{Folder, json, rows, solve},
};

/// Creates a folder with puzzles of a recipe.
fn made(args: &str) -> Folder {
    let folder = Folder::new();
    folder.run(&format!("generate {args} --seed 9 --quiet -o puzzles.txt")).gives("");
    folder
}

/// Solves the puzzles and verifies the solutions. Checks the status of every row; returns the values
/// of a column of the timing.
#[track_caller]
fn solve_all(folder: &Folder, args: &str, status: &str, column: usize) -> Vec<String> {
    solve_all_in(folder, args, "", status, column)
}

/// [`solve_all`]; `verify` needs options, too.
#[track_caller]
fn solve_all_in(
    folder: &Folder,
    args: &str,
    verify: &str,
    status: &str,
    column: usize,
) -> Vec<String> {
    let run = folder
        .run(&format!("solve puzzles.txt -o solutions.txt --timing timing.csv --quiet {args}"));
    assert_eq!(run.err, "", "{args}");
    if status == "unique" {
        folder.run(&format!("verify puzzles.txt solutions.txt --quiet {verify}")).gives("");
    }
    let rows = rows(&folder.read("timing.csv")).split_off(1);
    assert!(rows.iter().all(|row| row[1] == status), "{args}: {rows:?}");
    rows.into_iter().map(|mut row| row.swap_remove(column)).collect()
}

#[test]
fn solve_and_verify() {
    for (args, clues) in [("--order 4 --clues 128", "128"), ("--order 5 --clues 417", "417")] {
        let folder = made(&format!("--kind unique --count 20 {args}"));
        for strategy in ["lanes", "mrv", "electroyou"] {
            let found = solve_all(&folder, &format!("--strategy {strategy}"), "unique", 3);
            assert_eq!(found, [clues; 20], "{args}");
        }
    }
}

/// The orders with boxes that are not square, and the sides of their grids.
const NOT_SQUARE: [(&str, usize); 12] = [
    ("2x3", 6),
    ("2x4", 8),
    ("2x5", 10),
    ("3x4", 12),
    ("3x5", 15),
    ("4x5", 20),
    ("3x2", 6),
    ("4x2", 8),
    ("5x2", 10),
    ("4x3", 12),
    ("5x3", 15),
    ("5x4", 20),
];

#[test]
fn boxes_that_are_not_square() {
    for (order, side) in NOT_SQUARE {
        let folder = made(&format!("--kind easy --order {order} --count 3"));
        for strategy in ["lanes", "electroyou"] {
            let args = format!("--strategy {strategy} --order {order}");
            solve_all_in(&folder, &args, &format!("--order {order}"), "unique", 0);
        }
        let line = folder.read("puzzles.txt").lines().next().unwrap().to_owned();
        let filled = format!("of {} cells filled", side * side);
        folder.run(&format!("trace puzzles.txt:1 --order {order}")).shows(&[&filled]);
        let drawn = folder.run(&format!("candidates puzzles.txt:1 --order {order} --format jsonl"));
        assert_eq!(json(&drawn.out)["order"], order);
        let refused = format!("found {side}×{side}; the canonical form is for 9×9 clues");
        let dedup = format!("dedup puzzles.txt --order {order}");
        folder.run(&dedup).refuses(&format!("puzzles.txt: {refused}"));
        folder.run(&format!("{dedup} --exact --quiet")).shows(&[&line]);
        // Copies have other rows, columns and digits, and one solution each.
        folder.run(&format!("shuffle puzzles.txt --order {order} --quiet -o copies.txt")).gives("");
        folder.run(&format!("solve copies.txt --order {order} --quiet -o solved.txt")).gives("");
    }
}

/// Lines, grids and numbers of sizes that are detected.
#[test]
fn boxes_that_are_detected() {
    for (order, side) in NOT_SQUARE.into_iter().take(6) {
        let folder = made(&format!("--kind easy --order {order} --count 3"));
        solve_all(&folder, "", "unique", 0);
        let (text, solved) = (folder.read("puzzles.txt"), folder.read("solutions.txt"));
        let number = |symbol: char| symbol.to_digit(36).unwrap_or(0).to_string();
        let rows = |cell: &dyn Fn(char) -> String, between: &str| -> String {
            let row =
                |row: &[char]| row.iter().map(|it| cell(*it)).collect::<Vec<_>>().join(between);
            let puzzle = |line: &str| {
                let cells: Vec<char> = line.chars().collect();
                cells.chunks(side).map(row).collect::<Vec<_>>().join("\n") + "\n\n"
            };
            text.lines().map(puzzle).collect()
        };
        for other in [rows(&String::from, ""), rows(&String::from, " "), rows(&number, ",")] {
            solve_every_way(&other, "").gives(&solved);
        }
        let line = text.lines().next().unwrap();
        folder.run(&format!("trace {line}")).shows(&[&format!("of {} cells filled", side * side)]);
        let command = format!("--order {order}");
        folder.run("inspect puzzles.txt").shows(&[&format!("{side}×{side}"), &command]);
    }
}

/// The same clues are puzzles with one shape of boxes, and repeat digits with the other.
#[test]
fn hint_at_other_boxes() {
    let folder = made("--kind unique --order 3x2 --clues 20 --count 20");
    let hint = "puzzles.txt: clues repeat only in boxes of 2 rows × 3 columns: --order 3x2 reads \
                boxes of 3 rows × 2 columns";
    folder.run("solve puzzles.txt --order 2x3 -o solved.txt").tells(1, &[hint]);
    let quiet = folder.run("solve puzzles.txt --order 3x2 -o solved.txt");
    assert!(!quiet.err.contains("boxes"), "{}", quiet.err);
}

#[test]
fn gives_up() {
    let folder = made("--kind minimal --order 4 --count 3");
    for strategy in ["generate-and-test --max-fillings 100", "naked/first --max-guesses 1"] {
        let args = format!("--strategy {strategy}");
        assert_eq!(solve_all(&folder, &args, "gave-up", 0).len(), 3);
    }
    // Ends even without a cap by the user: the default is ten million guesses. Those of this strategy cost the
    // least.
    let folder = made("--kind minimal --order 4 --count 1");
    assert_eq!(solve_all(&folder, "--strategy backtracking", "gave-up", 4), ["10000000"]);
}

#[test]
fn same_for_any_threads_and_chunks() {
    let text = made("--kind minimal --order 4 --count 2").read("puzzles.txt");
    solve_every_way(text, "--format jsonl").exits(0);
}

#[test]
fn bench() {
    for order in [4, 5] {
        let folder = made(&format!("--kind easy --order {order} --count 5"));
        for args in ["", " --end-to-end"] {
            let run = folder.run(&format!(
                "bench puzzles.txt --strategy lanes,mrv,electroyou --rounds 1 --seconds 0.01 --sample 5 \
                 --format json{args}"
            ));
            let set = &json(&run.exits(0).out)["sets"][0];
            assert_eq!((&set["order"], &set["puzzles"]), (&order.into(), &5.into()));
            let measured = set["measurements"].as_array().unwrap();
            assert!(measured.iter().all(|it| it["verified"] == 5), "{set}");
        }
    }
}

#[test]
fn endless_recipe() {
    Folder::new().run("generate --kind minimal --order 5").refuses(
        "a minimal 25×25 puzzle would take days or years to generate: proving each removed clue \
         redundant takes too long; make easy puzzles, or unique ones with at least 313 clues",
    );
}

/// Also works for grids and for the other alphabet.
#[test]
fn trace_and_candidates() {
    let folder = made("--kind unique --order 4 --clues 128 --count 2");
    let others = made("--kind unique --order 4 --clues 128 --count 2 --alphabet 0123456789ABCDEF");
    let others = others.read("puzzles.txt");
    let grids: Vec<_> = others.lines().map(grid).collect();
    let folder = folder.and("grids.txt", lines(&["Grid 1", &grids[0], "Grid 2", &grids[1]]));
    let ends = [("puzzles.txt:2", " Gc", " 0c"), ("grids.txt:20", " 0c", " Gc")].map(
        |(argument, shown, not_shown)| {
            let run = folder.run(&format!("candidates {argument}"));
            assert!(run.out.contains("\nexactly one solution\nredundant clues, "), "{}", run.out);
            let run = folder.run(&format!("trace {argument} --strategy mrv"));
            run.exits(0).shows(&["256 of 256 cells filled", shown]).lacks(not_shown);
            run.out.lines().last().unwrap().to_owned()
        },
    );
    assert_eq!(ends[0], ends[1]);
    for (line, told) in [(21, "found a further row of a grid"), (19, "found a name")] {
        let run = folder.run(&format!("trace grids.txt:{line}"));
        run.refuses(&format!("grids.txt:{line}: {told}; expected a puzzle"));
    }
}

/// What is wrong with the first grid of a file hides neither its size nor the other grids.
#[test]
fn damaged_first_grid() {
    let apart = |rows: &[String]| rows.iter().map(|row| spread(row, ",")).collect::<Vec<_>>();
    for (box_rows, box_columns) in [(2, 3), (2, 4), (2, 5), (3, 4), (3, 5)] {
        let side = box_rows * box_columns;
        let rows: Vec<String> = (0..side).map(|row| full_row(box_rows, box_columns, row)).collect();
        for damaged in 0..side {
            let mut bad = rows.clone();
            bad[damaged].replace_range(1..2, "Z");
            let mut lost = rows.clone();
            lost.truncate(side - box_rows);
            for first in [bad, lost] {
                let drawn = |rows: &[String], open: &str, between: &str, close: &str| {
                    format!("{open}{}{close}", rows.join(between))
                };
                let bands = |rows: &[String]| {
                    let bands: Vec<_> = rows.chunks(box_rows).map(|it| it.join("\n")).collect();
                    bands.join(&format!("\n{}\n", "-".repeat(side + 1))) + "\n\n"
                };
                let texts = [
                    [&first, &rows, &rows].map(|it| drawn(it, "", "\n", "\n\n")),
                    [&first, &rows, &rows].map(|it| drawn(it, "Grid\n", "\n", "\n")),
                    [&first, &rows, &rows].map(|it| bands(it)),
                    [&first, &rows, &rows].map(|it| drawn(&apart(it), "[[", "],\n [", "]]\n")),
                ];
                // Numbers above 9 have two digits.
                for text in &texts[..if side > 9 { 3 } else { 4 }] {
                    let (text, args) = (text.concat(), "--format csv --columns status");
                    let found = results_of(&text, args);
                    assert_eq!(found, "status\ninvalid\nunique\nunique\n", "{text}");
                    if damaged == 0 {
                        solve(text, args).prints(1, &found);
                    }
                }
            }
        }
    }
}

/// A row of a full grid with boxes of this size, in which every fourth cell is empty.
fn full_row(box_rows: usize, box_columns: usize, row: usize) -> String {
    let side = box_rows * box_columns;
    let symbol = |column: usize| {
        let value = (column + row % box_rows * box_columns + row / box_rows) % side;
        let digit = char::from_digit(value as u32 + 1, 36).unwrap().to_ascii_uppercase();
        if (row + column).is_multiple_of(4) { '.' } else { digit }
    };
    (0..side).map(symbol).collect()
}
