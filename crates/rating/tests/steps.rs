//! What holds for every step of a rating, on random puzzles.

use std::sync::{
    atomic::{AtomicBool, Ordering},
    mpsc,
};
use sudomill_generate::{Kind, Recipe};
use sudomill_puzzle::grid::{Candidates, Cell, Order3, Puzzle};
use sudomill_rating::{Rater, Rating, RatingLimits, Step, Tenths, Unrated};
use sudomill_symmetry::Transformation;

/// Rates 11.1: the search for a step takes up to a tenth of a second.
const HARDEST: &str =
    "98.7..6..5...8..7...7..4...4...3...2..84..59.....98....1...23....58...6.........1";

fn puzzles(kind: Kind, count: u64) -> impl Iterator<Item = Puzzle> {
    (0..count).map(move |number| Recipe::new(kind, 61).puzzle::<Order3>(number).expect("a puzzle"))
}

fn steps_of(rater: &mut Rater, puzzle: &Puzzle) -> (Vec<Step>, Rating) {
    let mut steps = Vec::new();
    let rating =
        rater.steps(puzzle, &RatingLimits::default(), &mut |step| steps.push(step.clone()));
    (steps, rating.expect("no limit"))
}

#[test]
fn no_step_removes_a_candidate_of_the_solution() {
    let mut rater = Rater::new();
    // Puzzles given by candidates have hundreds of them, and need the longest searches.
    let limits = RatingLimits::default().with_max_rating(Tenths::new(84));
    for puzzle in puzzles(Kind::Minimal, 150).chain(puzzles(Kind::Pencilmark, 3)) {
        let solution = sudomill_solvers::solve(&puzzle).solution.expect("a solution");
        let mut steps = Vec::new();
        let _ = rater.steps(&puzzle, &limits, &mut |step| steps.push(step.clone()));
        for step in steps {
            if let Some((cell, digit)) = step.placed() {
                assert_eq!(solution.get(cell), Some(digit), "{puzzle}: {step}");
            }
            for (cell, digits) in step.removed() {
                let right = solution.get(cell).expect("a full grid");
                assert!(!digits.contains(right), "{puzzle}: {step}");
            }
        }
    }
}

/// Each step changes the grid, and the steps together fill it.
#[test]
fn steps_lead_to_the_solution() {
    let mut rater = Rater::new();
    for puzzle in puzzles(Kind::Minimal, 100) {
        let mut candidates: Vec<Candidates> =
            Cell::all::<Order3>().map(|cell| puzzle.candidates_left(cell)).collect();
        let (steps, _) = steps_of(&mut rater, &puzzle);
        for step in &steps {
            let before = candidates.clone();
            for (cell, digits) in step.removed() {
                candidates[cell.index()] -= digits;
            }
            if let Some((cell, digit)) = step.placed() {
                candidates[cell.index()] = digit.into();
                cell.peers::<Order3>().iter().for_each(|c| candidates[c.index()] -= digit.into());
            }
            let is_single = step.placed().is_some_and(|(cell, _)| before[cell.index()].len() == 1);
            assert!(is_single || candidates != before, "{puzzle}: {step}");
        }
        let placed = steps.iter().filter(|step| step.placed().is_some()).count();
        assert_eq!(placed + puzzle.clue_count(), 81);
        assert!(candidates.iter().all(|digits| digits.len() == 1), "{puzzle}");
    }
}

/// A board with the digits and the candidates that some steps have left goes on with the steps after them: also
/// where a cell has only one candidate, which nobody has entered.
#[test]
fn boards_go_on_where_they_stand() {
    let mut rater = Rater::new();
    for puzzle in puzzles(Kind::Minimal, 20) {
        let mut candidates: Vec<Candidates> =
            Cell::all::<Order3>().map(|cell| puzzle.candidates_left(cell)).collect();
        let mut clues = puzzle.values().to_vec();
        let (steps, _) = steps_of(&mut rater, &puzzle);
        for (taken, step) in steps.iter().enumerate() {
            if taken % 7 == 3 {
                let board = Puzzle::with_candidates(&clues, &candidates).expect("a board");
                let (left, _) = steps_of(&mut rater, &board);
                assert!(left == steps[taken..], "{puzzle} after {taken} steps");
            }
            for (cell, digits) in step.removed() {
                candidates[cell.index()] -= digits;
            }
            if let Some((cell, digit)) = step.placed() {
                clues[cell.index()] = digit.value();
                cell.peers::<Order3>().iter().for_each(|c| candidates[c.index()] -= digit.into());
            }
        }
    }
}

#[test]
fn ratings_are_those_of_the_steps() {
    let mut rater = Rater::new();
    for puzzle in puzzles(Kind::Minimal, 100) {
        let (steps, rating) = steps_of(&mut rater, &puzzle);
        let highest = |steps: &[Step]| steps.iter().map(Step::rating).max().unwrap_or_default();
        let to_first = steps.iter().position(|step| step.placed().is_some()).expect("a digit");
        assert_eq!(rating.hardest, highest(&steps));
        assert_eq!(rating.pearl, highest(&steps[..=to_first]));
        assert_eq!(rating.diamond, steps[0].rating());
        let hardest = steps.iter().find(|step| step.rating() == rating.hardest);
        assert_eq!(rating.technique, hardest.map(Step::technique));
        assert!(rating.diamond <= rating.pearl && rating.pearl <= rating.hardest);
        assert!(steps.iter().all(|step| step.rating() >= step.technique().lowest()));
    }
}

/// Several techniques take the first of equally good patterns, in an order that depends on the numbers of rows,
/// columns and digits. Singles and sets apart, the patterns that are left then differ.
#[test]
fn transformed_puzzles_rate_the_same_while_no_chain_is_needed() {
    let mut rater = Rater::new();
    let limits = RatingLimits::default();
    for (number, puzzle) in puzzles(Kind::Minimal, 150).enumerate() {
        let rating = rater.rate(&puzzle, &limits).expect("no limit");
        if rating.hardest <= Tenths::new(20) {
            let other = Transformation::random(3, number as u64).of_puzzle(&puzzle);
            let transformed = rater.rate(&other, &limits).expect("no limit");
            assert_eq!(transformed.hardest, rating.hardest, "{puzzle}: {other}");
        }
    }
}

/// The memory of earlier puzzles changes nothing.
#[test]
fn a_rater_that_has_rated_rates_as_a_new_one() {
    let mut rater = Rater::new();
    for puzzle in puzzles(Kind::Minimal, 60) {
        assert_eq!(steps_of(&mut rater, &puzzle), steps_of(&mut Rater::new(), &puzzle));
    }
}

/// No puzzle makes a rating panic or run forever, whatever its number of solutions.
#[test]
fn puzzles_without_a_single_solution_end() {
    let mut rater = Rater::new();
    let limits = RatingLimits::default().with_max_rating(Tenths::new(84));
    for kind in [Kind::Multiple, Kind::Unsolvable] {
        for puzzle in puzzles(kind, 20) {
            let _ = rater.rate(&puzzle, &limits);
        }
    }
    let empty: Puzzle = ".".repeat(81).parse().expect("a puzzle");
    let easy = RatingLimits::default().with_max_rating(Tenths::new(60));
    assert_eq!(rater.rate(&empty, &easy), Err(Unrated::Above(Tenths::new(60))));
}

#[test]
fn a_full_grid_has_no_steps() {
    let full = puzzles(Kind::Solved, 1).next().expect("a grid");
    assert_eq!(steps_of(&mut Rater::new(), &full), (Vec::new(), Rating::default()));
}

/// The flag is set while the step after some number of steps is searched for. Then the rater rates as if nothing
/// had happened.
#[test]
fn a_stopped_rating_ends_and_leaves_nothing_behind() {
    let puzzle: Puzzle = HARDEST.parse().expect("a puzzle");
    let mut rater = Rater::new();
    for steps in [1, 2, 5, 10] {
        let stop = AtomicBool::new(false);
        let limits = RatingLimits::default().with_stop(&stop);
        let (sender, receiver) = mpsc::channel();
        let rating = std::thread::scope(|scope| {
            let rating = scope.spawn(|| {
                rater.steps(&puzzle, &limits, &mut |_| sender.send(()).expect("a receiver"))
            });
            (0..steps).for_each(|_| receiver.recv().expect("a step"));
            stop.store(true, Ordering::Relaxed);
            rating.join().expect("no panic")
        });
        assert_eq!(rating, Err(Unrated::Stopped));
    }
    let small = puzzles(Kind::Minimal, 1).next().expect("a puzzle");
    assert_eq!(steps_of(&mut rater, &small), steps_of(&mut Rater::new(), &small));
}
