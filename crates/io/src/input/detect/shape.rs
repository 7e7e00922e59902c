//! Detects from the first lines whether puzzles are lines or grids, and their size.

use super::super::{
    Open, cells,
    fields::{SEPARATORS, delimited, words},
    grids::{Kind, RowStyle, Rows},
    json,
    lines::{Notation, is_content, symbols::is_grid},
    records::{Sample, TableRows},
};
use super::guess::{Guess, guess};
use std::borrow::Cow;
use sudomill_core::grid::{Alphabet, Order, Order2, Order3, Order4, Size};

/// The arrangement of the puzzles of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A puzzle per line; true if they are given by candidates.
    Lines(Size, bool),
    /// Grids; the first array of numbers is at this offset.
    Grids(Size, RowStyle, usize),
}

/// Rows that stand one after the other, and could all be read in the same ways.
#[derive(Clone, Copy, Default)]
struct Run {
    /// A bit for each of these ways, by their index in [`ways`].
    ways: u32,
    count: usize,
}

/// The ways to read a line as a row of a grid; of several that fit, the first is meant.
fn ways(alphabet: Alphabet, is_meant: &dyn Fn(&Size) -> bool) -> Vec<Rows> {
    let sizes = || Size::ALL.into_iter().filter(is_meant);
    let of = |style: fn(Size) -> RowStyle| {
        sizes().map(move |size| Rows::new(size, alphabet, style(size)))
    };
    let mut all: Vec<_> = of(|_| RowStyle::Symbols { dashes: false }).collect();
    if alphabet.custom().is_none() {
        all.extend(of(|_| RowStyle::Candidates).filter(|rows| rows.size == Size::Nine));
        all.extend(of(|size| RowStyle::Numbers { height: size.side() }));
        let columns = of(|size| RowStyle::Numbers { height: size.cells() });
        all.extend(columns.filter(|rows| rows.size > Size::Four));
    }
    all
}

impl Run {
    /// The shape of these rows if they end here: two rows are a grid, but of single numbers it
    /// takes as many as a grid has cells.
    fn ended(&self, all: &[Rows]) -> Option<Shape> {
        let is_enough = |rows: &&Rows| match rows.width() {
            1 => self.count > 0 && self.count.is_multiple_of(rows.height()),
            _ => self.count > 1,
        };
        let rows = self.of(all).filter(is_enough).next()?;
        Some(Shape::Grids(rows.size, rows.style, 0))
    }

    /// The shape of these rows if further ones cannot change it.
    fn decided(&self, all: &[Rows]) -> Option<Shape> {
        let first = self.of(all).next().filter(|rows| rows.width() > 1)?;
        let is_clear = self.ways.count_ones() == 1 || self.count == first.size.side();
        self.ended(all).filter(|_| is_clear)
    }

    fn of<'a>(&self, all: &'a [Rows]) -> impl Iterator<Item = &'a Rows> {
        let ways = self.ways;
        all.iter().enumerate().filter(move |(index, _)| ways >> index & 1 == 1).map(|it| it.1)
    }
}

/// Detects the shape: the first line that is certainly a puzzle decides, or two rows of grids one
/// after the other.
///
/// # Errors
/// No line decides; the shape to assume.
pub(super) fn shape(sample: &Sample, comment: Option<u8>, how: &Open) -> Result<Shape, Shape> {
    let alphabet = how.symbols.map_or(Alphabet::FromOne, Alphabet::Custom);
    let custom = how.symbols.is_some();
    let is_meant = |size: &Size| {
        how.symbols.is_none_or(|it| it.size() == *size) && how.size.is_none_or(|it| it == *size)
    };
    let all = ways(alphabet, &is_meant);
    let whole: Vec<_> = match custom {
        true => Vec::new(),
        false => {
            let rows = |size| Rows::new(size, alphabet, RowStyle::Numbers { height: 1 });
            Size::ALL.into_iter().filter(is_meant).map(rows).collect()
        }
    };
    // Empty fields below a header are no cells.
    let (mut run, mut either, mut is_table) = (Run::default(), 0, false);
    let mut rows = TableRows { sample, at: 0, comment: None, separator: None };
    while let Some(line) = rows.next_line() {
        let at = rows.at - line.len();
        let blank = line.trim_ascii().is_empty();
        if !is_content(line, comment) && !line.contains(&b'\t') {
            let is_gap = blank && run.of(&all).any(|rows| run.count.is_multiple_of(rows.band()));
            match run.ended(&all).filter(|_| !is_gap) {
                Some(shape) => return Ok(shape),
                None if is_gap => {}
                None => run = Run::default(),
            }
            continue;
        }
        if let Some(shape) = of_line(line, alphabet, custom, &is_meant) {
            return Ok(if either > 0 { Shape::Lines(Size::Four, false) } else { shape });
        }
        let is_row = |rows: &Rows| {
            rows.kind(line, &mut Vec::new()) == Kind::Row
                && !(is_table && rows.has_empty_field(line))
        };
        let is_plain = is_grid(line.trim_ascii(), Size::Four, alphabet);
        let is_array =
            |rows: &&Rows| is_row(rows) && (rows.size > Size::Four || !is_plain && has_parts(line));
        if let Some(rows) = whole.iter().find(is_array) {
            return Ok(Shape::Grids(rows.size, rows.style, at));
        }
        if !custom && is_meant(&Size::Four) && is_plain {
            either += 1;
            // A whole 16×16 grid would contain larger digits.
            if either == Order4::SIDE {
                return Ok(Shape::Lines(Size::Four, false));
            }
            continue;
        }
        let bit = |(index, rows): (usize, &Rows)| u32::from(is_row(rows)) << index;
        let ways: u32 = all.iter().enumerate().map(bit).sum();
        let has_separator = || line.iter().any(|byte| SEPARATORS.contains(byte));
        is_table = is_table || ways == 0 && !is_ruler(&all, line) && has_separator();
        match ways {
            0 => match run.ended(&all) {
                _ if is_ruler(&all, line) => {}
                Some(shape) => return Ok(shape),
                None => run = Run::default(),
            },
            _ if ways & run.ways == 0 => match run.ended(&all) {
                Some(shape) => return Ok(shape),
                None => run = Run { ways, count: 1 },
            },
            _ => (run.ways, run.count) = (run.ways & ways, run.count + 1),
        }
        if let Some(shape) = run.decided(&all) {
            return Ok(shape);
        }
    }
    sample.end();
    let size = how.symbols.map(|symbols| symbols.size()).or(how.size);
    let size = size.unwrap_or(if either > 0 { Size::Four } else { Size::Nine });
    run.ended(&all).ok_or(Shape::Lines(size, false))
}

fn is_ruler(all: &[Rows], line: &[u8]) -> bool {
    all.first().is_some_and(|rows| rows.kind(line, &mut Vec::new()) == Kind::Ruler)
}

/// The shape that a line shows if it certainly holds a puzzle: 81 characters; 256, 625 or, with
/// other words beside them, 16 symbols; 729 characters, mostly symbols; or cells that stand apart
/// in one of several fields.
fn of_line(
    line: &[u8],
    alphabet: Alphabet,
    custom: bool,
    is_meant: &dyn Fn(&Size) -> bool,
) -> Option<Shape> {
    let is_object = line.trim_ascii_start().starts_with(b"{");
    let fields: Vec<Cow<[u8]>> = match is_object {
        true => {
            let values = json::values(line)?.into_iter();
            values.map(|(_, value)| cells::plain(&line[value], true)).collect()
        }
        false => words(line)
            .map(|field| {
                let text = &line[field];
                cells::without_signs(text).map(|at| text[at]).collect()
            })
            .collect(),
    };
    let repeats = |text: &[u8]| {
        (b'1'..=b'4').any(|digit| text.iter().filter(|&&byte| byte == digit).count() > 1)
    };
    if fields.iter().any(|text| !custom && is_meant(&Size::Nine) && has_candidates(text)) {
        return Some(Shape::Lines(Size::Nine, true));
    }
    let is_puzzle = |text: &[u8], size: Size| match size {
        Size::Nine => text.len() == size.cells(),
        Size::Four if !custom => {
            let is_alone = text.len() == line.trim_ascii().len() && !repeats(text);
            is_grid(text, size, alphabet) && !is_alone
        }
        _ => is_grid(text, size, alphabet),
    };
    let of_fields = || {
        let mut sizes = Size::ALL.into_iter().rev().filter(is_meant);
        sizes.find(|&size| fields.iter().any(|text| is_puzzle(text, size)))
    };
    let of_spread = || {
        SEPARATORS.into_iter().find_map(|separator| {
            let fields: Vec<_> = delimited(line, separator).collect();
            let is_one = fields.iter().filter(|field| !field.is_empty()).count() < 2;
            let mut several = fields.iter().filter(|_| !is_one);
            several.find_map(|field| cells::size(&line[field.clone()]))
        })
    };
    let size = of_fields().or_else(|| of_spread().filter(|size| !custom && is_meant(size)))?;
    Some(Shape::Lines(size, false))
}

/// Returns true if a field is as long as a 9×9 puzzle given by candidates, and mostly symbols.
pub(super) fn has_candidates(text: &[u8]) -> bool {
    let notation = Notation { alphabet: Alphabet::FromOne, candidates: true };
    text.len() == Order3::CELLS * Order3::SIDE
        && guess(text, false, Size::Nine, notation) != Guess::Other
}

/// Returns true if a line has at least four parts, in brackets or separated by semicolons.
fn has_parts(line: &[u8]) -> bool {
    let count = |signs: &[u8]| line.iter().filter(|byte| signs.contains(byte)).count();
    count(b"[{(") >= Order2::SIDE || [3, 4].contains(&count(b";"))
}

/// What the first grids of a text show of their style.
#[derive(Clone, Copy, Default)]
pub(super) struct Style {
    /// True if a row has dashes among other symbols.
    pub dashes: bool,
    /// True if blank lines stand between bands.
    pub has_gaps: bool,
}

/// Looks at the first grids of a text; `None` if none is complete.
pub(super) fn style(rows: &Rows, text: &[u8]) -> Option<Style> {
    // The number of rows, of bands with a blank line below, and of rows since that line.
    let (mut count, mut bands, mut since, mut dashes) = (0, 0, 0, false);
    for (_, line) in super::Lines::new(text) {
        let mut cells = Vec::new();
        let kind = rows.kind(line, &mut cells);
        match kind {
            Kind::Row => {
                dashes |= cells.contains(&b'-');
                (count, since) = (count + 1, since + 1);
            }
            Kind::Bad | Kind::Ruler => {}
            Kind::Blank if since == rows.band() => (bands, since) = (bands + 1, 0),
            _ if bands > 0 || count == 0 => (count, bands, since) = (0, 0, 0),
            _ => return Some(Style { dashes, has_gaps: false }),
        }
        if count == rows.height() {
            return Some(Style { dashes, has_gaps: bands + 1 == rows.size.order() });
        }
    }
    None
}
