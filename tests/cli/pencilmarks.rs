//! Puzzles given as candidates: lines of 729 symbols and grids of candidates.

use crate::{
    every_way::solve_every_way,
    puzzles::*,
    run::{Folder, feed, solve},
};

const DIGITS: &str = "123456789";

/// Converts a puzzle to a line of 729 symbols: only the clue in a filled cell, all digits in an
/// empty one.
pub fn marks(puzzle: &str) -> String {
    let cell = |clue: char| match clue {
        '1'..='9' => DIGITS.replace(|digit| digit != clue, "."),
        _ => DIGITS.to_owned(),
    };
    puzzle.chars().map(cell).collect()
}

/// Draws such a line as a grid, with one line per row.
fn drawn(line: &str, style: [&str; 4]) -> String {
    let [border, ruler, left, bar] = style;
    let cell = |symbols: &[u8]| {
        let digits = symbols.iter().filter(|symbol| symbol.is_ascii_digit());
        format!("{:9}", digits.map(|&digit| char::from(digit)).collect::<String>())
    };
    let rows = line.as_bytes().chunks(81).map(|row| {
        let cells: Vec<String> = row.chunks(9).map(cell).collect();
        let boxes: Vec<String> = cells.chunks(3).map(|cells| cells.join(" ")).collect();
        format!("{left} {}{left}\n", boxes.join(bar))
    });
    let rows: Vec<String> = rows.collect();
    let bands: Vec<String> = rows.chunks(3).map(<[String]>::concat).collect();
    format!("{border}{}{border}", bands.join(ruler))
}

/// The styles of SudokuWiki, HoDoKu and SudoCue, and one without lines.
const STYLES: [[&str; 4]; 4] = [
    ["+---------+---------+---------+\n", "+---------+---------+---------+\n", "|", " | "],
    [".---------.---------.---------.\n", ":---------+---------+---------:\n", "|", " | "],
    ["*-----------------------------*\n", "|---------+---------+---------|\n", "|", "| "],
    ["", "", "", " "],
];

/// Removes some candidates, as a solver would, keeping the solution unique.
fn thinned(puzzle: &str, solved: &str) -> String {
    let mut text = marks(puzzle).into_bytes();
    for (place, symbol) in text.iter_mut().enumerate() {
        let solution = solved.as_bytes()[place / 9];
        if place % 5 < 2 && *symbol != solution {
            *symbol = b'.';
        }
    }
    String::from_utf8(text).unwrap()
}

/// Lines of every status, each with its status and its first solution.
pub fn lines_of_all() -> [(String, &'static str, &'static str); 7] {
    let mut without = marks(EY1);
    without.replace_range(40 * 9..41 * 9, ".........");
    [
        (marks(EY1), "unique", EY1_SOLVED),
        (thinned(ROYLE, ROYLE_SOLVED), "unique", ROYLE_SOLVED),
        (marks(EY1_SOLVED), "unique", EY1_SOLVED),
        (without, "none", ""),
        (marks(NO_SOLUTION), "none", ""),
        (marks(CONFLICT), "none", ""),
        (marks(ROYLE).replace('.', "0"), "unique", ROYLE_SOLVED),
    ]
}

#[test]
fn lines_of_every_status() {
    let all = lines_of_all();
    let text = lines(&all.each_ref().map(|(line, ..)| line)).replace('\n', "\r\n");
    // A clue is a cell with one candidate.
    let is_digit = |symbol: &&u8| (b'1'..=b'9').contains(symbol);
    let is_clue = |cell: &&[u8]| cell.iter().filter(is_digit).count() == 1;
    let clues = |line: &str| line.as_bytes().chunks(9).filter(is_clue).count();
    let rows = (1..).zip(&all).map(|(number, (line, status, solution))| {
        format!("{number},{line},{status},{solution},{}\n", clues(line))
    });
    let expected = format!("line,puzzle,status,solution,clues\n{}", rows.collect::<String>());
    for strategy in ["lanes", "mrv", "pairs/bilocation"] {
        let columns = "--format csv --columns line,puzzle,status,solution,clues";
        let args = format!("{columns} --strategy {strategy}");
        solve_every_way(&text, &args).ends(1, &expected, "");
    }
}

#[test]
fn counts_to_limit() {
    let all = DIGITS.repeat(81);
    solve(&all, "--limit 500 --format count").prints(0, &format!("{all}:500:\n"));
    let run = solve(&all, "--limit 3 --format solutions");
    assert_eq!(run.out.lines().filter(|line| line.len() == 81).count(), 3);
    let two = format!("{:.<81}", "9.............................8..");
    solve(marks(&two), "--limit 2 --format jsonl").shows(&["\"status\":\"multiple\""]);
}

#[test]
fn bad_lines() {
    let line = marks(EY1);
    let blanks = "or one of . 0 - _ * ? x X";
    let (wanted, end) =
        ("expected 729: the candidates of every cell", "expected the end of the line");
    for (bad, told) in [
        (&with(&line, 14, '4')[..], format!("14: found '4'; expected 5 {blanks}")),
        (&with(&line, 729, 'Z'), format!("729: found 'Z'; expected 9 {blanks}")),
        (&line[..700], format!("701: found the end of the puzzle after 700 symbols; {wanted}")),
        (ROYLE, format!("82: found the end of the puzzle after 81 symbols; {wanted}")),
        (&format!("{line}1"), format!("730: found '1' after 729 symbols; {end} or a separator")),
    ] {
        let run = solve(lines(&[&line, bad]), "");
        run.ends(1, &lines(&[EY1_SOLVED, ""]), &format!("input:2:{told}\n"));
    }
    // A file of clues keeps its format, too.
    let told = format!("input:2:82: found '1' after 81 cells; {end}");
    solve(lines(&[ROYLE, &line]), "").prints(1, &solved("2 -")).begins(&told);
}

#[test]
fn columns_of_tables() {
    let (line, other) = (thinned(ROYLE, ROYLE_SOLVED), marks(EY1));
    let table =
        format!("id,puzzle,solution\n1,{line},{ROYLE_SOLVED}\n2,\"{other}\",{EY1_SOLVED}\n");
    let solved = lines(&[ROYLE_SOLVED, EY1_SOLVED]);
    // Candidates beside clues: the column decides.
    let beside = format!("marks,puzzle\n{line},{ROYLE}\n{other},{EY1}\n");
    for (text, args) in [
        (&table, ""),
        (&table.replace("id,puzzle,solution\n", ""), ""),
        (&format!("{ROYLE_SOLVED},{line}\n{EY1_SOLVED},{other}\n"), ""),
        (&beside, ""),
        (&beside, "--column marks"),
    ] {
        solve_every_way(text, args).gives(&solved);
    }
    solve(format!("{{\"a\":\"{ROYLE_SOLVED}\",\"b\":\"{line}\"}}\n"), "")
        .gives(&lines(&[ROYLE_SOLVED]));
    // The first puzzle is damaged; only the solution beside it is not.
    let damaged =
        table.replacen("1,", "0,12,34\n1,", 1).replacen(",34", &format!(",{EY1_SOLVED}"), 1);
    feed(damaged, "solve - --column puzzle").prints(1, &format!("\n{solved}"));
    Folder::with("a.csv", &table).run("verify a.csv").exits(0);
}

#[test]
fn verify_keeps_to_candidates() {
    // The solution of EY1 ends with 7; with 1 and 7 swapped, it ends with the digit that is removed.
    let swapped = EY1_SOLVED.replace('7', "x").replace('1', "7").replace('x', "1");
    let folder = Folder::with("p.txt", lines(&[marks(EY1), thinned(ROYLE, ROYLE_SOLVED)]))
        .and("right.txt", lines(&[EY1_SOLVED, ROYLE_SOLVED]))
        .and("wrong.txt", lines(&[EY1_SOLVED, EY1_SOLVED]))
        .and("open.txt", lines(&[DIGITS.repeat(80) + ".23456789", DIGITS.repeat(81)]))
        .and("answers.txt", lines(&[&swapped, EY1_SOLVED]));
    folder.run("verify p.txt right.txt").exits(0);
    folder.run("verify p.txt wrong.txt").exits(1).shows(&["wrong.txt:2"]);
    let told = "answers.txt:1: r9c9 is 1, which is not a candidate there";
    folder.run("verify open.txt answers.txt").exits(1).shows(&[told]);
}

#[test]
fn one_puzzle() {
    let line = thinned(ROYLE, ROYLE_SOLVED);
    let folder = Folder::with("p.txt", lines(&[&line]));
    folder.run(&format!("solve {line} --quiet")).gives(&lines(&[ROYLE_SOLVED]));
    let record = &folder.run("candidates p.txt --format jsonl").values()[0];
    // Excludes 1 and 2, which were removed, and the digits ruled out by the clues of peers.
    assert_eq!(record["candidates"]["r1c1"], serde_json::json!([5, 9]));
    assert_eq!(record["status"], "unique");
    for strategy in ["mrv", "lanes"] {
        let run = folder.run(&format!("trace p.txt --strategy {strategy} --format jsonl"));
        run.exits(0).shows(&["\"event\":\"solution\""]);
        assert_eq!(run.values()[0]["event"], "clue");
    }
    let at_1 =
        |it: &str| folder.run(&format!("trace {it} --strategy mrv --at 1 --format text")).out;
    assert_ne!(at_1("p.txt"), at_1(ROYLE));
}

#[test]
fn text_strategies_refuse() {
    let line = marks(EY1);
    let folder = Folder::with("p.txt", lines(&[&line]));
    for name in
        ["electroyou", "moler", "backtracking", "backtracking-descending", "generate-and-test"]
    {
        let found = "found puzzles given by candidates; expected clues";
        let told = format!("{found}: strategy {name} solves no others");
        for (command, input) in [("solve", "p.txt"), ("bench -q", "p.txt"), ("trace", &line)] {
            let shown = if input == line { "<argument>" } else { input };
            let run = folder.run(&format!("{command} {input} --strategy {name}"));
            run.refuses(&format!("{shown}: {told}"));
        }
    }
    // The others can be measured.
    let args = "--strategy lanes,mrv --rounds 1 --seconds 0.05 --format csv --quiet";
    assert_eq!(folder.run(&format!("bench p.txt {args}")).is_silent(0).rows().len(), 3);
}

#[test]
fn grids_of_candidates() {
    let all = [thinned(ROYLE, ROYLE_SOLVED), thinned(EY1, EY1_SOLVED)];
    let puzzles = "--format csv --columns puzzle";
    for style in STYLES {
        let grids = all.each_ref().map(|line| drawn(line, style));
        for between in ["\n", "Grid 02\n", "# next\n", ""] {
            let text = grids.join(between);
            solve(&text, "").gives(&lines(&[ROYLE_SOLVED, EY1_SOLVED]));
            solve(&text, puzzles).gives(&format!("puzzle\n{}", lines(&all)));
        }
    }
    // Single rows of nine digits are ambiguous.
    let mut line = marks(EY1_SOLVED);
    line.replace_range(720..729, "1.3...7..");
    solve(drawn(&line, STYLES[0]), "").gives(&lines(&[EY1_SOLVED]));
    // Nine such rows are clues.
    let run = solve(drawn(&marks(EY1_SOLVED), STYLES[1]), puzzles);
    assert_eq!(run.out, format!("puzzle\n{EY1_SOLVED}\n"));
}

#[test]
fn bad_grids() {
    let good = drawn(&thinned(ROYLE, ROYLE_SOLVED), STYLES[0]);
    let rows: Vec<_> = good.lines().collect();
    let told = |rows: &[&str], told: &str| {
        let run = solve(format!("{good}\n{}", lines(rows)), "");
        run.prints(1, &lines(&[ROYLE_SOLVED, ""])).tells(1, &[told]);
    };
    let long = "26: found '2' after 9 cells; expected the end of the row";
    // The second grid begins with a ruler in line 15.
    for (row, place) in [
        ("| 12 3 4 | 5 6x 7 | 8 9 1 |", "15: found 'x'; expected 1-9"),
        ("| 12 3 4 | 5 66 7 | 8 9 1 |", "15: found 6 twice in a cell"),
        ("| 12 3 4 | 5 . 7 | 8 9 1 |", "14: found '.'; expected 1-9"),
        ("| 12 3 4 | 5 6 7 | 8 9 |", "25: found the end of the row after 8 cells; expected 9"),
        ("| 12 3 4 | 5 6 7 | 8 9 1 2 |", long),
    ] {
        let rows = [&rows[..2], &[row], &rows[3..]].concat();
        told(&rows, &format!("input:17:{place}\n"));
    }
    told(&rows[..8], "found the end of the grid after 6 rows; expected 9");
}

#[test]
fn generated() {
    let folder = Folder::new();
    let generate = |args: &str| folder.run(&format!("generate --kind pencilmark {args}"));
    let one = generate("--count 2 --seed 4").out;
    assert!(one.lines().all(|line| line.len() == 729));
    let run = feed(one, "solve - --format csv --columns status --quiet");
    run.gives("status\nunique\nunique\n");
    generate("--order 2").refuses("a pencilmark puzzle must be 9×9, not 4×4");
    let clues = "a pencilmark puzzle is given by candidates; its number of clues cannot be chosen";
    generate("--clues 30").refuses(clues);
}
