//! The rating of one puzzle, with its steps, for `candidates`.

use crate::cli::exit::{self, STOP};
use sudomill::{
    grid::{Order3, Size},
    input::AnyPuzzle,
    rating::{Rater, Rating, RatingLimits, Step},
    trace::StepRecord,
};

/// The rating of a puzzle and the steps that solve it, as far as the techniques do.
pub struct RatingPath {
    rating: Rating,
    steps: Vec<Step>,
}

impl RatingPath {
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
        let record = |step: &Step| StepRecord::new(step, step.chains().to_vec());
        RatingRecord {
            rating: hardest.into(),
            rating_pearl: pearl.into(),
            rating_diamond: diamond.into(),
            hardest_technique: technique.map(|technique| technique.name()),
            steps: self.steps.iter().map(record).collect(),
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
    steps: Vec<StepRecord<'static>>,
}
