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
use header::Head;
pub(super) use header::is_record;
use shape::{Shape, Style, has_candidates, shape, style};
use std::sync::Arc;
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
    role: Role,
    /// The column that the user chose.
    column: Option<&'a Column>,
    size: Size,
    notation: Notation,
}

impl Wanted<'_> {
    fn guess(&self, text: &[u8], is_json: bool) -> Guess {
        guess(text, is_json, self.size, self.notation)
    }

    /// The number of symbols of a grid.
    fn cells(&self) -> usize {
        self.size.cells() * if self.notation.candidates { self.size.side() } else { 1 }
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
                let notation = Notation { alphabet, candidates };
                Self::of_table(&sample, mark, how, size, notation)
            }
        };
        (!sample.is_short()).then_some(layout)
    }

    /// The layout of grids, the first of which, if each is a line, begins at an offset.
    fn of_grids(sample: &Sample, mark: usize, how: &Open, mut rows: Rows, at: usize) -> Self {
        rows.comment = how.comment.unwrap_or(COMMENT);
        if rows.width() > 1 && !rows.are_whole() {
            let found = sample.or_assume(style(&rows, sample.text), Style::default());
            rows.has_gaps = found.has_gaps;
            if !rows.are_numbers() && rows.style != RowStyle::Candidates {
                rows.style = RowStyle::Symbols { dashes: found.dashes };
            }
        }
        let mut lines = TableRows { sample, at: 0, comment: Some(rows.comment), separator: None };
        let first = lines.next().unwrap_or_default();
        let start = (lines.at - first.len() + mark) as u64;
        let is_row = rows.kind(first, &mut Vec::new()) == Kind::Row;
        let digits = first.trim_ascii();
        let is_count = (1..=10).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit);
        let skip = match is_row {
            false if is_count => Some((start, start, Skip::Count)),
            false if rows.are_numbers() && rows.counts_up(first) => {
                Some((start, start, Skip::Header))
            }
            _ => None,
        };
        let rows_at = if rows.are_whole() { at } else { 0 };
        let preamble = Preamble { head: skip, rows: (rows_at + mark) as u64 };
        let mut layout = Self {
            candidates: rows.style == RowStyle::Candidates,
            preamble: (rows_at > 0 || skip.is_some()).then_some(preamble),
            ..Self::of_lines(rows.size, rows.alphabet)
        };
        layout.table = Arc::new(Table { format: Format::Grids(rows), ..Table::default() });
        if !rows.are_numbers() && how.symbols.is_none() {
            layout.alphabet = sample.or_assume(layout.alphabet_in(sample.text), rows.alphabet);
            let format = Format::Grids(rows.in_alphabet(layout.alphabet));
            layout.table = Arc::new(Table { format, ..Table::default() });
        }
        layout
    }

    /// The layout of lines, delimited text or JSON Lines.
    fn of_table(
        sample: &Sample,
        mark: usize,
        how: &Open,
        size: Size,
        mut notation: Notation,
    ) -> Result<Self, NoColumn> {
        notation.candidates &= how.role == Role::Puzzles;
        let mut wanted = Wanted { role: how.role, column: how.column.as_ref(), size, notation };
        let mut head = Head::of(sample, how, &wanted);
        let is_usual = how.symbols.is_none();
        let cells = match is_usual && how.role == Role::Puzzles {
            true => of_cells(sample, &mut head, &wanted, how.header == Some(false)),
            false => None,
        };
        if let Some(cells) = cells.as_ref().and_then(|table| table.cells) {
            wanted.size = cells.size;
        }
        let has_cells = cells.is_some();
        let mut table = match cells {
            Some(table) => table,
            None => {
                // If all rows begin like comments, they are none.
                if how.comment.is_none() && head.rows_of(sample).next().is_none() {
                    let mut rows = TableRows { comment: None, ..head.rows_of(sample) };
                    let is_record = |row: &[u8]| {
                        let fields = head.format.map_or(0, |format| format.fields(row).count());
                        fields > 1 && fields == head.names.len()
                            || head.formats().iter().any(|format| {
                                let is_lines = *format == Format::Lines;
                                let mut later = format.fields(row).skip(1);
                                !is_lines
                                    && later.any(|it| wanted.guess(&row[it], false) != Guess::Other)
                            })
                    };
                    if rows.next().is_some_and(is_record) {
                        head.comment = None;
                    }
                }
                let found = column(sample, &head, &wanted, None).map_err(|mut missing| {
                    // The rows may reveal names that the first line alone does not.
                    let any = Open { column: None, ..how.clone() };
                    if let Ok(found) = Self::of_table(sample, mark, &any, size, notation)
                        && !found.table.names.is_empty()
                    {
                        missing.names.clone_from(&found.table.names);
                    }
                    missing
                })?;
                found.expect("there is always a column")
            }
        };
        if how.column.is_some() && !has_cells {
            table.elsewhere = elsewhere(sample, &head, &table, &wanted);
        }
        if !has_cells {
            head.recheck(sample, &table, &wanted);
            if table.index < head.names.len() && !table.is_json() {
                table.names.clone_from(&head.names);
            }
        }
        let has_first = table.has_records() && how.comment.is_none();
        let first = has_first.then(|| first_record(sample, &head, &table, &wanted));
        if how.comment.is_some() {
            table.comment = how.comment;
        }
        let is_above = |last: usize| first.is_none_or(|first| last < first);
        let skip = head.skip.filter(|skip| is_above(skip.1));
        let absolute =
            |(first, last, skip)| (first as u64 + mark as u64, last as u64 + mark as u64, skip);
        let rows = first.or(skip.map(|_| head.rows)).unwrap_or(0);
        let preamble = Preamble { head: skip.map(absolute), rows: (rows + mark) as u64 };
        if let Some((_, last, Skip::Header)) = skip {
            let line = Lines::new(&sample.text[last..]).next().map_or(&b""[..], |line| line.1);
            table.header = Some(String::from_utf8_lossy(line.trim_ascii()).into_owned());
        }
        let mut layout = Self {
            candidates: notation.candidates,
            table: Arc::new(table),
            names_are_bytes: std::str::from_utf8(&sample.text[..head.rows]).is_err(),
            preamble: (rows > 0).then_some(preamble),
            ..Self::of_lines(wanted.size, notation.alphabet)
        };
        let below = &sample.text[head.rows..];
        if wanted.size == Size::Nine && is_usual && !has_cells && how.role == Role::Puzzles {
            let shown = layout.shows_candidates(below);
            layout.candidates = sample.or_assume(shown, notation.candidates);
        }
        if is_usual && !has_cells {
            layout.alphabet = sample.or_assume(layout.alphabet_in(below), notation.alphabet);
        }
        Ok(layout)
    }

    /// Returns true if the first 9×9 puzzle in the column being read is given by candidates;
    /// another column may differ. `None` if no row decides.
    fn shows_candidates(&self, rows: &[u8]) -> Option<bool> {
        self.table.rows(rows).find_map(|(_, row)| {
            let text = super::cells::plain(&row[self.table.field(row).ok()?], self.table.is_json());
            let is_shown = first_word(&text).len() == Size::Nine.cells();
            if has_candidates(&text) { Some(true) } else { is_shown.then_some(false) }
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
        let wanted = Wanted { role: Role::Solutions, column: wish, size: self.size, notation };
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

/// The index of a column with a puzzle in the first row, if the column chosen by the user has none.
fn elsewhere(sample: &Sample, head: &Head, table: &Table, wanted: &Wanted) -> Option<usize> {
    let row = head.rows_of(sample).next()?;
    let is_grid = |field: &_| {
        let field: &std::ops::Range<usize> = field;
        matches!(wanted.guess(&row[field.clone()], false), Guess::Grid { .. })
    };
    let index = table.fields(row).position(|field| is_grid(&field))?;
    let own = table.field(row).ok().filter(is_grid);
    own.is_none().then_some(index)
}

/// Finds the offset of the first record of delimited text. Before it, a line that begins with `#`
/// is a comment, unless its puzzle field holds a puzzle, or it has as many fields as the header: it
/// may begin with a missing value, such as `#N/A`.
fn first_record(sample: &Sample, head: &Head, table: &Table, wanted: &Wanted) -> usize {
    let separator = table.separator();
    let mut rows = TableRows { comment: None, separator, ..head.rows_of(sample) };
    while let Some(row) = rows.next() {
        let is_comment = head.comment.is_some() && row.first().copied() == head.comment;
        let names = table.cells.map_or(head.names.len(), |cells| cells.fields);
        let is_row = || names > 1 && table.fields(row).count() == names;
        let is_puzzle = || wanted.in_column(row, table).is_some_and(|guess| guess != Guess::Other);
        if !is_comment || is_row() || is_puzzle() {
            return rows.at - row.len();
        }
    }
    sample.text.len()
}

/// Returns the lines to examine, and the length of the byte-order mark before them.
fn sample(prefix: &[u8], last: bool) -> (Sample<'_>, usize) {
    let (prefix, last) = match prefix.get(..PREFIX) {
        Some(start) => (start, last && prefix.len() == PREFIX),
        None => (prefix, last),
    };
    let complete = match last {
        true => prefix,
        false => &prefix[..last_line_end(prefix, prefix.len(), false).unwrap_or(0)],
    };
    let (text, mark) = without_bom(complete);
    (Sample::new(text, last || prefix.len() == PREFIX), mark)
}

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
    wish: Option<&Column>,
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
    let (sample, format) = (Sample::new(&text, true), Some(Format::Delimited(b',')));
    let found = shape(&sample, None, &Open::default()).unwrap_or_else(|assumed| assumed);
    let (size, candidates) = match found {
        Shape::Lines(size, candidates) => (size, candidates),
        Shape::Grids(size, style, _) => (size, style == RowStyle::Candidates),
    };
    let candidates = candidates && role == Role::Puzzles;
    let notation = Notation { alphabet: Alphabet::FromOne, candidates };
    let head = Head { format, names: names.to_vec(), ..Head::default() };
    let wanted = Wanted { role, column: wish, size, notation };
    Ok(column(&sample, &head, &wanted, None)?.map_or(0, |table| table.index))
}

/// Detects the alphabet of a puzzle; `None` if it could be either.
///
/// The last digit of the alphabet from one (G on 16×16, P on 25×25) does not exist in the one from
/// zero. Zeros that do not repeat in any row, column or box are digits, not empty cells. Up to 9×9
/// there is only one alphabet.
fn detect_alphabet(text: &[u8], size: Size) -> Option<Alphabet> {
    if size <= Size::Nine {
        return Some(Alphabet::FromOne);
    }
    let values = symbol_values(size, Alphabet::FromOne);
    if text.iter().any(|&byte| usize::from(values[usize::from(byte)]) == size.side()) {
        return is_grid(text, size, Alphabet::FromOne).then_some(Alphabet::FromOne);
    }
    let from_zero = Notation { alphabet: Alphabet::FromZero, candidates: false };
    let is_puzzle = || matches!(parse_line(text, size, from_zero), Parsed::Puzzle(_));
    (text.contains(&b'0') && is_puzzle()).then_some(Alphabet::FromZero)
}
