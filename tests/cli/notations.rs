//! Grids as other programs and people write them: each text of a table, and its results.

use crate::{puzzles::*, run::Folder};

/// Returns the first puzzle and its solution in a shipped set.
fn first(set: &str) -> [String; 2] {
    [".txt", ".solutions.txt"].map(|end| {
        let text = std::fs::read_to_string(format!("datasets/{set}{end}")).unwrap();
        text.lines().next().unwrap().to_owned()
    })
}

/// The values of a puzzle as numbers, with `blank` for an empty cell.
fn numbers(puzzle: &str, blank: &str) -> Vec<String> {
    let value = |symbol: char| symbol.to_digit(36).filter(|&value| value > 0);
    puzzle.chars().map(|it| value(it).map_or(blank.to_owned(), |it| it.to_string())).collect()
}

/// A line for each row of a puzzle: its cells with `between`, and its bands with a blank line between.
struct Drawing<'a> {
    blank: &'a str,
    between: &'a str,
    boxes: &'a str,
    bands: &'a str,
}

const PLAIN: Drawing = Drawing { blank: ".", between: " ", boxes: " ", bands: "" };

impl Drawing<'_> {
    fn of(&self, puzzle: &str) -> String {
        let order = puzzle.len().isqrt().isqrt();
        let cells = numbers(puzzle, self.blank);
        let row = |row: &[String]| {
            let boxes: Vec<_> = row.chunks(order).map(|cells| cells.join(self.between)).collect();
            boxes.join(self.boxes) + "\n"
        };
        let rows: Vec<_> = cells.chunks(order * order).map(row).collect();
        rows.chunks(order).map(<[String]>::concat).collect::<Vec<_>>().join(self.bands)
    }

    /// Each cell is as wide as the largest number.
    fn padded(&self, puzzle: &str) -> String {
        let wide = |text: &str| format!("{text:>2}");
        let cells = numbers(puzzle, self.blank);
        let side = puzzle.len().isqrt();
        let row =
            |row: &[String]| row.iter().map(|it| wide(it)).collect::<Vec<_>>().join(" ") + "\n";
        cells.chunks(side).map(row).collect()
    }
}

/// A line for each row of a 16×16 puzzle, without blanks, and blank lines between bands.
fn compact(puzzle: &str) -> String {
    let band = |band: &[u8]| {
        let rows: Vec<_> = band.chunks(16).map(String::from_utf8_lossy).collect();
        lines(&rows)
    };
    puzzle.as_bytes().chunks(64).map(band).collect::<Vec<_>>().join("\n")
}

/// Checks the solutions of a text, of a pipe, of small chunks, and of its parts.
#[track_caller]
fn solves(what: &str, text: &str, solutions: &[&str]) {
    let expected = lines(solutions);
    let folder = Folder::with("input", text);
    let run = folder.run("solve input -q --summary summary.json");
    assert_eq!(run.out, expected, "{what}: {}\n{text}", run.err);
    let summary: serde_json::Value = serde_json::from_str(&folder.read("summary.json")).unwrap();
    let skipped: u64 =
        summary["skipped"].as_object().unwrap().values().map(|it| it.as_u64().unwrap()).sum();
    assert_eq!(summary["lines"], skipped + solutions.len() as u64, "{what}: {summary}");
    for how in ["input --chunk-size 1", "input --chunk-size 40 -j 2", "input --no-mmap"] {
        assert_eq!(folder.run(&format!("solve -q {how}")).out, expected, "{what}, {how}");
    }
    assert_eq!(folder.feed(text, "solve -q").out, expected, "{what}, a pipe");
    let parts = |of: usize| -> String {
        (1..=of)
            .map(|part| folder.run(&format!("solve input -q --shard {part}/{of}")).out)
            .collect()
    };
    assert_eq!((parts(2), parts(5)), (expected.clone(), expected), "{what}, parts");
}

#[test]
fn numbers_above_nine() {
    for set in ["16x16", "25x25"] {
        let [puzzle, solution] = first(set);
        let side = puzzle.len().isqrt();
        let zero = Drawing { blank: "0", ..PLAIN };
        for (what, text) in [
            ("blanks", zero.of(&puzzle)),
            ("tabs", Drawing { between: "\t", boxes: "\t", ..zero }.of(&puzzle)),
            ("padded", zero.padded(&puzzle)),
            ("underscores", Drawing { blank: "_", ..PLAIN }.padded(&puzzle)),
            ("stars", Drawing { blank: "*", ..PLAIN }.of(&puzzle)),
            ("dots and bars", Drawing { boxes: " | ", ..PLAIN }.of(&puzzle)),
            ("bands", Drawing { bands: "\n", ..zero }.of(&puzzle)),
            ("a size", format!("{side}\n{}", zero.of(&puzzle))),
            ("two sizes", format!("{0} {0}\n{1}", side.isqrt(), zero.padded(&puzzle))),
            ("one per line", zero.of(&puzzle).replace(' ', "\n")),
        ] {
            solves(what, &text, &[&*solution]);
            let text = format!("{text}\n{text}");
            solves(what, &text, &[&*solution; 2]);
        }
    }
}

#[test]
fn blank_line_between_bands() {
    let [large, large_solution] = first("16x16");
    for (puzzle, solution) in [(EY1, EY1_SOLVED), (SMALL, SMALL_SOLVED), (&large, &large_solution)]
    {
        for (between, boxes) in [("", ""), ("", " "), (" ", "  "), (" ", " | ")] {
            let drawing = Drawing { blank: ".", between, boxes, bands: "\n" };
            let text = match between {
                "" if puzzle.len() > 81 => compact(puzzle),
                _ => drawing.of(puzzle),
            };
            solves("one", &text, &[solution]);
            solves("several", &format!("{text}\n{text}\n{text}"), &[solution; 3]);
            solves("named", &format!("Grid 01\n{text}Grid 02\n{text}"), &[solution; 2]);
        }
    }
    // A band that is missing, and a row, cost their own grid only.
    let text = Drawing { bands: "\n", ..PLAIN }.of(EY1);
    let rows: Vec<_> = text.lines().collect();
    for damaged in [lines(&rows[..7]), lines(&[&rows[..4], &rows[5..]].concat())] {
        let text = format!("A\n{text}B\n{damaged}C\n{text}");
        let run = Folder::with("input", text).run("solve input -q --format csv");
        let statuses: Vec<_> = run.rows()[1..].iter().map(|row| row[2].clone()).collect();
        assert_eq!(statuses.first().unwrap(), "unique", "{}", run.err);
        assert_eq!(statuses.last().unwrap(), "unique", "{}", run.err);
        assert!(statuses[1..statuses.len() - 1].iter().all(|it| it == "invalid"), "{statuses:?}");
    }
}

#[test]
fn empty_cells_left_empty() {
    for between in ["\t", "|", ",", ";"] {
        for (puzzle, solution) in [(EY1, EY1_SOLVED), (SMALL, SMALL_SOLVED), (ROYLE, ROYLE_SOLVED)]
        {
            let text = Drawing { blank: "", between, boxes: between, bands: "" }.of(puzzle);
            solves(between, &text, &[solution]);
            solves(between, &format!("{text}\n{text}"), &[solution; 2]);
        }
    }
    let framed = Drawing { blank: " ", between: "|", boxes: "|", bands: "" }.of(EY1);
    let framed: String = framed.lines().map(|row| format!("|{row}|\n")).collect();
    solves("bars around", &framed, &[EY1_SOLVED]);
    // Empty fields below a header are no cells.
    let table = format!("id,puzzle,note,x\n1,,,\n2,,,\n3,,,\n4,,,\n5,{EY1},,\n");
    solves("a table", &table, &["", "", "", "", EY1_SOLVED]);
}

#[test]
fn signs_before_placed_digits() {
    let signed = format!("+2{}", EY1.replacen('0', "", 1)).replace("85", "8+5");
    let dotted = signed.replace('0', ".");
    for text in [
        format!("{signed}\n"),
        format!(":0000:x:{dotted}:123 456:789:r1c1=2:1\n"),
        format!("id,puzzle\n1,{signed}\n2,{EY1}\n"),
        format!("{{\"puzzle\":\"{dotted}\"}}\n"),
    ] {
        let solutions = vec![EY1_SOLVED; if text.starts_with("id") { 2 } else { 1 }];
        solves("signs", &text, &solutions);
    }
    let text = format!("{}\n{}\n", signed, signed.replacen('6', "Z", 1));
    let run = Folder::with("input", text).run("solve input -q");
    assert_eq!(run.err, "input:2:11: found 'Z'; expected 1-9 or one of . 0 - _ * ? x X\n");
}

#[test]
fn quotes_in_source_code() {
    for quote in ["'", "\""] {
        for (open, close) in
            [("puzzles = [", "]"), ("static PUZZLES: &[&str] = &[", "];"), ("char *p[] = {", "};")]
        {
            let text =
                format!("{open}\n  {quote}{EY1}{quote},\n  {quote}{ROYLE}{quote}\n{close}\n");
            solves(open, &text, &[EY1_SOLVED, ROYLE_SOLVED]);
        }
    }
}

#[test]
fn arrays_of_other_languages() {
    let rows: Vec<_> = numbers(SMALL, "_").chunks(4).map(|row| row.join(",")).collect();
    for text in [
        format!("problem(1, [[{}]]).\n", rows.join("],\n            [")),
        format!("n = 4;\npuzzle = [|{}|];\n", rows.join(",|\n").replace('_', "0")),
        format!("n = 4\ngrid = [{}]\n", rows.join("\n ").replace(',', " ").replace('_', "0")),
        format!("%  a=[{}];\n", rows.join("; ").replace(',', " ").replace('_', "0")),
    ] {
        solves("an array", &text, &[SMALL_SOLVED]);
    }
    let rows: Vec<_> = numbers(EY1, "_").chunks(9).map(|row| row.join(",")).collect();
    solves("Prolog", &format!("problem(1, [[{}]]).\n", rows.join("],\n [")), &[EY1_SOLVED]);
    let values = rows.join(",|\n").replace('_', "0");
    solves("MiniZinc", &format!("n = 9;\npuzzle = [|{values}|];\n"), &[EY1_SOLVED]);
}

#[test]
fn text_around_rows() {
    let grid = Drawing { boxes: " | ", ..PLAIN }.of(EY1);
    let behind = grid.replacen('\n', "   ED=1.2/1.2/1.2\n", 1);
    solves("behind a row", &behind, &[EY1_SOLVED]);
    let ruler = |line: &str| {
        let rows: Vec<_> = grid.lines().collect();
        rows.chunks(3).map(lines).collect::<Vec<_>>().join(&format!("{line}\n"))
    };
    for line in ["––––––+–––––––+––––––", "──────┼───────┼──────", "———————————————————"]
    {
        solves(line, &ruler(line), &[EY1_SOLVED]);
    }
    let solved = Drawing { between: "", boxes: "", ..PLAIN }.of(EY1_SOLVED);
    let puzzle = Drawing { between: "", boxes: "", ..PLAIN }.of(EY1);
    let sdk = format!("[Puzzle]\n{puzzle}[Solution]\n{solved}");
    solves("a solution", &sdk, &[EY1_SOLVED]);
}

#[test]
fn candidates_in_brackets() {
    let cell = |number: usize, open: &str, close: &str| match EY1.as_bytes()[number] {
        b'0' => format!("{open}123456789{close}"),
        digit => format!("{open}{}{close}", char::from(digit)),
    };
    for (open, close) in [("[", "]"), ("{", "}"), ("(", ")")] {
        let row = |row: usize| {
            let cells: Vec<_> = (row * 9..row * 9 + 9).map(|it| cell(it, open, close)).collect();
            cells.join(" ") + "\n"
        };
        solves(open, &(0..9).map(row).collect::<String>(), &[EY1_SOLVED]);
    }
    // A digit of the user in an `.sdx` file.
    let row = |row: usize| {
        let cells: Vec<_> = (row * 9..row * 9 + 9).map(|it| cell(it, "", "")).collect();
        cells.join(" ") + "\n"
    };
    let sdx = (0..9).map(row).collect::<String>();
    solves("sdx", &sdx.replacen("123456789", "u2", 1), &[EY1_SOLVED]);
}

/// A puzzle whose clues contradict each other is one, even alone in its file.
#[test]
fn contradictory_clues_are_a_result() {
    let text = format!("5...5{}\n", ".".repeat(76));
    let folder = Folder::with("input", &text);
    let run = folder.run("solve input --format csv -q");
    let told = "5: digit 5 twice in row 1 (r1c1 and r1c5)";
    assert_eq!((run.code, run.rows().len()), (Some(1), 2), "{}", run.err);
    assert_eq!((&*run.rows()[1][2], &*run.rows()[1][3]), ("invalid", told));
    assert_eq!(run.err, format!("input:1:{told}\n"));
    for part in ["1/2", "2/2"] {
        let run = folder.run(&format!("solve input -q --shard {part}"));
        assert_ne!(run.code, Some(2), "{part}: {}", run.err);
    }
}

#[test]
fn messages_for_what_is_no_puzzle() {
    let object = format!("{{\n  \"id\": 1,\n  \"puzzle\": \"{EY1}\"\n}}\n");
    for (text, told) in [
        ("1".repeat(36), "found 36 cells; expected 16, 81, 256 or 625"),
        ("A".repeat(100), "found 100 cells; expected 16, 81, 256 or 625"),
        ("https://example.org/1\n".repeat(2), "found a link; expected a puzzle"),
        ("<?xml version=\"1.0\"?>\n<game/>\n".to_owned(), "found XML or HTML"),
        (object, "jq -c ."),
    ] {
        let run = Folder::with("input", &text).run("solve input");
        assert_eq!(run.code, Some(2), "{text}");
        assert!(run.err.contains(told), "{text}\n{}", run.err);
        assert!(!run.err.contains("--alphabet") || text.starts_with('A'), "{}", run.err);
    }
    let folder = Folder::with("input", EY1);
    let mut command = folder.command("solve input --delimiter");
    let output = command.arg(" ").output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("blanks divide a line, too"), "{told}");
}

/// A key with a known name that holds no puzzle gives way to one that does.
#[test]
fn known_key_without_a_puzzle() {
    let lines: Vec<_> = [(1, EY1), (2, ROYLE)]
        .map(|(id, puzzle)| format!("{{\"puzzle\":{id},\"cells\":\"{puzzle}\"}}\n"))
        .to_vec();
    let folder = Folder::with("input", lines.concat());
    let run = folder.run("solve input -q");
    assert_eq!(run.out, format!("{EY1_SOLVED}\n{ROYLE_SOLVED}\n"), "{}", run.err);
    let told = "input: the key puzzle holds no puzzle; cells does";
    assert!(folder.run("solve input").err.contains(told));
}
