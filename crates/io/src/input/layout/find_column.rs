//! Finds the puzzle column of a table in memory, by the same rules as in a file.

use super::shape::{DetectedShape, shape};
use crate::input::{
    lines::symbols::symbol_values as symbols,
    table::{Column, Role, Search, TableStart, survey},
};
use sudomill_core::{error::NoColumn, grid::Alphabet};

/// Finds the column with this role in a table in memory, as in a file with these column names and
/// first rows. Columns count from 0.
///
/// ```
/// # mod sudomill { pub use {sudomill_core::*, sudomill_io::*}; }
/// use sudomill::input::{find_column, Role};
/// let names = ["solution", "text"].map(str::to_owned);
/// let rows = [vec!["1432321441232341", "1...4.....2....3"]];
/// assert_eq!(find_column(&names, &rows, Role::Puzzles, None), Ok(1));
/// ```
///
/// # Errors
/// The column does not exist.
pub fn find_column<S: AsRef<str>>(
    names: &[String],
    rows: &[Vec<S>],
    role: Role,
    column: Option<&Column>,
) -> Result<usize, NoColumn> {
    let mut text = Vec::new();
    for row in rows {
        for (index, field) in row.iter().enumerate() {
            text.extend(if index > 0 { &b",\""[..] } else { b"\"" });
            text.extend(field.as_ref().replace('"', "\"\"").bytes());
            text.push(b'"');
        }
        text.push(b'\n');
    }
    let head = TableStart::of_table(names);
    let form = shape(&text, &head, None, None).unwrap_or_else(|scan| scan.end());
    let DetectedShape { size, candidates, .. } = form;
    let candidates = candidates && role == Role::Puzzles;
    let symbols = symbols(size, Alphabet::FromOne);
    let search = Search { role, column, side: size.side(), candidates, symbols: &symbols };
    let table = survey(&text, &head, &search, true).expect("the end is known");
    table.map(|table| table.number() - 1)
}
