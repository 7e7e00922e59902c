//! The canonical form against a plain search over all orders of rows and columns, and against
//! random transformations.

use super::common::made;
use chacha20::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use sudomill::{
    generate::Kind,
    grid::{Order, Order2, Order3, Order4, Puzzle},
    symmetry::{Canonical, Transformation, canonical},
    verify,
};
use sudomill_oracles::forms::smallest;

/// All transformations of a puzzle, and of the empty grid.
const ALL: u64 = 1_218_998_108_160;

/// The most symmetric grid.
const MOST_SYMMETRIC: &str =
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

fn puzzle(text: &str) -> Puzzle {
    text.parse().unwrap()
}

fn generated(kind: Kind, number: u64) -> Puzzle {
    made(kind, 31, number)
}

fn canonical_of(puzzle: &Puzzle) -> Canonical {
    canonical(puzzle).unwrap()
}

#[track_caller]
fn assert_like_plain_search(puzzle: &Puzzle) {
    let Canonical { puzzle: form, automorphisms, .. } = canonical_of(puzzle);
    assert_eq!((form.values().to_vec(), automorphisms), smallest(puzzle.values()), "{puzzle}");
}

#[test]
fn puzzles_like_plain_search() {
    for number in 0..2 {
        assert_like_plain_search(&generated(Kind::Minimal, number));
        assert_like_plain_search(&generated(Kind::Solved, number));
    }
    let seventeen =
        "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
    assert_like_plain_search(&puzzle(seventeen));
    assert_like_plain_search(&puzzle(MOST_SYMMETRIC));
}

/// Few clues leave open columns, stacks, rows and bands; full rows leave many ways.
#[test]
fn any_clues_like_plain_search() {
    let mut rng = ChaCha8Rng::seed_from_u64(32);
    for clues in [1, 2, 3, 5, 8, 40, 78] {
        let mut values = generated(Kind::Solved, clues).values().to_vec();
        while values.iter().filter(|&&value| value > 0).count() as u64 > clues {
            values[rng.random_range(0..81)] = 0;
        }
        assert_like_plain_search(&Puzzle::new(&values).unwrap());
    }
    for kept in ["1........", "12.......", "1..2..3..", "123456789"] {
        assert_like_plain_search(&puzzle(&format!("{kept:.<81}")));
    }
    // Of the most symmetric grid: one digit, two digits, one band, one box, the cells of a pattern.
    let symmetric = |keeps: &dyn Fn(usize, char) -> bool| {
        let kept = MOST_SYMMETRIC.char_indices();
        puzzle(&kept.map(|(at, it)| if keeps(at, it) { it } else { '.' }).collect::<String>())
    };
    assert_like_plain_search(&symmetric(&|_, digit| digit == '5'));
    assert_like_plain_search(&symmetric(&|_, digit| digit == '5' || digit == '7'));
    assert_like_plain_search(&symmetric(&|at, _| at >= 54));
    assert_like_plain_search(&symmetric(&|at, _| at / 27 == 1 && at % 9 / 3 == 1));
    assert_like_plain_search(&symmetric(&|at, _| (at / 9 + at % 9) % 4 == 0));
}

#[test]
fn automorphisms() {
    assert_eq!(canonical_of(&puzzle(&".".repeat(81))).automorphisms, ALL);
    let symmetric = canonical_of(&puzzle(MOST_SYMMETRIC));
    assert_eq!((symmetric.puzzle, symmetric.automorphisms), (puzzle(MOST_SYMMETRIC), 648));
    // The orbit of a clue are all 81 cells with all 9 digits.
    assert_eq!(canonical_of(&puzzle(&format!("{:.>81}", 7))).automorphisms, ALL / (81 * 9));
}

/// Every transformation of a puzzle has its form; the form is its own, and equivalent.
#[test]
fn transformed_puzzles_have_one_form() {
    for kind in [Kind::Minimal, Kind::Solved, Kind::Easy, Kind::Multiple] {
        for number in 0..50 {
            let puzzle = generated(kind, number);
            let canonical = canonical_of(&puzzle);
            assert_eq!(canonical_of(&canonical.puzzle), canonical, "{puzzle}");
            assert_eq!(canonical.puzzle.clue_count(), puzzle.clue_count());
            for copy in 0..20 {
                let other = Transformation::random(number, copy).of_puzzle(&puzzle);
                assert_eq!(canonical_of(&other), canonical, "{puzzle} {other}");
            }
            if puzzle.clue_count() < 81 {
                // One clue less is another class.
                let mut values = puzzle.values().to_vec();
                *values.iter_mut().find(|value| **value > 0).unwrap() = 0;
                assert_ne!(canonical_of(&Puzzle::new(&values).unwrap()).puzzle, canonical.puzzle);
            }
        }
    }
}

#[test]
fn candidates_have_no_form() {
    let puzzle: Puzzle = generated(Kind::Pencilmark, 0);
    assert_eq!(canonical(&puzzle), None);
}

/// On grids of every size, a transformation keeps the rules and the number of solutions, and
/// candidates follow the clues. A transformed solution solves the transformed puzzle.
#[test]
fn transformations_keep_solutions() {
    fn check<O: Order>(kind: Kind, count: u64) {
        for number in 0..count {
            let puzzle = made::<O>(kind, 35, number);
            let transformation = Transformation::random(34, number);
            let other = transformation.of_puzzle(&puzzle);
            let (one, two) = (sudomill::solve(&puzzle), sudomill::solve(&other));
            assert_eq!((one.status, one.solutions), (two.status, two.solutions), "{puzzle}");
            assert_eq!(puzzle.clue_count(), other.clue_count());
            let follows = transformation.of_values(one.solution.unwrap().values());
            assert_eq!(verify::check(&other, &follows), Ok(()), "{puzzle}");
        }
    }
    check::<Order2>(Kind::Multiple, 5);
    check::<Order3>(Kind::Minimal, 20);
    check::<Order3>(Kind::Pencilmark, 5);
    check::<Order4>(Kind::Easy, 5);
}

/// Each cell comes to each place equally often, and so does each digit.
#[test]
fn transformations_are_uniform() {
    let cells: Vec<u8> = (0..81).map(|cell| 100 + cell).collect();
    let (mut of_cells, mut of_digits) = ([[0u32; 81]; 81], [0u32; 9]);
    const DRAWS: u32 = 81 * 200;
    for number in 0..DRAWS {
        let transformation = Transformation::<Order3>::random(37, number.into());
        for (to, from) in transformation.of_values(&cells).into_iter().enumerate() {
            of_cells[to][usize::from(from - 100)] += 1;
        }
        of_digits[usize::from(transformation.of_values(&[1; 81])[0] - 1)] += 1;
    }
    // 200 expected for a cell: six standard deviations are 85.
    assert!(of_cells.as_flattened().iter().all(|count| count.abs_diff(200) < 85));
    // 1,800 expected for a digit: six standard deviations are 240.
    assert!(of_digits.iter().all(|count| count.abs_diff(DRAWS / 9) < 240), "{of_digits:?}");
}
