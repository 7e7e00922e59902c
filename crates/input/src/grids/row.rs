//! Finds the cells in a line of a grid: symbols, blanks between bars, candidates or numbers.

use super::super::{
    lines::symbols::{BLANKS, table},
    missing::is_no_value,
};
use std::{iter, ops::Range};
use sudomill_puzzle::{
    grid::{Candidates, Digit, Size},
    puzzle_line::decimal::Decimal,
};

/// The first byte of the bars other than `|`.
pub(super) const FIRST_OF_BARS: u8 = 0xE2;

/// A part of a line other than a space.
enum Token {
    /// A vertical bar.
    Bar(Range<usize>),
    /// Any other ruler character that cannot be a cell.
    Other,
    /// A character that could be a cell.
    Cell(Range<usize>),
}

#[inline]
fn parts(line: &[u8]) -> impl Iterator<Item = Token> + '_ {
    let line = line.trim_ascii_end();
    let mut at = 0;
    iter::from_fn(move || {
        while let Some(len) = blank(&line[at..]) {
            at += len;
        }
        let start = at;
        let rest = line.get(start..).filter(|rest| !rest.is_empty())?;
        // A character, or one byte of text that is not UTF-8.
        at += match rest[0] {
            ..0xC0 => 1,
            _ => 1 + rest[1..].iter().take(3).take_while(|&&byte| byte & 0xC0 == 0x80).count(),
        };
        Some(match &line[start..at] {
            // │ ┃ ┆ ┇ ┊ ┋ ║
            b"|" | [0xE2, 0x94, 0x82 | 0x83 | 0x86 | 0x87 | 0x8A | 0x8B] | [0xE2, 0x95, 0x91] => {
                Token::Bar(start..at)
            }
            // Other box-drawing characters, and dashes from ‐ to ―.
            b"+" | b"=" | [0xE2, 0x94 | 0x95, _] | [0xE2, 0x80, 0x90..=0x95] => Token::Other,
            _ => Token::Cell(start..at),
        })
    })
}

/// The length of the blank at the start of a text, which may be one that does not break a line.
fn blank(text: &[u8]) -> Option<usize> {
    match text {
        [b' ' | b'\t', ..] => Some(1),
        [0xC2, 0xA0, ..] => Some(2),
        _ => None,
    }
}

/// The characters that could be cells: all except rulers and spaces.
#[inline]
pub(super) fn characters(line: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    parts(line).filter_map(|part| if let Token::Cell(cell) = part { Some(cell) } else { None })
}

/// The cells of a row of symbols. What follows a complete row after a gap wider than those within is
/// not part of it: `. . . 4   ED=1.2`.
#[inline]
pub(super) fn symbols(line: &[u8], width: usize) -> impl Iterator<Item = Range<usize>> + '_ {
    let gaps = move || characters(line).map(|cell| gap_before(line, cell.start)).skip(1);
    let ends_row =
        move |cell: &Range<usize>| has_text(gaps().take(width - 1), gap_before(line, cell.start));
    let cells = characters(line).enumerate();
    cells.take_while(move |(count, cell)| *count != width || !ends_row(cell)).map(|it| it.1)
}

/// These parts of a line, of which there are seldom more than so many: room for all of them is made at once.
pub(super) fn collected<T>(parts: impl Iterator<Item = T>, most: usize) -> Vec<T> {
    let mut all = Vec::with_capacity(most);
    all.extend(parts);
    all
}

/// The number of blanks in front of a character.
pub(super) fn gap_before(line: &[u8], at: usize) -> usize {
    line[..at].iter().rev().take_while(|&&byte| byte == b' ').count()
}

/// Returns true if text stands behind a complete row, given the gaps within it and the one behind it.
pub(super) fn has_text(mut within: impl Iterator<Item = usize>, behind: usize) -> bool {
    behind > 1 && within.all(|gap| gap < behind)
}

/// The bars in a line.
pub(super) fn bars(line: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    let part = |at: usize| parts(&line[at..line.len().min(at + 4)]).next();
    let bars = memchr::memchr2_iter(b'|', FIRST_OF_BARS, line);
    bars.filter_map(move |at| match part(at)? {
        Token::Bar(bar) => Some(at..at + bar.end),
        Token::Other | Token::Cell(_) => None,
    })
}

/// Returns true for `|   |   |`.
pub(super) fn has_only_bars(line: &[u8]) -> bool {
    parts(line).all(|part| matches!(part, Token::Bar(_)))
}

/// The boxes of a row: what its bars enclose, if they are as wide as each other.
pub(super) fn boxes(line: &[u8]) -> Option<Vec<Range<usize>>> {
    let bars: Vec<_> = bars(line).collect();
    let outside = [&line[..bars.first()?.start], &line[bars.last()?.end..]];
    let is_framed = outside.iter().all(|it| it.trim_ascii().is_empty());
    let boxes: Vec<_> = bars.windows(2).map(|pair| pair[0].end..pair[1].start).collect();
    let width = boxes.first()?.len();
    (is_framed && boxes.iter().all(|it| it.len() == width)).then_some(boxes)
}

/// The number of boxes of a row; 0 if it has none that are as wide as each other.
pub(super) fn box_count(line: &[u8]) -> usize {
    boxes(line).map_or(0, |boxes| boxes.len())
}

/// The cells of a row whose blanks between bars are empty cells: `|   1 3 |   8 5 |     6 |`. `None` if a
/// character stands where no cell can be: a blank is a cell only if nobody can doubt its place. The
/// boxes are drawn like `53 `, `5 3  `, ` 5 3   ` or with cells of two or three characters.
pub(super) fn blanks(line: &[u8], size: Size) -> Option<Vec<Range<usize>>> {
    let boxes = boxes(line).filter(|boxes| boxes.len() == size.stacks())?;
    let cells = size.box_columns();
    let width = boxes[0].len();
    let is_digit_or_blank = |&byte: &u8| byte == b' ' || byte.is_ascii_alphanumeric();
    if !boxes.iter().all(|it| line[it.clone()].iter().all(is_digit_or_blank)) {
        return None;
    }
    let at = |first: usize, step| (0..cells).map(move |cell| first + step * cell);
    let drawings = [
        (cells, at(0, 1)),
        (2 * cells - 1, at(0, 2)),
        (2 * cells, at(0, 2)),
        (2 * cells, at(1, 2)),
        (2 * cells + 1, at(1, 2)),
        (3 * cells, at(0, 3)),
        (3 * cells, at(1, 3)),
        (3 * cells, at(2, 3)),
    ];
    // Several fit only a row of nothing but blanks, and read it in the same way.
    let (_, places) = drawings.into_iter().find(|(drawn, places)| {
        let is_meant =
            |at: usize, byte: u8| byte == b' ' || places.clone().any(|place| place == at);
        let mut texts = boxes.iter().map(|it| &line[it.clone()]);
        *drawn == width
            && texts.all(|text| text.iter().enumerate().all(|(at, &byte)| is_meant(at, byte)))
    })?;
    let of_box = |it: Range<usize>| places.clone().map(move |place| it.start + place);
    Some(boxes.into_iter().flat_map(of_box).map(|at| at..at + 1).collect())
}

/// The candidates of the cells of a row: words that rulers and spaces separate, or lists in
/// brackets.
pub(super) fn lists(line: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut cells = characters(line).peekable();
    iter::from_fn(move || {
        let mut word = cells.next()?;
        let close = match line[word.start] {
            b'[' => Some(b']'),
            b'{' => Some(b'}'),
            b'(' => Some(b')'),
            _ => None,
        };
        let len = close.and_then(|close| memchr::memchr(close, &line[word.start..]));
        let end = len.map_or(0, |len| word.start + len + 1);
        let mut belongs = |word: &Range<usize>| {
            let end = word.end.max(end);
            cells.next_if(|next| next.start == word.end || next.start < end)
        };
        while let Some(next) = belongs(&word) {
            word.end = next.end;
        }
        Some(word)
    })
}

/// Parses the candidates of a cell: `139`, `[1, 3, 9]`, or `u6` for a digit that a user placed. On
/// failure, returns the offset of the first invalid byte, and the digit if the byte repeats one.
pub(super) fn candidates(cell: &[u8]) -> Result<Candidates, (usize, Option<Digit>)> {
    let mut digits = Candidates::NONE;
    let is_list = b"[{(".contains(&cell[0]);
    for (at, byte) in cell.iter().enumerate().skip(usize::from(matches!(cell, [b'u', _]))) {
        if is_list && b"[]{}(), ".contains(byte) {
            continue;
        }
        let digit = byte.checked_sub(b'0').filter(|&value| value <= 9).and_then(Digit::new);
        let digit = digit.ok_or((at, None))?;
        if digits.contains(digit) {
            return Err((at, Some(digit)));
        }
        digits |= digit.into();
    }
    Ok(digits)
}

/// Returns true for `---+---+---`, `+===+`, `│   │   │`, `*-----------*`.
pub fn is_ruler(line: &[u8]) -> bool {
    let mut drawn = 0;
    let mut corners = 0;
    let mut bars = 0;
    for part in parts(line) {
        match part {
            Token::Cell(cell) if line[cell.start] == b'-' => drawn += 1,
            Token::Cell(cell) if b"*.:'`".contains(&line[cell.start]) => corners += 1,
            Token::Cell(_) => return false,
            Token::Bar(_) => bars += 1,
            Token::Other => drawn += 1,
        }
    }
    // Between bars alone, dots and stars are empty cells: `|.|.|.|`. So they are if there are as many
    // of them as of dashes, which then are cells, too.
    if corners > 0 { drawn > corners } else { drawn + bars > 0 }
}

/// The symbols for the values 0 to 25.
pub(super) const SYMBOLS: &[u8; 26] = b"0123456789ABCDEFGHIJKLMNOP";

/// Returns true for −1, possibly written as a float, which stands for an empty cell beside 1 to 9.
pub(super) fn is_minus_one(number: &[u8]) -> bool {
    // Parsing only what begins so keeps other cells fast.
    number.starts_with(b"-1") && Decimal::of(number).is_some_and(|it| it.small() == Some(1))
}

/// The value of a number, possibly written as a float, or of an empty cell.
pub fn value(number: &[u8]) -> Option<u8> {
    match number {
        b"" => Some(0),
        [digit @ b'0'..=b'9'] => Some(digit - b'0'),
        [blank] if BLANKS.contains(blank) => Some(0),
        [b'0'..=b'9', ..] => Decimal::of(number)?.small(),
        _ => (is_no_value(number) || is_minus_one(number)).then_some(0),
    }
}

/// Maps each byte to true if it separates numbers. Quotes: `[["5","3",".",…`
///
/// The two bytes of a blank that does not break a line belong to no number either.
pub(super) const SEPARATES: [bool; 256] = table(b" \t\r\n,;[](){}|\"'\xC2\xA0");
