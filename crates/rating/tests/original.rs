//! The ratings of 600 puzzles, of all levels, against those of Sudoku Explainer 1.2.1.

use sudomill_puzzle::grid::Puzzle;
use sudomill_rating::{Rater, RatingLimits, Tenths, Unrated};

/// Lines `puzzle ER EP ED`. The puzzles are our own, made by `sudomill generate`; the ratings are those of
/// SukakuExplainer 1.18.1, which rates as 1.2.1 with
/// `--techs=1111000011010111011011011011000010100010111111 --islkSudokuURUL=0 --islkSudokuBUG=0`.
const RATINGS: &str = include_str!("ratings.txt");

fn lines() -> impl Iterator<Item = (&'static str, &'static str)> {
    RATINGS.lines().map(|line| line.split_once(' ').expect("a puzzle and its ratings"))
}

fn puzzle(text: &str) -> Puzzle {
    text.parse().expect("a puzzle")
}

#[test]
fn ratings_are_those_of_the_original() {
    let mut rater = Rater::new();
    let mut rated = 0;
    for (text, expected) in lines() {
        let rating = rater.rate(&puzzle(text), &RatingLimits::default()).expect("no limit");
        let found = format!("{} {} {}", rating.hardest, rating.pearl, rating.diamond);
        assert_eq!(found, expected, "{text}");
        rated += 1;
    }
    assert_eq!(rated, 600);
}

#[test]
fn a_limit_ends_what_rates_higher_and_changes_nothing_else() {
    let mut rater = Rater::new();
    for (text, _) in lines().step_by(7) {
        let puzzle = puzzle(text);
        let rating = rater.rate(&puzzle, &RatingLimits::default()).expect("no limit");
        for tenths in [0, 12, 15, 25, 32, 45, 62, 66, 70, 75, 80, 83, 90, 199] {
            let max_rating = Tenths::new(tenths);
            let limits = RatingLimits::default().with_max_rating(max_rating);
            let expected = match rating.hardest <= max_rating {
                true => Ok(rating),
                false => Err(Unrated::Above(max_rating)),
            };
            assert_eq!(rater.rate(&puzzle, &limits), expected, "{text}, up to {max_rating}");
        }
    }
}
