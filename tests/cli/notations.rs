//! Grids and arrays of numbers as other programs and people write them.

use crate::{
    every_way::{found_every_way, solve_every_way},
    puzzles::*,
    run::{Folder, feed, solve},
};

/// The values of a puzzle as numbers, with `blank` for an empty cell.
fn numbers(puzzle: &str, blank: &str) -> Vec<String> {
    let value = |symbol: char| symbol.to_digit(36).filter(|&value| value > 0);
    puzzle.chars().map(|it| value(it).map_or(blank.to_owned(), |it| it.to_string())).collect()
}

/// A line for each row of a puzzle: its cells with `between`, and its bands with a blank line between.
pub struct Drawing<'a> {
    pub blank: &'a str,
    pub between: &'a str,
    pub boxes: &'a str,
    pub bands: &'a str,
    /// The least width of a cell.
    pub width: usize,
}

pub const PLAIN: Drawing = Drawing { blank: ".", between: " ", boxes: " ", bands: "", width: 0 };

impl Drawing<'_> {
    pub fn of(&self, puzzle: &str) -> String {
        let order = puzzle.len().isqrt().isqrt();
        let pad = |cell: String| format!("{cell:>0$}", self.width);
        let cells: Vec<_> = numbers(puzzle, self.blank).into_iter().map(pad).collect();
        let row = |row: &[String]| {
            let boxes: Vec<_> = row.chunks(order).map(|cells| cells.join(self.between)).collect();
            boxes.join(self.boxes) + "\n"
        };
        let rows: Vec<_> = cells.chunks(order * order).map(row).collect();
        rows.chunks(order).map(<[String]>::concat).collect::<Vec<_>>().join(self.bands)
    }
}

/// Checks the solutions of a text, however it is read.
#[track_caller]
pub fn solves(text: &str, solutions: &[&str]) {
    let found = found_every_way(text, "");
    assert_eq!(found.results, lines(solutions), "{:?}\n{text}", found.told);
}

/// Checks a text with one grid, and one with two, which is read in every way.
#[track_caller]
fn solves_one_and_two(text: &str, solution: &str) {
    let run = solve(text, "");
    assert_eq!(run.out, lines(&[solution]), "{}\n{text}", run.err);
    solves(&format!("{text}\n{text}"), &[solution; 2]);
}

/// A number that repeats in a line of 16 shows that they are no row of 16×16.
#[test]
fn line_of_16_numbers() {
    let line = SMALL.chars().map(String::from).collect::<Vec<_>>().join(" ");
    solve_every_way(format!("{line}\n"), "").gives(&lines(&[SMALL_SOLVED]));
    solve_every_way(format!("{line}\n{line}\n"), "").gives(&lines(&[SMALL_SOLVED; 2]));
}

#[test]
fn numbers_above_nine() {
    for set in ["16x16", "25x25"] {
        let [puzzle, solution] = first(set);
        let side = puzzle.len().isqrt();
        let zero = Drawing { blank: "0", ..PLAIN };
        let padded = Drawing { width: 2, ..zero }.of(&puzzle);
        for text in [
            zero.of(&puzzle),
            Drawing { between: "\t", boxes: "\t", ..zero }.of(&puzzle),
            padded.clone(),
            Drawing { blank: "_", width: 2, ..PLAIN }.of(&puzzle),
            Drawing { blank: "*", ..PLAIN }.of(&puzzle),
            Drawing { boxes: " | ", ..PLAIN }.of(&puzzle),
            Drawing { bands: "\n", ..zero }.of(&puzzle),
            // The size, or that of a box, above the grid.
            format!("{side}\n{}", zero.of(&puzzle)),
            format!("{0} {0}\n{padded}", side.isqrt()),
            zero.of(&puzzle).replace(' ', "\n"),
            rows_of(&puzzle).chunks(side.isqrt()).map(lines).collect::<Vec<_>>().join("\n"),
        ] {
            solves_one_and_two(&text, &solution);
        }
    }
}

#[test]
fn blank_line_between_bands() {
    for (puzzle, solution) in [(EY1, EY1_SOLVED), (SMALL, SMALL_SOLVED)] {
        for (between, boxes) in [("", ""), ("", " "), (" ", "  "), (" ", " | ")] {
            let text = Drawing { between, boxes, bands: "\n", ..PLAIN }.of(puzzle);
            solves_one_and_two(&text, solution);
            solves(&format!("Grid 01\n{text}Grid 02\n{text}"), &[solution; 2]);
        }
    }
    // A band that is missing, and a row, cost their own grid only.
    let text = Drawing { bands: "\n", ..PLAIN }.of(EY1);
    let rows: Vec<_> = text.lines().collect();
    for damaged in [lines(&rows[..7]), lines(&[&rows[..4], &rows[5..]].concat())] {
        let text = format!("A\n{text}B\n{damaged}C\n{text}");
        let statuses = solve(text, "--format csv --columns status").column(0);
        let [first, between @ .., last] = &statuses[..] else { panic!("{statuses:?}") };
        assert_eq!((first.as_str(), last.as_str()), ("unique", "unique"));
        assert!(between.iter().all(|it| it == "invalid"), "{statuses:?}");
    }
}

#[test]
fn empty_cells_left_empty() {
    for between in ["\t", "|", ",", ";"] {
        for (puzzle, solution) in [(EY1, EY1_SOLVED), (SMALL, SMALL_SOLVED), (ROYLE, ROYLE_SOLVED)]
        {
            let text = Drawing { blank: "", between, boxes: between, ..PLAIN }.of(puzzle);
            solves_one_and_two(&text, solution);
        }
    }
    let framed = Drawing { blank: " ", between: "|", boxes: "|", ..PLAIN }.of(EY1);
    let framed: String = framed.lines().map(|row| format!("|{row}|\n")).collect();
    solves(&framed, &[EY1_SOLVED]);
    // Empty fields below a header are no cells.
    let table = format!("id,puzzle,note,x\n1,,,\n2,,,\n3,,,\n4,,,\n5,{EY1},,\n");
    solves(&table, &["", "", "", "", EY1_SOLVED]);
}

#[test]
fn signs_before_placed_digits() {
    let signed = format!("+2{}", EY1.replacen('0', "", 1)).replace("85", "8+5");
    let dots = dotted(&signed);
    for (text, count) in [
        (format!("{signed}\n"), 1),
        (format!(":0000:x:{dots}:123 456:789:r1c1=2:1\n"), 1),
        (format!("id,puzzle\n1,{signed}\n2,{EY1}\n"), 2),
        (format!("{{\"puzzle\":\"{dots}\"}}\n"), 1),
    ] {
        solves(&text, &vec![EY1_SOLVED; count]);
    }
    let run = solve(lines(&[&signed, &signed.replacen('6', "Z", 1)]), "");
    assert_eq!(run.err, "input:2:11: found 'Z'; expected 1-9 or one of . 0 - _ * ? x X\n");
}

#[test]
fn source_code() {
    for quote in ["'", "\""] {
        for (open, close) in
            [("puzzles = [", "]"), ("static PUZZLES: &[&str] = &[", "];"), ("char *p[] = {", "};")]
        {
            let text =
                format!("{open}\n  {quote}{EY1}{quote},\n  {quote}{ROYLE}{quote}\n{close}\n");
            solves(&text, &[EY1_SOLVED, ROYLE_SOLVED]);
        }
    }
    for (puzzle, solution) in [(SMALL, SMALL_SOLVED), (EY1, EY1_SOLVED)] {
        let side = puzzle.len().isqrt();
        let rows = |comma, row| array(puzzle, comma, row);
        let variables = format!("[[{}]]", rows(",", "],\n            [")).replace('0', "_");
        for text in [
            format!("problem(1, {variables}).\n"),
            format!("n = {side};\npuzzle = [|{}|];\n", rows(",", ",|\n")),
            format!("n = {side}\ngrid = [{}]\n", rows(" ", "\n ")),
            format!("%  a=[{}];\n", rows(" ", "; ")),
        ] {
            solves(&text, &[solution]);
        }
    }
}

/// Puzzles and rows as items of lists in YAML.
#[test]
fn items_of_lists() {
    for ([one, other], solutions) in
        [([EY1, ROYLE], [EY1_SOLVED, ROYLE_SOLVED]), ([SMALL; 2], [SMALL_SOLVED; 2])]
    {
        for (open, close) in [("- \"", "\""), ("- '", "'"), ("- ", ""), ("    - \"", "\"")] {
            let item = |puzzle: &str| format!("{open}{}{close}\n", dotted(puzzle));
            let (one, other) = (item(one), item(other));
            for text in [
                format!("puzzles:\n{one}{other}"),
                format!("---\n# comment\nsets:\n very easy:\n{one}\n hard:\n{other}...\n"),
            ] {
                solves(&text, &solutions);
            }
        }
        for (open, between, close) in [
            ("- [", ", ", "]"),
            ("  - ", " ", ""),
            ("- ", ", ", ""),
            ("- \"", "", "\""),
            ("- '", " ", "'"),
        ] {
            let row = |row: &&str| format!("{open}{}{close}\n", spread(row, between));
            let rows = |puzzle| rows_of(puzzle).iter().map(row).collect::<String>();
            solves(&format!("first:\n{}", rows(one)), &solutions[..1]);
            solves(&format!("first:\n{}second:\n{}", rows(one), rows(other)), &solutions);
        }
        let nested = |puzzle| format!("- - [{}]\n", array(puzzle, ", ", "]\n  - ["));
        solves(&format!("puzzles:\n{}{}", nested(one), nested(other)), &solutions);
        let whole = |puzzle| format!("  - [[{}]]\n", array(puzzle, ", ", "], ["));
        solves(&format!("puzzles:\n{}more:\n{}", whole(one), whole(other)), &solutions);
    }
    // The dash of a row is an empty cell; a short item is bad.
    let dashes = EY1.replace('0', "-");
    solves(
        &format!(
            "Grid 1:\n{}",
            rows_of(&dashes).iter().map(|it| spread(it, " ") + "\n").collect::<String>()
        ),
        &[EY1_SOLVED],
    );
    let text = format!("a:\n- \"{EY1}\"\n- \"{}\"\n", &EY1[..80]);
    let run = solve_every_way(&text, "");
    run.ends(
        1,
        &lines(&[EY1_SOLVED, ""]),
        "input:3:84: found the end of the puzzle after 80 cells; expected 81\n",
    );
}

/// A word before a bracket is the name of a type or a function.
#[test]
fn names_of_brackets() {
    for ([one, other], solutions) in
        [([EY1, ROYLE], [EY1_SOLVED, ROYLE_SOLVED]), ([SMALL; 2], [SMALL_SOLVED; 2])]
    {
        let side = one.len().isqrt();
        let typed = format!("var p = [{side}][{side}]int{{");
        for (open, row, end, close) in [
            (&*typed, "{", "}", ",}"),
            ("p := [][]int{\n\t", "[]int{", "}", ",\n}"),
            ("val p = arrayOf(\n  ", "intArrayOf(", ")", "\n)"),
            ("val p = List(", "List(", ")", ")"),
            ("val p = Array[Array[Int]](", "Array(", ")", ")"),
            ("val p = Array[Array[Int]](", "Array[Int](", ")", ")"),
            ("$p = array(\n  ", "array(", ")", ",\n);"),
            ("p <- rbind(", "c(", ")", ")"),
            ("int[][] p = new int[][] {", "new int[] {", "}", "};"),
            ("let p = vec![", "vec![", "]", "];"),
            ("vec![", "vec![", "],", "],"),
            ("p = np.array([", "[", "]", "], dtype=np.uint8)"),
            ("p = np.array([", "np.array([", "])", "])"),
            ("solve([", "[", "]", "])"),
        ] {
            for between in [", ", ",\n    "] {
                let text = |puzzle| {
                    let rows = array(puzzle, ", ", &format!("{end}{between}{row}"));
                    format!("{open}{row}{rows}{end}{close}\n")
                };
                solves(&text(one), &solutions[..1]);
                solves(&(text(one) + &text(other)), &solutions);
            }
        }
    }
    let flat = format!("p <- matrix(c({}), nrow = 9, byrow = TRUE)\n", array(EY1, ", ", ", "));
    solves(&flat.repeat(2), &[EY1_SOLVED; 2]);
    // What is no name is not passed over.
    let good = format!("a = [{}]\n", array(EY1, ",", ","));
    let run = solve(format!("{good}{}", good.replacen('8', "eight", 1)), "");
    run.tells(1, &["input:2:14: found \"eight\"; expected a number from 0 to 9"]);
    // A word for an empty cell names no bracket either.
    let rows = format!("{},\n\n", array(EY1, ",", ",\n")).replace('0', "null");
    let run = solve(format!("{rows}{}", rows.replacen(",null,3,1,", ",null(,3,1,", 1)), "");
    run.tells(1, &["input:12:41: found 8 numbers; expected 9"]);
    let two = format!("a=[{}]; b=[{}];\n", array(SMALL, " ", ";"), array(SMALL, " ", ";"));
    assert_eq!(solve(two, "").code, Some(2));
}

/// Prolog ends a clause with a full stop.
#[test]
fn full_stops() {
    for (puzzle, solution) in [(SMALL, SMALL_SOLVED), (EY1, EY1_SOLVED)] {
        for between in ["],[", "],\n   ["] {
            let rows = format!("[[{}]]", array(puzzle, ",", between)).replace('0', "_");
            for text in [
                format!("puzzle({rows}).\n"),
                format!("P = {rows}.\n"),
                format!("P = {rows} .\n"),
                format!("problem(7, {rows}).\n"),
                format!("puzzle(1, P) :-\n    P = {rows}.\n"),
            ] {
                solves(&text, &[solution]);
                solves(&text.repeat(2), &[solution; 2]);
                solves(&format!(":- use_module(library(clpfd)).\n\n{text}"), &[solution]);
            }
        }
    }
}

#[test]
fn text_around_rows() {
    let grid = Drawing { boxes: " | ", ..PLAIN }.of(EY1);
    let behind = grid.replacen('\n', "   ED=1.2/1.2/1.2\n", 1);
    solves(&behind, &[EY1_SOLVED]);
    let bands: Vec<_> = grid.lines().collect::<Vec<_>>().chunks(3).map(lines).collect();
    for ruler in ["––––––+–––––––+––––––", "──────┼───────┼──────", "———————————————————"]
    {
        solves(&bands.join(&format!("{ruler}\n")), &[EY1_SOLVED]);
    }
    let [puzzle, solved] = [dotted(EY1), EY1_SOLVED.to_owned()].map(|it| crate::puzzles::grid(&it));
    solves(&format!("[Puzzle]\n{puzzle}[Solution]\n{solved}"), &[EY1_SOLVED]);
}

#[test]
fn candidates_in_brackets() {
    let candidates = |open: &str, close: &str| {
        let cell = |symbol: char| match symbol {
            '0' => format!("{open}123456789{close}"),
            digit => format!("{open}{digit}{close}"),
        };
        let row = |row: &&str| row.chars().map(cell).collect::<Vec<_>>().join(" ");
        lines(&rows_of(EY1).iter().map(row).collect::<Vec<_>>())
    };
    for (open, close) in [("[", "]"), ("{", "}"), ("(", ")")] {
        solves(&candidates(open, close), &[EY1_SOLVED]);
    }
    // A digit of the user in an `.sdx` file.
    solves(&candidates("", "").replacen("123456789", "u2", 1), &[EY1_SOLVED]);
}

/// Nine lists of nine digits are not the rows of one puzzle, nor the regions of a jigsaw.
#[test]
fn rows_of_all_candidates() {
    let all = ["123456789"; 9].join(" ");
    let solved = rows_of(EY1_SOLVED);
    let apart = |row: &str| row.chars().map(String::from).collect::<Vec<_>>().join(" ");
    for open in [0, 4] {
        let mut rows: Vec<_> = solved.iter().map(|row| apart(row)).collect();
        rows[open] = all.clone();
        solves(&lines(&rows), &[EY1_SOLVED]);
    }
    for row in [all.clone(), all.replace("9 1", "9 | 1")] {
        let run = solve(lines(&[row.as_str(); 9]), "--format csv --columns status");
        assert_eq!(run.out, "status\nmultiple\n", "{}", run.err);
    }
}

/// A puzzle whose clues contradict each other is one, even alone in its file.
#[test]
fn contradictory_clues_are_a_result() {
    let text = format!("5...5{}\n", ".".repeat(76));
    let told = "5: digit 5 twice in row 1 (r1c1 and r1c5)";
    let run = solve_every_way(&text, "--format csv --columns status,message");
    run.ends(1, &format!("status,message\ninvalid,{told}\n"), &format!("input:1:{told}\n"));
}

#[test]
fn messages_for_what_is_no_puzzle() {
    let object = format!("{{\n  \"id\": 1,\n  \"puzzle\": \"{EY1}\"\n}}\n");
    for (text, told) in [
        (
            "1".repeat(196),
            "found 196 cells; expected 16, 36, 64, 81, 100, 144, 225, 256, 400 or 625",
        ),
        ("1".repeat(36), "found 36 cells in a file of 9×9 puzzles"),
        ("https://example.org/1\n".repeat(2), "found a link; expected a puzzle"),
        ("<?xml version=\"1.0\"?>\n<game/>\n".to_owned(), "found XML or HTML"),
        (object, "jq -c ."),
    ] {
        let run = Folder::with("input", &text).run("solve input");
        run.tells(2, &[told]);
        assert!(!run.err.contains("--alphabet") || text.starts_with('A'), "{}", run.err);
    }
    let run = Folder::with("input", EY1).run_with("solve input --delimiter", &[" "]);
    run.tells(2, &["blanks divide a line, too"]);
}

/// A key with a known name that holds no puzzle gives way to one that does.
#[test]
fn known_key_without_a_puzzle() {
    let object = |(id, it)| format!("{{\"puzzle\":{id},\"cells\":\"{it}\"}}\n");
    let folder = Folder::with("input", [(1, EY1), (2, ROYLE)].map(object).concat());
    let run = folder.run("solve input");
    run.prints(0, &lines(&[EY1_SOLVED, ROYLE_SOLVED]));
    run.tells(0, &["input: the key puzzle holds no puzzle; cells does"]);
}

/// Returns every form of a puzzle, in one line or several.
fn forms(puzzle: &str) -> Vec<String> {
    let floats = array(puzzle, " ", " ").replace(' ', ".000000000000000000e+00 ");
    let mut forms = vec![
        array(puzzle, ",", ","),
        array(puzzle, " ", " "),
        array(puzzle, "\t", "\t"),
        floats + ".000000000000000000e+00",
        format!("[{}]", array(puzzle, ", ", ", ")),
        format!("[[{}]]", array(puzzle, ",", "],[")),
        format!("[[{}]]", array(puzzle, ", ", "],\n [")),
        format!("[[{}]]", array(puzzle, " ", "]\n [")),
        format!("[\n  [{}]\n]", array(puzzle, ", ", "],\n  [")),
        format!("a=[{}]", array(puzzle, " ", ";")),
        format!("a = [{}];", array(puzzle, " ", "; ")),
        format!("a = [{}];", array(puzzle, " ", ";\n     ")),
        format!("a = [{}];", array(puzzle, " ", "\n")),
        format!("{{{}}}", array(puzzle, ", ", ", ")),
        format!("{{{{{}}}}}", array(puzzle, ", ", "}, {")),
        format!("int grid[9][9] = {{\n  {{{}}}\n}};", array(puzzle, ",", "},\n  {")),
        format!("grid = np.array([[{}]], dtype=np.uint8)", array(puzzle, ", ", "],\n [")),
        array(puzzle, ",", "\n"),
    ];
    forms.push(dotted(&forms[6]));
    forms
}

#[test]
fn every_form() {
    for (at, (one, other)) in forms(EY1).into_iter().zip(forms(ROYLE)).enumerate() {
        solve(format!("{one}\n"), "").gives(&solved("1"));
        feed(one.clone(), "solve - -q").gives(&solved("1"));
        Folder::new().run_with("solve -q", &[&one]).gives(&solved("1"));
        // Each form and each separator is read in every way, but not each pair of them.
        for (number, between) in ["\n", "\n\n", "\n# comment\n"].into_iter().enumerate() {
            let text = format!("{one}{between}{other}{between}{one}\n");
            let run = if at % 3 == number { solve_every_way(text, "") } else { solve(text, "") };
            run.gives(&solved("1 2 1"));
        }
    }
}

/// One puzzle per line in a single array, and results in symbols.
#[test]
fn array_of_puzzles() {
    let flat = |puzzle| format!("[{}]", array(puzzle, ",", ","));
    let text = format!("[{},\n{}]\n", flat(EY1), flat(ROYLE));
    solve(text, "").gives(&lines(&[EY1_SOLVED, ROYLE_SOLVED]));
    let run = solve(flat(EY1) + "\n", "--format csv --columns line,puzzle,clues,status");
    run.gives(&format!("line,puzzle,clues,status\n1,{EY1},28,unique\n"));
    let folder = Folder::with("puzzles", forms(EY1).remove(6)).and("solved", flat(EY1_SOLVED));
    folder.run("verify puzzles solved -q").exits(0);
}

#[test]
fn other_sizes() {
    for form in &forms(SMALL)[5..13] {
        solve(format!("{form}\n"), "").gives(&solved("4"));
    }
    for set in ["16x16", "25x25"] {
        let [puzzle, solved] = first(set);
        for text in [array(&puzzle, ",", ","), array(&puzzle, ", ", ",\n")] {
            solve(&text, "").gives(&lines(&[&solved]));
        }
    }
}

#[test]
fn faults_of_numbers() {
    let good = array(EY1, ",", ",");
    let text = [
        &good,
        &good.replacen(",3,", ",33,", 1),
        &good[2..],
        &format!("{good},1"),
        &array(CONFLICT, ",", ","),
    ];
    let told = "input:2:5: found \"33\"; expected a number from 0 to 9\n\
                input:3:160: found 80 numbers; expected 81\n\
                input:4:163: found 82 numbers; expected 81\n\
                input:5:131: digit 5 twice in column 3 (r2c3 and r8c3)\n";
    solve(lines(&text), "").ends(1, &solved("1 - - - -"), told);
    let rows = forms(EY1).remove(6);
    let short = rows.lines().take(5).collect::<Vec<_>>().join("\n");
    let number = "input:1:18: found \"15\"; expected a number from 0 to 9\n";
    solve(rows.replacen("8, 5", "8, 15", 1), "").tells(2, &[number]);
    solve(short, "").tells(2, &["found the end of the grid after 5 rows; expected 9\n"]);
}

/// A row of LaTeX's package `sudoku` ends with a dot, which is no cell.
#[test]
fn latex() {
    for (puzzle, solution) in [(EY1, EY1_SOLVED), (SMALL, SMALL_SOLVED), (ROYLE, ROYLE_SOLVED)] {
        let row = |row: &&str| format!("|{}|.", spread(row, "|")).replace('0', " ");
        let rows = lines(&rows_of(puzzle).iter().map(row).collect::<Vec<_>>());
        solves_one_and_two(&rows, solution);
        let document = format!(
            "\\documentclass{{article}}\n\\usepackage{{sudoku}} % a, b\n\\begin{{sudoku}}\n{rows}\
             \\end{{sudoku}}\n"
        );
        solves(&document, &[solution]);
    }
    // Of eight clues and an empty cell, the dot makes nine symbols.
    let clues = "|1|2| |4|5|6|7|8|9|.\n";
    let rest = "| | | | | | | | | |.\n".repeat(8);
    let text = format!("{clues}{rest}");
    let run = solve(&text, "--format csv --columns puzzle,status");
    run.prints(1, &format!("puzzle,status\n12.456789{},multiple\n", ".".repeat(72)));
    // A dot is a cell where the row would lack one without it.
    let small = lines(
        &rows_of(&dotted(SMALL))
            .iter()
            .map(|row| format!("|{}", spread(row, "|")))
            .collect::<Vec<_>>(),
    );
    assert!(small.contains("|4|1|3|.\n"));
    solves_one_and_two(&small, SMALL_SOLVED);
}

/// −1 beside 1 to 9 is an empty cell. Beside zeros, one of the two is a digit, and nobody knows which.
#[test]
fn minus_one() {
    for empty in ["-1", "-1.0", "-1.000000000000000000e+00"] {
        let rows: Vec<_> = numbers(EY1, empty).chunks(9).map(|row| row.join(", ")).collect();
        let nested = format!("[[{}]]", rows.join("], ["));
        for text in [lines(&rows), lines(&[&nested]), format!("{{\"puzzle\": {nested}}}\n")] {
            solves_one_and_two(&text, EY1_SOLVED);
        }
        let header: Vec<_> = (1..=81).map(|cell| format!("c{cell}")).collect();
        let cells = numbers(EY1, empty).join(",");
        solves(&format!("id,{}\n7,{cells}\n", header.join(",")), &[EY1_SOLVED]);
        let told = format!("found \"{empty}\"; expected a number from 0 to 9\n");
        for text in [lines(&rows), lines(&[&nested]), format!("{{\"puzzle\": {nested}}}\n")] {
            let text = format!("{text}\n{}", text.replacen("9,", "0,", 1));
            let run = solve_every_way(&text, "");
            run.prints(1, &solved("1 -")).tells(1, &[&told]);
        }
    }
}

/// Between bars around boxes of one width, a blank is an empty cell.
#[test]
fn blanks_between_bars() {
    let sixteen = first("16x16");
    for (puzzle, solution) in [
        (SMALL, SMALL_SOLVED),
        (EY1, EY1_SOLVED),
        (ROYLE, ROYLE_SOLVED),
        (&sixteen[0], &sixteen[1]),
    ] {
        let order = puzzle.len().isqrt().isqrt();
        let cells = puzzle.replace(['0', '.'], " ");
        for (before, between, after) in [
            ("", "", ""),
            ("", " ", ""),
            (" ", " ", " "),
            ("", " ", " "),
            (" ", " ", ""),
            (" ", "  ", " "),
        ] {
            let bands = rows_of(&cells)
                .chunks(order)
                .map(|band| {
                    let part = |part: usize, row: &str| {
                        format!("{before}{}{after}", spread(&row[part * order..][..order], between))
                    };
                    let row = |row: &&str| {
                        let parts: Vec<_> = (0..order).map(|at| part(at, row)).collect();
                        format!("|{}|\n", parts.join("|"))
                    };
                    band.iter().map(row).collect::<String>()
                })
                .collect::<Vec<_>>();
            let width = bands[0].lines().next().unwrap().len();
            let ruler = format!("+{}+\n", "-".repeat(width - 2));
            let text = format!("{ruler}{}{ruler}", bands.join(&ruler));
            // One size is read in every way.
            if puzzle == EY1 {
                solves_one_and_two(&text, solution);
            }
            let string = text.replace('\n', "\\n");
            let object = format!("{{\"puzzle\": \"{string}\"}}\n");
            for text in [&text, &text.replace('|', "│"), &object] {
                solve(text, "").gives(&lines(&[solution]));
            }
            // A lost blank, and lines of blanks between the rows.
            let number = rows_of(&cells).iter().position(|row| row.contains(' ')).unwrap();
            let row = bands.iter().flat_map(|band| band.lines()).nth(number).unwrap();
            let damaged = text.replacen(row, &row.replacen(' ', "", 1), 1);
            let statuses =
                solve(format!("{text}{damaged}\n{text}"), "--format csv --columns status");
            assert_eq!(statuses.column(0), ["unique", "invalid", "unique"], "{damaged}");
            let spaced = row.replace(|it: char| it != '|', " ");
            let spaced = text.replace("|\n|", &format!("|\n{spaced}\n|"));
            let statuses =
                solve(format!("{text}\n{spaced}\n{text}"), "--format csv --columns status")
                    .column(0);
            assert!(statuses[1..statuses.len() - 1].iter().all(|it| it == "invalid"), "{spaced}");
        }
    }
}

/// Rows in quotes, one per line, are one puzzle.
#[test]
fn rows_in_quotes() {
    let sixteen = first("16x16");
    for (puzzle, solution) in [(EY1, EY1_SOLVED), (SMALL, SMALL_SOLVED), (&sixteen[0], &sixteen[1])]
    {
        let puzzle = puzzle.replace('0', ".");
        for (open, between, close) in [
            ("easy =  [\"", "\",\n         \"", "\"]\n"),
            ("grid = ['", "',\n'", "']\n"),
            ("[\n  \"", "\",\n  \"", "\"\n]\n"),
            ("const char *g =\n\"", "\\n\"\n\"", "\";\n"),
            ("g = (\"", "\" +\n\"", "\")\n"),
            ("[\"", "\", -- a row\n\"", "\"]\n"),
        ] {
            // An array of strings of 16 symbols may hold 4×4 puzzles.
            if open.starts_with('[') && puzzle.len() == 256 {
                continue;
            }
            let text = format!("{open}{}{close}", rows_of(&puzzle).join(between));
            solves_one_and_two(&text, solution);
            let damaged = format!("{open}{}{close}", rows_of(&puzzle)[1..].join(between));
            let run =
                solve(format!("{text}{damaged}{text}{text}"), "--format csv --columns status");
            assert_eq!(run.column(0), ["unique", "invalid", "unique", "unique"], "{damaged}{text}");
        }
    }
}

/// A comment behind a row is skipped.
#[test]
fn comments_behind_rows() {
    for comment in [
        "// row 1",
        "/* row 1 */",
        "# row 1",
        "-- row 1",
        "% row 1",
        "// {0, 1, 2}",
        "# a note longer than a row of cells",
    ] {
        for (open, row, between, close) in [
            ("int b[9][9] = {\n    {", ", ", "},", "}\n};\n"),
            ("b = [[", ", ", "],", "]]\n"),
            ("", " ", "", "\n"),
            ("", "", "", "\n"),
            ("|", "|", "|", "|\n"),
        ] {
            let before = open.lines().last().unwrap_or_default().trim_start_matches("b = [");
            let rows: Vec<_> = rows_of(EY1).iter().map(|it| spread(it, row)).collect();
            let text =
                format!("{open}{}{close}", rows.join(&format!("{between} {comment}\n{before}")));
            solves_one_and_two(&text, EY1_SOLVED);
            // A short row with a comment is a bad one, and no name.
            let short = text.replacen(&rows[0], &spread(&rows_of(EY1)[0][1..], row), 1);
            let statuses = solve(format!("{text}{short}{text}"), "--format csv --columns status");
            assert_eq!(statuses.column(0), ["unique", "invalid", "unique"], "{short}");
        }
    }
}

/// Rows between slashes, as a line, a field and a string; a row that lost a cell is bad.
#[test]
fn rows_between_slashes() {
    for (puzzle, solution) in [(SMALL, SMALL_SOLVED), (EY1, EY1_SOLVED)] {
        let text = rows_of(&dotted(puzzle)).join("/");
        solves(&format!("{text}\n{text}\n"), &[solution; 2]);
        solves(&format!("id,puzzle\n1,{text}\n2,{text}\n"), &[solution; 2]);
        solves(&format!("{{\"puzzle\": \"{text}\"}}\n"), &[solution]);
        let lost = text.replacen("1", "", 1);
        let run = solve_every_way(format!("{text}\n{lost}\n{text}\n"), "");
        assert_eq!((run.code, &*run.out), (Some(1), &*lines(&[solution, "", solution])));
    }
}

/// Blanks that do not break a line, as web pages have them between cells.
#[test]
fn blanks_without_a_break() {
    for (puzzle, solution) in [(SMALL, SMALL_SOLVED), (EY1, EY1_SOLVED)] {
        for (blank, between) in
            [("0", "\u{a0}"), (".", "\u{a0}"), ("0", ",\u{a0}"), (".", "\u{a0}\u{a0}")]
        {
            let rows: Vec<_> = rows_of(puzzle).iter().map(|row| spread(row, between)).collect();
            let grid = lines(&rows).replace('0', blank);
            solves(&format!("{grid}\n{grid}"), &[solution; 2]);
        }
        let line = spread(puzzle, "\u{a0}");
        if puzzle == EY1 {
            solves(&format!("{line}\n{line}\n"), &[solution; 2]);
        }
    }
}
