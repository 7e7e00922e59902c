//! Reports on a run while it is in progress: the progress bar, and the first bad lines.

use crate::cli::{
    advice,
    message::{and_more, say},
    progress::InputProgress,
};
use std::{
    fmt,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
};
use sudomill::{
    batch::{Listener, Reached, resume::Journal},
    input::BadLine,
};

/// Maximum number of bad lines shown.
const SHOWN: u64 = 10;

/// Messages of a run over all inputs.
#[derive(Default)]
pub struct Messages {
    pub progress: InputProgress,
    bad_lines: AtomicU64,
    wrong_solutions: AtomicU64,
    /// The journal, if the run can be resumed.
    pub journal: Option<Journal>,
    has_failed_to_record: AtomicBool,
}

/// Messages about one input.
pub struct OfInput<'a> {
    all: &'a Messages,
    name: &'a str,
}

impl Messages {
    pub fn new(journal: Option<Journal>) -> Self {
        Self { journal, ..Self::default() }
    }

    pub fn of<'a>(&'a self, name: &'a str) -> OfInput<'a> {
        OfInput { all: self, name }
    }

    pub fn say(&self, line: impl fmt::Display) {
        self.progress.say(line);
    }

    /// Removes the bar and reports how many bad lines and wrong solutions were not shown. `input`
    /// is the name of the only input.
    pub fn end(&self, invalid: u64, wrong: u64, input: Option<&str>) {
        self.progress.clear();
        let rest = [(invalid, "bad line"), (wrong, "wrong solution")];
        for more in rest.into_iter().filter_map(|(all, noun)| and_more(all, SHOWN, Some(noun))) {
            match input {
                Some(input) => say(format_args!("{input}: {more}")),
                None => say(more),
            }
        }
    }
}

impl Listener for OfInput<'_> {
    fn progress(&self, bytes_done: u64, puzzles: u64) {
        self.all.progress.at(bytes_done, puzzles);
    }

    fn reached(&self, place: &Reached) {
        let Some(failure) = self.all.journal.as_ref().and_then(|it| it.reached(place)) else {
            return;
        };
        if !self.all.has_failed_to_record.swap(true, Ordering::Relaxed) {
            self.all.say(format_args!("this run cannot be resumed if it is killed: {failure}"));
        }
    }

    fn renamed(&self, column: &str, name: &str) {
        self.all.say(format_args!(
            "{}: has a column '{column}', too: that of the results is called '{name}'",
            self.name
        ));
    }

    fn wrong_solution(&self, line: u64, reason: &str) {
        if self.all.wrong_solutions.fetch_add(1, Ordering::Relaxed) < SHOWN {
            self.all.say(format_args!("{}:{line}: wrong solution: {reason}", self.name));
        }
    }

    fn bad_line(&self, line: u64, bad: &BadLine) {
        if self.all.bad_lines.fetch_add(1, Ordering::Relaxed) < SHOWN {
            let hint = advice::of_bad_line(bad);
            self.all.say(format_args!("{}:{line}:{bad}{hint}", self.name));
        }
    }
}
