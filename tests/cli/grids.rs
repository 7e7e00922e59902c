//! Puzzles drawn as grids, with one row per line.

use crate::{
    packed::{gzip, zstandard},
    puzzles::*,
    run::{Folder, rows},
};

/// The styles of drawing a grid, with `.` for empty cells.
const STYLES: [fn(&str, usize) -> String; 6] = [plain, spaced, ruled, bordered, boxed, windows];

fn rows_of(puzzle: &str, order: usize) -> Vec<String> {
    let side = order * order;
    let cells: Vec<char> = puzzle.chars().collect();
    cells.chunks(side).map(|row| row.iter().collect()).collect()
}

fn plain(puzzle: &str, order: usize) -> String {
    lines(&rows_of(puzzle, order))
}

fn spaced(puzzle: &str, order: usize) -> String {
    let space = |row: &String| row.chars().map(|cell| format!("{cell} ")).collect::<String>();
    lines(&rows_of(puzzle, order).iter().map(space).collect::<Vec<_>>())
}

/// Returns rows like `53.|.7.|...`, with a ruler between the bands.
fn ruled(puzzle: &str, order: usize) -> String {
    drawn(puzzle, order, ["", "|", ""], ["", "---", "+", ""], false)
}

fn bordered(puzzle: &str, order: usize) -> String {
    drawn(puzzle, order, ["| ", " | ", " |"], ["+", "-------", "+", "+"], true)
}

fn boxed(puzzle: &str, order: usize) -> String {
    drawn(puzzle, order, ["║", "│", "║"], ["╠", "═══", "╬", "╣"], true)
}

fn windows(puzzle: &str, order: usize) -> String {
    plain(puzzle, order).replace('\n', "\r\n")
}

fn drawn(
    puzzle: &str,
    order: usize,
    bars: [&str; 3],
    ruler: [&str; 4],
    has_border: bool,
) -> String {
    let [left, between, right] = bars;
    let ruler = format!("{}{}{}\n", ruler[0], [ruler[1]].repeat(order).join(ruler[2]), ruler[3]);
    let row = |row: &String| {
        let parts: Vec<String> = row
            .chars()
            .collect::<Vec<_>>()
            .chunks(order)
            .map(|part| part.iter().collect())
            .collect();
        format!("{left}{}{right}\n", parts.join(between))
    };
    let rows: Vec<String> = rows_of(puzzle, order).iter().map(row).collect();
    let bands: Vec<String> = rows.chunks(order).map(|band| band.concat()).collect();
    let text = bands.join(&ruler);
    if has_border { format!("{ruler}{text}{ruler}") } else { text }
}

/// Text that may separate grids.
const BETWEEN: [&str; 5] = ["", "\n", " \t\n\n", "Grid 02\n", "# next\n"];

#[test]
fn drawing_styles() {
    for style in STYLES {
        for between in BETWEEN {
            let [ey1, royle] = [EY1, ROYLE].map(|puzzle| style(puzzle, 3));
            let text = format!("{between}{ey1}{between}{royle}{between}{ey1}");
            let folder = Folder::with("grids.txt", &text);
            let expected = lines(&[EY1_SOLVED, ROYLE_SOLVED, EY1_SOLVED]);
            folder.run("solve grids.txt --quiet").gives(&expected);
            folder.run("solve grids.txt --quiet --strategy mrv").gives(&expected);
        }
        let small = format!("{}\n{}", style(SMALL, 2), style(SMALL, 2));
        Folder::new().feed(small, "solve --quiet").gives(&lines(&[SMALL_SOLVED, SMALL_SOLVED]));
    }
}

#[test]
fn named_grids() {
    let grid = |number: usize, puzzle| format!("Grid {number:02}\n{}", plain(puzzle, 3));
    let text = grid(1, EY1) + &grid(2, ROYLE);
    let run = Folder::with("sudoku.txt", text).run("solve sudoku.txt --summary summary.json");
    assert_eq!((run.code, run.out), (Some(0), lines(&[EY1_SOLVED, ROYLE_SOLVED])));
    let told: Vec<_> = run.err.lines().take(2).collect();
    assert_eq!(told, ["2 puzzles: 2 unique", "skipped lines: 2 name; 16 further rows of grids"]);
    let sdk = format!("#A somebody\n[Puzzle]\n{}", plain(EY1, 3));
    Folder::new().feed(sdk, "solve --quiet").gives(&lines(&[EY1_SOLVED]));
}

#[test]
fn summary_counts_every_line() {
    let text = format!("Grid 01\n{}\n# c\n{}", bordered(EY1, 3), plain(ROYLE, 3));
    let folder = Folder::with("grids.txt", &text);
    assert_eq!(folder.run("solve grids.txt -o out --summary summary.json -q").code, Some(0));
    let summary: serde_json::Value = serde_json::from_str(&folder.read("summary.json")).unwrap();
    assert_eq!(summary["lines"], text.lines().count());
    assert_eq!((&summary["puzzles"], &summary["side"]), (&2.into(), &9.into()));
    let skipped = serde_json::json!(
        { "blank": 1, "comment": 1, "header": 0, "count": 0, "name": 1, "ruler": 4, "row": 16 }
    );
    assert_eq!(summary["skipped"], skipped);
}

#[test]
fn csv_echoes_grid_as_line() {
    let text = format!("Grid 01\n{}\n\n{}", bordered(EY1, 3), plain(ROYLE, 3));
    let folder = Folder::with("grids.txt", text);
    let run = folder.run("solve grids.txt --quiet --format csv --timing timing.csv");
    let expected =
        [["3", EY1, "unique", "", "1", EY1_SOLVED], ["17", ROYLE, "unique", "", "1", ROYLE_SOLVED]];
    assert_eq!(run.rows()[1..], expected);
    let timing = rows(&folder.read("timing.csv"));
    assert_eq!([&timing[1][0], &timing[2][0]], ["3", "17"]);
    let run = folder.run("solve grids.txt --quiet --format jsonl");
    let row: serde_json::Value = serde_json::from_str(run.out.lines().last().unwrap()).unwrap();
    assert_eq!((&row["line"], &row["puzzle"]), (&17.into(), &ROYLE.into()));
}

/// Returns the message about a grid in which some text is replaced; the grids around it must be
/// solved.
#[track_caller]
fn told(style: fn(&str, usize) -> String, from: &str, to: &str) -> String {
    let good = style(EY1, 3);
    let bad = good.replacen(from, to, 1);
    assert_ne!(good, bad);
    let folder = Folder::with("grids.txt", format!("{good}\n{bad}\n{good}"));
    let run = folder.run("solve grids.txt --quiet");
    assert_eq!((run.code, run.out), (Some(1), lines(&[EY1_SOLVED, "", EY1_SOLVED])));
    run.err
}

#[test]
fn bad_grid_location() {
    let expected = "expected 1-9 or one of . 0 - _ * ? x X";
    assert_eq!(told(plain, "0076", "00Z6"), format!("grids.txt:13:3: found 'Z'; {expected}\n"));
    assert_eq!(
        told(spaced, "0 0 7 6", "0 0 é 6"),
        format!("grids.txt:13:5: found 'é'; {expected}\n")
    );
    assert_eq!(
        told(plain, "006900003", "06900003"),
        "grids.txt:14:9: found the end of the row after 8 cells; expected 9\n"
    );
    assert_eq!(
        told(bordered, "| 006 | 900 | 003 |", "| 006 | 900 | 0037 |"),
        "grids.txt:20:18: found '7' after 9 cells; expected the end of the row\n"
    );
    assert_eq!(
        told(plain, "900560310\n", ""),
        "grids.txt:18:10: found the end of the grid after 8 rows; expected 9\n"
    );
    assert_eq!(
        told(boxed, "║007│", "║907│"),
        "grids.txt:26:2: digit 9 twice in column 1 (r3c1 and r9c1)\n"
    );
}

#[test]
fn strict_stops_at_bad_grid() {
    let text = format!("{}\n{}", plain(EY1, 3), plain(&with(EY1, 30, 'Z'), 3));
    let run = Folder::with("grids.txt", text).run("solve grids.txt --strict -o out.txt");
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
    assert!(run.err.starts_with("sudomill: grids.txt:14:3: found 'Z'"), "{}", run.err);
}

#[test]
fn message_has_location() {
    let text = format!("{}\n{}", plain(EY1, 3), plain(&with(EY1, 30, 'Z'), 3));
    let run = Folder::new().feed(text, "solve --quiet --format csv");
    let bad = &run.rows()[2];
    assert_eq!((bad[0].as_str(), bad[1].as_str()), ("11", with(EY1, 30, 'Z').as_str()));
    assert_eq!(bad[2], "invalid");
    assert!(bad[3].starts_with("14:3: found 'Z'; expected"), "{}", bad[3]);
}

/// Returns good, bad, named, unfinished and endless grids.
pub fn mixed() -> String {
    let bad = with(EY1, 30, 'Z');
    let kinds = [
        plain(EY1, 3),
        bordered(ROYLE, 3),
        "Grid 01\n".into(),
        plain(&bad, 3),
        "\n# c\n".into(),
        boxed(NO_SOLUTION, 3),
        plain(CONFLICT, 3),
        plain(EY1, 3)[..50].into(),
        format!("\n{}\n", "é".repeat(40_000)),
        ruled(EY1, 3),
        format!("{}\r\n", windows(ROYLE, 3)),
        format!("53.......\n{}", "---+---+---\n".repeat(6_000)),
        "\n".into(),
    ];
    format!("\u{FEFF}{}{}", kinds.concat(), kinds.concat().repeat(3))
}

#[test]
fn same_for_every_source_and_chunk() {
    let text = mixed();
    let folder = Folder::with("plain", &text).and("gz", gzip(&text)).and("zst", zstandard(&text));
    for format in ["solution", "csv", "jsonl"] {
        let solve = |source: &str, way: &str| {
            let args =
                format!("solve {source} {way} --quiet --timing timing.csv --format {format}");
            let run = folder.feed(if source == "-" { text.as_str() } else { "" }, &args);
            assert_eq!(run.code, Some(1), "{}", run.err);
            let mut timing = rows(&folder.read("timing.csv"));
            timing.iter_mut().for_each(|row| row.truncate(7));
            let source = if source == "-" { "<stdin>" } else { source };
            (run.out, run.err.replace(source, "plain"), timing)
        };
        let expected = solve("plain", "--threads 1");
        assert!(expected.0.contains(EY1_SOLVED) && expected.0.contains(ROYLE_SOLVED));
        for (source, how) in
            [("plain", ""), ("plain", "--no-mmap"), ("-", ""), ("gz", ""), ("zst", "")]
        {
            for way in ["--threads 1 --chunk-size 100", "--threads 2 --chunk-size 5000"] {
                assert!(solve(source, &format!("{how} {way}")) == expected, "{source} {how} {way}");
            }
        }
        for chunk in [1, 90, 91, 200, 70_000] {
            let way = format!("--threads 2 --chunk-size {chunk}");
            assert!(solve("plain", &way) == expected, "{way}");
        }
    }
}

#[test]
fn pipe_answers_after_last_row() {
    use std::io::{BufRead, BufReader, Write};
    let mut child = Folder::new().command("solve --quiet").spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for _ in 0..3 {
        input.write_all(plain(EY1, 3).as_bytes()).unwrap();
        let mut answer = String::new();
        output.read_line(&mut answer).unwrap();
        assert_eq!(answer, lines(&[EY1_SOLVED]));
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn verify_lines_against_grids() {
    let puzzles = format!("{}\n{}", bordered(EY1, 3), plain(&with(ROYLE, 1, 'Z'), 3));
    let folder = Folder::with("grids.txt", puzzles).and("out", lines(&[EY1_SOLVED, ROYLE_SOLVED]));
    let run = folder.run("verify grids.txt out");
    let expected = "grids.txt:15:1: found 'Z'; expected 1-9 or one of . 0 - _ * ? x X\n";
    assert_eq!((run.code, run.out.as_str()), (Some(1), expected));
    assert_eq!(run.err, "2 puzzles: 1 right, 1 wrong\n");
}

#[test]
fn verify_grids() {
    let puzzles = lines(&[EY1, ROYLE, EY1]);
    let solved = [EY1_SOLVED, ROYLE_SOLVED, ROYLE_SOLVED];
    let drawn = solved.map(|solution| format!("Grid\n{}", bordered(solution, 3))).concat();
    let folder = Folder::with("puzzles.txt", puzzles).and("drawn.txt", drawn);
    let run = folder.run("verify puzzles.txt drawn.txt");
    let told = "drawn.txt:31: r1c2 is 2, but the clue there is 1\n";
    assert_eq!((run.code, run.out.as_str()), (Some(1), told));
    assert_eq!(run.err, "3 puzzles: 2 right, 1 wrong\n");
}

/// Returns a full grid, with the symbols of an alphabet.
fn full(order: usize, symbols: &str) -> String {
    let (side, symbols) = (order * order, symbols.as_bytes());
    let value = |row: usize, column: usize| (row * order + row / order + column) % side;
    let cells = (0..side * side).map(|cell| value(cell / side, cell % side));
    cells.map(|value| char::from(symbols[value])).collect()
}

const ALPHABETS: [(usize, &str); 4] = [
    (4, "123456789ABCDEFG"),
    (4, "0123456789ABCDEF"),
    (5, "123456789ABCDEFGHIJKLMNOP"),
    (5, "0123456789ABCDEFGHIJKLMNO"),
];

#[test]
fn large_grids_keep_alphabet() {
    for (order, symbols) in ALPHABETS {
        let solution = full(order, symbols);
        // Keeps the first row, and all but the last digit in the other rows.
        let last = symbols.chars().last().unwrap();
        let side = order * order;
        let puzzle = solution[..side].to_owned() + &solution[side..].replace(last, ".");
        for text in STYLES.map(|style| style(&puzzle, order)).into_iter().chain([lines(&[&puzzle])])
        {
            let answers = lines(&[solution.as_str(), &solution.to_lowercase()]);
            let folder = Folder::with("puzzles", format!("{text}{text}")).and("out", answers);
            let run = folder.run("verify puzzles out");
            assert_eq!((run.code, run.out.as_str()), (Some(0), ""), "{text}{}", run.err);
            let both = lines(&[&solution, &solution]);
            folder.run("solve puzzles -q --threads 2 --chunk-size 300").gives(&both);
            let counted = folder.run("solve puzzles -q --format count");
            counted.gives(&lines(&[&format!("{puzzle}:1:{solution}"); 2]));
            let wrong = with(&solution, 2, symbols.chars().next().unwrap());
            let folder = folder.and("out", lines(&[&wrong, &solution]));
            let run = folder.run("verify puzzles out");
            let [first, second] = [&symbols[..1], &symbols[1..2]];
            let told = format!("out:1: r1c2 is {first}, but the clue there is {second}\n");
            assert_eq!((run.code, run.out), (Some(1), told));
        }
    }
}

/// An extra row starts a grid that the next name ends: it adds one bad puzzle and no other.
#[test]
fn extra_row_is_one_bad_grid() {
    for (order, symbols) in [(3, "123456789"), (4, ALPHABETS[0].1), (5, ALPHABETS[2].1)] {
        let puzzle = plain(&full(order, symbols).replace('2', "."), order);
        let last = puzzle.lines().last().unwrap().to_owned();
        for name in ["Grid 03", "Board", "7", "A1", "Die", "Puzzle"] {
            let text = format!("{name}\n{puzzle}{last}\n{name}\n{puzzle}{name}\n{puzzle}");
            let run = Folder::with("grids", text).run("solve grids --format csv");
            let statuses: Vec<_> =
                run.rows()[1..].iter().map(|row| format!("{} {}", row[2], row[3])).collect();
            let bad = "found the end of the grid after 1 row";
            assert!(statuses.len() == 4 && statuses[1].contains(bad), "{name}: {statuses:?}");
            for good in [0, 2, 3] {
                assert_eq!(statuses[good], "unique ", "{name}: {statuses:?}");
            }
        }
    }
}

/// A row between two runs of empty cells is no name.
#[test]
fn sparse_row_is_not_a_name() {
    let solution = plain(&full(3, "123456789"), 3);
    for blank in ["-", "*"] {
        let bare = |keep: fn(usize) -> bool| {
            let row = |row: &str| {
                let cell = |(c, symbol): (usize, char)| match keep(c) {
                    true => symbol.to_string(),
                    false => blank.to_string(),
                };
                let cells: Vec<String> = row.chars().enumerate().map(cell).collect();
                cells.chunks(3).map(<[String]>::concat).collect::<Vec<_>>().join(" ")
            };
            solution.lines().map(|line| row(line) + "\n").collect::<String>()
        };
        let (middle, one) = (bare(|c| c / 3 == 1), bare(|c| c == 3));
        let start = solution.lines().next().unwrap();
        for grid in [&middle, &one] {
            let rest = &grid[grid.find('\n').unwrap()..];
            for name in ["", "Grid 1\n", "\n"] {
                let text = format!("{name}{start}{rest}").repeat(3);
                let run = Folder::with("grids", &text).run("solve grids --format csv");
                let rows = run.rows();
                let statuses: Vec<_> = rows[1..].iter().map(|row| row[2].as_str()).collect();
                assert_eq!(statuses, ["multiple"; 3], "{text}{}", run.err);
            }
        }
    }
}

/// Programs that show one puzzle may store both the puzzle and its current state.
#[test]
fn state_of_an_sdk_file_is_no_puzzle() {
    let state = plain(&with(EY1, 1, '2'), 3);
    let one = |puzzle| format!("#A somebody\n[Puzzle]\n{}[State]\n{state}", plain(puzzle, 3));
    let text = one(EY1) + &one(ROYLE) + "[Puzzle]\n" + &plain(EY1, 3);
    let folder = Folder::with("a.sdk", &text).and("a.gz", gzip(&text));
    let solved = lines(&[EY1_SOLVED, ROYLE_SOLVED, EY1_SOLVED]);
    let cuts = [1, 97, 98, 120, 190, 215, 300].map(|size| format!("--chunk-size {size}"));
    let hows = ["".to_owned(), "--no-mmap".to_owned(), "-j 2 --chunk-size 1 --no-mmap".to_owned()];
    for how in cuts.into_iter().chain(hows) {
        for name in ["a.sdk", "a.gz"] {
            folder.run(&format!("solve {name} --quiet {how}")).gives(&solved);
        }
    }
    for of in 2..9 {
        let parts =
            (1..=of).map(|part| folder.run(&format!("solve a.sdk -q --shard {part}/{of}")).out);
        assert_eq!(parts.collect::<String>(), solved, "{of} parts");
    }
    let run = folder.run("solve a.sdk --summary s.json");
    let summary: serde_json::Value = serde_json::from_str(&folder.read("s.json")).unwrap();
    assert_eq!((&summary["lines"], &summary["puzzles"]), (&text.lines().count().into(), &3.into()));
    assert_eq!(run.code, Some(0), "{}", run.err);
    // A truncated state, and a name that resembles the heading of a state.
    let text = text.replace(&state, "53..\n") + "[Statement]\n" + &plain(ROYLE, 3);
    let solved = lines(&[EY1_SOLVED, ROYLE_SOLVED, EY1_SOLVED, ROYLE_SOLVED]);
    Folder::new().feed(text, "solve -q").gives(&solved);
}
