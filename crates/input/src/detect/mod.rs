//! Detects the layout of an input from its first lines, in one pass over a sample, which is
//! repeated with more lines while the sample is too short:
//!
//! shape and size → what is certain of the header → separator and column → the header → the symbols.
//!
//! What is found depends only on the sample, and on all of it that decides: never on how much of it was
//! there at first.

mod cell_columns;
pub mod cell_names;
mod columns;
mod first_records;
mod header;
#[cfg(feature = "files")]
pub mod nested;
mod other;
mod shape;

pub use header::is_record;
pub(super) use other::{awaits_rows, lines_above, other_kind, size_of_grid};

use super::{
    answer_format::AnswerFormat,
    error::NoColumn,
    fields::named_separator,
    grids::{Kind, RowStyle, Rows},
    layout::{Layout, ReadOptions},
    lines::{COMMENT, Lines, Notation, Skip},
    sample::{PREFIX, Sample, TableRows},
    table::{Column, Role, RowFormat, Table},
};
use cell_columns::CellTable;
use columns::column;
use first_records::{in_shown_alphabet, shows_candidates};
use header::{Head, Wanted, counts_up, is_count, names};
use shape::{Shape, Shown, shape};
use std::sync::Arc;
use sudomill_puzzle::grid::{Alphabet, Size};

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
        let layout = layout_of(&sample, how, shown);
        (!sample.is_short()).then(|| Ok(Self { layout: layout?, shown_at }))
    }

    /// Detects the layout of a whole text, if no column is asked for.
    pub fn of_text(text: &[u8], how: &ReadOptions) -> Self {
        let found = Self::of(text, true, how).and_then(Result::ok);
        found.expect("the end is known, and no column is asked for")
    }
}

/// The layout of an input with this shape.
fn layout_of(sample: &Sample, how: &ReadOptions, shown: Shown) -> Result<Layout, NoColumn> {
    let alphabet = how.symbols.map_or(Alphabet::default(), Alphabet::Custom);
    match shown.shape {
        Shape::Grids(size, style) => match &how.column {
            Some(column) => Err(NoColumn::new(column, &[], 0)),
            None => {
                let rows = Rows::new(size, alphabet, style);
                Ok(layout_of_grids(sample, how, rows, shown.at.unwrap_or(0)))
            }
        },
        Shape::Lines(size, candidates) => {
            let candidates = candidates && how.role == Role::Puzzles;
            let notation = Notation { candidates, ..Notation::of_clues(alphabet) };
            let wanted = Wanted { how, size, notation };
            let start = shown.at.is_none().then(|| sample.start(how.comment.or(Some(COMMENT))));
            layout_of_table(start.as_ref().unwrap_or(sample), &wanted, None)
        }
        Shape::Cells(found) => {
            let notation = Notation::of_clues(alphabet);
            let wanted = Wanted { how, size: found.size, notation };
            layout_of_table(sample, &wanted, Some(*found))
        }
    }
}

/// Detects the layout of lines in memory, as for a file with the same lines.
pub fn layout_of_rows<'a>(rows: impl Iterator<Item = &'a [u8]>) -> Layout {
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
    let Layout { size, alphabet, candidates, .. } = found.layout;
    Layout { size, alphabet, candidates, ..Layout::default() }
}

/// The layout of grids, the first of which begins at an offset.
fn layout_of_grids(sample: &Sample, how: &ReadOptions, mut rows: Rows, at: usize) -> Layout {
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
    let layout = Layout {
        size: rows.size,
        alphabet: rows.alphabet,
        candidates: rows.style == RowStyle::Candidates,
        preamble: sample.preamble(skip.map(|skip| (start, start, skip)), rows_at),
        table: Arc::new(Table::new(RowFormat::Grids(rows), 0, Vec::new())),
        ..Layout::default()
    };
    if how.symbols.is_none() { in_shown_alphabet(layout, sample, 0) } else { layout }
}

/// The layout of lines, delimited text or JSON Lines; given the columns if they are cells.
fn layout_of_table(
    sample: &Sample,
    wanted: &Wanted,
    cells: Option<CellTable>,
) -> Result<Layout, NoColumn> {
    let Wanted { how, size, notation } = *wanted;
    let (head, mut table) = match cells {
        Some(CellTable { head, table, .. }) => (head, table),
        None => {
            let mut head = Head::of(sample, wanted);
            // If all rows begin like comments, they may be none.
            if how.comment.is_none() && head.rows_of(sample).next().is_none() {
                head.comment = None;
            }
            let table = columns(sample, &mut head, wanted)?;
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
    let mut layout = Layout {
        size,
        alphabet: notation.alphabet,
        candidates: notation.candidates,
        table: Arc::new(table),
        names_are_bytes: std::str::from_utf8(&sample.text[..head.rows]).is_err(),
        preamble: sample.preamble(head.skip, rows),
        ..Layout::default()
    };
    if how.symbols.is_some() {
        return Ok(layout);
    }
    if may_be_candidates {
        // Without a record as long as a puzzle, there is none to show anything else.
        let Some(candidates) = shows_candidates(&layout, sample, head.rows) else {
            return Ok(layout);
        };
        layout.candidates = candidates;
    }
    // Solutions have no empty cells, beside which zeros would be digits.
    let may_count_from_zero = size > Size::Nine || how.role == Role::Puzzles;
    Ok(if may_count_from_zero { in_shown_alphabet(layout, sample, head.rows) } else { layout })
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
pub(super) fn solutions_beside(
    layout: &Layout,
    prefix: &[u8],
    last: bool,
    wish: Option<&Column>,
) -> Option<Result<Option<AnswerFormat>, NoColumn>> {
    if layout.rows().is_some() || layout.table.cells.is_some() {
        return Some(wish.map_or(Ok(None), |column| Err(NoColumn::new(column, &[], 0))));
    }
    let sample = Sample::of(prefix, last);
    let head = Head {
        rows: (layout.preamble.rows - layout.preamble.above) as usize - sample.mark,
        format: Some(layout.table.format),
        names: layout.table.names.clone(),
        comment: layout.table.comment.or(Some(COMMENT)),
        ..Head::default()
    };
    let notation = Notation::of_clues(layout.alphabet);
    let how =
        ReadOptions { role: Role::Solutions, column: wish.cloned(), ..ReadOptions::default() };
    let wanted = Wanted { how: &how, size: layout.size, notation };
    let except = Some(layout.table.index).filter(|_| wish.is_none());
    let found = column(&sample, &head, &wanted, except);
    let found = found.map(|table| Some(AnswerFormat::new(&table?, sample.text)));
    (!sample.is_short()).then_some(found)
}
