//! The lines of a file of solutions that are answers.

use super::{chunk::Chunk, record::Record};

/// Locates the answers in a chunk of a file of solutions; also returns its number of newlines. A blank line and a
/// comment are answers unless lines have columns.
pub fn answer_lines(chunk: &mut Chunk) -> (Vec<Record>, u64) {
    let Some(format) = chunk.layout.solutions.as_ref().filter(|_| !chunk.has_grids()) else {
        let (lines, newlines) = chunk.read_all();
        return (lines.into_iter().filter_map(|(_, line)| Some(line.ok()?.0)).collect(), newlines);
    };
    let table = &format.table;
    // Skip the rest of an answer in the previous chunk.
    let cursor = chunk.cursor();
    let mut rows = Vec::new();
    let mut lines = cursor.lines(chunk.bytes());
    loop {
        let newlines = lines.newlines() as u32;
        let Some((at, line)) = lines.next_row(cursor.separator) else {
            return (rows, lines.newlines());
        };
        let is_skipped = table.has_columns() && table.skip(line).is_some();
        let offset = chunk.span.at.offset + at as u64;
        let is_above = format.has_head && chunk.layout.preamble.skip(offset, line).is_some();
        if !is_skipped && !is_above {
            let len = line.len() as u32;
            rows.push(Record { at: at as u32, len, newlines, ..Record::default() });
        }
    }
}
