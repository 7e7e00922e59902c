//! Grids with few clues have very many solutions, but a bad branching rule finds none: every
//! combination must find two within a number of guesses.

use sudomill::{
    generate::{Kind, Recipe},
    grid::{Order, Order2, Order3, Order4, Puzzle},
    solver::{
        Limits, Status,
        registry::{self, Strategy},
    },
    verify,
};

/// Keeps `clues` clues of a full grid, in places that depend on the seed.
fn few<O: Order>(clues: usize, seed: u64) -> Puzzle<O> {
    let full = Recipe::new(Kind::Solved, seed).puzzle::<O>(0).unwrap();
    let mut cells: Vec<usize> = (0..O::CELLS).collect();
    // A fixed order that looks random.
    cells.sort_by_key(|&cell| {
        (cell as u64 + 1 + O::CELLS as u64 * seed).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    });
    let mut values = vec![0; O::CELLS];
    cells[..clues].iter().for_each(|&cell| values[cell] = full.values()[cell]);
    Puzzle::new(&values).unwrap()
}

/// Returns the empty grid, and two grids with each number of clues.
fn grids<O: Order>(clues: &[usize]) -> Vec<Puzzle<O>> {
    let some = clues.iter().flat_map(|&clues| [few(clues, 1), few(clues, 2)]);
    std::iter::once(few(0, 0)).chain(some).collect()
}

/// Checks that each strategy finds two solutions of every grid within the guesses.
fn all_end<O: Order>(
    strategies: impl Iterator<Item = Strategy>,
    grids: &[Puzzle<O>],
    max_guesses: impl Fn(&str) -> u64,
) {
    for strategy in strategies {
        let limits = Limits::default().with_max_guesses(max_guesses(&strategy.name()));
        for puzzle in grids {
            let outcome = strategy.solver::<O>().solve(puzzle, &limits);
            assert_eq!(outcome.status, Status::Multiple, "{strategy} on {puzzle}");
            let first = outcome.solution.expect("two are found");
            assert_eq!(verify::check(puzzle, first.values()), Ok(()), "{strategy} on {puzzle}");
        }
    }
}

#[test]
fn all_combinations_9x9() {
    // `random` stops choosing randomly after 100,000 guesses.
    let most = |name: &str| if name.contains("random") { 110_000 } else { 10_000 };
    all_end::<Order3>(registry::all_combinations(), &grids(&[1, 2, 3, 4, 5, 6, 7, 8]), most);
}

#[test]
fn all_combinations_4x4() {
    all_end::<Order2>(registry::all_combinations(), &grids(&[1, 2, 3]), |_| 100);
}

/// Covers only the combinations that reliably end: with naked singles alone, no rule does on grids
/// of this size, and neither does `first`, which ignores the candidates, with any propagation.
#[test]
fn candidate_rules_16x16() {
    let careful = registry::all_combinations().filter(|strategy| {
        let name = strategy.name();
        !["naked/", "first", "random"].iter().any(|part| name.contains(part))
    });
    all_end::<Order4>(careful, &grids(&[1, 2, 4, 8]), |_| 100_000);
}
