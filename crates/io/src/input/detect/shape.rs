//! Detects from the first lines whether puzzles are lines or grids, and their size.

use super::super::{
    Open, cells,
    fields::{SEPARATORS, delimited, words},
    grids::{RowStyle, Rows, characters, has_several, is_ruler, numbers, value},
    json,
    lines::{
        is_content,
        symbols::{count_symbols, is_grid},
    },
    records::{Sample, TableRows},
};
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

const SYMBOLS: RowStyle = RowStyle::Symbols { dashes: false };

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
    // The rows so far: their size and style, and how many in succession.
    let (mut run, mut either): (Option<(Size, Option<RowStyle>, usize)>, _) = (None, 0);
    let mut rows = TableRows { sample, at: 0, comment: None, separator: None };
    let decided = |run: Option<(Size, Option<RowStyle>, usize)>| {
        let (size, style, _) = run.filter(|run| run.2 > 1)?;
        Some(Shape::Grids(size, style.unwrap_or(SYMBOLS), 0))
    };
    while let Some(line) = rows.next_line() {
        let at = rows.at - line.len();
        if !is_content(line, comment) {
            match decided(run.take()) {
                Some(shape) => return Ok(shape),
                None => continue,
            }
        }
        if let Some(shape) = of_line(line, alphabet, custom, &is_meant) {
            return Ok(if either > 0 { Shape::Lines(Size::Four, false) } else { shape });
        }
        let values: Option<Vec<u8>> = numbers(line).map(|place| value(&line[place])).collect();
        let values = values.filter(|values| !custom && !values.is_empty()).unwrap_or_default();
        let largest = usize::from(values.iter().copied().max().unwrap_or(0));
        let of_count = |count: fn(&Size) -> usize| {
            let is = |size: &Size| count(size) == values.len() && largest <= size.side();
            Size::ALL.into_iter().find(|size| is(size) && is_meant(size))
        };
        if let Some(size) = of_count(|size| size.cells())
            && (size > Size::Four || has_parts(line))
        {
            return Ok(Shape::Grids(size, RowStyle::Numbers { height: 1 }, at));
        }
        if !custom && is_meant(&Size::Four) && is_grid(line.trim_ascii(), Size::Four, alphabet) {
            either += 1;
            // A whole 16×16 grid would contain larger digits.
            if either == Order4::SIDE {
                return Ok(Shape::Lines(Size::Four, false));
            }
            continue;
        }
        let is_after = run.is_some_and(|run| matches!(run.1, Some(RowStyle::Numbers { .. })));
        let is_array = is_after || line.iter().any(|byte| b",;[{(".contains(byte));
        let of_numbers = || {
            let size = of_count(|size| size.side()).filter(|_| is_array)?;
            Some((size, Some(RowStyle::Numbers { height: size.side() })))
        };
        let of_symbols = || of_symbols(line, alphabet, custom).filter(|row| is_meant(&row.0));
        let row = match is_after {
            true => of_numbers().or_else(of_symbols),
            false => of_symbols().or_else(of_numbers),
        };
        run = match (row, run) {
            (Some((size, style)), Some((other, before, count)))
                if size == other && (style.is_none() || before.is_none() || style == before) =>
            {
                Some((size, before.or(style), count + 1))
            }
            (Some((size, style)), _) => Some((size, style, 1)),
            (None, run) if is_ruler(line) => run,
            (None, run) => match decided(run) {
                Some(shape) => return Ok(shape),
                None => None,
            },
        };
        // Rows of nine digits may be clues or candidates.
        let is_clear = run.is_some_and(|run| run.1.is_some() || run.2 == Order3::SIDE);
        if let Some(shape) = decided(run).filter(|_| is_clear) {
            return Ok(shape);
        }
    }
    sample.end();
    let size = how.symbols.map(|symbols| symbols.size()).or(how.size);
    let size = size.unwrap_or(if either > 0 { Size::Four } else { Size::Nine });
    decided(run).ok_or(Shape::Lines(size, false))
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
    let plain = |field| if is_object { cells::plain(field, true) } else { field.into() };
    let fields: Vec<Cow<[u8]>> = match is_object {
        true => json::values(line)?.into_iter().map(|(_, value)| plain(&line[value])).collect(),
        false => words(line).map(|field| plain(&line[field])).collect(),
    };
    let repeats = |text: &[u8]| {
        (b'1'..=b'4').any(|digit| text.iter().filter(|&&byte| byte == digit).count() > 1)
    };
    if fields.iter().any(|text| !custom && is_meant(&Size::Nine) && is_candidates_like(text)) {
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
            let mut several = fields.iter().filter(|_| fields.len() > 1);
            several.find_map(|field| cells::size(&line[field.clone()]))
        })
    };
    let size = of_fields().or_else(|| of_spread().filter(|size| !custom && is_meant(size)))?;
    Some(Shape::Lines(size, false))
}

/// Returns true if a field is as long as a 9×9 puzzle given by candidates, and mostly symbols.
pub(super) fn is_candidates_like(text: &[u8]) -> bool {
    let all = Order3::CELLS * Order3::SIDE;
    text.len() == all && count_symbols(text, Size::Nine, Alphabet::FromOne) * 4 >= all * 3
}

/// The size and style of a grid that a line could be a row of; no style if it could be a row of
/// clues or of candidates.
fn of_symbols(line: &[u8], alphabet: Alphabet, custom: bool) -> Option<(Size, Option<RowStyle>)> {
    match has_several(line).filter(|_| !custom) {
        Some(true) => return Some((Size::Nine, Some(RowStyle::Candidates))),
        Some(false) => return Some((Size::Nine, None)),
        None => {}
    }
    let size = Size::from_side(characters(line).take(26).count())?;
    let cells: Vec<u8> = characters(line).map(|cell| line[cell.start]).collect();
    let is_row = count_symbols(&cells, size, alphabet) == size.side();
    (is_row && cells.iter().any(|&byte| byte != b'-')).then_some((size, Some(SYMBOLS)))
}

/// Returns true if a line has at least four parts, in brackets or separated by semicolons.
fn has_parts(line: &[u8]) -> bool {
    let count = |signs: &[u8]| line.iter().filter(|byte| signs.contains(byte)).count();
    count(b"[{(") >= Order2::SIDE || [3, 4].contains(&count(b";"))
}

/// Returns true if a row of the first grid of a text has dashes among other symbols; `None` if
/// that grid is not complete.
pub(super) fn dashes_in(rows: &Rows, text: &[u8]) -> Option<bool> {
    use super::super::{grids::Kind, lines::Lines};
    let mut count = 0;
    for (_, line) in Lines::new(text) {
        let mut cells = Vec::new();
        match rows.kind(line, &mut cells) {
            Kind::Row if cells.contains(&b'-') => return Some(true),
            Kind::Row if count + 1 == rows.size.side() => return Some(false),
            Kind::Row => count += 1,
            Kind::Bad | Kind::Ruler => {}
            _ if count > 0 => return Some(false),
            _ => {}
        }
    }
    None
}
