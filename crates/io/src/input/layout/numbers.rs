//! Detects puzzles written as numbers, as programs print arrays.

use super::shape::{is_line, row_size};
use crate::input::{
    grids::{NumberRows, RowKind, survey_numbers},
    lines::{Lines, is_content},
    table::TableStart,
};
use sudomill_core::grid::{Order, Order2, Size};

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
            let from = if head.counts_up() { head.rows } else { 0 };
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
