//! Puzzles as arrays of numbers, as printed by programs.

use crate::{
    packed::gzip,
    puzzles::*,
    run::{Folder, Run},
};

/// Joins the cells of a puzzle with `comma`, and its rows with `row`.
fn array(puzzle: &str, comma: &str, row: &str) -> String {
    let side = puzzle.len().isqrt();
    let cells: Vec<_> = puzzle.chars().map(|c| c.to_digit(36).unwrap().to_string()).collect();
    cells.chunks(side).map(|cells| cells.join(comma)).collect::<Vec<_>>().join(row)
}

fn solve(input: &str) -> Run {
    Folder::with("input", input).run("solve input -q")
}

/// Returns every form of a puzzle, in one line or several.
fn forms(puzzle: &str) -> Vec<String> {
    let float =
        |text: String| text.replace(|c: char| c.is_ascii_digit(), "$.000000000000000000e+00");
    let floats = puzzle.chars().map(|c| float("0".to_owned()).replace('$', &c.to_string()));
    let mut forms = vec![
        array(puzzle, ",", ","),
        array(puzzle, " ", " "),
        array(puzzle, "\t", "\t"),
        floats.collect::<Vec<_>>().join(" "),
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
    forms.push(forms[6].replace('0', "."));
    forms
}

#[test]
fn forms_of_one_puzzle() {
    for form in forms(EY1) {
        let expected = lines(&[EY1_SOLVED]);
        solve(&format!("{form}\n")).gives(&expected);
        let folder = Folder::new();
        folder.feed(form.clone(), "solve - -q").gives(&expected);
        let mut command = folder.command("solve -q");
        let output = command.arg(&form).output().unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), expected, "{form}");
    }
}

#[test]
fn several_puzzles() {
    for (one, other) in forms(EY1).into_iter().zip(forms(ROYLE)) {
        for between in ["\n", "\n\n", "\n# comment\n"] {
            let text = format!("{one}{between}{other}{between}{one}\n");
            let expected = lines(&[EY1_SOLVED, ROYLE_SOLVED, EY1_SOLVED]);
            solve(&text).gives(&expected);
            let folder = Folder::with("input", &text).and("input.gz", gzip(&text));
            for args in ["input --chunk-size 1 --threads 2", "input --no-mmap", "input.gz"] {
                folder.run(&format!("solve -q {args}")).gives(&expected);
            }
        }
    }
}

/// One puzzle per line in a single array, and results in symbols.
#[test]
fn array_of_puzzles() {
    let flat = |puzzle| format!("[{}]", array(puzzle, ",", ","));
    solve(&format!("[{},\n{}]\n", flat(EY1), flat(ROYLE)))
        .gives(&lines(&[EY1_SOLVED, ROYLE_SOLVED]));
    let folder = Folder::with("input", flat(EY1) + "\n");
    let run = folder.run("solve input -q --format csv --columns line,puzzle,clues,status");
    run.gives(&format!("line,puzzle,clues,status\n1,{EY1},28,unique\n"));
    let solved = Folder::with("puzzles", forms(EY1).remove(6)).and("solved", flat(EY1_SOLVED));
    assert_eq!(solved.run("verify puzzles solved -q").code, Some(0));
}

#[test]
fn other_sizes() {
    let small = format!("[[{}]]", array(SMALL, ",", "],["));
    for text in
        [small.clone(), small.replace("],[", "],\n["), format!("a=[{}]", array(SMALL, " ", ";"))]
    {
        solve(&text).gives(&lines(&[SMALL_SOLVED]));
    }
    for set in ["16x16", "25x25"] {
        let read = |name: &str| std::fs::read_to_string(format!("datasets/{name}.txt")).unwrap();
        let puzzle = read(set).lines().next().unwrap().replace('.', "0");
        let solved = read(&format!("{set}.solutions")).lines().next().unwrap().to_owned();
        for text in [array(&puzzle, ",", ","), array(&puzzle, ", ", ",\n")] {
            solve(&text).gives(&lines(&[&solved]));
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
    ]
    .map(|line| format!("{line}\n"))
    .concat();
    let run = Folder::with("input", &text).run("solve input");
    for told in [
        "input:2:5: found \"33\"; expected a number from 0 to 9\n",
        "input:3:160: found 80 numbers; expected 81\n",
        "input:4:163: found 82 numbers; expected 81\n",
        "input:5:131: digit 5 twice in column 3 (r2c3 and r8c3)\n",
        "5 puzzles: 1 unique, 4 invalid\n",
    ] {
        assert!(run.err.contains(told), "{told}{}", run.err);
    }
    let rows = forms(EY1).remove(6);
    let run = Folder::with("input", rows.replacen("8, 5", "8, 15", 1)).run("solve input");
    assert!(
        run.err.contains("input:1:18: found \"15\"; expected a number from 0 to 9\n"),
        "{}",
        run.err
    );
    let short = rows.lines().take(5).collect::<Vec<_>>().join("\n");
    let run = Folder::with("input", short).run("solve input");
    assert!(
        run.err.contains("found the end of the grid after 5 rows; expected 9\n"),
        "{}",
        run.err
    );
}
