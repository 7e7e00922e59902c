//! Puzzles given as candidates: in batches and columns, verified, generated and refused.

use super::{
    common::{find, limits},
    equivalence::{ALL, by_candidates, from_cells, solved_cells},
};
use std::{io::Cursor, ops::ControlFlow, panic};
use sudomill::{
    columns,
    engine::Engine,
    generate::{Kind, Recipe},
    grid::{Candidates, Order3, Puzzle, Size},
    input,
    internal::Parsed,
    solver::{
        Batch, Clock, Limits, Solver, Status,
        lanes::{Backend, LaneSolver},
    },
    verify,
};

/// Puzzles solved together, in any order and mixed with clue puzzles, have the same outcomes as
/// alone.
#[test]
fn neighbours_do_not_matter() {
    let mut puzzles = Vec::new();
    for number in 0..40 {
        let (one, other) = (solved_cells(number), solved_cells(number + 40));
        puzzles.push(from_cells(&std::array::from_fn(|cell| one[cell] | other[cell])));
        puzzles.push(Recipe::new(Kind::Minimal, 9).puzzle(number).unwrap());
        puzzles
            .push(from_cells(&std::array::from_fn(|cell| if cell == 7 { 0 } else { one[cell] })));
    }
    let limits = limits(9);
    for backend in Backend::available() {
        let solver = LaneSolver::new(backend);
        let mut engine = Engine::of_solver(&solver, &limits, Clock::Off);
        let mut batch = Batch::new(Size::Nine);
        puzzles.iter().for_each(|puzzle| batch.push_puzzle(puzzle));
        engine.take(batch);
        engine.finish();
        let batch = engine.next_done().unwrap();
        for (row, puzzle) in puzzles.iter().enumerate() {
            let alone = solver.solve(puzzle, &limits);
            let first = alone.solution.map(|first| first.to_string().into_bytes());
            assert_eq!(batch.solution(row), first.as_deref(), "{puzzle}");
            assert_eq!(batch.counters(row), alone.counters, "{puzzle}");
            let result = batch.results()[row];
            assert_eq!((result.status, result.solutions), (alone.status, alone.solutions));
        }
    }
}

/// Strategies that implement an article support only clues.
#[test]
fn others_give_up() {
    let puzzle = from_cells(&solved_cells(4));
    let names = ["electroyou", "moler", "backtracking", "backtracking-descending"];
    for name in names.into_iter().chain(["generate-and-test"]) {
        let strategy = find(name);
        let solver = strategy.solver::<Order3>();
        assert!(!solver.takes_candidates());
        let outcome = solver.solve(&puzzle, &Limits::default());
        assert_eq!((outcome.status, outcome.solution), (Status::GaveUp, None), "{name}");
        let texts = [puzzle.to_string()];
        let options = columns::ColumnOptions { strategy, ..columns::ColumnOptions::default() };
        let results = columns::solve(&texts[..], &options).unwrap();
        assert_eq!(results.statuses, [Status::Invalid]);
        let told = results.bad[&0].to_string();
        assert_eq!(told, "found candidates; expected clues: the strategy solves no others");
    }
}

#[test]
fn in_memory() {
    let clues = Recipe::new(Kind::Minimal, 9).puzzle::<Order3>(1).unwrap();
    let texts = [by_candidates(&clues).to_string(), from_cells(&solved_cells(5)).to_string()];
    let results = sudomill::solve_all(&texts);
    assert_eq!(results.statuses, [Status::Unique; 2]);
    let by_clues = sudomill::solve_all(&[clues.to_string()]);
    assert_eq!(results.solution(0), by_clues.solution(0));
    let solutions: Vec<_> = (0..2).map(|row| results.solution(row).unwrap()).collect();
    let options = columns::ColumnOptions::default();
    assert!(columns::verify(&texts[..], &solutions[..], &options).unwrap().is_empty());
    let wrong = columns::verify(&texts[1..], &solutions[..1], &options).unwrap();
    assert!(wrong[&0].to_string().starts_with("r1c"), "{}", wrong[&0]);
}

/// The first puzzle decides, as in a file: a row of the other kind is bad.
#[test]
fn in_memory_one_notation() {
    let clues = Recipe::new(Kind::Minimal, 9).puzzle::<Order3>(1).unwrap();
    let (pencilmarks, clues) = (by_candidates(&clues).to_string(), clues.to_string());
    for (texts, length) in [([&clues, &pencilmarks], 81), ([&pencilmarks, &clues], 729)] {
        let file = Cursor::new(format!("{}\n{}\n", texts[0], texts[1]));
        let mut lines = Vec::new();
        let mut in_file = input::read_from("x", file).unwrap();
        let mut each = |_, line: Parsed| {
            lines.push(if let Parsed::Bad(bad) = line { Some(bad.to_string()) } else { None });
            ControlFlow::Continue(())
        };
        in_file.each_any_line(1 << 20, &mut each).unwrap();
        let read = sudomill::solve_all(&texts);
        assert_eq!(read.statuses, [Status::Unique, Status::Invalid]);
        let told = read.bad[&1].to_string();
        assert!(told.contains(&format!("{length}")), "{told}");
        assert_eq!(lines, [None, Some(told.clone())]);
        let solutions = [read.solution(0).unwrap(); 2];
        let wrong = columns::verify(&texts[..], &solutions[..], &columns::ColumnOptions::default());
        assert_eq!(wrong.unwrap()[&1].to_string(), format!("puzzle: {told}"));
    }
}

#[test]
fn solutions_keep_to_candidates() {
    let [first, second] = [2, 3].map(solved_cells);
    let solution: Vec<u8> = first.iter().map(|bits| bits.trailing_zeros() as u8 + 1).collect();
    let both = from_cells(&std::array::from_fn(|cell| first[cell] | second[cell]));
    assert_eq!(verify::check(&both, &solution), Ok(()));
    for cell in 0..81 {
        // All other digits: a cell with several candidates is not a clue.
        let others = ALL & !first[cell];
        let mut cells = [ALL; 81];
        cells[cell] = others;
        let (row, column, digit) = (cell / 9 + 1, cell % 9 + 1, solution[cell]);
        let told = format!("r{row}c{column} is {digit}, which is not a candidate there");
        assert_eq!(verify::check(&from_cells(&cells), &solution).unwrap_err().to_string(), told);
    }
}

/// No further candidate can be added back.
#[test]
fn generated_are_maximal() {
    let made = Recipe::new(Kind::Pencilmark, 3).puzzle::<Order3>(0).unwrap();
    let status = |puzzle: &Puzzle| sudomill::solve(puzzle).status;
    assert_eq!(status(&made), Status::Unique);
    let all = made.all_candidates();
    for (cell, digits) in all.iter().enumerate() {
        for digit in Candidates::all::<Order3>() - *digits {
            let mut more = all;
            more[cell] |= digit.into();
            assert_eq!(status(&Puzzle::from_candidates(&more).unwrap()), Status::Multiple);
        }
    }
}

#[test]
fn refuses_wrong_candidates() {
    let told = |candidates: &[Candidates]| {
        Puzzle::<Order3>::from_candidates(candidates).unwrap_err().to_string()
    };
    assert_eq!(told(&[Candidates::NONE; 80]), "found 80 cells; expected 81");
    let mut candidates = [Candidates::NONE; 81];
    candidates[3] = Candidates::from_bits(1 << 9 | 1);
    let found = told(&candidates);
    assert_eq!(found, "found value 10 in cell 3; expected 0 or a digit of the grid");
}

#[test]
fn a_row_of_another_length_panics() {
    for count in [0, 80, 82, 162] {
        let push = || Batch::new(Size::Nine).push_candidates(vec![Candidates::NONE; count]);
        assert!(panic::catch_unwind(push).is_err(), "{count} sets");
    }
}
