//! Puzzles that a spreadsheet took for numbers, their zeros in front put back; pure.

use super::{Chunk, Lines, parse::has_lost_zeros};
use crate::{for_size, grid::Order};

/// The text of a chunk with the zeros. Lines stay where they are.
pub(super) fn restored(chunk: &Chunk) -> Vec<u8> {
    for_size!(chunk.layout.size, O => restored_in::<O>(chunk))
}

fn restored_in<'a, O: Order>(chunk: &'a Chunk) -> Vec<u8> {
    let (bytes, table) = (chunk.bytes(), &chunk.layout.table);
    let mut text = Vec::with_capacity(bytes.len() + bytes.len() / 16);
    let mut lines = Lines::new(bytes);
    let mut copied = 0;
    let next = |lines: &mut Lines<'a>| match table.has_records() {
        true => lines.next_record().map(|(at, line, _)| (at, line)),
        false => lines.next(),
    };
    while let Some((at, line)) = next(&mut lines) {
        let Some(field) = table.field(line).ok().filter(|_| !line.starts_with(b"#")) else {
            continue;
        };
        // A number of JSON cannot begin with zeros, but a string can.
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
