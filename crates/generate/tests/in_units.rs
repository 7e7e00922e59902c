//! Puzzles with regions and extra units have one solution, and need every clue.

use sudomill_generate::{Kind, Recipe};
use sudomill_puzzle::{
    grid::{Drawing, Extra, Order, Order2, Order3, Puzzle, Size, Units},
    solving::{Limits, Status},
    verify,
};
use sudomill_solvers::{Solver, registry};

const JIGSAW: &str =
    "999998888555998888555998333555111333222111333222111444222766444777766444777766666";

fn drawing(text: &str) -> Drawing {
    Drawing::new(text.chars().map(Some).collect()).unwrap()
}

/// The status of some clues. The tests of the solvers compare this strategy with a solver of their own.
fn status<O: Order>(solver: &dyn Solver<O>, units: Units, clues: &[u8]) -> Status {
    let outcome = solver.solve(&Puzzle::new_in(units, clues).unwrap(), &Limits::default());
    if let Some(solution) = outcome.solution {
        let puzzle = Puzzle::<O>::new_in(units, clues).unwrap();
        assert_eq!(verify::check_in(units, &puzzle, solution.values()), Ok(()));
    }
    outcome.status
}

fn are_minimal<O: Order>(units: Units, count: u64) {
    let strategy = registry::find("mrv+degree").unwrap().in_units(units).unwrap();
    let solver = strategy.solver::<O>();
    let recipe = Recipe::new(Kind::Minimal, 80).with_units(units);
    let mut all = Vec::new();
    for number in 0..count {
        let puzzle = recipe.puzzle::<O>(number).unwrap();
        let mut clues = puzzle.values().to_vec();
        assert_eq!(status(&*solver, units, &clues), Status::Unique, "{puzzle}");
        for (cell, digit) in puzzle.clues() {
            clues[cell.index()] = 0;
            assert_eq!(status(&*solver, units, &clues), Status::Multiple, "{puzzle}");
            clues[cell.index()] = digit.value();
        }
        all.push(puzzle.to_string());
    }
    all.sort();
    all.dedup();
    assert!(all.len() as u64 > count / 2, "they differ");
}

#[test]
fn minimal_puzzles_are_unique_and_minimal() {
    let four = Units::new(Size::Four, Some(&drawing("AAABABBBCCCDCDDD")), &[]).unwrap();
    are_minimal::<Order2>(four, 20);
    are_minimal::<Order2>(Units::new(Size::Four, None, &[Extra::Diagonals]).unwrap(), 8);
    for extra in [vec![], vec![Extra::Diagonals]] {
        are_minimal::<Order3>(Units::new(Size::Nine, Some(&drawing(JIGSAW)), &extra).unwrap(), 3);
    }
    for extra in [Extra::Diagonals, Extra::Windows] {
        are_minimal::<Order3>(Units::new(Size::Nine, None, &[extra]).unwrap(), 3);
    }
}

#[test]
fn unique_puzzles_have_the_clues_asked_for() {
    let units = Units::new(Size::Nine, None, &[Extra::Diagonals]).unwrap();
    let recipe = Recipe::new(Kind::Unique, 1).with_units(units).with_clues(35);
    assert_eq!(recipe.puzzle::<Order3>(0).unwrap().clue_count(), 35);
    let full = Recipe::new(Kind::Solved, 1).with_units(units).puzzle::<Order3>(0).unwrap();
    assert_eq!(verify::check_in(units, &full, full.values()), Ok(()));
}

#[test]
fn refusals() {
    let units = Units::new(Size::Nine, None, &[Extra::Diagonals]).unwrap();
    let told = |recipe: Recipe| recipe.check::<Order3>().unwrap_err().to_string();
    assert!(told(Recipe::new(Kind::Easy, 1).with_units(units)).starts_with("easy is known only"));
    let four = Units::new(Size::Four, None, &[Extra::Diagonals]).unwrap();
    assert_eq!(
        told(Recipe::new(Kind::Minimal, 1).with_units(four)),
        "found units of 4×4; expected 9×9"
    );
    // The extra unit has three cells of the first row, so its fourth repeats the other digit in a column.
    let of_row = ".aaaa...........".chars().map(|it| Some(it).filter(|it| *it != '.')).collect();
    let of_row = Extra::Drawing(Drawing::new(of_row).unwrap());
    let impossible = Units::new(Size::Four, None, &[of_row]).unwrap();
    let made = Recipe::new(Kind::Solved, 1).with_units(impossible).puzzle::<Order2>(0);
    assert_eq!(made.unwrap_err().to_string(), "no full grid has these units");
    let none = drawing("AAAABBBBCCCCDDDD");
    let extra: Vec<_> =
        "ab..ab..ab..ab..".chars().map(|it| Some(it).filter(|it| *it != '.')).collect();
    let extra = Extra::Drawing(Drawing::new(extra).unwrap());
    let square: Vec<_> =
        "cc..cc..........".chars().map(|it| Some(it).filter(|it| *it != '.')).collect();
    let all = [extra, Extra::Diagonals, Extra::Drawing(Drawing::new(square).unwrap())];
    let units = Units::new(Size::Four, Some(&none), &all).unwrap();
    let recipe = Recipe::new(Kind::Minimal, 1).with_units(units);
    assert!(recipe.check::<Order2>().is_ok(), "rows, columns, diagonals and a square: possible");
}
