//! Finds the values of a row that take more than solving its puzzle: for files, and for columns in memory.

use sudomill_generate::reduced_any;
use sudomill_input::{Layout, Notation};
use sudomill_output::{Column, Extras};
use sudomill_puzzle::{
    any::{AnyPuzzle, puzzle_of_line},
    grid::{Alphabet, Order3},
    solving::{Limits, Status},
};
use sudomill_rating::{Rater, Rating, RatingLimits, Step, Tenths, Unrated};
use sudomill_solvers::{grade_any, redundant_clues_any};
use sudomill_symmetry::canonical_any;
use sudomill_trace::{changes_of_step, diagnosis::Diagnosis, reason_of_step};

/// Finds the extras that some columns show. Each thread has one.
pub struct Finder<'a> {
    limits: Limits<'a>,
    max_rating: Tenths,
    grade: bool,
    rating: bool,
    path: bool,
    path_reasons: bool,
    path_text: bool,
    redundant: bool,
    reduced: bool,
    diagnosis: bool,
    form: bool,
    solution_form: bool,
    /// Made when the first puzzle is rated.
    rater: Option<Rater>,
}

impl<'a> Finder<'a> {
    /// Creates a finder for columns, of which `shows` returns true if any is shown.
    pub fn new(
        shows: impl Fn(&[Column]) -> bool,
        max_rating: Option<Tenths>,
        limits: &Limits<'a>,
    ) -> Self {
        Self {
            limits: *limits,
            max_rating: max_rating.unwrap_or(Tenths::UNSOLVED),
            grade: shows(&[Column::Difficulty, Column::DifficultyGuesses]),
            rating: shows(&Column::RATINGS),
            path: shows(&[Column::Path]),
            path_reasons: shows(&[Column::PathReasons]),
            path_text: shows(&[Column::PathText]),
            redundant: shows(&[Column::Minimal, Column::Redundant]),
            reduced: shows(&[Column::Reduced]),
            diagnosis: shows(&[Column::Reason, Column::Suspects]),
            form: shows(&[Column::Canonical, Column::CanonicalKey, Column::Automorphisms]),
            solution_form: shows(&[Column::CanonicalSolution]),
            rater: None,
        }
    }

    /// Returns true if puzzles are rated, which can take seconds each.
    pub fn rates(&self) -> bool {
        self.rating
    }

    /// Returns true if any column shows an extra of the puzzle.
    fn needs_puzzle(&self) -> bool {
        self.grade || self.rating || self.redundant || self.reduced || self.diagnosis || self.form
    }

    /// Returns true if any column shows an extra that is found here.
    pub fn is_needed(&self) -> bool {
        self.needs_puzzle() || self.solution_form
    }

    /// Finds the extras of a row with this status and this first solution. Meaningless once the limits
    /// stop.
    pub fn find(
        &mut self,
        layout: &Layout,
        puzzle: impl FnOnce() -> Option<AnyPuzzle>,
        status: Status,
        solution: Option<&[u8]>,
    ) -> Extras {
        let puzzle = self.needs_puzzle().then(puzzle).flatten();
        let puzzle = puzzle.as_ref();
        let unique = puzzle.filter(|_| status == Status::Unique);
        let unsolvable = puzzle.filter(|_| status == Status::None);
        let found = unique.filter(|_| self.rating).and_then(|it| self.find_rating(it));
        let (rating, steps) = found.unzip();
        let steps = steps.filter(|_| matches!(rating, Some(Ok(_))));
        let limits = &self.limits;
        let redundant = unique.filter(|_| self.redundant);
        let reduced = unique.filter(|_| self.reduced);
        let diagnosed = unsolvable.filter(|_| self.diagnosis);
        let diagnosis = diagnosed.and_then(|it| Diagnosis::of_any(it, limits).ok());
        let diagnosis = diagnosis.as_ref();
        let form = puzzle.filter(|_| self.form).and_then(canonical_any);
        let clues = Notation { candidates: false, ..layout.notation() };
        let solution = solution.filter(|_| self.solution_form);
        let solution =
            solution.and_then(|it| canonical_any(&puzzle_of_line(it, layout.size, clues)?));
        let (size, alphabet) = (layout.size, layout.alphabet);
        Extras {
            grade: puzzle.filter(|_| self.grade).and_then(|it| grade_any(it, limits).ok()),
            rating,
            path_reasons: shown(self.path_reasons, &steps, |it| reasons(it, alphabet)),
            path_text: shown(self.path_text, &steps, |it| text(it, alphabet)),
            path: steps.filter(|_| self.path),
            agrees: None,
            redundant: redundant
                .and_then(|it| Some(redundant_clues_any(it, limits).ok()??.len() as u64)),
            reduced: reduced.and_then(|it| Some(reduced_any(it, limits).ok()??.text(alphabet))),
            reason: diagnosis.map(|it| it.reason_in_words(size, alphabet)),
            suspects: diagnosis.and_then(|it| it.suspects_in_words(size, alphabet)),
            form: form.map(|it| (it.puzzle.to_string(), it.automorphisms)),
            solution_form: solution.map(|it| it.puzzle.to_string()),
        }
    }

    /// Rates a puzzle with one solution, and takes the steps that a column shows; `None` if it is not of 9×9.
    fn find_rating(&mut self, puzzle: &AnyPuzzle) -> Option<(Result<Rating, Unrated>, Vec<Step>)> {
        let puzzle = puzzle.puzzle::<Order3>().ok()?;
        let limits = RatingLimits { max_rating: self.max_rating, stop: self.limits.stop };
        let rater = self.rater.get_or_insert_default();
        let mut steps = Vec::new();
        let rating = match self.path || self.path_reasons || self.path_text {
            true => rater.steps(&puzzle, &limits, &mut |step| steps.push(step.clone())),
            false => rater.rate(&puzzle, &limits),
        };
        Some((rating, steps))
    }
}

/// What a column shows of the steps of a puzzle that is rated.
fn shown<T>(is_shown: bool, steps: &Option<Vec<Step>>, of: impl FnOnce(&[Step]) -> T) -> Option<T> {
    steps.as_deref().filter(|_| is_shown).map(of)
}

/// The reasons of steps, in sentences.
fn reasons(steps: &[Step], alphabet: Alphabet) -> Vec<String> {
    steps.iter().map(|it| reason_of_step(&it.into(), it.chains(), alphabet)).collect()
}

/// What steps place and remove: a word for each, such as `r1c6=8` or `r4c9-8,r5c9-28`.
fn text(steps: &[Step], alphabet: Alphabet) -> String {
    let words = steps.iter().map(|it| changes_of_step(&it.into(), alphabet, ","));
    words.collect::<Vec<_>>().join(" ")
}
