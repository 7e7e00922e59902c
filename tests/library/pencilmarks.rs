//! Puzzles given as candidates: in columns, verified, generated and refused.

use super::{
    common::{find, made},
    equivalence::{ALL, by_candidates, from_cells, solved_cells},
};
use std::{io::Cursor, ops::ControlFlow, panic};
use sudomill::{
    generate::Kind,
    grid::{Candidates, Order3, Puzzle, Size},
    input, memory,
    solver::{Batch, Limits, Status},
    verify,
};
use sudomill_input::puzzles::each_line;
use sudomill_puzzle::any::Parsed;

/// Strategies that implement an article support only clues.
#[test]
fn others_give_up() {
    let puzzle = from_cells(&solved_cells(4));
    let names = "electroyou moler backtracking backtracking-descending generate-and-test";
    for name in names.split(' ') {
        let strategy = find(name);
        let solver = strategy.solver::<Order3>();
        assert!(!solver.takes_candidates());
        let outcome = solver.solve(&puzzle, &Limits::default());
        assert_eq!((outcome.status, outcome.solution), (Status::GaveUp, None), "{name}");
        let texts = [puzzle.to_string()];
        let options = memory::MemoryOptions::default().with_strategy(strategy);
        let results = memory::solve(&texts[..], &options).unwrap();
        assert_eq!(results.statuses, [Status::Invalid]);
        let told = results.bad[&0].to_string();
        assert_eq!(told, "found candidates; expected clues: the strategy solves no others");
    }
}

#[test]
fn in_memory() {
    let clues = made::<Order3>(Kind::Minimal, 9, 1);
    let texts = [by_candidates(&clues).to_string(), from_cells(&solved_cells(5)).to_string()];
    let results = sudomill::solve_all(&texts);
    assert_eq!(results.statuses, [Status::Unique; 2]);
    assert_eq!(results.solution(0), sudomill::solve_all(&[clues.to_string()]).solution(0));
    let solutions = [0, 1].map(|row| results.solution(row).unwrap());
    let verify = |texts, solutions| memory::verify(texts, solutions, &Default::default()).unwrap();
    assert!(verify(&texts[..], &solutions[..]).is_empty());
    let wrong = verify(&texts[1..], &solutions[..1]);
    assert!(wrong[&0].to_string().starts_with("r1c"), "{}", wrong[&0]);
}

/// The first puzzle decides, as in a file: a row of the other kind is bad.
#[test]
fn in_memory_one_notation() {
    let clues = made::<Order3>(Kind::Minimal, 9, 1);
    let (pencilmarks, clues) = (by_candidates(&clues).to_string(), clues.to_string());
    for (texts, length) in [([&clues, &pencilmarks], "81"), ([&pencilmarks, &clues], "729")] {
        let read = sudomill::solve_all(&texts);
        assert_eq!(read.statuses, [Status::Unique, Status::Invalid]);
        let told = read.bad[&1].to_string();
        assert!(told.contains(length), "{told}");
        let mut lines = Vec::new();
        let file = Cursor::new(format!("{}\n{}\n", texts[0], texts[1]));
        let mut each = |_, line: Parsed| {
            lines.push(if let Parsed::Bad(bad) = line { Some(bad.to_string()) } else { None });
            ControlFlow::Continue(())
        };
        each_line(&mut input::read_from("x", file).unwrap(), 1 << 20, &mut each).unwrap();
        assert_eq!(lines, [None, Some(told.clone())]);
        let solutions = [read.solution(0).unwrap(); 2];
        let wrong = memory::verify(&texts[..], &solutions[..], &Default::default()).unwrap();
        assert_eq!(wrong[&1].to_string(), format!("puzzle: {told}"));
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
    let maximal = made::<Order3>(Kind::Pencilmark, 3, 0);
    let status = |puzzle: &Puzzle| sudomill::solve(puzzle).status;
    assert_eq!(status(&maximal), Status::Unique);
    let all = maximal.all_candidates();
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
    let mut ten = [Candidates::NONE; 81];
    ten[3] = Candidates::from_bits(1 << 9 | 1);
    for (candidates, told) in [
        (&[Candidates::NONE; 80][..], "found 80 cells; expected 81"),
        (&ten, "found value 10 in cell 3; expected 0 or a digit of the grid"),
    ] {
        let refused = Puzzle::<Order3>::from_candidates(candidates).unwrap_err();
        assert_eq!(refused.to_string(), told);
    }
    for count in [0, 80, 82, 162] {
        let push = || Batch::new(Size::Nine).push_candidates(vec![Candidates::NONE; count]);
        assert!(panic::catch_unwind(push).is_err(), "{count} sets");
    }
}
