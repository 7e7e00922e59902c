//! Rewrites the text of a chunk before it is parsed: arrays and strings with escapes in JSON Lines,
//! separated cells in a field, and the leading zeros that a spreadsheet removed.

use crate::input::{
    layout::Layout,
    lines::{MAX_LINE, line_end::count as line_ends, without_bom},
    table::{json_symbols, spread_symbols, whole_values},
};
use memchr::{memchr, memchr2};
use sudomill_core::puzzle_line::parse::has_lost_zeros;

/// Returns the bytes to parse in place of these, with lost zeros restored if `zeros` is set; `None`
/// if nothing has to be rewritten.
pub(super) fn rewritten(bytes: &[u8], layout: &Layout, zeros: bool) -> Option<Vec<u8>> {
    let has_escapes = || layout.table.is_json() && memchr(b'\\', bytes).is_some();
    let plain = (layout.spread || has_escapes()).then(|| with_plain_puzzles(bytes, layout));
    let text = plain.as_deref().unwrap_or(bytes);
    let with_zeros = zeros.then(|| with_zeros(text, layout));
    with_zeros.or(plain)
}

/// Replaces each puzzle with its symbols, padded with spaces, so that every other byte keeps its
/// offset. In JSON Lines, solutions are replaced as well.
fn with_plain_puzzles(bytes: &[u8], layout: &Layout) -> Vec<u8> {
    let Layout { size, ref table, ref solutions, .. } = *layout;
    let solutions = solutions.as_ref().and_then(|format| format.table.column());
    let keys: Vec<_> = table.column().into_iter().chain(solutions).collect();
    let (mark, mut text) = (without_bom(bytes).1, bytes.to_vec());
    let (mut found, mut symbols) = (Vec::new(), Vec::new());
    for (at, row) in table.rows(&bytes[mark..]) {
        let row_text = &mut text[mark + at..][..row.len()];
        if !table.is_json() {
            symbols.clear();
            let field = match table.cells {
                Some(columns) => columns.symbols(row, table, &mut symbols),
                None => table
                    .field(row)
                    .ok()
                    .filter(|field| spread_symbols(&row[field.clone()], size, &mut symbols)),
            };
            if let Some(field) = field {
                overwrite(&mut row_text[field], &symbols);
            }
            continue;
        }
        if row.len() > MAX_LINE || memchr2(b'[', b'\\', row).is_none() {
            continue;
        }
        found.clear();
        let is_object = whole_values(row, |key, value| {
            if keys.contains(&key) {
                found.push(value);
            }
        });
        for value in found.drain(..).filter(|_| is_object) {
            symbols.clear();
            symbols.push(b'"');
            if json_symbols(&row[value.clone()], size, &mut symbols) {
                symbols.push(b'"');
                overwrite(&mut row_text[value], &symbols);
            }
        }
    }
    text
}

/// Writes the symbols of a puzzle over its text. Line ends go to the end, where they are trimmed
/// along with the spaces: the number of lines must not change.
fn overwrite(place: &mut [u8], symbols: &[u8]) {
    // Not the ends themselves: a CR before an LF that was apart from it would end one line with it.
    let behind = place.len() - line_ends(place) as usize;
    place.fill(b' ');
    place[..symbols.len()].copy_from_slice(symbols);
    place[behind..].fill(b'\n');
}

/// Returns the text with zeros restored. The number of lines does not change.
fn with_zeros(bytes: &[u8], &Layout { size, ref table, .. }: &Layout) -> Vec<u8> {
    let mut text = Vec::with_capacity(bytes.len() + bytes.len() / 16);
    let mut copied = 0;
    for (at, line) in table.rows(bytes) {
        let Ok(field) = table.field(line) else { continue };
        // A JSON number cannot begin with zeros, so it becomes a string.
        let is_number = table.is_json() && line.get(field.start.wrapping_sub(1)) != Some(&b'"');
        if has_lost_zeros(&line[field.clone()], size) {
            let quote = if is_number { &b"\""[..] } else { b"" };
            text.extend(&bytes[copied..at + field.start]);
            text.extend(quote);
            text.resize(text.len() + size.cells() - field.len(), b'0');
            text.extend(&line[field.clone()]);
            text.extend(quote);
            copied = at + field.end;
        }
    }
    text.extend(&bytes[copied..]);
    text
}
