//! Puzzles given as candidates: lines of 729 symbols and grids of candidates.

use crate::{packed::gzip, puzzles::*, run::Folder};

/// Converts a puzzle to a line of 729 symbols: only the clue in a filled cell, all digits in an
/// empty one.
pub fn marks(puzzle: &str) -> String {
    let digits = "123456789";
    let cell = |clue: char| match clue {
        '1'..='9' => digits.replace(|digit| digit != clue, "."),
        _ => digits.to_owned(),
    };
    puzzle.chars().map(cell).collect()
}

/// Draws such a line as a grid, with one line per row.
fn grid(line: &str, style: [&str; 4]) -> String {
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

/// Returns lines of every status, each with its status and its first solution.
fn lines_of_all() -> Vec<(String, &'static str, &'static str)> {
    let without = |cell: usize| {
        let mut text = marks(EY1);
        text.replace_range(cell * 9..cell * 9 + 9, ".........");
        text
    };
    vec![
        (marks(EY1), "unique", EY1_SOLVED),
        (thinned(ROYLE, ROYLE_SOLVED), "unique", ROYLE_SOLVED),
        (marks(EY1_SOLVED), "unique", EY1_SOLVED),
        (without(40), "none", ""),
        (marks(NO_SOLUTION), "none", ""),
        (marks(CONFLICT), "none", ""),
        (marks(ROYLE).replace('.', "0"), "unique", ROYLE_SOLVED),
    ]
}

#[test]
fn lines_of_every_status() {
    let all = lines_of_all();
    let text = lines(&all.iter().map(|(line, ..)| line).collect::<Vec<_>>());
    let folder = Folder::with("p.txt", &text).and("p.gz", gzip(text.as_bytes()));
    let columns = "--format csv --columns line,puzzle,status,solution,clues --quiet";
    let clues = ["28", "21", "81", "28", "9", "2", "21"];
    for args in [
        "p.txt",
        "p.gz",
        "p.txt --no-mmap",
        "p.txt --strategy mrv",
        "p.txt --strategy pairs/bilocation",
    ] {
        let run = folder.run(&format!("solve {args} {columns}"));
        assert_eq!((run.code, run.err.as_str()), (Some(1), ""), "{args}");
        let rows = run.rows();
        assert_eq!(rows.len(), 1 + all.len());
        for (number, ((line, status, solution), row)) in all.iter().zip(&rows[1..]).enumerate() {
            let counted = row[4].parse::<usize>().unwrap();
            let expected = [&(number + 1).to_string(), line, *status, *solution];
            assert_eq!(row[..4], expected, "{args}");
            // Thinned puzzles have more cells with a single candidate.
            assert!(number == 1 && counted >= 21 || row[4] == clues[number], "{args}: {row:?}");
        }
    }
}

/// Results are equal byte for byte, with any threads, backend and neighboring puzzles.
#[test]
fn same_results_everywhere() {
    let all: Vec<String> = lines_of_all().into_iter().map(|(line, ..)| line).collect();
    let many: Vec<&String> = all.iter().cycle().take(3000).collect();
    let folder = Folder::with("p.txt", lines(&many));
    let format = "--format csv --columns line,status,solution,guesses,difficulty,clues --quiet";
    let one = folder.run(&format!("solve p.txt --threads 1 --backend portable {format}")).out;
    assert_eq!(one.lines().count(), 3001);
    let backends = ["avx512", "avx2", "neon"].map(|name| format!("--backend {name}"));
    for args in backends.into_iter().chain(["--threads 7", "--threads 3"].map(str::to_owned)) {
        let run = folder.run(&format!("solve p.txt {args} {format}"));
        if run.code == Some(2) {
            assert!(run.err.contains("has no backend"), "{}", run.err);
            continue;
        }
        assert!(run.out == one, "{args}");
    }
    let crlf = lines(&many).replace('\n', "\r\n");
    assert!(folder.feed(crlf, &format!("solve - {format}")).out == one);
}

#[test]
fn counts_to_limit() {
    let folder = Folder::with("p.txt", lines(&["123456789".repeat(81)]));
    let run = folder.run("solve p.txt --limit 500 --format count --quiet");
    assert_eq!(
        (run.out.as_str(), run.err.as_str()),
        (&*format!("{}:500:\n", "123456789".repeat(81)), "")
    );
    let run = folder.run("solve p.txt --limit 3 --format solutions --quiet");
    assert_eq!(run.out.lines().filter(|line| line.len() == 81).count(), 3);
    let two = "9.............................8..".to_owned();
    let folder = Folder::with("p.txt", lines(&[marks(&format!("{two:.<81}"))]));
    let run = folder.run("solve p.txt --limit 2 --format jsonl --quiet");
    assert!(run.out.contains("\"status\":\"multiple\""), "{}", run.out);
}

#[test]
fn bad_lines() {
    let line = marks(EY1);
    let told = |bad: &str| {
        let folder = Folder::with("p.txt", lines(&[&line, bad]));
        let run = folder.run("solve p.txt");
        assert_eq!(run.out, format!("{EY1_SOLVED}\n\n"), "{bad}");
        run.err.lines().next().unwrap().to_owned()
    };
    let blanks = "or one of . 0 - _ * ? x X";
    assert_eq!(told(&with(&line, 14, '4')), format!("p.txt:2:14: found '4'; expected 5 {blanks}"));
    assert_eq!(
        told(&with(&line, 729, 'Z')),
        format!("p.txt:2:729: found 'Z'; expected 9 {blanks}")
    );
    let candidates = "expected 729: the candidates of every cell";
    assert_eq!(
        told(&line[..700]),
        format!("p.txt:2:701: found the end of the puzzle after 700 symbols; {candidates}")
    );
    assert_eq!(
        told(ROYLE),
        format!("p.txt:2:82: found the end of the puzzle after 81 symbols; {candidates}")
    );
    assert_eq!(
        told(&format!("{line}1")),
        "p.txt:2:730: found '1' after 729 symbols; expected the end of the line or a separator"
    );
    // A file of clues keeps its format, too.
    let run = Folder::with("p.txt", lines(&[ROYLE, &line])).run("solve p.txt");
    assert_eq!(run.out, format!("{ROYLE_SOLVED}\n\n"));
    let start = "p.txt:2:82: found '1' after 81 cells; expected the end of the line";
    assert!(run.err.starts_with(start), "{}", run.err);
}

#[test]
fn columns_of_tables() {
    let (line, other) = (thinned(ROYLE, ROYLE_SOLVED), marks(EY1));
    let table =
        format!("id,puzzle,solution\n1,{line},{ROYLE_SOLVED}\n2,\"{other}\",{EY1_SOLVED}\n");
    let solved = lines(&[ROYLE_SOLVED, EY1_SOLVED]);
    let folder = Folder::with("a.csv", &table)
        .and("b.csv", table.replace("id,puzzle,solution\n", ""))
        .and("c.csv", format!("{ROYLE_SOLVED},{line}\n{EY1_SOLVED},{other}\n"))
        .and("d.jsonl", format!("{{\"a\":\"{ROYLE_SOLVED}\",\"b\":\"{line}\"}}\n"))
        // Candidates beside clues: the column decides.
        .and("e.csv", format!("marks,puzzle\n{line},{ROYLE}\n{other},{EY1}\n"));
    for file in ["a.csv", "b.csv", "c.csv", "e.csv"] {
        folder.run(&format!("solve {file} --quiet")).gives(&solved);
    }
    // The first puzzle is damaged; only the solution beside it is not.
    let damaged =
        table.replacen("1,", "0,12,34\n1,", 1).replacen(",34", &format!(",{EY1_SOLVED}"), 1);
    let run = folder.feed(damaged, "solve - --column puzzle");
    assert_eq!(run.out, format!("\n{solved}"), "{}", run.err);
    folder.run("solve e.csv --column marks --quiet").gives(&solved);
    folder.run("solve d.jsonl --quiet").gives(&lines(&[ROYLE_SOLVED]));
    assert_eq!(folder.run("verify a.csv").code, Some(0));
}

#[test]
fn verify_keeps_to_candidates() {
    let all = [marks(EY1), thinned(ROYLE, ROYLE_SOLVED)];
    let folder = Folder::with("p.txt", lines(&all))
        .and("right.txt", lines(&[EY1_SOLVED, ROYLE_SOLVED]))
        .and("wrong.txt", lines(&[EY1_SOLVED, EY1_SOLVED]))
        .and("open.txt", lines(&["123456789".repeat(80) + ".23456789", "123456789".repeat(81)]))
        .and(
            "answers.txt",
            lines(&[&EY1_SOLVED.replace('7', "x").replace('1', "7").replace('x', "1"), EY1_SOLVED]),
        );
    assert_eq!(folder.run("verify p.txt right.txt").code, Some(0));
    let run = folder.run("verify p.txt wrong.txt");
    assert_eq!(run.code, Some(1));
    let told = format!("{}{}", run.out, run.err);
    assert!(told.contains("wrong.txt:2"), "{told}");
    // The solution of EY1 ends with 7; with 1 and 7 swapped, it ends with the digit that was
    // removed.
    let run = folder.run("verify open.txt answers.txt");
    let told = format!("{}{}", run.out, run.err);
    assert!(told.contains("answers.txt:1: r9c9 is 1, which is not a candidate there"), "{told}");
    assert_eq!(run.code, Some(1));
}

#[test]
fn one_puzzle() {
    let line = thinned(ROYLE, ROYLE_SOLVED);
    let folder = Folder::with("p.txt", lines(&[&line]));
    folder.run(&format!("solve {line} --quiet")).gives(&lines(&[ROYLE_SOLVED]));
    let run = folder.run("candidates p.txt --format jsonl");
    let record: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let first: Vec<u8> = serde_json::from_value(record["candidates"]["r1c1"].clone()).unwrap();
    // Excludes 1 and 2, which were removed, and the digits ruled out by the clues of peers.
    assert_eq!(first, [5, 9]);
    assert_eq!(record["status"], "unique");
    for strategy in ["mrv", "lanes"] {
        let run = folder.run(&format!("trace p.txt --strategy {strategy} --format jsonl"));
        assert_eq!(run.code, Some(0), "{}", run.err);
        assert!(run.out.contains("\"event\":\"solution\""));
        let clue = run.out.lines().next().unwrap();
        assert!(clue.contains("\"event\":\"clue\""), "{clue}");
    }
    let drawn = folder.run("trace p.txt --strategy mrv --at 1 --format text").out;
    let drawn_clues = folder.run(&format!("trace {ROYLE} --strategy mrv --at 1 --format text")).out;
    assert_ne!(drawn, drawn_clues);
}

#[test]
fn bench_measures() {
    let folder = Folder::with("p.txt", lines(&[thinned(ROYLE, ROYLE_SOLVED), marks(EY1)]));
    let args = "bench p.txt --strategy lanes,mrv --rounds 1 --seconds 0.05 --format csv --quiet";
    let run = folder.run(args);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert_eq!(run.rows().len(), 3);
}

#[test]
fn text_strategies_refuse() {
    let folder = Folder::with("p.txt", lines(&[marks(EY1)]));
    let told = |path: &str, strategy: &str| {
        format!(
            "{path}: found puzzles given by candidates; expected clues: strategy {strategy} solves \
             no others"
        )
    };
    for name in
        ["electroyou", "moler", "backtracking", "backtracking-descending", "generate-and-test"]
    {
        folder.run(&format!("solve p.txt --strategy {name}")).refuses(&told("p.txt", name));
        let line = marks(EY1);
        folder.run(&format!("trace {line} --strategy {name}")).refuses(&told("<argument>", name));
        folder.run(&format!("bench p.txt --strategy {name} --quiet")).refuses(&told("p.txt", name));
    }
}

#[test]
fn grids_of_candidates() {
    let all = [thinned(ROYLE, ROYLE_SOLVED), thinned(EY1, EY1_SOLVED)];
    for style in STYLES {
        let grids = all.each_ref().map(|line| grid(line, style));
        for between in ["\n", "Grid 02\n", "# next\n", ""] {
            let folder = Folder::with("p.txt", grids.join(between));
            let run = folder.run("solve p.txt --quiet");
            run.gives(&lines(&[ROYLE_SOLVED, EY1_SOLVED]));
            let run = folder.run("solve p.txt --format csv --columns puzzle --quiet");
            assert_eq!(run.out, format!("puzzle\n{}", lines(&all)), "{style:?} {between:?}");
        }
    }
    // Single rows of nine digits are ambiguous.
    let mut line = marks(EY1_SOLVED);
    line.replace_range(720..729, "1.3...7..");
    let text = grid(&line, STYLES[0]);
    Folder::with("p.txt", text).run("solve p.txt --quiet").gives(&lines(&[EY1_SOLVED]));
    // Nine such rows are clues.
    let text = grid(&marks(EY1_SOLVED), STYLES[1]);
    let run = Folder::with("p.txt", text).run("solve p.txt --format csv --columns puzzle --quiet");
    assert_eq!(run.out, format!("puzzle\n{EY1_SOLVED}\n"));
}

#[test]
fn bad_grids() {
    let good = grid(&thinned(ROYLE, ROYLE_SOLVED), STYLES[0]);
    let told = |change: &dyn Fn(&mut Vec<String>)| {
        let mut rows: Vec<String> = good.lines().map(str::to_owned).collect();
        change(&mut rows);
        let folder = Folder::with("p.txt", format!("{good}\n{}", lines(&rows)));
        let run = folder.run("solve p.txt");
        assert_eq!(run.out, format!("{ROYLE_SOLVED}\n\n"), "{}", run.err);
        run.err.lines().next().unwrap().to_owned()
    };
    // The second grid begins with a ruler in line 15.
    let row = |text: &'static str| move |rows: &mut Vec<String>| text.clone_into(&mut rows[2]);
    assert_eq!(told(&row("| 12 3 4 | 5 6x 7 | 8 9 1 |")), "p.txt:17:15: found 'x'; expected 1-9");
    assert_eq!(told(&row("| 12 3 4 | 5 66 7 | 8 9 1 |")), "p.txt:17:15: found 6 twice in a cell");
    assert_eq!(told(&row("| 12 3 4 | 5 . 7 | 8 9 1 |")), "p.txt:17:14: found '.'; expected 1-9");
    assert_eq!(
        told(&row("| 12 3 4 | 5 6 7 | 8 9 |")),
        "p.txt:17:25: found the end of the row after 8 cells; expected 9"
    );
    assert_eq!(
        told(&row("| 12 3 4 | 5 6 7 | 8 9 1 2 |")),
        "p.txt:17:26: found '2' after 9 cells; expected the end of the row"
    );
    let short = told(&|rows| rows.truncate(8));
    assert!(short.contains("found the end of the grid after 6 rows; expected 9"), "{short}");
}

#[test]
fn generated() {
    let folder = Folder::new();
    let generate = |args: &str| folder.run(&format!("generate --kind pencilmark {args}"));
    let one = generate("--count 3 --seed 4 --threads 1").out;
    assert!(one.lines().all(|line| line.len() == 729));
    generate("--count 3 --seed 4 --threads 5").gives(&one);
    assert!(one.starts_with(&generate("--count 2 --seed 4").out));
    assert_ne!(generate("--count 3 --seed 5").out, one);
    let run = folder.feed(one, "solve - --format csv --columns status --quiet");
    assert_eq!(run.out, "status\nunique\nunique\nunique\n");
    generate("--order 2").refuses("a pencilmark puzzle must be 9×9, not 4×4");
    let clues = "a pencilmark puzzle is given by candidates; its number of clues cannot be chosen";
    generate("--clues 30").refuses(clues);
}
