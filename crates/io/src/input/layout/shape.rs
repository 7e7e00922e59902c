//! Detects from the first lines whether puzzles are lines or grids, and their size.

use crate::input::{
    grids::{NumberRows, RowFormat, RowKind, cells, drawn, has_several, survey_numbers},
    lines::{
        Lines, is_content,
        symbols::{NONE, count_symbols, is_grid, symbol_values},
    },
    table::{
        SEPARATORS, TableStart, array_size, counts_up, delimited, is_array, json_values, plain,
        spread_size, words,
    },
};
use std::borrow::Cow;
use sudomill_core::grid::{Alphabet, Order, Order2, Order3, Order4, Order5, Size, Symbols};

/// The arrangement of the puzzles in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Shape {
    /// One puzzle per line.
    #[default]
    Lines,
    /// One row per line. Rulers and spaces may separate cells, and rulers may separate rows. A grid
    /// ends with its last row, or at any other line before that.
    Grids,
}

/// Layout, size and notation of the puzzles in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DetectedShape {
    pub shape: Shape,
    pub size: Size,
    /// True if puzzles are given by candidates.
    pub candidates: bool,
}

impl DetectedShape {
    pub fn lines(size: Size) -> Self {
        Self { shape: Shape::Lines, size, candidates: false }
    }
}

/// Detects the form, or returns the scan if the lines do not decide. Ignores a header, unless it
/// could be the first row of a grid. With custom symbols, puzzles consist of these.
pub(super) fn shape(
    text: &[u8],
    head: &TableStart,
    custom: Option<&Symbols>,
    size: Option<Size>,
) -> Result<DetectedShape, Scan> {
    let mut scan = Scan { custom: custom.copied(), size, ..Scan::default() };
    for (at, line) in Lines::new(text) {
        let found = match is_content(line, head.comment) {
            false => scan.pause(),
            true if at < head.rows && Row::of(line, custom).is_none() => None,
            true => scan.content(line),
        };
        if let Some(found) = found {
            return Ok(found);
        }
    }
    Err(scan)
}

/// The kind of grid that a line could be a row of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Row {
    pub size: Size,
    /// True for a row of candidates; `None` if a row of nine digits could be either.
    pub candidates: Option<bool>,
}

impl Row {
    /// Recognizes a row. A line of only dashes is a ruler.
    pub fn of(line: &[u8], custom: Option<&Symbols>) -> Option<Self> {
        let size = match has_several(line).filter(|_| custom.is_none()) {
            Some(true) => return Some(Self { size: Size::Nine, candidates: Some(true) }),
            Some(false) => return Some(Self { size: Size::Nine, candidates: None }),
            None => row_size(line, custom)?,
        };
        Some(Self { size, candidates: Some(false) })
    }

    /// Narrows down this row by the one after it; `None` if they cannot belong to the same grid.
    fn and(self, next: Self) -> Option<Self> {
        let is_other = [self.candidates, next.candidates] == [Some(true), Some(false)]
            || [self.candidates, next.candidates] == [Some(false), Some(true)];
        (self.size == next.size && !is_other)
            .then_some(Self { candidates: self.candidates.or(next.candidates), ..self })
    }
}

/// Examines lines one by one.
#[derive(Default)]
pub(super) struct Scan {
    /// The kind of the last rows, and the number of consecutive ones.
    rows: Option<(Row, usize)>,
    /// Number of lines that are either a 4×4 puzzle or a row of 16×16.
    either: usize,
    /// The symbols of the puzzles, if the user gave them.
    custom: Option<Symbols>,
    /// The size of the puzzles, if the user gave it.
    size: Option<Size>,
}

impl Scan {
    /// Examines a line that is neither blank nor a comment; returns the form once it is known.
    ///
    /// A field of 81 characters, or of 256 or 625 symbols, means lines. So does a field of 16
    /// symbols of 4×4, unless it could be a row of 16×16; then further lines decide. A field of 729
    /// characters, mostly symbols, means lines of candidates. Two consecutive rows mean grids; rows
    /// of nine digits alone may be clues or candidates.
    pub fn content(&mut self, line: &[u8]) -> Option<DetectedShape> {
        let custom = self.custom.as_ref();
        let is_meant = |size: &Size| self.size.is_none_or(|wanted| wanted == *size);
        if custom.is_none()
            && is_meant(&Size::Nine)
            && fields(line).any(|field| is_candidates_like(&field))
        {
            return Some(DetectedShape { candidates: true, ..DetectedShape::lines(Size::Nine) });
        }
        if let Some(size) = line_size(line, custom).filter(is_meant) {
            return Some(DetectedShape::lines(if self.either > 0 { Size::Four } else { size }));
        }
        if is_meant(&Size::Four) && is_line(line, custom) {
            self.either += 1;
            // A whole 16×16 grid would contain larger digits.
            return (self.either == Order4::SIDE).then_some(DetectedShape::lines(Size::Four));
        }
        match Row::of(line, custom).filter(|row| is_meant(&row.size)) {
            Some(row) => {
                let before = self.rows.and_then(|(rows, count)| Some((rows.and(row)?, count)));
                let (rows, count) = before.unwrap_or((row, 0));
                self.rows = Some((rows, count + 1));
                let is_decided = rows.candidates.is_some() || count + 1 == Order3::SIDE;
                self.grids().filter(|_| is_decided)
            }
            None if is_ruler(line) => None,
            None => self.pause(),
        }
    }

    /// Examines a line that is blank, a comment, or otherwise ends a grid.
    pub fn pause(&mut self) -> Option<DetectedShape> {
        let grids = self.grids();
        self.rows = None;
        grids
    }

    /// The form of grids that the last rows imply.
    fn grids(&self) -> Option<DetectedShape> {
        let (rows, _) = self.rows.filter(|&(_, count)| count > 1)?;
        let candidates = rows.candidates.unwrap_or(false);
        Some(DetectedShape { shape: Shape::Grids, size: rows.size, candidates })
    }

    /// Returns the form to assume if no line has decided.
    pub fn end(&self) -> DetectedShape {
        let size = if self.either > 0 { Size::Four } else { Size::Nine };
        let size = self.custom.map(|symbols| symbols.size()).or(self.size).unwrap_or(size);
        self.grids().unwrap_or(DetectedShape::lines(size))
    }
}

fn is_object(line: &[u8]) -> bool {
    line.trim_ascii_start().starts_with(b"{")
}

/// Returns the values of a JSON object, without escapes, or the words of a line.
fn fields(line: &[u8]) -> impl Iterator<Item = Cow<'_, [u8]>> {
    let is_object = is_object(line);
    let fields: Vec<_> = if is_object { json_values(line) } else { words(line).collect() };
    let fields = fields.into_iter().map(|field| &line[field]);
    fields.map(move |field| if is_object { plain(field) } else { field.into() })
}

/// Returns true if a field is as long as a 9×9 puzzle given by candidates, and mostly symbols.
pub(super) fn is_candidates_like(text: &[u8]) -> bool {
    text.len() == CANDIDATES
        && count_symbols(text, Size::Nine, Alphabet::FromOne) * 4 >= CANDIDATES * 3
}

/// Symbols in a 9×9 puzzle given by candidates.
const CANDIDATES: usize = Order3::CELLS * Order3::SIDE;

/// The size of the puzzle that a line certainly holds.
fn line_size(line: &[u8], custom: Option<&Symbols>) -> Option<Size> {
    let mut small = false;
    for field in fields(line) {
        let text = &*field;
        if let Some(symbols) = custom {
            let size = symbols.size();
            let is_nine = size == Size::Nine && text.len() == size.cells();
            if is_nine || is_grid(text, size, Alphabet::Custom(*symbols)) {
                return Some(size);
            }
            continue;
        }
        if is_array(text) && is_object(line) {
            match array_size(text) {
                Some(size) => return Some(size),
                None => continue,
            }
        }
        match Size::ALL.into_iter().find(|size| size.cells() == text.len()) {
            Some(Size::Nine) => return Some(Size::Nine),
            Some(size) if !is_grid(text, size, Alphabet::FromOne) => {}
            Some(Size::Four) => {
                small |= text.len() < line.trim_ascii().len() || repeats_a_digit(text);
            }
            Some(size) => return Some(size),
            None => {}
        }
    }
    small.then_some(Size::Four).or_else(|| spread_in_field(line).filter(|_| custom.is_none()))
}

/// The size of a puzzle whose cells are separated, in one of several fields.
fn spread_in_field(line: &[u8]) -> Option<Size> {
    SEPARATORS.into_iter().find_map(|separator| {
        let fields: Vec<_> = delimited(line, separator).collect();
        let several = fields.get(1).map_or(&[][..], |_| &fields);
        several.iter().find_map(|field| spread_size(&line[field.clone()]))
    })
}

/// Returns true if a line holds a puzzle, even if it could also be a row of a larger grid.
pub(super) fn is_line(line: &[u8], custom: Option<&Symbols>) -> bool {
    line_size(line, custom).is_some()
        || custom.is_none() && is_grid(line.trim_ascii(), Size::Four, Alphabet::FromOne)
}

/// Returns true if the text repeats a digit, which a row of a larger grid cannot.
fn repeats_a_digit(text: &[u8]) -> bool {
    (b'1'..=b'4').any(|digit| text.iter().filter(|&&byte| byte == digit).count() > 1)
}

/// The size of the grid that a line could be a row of, as clues. A line of only dashes is a ruler.
pub(super) fn row_size(line: &[u8], custom: Option<&Symbols>) -> Option<Size> {
    let cells: Vec<u8> = cells(line).map(|(_, byte)| byte).take(Order5::SIDE + 1).collect();
    let size = drawn(line)
        .map_or_else(|| Size::from_side(cells.len()), |(drawing, _)| Some(drawing.size))?;
    if custom.is_some_and(|symbols| symbols.size() != size) {
        return None;
    }
    let alphabet = custom.map_or(Alphabet::FromOne, |&symbols| Alphabet::Custom(symbols));
    let values = symbol_values(size, alphabet);
    let is_row = cells.iter().all(|&byte| values[usize::from(byte)] != NONE);
    (is_row && cells.iter().any(|&byte| byte != b'-')).then_some(size)
}

fn is_ruler(line: &[u8]) -> bool {
    let rows = RowFormat::new(Size::Nine, Alphabet::FromOne);
    rows.kind(line, &mut Vec::new()) == RowKind::Ruler
}

/// Maximum number of lines examined.
const SAMPLE: usize = 100;

/// Returns the offset of the first line that shows that puzzles are written as numbers, with the
/// size of the puzzles and the format of their rows; `None` if no line shows this.
///
/// A line of 81, 256 or 625 numbers is a puzzle. So is a line of 16 if it is divided into four
/// rows; otherwise it could be a row of 16×16. Two consecutive rows of numbers with commas or
/// brackets belong to a grid.
pub(super) fn numbers(
    text: &[u8],
    head: &TableStart,
    wanted: Option<Size>,
) -> Option<(usize, Size, NumberRows)> {
    let mut before: Option<Size> = None;
    let lines =
        Lines::new(text).filter(|&(at, line)| is_content(line, head.comment) && at >= head.rows);
    for (at, line) in lines.take(SAMPLE) {
        let Some((count, largest, is_array)) = survey_numbers(line).filter(|found| found.0 > 0)
        else {
            if is_line(line, None) {
                return None;
            }
            continue;
        };
        let of_size = |size: &Size| {
            usize::from(largest) <= size.side() && wanted.is_none_or(|wanted| wanted == *size)
        };
        let whole = Size::ALL.into_iter().find(|size| size.cells() == count).filter(of_size);
        if let Some(size) = whole.filter(|_| count > Order2::CELLS || has_parts(line)) {
            let rows = rows(size, count, 1);
            // The values of the first row may be missing.
            let is_row = |line: &[u8]| is_content(line, head.comment) && rows.are_values(line);
            let from = if counts_up(&head.names) { head.rows } else { 0 };
            let mut rows_in = Lines::new(text).filter(|&(at, _)| at >= from);
            let first = rows_in.find(|(_, line)| is_row(line)).map_or(at, |(at, _)| at);
            return Some((first.min(at), size, rows));
        }
        let row =
            Size::from_side(count).filter(|size| (is_array || before.is_some()) && of_size(size));
        match row {
            Some(size) if before == row => return Some((at, size, rows(size, count, count))),
            // These are symbols, not numbers.
            None if is_line(line, None) || row_size(line, None).is_some() => return None,
            _ => before = row,
        }
    }
    None
}

fn rows(size: Size, width: usize, height: usize) -> NumberRows {
    NumberRows { width, height, largest: size.side() as u8, separated: false }
}

/// Returns true if a row of empty fields separates two grids: if one follows the first complete
/// grid. `None` if no complete grid is followed by a line.
pub(super) fn are_separated(text: &[u8], rows: NumberRows) -> Option<bool> {
    let (mut count, mut cells) = (0, Vec::new());
    for (_, line) in Lines::new(text) {
        cells.clear();
        match rows.kind(line, &mut cells) {
            RowKind::Row if count == rows.height => return Some(false),
            RowKind::Row => count += 1,
            RowKind::EmptyRow if count == rows.height => return Some(true),
            _ if count == rows.height => return Some(false),
            _ => count = 0,
        }
    }
    None
}

/// Returns true if a line has at least four parts, in brackets or separated by semicolons.
fn has_parts(line: &[u8]) -> bool {
    let count = |signs: &[u8]| line.iter().filter(|byte| signs.contains(byte)).count();
    count(b"[{(") >= 4 || count(b";") == 3 || count(b";") == 4
}
