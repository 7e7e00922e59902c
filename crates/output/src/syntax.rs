//! How a table is written: what stands around its values. To add a syntax, implement [`Syntax`] in a file
//! of the folder `format`, and name it in the table of [`Format`](super::Format).

use std::{borrow::Cow, str::Utf8Error};
use sudomill_input::{Table, field_value};

/// The syntax of a table. Its methods return constants wherever they can: the writer of rows is
/// compiled for each syntax, and lays out once what is the same in all rows.
pub trait Syntax: Sync {
    /// Returns the lines above the rows.
    fn header(&self, names: &[&[u8]]) -> Vec<u8>;

    /// What opens a row.
    fn open(&self) -> &'static str;

    /// What stands between two values.
    fn between(&self) -> &'static str;

    /// What closes a row, with its newline.
    fn close(&self) -> &'static str;

    /// Returns what stands in front of each value of a column; `None` if the place of a value in
    /// its row tells the column.
    fn key(&self, _name: &str) -> Option<String> {
        None
    }

    /// The quotes around symbols and names, in which nothing has to be escaped.
    fn quote(&self) -> &'static str {
        ""
    }

    /// What stands for a missing value.
    fn missing(&self) -> &'static str {
        ""
    }

    /// Writes any text.
    fn text(&self, text: &[u8], out: &mut Vec<u8>);

    /// Mends a row that is written from `start` on, if a reader would not take it for a row.
    fn mend(&self, _start: usize, _out: &mut Vec<u8>) {}

    /// Returns true if whole records of such an input can be copied.
    fn copies_records(&self, _input: &Table) -> bool {
        false
    }

    /// Writes a field of delimited text: with its quotes, if it has any.
    ///
    /// # Errors
    /// The field has bytes that the syntax cannot represent.
    fn field(&self, field: &[u8], out: &mut Vec<u8>) -> Result<(), Utf8Error> {
        self.text(&field_value(field), out);
        Ok(())
    }

    /// Writes a value of a JSON object.
    fn json_value(&self, value: &[u8], out: &mut Vec<u8>) {
        match serde_json::from_slice::<Cow<str>>(value) {
            _ if value == b"null" => out.extend_from_slice(self.missing().as_bytes()),
            Ok(text) => self.text(text.as_bytes(), out),
            Err(_) => self.text(value, out),
        }
    }
}

/// Writes the names of a header, each behind what opens a row or separates two values.
pub fn names(syntax: &dyn Syntax, names: &[&[u8]], out: &mut Vec<u8>) {
    out.extend_from_slice(syntax.open().as_bytes());
    for (number, name) in names.iter().enumerate() {
        if number > 0 {
            out.extend_from_slice(syntax.between().as_bytes());
        }
        syntax.text(name, out);
    }
    out.extend_from_slice(syntax.close().as_bytes());
}
