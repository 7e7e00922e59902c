//! Puzzles as arrays of numbers, as printed by programs.

use crate::{
    puzzles::*,
    run::{Folder, feed, solve, solve_every_way},
};

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
    for (one, other) in forms(EY1).into_iter().zip(forms(ROYLE)) {
        solve(format!("{one}\n"), "").gives(&solved("1"));
        feed(one.clone(), "solve - -q").gives(&solved("1"));
        Folder::new().run_with("solve -q", &[&one]).gives(&solved("1"));
        for between in ["\n", "\n\n", "\n# comment\n"] {
            let text = format!("{one}{between}{other}{between}{one}\n");
            solve_every_way(text, "").gives(&solved("1 2 1"));
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
    for text in [
        format!("[[{}]]", array(SMALL, ",", "],[")),
        format!("[[{}]]", array(SMALL, ",", "],\n[")),
        format!("a=[{}]", array(SMALL, " ", ";")),
    ] {
        solve(&text, "").gives(&lines(&[SMALL_SOLVED]));
    }
    for set in ["16x16", "25x25"] {
        let [puzzle, solved] = first(set);
        for text in [array(&puzzle, ",", ","), array(&puzzle, ", ", ",\n")] {
            solve(&text, "").gives(&lines(&[&solved]));
        }
    }
}

#[test]
fn faults_are_located() {
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
