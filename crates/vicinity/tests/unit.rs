//! The search against a brute force, which solves every set of clues by itself.

use proptest::prelude::*;
use std::collections::{BTreeSet, HashSet};
use sudomill_generate::{Kind, Recipe};
use sudomill_puzzle::{
    RunError,
    grid::{Order3, Puzzle},
    solving::{Limits, Status},
};
use sudomill_solvers::redundant_clues;
use sudomill_vicinity::{
    Cells, Search, canonical_cells,
    cells::{clues, with, without},
    placements::{Placement, Placements, Seen},
    remove_clues, vicinity,
};

/// A random minimal puzzle.
fn minimal_puzzle(seed: u64) -> Cells {
    let puzzle: Puzzle = Recipe::new(Kind::Minimal, seed).puzzle(0).unwrap();
    puzzle.values().try_into().unwrap()
}

/// What a test looks for.
#[derive(Clone, Copy, Debug)]
struct Wanted {
    remove: usize,
    add: usize,
    redundant: bool,
    /// Adds only in the cells of removed clues.
    keeps_pattern: bool,
}

const PLAIN: Wanted = Wanted { remove: 1, add: 1, redundant: false, keeps_pattern: false };

/// The canonical forms of what every choice of clues leads to.
fn by_brute_force(cells: &Cells, wanted: Wanted) -> BTreeSet<Cells> {
    let mut all = BTreeSet::new();
    remove_in_every_way(cells, 0, wanted.remove, &mut |sub| {
        let is_removed = |cell: usize| cells[cell] > 0 && sub[cell] == 0;
        let places: Vec<usize> = (0..81)
            .filter(|&cell| if wanted.keeps_pattern { is_removed(cell) } else { sub[cell] == 0 })
            .collect();
        let least = if wanted.keeps_pattern { wanted.remove } else { 1 };
        add_in_every_way(sub, &places, wanted.add, &mut |puzzle, added| {
            if added >= least && is_wanted(puzzle, wanted.redundant) {
                all.extend(canonical_cells(puzzle));
            }
        });
    });
    all
}

fn is_wanted(cells: &Cells, redundant: bool) -> bool {
    status(cells) == Status::Unique && (redundant || is_minimal(cells))
}

/// A digit that repeats in a unit leaves no solution, either.
fn status(cells: &Cells) -> Status {
    let puzzle = Puzzle::<Order3>::new(cells);
    puzzle.map_or(Status::None, |puzzle| sudomill_solvers::solve(&puzzle).status)
}

fn is_minimal(cells: &Cells) -> bool {
    let puzzle = Puzzle::<Order3>::new(cells).unwrap();
    redundant_clues(&puzzle, &Limits::default()).unwrap().is_empty()
}

fn remove_in_every_way(cells: &Cells, first: usize, remove: usize, take: &mut dyn FnMut(&Cells)) {
    if remove == 0 {
        return take(cells);
    }
    for clue in clues(cells).filter(|clue| clue.cell >= first) {
        remove_in_every_way(&without(cells, clue.cell), clue.cell + 1, remove - 1, take);
    }
}

fn add_in_every_way(
    cells: &Cells,
    places: &[usize],
    add: usize,
    take: &mut dyn FnMut(&Cells, usize),
) {
    for (at, &cell) in places.iter().enumerate().filter(|_| add > 0) {
        for digit in 0..9 {
            let more = with(cells, Placement { cell, digit });
            take(&more, 1);
            // More clues give no solution to what has none.
            if add > 1 && status(&more) != Status::None {
                let mut deeper = |puzzle: &Cells, added| take(puzzle, added + 1);
                add_in_every_way(&more, &places[at + 1..], add - 1, &mut deeper);
            }
        }
    }
}

/// The canonical forms of what a search finds, with a decision to prune or not that is made before.
fn by_search(puzzles: &[Cells], wanted: Wanted, prunes: Option<bool>) -> BTreeSet<Cells> {
    let mut search = Search::new(wanted.redundant, None);
    if let Some(prunes) = prunes {
        search.expect_minimal(!prunes);
    }
    let mut all = BTreeSet::new();
    let mut found = |cells: &Cells| all.extend(canonical_cells(cells));
    if wanted.keeps_pattern {
        for cells in puzzles {
            search.replace_clues(cells, wanted.remove, &mut found).unwrap();
        }
    } else {
        let mut subs = BTreeSet::new();
        for cells in puzzles {
            remove_clues(cells, wanted.remove, 0, &mut |it| subs.extend(canonical_cells(it)));
        }
        let subs: Vec<_> = subs.into_iter().collect();
        search.add_clues(&subs, wanted.add, &mut |_, cells| found(cells)).unwrap();
    }
    all
}

#[track_caller]
fn is_complete(cells: &Cells, wanted: Wanted) {
    let mut expected = by_brute_force(cells, wanted);
    for prunes in [false, true] {
        let mut found = by_search(&[*cells], wanted, Some(prunes));
        if wanted.keeps_pattern {
            // The puzzle itself has no other digits.
            expected.remove(&canonical_cells(cells).unwrap());
            found.remove(&canonical_cells(cells).unwrap());
        }
        assert!(!expected.is_empty() || wanted.remove == 0 || wanted.keeps_pattern);
        assert!(found == expected, "{wanted:?}: {} and {}", found.len(), expected.len());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn one_for_one(seed: u64) {
        is_complete(&minimal_puzzle(seed), PLAIN);
        is_complete(&minimal_puzzle(seed), Wanted { redundant: true, ..PLAIN });
    }

    #[test]
    fn none_for_one(seed: u64) {
        is_complete(&minimal_puzzle(seed), Wanted { remove: 0, ..PLAIN });
        is_complete(&minimal_puzzle(seed), Wanted { remove: 0, add: 2, redundant: true, ..PLAIN });
    }

    #[test]
    fn same_cells(seed: u64) {
        for number in [1, 2] {
            let kept = Wanted { remove: number, add: number, keeps_pattern: true, ..PLAIN };
            is_complete(&minimal_puzzle(seed), kept);
            is_complete(&minimal_puzzle(seed), Wanted { redundant: true, ..kept });
        }
    }
}

#[test]
fn more_than_one() {
    // With many clues, a brute force takes seconds.
    let dense = (0..).map(minimal_puzzle).find(|cells| clues(cells).count() >= 26).unwrap();
    is_complete(&dense, Wanted { add: 2, ..PLAIN });
    is_complete(&dense, Wanted { remove: 2, ..PLAIN });
    // Levels between the first and the last.
    is_complete(&dense, Wanted { remove: 3, add: 3, keeps_pattern: true, ..PLAIN });
    let removed: Vec<usize> = clues(&dense).map(|clue| clue.cell).take(2).collect();
    let sub = removed.iter().fold(dense, |cells, &cell| without(&cells, cell));
    is_complete(&sub, Wanted { remove: 0, add: 3, ..PLAIN });
}

/// Puzzles beside each other in a search do not change what is found, nor does their order.
#[test]
fn many_together() {
    let puzzles: Vec<_> = (0..40).map(minimal_puzzle).collect();
    let turned: Vec<_> = puzzles.iter().rev().copied().collect();
    let together = by_search(&puzzles, PLAIN, None);
    assert!(together == by_search(&turned, PLAIN, None));
    let alone = puzzles.iter().flat_map(|cells| by_search(&[*cells], PLAIN, None));
    assert!(together == alone.collect());
    let puzzles: Vec<Puzzle> = puzzles.iter().map(|it| Puzzle::new(it).unwrap()).collect();
    let around = vicinity(&puzzles, 1, 1, None).unwrap();
    assert!(around.iter().map(|it| it.values().to_vec()).eq(together.iter().map(|it| it.to_vec())));
}

/// Without additions, nothing comes of a puzzle.
#[test]
fn nothing_to_add() {
    let puzzle = Puzzle::new(&minimal_puzzle(1)).unwrap();
    for remove in [0, 1] {
        assert!(vicinity(&[puzzle], remove, 0, None).unwrap().is_empty());
    }
}

#[test]
fn stops() {
    let stop = std::sync::atomic::AtomicBool::new(true);
    let mut search = Search::new(false, Some(&stop));
    let ended = search.add_clues(&[minimal_puzzle(1)], 1, &mut |_, _| {});
    assert!(matches!(ended, Err(RunError::Interrupted)));
    let puzzle = Puzzle::new(&minimal_puzzle(1)).unwrap();
    assert!(matches!(vicinity(&[puzzle], 1, 1, Some(&stop)), Err(RunError::Interrupted)));
}

#[test]
fn sets_of_placements() {
    let all: HashSet<usize> = Placements::ALL.iter().map(Placement::index).collect();
    assert_eq!(all.len(), Placement::COUNT);
    let clue = Placement { cell: 40, digit: 4 };
    let mut rest = Placements::ALL;
    rest.exclude(clue);
    // The cell, and 20 others for the digit.
    assert_eq!(rest.iter().count(), 729 - 9 - 20);
    assert!(!rest.contains(clue) && rest.contains(Placement { cell: 0, digit: 4 }));
    let mut left = rest;
    let taken = left.take(11);
    assert_eq!(taken.len(), 11);
    assert!(taken.iter().all(|it| rest.contains(*it) && !left.contains(*it)));
    let solutions = [1, 2, 3].map(|shift| {
        let symbol = |cell: usize| b'1' + ((cell + cell / 9 * 3 + cell / 27 + shift) % 9) as u8;
        Placements::of_solution(&(0..81).map(symbol).collect::<Vec<_>>())
    });
    let mut seen = Seen::default();
    solutions.iter().for_each(|solution| seen.add(solution));
    assert_eq!((seen.once.iter().count(), seen.twice.iter().count()), (243, 0));
    seen.add(&solutions[0]);
    assert_eq!(seen.twice, solutions[0]);
    assert_ne!(solutions[0].hash(), solutions[1].hash());
}
