//! The record of a line: where its puzzle is, or what is wrong with it.

use super::{
    cells,
    layout::Layout,
    lines::{MAX_LINE, line_end::without_line_end, position::place, symbols::first_word},
};
use std::ops::Range;
use sudomill_core::{
    by_size::{Parsed, has_symbols, parse_field, parse_line},
    error::{BadLine, Problem},
    grid::Alphabet,
    puzzle_line::parse::{has_lost_zeros, oversized},
};

/// A record of a chunk.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Record {
    /// The number of newlines before it.
    pub newlines: u32,
    /// The offset of the symbols of the puzzle; of a bad one, that of its field or record. Beyond
    /// the chunk's bytes are the symbols that were written anew.
    pub at: u32,
    pub len: u32,
    /// The range of the record, without the newline; empty if it is too long.
    pub start: u32,
    pub end: u32,
    /// The number of fields in the record, none of them quoted; 0 if they were not counted.
    pub fields: u32,
}

/// Tells where in its line each symbol of a puzzle stands that was written anew; or where the first
/// error is.
type Written<'a> = Result<Box<dyn Fn(usize) -> usize + 'a>, (usize, Problem)>;

impl Layout {
    /// Parses the record in this range of a text. If `checks_clues` is not set, its clues may
    /// repeat a digit.
    pub(super) fn record(
        &self,
        bytes: &[u8],
        range: Range<usize>,
        scratch: &mut Vec<u8>,
        checks_clues: bool,
    ) -> (Record, Option<BadLine>) {
        let (line, begun) = (&bytes[range.clone()], scratch.len());
        let (found, kept) = match oversized(line) {
            // How much of an over-long record a chunk holds may vary.
            Some(bad) => {
                let shown = 0..line[..MAX_LINE].trim_ascii_end().len();
                (Err((shown, bad)), range.start..range.start)
            }
            None => (self.puzzle(line, scratch, checks_clues), range.clone()),
        };
        let (text, bad) = match found {
            Ok(text) => (text, None),
            Err((shown, bad)) => (shown, Some(bad)),
        };
        let (mut at, mut len) = (range.start + text.start, text.len());
        match bad {
            Some(_) => scratch.truncate(begun),
            None if scratch.len() == begun => {}
            None => (at, len) = (bytes.len() + begun, scratch.len() - begun),
        }
        let (at, len, start, end) = (at as u32, len as u32, kept.start as u32, kept.end as u32);
        (Record { at, len, start, end, ..Record::default() }, bad)
    }

    /// Finds the puzzle of a record: its range, unless it is written anew.
    ///
    /// # Errors
    /// The range to show, and what is wrong.
    fn puzzle(
        &self,
        line: &[u8],
        scratch: &mut Vec<u8>,
        checks_clues: bool,
    ) -> Result<Range<usize>, (Range<usize>, BadLine)> {
        let Self { size, ref table, .. } = *self;
        let (notation, begun) = (self.notation(), scratch.len());
        let is_sure = |text: &[u8]| !checks_clues && has_symbols(text, size, notation);
        let whole = 0..without_line_end(line).len();
        let field = table.field(line).map_err(|bad| (whole.clone(), bad))?;
        let text = &line[field.clone()];
        if table.cells.is_none() && is_sure(text) && table.misplaced(line, text).is_none() {
            return Ok(field);
        }
        let shown = if table.has_columns() { field.clone() } else { whole };
        let bad = |at, problem| (shown.clone(), BadLine::new(place(line, at), problem));
        if let Some(written) = self.written(line, field.clone(), scratch) {
            let place_of = written.map_err(|(at, problem)| bad(at, problem))?;
            return match parse_line(&scratch[begun..], size, notation) {
                Parsed::Bad(found) if !is_sure(&scratch[begun..]) => {
                    Err(bad(place_of(found.column - 1), found.problem))
                }
                _ => Ok(field),
            };
        }
        match parse_field(line, field, size, notation) {
            Parsed::Puzzle(puzzle) => match table.misplaced(line, text) {
                Some(found) => {
                    let expected = table.expected_fields();
                    Err(bad(line.trim_ascii_end().len(), Problem::Fields { found, expected }))
                }
                None => {
                    let start = puzzle.as_ptr().addr() - line.as_ptr().addr();
                    Ok(start..start + puzzle.len())
                }
            },
            Parsed::Bad(bad) => Err((shown, bad)),
            Parsed::Skip(_) => {
                Err(bad(shown.start, Problem::Short { found: 0, expected: size.cells() }))
            }
        }
    }

    /// Appends the symbols of a puzzle that are not in its field in one piece; `None` if they are.
    fn written<'a>(
        &self,
        line: &'a [u8],
        field: Range<usize>,
        out: &mut Vec<u8>,
    ) -> Option<Written<'a>> {
        let Self { size, ref table, candidates, alphabet, .. } = *self;
        let (text, start, is_json) = (&line[field.clone()], field.start, table.is_json());
        if let Some(columns) = table.cells {
            let mut fields: Vec<_> = table.fields(line).collect();
            let (found, expected) = (fields.len(), columns.fields);
            if found != expected {
                let end = line.trim_ascii_end().len();
                return Some(Err((end, Problem::Fields { found, expected })));
            }
            fields.drain(..table.index);
            let values = fields.iter().map(|field| &line[field.clone()]);
            return Some(match cells::of_columns(values, size, out) {
                Ok(()) => Ok(Box::new(move |cell| fields[cell].start)),
                Err((cell, problem)) => Err((fields[cell].start, problem)),
            });
        }
        if self.restore_zeros && !candidates && has_lost_zeros(text, size) {
            let zeros = size.cells() - text.len();
            out.resize(out.len() + zeros, b'0');
            out.extend(text);
            return Some(Ok(Box::new(move |cell| start + cell.saturating_sub(zeros))));
        }
        let word = first_word(text);
        if word.len() > size.cells() / 2 && memchr::memchr(b'+', word).is_some() {
            let places = cells::without_signs(word);
            out.extend(places.clone().map(|at| word[at]));
            let end = field.end;
            return Some(Ok(Box::new(move |cell| {
                places.clone().nth(cell).map_or(end, |at| start + at)
            })));
        }
        if is_json
            && line[..start].ends_with(b"\"")
            && let Some(decoded) = cells::decoded(text)
        {
            let at = move |character| start + cells::character_at(text, character);
            return Some(match cells::read_string(&decoded, size, out) {
                Ok(()) => {
                    Ok(Box::new(move |cell| at(cells::place_in_string(&decoded, size, cell))))
                }
                Err((character, problem)) => Err((at(character), problem)),
            });
        }
        if candidates || alphabet != Alphabet::FromOne || !table.has_columns() {
            return None;
        }
        if cells::read(text, size, out) {
            return Some(Ok(Box::new(move |cell| start + cells::place(text, size, cell))));
        }
        let fault = || cells::fault(text, size);
        (is_json && text.starts_with(b"[")).then(fault).map(|(at, it)| Err((start + at, it)))
    }
}
