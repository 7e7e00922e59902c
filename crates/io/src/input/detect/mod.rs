//! Detects the layout of an input from its first lines, in one pass over a sample, which is
//! repeated with more lines while the sample is too short:
//!
//! shape and size → what is certain of the header → separator and column → the header.

mod columns;
mod guess;
mod header;
mod shape;

use super::{
    Open,
    answers::AnswerFormat,
    chunk::{Bytes, Chunk},
    grids::{Kind, RowStyle, Rows},
    layout::{Format, Layout},
    lines::{
        COMMENT, Lines, Notation, Preamble, Skip,
        line_end::last_line_end,
        symbols::{first_word, is_grid, symbol_values},
        without_bom,
    },
    records::{Sample, TableRows},
    table::{Column, Role, Table},
};
use columns::{column, of_cells};
pub(super) use guess::{Guess, guess};
pub(super) use header::is_record;
use header::{Head, is_count};
use shape::{CANDIDATES, Shape, has_dashes, has_gaps, shape};
use std::{ops::Range, sync::Arc};
use sudomill_core::{
    by_size::{Parsed, parse_line},
    error::NoColumn,
    grid::{Alphabet, Size},
};

/// Bytes that are examined. If they show nothing, the input is assumed to be lines of 9×9 without a
/// header.
const PREFIX: usize = 1 << 20;

/// The grids to look for.
#[derive(Clone, Copy, Debug)]
struct Wanted<'a> {
    how: &'a Open,
    size: Size,
    notation: Notation,
}

impl Wanted<'_> {
    fn guess(&self, text: &[u8], is_json: bool) -> Guess {
        guess(text, is_json, self.size, self.notation)
    }

    /// What a row has in the column of a table; `None` if it lacks the field.
    fn in_column(&self, row: &[u8], table: &Table) -> Option<Guess> {
        Some(self.guess(&row[table.field(row).ok()?], table.is_json()))
    }

    fn is_record(&self, line: &[u8]) -> bool {
        is_record(line, self.size, self.notation)
    }

    /// The index of a column with a grid, if the column of this table has none.
    fn elsewhere(&self, row: &[u8], table: &Table) -> Option<usize> {
        let is_grid = |field: Range<usize>| self.guess(&row[field], false).is_grid();
        let own = table.field(row).is_ok_and(is_grid);
        table.fields(row).position(is_grid).filter(|_| !own)
    }
}

impl Layout {
    /// Detects the layout from the first bytes of an input; `None` if more bytes are needed. `last`
    /// means that no more will come.
    ///
    /// # Errors
    /// The column does not exist.
    pub(super) fn detect(prefix: &[u8], last: bool, how: &Open) -> Option<Result<Self, NoColumn>> {
        let (sample, mark) = sample(prefix, last);
        let alphabet = how.symbols.map_or(Alphabet::default(), Alphabet::Custom);
        let comment = how.comment.or(Some(COMMENT));
        // Records may begin like comments.
        let found = shape(&sample, comment, how).or_else(|_| shape(&sample, how.comment, how));
        let layout = match found.unwrap_or_else(|assumed| assumed) {
            Shape::Grids(..) if let Some(column) = &how.column => Err(column.of_grids()),
            Shape::Grids(size, style, at) => {
                Ok(Self::of_grids(&sample, mark, how, Rows::new(size, alphabet, style), at))
            }
            Shape::Lines(size, candidates) => {
                let candidates = candidates && how.role == Role::Puzzles;
                let notation = Notation { alphabet, candidates };
                Self::of_table(&sample, mark, Wanted { how, size, notation })
            }
        };
        (!sample.is_short()).then_some(layout)
    }

    /// The layout of grids, the first of which, if each is a line, begins at an offset.
    fn of_grids(sample: &Sample, mark: usize, how: &Open, mut rows: Rows, at: usize) -> Self {
        rows.comment = how.comment.unwrap_or(COMMENT);
        if rows.width() > 1 && !rows.are_whole() {
            let found_dashes = has_dashes(&rows, sample.text);
            if let RowStyle::Symbols { dashes } = &mut rows.style {
                *dashes = sample.or_assume(found_dashes, false);
            }
            rows.has_gaps = sample.or_assume(has_gaps(&rows, sample.text), false);
        }
        let mut lines = TableRows { sample, at: 0, comment: Some(rows.comment), separator: None };
        let first = lines.next().unwrap_or_default();
        let skip = match rows.kind(first, &mut Vec::new()) {
            Kind::Row => None,
            _ if is_count(first) => Some(Skip::Count),
            _ => (rows.are_numbers() && rows.counts_up(first)).then_some(Skip::Header),
        };
        let start = lines.at - first.len();
        let rows_at = if rows.are_whole() { at } else { 0 };
        let table = |rows| Arc::new(Table { format: Format::Grids(rows), ..Table::default() });
        let mut layout = Self {
            candidates: rows.style == RowStyle::Candidates,
            preamble: preamble(skip.map(|skip| (start, start, skip)), rows_at, mark),
            table: table(rows),
            ..Self::of_lines(rows.size, rows.alphabet)
        };
        if !rows.are_numbers() && how.symbols.is_none() {
            layout.alphabet = sample.or_assume(layout.alphabet_in(sample.text), rows.alphabet);
            layout.table = table(rows.in_alphabet(layout.alphabet));
        }
        layout
    }

    /// The layout of lines, delimited text or JSON Lines.
    fn of_table(sample: &Sample, mark: usize, mut wanted: Wanted) -> Result<Self, NoColumn> {
        let Wanted { how, size, notation } = wanted;
        let mut head = Head::of(sample, &wanted);
        let mut table = match of_cells(sample, &mut head, &wanted) {
            Some(table) => table,
            None => Self::columns(sample, &mut head, &wanted)?,
        };
        wanted.size = table.cells.map_or(size, |cells| cells.size);
        let mut rows = head.rows;
        if how.comment.is_some() {
            table.comment = how.comment;
        } else if table.has_records() {
            rows = head.first_record(sample, &table, &wanted);
        }
        if let Some((_, last, Skip::Header)) = head.skip {
            let line = Lines::new(&sample.text[last..]).next().map_or(&b""[..], |line| line.1);
            table.header = Some(String::from_utf8_lossy(line.trim_ascii()).into_owned());
        }
        let is_usual = how.symbols.is_none() && table.cells.is_none();
        let mut layout = Self {
            candidates: notation.candidates,
            table: Arc::new(table),
            names_are_bytes: std::str::from_utf8(&sample.text[..head.rows]).is_err(),
            preamble: preamble(head.skip, rows, mark),
            ..Self::of_lines(wanted.size, notation.alphabet)
        };
        let below = &sample.text[head.rows..];
        if is_usual && size == Size::Nine && how.role == Role::Puzzles {
            let shown = layout.shows_candidates(below);
            layout.candidates = sample.or_assume(shown, notation.candidates);
        }
        if is_usual {
            layout.alphabet = sample.or_assume(layout.alphabet_in(below), notation.alphabet);
        }
        Ok(layout)
    }

    /// The columns of a text, if puzzles are in one of them. Completes the head.
    fn columns(sample: &Sample, head: &mut Head, wanted: &Wanted) -> Result<Table, NoColumn> {
        // If all rows begin like comments, they may be none.
        if wanted.how.comment.is_none() && head.rows_of(sample).next().is_none() {
            head.comment = None;
        }
        let found = column(sample, head, wanted, None)?;
        let mut table = found.expect("without a column to avoid, there is one");
        let first = head.rows_of(sample).next().filter(|_| wanted.how.column.is_some());
        table.elsewhere = first.and_then(|row| wanted.elsewhere(row, &table));
        head.recheck(sample, &table, wanted);
        if table.index < head.names.len() && !table.is_json() {
            table.names.clone_from(&head.names);
        }
        Ok(table)
    }

    /// Returns true if the first 9×9 puzzle in the column being read is given by candidates;
    /// another column may differ. `None` if no row decides.
    fn shows_candidates(&self, rows: &[u8]) -> Option<bool> {
        self.table.rows(rows).find_map(|(_, row)| {
            let text = super::cells::plain(&row[self.table.field(row).ok()?], self.table.is_json());
            let len = first_word(&text).len();
            [Size::Nine.cells(), CANDIDATES].contains(&len).then_some(len == CANDIDATES)
        })
    }

    /// Finds the column of solutions next to the puzzles: `Ok(None)` if there is none, an error if
    /// the given column does not exist, `None` if more bytes are needed.
    pub(super) fn beside(
        &self,
        prefix: &[u8],
        last: bool,
        wish: Option<&Column>,
    ) -> Option<Result<Option<AnswerFormat>, NoColumn>> {
        if self.rows().is_some() || self.table.cells.is_some() {
            return Some(wish.map_or(Ok(None), |column| Err(column.of_grids())));
        }
        let (sample, mark) = sample(prefix, last);
        let head = Head {
            rows: self.preamble.map_or(0, |preamble| preamble.rows as usize - mark),
            format: Some(self.table.format),
            names: self.table.names.clone(),
            comment: self.table.comment.or(Some(COMMENT)),
            ..Head::default()
        };
        let notation = Notation { alphabet: self.alphabet, candidates: false };
        let how = Open { role: Role::Solutions, column: wish.cloned(), ..Open::default() };
        let wanted = Wanted { how: &how, size: self.size, notation };
        let except = Some(self.table.index).filter(|_| wish.is_none());
        let found = column(&sample, &head, &wanted, except);
        let found = found.map(|table| Some(AnswerFormat::new(&table?, sample.text)));
        (!sample.is_short()).then_some(found)
    }

    /// Detects the layout of lines in memory, as for a file with the same lines. Reads only as many
    /// lines as needed.
    pub(crate) fn of_rows<'a>(mut rows: impl Iterator<Item = &'a [u8]>) -> Self {
        let (mut text, mut target) = (Vec::new(), 1 << 10);
        let layout = loop {
            while text.len() < target
                && let Some(row) = rows.next()
            {
                text.extend_from_slice(row);
                text.push(b'\n');
            }
            let last = text.len() < target;
            if let Some(Ok(layout)) = Self::detect(&text, last, &Open::default()) {
                break layout;
            }
            target *= 8;
        };
        Self { candidates: layout.candidates, ..Self::of_lines(layout.size, layout.alphabet) }
    }

    /// The alphabet of the first puzzle that determines one.
    fn alphabet_in(&self, text: &[u8]) -> Option<Alphabet> {
        if self.size <= Size::Nine {
            return Some(Alphabet::FromOne);
        }
        let mut chunk =
            Chunk::new(Bytes::Owned(text.to_vec()), Self { preamble: None, ..self.clone() });
        let (mut cursor, mut found) = (chunk.first_place(), None);
        while found.is_none()
            && let Some((record, _)) = chunk.next(&mut cursor, false, &mut |_, _| {})
        {
            found = detect_alphabet(chunk.text(&record), self.size);
        }
        found
    }
}

/// The lines above the rows, from offsets behind a byte-order mark of some length.
fn preamble(skip: Option<(usize, usize, Skip)>, rows: usize, mark: usize) -> Option<Preamble> {
    let absolute = |at: usize| (at + mark) as u64;
    let head = skip.map(|(first, last, skip)| (absolute(first), absolute(last), skip));
    (rows > 0 || head.is_some()).then_some(Preamble { head, rows: absolute(rows) })
}

/// Returns the lines to examine, and the length of the byte-order mark before them.
fn sample(prefix: &[u8], last: bool) -> (Sample<'_>, usize) {
    let text = &prefix[..prefix.len().min(PREFIX)];
    let is_whole = last && text.len() == prefix.len();
    let end = last_line_end(text, text.len(), false).unwrap_or(0);
    let (text, mark) = without_bom(if is_whole { text } else { &text[..end] });
    (Sample::new(text, is_whole || prefix.len() >= PREFIX), mark)
}

/// Detects the alphabet of a puzzle; `None` if it could be either.
///
/// The last digit of the alphabet from one (G on 16×16, P on 25×25) does not exist in the one from
/// zero. Zeros that do not repeat in any row, column or box are digits, not empty cells. Up to 9×9
/// there is only one alphabet.
fn detect_alphabet(text: &[u8], size: Size) -> Option<Alphabet> {
    let values = symbol_values(size, Alphabet::FromOne);
    if text.iter().any(|&byte| usize::from(values[usize::from(byte)]) == size.side()) {
        return is_grid(text, size, Alphabet::FromOne).then_some(Alphabet::FromOne);
    }
    let from_zero = Notation { alphabet: Alphabet::FromZero, candidates: false };
    let is_puzzle = || matches!(parse_line(text, size, from_zero), Parsed::Puzzle(_));
    (text.contains(&b'0') && is_puzzle()).then_some(Alphabet::FromZero)
}
