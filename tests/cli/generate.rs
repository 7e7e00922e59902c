//! `sudomill generate`: the puzzles of the library, whose tests check that they are what they claim
//! to be.

use crate::run::{Folder, Run};
use sudomill::{
    generate::{Kind, Recipe, Symmetry},
    grid::{Order2, Order3},
    rating::goal,
};

const KINDS: &str = "solved, easy, unique, minimal, hard, multiple, unsolvable";

#[track_caller]
fn generate(args: &str) -> Run {
    Folder::new().run(&format!("generate {args}"))
}

/// The puzzles of a recipe, one by one.
fn made(recipe: &Recipe, order: usize, count: u64) -> String {
    let puzzle = |number| match order {
        2 => recipe.puzzle::<Order2>(number).unwrap().to_string(),
        _ => recipe.puzzle::<Order3>(number).unwrap().to_string(),
    };
    (0..count).map(|number| puzzle(number) + "\n").collect()
}

#[test]
fn puzzles_of_the_library_for_any_threads() {
    for &kind in Kind::ALL {
        let name = kind.name();
        // One takes seconds.
        let is_slow = kind == Kind::Pencilmark;
        let count = if is_slow { 1 } else { 20 };
        for (order, seed, all_threads) in
            [(3, 7, &["-j 2", "-j 1", "-j 3"][..]), (3, u64::MAX, &[""]), (2, 1, &[""])]
        {
            if order == 2 && matches!(kind, Kind::Hard) || seed != 7 && is_slow {
                continue;
            }
            let expected = made(&Recipe::new(kind, seed), order, count);
            let args = format!("--kind {name} --order {order} --count {count} --seed {seed}");
            // A single puzzle is made by a single thread.
            for threads in &all_threads[..if is_slow { 1 } else { all_threads.len() }] {
                generate(&format!("{args} {threads}")).gives(&expected);
            }
        }
    }
    let minimal = Recipe::new(Kind::Minimal, 3);
    for count in [0, 1, 49] {
        // Without a kind, puzzles are minimal.
        for kind in ["--kind minimal", ""] {
            let run = generate(&format!("{kind} --count {count} --seed 3"));
            run.gives(&made(&minimal, 3, count));
        }
    }
    generate("--kind easy").gives(&made(&Recipe::new(Kind::Easy, 0), 3, 1));
}

#[test]
fn clues_and_guesses() {
    for (args, kind, order, clues, min_guesses) in [
        ("--kind easy --clues 30", Kind::Easy, 3, Some(30), None),
        ("--kind minimal --clues 24", Kind::Minimal, 3, Some(24), None),
        ("--kind minimal --order 2 --clues 5", Kind::Minimal, 2, Some(5), None),
        ("--kind hard --min-guesses 30", Kind::Hard, 3, None, Some(30)),
    ] {
        let recipe = Recipe::new(kind, 2).with_clues(clues).with_min_guesses(min_guesses);
        generate(&format!("{args} --count 4 --seed 2")).gives(&made(&recipe, order, 4));
    }
}

#[test]
fn ratings() {
    let span = "3.0..4.5".parse().unwrap();
    let recipe = Recipe::new(Kind::Minimal, 2).with_rating(goal(span));
    for threads in ["-j 1", "-j 3"] {
        let args = format!("--kind minimal --rating 3.0..4.5 --count 12 --seed 2 {threads}");
        generate(&args).gives(&made(&recipe, 3, 12));
    }
    let puzzles = generate("--kind unique --rating 1.5..2.9 --count 9 -j 2").out;
    let run = crate::run::solve(&puzzles, "--format csv --columns rating --only rating:1.5..2.9");
    assert_eq!(run.out.lines().count(), 10);
}

/// The puzzles of the library, whose tests look at their cells.
#[test]
fn symmetries_and_patterns() {
    let pattern = "x.xx.x.x.\n..x...x.x\n.x.x.x.x.\nx..x.x..x\n.x..x..x.\nx..x.x..x\n.x.x.x.x.\nx.x...x..\n.x.x.xx.x\n";
    let folder = Folder::with("pattern", pattern);
    let both = vec![Symmetry::Diagonal, Symmetry::MirrorRows];
    for (args, recipe, order) in [
        (
            "minimal --symmetry half-turn",
            Recipe::new(Kind::Minimal, 2).with_symmetries(vec![Symmetry::HalfTurn]),
            3,
        ),
        (
            "easy --symmetry diagonal,mirror-rows",
            Recipe::new(Kind::Easy, 2).with_symmetries(both.clone()),
            3,
        ),
        (
            "minimal --order 2 --symmetry diagonal --symmetry mirror-rows",
            Recipe::new(Kind::Minimal, 2).with_symmetries(both),
            2,
        ),
        (
            "unique --pattern pattern",
            Recipe::new(Kind::Unique, 2).with_pattern(pattern.parse().ok()),
            3,
        ),
    ] {
        let expected = made(&recipe, order, 20);
        for threads in ["-j 1", "-j 3"] {
            folder
                .run(&format!("generate --kind {args} --count 20 --seed 2 {threads}"))
                .gives(&expected);
        }
    }
    let folder = Folder::with("short", "x..x").and("ruled", "x.x|x..\n");
    for (args, told) in [
        ("--pattern short", "found a pattern of 4 cells; expected 81 for 9×9"),
        (
            "--pattern ruled",
            "ruled:1:4: found '|'; expected . or 0 for an empty cell, or a letter, a digit or * for a clue",
        ),
    ] {
        folder.run(&format!("generate --kind unique {args} -o out")).refuses(told);
        assert_eq!(folder.names(), ["ruled", "short"]);
    }
    let missing = generate("--kind unique --pattern missing");
    missing.prints(2, "").begins("sudomill: missing: cannot open: ");
    generate("--kind unique --symmetry turned")
        .refuses_arguments(&["'turned'", "half-turn, quarter-turn"]);
}

#[test]
fn easy_needs_no_guess() {
    let puzzles = generate("--kind easy --count 50").out;
    for strategy in ["lanes", "mrv", "electroyou", "moler"] {
        let args = format!("--limit 1 --max-guesses 0 --strategy {strategy}");
        crate::run::solve(&puzzles, &args).exits(0);
    }
}

#[test]
#[cfg_attr(windows, ignore = "compares a message of the system")]
fn output_file() {
    let folder = Folder::new();
    let run = folder.run("generate --kind solved --count 20 -o solved.txt");
    run.prints(0, "").begins("20 puzzles: solved, seed 0, ");
    folder.run("verify solved.txt solved.txt --quiet").gives("");
    folder.run("generate --kind solved --count 20 -o solved.txt --quiet").gives("");
    assert_eq!(folder.read("solved.txt"), generate("--kind solved --count 20").out);
    assert_eq!(folder.names(), ["solved.txt"]);
    let words = "cannot create: No such file or directory (os error 2)";
    folder.run("generate --kind easy -o no/where").refuses(&format!("no/where: {words}"));
    folder.run("generate --kind easy -o .").refuses(".: cannot create: is a directory");
}

/// The library's tests have all recipes that are refused.
#[test]
fn impossible_recipes() {
    for (args, told) in [
        ("--kind minimal --clues 16", "a minimal 9×9 puzzle has 17 to 40 clues, not 16"),
        ("--kind easy --order 2 --clues 3", "an easy 4×4 puzzle has 4 to 16 clues, not 3"),
        (
            "--kind hard --rating 7",
            "a rating applies only to minimal and unique puzzles, not to hard ones",
        ),
        (
            "--kind solved --symmetry half-turn",
            "a symmetry or a pattern applies only to easy, unique, minimal and hard puzzles, not to solved ones",
        ),
        (
            "--symmetry quarter-turn --clues 27",
            "a minimal 9×9 puzzle with clues in these places has 25 or 28 clues, not 27",
        ),
        (
            "--kind unique --order 4 --symmetry quarter-turn --clues 255",
            "a unique 16×16 puzzle with clues in these places has 252 or 256 clues, not 255",
        ),
        ("--kind minimal --order 2 --rating 1..2", "ratings are for 9×9 puzzles, not for 4×4 ones"),
    ] {
        let folder = Folder::new();
        folder.run(&format!("generate {args} -o out.txt")).refuses(told);
        assert!(folder.names().is_empty());
    }
    let folder = Folder::with("pattern", "xxxxxxxxx\n".repeat(4) + &".........\n".repeat(5));
    let told = "a unique 9×9 puzzle with clues in these places has 36 clues, not 37";
    folder.run("generate --kind unique --pattern pattern --clues 37").refuses(told);
    // Images of the cells are outside of the pattern.
    let told = "a minimal 9×9 puzzle with clues in these places has 0 clues, not 19";
    folder.run("generate --pattern pattern --symmetry mirror-rows --clues 19").refuses(told);
}

#[test]
fn invalid_arguments() {
    for (args, words) in [
        ("--kind evil", &["'evil'", KINDS][..]),
        ("--kind easy --order 6", &["'6'", "2, 2x3, 2x4, 3, 2x5, 3x4, 3x5, 4, 4x5 or 5"]),
        ("--kind easy --threads 0", &["--threads"]),
        ("--kind easy --count=-1", &["--count"]),
        ("--kind easy --seed many", &["--seed"]),
        ("--kind minimal --rating 3..2", &["--rating", "found ratings from 3 down to 2"]),
        ("--kind minimal --rating 7.25", &["expected a rating from 0.0 to 20.0"]),
    ] {
        generate(args).refuses_arguments(words);
    }
}
