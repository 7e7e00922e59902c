//! Classifies the lines of a file of grids.
//!
//! A row is the symbols of a row of cells, with rulers and spaces allowed anywhere in between:
//! `53..7....`, `5 3 . | . 7 . | . . .`, `│ 5 3 . │ . 7 . │ . . . │`.

use super::{
    RowKind,
    drawn::{Drawing, bar, drawn},
    numbers::{NumberRows, survey},
};
use crate::input::lines::{
    COMMENT, MAX_LINE,
    position::{character, column},
    symbols::{NONE, SymbolValues, is_symbol, symbol_values},
};
use std::ops::Range;
use sudomill_core::{
    error::{BadLine, Problem},
    grid::{Alphabet, Order, Order3, Size},
};

/// The format of the rows in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::input) struct RowFormat {
    /// The number of cells in a row.
    pub side: usize,
    /// The number of rows in a grid: equal to `side`, or 1 if a line is a whole array of numbers.
    pub height: usize,
    /// The format of rows of numbers; `None` for rows of symbols.
    pub(super) numbers: Option<NumberRows>,
    pub(super) alphabet: Alphabet,
    pub(super) values: SymbolValues,
    /// True if a line of only dashes can be a row of empty cells.
    pub dashes: bool,
    /// The drawing of rows in which a blank cell is an empty cell.
    pub drawing: Option<Drawing>,
    /// True if cells are lists of candidates.
    pub candidates: bool,
    /// The byte that begins a comment.
    pub comment: u8,
}

/// Counts of the characters of a line.
#[derive(Default)]
pub(super) struct Count {
    /// Characters that could be cells.
    pub cells: usize,
    /// Cells that are symbols.
    pub symbols: usize,
    /// Cells that are dashes.
    dashes: usize,
    /// Cells that are other ruler characters.
    corners: usize,
    /// Vertical rulers, which rows may contain.
    bars: usize,
    /// Other rulers.
    others: usize,
}

impl Count {
    /// Returns true if the line is a ruler, provided that it is not a row.
    pub fn is_ruler(&self) -> bool {
        let drawn = self.dashes + self.bars + self.others;
        self.dashes + self.corners == self.cells && drawn >= self.corners
    }
}

impl RowFormat {
    /// The format of grids of symbols.
    pub fn new(size: Size, alphabet: Alphabet) -> Self {
        let side = size.side();
        Self {
            side,
            height: side,
            numbers: None,
            alphabet,
            values: *symbol_values(size, alphabet),
            dashes: false,
            drawing: None,
            candidates: false,
            comment: COMMENT,
        }
    }

    /// The format of rows of numbers, which become symbols of the default alphabet.
    pub fn of_numbers(size: Size, rows: NumberRows) -> Self {
        let usual = Self::new(size, Alphabet::FromOne);
        Self { side: rows.width, height: rows.height, numbers: Some(rows), ..usual }
    }

    /// The same format in another alphabet.
    pub fn in_alphabet(self, alphabet: Alphabet) -> Self {
        Self { alphabet, values: *symbol_values(self.size(), alphabet), ..self }
    }

    /// The size of the grids.
    pub(super) fn size(&self) -> Size {
        let cells = self.side * self.height;
        Size::ALL.into_iter().find(|size| size.cells() == cells).unwrap_or_default()
    }

    /// Returns true if each row is a whole puzzle. Then every line after the first record is a
    /// record.
    pub fn is_whole(&self) -> bool {
        self.height == 1
    }

    /// Returns true if a row of empty fields separates two grids.
    pub fn is_separated(&self) -> bool {
        self.numbers.is_some_and(|rows| rows.separated)
    }

    /// The offset of a cell in a row.
    pub fn place(&self, line: &[u8], cell: usize) -> Option<usize> {
        match self.numbers {
            Some(rows) => rows.place(line, cell),
            None => match self.drawn(line) {
                Some(places) => places.get(cell).copied(),
                None => cells(line).nth(cell).map(|(at, _)| at),
            },
        }
    }

    /// Classifies a line. Appends the bytes that could be cells, for a line of any kind.
    pub fn kind(&self, line: &[u8], cells: &mut Vec<u8>) -> RowKind {
        if line.len() > MAX_LINE {
            return RowKind::FaultyPuzzle;
        }
        if let Some(rows) = &self.numbers
            && line.trim_ascii().first().is_some_and(|&first| first != self.comment)
        {
            return match rows.kind(line, cells) {
                RowKind::Ruler | RowKind::Name if holds_puzzle(line, self.size()) => {
                    RowKind::FaultyPuzzle
                }
                RowKind::Ruler | RowKind::Name if resembles_row(line, rows.width) => rows.faulty(),
                kind => kind,
            };
        }
        let line = line.trim_ascii();
        if self.candidates && line.first().is_some_and(|&first| first != self.comment) {
            return match self.candidates_kind(line, cells) {
                RowKind::Ruler | RowKind::Name if holds_puzzle(line, Size::Nine) => {
                    RowKind::FaultyPuzzle
                }
                kind => kind,
            };
        }
        if line.len() == self.side && line.iter().all(|&byte| byte != b'-' && self.is_symbol(byte))
        {
            cells.extend(line);
            return RowKind::Row;
        }
        if let Some(places) = self.drawn(line) {
            let row = cells.len();
            cells.extend(places.iter().map(|&at| if line[at] == b' ' { b'.' } else { line[at] }));
            let is_good = cells[row..].iter().all(|&byte| self.is_symbol(byte));
            return if is_good { RowKind::Row } else { RowKind::FaultyRow };
        }
        match line.first() {
            None => RowKind::Blank,
            Some(first) if *first == self.comment => RowKind::Comment,
            Some(first) => match self.sort(&self.count(line, cells)) {
                kind if self.drawing.is_some() && has_bars(line, self.size()) => match kind {
                    RowKind::Row => RowKind::Row,
                    _ => RowKind::FaultyRow,
                },
                RowKind::Row if self.dashes || *first != b'-' => RowKind::Row,
                RowKind::Ruler | RowKind::Name if holds_puzzle(line, self.size()) => {
                    RowKind::FaultyPuzzle
                }
                _ if is_decorated(line) => RowKind::Name,
                RowKind::Name if resembles_row(line, self.side) => RowKind::FaultyRow,
                kind => kind,
            },
        }
    }

    /// The offset of each cell in a drawn row with blank cells.
    fn drawn(&self, line: &[u8]) -> Option<Vec<usize>> {
        let wanted = self.drawing?;
        let (drawing, places) = drawn(line)?;
        (drawing == wanted && places.len() == self.side).then_some(places)
    }

    fn sort(&self, count: &Count) -> RowKind {
        let only_dashes = count.dashes == count.cells;
        if count.cells == self.side && count.symbols == self.side {
            // A row of dashes has no crosses.
            let is_ruler = only_dashes && (count.others > 0 || !self.dashes);
            return if is_ruler { RowKind::Ruler } else { RowKind::Row };
        }
        if count.is_ruler() {
            RowKind::Ruler
        } else if count.symbols * 4 < count.cells * 3 {
            RowKind::Name
        } else if count.cells > self.side * 2 {
            RowKind::FaultyPuzzle
        } else if count.cells * 2 > self.side {
            RowKind::FaultyRow
        } else {
            RowKind::Fragment
        }
    }

    pub(super) fn count(&self, line: &[u8], cells: &mut Vec<u8>) -> Count {
        let mut count = Count::default();
        for part in parts(line) {
            match part {
                Part::Bar => count.bars += 1,
                Part::Other => count.others += 1,
                Part::Cell(at, byte) => {
                    cells.push(line[at]);
                    count.cells += usize::from(!is_inside_character(line, at));
                    count.symbols += usize::from(self.is_symbol(byte));
                    count.dashes += usize::from(byte == b'-');
                    count.corners += usize::from(b"*.:'`".contains(&byte));
                }
            }
        }
        count
    }

    fn is_symbol(&self, byte: u8) -> bool {
        self.values[usize::from(byte)] != NONE
    }

    /// Returns true if a row is too short but otherwise correct.
    pub fn is_short(&self, line: &[u8]) -> bool {
        matches!(self.fault(line, 0).problem, Problem::ShortRow { .. })
    }

    /// Locates the error in a row: its first character that is not a symbol, or its length.
    pub fn fault(&self, line: &[u8], line_offset: u64) -> BadLine {
        if line.len() > MAX_LINE {
            return BadLine::new((line_offset, 1), Problem::Oversized { limit: MAX_LINE });
        }
        if self.height > 1 && holds_puzzle(line, self.size()) {
            return BadLine::new((line_offset, 1), Problem::PuzzleAmongGrids { rows: self.height });
        }
        if let Some(rows) = &self.numbers {
            return rows.fault(line, line_offset);
        }
        if self.candidates {
            return self.candidates_fault(line, line_offset);
        }
        let mut cells = characters(line);
        let wrong = |&(_, byte): &(usize, u8)| !self.is_symbol(byte);
        let first = cells.by_ref().take(self.side).collect::<Vec<_>>();
        let (at, problem) = match (first.iter().find(|cell| wrong(cell)), cells.next()) {
            (Some(&(at, _)), _) => {
                let (found, alphabet) = (character(&line[at..]), self.alphabet);
                (at, Problem::Symbol { found, side: self.side, alphabet })
            }
            (None, Some((at, _))) => {
                (at, Problem::LongRow { found: character(&line[at..]), expected: self.side })
            }
            (None, None) => {
                let problem = Problem::ShortRow { found: first.len(), expected: self.side };
                (line.trim_ascii_end().len(), problem)
            }
        };
        BadLine::new((line_offset, column(line, at)), problem)
    }
}

/// Returns true if a line has bars around each box, and no part of a horizontal ruler.
fn has_bars(line: &[u8], size: Size) -> bool {
    let is_ruler = |part: &Part| matches!(part, Part::Other | Part::Cell(_, b'-'));
    let bars = parts(line).filter(|part| matches!(part, Part::Bar)).count();
    bars > size.order() && !parts(line).any(|part| is_ruler(&part))
}

/// Returns true for a decorated name: `--- 1 ---`, `*** easy ***`, but not `--- 1-- ---`.
pub(super) fn is_decorated(line: &[u8]) -> bool {
    let is_ornament = |word: &[u8]| {
        word.len() > 1 && b"-*=~".contains(&word[0]) && word.iter().all(|&byte| byte == word[0])
    };
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let (Some(first), Some(last)) = (words.next(), words.next_back()) else { return false };
    let is_cells = |word: &[u8]| word.len() == first.len() && word.contains(&first[0]);
    is_ornament(first)
        && is_ornament(last)
        && !words.clone().any(is_cells)
        && words.any(|word| word.iter().any(u8::is_ascii_alphanumeric))
}

/// Returns true for a continuation byte of a character, but not for one on its own, as in a text
/// that is not UTF-8.
fn is_inside_character(line: &[u8], at: usize) -> bool {
    line[at] & 0xC0 == 0x80 && at > 0 && line[at - 1] >= 0x80
}

/// The offsets and values of the bytes that could be cells: all except rulers and spaces.
pub(in crate::input) fn cells(line: &[u8]) -> impl Iterator<Item = (usize, u8)> + '_ {
    parts(line.trim_ascii_end()).filter_map(|part| match part {
        Part::Cell(at, byte) => Some((at, byte)),
        _ => None,
    })
}

/// The offsets and first bytes of the characters that could be cells.
pub(in crate::input) fn characters(line: &[u8]) -> impl Iterator<Item = (usize, u8)> + '_ {
    cells(line).filter(|&(at, _)| !is_inside_character(line, at))
}

/// The positions of a line's words, which rulers and spaces separate.
pub(super) fn words(line: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut cells = cells(line).map(|(at, _)| at).peekable();
    std::iter::from_fn(move || {
        let start = cells.next()?;
        let mut end = start + 1;
        while cells.next_if_eq(&end).is_some() {
            end += 1;
        }
        Some(start..end)
    })
}

/// A part of a line other than a space.
enum Part {
    /// A vertical ruler.
    Bar,
    /// Any other ruler character that cannot be a cell.
    Other,
    /// The offset and value of a byte that could be a cell.
    Cell(usize, u8),
}

fn parts(line: &[u8]) -> impl Iterator<Item = Part> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = at;
            at += 1;
            return Some(match *line.get(start)? {
                b' ' | b'\t' => continue,
                b'+' | b'=' => Part::Other,
                b'|' | 0xE2 if let Some(len) = bar(&line[start..]) => {
                    at = start + len;
                    Part::Bar
                }
                0xE2 if matches!(
                    line.get(start + 1..start + 3),
                    Some([0x94 | 0x95, 0x80..=0xBF])
                ) =>
                {
                    at += 2;
                    Part::Other
                }
                byte => Part::Cell(start, byte),
            });
        }
    })
}

/// Returns true if a line in a file of grids of this size holds a whole puzzle.
pub(super) fn holds_puzzle(line: &[u8], size: Size) -> bool {
    let is_between = |byte: &u8| byte.is_ascii_whitespace() || b",;:|\"'{}[]()".contains(byte);
    let is_length = |len: usize| len == size.cells() || len == Order3::CELLS;
    let is_puzzle = |word: &[u8]| {
        // Letters are digits in the larger sizes.
        let is_cell =
            |&&byte: &&u8| is_symbol(byte) || byte.is_ascii_uppercase() && size > Size::Nine;
        is_length(word.len()) && word.iter().filter(is_cell).count() * 4 >= word.len() * 3
    };
    line.split(is_between).any(is_puzzle)
        || size > Size::Four && survey(line).is_some_and(|(count, ..)| is_length(count))
}

/// Returns true if a line that is not a row looks like one in another style, such as `·2··`,
/// `[0, 2, 0, 0],` or `OO2O`: it has no letters but `O`, which may be a zero, and as many other
/// characters as a row has cells.
pub(super) fn resembles_row(line: &[u8], side: usize) -> bool {
    let (mut cells, mut digits) = (0, 0);
    for character in String::from_utf8_lossy(line).chars() {
        match character {
            _ if character.is_whitespace() || ",;|[](){}\"'│┃║".contains(character) => {
                continue;
            }
            'O' | 'o' | 'x' | 'X' => {}
            _ if character.is_alphabetic() => return false,
            _ => digits += usize::from(character.is_numeric()),
        }
        cells += 1;
    }
    digits > 0 && cells >= side
}

/// Returns true if a line of a file with one array per line is syntax and not a record: brackets
/// that are opened or closed, commas, or a name with `=`.
pub(super) fn is_array_syntax(line: &[u8]) -> bool {
    let open = line.iter().position(|byte| b"[({".contains(byte));
    let close = line.iter().rposition(|byte| b"])}".contains(byte));
    match (open, close) {
        (Some(open), Some(close)) => close < open || line.contains(&b'='),
        (None, None) => line.contains(&b'=') || line.iter().all(|byte| b",; \t\r".contains(byte)),
        _ => true,
    }
}
