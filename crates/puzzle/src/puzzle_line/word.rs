//! Divides a line into words.

use super::symbols::{has_blank_cells, is_separator};
use crate::grid::Size;
use std::ops::Range;

/// The words of a line: its fields between any of [`SEPARATORS`](super::SEPARATORS), without
/// surrounding quotes.
pub fn words(line: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut next = Some(skip_spaces(line, 0));
    let line = line.trim_ascii_end();
    std::iter::from_fn(move || {
        let start = next?;
        let quoted = blank_cells(line, start).map_or(start, |end| end + 1);
        let len = line.get(quoted..)?.iter().position(|&byte| is_separator(byte));
        let len = len.map(|len| quoted - start + len);
        let end = len.map_or(line.len(), |len| start + len);
        next = len.map(|_| {
            let end = skip_spaces(line, end);
            let is_other = line.get(end).is_some_and(|&byte| is_separator(byte));
            if is_other { skip_spaces(line, end + 1) } else { end }
        });
        Some(unquoted(line, start..end))
    })
}

fn skip_spaces(line: &[u8], from: usize) -> usize {
    let rest = line[from..].iter();
    from + rest.take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// The range without the spaces at both ends.
#[inline]
pub fn trimmed(line: &[u8], field: Range<usize>) -> Range<usize> {
    let text = &line[field.clone()];
    let start = field.start + (text.len() - text.trim_ascii_start().len());
    start..start + text.trim_ascii().len()
}

/// The range without quotes around it, or the apostrophe before it.
pub fn unquoted(line: &[u8], field: Range<usize>) -> Range<usize> {
    match &line[field.clone()] {
        [b'"', .., b'"'] | [b'\'', .., b'\''] => match blank_cells(line, field.start) {
            Some(end) if end + 1 == field.end => field.start + 1..end,
            _ => trimmed(line, field.start + 1..field.end - 1),
        },
        // Skip the apostrophe by which spreadsheets mark text.
        [b'\'', inner @ ..] if is_grid(inner) => field.start + 1..field.end,
        _ => field,
    }
}

/// The end of the puzzle whose empty cells are blanks in the quotes that begin here: its closing quote.
fn blank_cells(line: &[u8], quote: usize) -> Option<usize> {
    let (&open, text) = line.get(quote..)?.split_first()?;
    if !b"\"'".contains(&open) {
        return None;
    }
    let len = memchr::memchr(open, text)?;
    has_blank_cells(&text[..len], Size::from_cells(len)?).then_some(quote + 1 + len)
}

/// Returns true if a text is as long as a grid.
fn is_grid(text: &[u8]) -> bool {
    Size::from_cells(text.len()).is_some()
}
