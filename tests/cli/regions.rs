//! Regions and extra units: jigsaws, diagonals, windows.

use crate::run::{Folder, Run};

/// A jigsaw, its regions, and its only solution, which a program of another language found.
const JIGSAW: &str =
    "8...........1.....2.....4.6.....8..5...62..18.3...4.2....5..1.7..2.........8...9.";
const REGIONS: &str =
    "999998888555998888555998333555111333222111333222111444222766444777766444777766666";
const SOLVED: &str =
    "845279361359162784281395476467918235574623918136754829928536147792481653613847592";

/// The symbols as a grid, a row per line.
fn grid(symbols: &str) -> String {
    let side = symbols.len().isqrt();
    symbols.as_bytes().chunks(side).map(|row| String::from_utf8_lossy(row) + "\n").collect()
}

fn folder() -> Folder {
    Folder::with("puzzles", format!("{JIGSAW}\n")).and("regions", grid(REGIONS))
}

fn run(args: &str) -> Run {
    folder().run(args)
}

#[test]
fn solves_and_verifies_a_jigsaw() {
    run("solve puzzles --regions regions -q").gives(&format!("{SOLVED}\n"));
    let other = SOLVED.replace("845279361", "845279316");
    let folder = folder().and("right", format!("{SOLVED}\n")).and("wrong", format!("{other}\n"));
    folder.run("verify puzzles right --regions regions").exits(0);
    folder.run("verify puzzles right").exits(1).shows(&["box ", "lacks the digit"]);
    folder.run("verify puzzles wrong --regions regions").exits(1).shows(&["lacks the digit"]);
    // The regions are what is wrong.
    let swapped = REGIONS.replacen("98", "89", 1);
    let folder = folder.and("other", grid(&swapped));
    folder
        .run("verify puzzles right --regions other")
        .exits(1)
        .shows(&["region 9 lacks the digit"]);
}

/// A puzzle that is no file has the units, too: an argument, and a line of a file, also one of another size.
#[test]
fn puzzles_of_arguments_have_the_units() {
    let mixed = format!("{JIGSAW}\n.................\n1...............\n");
    let folder = folder().and("mixed", &mixed).and("right", format!("{SOLVED}\n"));
    for puzzle in [JIGSAW, "puzzles:1", "mixed:1"] {
        folder.run(&format!("solve {puzzle} --regions regions -q")).gives(&format!("{SOLVED}\n"));
    }
    folder.run("verify mixed:1 right:1 --regions regions").exits(0);
    // Of the 288 grids of 4×4, 48 have all digits on both diagonals; a quarter of each has this clue.
    for (units, count) in [("", 72), ("--extra diagonals", 12)] {
        let run = folder.run(&format!("solve mixed:3 --format count --limit 99 -q {units}"));
        assert_eq!(run.out, format!("1...............:{count}:\n"));
    }
}

#[test]
fn lanes_are_the_default() {
    let folder = folder().and("small", "1...4.....2....3\n").and("one", "AABBAABBCCDDCCDD\n");
    for (args, strategy) in [
        ("puzzles --regions regions", "region-lanes"),
        ("puzzles --regions regions --backend portable --strategy region-lanes", "region-lanes"),
        ("puzzles --regions regions --format solutions", "regions"),
        ("small --regions one", "regions"),
        ("small --strategy region-lanes", "regions"),
    ] {
        let run = folder.run(&format!("solve {args} -q --limit 1 --summary summary"));
        assert_eq!(run.exits(0).out.lines().count(), 1, "{args}");
        assert_eq!(folder.json("summary")["strategy"], strategy, "{args}");
    }
    // They report no steps.
    let traced = run(&format!("trace {JIGSAW} --regions regions --strategy region-lanes"));
    traced.exits(0).shows(&["naked single"]);
}

#[test]
fn same_regions_in_every_notation() {
    let letters: String = REGIONS.bytes().map(|it| char::from(it - b'1' + b'a')).collect();
    let from_zero: String = REGIONS.bytes().map(|it| char::from(it - 1)).collect();
    let spaced = |text: &str| {
        let spaced = |row: &str| row.chars().map(|it| format!("{it} ")).collect::<String>();
        grid(text).lines().map(|row| spaced(row) + "\n").collect::<String>()
    };
    let array =
        format!("[{}]\n", grid(REGIONS).lines().map(|row| format!("{row:?},")).collect::<String>());
    for text in [
        format!("{REGIONS}\n"),
        grid(&letters),
        grid(&from_zero),
        spaced(&letters),
        spaced(REGIONS).replace(' ', ","),
        format!("# regions\n{}", grid(REGIONS)),
        format!("Regions of the week\n{}", grid(REGIONS)),
        array,
    ] {
        let folder = Folder::with("puzzles", format!("{JIGSAW}\n")).and("drawn", &text);
        folder.run("solve puzzles --regions drawn -q").prints(0, &format!("{SOLVED}\n"));
    }
}

#[test]
fn drawings_that_are_no_regions() {
    let more = REGIONS.replacen('8', "9", 1);
    let few = "1".repeat(80) + ".";
    for (text, told) in [
        (grid(&more), "found 11 times '9', one of 9 symbols; expected 9 symbols, 9 times each"),
        (grid(&few), "found no symbol in r9c9; expected a region for each cell"),
        ("AABB\nAABB\nCCDD\nCCDD\n".to_owned(), "found a drawing of 4×4; expected 9×9"),
    ] {
        let told = told.replacen("found 11", &format!("found {}", more.matches('9').count()), 1);
        let folder = folder().and("drawn", &text);
        folder.run("solve puzzles --regions drawn --order 3").tells(2, &[&told]);
    }
    let large = [
        "aaaaaaaaa",
        "a........",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
    ]
    .concat();
    let folder = folder().and("large", grid(&large)).and("none", grid(&".".repeat(81)));
    folder.run("solve puzzles --extra large").tells(2, &["found 10 times 'a'; expected at most 9"]);
    folder.run("solve puzzles --extra none").tells(2, &["found no symbol"]);
    folder.run("solve puzzles --extra nothing").tells(2, &["nothing: cannot open"]);
    folder.run("solve 1...4.....2....3 --regions regions").tells(2, &["4×4"]);
}

/// The first of each kind of strategy that knows no regions; and columns.
#[test]
fn what_knows_boxes_refuses_by_name() {
    for name in ["lanes", "restarts", "moler"] {
        run(&format!("solve puzzles --regions regions --strategy {name}"))
            .tells(2, &[&format!("strategy {name} knows only rows, columns and boxes")]);
    }
    for column in ["rating", "difficulty", "minimal", "canonical", "reduced", "suspects"] {
        run(&format!("solve puzzles --regions regions --format csv --columns {column}"))
            .tells(2, &[&format!("column '{column}' knows only rows, columns and boxes")]);
    }
    run("generate --kind hard --extra diagonals").tells(2, &["hard is known only"]);
    for strategy in ["mrv", "locked/bilocation", "pairs/mrv+degree/least-constraining", "regions"] {
        run(&format!("solve puzzles --regions regions -q --strategy {strategy}"))
            .gives(&format!("{SOLVED}\n"));
    }
}

/// Where a file states them; not where a key only looks like it, or holds nothing.
#[test]
fn other_rules_are_refused_by_name() {
    let puzzle = format!("\"puzzle\": \"{}\"", ".".repeat(81));
    for (key, rule) in [
        (r#""killercage": [{"cells": ["R1C1"]}]"#, "cages"),
        (r#""cages": ["R1C1"]"#, "cages"),
        (r#""thermometer": [{"lines": []}]"#, "thermometers"),
        (r#""arrow": [[0]]"#, "arrows"),
        (r#""antiknight": true"#, "knights"),
        (r#""antiking":true"#, "kings"),
    ] {
        let told = format!("input:1:1: found {rule}; expected regions or extra units");
        let text = format!("{{{puzzle}, {key}}}\n{{{puzzle}}}\n");
        Folder::with("input", &text).run("solve input").tells(2, &[&told]);
    }
    for key in [r#""ranking": [1]"#, r#""cages": []"#, r#""antiking": false"#, r#""by": "cage""#] {
        let text = format!("{{{puzzle}, {key}}}\n");
        Folder::with("input", &text).run("solve input").exits(1);
    }
}

#[test]
fn generated_puzzles_are_solved_and_verified() {
    for (size, units) in [
        ("--order 3", "--extra diagonals"),
        ("--order 3", "--extra windows --extra diagonals"),
        ("", "--regions regions"),
        ("--order 2x3", "--extra diagonals"),
        ("--order 2", "--extra windows"),
    ] {
        let folder = folder();
        folder.run(&format!("generate -n 3 {size} {units} -o made -q")).exits(0);
        folder.run(&format!("solve made {units} -o solved -q")).exits(0);
        folder.run(&format!("verify made solved {units} -q")).exits(0);
        let all = "solve made --format jsonl -q --order";
        if units.contains("extra diagonals") && size == "--order 3" {
            // They are minimal: without the diagonals, there are more solutions.
            folder.run(&format!("{all} 3")).exits(1).shows(&["multiple"]);
        }
    }
}

#[test]
fn conflicts_name_the_unit() {
    let twice = format!("1{}1\n", ".".repeat(79));
    let folder = Folder::with("twice", &twice).and("regions", grid(REGIONS));
    folder
        .run("solve twice --extra diagonals")
        .tells(1, &["digit 1 twice in diagonal 1 (r1c1 and r9c9)"]);
    let twice = format!("1...........1{}\n", ".".repeat(68));
    let folder = folder.and("twice", &twice);
    folder
        .run("solve twice --regions regions")
        .tells(1, &["digit 1 twice in region 9 (r1c1 and r2c4)"]);
    let grids = grid(twice.trim());
    folder
        .and("grids", grids)
        .run("solve grids --regions regions")
        .tells(1, &["twice in region 9"]);
}

#[test]
fn pictures_show_regions() {
    let drawn =
        run(&format!("candidates {JIGSAW} --regions regions --format text --no-candidates"));
    drawn.exits(0).shows(&["exactly one solution"]);
    let first = "  ┏━━━┯━━━┯━━━┯━━━┯━━━┳━━━┯━━━┯━━━┯━━━┓\n";
    assert!(drawn.out.contains(first), "{}", drawn.out);
    assert!(drawn.out.contains("1 ┃ 8c│ . │ . │ . │ . ┃ . │ . │ . │ . ┃"), "{}", drawn.out);
    let svg = run(&format!("candidates {JIGSAW} --regions regions --extra diagonals --svg -"));
    assert!(svg.out.contains("class=\"extra\""), "{}", svg.out);
    let traced = run(&format!("trace {JIGSAW} --regions regions"));
    traced.exits(0).shows(&["naked single", "┣━━━┿━━━┿━━━╅───┼───╂───┼───┼───┼───┨"]);
}

#[test]
fn inspect_reads_with_regions() {
    // The solution repeats digits in boxes.
    let folder = folder().and("full", format!("{SOLVED}\n"));
    let read = folder.run("inspect full --regions regions");
    read.exits(0).shows(&["--order 3 --regions regions\n"]).lacks("twice");
    folder.run("inspect full").exits(1).shows(&["twice in box"]);
}
