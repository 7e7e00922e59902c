//! The place of the solution in each line of a file.

use super::{
    lines::{Lines, symbols::is_symbol, without_bom},
    table::{Role, Table, has_known_name},
};
use std::sync::Arc;

/// The place of the solution in each line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerFormat {
    pub(super) table: Arc<Table>,
    /// True if the lines are `puzzle:count:solution`.
    pub(super) counted: bool,
    /// True if the first line may be a header.
    pub(super) has_head: bool,
}

impl AnswerFormat {
    /// Determines the format of a file with this table, whose first bytes are `text`.
    pub fn new(table: &Table, text: &[u8]) -> Self {
        let first = Lines::new(without_bom(text).0)
            .map(|(_, line)| line)
            .find(|line| table.skip(line).is_none());
        let counted = !table.has_columns() && first.is_some_and(is_counted);
        // In a file of blank lines alone, each of them is an answer.
        let mut table = if first.is_some() { table.clone() } else { Table::default() };
        // Where lines hold only a solution, a header needs a known name, because words such as
        // `gave-up` may be answers.
        let has_head =
            table.has_columns() || !counted && table.index > 0 || has_known_name(table.columns());
        if counted {
            table.index = 2;
        }
        table.role = Role::Solutions;
        Self { table: Arc::new(table), counted, has_head }
    }
}

/// Returns true if a line is `puzzle:count:solution`. The solution may be empty; `count+` means
/// that the search was cut short.
fn is_counted(line: &[u8]) -> bool {
    let parts: Vec<_> = line.trim_ascii().split(|&byte| byte == b':').collect();
    let [puzzle, count, solution] = parts[..] else { return false };
    let count = count.strip_suffix(b"+").unwrap_or(count);
    puzzle.len() >= 16
        && puzzle.iter().all(|byte| is_symbol(*byte) || byte.is_ascii_alphanumeric())
        && (1..=20).contains(&count.len())
        && count.iter().all(u8::is_ascii_digit)
        && (solution.is_empty() || solution.len() == puzzle.len())
}
