//! Detects from the first lines whether puzzles are lines or grids, and their size.

use super::alphabet::is_puzzle;
use crate::{
    grid::{Alphabet, Order, Order2, Order3, Order4, Order5, Size, Symbols},
    input::{
        grids::{RowFormat, RowKind, cells},
        lines::{
            Lines, is_content,
            symbols::{NONE, symbol_values},
        },
        table::{Head, json_values, words},
    },
};

/// How a file writes its puzzles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Shape {
    /// One puzzle per line.
    #[default]
    Lines,
    /// One row per line. Rulers and spaces may stand between cells, and rulers between
    /// rows. A grid ends with its last row, or at any other line before that.
    Grids,
}

/// The shape and the size, or the scan if the lines do not decide. Ignores a header, unless
/// it could be the first row of a grid.
pub(super) fn shape(
    text: &[u8],
    head: &Head,
    custom: Option<&Symbols>,
) -> Result<(Shape, Size), Scan> {
    let mut scan = Scan { custom: custom.copied(), ..Scan::default() };
    for (at, line) in Lines::new(text) {
        if !is_content(line) {
            scan.pause();
        } else if at < head.rows && row_size(line, custom).is_none() {
        } else if let Some(found) = scan.content(line) {
            return Ok(found);
        }
    }
    Err(scan)
}

/// Examines lines one by one.
#[derive(Default)]
pub(super) struct Scan {
    /// The size of grids with the last rows, and how many of these follow each other.
    rows: Option<(Size, usize)>,
    /// Lines that are a 4×4 puzzle or a row of 16×16.
    either: usize,
    /// The symbols of the puzzles, if they are not to be detected.
    custom: Option<Symbols>,
}

impl Scan {
    /// Takes a line that is neither blank nor a comment; returns the answer once it is
    /// known.
    ///
    /// A field of 81 characters, or of 256 or 625 symbols, means lines. So does a field of
    /// 16 symbols of 4×4, unless it could be a row of 16×16: then further lines decide.
    /// Two consecutive rows mean grids.
    pub fn content(&mut self, line: &[u8]) -> Option<(Shape, Size)> {
        let custom = self.custom.as_ref();
        if let Some(size) = line_size(line, custom) {
            return Some((Shape::Lines, if self.either > 0 { Size::Four } else { size }));
        }
        if is_line(line, custom) {
            self.either += 1;
            // A whole 16×16 grid has larger digits.
            return (self.either == Order4::SIDE).then_some((Shape::Lines, Size::Four));
        }
        match row_size(line, custom) {
            Some(size) => {
                let before = self.rows.filter(|&(known, _)| known == size);
                let count = before.map_or(0, |(_, count)| count) + 1;
                self.rows = Some((size, count));
                (count == 2).then_some((Shape::Grids, size))
            }
            None => {
                self.rows = self.rows.filter(|_| is_ruler(line));
                None
            }
        }
    }

    /// Takes a line that is blank or a comment.
    pub fn pause(&mut self) {
        self.rows = None;
    }

    /// The assumption if no line has decided.
    pub fn end(&self) -> (Shape, Size) {
        let size = if self.either > 0 { Size::Four } else { Size::Nine };
        (Shape::Lines, self.custom.map_or(size, |symbols| symbols.size()))
    }
}

/// The size of the puzzle that a line certainly holds.
fn line_size(line: &[u8], custom: Option<&Symbols>) -> Option<Size> {
    let mut small = false;
    let is_object = line.trim_ascii_start().starts_with(b"{");
    let values = if is_object { json_values(line) } else { Vec::new() };
    for field in values.into_iter().chain(words(line).filter(|_| !is_object)) {
        let text = &line[field];
        if let Some(symbols) = custom {
            let is_grid = text.len() == symbols.size().cells()
                && (text.len() == Order3::CELLS || is_puzzle_in(text, symbols));
            if is_grid {
                return Some(symbols.size());
            }
            continue;
        }
        match text.len() {
            Order3::CELLS => return Some(Size::Nine),
            Order4::CELLS if is_puzzle::<Order4>(text) => return Some(Size::Sixteen),
            Order5::CELLS if is_puzzle::<Order5>(text) => return Some(Size::TwentyFive),
            Order2::CELLS if is_puzzle::<Order2>(text) => {
                small |= text.len() < line.trim_ascii().len() || repeats_a_digit(text);
            }
            _ => {}
        }
    }
    small.then_some(Size::Four)
}

/// Whether a line holds a puzzle, even if it could also be a row of a larger grid.
pub(super) fn is_line(line: &[u8], custom: Option<&Symbols>) -> bool {
    line_size(line, custom).is_some() || custom.is_none() && is_puzzle::<Order2>(line.trim_ascii())
}

/// Whether a text consists of these symbols.
fn is_puzzle_in(text: &[u8], symbols: &Symbols) -> bool {
    let values = symbol_values(symbols.size(), Alphabet::Custom(*symbols));
    text.iter().all(|&byte| values[usize::from(byte)] != NONE)
}

/// Whether the text repeats a digit, which a row of a larger grid cannot.
fn repeats_a_digit(text: &[u8]) -> bool {
    (b'1'..=b'4').any(|digit| text.iter().filter(|&&byte| byte == digit).count() > 1)
}

/// The size of the grid that a line could be a row of. Dashes alone are a ruler.
pub(super) fn row_size(line: &[u8], custom: Option<&Symbols>) -> Option<Size> {
    let cells: Vec<u8> = cells(line).map(|(_, byte)| byte).take(Order5::SIDE + 1).collect();
    let size = Size::from_side(cells.len())?;
    if custom.is_some_and(|symbols| symbols.size() != size) {
        return None;
    }
    let alphabet = custom.map_or(Alphabet::FromOne, |&symbols| Alphabet::Custom(symbols));
    let values = symbol_values(size, alphabet);
    let is_row = cells.iter().all(|&byte| values[usize::from(byte)] != NONE);
    (is_row && cells.iter().any(|&byte| byte != b'-')).then_some(size)
}

fn is_ruler(line: &[u8]) -> bool {
    let rows = RowFormat::new(Size::Nine, Alphabet::FromOne, false);
    rows.kind(line, &mut Vec::new()) == RowKind::Ruler
}
