//! The columns that the rows of two inputs have in common: of keys, which join them, and of other values.

use sudomill_input::{Column, Error, Table, escapes::decoded, field_value, missing::is_no_value};

/// The column whose values join the rows of two inputs.
pub struct KeyColumn {
    /// Its index, from 0.
    index: usize,
    /// What messages call it.
    pub name: String,
}

impl KeyColumn {
    /// The column of a table that the user chose. Messages call the input `path`.
    ///
    /// # Errors
    /// The table has no such column.
    pub fn of(table: &Table, wanted: &Column, path: &str) -> Result<Self, Error> {
        let index = table.index_of(wanted, path)?;
        let name = table.columns().get(index).filter(|name| !name.is_empty());
        let name = name.map_or_else(|| format!("column {}", index + 1), String::clone);
        Ok(Self { index, name })
    }

    /// The key of a row of this table, as text: the same in every format. `None` if the row has none.
    pub fn key(&self, table: &Table, row: &[u8]) -> Option<Vec<u8>> {
        let range = table.field_of(row, self.index).ok()??;
        let text = row[range.clone()].trim_ascii();
        let is_quoted = row[..range.start].ends_with(b"\"");
        let key = match (table.is_json(), is_quoted) {
            (true, true) => decoded(text).map_or_else(|| text.to_vec(), String::into_bytes),
            (true, false) if is_no_value(text) => return None,
            (false, true) => field_value(&row[range.start - 1..=range.end]).into_owned(),
            (_, false) => text.to_vec(),
        };
        Some(key).filter(|key| !key.is_empty())
    }
}

/// A row of a table.
#[derive(Clone, Copy)]
pub struct TableRow<'a> {
    /// Its table.
    pub table: &'a Table,
    /// Its text, as it is in the input.
    pub text: &'a [u8],
}

impl<'a> TableRow<'a> {
    /// The index of another column than the one that is read, by its name.
    fn place(self, name: &str) -> Option<usize> {
        let is_same = |it: &String| it.eq_ignore_ascii_case(name);
        let index = self.table.columns().iter().position(is_same);
        index.filter(|index| index + 1 != self.table.number())
    }

    /// The column that the tables of both rows have and neither reads, one of identifiers before others: its
    /// name, and its values in the rows. `None` if there is none, or if a row lacks it.
    pub fn shared(self, other: Self) -> Option<(&'a str, [&'a [u8]; 2])> {
        let is_shared = |name: &&String| {
            !name.is_empty() && self.place(name).is_some() && other.place(name).is_some()
        };
        let mut shared = self.table.columns().iter().filter(is_shared);
        let name = shared.clone().find(|name| is_identifier(name)).or_else(|| shared.next())?;
        let value = |row: Self| {
            let field = row.table.field_of(row.text, row.place(name)?).ok()??;
            Some(row.text[field].trim_ascii())
        };
        Some((name, [value(self)?, value(other)?]))
    }
}

/// Returns true for names such as `id`, `puzzle_id` and `puzzleId`, but not for `grid`.
fn is_identifier(name: &str) -> bool {
    name.eq_ignore_ascii_case("id")
        || ["_id", "-id", " id", "Id", "ID"].iter().any(|end| name.ends_with(end))
}
