//! Puzzles drawn as grids, with one row per line.

use crate::{
    every_way::{found_every_way, solve_every_way},
    puzzles::*,
    run::{Folder, Run, feed, rows, solve, solve_in_ways},
};

/// A style of drawing a grid.
type Style = fn(&str) -> String;

const STYLES: [Style; 6] = [grid, spaced, ruled, bordered, boxed, windows];

fn spaced(puzzle: &str) -> String {
    lines(&rows_of(puzzle).iter().map(|row| spread(row, " ") + " ").collect::<Vec<_>>())
}

/// Returns rows like `53.|.7.|...`, with a ruler between the bands.
fn ruled(puzzle: &str) -> String {
    drawn(puzzle, ["", "|", ""], ["", "---", "+", ""], false)
}

fn bordered(puzzle: &str) -> String {
    drawn(puzzle, ["| ", " | ", " |"], ["+", "-------", "+", "+"], true)
}

fn boxed(puzzle: &str) -> String {
    drawn(puzzle, ["║", "│", "║"], ["╠", "═══", "╬", "╣"], true)
}

fn windows(puzzle: &str) -> String {
    grid(puzzle).replace('\n', "\r\n")
}

fn drawn(puzzle: &str, bars: [&str; 3], ruler: [&str; 4], has_border: bool) -> String {
    let order = puzzle.len().isqrt().isqrt();
    let ruler = format!("{}{}{}\n", ruler[0], [ruler[1]].repeat(order).join(ruler[2]), ruler[3]);
    let row = |row: &&str| {
        let parts: Vec<_> = (0..order).map(|part| &row[part * order..][..order]).collect();
        format!("{}{}{}\n", bars[0], parts.join(bars[1]), bars[2])
    };
    let rows: Vec<String> = rows_of(puzzle).iter().map(row).collect();
    let text = rows.chunks(order).map(<[_]>::concat).collect::<Vec<_>>().join(&ruler);
    if has_border { format!("{ruler}{text}{ruler}") } else { text }
}

/// Text that may separate grids.
const BETWEEN: [&str; 5] = ["", "\n", " \t\n\n", "Grid 02\n", "# next\n"];

#[test]
fn drawing_styles() {
    for between in BETWEEN {
        let text =
            STYLES.map(|style| [EY1, ROYLE].map(|it| between.to_owned() + &style(it)).concat());
        solve_every_way(text.concat(), "").gives(&solved("1 2").repeat(6));
    }
    for style in STYLES {
        solve(format!("{}\n{}", style(SMALL), style(SMALL)), "").gives(&solved("4 4"));
    }
}

#[test]
fn named_grids() {
    let text = format!("Grid 01\n{}Grid 02\n{}", grid(EY1), grid(ROYLE));
    let run = Folder::with("sudoku.txt", text).run("solve sudoku.txt --summary summary.json");
    run.prints(0, &solved("1 2"))
        .begins("2 puzzles: 2 unique\nskipped lines: 2 name; 16 further rows of grids\n");
    let sdk = format!("#A somebody\n[Puzzle]\n{}", grid(EY1));
    feed(sdk, "solve --quiet").gives(&lines(&[EY1_SOLVED]));
}

#[test]
fn summary_counts_every_line() {
    let text = format!("Grid 01\n{}\n# c\n{}", bordered(EY1), grid(ROYLE));
    let folder = Folder::with("grids.txt", &text);
    folder.run("solve grids.txt -o out --summary summary.json -q").exits(0);
    let summary = folder.json("summary.json");
    assert_eq!(summary["lines"], text.lines().count());
    assert_eq!((&summary["puzzles"], &summary["side"]), (&2.into(), &9.into()));
    let skipped = serde_json::json!(
        { "blank": 1, "comment": 1, "header": 0, "count": 0, "name": 1, "ruler": 4, "row": 16 }
    );
    assert_eq!(summary["skipped"], skipped);
}

#[test]
fn csv_echoes_grid_as_line() {
    let text = format!("Grid 01\n{}\n\n{}", bordered(EY1), grid(ROYLE));
    let folder = Folder::with("grids.txt", text);
    let run = folder.run("solve grids.txt --quiet --format csv --timing timing.csv");
    assert!(run.out.ends_with(&filled("\n3,P1,unique,,1,S1\n17,P2,unique,,1,S2\n")), "{}", run.out);
    let timing = rows(&folder.read("timing.csv"));
    assert_eq!([&timing[1][0], &timing[2][0]], ["3", "17"]);
    let row = &folder.run("solve grids.txt --quiet --format jsonl").values()[1];
    assert_eq!((&row["line"], &row["puzzle"]), (&17.into(), &ROYLE.into()));
}

/// The message about a grid in which some text is replaced; the grids around it must be solved. The
/// library's tests have all faults.
#[test]
fn bad_grid_location() {
    for (style, from, to, told) in [
        (spaced as Style, "0 0 7 6", "0 0 é 6", &*format!("13:5: found 'é'; {CELL}")),
        (
            bordered,
            "| 006 | 900 | 003 |",
            "| 006 | 900 | 0037 |",
            "20:18: found '7' after 9 cells; expected the end of the row",
        ),
        (boxed, "║007│", "║907│", "26:2: digit 9 twice in column 1 (r3c1 and r9c1)"),
    ] {
        let good = style(EY1);
        let bad = good.replacen(from, to, 1);
        assert_ne!(good, bad);
        let run = solve(format!("{good}\n{bad}\n{good}"), "");
        run.ends(1, &solved("1 - 1"), &format!("input:{told}\n"));
    }
    let bad = with(EY1, 30, 'Z');
    let text = format!("{}\n{}", grid(EY1), grid(&bad));
    solve(&text, "--strict -o out.txt").prints(2, "").begins("sudomill: input:14:3: found 'Z'");
    let row = &feed(text, "solve --quiet --format csv").rows()[2];
    assert_eq!(row[..3], ["11", &bad, "invalid"]);
    assert!(row[3].starts_with("14:3: found 'Z'; expected"), "{}", row[3]);
}

/// Returns good, bad, named, unfinished and endless grids.
pub fn mixed() -> String {
    let kinds = [
        grid(EY1),
        bordered(ROYLE),
        "Grid 01\n".into(),
        grid(&with(EY1, 30, 'Z')),
        "\n# c\n".into(),
        boxed(NO_SOLUTION),
        grid(CONFLICT),
        grid(EY1)[..50].into(),
        format!("\n{}\n", "é".repeat(40_000)),
        ruled(EY1),
        format!("{}\r\n", windows(ROYLE)),
        format!("53.......\n{}", "---+---+---\n".repeat(6_000)),
        "\n".into(),
    ];
    format!("\u{FEFF}{}", kinds.concat().repeat(2))
}

#[test]
fn verify_grids() {
    let drawn = [EY1_SOLVED, ROYLE_SOLVED, ROYLE_SOLVED];
    let drawn = drawn.map(|solution| format!("Grid\n{}", bordered(solution))).concat();
    let folder =
        Folder::with("grids", format!("{}\n{}", bordered(EY1), grid(&with(ROYLE, 1, 'Z'))))
            .and("out", solved("1 2"))
            .and("puzzles", lines(&[EY1, ROYLE, EY1]))
            .and("drawn", drawn);
    let told = format!("grids:15:1: found 'Z'; {CELL}\n");
    folder.run("verify grids out").ends(1, &told, "2 puzzles: 1 right, 1 wrong\n");
    let told = "drawn:31: r1c2 is 2, but the clue there is 1\n";
    folder.run("verify puzzles drawn").ends(1, told, "3 puzzles: 2 right, 1 wrong\n");
}

/// Returns a full grid, with the symbols of an alphabet.
fn full(symbols: &str) -> String {
    let (side, symbols) = (symbols.len(), symbols.as_bytes());
    let order = side.isqrt();
    let value = |row: usize, column: usize| (row * order + row / order + column) % side;
    let cells = (0..side * side).map(|cell| value(cell / side, cell % side));
    cells.map(|value| char::from(symbols[value])).collect()
}

const ALPHABETS: [&str; 4] = [
    "123456789ABCDEFG",
    "0123456789ABCDEF",
    "123456789ABCDEFGHIJKLMNOP",
    "0123456789ABCDEFGHIJKLMNO",
];

#[test]
fn large_grids_keep_alphabet() {
    for symbols in ALPHABETS {
        let solution = full(symbols);
        // Keeps the first row, and all but the last digit in the other rows.
        let (first, rest) = solution.split_at(symbols.len());
        let puzzle = first.to_owned() + &rest.replace(&symbols[symbols.len() - 1..], ".");
        let wrong = with(&solution, 2, symbols.chars().next().unwrap());
        for text in STYLES.map(|style| style(&puzzle)).into_iter().chain([lines(&[&puzzle])]) {
            let folder = Folder::with("puzzles", format!("{text}{text}"))
                .and("right", lines(&[&solution, &solution.to_lowercase()]))
                .and("wrong", lines(&[&wrong, &solution]));
            folder.run("verify puzzles right").prints(0, "");
            let both = lines(&[&solution, &solution]);
            folder.run("solve puzzles -q --threads 2 --chunk-size 300").gives(&both);
            let counted = lines(&[&format!("{puzzle}:1:{solution}"); 2]);
            folder.run("solve puzzles -q --format count").gives(&counted);
            let [first, second] = [&symbols[..1], &symbols[1..2]];
            let told = format!("wrong:1: r1c2 is {first}, but the clue there is {second}\n");
            folder.run("verify puzzles wrong").prints(1, &told);
        }
    }
}

/// A grid between lines that enclose it and with a row too many is bad as a whole: nobody can see which row
/// is too much.
#[test]
fn extra_row_makes_its_grid_bad() {
    for symbols in ["123456789", ALPHABETS[0], ALPHABETS[2]] {
        let puzzle = grid(&full(symbols).replace('2', "."));
        let last = puzzle.lines().last().unwrap();
        let rows = symbols.len() + 1;
        for name in ["Grid 03\n", "Board\n", "7\n", "A1\n", "Die\n", "Puzzle\n", "\n", "# c\n"] {
            let text = format!("{name}{puzzle}{last}\n{name}{puzzle}{name}{puzzle}");
            let run = solve_every_way(text, "--format csv --columns status,message");
            let found: Vec<_> = run.rows()[1..].iter().map(|row| row.join(" ")).collect();
            let bad = format!("found the end of the grid after {rows} rows; expected");
            assert!(found.len() == 3 && found[0].contains(&bad), "{name}: {found:?}");
            assert!([1, 2].iter().all(|&at| found[at] == "unique "), "{name}: {found:?}");
        }
        // Grids that follow each other below a name are not too long, nor one that may be answered at once.
        let text = format!("Grids\n{puzzle}{puzzle}\n{puzzle}{puzzle}{puzzle}");
        let statuses = solve_every_way(&text, "--format csv --columns status").column(0);
        assert_eq!(statuses, ["unique"; 5]);
        let statuses =
            solve(format!("{puzzle}{last}\n"), "--format csv --columns status").column(0);
        assert_eq!(statuses, ["unique", "invalid"]);
    }
    let rows = ["1, 4, 2, 3", "0, 0, 0, 0", "0, 0, 0, 0", "4, 1, 3, 0", "2, 3, 1, 4"];
    for (open, between, close) in [
        ("[[", "],\n [", "]]\n"),
        ("[\n  [", "],\n  [", "]\n]\n"),
        ("p = [", ";\n", "];\n"),
        ("int p[][] = {\n{", "},\n{", "}};\n"),
        ("p = [|", "|\n", "|];\n"),
        ("first:\n", "\n", "\n\n"),
    ] {
        let array = |rows: &[&str]| format!("{open}{}{close}", rows.join(between));
        let [good, long] = [array(&[&rows[..1], &rows[2..]].concat()), array(&rows)];
        let run = solve_every_way(format!("{long}{good}{long}"), "--format csv --columns status");
        assert_eq!(run.column(0), ["invalid", "unique", "invalid"], "{long}");
    }
}

/// The bands of these grids, as many for each as in the list of its rows in each, with blank lines between all.
fn bands_apart(grids: &[&[&[usize]]], puzzle: &str) -> String {
    let rows = rows_of(puzzle);
    let band = |rows: &&[usize]| rows.to_vec();
    let text = |bands: &&[&[usize]]| {
        let bands: Vec<_> = bands.iter().map(band).collect();
        let lines_of =
            |band: &Vec<usize>| lines(&band.iter().map(|&it| rows[it]).collect::<Vec<_>>());
        bands.iter().map(lines_of).collect::<Vec<_>>().join("\n")
    };
    grids.iter().map(text).collect::<Vec<_>>().join("\n")
}

/// Where bands are apart, a block of rows is a band, whole or not: a grid that lost a row, or has one too many,
/// costs itself alone.
#[test]
fn damaged_bands() {
    const WHOLE: &[&[usize]] = &[&[0, 1, 2], &[3, 4, 5], &[6, 7, 8]];
    let damaged: [&[&[usize]]; 9] = [
        &[&[0, 1, 2], &[3, 4], &[6, 7, 8]],
        &[&[0, 2], &[3, 4, 5], &[6, 7, 8]],
        &[&[0, 1, 2], &[3, 4, 5], &[7, 8]],
        &[&[0, 1, 1, 2], &[3, 4, 5], &[6, 7, 8]],
        &[&[0, 1, 2], &[3, 4, 5], &[6, 7, 7, 8]],
        &[&[0, 1, 2], &[3], &[4, 5], &[6, 7, 8]],
        &[&[0], &[1, 2], &[3, 4, 5], &[6, 7, 8]],
        &[&[0, 1, 2], &[3, 4, 5], &[6, 7], &[8]],
        &[&[0, 1], &[3, 4, 5], &[6, 7, 7, 8]],
    ];
    for bands in damaged {
        for (at, statuses) in [
            (0, ["invalid", "unique", "unique", "unique"]),
            (1, ["unique", "invalid", "unique", "unique"]),
            (3, ["unique", "unique", "unique", "invalid"]),
        ] {
            let mut grids = [WHOLE; 4];
            grids[at] = bands;
            let text = bands_apart(&grids, EY1);
            let run = solve_every_way(&text, "--format csv --columns status");
            assert_eq!(run.column(0), statuses, "{}\n{text}", run.err);
        }
    }
    // A lost line between two bands, or two grids, costs nothing.
    for at in [0, 2, 3] {
        let text = bands_apart(&[WHOLE; 3], EY1);
        let (lost, _) = text.match_indices("\n\n").nth(at + 2).unwrap();
        let text = text[..lost].to_owned() + &text[lost + 1..];
        solve_every_way(&text, "").gives(&solved("1 1 1"));
    }
    // Bands are apart only if a blank line stands below each.
    let lost = bands_apart(&[&[&[0, 1, 2, 3, 4, 5]]], EY1);
    let text = format!("{lost}\n{}\n{}", grid(EY1), grid(ROYLE));
    let run = solve_every_way(&text, "--format csv --columns line,status");
    assert_eq!(run.out, "line,status\n1,invalid\n8,unique\n18,unique\n");
    let small = format!("14 23\n00 00\n\n{0}\n{0}", grid(SMALL));
    let run = solve_every_way(&small, "--format csv --columns status");
    assert_eq!(run.column(0), ["invalid", "unique", "unique"]);
}

/// A row between two runs of empty cells is no name.
#[test]
fn sparse_row_is_not_a_name() {
    let solution = full("123456789");
    for blank in ['-', '*'] {
        for kept in ["...xxx...", "...x....."] {
            let row = |row: &&str| {
                let cells = row.chars().zip(kept.chars());
                let cells = cells.map(|(cell, kept)| if kept == 'x' { cell } else { blank });
                cells
                    .collect::<Vec<_>>()
                    .chunks(3)
                    .map(String::from_iter)
                    .collect::<Vec<_>>()
                    .join(" ")
            };
            let rows = rows_of(&solution);
            let rest = lines(&rows[1..].iter().map(row).collect::<Vec<_>>());
            for name in ["", "Grid 1\n", "\n"] {
                let text = format!("{name}{}\n{rest}", rows[0]).repeat(3);
                let statuses = solve(&text, "--format csv --columns status").column(0);
                assert_eq!(statuses, ["multiple"; 3], "{text}");
            }
        }
    }
}

/// Programs that show one puzzle may store both the puzzle and its current state.
#[test]
fn state_of_an_sdk_file_is_no_puzzle() {
    let state = grid(&with(EY1, 1, '2'));
    let one = |puzzle| format!("#A somebody\n[Puzzle]\n{}[State]\n{state}", grid(puzzle));
    let text = one(EY1) + &one(ROYLE) + "[Puzzle]\n" + &grid(EY1);
    let ways = [1, 97, 98, 120, 190, 215, 300].map(|size| format!("input --chunk-size {size}"));
    solve_in_ways(&text, "", &ways, &[2, 3, 4, 5, 6, 7, 8]).gives(&solved("1 2 1"));
    // A truncated state, and a name that resembles the heading of a state.
    let text = text.replace(&state, "53..\n") + "[Statement]\n" + &grid(ROYLE);
    feed(text, "solve -q").gives(&solved("1 2 1 2"));
}

/// The ways to write puzzles as arrays below each other: what stands before and between the rows of
/// each, and behind them, with `#` for the number of the puzzle.
const ARRAYS: [[&str; 3]; 12] = [
    ["  [\n    ", ",\n    ", "\n  ],\n"],
    ["[[", "],\n [", "]]\n"],
    ["[", ",\n", "],\n"],
    ["{\n{", "},\n{", "}\n},\n"],
    ["((", "),\n(", ")),\n"],
    ["p# = [", ";\n", "];\n"],
    ["p# = np.array([[", "],\n[", "]], dtype=np.uint8)\n"],
    ["problem(#, [[", "],\n[", "]]).\n"],
    ["first#: ", "\n", "\n"],
    ["#: ", "\n", "\n"],
    ["a_longer_name_of_puzzle_#:\n", "\n", "\n"],
    ["Puzzle no. #\n", "\n", "\n"],
];

/// Writes puzzles one below the other.
fn arrays(puzzles: &[Vec<String>], [open, between, close]: [&str; 3]) -> String {
    let text = |(number, rows): (usize, &Vec<String>)| {
        format!("{open}{}{close}", rows.join(between)).replace('#', &(number + 1).to_string())
    };
    puzzles.iter().enumerate().map(text).collect()
}

/// The rows of a puzzle as numbers, with a word for empty cells.
fn rows_with(puzzle: &str, empty: &str) -> Vec<String> {
    let cell = |symbol: char| match symbol.to_digit(36) {
        Some(digit) if digit > 0 => digit.to_string(),
        _ => empty.to_owned(),
    };
    let row = |row: &&str| row.chars().map(cell).collect::<Vec<_>>().join(", ");
    rows_of(puzzle).iter().map(row).collect()
}

/// Checks that a run has only these solutions, and that the other puzzles are reported.
#[track_caller]
fn solves_only(run: &Run, text: &str, solutions: &[&str]) {
    let found: Vec<_> = run.out.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(found, solutions, "{}\n{text}", run.err);
    assert_eq!(run.code, Some(1), "{text}");
    assert!(run.err.contains("expected"), "{text}");
}

/// A puzzle that lost a row is never completed from the next one.
#[test]
fn lost_row_costs_its_own_grid() {
    let other: String = SMALL_SOLVED.chars().rev().collect();
    for (number, array) in ARRAYS.into_iter().enumerate() {
        let empty = ["0", "null", "None", "NA", "nil", "-"][number % 6];
        for (puzzle, last, solution) in [
            (SMALL, other.as_str(), [SMALL_SOLVED, other.as_str()]),
            (EY1, ROYLE, [EY1_SOLVED, ROYLE_SOLVED]),
        ] {
            let whole = rows_with(puzzle, empty);
            let next = [rows_with(last, empty), whole.clone()];
            let solutions = [solution[0], solution[1], solution[0]];
            let damaged = |rows: Vec<String>| {
                arrays(&[vec![whole.clone(), rows], next.to_vec()].concat(), array)
            };
            let text = arrays(&[vec![whole.clone()], next.to_vec()].concat(), array);
            solve(&text, "").prints(0, &lines(&solutions));
            for lost in [0, 1, whole.len() - 2] {
                let mut rows = whole.clone();
                rows.remove(lost);
                let text = damaged(rows);
                solves_only(&solve(&text, ""), &text, &solutions);
            }
            for kept in [1, whole.len() - 1] {
                let text = damaged(whole[..kept].to_vec());
                solves_only(&solve_every_way(&text, ""), &text, &solutions);
            }
        }
    }
}

/// A name in front of a row of symbols makes it a bad one, of the grid below.
#[test]
fn bad_row_with_a_name_begins_a_grid() {
    let dots = dotted(EY1);
    for open in ["B ", "1: ", "p2: ", "a1 "] {
        let whole: Vec<_> = rows_of(&dots);
        for kept in [9, 8, 1] {
            let text =
                [&whole[..], &whole[..kept], &whole[..]].map(|rows| open.to_owned() + &lines(rows));
            let run = solve_every_way(text.concat(), "--format csv --columns line,status");
            let third = 10 + kept;
            let rows = format!("line,status\n1,invalid\n10,invalid\n{third},invalid\n");
            assert_eq!(run.out, rows, "{}", text.concat());
        }
    }
}

/// A row that begins with a word for an empty cell is a row.
#[test]
fn rows_that_begin_with_a_word() {
    for empty in ["null", "None", "nil", "NA", "N/A", "<NA>"] {
        for (puzzle, solution) in [(SMALL, SMALL_SOLVED), (EY1, EY1_SOLVED)] {
            let rows = rows_with(puzzle, empty);
            let (bare, spaced) = (lines(&rows), lines(&rows).replace(',', ""));
            for text in [
                format!("{bare}\n{bare}"),
                format!("{spaced}\n{spaced}"),
                arrays(&[rows.clone(), rows.clone()], ARRAYS[0]),
                lines(&[format!("[[{}]]", rows.join("], [")), format!("[{}]", rows.join(","))]),
            ] {
                solve_every_way(&text, "").gives(&lines(&[solution, solution]));
            }
            Folder::new().run_with("solve -q", &[&bare]).gives(&lines(&[solution]));
        }
    }
    for set in ["16x16", "25x25"] {
        let [puzzle, solution] = first(set);
        let rows = rows_with(&puzzle, "null");
        let text = arrays(&[rows.clone(), rows], ARRAYS[0]);
        solve_every_way(&text, "").gives(&lines(&[&solution, &solution]));
    }
}

/// Names that count the rows of a grid do not end it; any other name does.
#[test]
fn names_of_rows() {
    for (open, close) in [("row", " = ["), ("g[", "] = {"), ("Row ", ": ")] {
        let end = close.replace(['=', ' ', ':'], "").replace('[', "]").replace("]{", "}");
        let grid = |puzzle: &str, rows: usize| {
            let row =
                |(number, row): (usize, &String)| format!("{open}{number}{close}{row}{end}\n");
            rows_with(puzzle, "0").iter().enumerate().take(rows).map(row).collect::<String>()
        };
        solve_every_way(grid(EY1, 9) + &grid(ROYLE, 9), "").gives(&solved("1 2"));
        let text = grid(EY1, 9) + &grid(ROYLE, 8) + &grid(EY1, 9);
        solves_only(&solve_every_way(&text, ""), &text, &[EY1_SOLVED, EY1_SOLVED]);
    }
}

/// Dots between bars are cells, even in a row that lacks one; and so are dashes.
#[test]
fn short_row_of_empty_cells_is_no_ruler() {
    let puzzle = |blank: char| {
        let full: String =
            full("123456789").chars().map(|it| if it > '3' { blank } else { it }).collect();
        full[..18].to_owned() + &blank.to_string().repeat(9) + &full[27..]
    };
    for (blank, between) in [('.', "|"), ('*', "|"), ('-', " "), ('-', ""), ('-', "|")] {
        let row = |row: &&str| format!("|{}|", spread(row, between));
        let rows: Vec<_> = rows_of(&puzzle(blank)).iter().map(row).collect();
        let good = lines(&rows);
        let mut damaged = rows.clone();
        damaged[2] = row(&&*blank.to_string().repeat(8));
        let text = format!("{good}{}{good}", lines(&damaged));
        let statuses = solve_every_way(&text, "--format csv --columns status").column(0);
        assert_eq!(statuses, ["multiple", "invalid", "multiple"], "{text}");
    }
}

/// Brackets that each row opens and closes do not end its grid.
#[test]
fn rows_in_calls() {
    for (open, close) in [
        ("rows.append([", "])"),
        ("np.array([", "]),"),
        ("new int[] {", "},"),
        ("[", "],"),
        ("board.set(row, [[", "]]);"),
    ] {
        let row = |row: &String| format!("{open}{row}{close}\n");
        let grid = |puzzle: &str| rows_with(puzzle, "0").iter().map(row).collect::<String>() + "\n";
        solve_every_way(grid(EY1) + &grid(ROYLE), "").gives(&solved("1 2"));
    }
}

#[test]
fn full_row_above_rows_with_blanks() {
    // It has no boxes.
    let boxed = |row: &&str| {
        let boxes = [0, 3, 6].map(|at| row[at..at + 3].replace(['.', '0'], " "));
        format!("|{}|\n", boxes.join("|"))
    };
    let mut all: Vec<_> = rows_of(EY1).iter().map(boxed).collect();
    all[0] = rows_of(EY1_SOLVED)[0].to_owned() + "\n";
    let text = all.chunks(3).map(<[_]>::concat).collect::<Vec<_>>().join("+---+---+---+\n");
    let field = format!("id,puzzle\n1,\"{text}\"\n2,\"{text}\"\n");
    let string = format!("{{\"puzzle\":\"{}\"}}\n", text.replace('\n', "\\n"));
    solve_every_way(text, "").gives(&solved("1"));
    solve(field, "").gives(&solved("1 1"));
    solve(string, "").gives(&solved("1"));
}

/// The rows of a grid with dashes for empty cells, and with these rows empty.
fn dashed_rows(
    box_rows: usize,
    box_columns: usize,
    are_empty: &[usize],
    shift: usize,
) -> Vec<String> {
    let side = box_rows * box_columns;
    let symbol = |row: usize, column: usize| {
        let value = (column + row % box_rows * box_columns + row / box_rows + shift) % side;
        let is_empty = are_empty.contains(&row) || (row + column).is_multiple_of(4);
        let digit = char::from_digit(value as u32 + 1, 36).unwrap().to_ascii_uppercase();
        if is_empty { '-' } else { digit }
    };
    (0..side).map(|row| (0..side).map(|column| symbol(row, column)).collect()).collect()
}

/// A line of dashes is a row of empty cells if other rows of its grid have dashes for them.
#[test]
fn rows_of_dashes() {
    const SIZES: [(usize, usize); 5] = [(2, 2), (2, 3), (2, 4), (3, 3), (3, 4)];
    for (box_rows, box_columns) in SIZES {
        let width = box_rows * box_columns;
        let first_band: Vec<_> = (0..box_rows).collect();
        for empty in [&[1, width - 1][..], &[0], &first_band] {
            let grids = [0, 1].map(|shift| dashed_rows(box_rows, box_columns, empty, shift));
            let expected = grids.each_ref().map(|rows| rows.concat().replace('-', "."));
            let text = |row: &dyn Fn(&String) -> String, ruler: &str, above: &str| -> String {
                let band = |rows: &[String]| rows.iter().map(row).collect::<String>();
                let grid = |rows: &Vec<String>| {
                    let bands: Vec<_> = rows.chunks(box_rows).map(band).collect();
                    above.to_owned() + &bands.join(ruler)
                };
                grids.iter().map(grid).collect()
            };
            let plain = |row: &String| format!("{row}\n");
            let half = "-".repeat(width / 2);
            let string = |rows: &Vec<String>| format!("{{\"grid\":\"{}\"}}\n", rows.join("\\n"));
            for text in [
                text(&plain, "", "\n"),
                text(&plain, "", ""),
                text(&plain, "", "Grid\n"),
                text(&plain, "\n", "\n"),
                text(&plain, &format!("{half}+{half}\n"), ""),
                text(&plain, &format!("{half}{half}--\n"), "\n"),
                text(&|row| format!("|{row}|\n"), "", "\n"),
                text(&|row| format!("'{row}',\n"), "", "],[\n"),
                grids.each_ref().map(string).concat(),
                grids.each_ref().map(|rows| format!("{{\"grid\":{rows:?}}}\n")).concat(),
                format!("id,grid\n{}\"\n", text(&plain, "", "1,\"").replace("\n1,", "\"\n1,")),
            ] {
                let results = found_every_way(&text, "--format csv --columns puzzle").results;
                let found = results.lines().skip(1).map(|it| it.replace('-', "."));
                assert_eq!(found.collect::<Vec<_>>(), expected, "{text}");
            }
        }
    }
}

/// A row that was lost is not completed from the next grid by a row of dashes.
#[test]
fn rows_of_dashes_complete_no_other_grid() {
    for (box_rows, box_columns) in [(2, 3), (3, 3), (3, 4)] {
        let width = box_rows * box_columns;
        let rows = dashed_rows(box_rows, box_columns, &[0, width - 1], 0);
        for (row, between) in [("{}", "\n"), ("{}", "Grid\n"), ("'{}',", "],[\n")] {
            let grid = |rows: &[String]| -> String {
                rows.iter().map(|it| row.replace("{}", it) + "\n").collect::<String>() + between
            };
            let text = grid(&rows) + &grid(&rows[..width - 1]) + &grid(&rows);
            let results = found_every_way(&text, "--format csv --columns status").results;
            let statuses: Vec<_> = results.lines().skip(1).collect();
            let [first, "invalid", third] = [0, 1, 2].map(|at| statuses[at]) else {
                panic!("{statuses:?}: {text}")
            };
            assert!(first == third && statuses.len() == 3, "{statuses:?}: {text}");
        }
    }
}
