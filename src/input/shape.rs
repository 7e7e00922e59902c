//! Lines or grids, and of which size: what the first lines of a file say; pure.

use super::{
    alphabet::is_puzzle,
    rows::{Kind, Rows, cells},
    symbols::{NONE, table},
    table::{json_values, words},
};
use crate::grid::{Alphabet, Order, Order2, Order3, Order4, Order5, Size};

/// How a file writes its puzzles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// One in a line.
    #[default]
    Lines,
    /// As many lines as the grid has rows, each with the cells of a row. Rulers
    /// and spaces may stand between the cells, rulers between the rows; grids end
    /// with their last row, or before it at any line that is neither.
    Grids,
}

/// Gathers what the lines say, one after the other.
#[derive(Default)]
pub(super) struct Scan {
    /// The size of grids with the last rows, and how many of these follow each other.
    rows: Option<(Size, usize)>,
    /// Lines that are a 4×4 puzzle or a row of 16×16.
    either: usize,
}

impl Scan {
    /// Takes a line that is neither blank nor a comment; the answer if it is
    /// known now.
    ///
    /// A field of 81 characters, or of 256 or 625 symbols, makes it lines. So does
    /// one of 16 symbols of 4×4, unless it could be a row of 16×16; then more
    /// lines decide. Two rows that follow each other make it grids.
    pub fn content(&mut self, line: &[u8]) -> Option<(Shape, Size)> {
        if let Some(size) = line_size(line) {
            return Some((Shape::Lines, if self.either > 0 { Size::Four } else { size }));
        }
        if is_line(line) {
            self.either += 1;
            // A whole 16×16 grid has larger digits.
            return (self.either == Order4::SIDE).then_some((Shape::Lines, Size::Four));
        }
        match row_size(line) {
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

    /// What is to be assumed when no line has decided.
    pub fn end(&self) -> (Shape, Size) {
        (Shape::Lines, if self.either > 0 { Size::Four } else { Size::Nine })
    }
}

/// The size of the puzzle that a line certainly holds.
fn line_size(line: &[u8]) -> Option<Size> {
    let mut small = false;
    let is_object = line.trim_ascii_start().starts_with(b"{");
    let values = if is_object { json_values(line) } else { Vec::new() };
    for field in values.into_iter().chain(words(line).filter(|_| !is_object)) {
        let text = &line[field];
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

/// Whether a line holds a puzzle, though it could be a row of a larger grid, too.
pub(super) fn is_line(line: &[u8]) -> bool {
    line_size(line).is_some() || is_puzzle::<Order2>(line.trim_ascii())
}

/// Whether no row of a larger grid can look like that.
fn repeats_a_digit(text: &[u8]) -> bool {
    (b'1'..=b'4').any(|digit| text.iter().filter(|&&byte| byte == digit).count() > 1)
}

/// The size of the grid that a line could be a row of. Dashes alone are a ruler.
pub(super) fn row_size(line: &[u8]) -> Option<Size> {
    let cells: Vec<u8> = cells(line).map(|(_, byte)| byte).take(Order5::SIDE + 1).collect();
    let size = Size::from_side(cells.len())?;
    let values = table(size, Alphabet::FromOne);
    let is_row = cells.iter().all(|&byte| values[usize::from(byte)] != NONE);
    (is_row && cells.iter().any(|&byte| byte != b'-')).then_some(size)
}

fn is_ruler(line: &[u8]) -> bool {
    let rows = Rows::new(Size::Nine, Alphabet::FromOne, false);
    rows.kind(line, &mut Vec::new()) == Kind::Ruler
}
