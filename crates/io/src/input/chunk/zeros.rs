//! Restores leading zeros of puzzles that a spreadsheet read as numbers.

use crate::input::{
    lines::{Lines, parse::has_lost_zeros},
    table::Table,
};
use sudomill_core::grid::Order;

/// Returns the text with zeros restored. The number of lines does not change.
pub(super) fn restored<O: Order>(bytes: &[u8], table: &Table) -> Vec<u8> {
    let mut text = Vec::with_capacity(bytes.len() + bytes.len() / 16);
    let mut lines = Lines::new(bytes);
    let mut copied = 0;
    while let Some((at, line)) = lines.next_row(table.separator()) {
        let Some(field) = table.field(line).ok().filter(|_| table.skip(line).is_none()) else {
            continue;
        };
        // A JSON number cannot begin with zeros, so it becomes a string.
        let is_number = table.is_json() && line.get(field.start.wrapping_sub(1)) != Some(&b'"');
        if has_lost_zeros::<O>(&line[field.clone()]) {
            let quote = if is_number { &b"\""[..] } else { b"" };
            text.extend(&bytes[copied..at + field.start]);
            text.extend(quote);
            text.resize(text.len() + O::CELLS - field.len(), b'0');
            text.extend(&line[field.clone()]);
            text.extend(quote);
            copied = at + field.end;
        }
    }
    text.extend(&bytes[copied..]);
    text
}
