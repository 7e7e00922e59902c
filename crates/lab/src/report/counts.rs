//! How many rows have each value of a column.

use sudomill_core::solver::{Difficulty, Status};

/// The rows by the value of a column.
#[derive(Clone, Debug)]
pub struct Counts {
    /// Meaning of the column.
    pub heading: &'static str,
    /// The values, each with its number of rows.
    pub values: Vec<(&'static str, u64)>,
    /// The number of the column, from 0.
    column: usize,
    /// True if a row has another value: then the column is the input's own.
    has_other: bool,
}

impl Counts {
    /// Empty counts for the known columns that a header has.
    pub fn of_columns(names: &[&[u8]]) -> Vec<Self> {
        let difficulties = Difficulty::ALL.map(Difficulty::name);
        let known: [(&str, &str, &[&str]); 2] = [
            ("Difficulty", "difficulty", &difficulties),
            ("Agreement with the solutions of the input", "agrees", &["yes", "no"]),
        ];
        let counts = |(heading, wanted, values): (_, &str, &[&'static str])| {
            // Columns of the input come first; a clash of names gives ours a prefix.
            let is_it =
                |name: &&[u8]| name.strip_prefix(b"sudomill_").unwrap_or(name) == wanted.as_bytes();
            let column = names.iter().rposition(is_it)?;
            let values = values.iter().map(|&value| (value, 0)).collect();
            Some(Self { heading, values, column, has_other: false })
        };
        known.into_iter().filter_map(counts).collect()
    }

    /// Counts a row, given a field by its number. A row without value is not counted.
    pub fn add<'a>(&mut self, field: impl Fn(usize) -> &'a [u8]) {
        let text = field(self.column);
        match self.values.iter_mut().find(|(value, _)| value.as_bytes() == text) {
            Some((_, count)) => *count += 1,
            None => self.has_other |= !text.is_empty(),
        }
    }
}

/// The rows by status and, of `others`, by those columns that are ours. Values and columns
/// without rows are left out.
pub fn with_rows(statuses: [u64; Status::ALL.len()], others: &[Counts]) -> Vec<Counts> {
    let statuses = Status::ALL.into_iter().map(Status::name).zip(statuses);
    let by_status =
        Counts { heading: "Status", values: statuses.collect(), column: 0, has_other: false };
    let others = others.iter().filter(|counts| !counts.has_other).cloned();
    let mut all: Vec<_> = std::iter::once(by_status).chain(others).collect();
    all.iter_mut().for_each(|counts| counts.values.retain(|&(_, count)| count > 0));
    all.retain(|counts| !counts.values.is_empty());
    all
}
