//! Detects from the first lines whether puzzles are lines or grids, and their size.

use super::super::{
    cells,
    fields::{SEPARATORS, delimited, values, words},
    grids::{Kind, RowStyle, Rows},
    layout::Open,
    lines::{
        Sample, TableRows, skip,
        symbols::{first_word, is_grid},
    },
    list,
};
use super::columns::shows_cells;
use std::borrow::Cow;
use sudomill_core::grid::{Alphabet, Order, Order2, Order3, Order4, Size};

/// The length of a 9×9 puzzle given by candidates.
pub(super) const CANDIDATES: usize = Order3::CELLS * Order3::SIDE;

/// The arrangement of the puzzles of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A puzzle per line; true if they are given by candidates.
    Lines(Size, bool),
    /// Grids; the first array of numbers is at this offset.
    Grids(Size, RowStyle, usize),
}

/// What a text may hold.
struct Expected {
    alphabet: Alphabet,
    sizes: Vec<Size>,
    /// The ways to read a line as a row of a grid; of several that fit, the first is meant.
    ways: Vec<Rows>,
}

impl Expected {
    fn new(how: &Open, is_list: bool) -> Self {
        let alphabet = how.symbols.map_or(Alphabet::FromOne, Alphabet::Custom);
        let size = how.symbols.map(|symbols| symbols.size()).or(how.size);
        let sizes = Size::ALL.into_iter().filter(|it| size.is_none_or(|size| size == *it));
        let sizes: Vec<_> = sizes.collect();
        let symbols = RowStyle::Symbols { dashes: false };
        // `1 2 3 4  5 6 7 8 …` may also be a row of 4×4 with text behind it: the larger one is meant.
        let rows = sizes.iter().rev().map(|size| Rows::new(*size, alphabet, symbols));
        let mut ways: Vec<_> = rows.collect();
        let mut add = |style: &dyn Fn(Size) -> Option<RowStyle>| {
            let rows = |&size: &Size| Some(Rows::new(size, alphabet, style(size)?));
            ways.extend(sizes.iter().filter_map(rows));
        };
        let numbers = |height| Some(RowStyle::Numbers { height });
        if how.symbols.is_none() {
            add(&|size| (size == Size::Nine).then_some(RowStyle::Candidates));
            add(&|size| numbers(size.side()));
            add(&|size| numbers(size.cells()).filter(|_| size > Size::Four));
            add(&|_| numbers(1));
        }
        ways.iter_mut().for_each(|rows| rows.is_list = is_list);
        Self { alphabet, sizes, ways }
    }

    fn is_custom(&self) -> bool {
        self.alphabet.custom().is_some()
    }

    /// The size of puzzles that nothing shows.
    fn assumed(&self) -> Size {
        if let [size] = self.sizes[..] { size } else { Size::Nine }
    }

    fn is_ruler(&self, line: &[u8]) -> bool {
        self.ways[self.sizes.len() - 1].kind(line, &mut Vec::new()) == Kind::Ruler
    }

    /// Returns true if 16 symbols may be a 4×4 puzzle or a row of a 16×16 one.
    fn has_either(&self) -> bool {
        let has = |size| self.sizes.contains(&size);
        !self.is_custom() && has(Size::Four) && has(Size::Sixteen)
    }

    /// Returns true for the symbols of a 4×4 puzzle, which may also be a row of a 16×16 one.
    fn may_be_either(&self, line: &[u8]) -> bool {
        self.has_either() && is_grid(line.trim_ascii(), Size::Four, self.alphabet)
    }

    /// A bit for each way to read a line as a row.
    fn ways_of(&self, line: &[u8], is_table: bool) -> u32 {
        // Sixteen numbers may also be a row of a 16×16 puzzle, unless the size is known.
        let is_whole =
            |rows: &Rows| rows.size > Size::Four || self.sizes == [Size::Four] || has_parts(line);
        let is_row = |rows: &Rows| {
            rows.is_row(line)
                && !(is_table && rows.has_empty_field(line))
                && (!rows.are_whole() || is_whole(rows))
        };
        self.ways.iter().enumerate().map(|(index, rows)| u32::from(is_row(rows)) << index).sum()
    }

    /// The shape that a line shows if it certainly holds a puzzle: 81 characters; 256, 625 or, with
    /// other words beside them, 16 symbols; 729 characters; or cells that stand apart in one of
    /// several fields.
    fn of_line(&self, line: &[u8]) -> Option<Shape> {
        let fields: Vec<Cow<[u8]>> = match line.trim_ascii_start().starts_with(b"{") {
            true => {
                let values = values(line)?.into_iter();
                values.map(|(_, value)| cells::plain(&line[value], true)).collect()
            }
            false => words(line).map(|field| cells::unsigned(&line[field])).collect(),
        };
        let (is_custom, sizes) = (self.is_custom(), &self.sizes);
        let is_long = |text: &Cow<[u8]>| first_word(text).len() == CANDIDATES;
        if !is_custom && sizes.contains(&Size::Nine) && fields.iter().any(is_long) {
            return Some(Shape::Lines(Size::Nine, true));
        }
        let repeats = |text: &[u8]| {
            (b'1'..=b'4').any(|digit| text.iter().filter(|&&byte| byte == digit).count() > 1)
        };
        let is_puzzle = |text: &[u8], size: Size| match size {
            Size::Nine => text.len() == size.cells(),
            _ if !is_grid(text, size, self.alphabet) || self.is_ruler(line) => false,
            Size::Four if self.has_either() => {
                text.len() < line.trim_ascii().len() || repeats(text)
            }
            _ => true,
        };
        let apart = || {
            let divides = |&separator: &u8| {
                delimited(line, separator).filter(|field| !field.is_empty()).nth(1).is_some()
            };
            let separators = SEPARATORS.into_iter().filter(|it| !is_custom && divides(it));
            let mut fields = separators.flat_map(|separator| delimited(line, separator));
            fields.find_map(|field| cells::size(&line[field])).filter(|size| sizes.contains(size))
        };
        let mut largest = sizes.iter().copied().rev();
        let size = largest.find(|&size| fields.iter().any(|text| is_puzzle(text, size)));
        Some(Shape::Lines(size.or_else(apart)?, false))
    }
}

/// Rows that stand one after the other, and could all be read in the same ways.
#[derive(Clone, Copy, Default)]
struct RowRun {
    /// A bit for each of these ways, by their index in [`Expected::ways`].
    ways: u32,
    count: usize,
}

impl RowRun {
    /// The shape of these rows if they end here: two rows are a grid, but of single numbers it
    /// takes as many as a grid has cells.
    fn ended(&self, expected: &Expected) -> Option<Shape> {
        let is_enough = |rows: &&Rows| match rows.width() {
            1 => self.count.is_multiple_of(rows.height()),
            _ => self.count > 1,
        };
        let rows = self.of(expected).find(is_enough)?;
        Some(Shape::Grids(rows.size, rows.style, 0))
    }

    /// The shape of these rows if further ones cannot change it.
    fn decided(&self, expected: &Expected) -> Option<Shape> {
        let first = self.of(expected).next().filter(|rows| rows.width() > 1)?;
        let is_clear = self.ways.count_ones() == 1 || self.count == first.size.side();
        self.ended(expected).filter(|_| is_clear)
    }

    /// Returns true if these rows are complete bands.
    fn may_have_gap(&self, expected: &Expected) -> bool {
        self.of(expected).any(|rows| self.count.is_multiple_of(rows.band()))
    }

    fn of<'a>(&self, expected: &'a Expected) -> impl Iterator<Item = &'a Rows> {
        let (ways, all) = (self.ways, expected.ways.iter().enumerate());
        all.filter(move |(index, _)| ways >> index & 1 == 1).map(|it| it.1)
    }
}

/// Detects the shape: the first line that is certainly a puzzle decides, or two rows of grids one
/// after the other.
///
/// # Errors
/// No line decides; the shape to assume.
pub(super) fn shape(
    sample: &Sample,
    comment: Option<u8>,
    how: &Open,
    is_list: bool,
) -> Result<Shape, Shape> {
    let expected = Expected::new(how, is_list);
    // Empty fields below a header are no cells.
    let (mut run, mut either, mut is_table) = (RowRun::default(), 0, false);
    let mut rows = TableRows { sample, at: 0, comment: None, separator: None };
    while let Some(line) = rows.next_line() {
        let (mut ways, at) = (0, rows.at - line.len());
        let is_content = skip(line, None, comment).is_none() || line.contains(&b'\t');
        if is_content {
            if let Some(shape) = expected.of_line(line) {
                return Ok(if either > 0 { Shape::Lines(Size::Four, false) } else { shape });
            }
            ways = expected.ways_of(line, is_table);
            let found = RowRun { ways, count: 1 };
            if let Some(rows) = found.of(&expected).find(|rows| rows.are_whole()) {
                return Ok(Shape::Grids(rows.size, rows.style, at));
            }
            // The rows of such a table need not resemble a puzzle.
            if shows_cells(line, how) {
                return Ok(Shape::Lines(expected.assumed(), false));
            }
            if expected.may_be_either(line) {
                either += 1;
                // A whole 16×16 grid would contain larger digits.
                if either == Order4::SIDE {
                    return Ok(Shape::Lines(Size::Four, false));
                }
                continue;
            }
        }
        let continues = match is_content {
            true => ways == 0 && expected.is_ruler(line),
            false => line.trim_ascii().is_empty() && run.may_have_gap(&expected),
        };
        let has_separator = || line.iter().any(|byte| SEPARATORS.contains(byte));
        is_table |= is_content && ways == 0 && !continues && has_separator();
        if ways & run.ways != 0 {
            (run.ways, run.count) = (run.ways & ways, run.count + 1);
        } else if !continues {
            if let Some(shape) = run.ended(&expected) {
                return Ok(shape);
            }
            run = RowRun { ways, count: 1 };
        }
        if let Some(shape) = run.decided(&expected) {
            return Ok(shape);
        }
    }
    sample.end();
    let size = if either > 0 { Size::Four } else { expected.assumed() };
    run.ended(&expected).ok_or(Shape::Lines(size, false))
}

/// Returns true if the first puzzle or row is an item of a list. As a dash may be an empty cell,
/// the item is in quotes or brackets or a whole puzzle, or it takes two that are rows without their
/// dashes only.
pub(super) fn is_list(sample: &Sample, comment: Option<u8>, how: &Open) -> bool {
    let expected = Expected::new(how, false);
    let is_row = |line: &[u8]| expected.ways_of(line, false) != 0;
    let is_puzzle = |text: &[u8]| {
        let mut sizes = expected.sizes.iter();
        sizes.any(|&size| is_grid(text, size, expected.alphabet))
    };
    let mut lines = TableRows { sample, at: 0, comment, separator: None };
    let Some(line) = lines.find(|line| !list::is_key(line)) else { return false };
    let Some(item) = list::item(line) else { return false };
    let text = &line[item.clone()];
    if is_puzzle(text) || list::is_enclosed(line, &item) && is_row(text) {
        return true;
    }
    let is_item =
        |line: &[u8]| list::item(line).is_some_and(|item| is_row(&line[item])) && !is_row(line);
    is_item(line) && lines.next().is_some_and(is_item)
}

/// Returns true if a line is the four rows of an array, not 16 values in a row of 16×16: if it has
/// at least four parts, in brackets or separated by semicolons.
fn has_parts(line: &[u8]) -> bool {
    let count = |signs: &[u8]| line.iter().filter(|byte| signs.contains(byte)).count();
    count(b"[{(") >= Order2::SIDE || [3, 4].contains(&count(b";"))
}
