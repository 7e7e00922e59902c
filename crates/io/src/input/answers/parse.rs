//! Finds the solution in one line of a file of solutions.

use crate::input::{
    lines::{Lines, symbols::is_symbol},
    table::{Role, Table, column_named},
};
use memchr::memchr;
use std::ops::Range;
use sudomill_core::{BadLine, Problem};

/// The answer given by one line.
#[derive(Clone, Debug, PartialEq)]
#[doc(hidden)]
pub enum Answer<'a> {
    /// The text of the solution; empty if there is no solution.
    Text(&'a [u8]),
    /// A number of solutions without a solution: `puzzle:2:`.
    Counted,
    /// The line has no field for a solution.
    Bad(BadLine),
}

/// Where the solution is in each line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AnswerFormat {
    table: Table,
    /// True if the lines are `puzzle:count:solution`.
    counted: bool,
}

impl AnswerFormat {
    /// Determines the format of a file with this table, whose first bytes are `text`.
    pub fn new(table: &Table, text: &[u8]) -> Self {
        let first = Lines::new(text).map(|(_, line)| line).find(|line| table.skip(line).is_none());
        let counted = !table.has_columns() && first.is_some_and(is_counted);
        // In a file of blank lines alone, each of them is an answer.
        let mut table = if first.is_some() { table.clone() } else { Table::default() };
        if counted {
            table.index = 2;
        }
        Self { table, counted }
    }

    /// Returns true if the first line of a file with that table may be a header. Where lines hold
    /// only a solution, a header needs a known name, because words such as `gave-up` may be
    /// answers.
    pub fn has_head(&self, puzzles: &Table) -> bool {
        let names = puzzles.columns();
        let is_known = |role| column_named(names, role).next().is_some();
        self.table.has_columns()
            || !self.counted && self.table.index > 0
            || is_known(Role::Solutions)
            || is_known(Role::Puzzles)
    }

    /// Returns true for a line to skip: a blank line or a comment, where lines have columns.
    /// Without columns, every line is an answer.
    pub fn skips(&self, line: &[u8]) -> bool {
        self.table.has_columns() && self.table.skip(line).is_some()
    }

    /// The column of the solutions, from 1.
    pub fn number(&self) -> usize {
        self.table.number()
    }

    /// The name of that column; `None` without a header.
    pub fn column(&self) -> Option<&str> {
        self.table.column()
    }

    /// The separator of delimited text, in which a quoted answer can span lines.
    pub fn separator(&self) -> Option<u8> {
        self.table.separator()
    }

    /// Parses the answer in a line, with or without its newline.
    pub fn answer<'a>(&self, line: &'a [u8]) -> Answer<'a> {
        match self.field(line) {
            Ok(field) => {
                let text = line[field.clone()].trim_ascii();
                let is_null = self.table.is_json()
                    && text == b"null"
                    && line[..field.start].last() != Some(&b'"');
                match text.is_empty() || is_null {
                    true if self.counted && self.table.skip(line).is_none() => Answer::Counted,
                    true => Answer::Text(b""),
                    false => Answer::Text(text),
                }
            }
            Err(_) if line.trim_ascii().is_empty() => Answer::Text(b""),
            Err(bad) => Answer::Bad(bad),
        }
    }

    fn field(&self, line: &[u8]) -> Result<Range<usize>, BadLine> {
        if self.table.has_records()
            && memchr(b'"', line).is_none()
            && let Some(field) = self.table.plain_field(line)
        {
            return Ok(field);
        }
        self.table.field(line)
    }
}

/// Returns true if a line is `puzzle:count:solution`. The solution may be empty; `count+` means
/// that the search was cut short.
fn is_counted(line: &[u8]) -> bool {
    let mut parts = line.trim_ascii().split(|&byte| byte == b':');
    let (Some(puzzle), Some(count), Some(solution), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    let count = count.strip_suffix(b"+").unwrap_or(count);
    puzzle.len() >= 16
        && puzzle.iter().all(|byte| is_symbol(*byte) || byte.is_ascii_alphanumeric())
        && (1..=20).contains(&count.len())
        && count.iter().all(u8::is_ascii_digit)
        && (solution.is_empty() || solution.len() == puzzle.len())
}

/// Describes the problem of a line that has no field for a solution, with its column.
pub(crate) fn describe(bad: &BadLine) -> String {
    let column = bad.column;
    match &bad.problem {
        Problem::NoField { found, number, name } => {
            let fields = if *found == 1 { "field" } else { "fields" };
            let name = name.as_ref().map(|name| format!(" ({name})")).unwrap_or_default();
            format!("{column}: found {found} {fields}; expected a solution in field {number}{name}")
        }
        Problem::NoKey(key) => {
            format!("{column}: found no key {key:?}; expected one with a solution")
        }
        _ => bad.to_string(),
    }
}
