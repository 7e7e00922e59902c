//! Redundant clues, and puzzles without them, against a solver that shares no code with their search.

use super::common::find;
use sudomill::{
    generate::{Kind, Recipe, reduced},
    grid::{Boxes, Cell, Order, Order2, Order3, Order4, Puzzle},
    solver::{Limits, Status, redundant_clues},
};

/// Solves the puzzle again without each clue.
fn plain<O: Order>(puzzle: &Puzzle<O>) -> Vec<Cell> {
    let solver = find("locked/mrv").solver::<O>();
    let stays_unique = |cell: usize| {
        let mut values = puzzle.values().to_vec();
        values[cell] = 0;
        let puzzle = Puzzle::<O>::new(&values).unwrap();
        solver.solve(&puzzle, &Limits::default()).status == Status::Unique
    };
    let clues = (0..O::CELLS).filter(|&cell| puzzle.values()[cell] > 0);
    clues.filter(|&cell| stays_unique(cell)).map(Cell::new).collect()
}

fn check<O: Order>(kind: Kind, clues: Option<usize>, numbers: u64) -> usize {
    let recipe = Recipe::new(kind, 51).with_clues(clues);
    let puzzles = (0..numbers).map(|number| recipe.puzzle::<O>(number).unwrap());
    puzzles.fold(0, |sum, puzzle| {
        let found = redundant_clues(&puzzle, &Limits::default());
        assert_eq!(found, Some(plain(&puzzle)), "{puzzle}");
        sum + found.unwrap().len()
    })
}

#[test]
fn like_a_plain_search() {
    assert_eq!(check::<Order3>(Kind::Minimal, None, 50), 0);
    assert!(check::<Order3>(Kind::Unique, Some(27), 50) > 50);
    assert!(check::<Order3>(Kind::Easy, None, 20) > 50);
    assert_eq!(check::<Order2>(Kind::Minimal, None, 20), 0);
    assert!(check::<Order2>(Kind::Unique, Some(8), 20) > 20);
    assert!(check::<Order4>(Kind::Easy, None, 2) > 50);
}

/// A puzzle is reduced to some of its clues, with the same solution, of which each is needed.
#[test]
fn reduced_is_minimal() {
    fn check<O: Order>(recipe: &Recipe, numbers: u64) {
        let solver = find("locked/mrv").solver::<O>();
        let solution =
            |puzzle: &Puzzle<O>| solver.solve(puzzle, &Limits::default()).solution.unwrap();
        for number in 0..numbers {
            let puzzle = recipe.puzzle::<O>(number).unwrap();
            let made = reduced(&puzzle, &Limits::default()).unwrap();
            assert!(made.clues().all(|(cell, digit)| puzzle.clue(cell) == Some(digit)), "{made}");
            assert_eq!(plain(&made), [], "{made}");
            assert_eq!(solver.solve(&made, &Limits::default()).status, Status::Unique, "{made}");
            assert_eq!(solution(&made), solution(&puzzle), "{made}");
            // Nothing is left to remove.
            assert_eq!(reduced(&made, &Limits::default()), Some(made));
        }
    }
    check::<Order2>(&Recipe::new(Kind::Unique, 54), 30);
    check::<Boxes<2, 3>>(&Recipe::new(Kind::Unique, 54), 30);
    check::<Order3>(&Recipe::new(Kind::Unique, 54), 30);
    check::<Order3>(&Recipe::new(Kind::Solved, 54), 5);
    check::<Order4>(&Recipe::new(Kind::Unique, 54).with_clues(128), 1);
}

#[test]
fn candidates_are_not_clues() {
    let puzzle: Puzzle = Recipe::new(Kind::Pencilmark, 52).puzzle(0).unwrap();
    assert_eq!(redundant_clues(&puzzle, &Limits::default()), None);
    assert_eq!(reduced(&puzzle, &Limits::default()), None);
}

/// A search that gives up does not say that a clue is redundant, or that it is not.
#[test]
fn limits_are_kept() {
    let puzzle: Puzzle<Order4> = Recipe::new(Kind::Minimal, 53).puzzle(0).unwrap();
    let limits = Limits::default().with_max_guesses(0);
    assert_eq!(redundant_clues(&puzzle, &limits), None);
    assert_eq!(reduced(&puzzle, &limits), None);
    assert_eq!(redundant_clues(&puzzle, &Limits::default()), Some(vec![]));
}
