//! The rating of one puzzle, with its steps, for `candidates`.

use crate::cli::exit::{self, STOP};
use std::collections::BTreeMap;
use sudomill::{
    grid::{Candidates, Cell, Digit, Order3, Size},
    input::AnyPuzzle,
    rating::{Rater, Rating, RatingLimits, Step},
};

/// The rating of a puzzle and the steps that solve it, as far as the techniques do.
pub struct Rated {
    rating: Rating,
    steps: Vec<Step>,
}

impl Rated {
    /// Rates a puzzle with exactly one solution; `None` if it is not of 9×9.
    ///
    /// # Errors
    /// The rating was interrupted.
    pub fn of(puzzle: &AnyPuzzle) -> anyhow::Result<Option<Self>> {
        if puzzle.size != Size::Nine {
            return Ok(None);
        }
        let puzzle = puzzle.puzzle::<Order3>()?;
        let mut steps = Vec::new();
        let limits = RatingLimits::default().with_stop(&STOP);
        let rating = Rater::new().steps(&puzzle, &limits, &mut |step| steps.push(step.clone()));
        exit::check_interrupt()?;
        Ok(Some(Self { rating: rating?, steps }))
    }

    /// The ratings in a line, and a line for each step.
    pub fn text(&self) -> String {
        let Rating { hardest, pearl, diamond, technique } = self.rating;
        let hardest_step = match technique {
            Some(technique) => format!("hardest step: {technique}"),
            None if self.steps.is_empty() => "no step is needed".to_owned(),
            None => "the techniques do not solve it".to_owned(),
        };
        let ratings =
            format!("rating: {hardest}, pearl {pearl}, diamond {diamond}; {hardest_step}");
        let steps = self.steps.iter().map(|step| format!("\n{step}"));
        ratings + &steps.collect::<String>()
    }

    pub fn record(&self) -> RatingRecord {
        let Rating { hardest, pearl, diamond, technique } = self.rating;
        RatingRecord {
            rating: hardest.into(),
            rating_pearl: pearl.into(),
            rating_diamond: diamond.into(),
            hardest_technique: technique.map(|technique| technique.name()),
            steps: self.steps.iter().map(StepRecord::of).collect(),
        }
    }
}

/// The JSON of a rating. The ratings have the names of the columns of `solve`.
#[derive(serde::Serialize)]
pub struct RatingRecord {
    rating: f64,
    rating_pearl: f64,
    rating_diamond: f64,
    hardest_technique: Option<&'static str>,
    steps: Vec<StepRecord>,
}

#[derive(serde::Serialize)]
struct StepRecord {
    technique: &'static str,
    rating: f64,
    /// The cells of the pattern.
    cells: Vec<String>,
    /// The digit that is placed, by cell name; empty if the step only removes candidates.
    placed: BTreeMap<String, u8>,
    /// The candidates that are removed, by cell name.
    removed: BTreeMap<String, Vec<u8>>,
}

impl StepRecord {
    fn of(step: &Step) -> Self {
        let name = |cell: Cell| cell.name::<Order3>();
        let digits = |digits: Candidates| digits.iter().map(Digit::value).collect();
        Self {
            technique: step.technique().name(),
            rating: step.rating().into(),
            cells: step.cells().iter().map(name).collect(),
            placed: step
                .placed()
                .map(|(cell, digit)| (name(cell), digit.value()))
                .into_iter()
                .collect(),
            removed: step
                .removed()
                .into_iter()
                .map(|(cell, it)| (name(cell), digits(it)))
                .collect(),
        }
    }
}
