//! The columns of results: which there are, and the value of each. To add one, add a row to the
//! table of [`Column`].

use super::Row;
use crate::input;
use std::borrow::Cow;
use sudomill_puzzle::setters;
use sudomill_rating::Tenths;

/// The columns of `csv`, `jsonl` and similar formats.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Columns {
    /// The names of the result columns, in order; `counters` stands for all counters. `None` for
    /// the default columns of the format.
    pub names: Option<Vec<String>>,
    /// The columns of the input, which come before the result columns.
    pub keep: Keep,
}

setters!(Columns {
    with_names: names, impl Into<Option<Vec<String>>>;
    with_keep: keep, Keep;
});

/// The columns of the input that the results repeat.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub enum Keep {
    /// None.
    #[default]
    Nothing,
    /// All columns. From JSON Lines to JSON Lines, every key of a line.
    All,
    /// The given columns, in this order.
    Named(Vec<input::Column>),
}

/// Gets the value of a column from a row.
#[derive(Clone, Copy)]
pub(super) enum Value {
    Number(fn(&Row) -> Option<u64>),
    Decimal(fn(&Row) -> Option<Tenths>),
    /// Symbols or a name, which need no quotes unless the row is bad.
    Plain(for<'r> fn(&Row<'r>) -> Option<&'r [u8]>),
    Text(for<'r> fn(&Row<'r>) -> Option<Cow<'r, str>>),
    /// The counter with this index: the common ones come first, then those of the strategy.
    Counter(usize),
    /// An object of all counters, where a syntax has objects.
    Counters,
}

use Value::{Counter, Counters, Decimal, Number, Plain, Text};

/// Defines [`Column`] from a table: variants, and how each gets its value.
macro_rules! columns {
    ($($(#[$about:meta])* $column:ident, $name:literal, $value:expr;)*) => {
        /// A column of results.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Column {
            $($(#[$about])* $column,)*
            /// The counter with this index: the common ones come first, then those of the strategy.
            Counter(usize),
        }

        impl Column {
            /// All columns that do not depend on the strategy, each with its name.
            pub(super) const NAMED: &'static [(&'static str, Self)] =
                &[$(($name, Self::$column),)*];

            /// How the value is found in a row.
            pub(super) fn value(self) -> Value {
                match self {
                    $(Self::$column => $value,)*
                    Self::Counter(index) => Counter(index),
                }
            }
        }
    };
}

columns! {
    /// The name of the input.
    File, "file", Text(|row| Some((&*row.rows.chunk.name).into()));
    Line, "line", Number(|row| Some(row.line()));
    Puzzle, "puzzle", Plain(|row| Some(row.text()));
    /// The number of a solution among all solutions of its puzzle.
    Index, "index", Number(|row| Some(row.index));
    Status, "status", Plain(|row| Some(row.status.name().as_bytes()));
    Message, "message", Text(|row| row.message().map(Cow::Owned));
    Solutions, "solutions", Number(|row| Some(row.solutions));
    Solution, "solution", Plain(|row| row.solution);
    SolveNs, "solve_ns", Number(|row| (!row.is_bad()).then(|| row.solve_ns()));
    Difficulty, "difficulty", Text(|row| row.extra(|it| Some(it.grade?.difficulty.name().into())));
    /// The guesses of the search that graded the puzzle, unless it gave up.
    DifficultyGuesses, "difficulty_guesses", Number(|row| row.extra(|it| it.grade?.guesses));
    /// ER, EP and ED of the ratings; unknown above the limit of the run.
    Rating, "rating", Decimal(|row| row.extra(|it| Some(it.rating?.hardest)));
    RatingPearl, "rating_pearl", Decimal(|row| row.extra(|it| Some(it.rating?.pearl)));
    RatingDiamond, "rating_diamond", Decimal(|row| row.extra(|it| Some(it.rating?.diamond)));
    HardestTechnique, "hardest_technique",
        Text(|row| row.extra(|it| Some(it.rating?.technique?.name().into())));
    /// Whether the solution in the input is right.
    Agrees, "agrees", Text(|row| row.extra(|it| it.agrees.map(yes)));
    /// Whether the puzzle has one solution and needs every clue.
    Minimal, "minimal", Text(|row| row.extra(|it| Some(yes(it.redundant? == 0))));
    /// The number of clues that the puzzle does not need.
    Redundant, "redundant", Number(|row| row.extra(|it| it.redundant));
    /// A minimal puzzle within the clues.
    Reduced, "reduced", Text(|row| row.extra(|it| Some(it.reduced.as_deref()?.into())));
    /// Why the puzzle has no solution, and what single cells could be instead.
    Reason, "reason", Text(|row| row.extra(|it| Some(it.reason.as_deref()?.into())));
    Suspects, "suspects", Text(|row| row.extra(|it| Some(it.suspects.as_deref()?.into())));
    Canonical, "canonical", Text(|row| row.extra(|it| Some((&*it.form.as_ref()?.0).into())));
    CanonicalSolution, "canonical_solution",
        Text(|row| row.extra(|it| Some(it.solution_form.as_deref()?.into())));
    Automorphisms, "automorphisms", Number(|row| row.extra(|it| Some(it.form.as_ref()?.1)));
    AllCounters, "counters", Counters;
}

/// Returns true for the name of a column for which puzzles are rated.
pub fn needs_rating(name: &str) -> bool {
    let mut ratings = Column::NAMED.iter().filter(|(_, column)| Column::RATINGS.contains(column));
    ratings.any(|(known, _)| *known == name)
}

impl Column {
    /// The columns for which puzzles are rated.
    pub(crate) const RATINGS: [Self; 4] =
        [Self::Rating, Self::RatingPearl, Self::RatingDiamond, Self::HardestTechnique];

    /// Returns true if the value is known as soon as a solution is found, before the search ends.
    pub(super) fn is_of_solution(self) -> bool {
        matches!(self, Self::File | Self::Line | Self::Puzzle | Self::Index | Self::Solution)
    }

    /// Returns true if the value exists only for puzzles of 9×9.
    pub(super) fn is_of_nine(self) -> bool {
        matches!(self, Self::Canonical | Self::CanonicalSolution | Self::Automorphisms)
            || Self::RATINGS.contains(&self)
    }
}

fn yes(is_true: bool) -> Cow<'static, str> {
    if is_true { "yes" } else { "no" }.into()
}
