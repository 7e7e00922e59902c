//! Compares every strategy and every backend with an independent search and with `verify`, on
//! puzzles given as candidates.

use proptest::prelude::*;
use std::{io::Cursor, ops::ControlFlow, panic, sync::LazyLock};
use sudomill::{
    columns,
    engine::Engine,
    generate::{Kind, Recipe},
    grid::{Candidates, Cell, Order3, Puzzle, Size, Solution},
    input::{self, AnyLine},
    solver::{
        Batch, Clock, Difficulty, Limits, Outcome, Solver, Status,
        lanes::{Backend, LaneSolver},
        registry::{self, STRATEGIES, Strategy},
    },
    verify,
};

const ALL: u16 = 511;

/// Finds solutions up to the limit by trying every digit of the cell with the fewest candidates.
fn search(cells: &[u16; 81], limit: usize, found: &mut Vec<[u16; 81]>) {
    let mut cells = *cells;
    // Marks cells with one candidate as done, once that is removed from their peers.
    let mut done = [false; 81];
    while let Some(single) = (0..81).find(|&i| !done[i] && cells[i].count_ones() < 2) {
        if cells[single] == 0 {
            return;
        }
        done[single] = true;
        for peer in Cell::new(single).peers::<Order3>() {
            cells[peer.index()] &= !cells[single];
        }
    }
    let Some(open) = (0..81).filter(|&i| !done[i]).min_by_key(|&i| cells[i].count_ones()) else {
        return found.push(cells);
    };
    for digit in (0..9).map(|digit| 1 << digit).filter(|digit| cells[open] & digit != 0) {
        let mut child = cells;
        child[open] = digit;
        if found.len() < limit {
            search(&child, limit, found);
        }
    }
}

fn puzzle(cells: &[u16; 81]) -> Puzzle {
    let candidates = cells.map(|bits| Candidates::from_bits(bits.into()));
    Puzzle::from_candidates(&candidates).unwrap()
}

/// Converts a puzzle with clues to candidates.
fn by_candidates(puzzle: &Puzzle) -> Puzzle {
    let candidates: Vec<_> = all_cells().map(|cell| puzzle.candidates(cell)).collect();
    Puzzle::from_candidates(&candidates).unwrap()
}

fn all_cells() -> impl Iterator<Item = Cell> {
    (0..81).map(Cell::new)
}

type Named = (String, Box<dyn Solver<Order3>>);

/// Every strategy that supports candidates.
static STRONG: LazyLock<Vec<Named>> = LazyLock::new(|| {
    let all = STRATEGIES.iter().map(Strategy::from).chain(registry::all_combinations());
    let solvers = all.map(|strategy| (strategy.name(), strategy.solver::<Order3>()));
    let solvers = solvers.filter(|(_, solver)| solver.takes_candidates());
    let backends = Backend::available().map(|backend| {
        let solver: Box<dyn Solver<Order3>> = Box::new(LaneSolver::new(backend));
        (backend.name().to_owned(), solver)
    });
    solvers.chain(backends).collect()
});

/// Checks that an outcome is right.
fn check(name: &str, puzzle: &Puzzle, limit: u64, known: &[[u16; 81]], outcome: &Outcome) {
    let status = match (known.len(), limit) {
        (0, _) => Status::None,
        (1, 1) => Status::Solved,
        (1, _) => Status::Unique,
        _ => Status::Multiple,
    };
    let context = format!("{name}: {puzzle}");
    assert_eq!((outcome.status, outcome.solutions), (status, known.len() as u64), "{context}");
    assert_eq!(outcome.solution.is_some(), !known.is_empty(), "{context}");
    if let Some(first) = &outcome.solution {
        assert_eq!(verify::check(puzzle, first.values()), Ok(()), "{context}");
    }
    if let [only] = known
        && limit > 1
    {
        let values = only.map(|bits| bits.trailing_zeros() as u8 + 1);
        assert_eq!(outcome.solution, Solution::new(&values).ok(), "{context}");
    }
    assert_eq!(outcome.counters.clues, puzzle.clue_count() as u64, "{context}");
}

fn agrees(cells: &[u16; 81]) {
    let puzzle = puzzle(cells);
    for limit in [1, 2, 5] {
        let limits = Limits::default().with_solutions(limit);
        let mut known = Vec::new();
        search(cells, limit as usize, &mut known);
        known.truncate(limit as usize);
        for (name, solver) in &*STRONG {
            check(name, &puzzle, limit, &known, &solver.solve(&puzzle, &limits));
        }
    }
    assert_eq!(puzzle.to_string().parse(), Ok(puzzle));
}

fn grid(number: u64) -> [u16; 81] {
    let solved = Recipe::new(Kind::Solved, 77).puzzle::<Order3>(number).unwrap();
    std::array::from_fn(|cell| 1 << (solved.values()[cell] - 1))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20))]

    /// A solution plus other candidates, with some cells emptied or restricted at random.
    #[test]
    fn strategies_agree(
        number in 0u64..100,
        more in prop::collection::vec(0u16..512, 81),
        thin in prop::collection::vec(0u16..512, 81),
        density in 0usize..3,
        kept in prop::sample::select(&[ALL, 0][..]),
        changes in prop::collection::vec((0usize..81, 0u16..512), 0..3),
    ) {
        let mut cells = grid(number);
        for (cell, (more, thin)) in cells.iter_mut().zip(more.iter().zip(&thin)) {
            *cell |= [more & thin, *more & (thin | thin << 3), *more][density] & ALL;
        }
        for (cell, bits) in changes {
            cells[cell] = bits | cells[cell] & kept;
        }
        agrees(&cells);
    }
}

#[test]
fn special_cases() {
    let solved = grid(1);
    agrees(&solved);
    agrees(&[ALL; 81]);
    agrees(&[0; 81]);
    for cell in [0, 40, 80] {
        let with = |bits: u16, of: &[u16; 81]| {
            let mut cells = *of;
            cells[cell] = bits;
            agrees(&cells);
        };
        // No candidate; a wrong one; an additional one.
        with(0, &[ALL; 81]);
        with(0, &solved);
        with(ALL & !solved[cell] & (ALL & !solved[cell]).wrapping_neg(), &solved);
        with(ALL, &solved);
    }
    // The same single candidate twice in a row, and in a column and box, among open cells.
    for other in [8, 1, 72] {
        let mut cells = [ALL; 81];
        cells[0] = 4;
        cells[other] = 4;
        agrees(&cells);
    }
    // A digit without a place in a row.
    let mut cells = [ALL; 81];
    cells[..9].fill(ALL & !16);
    agrees(&cells);
    // Two candidates in every cell.
    agrees(&std::array::from_fn(|cell| grid(2)[cell] | grid(3)[cell]));
}

/// Puzzles of every kind have the same outcome with candidates as with clues, including the work.
#[test]
fn clue_puzzles_by_candidates() {
    for kind in [Kind::Easy, Kind::Minimal, Kind::Multiple, Kind::Unsolvable, Kind::Solved] {
        for number in 0..10 {
            let clues = Recipe::new(kind, 5).puzzle::<Order3>(number).unwrap();
            let candidates = by_candidates(&clues);
            assert_eq!((candidates.values(), candidates.has_candidates()), (clues.values(), true));
            assert_eq!(Difficulty::of(&candidates), Difficulty::of(&clues));
            for (name, solver) in &*STRONG {
                let limits = Limits::default().with_solutions(3).with_max_guesses(10_000);
                let [one, other] = [&clues, &candidates].map(|it| solver.solve(it, &limits));
                assert_eq!(one, other, "{name}: {clues}");
            }
        }
    }
}

/// Puzzles solved together, in any order and mixed with clue puzzles, have the same outcomes as
/// alone.
#[test]
fn neighbours_do_not_matter() {
    let mut puzzles = Vec::new();
    for number in 0..40 {
        let (one, other) = (grid(number), grid(number + 40));
        puzzles.push(puzzle(&std::array::from_fn(|cell| one[cell] | other[cell])));
        puzzles.push(Recipe::new(Kind::Minimal, 9).puzzle(number).unwrap());
        puzzles.push(puzzle(&std::array::from_fn(|cell| if cell == 7 { 0 } else { one[cell] })));
    }
    let limits = Limits::default().with_solutions(9);
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
    let puzzle = puzzle(&grid(4));
    let names = ["electroyou", "moler", "backtracking", "backtracking-descending"];
    for name in names.into_iter().chain(["generate-and-test"]) {
        let strategy = registry::find(name).unwrap();
        let solver = strategy.solver::<Order3>();
        assert!(!solver.takes_candidates());
        let outcome = solver.solve(&puzzle, &Limits::default());
        assert_eq!((outcome.status, outcome.solution), (Status::GaveUp, None), "{name}");
        let texts = [puzzle.to_string()];
        let options = columns::Options { strategy, ..columns::Options::default() };
        let results = columns::solve(&texts[..], &options).unwrap();
        assert_eq!(results.statuses, [Status::Invalid]);
        let told = results.bad[&0].to_string();
        assert_eq!(told, "found candidates; expected clues: the strategy solves no others");
    }
}

#[test]
fn in_memory() {
    let clues = Recipe::new(Kind::Minimal, 9).puzzle::<Order3>(1).unwrap();
    let texts = [by_candidates(&clues).to_string(), grid_text(5)];
    let results = sudomill::solve_all(&texts);
    assert_eq!(results.statuses, [Status::Unique; 2]);
    let by_clues = sudomill::solve_all(&[clues.to_string()]);
    assert_eq!(results.solution(0), by_clues.solution(0));
    let solutions: Vec<_> = (0..2).map(|row| results.solution(row).unwrap()).collect();
    let options = columns::Options::default();
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
        let mut each = |_, line: AnyLine| {
            lines.push(if let AnyLine::Bad(bad) = line { Some(bad.to_string()) } else { None });
            ControlFlow::Continue(())
        };
        in_file.each_any_line(1 << 20, &mut each).unwrap();
        let read = sudomill::solve_all(&texts);
        assert_eq!(read.statuses, [Status::Unique, Status::Invalid]);
        let told = read.bad[&1].to_string();
        assert!(told.contains(&format!("{length}")), "{told}");
        assert_eq!(lines, [None, Some(told.clone())]);
        let solutions = [read.solution(0).unwrap(); 2];
        let wrong = columns::verify(&texts[..], &solutions[..], &columns::Options::default());
        assert_eq!(wrong.unwrap()[&1].to_string(), format!("puzzle: {told}"));
    }
}

fn grid_text(number: u64) -> String {
    puzzle(&grid(number)).to_string()
}

#[test]
fn solutions_keep_to_candidates() {
    let (first, second) = (grid(2), grid(3));
    let solution: Vec<u8> = first.iter().map(|bits| bits.trailing_zeros() as u8 + 1).collect();
    let both = puzzle(&std::array::from_fn(|cell| first[cell] | second[cell]));
    assert_eq!(verify::check(&both, &solution), Ok(()));
    for cell in 0..81 {
        // All other digits: a cell with several candidates is not a clue.
        let others = ALL & !first[cell];
        let mut cells = [ALL; 81];
        cells[cell] = others;
        let (row, column, digit) = (cell / 9 + 1, cell % 9 + 1, solution[cell]);
        let told = format!("r{row}c{column} is {digit}, which is not a candidate there");
        assert_eq!(verify::check(&puzzle(&cells), &solution).unwrap_err().to_string(), told);
    }
}

/// No further candidate can be added back.
#[test]
fn generated_are_maximal() {
    let recipe = Recipe::new(Kind::Pencilmark, 3);
    for number in 0..1 {
        let made = recipe.puzzle::<Order3>(number).unwrap();
        let status = |puzzle: &Puzzle| sudomill::solve(puzzle).status;
        assert_eq!(status(&made), Status::Unique);
        let all: Vec<_> = all_cells().map(|cell| made.candidates(cell)).collect();
        for (cell, digits) in all.iter().enumerate() {
            for digit in Candidates::all::<Order3>() - *digits {
                let mut more = all.clone();
                more[cell] |= digit.into();
                assert_eq!(status(&Puzzle::from_candidates(&more).unwrap()), Status::Multiple);
            }
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
