//! Detects the layout of an input from its first lines, in one pass over a sample, which is
//! repeated with more lines while the sample is too short:
//!
//! shape and size → what is certain of the header → separator and column → the header.
//!
//! What is found depends only on the sample, and on all of it that decides: never on how much of it was
//! there at first.

mod cell_columns;
pub mod cell_names;
mod columns;
mod header;
#[cfg(feature = "files")]
pub mod nested;
mod other;
mod shape;

pub use header::is_record;
pub(super) use other::{awaits_rows, lines_above, other_kind};

use super::{
    answer_format::AnswerFormat,
    chunk::{Bytes, Chunk},
    error::NoColumn,
    fields::named_separator,
    grids::{Kind, RowStyle, Rows},
    layout::{Layout, ReadOptions},
    lines::{
        COMMENT, Lines, Notation, Preamble, Skip,
        symbols::{BLANKS, first_word, is_grid, symbol_values},
    },
    sample::{PREFIX, Sample, TableRows, examine},
    table::{Column, Role, RowFormat, Table},
};
use cell_columns::CellTable;
use columns::column;
use header::{Head, Wanted, counts_up, is_count, names};
use shape::{CANDIDATES, Shape, Shown, shape};
use std::sync::Arc;
use sudomill_puzzle::{
    any::{Parsed, parse_line},
    grid::{Alphabet, Size},
};

/// Looks for something in a record, given the text of its puzzle, the record as it is in the input, and
/// whether it is bad.
type FindIn<'f, T> = dyn Fn(&[u8], &[u8], bool) -> Option<T> + 'f;

/// The layout of an input, and what shows it.
pub struct Detection {
    /// The layout.
    pub layout: Layout,
    /// The offset in the text at which the shape is clear; `None` if it is assumed.
    shown_at: Option<usize>,
}

impl Detection {
    /// Detects the layout from the first bytes of an input; `None` if more bytes are needed. `last`
    /// means that no more will come.
    ///
    /// # Errors
    /// The column does not exist.
    pub fn of(prefix: &[u8], last: bool, how: &ReadOptions) -> Option<Result<Self, NoColumn>> {
        let sample = Sample::of(prefix, last);
        let shown = shape(&sample, how);
        // What else the sample shows would be thrown away.
        if sample.is_short() {
            return None;
        }
        let shown_at = shown.at.map(|at| sample.mark + at);
        let layout = Layout::of_shape(&sample, how, shown);
        (!sample.is_short()).then(|| Ok(Self { layout: layout?, shown_at }))
    }

    /// Detects the layout of a whole text, if no column is asked for.
    pub fn of_text(text: &[u8], how: &ReadOptions) -> Self {
        let found = Self::of(text, true, how).and_then(Result::ok);
        found.expect("the end is known, and no column is asked for")
    }
}

impl Layout {
    /// The layout of an input with this shape.
    fn of_shape(sample: &Sample, how: &ReadOptions, shown: Shown) -> Result<Self, NoColumn> {
        let alphabet = how.symbols.map_or(Alphabet::default(), Alphabet::Custom);
        match shown.shape {
            Shape::Grids(size, style) => match &how.column {
                Some(column) => Err(NoColumn::new(column, &[], 0)),
                None => {
                    let rows = Rows::new(size, alphabet, style);
                    Ok(Self::of_grids(sample, how, rows, shown.at.unwrap_or(0)))
                }
            },
            Shape::Lines(size, candidates) => {
                let candidates = candidates && how.role == Role::Puzzles;
                let notation = Notation { candidates, ..Notation::of_clues(alphabet) };
                let are_shown = shown.at.is_some();
                let wanted = Wanted { how, size, notation, are_shown };
                Self::of_table(sample, &wanted, None)
            }
            Shape::Cells(found) => {
                let notation = Notation::of_clues(alphabet);
                let wanted = Wanted { how, size: found.size, notation, are_shown: true };
                Self::of_table(sample, &wanted, Some(*found))
            }
        }
    }

    /// Detects the layout of lines in memory, as for a file with the same lines.
    pub fn of_rows<'a>(rows: impl Iterator<Item = &'a [u8]>) -> Self {
        let mut text = Vec::new();
        for row in rows {
            text.extend_from_slice(row);
            text.push(b'\n');
            // No layout depends on more.
            if text.len() > PREFIX {
                break;
            }
        }
        let found = Detection::of_text(&text, &ReadOptions::default());
        let Self { size, alphabet, candidates, .. } = found.layout;
        Self { size, alphabet, candidates, ..Self::default() }
    }

    /// The layout of grids, the first of which begins at an offset.
    fn of_grids(sample: &Sample, how: &ReadOptions, mut rows: Rows, at: usize) -> Self {
        rows.comment = how.comment.unwrap_or(COMMENT);
        if rows.width() > 1 {
            let (found, is_shown) = match rows.are_whole() {
                true => rows.ended_as_in(&sample.text[at..]),
                false => rows.as_in(sample.text),
            };
            rows = found;
            // More text may show it.
            if !is_shown {
                sample.end();
            }
        }
        let mut lines = TableRows { sample, at: 0, comment: Some(rows.comment), separator: None };
        let first = lines.next().unwrap_or_default();
        let skip = match rows.kind(first, &mut Vec::new()) {
            Kind::Row => None,
            _ if is_count(first) => Some(Skip::Count),
            _ if named_separator(first).is_some() => Some(Skip::Header),
            _ => (rows.are_numbers() && counts_up(&names(first, RowFormat::Lines)))
                .then_some(Skip::Header),
        };
        let start = lines.at - first.len();
        let rows_at = if rows.are_whole() { at } else { 0 };
        let layout = Self {
            size: rows.size,
            alphabet: rows.alphabet,
            candidates: rows.style == RowStyle::Candidates,
            preamble: sample.preamble(skip.map(|skip| (start, start, skip)), rows_at),
            table: Arc::new(Table::new(RowFormat::Grids(rows), 0, Vec::new())),
            ..Self::default()
        };
        if how.symbols.is_none() { layout.in_shown_alphabet(sample, 0) } else { layout }
    }

    /// The layout of lines, delimited text or JSON Lines; given the columns if they are cells.
    fn of_table(
        sample: &Sample,
        wanted: &Wanted,
        cells: Option<CellTable>,
    ) -> Result<Self, NoColumn> {
        let Wanted { how, size, notation, are_shown } = *wanted;
        let (head, mut table) = match cells {
            Some(CellTable { head, table, .. }) => (head, table),
            None => {
                let mut head = Head::of(sample, wanted);
                let mut first = head.first_row(sample);
                // If all rows begin like comments, they may be none.
                if how.comment.is_none() && first == sample.text.len() {
                    head.comment = None;
                    first = head.first_row(sample);
                }
                let start = (!are_shown).then(|| sample.start(first));
                let table = Self::columns(start.as_ref().unwrap_or(sample), &mut head, wanted)?;
                (head, table)
            }
        };
        table.has_keys = head.has_keys(sample, &table);
        let mut rows = head.rows;
        if how.comment.is_some() {
            table.comment = how.comment;
        } else if table.separator().is_some() {
            rows = head.first_record(sample, &table, wanted);
        }
        if let Some((_, last, Skip::Header)) = head.skip {
            let line = Lines::new(&sample.text[last..]).next().map_or(&b""[..], |line| line.1);
            table.header = Some(String::from_utf8_lossy(line.trim_ascii()).into_owned());
        }
        let may_be_candidates =
            size == Size::Nine && table.cells.is_none() && how.role == Role::Puzzles;
        let mut layout = Self {
            size,
            alphabet: notation.alphabet,
            candidates: notation.candidates,
            table: Arc::new(table),
            names_are_bytes: std::str::from_utf8(&sample.text[..head.rows]).is_err(),
            preamble: sample.preamble(head.skip, rows),
            ..Self::default()
        };
        if how.symbols.is_some() {
            return Ok(layout);
        }
        if may_be_candidates {
            // Without a record as long as a puzzle, there is none to show anything else.
            let start = (!are_shown).then(|| sample.start(head.first_row(sample)));
            let sample = start.as_ref().unwrap_or(sample);
            let Some(candidates) = layout.first(sample, head.rows, shows_candidates) else {
                return Ok(layout);
            };
            layout.candidates = candidates;
        }
        // Solutions have no empty cells, beside which zeros would be digits.
        let may_count_from_zero = size > Size::Nine || how.role == Role::Puzzles;
        Ok(if may_count_from_zero { layout.in_shown_alphabet(sample, head.rows) } else { layout })
    }

    /// The columns of a text, if puzzles are in one of them. Completes the head.
    fn columns(sample: &Sample, head: &mut Head, wanted: &Wanted) -> Result<Table, NoColumn> {
        let found = column(sample, head, wanted, None)?;
        let mut table = found.expect("without a column to avoid, there is one");
        let first = head.rows_of(sample).next().filter(|_| wanted.how.column.is_some());
        table.elsewhere = first.and_then(|row| wanted.elsewhere(row, &table));
        head.recheck(sample, &table, wanted);
        #[cfg(feature = "files")]
        if table.is_json()
            && let Some(first) = head.rows_of(sample).next()
            && !wanted.in_column(first, &table).is_some_and(crate::guess::Content::is_grid)
        {
            table.nested = nested::first(first);
        }
        if table.index < head.names.len() {
            table.names.clone_from(&head.names);
        }
        Ok(table)
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
            return Some(wish.map_or(Ok(None), |column| Err(NoColumn::new(column, &[], 0))));
        }
        let sample = Sample::of(prefix, last);
        let head = Head {
            rows: (self.preamble.rows - self.preamble.above) as usize - sample.mark,
            format: Some(self.table.format),
            names: self.table.names.clone(),
            comment: self.table.comment.or(Some(COMMENT)),
            ..Head::default()
        };
        let notation = Notation::of_clues(self.alphabet);
        let how =
            ReadOptions { role: Role::Solutions, column: wish.cloned(), ..ReadOptions::default() };
        let wanted = Wanted { how: &how, size: self.size, notation, are_shown: true };
        let except = Some(self.table.index).filter(|_| wish.is_none());
        let found = column(&sample, &head, &wanted, except);
        let found = found.map(|table| Some(AnswerFormat::new(&table?, sample.text)));
        (!sample.is_short()).then_some(found)
    }

    /// What the first record that decides shows. Another column may differ.
    fn first<T>(
        &self,
        sample: &Sample,
        rows: usize,
        shows: impl Fn(&[u8]) -> Option<T>,
    ) -> Option<T> {
        let layout = Self { candidates: false, ..self.clone() };
        layout.find_record(sample, rows, &|text, _, _| shows(text))
    }

    /// The first thing that `find` finds in a record from an offset on.
    fn find_record<T>(&self, sample: &Sample, rows: usize, find: &FindIn<T>) -> Option<T> {
        let layout = Self { preamble: Preamble::default(), ..self.clone() };
        let rows = rows.max(sample.blank);
        let mut chunk = Chunk::new(Bytes::Owned(sample.text[rows..].to_vec()), layout);
        let mut cursor = chunk.cursor();
        while let Some((record, bad)) = chunk.next(&mut cursor, false, &mut |_, _| {}) {
            examine();
            if let Some(found) = find(chunk.text(&record), chunk.record(&record), bad.is_some()) {
                return Some(found);
            }
        }
        sample.end();
        None
    }

    /// This layout, with the symbols that its puzzles show.
    fn in_shown_alphabet(self, sample: &Sample, rows: usize) -> Self {
        if self.candidates {
            return self;
        }
        let from_zero = from_zero(self.size);
        let zero_based = self.in_alphabet(from_zero);
        // Empty fields beside zeros make a record bad, unless these are digits.
        let in_zero_based = |text: &[u8], record: &[u8], is_bad: bool| {
            is_bad.then(|| zero_based.symbols_of(record)).flatten().unwrap_or(text.to_vec())
        };
        let shown = match self.size > Size::Nine {
            true => self.find_record(sample, rows, &|text, record, is_bad| {
                detect_alphabet(&in_zero_based(text, record, is_bad), self.size)
            }),
            false => self.counts_from_zero(sample, rows, &zero_based).then_some(from_zero),
        };
        shown.map_or(self.clone(), |alphabet| self.in_alphabet(alphabet))
    }

    fn in_alphabet(&self, alphabet: Alphabet) -> Self {
        let in_alphabet = |rows: &Rows| RowFormat::Grids(rows.in_alphabet(alphabet));
        let format = self.rows().map_or(self.table.format, in_alphabet);
        let table = Arc::new(Table { format, ..(*self.table).clone() });
        Self { alphabet, table, ..self.clone() }
    }

    /// The symbols of a record in this layout, if it is good.
    fn symbols_of(&self, record: &[u8]) -> Option<Vec<u8>> {
        let layout = Self { preamble: Preamble::default(), ..self.clone() };
        let mut chunk = Chunk::new(Bytes::Owned(record.to_vec()), layout);
        let (record, bad) = chunk.next(&mut chunk.cursor(), false, &mut |_, _| {})?;
        bad.is_none().then(|| chunk.text(&record).to_vec())
    }

    /// Returns true if the first puzzle shows that digits count from 0, as in this layout: it has zeros
    /// beside other empty cells, none of them twice in a row, column or box, and the largest digit nowhere.
    /// Zeros that are empty cells would be written as the others are.
    fn counts_from_zero(&self, sample: &Sample, rows: usize, zero_based: &Self) -> bool {
        let largest = b'0' + self.size.side() as u8;
        let shows = |text: &[u8]| {
            text.contains(&b'0')
                && text.iter().any(|byte| *byte != b'0' && BLANKS.contains(byte))
                && matches!(parse_line(text, self.size, zero_based.notation()), Parsed::Puzzle(_))
        };
        let found = self.find_record(sample, rows, &|text, record, is_bad| {
            // Most records have the largest digit, and need not be read again.
            if !is_bad && text.contains(&largest) {
                return Some(false);
            }
            // Of bad records, one as long as a puzzle decides: somebody may be waiting for the answer.
            let decides = !is_bad || text.len() == self.size.cells() && self.rows().is_none();
            let symbols = zero_based.symbols_of(record);
            symbols.map(|symbols| shows(&symbols)).or(decides.then_some(false))
        });
        found == Some(true)
    }
}

/// The digits of a size, counted from 0.
fn from_zero(size: Size) -> Alphabet {
    let symbols = match size {
        Size::Four => "0123",
        Size::Nine => "012345678",
        Size::Six | Size::SixTall => "012345",
        Size::Eight | Size::EightTall => "01234567",
        _ => return Alphabet::FromZero,
    };
    symbols.parse().map_or(Alphabet::FromZero, Alphabet::Custom)
}

/// Returns true if a 9×9 puzzle is given by candidates; `None` if the text has no such length.
fn shows_candidates(text: &[u8]) -> Option<bool> {
    let len = first_word(text).len();
    [Size::Nine.cells(), CANDIDATES].contains(&len).then_some(len == CANDIDATES)
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
    let from_zero = Notation::of_clues(Alphabet::FromZero);
    let is_puzzle = || matches!(parse_line(text, size, from_zero), Parsed::Puzzle(_));
    (text.contains(&b'0') && is_puzzle()).then_some(Alphabet::FromZero)
}
