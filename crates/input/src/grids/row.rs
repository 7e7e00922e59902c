//! Finds the cells in a line of a grid: symbols, blanks between bars, candidates or numbers.

use super::super::{
    decimal::Decimal,
    lines::symbols::{BLANKS, table},
    missing::{is_missing, is_no_value},
};
use std::{iter, mem, ops::Range};
use sudomill_puzzle::grid::{Candidates, Digit, Size};

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
fn boxes(line: &[u8]) -> Option<Vec<Range<usize>>> {
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

/// The width of the boxes of a row, in characters.
pub(super) fn box_width(line: &[u8]) -> Option<usize> {
    Some(boxes(line)?[0].len())
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

/// The brackets that close arrays.
const CLOSES: &[u8] = b"])}";

/// Returns true if a bracket opens in a text.
fn has_open(text: &[u8]) -> bool {
    memchr::memchr3(b'[', b'(', b'{', text).is_some()
}

/// The words between these separators.
fn apart(text: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    let separates = |&byte: &u8| SEPARATES[usize::from(byte)];
    let mut at = 0;
    iter::from_fn(move || {
        at += text.get(at..)?.iter().position(|byte| !separates(byte))?;
        let len = text[at..].iter().position(separates).unwrap_or(text.len() - at);
        at += len;
        Some(at - len..at)
    })
}

/// The words of a line that may be the numbers of a row: not `a =`, `np.array(` and `], dtype=np.uint8)`.
/// They are the same for rows of every width.
pub(super) struct Words<'t> {
    line: &'t [u8],
    all: Vec<Range<usize>>,
    /// The number of words in front of the first that is not in the array, and of the values from there on.
    in_array: usize,
    values_behind: usize,
    /// The strings without a digit, if the line begins with an array.
    empty_strings: Vec<Range<usize>>,
    /// The numbers of tabs, commas, semicolons and bars, which may divide the line into fields. Empty ones may
    /// be cells; not in a line with brackets.
    cuts: Option<[usize; 4]>,
}

impl<'t> Words<'t> {
    pub fn of(line: &'t [u8]) -> Self {
        let opens = has_open(line);
        let from = if opens { values_from(line) } else { name_end(line) };
        let words = apart(&line[from..]).map(|word| from + word.start..from + word.end);
        let is_of_bracket =
            |word: &Range<usize>| is_name_of_bracket(line, word) || is_dimension(line, word);
        let all: Vec<_> = words.filter(|word| !opens || !is_of_bracket(word)).collect();
        let close = memchr::memchr3(b']', b')', b'}', line).unwrap_or(line.len());
        let behind = all.partition_point(|word| word.end <= close);
        let is_behind = |word: &Range<usize>| is_behind_array(line, word);
        let in_array = all[behind..].iter().position(is_behind).map_or(all.len(), |at| behind + at);
        let is_value = |word: &&Range<usize>| value(&line[(*word).clone()]).is_some();
        let begins_array = line[from..].trim_ascii_start().starts_with(b"[");
        Self {
            line,
            in_array,
            values_behind: all[in_array..].iter().filter(is_value).count(),
            empty_strings: if begins_array { empty_strings(line).collect() } else { Vec::new() },
            cuts: (!opens && close == line.len() && !line.contains(&b'=')).then(|| cuts(line)),
            all,
        }
    }

    /// The words that a row with so many cells would have, without its empty cells.
    fn in_row(&self, width: usize) -> &[Range<usize>] {
        // Another row or puzzle behind the array is too much, and not to be passed over.
        if self.values_behind < width { &self.all[..self.in_array] } else { &self.all }
    }

    /// The numbers of a row with so many cells. If a separator divides the line into as many fields, those
    /// are its numbers, empty or not.
    pub fn numbers(&self, width: usize) -> Vec<Range<usize>> {
        let mut numbers = self.in_row(width).to_vec();
        if numbers.len() < width {
            numbers.extend_from_slice(&self.empty_strings);
            numbers.sort_unstable_by_key(|word| word.start);
        }
        let fields = if self.may_be_fields(width) { fields(self.line, width) } else { None };
        fields.unwrap_or(numbers)
    }

    /// The number of words and empty strings that a row with so many cells would have.
    pub fn count(&self, width: usize) -> usize {
        let words = self.in_row(width).len();
        if words < width { words + self.empty_strings.len() } else { words }
    }

    /// Returns true if a separator divides the line into as many fields as a row has cells, with or without
    /// bars around them.
    pub fn may_be_fields(&self, width: usize) -> bool {
        let is_divided = |cuts: &usize| [width, width + 2].contains(&(cuts + 1));
        width > 1
            && self.count(width) < width
            && self.cuts.is_some_and(|cuts| cuts.iter().any(is_divided))
    }
}

/// The numbers of tabs, commas, semicolons and bars in a line.
fn cuts(line: &[u8]) -> [usize; 4] {
    let count = |separator| memchr::memchr_iter(separator, line).count();
    let bars = if line.is_ascii() { count(b'|') } else { bars(line).count() };
    [count(b'\t'), count(b','), count(b';'), bars]
}

/// Returns true for a word behind a bracket that is not in the array: `dtype=np.uint8`, and the full stop
/// of Prolog.
fn is_behind_array(line: &[u8], word: &Range<usize>) -> bool {
    match &line[word.clone()] {
        word if is_no_value(word) => false,
        b"." => {
            let before = line[..word.start].trim_ascii_end();
            before.last().is_some_and(|byte| CLOSES.contains(byte))
        }
        [first, _, ..] => first.is_ascii_alphabetic(),
        _ => false,
    }
}

/// The most bytes of the words and dimensions that stand between a word and the bracket that it names. In a
/// long line each word would look for its bracket up to the end.
const LONGEST_NAME: usize = 64;

/// Returns true for the name of what a bracket holds: `c(`, `vec![`, `arrayOf(`, `new int[]{`. No
/// cell touches an opening bracket behind it; a longer word may have a space before that.
fn is_name_of_bracket(line: &[u8], word: &Range<usize>) -> bool {
    let text = &line[word.clone()];
    if !(text[0].is_ascii_alphabetic() || text[0] == b'_' && text.len() > 1) {
        return false;
    }
    let near = &line[word.end..line.len().min(word.end + LONGEST_NAME)];
    let Some(open) = memchr::memchr3(b'[', b'(', b'{', near) else { return false };
    let is_long = |word: &[u8]| word.len() > 1 && !is_missing(word);
    // A keyword stands before another name, which may touch the bracket.
    let between = near[..open].trim_ascii_end();
    let mut names = between.split(|byte| *byte == b' ').filter(|name| !name.is_empty());
    let touching = if between.len() == open { names.next_back() } else { None };
    let is_name = |name: &[u8]| {
        name[0].is_ascii_alphabetic() && !name.iter().any(|byte| SEPARATES[usize::from(*byte)])
    };
    open == 0
        || is_long(text)
            && between.first().is_none_or(|byte| *byte == b' ')
            && touching.is_none_or(is_name)
            && names.all(|name| is_name(name) && is_long(name))
}

/// The most numbers in the type of an array. In a long line of brackets each would look for the end of all of
/// them.
const MOST_DIMENSIONS: usize = 4;

/// Returns true for a number in the type of an array: the nines of `[9][9]int{`.
fn is_dimension(line: &[u8], word: &Range<usize>) -> bool {
    if !line[..word.start].ends_with(b"[") {
        return false;
    }
    let mut rest = &line[word.end..line.len().min(word.end + LONGEST_NAME)];
    for _ in 0..MOST_DIMENSIONS {
        let Some(behind) = rest.strip_prefix(b"]") else { return false };
        let inside = behind.strip_prefix(b"[");
        let Some(inside) = inside else {
            return behind.first().is_some_and(u8::is_ascii_alphabetic);
        };
        let len = apart(inside).next().filter(|next| next.start == 0).map_or(0, |next| next.end);
        rest = &inside[len..];
    }
    false
}

/// The strings without a digit in an array: `["5","",…`, `[" ",…`.
fn empty_strings(line: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    let ends = |byte: Option<&u8>| byte.is_some_and(|byte| b"[,]".contains(byte));
    memchr::memchr_iter(b'"', line).filter_map(move |at| {
        let close = at + 1 + usize::from(line.get(at + 1) == Some(&b' '));
        let is_empty = line.get(close) == Some(&b'"')
            && ends(line[..at].trim_ascii_end().last())
            && ends(line[close + 1..].trim_ascii_start().first());
        is_empty.then_some(at..at + 2)
    })
}

/// The end of the name in front of a row: behind the `=` of `int grid[9][9] = {{0, 1, …` or the `:` of
/// `first: 0, 1, …`; 0 without a name.
pub(super) fn name_end(line: &[u8]) -> usize {
    // A comment of MATLAB may hold an array, and names of PHP and Ruby begin with a sign.
    let first = line.iter().find(|byte| !b" \t%$@".contains(byte));
    let is_named = first.is_some_and(u8::is_ascii_alphabetic);
    if let Some(equals) = equals_sign(line).filter(|_| is_named) {
        return equals + 1;
    }
    // Behind a bracket or comma a colon belongs to a value.
    let is_name = |name: &[u8]| {
        !name.trim_ascii().is_empty() && !name.iter().any(|byte| b",;|[](){}".contains(byte))
    };
    let colon = memchr::memchr(b':', line).filter(|&colon| is_name(&line[..colon]));
    colon.map_or(0, |colon| colon + 1)
}

/// The offset behind `a =`, `first:` and `np.array`.
fn values_from(line: &[u8]) -> usize {
    let from = name_end(line);
    let rest = &line[from..];
    let begins_with_word = match rest.trim_ascii_start() {
        text @ [first, second, ..] if first.is_ascii_alphabetic() => {
            (second.is_ascii_alphanumeric() || b"._(".contains(second))
                && !apart(text).next().is_some_and(|word| is_no_value(&text[word]))
        }
        _ => false,
    };
    match array_from(rest) {
        Some(at) if begins_with_word || is_assigned(&rest[..at]) => from + at,
        // Only in front of a bracket a word is no cell: `null, 2, …` and `first 1, 2, …` begin a row.
        _ => from,
    }
}

/// The first `=` outside brackets: not that of `matrix(c(0, 1, …), nrow = 9)`.
fn equals_sign(line: &[u8]) -> Option<usize> {
    let mut depth = 0;
    line.iter().position(|byte| {
        depth += i32::from(b"[({".contains(byte)) - i32::from(CLOSES.contains(byte));
        *byte == b'=' && depth <= 0
    })
}

/// Returns true for text before an array that names it: `p <- rbind(c`, `p:`.
fn is_assigned(before: &[u8]) -> bool {
    let is_name =
        |word: Range<usize>| is_name_of_bracket(before, &word) || value(&before[word]).is_none();
    before.trim_ascii_start().first().is_some_and(u8::is_ascii_alphabetic)
        && apart(before).any(is_name)
}

/// The offset of the first bracket that holds values, and not words or the name of another bracket;
/// round ones count only if there is no other: `problem(1, [[…`.
fn array_from(line: &[u8]) -> Option<usize> {
    let holds_values = |word: &Range<usize>| {
        let text = &line[word.clone()];
        let may_be_value = text.len() == 1 || is_missing(text) || !text[0].is_ascii_alphabetic();
        may_be_value && !is_name_of_bracket(line, word)
    };
    let first_of = |opens: &[u8]| {
        let mut end = 0;
        // What stands in brackets follows them at once; at the end of the line they may hold more.
        apart(line).map(Some).chain([None]).find_map(|word| {
            let before = end..word.as_ref().map_or(line.len(), |word| word.start);
            end = word.as_ref().map_or(end, |word| word.end);
            let at = line[before.clone()].iter().position(|byte| opens.contains(byte))?;
            word.is_none_or(|word| holds_values(&word)).then_some(before.start + at)
        })
    };
    first_of(b"[{").or_else(|| first_of(b"("))
}

/// The fields of a row, if one separator divides it into as many as it has cells: a tab, comma,
/// semicolon or bar, with or without bars around the row.
fn fields(line: &[u8], width: usize) -> Option<Vec<Range<usize>>> {
    let all = |separator| memchr::memchr_iter(separator, line).map(|at| at..at + 1).collect();
    // Bars around boxes of several cells divide no cells: `|1    |   3 |`.
    let has_boxes = || boxes(line).is_some_and(|it| it.len() + 2 == width && it[0].len() > 1);
    let bars = || if has_boxes() { Vec::new() } else { bars(line).collect() };
    let mut cuts = b"\t,;".iter().map(|separator| all(*separator)).chain(iter::once_with(bars));
    cuts.find_map(|mut cuts: Vec<Range<usize>>| {
        let (end, mut start) = (line.len(), 0);
        cuts.push(end..end);
        if ![width, width + 2].contains(&cuts.len()) {
            return None;
        }
        let mut all: Vec<_> =
            cuts.iter().map(|cut| (mem::replace(&mut start, cut.end), cut.start)).collect();
        let is_blank = |&(start, end): &(usize, usize)| line[start..end].trim_ascii().is_empty();
        if all.len() == width + 2 && is_blank(&all[0]) && is_blank(&all[width + 1]) {
            all = all[1..=width].to_vec();
        }
        let field = |&(start, end): &(usize, usize)| {
            let mut words = apart(&line[start..end]);
            let word = words.next().unwrap_or(0..0);
            words.next().is_none().then(|| start + word.start..start + word.end)
        };
        let fields: Vec<_> = all.iter().map(field).collect::<Option<_>>()?;
        // A whole puzzle has a clue. What stands behind a last separator is no cell if the others are filled.
        let is_puzzle = || {
            let (last, others) = fields.split_last()?;
            let is_empty = |field: &Range<usize>| field.is_empty();
            Some(!others.iter().all(is_empty) && (!is_empty(last) || others.iter().any(is_empty)))
        };
        let is_meant = width <= 25 || is_puzzle() == Some(true);
        (fields.len() == width && width > 1 && is_meant).then_some(fields)
    })
}
