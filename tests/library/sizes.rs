//! Random puzzles of every size, made and solved here without the library's generator and solvers: a
//! grid by permuting a pattern, its solutions as exact covers.

use super::common::find;
use chacha20::ChaCha8Rng;
use rand::{RngExt, SeedableRng, seq::SliceRandom};
use std::collections::BTreeSet;
use sudomill::{
    grid::{Alphabet, Size},
    input::AnyPuzzle,
    solver::{Limits, Status},
};
use sudomill_oracles::cover::Cover;

/// The numbers below `bands * lines`, with the bands and the lines of each in a random order.
fn shuffled(bands: usize, lines: usize, rng: &mut ChaCha8Rng) -> Vec<usize> {
    let mut all: Vec<Vec<usize>> =
        (0..bands).map(|band| (band * lines..(band + 1) * lines).collect()).collect();
    all.iter_mut().for_each(|band| band.shuffle(rng));
    all.shuffle(rng);
    all.concat()
}

/// A full grid: row by row a shift of the digits, then permuted.
fn full(size: Size, rng: &mut ChaCha8Rng) -> Vec<u8> {
    let (rows, columns, side) = (size.box_rows(), size.box_columns(), size.side());
    let mut digits: Vec<u8> = (1..=side as u8).collect();
    digits.shuffle(rng);
    let across = shuffled(rows, columns, rng);
    let shift = |row: usize| row % rows * columns + row / rows;
    let row =
        |row: usize| across.iter().map(|column| digits[(shift(row) + column) % side]).collect();
    let grid: Vec<Vec<u8>> = shuffled(columns, rows, rng).into_iter().map(row).collect();
    grid.concat()
}

/// Keeps some clues of a grid, and changes one of them now and then.
fn puzzle(size: Size, seed: u64) -> Vec<u8> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let solved = full(size, &mut rng);
    let mut values = solved.clone();
    let mut cells: Vec<usize> = (0..size.cells()).collect();
    cells.shuffle(&mut rng);
    // An exact cover of a large grid takes long if many cells are open.
    let most = (size.cells() * 2 / 3).min(if size > Size::Sixteen { 80 } else { 120 });
    let open = rng.random_range(size.side()..=most);
    cells[..open].iter().for_each(|cell| values[*cell] = 0);
    if rng.random_range(0..3) == 0 {
        values[cells[0]] = rng.random_range(1..=size.side() as u8);
    }
    // Two open rows of a band can be exchanged: few other puzzles of a large grid have several solutions.
    if rng.random_range(0..4) == 0 {
        values = solved;
        values[..2 * size.side()].fill(0);
    }
    values
}

/// Solves a puzzle with a strategy of each kind. Returns its status.
fn compare(size: Size, values: Vec<u8>, cover: &Cover) -> Status {
    let puzzle = AnyPuzzle::new(size, Alphabet::FromOne, values, Vec::new());
    let may_be = |cell: usize, digit: usize| {
        let clue = usize::from(puzzle.values[cell]);
        clue == 0 || clue == digit + 1
    };
    let known = cover.solutions(&may_be, 3);
    let limits = Limits::default_for(size).with_solutions(3);
    let names = ["lanes", "mrv", "electroyou", "locked/mrv+degree", "pairs/bilocation/descending"];
    let mut status = Status::Invalid;
    for name in names {
        let context = format!("{name}, boxes {}: {:?}", size.order_text(), puzzle.values);
        let Ok(outcome) = find(name).solve_any(&puzzle, &limits) else {
            assert!(known.is_empty(), "{context}");
            continue;
        };
        status = outcome.status;
        assert_eq!(outcome.solutions, known.len() as u64, "{context}");
        if let [only] = &known[..] {
            assert_eq!(outcome.solution.as_ref(), Some(only), "{context}");
        }
    }
    status
}

#[test]
fn random_puzzles() {
    for size in Size::every() {
        let cover = Cover::new(size.box_rows(), size.box_columns());
        let count = if size <= Size::Ten { 200 } else { 40 };
        let statuses = (0..count).map(|seed| compare(size, puzzle(size, seed), &cover));
        let statuses: BTreeSet<_> = statuses.map(Status::name).collect();
        // Clues that repeat a digit are invalid.
        for status in [Status::Unique, Status::Multiple, Status::Invalid] {
            assert!(statuses.contains(status.name()), "{}: {statuses:?}", size.order_text());
        }
        if size <= Size::Ten {
            assert!(statuses.contains(Status::None.name()), "{}: {statuses:?}", size.order_text());
        }
    }
}

/// The boxes decide: a digit twice in one of 2 rows × 3 columns may be in two of 3 rows × 2 columns.
#[test]
fn contradictory_clues() {
    for (size, other, cell, told) in [
        (Size::Six, Size::SixTall, 8, "digit 1 twice in box 1 (r1c1 and r2c3)"),
        (Size::SixTall, Size::Six, 13, "digit 1 twice in box 1 (r1c1 and r3c2)"),
    ] {
        let mut values = vec![0; 36];
        values[0] = 1;
        values[cell] = 1;
        let of = |size| AnyPuzzle::new(size, Alphabet::FromOne, values.clone(), Vec::new());
        let solved = |size| find("mrv").solve_any(&of(size), &Limits::default());
        assert_eq!(solved(size).unwrap_err().to_string(), told);
        assert_eq!(solved(other).unwrap().status, Status::Multiple);
    }
}
