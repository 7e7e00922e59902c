//! Symmetries and patterns of generated puzzles, by turning and mirroring their rows.

use super::common::{check_names, covered, find};
use std::sync::atomic::AtomicBool;
use sudomill::{
    Error,
    generate::{Kind, Pattern, Recipe, Symmetry},
    grid::{Boxes, Order, Order2, Order3, Order4, Puzzle},
    solver::{Limits, Status},
    verify,
};

/// Rows of cells, true for a clue.
type Cells = Vec<Vec<bool>>;

fn clues<O: Order>(puzzle: &Puzzle<O>) -> Cells {
    puzzle.values().chunks(O::SIDE).map(|row| row.iter().map(|it| *it > 0).collect()).collect()
}

fn transposed(cells: &Cells) -> Cells {
    (0..cells.len()).map(|column| cells.iter().map(|row| row[column]).collect()).collect()
}

fn upside_down(cells: &Cells) -> Cells {
    cells.iter().rev().cloned().collect()
}

fn left_right(cells: &Cells) -> Cells {
    transposed(&upside_down(&transposed(cells)))
}

fn image(cells: &Cells, symmetry: Symmetry) -> Cells {
    match symmetry {
        Symmetry::HalfTurn => upside_down(&left_right(cells)),
        Symmetry::QuarterTurn => left_right(&transposed(cells)),
        Symmetry::MirrorColumns => left_right(cells),
        Symmetry::MirrorRows => upside_down(cells),
        Symmetry::Diagonal => transposed(cells),
        Symmetry::Antidiagonal => upside_down(&left_right(&transposed(cells))),
    }
}

/// The cells with all their images.
fn with_images(mut cells: Cells, symmetries: &[Symmetry]) -> Cells {
    // No cell has more than eight.
    for _ in 0..8 {
        for &symmetry in symmetries {
            let images = image(&cells, symmetry).concat();
            let all = cells.iter_mut().flatten();
            all.zip(images).for_each(|(cell, image)| *cell |= image);
        }
    }
    cells
}

fn status<O: Order>(values: &[u8]) -> Status {
    let puzzle = Puzzle::<O>::new(values).unwrap();
    find("locked/mrv").solver().solve(&puzzle, &Limits::default()).status
}

/// Checks that there is one solution, and if the kind is minimal, that no clue can go with its images.
fn is_of_kind<O: Order>(recipe: &Recipe, puzzle: &Puzzle<O>) {
    let outcome = find("mrv").solver().solve(puzzle, &Limits::default());
    assert_eq!(outcome.status, Status::Unique, "{puzzle}");
    assert_eq!(verify::check(puzzle, outcome.solution.unwrap().values()), Ok(()));
    if O::SIDE < 10 {
        assert_eq!(covered(puzzle, 2).len(), 1, "{puzzle}");
    }
    for (cell, _) in puzzle.clues().filter(|_| recipe.kind == Kind::Minimal) {
        let mut only = vec![vec![false; O::SIDE]; O::SIDE];
        only[cell.row::<O>()][cell.column::<O>()] = true;
        let removed = with_images(only, &recipe.symmetries).concat();
        let left = puzzle.values().iter().zip(removed);
        let less: Vec<u8> = left.map(|(&value, gone)| if gone { 0 } else { value }).collect();
        assert_eq!(status::<O>(&less), Status::Multiple, "{puzzle} {cell:?}");
    }
}

fn puzzles<O: Order>(recipe: &Recipe, count: u64) -> Vec<Puzzle<O>> {
    let puzzles = (0..count).map(|number| recipe.puzzle(number).unwrap());
    puzzles.inspect(|puzzle| is_of_kind(recipe, puzzle)).collect()
}

fn lines(recipe: &Recipe, threads: usize) -> String {
    let (mut lines, stop) = (Vec::new(), AtomicBool::new(false));
    let mut write = |block: &[u8]| {
        lines.extend_from_slice(block);
        Ok(())
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| recipe.write::<Error>(Order3::SIZE, 0..60, &stop, &mut write, &())).unwrap();
    String::from_utf8(lines).unwrap()
}

fn refusal<O: Order>(recipe: &Recipe) -> String {
    recipe.puzzle::<O>(0).unwrap_err().to_string()
}

/// A drawing of the cells, one row per line.
fn drawing(cells: &Cells) -> String {
    let row = |row: &Vec<bool>| row.iter().map(|it| if *it { 'x' } else { '.' }).collect();
    cells.iter().map(row).collect::<Vec<String>>().join("\n")
}

#[test]
fn clues_have_symmetries() {
    fn check<O: Order>(kinds: &[Kind], count: u64) {
        let pairs = [
            [Symmetry::Diagonal, Symmetry::Antidiagonal],
            [Symmetry::MirrorRows, Symmetry::MirrorColumns],
            [Symmetry::QuarterTurn, Symmetry::Diagonal],
        ];
        let single = Symmetry::ALL.iter().map(|symmetry| vec![*symmetry]);
        for symmetries in single.chain(pairs.map(Vec::from)) {
            for &kind in kinds {
                let recipe = Recipe::new(kind, 31).with_symmetries(symmetries.clone());
                for puzzle in puzzles::<O>(&recipe, count) {
                    for &symmetry in &symmetries {
                        let cells = clues(&puzzle);
                        assert_eq!(image(&cells, symmetry), cells, "{symmetry} {puzzle}");
                    }
                }
            }
        }
    }
    check::<Order2>(&[Kind::Unique, Kind::Minimal], 20);
    check::<Boxes<2, 3>>(&[Kind::Unique, Kind::Minimal], 10);
    check::<Order3>(&[Kind::Easy, Kind::Unique, Kind::Minimal], 10);
    check::<Boxes<3, 4>>(&[Kind::Unique], 2);
    check::<Order4>(&[Kind::Unique], 1);
}

#[test]
fn exact_clues_with_symmetry() {
    for clues in [24, 26, 30] {
        for kind in [Kind::Unique, Kind::Minimal] {
            let recipe = Recipe::new(kind, 32).with_symmetries(vec![Symmetry::HalfTurn]);
            for puzzle in puzzles::<Order3>(&recipe.with_clues(clues), 3) {
                assert_eq!(puzzle.clue_count(), clues, "{puzzle}");
            }
        }
    }
    // Without the middle, their number is a multiple of four.
    let recipe = Recipe::new(Kind::Minimal, 1).with_symmetries(vec![Symmetry::QuarterTurn]);
    let reason = refusal::<Order3>(&recipe.with_clues(26));
    let expected = "a minimal 9×9 puzzle with clues in these places has 25 or 28 clues, not 26";
    assert_eq!(reason, expected);
}

#[test]
fn clues_are_in_pattern() {
    let symmetric = Recipe::new(Kind::Unique, 33).with_symmetries(vec![Symmetry::HalfTurn]);
    let cells = clues(&symmetric.with_clues(32).puzzle::<Order3>(0).unwrap());
    let pattern: Pattern = drawing(&cells).parse().unwrap();
    assert_eq!(pattern.places(), 32);
    let recipe = |kind| Recipe::new(kind, 34).with_pattern(pattern.clone());
    for puzzle in puzzles::<Order3>(&recipe(Kind::Unique), 10) {
        assert_eq!(clues(&puzzle), cells);
    }
    let is_within = |puzzle: &Puzzle<Order3>| {
        clues(puzzle).concat().iter().zip(cells.concat()).all(|(clue, may_be)| !clue || may_be)
    };
    for recipe in [
        recipe(Kind::Minimal),
        recipe(Kind::Unique).with_clues(30),
        recipe(Kind::Minimal).with_symmetries(vec![Symmetry::HalfTurn]),
    ] {
        for puzzle in puzzles(&recipe, 10) {
            assert!(is_within(&puzzle), "{puzzle}");
            let cells = clues(&puzzle);
            for &symmetry in &recipe.symmetries {
                assert_eq!(image(&cells, symmetry), cells, "{puzzle}");
            }
            assert_eq!(recipe.clues.unwrap_or(puzzle.clue_count()), puzzle.clue_count());
        }
    }
    // Where the pattern lacks the image of a cell, that has no clue either.
    let halves = "x".repeat(41) + &".".repeat(40);
    let none = Recipe::new(Kind::Unique, 1).with_symmetries(vec![Symmetry::MirrorRows]);
    let reason = refusal::<Order3>(&none.with_pattern(halves.parse().ok()).with_attempts(20));
    assert_eq!(
        reason,
        "none of 20 random grids led to a unique 9×9 puzzle in this pattern: such puzzles are too rare"
    );
    let small = Recipe::new(Kind::Unique, 1).with_pattern("x.x.\n.xxx\nxx.x\n1A*.".parse().ok());
    for puzzle in puzzles::<Order2>(&small, 10) {
        assert_eq!(drawing(&clues(&puzzle)), "x.x.\n.xxx\nxx.x\nxxx.");
    }
}

#[test]
fn same_for_any_threads() {
    let symmetric = |kind| Recipe::new(kind, 35).with_symmetries(vec![Symmetry::Diagonal]);
    // Here, too, grids are tried in vain, but not for a minute, as in the places of a minimal puzzle.
    let cells = clues(&symmetric(Kind::Unique).with_clues(32).puzzle::<Order3>(7).unwrap());
    let pattern: Pattern = drawing(&cells).parse().unwrap();
    for recipe in [symmetric(Kind::Minimal), Recipe::new(Kind::Unique, 36).with_pattern(pattern)] {
        let one = lines(&recipe, 1);
        assert_eq!(one, lines(&recipe, 3));
        assert_eq!(one.lines().nth(7), Some(&*recipe.puzzle::<Order3>(7).unwrap().to_string()));
    }
}

#[test]
fn refuses_other_kinds_and_sizes() {
    let symmetric = |kind| Recipe::new(kind, 1).with_symmetries(vec![Symmetry::HalfTurn]);
    for kind in [Kind::Solved, Kind::Multiple, Kind::Unsolvable, Kind::Pencilmark] {
        assert_eq!(
            refusal::<Order3>(&symmetric(kind)),
            format!(
                "a symmetry or a pattern applies only to easy, unique, minimal and hard puzzles, not to \
                 {kind} ones"
            )
        );
    }
    let pattern = Recipe::new(Kind::Unique, 1).with_pattern("x".repeat(16).parse().ok());
    let told = "found a pattern of 16 cells; expected 81 for 9×9";
    assert_eq!(refusal::<Order3>(&pattern), told);
    assert!(pattern.puzzle::<Order2>(0).is_ok());
}

#[test]
fn symmetry_names() {
    check_names(Symmetry::ALL, Symmetry::name, Symmetry::summary);
}
