//! The columns of results: which there are, and the value of each. To add one, add a row to the
//! table of [`Column`].

use super::{Extras, Row, Searched};
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use sudomill_input::OptionsError;
use sudomill_puzzle::setters;
use sudomill_rating::{Step, Tenths};

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
    Named(Vec<sudomill_input::Column>),
}

/// Gets the value of a column from a row.
#[derive(Clone, Copy)]
pub(super) enum Value {
    Number(fn(&Row) -> Option<u64>),
    /// Symbols or a name, which need no quotes unless the row is bad.
    Plain(for<'r> fn(&Row<'r>) -> Option<&'r [u8]>),
    Text(for<'r> fn(&Row<'r>) -> Option<Cow<'r, str>>),
    /// A number that the search counted; unknown in a row that is not a puzzle.
    OfSearch(fn(&Searched) -> u64),
    Extra(Extra),
    /// The counter with this index: the common ones come first, then those of the strategy.
    Counter(usize),
    /// An object of all counters, where a syntax has objects.
    Counters,
}

/// Gets the value of a column that takes more than solving the puzzle, with its type; `None` if it is not
/// known. Columns in memory have these types, too.
#[derive(Clone, Copy)]
pub enum Extra {
    /// A number.
    Count(fn(&Extras) -> Option<u64>),
    /// A rating.
    Decimal(fn(&Extras) -> Option<Tenths>),
    /// `yes` or `no` in a file.
    Flag(fn(&Extras) -> Option<bool>),
    /// Any text.
    Words(fn(&Extras) -> Option<&str>),
    /// Bytes, in a file as hexadecimal digits.
    Key(fn(&Extras) -> Option<[u8; 16]>),
    /// Steps of a person, in a file as JSON.
    Steps(fn(&Extras) -> Option<&[Step]>),
    /// Texts, in a file as JSON.
    Sentences(fn(&Extras) -> Option<&[String]>),
}

/// How columns in memory get the value of a column.
#[derive(Clone, Copy)]
pub enum InMemory {
    /// The outcome of the search.
    Status,
    /// Why the row is not a puzzle.
    Message,
    /// The number of solutions found.
    Solutions,
    /// The first solution.
    Solution,
    /// A number that the search counted; 0 in a row that is not a puzzle.
    OfSearch(fn(&Searched) -> u64),
    /// The counter with this index.
    Counter(usize),
    /// A column for each counter.
    AllCounters,
    /// What takes more than solving the puzzle.
    Extra(Extra),
}

use Extra::{Count, Decimal, Flag, Key, Sentences, Steps, Words};
use Value::{Counter, Counters, Extra as Found, Number, OfSearch, Plain, Text};

/// Defines [`Column`] from a table: variants, what they hold, and how each gets its value.
macro_rules! columns {
    ($($(#[doc = $about:literal])+ $column:ident, $name:literal, $value:expr;)*) => {
        /// A column of results.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Column {
            $($(#[doc = $about])+ $column,)*
            /// The counter with this index: the common ones come first, then those of the strategy.
            Counter(usize),
        }

        impl Column {
            /// All columns that do not depend on the strategy, each with its name.
            pub const NAMED: &'static [(&'static str, Self)] =
                &[$(($name, Self::$column),)*];

            /// What the column holds: `The line number in the input.`
            pub fn about(self) -> &'static str {
                match self {
                    $(Self::$column => concat!($($about),+).trim_start(),)*
                    Self::Counter(_) => "A counter.",
                }
            }

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
    /// The line number in the input.
    Line, "line", Number(|row| Some(row.line()));
    /// The text of the puzzle.
    Puzzle, "puzzle", Plain(|row| Some(row.text()));
    /// The number of a solution among all solutions of its puzzle.
    Index, "index", Number(|row| Some(row.index));
    /// The outcome of the search.
    Status, "status", Plain(|row| Some(row.status.name().as_bytes()));
    /// Why the row is not a puzzle.
    Message, "message", Text(|row| row.message().map(Cow::Owned));
    /// The number of solutions found.
    Solutions, "solutions", Number(|row| Some(row.solutions));
    /// The first solution.
    Solution, "solution", Plain(|row| row.solution);
    /// The time of the search.
    SolveNs, "solve_ns", OfSearch(|search| search.solve_ns());
    /// The easiest techniques that solve the puzzle.
    Difficulty, "difficulty", Found(Words(|it| Some(it.grade?.difficulty.name())));
    /// The guesses of the search that graded the puzzle, unless it gave up.
    DifficultyGuesses, "difficulty_guesses", Found(Count(|it| it.grade?.guesses));
    /// The rating ER; like the others, unknown above the limit of the run.
    Rating, "rating", Found(Decimal(|it| Some(it.known_rating()?.hardest)));
    /// The rating EP, of the steps up to the first placement.
    RatingPearl, "rating_pearl", Found(Decimal(|it| Some(it.known_rating()?.pearl)));
    /// The rating ED, of the first step.
    RatingDiamond, "rating_diamond", Found(Decimal(|it| Some(it.known_rating()?.diamond)));
    /// The technique of the hardest step.
    HardestTechnique, "hardest_technique",
        Found(Words(|it| Some(it.known_rating()?.technique?.name())));
    /// The steps of a person, as JSON.
    Path, "path", Found(Steps(|it| it.path.as_deref()));
    /// The reason of each step.
    PathReasons, "path_reasons", Found(Sentences(|it| it.path_reasons.as_deref()));
    /// What each step places and removes, a word for each.
    PathText, "path_text", Found(Words(|it| it.path_text.as_deref()));
    /// Whether the solution in the input is right.
    Agrees, "agrees", Found(Flag(|it| it.agrees));
    /// Whether the puzzle has one solution and needs every clue.
    Minimal, "minimal", Found(Flag(|it| Some(it.redundant? == 0)));
    /// The number of clues that the puzzle does not need.
    Redundant, "redundant", Found(Count(|it| it.redundant));
    /// A minimal puzzle within the clues.
    Reduced, "reduced", Found(Words(|it| it.reduced.as_deref()));
    /// Why the puzzle has no solution.
    Reason, "reason", Found(Words(|it| it.reason.as_deref()));
    /// What single cells could be instead of their clues.
    Suspects, "suspects", Found(Words(|it| it.suspects.as_deref()));
    /// The form that all equivalent puzzles share.
    Canonical, "canonical", Found(Words(|it| Some(&it.form.as_ref()?.0)));
    /// The start of a hash of the canonical form, which takes less memory to group or join by.
    CanonicalKey, "canonical_key", Found(Key(|it| Some(key(&it.form.as_ref()?.0))));
    /// The canonical form of the solution.
    CanonicalSolution, "canonical_solution", Found(Words(|it| it.solution_form.as_deref()));
    /// The number of symmetries of the puzzle.
    Automorphisms, "automorphisms", Found(Count(|it| Some(it.form.as_ref()?.1)));
    /// All counters of the strategy, as an object or as columns.
    AllCounters, "counters", Counters;
}

/// Returns true for the name of a column for which puzzles are rated.
pub fn needs_rating(name: &str) -> bool {
    let mut ratings = Column::NAMED.iter().filter(|(_, column)| Column::RATINGS.contains(column));
    ratings.any(|(known, _)| *known == name)
}

impl Column {
    /// The columns for which puzzles are rated.
    pub const RATINGS: [Self; 7] = [
        Self::Rating,
        Self::RatingPearl,
        Self::RatingDiamond,
        Self::HardestTechnique,
        Self::Path,
        Self::PathReasons,
        Self::PathText,
    ];

    /// Those of them that show the steps.
    pub const PATHS: [Self; 3] = [Self::Path, Self::PathReasons, Self::PathText];

    /// Returns how columns in memory get the value; `None` for what is about a line of a file.
    pub fn in_memory(self) -> Option<InMemory> {
        Some(match (self, self.value()) {
            (Self::Status, _) => InMemory::Status,
            (Self::Message, _) => InMemory::Message,
            (Self::Solutions, _) => InMemory::Solutions,
            (Self::Solution, _) => InMemory::Solution,
            (_, OfSearch(number)) => InMemory::OfSearch(number),
            (_, Counter(index)) => InMemory::Counter(index),
            (_, Counters) => InMemory::AllCounters,
            (_, Found(extra)) => InMemory::Extra(extra),
            (_, Number(_) | Plain(_) | Text(_)) => return None,
        })
    }

    /// Returns true if the value is found with rows, columns and boxes alone.
    pub fn is_of_boxes(self) -> bool {
        matches!(self.value(), Found(_)) && self != Self::Agrees
    }

    /// Returns true if the value exists only for puzzles of 9×9.
    pub(super) fn is_of_nine(self) -> bool {
        const FORMS: [Column; 4] = [
            Column::Canonical,
            Column::CanonicalKey,
            Column::CanonicalSolution,
            Column::Automorphisms,
        ];
        FORMS.contains(&self) || Self::RATINGS.contains(&self)
    }
}

/// What decides which columns the rows of a run can have, and which they have by default.
#[cfg(feature = "files")]
pub(super) struct Shown {
    /// True if a puzzle has a row for each of its solutions.
    pub lists_all: bool,
    /// True if there may be several inputs.
    pub file_column: bool,
    /// True if columns of the input are kept. They probably include the puzzle, and tell the line.
    pub keeps: bool,
    /// True if a value can be an object.
    pub has_objects: bool,
}

#[cfg(feature = "files")]
impl Shown {
    /// Returns true if a row can have the column. That of a solution is written before the search
    /// ends.
    pub fn offers(&self, column: Column) -> bool {
        match column {
            Column::File | Column::Line | Column::Puzzle | Column::Solution => true,
            Column::Index => self.lists_all,
            _ => !self.lists_all,
        }
    }

    /// Returns true if a row has the column unless others are chosen. The order is that of the table.
    pub fn is_usual(&self, column: Column) -> bool {
        match column {
            Column::File => self.file_column,
            Column::Line => self.lists_all || !self.keeps,
            Column::Puzzle => !self.lists_all && !self.keeps,
            Column::Solution => true,
            Column::Index => self.lists_all,
            Column::Status | Column::Message | Column::Solutions => !self.lists_all,
            Column::AllCounters => !self.lists_all && self.has_objects,
            _ => false,
        }
    }
}

/// Returns the columns with these names, in this order, among those that are offered. `spreads` is set
/// if `counters` stands for a column of each counter.
///
/// # Errors
/// A column is not offered or is chosen twice.
pub fn choose<'n>(
    names: impl IntoIterator<Item = &'n str>,
    offered: &[(&'static str, Column)],
    spreads: bool,
) -> Result<Vec<(&'static str, Column)>, OptionsError> {
    let mut chosen: Vec<(&'static str, Column)> = Vec::new();
    for name in names {
        let before = chosen.len();
        chosen.extend(offered.iter().filter(|(usual, column)| match name {
            "counters" if spreads => matches!(column, Column::Counter(_)),
            name => *usual == name,
        }));
        if chosen.len() == before {
            let known = offered.iter().map(|(usual, _)| (*usual).to_owned()).collect();
            return Err(OptionsError::UnknownColumn { wanted: name.to_owned(), known });
        }
    }
    let is_twice = |at: &usize| chosen[..*at].iter().any(|it| it.1 == chosen[*at].1);
    if let Some(at) = (0..chosen.len()).find(is_twice) {
        return Err(OptionsError::ColumnTwice { column: chosen[at].0.to_owned() });
    }
    Ok(chosen)
}

/// Returns the first bytes of the SHA-256 hash of a text.
fn key(text: &str) -> [u8; 16] {
    *Sha256::digest(text).first_chunk().expect("a hash has 32 bytes")
}
